"""Merging stretches of a sentence: insertions between a subject and its verb, and phrases that state no event."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from nlbridge.language.clauses.clause import Clause, Form, Opener
from nlbridge.language.clauses.event_nouns import eventive, eventive_noun
from nlbridge.language.clauses.event_phrases import POINTERS
from nlbridge.language.clauses.noun_phrases import name_end
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import Argument, Signal, SignalKind
from nlbridge.language.pipeline.words import Words

APART: Final = frozenset({Opener.RESUME, Opener.APPOSITION, Opener.RELATIVE})
"""Openers of a stretch that does not continue the one before it."""
IS: Final = frozenset((word,) for word in (*word_class("is_was"), "'s"))
"""Forms of `be` between a pointing word and its reason."""
INLINE: Final = (SignalKind.ADVERB, SignalKind.BARRIER)


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
    """Merge stretches that state no event of their own into their neighbours."""
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
    """Return the signals that a stretch passes on because it states nothing of its own; None if it does."""
    if _only_points_back(words, piece):
        return tuple(replace(s, kind=SignalKind.ADVERB, follows=Argument.EFFECT) for s in piece.signals)
    if following is not None and _is_described_name(words, piece, following):
        return tuple(replace(s, kind=SignalKind.SUBORDINATOR) for s in piece.signals)
    return None


def _only_points_back(words: Words, piece: Clause) -> bool:
    """Whether the object of a preposition only refers back: `on account of both`, `because of this long delay`."""
    if piece.opened_by(SignalKind.PREPOSITION) is None or words.lower[piece.low] not in POINTERS:
        return False
    if words.points_at_noun(piece.low):
        return piece.high - piece.low <= 3 and words.head_noun(piece.low, piece.high) == piece.high - 1
    return piece.high - piece.low <= 2 and not words.tags[piece.high - 1].startswith("NN")


def _is_described_name(words: Words, piece: Clause, following: Clause) -> bool:
    """Whether a cause is a name followed by a relative clause: `thanks to Ines, who had a key`."""
    signal = piece.opened_by(SignalKind.PREPOSITION)
    if signal is None or signal.follows is not Argument.CAUSE or following.opener is not Opener.RELATIVE:
        return False
    personal = words.lower[following.low] in word_class("personal_relatives")
    return personal and name_end(words, piece.low, piece.high) == piece.high


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
