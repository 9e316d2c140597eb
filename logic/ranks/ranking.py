"""Weighted defaults: how surprising something is, and how firmly something else follows.

A world costs the weights of the defaults that it violates. The rank kappa(f) of f is the least cost of a world of f.
The firmness of c given f, tau(c | f) = kappa(f and not c) - kappa(f and c), is positive if c is to be expected [1]_.
Without weights, System Z weighs the defaults [2]_.

References
----------
.. [1] Spohn (2012), The laws of belief.
.. [2] Pearl (1990), System Z.

Examples
--------
>>> from logic.ranks.default import default
>>> birds = Ranking(
...     defaults=(
...         default("Bird(x)", "Flies(x)", variables=["x"]),
...         default("Penguin(x)", "Bird(x)", variables=["x"]),
...         default("Penguin(x)", "~Flies(x)", variables=["x"]),
...     )
... )
>>> birds.firmness("Flies(tux)", "Bird(tux)"), birds.firmness("Flies(tux)", "Penguin(tux)")
(1, -1)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from logic.errors import MalformedFormulaError
from logic.formulas.formula import Formula, check_limits
from logic.formulas.truth import Semantics
from logic.models.completion import atoms_of, settled
from logic.models.connection import components, conjuncts
from logic.models.worlds import MAX_COUNTED, Worlds
from logic.ranks.grounding import domain_of, ground, instances
from logic.ranks.rank import INFINITE, difference
from logic.ranks.rank_engine import Combination, CountedWorlds, Engine, Problem, Rank, SolverWorlds
from logic.ranks.system_z import levels, spaced
from logic.solving.claim import Claim, Expectation
from logic.solving.entailment import sentence
from logic.solving.outcome import Limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from logic.ranks.default import Default


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Defaults, and what holds without exception.

    Parameters
    ----------
    defaults
        Either all or none have a weight; without weights, System Z weighs them.
    background
        What holds in every world.
    combination
        Whether a world costs the sum of the weights that it violates, or their maximum, as in System Z.

    Raises
    ------
    MalformedFormulaError
        If only some defaults have a weight.
    """

    defaults: tuple[Default, ...] = ()
    background: tuple[Formula, ...] = ()
    combination: Combination = Combination.SUM
    semantics: Semantics = Semantics.SUPERVALUATION
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        weighted = sum(rule.weight is not None for rule in self.defaults)
        if weighted not in {0, len(self.defaults)}:
            expected = "a weight for every default or for none"
            actual = f"{weighted} weights for {len(self.defaults)} defaults"
            raise MalformedFormulaError(expected, actual, "weigh the others, too")

    def kappa(self, *formulas: Formula | str) -> Rank:
        """Return the least cost of a world where the formulas are true.

        Raises
        ------
        ClashingDefaultsError
            If the defaults have no weights and no ranking accepts them all.
        """
        claims = [Claim(sentence(formula)) for formula in formulas]
        return Space(self, [claim.formula for claim in claims]).least(claims)

    def firmness(self, conclusion: Formula | str, *given: Formula | str) -> float | None:
        """Return tau(conclusion | given); None if the solver could not decide.

        An impossible condition makes nothing firm: the result is 0.
        """
        claims, asked = [Claim(sentence(formula)) for formula in given], sentence(conclusion)
        space = Space(self, [*(claim.formula for claim in claims), asked])
        return space.firmness(Claim(asked), claims)


