"""Which variables to adjust for: the back-door criterion, and sets that satisfy it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from causalcore.identification.diagram import Diagram
from causalcore.identification.estimand import Estimand, Factor, Over, Times


@dataclass(frozen=True, slots=True)
class Criterion:
    """Whether a set satisfies the back-door criterion, and the reason in a sentence without a full stop."""

    names: tuple[str, ...]
    holds: bool
    reason: str


def back_door(diagram: Diagram, cause: str, effect: str, names: Iterable[str]) -> Criterion:
    """Return whether a set satisfies the back-door criterion for a cause and an effect.

    References
    ----------
    .. [1] Pearl (2009), Causality, definition 3.3.1.

    Examples
    --------
    >>> confounded = Diagram(("Z", "X", "Y"), (("Z", "X"), ("Z", "Y"), ("X", "Y")))
    >>> back_door(confounded, "X", "Y", ()).holds, back_door(confounded, "X", "Y", ("Z",)).holds
    (False, True)
    """
    chosen = tuple(sorted(names))
    shown = ", ".join(chosen) or "the empty set"
    later = [name for name in chosen if name in diagram.descendants([cause])]
    if later:
        return Criterion(chosen, holds=False, reason=f"{', '.join(later)} is an effect of {cause}")
    if effect in chosen or cause in chosen:
        return Criterion(chosen, holds=False, reason=f"{cause} and {effect} are not adjusted for")
    if diagram.cut(out_of=[cause]).separated([cause], [effect], chosen):
        return Criterion(chosen, holds=True, reason=f"{shown} blocks every back-door path from {cause} to {effect}")
    return Criterion(chosen, holds=False, reason=f"a back-door path from {cause} to {effect} is open given {shown}")


def adjustment_sets(diagram: Diagram, cause: str, effect: str, among: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Yield the sets that satisfy the back-door criterion, smaller sets first.

    Parameters
    ----------
    among
        The variables that may be adjusted for.
    """
    free = [name for name in diagram.nodes if name in set(among) - {cause, effect} - diagram.descendants([cause])]
    for size in range(len(free) + 1):
        for names in combinations(free, size):
            if back_door(diagram, cause, effect, names).holds:
                yield names


def joint_adjustment_sets(
    diagram: Diagram, causes: tuple[str, ...], effect: str, among: Iterable[str]
) -> Iterator[tuple[str, ...]]:
    """Yield the sets to adjust for when several causes are set at once, smaller sets first.

    No member is an effect of a cause, and every back-door path from a cause is blocked. Sets that are valid for another
    reason, such as one that contains an effect of the first cause and a cause of the second, are not included.

    References
    ----------
    .. [1] Pearl (2009), Causality, section 4.4.

    Examples
    --------
    >>> diagram = Diagram(("Z", "X", "M", "Y"), (("Z", "M"), ("Z", "Y"), ("X", "M"), ("M", "Y"), ("X", "Y")))
    >>> list(joint_adjustment_sets(diagram, ("X", "M"), "Y", ["Z"]))
    [('Z',)]
    """
    later = diagram.descendants(causes)
    free = [name for name in diagram.nodes if name in set(among) - later - {effect}]
    silent = diagram.cut(out_of=causes)
    for size in range(len(free) + 1):
        for names in combinations(free, size):
            if silent.separated(causes, [effect], names):
                yield names


def adjusted(cause: str, effect: str, names: tuple[str, ...]) -> Estimand:
    """Return P(effect | do(cause)) adjusted for a set."""
    if not names:
        return Factor((effect,), (cause,))
    return Over(names, Times((Factor((effect,), (cause, *names)), Factor(names))))


@dataclass(frozen=True, slots=True)
class Choice:
    """Which of two sets to adjust for; None if both or neither are right and they have the same size."""

    first: Criterion
    second: Criterion
    better: int | None
    reason: str


def compare_sets(diagram: Diagram, cause: str, effect: str, first: Iterable[str], second: Iterable[str]) -> Choice:
    """Return which of two sets to adjust for; if both are right, the smaller one.

    Examples
    --------
    >>> mediated = Diagram(("X", "M", "Y"), (("X", "M"), ("M", "Y")))
    >>> compare_sets(mediated, "X", "Y", (), ("M",)).better
    0
    """
    one, two = (back_door(diagram, cause, effect, names) for names in (first, second))
    if one.holds != two.holds:
        right, wrong = (one, two) if one.holds else (two, one)
        return Choice(one, two, 0 if one.holds else 1, f"{right.reason}; {wrong.reason}")
    if len(one.names) != len(two.names):
        small, large = sorted((one, two), key=lambda criterion: len(criterion.names))
        better = 0 if small is one else 1
        verdict = f"{small.reason}, so that adjusting for {', '.join(large.names)} too is not needed"
        return Choice(one, two, better, verdict if one.holds else f"neither holds: {one.reason}; {two.reason}")
    return Choice(one, two, None, f"{one.reason}; {two.reason}")
