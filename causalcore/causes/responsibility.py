"""The degree of responsibility for an effect.

Sources: Chockler and Halpern (2004), Responsibility and blame; Halpern (2016), Actual Causality, section 6.1, for the
modified definition. It is 1 / k for the smallest k = |X| + |W| over the causes X that contain a variable, where W is
what is held; 0 if no cause contains it.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from time import monotonic
from typing import TYPE_CHECKING

from causalcore.causes.actual_cause import SECONDS, actual_cause
from causalcore.causes.situation import Situation
from causalcore.errors import MalformedModelError

if TYPE_CHECKING:
    from causalcore.queries.world import Fact

MAX_CAUSES = 5_000
"""Most sets of variables that are tried as causes."""
MAX_SECONDS = 60.0
"""Time for the degree of one variable in one context; untried sets then leave an interval."""


def responsibility(case: Situation, name: str, effect: Fact) -> float:
    """Return the degree of responsibility of a variable's factual value for an effect.

    Raises
    ------
    MalformedModelError
        If the question would need more sets of variables, or more time, than allowed.

    Examples
    --------
    >>> from causalcore.causes.situation import situation
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> from causalcore.queries.world import Fact, Term
    >>> responsibility(situation(FIRING_SQUAD, {"U": 1, "W": 0}), "A", Fact(Term("D"), 1))
    0.5
    """
    low, high = responsibility_range(case, name, effect)
    if low < high:
        message = (
            f"expected a question that {MAX_CAUSES} sets of variables or {MAX_SECONDS:g} s decide, "
            f"got {low:g} to {high:g} still open; ask about a smaller model"
        )
        raise MalformedModelError(message)
    return low


def responsibility_range(case: Situation, name: str, effect: Fact) -> tuple[float, float]:
    """Return the least and the greatest degree that remain after trying all the sets that may be tried.

    Causes are tried by size. An untried cause has more variables than all tried ones, so its degree is at most 1 over
    that number.
    """
    target = effect.term.variable
    rest = (other for other in case.model.names if other not in {name, target})
    upstream = [other for other in rest if target in case.model.descendants([other])]
    low, high, tried = 0.0, 0.0, 0
    end = monotonic() + MAX_SECONDS
    for size in range(1, len(upstream) + 2):
        if low >= 1 / size:
            break
        tried += comb(len(upstream), size - 1)
        if tried > MAX_CAUSES or monotonic() > end:
            return low, max(high, 1 / size)
        sure, possible = _of_size(case, name, effect, upstream, size, end)
        low, high = max(low, sure), max(high, possible)
    return low, max(low, high)


def _of_size(
    case: Situation, name: str, effect: Fact, upstream: list[str], size: int, end: float
) -> tuple[float, float]:
    """Return the degree that causes of one size are known to give, and the degree that they may give."""
    low, high = 0.0, 0.0
    for others in combinations(upstream, size - 1):
        members = (name, *others)
        stated = {member: case.value(member) for member in members}
        verdict = actual_cause(case, stated, effect, min(SECONDS, end - monotonic()))
        if verdict.holds and verdict.witness is not None:
            low = max(low, 1 / (size + len(verdict.witness.held)))
            if not verdict.witness.held:
                return low, low
        if verdict.holds is None or (verdict.holds and verdict.witness is not None and not verdict.witness.fewest):
            high = max(high, 1 / size)
    return low, max(low, high)
