"""The training of the networks; where torch is missing (extra `train`) there is nothing to test."""

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
from research.training.encoder.batches import EditBatch  # noqa: E402
from research.training.encoder.edits import ABSENT, ALTERED, KEPT, NOT_KEPT, rewrite_of  # noqa: E402
from research.training.encoder.examples import labelled  # noqa: E402
from research.training.encoder.export import export, weights_of  # noqa: E402
from research.training.encoder.network import Editor, Reader, chosen  # noqa: E402
from research.training.encoder.optimisation import (  # noqa: E402
    edit_epoch,
    edit_loss,
    epoch,
    follow,
    reached,
    set_loss,
    shown,
    train,
)

PADDING = -1.0
NEEDED, HELPS = 4, 6


def lines(name, count):
    with (OWN / name).open(encoding="utf-8") as file:
        return [json.loads(next(file)) for _ in range(count)]


def pairs(count):
    return [both(labelled(story)) for story in lines("stories.jsonl", count)]


def rewrites(count):
    stories = {story["id"]: story for story in lines("stories.jsonl", 300)}
    told = [rewrite for rewrite in lines("rewrites.jsonl", 200) if rewrite["story"] in stories]
    return [rewrite_of(stories[rewrite["story"]], rewrite) for rewrite in told[:count]]


def small(kind):
    torch.manual_seed(0)
    config = transformers.BertConfig(hidden_size=384, num_hidden_layers=1, intermediate_size=32)
    return kind(transformers.BertModel(config))


def tokenizer():
    loaded = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    loaded.no_padding()
    return loaded


class Said(Editor):
    """An editor that says one thing of every claim."""

    def __init__(self, told):
        torch.nn.Module.__init__(self)
        self.said = torch.tensor(told)

    def forward(self, *_):
        return self.said[None, None], torch.zeros(1, 6)


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


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        (KEPT, -math.log(0.7)),
        (ALTERED, -math.log(0.2)),
        (ABSENT, -math.log(0.1)),
        (NOT_KEPT, -0.3 * math.log(0.2 + 0.1)),
    ],
)
def test_a_claim_costs_what_its_label_had_of_the_chances(label, expected):
    network = Said([math.log(0.7), math.log(0.2), math.log(0.1), 0.0])
    unknown = torch.full((1, 1), PADDING)
    batch = EditBatch(inputs=(), told=torch.tensor([[label]]), fits=unknown, verdict=torch.full((1, 6), PADDING))
    assert edit_loss(network, batch).item() == pytest.approx(expected, abs=1e-5)


def test_training_twice_gives_the_same_weights():
    def trained(kind, groups):
        return train(small(kind), groups, tokenizer()).state_dict()

    for kind, groups in (
        (Reader, epoch(pairs(4), 4, random.Random(0))),
        (Editor, edit_epoch(rewrites(4), (), 4, random.Random(0))),
    ):
        first, second = trained(kind, groups), trained(kind, groups)
        assert all(torch.equal(first[name], second[name]) for name in first)


def test_both_networks_share_a_file_of_words_and_can_be_trained_on(tmp_path):
    network = small(Reader)
    shared = network.encoder.embeddings
    export(network, tmp_path / "reader.onnx")
    editor = small(Editor)
    editor.encoder.embeddings = shared
    export(editor, tmp_path / "editor.onnx")
    assert {path.name for path in tmp_path.iterdir()} == {"reader.onnx", "editor.onnx", "embeddings.bin"}
    again = weights_of(tmp_path / "editor.onnx")
    for name, weights in editor.state_dict().items():
        if name in again:
            assert torch.allclose(again[name], weights, atol=weights.abs().max().item() / 100), name
    editor.encoder.embeddings = small(Editor).encoder.embeddings
    with torch.no_grad():
        editor.encoder.embeddings.word_embeddings.weight += 1
    with pytest.raises(ValueError, match="train from them"):
        export(editor, tmp_path / "editor.onnx")
