"""The training of the reader's encoder; where torch is missing (extra `train`) there is nothing to test."""

import json
import math
import random

import pytest

torch = pytest.importorskip("torch", reason="needs the extra `train`")
transformers = pytest.importorskip("transformers", reason="needs the extra `train`")

from tokenizers import Tokenizer  # noqa: E402

from nlbridge.language.encoder.scores import FOLDER  # noqa: E402
from research.training.__main__ import OWN  # noqa: E402
from research.training.data import both  # noqa: E402
from research.training.encoder.examples import labelled  # noqa: E402
from research.training.encoder.network import Reader, chosen  # noqa: E402
from research.training.encoder.optimisation import follow, reached, set_loss, shown, train  # noqa: E402

PADDING = -1.0
NEEDED, HELPS = 4, 6


def pairs(count):
    with OWN.open(encoding="utf-8") as lines:
        return [both(labelled(json.loads(next(lines)))) for _ in range(count)]


@pytest.mark.parametrize(
    ("scores", "sets", "expected"),
    [
        ([2.0, -1.0], [1.0, 0.0], -2 + math.log(1 + math.exp(2) + math.exp(-1))),
        ([2.0, -1.0], [0.0, 0.0], math.log(1 + math.exp(2) + math.exp(-1))),
        ([2.0, -1.0], [1.0, 1.0], -0.5 + math.log(1 + math.exp(2) + math.exp(-1))),
        ([2.0, 7.0], [1.0, PADDING], -2 + math.log(1 + math.exp(2))),
    ],
)
def test_the_claim_that_is_set_is_one_of_those_of_the_text_or_none(scores, sets, expected):
    assert set_loss(torch.tensor([scores]), torch.tensor([sets])).item() == pytest.approx(expected, abs=1e-5)


def test_changes_follow_a_chain_by_the_product_of_its_links():
    links = torch.full((1, 3, 3, 7), -20.0)
    links[..., 1] = 20.0
    links[..., 2] = 20.0
    links[0, 0, 1, 0] = links[0, 1, 2, 0] = math.log(4)
    changed = follow(links, torch.tensor([[1.0, 0.0, 0.0]]))
    assert changed[0].tolist() == pytest.approx([1.0, 0.8, 0.64], abs=1e-4)


def test_a_change_reaches_what_needed_links_lead_to_and_nothing_that_no_path_leads_to():
    linked, kinds = torch.zeros(1, 4, 4), torch.full((1, 4, 4), -1)
    for cause, effect, kind in ((0, 1, NEEDED), (1, 2, NEEDED), (2, 3, HELPS)):
        linked[0, cause, effect], kinds[0, cause, effect] = 1, kind
    unknown = -1
    assert reached(linked, kinds)[0, 0].tolist() == [0, 1, 1, unknown]
    assert reached(linked, kinds)[0, 3].tolist() == [0, 0, 0, 0]


def test_padding_is_never_chosen_and_the_rest_sums_to_one_with_none():
    scores = torch.tensor([[1.0, 0.0, 9.0]])
    shares = chosen(scores, torch.tensor([[True, True, False]]))
    total = math.e + 1 + 1
    assert shares[0].tolist() == pytest.approx([math.e / total, 1 / total, 0.0], abs=1e-6)


def test_each_epoch_shows_every_what_if_of_a_story():
    (pair,) = pairs(1)
    rows = list(shown(pair, [pair[0]], random.Random(0)))
    assert [what_if.had for _, what_if in rows][: len(pair[0].what_ifs)] == [w.had for w in pair[0].what_ifs]


def test_training_twice_gives_the_same_weights():
    tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    tokenizer.no_padding()

    def trained():
        torch.manual_seed(0)
        config = transformers.BertConfig(hidden_size=384, num_hidden_layers=1, intermediate_size=32)
        network = Reader(transformers.BertModel(config))
        train(network, pairs(4), tokenizer, epochs=1, size=4)
        return network.state_dict()

    first, second = trained(), trained()
    assert all(torch.equal(first[name], second[name]) for name in first)
