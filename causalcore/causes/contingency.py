"""AC2 of the modified definition as a satisfiability question.

Sources: Halpern (2016), Actual Causality, definition 2.2.1; Ibrahim and Pretschner (2020), From checking to inference:
actual causality computations as optimization problems, who also use a SAT solver. One formula describes all worlds that
differ from the facts by a setting of the cause and by the variables held at their factual values. The solver finds one
without the effect, then one with fewer variables held, until there is none.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from causalcore.model.model import Mechanism
from logic.solving.outcome import Limits, Status
from logic.solving.solver import Session, one_of
from logic.solving.term import Term

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.causes.situation import Situation
    from logic.solving.term import Model

Contingency = tuple[tuple[tuple[str, int], ...], tuple[str, ...]]
"""A setting of the cause, as positions, and the variables held at their factual values."""


@dataclass(frozen=True, slots=True)
class Search:
    """The result of a search for a contingency.

    Parameters
    ----------
    contingency
        What it found; None if there is none, or none was found in time.
    undecided
        Why the solver gave up on whether there is one, or one that holds fewer variables; empty if it did not.
    """

    contingency: Contingency | None
    undecided: str = ""


class _Worlds:
    """The formula of all worlds that settings of a cause and held variables can produce."""

    def __init__(self, case: Situation, cause: tuple[str, ...], relevant: Sequence[str], limits: Limits | None) -> None:
        self.case, self.cause, self.relevant = case, cause, relevant
        self.session = Session(limits)
        self.values: dict[str, tuple[Term, ...]] = {}
        self.held: dict[str, Term] = {}

    def describe(self, name: str) -> None:
        """Constrain a variable's values; the variables before it have been described already."""
        size = self.case.model[name].size
        session = self.session
        values = self.values[name] = one_of(session, name, [str(position) for position in range(size)])
        if name in self.cause:
            return
        self.held[name] = session.boolean(f"held:{name}")
        for position, value in enumerate(values[1:], start=1):  # exactly one holds, so the first follows
            fact = session.constant_true() if position == self.case.facts[name] else session.constant_false()
            session.require(session.same(value, session.either(self.held[name], fact, self._computed(name, position))))

    def _computed(self, name: str, position: int) -> Term:
        """Return the term: a mechanism gives a value."""
        rule = self.case.model.rule(name)
        assert isinstance(rule, Mechanism)  # noqa: S101 - `situation` admits mechanisms only
        moving = [parent for parent in rule.parents if parent in self.values]
        fixed = {**self.case.facts, **self.case.noise}
        table = rule.table[tuple(slice(None) if p in self.values else fixed[p] for p in rule.parents)]
        return self._choose(np.asarray(table == position), moving)

    def _choose(self, table: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], parents: Sequence[str]) -> Term:
        if table.all():
            return self.session.constant_true()
        if not table.any():
            return self.session.constant_false()
        first, rest = self.values[parents[0]], parents[1:]
        return self.session.any_of(
            self.session.all_of((value, self._choose(part, rest))) for value, part in zip(first, table, strict=True)
        )

    def read(self, model: Model) -> Contingency:
        """Return the setting, and the held variables that would otherwise leave their factual value."""
        setting = tuple(
            (name, next(position for position, value in enumerate(self.values[name]) if model.holds(value)))
            for name in self.cause
        )
        changed = dict(setting)
        held = []
        for name in self.relevant:
            if name in self.cause:
                continue
            value = self.case.compute(name, changed)
            if value != self.case.facts[name] and model.holds(self.held[name]):
                held.append(name)
            else:
                changed[name] = value
        return setting, tuple(held)


def find_contingency(
    case: Situation,
    cause: tuple[str, ...],
    relevant: Sequence[str],
    target: str,
    lost: Sequence[int],
    limits: Limits | None = None,
) -> Search:
    """Find the contingency with the fewest variables held that undoes an effect.

    Parameters
    ----------
    relevant
        The variables on the paths from the cause to `target`, including both, causes before effects.
    lost
        The positions of the target at which the effect is undone.
    limits
        Limits of the whole search; it may overrun its time by one check.
    """
    allowed = limits or Limits()
    end = monotonic() + allowed.seconds
    worlds = _Worlds(case, cause, relevant, allowed)
    for name in relevant:
        if monotonic() > end:
            return Search(None, "timeout")
        worlds.describe(name)
    session = worlds.session
    session.require(session.any_of(worlds.values[target][position] for position in lost))
    fewest: Contingency | None = None
    while True:
        outcome = session.check(model=True)
        if outcome.status is Status.UNKNOWN:
            return Search(fewest, outcome.reason or "unknown")
        if outcome.model is None:
            return Search(fewest)
        fewest = worlds.read(outcome.model)
        if not fewest[1]:
            return Search(fewest)
        if monotonic() > end:
            return Search(fewest, "timeout")
        session.require(session.at_most(worlds.held.values(), len(fewest[1]) - 1))
