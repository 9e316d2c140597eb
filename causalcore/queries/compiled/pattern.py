"""Questions that differ only in values, compiled once.

A pattern is a question without the values of its facts and settings: which variables are observed, set and asked for,
in which worlds, and which of the values are equal. The network of a pattern (`causalcore.queries.compiled.network`)
takes the values as inputs. Its sum (`causalcore.queries.compiled.plan`) is planned once and cached with the model; each
further question of the pattern costs only arithmetic.

If a question has an answer only for some values, or the network is small only for some, it is planned for its values.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from causalcore.errors import TooLargeError, UnknownMechanismError
from causalcore.queries.compiled.network import Network, one_hot
from causalcore.queries.compiled.plan import Plan
from causalcore.queries.compiled.rows import run_rows
from causalcore.queries.world import Fact, Policy, Randomised, Setting, Term

if TYPE_CHECKING:
    from causalcore.model.model import SCM, Floats, Indices

MAX_KEPT = 256
"""Most patterns that one model caches."""
MAX_KEPT_BYTES = 1 << 28
"""Most bytes of plans that one model caches."""
WORTH = 1 << 20
"""Cells of a plan for all values above which a plan for the actual values is tried too."""
_KEPT = "_patterns"

Slot = tuple[str, int]
"""A class of variables and a position; equal values share a slot."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A pattern's plan.

    Parameters
    ----------
    plan
        None if the facts cannot hold together, whatever their values.
    known
        The position of each requested term, if known.
    sizes
        The sizes of the requested terms.
    for_all
        Whether it is valid for all values of the pattern, or only for those that it was planned for.
    """

    plan: Plan | None
    known: tuple[int | None, ...]
    sizes: tuple[int, ...]
    for_all: bool

    def table(self, values: Sequence[int]) -> Floats:
        """Return P(facts, terms) for one row of values.

        Shapes
        ------
        result : one axis for each term
        """
        if self.plan is None:
            return np.zeros(self.sizes)
        table, share = self.plan.run(values)
        return one_hot(table * share, self.known, self.sizes) if self._widened else table * share

    def tables(self, values: Indices) -> Floats:
        """Return P(facts, terms) for many rows of values.

        Shapes
        ------
        values : (rows, slots)
        result : one axis for each term, then (rows,)
        """
        if self.plan is None:
            return np.zeros((*self.sizes, len(values)))
        table, share = run_rows(self.plan, values)
        return one_hot(table * share, self.known, self.sizes)

    @property
    def _widened(self) -> bool:
        return any(place is not None for place in self.known)


class Kept:
    """The cached patterns of one model; `kept` returns them."""

    def __init__(self, model: SCM) -> None:
        self.model = model
        self._plans: OrderedDict[object, Compiled | None] = OrderedDict()
        self._bytes = 0
        self._positions = {
            item.name: {value: place for place, value in enumerate(item.values)}
            for item in (*model.variables, *model.exogenous)
        }

    def __len__(self) -> int:
        return len(self._plans)

    def position(self, name: str, value: object) -> int:
        """Return the position of a value in a variable's domain."""
        try:
            return self._positions[name][value]  # type: ignore[index] # anything but a value takes the slow path below
        except (KeyError, TypeError):
            return self.model[name].index(value)

    def find(self, facts: tuple[Fact, ...], terms: tuple[Term, ...]) -> tuple[Compiled, dict[Slot, int]]:
        """Return the plan of a question, and the slots of its values in order.

        Raises
        ------
        UnknownMechanismError
            If the model's tables do not decide the question.
        TooLargeError
            If its tables would be too large.
        """
        reader = _Reader(self, facts, terms)
        key: object = reader.key(facts, terms)
        if key not in self._plans:
            self._keep(key, self._for_all(facts, terms, reader))
        self._plans.move_to_end(key)
        compiled = self._plans[key]
        if compiled is None:
            key = key, tuple(reader.slots)
            if key not in self._plans:
                self._keep(key, _compile(Network(self.model), facts, terms))
            self._plans.move_to_end(key)
            compiled = cast("Compiled", self._plans[key])
        return compiled, reader.slots

    def _for_all(self, facts: tuple[Fact, ...], terms: tuple[Term, ...], reader: _Reader) -> Compiled | None:
        """Plan for all values of a pattern; None if each set of values needs its own plan."""
        try:
            general = _compile(Network(self.model, reader.classes), facts, terms, tuple(reader.slots))
        except (UnknownMechanismError, TooLargeError):
            return None
        if general.plan is None or general.plan.cells < WORTH:
            return general
        single = _compile(Network(self.model), facts, terms)
        return None if single.plan is None or single.plan.order.cells * 16 < general.plan.order.cells else general

    def _keep(self, key: object, compiled: Compiled | None) -> None:
        self._plans[key] = compiled
        self._bytes += _size(compiled)
        while len(self._plans) > 1 and (len(self._plans) > MAX_KEPT or self._bytes > MAX_KEPT_BYTES):
            oldest = next(iter(self._plans))
            self._bytes -= _size(self._plans.pop(oldest))


