"""Terms of the solver, and worlds in which they have values, as other files see them."""

from __future__ import annotations

from typing import NewType, Protocol

Term = NewType("Term", object)
"""A formula or a term of the solver; built and read by a `logic.solving.solver.Session` only."""


class Model(Protocol):
    """A world that satisfies what was asserted."""

    def holds(self, term: Term) -> bool:
        """Tell whether a formula is true in the model; what the model leaves free is completed."""
        ...

    def show(self, term: Term) -> str:
        """Write the value of a term."""
        ...

    def elements(self, sort: Term) -> tuple[Term, ...]:
        """List the elements of an uninterpreted sort; a model has at least one."""
        ...
