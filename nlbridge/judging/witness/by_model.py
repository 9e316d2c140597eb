"""Ask a language model what an edit says of each claim; it sees the sentences, never the expected answers.

A quote that stands in the passage is enough: how a thing is put in other words is what the model is asked for, and so
is whether it is told as a fact of the passage. What may stand against it is a claim that the passage copies or denies
word for word in a whole clause. What is unclear, contradicted, or decides alone is looked at again in other words
(`nlbridge.judging.witness.second_look`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from causalcore.derivation.rubric import CriterionKind
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.grounding.asked_sentences import Asked, Part, Supposed, asked_about, listed_sentences
from nlbridge.grounding.by_words import ground
from nlbridge.grounding.grounding import Conflict, GroundedClaim, GroundedConnective, Grounding, Told, Witness
from nlbridge.grounding.new_content import denied_from_outside
from nlbridge.judging.findings import must_change
from nlbridge.judging.witness.second_look import SUITS, looked_again
from nlbridge.judging.witness.taken_away import taken_away, without_base
from nlbridge.language.quotation import places, shown, standing
from nlbridge.supposing.by_model import LEVELS
from nlbridge.weights.thresholds import CLEAR_WITNESS, LEANS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.scenario import Span


class ClaimReply(Reply):
    """What the passage says about one sentence."""

    id: str
    quote: str
    mode: Literal["fact", "supposed", "doubted", "denied"]
    value: Literal["true", "bare", "false", "other", "gone", "absent"]
    way: Literal["lower", "higher", "earlier", "later", ""]


class ConnectiveReply(Reply):
    """A word that joins two things; an end is the id of a sentence, `outside`, or an id with `otherwise`."""

    quote: str
    kind: Literal["consecutive", "concessive", "comparison"]
    reason: str
    cause: str
    result: str
    effect: str
    suits: Literal["suits", "does not suit", "cannot tell"] = "cannot tell"


class ConflictReply(Reply):
    """Words of the passage that words of the original exclude."""

    passage: str
    original: str


class ContradictionReply(Reply):
    """Two stretches of the passage that exclude each other."""

    first: str
    second: str


class GroundingReply(Reply):
    """What the passage says about everything."""

    claims: list[ClaimReply]
    connectives: list[ConnectiveReply]
    background: list[ConflictReply]
    new: list[ConflictReply]
    contradictions: list[ContradictionReply]


@dataclass(frozen=True, slots=True, kw_only=True)
class ByModel:
    """The grounder that asks a language model.

    Parameters
    ----------
    supposed
        For each event that is set, what is supposed of it, as a sentence.
    wary
        Whether reading and expectation differed in so much that the model is believed less.
    mended
        Events in which the two differed at first.
    twice
        Whether every claim is looked at a second time, in other words.
    """

    respondent: Respondent
    supposed: Supposed = ()
    wary: bool = False
    mended: Collection[str] = ()
    twice: bool = False

    async def ground(
        self, edit: str, rubric: Rubric, *, clause: str | None = None, beside: Grounding | None = None
    ) -> Grounding:
        """Read what `edit` tells of each claim of the rubric, of what is supposed, and of the background.

        Parameters
        ----------
        beside
            What the words say; read here where it was not read before.

        Raises
        ------
        nlbridge.chat.errors.ReplyError
            If what the model says stays unusable after two repair turns.
        """
        offline = beside or ground(edit, rubric.scenario, rubric.intervention, clause=clause)
        original, asked = _original(rubric), asked_about(rubric, self.supposed, offline.passage)
        request = load_prompt("grounding").fill(
            self.respondent, original=original, edit=offline.passage, claims=listed_sentences(asked)
        )
        done = await ask(self.respondent.chat, request, lambda reply: _formed(reply, asked))
        told = _told(done.value, asked, rubric, offline)
        framed = denied_from_outside(offline.edit, [claim.quote for claim in told.claims if claim.quote]) is not None
        return await looked_again(
            told,
            rubric,
            self.respondent,
            asked,
            original=original,
            wary=self.wary,
            mended=self.mended,
            framed=framed,
            whole=self.twice,
        )


def _original(rubric: Rubric) -> str:
    return rubric.scenario.text or " ".join(event.statement for event in rubric.scenario.events)


def _formed(reply: Any, asked: tuple[Asked, ...]) -> GroundingReply:
    said = GroundingReply.model_validate(reply)
    named = [claim.id for claim in said.claims]
    ids = [one.id for one in asked]
    if sorted(named) != sorted(ids):
        message = f"expected each of {', '.join(ids)} exactly once, got {shown(', '.join(named))}; list them all"
        raise ReplyError(message)
    return said


def _told(reply: GroundingReply, asked: tuple[Asked, ...], rubric: Rubric, offline: Grounding) -> Grounding:
    said = {claim.id: claim for claim in reply.claims}
    denials = {one.event: said[one.id] for one in asked if one.part is Part.DENIAL}
    claims = []
    for one in asked:
        if one.part is Part.DENIAL:
            continue
        found = _claim(one, said[one.id], offline.passage, _original(rubric))
        if one.part is Part.CLAIM:
            found = replace(found, exact=offline.of(one.event).exact)
        if one.part is Part.CLAIM and not without_base(rubric, found):
            denial = denials.get(one.event)
            found = found if _both_excluded(found, denial, rubric) else _beside_denial(found, denial)
            found = _witnessed(found, denials.get(one.event), rubric, offline)
        claims.append(found)
    return Grounding(
        edit=offline.edit,
        claims=tuple(claims),
        connectives=_connectives(reply, asked, claims, offline.passage),
        conflicts=(*_conflicts(reply, rubric, offline.passage), *taken_away(rubric, claims)),
        doubts=_contradictions(reply, offline.passage),
        clause=offline.clause,
    )


def _claim(asked: Asked, said: ClaimReply, passage: str, original: str) -> GroundedClaim:
    value = Told(said.value)
    quote = standing(said.quote, passage)
    doubt = ""
    if value is not Told.ABSENT and not quote:
        doubt = f"It is read as {value} from {shown(said.quote)}, which the passage does not have."
    elif value is not Told.ABSENT and said.mode != "fact" and not _told_as_before(value, quote, passage, original):
        value = Told.SUSPENDED
    way = LEVELS.get(said.way, said.way) if value in {Told.OTHER, Told.FALSE} else ""
    return GroundedClaim(
        event=asked.event,
        value=value,
        quote=quote if value is not Told.ABSENT else "",
        way=way,
        supposed=asked.part is Part.SUPPOSED,
        doubt=doubt,
    )


def _told_as_before(value: Told, quote: str, passage: str, original: str) -> bool:
    """Tell whether a claim that the original only reports or doubts is told in the original's own sentence."""
    start = passage.find(quote)
    low = max(passage.rfind(end, 0, start) for end in ".!?\n") + 1
    high = min((at for end in ".!?\n" if (at := passage.find(end, start + len(quote))) >= 0), default=len(passage))
    return value is Told.TRUE and start >= 0 and bool(places(passage[low:high].strip(), original))


