"""Ask a second time, in other words, about doubtful claims and those that decide alone.

Claims are asked about again if they were read without a quote, or against their own denial or words copied verbatim;
if they are the only failed criterion, or all that is missing for a valid edit. Two looks that agree are believed; if
they differ, the claim stays unread. Two questions are asked only here: whether a joining word that the engine suspects
fits the clauses it joins, and whether the edit alters a cause of the what-if only to explain how that came about.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, Literal

from causalcore.derivation.rubric import MUST_CHANGE, CriterionKind
from causalcore.scenario.graph import ancestors
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.grounding.asked_sentences import Asked, Part, contrary_of, fact_of
from nlbridge.grounding.grounding import Conflict, GroundedClaim, GroundedConnective, Grounding, Told, Way, Witness
from nlbridge.judging.by_values import suspected, without_base
from nlbridge.judging.report import CriterionOutcome
from nlbridge.judging.verification import judge
from nlbridge.language.quotation import shown, standing
from nlbridge.weights.thresholds import DECIDES

if TYPE_CHECKING:
    from collections.abc import Collection

    from causalcore.derivation.rubric import Rubric
    from nlbridge.judging.report import CriterionVerdict, Report

DIFFER = "two readings of it differ"
MOST_MISSING: Final = 2
"""Most missing claims that are asked about again; an edit that leaves out more cannot be shown valid."""
MOST_SHAKEN: Final = 1
"""Most claims about which a reading may contradict itself, or a second one, and still decide."""
MENDED: Final = "The reading of the text needed corrections, and only one claim speaks against the edit."
"""Reason if that claim is one of those corrected, or if so much was corrected that no claim is certain."""
SUITS: Final = {"suits": True, "does not suit": False, "cannot tell": None}
ENOUGH: Final = 2
"""Failures that decide even if the reading contradicts itself; such a reading calls no edit valid."""


class SentenceReply(Reply):
    """Which of two contrary sentences the passage asserts."""

    id: str
    quote: str
    says: Literal["one", "two", "neither", "gone", "silent"]


class PairReply(Reply):
    """Whether words of the original and of the passage are compatible."""

    id: str
    says: Literal["fit", "change", "exclude"]


class JointReply(Reply):
    """Whether a joining word fits the two things that it joins, as the passage states them."""

    id: str
    says: Literal["suits", "does not suit", "cannot tell"]


class WayReply(Reply):
    """Whether one thing is stated as the way in which another came about, and had to be."""

    id: str
    says: Literal["needed", "chosen", "apart"]


class SecondLookReply(Reply):
    """Answers to all questions."""

    sentences: list[SentenceReply]
    pairs: list[PairReply]
    joints: list[JointReply]
    ways: list[WayReply]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Questions:
    """The questions of the second look; `first` says for each claim whether its own sentence is `one`, not `two`."""

    claims: tuple[GroundedClaim, ...]
    first: tuple[bool, ...]
    conflicts: tuple[Conflict, ...]
    connectives: tuple[GroundedConnective, ...]
    ways: tuple[GroundedClaim, ...] = ()

    @property
    def ids(self) -> tuple[tuple[str, ...], ...]:
        """Return the ids of the questions, by list, numbered consecutively."""
        sizes = len(self.claims), len(self.conflicts), len(self.connectives), len(self.ways)
        numbers = iter(range(1, sum(sizes) + 1))
        return tuple(tuple(f"q{next(numbers)}" for _ in range(size)) for size in sizes)


async def looked_again(
    told: Grounding,
    rubric: Rubric,
    respondent: Respondent,
    asked: tuple[Asked, ...],
    *,
    original: str,
    wary: bool = False,
    mended: Collection[str] = (),
    framed: bool = False,
    whole: bool = False,
) -> Grounding:
    """Ask again about what needs it; return the grounding unchanged if there is no question.

    Parameters
    ----------
    wary
        Whether so much of the model's reading of the text was corrected that an edit is valid only after two looks at
        every claim, and never invalid by one claim alone.
    mended
        Events in which the reading was corrected: none of them alone makes an edit invalid.
    framed
        Whether the edit has words that may deny or suspend its own story, so that its claims are looked at twice.
    whole
        Whether the user wants every claim looked at twice in any case.

    Raises
    ------
    nlbridge.chat.errors.ReplyError
        If the model's reply is still unusable after two repair turns.
    """
    shaken = _contradicted(told)
    if len(shaken) > MOST_SHAKEN:
        return _unsteady(told, len(shaken))
    report = judge(rubric, told)
    failed = _failed(report)
    if len(failed) == 1 and (wary or failed[0].criterion.event in mended):
        return replace(told, unsteady=MENDED)
    again = _doubtful(told, rubric, report, wary=wary, framed=framed, whole=whole)
    if not any(again.ids):
        return told
    request = load_prompt("second-look").fill(
        respondent,
        original=original,
        edit=told.edit.passage,
        questions="\n".join(json.dumps(row, ensure_ascii=False) for row in _rows(again, rubric, asked)),
    )
    done = await ask(respondent.chat, request, lambda reply: _formed(reply, again))
    looked = _together(told, again, done.value, rubric)
    shaken |= _contradicted(looked)
    few = len(_failed(judge(rubric, looked))) < ENOUGH
    return _unsteady(looked, len(shaken)) if len(shaken) > MOST_SHAKEN or (shaken and few) else looked


def _contradicted(grounding: Grounding) -> set[str]:
    """Return the events that were read against their denial or a second look; readings without a quote do not count."""
    return {claim.event for claim in grounding.claims if claim.doubt and (claim.quote or claim.value is Told.ABSENT)}


def _unsteady(grounding: Grounding, count: int) -> Grounding:
    """Mark a reading as contradicting itself, so that only what the words alone prove is believed."""
    where = "a claim" if count == 1 else f"{count} claims"
    return replace(grounding, unsteady=f"The reading of the edit contradicts itself about {where}.")


def _doubtful(
    grounding: Grounding, rubric: Rubric, report: Report, *, wary: bool, framed: bool, whole: bool
) -> _Questions:
    firm = _failed(report)
    lone = firm[0].criterion.event if len(firm) == 1 else None
    claims = [claim for claim in grounding.claims if claim.doubt]
    may_be_valid = not firm and not _withheld(rubric, grounding, report)
    # After one contradiction, every claim that nobody confirmed is checked again.
    if whole or claims or ((wary or framed) and may_be_valid):
        claims += [claim for claim in grounding.claims if _unconfirmed(claim) and claim not in claims]
    if may_be_valid:
        claims += _missing(grounding, report)
    if lone is not None:
        own = (claim for claim in grounding.claims if claim.event == lone and claim not in claims)
        claims += [claim for claim in own if _unconfirmed(claim) and not claim.borne_out]
    draw = random.Random(int(sha256(grounding.edit.passage.encode("utf-8", "surrogatepass")).hexdigest(), 16))  # noqa: S311
    return _Questions(
        claims=tuple(claims),
        first=tuple(draw.random() < 0.5 for _ in claims),
        conflicts=_unsure_conflicts(grounding, firm),
        connectives=() if firm else tuple(k for k in grounding.connectives if suspected(rubric, grounding, k)),
        ways=_ways(grounding, rubric, firm),
    )


def _withheld(rubric: Rubric, grounding: Grounding, report: Report) -> bool:
    """Return whether no second look can make the edit valid, because the text itself was not read with certainty."""
    disputed = {answer.event for answer in rubric.derivation.answers if answer.doubt}
    return bool(grounding.doubts) or any(
        (v.criterion.kind is CriterionKind.OPEN and v.criterion.event in disputed)
        or (v.required and v.criterion.confidence < DECIDES)
        for v in report.verdicts
    )


def _unsure_conflicts(grounding: Grounding, firm: list[CriterionVerdict]) -> tuple[Conflict, ...]:
    """Return the conflicts to ask about: all if one alone fails the edit, the suspected ones if nothing fails it."""
    if not firm:
        return tuple(conflict for conflict in grounding.conflicts if conflict.suspected)
    alone = len(firm) == 1 and firm[0].criterion.event is None and firm[0].criterion.cause is None
    return grounding.conflicts if alone else ()


def _ways(grounding: Grounding, rubric: Rubric, firm: list[CriterionVerdict]) -> tuple[GroundedClaim, ...]:
    """Return the altered causes of the what-if, if they are all that fails the edit."""
    above = ancestors(rubric.scenario, rubric.intervention.values)
    if not firm or any(v.criterion.kind is not CriterionKind.UNCHANGED or v.criterion.event not in above for v in firm):
        return ()
    failed = {v.criterion.event for v in firm}
    return tuple(claim for claim in grounding.claims if claim.event in failed and not claim.supposed and claim.quote)


def _missing(grounding: Grounding, report: Report) -> list[GroundedClaim]:
    """Return the claims that an edit leaves out, if little else keeps it from being valid.

    The what-if is not among them: an edit that does not state it at first sight does not carry it out.
    """
    unmet = {v.criterion.event for v in report.verdicts if v.required and v.outcome is CriterionOutcome.UNDETERMINED}
    absent = [
        claim
        for claim in grounding.claims
        if claim.value is Told.ABSENT and not claim.supposed and not claim.doubt and claim.event in unmet
    ]
    asked = {claim.event for claim in (*absent, *(claim for claim in grounding.claims if claim.doubt))}
    return absent if len(absent) <= MOST_MISSING and unmet <= asked else []


def _failed(report: Report) -> list[CriterionVerdict]:
    """Return the certain failures, without connectives that fail only because a claim at one end does."""
    failed = [v for v in report.verdicts if v.outcome is CriterionOutcome.FAIL and v.criterion.confidence >= DECIDES]
    events = {v.criterion.event for v in failed if v.criterion.event is not None}
    return [v for v in failed if not {v.criterion.cause, v.criterion.effect} & events]


def _unconfirmed(claim: GroundedClaim) -> bool:
    return claim.witnesses == (Witness.LOOK,) and claim.stands is not None


def _rows(again: _Questions, rubric: Rubric, asked: tuple[Asked, ...]) -> list[dict[str, str]]:
    claims, pairs, joints, ways = again.ids
    rows = []
    for name, claim, first in zip(claims, again.claims, again.first, strict=True):
        own, contrary = _contraries(claim, rubric, asked)
        one, two = (own, contrary) if first else (contrary, own)
        rows.append({"id": name, "one": one, "two": two})
    for name, conflict in zip(pairs, again.conflicts, strict=True):
        rows.append({"id": name, "first": conflict.original, "then": conflict.passage})
    for name, joint in zip(joints, again.connectives, strict=True):
        ends = {"reason": joint.cause_words or joint.quote, "result": joint.effect_words or joint.quote}
        rows.append({"id": name, "words": joint.quote} | ends)
    supposed = [item.sentence for item in asked if item.part is Part.SUPPOSED]
    for name, claim in zip(ways, again.ways, strict=True):
        about = {"happened": " ".join(supposed), "before": rubric.scenario.event_by_id[claim.event].statement}
        rows.append({"id": name} | about | {"beside": claim.quote})
    return rows


def _contraries(claim: GroundedClaim, rubric: Rubric, asked: tuple[Asked, ...]) -> tuple[str, str]:
    mine = {Part.SUPPOSED} if claim.supposed else {Part.CLAIM, Part.LATENT}
    own = next(item for item in asked if item.event == claim.event and item.part in mine)
    if claim.supposed:
        return own.sentence, fact_of(rubric.scenario.event_by_id[claim.event])
    denial = next((item.sentence for item in asked if item.event == claim.event and item.part is Part.DENIAL), None)
    if denial is None and own.part is Part.CLAIM:
        denial = contrary_of(rubric.scenario.event_by_id[claim.event])
    return own.sentence, denial or f"It is not so that: {own.sentence}"


def _formed(reply: Any, again: _Questions) -> SecondLookReply:
    answers = SecondLookReply.model_validate(reply)
    lists = [
        [row.id for row in replies] for replies in (answers.sentences, answers.pairs, answers.joints, answers.ways)
    ]
    for wanted, named in zip(again.ids, lists, strict=True):
        if sorted(named) != sorted(wanted):
            message = f"expected {', '.join(wanted) or 'nothing'} in its list, got {shown(', '.join(named))}; each once"
            raise ReplyError(message)
    return answers


def _together(grounding: Grounding, again: _Questions, answers: SecondLookReply, rubric: Rubric) -> Grounding:
    claims, pairs, joints, _ = again.ids
    sentences = {answer.id: answer for answer in answers.sentences}
    seen = {
        (claim.event, claim.supposed): _agreed(claim, sentences[name], first, grounding.edit.passage, rubric)
        for name, claim, first in zip(claims, again.claims, again.first, strict=True)
    }
    exclude = {answer.id for answer in answers.pairs if answer.says == "exclude"}
    how = {answer.id: answer.says for answer in answers.joints}
    doubts = list(grounding.doubts)
    conflicts = {conflict: conflict for conflict in grounding.conflicts}
    for name, conflict in zip(pairs, again.conflicts, strict=True):
        if name in exclude:
            sure = replace(conflict, suspected=False, witnesses=(*conflict.witnesses, Witness.SECOND_LOOK))
            conflicts[conflict] = sure
        else:
            del conflicts[conflict]
            if not conflict.suspected:
                doubts.append(f"{conflict.passage!r} beside {conflict.original!r}: {DIFFER}")
    connectives = {
        joint: replace(joint, suits=SUITS[how[name]], witnesses=(*joint.witnesses, Witness.SECOND_LOOK))
        for name, joint in zip(joints, again.connectives, strict=True)
    }
    combined = replace(
        grounding,
        claims=tuple(seen.get((claim.event, claim.supposed), claim) for claim in grounding.claims),
        connectives=tuple(connectives.get(joint, joint) for joint in grounding.connectives),
        conflicts=tuple(conflicts.values()),
        doubts=tuple(doubts),
    )
    return _with_ways(combined, again, answers)


def _with_ways(grounding: Grounding, again: _Questions, answers: SecondLookReply) -> Grounding:
    """Mark the altered claims that only explain how the what-if came about."""
    says = {answer.id: answer.says for answer in answers.ways}
    ways = {claim.event: Way(says[name]) for name, claim in zip(again.ids[-1], again.ways, strict=True)}
    marked = (
        claim if claim.supposed else replace(claim, way_there=ways.get(claim.event)) for claim in grounding.claims
    )
    return replace(grounding, claims=tuple(marked))


def _agreed(
    claim: GroundedClaim,
    answer: SentenceReply,
    first: bool,
    passage: str,
    rubric: Rubric,
) -> GroundedClaim:
    sides = {"one": Told.TRUE if first else Told.FALSE, "two": Told.FALSE if first else Told.TRUE}
    value = (sides | {"neither": Told.OTHER, "gone": Told.GONE, "silent": Told.ABSENT})[answer.says]
    quote = standing(answer.quote, passage)
    again = replace(claim, value=value, quote=quote or claim.quote)
    proof = None if claim.supposed or without_base(rubric, claim) else _proof(claim)
    if claim.value is Told.ABSENT and proof is None:
        return replace(again, witnesses=(Witness.SECOND_LOOK,)) if quote and _meets(again, rubric) else claim
    believed = again.stands is (claim.stands if proof is None else proof)
    if not believed:
        return replace(claim, value=Told.UNREAD, doubt=f"{_capital(DIFFER)}: {claim.value}, and {value}.")
    if again.stands is not None and not again.quote:
        return replace(claim, value=Told.UNREAD, doubt=f"Read as {claim.value} twice, but not from words of the edit.")
    kept = again if claim.stands is not again.stands else replace(claim, quote=claim.quote or quote)
    shown_so = (Witness.SECOND_LOOK,) if proof is None else (Witness.SECOND_LOOK, Witness.PROOF)
    return replace(kept, doubt="", witnesses=(*claim.witnesses, *shown_so))


def _meets(claim: GroundedClaim, rubric: Rubric) -> bool:
    """Return whether a claim is stated as required; a second look alone may complete an edit, but never fail it."""
    own = [criterion for criterion in rubric.criteria if criterion.event == claim.event]
    asked = {criterion.stays for criterion in own if criterion.kind in MUST_CHANGE or criterion.stays}
    return claim.stands is not None and asked == {claim.stands}


def _proof(claim: GroundedClaim) -> bool | None:
    return None if claim.exact is None else not claim.exact.denied


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
