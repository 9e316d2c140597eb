"""The part of a text that says what happened, and the passages left out, each with its kind."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from causalcore.scenario.scenario import LeftOut, Span
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.clauses.segmentation import clauses
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.classes import phrases
from nlbridge.language.pipeline.analysis import words_of
from nlbridge.language.pipeline.words import ENDS, FINITE, Words
from nlbridge.reading.accounts.headings import general_rules, headings
from nlbridge.reading.accounts.interruptions import INTERRUPTING, without_interruptions
from nlbridge.reading.accounts.layout import Layout, left_out_part, merged
from nlbridge.reading.accounts.moods import Sentence, asides, cut, moods

STOP: Final = " ."
"""The inserted full stop; the blank keeps it from joining a word into an abbreviation (`4 Feb.`)."""
TAG_WORDS: Final = 6
"""Most words of a speech tag: `the caretaker asked`."""
WITHIN_TIME: Final = frozenset({"CD", "IN", "RB", "DT", ":"})
"""Tags of the words before `p.m.` in its phrase: `at about 3`."""
BEGINNING: Final = frozenset({"DT", "PDT", "PRP", "PRP$", "EX", "IN", "RB", "WRB", "WP", "CC"})
"""Tags of words that are capitalized only at the start of a sentence."""
NAMES: Final = frozenset({"NNP", "NNPS", "NNS", "NN"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A text split into clauses, with those that claim nothing about what happened.

    Parameters
    ----------
    given
        The text, without Markdown markup.
    not_claims
        Positions of the clauses that claim nothing, with their kind.
    left_out
        Passages that are no account, in text order.
    """

    given: str
    words: Words
    clauses: tuple[Clause, ...]
    not_claims: Mapping[int, str]
    left_out: tuple[LeftOut, ...]


def account_of(shown: Layout, *, pipeline: str | None = None) -> Account:
    """Split a text into clauses, and find the parts that do not say what happened.

    Examples
    --------
    >>> from nlbridge.reading.accounts.layout import layout
    >>> found = account_of(layout("Hi Tom, the pump failed. Please call me."))
    >>> [(one.words, one.kind) for one in found.left_out]
    [('Hi Tom,', 'greeting'), ('Please call me', 'instruction')]
    """
    words = _words(shown, pipeline)
    if not INTERRUPTING.isdisjoint(words.lower):
        told, runs = without_interruptions(shown, words)
        words = words if told is shown else _words(told, pipeline, runs)
        shown = told
    pieces = clauses(words)
    all_sentences = cut(words, pieces)
    not_claims = dict(headings(all_sentences, shown))
    not_claims = moods(all_sentences) | not_claims
    rules = general_rules(all_sentences, not_claims, _timed(words, all_sentences, shown))
    tags = {k for sentence in all_sentences for k in _speech_tags(sentence, shown)}
    framing = {k: kind for sentence in all_sentences for k, kind in asides(sentence)}
    not_claims = dict.fromkeys(tags, "direct speech") | framing | dict.fromkeys(rules, "general rule") | not_claims
    dropped = (
        left_out_part(shown.given, *words.span(pieces[k].low, pieces[k].high), kind) for k, kind in not_claims.items()
    )
    return Account(
        given=shown.given,
        words=words,
        clauses=_unjoined(pieces, all_sentences, not_claims),
        not_claims=not_claims,
        left_out=merged(shown.given, (*shown.left_out, *filter(None, dropped))),
    )


def _timed(words: Words, all_sentences: Sequence[Sentence], shown: Layout) -> frozenset[int]:
    """Return the first words of the sentences right after a log prefix that ends in a digit: a time, not a speaker."""
    ends = [part.span[1] for part in shown.left_out if part.kind == "log prefix" and part.words[-1].isdigit()]
    starts = {words.starts[sentence.low]: sentence.low for sentence in all_sentences}
    starts_after = (next((start for start in starts if start >= end), None) for end in ends)
    return frozenset(starts[start] for start in starts_after if start is not None)


def _words(shown: Layout, pipeline: str | None, runs: Sequence[Span] = ()) -> Words:
    """Return the words of a text, with a full stop after each abbreviation that ends a sentence."""
    words = _words_without(shown.text, shown.stops, pipeline, runs)
    ends = set(_abbreviation_ends(words)).difference(shown.stops)
    return _words_without(shown.text, sorted({*shown.stops, *ends}), pipeline, runs) if ends else words


def _words_without(text: str, stops: Sequence[int], pipeline: str | None, runs: Sequence[Span]) -> Words:
    """Return the words of a text as if it did not have some runs of blanks."""
    if not runs:
        return words_with_stops(text, stops, pipeline)
    dropped = {i for low, high in runs for i in range(low, high)}
    kept = [i for i in range(len(text)) if i not in dropped]
    words = words_with_stops("".join(text[i] for i in kept), [bisect_left(kept, stop) for stop in stops], pipeline)
    ends = tuple(kept[end - 1] + 1 for end in words.ends)
    starts = (kept[start] if start < len(kept) else len(text) for start in words.starts)
    return replace(words, text=text, starts=tuple(map(min, starts, ends)), ends=ends)


