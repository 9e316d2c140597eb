"""Whether a preposition that may have other objects governs an event: `blocked by a fallen tree`, `after the storm`."""

from __future__ import annotations

from typing import Final

from causalcore.scenario.scenario import Sign
from nlbridge.language.clauses.clause import Open
from nlbridge.language.clauses.noun_phrases import eventive, eventive_noun
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import Signal, SignalKind
from nlbridge.language.pipeline.words import Words

WITH_AFTER: Final = word_class("with_verbs")
"""Verbs whose `after` opens their object, not a time: `named after a saint`, `looked after the goats`."""


def governs_event(words: Words, signal: Signal, i: int, high: int, current: Open) -> bool:
    """Whether a preposition that may have other objects governs an event."""
    after = i + len(signal.words)
    if _describes_its_noun(words, i - (signal.words == ("by",)), after, high, current):
        return False
    if signal.words in {("by",), ("for",), ("after",)}:
        return _short_governs_event(words, signal.words[0], i, high, current.start)
    match signal.words:
        case ("given",):
            return words.lemmas[words.before_adverbs(i)].lower() not in word_class("be_have_get")
        case (_, *_, "by") if signal.sign is Sign.PROMOTES and signal.kind is SignalKind.PREPOSITION:
            return words.forms[i - 1] == "," and words.clause_verb(current.start, i) is not None  # `..., caused by it`
        case ("following", *_):
            return i == 0
    return True


def _short_governs_event(words: Words, preposition: str, i: int, high: int, start: int) -> bool:
    """Whether `by`, `for` or `after` at word `i` governs what brought something about, or what came before it."""
    after = i + 1
    head = words.head_noun(after, words.next_stop(after, high))
    if preposition == "for":
        verb = words.before_adverbs(i) if i else i
        subject = words.head_noun(start, verb)
        person = words.lower[start] in word_class("subject_pronouns") or (
            subject is not None and (words.is_a(subject, "persons") or words.tags[subject] == "NNP")
        )
        repaid = words.tags[verb] == "VBN" and words.is_a(verb, "rewarding_verbs")
        return person and repaid and words.tags[after] == "VBG"
    if head is None:
        return False
    if preposition == "by":
        fronted = i - 1 == start or "that" in words.lower[start:i]  # `found that it was caused by a heater`
        return not fronted and _acts_on(words, i, after, head)
    if words.tags[after] in {"CD", "PRP"} or (i and in_turn(words, i)):
        return False
    return words.tags[head] != "NNP" and not words.is_a(head, "times") and not words.is_a(head, "persons")


def _acts_on(words: Words, i: int, after: int, head: int) -> bool:
    """Whether what follows the `by` at word `i` is an event that did what the passive verb before it says."""
    passive = i > 0 and words.tags[i - 1] in {"VBN", "RB", "RP"} and words.tags[after] in {"DT", "JJ", "PRP$", "NN"}
    bare = head == after and words.is_a(after, "unmeant_nouns")  # `opened by mistake` says how
    if not passive or bare:
        return False
    verb = i - 1 if words.tags[i - 1] == "VBN" else i - 2
    affects = words.tags[verb] == "VBN" and words.is_a(verb, "causative_verbs")
    if words.is_a(head, "times") or words.is_a(head, "measured_nouns"):
        return False
    changed = any(words.tags[k] in {"VBN", "VBG"} or words.is_a(k, "faulty_adjectives") for k in range(after, head))
    return eventive_noun(words, head) or (affects and changed and eventive(words, after, head + 1))


def _describes_its_noun(words: Words, i: int, after: int, high: int, current: Open) -> bool:
    """Whether a participle describes the subject before it: `the damage caused by the storm was repaired`."""
    behind = i > current.start and words.tags[i] == "VBN" and words.tags[i - 1].startswith("NN")
    alone = behind and words.clause_verb(current.start, i) is None
    return alone and words.clause_verb(after, words.next_stop(after, high)) is not None


def in_turn(words: Words, i: int) -> bool:
    """Whether `after` is not temporal: `named after a saint`, `day after day`, `one singer after another`."""
    if words.lemmas[i - 1].lower() in WITH_AFTER or words.lower[i - 1] == words.lower[i + 1]:
        return True
    return words.lower[i + 1] == "another" and "one" in words.lower[max(0, i - 4) : i]
