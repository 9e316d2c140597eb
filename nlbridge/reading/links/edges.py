"""The links of a text, by the trained network's probabilities and the words that signal links.

The network scores every pair of claims. A causal signal of the lexicon raises the probability of a link, gives it its
sign and strength, and is quoted as the reason; the network decides which claim it joins to its own. Words that change
time or place (*meanwhile*) make links to earlier claims less likely. Links are added by falling probability; one that
would close a cycle is left out. A link without a signal is implied.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from causalcore.scenario.scenario import Sign, Strength
from nlbridge.language.clauses.clause import Clause, Form, Opener
from nlbridge.language.clauses.inversions import TURNING
from nlbridge.language.clauses.unreal_verbs import CONDITIONS, SUPPOSING
from nlbridge.language.encoder.scores import STRENGTHS
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import Argument, Signal, SignalKind
from nlbridge.language.meaning.sentences import in_simple_past, stated_as_over
from nlbridge.weights.thresholds import LIKELY

if TYPE_CHECKING:
    from nlbridge.language.encoder.scores import Scores

FARTHEST: Final = 3
"""Most positions between a signal's own claim and the one that it joins."""
TRUSTED: Final = 0.9
"""Weight of a signal's own confidence."""
SHARED: Final = 0.2
"""Least probability at which a clause shares the previous one's link: in our stories and the shared ones, 9 of 14 such
clauses with 0.2 to 0.5 have the link, and 4 of 26 below."""
OUTRIGHT: Final = 0.97
"""Least chance of a link that a condition tells outright: `had the pump worked, the cellar would not have flooded`."""
BARRED: Final = 0.3
"""Greatest probability of a link across a barrier."""
ACTING: Final = 0.9
"""Least probability that an event caused the predicate it is the subject of: of 34 such pairs of claims in our stories,
32 have the link, all promoting."""

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
    """A link between clauses, by position; `place` is the words [first, last + 1) of its connective."""

    cause: int
    effect: int
    sign: Sign = Sign.PROMOTES
    strength: Strength = Strength.NECESSARY
    connective: str | None = None
    place: tuple[int, int] | None = None
    confidence: float
    rule: Rule


