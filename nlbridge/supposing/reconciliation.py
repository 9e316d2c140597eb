"""What the engine derives beside what a model expects: compared, mended from the text, and left open where they differ.

The engine's proof goes back to the model in plain words. It may add a link with its words, change a strength, give a
formula or take one away, split a claim, say that the supposition itself keeps a claim, or take its expectation back;
from then on the engine derives again. An expectation alone changes no answer: where it still differs, the answer is
open and gives both reasons.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from causalcore.derivation.derivation import Answer, AnswerKind, Derivation, compile_scenario, derive
from causalcore.scenario.graph import ancestors
from causalcore.scenario.scenario import Link, Scenario
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.language.quotation import shown
from nlbridge.reading.by_model import (
    EventReply,
    LinkReply,
    MechanismReply,
    contrary_of,
    event_of,
    link_of,
    statement_of,
)
from nlbridge.supposing.by_model import BecomesReply, Expectation, WhatIf, expectation_of
from nlbridge.supposing.supposed_claims import keeping, listed
from nlbridge.weights.calibration import model_path_weights

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Event

MOST_TURNS: Final = 2
_ALIKE: Final = {
    "changes": AnswerKind.CHANGED,
    "stays": AnswerKind.UNCHANGED,
    "cannot tell": AnswerKind.OPEN,
}


class MendedLinkReply(Reply):
    """A link to add, to change, or to take away."""

    signal: str
    cause: str
    effect: str
    sign: Literal["promotes", "inhibits", "determines"]
    strength: Literal["necessary", "sufficient", "contributing", "possible", "none"]


class RestatedReply(Reply):
    """An old claim without the part that is now a claim of its own, or with other presuppositions."""

    event: str
    statement: str
    contrary: str
    presupposes: list[str]


class ExpectedReply(Reply):
    """What is expected of one event after all."""

    event: str
    because: list[str]
    answer: Literal["changes", "stays", "cannot tell"]
    way: Literal["lower", "higher", "earlier", "later", ""]


class MendingReply(Reply):
    """How the differences are settled."""

    links: list[MendedLinkReply]
    mechanisms: list[MechanismReply]
    claims: list[EventReply]
    restated: list[RestatedReply]
    kept: list[str]
    expected: list[ExpectedReply]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A claim of which the links say one thing and a model expects another."""

    event: str
    derived: str
    expected: Expectation
    proof: str

    def __str__(self) -> str:
        """Say both, with the proof."""
        return f"by the links it is {self.derived}: {self.proof} The model expects: {self.expected}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciled:
    """A derivation with what was expected of it.

    Parameters
    ----------
    mended
        Pairs of events whose link was added, changed or taken away.
    turns
        How often the proof went back.
    first
        In how many claims the two differed before that, leaving out those that only follow from another one.
    disputed
        The events in which they differed before that.
    """

    derivation: Derivation
    what_if: WhatIf
    differences: tuple[Difference, ...]
    mended: tuple[tuple[str, str], ...] = ()
    turns: int = 0
    first: int = 0
    disputed: tuple[str, ...] = ()

    @property
    def unsettled(self) -> bool:
        """Tell whether so much differed at first that reading and expectation vouch for little."""
        return self.first > max(1, len(self.what_if.expected) / 3)


def differences(derivation: Derivation, expected: Sequence[Expectation]) -> tuple[Difference, ...]:
    """Return where derivation and expectation differ.

    Examples
    --------
    >>> from causalcore.scenario.intervention import do
    >>> from causalcore.scenario.scenario import Event
    >>> events = Event(id="e1", statement="Hail fell."), Event(id="e2", statement="The roof broke.")
    >>> found = derive(Scenario(events=events), do({"e1": "false"}))
    >>> print(differences(found, [Expectation(event="e2", answer="changes", because=("e1",))])[0])
    by the links it is unchanged: 'The roof broke' is not downstream of what is supposed. The model expects: changes, \
because of e1.
    """
    found = []
    for one in expected:
        answer = derivation.answer(one.event)
        if answer.event in derivation.intervention or answer.kind is AnswerKind.UNKNOWN:
            continue
        moves = answer.kind is AnswerKind.CHANGED and not answer.void and one.way
        other_way = moves and str(answer.direction or "") != one.way
        if _ALIKE.get(one.answer) is not answer.kind or other_way:
            way = f" ({answer.direction})" if answer.direction else ""
            derived = f"{answer.kind}{way}"
            found.append(Difference(event=one.event, derived=derived, expected=one, proof=str(answer.evidence)))
    return tuple(found)


