"""Trim phrases of the words that connect them to an explanation, and make coordinated ones parallel."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from benchmarks.ftc.explanations.clause_structure import Kind, clause, head_noun, is_plural
from benchmarks.ftc.explanations.frames import LONGEST
from benchmarks.ftc.explanations.tagged_text import AUXILIARIES, BE, FINITE_TAGS, Tagged, concatenated, word
from nlbridge.language.lexicon import word_class, word_phrases
from nlbridge.language.pipeline.dictionary import same_word, verb_lemma

OPENERS: Final = word_class("phrase_openers")
HEADS: Final = word_phrases("phrase_heads")
CLOSERS: Final = word_class("phrase_closers")
TAILS: Final = word_phrases("phrase_tails")
ONE_CLAIM: Final = word_class("both_at_once")
QUOTES: Final = frozenset({'"', "'", "''", "``", "“", "”"})
STOPS: Final = frozenset({";", ".", "...", "..", "?", "!"})


def unquoted(words: Tagged) -> Tagged:
    """Remove quotation marks, which quoted captions bring along."""
    marks = [i for i, form in enumerate(words.lower) if form in QUOTES and words.tags[i] != "POS"]
    edges = [-1, *marks, len(words)]
    return concatenated(*(words.part(low + 1, high) for low, high in pairwise(edges))) if marks else words


def statements(explanation: Tagged) -> Iterator[Tagged]:
    """Split an explanation at full stops, question marks and semicolons."""
    explanation = unquoted(explanation)
    low = 0
    for i, form in enumerate((*explanation.lower, ";")):
        if form in STOPS:
            if i > low:
                yield explanation.part(low, i)
            low = i + 1


def clauses(statement: Tagged) -> Iterator[Tagged]:
    """Yield the clauses that a statement joins by `and`, if each has a subject and a finite verb of its own.

    A statement about two things at once (`cannot both`, `are different`) stays whole.
    """
    if len(statement) > LONGEST or not ONE_CLAIM.isdisjoint(statement.lower):
        return
    cuts = [i for i in range(2, len(statement) - 2) if statement.lower[i] in word_class("and_but")]
    for i in cuts:
        left, right = statement.part(0, i), statement.part(i + 1, len(statement))
        if _complete(left) and _complete(right):
            yield left
            yield from (tuple(clauses(right)) or (right,))
            return


def _complete(words: Tagged) -> bool:
    verb = next((i for i, tag in enumerate(words.tags) if tag in FINITE_TAGS), 0)
    return verb > 0 and any(words.is_noun(i) or words.is_gerund(i) or words.tags[i] == "PRP" for i in range(verb))


def cleaned(phrase: Tagged) -> Tagged:
    """Strip connecting words from both ends of a phrase.

    Examples
    --------
    >>> from benchmarks.ftc.explanations.tagged_text import tag
    >>> cleaned(next(tag(["that there is a parade at the same time"]))).text()
    'a parade'
    """
    return _from_the_end(_from_the_start(_first_clause(phrase)))


def _first_clause(phrase: Tagged) -> Tagged:
    """Cut off a further clause that a comma joins: `they are tired, they could be resting`."""
    for i in range(1, len(phrase) - 2):
        if phrase.lower[i] == "," and phrase.tags[i + 1] in {"PRP", "EX"} and phrase.tags[i + 2] in FINITE_TAGS:
            return phrase.part(0, i)
    return phrase


def _from_the_start(phrase: Tagged) -> Tagged:
    low, high = 0, len(phrase)
    while low < high:
        head = next((head for head in HEADS if phrase.lower[low : low + len(head)] == head), ())
        if head and high - low > len(head):
            low += len(head)
        elif phrase.lower[low] in OPENERS or phrase.tags[low] in {":", ","}:
            low += 1
        else:
            break
    return phrase.part(low, high)


def _from_the_end(phrase: Tagged) -> Tagged:
    high = len(phrase)
    while high:
        tail = next((tail for tail in TAILS if high > len(tail) and phrase.lower[high - len(tail) : high] == tail), ())
        if tail:
            high -= len(tail)
        elif phrase.lower[high - 1] in CLOSERS or phrase.tags[high - 1] in {".", ",", ":", "''", "``"}:
            high -= 1
        else:
            break
    return phrase.part(0, high)


def resolved(phrase: Tagged, other: Tagged) -> Tagged:
    """Replace a pronoun with its antecedent, the other phrase's subject.

    Examples
    --------
    >>> from benchmarks.ftc.explanations.tagged_text import tag
    >>> resolved(*tag(["they share a tent", "the two scouts may not be brothers"])).text()
    'the two scouts share a tent'
    """
    subject = clause(other).subject_words
    if not len(subject) or phrase.lower[:1] not in {("they",), ("he",), ("she",), ("it",)}:
        return phrase
    if clause(other).kind is not Kind.CLAUSE or subject.tags[0] in {"PRP", "EX"} or len(phrase) < 2:
        return phrase
    return concatenated(subject, phrase.part(1, len(phrase)))


def completed(phrase: Tagged, source: Tagged) -> Tagged:
    """Complete a phrase that ends in a preposition from a text that has the same words.

    Examples
    --------
    >>> from benchmarks.ftc.explanations.tagged_text import tag
    >>> completed(*tag(["climbing over", "Two boys climb over a tall fence at night."])).text()
    'climbing over a tall fence'
    """
    if len(phrase) < 2 or phrase.tags[-1] not in {"IN", "RP", "RB"}:
        return phrase
    for i in range(1, len(source) - 1):
        if source.lower[i] == phrase.lower[-1] and same_word(source.lower[i - 1], phrase.lower[-2]):
            head = head_noun(source, i + 1, len(source))
            between = () if head is None else source.tags[i + 1 : head]
            if head is not None and all(tag[:2] in {"DT", "JJ", "NN", "CD", "PR"} for tag in between):
                return concatenated(phrase, source.part(i + 1, head + 1))
    return phrase


def undenied(phrase: Tagged) -> Tagged:
    """Remove the denial from a phrase.

    Examples
    --------
    >>> from benchmarks.ftc.explanations.tagged_text import tag
    >>> undenied(next(tag(["the cook can not be at sea"]))).text()
    'at sea'
    """
    for i in range(len(phrase) - 2, 0, -1):
        before = phrase.lower[i - 1] in AUXILIARIES or phrase.tags[i - 1] == "MD"
        if phrase.lower[i] in word_class("split_negators") and before:
            low = i + 1
            while low < len(phrase) - 1 and (phrase.tags[low] == "RB" or phrase.lower[low] == "be"):
                low += 1
            return phrase.part(low, len(phrase))
    return phrase


def predicated(phrase: Tagged, other: Tagged) -> Tagged:
    """Turn a noun phrase with a prepositional phrase into a clause, if the other phrase is a predicate.

    Examples
    --------
    >>> from benchmarks.ftc.explanations.tagged_text import tag
    >>> predicated(*tag(["a cook with a ladle", "stirring soup"])).text()
    'a cook has a ladle'
    """
    cut = clause(phrase)
    if cut.kind is not Kind.NOMINAL or clause(other).kind is Kind.NOMINAL:
        return phrase
    words = cut.words
    head = head_noun(words, 0, len(words))
    place = len(words) if head is None else head + 1
    if place + 1 >= len(words) or words.tags[place] != "IN" or words.lower[place] == "of":
        return phrase
    plural = is_plural(words, 0, place)
    if words.lower[place] == "with":
        has = word("have" if plural else "has", "VBZ")
        return concatenated(words.part(0, place), has, words.part(place + 1, len(words)))
    return concatenated(words.part(0, place), word("are" if plural else "is", "VBZ"), words.part(place, len(words)))


def parallel(left: Tagged, right: Tagged) -> tuple[Tagged, Tagged]:
    """Make coordinated phrases parallel: words before both belong to both, `in red and green`.

    Examples
    --------
    >>> from benchmarks.ftc.explanations.tagged_text import tag
    >>> [part.text() for part in parallel(*tag(["playing chess", "checkers"]))]
    ['chess', 'checkers']
    """
    if not len(left) or not len(right) or right.is_gerund(0) or right.lower[0].endswith("ing"):
        return left, right
    first, second = clause(left).kind, clause(right).kind
    if second not in {Kind.NOMINAL, Kind.ADJECTIVAL}:
        return left, right
    start = 0
    if first is Kind.PREPOSITIONAL:
        start = 1
    elif first is Kind.PREDICATE and not left.tags[-1].startswith("VB"):
        start = _object(left)
    inner = left.part(start, len(left))
    if not start or not len(inner) or (first is Kind.PREPOSITIONAL and clause(inner).kind is not second):
        return left, right
    return inner, right


def _object(predicate: Tagged) -> int:
    """Return the start of a verb's complement, after particle and preposition; 0 if there is none."""
    passed = {"RP", "RB", "IN", "TO"}
    return next((i for i in range(1, len(predicate)) if not (predicate.is_verb(i) or predicate.tags[i] in passed)), 0)


def alike(left: Tagged, right: Tagged) -> tuple[Tagged, Tagged]:
    """Read a bare noun as a verb if it can be one and the other phrase is a predicate: `jogging implies run`."""
    if not len(left) or not len(right):
        return left, right
    if clause(left).kind is Kind.PREDICATE:
        return left, _as_verb(right)
    if clause(right).kind is Kind.PREDICATE:
        return _as_verb(left), right
    return left, right


def _as_verb(phrase: Tagged) -> Tagged:
    lemma = verb_lemma(phrase.lower[0])
    bare = len(phrase) == 1 or phrase.tags[1] in {"IN", "DT", "RB", "PRP$", "TO", "RP"}
    plural_object = len(phrase) == 2 and phrase.tags[1] == "NNS"
    if lemma is None or phrase.lower[0] in BE or not (bare or plural_object):
        return phrase
    if phrase.tags[0] in {"NN", "JJ"} and lemma == phrase.lower[0]:
        return concatenated(word(phrase.forms[0], "VB"), phrase.part(1, len(phrase)))
    if phrase.tags[0] == "NNS" and lemma != phrase.lower[0] and len(phrase) > 1:
        return concatenated(word(phrase.forms[0], "VBZ"), phrase.part(1, len(phrase)))
    return phrase
