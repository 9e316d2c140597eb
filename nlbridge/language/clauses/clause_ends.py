"""Where one clause ends and the next begins, decided word by word.

Signals and punctuation propose a boundary; tags confirm it. No boundary hangs
on the parse alone, because clause attachment is what a small parser gets wrong.
"""

from __future__ import annotations

from dataclasses import replace

from nlbridge.language.clauses.clause import CONSECUTIVE, Cut, Open, Opener
from nlbridge.language.clauses.signal_senses import clause_follows, signal_at
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import Signal, SignalKind
from nlbridge.language.pipeline.analysis import inverted
from nlbridge.language.pipeline.words import CLOSERS, ENDS, FINITE, STOPS, Words

SETTING = word_class("setting_conjunctions")
"""Last words of what sets one clause beside another: `in the same week that`."""
CONJUNCTIONS = word_class("coordinators")


def cut_at(words: Words, i: int, high: int, current: Open) -> Cut | None:
    """Return the boundary before word `i` of a sentence that ends at `high`, if there is one."""
    form = words.forms[i]
    if form == ",":
        return _after_comma(words, i, high, current)
    if form in STOPS and form != "-":
        return Cut(gap=1, opener=Opener.BREAK)
    signal = signal_at(words, i, high, current)
    if signal:
        return Cut(gap=len(signal.words), opener=Opener.SIGNAL, signal=signal)
    if i > current.start + 2 and words.lower[i + 1 : i + 2] in (("which",), ("whom",)) and words.tags[i] == "IN":
        return Cut(gap=0, opener=Opener.RELATIVE)
    if words.lower[i] in word_class("and_or_nor"):
        return _coordination(words, i, high, current)
    if words.lower[i] == "that" and clause_follows(words, i + 1, high):
        return _before_that(words, i, current)
    return _without_that(words, i, high, current)


def _without_that(words: Words, i: int, high: int, current: Open) -> Cut | None:
    """Cut where `so good` brings in what it led to: `the soup was so good she had another`."""
    degree = i - 2
    if degree <= current.start or words.lower[degree] != "so" or words.tags[i] not in {"PRP", "DT", "PRP$", "NNP"}:
        return None
    said = words.tags[i - 1] in {"JJ", "RB"} and words.clause_verb(current.start, degree) is not None
    if not said or not clause_follows(words, i, words.next_stop(i, high)):
        return None
    if current.signal is not None and current.signal.kind is SignalKind.SUBORDINATOR:
        return Cut(gap=0, opener=Opener.RESUME)
    return Cut(gap=0, opener=Opener.SIGNAL, signal=replace(CONSECUTIVE, place=(degree, i)))


def _before_that(words: Words, i: int, current: Open) -> Cut | None:
    """Cut at a `that` which brings in what a reason or a degree leads to."""
    if _cleft(words, current):
        return Cut(gap=1, opener=Opener.RESUME)
    degree = _intensifier(words, current.start, i)
    if degree is None:
        return None
    return Cut(gap=1, opener=Opener.SIGNAL, signal=replace(CONSECUTIVE, place=(degree, i + 1)))


def _cleft(words: Words, current: Open) -> bool:
    """Whether a stretch is the reason that is put first: `it was because the fuse blew that the lights went out`."""
    signal = current.signal
    if signal is None or signal.kind not in {SignalKind.PREPOSITION, SignalKind.SUBORDINATOR}:
        return False
    at = current.start - len(signal.words)
    at -= at > 0 and words.lower[at - 1] in word_class("cleft_adverbs")
    return at > 1 and words.lower[at - 2] == "it" and words.lower[at - 1] in word_class("is_was")


def _after_comma(words: Words, i: int, high: int, current: Open) -> Cut | None:
    j = i + 1
    if j >= high:
        return Cut(gap=1, opener=Opener.BREAK)
    if words.lower[j] in CONJUNCTIONS:
        inner = cut_at(words, j, high, current)
        return Cut(gap=inner.gap + 1, opener=inner.opener, signal=inner.signal, comma=True) if inner else None
    signal = signal_at(words, j, high, current)
    if signal:
        return Cut(gap=len(signal.words) + 1, opener=Opener.SIGNAL, signal=signal, comma=True)
    opener = _unsignalled(words, i, high, current)
    return Cut(gap=1, opener=opener, comma=True) if opener else None


