"""Verdicts on criteria from the values that a language model read; whether a joining word fits such values.

A claim is judged by its value, its details, and the policy on silence. A joining word is judged by the sign of the path
of links between two claims with known values. Between claims that no path joins, a word says nothing that the text
could refute, and a sentence of the text itself is never wrong. The result is a suspicion: a second look decides.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import (
    CONSECUTIVE,
    MUST_CHANGE,
    REQUIRED,
    Criterion,
    CriterionKind,
    Rubric,
    Silence,
    fitting_connective,
)
from causalcore.scenario.graph import descendants, signed
from causalcore.scenario.scenario import Event, Kind, Link, Sign, Strength
from nlbridge.grounding.grounding import Told, Way, trust
from nlbridge.judging.findings import must_move
from nlbridge.judging.report import verdict_on
from nlbridge.language.quotation import places

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario
    from nlbridge.grounding.grounding import GroundedClaim, GroundedConnective, Grounding
    from nlbridge.judging.report import CriterionVerdict

UNLOOKED: Final = "the passage does not mention it"
_RELATIVE: Final = re.compile(r"(who|whom|whose|which|that)\b", re.IGNORECASE)
_VALUES: Final = {
    Told.TRUE: "tells it",
    Told.BARE: "says it without its detail",
    Told.FALSE: "says that it is not so",
    Told.OTHER: "tells another value",
    Told.GONE: "takes away what it is about",
    Told.SUSPENDED: "says it only as supposed, doubted or denied",
    Told.UNREAD: "was read differently twice",
}


def by_value(rubric: Rubric, criterion: Criterion, claim: GroundedClaim, grounding: Grounding) -> CriterionVerdict:
    """Judge a claim by the value that a language model read."""
    if criterion.kind is CriterionKind.LATENT:
        return _shown(criterion, claim, claim.value not in {Told.FALSE, Told.OTHER}, grounding, required=False)
    event = rubric.scenario.event_by_id[claim.event]
    if criterion.kind is CriterionKind.INTERVENTION:
        return _supposed(criterion, event, claim, grounding)
    if criterion.kind is CriterionKind.UNCHANGED:
        return _kept(rubric, criterion, claim, grounding)
    if _gone_with(rubric, claim, grounding):
        return _shown(criterion, claim, True, grounding, why="It is gone with what it was about.")
    if _passed_over(rubric, criterion, claim):
        return _shown(criterion, claim, False, grounding, why=_silent(rubric))
    return _shown(criterion, claim, _moved(criterion, event, claim), grounding)


def _kept(rubric: Rubric, criterion: Criterion, claim: GroundedClaim, grounding: Grounding) -> CriterionVerdict:
    """Judge whether a claim that must stay is kept; if the edit does not mention it, apply the policy on silence."""
    if claim.way_there is Way.NEEDED:
        why = f"The what-if contradicts it: {claim.quote!r} says how the supposed event came about."
        return _shown(criterion, claim, None, grounding, why=why)
    if claim.way_there is Way.CHOSEN:
        why = f"The edit adds an explanation that the what-if does not need: {claim.quote!r}."
        return _shown(criterion, claim, claim.stands, grounding, why=why)
    detail = incidental(rubric, claim.event)
    if claim.value is Told.ABSENT and not claim.doubt:
        met = {Silence.OPEN: None, Silence.FAIL: False, Silence.PASS: True}[rubric.silence]
        if met is not None and not detail:
            return _shown(criterion, claim, met, grounding, why=_silent(rubric))
        why = "It is a detail of what changes." if detail else ""
        return _shown(criterion, claim, None, grounding, required=not detail, why=why)
    if claim.value is Told.BARE:
        why = f"The edit says it in {claim.quote!r}, without its detail."
        return _shown(criterion, claim, None if rubric.silence is Silence.FAIL else True, grounding, why=why)
    if claim.stands is False and detail:
        why = f"It is a detail of what changes; the edit says otherwise in {claim.quote!r}."
        return _shown(criterion, claim, None, grounding, why=why)
    return _shown(criterion, claim, claim.stands, grounding)


def _passed_over(rubric: Rubric, criterion: Criterion, claim: GroundedClaim) -> bool:
    """Return whether an edit does not mention an amount that must move, and silence counts against it."""
    unsaid = claim.value is Told.ABSENT and not claim.doubt
    return unsaid and rubric.silence is Silence.FAIL and bool(must_move(rubric, criterion))


def _silent(rubric: Rubric) -> str:
    return f"{UNLOOKED[:1].upper()}{UNLOOKED[1:]}, and silence counts as {rubric.silence}."


def _supposed(criterion: Criterion, event: Event, claim: GroundedClaim, grounding: Grounding) -> CriterionVerdict:
    """Judge whether the what-if is carried out: by its own sentence if one was asked about, else by the claim."""
    if criterion.expected == event.fact:
        return _shown(criterion, claim, claim.stands, grounding)
    own = grounding.of_what_if.get(event.id)
    if own is None:
        return _shown(criterion, claim, _moved(criterion, event, claim), grounding)
    if own.stands and claim.stands:
        return _shown(criterion, own, None, grounding, why="The edit says both.")
    if own.value is Told.BARE and claim.stands is False:
        why = f"The edit says it in {own.quote!r}, without its detail."
        return _shown(criterion, own, True, grounding, why=why)
    if own.stands is None and claim.stands:
        return _shown(criterion, claim, False, grounding)
    return _shown(criterion, own, own.stands, grounding)


def _moved(criterion: Criterion, event: Event, claim: GroundedClaim) -> bool | None:
    """Return whether a claim changes as the criterion requires; None if that was not read."""
    if claim.stands is not False:
        return None if claim.stands is None else False
    if event.kind is not Kind.QUANTITY or criterion.expected is None or claim.value is Told.GONE:
        return True
    if claim.way:
        return claim.way == criterion.expected
    return None if claim.value is Told.OTHER else True


def incidental(rubric: Rubric, event: str) -> bool:
    """Return whether a claim is a detail of one that must change or is set to another value.

    A detail lies within the other claim's words, or in a relative clause right after them.

    Examples
    --------
    >>> from causalcore.derivation.derivation import derive
    >>> from causalcore.derivation.rubric import build_rubric
    >>> from causalcore.scenario.intervention import do
    >>> from causalcore.scenario.scenario import Event, Scenario
    >>> fair = Event(id="e1", statement="The oven came on the day of the fair.", span=(0, 36))
    >>> day = Event(id="e2", statement="It was the day of the fair.", span=(14, 36))
    >>> rubric = build_rubric(derive(Scenario(events=(fair, day)), do({"e1": "false"})))
    >>> incidental(rubric, "e2"), incidental(rubric, "e1")
    (True, False)
    >>> sent = Event(id="e1", statement="The letter went to a clerk.", span=(0, 26))
    >>> left = Event(id="e2", statement="The clerk had left.", span=(27, 39))
    >>> told = Scenario(text="The letter went to a clerk who had left.", events=(sent, left))
    >>> incidental(build_rubric(derive(told, do({"e1": "false"}))), "e2")
    True
    """
    text, span = rubric.scenario.text, rubric.scenario.event_by_id[event].span
    supposed = (c for c in rubric.of_kind(CriterionKind.INTERVENTION) if not c.stays)
    changes = {c.event for c in rubric.criteria if c.kind in MUST_CHANGE} | {c.event for c in supposed}
    around = [claim.span for claim in rubric.scenario.events if claim.id in changes and claim.span is not None]
    if span is None:
        return False
    behind = bool(_RELATIVE.match(text, span[0]))
    return any(
        (low <= span[0] and span[1] <= high and (low, high) != span)
        or (behind and low < span[0] and not text[high : span[0]].strip(" ,"))
        for low, high in around
    )


def _gone_with(rubric: Rubric, claim: GroundedClaim, grounding: Grounding) -> bool:
    """Return whether a claim loses what it presupposes, by the engine and in the edit, and is not stated in full."""
    if claim.value not in {Told.ABSENT, Told.BARE} or not rubric.derivation.answer(claim.event).void:
        return False
    bases = (grounding.by_event.get(name) for name in rubric.scenario.event_by_id[claim.event].presupposes)
    return any(base is not None and base.value in {Told.FALSE, Told.GONE} and not base.doubt for base in bases)


def _shown(
    criterion: Criterion,
    claim: GroundedClaim,
    met: bool | None,
    grounding: Grounding,
    *,
    required: bool = True,
    why: str = "",
) -> CriterionVerdict:
    met = None if claim.doubt else met
    return verdict_on(
        criterion,
        grounding,
        met,
        quote=claim.quote,
        why=why or claim.doubt or _value_in_words(claim),
        sure=0.5 if met is None else trust(claim.witnesses),
        required=required and criterion.kind in REQUIRED,
    )


def _value_in_words(claim: GroundedClaim) -> str:
    if claim.value is None or claim.value is Told.ABSENT:
        return f"Not shown: {UNLOOKED}."
    return f"The edit {_VALUES[claim.value]}" + (f" in {claim.quote!r}." if claim.quote else ".")


def suspected(rubric: Rubric, told: Grounding, said: GroundedConnective) -> str:
    """Return why a connective may not fit, by the links or as the reader saw it; empty if nothing is wrong.

    The reader's impression does not count if the text itself has the words and both their ends.
    """
    reason = _why_it_misfits(rubric, told, said)
    if reason or said.at_sight is not False:
        return reason
    quotes = said.quote, said.cause_words, said.effect_words
    copied = all(words and places(words, rubric.scenario.text) for words in quotes)
    return "" if copied else "and does not fit the two claims as the edit states them"


def _why_it_misfits(rubric: Rubric, grounding: Grounding, connective: GroundedConnective) -> str:
    """Return why a connective does not fit its claims; empty if it fits, or if that is unknown."""
    scenario = rubric.scenario
    pair = connective.cause, connective.effect
    if "" in pair:
        return ""
    if pair[1] not in descendants(scenario, pair[:1]):
        pair = connective.effect, connective.cause
        if connective.consecutive or pair[1] not in descendants(scenario, pair[:1]):
            return _uncaused(rubric, grounding, connective)
    values = tuple(_value_of(rubric, scenario.event_by_id[name], grounding) for name in pair)
    if None in values or _told_so_before(rubric, grounding, connective):
        return ""
    link = _link(scenario, *pair)
    fitting = fitting_connective(link, str(values[0]), str(values[1]), scenario) if link else None
    if fitting is None or (fitting == CONSECUTIVE) is connective.consecutive:
        return ""
    return f"but what the edit says of the two claims needs a {fitting} word"


def _uncaused(rubric: Rubric, grounding: Grounding, connective: GroundedConnective) -> str:
    """Return why a kept claim is no reason for the what-if: nothing in the text makes it one.

    A reason that the edit adds from outside the claims may explain the what-if, and the what-if may be a reason too.
    """
    own, cause = grounding.of_what_if.get(connective.effect), grounding.by_event.get(connective.cause)
    set_to = set(rubric.intervention.values)
    if not connective.consecutive or own is None or not own.stands or connective.cause in set_to:
        return ""
    if cause is None or not cause.stands or connective.cause not in {e.id for e in rubric.scenario.events}:
        return ""
    return "though nothing in the text makes the one a reason for the what-if"


def _link(scenario: Scenario, cause: str, effect: str) -> Link | None:
    """Return the direct link from a cause to an effect, or else one with the sign that all paths share."""
    direct = next((k for k in scenario.links if (k.cause, k.effect) == (cause, effect)), None)
    if direct is not None:
        return direct
    if any(k.sign is Sign.DETERMINES for k in scenario.links):
        return None
    signs = signed({(k.cause, k.effect): k.sign is Sign.PROMOTES for k in scenario.links})
    if (cause, effect) not in signs:
        return None
    sign = Sign.PROMOTES if signs[cause, effect] else Sign.INHIBITS
    return Link(cause=cause, effect=effect, sign=sign, strength=Strength.NECESSARY)


def _value_of(rubric: Rubric, event: Event, grounding: Grounding) -> str | None:
    """Return the value that the edit gives to an event; None if it is unknown or not in the event's domain."""
    claim = grounding.by_event.get(event.id)
    supposed = grounding.of_what_if.get(event.id)
    asserted = claim.stands if claim is not None else None
    if asserted is None and supposed is not None and supposed.stands:
        asserted = False
    if asserted is None or claim is None:
        return None
    if asserted:
        return event.fact
    if supposed is not None and supposed.stands and event.id in rubric.intervention.values:
        return rubric.intervention.values[event.id]
    if claim.way in event.values:
        return claim.way
    if event.kind is Kind.QUANTITY:
        return event.values[0] if claim.value is Told.GONE else None
    return next(value for value in event.values if value != event.fact)


def _told_so_before(rubric: Rubric, grounding: Grounding, connective: GroundedConnective) -> bool:
    """Return whether the text itself has the connective and the edit asserts both claims."""
    both = (grounding.by_event.get(connective.cause), grounding.by_event.get(connective.effect))
    kept = all(claim is not None and claim.stands for claim in both)
    return kept and bool(places(connective.quote, rubric.scenario.text))


def without_base(rubric: Rubric, claim: GroundedClaim) -> bool:
    """Return whether a claim is not asserted and the what-if leaves nothing that it could be about.

    Such a claim and its contrary are both untrue, and words copied from it may mention something else.
    """
    events = {answer.event for answer in rubric.derivation.answers}
    return claim.stands is not True and claim.event in events and rubric.derivation.answer(claim.event).void
