"""The least and greatest value of a ratio of multilinear forms over polytopes.

Source: Charnes and Cooper (1962), Programming with linear fractional functionals, for one polytope. A ratio whose
numerator and denominator are linear in each of several points is quasilinear in each of them, so it is extreme where
all but one are vertices: these are listed, and a linear program finds the last.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from math import comb, prod
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.model.model import Floats

MAX_BASES = 20_000
"""Most bases that are tried for the vertices of one polytope."""
MAX_PROGRAMS = 1_000
"""Most combinations of vertices for which a linear program is solved."""
MAX_CELLS = 1 << 22
"""Most cells of the forms, or of the constraints, of one program."""
SLACK = 1e-9
_BATCH = 2_000


@dataclass(frozen=True, slots=True, eq=False)
class Polytope:
    """The points q >= 0 with A q = b.

    Shapes
    ------
    matrix : (equations, size); vector : (equations,)
    """

    matrix: Floats
    vector: Floats


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
    from scipy.optimize import linprog

    size = polytope.matrix.shape[1]
    found = linprog(np.zeros(size), A_eq=polytope.matrix, b_eq=polytope.vector, bounds=(0, None), method="highs")
    return bool(found.status == 2)


def _corners(polytopes: Sequence[Polytope]) -> list[Floats] | None:
    found = []
    for polytope in polytopes:
        corners = vertices(polytope)
        if corners is None:
            return None
        found.append(corners)
    return found if prod(map(len, found)) <= MAX_PROGRAMS else None


def vertices(polytope: Polytope) -> Floats | None:
    """List the vertices of a polytope, or return None if there are too many bases to try.

    Shapes
    ------
    result : (vertices, size)
    """
    matrix, vector = _independent(polytope)
    rank, size = matrix.shape
    if comb(size, rank) > MAX_BASES:
        return None
    bases = np.array(list(combinations(range(size), rank)), dtype=np.intp)
    found = [_solutions(matrix, vector, bases[start : start + _BATCH]) for start in range(0, len(bases), _BATCH)]
    return np.unique(np.round(np.concatenate(found), 12), axis=0)


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
    found = np.zeros((int(inside.sum()), matrix.shape[1]))
    np.put_along_axis(found, bases[inside], np.clip(solved[inside], 0.0, None), axis=1)
    return found


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
    low, high = (_least(sign * goal, given, polytope) for sign in (1.0, -1.0))
    return None if low is None or high is None else (low, -high)


def _least(goal: Floats, given: Floats, polytope: Polytope) -> float | None:
    """Minimise goal.q / given.q over the variables q t and t with given.(q t) = 1."""
    from scipy.optimize import linprog

    left = np.vstack([np.hstack([polytope.matrix, -polytope.vector[:, None]]), np.append(given, 0.0)])
    right = np.append(np.zeros(len(polytope.vector)), 1.0)
    found = linprog(np.append(goal, 0.0), A_eq=left, b_eq=right, bounds=(0, None), method="highs")
    return float(found.fun) if found.status == 0 else None


def _widest(ends: list[tuple[float, float]], *, sharp: bool) -> Range | None:
    if not ends:
        return None
    return Range(min(low for low, _ in ends), max(high for _, high in ends), sharp)