def _unsignalled(words: Words, i: int, high: int, current: Open) -> Opener | None:
    """What opens after a comma at `i` that no signal follows, if a clause does."""
    j = i + 1
    if inverted(words, j, words.next_stop(j, _sentence_end(words, high))) is not None:
        return Opener.COMMA
    if _relative_follows(words, j, high):
        return Opener.RELATIVE
    own_verb = words.clause_verb(current.start, i)
    if words.clause_verb(j, high) is not None and _closes_fronted(words, i, current, own_verb):
        return Opener.RESUME
    if own_verb is None:
        return _parenthesis(words, j, high, current)
    stop, first = words.next_stop(j, high), words.skip_adverbs(j, high - 1)
    absolute = (words.lower[j] == "with" and _absolute(words, j + 1, stop)) or absolute_verb(words, j, stop) is not None
    if words.tags[first] in {"VBG", "VBN"} or absolute:
        return Opener.PARTICIPLE
    verb = words.clause_verb(j, stop)
    if verb is not None and (words.nominal_before(j, verb) or first == verb):
        resumes = first == verb and current.opener is Opener.PARTICIPLE
        return Opener.RESUME if resumes else Opener.COMMA
    return None


def _sentence_end(words: Words, high: int) -> int:
    """Return where the last word of a sentence ends, its marks left out."""
    while words.forms[high - 1] in ENDS | CLOSERS:
        high -= 1
    return high


def _parenthesis(words: Words, j: int, high: int, current: Open) -> Opener | None:
    """What opens between a subject and its verb: `Ada, anxious about it, left`, `Orlo, a village cut off, fell`."""
    end = words.next_stop(j, high)
    if end + 1 >= high or words.forms[end] != "," or current.opener is Opener.PARTICIPLE or end - j < 2:
        return None
    verb = words.skip_adverbs(end + 1, high - 1)
    if not words.finite(verb) or not words.nominal_before(current.start, j - 1):
        return None
    first = words.skip_adverbs(j, high - 1)
    if words.tags[first] in {"VBG", "VBN"} or (words.tags[first] == "JJ" and bare_adjective(words, j, end)):
        return Opener.PARTICIPLE
    described = words.tags[first] == "DT" and any(words.tags[k] in {"VBN", "VBD", "WDT"} for k in range(j, end))
    return Opener.APPOSITION if described else None


def _absolute(words: Words, low: int, high: int) -> bool:
    """Whether `with` has a noun and what happened to it: `with the road closed`."""
    return any(
        words.tags[k] in {"VBN", "VBG"} and words.tags[k - 1].startswith(("NN", "RB")) for k in range(low + 1, high)
    )


def absolute_verb(words: Words, low: int, high: int) -> int | None:
    """Where `having` or `being` has a subject of its own: `a tyre having burst`, `his glasses being upstairs`."""
    verb = next((k for k in range(low, high) if words.tags[k] in FINITE | {"VBG"}), low)
    own = verb > low and words.lower[verb] in word_class("having_being") and words.nominal_before(low, verb)
    return verb if own else None


def _closes_fronted(words: Words, i: int, current: Open, own_verb: int | None) -> bool:
    """Whether the comma at `i` ends a phrase or clause that precedes its main clause."""
    if current.opener is Opener.RELATIVE:
        return any(words.finite(k) for k in range(current.start, i))
    if current.opener is Opener.APPOSITION or (current.opener is Opener.PARTICIPLE and own_verb is None):
        return words.finite(words.skip_adverbs(i + 1, len(words.forms) - 1))
    if current.opener is Opener.SIGNAL and current.signal and _closes_signalled(current, current.signal, i, own_verb):
        return True
    return own_verb is None and _closes_verbless(words, i, current)


def _closes_signalled(current: Open, signal: Signal, i: int, own_verb: int | None) -> bool:
    if signal.kind in {SignalKind.PREPOSITION, SignalKind.JOINT}:
        return True
    if signal.kind is SignalKind.SUBORDINATOR:
        return own_verb is not None or i - current.start >= 3
    return signal.words[-1] in SETTING and own_verb is not None


def _closes_verbless(words: Words, i: int, current: Open) -> bool:
    """Whether a fronted stretch without a finite verb is one of a participle, an adjective, or `by doing`."""
    first = words.tags[words.skip_adverbs(current.start, i)]
    if first in {"VBG", "VBN"} or (first == "JJ" and bare_adjective(words, current.start, i)):
        return True
    if by_doing(words, current.start):
        return True
    return any(words.tags[k] == "VBG" and words.lemmas[k] in word_class("be_have") for k in range(current.start, i))


