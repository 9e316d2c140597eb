"""Edit -> value of each claim, with a language model quoting the words that say so.

The model is told the claims and the passage, never what the edit should say. Its word counts where its quote stands
in the passage, has a word in common with the claim, and does not contradict what the words show on their own; in
any other case the value is left unread, and an unread value never lets an edit pass.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal

from causalcore.scenario.scenario import Sign
from nlbridge.grounding.connectives.arguments import FORMS, Joint
from nlbridge.grounding.connectives.features import revalued
from nlbridge.grounding.connectives.misuse import Mismatch
from nlbridge.grounding.edit_text import passage
from nlbridge.grounding.grounding import CLEAR, Assertion, Grounding, Reading, ground, related
from nlbridge.judging.verification import unedited
from nlbridge.language.meaning.alignment import same, words
from nlbridge.language.quotation import places, shown
from nlbridge.language.reader_address import signs
from nlbridge.llm.errors import ReplyError, UnusableReplyError
from nlbridge.llm.replies.prompt import Respondent, load_prompt
from nlbridge.llm.replies.reply_json import json_of
from nlbridge.llm.replies.reply_schema import Reply
from nlbridge.llm.replies.statement_list import listed
from nlbridge.llm.replies.structured import ask

if TYPE_CHECKING:
    from collections.abc import Mapping

    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.scenario import Event, Scenario

READ: Final = 0.97
"""Probability that stands for a value that was read with its quote."""
PLAIN: Final = 0.95
"""Probability from which the words show a value so plainly that a model's word against it is not taken."""
OFFLINE_ONLY: Final = 0.6
"""Weight of a misfit between connective and claims that only the offline side sees: a doubt, not an error."""

OTHER, ABSENT, UNCLEAR = "other", "not mentioned", "unclear"
_KINDS: Final = {" ".join(form): consecutive for form, (consecutive, _) in FORMS}


class ClaimReply(Reply):
    """What the passage says about one claim."""

    event: str
    value: str
    quote: str


class ConnectiveReply(Reply):
    """A word that joins two claims."""

    quote: str
    cause: str
    effect: str
    kind: Literal["consecutive", "concessive"]


class GroundingReply(Reply):
    """What the passage says about every claim."""

    claims: list[ClaimReply]
    connectives: list[ConnectiveReply]


async def ground_with_model(
    edit: str,
    rubric: Rubric,
    respondent: Respondent,
    *,
    clause: str | None = None,
    only_unread: bool = False,
) -> Grounding:
    """Read what `edit` asserts for each claim of the scenario.

    Parameters
    ----------
    only_unread
        Keep what the offline side reads clearly, and take the model's word for the rest alone.

    Raises
    ------
    nlbridge.llm.errors.ReplyError
        If what the model says stays unusable after two repair turns.
    """
    scenario = rubric.scenario
    offline = ground(edit, scenario, rubric.intervention, clause=clause)
    if found := signs(edit, beside=f"{scenario.text}\n{clause or ''}"):
        doubt = f"the edit speaks to its reader ({shown(found[0])}), so no model was asked about it"
        return replace(offline, doubts=(doubt,))
    if not words(offline.passage) or unedited(rubric, offline):
        return offline
    reply = await _reply(offline.passage, scenario, respondent)
    assertions = _assertions(reply, offline, scenario, only_unread=only_unread)
    if only_unread:
        return replace(offline, assertions=assertions, mismatches=_reweighed(offline, assertions))
    return replace(offline, assertions=assertions, mismatches=_mismatches(reply, offline, assertions, scenario))


def with_values(edit: str, rubric: Rubric, read: Grounding, clause: str | None) -> Grounding:
    """Ground an edit offline in a rubric over the same events, with the values as they were read."""
    offline = ground(edit, rubric.scenario, rubric.intervention, clause=clause)
    return replace(offline, assertions=read.assertions, mismatches=_reweighed(offline, read.assertions))


