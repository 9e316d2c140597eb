"""Where one clause ends and the next begins, decided word by word.

Signals and punctuation propose a boundary; tags confirm it. No boundary hangs
on the parse alone, because clause attachment is what a small parser gets wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from causalcore.scenario import Sign, Strength
from nlbridge.language.connectives import Argument, Signal, SignalKind, signals_at
from nlbridge.language.words import STOPS, Words


class Opener(StrEnum):
    """What opens a clause."""

    START = "start"
    SIGNAL = "signal"
    AND = "and"
    RELATIVE = "relative"
    PARTICIPLE = "participle"
    COMMA = "comma"
    BREAK = "break"
    RESUME = "resume"
    SUBJECT = "subject"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A boundary: how many words belong to no clause, and what opens the next one."""

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
EITHER = Signal(
    words=("either", "...", "or"),
    kind=SignalKind.PREPOSITION,
    follows=Argument.CAUSE,
    sign=Sign.PROMOTES,
    strength=Strength.SUFFICIENT,
    confidence=0.9,
    example="Either [C:the broken clasp] or the torn strap would have been enough to [E:spoil the bag].",
)


def cut_at(words: Words, i: int, high: int, current: Open) -> Cut | None:
    """Return the boundary before word `i` of a sentence that ends at `high`, if there is one."""
    form = words.forms[i]
    if form == ",":
        return _after_comma(words, i, high, current)
    if form in STOPS and form != "-":
        return Cut(gap=1, opener=Opener.BREAK)
    signal = _signal(words, i, high, current)
    if signal:
        return Cut(gap=len(signal.words), opener=Opener.SIGNAL, signal=signal)
    if words.lower[i] in {"and", "or", "nor"}:
        return _coordination(words, i, high, current)
    if words.lower[i] == "that" and _intensified(words, current.start, i) and _clause_follows(words, i + 1, high):
        return Cut(gap=1, opener=Opener.SIGNAL, signal=CONSECUTIVE)
    return None


def _after_comma(words: Words, i: int, high: int, current: Open) -> Cut | None:
    j = i + 1
    if j >= high:
        return Cut(gap=1, opener=Opener.BREAK)
    if words.lower[j] in {"and", "or", "nor", "but", "yet"} or words.lower[j] == "so":
        inner = cut_at(words, j, high, current)
        if inner:
            return Cut(gap=inner.gap + 1, opener=inner.opener, signal=inner.signal, comma=True)
        return None
    signal = _signal(words, j, high, current)
    if signal:
        return Cut(gap=len(signal.words) + 1, opener=Opener.SIGNAL, signal=signal, comma=True)
    if _relative_follows(words, j, high):
        return Cut(gap=1, opener=Opener.RELATIVE, comma=True)
    own_verb = words.clause_verb(current.start, i)
    rest = words.clause_verb(j, high)
    fronted = rest is not None and _closes_fronted(words, i, current, own_verb)
    if fronted:
        return Cut(gap=1, opener=Opener.RESUME, comma=True)
    if own_verb is not None and words.tags[words.skip_adverbs(j, high - 1)] in {"VBG", "VBN"}:
        return Cut(gap=1, opener=Opener.PARTICIPLE, comma=True)
    stop = words.next_stop(j, high)
    if own_verb is not None and words.lower[j] == "with" and _absolute(words, j + 1, stop):
        return Cut(gap=1, opener=Opener.PARTICIPLE, comma=True)
    verb = words.clause_verb(j, stop)
    if own_verb is not None and verb is not None and words.nominal_before(j, verb):
        return Cut(gap=1, opener=Opener.COMMA, comma=True)
    if own_verb is not None and verb is not None and words.skip_adverbs(j, high - 1) == verb:
        return Cut(gap=1, opener=Opener.RESUME if current.opener is Opener.PARTICIPLE else Opener.COMMA, comma=True)
    return None


def _absolute(words: Words, low: int, high: int) -> bool:
    """Whether `with` has a noun and what became of it: `with the road closed`."""
    return any(
        words.tags[k] in {"VBN", "VBG"} and words.tags[k - 1].startswith(("NN", "RB")) for k in range(low + 1, high)
    )


def eventive_noun(words: Words, i: int) -> bool:
    """Whether a noun names something that happens, by list or by ending."""
    if words.is_a(i, "event_nouns") or words.is_a(i, "weather"):
        return True
    return len(words.lower[i]) > 6 and words.lower[i].endswith(("tion", "sion", "ment", "age", "ance", "ness", "ing"))


def _closes_fronted(words: Words, i: int, current: Open, own_verb: int | None) -> bool:
    """Whether the comma at `i` ends a phrase or clause that stands before its main clause."""
    if current.opener is Opener.RELATIVE:
        return own_verb is not None
    if current.opener is Opener.SIGNAL and current.signal:
        if current.signal.kind in {SignalKind.PREPOSITION, SignalKind.JOINT}:
            return True
        if current.signal.kind is SignalKind.SUBORDINATOR:
            return own_verb is not None or i - current.start >= 3
    if own_verb is not None:
        return False
    first = words.tags[words.skip_adverbs(current.start, i)]
    if first in {"VBG", "VBN"} or (first == "JJ" and bare_adjective(words, current.start, i)):
        return True
    return any(words.tags[k] == "VBG" and words.lemmas[k] in {"be", "have"} for k in range(current.start, i))


def bare_adjective(words: Words, low: int, high: int) -> bool:
    """Whether an adjective stands without the noun: `furious`, `delighted with the takings`."""
    after = words.skip_adverbs(low, high - 1) + 1
    return after >= high or words.tags[after] in {"IN", "TO", "RB"} or not words.nominal_before(low, high)


