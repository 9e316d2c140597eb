"""What interrupts a text: asides inside a clause (`Leon (9) missed the bus`), and what announces a fact.

A clause rule takes brackets and dashes for its bounds, so it would cut the clause around an aside in two. An aside that
states nothing of its own is left out; a phrase with a preposition continues the clause without its marks; a relative
clause or a reason is set off by commas. What states an event of its own stays, and so does a description at the end of
a clause: `he cut the match short (no light)`. A letter announces a fact by `Please note that` or the like.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from causalcore.scenario.scenario import Span
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.classes import opens
from nlbridge.language.lexicon.connectives import signals_at
from nlbridge.language.pipeline.dictionary import past_tense
from nlbridge.language.pipeline.words import ENDS, INVARIANT, STOPS, Words
from nlbridge.reading.accounts.layout import WRAPPED, Layout, blanked, left_out_part
from nlbridge.reading.accounts.moods import in_past

DASHES: Final = frozenset({"—", "–", "--", "-"})
INTERRUPTING: Final = frozenset({"(", "that", *DASHES})
"""Words and marks without which nothing interrupts a text."""
IDENTIFYING: Final = frozenset("NN NNS NNP NNPS CD SYM $ HYPH , : POS .".split())
"""Tags in an aside that only names or numbers something."""
LONGEST: Final = 20
"""Most words of an aside."""
LONGEST_DASHED: Final = 8
"""Most words of an aside between dashes, which also set off clauses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """An aside: the words [low, high) between its marks, which are at `low - 1` and `high`.

    Parameters
    ----------
    commas
        Whether commas replace its marks.
    left_out
        Whether its words are left out.
    heads
        Whether it ends a heading, so that a full stop replaces it.
    """

    low: int
    high: int
    commas: bool = False
    left_out: bool = False
    heads: bool = False


def without_interruptions(shown: Layout, words: Words) -> tuple[Layout, tuple[Span, ...]]:
    """Return a text without what announces its facts and without the asides inside its clauses, and the runs of blanks.

    The layout is the same object if nothing interrupts the text.
    """
    found, announcing = (*_bracketed(words), *_dashed(words)), list(_announcements(words))
    if not found and not announcing:
        return shown, ()
    places = [(*words.span(aside.low, aside.high), "aside") for aside in found if aside.left_out]
    places += [(*words.span(low, high), "courtesy") for low, high in announcing]
    dropped = tuple(filter(None, (left_out_part(shown.given, *place) for place in places)))
    text = _without_asides(shown.text, words, found)
    runs = [(words.starts[low], words.starts[high]) for low, high in announcing]
    for low, high in runs:
        text = blanked(text, low, high)
    return replace(shown, text=text, left_out=(*shown.left_out, *dropped)), (*runs, *_gaps(text, words, found))


def _without_asides(text: str, words: Words, found: tuple[Aside, ...]) -> str:
    """Return a text of the same length without the marks of asides, and without the words of those left out."""
    for aside in found:
        text = blanked(text, *words.span(aside.low, aside.high)) if aside.left_out else text
        for k in (aside.low - 1, aside.high):
            text = blanked(text, words.starts[k], words.ends[k])
            if aside.commas and k and words.forms[k - 1] not in ENDS:
                end = words.ends[k - 1]  # a comma follows its word
                text = f"{text[:end]},{text[end + 1 :]}"
        end = words.starts[aside.high]
        text = f"{text[:end]}.{text[end + 1 :]}" if aside.heads else text
    return text


def _gaps(text: str, words: Words, found: tuple[Aside, ...]) -> list[Span]:
    """Return the runs of blanks that asides leave in a text, except the space between two words.

    The tagger errs after long runs of blanks.
    """
    runs: list[Span] = []
    for low, high in (place for aside in found for place in _marks(words, aside)):
        while low and text[low - 1].isspace():
            low -= 1
        while high < len(text) and text[high].isspace():
            high += 1
        if text[low:high].isspace():
            runs.append((low, high - (low > 0 and text[high : high + 1].isalnum())))
    return runs


def _marks(words: Words, aside: Aside) -> tuple[Span, ...]:
    """Return the spans that become blank: the whole aside, or its two marks."""
    opening, closing = (words.span(k, k + 1) for k in (aside.low - 1, aside.high))
    if aside.left_out:
        return ((opening[0], closing[0] if aside.heads else closing[1]),)
    return (opening, closing)


def _bracketed(words: Words) -> Iterator[Aside]:
    """Yield the asides in round brackets."""
    opened: int | None = None
    for i, form in enumerate(words.forms):
        if form == "(":
            opened = i
        elif form == ")" and opened is not None:
            short = 0 < i - opened - 1 <= LONGEST
            aside = _aside(words, opened + 1, i) if short and not _ends_sentence(words, opened + 1, i) else None
            opened = None
            if aside is not None:
                yield aside


def _ends_sentence(words: Words, low: int, high: int) -> bool:
    """Whether a sentence ends within brackets; a full stop before a number or a small letter abbreviates: `(no. 4)`."""
    after = (words.forms[k + 1][:1] for k in range(low, high) if words.forms[k] in ENDS)
    return any(first.isupper() or first == ")" for first in after)


