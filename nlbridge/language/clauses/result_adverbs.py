"""Whether an adverb of result opens its clause: `so the lights went out`, `hence the delay`."""

from __future__ import annotations

from typing import Final

from causalcore.scenario.scenario import Sign
from nlbridge.language.clauses.clause import Open
from nlbridge.language.clauses.noun_phrases import PHRASE_STARTS, PHRASE_WORDS
from nlbridge.language.lexicon import word_class, word_phrases
from nlbridge.language.lexicon.connectives import Argument, Signal
from nlbridge.language.pipeline.words import STOPS, Words

UNMARKED: Final = frozenset(word_phrases("unmarked_result_adverbs"))
"""Adverbs of result that may join two clauses without a comma."""
NAMING: Final = frozenset(word_phrases("naming_result_adverbs"))
"""Adverbs of result that may stand before any noun phrase: `hence the delay`."""
NO_SUBJECT: Final = frozenset({"JJ", "RB", "RBR", "IN", "TO", "VBG", "VBN"})
"""Tags that open no subject after an adverb of result: `so suddenly that ...`, `so as to`."""


def is_initial(words: Words, i: int, current: Open) -> bool:
    """Whether word `i` opens its stretch, or follows a mark, `and` or `but`."""
    return i == current.start or words.forms[i - 1] in STOPS or words.lower[i - 1] in word_class("and_but")


def gives_result(words: Words, signal: Signal, i: int, high: int, current: Open) -> bool:
    """Whether an adverb opens its clause, or joins it to the one before."""
    after = i + len(signal.words)
    if not is_initial(words, i, current):
        return signal.words in UNMARKED and _joins_clauses(words, i, after, high, current)
    degree = signal.words == ("so",) and words.tags[after] in {"JJ", "RB"} and words.forms[i - 1] not in STOPS
    if degree or _closes(words, i, after):
        return False
    return words.clause_verb(after, high) is not None or _names_result(words, signal, after, high)


def _names_result(words: Words, signal: Signal, after: int, high: int) -> bool:
    """Whether an adverb of result stands before a noun phrase alone: `hence the delay`, `so no alarm`."""
    if signal.sign is not Sign.PROMOTES or signal.follows is not Argument.EFFECT:
        return False
    determiners = word_class("result_determiners") if signal.words in NAMING else {"no"}
    return words.lower[after] in determiners and words.head_noun(after, words.next_stop(after, high)) is not None


def _joins_clauses(words: Words, i: int, after: int, high: int, current: Open) -> bool:
    """Whether an adverb of result joins two clauses without a comma: `the disk was full so the backup failed`."""
    verb = words.clause_verb(after, words.next_stop(after, high))
    before = words.lemmas[i - 1].lower()
    points_back = before in word_class("clause_taking_verbs", "before_no_so")  # `she said so`
    if verb is None or points_back or words.clause_verb(current.start, i) is None or words.tags[after] in NO_SUBJECT:
        return False
    subject = range(after, words.before_adverbs(verb) + 1)
    further = (k for k in subject if k > after and words.tags[k] in PHRASE_STARTS and words.lower[k - 1] != "of")
    one = all(words.tags[k] in PHRASE_WORDS | PHRASE_STARTS | {"PRP", "POS", "HYPH", "IN"} for k in subject)
    return one and next(further, None) is None and words.nominal_before(after, verb)


def _closes(words: Words, i: int, after: int) -> bool:
    """Whether an adverb ends the clause before it: `the hall was warm, however, and the choir ...`."""
    if not i or words.forms[i - 1] != "," or words.forms[after] not in {",", ";", ":"}:
        return False
    return words.forms[after] != "," or words.lower[after + 1 : after + 2] in (("and",), ("but",), ("or",))
