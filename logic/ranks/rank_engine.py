"""Two ways to the same ranks: count all worlds, or ask the solver for a cheapest one.

Both work on ground rules with weights and hard ground formulas, which `logic.models.completion` writes as propositional
formulas. Counting is exact and also gives spectra, for up to 16 atoms. The solver takes any number of atoms, gives only
the rank, and may run out of time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from logic.formulas.formula import Atom, Formula, Not, Signature, conjoin
from logic.formulas.smtlib import script, term
from logic.formulas.substitution import rebuild
from logic.models.worlds import Worlds, one_of
from logic.ranks.rank import INFINITE
from logic.solving.outcome import Limits, Status
from logic.solving.solver import Session

if TYPE_CHECKING:
    from collections.abc import Sequence


class Combination(StrEnum):
    """How the weights of violated rules combine to the rank of a world."""

    SUM = "sum"
    MAXIMUM = "maximum"

    def of(self, weights: Sequence[int]) -> int:
        """Combine weights; no weights give rank 0."""
        return sum(weights) if self is Combination.SUM else max(weights, default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rank:
    """The least rank of the worlds where something holds.

    Parameters
    ----------
    value
        The rank; infinite if no world remains; None if the solver could not decide.
    facts
        The true atoms of one cheapest world.
    reason
        Why the rank is not known.
    """

    value: float | None
    facts: tuple[Formula, ...] = ()
    reason: str = ""


class Engine(Protocol):
    """Answers questions about ground worlds."""

    def least(self, formulas: Sequence[Formula]) -> Rank:
        """Return the least rank of the worlds where the formulas hold."""

    def spectrum(self, formulas: Sequence[Formula]) -> dict[int, int] | None:
        """Count the worlds where the formulas hold, by rank; None if they are too many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Hard formulas and weighted rules over ground atoms, all propositional.

    Parameters
    ----------
    rules
        Each rule's formula, which a world keeps or violates, and its weight.
    """

    hard: tuple[Formula, ...]
    rules: tuple[tuple[Formula, int], ...]
    combination: Combination = Combination.SUM


class CountedWorlds:
    """Every world with its rank."""

    def __init__(self, problem: Problem, worlds: Worlds) -> None:
        self._worlds = worlds
        admitted = worlds.everywhere()
        for formula in problem.hard:
            admitted &= worlds.where(formula)
        self._by_rank = {0: admitted}
        for formula, weight in problem.rules:
            self._violate(worlds.where(Not(formula)), weight, problem.combination)

    def _violate(self, violating: int, weight: int, combination: Combination) -> None:
        split: dict[int, int] = {}
        for rank, worlds in self._by_rank.items():
            for place, part in ((rank, worlds & ~violating), (combination.of((rank, weight)), worlds & violating)):
                if part:
                    split[place] = split.get(place, 0) | part
        self._by_rank = dict(sorted(split.items()))

    def least(self, formulas: Sequence[Formula]) -> Rank:
        """Look up the rank."""
        wanted = self._worlds.where(conjoin(formulas))
        for rank, worlds in self._by_rank.items():
            if worlds & wanted:
                return Rank(value=rank, facts=self._worlds.facts(one_of(worlds & wanted)))
        return Rank(value=INFINITE)

    def spectrum(self, formulas: Sequence[Formula]) -> dict[int, int]:
        """Count the worlds by rank."""
        wanted = self._worlds.where(conjoin(formulas))
        counts = {rank: (worlds & wanted).bit_count() for rank, worlds in self._by_rank.items()}
        return {rank: count for rank, count in counts.items() if count}


@dataclass
class SolverWorlds:
    """Finds the cheapest world by bisection over its rank."""

    problem: Problem
    atoms: tuple[Formula, ...]
    limits: Limits = field(default_factory=Limits)

    def least(self, formulas: Sequence[Formula]) -> Rank:
        """Narrow down the rank from both sides; every model lowers the upper end to its own rank."""
        low, best = 0, self._below(formulas, None)
        while best.value is not None and low < best.value < INFINITE:
            middle = (low + int(best.value) + 1) // 2
            rank = self._below(formulas, middle)
            if rank.value is None:
                return rank
            low, best = (middle, best) if rank.value == INFINITE else (low, rank)
        return best

    def spectrum(self, formulas: Sequence[Formula]) -> None:
        """Count nothing, since there are too many worlds."""

    def _below(self, formulas: Sequence[Formula], bound: int | None) -> Rank:
        """Find a world with a rank below a bound, and return its rank."""
        session = Session(self.limits)
        session.read(below(self.problem, self.atoms, formulas, bound))
        outcome = session.check(model=True)
        if outcome.status is Status.UNSAT:
            return Rank(value=INFINITE)
        if outcome.model is None:
            return Rank(value=None, reason=outcome.reason)
        model = outcome.model
        violated = [
            weight
            for index, (_, weight) in enumerate(self.problem.rules)
            if not model.holds(session.boolean(f"kept-{index}"))
        ]
        facts = tuple(atom for index, atom in enumerate(self.atoms) if model.holds(session.boolean(f"p:atom{index}")))
        return Rank(value=self.problem.combination.of(violated), facts=facts)


def below(problem: Problem, atoms: Sequence[Formula], formulas: Sequence[Formula], bound: int | None) -> str:
    """Write as SMT-LIB that the formulas hold in a world with a rank below the bound; None means no bound."""
    letters = {atom: Atom(f"atom{index}") for index, atom in enumerate(atoms)}

    def lettered(formula: Formula) -> Formula:
        return letters.get(formula) or rebuild(formula, lettered)

    symbols = Signature(predicates=frozenset((letter.predicate, 0) for letter in letters.values()))
    lines = [script({}, symbols).rstrip()]
    lines += [f"(assert {term(lettered(formula))})" for formula in (*problem.hard, *formulas)]
    for index, (formula, _) in enumerate(problem.rules):
        lines += [f"(declare-const kept-{index} Bool)", f"(assert (= kept-{index} {term(lettered(formula))}))"]
    return "\n".join([*lines, *_bound(problem, bound)]) + "\n"


def _bound(problem: Problem, bound: int | None) -> list[str]:
    if bound is None:
        return []
    if problem.combination is Combination.MAXIMUM:
        costly = [index for index, (_, weight) in enumerate(problem.rules) if weight >= bound]
        return [f"(assert kept-{index})" for index in costly] + ([] if bound > 0 else ["(assert false)"])
    costs = " ".join(f"(ite kept-{index} 0 {weight})" for index, (_, weight) in enumerate(problem.rules))
    return [f"(assert (< (+ 0 0 {costs}) {bound}))"]
