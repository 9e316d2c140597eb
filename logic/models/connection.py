"""Which formulas are connected by shared atoms.

Examples
--------
>>> [sorted(one) for one in components([{"a", "b"}, {"c"}, {"b", "d"}, set()])]
[['a', 'b', 'd'], ['c']]
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, TypeVar

from logic.formulas.formula import And, Formula

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

T = TypeVar("T", bound=Hashable)


def components(linked: Iterable[AbstractSet[T]]) -> tuple[frozenset[T], ...]:
    """Merge sets that share an element until none do."""
    merged: list[frozenset[T]] = []
    for item in linked:
        touching = [group for group in merged if group & item]
        union = frozenset(item).union(*touching)
        merged = [group for group in merged if not group & item]
        if union:
            merged.append(union)
    return tuple(sorted(merged, key=lambda group: min(map(str, group))))


def conjuncts(formula: Formula) -> Iterator[Formula]:
    """Yield the parts of a conjunction, also of nested ones; any other formula is its own part."""
    if isinstance(formula, And):
        for part in formula.parts:
            yield from conjuncts(part)
    else:
        yield formula
