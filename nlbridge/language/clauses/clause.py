"""A clause, and how a sentence is divided into clauses.

A clause is a stretch with a verb, or a phrase that states its own event. Insertions between a subject and its verb, and
phrases that contain no event, are merged with what is beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from causalcore.scenario.scenario import Sign, Strength
from nlbridge.language.clauses.noun_phrases import eventive, eventive_noun, name_end
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import Argument, Signal, SignalKind, signals_at
from nlbridge.language.pipeline.words import Words


class Opener(StrEnum):
    """What opens a clause."""

    START = "start"
    SIGNAL = "signal"
    AND = "and"
    RELATIVE = "relative"
    PARTICIPLE = "participle"
    APPOSITION = "apposition"
    COMMA = "comma"
    BREAK = "break"
    RESUME = "resume"
    SUBJECT = "subject"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A boundary: how many words belong to no clause (`gap`), and what opens the next one."""

    gap: int
    opener: Opener
    signal: Signal | None = None
    comma: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """The clause under construction."""

    start: int
    opener: Opener
    signal: Signal | None
    sentence: int
    comma: bool = False


CONSECUTIVE = Signal(
    words=("so", "...", "that"),
    kind=SignalKind.ADVERB,
    follows=Argument.EFFECT,
    sign=Sign.PROMOTES,
    strength=Strength.NECESSARY,
    confidence=0.95,
    example="[C:The soup was so hot] that [E:the guests waited].",
)
ABSOLUTE = Signal(
    words=("with",),
    kind=SignalKind.PREPOSITION,
    follows=Argument.CAUSE,
    sign=Sign.PROMOTES,
    strength=Strength.NECESSARY,
    confidence=0.8,
    example="With [C:the bridge closed], [E:the drivers took the ferry].",
)
SUPPOSED = Signal(
    words=("if",),
    kind=SignalKind.SUBORDINATOR,
    follows=Argument.CAUSE,
    sign=Sign.PROMOTES,
    strength=Strength.NECESSARY,
    confidence=0.95,
    example="If [C:the guard had not slept], [E:the thief would not have got in].",
)
PREVENTED = replace(
    SUPPOSED,
    words=("would", "...", "but"),
    confidence=0.9,
    example="[E:The train would have arrived], but [C:an axle broke].",
)
EITHER = Signal(
    words=("either", "...", "or"),
    kind=SignalKind.PREPOSITION,
    follows=Argument.CAUSE,
    sign=Sign.PROMOTES,
    strength=Strength.SUFFICIENT,
    confidence=0.9,
    example="Either [C:the broken clasp] or the torn strap would have been enough to [E:spoil the bag].",
)


class Form(StrEnum):
    """How a stretch states its event."""

    FINITE = "finite"
    PARTICIPLE = "participle"
    ADJECTIVE = "adjective"
    NOMINAL = "nominal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A stretch of words that states one event.

    Parameters
    ----------
    low, high
        Its words, [low, high).
    verb
        Its finite verb, if it has one.
    signals
        Signals that open it or occur inside it.
    comma
        Whether a comma precedes it.
    subject
        The words [low, high) of its subject, if a relative clause or an apposition separates them.
    """

    low: int
    high: int
    sentence: int
    opener: Opener
    form: Form
    verb: int | None
    signals: tuple[Signal, ...] = ()
    comma: bool = False
    subject: tuple[int, int] | None = None

    def opened_by(self, *kinds: SignalKind) -> Signal | None:
        """Return the first of the clause's signals that has one of these kinds."""
        return next((signal for signal in self.signals if signal.kind in kinds), None)


APART: Final = frozenset({Opener.RESUME, Opener.APPOSITION, Opener.RELATIVE})
"""Openers of a stretch that does not continue the one before it."""
IS: Final = frozenset((word,) for word in (*word_class("is_was"), "'s"))
"""Forms of `be` between a pointing word and its reason."""
INLINE: Final = (SignalKind.ADVERB, SignalKind.BARRIER)
NOT_BECAUSE: Final = ("not", "because")