def _abbreviation_ends(words: Words) -> Iterator[int]:
    """Yield the offsets at which an abbreviation ends a sentence: `The alarm rang at 3 p.m. The guard ran out`.

    The tokenizer makes the full stop part of the abbreviation, so none is left to end the sentence.

    Examples
    --------
    >>> [list(_abbreviation_ends(words_of(text))) for text in ("We rang at 3 p.m. He ran.", "The 3 p.m. train ran.")]
    [[17], []]
    """
    low = 0
    for i, form in enumerate(words.forms[:-1]):
        if form in ENDS:
            low = i + 1
        elif len(form) > 1 and form.endswith(".") and _ends_sentence(words, low, i):
            yield words.ends[i]
            low = i + 1


def _ends_sentence(words: Words, low: int, i: int) -> bool:
    """Whether the abbreviation at word `i` ends the sentence that begins at `low`: both sides have a verb."""
    after = i + 1
    if words.ends[i] == words.starts[after] or not words.forms[after][:1].isupper():
        return False
    if words.lower[i] in word_class("abbreviations_before_words"):
        return False
    high = next((k for k in range(after, len(words.forms)) if words.forms[k] in ENDS), len(words.forms))
    if words.clause_verb(low, i) is None or words.clause_verb(after, high) is None:
        return False
    clock = words.lower[i] in word_class("clock_abbreviations")
    if clock and _is_fronted(words, low, i):
        return False
    if words.tags[after] in BEGINNING:
        return True
    named = clock or words.lower[i] in word_class("company_abbreviations")
    return named and words.lower[low] not in word_class("fronting_words") and _acts(words, after)


def _is_fronted(words: Words, low: int, i: int) -> bool:
    """Whether a time opens a clause and so ends no sentence: `..., and at 3 p.m. Eva left`."""
    at = i - 1
    while at > low and words.tags[at] in WITHIN_TIME and words.lower[at] not in word_class("inner_conjunctions"):
        at -= 1
    return at == low or words.forms[at] == "," or words.tags[at] == "CC" or words.is_a(at, "inner_conjunctions")


def _acts(words: Words, low: int) -> bool:
    """Whether a name, not a time (`3 p.m. Monday`), begins at `low`, followed by its verb."""
    verb = low
    while verb < len(words.tags) and words.tags[verb] in NAMES:
        verb += 1
    named = verb > low and verb < len(words.tags) and not any(words.is_a(k, "times") for k in range(low, verb))
    return named and words.tags[verb] in FINITE


def words_with_stops(text: str, stops: Sequence[int], pipeline: str | None = None) -> Words:
    r"""Return the words of a text as if it had a full stop at ascending offsets; the stops have no width in the text.

    Examples
    --------
    >>> words = words_with_stops("Pump seized\nLine stopped", [11])
    >>> words.forms, words.starts
    (('Pump', 'seized', '.', 'Line', 'stopped'), (0, 5, 11, 12, 17))
    """
    if not stops:
        return words_of(text, pipeline)
    pieces = [text[low:high] for low, high in zip((0, *stops), (*stops, len(text)), strict=True)]
    words = words_of(STOP.join(pieces), pipeline)
    placed = [stop + number * len(STOP) for number, stop in enumerate(stops)]

    def given(place: int) -> int:
        before = bisect_left(placed, place)
        return max(place - before * len(STOP), stops[before - 1] if before else 0)

    return replace(
        words,
        text=text,
        starts=tuple(given(start) for start in words.starts),
        ends=tuple(given(end) for end in words.ends),
    )


def _speech_tags(sentence: Sentence, shown: Layout) -> tuple[int, ...]:
    """Return the clauses beside direct speech that only say who spoke: `said Ivo`."""
    words = sentence.words
    low, high = words.span(sentence.low, sentence.high)
    closed = words.forms[sentence.high - 1] in ENDS  # `Ivo complained. "It leaks."` is two sentences
    if not any(a < high + (0 if closed else 2) and b >= low - 2 for a, b in shown.quotes):
        return ()
    return tuple(
        k
        for k, clause in sentence.clauses.items()
        if clause.high - clause.low <= TAG_WORDS
        and not clause.signals
        and any(lemma.lower() in phrases("speaking") for lemma in words.lemmas[clause.low : clause.high])
    )


def _unjoined(
    found: Sequence[Clause], all_sentences: Sequence[Sentence], not_claims: Mapping[int, str]
) -> tuple[Clause, ...]:
    """Remove the signals of a clause if it is the only one of its sentence that is kept."""
    alone = set()
    for sentence in all_sentences:
        kept = [k for k in sentence.clauses if k not in not_claims]
        spoken = [k for k in sentence.clauses if not_claims.get(k) == "direct speech"]
        if len(kept) == 1 and len(sentence.clauses) > 1 and not spoken:
            alone.add(kept[0])
    return tuple(replace(clause, signals=()) if k in alone else clause for k, clause in enumerate(found))
