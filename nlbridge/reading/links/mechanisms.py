"""Where the text says how causes work together: either alone was enough, or one made good what another threatened.

A remark such as `either would have been enough` is no event of the story. A state that went on because something met
a threat to it would have gone on without the threat as well: `not threat or help`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from causalcore.scenario.scenario import Sign, Strength
from nlbridge.language.clauses.clause import Clause, Opener
from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.analysis import inverted
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.links.edges import Edge

TOLD: Final = 0.9
"""Least confidence of a link of which a remark says that its cause was enough."""
ENOUGH: Final = word_class("enough_words")
EACH: Final = word_class("each_enough")
HAPPENED: Final = word_class("happening_verbs")


def is_remark(words: Words, clause: Clause) -> bool:
    """Whether a clause is about other clauses: on how causes work together, or `as she does every night`.

    `either alone would have been enough`, `that week both happened`.
    """
    lower = words.lower[clause.low : clause.high]
    if clause.signals:
        return False
    if is_generic(words, clause):
        return True
    if clause.verb is None:
        return False
    if lower[0] == "as" and words.lemmas[clause.verb] == "do" and inverted(words, clause.low, clause.high) is None:
        return not any(words.tags[i] == "VB" for i in range(clause.verb, clause.high))
    bare = clause.high - clause.verb <= 2 and words.lemmas[clause.high - 1] in HAPPENED
    return "both" in lower[:4] and bare


def is_generic(words: Words, clause: Clause) -> bool:
    """Whether a clause states what any one of several causes would do: `either of which trips the lock`."""
    lower = words.lower[clause.low : clause.high]
    if lower[0] == "either" and clause.opener is Opener.RELATIVE:
        return True
    if clause.verb is None or "or" in lower or not EACH & set(lower[:4]):
        return False
    enough = bool(ENOUGH & set(lower)) or ("would" in lower and "have" in lower)
    return enough or (lower[0] == "either" and words.tags[clause.verb] in {"MD", "VBZ", "VBP"})


def with_sufficient(edges: Sequence[Edge], clauses: Sequence[Clause], remark: int) -> tuple[Edge, ...]:
    """Make the causes of the effect that a remark mentions sufficient: the last one before it that has several.

    Where none has several, the remark is about the two claims right before it, and the one that a link connects to one
    of them.
    """
    causes = {k: [e for e in edges if e.effect == k and e.sign is Sign.PROMOTES] for k in range(len(clauses))}
    sentence = clauses[remark].sentence
    several = [k for k, found in causes.items() if len(found) > 1 and clauses[k].sentence <= sentence + 1]
    if several:
        spoken_of = causes[several[-1]]
        return tuple(_enough(e) if e in spoken_of else e for e in edges)
    return _with_both_before(edges, remark)


def _enough(edge: Edge) -> Edge:
    """Return a link that a remark mentions: its cause was enough, and the remark tells it."""
    return replace(edge, strength=Strength.SUFFICIENT, confidence=max(edge.confidence, TOLD))


def _with_both_before(edges: Sequence[Edge], remark: int) -> tuple[Edge, ...]:
    """Join both claims right before a remark to the effect of one of them, each as enough."""
    pair = (remark - 2, remark - 1)
    told = [e for e in edges if e.cause in pair and e.effect not in pair and e.sign is Sign.PROMOTES]
    if not told or remark < len(pair):
        return tuple(edges)
    known = max(told, key=lambda e: e.confidence)
    both = [_enough(replace(known, cause=cause)) for cause in pair]
    return (*(e for e in edges if e.cause not in pair or e.effect not in (*pair, known.effect)), *both)


def sufficient(edges: Sequence[Edge]) -> dict[int, tuple[int, ...]]:
    """Return the effects of which the text names all that brings them about, each alone enough, with these causes.

    Without any of them there would have been nothing to bring the effect about.
    """
    into: dict[int, list[Edge]] = {}
    for edge in edges:
        into.setdefault(edge.effect, []).append(edge)
    return {
        effect: tuple(e.cause for e in found)
        for effect, found in into.items()
        if len(found) > 1 and all(e.strength is Strength.SUFFICIENT and e.sign is Sign.PROMOTES for e in found)
    }


def consistent(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """Beside a sufficient cause no other is necessary."""
    enough = {e.effect for e in edges if e.strength is Strength.SUFFICIENT}
    return tuple(
        replace(e, strength=Strength.CONTRIBUTING) if e.effect in enough and e.strength is Strength.NECESSARY else e
        for e in edges
    )


def met_threats(edges: Sequence[Edge]) -> dict[int, tuple[int, tuple[int, ...]]]:
    """Return the effects that came about in spite of a threat, because of what met it: the threat, and what met it.

    Examples
    --------
    >>> from nlbridge.reading.links.edges import Rule
    >>> def edge(cause, effect, sign):
    ...     strength = Strength.NECESSARY if sign is Sign.PROMOTES else Strength.CONTRIBUTING
    ...     return Edge(cause=cause, effect=effect, sign=sign, strength=strength, confidence=0.9, rule=Rule.LEARNT)
    >>> met_threats([edge(0, 1, Sign.PROMOTES), edge(1, 2, Sign.PROMOTES), edge(0, 2, Sign.INHIBITS)])
    {2: (0, (1,))}
    """
    into: dict[int, list[Edge]] = {}
    for edge in edges:
        into.setdefault(edge.effect, []).append(edge)
    found = {}
    for effect, all_into in into.items():
        threats = [e.cause for e in all_into if e.sign is Sign.INHIBITS]
        helps = tuple(e.cause for e in all_into if e.sign is Sign.PROMOTES)
        met = [t for t in threats if any(e.cause == t for h in helps for e in into.get(h, ()))]
        if met and helps and all(e.strength is Strength.NECESSARY for e in all_into if e.sign is Sign.PROMOTES):
            found[effect] = (met[0], helps)
    return found
