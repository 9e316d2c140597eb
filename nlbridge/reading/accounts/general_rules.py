"""Clauses that state general rules: `If the water is too hot, the yeast dies`, `A dull blade slips`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from nlbridge.language.clauses.clause import Opener
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.classes import opens
from nlbridge.language.pipeline.dictionary import entry
from nlbridge.language.pipeline.words import INVARIANT, Words
from nlbridge.reading.accounts.moods import Sentence, in_past, in_perfect

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
