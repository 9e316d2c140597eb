"""Ask a language model what an edit says of each claim; it sees the sentences, never the expected answers.

A quote from the passage is enough: the model is there to recognize paraphrases, and to say whether the passage states
something as a fact. Only a claim that the passage copies or denies word for word in a whole clause can contradict it.
What is unclear, contradicted, or decides alone is asked about again in other words
(`nlbridge.judging.witness.second_look`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from causalcore.derivation.rubric import MUST_CHANGE, CriterionKind
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.grounding.asked_sentences import Asked, Part, Supposed, asked_about, listed_sentences
from nlbridge.grounding.by_words import ground
from nlbridge.grounding.grounding import Conflict, GroundedClaim, GroundedConnective, Grounding, Told, Witness
from nlbridge.grounding.new_content import denied_from_outside
from nlbridge.judging.by_values import without_base
from nlbridge.judging.witness.second_look import SUITS, looked_again
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
    """A word that joins two things; each end is the id of a sentence, `outside`, or an id with `otherwise`."""

    quote: str
    kind: Literal["consecutive", "concessive", "comparison"]
    reason: str
    cause: str
    result: str
    effect: str
    suits: Literal["suits", "does not suit", "cannot tell"] = "cannot tell"


class ConflictReply(Reply):
    """Words of the passage that contradict words of the original."""

    passage: str
    original: str


class ContradictionReply(Reply):
    """Two stretches of the passage that contradict each other."""

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
        A sentence for each event that the what-if sets, which states the supposition.
    wary
        Whether reading and expectation differed so much that the model is trusted less.
    mended
        Events in which the two differed at first.
    twice
        Whether every claim is asked about a second time, in other words.
    """

    respondent: Respondent
    supposed: Supposed = ()
    wary: bool = False
    mended: Collection[str] = ()
    twice: bool = False

    async def ground(
        self, edit: str, rubric: Rubric, *, clause: str | None = None, beside: Grounding | None = None
    ) -> Grounding:
        """Read what `edit` says of each claim of the rubric, of the what-if, and of the background.

        Parameters
        ----------
        beside
            The offline reading; made here if it is not given.

        Raises
        ------
        nlbridge.chat.errors.ReplyError
            If the model's reply is still unusable after two repair turns.
        """
        offline = beside or ground(edit, rubric.scenario, rubric.intervention, clause=clause)
        original, asked = _original(rubric), asked_about(rubric, self.supposed, offline.edit.passage)
        request = load_prompt("grounding").fill(
            self.respondent, original=original, edit=offline.edit.passage, claims=listed_sentences(asked)
        )
        done = await ask(self.respondent.chat, request, lambda reply: _formed(reply, asked))
        reading = _told(done.value, asked, rubric, offline)
        framed = denied_from_outside(offline.edit, [claim.quote for claim in reading.claims if claim.quote]) is not None
        return await looked_again(
            reading,
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
    grounded = GroundingReply.model_validate(reply)
    named = [claim.id for claim in grounded.claims]
    ids = [item.id for item in asked]
    if sorted(named) != sorted(ids):
        message = f"expected each of {', '.join(ids)} exactly once, got {shown(', '.join(named))}; list them all"
        raise ReplyError(message)
    return grounded


def _told(reply: GroundingReply, asked: tuple[Asked, ...], rubric: Rubric, offline: Grounding) -> Grounding:
    replies = {claim.id: claim for claim in reply.claims}
    denials = {item.event: replies[item.id] for item in asked if item.part is Part.DENIAL}
    claims = []
    for item in asked:
        if item.part is Part.DENIAL:
            continue
        claim = _claim(item, replies[item.id], offline.edit.passage, _original(rubric))
        if item.part is Part.CLAIM:
            by_words = offline.by_event[item.event]
            claim = replace(claim, exact=by_words.exact, again=by_words.again)
        if item.part is Part.CLAIM and not without_base(rubric, claim):
            denial = denials.get(item.event)
            claim = claim if _both_excluded(claim, denial, rubric) else _beside_denial(claim, denial)
            claim = _witnessed(claim, denial, rubric, offline)
        claims.append(claim)
    return Grounding(
        edit=offline.edit,
        claims=tuple(claims),
        connectives=_connectives(reply, asked, claims, offline.edit.passage),
        conflicts=(*_conflicts(reply, rubric, offline.edit.passage), *taken_away(rubric, claims)),
        doubts=_contradictions(reply, offline.edit.passage),
        clause=offline.clause,
    )


def _claim(asked: Asked, reply: ClaimReply, passage: str, original: str) -> GroundedClaim:
    value = Told(reply.value)
    quote = standing(reply.quote, passage)
    doubt = ""
    if value is not Told.ABSENT and not quote:
        doubt = f"It is read as {value} from {shown(reply.quote)}, which the passage does not have."
    elif value is not Told.ABSENT and reply.mode != "fact" and not _told_as_before(value, quote, passage, original):
        value = Told.SUSPENDED
    way = LEVELS.get(reply.way, reply.way) if value in {Told.OTHER, Told.FALSE} else ""
    return GroundedClaim(
        event=asked.event,
        value=value,
        quote=quote if value is not Told.ABSENT else "",
        way=way,
        supposed=asked.part is Part.SUPPOSED,
        doubt=doubt,
    )


def _told_as_before(value: Told, quote: str, passage: str, original: str) -> bool:
    """Return whether the edit states a claim in the original's own sentence, so that a report or doubt is unchanged."""
    start = passage.find(quote)
    low = max(passage.rfind(end, 0, start) for end in ".!?\n") + 1
    high = min((at for end in ".!?\n" if (at := passage.find(end, start + len(quote))) >= 0), default=len(passage))
    return value is Told.TRUE and start >= 0 and bool(places(passage[low:high].strip(), original))


def _both_excluded(claim: GroundedClaim, denial: ClaimReply | None, rubric: Rubric) -> bool:
    """Return whether the same words contradict a claim that must stay and its contrary: the edit says a third thing."""
    if denial is None or claim.value is not Told.FALSE or denial.value != "false" or denial.quote != claim.quote:
        return False
    return any(c.event == claim.event and c.kind is CriterionKind.UNCHANGED for c in rubric.criteria)


def _beside_denial(claim: GroundedClaim, denial: ClaimReply | None) -> GroundedClaim:
    """Doubt a claim whose reading conflicts with that of its contrary, unless both can be untrue or unmentioned."""
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
    """Add the witnesses that agree with a reading; doubt it if the passage contradicts it word for word."""
    if claim.every_exact:
        against = next((exact for exact in claim.every_exact if claim.stands is not (not exact.denied)), None)
        if against is None:
            return replace(claim, witnesses=(*claim.witnesses, Witness.PROOF))
        verb = "denies" if against.denied else "repeats"
        return replace(claim, doubt=f"It is read as {claim.value}, but the passage {verb} it word for word.")
    if rubric.scenario.event_by_id[claim.event].fact == "false":
        return claim  # The offline reading is about the words of the contrary.
    by_words = offline.by_event[claim.event]
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
    values = {(claim.event, claim.supposed): True if claim.value is Told.BARE else claim.stands for claim in claims}
    ends = {item.id: item.event for item in asked if _made_true(item, values)}
    connectives = []
    for joint in reply.connectives:
        quote = standing(joint.quote, passage)
        cause, effect = ends.get(joint.cause, ""), ends.get(joint.effect, "")
        if joint.kind == "comparison" or not quote or (cause and cause == effect):
            continue
        connectives.append(
            GroundedConnective(
                quote=quote,
                cause=cause,
                effect=effect,
                consecutive=joint.kind == "consecutive",
                cause_words=standing(joint.reason, passage),
                effect_words=standing(joint.result, passage),
                at_sight=SUITS[joint.suits],
            )
        )
    return tuple(dict.fromkeys(connectives))


def _made_true(asked: Asked, values: Mapping[tuple[str, bool], bool | None]) -> bool:
    """Return whether a passage was read to assert a sentence; only then is the value at an end of a joint known."""
    if asked.part is Part.LATENT:
        return False
    if asked.part is Part.DENIAL:
        return values.get((asked.event, False)) is False
    return values.get((asked.event, asked.part is Part.SUPPOSED)) is True


def _contradictions(reply: GroundingReply, passage: str) -> tuple[str, ...]:
    """Return where the passage contradicts itself; both quotes must be in it."""
    pairs = ((standing(pair.first, passage), standing(pair.second, passage)) for pair in reply.contradictions)
    quotes = ((first, second) for first, second in pairs if first and second and first != second)
    return tuple(f"The edit contradicts itself: {first!r}, and {second!r}." for first, second in quotes)


def _conflicts(reply: GroundingReply, rubric: Rubric, passage: str) -> tuple[Conflict, ...]:
    """Return the conflicts with both quotes found; one within a claim that must change is only suspected."""
    moved = {c.event for c in rubric.criteria if c.kind in MUST_CHANGE or _set_aside(rubric, c.event, c.kind)}
    spans = [event.span for event in rubric.scenario.events if event.id in moved and event.span]
    text = rubric.scenario.text
    conflicts = []
    for background, replies in ((True, reply.background), (False, reply.new)):
        for conflict in replies:
            quote, before = standing(conflict.passage, passage), standing(conflict.original, text)
            if not quote or not before or places(quote, text):
                continue
            where = places(before, text)[0]
            suspected = any(_within(where, span) for span in spans)
            conflicts.append(Conflict(passage=quote, original=before, background=background, suspected=suspected))
    return tuple(dict.fromkeys(conflicts))


def _set_aside(rubric: Rubric, event: str | None, kind: CriterionKind) -> bool:
    """Return whether the edit need not keep the text's own claim, because the what-if changes it or it is open."""
    if kind is CriterionKind.OPEN:
        return True
    if kind is not CriterionKind.INTERVENTION or event is None:
        return False
    return not any(c.event == event and c.stays for c in rubric.criteria)


def _within(place: Span, span: Span) -> bool:
    shared = min(place[1], span[1]) - max(place[0], span[0])
    return 2 * shared > place[1] - place[0]


def _with_cause(rubric: Rubric, claim: GroundedClaim, claims: Sequence[GroundedClaim]) -> bool:
    """Return whether a claim is gone with what it presupposes, or by the same words that change a cause of it."""
    causes = {link.cause for link in rubric.scenario.links if link.effect == claim.event}
    same = (one for one in claims if one.event in causes and one.quote)
    return rubric.derivation.answer(claim.event).void or any(
        one.quote in claim.quote or claim.quote in one.quote for one in same
    )


def taken_away(rubric: Rubric, claims: Sequence[GroundedClaim]) -> tuple[Conflict, ...]:
    """Return what the edit seems to remove beyond what changes (people, a place, a thing), as suspected conflicts.

    A claim that must change may be read as *gone*. If nothing that it presupposes changes, and other words than those
    of the change say so, the edit may have removed too much. That is a suspicion; a second look at the two quotes
    decides.

    Examples
    --------
    >>> from causalcore.derivation.derivation import derive
    >>> from causalcore.derivation.rubric import build_rubric
    >>> from causalcore.scenario.intervention import do
    >>> from causalcore.scenario.scenario import Event, Link, Scenario
    >>> strike = Event(id="e1", statement="The ferries struck.", span=(0, 18))
    >>> stayed = Event(id="e2", statement="The three clerks stayed at home.", span=(23, 54))
    >>> text = "The ferries struck, so the three clerks stayed at home."
    >>> scenario = Scenario(text=text, events=(strike, stayed), links=(Link(cause="e1", effect="e2"),))
    >>> rubric = build_rubric(derive(scenario, do({"e1": "false"})))
    >>> [
    ...     one.original
    ...     for one in taken_away(rubric, [GroundedClaim(event="e2", value=Told.GONE, quote="There are no clerks")])
    ... ]
    ['the three clerks stayed at home']
    >>> taken_away(rubric, [GroundedClaim(event="e2", value=Told.FALSE, quote="The three clerks went out")])
    ()
    """
    changing = {c.event for c in rubric.criteria if c.kind in MUST_CHANGE} - set(rubric.intervention.values)
    conflicts = []
    for claim in claims:
        if not claim.quote or claim.doubt or claim.supposed:
            continue
        if claim.event not in changing or claim.value is not Told.GONE or _with_cause(rubric, claim, claims):
            continue
        span = rubric.scenario.event_by_id[claim.event].span
        words = rubric.scenario.text[slice(*span)] if span else rubric.scenario.event_by_id[claim.event].statement
        conflicts.append(Conflict(passage=claim.quote, original=words, background=True, suspected=True))
    return tuple(conflicts)
