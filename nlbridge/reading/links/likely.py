"""The links of a text: how likely each is by the trained network, and what the words say that signal one.

The network scores every pair of claims. A word of the lexicon that signals a cause makes a link certain enough, gives
it its sign and strength, and is quoted as the reason; which claim it joins to its own the network says. Words of
another time or place (*meanwhile*) make links to what precedes less likely. The likeliest links are taken first,
and one that would close a circle with likelier ones is left out. A link that no word signals is implied.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from causalcore.scenario.scenario import Sign, Strength
from nlbridge.language.clauses.clause import Clause, Opener
from nlbridge.language.clauses.signal_senses import CONDITIONS
from nlbridge.language.encoder.scores import STRENGTHS
from nlbridge.language.lexicon.connectives import Argument, Signal, SignalKind
from nlbridge.reading.links.edges import Edge, Rule, acyclic
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

Pair = tuple[int, int]


def likely_links(clauses: Sequence[Clause], found: Scores, least: float = LIKELY) -> tuple[Edge, ...]:
    """Return the links between clauses that are likelier than `least`, without circles."""
    chances = _behind_barriers(clauses, np.array(found.links, dtype=float))
    signalled: dict[Pair, Signal] = {}
    for pair, signal in _joined(clauses, chances):
        if pair not in signalled:
            signalled[pair] = signal
            chances[pair] = 1 - (1 - chances[pair]) * (1 - TRUSTED * signal.confidence)
    strengths = np.argmax(found.strengths, axis=-1)
    edges = []
    for cause, effect in zip(*np.nonzero(chances >= least), strict=True):
        pair = (int(cause), int(effect))
        promotes = bool(found.promotes[pair] >= LIKELY)
        edges.append(_edge(pair, float(chances[pair]), signalled.get(pair), promotes, STRENGTHS[int(strengths[pair])]))
    return acyclic(edges)


def _behind_barriers(clauses: Sequence[Clause], chances: Any) -> Any:
    """Make links unlikely between a clause of another time or place and its neighbours."""
    barred = np.zeros(chances.shape, dtype=bool)
    for k, clause in enumerate(clauses):
        if clause.opened_by(SignalKind.BARRIER):
            apart = [j for j, other in enumerate(clauses) if j < k or other.sentence == clause.sentence]
            barred[apart, k] = barred[k, apart] = True
    return np.where(barred, np.minimum(chances, BARRED), chances)


def _joined(clauses: Sequence[Clause], chances: Any) -> Iterator[tuple[Pair, Signal]]:
    """Yield for each signal the two claims that it joins, as cause and effect."""
    for k, clause in enumerate(clauses):
        near = [j for j in range(max(0, k - FARTHEST), min(len(clauses), k + FARTHEST + 1)) if j != k]
        before = [j for j in near if j < k]
        for signal in clause.signals:
            if signal.kind is SignalKind.BARRIER or signal.follows is Argument.NONE:
                continue
            if signal.follows is Argument.CAUSE and near:
                effect = max(near, key=lambda j: _nearest(chances[k, j], k, j))
                yield from (((j, effect), signal) for j in _beside(clauses, k, effect, chances[:, effect]))
            elif signal.follows is Argument.EFFECT and before:
                yield (max(before, key=lambda j: _nearest(chances[j, k], k, j)), k), signal


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
