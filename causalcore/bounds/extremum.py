"""The least and greatest value of a ratio of multilinear forms over polytopes.

Source: Charnes and Cooper (1962), Programming with linear fractional functionals, for one polytope. A ratio whose
numerator and denominator are linear in each of several points is quasilinear in each of them, so it is extreme at
vertices. These are listed; if the largest polytope has too many, a linear program finds its extreme point for each
choice of the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import comb, prod
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.model.model import Floats

MAX_BASES = 20_000
"""Most bases that are tried for the vertices of one polytope."""
FEW_BASES = 500
"""Most bases that take less time to try than the two linear programs they replace (these take about 2 ms)."""
MAX_PROGRAMS = 1_000
"""Most combinations of vertices for which a linear program is solved."""
MAX_CELLS = 1 << 22
"""Most cells of the forms, or of the constraints, of one program."""
SLACK = 1e-9
_BATCH = 2_000


@dataclass(frozen=True, eq=False)
class Polytope:
    """The points q >= 0 with A q = b; they must be bounded.

    Shapes
    ------
    matrix : (equations, size); vector : (equations,)
    """

    matrix: Floats
    vector: Floats

    @cached_property
    def few_vertices(self) -> Floats | None:
        """Its vertices, listed once; None if that takes longer than a linear program, or finds none."""
        listed = vertices(self, FEW_BASES)
        return listed if listed is not None and len(listed) else None


@dataclass(frozen=True, slots=True)
class Range:
    """The ends of a range; `sharp` if both are reached or approached."""

    low: float
    high: float
    sharp: bool = True


def extrema(goal: Floats, given: Floats, polytopes: Sequence[Polytope]) -> Range | None:
    """Return the range of goal / given over the polytopes; None if no point makes `given` positive.

    Shapes
    ------
    goal, given : one axis for each polytope

    Examples
    --------
    >>> chances = Polytope(np.array([[1.0, 1.0]]), np.array([1.0]))
    >>> extrema(np.array([2.0, 5.0]), np.ones(2), [chances])
    Range(low=2.0, high=5.0, sharp=True)
    """
    order = sorted(range(len(polytopes)), key=lambda place: polytopes[place].matrix.shape[1])
    goal, given = np.transpose(goal, order), np.transpose(given, order)
    polytopes = [polytopes[place] for place in order]
    corners = _corners(polytopes[:-1])
    if corners is not None:
        ends = [_ends(_at(goal, corner), _at(given, corner), polytopes[-1]) for corner in product(*corners)]
        return _widest([end for end in ends if end is not None], sharp=True)
    merged = _merged(polytopes)
    if merged is None:
        return None
    end = _ends(goal.reshape(-1), given.reshape(-1), merged)
    return None if end is None else _widest([end], sharp=False)


def too_large(polytopes: Sequence[Polytope]) -> bool:
    """Return whether neither the vertices can be listed nor the polytopes merged into one."""
    smaller = sorted(polytopes, key=lambda polytope: polytope.matrix.shape[1])[:-1]
    return _corners(smaller) is None and _merged(polytopes) is None


def empty(polytope: Polytope) -> bool:
    """Return whether no point satisfies the constraints."""
    if polytope.few_vertices is not None:
        return False
    from scipy.optimize import linprog

    size = polytope.matrix.shape[1]
    solution = linprog(np.zeros(size), A_eq=polytope.matrix, b_eq=polytope.vector, bounds=(0, None), method="highs")
    return bool(solution.status == 2)


def _corners(polytopes: Sequence[Polytope]) -> list[Floats] | None:
    listed = []
    for polytope in polytopes:
        corners = vertices(polytope)
        if corners is None:
            return None
        listed.append(corners)
    return listed if prod(map(len, listed)) <= MAX_PROGRAMS else None


def vertices(polytope: Polytope, bases: int = MAX_BASES) -> Floats | None:
    """List the vertices of a bounded polytope, or return None if it has more bases than may be tried.

    Shapes
    ------
    result : (vertices, size)
    """
    matrix, vector = _independent(polytope)
    rank, size = matrix.shape
    if comb(size, rank) > bases:
        return None
    chosen = np.array(list(combinations(range(size), rank)), dtype=np.intp)
    points = [_solutions(matrix, vector, chosen[start : start + _BATCH]) for start in range(0, len(chosen), _BATCH)]
    return np.unique(np.round(np.concatenate(points), 12), axis=0)


def _independent(polytope: Polytope) -> tuple[Floats, Floats]:
    """Drop equations that follow from others."""
    kept: list[int] = []
    rank = 0
    for row in range(len(polytope.matrix)):
        if np.linalg.matrix_rank(polytope.matrix[[*kept, row]]) > rank:
            kept.append(row)
            rank += 1
    return polytope.matrix[kept], polytope.vector[kept]


def _solutions(matrix: Floats, vector: Floats, bases: np.ndarray[tuple[int, ...], np.dtype[np.intp]]) -> Floats:
    square = np.moveaxis(matrix[:, bases], 1, 0)
    sound = np.abs(np.linalg.det(square)) > SLACK
    square, bases = square[sound], bases[sound]
    solved = np.linalg.solve(square, np.broadcast_to(vector[:, None], (len(square), len(vector), 1)))[..., 0]
    inside = (solved >= -SLACK).all(axis=1)
    points = np.zeros((int(inside.sum()), matrix.shape[1]))
    np.put_along_axis(points, bases[inside], np.clip(solved[inside], 0.0, None), axis=1)
    return points


def _at(form: Floats, corner: Sequence[Floats]) -> Floats:
    for point in corner:
        form = np.tensordot(point, form, axes=(0, 0))
    return form


def _merged(polytopes: Sequence[Polytope]) -> Polytope | None:
    """Return the polytope of joint points whose constraints are the products; it contains all product points."""
    rows = prod(len(polytope.vector) for polytope in polytopes)
    columns = prod(polytope.matrix.shape[1] for polytope in polytopes)
    if rows * columns > MAX_CELLS:
        return None
    matrix: Floats = np.ones((1, 1))
    vector: Floats = np.ones(1)
    for polytope in polytopes:
        matrix = np.asarray(np.kron(matrix, polytope.matrix), dtype=np.float64)
        vector = np.asarray(np.kron(vector, polytope.vector), dtype=np.float64)
    return Polytope(matrix, vector)


def _ends(goal: Floats, given: Floats, polytope: Polytope) -> tuple[float, float] | None:
    """Return the range of the ratio goal.q / given.q over a polytope; None if no point makes given.q positive."""
    if polytope.few_vertices is not None:
        above, below = polytope.few_vertices @ goal, polytope.few_vertices @ given
        positive = below > SLACK
        if not (above[~positive].any() or below[~positive].any()):  # else a denominator is too small to divide by
            ratios = above[positive] / below[positive]
            return (float(ratios.min()), float(ratios.max())) if len(ratios) else None
    low, high = (_least(sign * goal, given, polytope) for sign in (1.0, -1.0))
    return None if low is None or high is None else (low, -high)


def _least(goal: Floats, given: Floats, polytope: Polytope) -> float | None:
    """Minimise goal.q / given.q over the variables q t and t with given.(q t) = 1."""
    from scipy.optimize import linprog

    left = np.vstack([np.hstack([polytope.matrix, -polytope.vector[:, None]]), np.append(given, 0.0)])
    right = np.append(np.zeros(len(polytope.vector)), 1.0)
    solution = linprog(np.append(goal, 0.0), A_eq=left, b_eq=right, bounds=(0, None), method="highs")
    return float(solution.fun) if solution.status == 0 else None


def _widest(ends: list[tuple[float, float]], *, sharp: bool) -> Range | None:
    if not ends:
        return None
    return Range(min(low for low, _ in ends), max(high for _, high in ends), sharp)
