"""Path-specific effects.

Sources: Pearl (2001), Direct and indirect effects, definition 8; Avin, Shpitser and Pearl (2005), Identifiability of
path-specific effects. Along the named paths a variable sees the new value of the cause, along all others the old one.
The effect is a nested counterfactual: every parent is set to the value it would have if only the parts of the named
paths that end in it were active.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from causalcore.errors import MalformedModelError
from causalcore.queries.world import Setting, Term

if TYPE_CHECKING:
    from causalcore.model.model import SCM
    from causalcore.model.variable import Value
    from causalcore.queries.effect import Change

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PathEffect:
    """The effect of one variable on another along some directed paths."""

    cause: Change
    effect: Change
    paths: tuple[Path, ...]


def active_world(model: SCM, query: PathEffect) -> tuple[tuple[str, Setting], ...]:
    """Return the setting of the effect's parents in which only the named paths are active.

    Raises
    ------
    MalformedModelError
        If a path does not lead along the model's arrows from the cause to the effect.

    Examples
    --------
    >>> from causalcore.queries.effect import Change
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> query = PathEffect(Change("C"), Change("D"), (("C", "A", "D"),))
    >>> print(Term("D", active_world(FIRING_SQUAD, query)))
    D@do(A=A@do(C=1), B=B@do(C=0))
    """
    cause, effect = query.cause.variable, query.effect.variable
    for path in query.paths:
        _check(model, path, cause, effect)
    return _Activation(model, cause, query.cause.ends(model)).settings(effect, frozenset(query.paths))


def _check(model: SCM, path: Path, cause: str, effect: str) -> None:
    written = " -> ".join(path)
    if len(path) < 2 or path[0] != cause or path[-1] != effect:
        message = f"expected a path from {cause} to {effect}, got {written}; begin and end it there"
        raise MalformedModelError(message)
    for parent, child in pairwise(path):
        if parent not in model.parents(child):
            why = f"its parents are {', '.join(model.parents(child))}" if model.parents(child) else "it has no parents"
            message = f"expected a path along the model's arrows, got {written}; {parent} is none of {child}'s: {why}"
            raise MalformedModelError(message)


class _Activation:
    """The values that each variable sees when some paths are active."""

    def __init__(self, model: SCM, cause: str, ends: tuple[Value, Value]) -> None:
        self.model, self.cause = model, cause
        self.old, self.new = ends
        self.downstream = model.descendants([cause])

    def settings(self, name: str, paths: frozenset[Path]) -> tuple[tuple[str, Setting], ...]:
        """Return the settings of a variable's parents, given the active paths that end in it."""
        settings: list[tuple[str, Setting]] = []
        for parent in self.model.parents(name):
            ending = frozenset(path[:-1] for path in paths if path[-2] == parent)
            if parent == self.cause:
                settings.append((parent, self.new if ending else self.old))
            elif parent in self.downstream:
                settings.append((parent, self._term(parent, ending)))
        return tuple(settings)

    def _term(self, name: str, paths: frozenset[Path]) -> Term:
        if not paths:
            return Term(name, ((self.cause, self.old),))
        if all(parent == self.cause or parent not in self.downstream for parent in self.model.parents(name)):
            return Term(name, ((self.cause, self.new),))
        return Term(name, self.settings(name, paths))
