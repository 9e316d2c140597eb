"""One question of CaLM answered, by the engine or by a model, as `samples.jsonl` keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from benchmarks.calm.data import Asks
from benchmarks.cladder.score import ENGINE, Firmness
from benchmarks.runs.scores import Blame, SampleOutcome

if TYPE_CHECKING:
    from benchmarks.calm.data import CalmItem
    from benchmarks.questions import Answer
    from benchmarks.runs.generation import PlainResponse

TOLERANCE: Final = 1e-3
"""Distance up to which a number is right: items round what they start from to four digits."""
UNOBSERVED: Final = "A is unobserved."
"""What the benchmark's worked examples say of questions about sets, and the questions themselves leave out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalmSample:
    """An answer and the gold answer.

    Parameters
    ----------
    said
        `yes`, `no`, a number, the number of an option; None for none.
    needs_model
        Whether the item cannot be answered from its text alone.
    confidence
        For the engine its firmness, from 0 to 3; of a model what it gave, or 0.
    assumption
        What the engine took for granted beyond the text.
    faults
        What in the item does not fit its own graph or numbers.
    why
        The steps, or why there is no answer.
    proof
        The engine's answer as an object: graph, query, estimand, numbers with their places in the text, independences.
    checked
        Whether the proof was gone through once more and holds.
    """

    id: str
    model: str
    task: str
    story: str
    answer: str
    said: str | None
    outcome: SampleOutcome
    needs_model: bool
    confidence: float
    assumption: str = ""
    faults: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    proof: Mapping[str, Any] | None = None
    checked: bool | None = None
    blame: Blame | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the sample as a JSON object."""
        return {**asdict(self), "why": list(self.why), "faults": list(self.faults)}


def outcome_of(item: CalmItem, said: str | None) -> SampleOutcome:
    """Compare an answer with that of the data; numbers to 1e-3.

    Examples
    --------
    >>> from benchmarks.calm.data import Asks, CalmItem
    >>> fields = {"id": "t:1", "task": "t", "text": "", "needs_model": False, "story": "", "row": {}}
    >>> item = CalmItem(asks=Asks.NUMBER, answer="0.2390", **fields)
    >>> [str(outcome_of(item, said)) for said in ("0.23955", "0.25", None)]
    ['correct', 'incorrect', 'undetermined']
    """
    if said is None:
        return SampleOutcome.UNDETERMINED
    close = item.asks is Asks.NUMBER and abs(float(said) - float(item.answer)) <= TOLERANCE
    right = close or said == item.answer
    return SampleOutcome.CORRECT if right else SampleOutcome.INCORRECT


def answered(item: CalmItem) -> CalmSample:
    """Have the engine answer a question; what it cannot read is undetermined, with the reason."""
    from benchmarks.calm.faults import faults_of
    from logic.errors import ReasoningError

    if item.needs_model:
        reason = "only a model can read it: the text does not say what follows"
        return _sample(item, ENGINE, None, why=(reason,), blame=Blame.GRADER)
    faults = faults_of(item)
    try:
        found, beside = _answer(item)
    except ReasoningError as error:
        return _sample(item, ENGINE, None, faults=faults, why=(str(error),), blame=Blame.GRADER)
    said, nothing = _said(item, found)
    assumption = "; ".join(filter(None, (beside, found.assumption, nothing)))
    why = tuple(f"{step.name}: {step.words}" for step in found.steps)
    return _sample(
        item,
        ENGINE,
        said,
        confidence=float(firmness(found, said, assumption)),
        assumption=assumption,
        faults=faults,
        why=why,
        proof={"text": found.reading.text, **found.as_dict()},
        checked=found.check(),
        blame=Blame.DATA if said is None else None,
    )


def read_by_model(item: CalmItem, said: str, why: tuple[str, ...]) -> CalmSample:
    """Return what a model answers to a question that no text decides; nothing of it is proved."""
    assumption = "as a language model takes people to judge"
    return _sample(item, ENGINE, said, confidence=float(Firmness.ASSUMED), assumption=assumption, why=why)


def unread(item: CalmItem, why: str) -> CalmSample:
    """Return a question that a model could not answer in a form that can be used."""
    return _sample(item, ENGINE, None, why=(why,), blame=Blame.GRADER)


def _answer(item: CalmItem) -> tuple[Answer, str]:
    """Answer an item; where several options hold, once more with what the benchmark's worked examples add."""
    from benchmarks.questions import answer

    found = answer(item.text)
    if item.asks is not Asks.OPTION or (found.option is not None and not found.assumption):
        return found, ""
    again = answer(f"{item.text}\n{UNOBSERVED}")
    if again.option is None:
        return found, ""
    return again, f"{UNOBSERVED.rstrip('.')}, as in the benchmark's worked examples"


def _said(item: CalmItem, found: Answer) -> tuple[str | None, str]:
    """Return the answer in the form of the item, and what was taken for granted to give it."""
    if item.asks is Asks.OPTION:
        return (None if found.option is None else str(found.option)), ""
    if item.asks is Asks.NUMBER:
        return (None if found.value is None else f"{found.value:.6g}"), ""
    if found.value is not None and 0.0 < abs(found.value) < TOLERANCE and "Background" in item.row:
        return "no", f"a difference below {TOLERANCE:g} is none, as in the benchmark's steps"
    return (None if found.yes is None else found.word), ""


def firmness(found: Answer, said: str | None, assumption: str) -> Firmness:
    """Say how an answer follows: proved, from the numbers as rounded, or under an assumption."""
    if said is None:
        return Firmness.OPEN
    if assumption or any(step.name == "reading" for step in found.steps):
        return Firmness.ASSUMED
    rounded = getattr(found.result, "rounded", None)
    exact = rounded is not None and rounded[1] - rounded[0] <= 2 * TOLERANCE
    return Firmness.PROVED if found.firm or (found.yes is None and exact) else Firmness.ROUNDED


def responded(item: CalmItem, response: PlainResponse) -> CalmSample:
    """Score what a model said."""
    from benchmarks.calm.response import answer_in

    said = answer_in(response.text, item.asks)
    return _sample(
        item,
        response.model,
        said,
        confidence=response.confidence or 0.0,
        why=(response.text.strip()[:400],),
        blame=None if said is not None else Blame.MODEL,
    )


def _sample(item: CalmItem, model: str, said: str | None, *, confidence: float = 0.0, **found: Any) -> CalmSample:
    return CalmSample(
        id=item.id,
        model=model,
        task=item.task,
        story=item.story,
        answer=item.answer,
        said=said,
        outcome=outcome_of(item, said),
        needs_model=item.needs_model,
        confidence=confidence,
        **found,
    )
