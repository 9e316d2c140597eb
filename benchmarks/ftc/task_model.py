"""A function, or a Hugging Face pipeline, that gives probabilities of E, C and N for premise and hypothesis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, Protocol

from benchmarks.errors import BenchmarkError, TransformersMissingError
from benchmarks.ftc.data import Probabilities, checked_probabilities
from benchmarks.statistics.local_models import opened

BATCH: Final = 32


class PairsError(BenchmarkError, ValueError):
    """A task model does not return one distribution for each pair."""


class TaskModel(Protocol):
    """A classifier f(u, x): takes pairs of premise and hypothesis, returns one distribution each."""

    def __call__(self, pairs: Sequence[tuple[str, str]], /) -> Sequence[Mapping[Any, float]]:
        """Return a distribution over E, C and N, named by letter or word, for each (premise, hypothesis)."""
        ...


def predict(model: TaskModel, pairs: Iterable[tuple[str, str]], *, batch: int = BATCH) -> Iterator[Probabilities]:
    """Ask a model in batches.

    Examples
    --------
    >>> list(predict(lambda pairs: [{"E": 1, "C": 0, "N": 0} for _ in pairs], [("It rains.", "It is wet.")]))
    [{<Label.ENTAILMENT: 'E'>: 1.0, <Label.CONTRADICTION: 'C'>: 0.0, <Label.NEUTRAL: 'N'>: 0.0}]
    """
    rest = iter(pairs)
    while asked := list(islice(rest, batch)):
        answers = list(model(asked))
        if len(answers) != len(asked):
            message = f"expected a distribution for each of {len(asked)} pairs, got {len(answers)}; return one for each"
            raise PairsError(message)
        for answer in answers:
            yield checked_probabilities({str(name): value for name, value in answer.items()}, "task model")


class PipelineModel:
    """A text-classification pipeline of the transformers library as a task model.

    Parameters
    ----------
    pipeline
        The result of `transformers.pipeline("text-classification", ...)`, or anything with its interface.
    labels
        The pipeline's label names -> E, C, N (or the words), unless they already are the words.
    """

    def __init__(self, pipeline: Any, labels: Mapping[str, str] | None = None) -> None:
        self._pipeline, self._labels = pipeline, dict(labels or {})

    @classmethod
    def named(cls, name: str, labels: Mapping[str, str] | None = None) -> PipelineModel:
        """Load a pipeline by name or folder; only what you name is downloaded."""
        try:
            from transformers import pipeline
        except ImportError as missing:
            message = "expected the transformers library, got none; try: pip install 'causalcore[transformers]'"
            raise TransformersMissingError(message) from missing
        made = opened(name, "a task model", "a text classifier", lambda: pipeline("text-classification", model=name))
        return cls(made, labels)

    def __call__(self, pairs: Sequence[tuple[str, str]], /) -> list[dict[str, float]]:
        """Classify pairs."""
        asked = [{"text": premise, "text_pair": hypothesis} for premise, hypothesis in pairs]
        answers = self._pipeline(asked, top_k=None)
        return [{self._labels.get(one["label"], one["label"]): one["score"] for one in answer} for answer in answers]
