"""Clauses of a text.

`clauses` cuts a text into stretches, each with its verb, what opens it and the
signals that it carries. Every word of the text that is neither a signal nor a
mark lands in some stretch.
"""

from __future__ import annotations

from dataclasses import replace

from nlbridge.language.clauses.clause import Clause, Cut, Form, Open, Opener
from nlbridge.language.clauses.clause_ends import bare_adjective, by_doing, cut_at
from nlbridge.language.clauses.event_phrases import POINTERS, eventive, parts
from nlbridge.language.clauses.signal_senses import CONDITIONS, eventive_noun, supposed
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import Argument, Signal, SignalKind, signals_at
from nlbridge.language.pipeline.words import ENDS, STOPS, Words, sentences

APART = frozenset({Opener.RESUME, Opener.APPOSITION, Opener.RELATIVE})
"""What opens a stretch that is not the rest of the one before it."""
INLINE = frozenset({SignalKind.ADVERB, SignalKind.BARRIER})


def clauses(words: Words) -> tuple[Clause, ...]:
    """Cut a text into clauses and event phrases."""
    found: list[Clause] = []
    for number, (low, high) in enumerate(sentences(words)):
        found.extend(_joined(words, _sentence(words, low, high, number)))
    return tuple(part for clause in found for part in parts(words, clause))


def _sentence(words: Words, low: int, high: int, number: int) -> list[Clause]:
    pieces: list[Clause] = []
    carried: tuple[Signal, ...] = ()
    current = Open(start=low, opener=Opener.START, signal=None, sentence=number)
    comma, i = False, low
    while i < high:
        cut = cut_at(words, i, high, current)
        if cut is None:
            i += 1
            continue
        piece = _piece(words, current, i, comma, carried)
        carried = () if piece else carried + ((current.signal,) if current.signal else ())
        opener = _opener(cut, current, piece)
        if piece:
            pieces.append(piece)
        i, comma = i + cut.gap, cut.comma
        current = Open(start=i, opener=opener, signal=cut.signal, sentence=number)
    last = _piece(words, current, high, comma, carried)
    return [*pieces, last] if last else pieces


def _opener(cut: Cut, current: Open, piece: Clause | None) -> Opener:
    """Keep what opened an empty stretch: `, which` before `led to`, or a sentence before its first signal."""
    if piece is None and cut.opener is Opener.BREAK:
        return current.opener
    return cut.opener


def _piece(words: Words, current: Open, high: int, comma: bool, carried: tuple[Signal, ...]) -> Clause | None:
    low = current.start
    while low < high and (words.forms[low] in STOPS | ENDS or words.tags[low] in {"``", "''"}):
        low += 1
    while high > low and (words.forms[high - 1] in STOPS | ENDS or words.tags[high - 1] in {"``", "''", "CC"}):
        high -= 1
    if low >= high:
        return None
    signals = carried + ((current.signal,) if current.signal else ()) + _inline(words, low, high)
    verb = words.clause_verb(low, high)
    return Clause(
        low=low,
        high=high,
        sentence=current.sentence,
        opener=current.opener,
        comma=comma,
        verb=verb,
        signals=signals,
        form=_form(words, low, high, verb, current),
    )


def _inline(words: Words, low: int, high: int) -> tuple[Signal, ...]:
    """Signals inside a clause: `was therefore late`, `her brother, meanwhile, slept`."""
    return tuple(
        replace(signal, place=(i, i + len(signal.words)))
        for i in range(low, high)
        for signal in signals_at(words.lower, i)[:1]
        if signal.kind in INLINE
        and signal.words not in {("so",), ("still",), ("thus",)}
        and not (signal.words == ("instead",) and words.lower[i + 1 : i + 2] == ("of",))
        and (signal.words not in CONDITIONS or supposed(words, i, low, high))
    )


def _form(words: Words, low: int, high: int, verb: int | None, current: Open) -> Form:
    if verb is not None:
        return Form.FINITE
    if current.signal and current.signal.kind is SignalKind.SUBORDINATOR:
        return Form.FINITE
    if current.signal and current.signal.kind in {SignalKind.PREPOSITION, SignalKind.JOINT, SignalKind.VERB}:
        return Form.NOMINAL
    first = words.tags[words.skip_adverbs(low, high - 1)]
    if first in {"VBG", "VBN"} or by_doing(words, low):
        return Form.PARTICIPLE
    if any(words.tags[k] == "VBG" and words.lemmas[k] in word_class("be_have") for k in range(low, high)):
        return Form.PARTICIPLE
    return Form.ADJECTIVE if first == "JJ" and bare_adjective(words, low, high) else Form.NOMINAL