def _relative_follows(words: Words, j: int, high: int) -> bool:
    if words.lower[j] in {"which", "who", "whose", "whom", "where"}:
        return words.clause_verb(j + 1, high) is not None
    return j + 1 < high and words.tags[j] == "IN" and words.lower[j + 1] in {"which", "whom", "whose"}


def _clause_follows(words: Words, low: int, high: int) -> bool:
    stop = words.next_stop(low, high)
    verb = words.clause_verb(low, stop)
    if verb is None:
        verb = words.clause_verb(low, high)
    return verb is not None and words.nominal_before(low, verb)


def _coordination(words: Words, i: int, high: int, current: Open) -> Cut | None:
    """Cut before `and` where both sides hold a verb of their own."""
    if words.lower[i] == "or" and "either" in words.lower[current.start : i]:
        return None
    if words.clause_verb(current.start, i) is None:
        return None
    cut = Cut(gap=1, opener=Opener.AND)
    j = i + 1
    if j >= high:
        return None
    nested = _signal(words, j, high, current)
    if nested:
        return Cut(gap=1 + len(nested.words), opener=Opener.SIGNAL, signal=nested)
    k = words.skip_adverbs(j, high - 1)
    if words.forms[k] == ",":
        k = words.skip_adverbs(k + 1, high - 1)
    if words.finite(k):
        return cut
    if words.tags[k] == "VBN" and words.forms[i - 1] != "," and any(
        words.lemmas[m] == "be" for m in range(current.start, i)
    ):
        return cut if words.relations[k] == "conj" and words.tags[words.heads[k]] in {"VBN", "VBD"} else None
    if words.tags[k] == "VBG" and words.relations[k] == "conj" and words.tags[words.heads[k]] == "VBG":
        return cut
    stop = _next_cut_candidate(words, j, high)
    verb = words.clause_verb(j, stop)
    if verb is None and stop < high and words.forms[stop] == ",":
        verb = words.clause_verb(j, high) if _relative_follows(words, min(stop + 1, high - 1), high) else None
    return cut if verb is not None and words.nominal_before(j, verb) else None


def _next_cut_candidate(words: Words, low: int, high: int) -> int:
    """End of the stretch that belongs to one conjunct; a comma after a short opening phrase does not end it."""
    stop = words.next_stop(low, high)
    if stop < high and stop - low <= 6 and words.clause_verb(low, stop) is None and words.tags[low] in {"IN", "RB"}:
        return words.next_stop(stop + 1, high)
    return stop


def _intensified(words: Words, low: int, high: int) -> bool:
    """Whether `so` or `such` stands before a word of degree."""
    return any(
        (words.lower[k] == "so" and words.tags[k + 1] in {"RB", "JJ", "RBR"}) or words.lower[k] == "such"
        for k in range(low, high - 1)
    )


def _signal(words: Words, i: int, high: int, current: Open) -> Signal | None:
    for signal in signals_at(words.lower, i):
        if i + len(signal.words) < high and _fits(words, signal, i, high, current):
            return signal
    return None


def _fits(words: Words, signal: Signal, i: int, high: int, current: Open) -> bool:
    after = i + len(signal.words)
    first = signal.words[0]
    initial = i == current.start or words.forms[i - 1] in STOPS or words.lower[i - 1] in {"and", "but"}
    if signal.kind is SignalKind.SUBORDINATOR:
        if first in {"since", "after", "until"} and words.is_a(after, "times"):
            return False
        if first in {"as", "since", "once", "after", "until"} and not _clause_follows_here(words, after, high):
            return False
        if signal.words == ("as",) and words.lower[i - 1] in {"same", "such", "as", "so", "much", "well", "just"} and i:
            return False
        return _clause_follows(words, after, high)
    if signal.kind is SignalKind.BARRIER:
        return (initial or first in {"while", "whereas"}) and _clause_follows(words, after, high)
    if signal.kind is SignalKind.PREPOSITION:
        return _phrase_fits(words, signal, i, after, high, initial)
    if signal.kind is SignalKind.COORDINATOR:
        k = words.skip_adverbs(after, high - 1)
        opens = current.opener is Opener.START and i == current.start
        verb = opens or words.clause_verb(current.start, i) is not None
        return verb and (words.finite(k) or _clause_follows(words, after, high))
    if signal.kind is SignalKind.ADVERB:
        if not initial:
            return False
        degree = signal.words == ("so",) and words.tags[after] in {"JJ", "RB"} and words.forms[i - 1] not in STOPS
        return not degree and words.clause_verb(after, high) is not None
    return True


def _clause_follows_here(words: Words, low: int, high: int) -> bool:
    """Stricter than `_clause_follows`: the verb stands before the next mark, close to its subject."""
    stop = words.next_stop(low, high)
    verb = words.clause_verb(low, stop)
    if verb is None or not words.nominal_before(low, verb):
        return False
    return verb - low <= 8


def _phrase_fits(words: Words, signal: Signal, i: int, after: int, high: int, initial: bool) -> bool:
    if signal.words == ("by",):
        head = words.head_noun(after, words.next_stop(after, high))
        passive = i > 0 and words.tags[i - 1] in {"VBN", "RB"} and words.tags[after] in {"DT", "JJ", "PRP$", "NN"}
        return passive and head is not None and eventive_noun(words, head)
    if signal.words[0] == "following" and not (initial and i == 0):
        return False
    if signal.words == ("after",):
        head = words.head_noun(after, words.next_stop(after, high))
        plain = head is None or words.is_a(head, "times") or words.tags[head] == "NNP" or words.is_a(head, "persons")
        return not plain and words.tags[after] != "CD" and words.tags[after] != "PRP"
    return True
