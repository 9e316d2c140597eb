"""A second blind look, in other words, at what one look leaves in doubt or what decides alone.

Asked again is what was told without a quote, what was read against its own denial or against words that are copied as
they stand, the one failed criterion of an edit that is otherwise valid, and what alone is missing for a valid one. Two
looks that agree are believed; two that differ leave the claim unread.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, Literal

from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.grounding.asked_sentences import Asked, Part
from nlbridge.grounding.connectives.told_connectives import unsuited
from nlbridge.grounding.told import Conflict, Told, ToldClaim, ToldConnective, ToldEdit, Witness
from nlbridge.judging.criteria_verdict import SURE, judge_by_criteria
from nlbridge.judging.exact_claims import exact
from nlbridge.judging.features import must_change, must_stay
from nlbridge.judging.report import Outcome
from nlbridge.language.quotation import shown, standing
from nlbridge.supposing.chosen_values import told as told_at

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from nlbridge.judging.report import Report, Verdict

DIFFER = "two readings of it differ"
MOST_MISSING: Final = 2
"""How many claims that an edit leaves out are asked about again; nobody can show one that leaves out more."""
MOST_SHAKEN: Final = 1
"""In how many claims a reading may contradict itself, or a second one, and still decide."""
MENDED: Final = "The reading of the text had to be mended, and one claim alone speaks against the edit."
ENOUGH: Final = 2
"""How many failures decide even so; a reading that contradicts itself calls no edit valid."""


class SentenceReply(Reply):
    """Which of two contrary sentences the passage tells."""

    id: str
    says: Literal["one", "two", "neither", "gone", "silent"]
    quote: str


class PairReply(Reply):
    """Whether words of the original and of the passage fit into one story."""

    id: str
    says: Literal["fit", "exclude"]


class JointReply(Reply):
    """How the passage joins two things."""

    id: str
    says: Literal["because", "in spite of", "unlike", "neither"]


class SecondLookReply(Reply):
    """Answers to all questions."""

    sentences: list[SentenceReply]
    pairs: list[PairReply]
    joints: list[JointReply]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Questions:
    """What is asked again.

    Parameters
    ----------
    first
        For each claim, whether its own sentence is `one`.
    """

    claims: tuple[ToldClaim, ...]
    first: tuple[bool, ...]
    conflicts: tuple[Conflict, ...]
    connectives: tuple[ToldConnective, ...]

    @property
    def ids(self) -> tuple[tuple[str, ...], ...]:
        """Return the ids of the questions, by list, numbered through."""
        sizes = len(self.claims), len(self.conflicts), len(self.connectives)
        numbers = iter(range(1, sum(sizes) + 1))
        return tuple(tuple(f"q{next(numbers)}" for _ in range(size)) for size in sizes)


async def looked_again(
    told: ToldEdit,
    rubric: Rubric,
    respondent: Respondent,
    asked: tuple[Asked, ...],
    *,
    original: str,
    wary: bool = False,
) -> ToldEdit:
    """Look again at what needs it; without any question nothing is asked.

    Parameters
    ----------
    wary
        Whether the model's reading of the text had to be mended: then it calls an edit valid only by two looks at every
        claim, and no edit invalid by one claim alone.

    Raises
    ------
    nlbridge.chat.errors.ReplyError
        If what the model says stays unusable after two repair turns.
    """
    shaken = _contradicted(told)
    if len(shaken) > MOST_SHAKEN:
        return _unsteady(told, len(shaken))
    report = judge_by_criteria(rubric, told)
    if wary and len(_failed(report)) == 1:
        return replace(told, unsteady=MENDED)
    again = _doubtful(told, rubric, report, wary=wary)
    if not (again.claims or again.conflicts or again.connectives):
        return told
    request = load_prompt("second-look").fill(
        respondent,
        original=original,
        edit=told.passage,
        questions="\n".join(json.dumps(row, ensure_ascii=False) for row in _rows(again, rubric, asked)),
    )
    done = await ask(respondent.chat, request, lambda reply: _formed(reply, again))
    found = _together(told, again, done.value, rubric)
    shaken |= _contradicted(found)
    few = len(_failed(judge_by_criteria(rubric, found))) < ENOUGH
    return _unsteady(found, len(shaken)) if len(shaken) > MOST_SHAKEN or (shaken and few) else found


def _contradicted(told: ToldEdit) -> set[str]:
    """Return the events that are read against their denial or a second look; words that stand nowhere read nothing."""
    return {one.event for one in told.claims if one.doubt and (one.quote or one.value is Told.ABSENT)}


def _unsteady(told: ToldEdit, count: int) -> ToldEdit:
    """Believe nothing of a reading that contradicts itself but what the words alone prove."""
    where = "a claim" if count == 1 else f"{count} claims"
    return replace(told, unsteady=f"The reading of the edit contradicts itself about {where}.")


def _doubtful(told: ToldEdit, rubric: Rubric, report: Report, *, wary: bool) -> _Questions:
    firm = _failed(report)
    lone = len(firm) == 1
    claims = [one for one in told.claims if one.doubt]
    if claims or (wary and not firm):  # who contradicts itself once is not believed elsewhere
        claims += [one for one in told.claims if _unconfirmed(one) and one not in claims]
    if not firm:
        claims += _missing(told, report)
    conflicts: tuple[Conflict, ...] = ()
    connectives: tuple[ToldConnective, ...] = ()
    if lone:
        event = firm[0].criterion.event
        claims += [one for one in told.claims if one.event == event and _unconfirmed(one) and one not in claims]
        if event is None:
            conflicts = told.conflicts
            connectives = tuple(one for one in told.connectives if unsuited(rubric, told, one))
        elif firm[0].criterion.cause is not None:
            connectives = tuple(one for one in told.connectives if unsuited(rubric, told, one))
    draw = random.Random(int(sha256(told.passage.encode("utf-8", "surrogatepass")).hexdigest(), 16))  # noqa: S311
    return _Questions(
        claims=tuple(claims),
        first=tuple(draw.random() < 0.5 for _ in claims),
        conflicts=conflicts,
        connectives=connectives,
    )


def _missing(told: ToldEdit, report: Report) -> list[ToldClaim]:
    """Return the claims that an edit leaves out, where little else stands against calling it valid.

    What is supposed is not among them: an edit that does not tell it at first sight does not carry it out.
    """
    unmet = {v.criterion.event for v in report.verdicts if v.required and v.outcome is Outcome.UNDETERMINED}
    found = [
        one
        for one in told.claims
        if one.value is Told.ABSENT and not one.supposed and not one.doubt and one.event in unmet
    ]
    return found if len(found) <= MOST_MISSING and not told.doubts else []


def _failed(report: Report) -> list[Verdict]:
    """Return what surely fails of its own, without connectives that fail only because a claim at one end does."""
    failed = [v for v in report.verdicts if v.outcome is Outcome.FAIL and v.criterion.confidence >= SURE]
    events = {v.criterion.event for v in failed if v.criterion.event is not None}
    return [v for v in failed if not {v.criterion.cause, v.criterion.effect} & events]


def _unconfirmed(claim: ToldClaim) -> bool:
    return claim.witnesses == (Witness.LOOK,) and claim.stands is not None


def _rows(again: _Questions, rubric: Rubric, asked: tuple[Asked, ...]) -> list[dict[str, str]]:
    claims, pairs, joints = again.ids
    rows = []
    for name, claim, first in zip(claims, again.claims, again.first, strict=True):
        own, contrary = _contraries(claim, rubric, asked)
        one, two = (own, contrary) if first else (contrary, own)
        rows.append({"id": name, "one": one, "two": two})
    for name, conflict in zip(pairs, again.conflicts, strict=True):
        rows.append({"id": name, "first": conflict.original, "then": conflict.passage})
    for name, joint in zip(joints, again.connectives, strict=True):
        left, right = sorted(rubric.scenario.event(one).statement for one in (joint.cause, joint.effect))
        rows.append({"id": name, "words": joint.quote, "left": left, "right": right})
    return rows


def _contraries(claim: ToldClaim, rubric: Rubric, asked: tuple[Asked, ...]) -> tuple[str, str]:
    mine = {Part.SUPPOSED} if claim.supposed else {Part.CLAIM, Part.LATENT}
    own = next(one for one in asked if one.event == claim.event and one.part in mine)
    if claim.supposed:
        return own.sentence, rubric.scenario.event(claim.event).statement
    denial = next((one.sentence for one in asked if one.event == claim.event and one.part is Part.DENIAL), None)
    if denial is None and own.part is Part.CLAIM:
        event = rubric.scenario.event(claim.event)
        others = [value for value in event.values if value != event.fact]
        denial = told_at(event, others[0]) if others else None
    return own.sentence, denial if denial and denial != own.sentence else f"It was not so that: {own.sentence}"


def _formed(reply: Any, again: _Questions) -> SecondLookReply:
    said = SecondLookReply.model_validate(reply)
    lists = [[one.id for one in said.sentences], [one.id for one in said.pairs], [one.id for one in said.joints]]
    for wanted, named in zip(again.ids, lists, strict=True):
        if sorted(named) != sorted(wanted):
            message = f"expected {', '.join(wanted) or 'nothing'} in its list, got {shown(', '.join(named))}; each once"
            raise ReplyError(message)
    return said


def _together(told: ToldEdit, again: _Questions, said: SecondLookReply, rubric: Rubric) -> ToldEdit:
    claims, pairs, joints = again.ids
    sentences = {one.id: one for one in said.sentences}
    seen = {
        (claim.event, claim.supposed): _agreed(claim, sentences[name], first, told.passage, rubric)
        for name, claim, first in zip(claims, again.claims, again.first, strict=True)
    }
    exclude = {one.id for one in said.pairs if one.says == "exclude"}
    how = {one.id: one.says for one in said.joints}
    doubts = list(told.doubts)
    conflicts = {one: one for one in told.conflicts}
    for name, conflict in zip(pairs, again.conflicts, strict=True):
        if name in exclude:
            conflicts[conflict] = replace(conflict, witnesses=(*conflict.witnesses, Witness.SECOND_LOOK))
        else:
            del conflicts[conflict]
            doubts.append(f"{conflict.passage!r} beside {conflict.original!r}: {DIFFER}")
    connectives = {one: one for one in told.connectives}
    for name, joint in zip(joints, again.connectives, strict=True):
        if how[name] == ("because" if joint.consecutive else "in spite of"):
            connectives[joint] = replace(joint, witnesses=(*joint.witnesses, Witness.SECOND_LOOK))
        else:
            del connectives[joint]
            doubts.append(f"{joint.quote!r}: {DIFFER}")
    return replace(
        told,
        claims=tuple(seen.get((one.event, one.supposed), one) for one in told.claims),
        connectives=tuple(connectives.values()),
        conflicts=tuple(conflicts.values()),
        doubts=tuple(doubts),
    )


def _agreed(
    claim: ToldClaim,
    said: SentenceReply,
    first: bool,
    passage: str,
    rubric: Rubric,
) -> ToldClaim:
    """Return what two looks at a claim come to."""
    sides = {"one": Told.TRUE if first else Told.FALSE, "two": Told.FALSE if first else Told.TRUE}
    value = (sides | {"neither": Told.OTHER, "gone": Told.GONE, "silent": Told.ABSENT})[said.says]
    quote = standing(said.quote, passage)
    again = replace(claim, value=value, quote=quote or claim.quote)
    proof = None if claim.supposed else _proof(claim, rubric, passage)
    if claim.value is Told.ABSENT and proof is None:
        return replace(again, witnesses=(Witness.SECOND_LOOK,)) if quote and _meets(again, rubric) else claim
    believed = again.stands is (claim.stands if proof is None else proof)
    if not believed:
        return replace(claim, value=Told.UNREAD, doubt=f"{_capital(DIFFER)}: {claim.value}, and {value}.")
    if again.stands is not None and not again.quote:
        return replace(claim, value=Told.UNREAD, doubt=f"Read as {claim.value} twice, in no words that the edit has.")
    kept = again if claim.stands is not again.stands else replace(claim, quote=claim.quote or quote)
    shown_so = (Witness.SECOND_LOOK,) if proof is None else (Witness.SECOND_LOOK, Witness.PROOF)
    return replace(kept, doubt="", witnesses=(*claim.witnesses, *shown_so))


def _meets(claim: ToldClaim, rubric: Rubric) -> bool:
    """Tell whether a claim is told as asked: what only a second look found may complete an edit, and never fail it."""
    own = [criterion for criterion in rubric.criteria if criterion.event == claim.event]
    asked = {must_stay(rubric, one) for one in own if must_change(one) or must_stay(rubric, one)}
    return claim.stands is not None and asked == {claim.stands}


def _proof(claim: ToldClaim, rubric: Rubric, passage: str) -> bool | None:
    known = any(event.id == claim.event for event in rubric.scenario.events)
    found = exact(rubric, passage, claim.event) if known else None
    return None if found is None else not found.denied


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
