"""The part of a text that tells what happened, and what is left out of it, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from causalcore.scenario.scenario import LeftOut
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.clauses.segmentation import clauses
from nlbridge.language.lexicon.account_phrases import phrases
from nlbridge.language.pipeline.words import Words, sentences
from nlbridge.reading.accounts.asides import asides
from nlbridge.reading.accounts.general_rules import general_rules
from nlbridge.reading.accounts.headings import headings
from nlbridge.reading.accounts.layout import layout
from nlbridge.reading.accounts.moods import Sentence, moods
from nlbridge.reading.accounts.passages import Layout, merged, passage
from nlbridge.reading.accounts.stops import words_with_stops

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


def account_of(text: str, *, pipeline: str | None = None) -> Account:
    """Cut a text into clauses, and name what is no account of what happened.

    Examples
    --------
    >>> found = account_of("Hi Tom, the pump failed. Please call me.")
    >>> [(one.words, one.kind) for one in found.left_out]
    [('Hi Tom,', 'greeting'), ('Please call me', 'instruction')]
    """
    shown = layout(text)
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