def _both_excluded(claim: GroundedClaim, denial: ClaimReply | None, rubric: Rubric) -> bool:
    """Tell whether the same words exclude a claim that must stay and its contrary: a third thing is told instead."""
    if denial is None or claim.value is not Told.FALSE or denial.value != "false" or denial.quote != claim.quote:
        return False
    return any(c.event == claim.event and c.kind is CriterionKind.UNCHANGED for c in rubric.criteria)


def _beside_denial(claim: GroundedClaim, denial: ClaimReply | None) -> GroundedClaim:
    """Doubt a claim whose contrary was read against it; of two that exclude each other both may be untold or untrue."""
    if denial is None:
        return claim
    denied = {"true": False, "bare": False, "other": False, "gone": False, "false": True}.get(denial.value)
    if denied is claim.stands or (denied is not None and claim.value is Told.GONE):
        return claim
    if denied is None and claim.stands is False:
        return claim
    if claim.value in {Told.SUSPENDED, Told.OTHER} or denial.mode != "fact" or (claim.value is Told.BARE and denied):
        return claim
    doubt = f"The claim is read as {claim.value}, its denial as {denial.value}."
    return replace(claim, doubt=claim.doubt or doubt)


def _witnessed(claim: GroundedClaim, denial: ClaimReply | None, rubric: Rubric, offline: Grounding) -> GroundedClaim:
    """Add the witnesses that read the same; only words that are copied or denied as they are may speak against it."""
    proof = claim.exact
    if proof is not None:
        if claim.stands is (not proof.denied):
            return replace(claim, witnesses=(*claim.witnesses, Witness.PROOF))
        said = "denies" if proof.denied else "repeats"
        return replace(claim, doubt=f"It is read as {claim.value}, but the passage {said} it word for word.")
    if rubric.scenario.event(claim.event).fact == "false":
        return claim  # the words are those of the contrary
    by_words = offline.of(claim.event)
    clear = max(by_words.altered, 1 - by_words.altered) * by_words.told
    if clear < LEANS or claim.stands is not (by_words.stands is True):
        return claim
    if clear >= CLEAR_WITNESS:
        return replace(claim, witnesses=(*claim.witnesses, Witness.OFFLINE))
    denied = denial is not None and {"true": True, "false": False}.get(denial.value) is (not claim.stands)
    return replace(claim, borne_out=denied and not claim.doubt)


