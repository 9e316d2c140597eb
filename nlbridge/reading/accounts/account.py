"""The part of a text that tells what happened, and what is left out of it, by name."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from causalcore.scenario.scenario import LeftOut
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.clauses.segmentation import clauses
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.classes import phrases
from nlbridge.language.pipeline.analysis import words_of
from nlbridge.language.pipeline.words import Words, sentences
from nlbridge.reading.accounts.general_rules import general_rules
from nlbridge.reading.accounts.headings import headings
from nlbridge.reading.accounts.layout import Layout, merged, passage
from nlbridge.reading.accounts.moods import Sentence, asides, moods

EMPTY: Final = word_class("empty_beside_nouns")
"""Words that tell nothing of their own."""
LEAST: Final = 2
"""Words that a claim has at least which can be told twice."""
PLACING: Final = word_class("placing_prepositions")
"""Words that open the place or the time of what happened."""


def repeats(statements: Sequence[str]) -> dict[int, int]:
    """Return for each statement that says no more than one before it the position of that one.

    Examples
    --------
    >>> repeats(["The server room overheated on Tuesday.", "Both fans had stopped.", "The server room overheated."])
    {2: 0}
    >>> repeats(["The van was late on Monday.", "The van was late on Tuesday.", "The van was not late."])
    {}
    """
    content = [_content(statement) for statement in statements]
    found: dict[int, int] = {}
    for k, told in enumerate(content):
        before = next((j for j in range(k) if j not in found and _says(content[j], told)), None)
        if before is not None and len(told) >= LEAST:
            found[k] = before
    return found


def _content(statement: str) -> tuple[str, ...]:
    bare = (word.strip(".,;:!?\"'“”‘’()").lower() for word in statement.split())
    return tuple(word for word in bare if word and word not in EMPTY)


def _says(whole: tuple[str, ...], told: tuple[str, ...]) -> bool:
    """Whether a statement is another one without its place or time."""
    if whole == told:
        return True
    if len(whole) <= len(told):
        return False
    if whole[: len(told)] == told:
        return whole[len(told)] in PLACING
    return whole[-len(told) :] == told and whole[0] in PLACING and _time(whole[-len(told) - 1])


def _time(word: str) -> bool:
    return word in word_class("times") or any(character.isdigit() for character in word)


STOP: Final = " ."
"""What is put in: a blank first, so that the stop is none of an abbreviation (`4 Feb.`)."""


def words_with_stops(text: str, stops: Sequence[int], pipeline: str | None = None) -> Words:
    r"""Return the words of a text as if a full stop stood at each of some places; a stop has no width in the text.

    Parameters
    ----------
    stops
        Places in the text, in ascending order.

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


TAG_WORDS = 6
"""Words that `the caretaker asked` has at most beside direct speech."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A text cut into clauses, with those that claim nothing about what happened.

    Parameters
    ----------
    given
        The text, without marks of Markdown.
    silent
        Positions of the clauses that claim nothing, with their kind.
    left_out
        What the text holds beside its account, in order.
    """

    given: str
    words: Words
    clauses: tuple[Clause, ...]
    silent: Mapping[int, str]
    left_out: tuple[LeftOut, ...]


def account_of(shown: Layout, *, pipeline: str | None = None) -> Account:
    """Cut a text into clauses, and name what is no account of what happened.

    Examples
    --------
    >>> from nlbridge.reading.accounts.layout import layout
    >>> found = account_of(layout("Hi Tom, the pump failed. Please call me."))
    >>> [(one.words, one.kind) for one in found.left_out]
    [('Hi Tom,', 'greeting'), ('Please call me', 'instruction')]
    """
    words = words_with_stops(shown.text, shown.stops, pipeline)
    cut = clauses(words)
    silent = _silent(words, cut, shown)
    dropped = (passage(shown.given, *words.span(cut[k].low, cut[k].high), kind) for k, kind in silent.items())
    left_out = (*shown.left_out, *(one for one in dropped if one is not None))
    return Account(
        given=shown.given,
        words=words,
        clauses=_unjoined(cut, silent),
        silent=silent,
        left_out=merged(shown.given, left_out),
    )


def _silent(words: Words, cut: Sequence[Clause], shown: Layout) -> dict[int, str]:
    by_sentence: dict[int, list[int]] = {}
    for k, clause in enumerate(cut):
        by_sentence.setdefault(clause.sentence, []).append(k)
    parts = [
        Sentence(low, high, tuple(by_sentence.get(number, ()))) for number, (low, high) in enumerate(sentences(words))
    ]
    found = dict(headings(words, cut, parts, shown))
    spoken = moods(words, cut, parts)
    rules = general_rules(words, cut, parts, spoken | found)
    found = dict(asides(words, cut, parts)) | dict.fromkeys(rules, "general rule") | spoken | found
    for sentence in parts:
        tagged = {k: "direct speech" for k in sentence.clauses if _tags_speech(words, cut[k], sentence, shown)}
        found = tagged | found
    return found


def _tags_speech(words: Words, clause: Clause, sentence: Sentence, shown: Layout) -> bool:
    """Whether a clause only says who spoke: `said Ivo` beside what he said."""
    if clause.high - clause.low > TAG_WORDS or clause.signals:
        return False
    if not any(words.lemmas[i].lower() in phrases("speaking") for i in range(clause.low, clause.high)):
        return False
    low, high = words.span(sentence.low, sentence.high)
    return any(a <= high + 1 and b >= low - 2 for a, b in shown.quotes)


def _unjoined(cut: Sequence[Clause], silent: Mapping[int, str]) -> tuple[Clause, ...]:
    """Take the signals off clauses whose sentence keeps nothing else that these could join them to."""
    alone = set()
    for k, clause in enumerate(cut):
        beside = [j for j, other in enumerate(cut) if other.sentence == clause.sentence and j != k]
        if k not in silent and beside and all(j in silent for j in beside) and silent[beside[0]] != "direct speech":
            alone.add(k)
    return tuple(replace(clause, signals=()) if k in alone else clause for k, clause in enumerate(cut))
