"""The links of a text: how likely each is by the trained network, and what the words say that signal one.

The network scores every pair of claims. A word of the lexicon that signals a cause makes a link certain enough, gives
it its sign and strength, and is quoted as the reason; which claim it joins to its own the network says. Words of
another time or place (*meanwhile*) make links to what precedes less likely. The likeliest links are taken first,
and one that would close a circle with likelier ones is left out. A link that no word signals is implied.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from causalcore.scenario.scenario import Sign, Strength
from nlbridge.language.clauses.clause import Clause, Form, Opener
from nlbridge.language.clauses.unreal_verbs import CONDITIONS
from nlbridge.language.encoder.scores import STRENGTHS
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import Argument, Signal, SignalKind
from nlbridge.language.meaning.sentences import in_simple_past, stated_as_over
from nlbridge.weights.thresholds import LIKELY

if TYPE_CHECKING:
    from nlbridge.language.encoder.scores import Scores

FARTHEST: Final = 3
"""Claims between a signal's own and the one that it joins."""
TRUSTED: Final = 0.9
"""How far a signal's own confidence is believed."""
SHARED: Final = 0.2
"""Least chance of a link that a clause shares with the one before it: of 14 clauses of chance 0.2 to 0.5 in our stories
and the shared ones 9 have the link, of 26 below 4."""
BARRED: Final = 0.3
"""Most that a link across a barrier is thought likely."""
ACTING: Final = 0.9
"""Least chance that an event brought about what it is the subject of: of 34 such pairs that our stories have as two
claims, 32 have the link, all of them promoting."""

SENTENCE_END: Final = re.compile(r"\n|[.!?…][\"')\]”’]*\s+")

Pair = tuple[int, int]


class Rule(StrEnum):
    """Why a link is drawn."""

    SIGNAL = "signal"
    """A word of the inventory joins the clauses."""
    LEARNT = "learnt"
    """No word signals it: the trained network finds it likely."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A link between clauses, by position; `place` holds the words of its connective, [first, last + 1)."""

    cause: int
    effect: int
    sign: Sign = Sign.PROMOTES
    strength: Strength = Strength.NECESSARY
    connective: str | None = None
    place: tuple[int, int] | None = None
    confidence: float
    rule: Rule

    def between(self, cause: int, effect: int) -> Edge:
        """Return the link drawn between two other clauses."""
        return self if (cause, effect) == (self.cause, self.effect) else replace(self, cause=cause, effect=effect)