async def reconciled(what_if: WhatIf, respondent: Respondent) -> Reconciled:
    """Derive, compare with what is expected, and let the model mend what differs, twice at most.

    A reply that stays unusable mends nothing.
    """
    best = _compared(what_if)
    while best.differences and best.turns < MOST_TURNS:
        try:
            found, pairs = await _mended(best, respondent)
        except ReplyError:
            break
        later = _compared(found)
        same = later.differences == best.differences
        if len(later.differences) > len(best.differences):
            later = best
        mended = tuple(dict.fromkeys((*best.mended, *(pairs if later is not best else ()))))
        best = replace(later, mended=mended, turns=best.turns + 1, first=best.first, disputed=best.disputed)
        if same:
            break  # the same question would be asked again
    return best


def settled(found: Reconciled, beside: Mapping[str, AnswerKind] | None = None) -> Derivation:
    """Return the derivation with what rests on agreement sure, and what is disputed open with both reasons.

    How sure: `nlbridge/weights/model_path.json`, from `research.fitting.fit_model_path`.

    Parameters
    ----------
    beside
        What the offline reader comes to, by claim; where it differs the answer stays, and is less sure. None where it
        found no what-if.
    """
    leaning = model_path_weights()["leaning"]
    disputed = {one.event: one for one in found.differences}
    expected = {one.event: one for one in found.what_if.expected}
    answers = []
    for answer in found.derivation.answers:
        if answer.event in disputed:
            answers.append(_disputed(answer, disputed[answer.event], leaning))
        elif answer.event in expected and answer.event not in found.derivation.intervention:
            answers.append(replace(answer, expected=_chance(found, answer, beside)))
        else:
            answers.append(answer)
    return replace(found.derivation, answers=tuple(answers))


def alike(kind: AnswerKind, other: AnswerKind | None) -> bool:
    """Tell whether the offline reader agrees with an answer: that a claim stays, also where it leaves it open.

    Examples
    --------
    >>> alike(AnswerKind.UNCHANGED, AnswerKind.OPEN), alike(AnswerKind.CHANGED, AnswerKind.OPEN)
    (True, False)
    """
    return other is kind if kind is AnswerKind.CHANGED else other is not AnswerKind.CHANGED


def _chance(found: Reconciled, answer: Answer, beside: Mapping[str, AnswerKind] | None) -> float | None:
    """Return the chance that a claim changes, None where the answer is open."""
    if answer.kind not in {AnswerKind.CHANGED, AnswerKind.UNCHANGED}:
        return None
    weights = model_path_weights()
    if found.unsettled or beside is None:
        sure = weights["unsettled" if found.unsettled else "agreed"]
    else:
        sure = weights[f"{answer.kind} {'alike' if alike(answer.kind, beside.get(answer.event)) else 'unlike'}"]
    return sure if answer.kind is AnswerKind.CHANGED else 1 - sure


def _disputed(answer: Answer, difference: Difference, leaning: float) -> Answer:
    said = difference.expected.answer
    if answer.kind is AnswerKind.CHANGED and said == "changes":
        return replace(answer, direction=None, value=None, expected=leaning)
    return replace(
        answer,
        kind=AnswerKind.OPEN,
        direction=None,
        value=None,
        void=False,
        expected={"changes": leaning, "stays": 1 - leaning}.get(said, 0.5),
        doubt=str(difference).rstrip("."),
    )


def _compared(what_if: WhatIf) -> Reconciled:
    found = what_if.hypothetical
    derivation = derive(found.scenario, found.intervention)
    differing = differences(derivation, what_if.expected)
    disputed = tuple(one.event for one in differing)
    first = [name for name in disputed if not (ancestors(found.scenario, [name]) - {name}).intersection(disputed)]
    return Reconciled(
        derivation=derivation, what_if=what_if, differences=differing, first=len(first), disputed=disputed
    )