async def _reply(text: str, scenario: Scenario, respondent: Respondent) -> GroundingReply:
    request = load_prompt("grounding").fill(respondent, claims=listed(scenario, latents=True), edit=text)
    try:
        done = await ask(respondent.chat, request, lambda reply: _checked(reply, scenario, text))
    except UnusableReplyError as wrong:
        # A quote that is not there voids its value alone; a reply of another form is of no use at all.
        try:
            return _formed(json_of(wrong.texts[-1]), scenario)
        except ValueError:
            raise wrong from None
    return done.value


def _checked(reply: Any, scenario: Scenario, text: str) -> GroundingReply:
    said = _formed(reply, scenario)
    for claim in said.claims:
        if claim.value not in {ABSENT, UNCLEAR} and not places(claim.quote, text):
            message = (
                f"expected the quote of {claim.event} to stand word for word in the passage, got {shown(claim.quote)}; "
                f"copy it exactly, or say {ABSENT!r}"
            )
            raise ReplyError(message)
    return said


def _formed(reply: Any, scenario: Scenario) -> GroundingReply:
    said = GroundingReply.model_validate(reply)
    domains = {event.id: event.values for event in scenario.events}
    domains |= {latent.id: ("false", "true") for latent in scenario.latents}
    named = [claim.event for claim in said.claims]
    if sorted(named) != sorted(domains):
        message = f"expected each of {', '.join(domains)} exactly once, got {shown(', '.join(named))}; list them all"
        raise ReplyError(message)
    for claim in said.claims:
        allowed = (*domains[claim.event], OTHER, ABSENT, UNCLEAR)
        if claim.value not in allowed:
            message = (
                f"expected a value of {claim.event} among {', '.join(allowed)}, got {shown(claim.value)}; choose one"
            )
            raise ReplyError(message)
    return said


def _assertions(
    reply: GroundingReply, offline: Grounding, scenario: Scenario, *, only_unread: bool
) -> tuple[Assertion, ...]:
    events = {event.id: event for event in scenario.events}
    claims = {claim.event: claim for claim in reply.claims}
    found = []
    for assertion in offline.assertions:
        keep = only_unread and assertion.reading is not Reading.UNREAD
        claim = claims[assertion.event]
        found.append(assertion if keep else _assertion(assertion, claim, events[assertion.event], offline.passage))
    if only_unread:
        return tuple(found)
    return (*found, *(_latent(claims[one.id], one.statement, offline.passage) for one in scenario.latents))


def _assertion(offline: Assertion, claim: ClaimReply, event: Event, text: str) -> Assertion:
    if claim.value == ABSENT and _gone(offline.aligned, text):
        why = "The edit no longer says so: none of its words is left."
        return replace(offline, altered=READ, quote="", why=why)
    if claim.value in {ABSENT, UNCLEAR}:
        return _unread(offline, f"The model finds it {claim.value}.")
    if reason := _void(claim, f"{event.statement} {offline.aligned}", text):
        return _unread(offline, reason)
    altered = READ if claim.value != event.fact else 1 - READ
    against = offline.altered if altered < CLEAR else 1 - offline.altered
    if against >= PLAIN:
        why = f"The model reads {claim.value!r} from {shown(claim.quote)}, but the words say otherwise."
        return _unread(offline, why)
    said = f"The edit says {claim.value!r} in {shown(claim.quote)}."
    value = None if claim.value == OTHER else claim.value
    return replace(offline, altered=altered, quote=claim.quote, why=said, value=value, by_model=True)


def _gone(aligned: str, text: str) -> bool:
    """Tell whether no word of a claim is left; that something is missing cannot be quoted, so this is looked up."""
    left = [word for word in words(text) if word.content]
    return not any(same(one, other) > 0 for one in words(aligned) if one.content for other in left)


def _void(claim: ClaimReply, about: str, text: str) -> str:
    """Return why a quote does not carry its value, or nothing."""
    if not places(claim.quote, text):
        return f"The quote {shown(claim.quote)} is not in the edit."
    theirs = [word for word in words(claim.quote) if word.content]
    mine = [word for word in words(about) if word.content]
    if not any(same(one, other) > 0 for one in theirs for other in mine):
        return f"The quote {shown(claim.quote)} has no word of the claim."
    return ""


