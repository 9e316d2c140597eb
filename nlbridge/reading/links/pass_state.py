"""What one pass over the clauses has seen so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from causalcore.scenario.scenario import Sign, Strength
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.lexicon.connectives import Signal
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.links.edges import Edge, Rule


@dataclass(slots=True)
class Reading:
    """What the pass has seen so far."""

    words: Words
    clauses: Sequence[Clause]
    edges: list[Edge] = field(default_factory=list)
    pending: list[tuple[int, Signal | None, Rule]] = field(default_factory=list)
    mains: list[int] = field(default_factory=list)
    asides: set[int] = field(default_factory=set)
    """Sentences that turn to another place or matter: what comes after goes on with the story before them."""

    backgrounds: set[int] = field(default_factory=set)
    """Sentences that say what held or went on: what comes after goes on with the story before them as well."""

    def link(self, cause: int, effect: int, signal: Signal | None, rule: Rule = Rule.SIGNAL) -> None:
        """Add an edge, unless the pair is linked."""
        if cause == effect or any({e.cause, e.effect} == {cause, effect} for e in self.edges):
            return
        self.edges.append(
            Edge(
                cause=cause,
                effect=effect,
                sign=signal.sign if signal else Sign.PROMOTES,
                strength=signal.strength if signal else Strength.NECESSARY,
                connective=str(signal) if signal else None,
                place=signal.place if signal else None,
                confidence=signal.confidence if signal else rule.confidence,
                rule=Rule.SIGNAL if signal else rule,
            )
        )

    def parents(self, effect: int) -> list[Edge]:
        """Links that bring about a clause."""
        return [e for e in self.edges if e.effect == effect and e.sign is Sign.PROMOTES]

    def leaf(self, cause: int) -> bool:
        """Whether a clause has no effect yet."""
        return not any(e.cause == cause for e in self.edges)

    def last_main(self) -> int:
        """Return the last main event of the story, asides left out where there is another."""
        story = [m for m in self.mains if self.clauses[m].sentence not in self.asides]
        return (story or self.mains)[-1]

    def leaves(self, sentence: int) -> list[int]:
        """Main events of a sentence that have no effect yet, in text order."""
        return [m for m in self.mains if self.clauses[m].sentence == sentence and self.leaf(m)]
