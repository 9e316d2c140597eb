from __future__ import annotations

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_models import classifier, need
from typer.testing import CliRunner

from nlbridge.apps.command.cli import app
from nlbridge.grounding.claims.evidence import Claim, Finding
from nlbridge.grounding.models.local_model import ModelMissingError
from nlbridge.grounding.models.log_odds_sum import LogOddsSum
from nlbridge.grounding.models.textual_entailment import (
    NAMES,
    Entailment,
    EntailmentEvidence,
    cross_encoder,
    order_of,
    pairs,
)

RUNNER = CliRunner()
LABELS = ("contradiction", "entailment", "neutral")
EDIT = "The oven door worked, so the bread came out fine. A piper played in the square."
CLAIM = Claim(event="e1", statement="The oven door jammed.", aligned="", start=4, end=20, values=())
ABSENT = Claim(event="e2", statement="The loaves burned.", aligned="", start=0, end=0, values=())
PLAIN = LogOddsSum(names=NAMES, bias=0.0, slope=1.0, weights=(0.5,))
VERIFY = [
    "verify", "The oven door jammed, so the loaves burned.", "--had", "the oven door not jammed",
    "--edit", EDIT, "--format", "json",
]  # fmt: skip


class Said:
    def findings(self, claims, passage):
        return tuple(Finding(altered=0.6, other=0.2, because="words") for _ in claims)


@st.composite
def entailments(draw):
    parts = [draw(st.floats(0.001, 1)) for _ in range(3)]
    return Entailment(
        **dict(zip(("entailed", "neutral", "contradicted"), (p / sum(parts) for p in parts), strict=True))
    )


def weighed(found, claims=(CLAIM, ABSENT)):
    evidence = EntailmentEvidence(base=Said(), judge=lambda asked: [found for _ in asked], name="toy", weigher=PLAIN)
    return evidence.findings(claims, EDIT)


@given(entailments())
def test_what_speaks_for_an_altered_claim_turns_its_sign_when_the_labels_change_places(found):
    turned = Entailment(entailed=found.contradicted, neutral=found.neutral, contradicted=found.entailed)
    assert turned.evidence == pytest.approx(tuple(-value for value in found.evidence))


@given(entailments())
def test_a_contradiction_raises_the_chance_and_an_entailment_lowers_it(found):
    for one in weighed(found):
        assert (one.altered > 0.6) == (found.contradicted > found.entailed) or one.altered == pytest.approx(0.6)
        assert sum(one.chances.values()) == pytest.approx(1)
        assert min(one.chances.values()) >= -1e-9
        assert "toy" in one.because


def test_a_neutral_premise_leaves_the_claim_unmentioned_and_its_chance_as_it_was():
    (one, _) = weighed(Entailment(entailed=0.0, neutral=1.0, contradicted=0.0))
    assert one.altered == pytest.approx(0.6)
    assert one.not_mentioned == pytest.approx(0.6)


def test_the_premise_is_the_sentence_that_the_words_lead_to_else_the_edit():
    assert pairs((CLAIM, ABSENT), EDIT) == [
        ("The oven door worked, so the bread came out fine.", "The oven door jammed."),
        (EDIT, "The loaves burned."),
    ]


def test_labels_are_found_in_any_order_and_a_model_without_them_is_refused():
    assert order_of(dict(enumerate(LABELS)), "m") == (1, 2, 0)
    assert order_of({0: "entailment", 1: "contradiction"}, "m") == (0, None, 1)
    for labels in ({0: "LABEL_0", 1: "LABEL_1"}, {0: "entailment", 1: "not_entailment"}):
        with pytest.raises(ModelMissingError, match="id2label"):
            order_of(labels, "m")


def test_a_missing_library_is_one_line_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    result = RUNNER.invoke(app, [*VERIFY, "--nli", "some-model"])
    assert result.exit_code == 2
    assert "causalcore[nli]" in result.output
    assert result.output.count("\n") == 1


def test_a_cross_encoder_gives_what_its_library_gives_for_each_pair_alone(tmp_path):
    need("torch", "nli"), need("transformers", "nli")
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    name = str(classifier(tmp_path, LABELS))
    asked = [("the loaves burned .", "the bread came out fine ."), ("the oven door worked .", "dogs feed cats .")]
    found = cross_encoder(name)(asked)
    model, tokenizer = AutoModelForSequenceClassification.from_pretrained(name), AutoTokenizer.from_pretrained(name)
    for (premise, hypothesis), one in zip(asked, found, strict=True):
        with torch.no_grad():
            scores = model.eval()(**tokenizer(premise, hypothesis, return_tensors="pt")).logits[0]
        alone = (scores.exp() / scores.exp().sum()).tolist()
        assert (one.contradicted, one.entailed, one.neutral) == pytest.approx(alone, abs=1e-5)
    assert cross_encoder(name)([]) == []


def test_a_long_edit_is_cut_to_what_the_model_takes(tmp_path):
    need("torch", "nli"), need("transformers", "nli")
    (found,) = cross_encoder(str(classifier(tmp_path, LABELS)))([("the oven worked . " * 90, "the loaves burned .")])
    assert found.entailed + found.neutral + found.contradicted == pytest.approx(1, abs=1e-5)


def test_verify_names_the_model_and_what_it_said(tmp_path):
    need("torch", "nli"), need("transformers", "nli")
    name = str(classifier(tmp_path / "toy-nli", LABELS))
    result = RUNNER.invoke(app, [*VERIFY, "--nli", name])
    rows = json.loads(result.stdout)["criteria"]
    assert any("toy-nli: entailed 0." in row["why"] for row in rows)
    assert str(tmp_path) not in result.stdout
    result = RUNNER.invoke(app, [*VERIFY, "--nli", str(tmp_path / "nothing")])
    assert result.exit_code == 2
    assert "--nli" in result.output