def _aside(words: Words, low: int, high: int) -> Aside | None:
    """Return how to read what stands in brackets; None if it states an event or is a sentence of its own."""
    ends = _ends_clause(words, high + 1)
    if ends and _begins_clause(words, low - 2):
        return None
    if _goes_on(words, low) or words.clause_follows(low, high):
        return None if ends else Aside(low=low, high=high, commas=True)
    aside = _without_verb(words, low, high)
    return aside if not ends or not aside.left_out or _identifies(words, low, high) else None


def _identifies(words: Words, low: int, high: int) -> bool:
    """Whether an aside is a name, a number or a measure: `model X`, `Accounting`, `40 euros`; not `all safe`."""
    named = any(words.tags[i] in {"CD", "NNP"} or words.forms[i][:1].isupper() for i in range(low, high))
    return named and all(words.tags[i] in IDENTIFYING for i in range(low, high))


def _without_verb(words: Words, low: int, high: int) -> Aside:
    """Return an aside that claims nothing; a phrase with a preposition stays in its clause."""
    attached = words.tags[low] in {"IN", "TO"} and high - low > 1 and words.next_stop(low, high) == high
    return Aside(low=low, high=high, left_out=not attached, heads=not attached and _ends_heading(words, low - 1, high))


def _ends_heading(words: Words, low: int, high: int) -> bool:
    """Whether an aside ends the first line of a text, which is shorter than a wrapped one and has no verb."""
    if words.forms[high + 1 : high + 2] and words.forms[high + 1] in ENDS:
        return False
    lines = words.text.split("\n")
    longest = max(map(len, lines))
    first = next((line for line in lines if line.strip()), "")
    whole = first.rstrip().endswith(")") and words.ends[high] == words.text.index(first) + len(first.rstrip())
    return whole and len(first) < WRAPPED * longest and words.clause_verb(0, low) is None


def _goes_on(words: Words, low: int) -> bool:
    """Whether a relative clause or a connective begins at a word."""
    return words.lower[low] in word_class("relative_words") or any(
        signal.words[-1] != "instead" for signal in signals_at(words.lower, low)
    )


def _ends_clause(words: Words, after: int) -> bool:
    """Whether the clause around an aside ends right after it."""
    if after >= len(words.forms) or words.stop(after) or words.forms[after] in ENDS:
        return True
    return words.tags[after] == "CC" or bool(signals_at(words.lower, after))


def _begins_clause(words: Words, before: int) -> bool:
    """Whether nothing of its sentence stands before an aside."""
    return before < 0 or words.forms[before] in ENDS


def _dashed(words: Words) -> Iterator[Aside]:
    """Yield the asides between dashes that separate a subject from its verb."""
    dashes = [i for i in range(1, len(words.forms) - 1) if words.forms[i] in DASHES and words.stop(i)]
    used = 0
    for opening, closing in pairwise(dashes):
        low, verb = opening + 1, words.skip_adverbs(closing + 1, len(words.forms) - 1)
        if opening < used or not 0 < closing - low <= LONGEST_DASHED or not _is_verb(words, verb):
            continue
        if not _ends_subject(words, opening) or not ENDS.isdisjoint(words.forms[low:closing]):
            continue
        used = closing + 1
        if words.lower[low] in word_class("relative_words"):
            yield Aside(low=low, high=closing, commas=True)
        elif words.clause_verb(low, closing) is None and not _goes_on(words, low):
            yield _without_verb(words, low, closing)


def _is_verb(words: Words, i: int) -> bool:
    """Whether a word is a finite verb; after an aside, the tagger takes a past tense for a participle."""
    return words.finite(i) or (words.tags[i] == "VBN" and past_tense(words.lower[i]))


def _ends_subject(words: Words, i: int) -> bool:
    """Whether the stretch before a word is a subject that still lacks its verb."""
    start = next((k + 1 for k in range(i - 1, -1, -1) if words.forms[k] in ENDS or _ends_clause(words, k)), 0)
    return words.nominal_before(start, i) and words.clause_verb(start, i) is None


def _announcements(words: Words) -> Iterator[tuple[int, int]]:
    """Yield the words [low, high) that announce a fact, up to its `that`; a rule or a wish after them is no fact."""
    openers = word_class("line_openers", "evaluative_adverbs")  # such as `unfortunately`
    for low, high in words.sentences:
        start = low
        while start < high - 1 and (words.lower[start] in openers or words.forms[start] in STOPS):
            start += 1
        fact = start + _announcing(words.lower[start:high]) + 1
        if start < fact - 1 < high - 1 and words.lower[fact - 1] == "that" and _states_fact(words, fact, high):
            yield start, fact


def _announcing(sentence: tuple[str, ...]) -> int:
    """Return how many words announce a fact at the start of a sentence, without `that`; 0 if none do."""
    leading = opens(sentence, "announcing")
    telling = opens(sentence[leading:], "telling") if leading else 0
    return leading + telling if telling else opens(sentence, "announcement")


def _states_fact(words: Words, low: int, high: int) -> bool:
    """Whether a clause about the past follows, and no condition."""
    verb = words.clause_verb(low, high)
    if verb is None or words.lower[low] in word_class("supposition_openers") or not words.nominal_before(low, verb):
        return False
    return in_past(words, low, high) or words.lower[verb] in INVARIANT