class Descent:
    """The descendants of each node in a growing acyclic graph.

    Examples
    --------
    >>> descent = Descent(3)
    >>> descent.joins(0, 1), descent.joins(1, 2), descent.joins(2, 0)
    (True, True, False)
    """

    def __init__(self, places: int) -> None:
        self.below = np.eye(places, dtype=bool)
        """(places, places): whether the column is the row or a descendant of it."""

    def joins(self, cause: int, effect: int) -> bool:
        """Add a link unless it would close a cycle; return whether it was added."""
        below = self.below
        if below[effect, cause]:
            return False
        if not below[cause, effect]:  # else all ancestors of the cause already have all descendants of the effect
            below[below[:, cause] & ~below[:, effect]] |= below[effect]
        return True

    def kept(self, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Add links in order, and return those that close no cycle."""
        return [pair for pair in pairs if self.joins(*pair)]


def acyclic(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """Add edges by falling confidence, and return those that close no cycle."""
    places = {place: k for k, place in enumerate(sorted({p for e in edges for p in (e.cause, e.effect)}))}
    descent = Descent(len(places))
    likeliest_first = sorted(edges, key=lambda e: (-e.confidence, e.cause, e.effect))
    kept = [e for e in likeliest_first if descent.joins(places[e.cause], places[e.effect])]
    return tuple(sorted(kept, key=lambda e: (e.effect, e.cause)))


def told_once(edges: Sequence[Edge], again: Mapping[int, int]) -> tuple[Edge, ...]:
    """Move the links of repeated claims to their first mention, which `again` gives for each."""
    if not again:
        return tuple(edges)
    best: dict[Pair, Edge] = {}
    for edge in sorted(edges, key=lambda e: (e.rule is Rule.SIGNAL, e.confidence)):
        cause, effect = again.get(edge.cause, edge.cause), again.get(edge.effect, edge.effect)
        if cause != effect:
            best[cause, effect] = edge
    return acyclic([replace(edge, cause=cause, effect=effect) for (cause, effect), edge in best.items()])


def likely_links(clauses: Sequence[Clause], found: Scores) -> tuple[Edge, ...]:
    """Return the likely links between clauses, without cycles."""
    chances = _behind_barriers(clauses, np.array(found.links, dtype=float))
    acting = {(k - 1, k) for k in range(1, len(clauses)) if _acts(clauses[k - 1], clauses[k])}
    for pair in acting:
        chances[pair] = max(chances[pair], ACTING)
    signalled: dict[Pair, Signal] = {}
    for pair, signal in _joined(clauses, chances):
        if pair not in signalled:
            signalled[pair] = signal
            chances[pair] = 1 - (1 - chances[pair]) * (1 - TRUSTED * signal.confidence)
    for pair, signal in signalled.items():
        if signal.kind is SignalKind.VERB:  # It says which of two claims brings about the other.
            chances[pair[::-1]] *= 1 - TRUSTED * signal.confidence
    strengths = np.argmax(found.strengths, axis=-1)
    causes, effects = np.nonzero(chances >= LIKELY)
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
    """Whether a clause is the predicate of the event right before it: `a burst main / closed the street`."""
    return subject.high == predicate.low and subject.form is Form.NOMINAL and predicate.opener is Opener.SUBJECT


def past_the_weather(edges: Sequence[Edge], clauses: Sequence[Clause], weather: Collection[int]) -> tuple[Edge, ...]:
    """Redirect signalled links into weather to what the weather did: `the window broke, so rain ruined the piano`.

    Only weather causes weather. Other links into weather are dropped if no word signals them. `weather` holds the
    positions of the claims about weather.
    """
    kept: dict[Pair, Edge] = {}
    for edge in edges:
        cause, effect = edge.cause, edge.effect
        if effect in weather and cause not in weather:
            if edge.rule is not Rule.SIGNAL:
                continue
            effect += effect + 1 < len(clauses) and _acts(clauses[effect], clauses[effect + 1])
        previous = kept.get((cause, effect))
        if previous is None or edge.rule is Rule.SIGNAL:
            kept[cause, effect] = replace(edge, cause=cause, effect=effect)
    redirected = tuple(kept.values())
    return redirected if set(kept) <= {(edge.cause, edge.effect) for edge in edges} else acyclic(redirected)


def _behind_barriers(clauses: Sequence[Clause], chances: Any) -> Any:
    """Make links unlikely between a clause of another time or place and all before it or in its sentence.

    The same holds for links from earlier sentences to what follows in its sentence, for a link from a clause that only
    dates another to that one (`he was asleep when a tree fell`), and for one back from the later event of `no sooner
    ... than` to the earlier.
    """
    for k, clause in enumerate(clauses):
        dating = clause.opened_by(SignalKind.SUBORDINATOR)
        if dating is not None and dating.words in TURNING and k + 1 < len(clauses):
            chances[k + 1, k] = min(chances[k + 1, k], BARRED)
        if dating is not None and dating.follows is Argument.NONE:
            behind = k > 0 and clauses[k - 1].sentence == clause.sentence
            dated = k - 1 if behind else min(k + 1, len(clauses) - 1)
            chances[k, dated] = min(chances[k, dated], BARRED)
        if clause.opened_by(SignalKind.BARRIER):
            sentence = [j for j, other in enumerate(clauses) if j >= k and other.sentence == clause.sentence]
            before = np.ix_([j for j, other in enumerate(clauses) if other.sentence < clause.sentence], sentence)
            chances[before] = np.minimum(chances[before], BARRED)
            apart = [j for j, other in enumerate(clauses) if j < k or other.sentence == clause.sentence]
            chances[apart, k] = np.minimum(chances[apart, k], BARRED)
            chances[k, apart] = np.minimum(chances[k, apart], BARRED)
    return chances


def _joined(clauses: Sequence[Clause], chances: Any) -> Iterator[tuple[Pair, Signal]]:
    """Yield the cause and the effect that each signal joins."""
    for k, clause in enumerate(clauses):
        near = [j for j in range(max(0, k - FARTHEST), min(len(clauses), k + FARTHEST + 1)) if j != k]
        inside = [j for j in near if clauses[j].sentence == clause.sentence]
        before = [j for j in near if j < k]
        for signal in clause.signals:
            if signal.kind is SignalKind.BARRIER:
                continue
            if signal.follows is Argument.CAUSE and near:
                if _explains_the_one_before(clauses, k, signal):
                    yield (k, k - 1), signal
                    continue
                subordinates = signal.kind is SignalKind.SUBORDINATOR
                beside = (inside if subordinates or signal.kind is SignalKind.PREPOSITION else []) or near
                undated = [j for j in beside if j > k or not subordinates or not _dates(clauses[j])]
                effect = max(undated or beside, key=lambda j: _nearest(chances[k, j], k, j))
                yield from (((j, effect), signal) for j in _beside(clauses, k, effect, chances[:, effect]))
            elif signal.follows is Argument.EFFECT and before:
                ahead = [j for j in before if signal.place is None or clauses[j].low < signal.place[0]]
                told = [j for j in ahead if j in inside or not _concedes(clauses, j)] or before
                yield (max(told, key=lambda j: _nearest(chances[j, k], k, j)), k), signal


def _concedes(clauses: Sequence[Clause], k: int) -> bool:
    """Whether a clause ends its sentence with what its main clause overcame: what follows `so` follows from that."""
    opener = clauses[k].opened_by(SignalKind.SUBORDINATOR)
    follows = k > 0 and clauses[k - 1].sentence == clauses[k].sentence
    return follows and opener is not None and opener.sign is Sign.INHIBITS and opener.follows is Argument.CAUSE


def _explains_the_one_before(clauses: Sequence[Clause], k: int, signal: Signal) -> bool:
    """Whether a signal gives the cause of the clause right before its own in the sentence.

    So does a condition after its consequence (`would have sunk if ...`), a verb (`was due to the heat`), and a phrase
    that `and` or another signal follows: `late, due to fog, and left`.
    """
    if not k or clauses[k - 1].sentence != clauses[k].sentence:
        return False
    if signal.kind is SignalKind.VERB or (signal.words in SUPPOSING and clauses[k].opener is Opener.RESUME):
        return True
    after = clauses[k + 1] if k + 1 < len(clauses) else None
    if after is None or after.sentence != clauses[k].sentence or after.verb is None:
        return False
    trails = after.opener is Opener.AND or bool(after.signals)
    return trails and clauses[k].opened_by(SignalKind.PREPOSITION) is not None


def _dates(clause: Clause) -> bool:
    """Whether a phrase only dates its clause, as in `closed after the war`: a reason after it explains the clause."""
    opener = clause.opened_by(SignalKind.PREPOSITION)
    return clause.verb is None and opener is not None and str(opener) in word_class("dating_prepositions")


def _beside(clauses: Sequence[Clause], k: int, other: int, chances: Any) -> list[int]:
    """Return a cause with those that `and` joins to it, which share its signal: `because A and B`.

    Effects do not share it: of 47 clauses with at least 0.1 that `and` joins to `so A`, 8 have the same cause.
    """
    causes = [k]
    while (j := causes[-1] + 1) < len(clauses) and clauses[j].sentence == clauses[k].sentence:
        if clauses[j].opener is not Opener.AND or clauses[j].signals or j == other or chances[j] < SHARED:
            break
        causes.append(j)
    return causes


def _nearest(chance: float, k: int, j: int) -> float:
    """Return a score that prefers likely links and, among similar probabilities, near ones."""
    return float(chance) - 0.02 * abs(k - j)


def _edge(pair: Pair, chance: float, signal: Signal | None, promotes: bool, strength: str) -> Edge:
    if signal is None:
        sign, how = (Sign.PROMOTES, Strength(strength)) if promotes else (Sign.INHIBITS, Strength.CONTRIBUTING)
        return Edge(cause=pair[0], effect=pair[1], sign=sign, strength=how, confidence=chance, rule=Rule.LEARNT)
    needed = signal.words in CONDITIONS | SUPPOSING  # `But for X, Y would have been`: without X it would not.
    enough = strength == Strength.SUFFICIENT and signal.strength is Strength.NECESSARY and not needed
    return Edge(
        cause=pair[0],
        effect=pair[1],
        sign=signal.sign,
        strength=Strength.SUFFICIENT if enough else signal.strength,
        connective=str(signal),
        place=signal.place,
        confidence=max(chance, OUTRIGHT) if needed else chance,
        rule=Rule.SIGNAL,
    )


def earlier_claims(text: str, spans: Sequence[tuple[int, int]]) -> dict[int, tuple[int, ...]]:
    """Return each claim, by position, that opens a sentence about an earlier event, with the claims that it precedes.

    These are the claims of the last sentence before it that is not about earlier events itself; the last of them is in
    the simple past. An earlier event cannot be their effect: of 2,341 such pairs of claims in our stories, 45 are
    labelled as a link without a signal. The spans of the claims are in text order.

    Examples
    --------
    >>> text = "The bus broke down. The guests had eaten at six. They went home."
    >>> earlier_claims(text, ((0, 18), (20, 47), (49, 63)))
    {1: (0,)}
    """
    earlier: dict[int, tuple[int, ...]] = {}
    before: tuple[int, ...] = ()
    for start, places in by_sentence(text, spans):
        first = places[0]
        if not stated_as_over(text[start : spans[first][1]].strip()):
            before = places
        elif before and in_simple_past(text[slice(*spans[before[-1]])]):
            earlier[first] = before
    return earlier


def by_sentence(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the start of each sentence that has claims, with the positions of these; spans are in text order."""
    starts = [0, *(end.end() for end in SENTENCE_END.finditer(text))]
    for start, places in groupby(range(len(spans)), lambda k: starts[bisect_right(starts, spans[k][0]) - 1]):
        yield start, tuple(places)
