"""What the engine derives and what a model expects: compared, corrected from the text, left open where they differ.

The model gets the engine's proof in plain words. It may add a link with its words, change a strength, give a formula or
remove one, split a claim, say that the supposition itself keeps a claim, or withdraw its expectation; then the engine
derives again. An expectation alone changes no answer: if the two still differ, the answer is open with both reasons.
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
    """A link to add, to change, or to remove."""

    signal: str
    cause: str
    effect: str
    sign: Literal["promotes", "inhibits", "determines"]
    strength: Literal["necessary", "sufficient", "contributing", "possible", "none"]


class RestatedReply(Reply):
    """An old claim without the part that is now its own claim, or with other presuppositions."""

    event: str
    statement: str
    contrary: str
    presupposes: list[str]


class ExpectedReply(BecomesReply):
    """The revised expectation of one event."""

    answer: Literal["changes", "stays", "cannot tell"]


class MendingReply(Reply):
    """How the model settles the differences."""

    links: list[MendedLinkReply]
    mechanisms: list[MechanismReply]
    claims: list[EventReply]
    restated: list[RestatedReply]
    kept: list[str]
    expected: list[ExpectedReply]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A claim about which the links say one thing and a model expects another."""

    event: str
    derived: str
    expected: Expectation
    proof: str

    def __str__(self) -> str:
        """Return both in words, with the proof."""
        return f"by the links it is {self.derived}: {self.proof} The model expects: {self.expected}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciled:
    """A derivation with the model's expectations.

    Parameters
    ----------
    mended
        Pairs of events whose link was added, changed or removed.
    turns
        How often the model was asked to correct.
    first
        In how many claims the two first differed, not counting those that follow from another one.
    disputed
        The events in which they first differed.
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
        """Return whether so much first differed that reading and expectation are weak evidence."""
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
    by the links it is unchanged: 'The roof broke' is not downstream of the what-if. The model expects: changes, \
because of e1.
    """
    differing = []
    for expectation in expected:
        answer = derivation.answer(expectation.event)
        if answer.event in derivation.intervention or answer.kind is AnswerKind.UNKNOWN:
            continue
        moves = answer.kind is AnswerKind.CHANGED and not answer.void and expectation.way
        other_way = moves and str(answer.direction or "") != expectation.way
        if _ALIKE.get(expectation.answer) is not answer.kind or other_way:
            way = f" ({answer.direction})" if answer.direction else ""
            derived = f"{answer.kind}{way}"
            differing.append(
                Difference(event=expectation.event, derived=derived, expected=expectation, proof=str(answer.evidence))
            )
    return tuple(differing)


async def reconciled(what_if: WhatIf, respondent: Respondent) -> Reconciled:
    """Derive, compare with the expectations, and let the model correct what differs, at most twice.

    A reply that stays unusable corrects nothing.
    """
    best = _compared(what_if)
    while best.differences and best.turns < MOST_TURNS:
        try:
            corrected, pairs = await _mended(best, respondent)
        except ReplyError:
            break
        later = _compared(corrected)
        same = later.differences == best.differences
        if len(later.differences) > len(best.differences):
            later = best
        mended = tuple(dict.fromkeys((*best.mended, *(pairs if later is not best else ()))))
        best = replace(later, mended=mended, turns=best.turns + 1, first=best.first, disputed=best.disputed)
        if same:
            break  # the same question would be asked again
    return best


def settled(found: Reconciled, beside: Mapping[str, AnswerKind] | None = None) -> Derivation:
    """Return the derivation with chances for agreed answers, and disputed answers open with both reasons.

    The chances are in `nlbridge/weights/model_path.json`, fitted by `research.fitting.fit_model_path`. `beside` holds
    the offline reader's answers by claim: where one differs, the answer stays, with a lower chance. It is None if the
    offline reader found no what-if.
    """
    leaning = model_path_weights()["leaning"]
    disputed = {difference.event: difference for difference in found.differences}
    expected = {expectation.event: expectation for expectation in found.what_if.expected}
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
    """Return whether the offline reader agrees with an answer; that a claim stays, also by leaving it open.

    Examples
    --------
    >>> alike(AnswerKind.UNCHANGED, AnswerKind.OPEN), alike(AnswerKind.CHANGED, AnswerKind.OPEN)
    (True, False)
    """
    return other is kind if kind is AnswerKind.CHANGED else other is not AnswerKind.CHANGED


def _chance(comparison: Reconciled, answer: Answer, beside: Mapping[str, AnswerKind] | None) -> float | None:
    """Return the chance that a claim changes; None if the answer is open."""
    if answer.kind not in {AnswerKind.CHANGED, AnswerKind.UNCHANGED}:
        return None
    weights = model_path_weights()
    if comparison.unsettled or beside is None:
        sure = weights["unsettled" if comparison.unsettled else "agreed"]
    else:
        sure = weights[f"{answer.kind} {'alike' if alike(answer.kind, beside.get(answer.event)) else 'unlike'}"]
    return sure if answer.kind is AnswerKind.CHANGED else 1 - sure