def _joined(words: Words, pieces: list[Clause]) -> list[Clause]:
    """Give stretches that state no event of their own to their neighbours."""
    kept: list[Clause] = []
    owed: tuple[Signal, ...] = ()
    pieces = _without_insertions(words, pieces)
    for k, piece in enumerate(pieces):
        following = pieces[k + 1] if k + 1 < len(pieces) else None
        if _expletive(words, piece, following) or _only_adverbs(words, piece, following):
            continue
        if _only_points_back(words, piece):
            owed += tuple(replace(s, kind=SignalKind.ADVERB, follows=Argument.EFFECT) for s in piece.signals)
            continue
        resumed = _resumed(words, pieces, k)
        if resumed is not None:
            cut_off = pieces[resumed]
            pieces[resumed] = replace(
                cut_off,
                signals=piece.signals + cut_off.signals,
                opener=piece.opener,
                comma=piece.comma,
                subject=(piece.low, piece.high),
            )
            pieces[k + 1] = replace(pieces[k + 1], subject=(piece.low, piece.high))
            continue
        if piece.form is Form.NOMINAL and not piece.signals:
            if kept and piece.opener not in APART and not _awaits(following):
                kept[-1] = replace(kept[-1], high=piece.high)
                continue
            if _time_only(words, piece, following):
                continue
        kept.append(replace(piece, signals=owed + piece.signals) if owed else piece)
        owed = ()
    return kept


def _expletive(words: Words, piece: Clause, following: Clause | None) -> bool:
    """`It was` before `thanks to ...`, `which` before `led to ...`: words that only hold the place of an event."""
    if following is None or following.opener is not Opener.SIGNAL or piece.signals:
        return False
    said = words.lower[piece.low : piece.high]
    cleft = said[:2] in {("it", "was"), ("it", "is")} and said[2:] in {(), ("only",), ("just",)}
    return (cleft and following.opened_by(SignalKind.PREPOSITION, SignalKind.SUBORDINATOR) is not None) or (
        said in {("which",), ("this",), ("that",)} and following.opened_by(SignalKind.VERB) is not None
    )


def _without_insertions(words: Words, pieces: list[Clause]) -> list[Clause]:
    """Put subjects and verbs together again that a word of relation stands between."""
    found: list[Clause] = []
    for piece in pieces:
        before = found[-1] if found else None
        if before is not None and _interrupted(words, before, piece):
            found[-1] = replace(piece, low=before.low, opener=before.opener, comma=before.comma)
        else:
            found.append(piece)
    return found


def _interrupted(words: Words, piece: Clause, following: Clause) -> bool:
    """Whether a word of relation only stands between a subject and its verb: `the paper, however, printed it`."""
    signal = following.opened_by(*INLINE)
    if piece.form is not Form.NOMINAL or piece.signals or signal is None or signal.place is None:
        return False
    closed = words.forms[signal.place[0] - 1] == "," and words.forms[signal.place[1]] == ","
    verb = words.skip_adverbs(following.low, following.high - 1)
    return closed and verb == following.verb and words.head_noun(piece.low, piece.high) is not None


def _only_adverbs(words: Words, piece: Clause, following: Clause | None) -> bool:
    """`Soon` before `after the concert`, `right` before `because of`."""
    if following is None or following.opener is not Opener.SIGNAL or piece.signals or following.comma:
        return False
    return all(words.tags[i] in {"RB", "RBR"} for i in range(piece.low, piece.high))


def _only_points_back(words: Words, piece: Clause) -> bool:
    """Whether the object of a preposition only takes up what was said: `on account of both`."""
    return (
        piece.opened_by(SignalKind.PREPOSITION) is not None
        and piece.high - piece.low <= 2
        and words.lower[piece.low] in POINTERS
        and not words.tags[piece.high - 1].startswith("NN")
    )


def _awaits(following: Clause | None) -> bool:
    """Whether the next stretch needs this one as its argument."""
    return following is not None and following.opened_by(SignalKind.VERB, SignalKind.JOINT) is not None


def _time_only(words: Words, piece: Clause, following: Clause | None) -> bool:
    """`At dusk, however, ...`: a phrase of time or place before an adverb."""
    return (
        following is not None
        and piece.high - piece.low <= 4
        and following.opener is Opener.SIGNAL
        and words.tags[piece.low] in {"IN", "RB"}
        and following.opened_by(SignalKind.ADVERB, SignalKind.BARRIER) is not None
    )


def _resumed(words: Words, pieces: list[Clause], k: int) -> int | None:
    """Where the verb of a person or thing stands that is cut off from it: `Mei, who had trained, won`."""
    piece, between = pieces[k], pieces[k + 1 : k + 3]
    if piece.verb is not None or piece.form is Form.PARTICIPLE or len(between) < 2:
        return None
    if between[0].opener not in {Opener.RELATIVE, Opener.APPOSITION, Opener.PARTICIPLE}:
        return None
    main = between[1]
    lacks_subject = main.verb is not None and not words.nominal_before(main.low, main.verb)
    if main.opener is not Opener.RESUME or not lacks_subject or main.sentence != piece.sentence:
        return None
    head = words.head_noun(piece.low, piece.high)
    owned = words.tags[piece.low] == "PRP$" and head is not None and not eventive_noun(words, head)
    owned = owned or words.lower[between[0].low] == "who"
    return None if eventive(words, piece.low, piece.high) and not owned else k + 2