async def _mended(found: Reconciled, respondent: Respondent) -> tuple[WhatIf, tuple[tuple[str, str], ...]]:
    scenario = found.derivation.scenario
    rows = [
        {
            "event": one.event,
            "claim": scenario.event(one.event).statement,
            "by the links": f"{one.derived}: {one.proof}",
            "expected": str(one.expected),
        }
        for one in found.differences
    ]
    request = load_prompt("mending").fill(
        respondent,
        text=scenario.text,
        reading=listed(scenario),
        supposed="\n".join(f"{event}: {sentence}" for event, sentence in found.what_if.supposed),
        differences="\n".join(json.dumps(row, ensure_ascii=False) for row in rows),
        repeat=found.turns,
    )
    done = await ask(respondent.chat, request, lambda reply: _applied(reply, found))
    return done.value


def _applied(reply: Any, found: Reconciled) -> tuple[WhatIf, tuple[tuple[str, str], ...]]:
    said = MendingReply.model_validate(reply)
    what_if, intervention = found.what_if, found.derivation.intervention
    scenario = with_amendments(found.derivation.scenario, said, intervention)
    events = {event.id: event for event in scenario.events}
    again = {
        one.event: expectation_of(BecomesReply(**one.model_dump()), events)
        for one in said.expected
        if one.event not in intervention
    }
    kept = tuple(one for one in what_if.expected if one.event not in again)
    changed = replace(
        what_if,
        hypothetical=replace(what_if.hypothetical, scenario=scenario),
        expected=(*kept, *again.values()),
    )
    return changed, tuple((one.cause, one.effect) for one in said.links)


def with_amendments(scenario: Scenario, said: MendingReply, intervention: Intervention) -> Scenario:
    """Put what a reply amends into a scenario.

    Raises
    ------
    ValueError
        If words do not stand in the text, ids are unknown or taken, or the links run in a circle.
    """
    new = tuple(event_of(one, scenario.text) for one in said.claims)
    taken = {event.id for event in scenario.events} & {event.id for event in new}
    if taken:
        message = f"expected new ids for new claims, got {', '.join(sorted(taken))}; choose others"
        raise ValueError(message)
    again = {one.event: one for one in said.restated}
    if unknown := set(again) - {event.id for event in scenario.events} | set(again) & set(dict(intervention)):
        message = f"expected claims to restate among those that are not supposed, got {', '.join(sorted(unknown))}"
        raise ValueError(message)
    events = tuple(_restated(event, again.get(event.id)) for event in (*scenario.events, *new))
    known = {event.id: event for event in events}
    amended = {(one.cause, one.effect): _link(one, known, scenario.text) for one in said.links}
    kept = tuple(link for link in scenario.links if (link.cause, link.effect) not in amended)
    formulas = dict(scenario.mechanisms) | {one.event: one.formula for one in said.mechanisms}
    found = replace(
        scenario,
        events=events,
        links=(*kept, *(link for link in amended.values() if link is not None)),
        mechanisms=tuple((event, formula) for event, formula in formulas.items() if formula.strip()),
    )
    for name, _ in intervention:
        found = keeping(found, name, [one for one in said.kept if one in known])
    compile_scenario(found)
    return found


def _restated(event: Event, said: RestatedReply | None) -> Event:
    if said is None:
        return event
    statement = statement_of(said.statement, event.id)
    contrary = contrary_of(said.contrary, statement, event.id)
    return replace(event, statement=statement, contrary=contrary, presupposes=tuple(said.presupposes))


def _link(said: MendedLinkReply, events: dict[str, Any], text: str) -> Link | None:
    if said.strength == "none":
        return None
    if not said.signal.strip():
        message = (
            f"expected the words of the text for {said.cause} -> {said.effect}, got {shown(said.signal)}; "
            "copy those from which a reader sees it"
        )
        raise ValueError(message)
    return link_of(LinkReply(**said.model_dump()), events, text)
