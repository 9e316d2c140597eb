"""The solver's terms, and worlds that give them values, as other files see them."""

from __future__ import annotations

from typing import NewType, Protocol

Term = NewType("Term", object)
"""A formula or a term of the solver; only a `logic.solving.solver.Session` builds and reads it."""


class Model(Protocol):
    """A world that satisfies the assertions."""

    def holds(self, term: Term) -> bool:
        """Return whether a formula is true in the model; the model's free symbols are completed."""
        ...

    def show(self, term: Term) -> str:
        """Write the value of a term."""
        ...

    def elements(self, sort: Term) -> tuple[Term, ...]:
        """Return the elements of an uninterpreted sort; a model has at least one."""
        ...
