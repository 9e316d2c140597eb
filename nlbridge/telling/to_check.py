"""What to check in a reading, as yes/no questions, ranked by how many answers depend on them.

Examples
--------
>>> from causalcore.derivation.derivation import derive
>>> from causalcore.derivation.rubric import build_rubric
>>> from causalcore.scenario.intervention import do
>>> from causalcore.scenario.scenario import Event, Link, Scenario
>>> rain, roof = Event(id="e1", statement="It rained."), Event(id="e2", statement="The roof leaked.")
>>> scenario = Scenario(events=(rain, roof), links=(Link(cause="e1", effect="e2", confidence=0.7),))
>>> for doubt in to_check(build_rubric(derive(scenario, do({"e1": "false"})))):
...     print(doubt.question)
Did 'The roof leaked' come about because of 'It rained'?
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.scenario.graph import descendants, downstream
from causalcore.scenario.scenario import Event, Link, Scenario, Sign
from nlbridge.reading.quantities import falling_quantities, turned
from nlbridge.weights.thresholds import UNDOUBTED

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric


class DoubtKind(StrEnum):
    """What a doubt is about."""

    WHAT_IF = "what-if"
    LINK = "link"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """One question.

    Parameters
    ----------
    id
        Names the question within one reading: `link:e1->e2`, `link:e1-|e2`, `changed:e3`, `unchanged:e3`,
        `what-if:e1`.
    about
        Id of the event, or ids of cause and effect.
    confidence
        The chance that the answer is yes.
    hangs
        How many answers depend on it.
    """

    id: str
    kind: DoubtKind
    question: str
    about: tuple[str, ...]
    confidence: float
    hangs: int

    def to_dict(self) -> dict[str, Any]:
        """Return the doubt as a JSON object."""
        return asdict(self) | {
            "kind": str(self.kind),
            "about": list(self.about),
            "confidence": round(self.confidence, 4),
        }


def to_check(rubric: Rubric, *, sure: float = 1.0, reading: Scenario | None = None) -> tuple[Doubt, ...]:
    """Return questions about what is uncertain, starting with the one that affects most answers.

    Parameters
    ----------
    sure
        The chance that the what-if was understood.
    reading
        The text as it was read, if the rubric's scenario shows fewer of its links, to ask about those, too.
    """
    doubts = [*_what_if(rubric, sure), *_links(rubric, reading or rubric.scenario), *_answers(rubric)]
    return tuple(sorted(doubts, key=_rank))


def links_to_check(scenario: Scenario) -> tuple[Doubt, ...]:
    """Return the doubtful links of a reading without a what-if, starting with those with most events downstream."""
    below = downstream(scenario)
    doubtful = (_about(scenario, link, below) for link in scenario.links if link.confidence < UNDOUBTED)
    return tuple(sorted(doubtful, key=_rank))


def link_id(link: Link) -> str:
    """Return the id of the question about a link; characters that look like the arrow are escaped.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Link, Sign
    >>> link_id(Link(cause="e1", effect="e2")), link_id(Link(cause="fog", effect="a>b", sign=Sign.INHIBITS))
    ('link:e1->e2', 'link:fog-|a%3Eb')
    """
    arrow = "-|" if link.sign is Sign.INHIBITS else "->"
    return f"link:{escaped(link.cause)}{arrow}{escaped(link.effect)}"


def what_if_id(rubric: Rubric) -> str:
    """Return the id of the question about the understanding of a what-if."""
    return f"what-if:{','.join(escaped(name) for name, _ in rubric.intervention)}"


@lru_cache(maxsize=4_096)
def escaped(name: str) -> str:
    """Return the name of an event as used in ids of links and of questions.

    Examples
    --------
    >>> escaped("a>b c")
    'a%3Eb c'
    """
    return quote(name, safe=" ")


def _rank(doubt: Doubt) -> tuple[int, bool, float, tuple[str, ...]]:
    """Rank doubts by how many answers depend on them; at a tie links come first, since answers follow from them."""
    return -doubt.hangs, doubt.kind is DoubtKind.ANSWER, doubt.confidence, doubt.about


def _what_if(rubric: Rubric, sure: float) -> Iterator[Doubt]:
    if sure >= UNDOUBTED:
        return
    supposed = tuple(name for name, _ in rubric.intervention)
    claims = " and ".join(_quoted(rubric.scenario.event(name)) for name in supposed)
    yield Doubt(
        id=what_if_id(rubric),
        kind=DoubtKind.WHAT_IF,
        question=f"Is the what-if about {claims}?",
        about=supposed,
        confidence=sure,
        hangs=len(rubric.scenario.events),
    )


def _links(rubric: Rubric, reading: Scenario) -> Iterator[Doubt]:
    """Ask about links of the reading, and about links that the rubric adds, if the what-if affects them."""
    supposed = {name for name, _ in rubric.intervention}
    read = {(link.cause, link.effect) for link in reading.links}
    added = tuple(link for link in rubric.scenario.links if (link.cause, link.effect) not in read)
    for scenario, links in ((reading, reading.links), (rubric.scenario, added)):
        reached, below = supposed | descendants(scenario, supposed), downstream(scenario)
        for link in links:
            if link.confidence < UNDOUBTED and link.cause in reached and link.effect not in supposed:
                yield _about(scenario, link, below)


def _about(scenario: Scenario, link: Link, below: Callable[[str], frozenset[str]]) -> Doubt:
    cause, effect = _quoted(scenario.event(link.cause)), _quoted(scenario.event(link.effect))
    claims_sign = turned(link.sign, link.cause, link.effect, falling_quantities(scenario))
    how = "in spite of" if claims_sign is Sign.INHIBITS else "because of"
    return Doubt(
        id=link_id(link),
        kind=DoubtKind.LINK,
        question=f"Did {effect} come about {how} {cause}?",
        about=(link.cause, link.effect),
        confidence=link.confidence,
        hangs=len({link.effect} | below(link.effect)),
    )


def _answers(rubric: Rubric) -> Iterator[Doubt]:
    supposed = {name for name, _ in rubric.intervention}
    for answer in rubric.derivation.answers:
        if answer.event in supposed or answer.confidence >= UNDOUBTED or answer.expected is None:
            continue
        changed = answer.likeliest is AnswerKind.CHANGED
        claim = _quoted(rubric.scenario.event(answer.event))
        yield Doubt(
            id=f"{'changed' if changed else 'unchanged'}:{escaped(answer.event)}",
            kind=DoubtKind.ANSWER,
            question=f"Would {claim} {'no longer hold' if changed else 'still hold'}?",
            about=(answer.event,),
            confidence=answer.confidence,
            hangs=1,
        )


def _quoted(event: Event) -> str:
    return f"'{event.statement.rstrip('.')}'"
