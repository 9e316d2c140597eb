"""Causes that share an effect, by the words that join them: *because A or because B*, *late anyway*.

The words decide, before anything that was learnt: causes that *or* joins were each enough, those that *and* or *as well
as* joins were each needed, and one that *also* adds contributes, so that nobody can say what the other would have done
alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from causalcore.scenario.scenario import Sign, Strength
from nlbridge.language.clauses.clause import Clause, Form, Opener
from nlbridge.language.lexicon import word_class, word_phrases
from nlbridge.language.lexicon.connectives import Argument, Signal
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.links.edges import Edge, Rule, acyclic
from nlbridge.reading.links.mechanisms import is_generic, with_sufficient

TOLD: Final = 0.9
"""Least confidence of a link that words tell."""
ADDING: Final = word_class("adding_words")
"""Words that add a cause to another without saying what each would have done alone."""
ADDED: Final = frozenset(word_phrases("adding_phrases"))
"""Signals that join a cause to another: both together brought the effect about."""
ANYWAY: Final = word_phrases("anyway_phrases")
"""Words by which a sentence says that an effect needed no cause that was told before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedCauses:
    """Claims that the words of a text join as causes of one effect, and what each of them does to it."""

    causes: tuple[int, ...]
    strength: Strength


def with_shared_causes(
    words: Words, clauses: Sequence[Clause], claims: Sequence[int], edges: Sequence[Edge]
) -> tuple[Edge, ...]:
    """Return the links with those of causes that words join: each reaches the effect, and none the other.

    Parameters
    ----------
    claims
        Positions of the clauses that are claims, rising.
    edges
        Links by position of the clause.
    """
    joined = tuple(edges)
    for group in _groups(words, clauses, claims):
        effect = _effect(clauses, claims, group.causes, joined)
        if effect is not None:
            joined = _linked(clauses, joined, group, effect)
    return _without_circles(joined, edges)


def with_remarks(
    words: Words, clauses: Sequence[Clause], claims: Sequence[int], edges: Sequence[Edge]
) -> tuple[Edge, ...]:
    """Return the links as remarks have them that say of causes how they work: `either would have been enough`."""
    told = tuple(edges)
    claimed = frozenset(claims)
    for remark in (k for k in range(len(clauses)) if k not in claimed):
        if is_generic(words, clauses[remark]):
            told = with_sufficient(told, clauses, remark)
        elif is_needless(words, clauses[remark]):
            told = _needless(words, clauses, claims, remark, told)
    return _without_circles(_apart(told), edges)


def _without_circles(joined: Sequence[Edge], before: Sequence[Edge]) -> tuple[Edge, ...]:
    """Return links without circles; those from before have none."""
    return tuple(joined) if set(joined) == set(before) else acyclic(joined)


