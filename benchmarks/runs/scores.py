"""Scores that know why, and whom to blame for what could not be scored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


class SampleOutcome(StrEnum):
    """A verdict; undetermined is never counted as one of the others."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    UNDETERMINED = "undetermined"


class Blame(StrEnum):
    """Who is the reason that there is no verdict."""

    MODEL = "model"
    GRADER = "grader"
    DATA = "data"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The outcome of one criterion.

    Parameters
    ----------
    quote
        Words of the response that it rests on, or empty.
    """

    kind: str
    statement: str
    verdict: str
    quote: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One judge's verdict on one generation.

    Parameters
    ----------
    errors
        Error classes E1 to E5; empty unless the outcome is incorrect.
    reasons
        Short sentences.
    modes
        Failure modes, where the benchmark has them; empty unless the outcome is incorrect.
    blame
        Set when the outcome is undetermined; the model's, too, when it gave no answer that could be judged, which is
        incorrect.
    confidence
        How sure the judge is of the outcome, where it says so.
    criteria
        The outcome of each criterion, if there are any.
    """

    outcome: SampleOutcome
    errors: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    blame: Blame | None = None
    criteria: tuple[Judgement, ...] = ()
    confidence: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One generation with its scores, as `samples.jsonl` keeps it.

    Parameters
    ----------
    derived
        Verdict by the rubric derived from text and what-if.
    dataset
        Verdict by the dataset's own criteria strings.
    judge
        Verdict of a language model on the criteria, where one was asked.
    correct, failed
        The verdict that the file came with, if any.
    """

    key: str
    item: str
    core: str
    domain: str
    graph_type: str
    query_index: int
    model: str
    response: str
    derived: Score
    dataset: Score
    judge: Score | None = None
    correct: bool | None = None
    failed: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the sample as a JSON object; without `judge` where no model was asked."""
        return {name: value for name, value in asdict(self).items() if name != "judge" or value is not None}


@cache
def _adapter(kind: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


def read_as(kind: type[T], row: Mapping[str, Any]) -> T:
    """Return the sample, a dataclass, that was written as a JSON object; other fields of the object are passed over."""
    sample: T = _adapter(kind).validate_python(row)  # type: ignore[arg-type]  # a class is hashable
    return sample
