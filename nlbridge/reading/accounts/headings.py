"""Sentences that are headings, tasks (`Bea to write a check`) or general rules (`A dull blade slips`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from nlbridge.language.clauses.clause import Form, Opener
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.classes import opens, phrases
from nlbridge.language.pipeline.dictionary import entry, past_tense
from nlbridge.language.pipeline.words import ENDS, INVARIANT, Words
from nlbridge.reading.accounts.layout import Layout, Line
from nlbridge.reading.accounts.moods import Sentence, in_past, in_perfect

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
PRESENT: Final = word_class("definite_words")
"""Words of a current state of affairs, not of a general rule."""
DEICTIC: Final = PRESENT - word_class("ruled_words")
"""Those that do not occur in a rule about `a piglet` or `a rope that slips`."""
PLACED: Final = word_class("placed_words")
"""Those that may occur in a rule about a bare noun: `Ice on the wing spoils its lift`."""
BEHIND: Final = frozenset({"IN", "TO", "DT", "CD", "RB", "RBR", "PRP", "PRP$", "RP", "JJ", "WRB"})
"""Tags that follow a verb rather than a noun."""
BARE: Final = frozenset({"NNS", "NN", "JJ", "JJR", "VBN", "NNP"})
"""Tags that may begin a subject without an article."""
SUBORDINATE: Final = word_class("rule_conjunctions")
"""Words after which no main verb follows."""
STATES: Final = word_class("stative_verbs")
LEAST: Final = 2
"""Fewest sentences that make a text without an account a text of rules."""


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


def general_rules(
    all_sentences: Sequence[Sentence], silent: Mapping[int, str], timed: Collection[int] = ()
) -> frozenset[int]:
    """Return the clauses that state general rules.

    Parameters
    ----------
    silent
        Clauses that are no account for another reason. A text that gives instructions also gives rules.
    timed
        First words of sentences with a time in a log: they say what happened then.
    """
    advice = "instruction" in silent.values()
    rules = {k for sentence in all_sentences for k in _conditional(sentence)}
    spoken = [sentence for sentence in all_sentences if sentence.clauses.keys() - silent.keys()]
    telling = any(sentence.in_past for sentence in spoken)
    expect_rules = bool(rules) or advice or not telling
    undated = [sentence for sentence in spoken if sentence.low not in timed]
    present = [(sentence, verb) for sentence in undated if (verb := _present_verb(sentence)) is not None]
    general = {sentence.low for sentence, verb in present if _general(sentence, verb, among_rules=expect_rules)}
    if any(_happens(sentence.words, verb) for sentence, verb in present if sentence.low not in general):
        general = set()
    only_rules = all(sentence.low in general or sentence.clauses.keys() & rules for sentence in spoken)
    if telling or rules or advice or (only_rules and len(spoken) >= LEAST):
        rules |= {k for sentence in spoken if sentence.low in general for k in sentence.clauses}
    return frozenset(rules)


def _conditional(sentence: Sentence) -> Iterator[int]:
    """Yield the clauses of conditional rules: `if the water is too hot, the yeast dies`."""
    words, parts = sentence.words, list[list[int]]()
    for k, clause in sentence.clauses.items():
        if not parts or clause.opener is Opener.BREAK:
            parts.append([])
        parts[-1].append(k)
    for part in parts:
        low, high = sentence.clauses[part[0]].low, sentence.clauses[part[-1]].high
        low = max(sentence.low, low - 1)
        forms = words.lower[low:high]
        if not in_past(words, low, high) and any(opens(forms, "when", i) for i in range(len(forms))):
            yield from part


def _happens(words: Words, verb: int) -> bool:
    """Whether a verb states a present event: `The vault opens`; then no other sentence in the present is a rule."""
    return words.lemmas[verb] not in STATES and words.tags[verb] == "VBZ"


def _general(sentence: Sentence, verb: int, *, among_rules: bool) -> bool:
    """Whether a sentence in the present is about a kind of thing: `A piglet needs 32 degrees`, `Iron rusts`.

    A bare noun as the subject is enough among other rules, or if the sentence refers to nothing specific: `Tourists
    photograph it daily` states a fact.
    """
    words, start, high = sentence.words, sentence.start, sentence.high
    if _whenever(words, start, high) or opens(words.lower[start:high], "rule"):
        return True
    after = words.tags[verb + 1 : high - 1]
    classes = words.tags[start : verb + 1] == ("NNS", "VBP") and after[-1:] == ("NNS",)  # `Herons are patient birds`
    if words.lower[verb] in INVARIANT or (words.lemmas[verb] in word_class("general_verbs") and not classes):
        return False
    head = words.head_noun(start, verb)
    if head is None:
        return False
    forms = set(words.lower[start:high])
    if words.lower[start] in word_class("indefinite_articles"):
        placed = any(words.tags[i] == "IN" and words.lower[i + 1] == "the" for i in range(verb, high - 1))
        return not DEICTIC & forms and not placed
    if words.tags[start] not in BARE or words.forms[sentence.low].islower() or "NOUN" not in entry(words.lower[head]):
        return False
    if among_rules:
        return not (PRESENT - PLACED) & set(words.lower[start:verb])
    named = any(words.tags[i] in {"NNP", "CD"} or words.is_a(i, "times") for i in range(start + 1, high))
    return not named and not (PRESENT - PLACED) & forms


def _present_verb(sentence: Sentence) -> int | None:
    """Return the verb of a sentence in the present, even if mistagged as a noun: `A dull blade slips`."""
    words, low, high = sentence.words, sentence.start, sentence.high
    main = next((i for i in range(low + 1, high) if words.lower[i] in SUBORDINATE), high)
    verb = words.clause_verb(low, main)
    if verb is None:
        verb = next((i for i in range(low + 1, min(main, high - 1)) if _hidden(words, low, i)), None)
    elif words.tags[verb] not in {"VBZ", "VBP"} and words.lower[verb] != "can":
        return None
    past = verb is None or any(words.tags[i] == "VBD" and words.finite(i) for i in range(low, high))
    return None if past or in_perfect(words, verb or low, high) else verb


def _hidden(words: Words, low: int, i: int) -> bool:
    """Whether a word is a mistagged verb in the present: `tyres last`."""
    verbs = entry(words.lower[i]).get("VERB")
    if words.tags[i][:2] not in {"NN", "JJ", "VB"} or not verbs:
        return False
    adverb = words.tags[i - 1] == "RB" and any(words.relative(j) for j in range(low, i))
    noun = words.tags[i - 1] in {"NN", "NNS"} or (i - 1 == low and "NOUN" in entry(words.lower[i - 1]))
    if not (noun or adverb) or (words.tags[i + 1] not in BEHIND and words.lower[i + 1][:1].isalnum()):
        return False
    if words.tags[i - 1] == "NNS":
        return words.lower[i] in verbs
    return words.tags[i] in {"NNS", "VBZ"} and words.lower[i].endswith("s")


def _whenever(words: Words, low: int, high: int) -> bool:
    """Whether a `when` clause is about a kind of thing: `when a bearing runs dry`, not `when she sings`."""
    at = next((i + 1 for i in range(low, high - 1) if words.lower[i] == "when"), None)
    named = at is not None and words.lower[at] in word_class("anyone_named")
    return named or (at is not None and words.tags[at] in {"NNS", "NN", "JJ"})
