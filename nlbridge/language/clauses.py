"""Clauses and the phrases that state events of their own.

`clauses` cuts a text into stretches, each with its verb, what opens it and the
signals that it carries. Every word of the text that is neither a signal nor a
mark lands in some stretch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from nlbridge.language.boundary import ABSOLUTE, EITHER, Cut, Open, Opener
from nlbridge.language.connectives import Argument, Signal, SignalKind, signals_at
from nlbridge.language.cuts import bare_adjective, cut_at
from nlbridge.language.licensing import eventive_noun
from nlbridge.language.words import ENDS, STOPS, Words, sentences

POINTERS = frozenset({"this", "that", "both", "these", "those", "them", "all", "it", "which"})
APART = frozenset({Opener.RESUME, Opener.APPOSITION, Opener.RELATIVE})
"""What opens a stretch that is not the rest of the one before it."""
INLINE = frozenset({SignalKind.ADVERB, SignalKind.BARRIER})


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
        Signals that open it or stand inside it.
    comma
        Whether a comma stands before it.
    subject
        Where its subject stands, [low, high), if a relative clause or an apposition comes between them.
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
        """Return the signal of one of these kinds that the clause carries."""
        return next((signal for signal in self.signals if signal.kind in kinds), None)


def clauses(words: Words) -> tuple[Clause, ...]:
    """Cut a text into clauses and event phrases."""
    found: list[Clause] = []
    for number, (low, high) in enumerate(sentences(words)):
        found.extend(_joined(words, _sentence(words, low, high, number)))
    return tuple(part for clause in found for part in _parts(words, clause))


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
        signal
        for i in range(low, high)
        for signal in signals_at(words.lower, i)[:1]
        if signal.kind in INLINE and signal.words not in {("so",), ("still",), ("thus",)}
    )


def _form(words: Words, low: int, high: int, verb: int | None, current: Open) -> Form:
    if verb is not None:
        return Form.FINITE
    if current.signal and current.signal.kind is SignalKind.SUBORDINATOR:
        return Form.FINITE
    if current.signal and current.signal.kind in {SignalKind.PREPOSITION, SignalKind.JOINT, SignalKind.VERB}:
        return Form.NOMINAL
    first = words.tags[words.skip_adverbs(low, high - 1)]
    if first in {"VBG", "VBN"}:
        return Form.PARTICIPLE
    if any(words.tags[k] == "VBG" and words.lemmas[k] in {"be", "have"} for k in range(low, high)):
        return Form.PARTICIPLE
    return Form.ADJECTIVE if first == "JJ" and bare_adjective(words, low, high) else Form.NOMINAL


def _joined(words: Words, pieces: list[Clause]) -> list[Clause]:
    """Give stretches that state no event of their own to their neighbours."""
    kept: list[Clause] = []
    owed: tuple[Signal, ...] = ()
    for k, piece in enumerate(pieces):
        following = pieces[k + 1] if k + 1 < len(pieces) else None
        if _expletive(words, piece, following):
            continue
        if _only_points_back(words, piece):
            owed += tuple(replace(s, kind=SignalKind.ADVERB, follows=Argument.EFFECT) for s in piece.signals)
            continue
        if piece.form is Form.NOMINAL and not piece.signals:
            if kept and piece.opener not in APART and not _awaits(following):
                kept[-1] = replace(kept[-1], high=piece.high)
                continue
            if _time_only(words, piece, following):
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
        kept.append(replace(piece, signals=owed + piece.signals) if owed else piece)
        owed = ()
    return kept


def _expletive(words: Words, piece: Clause, following: Clause | None) -> bool:
    """`It was` before `thanks to ...`, `which` before `led to ...`: words that only hold the place of an event."""
    if following is None or following.opener is not Opener.SIGNAL or piece.signals:
        return False
    said = words.lower[piece.low : piece.high]
    cleft = said in {("it", "was"), ("it", "is"), ("it", "had", "been")}
    return (cleft and following.opened_by(SignalKind.PREPOSITION, SignalKind.SUBORDINATOR) is not None) or (
        said in {("which",), ("this",), ("that",)} and following.opened_by(SignalKind.VERB) is not None
    )


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
    return None if _eventive(words, piece.low, piece.high) else k + 2


def _parts(words: Words, clause: Clause) -> tuple[Clause, ...]:
    """Split off a fronted phrase and an event that is the subject of a causative verb."""
    if clause.verb is None:
        return _conjoined_phrases(words, clause)
    if clause.opened_by(SignalKind.PREPOSITION):
        return _phrase_and_clause(words, clause)
    split = _fronted(words, clause)
    if split is not None:
        at, absolute = split
        rest = words.forms[at] == ","
        phrase = replace(
            clause,
            high=at,
            verb=None,
            form=Form.NOMINAL,
            signals=(*clause.signals[:0], ABSOLUTE) if absolute else (),
            opener=clause.opener,
        )
        main = replace(clause, low=at + rest, opener=Opener.RESUME)
        return (*_conjoined_phrases(words, phrase), *_subject(words, main))
    return _subject(words, clause)


def _phrase_and_clause(words: Words, clause: Clause) -> tuple[Clause, ...]:
    """`due to the frost the pipe burst`: a phrase and its main clause without a comma between them."""
    verb = clause.verb or clause.low
    if words.lower[clause.low] in POINTERS and clause.low + 1 < verb:
        rest = tuple(replace(s, kind=SignalKind.ADVERB, follows=Argument.EFFECT) for s in clause.signals)
        return _subject(words, replace(clause, low=clause.low + 1, signals=rest))
    end = _phrase_end(words, clause.low, verb)
    if end is None or end >= verb:
        return (replace(clause, form=Form.NOMINAL, verb=None),)
    main = replace(clause, low=end, signals=(), opener=Opener.RESUME)
    return (replace(clause, high=end, verb=None, form=Form.NOMINAL), *_subject(words, main))


def _conjoined_phrases(words: Words, clause: Clause) -> tuple[Clause, ...]:
    """`due to the frost and a lack of salt`: two causes in one phrase."""
    signal = clause.opened_by(SignalKind.PREPOSITION)
    if signal is None or signal.follows is not Argument.CAUSE:
        return (clause,)
    for i in range(clause.low + 1, clause.high - 2):
        if words.lower[i] == "and" and words.tags[i + 1] in {"DT", "PRP$"}:
            low = clause.low + (words.lower[clause.low] == "both")
            return (replace(clause, low=low, high=i), replace(clause, low=i + 1, opener=Opener.AND))
    return (clause,)


def _fronted(words: Words, clause: Clause) -> tuple[int, bool] | None:
    """End of an opening phrase that states a condition: weather, or `with` and its object."""
    low, verb = clause.low, clause.verb
    if verb is None or words.tags[low] not in {"IN", "RB", "PDT", "DT"}:
        return None
    start = low
    while start < verb and words.tags[start] in {"RB", "PDT"}:
        start += 1
    if words.tags[start] != "IN" and words.lower[low] not in {"all"}:
        return None
    comma = next((k for k in range(start, verb) if words.forms[k] == ","), None)
    if words.lower[start] in {"with", "without"} and comma is not None:
        return comma, True
    end = comma if comma is not None else _phrase_end(words, start + 1, verb)
    if end is None or end >= verb or end - start < 2:
        return None
    return (end, True) if _states_condition(words, start, end) else None


def _states_condition(words: Words, low: int, high: int) -> bool:
    """Whether a phrase speaks of weather, of something that happened, or of a measure: `at 40 degrees`."""
    head = words.head_noun(low + 1, high)
    if words.lower[low] == "at" and words.tags[low + 1] == "CD" and head is not None:
        return not words.is_a(head, "times") and words.tags[head] == "NNS"
    if head is not None and words.lower[low] in {"during", "under", "in", "amid"} and words.is_a(head, "event_nouns"):
        return True
    return any(
        (words.tags[k].startswith("NN") and words.is_a(k, "weather"))
        or (words.tags[k].startswith("JJ") and words.is_a(k, "condition_adjectives"))
        for k in range(low + 1, high)
    )


def _phrase_end(words: Words, low: int, high: int) -> int | None:
    """Where the noun phrase that begins at `low` ends and the subject begins."""
    seen = False
    for i in range(low, high):
        starts_new = words.tags[i] in {"DT", "PRP$", "PRP", "EX"} or (
            words.tags[i] == "NNP" and seen and not words.tags[i - 1].startswith("NNP")
        )
        if seen and starts_new and words.tags[i - 1] not in {"IN", "TO", "CC"}:
            return i
        seen = seen or words.tags[i].startswith("NN")
    return None


def _subject(words: Words, clause: Clause) -> tuple[Clause, ...]:
    verb = clause.verb
    if verb is None or clause.opener is Opener.RELATIVE or clause.subject is not None:
        return (clause,)
    alternatives = _alternatives(words, clause, verb)
    if alternatives:
        return alternatives
    if not _takes_object(words, clause.low, verb, clause.high) or not _eventive(words, clause.low, verb):
        return (clause,)
    subject = replace(clause, high=verb, verb=None, form=Form.NOMINAL, opener=clause.opener)
    predicate = replace(clause, low=verb, opener=Opener.SUBJECT, signals=(), comma=False)
    return (*_conjoined_subjects(words, subject), predicate)


def _conjoined_subjects(words: Words, subject: Clause) -> tuple[Clause, ...]:
    """`A dry spring and a late frost together ruined ...`: two events as the subject of one verb."""
    high = subject.high - (words.lower[subject.high - 1] in {"together", "both", "jointly"})
    for i in range(subject.low + 1, high - 2):
        joins = words.lower[i] == "and" and words.tags[i + 1] in {"DT", "PRP$"}
        if joins and words.head_noun(subject.low, i) is not None and words.head_noun(i + 1, high) is not None:
            low = subject.low + (words.lower[subject.low] == "both")
            return (
                replace(subject, low=low, high=i),
                replace(subject, low=i + 1, high=high, opener=Opener.AND, signals=()),
            )
    return (subject,)


def _alternatives(words: Words, clause: Clause, verb: int) -> tuple[Clause, ...]:
    """`Either A or B would have been enough to ...`: two causes and their effect."""
    if words.lower[clause.low] != "either" or "or" not in words.lower[clause.low : verb]:
        return ()
    middle = words.lower.index("or", clause.low, verb)
    infinitive = next((k for k in range(verb, clause.high - 1) if words.lower[k] == "to"), verb - 1)
    if middle - clause.low < 2 or verb - middle < 2:
        return ()
    first = replace(clause, low=clause.low + 1, high=middle, verb=None, form=Form.NOMINAL, signals=(EITHER,))
    second = replace(first, low=middle + 1, high=verb, opener=Opener.AND)
    return first, second, replace(clause, low=infinitive + 1, opener=Opener.SUBJECT, signals=(), comma=False)


def _takes_object(words: Words, low: int, verb: int, high: int) -> bool:
    """Whether a verb that an event can be subject of stands before an object, a particle between them allowed."""
    after = verb + 1
    if after >= high:
        return False
    head = words.head_noun(low, verb)
    if not words.is_a(verb, "causative_verbs") and not (head is not None and eventive_noun(words, head)):
        return False
    if words.tags[after] in {"RP", "RB", "IN"} and after + 1 < high and words.relations[after] != "case":
        after += 1
    return words.tags[after] in {"DT", "PRP", "PRP$", "NN", "NNS", "NNP", "NNPS", "JJ", "CD"}


def _eventive(words: Words, low: int, high: int) -> bool:
    """Whether a subject may state an event: not a pronoun, a name, a person, or `this`."""
    head = words.head_noun(low, high)
    if words.tags[low] in {"IN", "RB", "PRP", "EX"}:
        return False
    if head is None or words.is_a(head, "persons"):
        return False
    if words.tags[head].startswith("NNP") and not words.is_a(head, "times"):
        return False
    if words.lower[low] in {"this", "that", "these", "those", "both", "all"}:
        return False
    if words.tags[low] not in {"DT", "PRP$", "NNP"} and (words.tags[head] == "NNS" or head == low):
        return words.is_a(head, "weather")
    modified = any(
        words.tags[k] in {"JJ", "VBN", "VBG", "POS", "IN", "JJR", "JJS"}
        or words.is_a(k, "weather")
        or words.is_a(k, "event_nouns")
        for k in range(low, high)
    )
    return modified or words.lower[low] in {"a", "an"} or words.tags[low] != "DT"