def _unread(offline: Assertion, why: str) -> Assertion:
    return replace(offline, altered=0.5, quote="", why=why, by_model=True)


def _latent(claim: ClaimReply, statement: str, text: str) -> Assertion:
    """Return what is said of the background, which stands unless words of the edit say otherwise."""
    altered = 1 - READ
    why, quote = "Nothing in the edit says otherwise.", ""
    if claim.value not in {"true", ABSENT}:
        void = _void(claim, statement, text) if claim.value != UNCLEAR else "The model finds it unclear."
        altered, why = (0.5, void) if void else (READ, f"The edit says {claim.value!r} in {shown(claim.quote)}.")
        quote = "" if void else claim.quote
    return Assertion(event=claim.event, altered=altered, quote=quote, aligned="", why=why, values=(), by_model=True)


def _mismatches(
    reply: GroundingReply, offline: Grounding, assertions: tuple[Assertion, ...], scenario: Scenario
) -> tuple[Mismatch, ...]:
    """Return the connectives that the model reads, and those that only the offline side finds odd, as doubts."""
    altered = {a.event: a.altered for a in assertions if a.reading is not Reading.UNREAD}
    signs_of = {(link.cause, link.effect): link.sign for link in scenario.links}
    akin = related(tuple(signs_of))
    read = [
        found
        for connective in reply.connectives
        if places(connective.quote, offline.passage)
        and (found := _mismatch(connective, altered, signs_of, akin)) is not None
    ]
    judged = {(odd.cause, odd.effect) for odd in read}
    others = [
        replace(odd, weight=min(odd.weight, OFFLINE_ONLY))
        for odd in offline.mismatches
        if (odd.cause, odd.effect) not in judged
    ]
    return (*read, *others)


def _reweighed(offline: Grounding, assertions: tuple[Assertion, ...]) -> tuple[Mismatch, ...]:
    """Return the offline side's connectives, weighed by the values as they are read now."""
    before = {one.event: one.altered for one in offline.assertions}
    now = {one.event: one.altered for one in assertions}

    def agreement(altered: Mapping[str, float], odd: Mismatch) -> float:
        p, q = altered[odd.cause], altered[odd.effect]
        return p * q + (1 - p) * (1 - q)

    def weighed(odd: Mismatch) -> Mismatch:
        was, new = agreement(before, odd), agreement(now, odd)
        calls_for_agreement = abs(odd.weight - (1 - was)) <= abs(odd.weight - was)
        weight = 1 - new if calls_for_agreement else new
        return revalued(odd, weight, now[odd.cause], now[odd.effect])

    return tuple(weighed(odd) if odd.linked else odd for odd in offline.mismatches)


def _mismatch(
    said: ConnectiveReply,
    altered: Mapping[str, float],
    links: Mapping[tuple[str, str], Sign],
    akin: frozenset[tuple[str, str]],
) -> Mismatch | None:
    cause, effect = said.cause, said.effect
    consecutive = _KINDS.get(passage(said.quote).lower().strip(" .,"), said.kind == "consecutive")
    if not consecutive and (effect, cause) in links:
        cause, effect = effect, cause  # a contrast may be told from either side
    if cause not in altered or effect not in altered or cause == effect:
        return None
    linked = (cause, effect) in links
    joint = Joint(words=said.quote, consecutive=consecutive, place=0, cause=(0, 0), effect=(0, 0))
    if linked:
        sign = links[cause, effect]
        moved = max(altered[cause], altered[effect]) >= CLEAR
        if sign is Sign.DETERMINES or not moved:
            return None
        agree = (altered[cause] >= CLEAR) is (altered[effect] >= CLEAR)
        suits = (agree is (sign is Sign.PROMOTES)) is consecutive
        odds = 0.0 if suits else 1.0
        return Mismatch(joint=joint, cause=cause, effect=effect, weight=odds, chance=odds, linked=True)
    if consecutive and (cause, effect) not in akin and (effect, cause) not in akin:
        return Mismatch(joint=joint, cause=cause, effect=effect, weight=1.0, chance=1.0, linked=False)
    return None
