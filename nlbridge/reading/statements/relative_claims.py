"""The claim of a relative clause, with what its pronoun stands for: `the boy, who had rowed` tells that he had."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nlbridge.language.clauses.clause import Clause
from nlbridge.language.clauses.noun_phrases import NOUNS, NounPhrase, phrase_start, taken_up, text_of
from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.statements.passive_claims import affected_claim
from nlbridge.reading.statements.shared_subjects import named, resolved

LYING: Final = word_class("lying_prepositions")
"""Prepositions before a place that something has or is in: of `a team from Dover, whose ...` the team is meant."""
GROUP: Final = ("VB", "MD", "RB")
OBJECT: Final = frozenset({"DT", "PRP", "PRP$", "NN", "NNS", "NNP", "CD"})


def relative_claim(words: Words, clauses: Sequence[Clause], k: int, said: str) -> str:
    """State relative clause `k`.

    Parameters
    ----------
    said
        What follows its pronoun, connectives left out.
    """
    clause = clauses[k]
    first, high = clause.low, clause.high
    if words.lower[first + 1 : first + 3] == ("of", "which"):
        return _of_these(words, clause)
    if words.tags[first] == "IN" and words.lower[first + 1] in word_class("relative_objects"):
        return text_of(words, first + 2, high)
    noun = clause.subject or noun_before(words, first)
    verb = words.skip_adverbs(first + 1, high - 1)
    if words.lower[first] == "whose":
        return _owned(words, clauses, clause, noun)
    if clause.verb is None:
        return text_of(words, first + 1, high)
    if words.nominal_before(first + 1, clause.verb):
        return _acted_on(words, clause, noun)
    told = affected_claim(words, verb, high) if words.lower[first] == "which" else None
    if told is not None:
        return resolved(words, clauses, told)
    acts = verb + 1 < high and words.tags[verb + 1] in {"DT", "PRP", "PRP$", "NNP"}
    if words.lower[first] == "which" and acts and words.is_a(verb, "causative_verbs"):
        noun = None
    return f"{_named(words, clauses, noun)} {said}"


def _of_these(words: Words, clause: Clause) -> str:
    """`some of which sank`, `most of which he sold`."""
    first, high = clause.low, clause.high
    rest = text_of(words, first + 3, high)
    acted = clause.verb is not None and words.nominal_before(first + 3, clause.verb)
    these = f"{words.lower[first]} of these"
    return f"{rest} {these}" if acted else f"{these} {rest}"


def _owned(words: Words, clauses: Sequence[Clause], clause: Clause, noun: tuple[int, int] | None) -> str:
    """`a team from Dover, whose divers found ...`: the divers of the team; else the owner in the genitive."""
    outer = _outer(words, noun) if noun is not None and clause.subject is None else None
    if outer is None or clause.verb is None:
        return f"{_named(words, clauses, noun)}'s {text_of(words, clause.low + 1, clause.high)}"
    owner = text_of(words, outer[0] + (words.tags[outer[0]] == "DT"), outer[1])
    return (
        f"the {text_of(words, clause.low + 1, clause.verb)} of the {owner} {text_of(words, clause.verb, clause.high)}"
    )


def _outer(words: Words, noun: tuple[int, int]) -> tuple[int, int] | None:
    """Return the phrase that a name of a place hangs on."""
    low = noun[0]
    place = words.tags[noun[1] - 1].startswith("NNP") and low > 1 and words.lower[low - 1] in LYING
    if not place or words.tags[low - 2] not in {"NN", "NNS"}:
        return None
    return phrase_start(words, 0, low - 2), low - 1


def _acted_on(words: Words, clause: Clause, noun: tuple[int, int] | None) -> str:
    """`which the crowd took for a joke`: what is acted on goes behind its verb, where that has no other object."""
    first, high, end = clause.low, clause.high, clause.verb or clause.low
    while end < high and words.tags[end].startswith(GROUP):
        end += 1
    missing = words.lower[first] in word_class("relative_object_pronouns") and words.tags[high - 1] not in {"IN", "TO"}
    if not missing or (end < high and words.tags[end] in OBJECT):
        return text_of(words, first + 1, high)
    thing = _mentioned(words, noun) if noun is not None else "this"
    return f"{text_of(words, first + 1, end)} {thing} {text_of(words, end, high)}".rstrip()


def _mentioned(words: Words, noun: tuple[int, int]) -> str:
    """Name a thing again; `this` where the relative clause may go with the phrase that it hangs on."""
    low, high = noun
    hanging = low > 1 and words.tags[low - 1] in {"IN", "CC"} and words.tags[low - 2] in NOUNS
    return "this" if hanging else taken_up(words, NounPhrase(low=low, high=high, head=high - 1))


def _named(words: Words, clauses: Sequence[Clause], noun: tuple[int, int] | None) -> str:
    return "this" if noun is None else named(words, clauses, noun)


def noun_before(words: Words, low: int) -> tuple[int, int] | None:
    """Return the noun phrase right before a relative pronoun, its comma left out."""
    end = low - 1 if low and words.forms[low - 1] == "," else low
    if end < 1 or words.tags[end - 1] not in NOUNS:
        return None
    return phrase_start(words, 0, end - 1), end
