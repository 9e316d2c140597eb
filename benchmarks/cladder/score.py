"""An answer to a question by the engine or a model, as stored in `samples.jsonl`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

from benchmarks.cladder.response import yes_or_no
from benchmarks.runs.scores import Blame, SampleOutcome

if TYPE_CHECKING:
    from benchmarks.cladder.data import CladderItem
    from benchmarks.questions import Answer
    from benchmarks.runs.generation import PlainResponse

ENGINE: Final = "causalcore"
"""Model name for the engine's own answers."""


def models_first(names: Iterable[str]) -> list[str]:
    """Return the distinct names of who answered, the engine last: a run is about the model.

    Examples
    --------
    >>> models_first(["causalcore", "causalcore", "small", "large"])
    ['small', 'large', 'causalcore']
    """
    return sorted(dict.fromkeys(names), key=lambda name: name == ENGINE)


class Firmness(IntEnum):
    """How an answer follows, in order of firmness."""

    OPEN = 0
    ASSUMED = 1
    """It needs an assumption of the method or of the reading."""
    ROUNDED = 2
    """It holds for the printed numbers; unrounded ones could give the other sign."""
    PROVED = 3
    """It follows from the text alone, whatever digits were rounded away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CladderSample:
    """An answer and the gold answer.

    Parameters
    ----------
    said
        True for yes, None for neither.
    confidence
        The engine's firmness, from 0 to 3, or a model's stated confidence; otherwise 0.
    why
        The steps, or why there is no answer.
    """

    id: str
    model: str
    answer: bool
    said: bool | None
    query_type: str
    rung: int
    story: str
    kind: str
    confidence: float
    why: tuple[str, ...] = ()
    blame: Blame | None = None

    @property
    def outcome(self) -> SampleOutcome:
        """Correct, incorrect or undetermined."""
        if self.said is None:
            return SampleOutcome.UNDETERMINED
        return SampleOutcome.CORRECT if self.said == self.answer else SampleOutcome.INCORRECT

    def to_dict(self) -> dict[str, Any]:
        """Return the sample as a JSON object."""
        return {**asdict(self), "why": list(self.why), "outcome": self.outcome.value}


def answered(item: CladderItem) -> CladderSample:
    """Have the engine answer a question; an unreadable one is undetermined, with the reason."""
    from benchmarks.questions import answer
    from logic.errors import ReasoningError

    try:
        reply = answer(item.text)
    except ReasoningError as error:
        return _sample(item, ENGINE, None, confidence=0.0, why=(str(error),), blame=Blame.GRADER)
    why = tuple(f"{step.name}: {step.words}" for step in reply.steps)
    blame = Blame.DATA if reply.yes is None else None
    return _sample(item, ENGINE, reply.yes, confidence=float(firmness(reply)), why=why, blame=blame)


def firmness(found: Answer) -> Firmness:
    """Return how an answer follows."""
    if found.yes is None:
        return Firmness.OPEN
    if found.firm:
        return Firmness.PROVED
    assumed = bool(getattr(found.result, "assumption", "")) or any(step.name == "reading" for step in found.steps)
    return Firmness.ASSUMED if assumed else Firmness.ROUNDED


def responded(item: CladderItem, response: PlainResponse) -> CladderSample:
    """Score a model's response."""
    value = yes_or_no(response.text)
    return _sample(
        item,
        response.model,
        value,
        confidence=response.confidence or 0.0,
        why=(response.text.strip()[:400],),
        blame=None if value is not None else Blame.MODEL,
    )


def _sample(item: CladderItem, model: str, value: bool | None, **more: Any) -> CladderSample:
    return CladderSample(
        id=item.id,
        model=model,
        answer=item.answer,
        said=value,
        query_type=item.query_type,
        rung=item.rung,
        story=item.story,
        kind=item.kind,
        **more,
    )
