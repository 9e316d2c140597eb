"""The variable of each phrase, chosen by shared words and by what the sentences rule out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from benchmarks.questions.words import HIDDEN_WORDS, Phrase, phrase, plain, relation, root
from causalcore.identification import Diagram

POPULATION_WEIGHT: Final = 0.4
"""Weight of the words for the people that a phrase describes."""
HEAD_WEIGHT: Final = 1.3
"""Weight of the last word of a phrase."""
SAME_SLOT: Final = 0.5
"""Least similarity at which two phrases mean one variable, unless a sentence distinguishes them."""
CAUSAL_ORDER: Final = 0.35
"""Cost of a probability of a cause given its effect, or of a question against the arrows."""
UNOBSERVED: Final = 0.3
"""Cost of matching a phrase to an unobserved variable."""
SHARED_NODE: Final = 0.8
"""Cost of assigning two dissimilar groups of phrases to one variable."""
NAMED: Final = 0.3
"""Reward for sharing a variable with a group whose phrases are names of variables."""
IDLE: Final = 0.7
"""Cost of an overall probability of a variable that no other number is conditioned on."""
LEAST: Final = 0.12
"""Similarity below which a phrase is matched to a variable only because no other is left."""
MAX_CANDIDATES: Final = 4


@dataclass(slots=True)
class Slots:
    """Groups of phrases about one variable, and facts about the groups.

    Parameters
    ----------
    groups
        Phrases that are certainly about one variable.
    apart
        Pairs of phrases that are about different variables.
    arrows
        Pairs of phrases; the text states or asks whether the first causes the second.
    fixed
        Phrases that are names of variables.
    overall, used
        Phrases with an unconditional probability, and phrases that are conditions.
    """

    groups: list[set[str]] = field(default_factory=list)
    apart: set[frozenset[str]] = field(default_factory=set)
    arrows: set[tuple[str, str]] = field(default_factory=set)
    fixed: dict[str, str] = field(default_factory=dict)
    overall: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)

    def add(self, *phrases: str) -> None:
        """Note phrases that are about one variable."""
        added = {plain(text) for text in phrases}
        overlapping = [group for group in self.groups if group & added]
        self.groups = [group for group in self.groups if not group & added]
        self.groups.append(added.union(*overlapping))

    def separate(self, phrases: Iterable[str]) -> None:
        """Note phrases that are about different variables."""
        listed = [plain(text) for text in phrases]
        self.apart |= {frozenset((one, two)) for one in listed for two in listed if one != two}

    def distinct(self, one: set[str], two: set[str]) -> bool:
        """Return whether two groups are about different variables."""
        return any(frozenset((a, b)) in self.apart for a in one for b in two)


@lru_cache(maxsize=4096)
def weights(names: tuple[str, ...]) -> dict[str, float]:
    """Weight each root in the variables' names by the inverse of how many names contain it."""
    roots = [root for name in names for root in set(phrase(name).roots)]
    return {root: 1.0 / roots.count(root) for root in roots}


def similarity(text: str, name: str, names: tuple[str, ...]) -> float:
    """Return how similar a phrase is to a variable's name: 0 to 1, or 1.5 if they are the same.

    Examples
    --------
    >>> names = ("water company", "water quality")
    >>> similarity("clean water", "water quality", names) < similarity("a global water company", "water company", names)
    True
    """
    parsed, label, rare = phrase(text), phrase(name), weights(names)
    if plain(text) == name:
        return 1.5
    if not label.words:
        return 0.0
    pieces = _carried(parsed)
    vocabulary = rare.keys()
    nearest = [
        max((_near(word, other, vocabulary) * factor for other, factor in pieces), default=0.0) for word in label.words
    ]
    value = [rare.get(root, 1.0) for root in label.roots]
    cover = sum(a * b for a, b in zip(nearest, value, strict=True)) / sum(value)
    best = [max((_near(other, word, vocabulary) for other in label.words), default=0.0) for word in parsed.words]
    total = sum(factor for _, factor in pieces)
    back = sum(a * factor for a, (_, factor) in zip(best, pieces, strict=True)) / total if total else 0.0
    return (0.7 * cover + 0.3 * back) * float(max(value, default=1.0) ** 0.5)


def _near(one: str, two: str, vocabulary: Collection[str]) -> float:
    """Return how near two words are; two words with different roots in variables' names are not near."""
    near = abs(relation(one, two))
    return 0.0 if near and root(one) != root(two) and root(one) in vocabulary and root(two) in vocabulary else near


def _carried(parsed: Phrase, head: float = HEAD_WEIGHT) -> list[tuple[str, float]]:
    """Return the words of a phrase with their weights."""
    last = len(parsed.words) - 1
    return [
        (word, POPULATION_WEIGHT if place < parsed.population else head if place == last else 1.0)
        for place, word in enumerate(parsed.words)
    ]