def _size(compiled: Compiled | None) -> int:
    return 0 if compiled is None or compiled.plan is None else compiled.plan.kept_bytes


def _compile(
    network: Network, facts: tuple[Fact, ...], terms: tuple[Term, ...], slots: tuple[Slot, ...] | None = None
) -> Compiled:
    network.observe(facts)
    places = [network.place(term) for term in terms]
    sizes = tuple(network.model[term.variable].size for term in terms)
    if not network.possible:
        return Compiled(None, (), sizes, slots is not None)
    plan = network.plan([place for place in places if place.node is not None], slots or ())
    return Compiled(plan, tuple(place.known for place in places), sizes, slots is not None)


class _Reader:
    """Extracts the values from facts and terms."""

    def __init__(self, kept: Kept, facts: tuple[Fact, ...], terms: tuple[Term, ...]) -> None:
        self._kept = kept
        self.slots: dict[Slot, int] = {}
        self.classes: dict[str, str] = {}
        for fact in facts:
            self._join(fact.term)
        for term in terms:
            self._join(term)

    def _join(self, term: Term) -> None:
        """Let variables that are set to each other's values share their slots."""
        for name, setting in term.do:
            if isinstance(setting, Term):
                own, other = (self.classes.get(variable, variable) for variable in (name, setting.variable))
                members = {variable for variable, its in self.classes.items() if its in {own, other}}
                self.classes.update(dict.fromkeys((*members, name, setting.variable, own, other), own))
                self._join(setting)

    def key(self, facts: tuple[Fact, ...], terms: tuple[Term, ...]) -> object:
        """Return the question without its values, and enter these into the slots."""
        return tuple([self._fact(fact) for fact in facts]), tuple([self._term(term) for term in terms])

    def _fact(self, fact: Fact) -> object:
        term = fact.term
        name = term.variable
        if fact.relation == "=":
            value: object = self._slot(name, fact.value)
        else:
            allowed = fact.allowed(self._kept.model[name])
            value = allowed if len(allowed) != 1 else self._enter(name, allowed[0])
        return name, value, self._world(term.do) if term.do else None

    def _term(self, term: Term) -> object:
        return term.variable, self._world(term.do)

    def _world(self, do: tuple[tuple[str, Setting], ...]) -> object:
        return tuple([(name, self._setting(name, setting)) for name, setting in do])

    def _setting(self, name: str, setting: Setting) -> object:
        if isinstance(setting, Term):
            return self._term(setting)
        return setting if isinstance(setting, Randomised | Policy) else self._slot(name, setting)

    def _slot(self, name: str, value: object) -> int:
        return self._enter(name, self._kept.position(name, value))

    def _enter(self, name: str, position: int) -> int:
        return self.slots.setdefault((self.classes.get(name, name), position), len(self.slots))


def kept(model: SCM) -> Kept:
    """Return the cached patterns of a model; they live as long as the model."""
    cache = vars(model)
    if _KEPT not in cache:
        cache[_KEPT] = Kept(model)
    return cast("Kept", cache[_KEPT])


def joint(model: SCM, facts: Iterable[Fact], terms: Iterable[Term] = ()) -> Floats:
    """Return P(facts, terms), for facts and terms of any worlds.

    Shapes
    ------
    result : one axis for each term

    Raises
    ------
    UnknownMechanismError
        If the model's tables do not decide the question.
    TooLargeError
        If its tables would be too large.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> joint(FIRING_SQUAD, (), (Term("D"),)).round(6).tolist()
    [0.21, 0.79]
    """
    compiled, slots = kept(model).find(tuple(facts), tuple(terms))
    return compiled.table([position for _, position in slots])


def joint_rows(
    model: SCM, facts: Iterable[Fact], terms: Iterable[Term], columns: Mapping[Slot, Indices], count: int
) -> Floats | None:
    """Return P(facts, terms) for many rows that differ from the given facts in the values of some slots.

    Returns None if the pattern has no plan for all values.

    Parameters
    ----------
    columns
        For some slots of the facts and terms, the positions that the rows put there. They must be equal and different
        wherever the facts' own values are.

    Shapes
    ------
    columns : each (rows,)
    result : one axis for each term, then (rows,)
    """
    compiled, slots = kept(model).find(tuple(facts), tuple(terms))
    if not compiled.for_all:
        return None
    values = np.empty((count, len(slots)), dtype=np.intp)
    for place, slot in enumerate(slots):
        values[:, place] = columns.get(slot, slot[1])
    return compiled.tables(values)