class Descent:
    """Which places lie below which in a growing graph without circles.

    Examples
    --------
    >>> descent = Descent(3)
    >>> descent.joins(0, 1), descent.joins(1, 2), descent.joins(2, 0)
    (True, True, False)
    """

    def __init__(self, places: int) -> None:
        self.below = np.eye(places, dtype=bool)
        """(places, places): whether the column is the row or lies below it."""

    def joins(self, cause: int, effect: int) -> bool:
        """Add a link, unless it would close a circle; tell whether it was added."""
        below = self.below
        if below[effect, cause]:
            return False
        if not below[cause, effect]:  # Else all that is above the cause is above all below the effect.
            below[below[:, cause] & ~below[:, effect]] |= below[effect]
        return True

    def kept(self, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Add links in their order, and return those that close no circle."""
        return [pair for pair in pairs if self.joins(*pair)]


def acyclic(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """Keep edges by falling confidence as long as they close no circle."""
    places = {place: k for k, place in enumerate(sorted({p for e in edges for p in (e.cause, e.effect)}))}
    descent = Descent(len(places))
    likeliest_first = sorted(edges, key=lambda e: (-e.confidence, e.cause, e.effect))
    kept = [e for e in likeliest_first if descent.joins(places[e.cause], places[e.effect])]
    return tuple(sorted(kept, key=lambda e: (e.effect, e.cause)))


def told_once(edges: Sequence[Edge], again: Mapping[int, int]) -> tuple[Edge, ...]:
    """Move the links of claims that are told a second time to where they are told first.

    Parameters
    ----------
    again
        For each claim that is told a second time the one that tells it first.
    """
    if not again:
        return tuple(edges)
    best: dict[Pair, Edge] = {}
    for edge in sorted(edges, key=lambda e: (e.rule is Rule.SIGNAL, e.confidence)):
        cause, effect = again.get(edge.cause, edge.cause), again.get(edge.effect, edge.effect)
        if cause != effect:
            best[cause, effect] = edge
    return acyclic(tuple(edge.between(*pair) for pair, edge in best.items()))


def likely_links(clauses: Sequence[Clause], found: Scores, least: float = LIKELY) -> tuple[Edge, ...]:
    """Return the links between clauses that are likelier than `least`, without circles."""
    chances = _behind_barriers(clauses, np.array(found.links, dtype=float))
    acting = {(k - 1, k) for k in range(1, len(clauses)) if _acts(clauses[k - 1], clauses[k])}
    for pair in acting:
        chances[pair] = max(chances[pair], ACTING)
    signalled: dict[Pair, Signal] = {}
    for pair, signal in _joined(clauses, chances):
        if pair not in signalled:
            signalled[pair] = signal
            chances[pair] = 1 - (1 - chances[pair]) * (1 - TRUSTED * signal.confidence)
    strengths = np.argmax(found.strengths, axis=-1)
    causes, effects = np.nonzero(chances >= least)
    likeliest_first = np.lexsort((effects, causes, -chances[causes, effects]))
    pairs = zip(causes[likeliest_first].tolist(), effects[likeliest_first].tolist(), strict=True)
    kept = sorted(Descent(len(clauses)).kept(pairs), key=lambda pair: (pair[1], pair[0]))
    return tuple(
        _edge(
            pair,
            float(chances[pair]),
            signalled.get(pair),
            pair in acting or bool(found.promotes[pair] >= LIKELY),
            STRENGTHS[int(strengths[pair])],
        )
        for pair in kept
    )


def _acts(subject: Clause, predicate: Clause) -> bool:
    """Whether a clause says what the event right before it did, as its subject: `a burst main / closed the street`."""
    together = subject.high == predicate.low and subject.form is Form.NOMINAL and subject.verb is None
    return together and predicate.opener is Opener.SUBJECT


def past_the_weather(edges: Sequence[Edge], clauses: Sequence[Clause], weather: Collection[int]) -> tuple[Edge, ...]:
    """Return the links, those into weather leading on to what it did: `the window broke, so rain ruined the piano`.

    What brings no weather about is no cause of it; a link that no word states is left out.

    Parameters
    ----------
    weather
        Positions of the claims that tell of weather.
    """
    kept: dict[Pair, Edge] = {}
    for edge in edges:
        cause, effect = edge.cause, edge.effect
        if effect in weather and cause not in weather:
            if edge.rule is not Rule.SIGNAL:
                continue
            effect += effect + 1 < len(clauses) and _acts(clauses[effect], clauses[effect + 1])
        known = kept.get((cause, effect))
        if known is None or edge.rule is Rule.SIGNAL:
            kept[cause, effect] = edge.between(cause, effect)
    found = tuple(kept.values())
    return found if set(kept) <= {(edge.cause, edge.effect) for edge in edges} else acyclic(found)


def _behind_barriers(clauses: Sequence[Clause], chances: Any) -> Any:
    """Make links unlikely between a clause of another time or place, or what follows in its sentence, and the rest."""
    for k, clause in enumerate(clauses):
        if clause.opened_by(SignalKind.BARRIER):
            sentence = [j for j, other in enumerate(clauses) if j >= k and other.sentence == clause.sentence]
            before = np.ix_([j for j, other in enumerate(clauses) if other.sentence < clause.sentence], sentence)
            chances[before] = np.minimum(chances[before], BARRED)
            apart = [j for j, other in enumerate(clauses) if j < k or other.sentence == clause.sentence]
            chances[apart, k] = np.minimum(chances[apart, k], BARRED)
            chances[k, apart] = np.minimum(chances[k, apart], BARRED)
    return chances


def _joined(clauses: Sequence[Clause], chances: Any) -> Iterator[tuple[Pair, Signal]]:
    """Yield for each signal the two claims that it joins, as cause and effect."""
    for k, clause in enumerate(clauses):
        near = [j for j in range(max(0, k - FARTHEST), min(len(clauses), k + FARTHEST + 1)) if j != k]
        before = [j for j in near if j < k]
        for signal in clause.signals:
            if signal.kind is SignalKind.BARRIER:
                continue
            if signal.follows is Argument.CAUSE and near:
                if _trails(clauses, k):
                    yield (k, k - 1), signal
                    continue
                told = [
                    j for j in near if j > k or signal.kind is not SignalKind.SUBORDINATOR or not _dates(clauses[j])
                ]
                effect = max(told or near, key=lambda j: _nearest(chances[k, j], k, j))
                yield from (((j, effect), signal) for j in _beside(clauses, k, effect, chances[:, effect]))
            elif signal.follows is Argument.EFFECT and before:
                yield (max(before, key=lambda j: _nearest(chances[j, k], k, j)), k), signal


def _trails(clauses: Sequence[Clause], k: int) -> bool:
    """Whether a phrase explains what precedes it, since `and` or a signal goes on: `was late, due to fog, and left`."""
    if not 0 < k < len(clauses) - 1 or clauses[k].opened_by(SignalKind.PREPOSITION) is None:
        return False
    before, after = clauses[k - 1], clauses[k + 1]
    inside = before.sentence == clauses[k].sentence == after.sentence and after.verb is not None
    return inside and (after.opener is Opener.AND or bool(after.signals))


def _dates(clause: Clause) -> bool:
    """Whether a phrase says when something was: a reason behind it is one of its clause, `closed after the war`."""
    opener = clause.opened_by(SignalKind.PREPOSITION)
    return clause.verb is None and opener is not None and str(opener) in word_class("dating_prepositions")


def _beside(clauses: Sequence[Clause], k: int, other: int, chances: Any) -> list[int]:
    """Return a cause with those that `and` joins to it, which share its signal: `because A and B`.

    Effects do not: of 47 clauses that `and` joins to `so A`, of chance 0.1 and more, 8 have the same cause.
    """
    found = [k]
    while (j := found[-1] + 1) < len(clauses) and clauses[j].sentence == clauses[k].sentence:
        if clauses[j].opener is not Opener.AND or clauses[j].signals or j == other or chances[j] < SHARED:
            break
        found.append(j)
    return found


def _nearest(chance: float, k: int, j: int) -> float:
    """Prefer what is likely, and between like chances what is near."""
    return float(chance) - 0.02 * abs(k - j)


def _edge(pair: Pair, chance: float, signal: Signal | None, promotes: bool, strength: str) -> Edge:
    if signal is None:
        sign, how = (Sign.PROMOTES, Strength(strength)) if promotes else (Sign.INHIBITS, Strength.CONTRIBUTING)
        return Edge(cause=pair[0], effect=pair[1], sign=sign, strength=how, confidence=chance, rule=Rule.LEARNT)
    needed = signal.words in CONDITIONS  # `But for X, Y would have been`: without X it would not.
    enough = strength == Strength.SUFFICIENT and signal.strength is Strength.NECESSARY and not needed
    return Edge(
        cause=pair[0],
        effect=pair[1],
        sign=signal.sign,
        strength=Strength.SUFFICIENT if enough else signal.strength,
        connective=str(signal),
        place=signal.place,
        confidence=chance,
        rule=Rule.SIGNAL,
    )


def earlier_claims(text: str, spans: Sequence[tuple[int, int]]) -> dict[int, tuple[int, ...]]:
    """Return each claim that opens its sentence and was over before, with the claims before which it was.

    These are the claims of the last sentence before that does not state what was over itself; its last claim is in the
    simple past. What was over before cannot be an effect: of 2,341 such pairs of claims in our stories, 45 are labelled
    as a link that no word signals.

    Parameters
    ----------
    spans
        Where each claim stands, in the order of the text.

    Examples
    --------
    >>> text = "The bus broke down. The guests had eaten at six. They went home."
    >>> earlier_claims(text, ((0, 18), (20, 47), (49, 63)))
    {1: (0,)}
    """
    breaks = [0, *(end.end() for end in SENTENCE_END.finditer(text))]
    found: dict[int, tuple[int, ...]] = {}
    before: tuple[int, ...] = ()
    sentence, over = -1, False
    for k, (start, end) in enumerate(spans):
        begin = breaks[bisect_right(breaks, start) - 1]
        if begin != sentence:
            sentence, over = begin, stated_as_over(text[begin:end].strip())
            if over and before and in_simple_past(text[slice(*spans[before[-1]])]):
                found[k] = before
            before = before if over else ()
        if not over:
            before = (*before, k)
    return found
