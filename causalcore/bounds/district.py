"""Canonical response functions of variables whose mechanisms are unknown.

Sources: Balke and Pearl (1994), Counterfactual probabilities; Tian and Pearl (2002), A general identification condition
for causal effects. Whatever the noise of a variable with a finite table is, all that matters is which function of its
parents it picks. Variables whose noise may be shared form a district. The noise of a district is a distribution over
one function for each member, and the tables constrain it linearly: the probability of the functions that give the
values d under the parents' values e is Q(d | e), the product of the members' tables.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING, cast

import numpy as np

from causalcore.errors import MalformedModelError
from causalcore.model.model import SCM, ConditionalTable, Floats, Indices, Mechanism, Noise
from causalcore.model.variable import Variable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from causalcore.bounds.assumption import Structure

MAX_FUNCTIONS = 4096
"""Most response functions of one variable."""
MAX_TYPES = 1 << 14
"""Most combinations of response functions of one district."""
MAX_ENTRIES = 1 << 25
"""Most entries in the constraints of one district."""
_RESPONSE = "response of "


@dataclass(frozen=True, slots=True, eq=False)
class District:
    """Variables that are opened together, with the constraints on the functions they follow.

    Parameters
    ----------
    functions
        For each member, its functions.
    constraints, values
        A and b of A q = b, for q over all combinations of functions.

    Shapes
    ------
    functions : for each member (functions, rows of its causal parents)
    constraints : (equations, types); values : (equations,)
    """

    members: tuple[str, ...]
    functions: tuple[Indices, ...]
    constraints: Floats
    values: Floats

    @property
    def choices(self) -> tuple[str, ...]:
        """The noise variables that determine which function each member follows."""
        return tuple(_RESPONSE + name for name in self.members)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of functions of each member."""
        return tuple(len(functions) for functions in self.functions)


def open_district(model: SCM, members: tuple[str, ...], known: Structure) -> District:
    """List the response functions of a district's members, and the constraints that the tables impose on them.

    Raises
    ------
    MalformedModelError
        If there are too many of them.
    """
    functions = tuple(_functions(model, name, known) for name in members)
    types = prod(map(len, functions))
    if types > MAX_TYPES:
        raise _too_many(MAX_TYPES, f"response types of {', '.join(members)}", types)
    constraints, values = _constraints(model, members, functions, known)
    return District(members, functions, constraints, values)


def _too_many(most: int, items: str, count: int) -> MalformedModelError:
    size = str(count) if count < 10**9 else "more than a billion"
    return MalformedModelError(f"expected at most {most} {items}, got {size}; give a mechanism or drop parents")


def _functions(model: SCM, name: str, known: Structure) -> Indices:
    parents = known.parents[name]
    shape, size = tuple(model[parent].size for parent in parents), model[name].size
    if size ** prod(shape) > MAX_FUNCTIONS:
        raise _too_many(MAX_FUNCTIONS, f"response functions of {name}", size ** prod(shape))
    functions = np.array(list(product(range(size), repeat=prod(shape))), dtype=np.intp)
    for parent, rising in known.directions.get(name, ()):
        steps = np.diff(functions.reshape(len(functions), *shape), axis=1 + parents.index(parent))
        follows = steps >= 0 if rising else steps <= 0
        functions = functions[follows.reshape(len(functions), -1).all(axis=1)]
    return functions


def _constraints(
    model: SCM, members: tuple[str, ...], functions: tuple[Indices, ...], known: Structure
) -> tuple[Floats, Floats]:
    outer = tuple(dict.fromkeys(p for name in members for p in _rule(model, name).parents if p not in members))
    sizes = tuple(model[name].size for name in members)
    outer_sizes = tuple(model[name].size for name in outer)
    shape = tuple(map(len, functions))
    entries = prod(outer_sizes) * prod(sizes) * prod(shape)
    if entries > MAX_ENTRIES:
        raise _too_many(MAX_ENTRIES, f"entries in the constraints on {', '.join(members)}", entries)
    rows, values = [], []
    for setting in np.ndindex(*outer_sizes):
        seen: dict[str, Indices] = {name: np.asarray(at) for name, at in zip(outer, setting, strict=True)}
        produced = _produced(model, members, functions, known, seen)
        for own in np.ndindex(*sizes):
            fits = np.ones(shape, dtype=bool)
            for name, value in zip(members, own, strict=True):
                fits &= produced[name] == value
            rows.append(fits.reshape(-1))
            values.append(
                _seen(
                    model, members, {**dict(zip(outer, setting, strict=True)), **dict(zip(members, own, strict=True))}
                )
            )
    return np.array(rows, dtype=np.float64), np.array(values)


def _produced(
    model: SCM, members: tuple[str, ...], functions: tuple[Indices, ...], known: Structure, seen: dict[str, Indices]
) -> dict[str, Indices]:
    """Return each member's value for every combination of functions, one axis per member."""
    values = dict(seen)
    for axis, (name, own) in enumerate(zip(members, functions, strict=True)):
        code: Indices = np.zeros((1,) * len(members), dtype=np.intp)
        for parent in known.parents[name]:
            code = code * model[parent].size + values[parent]
        choice = np.arange(len(own)).reshape([-1 if place == axis else 1 for place in range(len(members))])
        values[name] = own[choice, code]
    return values


def _rule(model: SCM, name: str) -> ConditionalTable:
    return cast("ConditionalTable", model.rule(name))


def _seen(model: SCM, members: tuple[str, ...], values: dict[str, int]) -> float:
    """Return Q(d | e): the tables' probability of a district's values given those of its parents."""
    rules = [_rule(model, name) for name in members]
    at = [tuple(values[n] for n in (*rule.parents, name)) for name, rule in zip(members, rules, strict=True)]
    return float(prod(float(rule.probabilities[place]) for rule, place in zip(rules, at, strict=True)))


def opened(model: SCM, districts: Iterable[District], known: Structure) -> SCM:
    """Replace the tables of some districts with mechanisms that follow a uniformly chosen function."""
    rules = {name: model.rule(name) for name in model.names}
    exogenous, noise = list(model.exogenous), list(model.noise)
    for district in districts:
        for name, functions, choice in zip(district.members, district.functions, district.choices, strict=True):
            shape = tuple(model[parent].size for parent in known.parents[name])
            table = np.moveaxis(functions.reshape(len(functions), *shape), 0, -1)
            rules[name] = Mechanism((*known.parents[name], choice), table)
            exogenous.append(Variable(choice, tuple(range(len(functions)))))
            noise.append(Noise((choice,), np.full(len(functions), 1 / len(functions))))
    in_order = tuple(rules[name] for name in model.names)
    return replace(model, exogenous=tuple(exogenous), noise=tuple(noise), rules=in_order)