def _apart(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """Leave out links that no word tells between causes of which each was enough."""
    enough: dict[int, set[int]] = {}
    for edge in edges:
        if edge.strength is Strength.SUFFICIENT and edge.sign is Sign.PROMOTES:
            enough.setdefault(edge.cause, set()).add(edge.effect)
    none: set[int] = set()
    return tuple(
        e for e in edges if e.rule is Rule.SIGNAL or not enough.get(e.cause, none) & enough.get(e.effect, none)
    )


def is_needless(words: Words, clause: Clause) -> bool:
    """Tell whether a clause says that something would have come about anyway: `she would have been late anyway`."""
    lower = words.lower[clause.low : clause.high]
    if "would" not in lower or "have" not in lower or "not" in lower or "n't" in lower:
        return False
    without = any(pair in (("even", "without"), ("even", "so")) for pair in pairwise(lower))
    return without or any(_holds(lower, phrase) for phrase in ANYWAY)


def _holds(lower: Sequence[str], phrase: tuple[str, ...]) -> bool:
    return any(tuple(lower[i : i + len(phrase)]) == phrase for i in range(len(lower)))


def _groups(words: Words, clauses: Sequence[Clause], claims: Sequence[int]) -> Iterator[SharedCauses]:
    """Yield the runs of neighbouring claims that a conjunction joins as causes."""
    run: list[int] = []
    between: list[tuple[str, ...]] = []
    for left, right in zip(claims, [*claims[1:], None], strict=True):
        run = run or ([left] if _is_cause(clauses, left) else [])
        joint = None if right is None or not run else _shared_signal(words, clauses, left, right)
        if joint is not None and right is not None:
            run.append(right)
            between.append(joint)
            continue
        if len(run) > 1:
            partly = any(_contributes(clauses[k]) for k in run)
            strength = Strength.CONTRIBUTING if partly else _strength(between)
            yield SharedCauses(causes=_whole(clauses, claims, run), strength=strength)
        run, between = [], []


def _whole(clauses: Sequence[Clause], claims: Sequence[int], run: Sequence[int]) -> tuple[int, ...]:
    """Return causes with the last one's predicate instead of its subject: `or as the storm tore the cable`."""
    last = run[-1]
    after = _next(claims, last)
    if after is None or clauses[after].opener is not Opener.SUBJECT or all(clauses[k].verb is None for k in run):
        return tuple(run)
    return (*run[:-1], after)


def _strength(between: Sequence[tuple[str, ...]]) -> Strength:
    """Return what each of several causes does, by the words between them."""
    if any("or" in joint for joint in between):
        return Strength.SUFFICIENT
    added = any(ADDING & set(joint) for joint in between)
    return Strength.CONTRIBUTING if added else Strength.NECESSARY


def _is_cause(clauses: Sequence[Clause], k: int) -> bool:
    """Tell whether words make a claim a cause: a signal before it, or its place as subject of what it brings about."""
    return _signal(clauses[k]) is not None or (clauses[k].form is Form.NOMINAL and clauses[k].verb is None)


def _next(claims: Sequence[int], place: int) -> int | None:
    """Return the claim after a place; None if that is the last one."""
    at = bisect_right(claims, place)
    return claims[at] if at < len(claims) else None


def _contributes(clause: Clause) -> bool:
    """Tell whether a signal says that a cause did its part only: `partly because`."""
    signal = _signal(clause)
    return signal is not None and signal.strength is Strength.CONTRIBUTING


def _signal(clause: Clause) -> Signal | None:
    return next((signal for signal in clause.signals if signal.follows is Argument.CAUSE), None)


def _shared_signal(words: Words, clauses: Sequence[Clause], left: int, right: int) -> tuple[str, ...] | None:
    """Return the words between two claims if they join the second to the first as a cause; None if not."""
    first, second = clauses[left], clauses[right]
    if first.sentence != second.sentence or right != left + 1:
        return None
    between = tuple(words.lower[first.high : second.low])
    nominal = first.form is Form.NOMINAL and second.form is Form.NOMINAL
    conjoined = "or" in between or (nominal and "and" in between and second.opener is Opener.AND)
    added = nominal and any(_holds(between, phrase) for phrase in ADDED)
    repeated = _signal(first) is not None and _signal(second) is not None and bool(word_class("and_or") & set(between))
    same = _signal(first) is not None and (conjoined or (second.opener is Opener.AND and not second.comma))
    return between if repeated or same or added or (nominal and conjoined) else None


def _effect(
    clauses: Sequence[Clause], claims: Sequence[int], causes: Sequence[int], edges: Sequence[Edge]
) -> int | None:
    """Return the claim that causes share: the one that follows as their predicate, or their likeliest link's."""
    after = _next(claims, causes[-1])
    if after is not None and clauses[after].opener is Opener.SUBJECT and clauses[causes[-1]].verb is None:
        return after
    reached = [edge for edge in edges if edge.cause in causes and edge.effect not in causes]
    told = [edge for edge in reached if edge.rule is Rule.SIGNAL] or reached
    return max(told, key=lambda edge: edge.confidence).effect if told else None


def _linked(clauses: Sequence[Clause], edges: Sequence[Edge], group: SharedCauses, effect: int) -> tuple[Edge, ...]:
    """Join each cause of a group to the effect, and none to another of the group."""
    before = {edge.cause: edge for edge in edges if edge.effect == effect}
    quoted = _signal(clauses[group.causes[0]])
    rest = [e for e in edges if e.cause not in group.causes or (e.effect != effect and e.effect not in group.causes)]
    for cause in group.causes:
        signal = _signal(clauses[cause]) or quoted
        own = before.get(cause)
        rest.append(
            Edge(
                cause=cause,
                effect=effect,
                sign=own.sign if own and signal is None else Sign.PROMOTES,
                strength=group.strength,
                connective=str(signal) if signal else (own.connective if own else None),
                place=signal.place if signal else (own.place if own else None),
                confidence=max(TOLD, own.confidence if own else 0.0),
                rule=Rule.SIGNAL,
            )
        )
    return tuple(rest)


def _needless(
    words: Words, clauses: Sequence[Clause], claims: Sequence[int], remark: int, edges: Sequence[Edge]
) -> tuple[Edge, ...]:
    """Make the causes of what would have come about anyway each enough, with the cause that the remark names."""
    effect = _spoken_of(words, clauses, claims, remark, edges)
    if effect is None:
        return tuple(edges)
    beside = next((k for k in claims if k == remark + 1 and clauses[k].sentence == clauses[remark].sentence), None)
    beside = beside if beside is not None and _signal(clauses[beside]) is not None else None
    enough = [
        replace(e, strength=Strength.SUFFICIENT) if e.effect == effect and e.sign is Sign.PROMOTES else e
        for e in edges
        if beside is None or beside not in (e.cause, e.effect) or {e.cause, e.effect} == {beside, effect}
    ]
    if beside is None:
        return tuple(enough)
    signal = _signal(clauses[beside])
    told = Edge(
        cause=beside,
        effect=effect,
        strength=Strength.SUFFICIENT,
        connective=str(signal),
        place=signal.place if signal else None,
        confidence=TOLD,
        rule=Rule.SIGNAL,
    )
    return (*(e for e in enough if (e.cause, e.effect) != (beside, effect)), told)


def _spoken_of(
    words: Words, clauses: Sequence[Clause], claims: Sequence[int], remark: int, edges: Sequence[Edge]
) -> int | None:
    """Return the effect that a remark mentions: of those told before it the one that shares most words with it."""
    before = [k for k in claims if k < remark and clauses[remark].sentence - clauses[k].sentence <= 1]
    effects = {edge.effect for edge in edges if edge.sign is Sign.PROMOTES and edge.cause in before}
    near = [k for k in before if k in effects]
    said = set(words.lemmas[clauses[remark].low : clauses[remark].high])
    return max(near, key=lambda k: (len(said & set(words.lemmas[clauses[k].low : clauses[k].high])), k), default=None)
