"""A model of mechanisms in one context, where every variable has a factual value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from causalcore.errors import MalformedModelError, UnknownNameError
from causalcore.model.model import SCM, Mechanism

if TYPE_CHECKING:
    from causalcore.model.variable import Value


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """A model of mechanisms in one context: every noise variable has a value, so every variable has one.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> situation(FIRING_SQUAD, {"U": 1, "W": 0}).value("D")
    1
    """

    model: SCM
    noise: Mapping[str, int]
    facts: Mapping[str, int]

    def value(self, name: str) -> Value:
        """Return the factual value of a variable."""
        return self.model[name].values[self.position(name)]

    def position(self, name: str) -> int:
        """Return the position of a variable's factual value in its domain.

        Raises
        ------
        UnknownNameError
            If the model has no such endogenous variable.
        """
        if name not in self.facts:
            raise UnknownNameError(name, self.model.names)
        return self.facts[name]

    def compute(self, name: str, changed: Mapping[str, int]) -> int:
        """Return the value that a mechanism gives if some parents differ from the facts."""
        rule = self.model.rule(name)
        assert isinstance(rule, Mechanism)  # noqa: S101 - `situation` admits mechanisms only
        row = tuple(
            self.noise[parent] if parent in self.noise else changed[parent] if parent in changed else self.facts[parent]
            for parent in rule.parents
        )
        return int(rule.table[row])


def situation(model: SCM, context: Mapping[str, Value]) -> Situation:
    """Fix the noise of a model.

    Raises
    ------
    MalformedModelError
        If a variable has no mechanism, or the context leaves some noise open.
    """
    for name in model.names:
        if not isinstance(model.rule(name), Mechanism):
            message = f"expected mechanisms, got a conditional table for {name}; give its noise and formula"
            raise MalformedModelError(message)
    noise = {name: model[name].index(value) for name, value in context.items()}
    for item in model.exogenous:
        if item.name not in noise and item.size > 1:
            message = f"expected a context with a value of each noise variable, got none of {item.name}; add it"
            raise MalformedModelError(message)
        noise.setdefault(item.name, 0)
    facts: dict[str, int] = {}
    case = Situation(model, noise, facts)
    for name in model.order:
        facts[name] = case.compute(name, facts)
    return case
