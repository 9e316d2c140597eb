"""Scores with their reasons, and who is to blame if there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


class SampleOutcome(StrEnum):
    """A verdict; undetermined never counts as one of the others."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    UNDETERMINED = "undetermined"


class Blame(StrEnum):
    """Who is to blame for a missing verdict."""

    MODEL = "model"
    GRADER = "grader"
    DATA = "data"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The outcome of one criterion.

    Parameters
    ----------
    quote
        Supporting words of the response, or empty.
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
        Failure modes, if the benchmark has any; empty unless the outcome is incorrect.
    blame
        Set if the outcome is undetermined, and to the model if an answer that cannot be judged counts as incorrect.
    confidence
        The judge's confidence in the outcome, if stated.
    criteria
        The outcome of each criterion, if any.
    """

    outcome: SampleOutcome
    errors: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    blame: Blame | None = None
    criteria: tuple[Judgement, ...] = ()
    confidence: float | None = None

    @property
    def right(self) -> bool | None:
        """Whether the outcome is correct; None if undetermined."""
        return None if self.outcome is SampleOutcome.UNDETERMINED else self.outcome is SampleOutcome.CORRECT


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One generation with its scores, as stored in `samples.jsonl`.

    Parameters
    ----------
    derived
        Verdict by the rubric derived from text and what-if.
    dataset
        Verdict by the dataset's own criteria strings.
    judge
        Verdict of a language model on the criteria, if requested.
    correct, failed
        The verdict in the generations file, if any.
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
        """Return the sample as a JSON object, without `judge` if no model judged."""
        return {name: value for name, value in asdict(self).items() if name != "judge" or value is not None}


@cache
def _adapter(kind: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


def read_as(kind: type[T], row: Mapping[str, Any]) -> T:
    """Restore a sample, a dataclass, from a JSON object; ignore other fields."""
    sample: T = _adapter(kind).validate_python(row)  # type: ignore[arg-type]  # a class is hashable
    return sample