def by_doing(words: Words, low: int) -> bool:
    """Whether a preposition opens a clause without a subject: `on hearing the news`, `by opening the gate`."""
    return words.lower[low] in word_class("means_prepositions") and words.tags[low + 1 : low + 2] == ("VBG",)


def bare_adjective(words: Words, low: int, high: int) -> bool:
    """Whether an adjective stands without the noun: `furious`, `delighted with the takings`."""
    after = words.skip_adverbs(low, high - 1) + 1
    return after >= high or words.tags[after] in {"IN", "TO", "RB"} or not words.nominal_before(low, high)


def _relative_follows(words: Words, j: int, high: int) -> bool:
    if words.lower[j] in word_class("relative_words"):
        return words.clause_verb(j + 1, high) is not None
    if words.lower[j + 1 : j + 3] in (("of", "which"), ("of", "whom")):
        return True
    return j + 1 < high and words.tags[j] == "IN" and words.lower[j + 1] in word_class("relative_objects")


def _coordination(words: Words, i: int, high: int, current: Open) -> Cut | None:
    """Cut before `and` where both sides hold a verb of their own."""
    alternative = words.lower[i] == "or" and "either" in words.lower[current.start : i]
    j = i + 1
    aside = current.opener is Opener.PARTICIPLE and words.forms[i - 1] == ","
    if alternative or j >= high or (words.clause_verb(current.start, i) is None and not aside):
        return None
    end = words.next_stop(j, _sentence_end(words, high))
    if inverted(words, j, end) is not None or (words.lower[i] == "nor" and inverted(words, i, end) is not None):
        return Cut(gap=words.lower[i] == "and", opener=Opener.AND)
    nested = signal_at(words, j, high, current)
    if nested:
        return Cut(gap=1 + len(nested.words), opener=Opener.SIGNAL, signal=nested)
    holds_verb = _verb_conjunct(words, i, high) or _clause_conjunct(words, j, high)
    return Cut(gap=1, opener=Opener.AND) if holds_verb else None


def _verb_conjunct(words: Words, i: int, high: int) -> bool:
    """Whether a second predicate of the same subject follows the conjunction at `i`."""
    k = words.skip_adverbs(i + 1, high - 1)
    if words.forms[k] == ",":
        k = words.skip_adverbs(k + 1, high - 1)
    if words.finite(k):
        return True
    if words.relations[k] != "conj" or words.forms[i - 1] == ",":
        return False
    return (words.tags[k], words.tags[words.heads[k]]) in {("VBN", "VBN"), ("VBN", "VBD"), ("VBG", "VBG")}


def _clause_conjunct(words: Words, low: int, high: int) -> bool:
    """Whether a second clause, with its own subject, begins at `low`."""
    stop = _next_cut_candidate(words, low, high)
    verb = words.clause_verb(low, stop)
    relative = stop + 1 < high and words.forms[stop] == "," and _relative_follows(words, stop + 1, high)
    if verb is None and relative:
        verb = words.clause_verb(low, high)
    if verb is None:
        verb = _after_aside(words, stop, high)
    return verb is not None and words.nominal_before(low, verb)


def _after_aside(words: Words, stop: int, high: int) -> int | None:
    """Where the verb stands that commas cut off from its subject: `the hills, no longer mown, lost their orchids`."""
    end = words.next_stop(stop + 1, high) if stop < high else high
    if end + 1 >= high or words.forms[stop] != "," or words.forms[end] != ",":
        return None
    first, verb = words.skip_adverbs(stop + 1, end), words.skip_adverbs(end + 1, high - 1)
    described = words.tags[first] in {"VBN", "VBG", "JJ", "DT"}
    return verb if described and words.finite(verb) else None


def _next_cut_candidate(words: Words, low: int, high: int) -> int:
    """End of the stretch that belongs to one conjunct; a comma after a short opening phrase does not end it."""
    stop = words.next_stop(low, high)
    short = stop < high and stop - low <= 6 and words.clause_verb(low, stop) is None
    joined = stop + 1 < high and words.lower[stop + 1] in CONJUNCTIONS
    if short and not joined and words.tags[low] in {"IN", "RB"}:
        return words.next_stop(stop + 1, high)
    return stop


def _intensifier(words: Words, low: int, high: int) -> int | None:
    """Return where the last `such`, or `so` before a word of degree, stands."""
    return next(
        (
            k
            for k in range(high - 2, low - 1, -1)
            if (words.lower[k] == "so" and words.tags[k + 1] in {"RB", "JJ", "RBR"}) or words.lower[k] == "such"
        ),
        None,
    )