class Space:
    """The ground worlds over the atoms of some formulas, ranked."""

    def __init__(self, ranking: Ranking, formulas: Sequence[Formula], *, about: Sequence[Formula] = ()) -> None:
        """Ground everything over one domain.

        Parameters
        ----------
        formulas
            Everything that questions will be about.
        about
            If given, counts omit what has no connection with these, by hard formulas, rules or the other formulas. It
            would multiply every count by the same factor.
        """
        self.ranking, self.vocabulary = ranking, tuple(formulas)
        rules = ranking.defaults
        self.domain = domain_of([*ranking.background, *(rule.material for rule in rules), *formulas])
        self._hard = tuple(part for formula in ranking.background for part in conjuncts(self.settle(Claim(formula))))
        self.rules = tuple(ground_rule for rule in rules for ground_rule in instances(rule, self.domain))
        self._kept = tuple(self.settle(Claim(rule.material)) for rule in self.rules)
        self.weights = self._weights()
        everything = [*self._hard, *self._kept, *(self.settle(Claim(formula)) for formula in formulas)]
        self.atoms = self._sorted(everything)
        self.problem = Problem(
            hard=self._hard,
            rules=tuple(zip(self._kept, self.weights or (), strict=False)),
            combination=ranking.combination,
        )
        self._engine = self._engine_over(self.problem, self.atoms) if self.weights is not None else None
        parts = (atoms_of([part], self.domain.contested) for formula in everything for part in conjuncts(formula))
        seeds = atoms_of([self.settle(Claim(formula)) for formula in about or formulas], self.domain.contested)
        self._reached = seeds.union(*(group for group in components(parts) if group & seeds))

    def settle(self, claim: Claim) -> Formula:
        """Write a claim as a propositional formula over ground atoms."""
        true = claim.expectation is Expectation.TRUE
        formula = ground(claim.formula, self.domain)
        check_limits(formula)
        return settled(formula, self.domain.contested, self.ranking.semantics, true=true)

    def least(self, claims: Iterable[Claim]) -> Rank:
        """Return the least rank of the worlds where the claims hold."""
        if self._engine is None:
            return Rank(value=None, reason="the solver could not weigh the defaults by System Z")
        return self._engine.least([self.settle(claim) for claim in claims])

    def spectrum(self, claims: Iterable[Claim]) -> dict[int, int] | None:
        """Count the worlds over the connected atoms where the claims hold, by rank; None if they are too many."""
        if self.weights is None or len(self._reached) > MAX_COUNTED:
            return None
        return self._counting.spectrum([*filter(self._counts, self._parts(claims))])

    def firmness(self, conclusion: Claim, given: Sequence[Claim]) -> float | None:
        """Return tau, or None."""
        against = self.least([*given, Claim(conclusion.formula, Expectation.FALSE)]).value
        for_ = self.least([*given, conclusion]).value
        return None if against is None or for_ is None else difference(against, for_)

    # ------------------------------------------------------------ inside

    def _weights(self) -> tuple[int, ...] | None:
        given = tuple(rule.weight for rule in self.rules if rule.weight is not None)
        return given if len(given) == len(self.rules) else self._system_z()

    def _system_z(self) -> tuple[int, ...] | None:
        """Weigh the rules in groups that share no atoms, so unrelated names make no difference."""
        pairs = [(self.settle(Claim(rule.antecedent)), self.settle(Claim(rule.consequent))) for rule in self.rules]
        rule_atoms = [atoms_of(pair, self.domain.contested) for pair in pairs]
        hard = [atoms_of([formula], self.domain.contested) for formula in self._hard]
        weights: dict[int, int] = {}
        for group in (*components([*hard, *rule_atoms]), frozenset[Formula]()):
            places = [place for place, atoms in enumerate(rule_atoms) if atoms & group or atoms == group]
            facts = tuple(fact for fact, atoms in zip(self._hard, hard, strict=True) if atoms & group or not atoms)
            group_weights = self._group_weights([pairs[place] for place in places], facts, group)
            if group_weights is None:
                return None
            weights |= dict(zip(places, group_weights, strict=True))
        return tuple(weights[place] for place in range(len(pairs)))

    def _group_weights(
        self, pairs: Sequence[tuple[Formula, Formula]], hard: tuple[Formula, ...], atoms: frozenset[Formula]
    ) -> tuple[int, ...] | None:
        engine = self._engine_over(Problem(hard=hard, rules=()), tuple(sorted(atoms, key=str)))

        def satisfiable(formulas: Sequence[Formula]) -> bool | None:
            value = engine.least(formulas).value
            return None if value is None else value < INFINITE

        ranked = levels(pairs, satisfiable)
        if ranked is None:
            return None
        return spaced(ranked) if self.ranking.combination is Combination.SUM else tuple(level + 1 for level in ranked)

    def _parts(self, claims: Iterable[Claim]) -> Iterator[Formula]:
        for claim in claims:
            yield from conjuncts(self.settle(claim))

    def _counts(self, formula: Formula) -> bool:
        atoms = atoms_of([formula], self.domain.contested)
        return not atoms or bool(atoms & self._reached)

    @cached_property
    def _counting(self) -> CountedWorlds:
        problem = Problem(
            hard=tuple(filter(self._counts, self._hard)),
            rules=tuple(rule for rule in self.problem.rules if self._counts(rule[0])),
            combination=self.problem.combination,
        )
        atoms = tuple(sorted(self._reached, key=str))
        return CountedWorlds(problem, Worlds(atoms, self.domain.contested, self.ranking.semantics))

    def _engine_over(self, problem: Problem, atoms: tuple[Formula, ...]) -> Engine:
        if len(atoms) > MAX_COUNTED:
            return SolverWorlds(problem, atoms, self.ranking.limits)
        return CountedWorlds(problem, Worlds(atoms, self.domain.contested, self.ranking.semantics))

    def _sorted(self, formulas: Iterable[Formula]) -> tuple[Formula, ...]:
        return tuple(sorted(atoms_of(formulas, self.domain.contested), key=str))