def _connectives(
    reply: GroundingReply, asked: tuple[Asked, ...], claims: Sequence[GroundedClaim], passage: str
) -> tuple[GroundedConnective, ...]:
    values = {(one.event, one.supposed): True if one.value is Told.BARE else one.stands for one in claims}
    ends = {one.id: one.event for one in asked if _made_true(one, values)}
    found = []
    for one in reply.connectives:
        quote = standing(one.quote, passage)
        cause, effect = ends.get(one.cause, ""), ends.get(one.effect, "")
        if one.kind == "comparison" or not quote or (cause and cause == effect):
            continue
        found.append(
            GroundedConnective(
                quote=quote,
                cause=cause,
                effect=effect,
                consecutive=one.kind == "consecutive",
                cause_words=standing(one.reason, passage),
                effect_words=standing(one.result, passage),
                at_sight=SUITS[one.suits],
            )
        )
    return tuple(dict.fromkeys(found))


def _made_true(asked: Asked, values: Mapping[tuple[str, bool], bool | None]) -> bool:
    """Tell whether a passage was read to tell a sentence: only then is the value at the end of a joint known."""
    if asked.part is Part.LATENT:
        return False
    if asked.part is Part.DENIAL:
        return values.get((asked.event, False)) is False
    return values.get((asked.event, asked.part is Part.SUPPOSED)) is True


def _contradictions(reply: GroundingReply, passage: str) -> tuple[str, ...]:
    """Return where the passage contradicts itself, both quotes found."""
    pairs = ((standing(one.first, passage), standing(one.second, passage)) for one in reply.contradictions)
    found = ((first, second) for first, second in pairs if first and second and first != second)
    return tuple(f"The edit contradicts itself: {first!r}, and {second!r}." for first, second in found)


def _conflicts(reply: GroundingReply, rubric: Rubric, passage: str) -> tuple[Conflict, ...]:
    """Return what the passage tells against the original, both quotes found; within what must change, suspected."""
    moved = {c.event for c in rubric.criteria if must_change(c) or _set_aside(rubric, c.event, c.kind)}
    spans = [event.span for event in rubric.scenario.events if event.id in moved and event.span]
    text = rubric.scenario.text
    found = []
    for background, replies in ((True, reply.background), (False, reply.new)):
        for one in replies:
            told, before = standing(one.passage, passage), standing(one.original, text)
            if not told or not before or places(told, text):
                continue
            where = places(before, text)[0]
            suspected = any(_within(where, span) for span in spans)
            found.append(Conflict(passage=told, original=before, background=background, suspected=suspected))
    return tuple(dict.fromkeys(found))


def _set_aside(rubric: Rubric, event: str | None, kind: CriterionKind) -> bool:
    """Tell whether the text's own claim is none that the edit must keep: it is supposed otherwise, or open."""
    if kind is CriterionKind.OPEN:
        return True
    if kind is not CriterionKind.INTERVENTION or event is None:
        return False
    return not any(c.event == event and c.stays for c in rubric.criteria)


def _within(place: Span, span: Span) -> bool:
    """Tell whether most of a place lies within a span."""
    shared = min(place[1], span[1]) - max(place[0], span[0])
    return 2 * shared > place[1] - place[0]
