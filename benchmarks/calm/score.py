"""Answers to CaLM questions by the engine or a model, as stored in `samples.jsonl`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from benchmarks.calm.data import Asks
from benchmarks.cladder.score import ENGINE, Firmness
from benchmarks.cladder.scored_run import answers_into
from benchmarks.runs.scores import Blame, SampleOutcome

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from benchmarks.calm.data import CalmItem
    from benchmarks.questions import Answer
    from benchmarks.runs.generation import PlainResponse

TITLE: Final = "Formal causal questions in English (CaLM)"
TOLERANCE: Final = 1e-3
"""Largest error of a right number: items round their inputs to four digits."""
UNOBSERVED: Final = "A is unobserved."
"""An assumption of the benchmark's worked examples about sets that the questions leave out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalmSample:
    """An answer and the gold answer.

    Parameters
    ----------
    said
        `yes`, `no`, a number, or the number of an option; None without an answer.
    needs_model
        Whether the item cannot be answered from its text alone.
    confidence
        The engine's firmness, from 0 to 3, or a model's stated confidence; otherwise 0.
    assumption
        The engine's assumption beyond the text.
    faults
        Contradictions between the item and its own graph or numbers.
    why
        The steps, or why there is no answer.
    proof
        The engine's answer as an object: graph, query, estimand, numbers with their places in the text, independences.
    checked
        Whether the proof was rechecked and holds.
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


def score_into(
    out: Path,
    items: Sequence[CalmItem],
    responses: Sequence[PlainResponse] = (),
    read: Mapping[str, CalmSample] | None = None,
) -> list[CalmSample]:
    """Answer the questions that the folder lacks, and return the samples of the engine and of all responses.

    Parameters
    ----------
    read
        A model's answers to questions that no text decides, by item id.
    """
    given = read or {}

    def answer(item: CalmItem) -> CalmSample:
        return given.get(item.id) or answered(item)

    def said(item: CalmItem) -> tuple[str, ...]:
        sample = given.get(item.id)
        return () if sample is None else (str(sample.said), *sample.why)

    return answers_into(out, CalmSample, items, responses, answer=answer, respond=responded, beside=said)


def outcome_of(item: CalmItem, said: str | None) -> SampleOutcome:
    """Compare an answer with the gold answer; numbers to 1e-3.

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
    """Have the engine answer a question; an unreadable one is undetermined, with the reason."""
    from benchmarks.calm.faults import faults_of
    from logic.errors import ReasoningError

    if item.needs_model:
        reason = "only a model can read it: the text does not say what follows"
        return _sample(item, ENGINE, None, why=(reason,), blame=Blame.GRADER)
    faults = faults_of(item)
    try:
        reply, beside = _answer(item)
    except ReasoningError as error:
        return _sample(item, ENGINE, None, faults=faults, why=(str(error),), blame=Blame.GRADER)
    value, nothing = _said(item, reply)
    assumption = "; ".join(filter(None, (beside, reply.assumption, nothing)))
    why = tuple(f"{step.name}: {step.words}" for step in reply.steps)
    return _sample(
        item,
        ENGINE,
        value,
        confidence=float(firmness(reply, value, assumption)),
        assumption=assumption,
        faults=faults,
        why=why,
        proof={"text": reply.reading.text, **reply.as_dict()},
        checked=reply.check(),
        blame=Blame.DATA if value is None else None,
    )


def read_by_model(item: CalmItem, said: str, why: tuple[str, ...]) -> CalmSample:
    """Return the sample of a model's answer to a question that no text decides; it has no proof."""
    assumption = "as a language model takes people to judge"
    return _sample(item, ENGINE, said, confidence=float(Firmness.ASSUMED), assumption=assumption, why=why)


def unread(item: CalmItem, why: str) -> CalmSample:
    """Return the sample of a question without a usable answer from a model."""
    return _sample(item, ENGINE, None, why=(why,), blame=Blame.GRADER)


def _answer(item: CalmItem) -> tuple[Answer, str]:
    """Answer an item; if several options hold, retry with the worked examples' assumption."""
    from benchmarks.questions import answer

    reply = answer(item.text)
    if item.asks is not Asks.OPTION or (reply.option is not None and not reply.assumption):
        return reply, ""
    again = answer(f"{item.text}\n{UNOBSERVED}")
    if again.option is None:
        return reply, ""
    return again, f"{UNOBSERVED.rstrip('.')}, as in the benchmark's worked examples"


def _said(item: CalmItem, reply: Answer) -> tuple[str | None, str]:
    """Return the answer in the item's format, and the assumption that it needs."""
    if item.asks is Asks.OPTION:
        return (None if reply.option is None else str(reply.option)), ""
    if item.asks is Asks.NUMBER:
        return (None if reply.value is None else f"{reply.value:.6g}"), ""
    if reply.value is not None and 0.0 < abs(reply.value) < TOLERANCE and "Background" in item.row:
        return "no", f"a difference below {TOLERANCE:g} is none, as in the benchmark's steps"
    return (None if reply.yes is None else reply.word), ""


def firmness(found: Answer, said: str | None, assumption: str) -> Firmness:
    """Return how an answer follows: proved, from rounded numbers, or under an assumption."""
    if said is None:
        return Firmness.OPEN
    if assumption or any(step.name == "reading" for step in found.steps):
        return Firmness.ASSUMED
    rounded = getattr(found.result, "rounded", None)
    exact = rounded is not None and rounded[1] - rounded[0] <= 2 * TOLERANCE
    return Firmness.PROVED if found.firm or (found.yes is None and exact) else Firmness.ROUNDED


def responded(item: CalmItem, response: PlainResponse) -> CalmSample:
    """Score a model's response."""
    from benchmarks.calm.response import answer_in

    value = answer_in(response.text, item.asks)
    return _sample(
        item,
        response.model,
        value,
        confidence=response.confidence or 0.0,
        why=(response.text.strip()[:400],),
        blame=None if value is not None else Blame.MODEL,
    )


def _sample(item: CalmItem, model: str, value: str | None, *, confidence: float = 0.0, **more: Any) -> CalmSample:
    return CalmSample(
        id=item.id,
        model=model,
        task=item.task,
        story=item.story,
        answer=item.answer,
        said=value,
        outcome=outcome_of(item, value),
        needs_model=item.needs_model,
        confidence=confidence,
        **more,
    )