def with_insertions(words: Words, pieces: list[Clause]) -> list[Clause]:
    """Merge a subject with its verb if only a connective separates them: `the paper, however, printed it`."""
    merged: list[Clause] = []
    for piece in pieces:
        before, signal = merged[-1] if merged else None, piece.opened_by(*INLINE)
        if before and before.form is Form.NOMINAL and not before.signals and signal and signal.place:
            start, end = signal.place
            closed = words.forms[start - 1] == "," and words.forms[end : end + 1] == (",",)
            verb = words.skip_adverbs(piece.low, piece.high - 1)
            if closed and verb == piece.verb and words.head_noun(before.low, before.high) is not None:
                merged[-1] = replace(piece, low=before.low, opener=before.opener, comma=before.comma)
                continue
        merged.append(piece)
    return merged


def joined(words: Words, pieces: list[Clause]) -> list[Clause]:
    """Merge stretches that contain no event into their neighbours."""
    kept: list[Clause] = []
    pending: tuple[Signal, ...] = ()
    for k, piece in enumerate(pieces):
        following = pieces[k + 1] if k + 1 < len(pieces) else None
        if following is not None and _is_empty(words, piece, following):
            continue
        passed_on = _passed_on(words, piece, following)
        if passed_on is not None:
            if kept and (following is None or following.opener not in {Opener.RESUME, Opener.RELATIVE}):
                kept[-1] = replace(kept[-1], signals=kept[-1].signals + passed_on)  # `... because of this delay`
            else:
                pending += passed_on
            continue
        if _has_its_verb_later(words, piece, pieces[k + 1 : k + 3]):
            subject, main = (piece.low, piece.high), pieces[k + 2]
            if pieces[k + 1].opener is not Opener.SIGNAL:
                pieces[k + 1] = replace(pieces[k + 1], subject=subject)
            pieces[k + 2] = replace(
                main, signals=piece.signals + main.signals, opener=piece.opener, comma=piece.comma, subject=subject
            )
            continue
        nominal = piece.form is Form.NOMINAL and not piece.signals
        awaited = following is not None and following.opened_by(SignalKind.VERB, SignalKind.JOINT) is not None
        if nominal and kept and piece.opener not in APART and not awaited:
            kept[-1] = replace(kept[-1], high=piece.high)
            continue
        kept.append(replace(piece, signals=pending + piece.signals) if pending else piece)
        pending = ()
    return kept


def _is_empty(words: Words, piece: Clause, following: Clause) -> bool:
    """Whether a stretch only leads to one with a signal: `it was`, `which`, `this in turn`, `soon`."""
    if following.opener is not Opener.SIGNAL:
        return False
    if _only_retells(words, piece):
        return following.opened_by(SignalKind.VERB) is not None
    if piece.signals:
        return False
    stretch = words.lower[piece.low : piece.high]
    pointing = stretch[:1] == ("it",) or stretch[0] in word_class("demonstratives")
    if pointing and stretch[1:2] in IS and stretch[2:] in {(), ("only",), ("just",)}:  # `This was because ...`
        return following.opened_by(SignalKind.PREPOSITION, SignalKind.SUBORDINATOR) is not None
    return not following.comma and all(words.tags[i] in {"RB", "RBR"} for i in range(piece.low, piece.high))


def _only_retells(words: Words, piece: Clause) -> bool:
    """Whether a stretch is a pronoun for what was told, maybe with adverbs: `they`, `this in turn`."""
    adverbs = {i for s in piece.signals if s.kind is SignalKind.ADVERB for i in range(*(s.place or (0, 0)))}
    rest = (i for i in range(piece.low + 1, piece.high) if i not in adverbs)
    return words.lower[piece.low] in word_class("retold_subjects") and all(words.tags[i] == "RB" for i in rest)


def _passed_on(words: Words, piece: Clause, following: Clause | None) -> tuple[Signal, ...] | None:
    """Return the signals that the object of a preposition passes on because it contains no event; None if it does."""
    signal = piece.opened_by(SignalKind.PREPOSITION)
    if signal is None:
        return None
    if _only_points_back(words, piece):
        return tuple(replace(s, kind=SignalKind.ADVERB, follows=Argument.EFFECT) for s in piece.signals)
    if signal.follows is Argument.CAUSE and following is not None and _is_described_name(words, piece, following):
        return tuple(replace(s, kind=SignalKind.SUBORDINATOR) for s in piece.signals)
    return None


