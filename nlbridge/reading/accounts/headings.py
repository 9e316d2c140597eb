"""Which sentences are headings or tasks: `Cold room 3, vaccine store`, `Bea to write a check`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from nlbridge.language.clauses.clause import Clause, Form
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.classes import phrases
from nlbridge.language.pipeline.dictionary import entry, past_tense
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.accounts.layout import Layout, Line
from nlbridge.reading.accounts.moods import Sentence, tells

LONGEST: Final = 12
"""Words that a heading has at most."""
ASKING: Final = word_class("question_words")
"""Words that a heading may begin with though it has a verb: `Why the box office went dark`."""
HANGING: Final = word_class("hanging_conjunctions")
"""Words that a heading without a clause to hang on may begin with."""
FOLLOWING: Final = frozenset({"IN", "TO", "DT", "CD", "RB", "PRP", "PRP$", "RP"})
"""Tags of words that follow a verb rather than a noun in a heading."""
GIVEN: Final = 6
"""Words before the `to` of a task: who is to do it."""


def headings(
    words: Words, clauses: Sequence[Clause], all_sentences: Sequence[Sentence], found: Layout
) -> Iterator[tuple[int, str]]:
    """Yield the clauses that are headings or tasks."""
    below_tasks = False
    heading_so_far, several = True, len(found.lines) > 1
    greeted = next((one.span[0] for one in found.left_out if one.kind == "greeting"), 0)
    for position, sentence in enumerate(s for s in all_sentences if s.clauses):
        line, number = _line(words, sentence, found.lines)
        if line is None:
            continue
        if _is_task(words, clauses, sentence):
            yield from ((k, "task") for k in sentence.clauses)
            continue
        verbless = all(_verbless(clauses[k]) for k in sentence.clauses) and not _hidden_verb(words, sentence)
        heading_so_far = heading_so_far and number == 0
        if sentence.high - sentence.low > LONGEST + 1:
            heading_so_far = False
            continue
        whole = _whole(words, sentence, line)
        below_tasks = (below_tasks and not line.gap) or _listed(words, sentence, "task")
        if below_tasks and not tells(words, sentence.low, sentence.high):
            yield from ((k, "task") for k in sentence.clauses)
            continue
        listed = _listed(words, sentence, "heading")
        below_tasks = below_tasks and not listed
        first = heading_so_far and not line.marked and not line.item and (verbless or _title(words, sentence))
        first = first and (position == 0 or not _clock(words, sentence)) and (several or _names_only(words, sentence))
        ahead = number + 1 < len(found.lines)
        on_top = line.gap or number == 0
        own_line = (
            on_top and whole and ahead and not line.marked and not line.item and not _closed(words, sentence, line)
        )
        half = own_line and _half(words, sentence)
        named = verbless and (line.marked or line.item) and several and whole and _lists(words, sentence)
        titled = not _closed(words, sentence, line) and line.span[1] <= greeted
        if listed or first or named or half or titled or (own_line and verbless):
            yield from ((k, "heading") for k in sentence.clauses)
        else:
            heading_so_far = False


def _line(words: Words, sentence: Sentence, lines: Sequence[Line]) -> tuple[Line | None, int]:
    start = words.starts[sentence.low]
    return next(((line, k) for k, line in enumerate(lines) if line.span[0] <= start < line.span[1]), (None, -1))


def _verbless(clause: Clause) -> bool:
    return clause.verb is None and clause.form in {Form.NOMINAL, Form.PARTICIPLE} and not clause.signals


def _whole(words: Words, sentence: Sentence, line: Line) -> bool:
    """Whether a sentence has its line to itself."""
    low, high = words.span(sentence.low, sentence.high)
    inside = words.text[line.span[0] : low] + words.text[high : line.span[1]]
    return not any(character.isalnum() for character in inside)


def _closed(words: Words, sentence: Sentence, line: Line) -> bool:
    """Whether a mark in the text ends a sentence, not the end of a line alone."""
    last = sentence.high - 1
    inside = words.starts[last] < words.ends[last] <= line.span[1]
    return inside and words.forms[last] in {".", "!", "?", "…"}


def _listed(words: Words, sentence: Sentence, kind: str) -> bool:
    """Whether a sentence is a usual heading, of an account or of tasks: `What went well`, `Next steps`."""
    said = " ".join(word for word in words.lower[sentence.low : sentence.high] if word[:1].isalnum())
    return said in phrases(kind)


def _names_only(words: Words, sentence: Sentence) -> bool:
    """Whether a fragment only names a place, a case or a day: `Cold room 3, vaccine store`."""
    reach = range(sentence.low, sentence.high - 1)
    named = all(
        words.tags[i].startswith(("NN", "CD", "JJ", "POS", "HYPH", ",", "DT")) or words.lower[i] == "of" for i in reach
    )
    listed = any(words.forms[i] == "," or words.tags[i] == "CD" for i in reach)
    return named and listed and not words.tags[sentence.high - 2].startswith("JJ")


def _half(words: Words, sentence: Sentence) -> bool:
    """Whether a sentence is a clause that hangs on none: `Before you leave`."""
    return (
        words.lower[sentence.low] in HANGING
        and len(sentence.clauses) == 1
        and not tells(words, sentence.low, sentence.high)
    )


def _lists(words: Words, sentence: Sentence) -> bool:
    """Whether a fragment behind a label lists things without saying what became of them: `river water, site C`."""
    happened = any(
        words.is_a(i, "event_nouns") or words.is_a(i, "weather") or words.tags[i][:2] in {"VB", "RB", "IN"}
        for i in range(sentence.low, sentence.high - 1)
    )
    names = all(words.tags[i] in {"NNP", ",", "HYPH", "CD"} for i in range(sentence.low, sentence.high - 1))
    return not happened and (names or _names_only(words, sentence))


def _clock(words: Words, sentence: Sentence) -> bool:
    """Whether a fragment gives a time of day, so that it is an entry of a log."""
    return any(":" in words.forms[i] and words.forms[i][:1].isdigit() for i in range(sentence.low, sentence.high))


def _hidden_verb(words: Words, sentence: Sentence) -> bool:
    """Whether a word behind a noun can be a verb that the tagger missed: `The bell rings four minutes early`."""
    for i in range(sentence.low + 1, sentence.high - 1):
        if words.tags[i - 1][:2] not in {"NN", "PR", "CD"} or "VERB" not in entry(words.lower[i]):
            continue
        finite = past_tense(words.lower[i]) or (words.lower[i].endswith("s") and words.tags[i + 1] in FOLLOWING)
        if finite and words.forms[i].islower():
            return True
    return False


def _title(words: Words, sentence: Sentence) -> bool:
    """Whether a sentence with a verb is a title: a question without its mark."""
    return words.lower[sentence.low] in ASKING and len(sentence.clauses) == 1


def _is_task(words: Words, clauses: Sequence[Clause], sentence: Sentence) -> bool:
    """Whether a sentence without a verb gives somebody something to do: `Mr Holt to get three quotes`."""
    first = clauses[sentence.clauses[0]]
    if first.verb is not None or first.signals or words.tags[first.low] not in {"NNP", "NN", "DT", "NNS"}:
        return False
    reach = min(first.low + GIVEN, sentence.high - 1)
    at = next((i for i in range(first.low + 1, reach) if words.lower[i] == "to" and words.tags[i + 1] == "VB"), None)
    if at is None or any(words.tags[i] in {"VBN", "VBD", "IN", "JJ"} for i in range(first.low, at)):
        return False
    named = words.tags[at - 1].startswith("NNP") or words.is_a(at - 1, "persons") or words.is_a(at - 1, "organisations")
    unknown = at == first.low + 1 and words.forms[first.low].istitle() and not entry(words.lower[first.low])
    return named or unknown or words.lower[at + 1] == "be"
