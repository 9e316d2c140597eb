"""The fact behind what would have been: `the hold would have flooded` tells that it did not.

Source: a counterfactual says of its consequent that it is contrary to fact (Lewis 1973, Counterfactuals, 1.1); `could`
and `might` say no more than that here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nlbridge.language.clauses.clause import Clause
from nlbridge.language.clauses.noun_phrases import text_of
from nlbridge.language.clauses.unreal import DENIALS, UnrealVerb
from nlbridge.language.forms.inflection import inflect, verb_lemma
from nlbridge.language.lexicon import word_class, word_pairs
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.statements.shared_subjects import named, own_subject, plural_subject

CONTRARY: Final = word_pairs("contrary_pronouns")
"""Subjects that take the denial themselves."""


def fact_behind(words: Words, clauses: Sequence[Clause], k: int, verb: UnrealVerb) -> str:
    """State the contrary of what clause `k` says would have been.

    Examples
    --------
    >>> from nlbridge.reading.reader import read
    >>> read("Without the pump the hold would have flooded.").events[-1].statement
    'The hold did not flood.'
    """
    clause = clauses[k]
    subject = own_subject(words, clause)
    span = subject or (clause.low, verb.modal)
    name = named(words, clauses, span)
    front = text_of(words, clause.low, span[0])
    contrary = CONTRARY.get(name.lower())
    denied = verb.denied if contrary is None else True
    told = f"{contrary or name} {_past(words, verb, clause.high, denied=denied, plural=plural_subject(words, span))}"
    return f"{front} {told}" if front else told


def _past(words: Words, verb: UnrealVerb, high: int, *, denied: bool, plural: bool) -> str:
    """Put a verb group into the past, affirmed where it was denied and the other way round."""
    rest = text_of(words, verb.participle + 1, high)
    lemma = verb_lemma(words.lower[verb.participle]) or words.lemmas[verb.participle]
    kept = [w for j, w in enumerate(words.lower) if verb.modal < j < verb.participle and w not in {*DENIALS, "have"}]
    adverbs = " ".join(word for word in kept if word not in word_class("unreal_adverbs"))
    negation = "" if denied else "not"
    if words.lower[verb.modal] == "could":
        parts = ["could", negation, adverbs, lemma, rest]
    elif lemma == "be":
        parts = ["were" if plural else "was", negation, adverbs, rest]
    elif denied:
        parts = [adverbs, inflect(lemma, "VBD"), rest]
    else:
        parts = ["did not", adverbs, lemma, rest]
    return " ".join(part for part in parts if part)
