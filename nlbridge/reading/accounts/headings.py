"""Sentences that are headings or tasks: `Cold room 3, vaccine store`, `Bea to write a check`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from nlbridge.language.clauses.clause import Form
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.classes import phrases
from nlbridge.language.pipeline.dictionary import entry, past_tense
from nlbridge.language.pipeline.words import ENDS
from nlbridge.reading.accounts.layout import Layout, Line
from nlbridge.reading.accounts.moods import Sentence

LONGEST: Final = 12
"""Most words of a heading."""
ASKING: Final = word_class("question_words")
"""First words of headings that have a verb: `Why the box office went dark`."""
HANGING: Final = word_class("hanging_conjunctions")
"""First words of headings that are a subordinate clause: `Before you leave`."""
FOLLOWING: Final = frozenset({"IN", "TO", "DT", "CD", "RB", "PRP", "PRP$", "RP"})
"""Tags of words that follow a verb rather than a noun in a heading."""
NAMING: Final = ("NN", "CD", "JJ", "POS", "HYPH", ",", "DT")
"""Prefixes of the tags in a title."""
TITLE_JOINTS: Final = frozenset({",", *word_class("title_joints")})
"""Words before the date in a title."""
TITLE_BEGINS: Final = ("NN", "JJ", "CD", "HYPH", "VBG", "VBN")
"""Prefixes of the tags before the kind of text in a title."""
TITLE_GOES_ON: Final = frozenset({".", ",", ":", "IN", "TO", "CD"})
"""Tags after the kind of text in a title."""
GIVEN: Final = 6
"""Most words before the `to` of a task, which name who does it."""


def headings(all_sentences: Sequence[Sentence], found: Layout) -> Iterator[tuple[int, str]]:
    """Yield the clauses that are headings or tasks."""
    below_tasks, heading_so_far, several = False, True, len(found.lines) > 1
    greeted = next((passage.span[0] for passage in found.left_out if passage.kind == "greeting"), 0)
    for position, sentence in enumerate(all_sentences):
        start = sentence.words.starts[sentence.low]
        number, line = next((k, line) for k, line in enumerate(found.lines) if start < line.span[1])
        if _is_task(sentence):
            yield from ((k, "task") for k in sentence.clauses)
            continue
        heading_so_far = heading_so_far and number == 0
        if sentence.high - sentence.low > LONGEST + 1:
            heading_so_far = False
            continue
        below_tasks = (below_tasks and not line.gap) or sentence.said in phrases("task")
        if below_tasks and not sentence.in_past:
            yield from ((k, "task") for k in sentence.clauses)
            continue
        listed = sentence.said in phrases("heading") or _only_counts(sentence)
        below_tasks = below_tasks and not listed
        closed, whole = _is_closed(sentence, line), _has_line_to_itself(sentence, line)
        plain_line = not line.marked and not line.item
        verbless = _is_verbless(sentence) or (whole and not closed and _ends_in_noun(sentence))
        opener = sentence.words.lower[sentence.low] if len(sentence.clauses) == 1 else ""
        title = opener in ASKING  # a question without its mark
        hangs = opener in HANGING and not sentence.in_past  # without a main clause: `Before you leave`
        on_top = heading_so_far and plain_line and (verbless or title) and (several or _names(sentence))
        first = on_top and (position == 0 or not _has_clock(sentence))
        own_line = number + 1 < len(found.lines) and (line.gap or number == 0) and whole and plain_line and not closed
        named = verbless and not plain_line and several and whole and _lists(sentence)
        greeting_below = not closed and line.span[1] <= greeted
        announced = heading_so_far and plain_line and ((verbless and _announces(sentence)) or _is_titled(sentence))
        certain = listed or first or named or announced or greeting_below
        if certain or (own_line and (verbless or hangs)):
            yield from ((k, "heading") for k in sentence.clauses)
        else:
            heading_so_far = False


def _only_counts(sentence: Sentence) -> bool:
    """Whether a sentence is the number of a part: `Item 4.`."""
    *first, last = sentence.said.split() or [""]
    return last.isdigit() and " ".join(first) in word_class("agenda_words")


def _is_task(sentence: Sentence) -> bool:
    """Whether a verbless sentence assigns a task: `Mr Holt to get three quotes`."""
    words, first = sentence.words, next(iter(sentence.clauses.values()))
    if first.verb is not None or first.signals or words.tags[first.low] not in {"NNP", "NN", "DT", "NNS"}:
        return False
    end = min(first.low + GIVEN, sentence.high - 1)
    at = next((i for i in range(first.low + 1, end) if words.lower[i] == "to" and words.tags[i + 1] == "VB"), None)
    if at is None or {"VBN", "VBD", "IN", "JJ"} & set(words.tags[first.low : at]):
        return False
    unknown = at == first.low + 1 and words.forms[first.low].istitle() and not entry(words.lower[first.low])
    named = words.tags[at - 1].startswith("NNP") or any(words.is_a(at - 1, one) for one in ("persons", "organisations"))
    return named or unknown or words.lower[at + 1] == "be"


def _is_verbless(sentence: Sentence) -> bool:
    """Whether a sentence has no verb, not even one that the tagger missed: `The bell rings early`."""
    if any(
        c.verb is not None or c.form not in {Form.NOMINAL, Form.PARTICIPLE} or c.signals
        for c in sentence.clauses.values()
    ):
        return False
    words = sentence.words
    for i in range(sentence.low + 1, sentence.high - 1):
        if words.tags[i - 1][:2] in {"NN", "PR", "CD"} and "VERB" in entry(words.lower[i]) and words.forms[i].islower():
            present = words.lower[i].endswith("s") and words.tags[i + 1] in FOLLOWING
            if present or past_tense(words.lower[i]):
                return False
    return True


def _ends_in_noun(sentence: Sentence) -> bool:
    """Whether the verb of a sentence is its last word and can be a noun: `Handover notes`."""
    words, (clause, *others) = sentence.words, sentence.clauses.values()
    last = clause.high - 1 if words.forms[clause.high - 1] not in ENDS else clause.high - 2
    return not others and clause.verb == last and words.tags[last] == "VBZ" and "NOUN" in entry(words.lower[last])


def _has_line_to_itself(sentence: Sentence, line: Line) -> bool:
    low, high = sentence.words.span(sentence.low, sentence.high)
    around = sentence.words.text[line.span[0] : low] + sentence.words.text[high : line.span[1]]
    return not any(character.isalnum() for character in around)


def _is_closed(sentence: Sentence, line: Line) -> bool:
    """Whether a punctuation mark in the text ends a sentence, not just the end of its line."""
    words, last = sentence.words, sentence.high - 1
    return words.starts[last] < words.ends[last] <= line.span[1] and words.forms[last] in {".", "!", "?", "…"}


def _announces(sentence: Sentence) -> bool:
    """Whether a fragment describes the text: `a short summary of the outage`."""
    head = sentence.words.head_noun(sentence.low, sentence.high)
    return head is not None and sentence.words.is_a(head, "account_nouns")


def _is_titled(sentence: Sentence) -> bool:
    """Whether a sentence is a title that names a kind of text: `Trip notes`, where the tagger may see a verb."""
    words, inner = sentence.words, range(sentence.low, sentence.high - 1)
    kind = next((i for i in inner if words.is_a(i, "document_nouns")), None)
    if kind is None or words.tags[kind + 1] not in TITLE_GOES_ON or any(words.finite(i) for i in inner if i != kind):
        return False
    return all(words.tags[i].startswith(TITLE_BEGINS) for i in range(sentence.low, kind))


def _names(sentence: Sentence) -> bool:
    """Whether a fragment only names a place, thing or day: `Cold room 3`, `Pump P-204`, `Visit of 3 June`."""
    words, end = sentence.words, sentence.high - 1
    tags, forms = words.tags[sentence.low : end], words.lower[sentence.low : end]
    date = next((k + 1 for k, word in enumerate(forms) if word in TITLE_JOINTS and _is_date(forms[k + 1 :])), 0)
    if date:
        return all(tag.startswith((*NAMING, "IN")) for tag in tags[: date - 1])
    numbered = any(character.isdigit() for form in forms for character in form)
    return all(tag.startswith(NAMING) for tag in tags) and ("," in forms or "CD" in tags or numbered)


def _is_date(said: Sequence[str]) -> bool:
    """Whether words are a date: a day and a month, maybe with a year."""
    bare = [word.rstrip(".") for word in said if word != ","]
    months = [word for word in bare if word in phrases("month")]
    return len(months) == 1 < len(bare) and all(word in months or word[0].isdigit() for word in bare)


def _lists(sentence: Sentence) -> bool:
    """Whether a fragment after a label only lists things: `river water, site C`."""
    words, inner = sentence.words, range(sentence.low, sentence.high - 1)
    if any(
        words.tags[i][:2] in {"VB", "RB", "IN"} or words.is_a(i, "weather") or words.is_a(i, "event_nouns")
        for i in inner
    ):
        return False
    return all(words.tags[i] in {"NNP", ",", "HYPH", "CD"} for i in inner) or _names(sentence)


def _has_clock(sentence: Sentence) -> bool:
    """Whether a fragment has a time of day and so is a log entry."""
    forms = sentence.words.forms[sentence.low : sentence.high]
    return any(":" in form and form[:1].isdigit() for form in forms)
