"""Deterministic stories: equations, and what would have happened (abduction, action, prediction)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from causalcore.errors import CyclicModelError, ImpossibleEvidenceError

MAX_FREE = 16
"""Most variables without an equation that are tried in all combinations."""


@dataclass(frozen=True, slots=True)
class Equation:
    """A variable takes a value exactly if all, or some, of its causes take theirs.

    Parameters
    ----------
    target, value
        The variable, and the value that its causes give it.
    causes
        Variables with the values that count as met.
    every
        Whether all causes are needed; otherwise one is enough.

    Examples
    --------
    >>> wet = Equation("wet", 1, (("rain", 1), ("sprinkler", 1)), every=False)
    >>> wet.result({"rain": 0, "sprinkler": 1}), str(wet)
    (1, 'wet=1 exactly if rain=1 or sprinkler=1')
    """

    target: str
    value: int
    causes: tuple[tuple[str, int], ...]
    every: bool = True

    def result(self, values: Mapping[str, int]) -> int:
        """Return the variable's value under the values of its causes."""
        met = [values[name] == value for name, value in self.causes]
        return self.value if (all(met) if self.every else any(met)) else 1 - self.value

    def __str__(self) -> str:
        conditions = f" {'and' if self.every else 'or'} ".join(f"{name}={value}" for name, value in self.causes)
        return f"{self.target}={self.value} exactly if {conditions}"


@dataclass(frozen=True, slots=True)
class StoryOutcome:
    """The outcome of a what-if question.

    Parameters
    ----------
    holds
        Whether the consequent would hold; None if the observations leave it open.
    worlds
        Possible values of the variables without an equation, given the observations.
    predicted
        For each world, all values under the action.
    """

    holds: bool | None
    worlds: tuple[Mapping[str, int], ...]
    predicted: tuple[Mapping[str, int], ...]


@dataclass(frozen=True, slots=True)
class Story:
    """Variables and the equations that hold between them.

    Raises
    ------
    CyclicModelError
        If equations form a cycle.

    Examples
    --------
    >>> story = Story(("match", "oxygen", "fire"), (Equation("fire", 1, (("match", 1), ("oxygen", 1))),))
    >>> story.would({"fire": 1}, {"match": 0}, given={"oxygen": 1}).holds
    False
    >>> story.would({"fire": 1}, {"match": 1}).holds is None
    True
    """

    names: tuple[str, ...]
    equations: tuple[Equation, ...]

    def __post_init__(self) -> None:
        if len(self.order) < len(self.names):
            left = tuple(name for name in self.names if name not in self.order)
            raise CyclicModelError((*left, left[0]))

    @property
    def order(self) -> tuple[str, ...]:
        """The variables, causes before effects."""
        by_target = {equation.target: {name for name, _ in equation.causes} for equation in self.equations}
        ordered: list[str] = []
        waiting = list(self.names)
        while ready := [name for name in waiting if by_target.get(name, set()) <= set(ordered)]:
            ordered += ready
            waiting = [name for name in waiting if name not in ordered]
        return tuple(ordered)

    @property
    def free(self) -> tuple[str, ...]:
        """The variables without an equation."""
        targets = {equation.target for equation in self.equations}
        return tuple(name for name in self.names if name not in targets)

    def world(self, free: Mapping[str, int], do: Mapping[str, int] | None = None) -> dict[str, int]:
        """Return all values, given those of the free variables, under an action."""
        by_target = {equation.target: equation for equation in self.equations}
        values: dict[str, int] = {}
        for name in self.order:
            if name in (do or {}):
                values[name] = (do or {})[name]
            else:
                values[name] = by_target[name].result(values) if name in by_target else free[name]
        return values

    def worlds(self, given: Mapping[str, int]) -> Iterator[dict[str, int]]:
        """Yield the values of the free variables that reproduce the given values (abduction)."""
        observed = [name for name in self.free if name in given]
        unknown = [name for name in self.free if name not in given]
        if len(unknown) > MAX_FREE:
            message = f"expected at most {MAX_FREE} variables without an equation or observation, got {len(unknown)}"
            raise ValueError(message)
        for row in product((0, 1), repeat=len(unknown)):
            free = {name: given[name] for name in observed} | dict(zip(unknown, row, strict=True))
            values = self.world(free)
            if all(values[name] == value for name, value in given.items()):
                yield free

    def would(
        self, consequent: Mapping[str, int], do: Mapping[str, int], given: Mapping[str, int] | None = None
    ) -> StoryOutcome:
        """Return whether something would hold under an action, given the observations.

        References
        ----------
        .. [1] Pearl (2009), Causality, theorem 7.1.7.

        Raises
        ------
        ImpossibleEvidenceError
            If no world agrees with the observations.
        """
        worlds = tuple(self.worlds(given or {}))
        if not worlds:
            shown = ", ".join(f"{name}={value}" for name, value in (given or {}).items())
            raise ImpossibleEvidenceError((shown,))
        predicted = tuple(self.world(free, do) for free in worlds)
        held = {all(values[name] == value for name, value in consequent.items()) for values in predicted}
        return StoryOutcome(held.pop() if len(held) == 1 else None, worlds, predicted)
