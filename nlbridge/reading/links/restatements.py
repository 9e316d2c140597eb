"""Which earlier clause a later one states again.

A clause restates another when each of its content words has a counterpart
there, by lemma or derivation, and both are negated or neither is: `the mash
was cold` restates `the mash went cold`, `the closure` restates `the mill closed`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from nlbridge.language.clauses.clause import Clause, Form
from nlbridge.language.pipeline.words import Words

CONTENT: Final = ("NN", "VB", "JJ", "CD")
LIGHT: Final = frozenset({"be", "have", "do", "go", "get", "become", "turn", "grow", "come", "remain", "stay"})
NEGATIONS: Final = frozenset({"not", "n't", "no", "never", "nobody", "nothing", "without", "hardly"})
DEFINITE: Final = frozenset({"the", "this", "that", "these", "those", "its", "his", "her", "their"})
SUFFIXES: Final = frozenset("e y s ed ing ure al ion tion ation ition ment ance ence ness age".split())
SHORTEST_STEM: Final = 4


def restated(words: Words, clauses: Sequence[Clause], k: int) -> int | None:
    """Return the nearest clause of an earlier sentence that clause `k` states again, if there is one."""
    negated = _negated(words, clauses[k])
    return next((j for j in _of_same_matter(words, clauses, k) if _negated(words, clauses[j]) == negated), None)


def denies_earlier(words: Words, clauses: Sequence[Clause], k: int) -> bool:
    """Whether clause `k` says the contrary of one of an earlier sentence, which then is no cause of it."""
    negated = _negated(words, clauses[k])
    return any(_negated(words, clauses[j]) != negated for j in _of_same_matter(words, clauses, k))


def _of_same_matter(words: Words, clauses: Sequence[Clause], k: int) -> Iterator[int]:
    """Give the clauses of earlier sentences, nearest first, that have each content word of clause `k`."""
    clause = clauses[k]
    content = _content(words, clause)
    unnamed = clause.form is Form.NOMINAL and words.lower[clause.low] not in DEFINITE
    if unnamed or len(content) < _least(words, clause):
        return
    for j in range(k - 1, -1, -1):
        said = _content(words, clauses[j])
        apart = clauses[j].sentence != clause.sentence
        if apart and all(any(derived(word, earlier) for earlier in said) for word in content):
            yield j


def derived(first: str, second: str) -> bool:
    """Whether two lemmas are one word or come from one stem.

    Examples
    --------
    >>> derived("close", "closure"), derived("floor", "flood")
    (True, False)
    """
    if first == second:
        return True
    short, long = sorted((first, second), key=len)
    stem = short[:-1] if short.endswith(("e", "y")) else short
    return len(stem) >= SHORTEST_STEM and long.startswith(stem) and long[len(stem) :] in SUFFIXES


def _least(words: Words, clause: Clause) -> int:
    """How many content words make a restatement sure: a pronoun or an article stands for the others."""
    pronoun = words.tags[clause.low] == "PRP"
    return 1 if pronoun or clause.form is Form.NOMINAL else 2


def _content(words: Words, clause: Clause) -> frozenset[str]:
    return frozenset(
        words.lemmas[i].lower()
        for i in range(clause.low, clause.high)
        if words.tags[i].startswith(CONTENT) and words.lemmas[i].lower() not in LIGHT
    )


def _negated(words: Words, clause: Clause) -> bool:
    return any(words.lower[i] in NEGATIONS for i in range(clause.low, clause.high))