@lru_cache(maxsize=16384)
def alike(one: str, two: str, names: tuple[str, ...] = ()) -> float:
    """Return how similar two phrases are, from 0 to 1, whatever their polarity."""
    vocabulary = weights(names).keys()
    first, second = phrase(one), phrase(two)
    left, right = _carried(first, head=1.0), _carried(second, head=1.0)
    if not left or not right:
        return 0.0
    shared = [factor * max(_near(word, other, vocabulary) for other, _ in right) for word, factor in left]
    back = [factor * max(_near(word, other, vocabulary) for other, _ in left) for word, factor in right]
    return (sum(shared) + sum(back)) / sum(factor for _, factor in (*left, *right))


def assign(slots: Slots, diagram: Diagram) -> dict[str, str]:
    """Return the variable of each phrase: the assignment of groups to variables that fits best.

    Examples
    --------
    >>> diagram = Diagram(("gene", "smoking"), (("gene", "smoking"),))
    >>> slots = Slots()
    >>> slots.add("people with smoking genes", "people without smoking genes")
    >>> slots.add("smokers")
    >>> slots.separate(["people with smoking genes", "smokers"])
    >>> found = assign(slots, diagram)
    >>> found["smokers"], found["people with smoking genes"]
    ('smoking', 'gene')
    """
    groups = _merged(slots, diagram.nodes)
    table = [_scores(group, slots, diagram) for group in groups]
    order = sorted(range(len(groups)), key=lambda place: -max(table[place].values()))
    best: tuple[float, dict[int, str]] = (float("-inf"), {})
    names = [group <= slots.fixed.keys() for group in groups]
    limits = [max(table[place].values()) for place in order]

    def search(depth: int, chosen: dict[int, str], score: float) -> None:
        nonlocal best
        if score + sum(limits[depth:]) + NAMED * (len(order) - depth) <= best[0]:
            return
        if depth == len(order):
            total = score - _disorder(groups, chosen, slots, diagram)
            best = (total, dict(chosen)) if total > best[0] else best
            return
        place = order[depth]
        ranked = sorted(table[place].items(), key=lambda item: -item[1])[:MAX_CANDIDATES]
        for node, value in ranked:
            others = [other for other, assigned in chosen.items() if assigned == node]
            if any(slots.distinct(groups[place], groups[other]) for other in others):
                continue
            chosen[place] = node
            named = [other for other in others if names[other] or names[place]]
            near = max((_nearest(groups[place], groups[other], diagram.nodes) for other in others), default=0.0)
            change = NAMED * bool(named) - (SHARED_NODE - near) * (len(named) < len(others))
            search(depth + 1, chosen, score + value + change)
            del chosen[place]

    search(0, {}, 0.0)
    return {text: node for place, node in best[1].items() for text in groups[place]}


def _merged(slots: Slots, names: tuple[str, ...]) -> list[set[str]]:
    """Merge groups with very similar phrases that nothing distinguishes."""
    groups = [set(group) for group in slots.groups]
    while True:
        pairs = [
            (_nearest(one, two, names), i, j)
            for i, one in enumerate(groups)
            for j, two in enumerate(groups[:i])
            if not slots.distinct(one, two) and not _other_names(one, two, slots)
        ]
        value, i, j = max(pairs, default=(0.0, 0, 0))
        if value < SAME_SLOT:
            return groups
        groups[j] |= groups.pop(i)


def _nearest(one: set[str], two: set[str], names: tuple[str, ...]) -> float:
    return max(alike(a, b, names) for a in one for b in two)


def _other_names(one: set[str], two: set[str], slots: Slots) -> bool:
    named = [{slots.fixed[text] for text in group if text in slots.fixed} for group in (one, two)]
    return bool(named[0] and named[1] and named[0] != named[1])


def _scores(group: set[str], slots: Slots, diagram: Diagram) -> dict[str, float]:
    fixed = {slots.fixed[text] for text in group if text in slots.fixed}
    scores = {}
    for node in diagram.nodes:
        value = max(similarity(text, node, diagram.nodes) for text in group)
        if node in diagram.hidden:
            mentions_hidden = any(set(phrase(text).words) & HIDDEN_WORDS for text in group)
            value = max(value, 0.9) if mentions_hidden else value - UNOBSERVED
        scores[node] = value + 3.0 * (node in fixed)
    return scores


def _disorder(groups: Sequence[set[str]], chosen: dict[int, str], slots: Slots, diagram: Diagram) -> float:
    """Return the cost of assigning phrases against the arrows, or to idle variables."""
    node_of = {text: node for place, node in chosen.items() for text in groups[place]}
    used = {node_of[text] for text in slots.used}
    idle = {node_of[text] for text in slots.overall} - used if used else set()
    pairs = {(node_of[one], node_of[two]) for one, two in slots.arrows if one in node_of and two in node_of}
    reversed_count = sum(effect not in diagram.descendants([cause]) for cause, effect in pairs)
    return CAUSAL_ORDER * reversed_count + IDLE * len(idle)