def _only_points_back(words: Words, piece: Clause) -> bool:
    """Whether a phrase only refers back: `on account of both`, `because of this long delay`."""
    if words.lower[piece.low] not in word_class("pointers"):
        return False
    if words.points_at_noun(piece.low):
        return piece.high - piece.low <= 3 and words.head_noun(piece.low, piece.high) == piece.high - 1
    return piece.high - piece.low <= 2 and not words.tags[piece.high - 1].startswith("NN")


def _is_described_name(words: Words, piece: Clause, following: Clause) -> bool:
    """Whether a phrase is a name followed by a relative clause: `thanks to Ines, who had a key`."""
    personal = words.lower[following.low] in word_class("personal_relatives")
    described = following.opener is Opener.RELATIVE and personal
    return described and name_end(words, piece.low, piece.high) == piece.high


def _has_its_verb_later(words: Words, piece: Clause, after: list[Clause]) -> bool:
    """Whether the next stretch separates a person or thing from its verb: `Mei, who had trained, won`."""
    if piece.verb is not None or piece.form is Form.PARTICIPLE or len(after) < 2:
        return False
    between, main = after
    reason = between.opened_by(SignalKind.SUBORDINATOR, SignalKind.PREPOSITION)
    subordinate = between.comma and reason is not None  # `The pump, as it was old, failed`
    if not subordinate and between.opener not in {Opener.RELATIVE, Opener.APPOSITION, Opener.PARTICIPLE}:
        return False
    if main.opener is not Opener.RESUME or main.verb is None or words.nominal_before(main.low, main.verb):
        return False
    head = words.head_noun(piece.low, piece.high)
    possessed = words.tags[piece.low] == "PRP$" and head is not None and not eventive_noun(words, head)
    return possessed or words.lower[between.low] == "who" or not eventive(words, piece.low, piece.high)


def with_denied_reasons(words: Words, clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """Move the denial of a claim to its first reason, where a second one follows behind `but`.

    In `the bridge was not closed because of rain but because a pier cracked`, the bridge was closed, but not by rain.
    """
    result = list(clauses)
    for k in range(len(clauses) - 2):
        claim, first, second = clauses[k : k + 3]
        denial = next((i for i in range(claim.low, claim.high) if words.lower[i] in word_class("not_forms")), None)
        given = _given(first) if denial is not None else None
        if denial is None or given is None or claim.form is not Form.FINITE:
            continue
        # `but because of the strike the owner stayed` gives a reason of something else.
        goes_on = k + 3 < len(clauses) and clauses[k + 3].opener is Opener.RESUME
        if not claim.sentence == first.sentence == second.sentence or goes_on or not _behind_but(words, second):
            continue
        denied = replace(signals_at(NOT_BECAUSE, 0)[0], place=given.place)
        # A signal inside a clause is left out of its statement: so is the denial.
        aside = replace(denied, words=("...",), kind=SignalKind.ADVERB, place=(denial, denial + 1))
        result[k] = replace(claim, signals=(*claim.signals, aside))
        result[k + 1] = replace(first, signals=(denied,))
        result[k + 2] = replace(second, signals=tuple(s for s in second.signals if s.words != ("but",)))
    return tuple(result)


def _behind_but(words: Words, clause: Clause) -> bool:
    """Whether a clause is a reason behind `but`."""
    given = _given(clause)
    if given is None or given.place is None:
        return False
    return words.lower[given.place[0] - 1] == "but" or any(signal.words == ("but",) for signal in clause.signals)


def _given(clause: Clause) -> Signal | None:
    """Return the signal that makes a clause a reason."""
    kinds = {SignalKind.SUBORDINATOR, SignalKind.PREPOSITION}
    causes = (s for s in clause.signals if s.kind in kinds and s.follows is Argument.CAUSE and s.sign is Sign.PROMOTES)
    return next((s for s in causes if not word_class("reason_words").isdisjoint(s.words)), None)
