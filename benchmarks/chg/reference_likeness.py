"""Similarity of a model's counter-hypotheses to people's, by the measures of Abdolmaleki et al., Table 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.chg.response import REFERENCE
from benchmarks.statistics import similarity as metrics

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.chg.score import ChgSample


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """Means over the responses whose item has a reference.

    Parameters
    ----------
    bleu, rouge_l
        BLEU-4 of the whole set and mean ROUGE-L; 0 to 100.
    bert_score, sem_score
        Mean F of BERTScore and mean cosine of SemScore; None without a model.
    """

    responses: int
    bleu: float
    rouge_l: float
    bert_score: float | None = None
    sem_score: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SemanticModels:
    """Names or folders of the models for BERTScore (with the layer to read) and SemScore."""

    bert_score: str | None = None
    bert_score_layer: int | None = None
    sem_score: str | None = None


def reference_likeness(samples: Sequence[ChgSample], models: SemanticModels | None = None) -> Mapping[str, Likeness]:
    """Compare each model's responses with the references, but never references with themselves."""
    named = models or SemanticModels()
    groups: dict[str, list[tuple[str, str]]] = {}
    for sample in samples:
        if sample.reference and sample.model != REFERENCE:
            groups.setdefault(sample.model, []).append((sample.response, sample.reference))
    return {model: _likeness(pairs, named) for model, pairs in groups.items()}


def _likeness(pairs: Sequence[tuple[str, str]], models: SemanticModels) -> Likeness:
    texts, references = [text for text, _ in pairs], [reference for _, reference in pairs]
    return Likeness(
        responses=len(pairs),
        bleu=metrics.bleu(texts, references),
        rouge_l=100 * sum(metrics.rouge_l(text, reference) for text, reference in pairs) / len(pairs),
        bert_score=_mean(metrics.bert_score(texts, references, model=models.bert_score, layer=models.bert_score_layer))
        if models.bert_score
        else None,
        sem_score=_mean(metrics.sem_score(texts, references, model=models.sem_score)) if models.sem_score else None,
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
