"""One question answered, by the engine or by a model, as `samples.jsonl` keeps it."""

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
"""Name under which the engine's own answers are scored."""


def models_first(names: Iterable[str]) -> list[str]:
    """Return the names of those who answered, each once, the engine last: a run is about the model.

    Examples
    --------
    >>> models_first(["causalcore", "causalcore", "small", "large"])
    ['small', 'large', 'causalcore']
    """
    return sorted(dict.fromkeys(names), key=lambda name: name == ENGINE)


class Firmness(IntEnum):
    """How an answer follows, the firmest last."""

    OPEN = 0
    ASSUMED = 1
    """Something was taken for granted beyond the text: an assumption of the method, or of the reading."""
    ROUNDED = 2
    """The sign is that of the printed numbers; unrounded ones could give the other sign."""
    PROVED = 3
    """From the text alone, whatever was rounded away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CladderSample:
    """An answer and the gold answer.

    Parameters
    ----------
    said
        True for yes, None for neither.
    confidence
        For the engine its firmness, from 0 to 3; of a model what it gave, or 0.
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
    """Have the engine answer a question; a text that cannot be read is undetermined, with the reason."""
    from benchmarks.questions import answer
    from logic.errors import ReasoningError

    try:
        found = answer(item.text)
    except ReasoningError as error:
        return _sample(item, ENGINE, None, confidence=0.0, why=(str(error),), blame=Blame.GRADER)
    why = tuple(f"{step.name}: {step.words}" for step in found.steps)
    blame = Blame.DATA if found.yes is None else None
    return _sample(item, ENGINE, found.yes, confidence=float(firmness(found)), why=why, blame=blame)


def firmness(found: Answer) -> Firmness:
    """Say how an answer follows."""
    if found.yes is None:
        return Firmness.OPEN
    if found.firm:
        return Firmness.PROVED
    assumed = bool(getattr(found.result, "assumption", "")) or any(step.name == "reading" for step in found.steps)
    return Firmness.ASSUMED if assumed else Firmness.ROUNDED


def responded(item: CladderItem, response: PlainResponse) -> CladderSample:
    """Score what a model said."""
    said = yes_or_no(response.text)
    return _sample(
        item,
        response.model,
        said,
        confidence=response.confidence or 0.0,
        why=(response.text.strip()[:400],),
        blame=None if said is not None else Blame.MODEL,
    )


def _sample(item: CladderItem, model: str, said: bool | None, **found: Any) -> CladderSample:
    return CladderSample(
        id=item.id,
        model=model,
        answer=item.answer,
        said=said,
        query_type=item.query_type,
        rung=item.rung,
        story=item.story,
        kind=item.kind,
        **found,
    )