def _disputed(answer: Answer, difference: Difference, leaning: float) -> Answer:
    expected = difference.expected.answer
    if answer.kind is AnswerKind.CHANGED and expected == "changes":
        return replace(answer, direction=None, value=None, expected=leaning)
    return replace(
        answer,
        kind=AnswerKind.OPEN,
        direction=None,
        value=None,
        void=False,
        expected={"changes": leaning, "stays": 1 - leaning}.get(expected, 0.5),
        doubt=str(difference).rstrip("."),
    )


def _compared(what_if: WhatIf) -> Reconciled:
    supposed = what_if.hypothetical
    derivation = derive(supposed.scenario, supposed.intervention)
    differing = differences(derivation, what_if.expected)
    disputed = tuple(difference.event for difference in differing)
    first = [name for name in disputed if not (ancestors(supposed.scenario, [name]) - {name}).intersection(disputed)]
    return Reconciled(
        derivation=derivation, what_if=what_if, differences=differing, first=len(first), disputed=disputed
    )


async def _mended(comparison: Reconciled, respondent: Respondent) -> tuple[WhatIf, tuple[tuple[str, str], ...]]:
    scenario = comparison.derivation.scenario
    rows = [
        {
            "event": difference.event,
            "claim": scenario.event(difference.event).statement,
            "by the links": f"{difference.derived}: {difference.proof}",
            "expected": str(difference.expected),
        }
        for difference in comparison.differences
    ]
    request = load_prompt("mending").fill(
        respondent,
        text=scenario.text,
        reading=listed(scenario),
        supposed="\n".join(f"{event}: {sentence}" for event, sentence in comparison.what_if.supposed),
        differences="\n".join(json.dumps(row, ensure_ascii=False) for row in rows),
        repeat=comparison.turns,
    )
    done = await ask(respondent.chat, request, lambda reply: _applied(reply, comparison))
    return done.value


def _applied(reply: Any, comparison: Reconciled) -> tuple[WhatIf, tuple[tuple[str, str], ...]]:
    correction = MendingReply.model_validate(reply)
    what_if, intervention = comparison.what_if, comparison.derivation.intervention
    scenario = with_amendments(comparison.derivation.scenario, correction, intervention)
    events = {event.id: event for event in scenario.events}
    again = {
        revised.event: expectation_of(revised, events)
        for revised in correction.expected
        if revised.event not in intervention
    }
    kept = tuple(expectation for expectation in what_if.expected if expectation.event not in again)
    changed = replace(
        what_if,
        hypothetical=replace(what_if.hypothetical, scenario=scenario),
        expected=(*kept, *again.values()),
    )
    return changed, tuple((link.cause, link.effect) for link in correction.links)


def with_amendments(scenario: Scenario, said: MendingReply, intervention: Intervention) -> Scenario:
    """Apply a reply's corrections to a scenario.

    Raises
    ------
    ValueError
        If words are not in the text, ids are unknown or taken, or the links form a cycle.
    """
    new = tuple(event_of(claim, scenario.text) for claim in said.claims)
    clashing = {event.id for event in scenario.events} & {event.id for event in new}
    if clashing:
        message = f"expected new ids for new claims, got {', '.join(sorted(clashing))}; choose others"
        raise ValueError(message)
    again = {claim.event: claim for claim in said.restated}
    if unknown := set(again) - {event.id for event in scenario.events} | set(again) & set(dict(intervention)):
        message = f"expected claims to restate among those that are not supposed, got {', '.join(sorted(unknown))}"
        raise ValueError(message)
    events = tuple(_restated(event, again.get(event.id)) for event in (*scenario.events, *new))
    by_id = {event.id: event for event in events}
    amended = {(link.cause, link.effect): _link(link, by_id, scenario.text) for link in said.links}
    kept = tuple(link for link in scenario.links if (link.cause, link.effect) not in amended)
    formulas = dict(scenario.mechanisms) | {mechanism.event: mechanism.formula for mechanism in said.mechanisms}
    amended_scenario = replace(
        scenario,
        events=events,
        links=(*kept, *(link for link in amended.values() if link is not None)),
        mechanisms=tuple((event, formula) for event, formula in formulas.items() if formula.strip()),
    )
    for name, _ in intervention:
        amended_scenario = keeping(amended_scenario, name, [event_id for event_id in said.kept if event_id in by_id])
    compile_scenario(amended_scenario)
    return amended_scenario


def _restated(event: Event, reply: RestatedReply | None) -> Event:
    if reply is None:
        return event
    statement = statement_of(reply.statement, event.id)
    contrary = contrary_of(reply.contrary, statement, event.id)
    return replace(event, statement=statement, contrary=contrary, presupposes=tuple(reply.presupposes))


def _link(reply: MendedLinkReply, events: dict[str, Any], text: str) -> Link | None:
    if reply.strength == "none":
        return None
    if not reply.signal.strip():
        message = (
            f"expected the words of the text for {reply.cause} -> {reply.effect}, got {shown(reply.signal)}; "
            "copy those from which a reader sees it"
        )
        raise ValueError(message)
    return link_of(LinkReply(**reply.model_dump()), events, text)
