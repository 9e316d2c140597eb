"""Claims about the truth value of formulas, and certificates that can be checked again.

A certificate either names claims that cannot hold together (a core), or gives finite models where the named claims
hold. `check` decides a core with a new solver run, and a model with the finite-model evaluator, without a solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from logic.formulas.formula import Formula, Not, signature
from logic.formulas.smtlib import evaluation, query
from logic.formulas.truth import Pair, Semantics, truth_pair
from logic.models.finite_model import FiniteModel, Value, value
from logic.solving.outcome import Status
from logic.solving.solver import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Expectation(StrEnum):
    """What a claim says about its formula's truth value."""

    TRUE = "true"
    FALSE = "false"
    NOT_TRUE = "not true"
    NOT_FALSE = "not false"


_VALUES: Mapping[Expectation, frozenset[Value]] = {
    Expectation.TRUE: frozenset({Value.TRUE}),
    Expectation.FALSE: frozenset({Value.FALSE}),
    Expectation.NOT_TRUE: frozenset({Value.FALSE, Value.GAP}),
    Expectation.NOT_FALSE: frozenset({Value.TRUE, Value.GAP}),
}
_CLASSICAL: Mapping[Expectation, Callable[[Pair], Formula]] = {
    Expectation.TRUE: lambda pair: pair.true,
    Expectation.FALSE: lambda pair: pair.false,
    Expectation.NOT_TRUE: lambda pair: Not(pair.true),
    Expectation.NOT_FALSE: lambda pair: Not(pair.false),
}


@dataclass(frozen=True, slots=True)
class Claim:
    """A formula is true, false, not true or not false."""

    formula: Formula
    expectation: Expectation = Expectation.TRUE

    def classical(self, semantics: Semantics) -> Formula:
        """Translate for the solver."""
        return _CLASSICAL[self.expectation](truth_pair(self.formula, semantics))

    def holds(self, model: FiniteModel, semantics: Semantics) -> bool:
        """Evaluate in a model, by the definitions."""
        return value(model, self.formula, semantics) in _VALUES[self.expectation]

    def __str__(self) -> str:
        return f"{self.formula} is {self.expectation}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """A model in which the named claims hold together."""

    names: tuple[str, ...]
    model: FiniteModel


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """Why a verdict holds.

    Parameters
    ----------
    claims
        Every claim of the question under its name.
    core
        Names of claims that cannot hold together; empty if the verdict needs none.
    witnesses
        Models of sets of claims.
    """

    claims: tuple[tuple[str, Claim], ...]
    semantics: Semantics
    core: tuple[str, ...] = ()
    witnesses: tuple[Witness, ...] = ()

    def check(self) -> bool:
        """Check again: the core by a new solver run, each model by evaluation; an empty certificate proves nothing."""
        if not self.core and not self.witnesses:
            return False
        claims = dict(self.claims)
        if self.core:
            session = Session()
            session.read(self.smtlib())
            if session.check().status is not Status.UNSAT:
                return False
        return all(
            claims[name].holds(witness.model, self.semantics) for witness in self.witnesses for name in witness.names
        )

    def smtlib(self) -> str:
        """Write the core as a script that any SMT-LIB 2.6 solver should answer `unsat`; empty without a core."""
        claims = dict(self.claims)
        if not self.core:
            return ""
        classical = {name: claims[name].classical(self.semantics) for name in self.core}
        return query(classical, signature(claims[name].formula for name in self.core))

    def model_smtlib(self) -> tuple[str, ...]:
        """Write, for each model, that one of its claims fails there: any SMT-LIB 2.6 solver should answer `unsat`."""
        claims = dict(self.claims)
        return tuple(
            evaluation(
                witness.model,
                (claims[name].classical(self.semantics) for name in witness.names),
                signature(claims[name].formula for name in witness.names),
            )
            for witness in self.witnesses
        )

    def __str__(self) -> str:
        claims = dict(self.claims)
        lines = [f"{name}: {claims[name]}" for name in self.core]
        lines += [f"model of {', '.join(witness.names)}: {witness.model}" for witness in self.witnesses]
        return "\n".join(lines)
