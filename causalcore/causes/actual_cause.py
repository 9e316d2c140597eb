"""Actual causes, by the modified definition of Halpern and Pearl.

Source: Halpern (2016), Actual Causality, definition 2.2.1. X = x is an actual cause of phi in a context if both are
facts (AC1); some other setting of X, with some variables W held at their factual values, makes phi false (AC2,
there AC2(a^m)); and no strict part of X does so (AC3).

The search does not try all subsets W. It passes through the variables once, causes before effects. A variable is a
choice (held or not) only if its computed value differs from the fact. Two partial choices that leave the same live
values have the same future, so only the cheaper one is kept. If too many partial choices remain, a SAT solver decides
(`causalcore.causes.contingency`). Only parts of X with one variable left out need checking: a larger set can do what a
part of it does, by setting the rest to the values they take anyway.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from causalcore.causes.contingency import find_contingency
from causalcore.causes.situation import Situation
from causalcore.errors import MalformedModelError
from causalcore.model.model import SCM
from causalcore.queries.world import Fact, Term
from logic.solving.outcome import Limits

if TYPE_CHECKING:
    from causalcore.model.variable import Value

MAX_STATES = 256
"""Most partial worlds that the search keeps at one variable; beyond that, a solver decides."""

SECONDS = 20.0
"""Time for one question; what is not decided by then is unknown."""

State = frozenset[tuple[str, int]]
"""Live variables whose value differs from the fact, each with its value."""


@dataclass(frozen=True, slots=True)
class Witness:
    """Why the effect depends on the cause: another setting, and the variables held at their factual values.

    Parameters
    ----------
    fewest
        Whether it is certain that no witness holds fewer variables.
    """

    setting: tuple[tuple[str, Value], ...]
    held: tuple[tuple[str, Value], ...]
    fewest: bool = True

    def __str__(self) -> str:
        changed = ", ".join(f"{name}={value}" for name, value in self.setting)
        kept = ", ".join(f"{name}={value}" for name, value in self.held)
        return f"do({changed})" + (f" while {kept} is held" if kept else "")


@dataclass(frozen=True, slots=True)
class CauseVerdict:
    """Whether something is an actual cause, and why or why not; None if time ran out."""

    holds: bool | None
    witness: Witness | None
    why: str

    @property
    def but_for(self) -> bool:
        """Return whether the cause is a but-for cause: nothing had to be held."""
        return self.holds is True and self.witness is not None and not self.witness.held


@dataclass(frozen=True, slots=True)
class Dependence:
    """Whether an effect depends on a cause while some variables are held (AC2).

    Parameters
    ----------
    witness
        None if it does not, or if that is undecided.
    undecided
        Why it is undecided; empty if it is decided.
    """

    witness: Witness | None
    undecided: str = ""


@dataclass(frozen=True, slots=True)
class _Path:
    """The cheapest way to reach a state."""

    setting: tuple[tuple[str, int], ...]
    held: tuple[str, ...]


def dependence(case: Situation, cause: tuple[str, ...], effect: Fact, limits: Limits | None = None) -> Dependence:
    """Find a witness for AC2 with the fewest variables held."""
    model, target = case.model, effect.term.variable
    allowed = effect.allowed(model[target])
    relevant = _between(model, cause, target)
    if target not in relevant:
        return Dependence(None)
    ends, undecided = _searched(case, cause, relevant, target, allowed), ""
    if ends is None:
        lost = [position for position in range(model[target].size) if position not in allowed]
        search = find_contingency(case, cause, relevant, target, lost, limits)
        ends, undecided = [] if search.contingency is None else [_Path(*search.contingency)], search.undecided
    if not ends:
        return Dependence(None, undecided)
    best = min(ends, key=lambda path: (len(path.held), path.held, path.setting))
    setting = tuple((name, model[name].values[position]) for name, position in best.setting)
    return Dependence(Witness(setting, tuple((name, case.value(name)) for name in best.held), not undecided))


def _between(model: SCM, cause: tuple[str, ...], target: str) -> list[str]:
    """Return the variables on the paths from a cause to a target, including both."""
    downstream, upstream = model.descendants(cause), {target}
    for name in reversed(model.order):
        if name in upstream:
            upstream.update(model.parents(name))
    return [name for name in model.order if name in cause or (name in downstream and name in upstream)]


def _searched(
    case: Situation, cause: tuple[str, ...], relevant: list[str], target: str, allowed: tuple[int, ...]
) -> list[_Path] | None:
    """Return the ways to undo the effect, or None if there are too many partial worlds to keep."""
    last_use = _last_use(case.model, relevant, target)
    states: dict[State, _Path] = {frozenset(): _Path((), ())}
    for step, name in enumerate(relevant):
        states = _forget(_advance(case, name, name in cause, states), step, last_use)
        if len(states) > MAX_STATES:
            return None
    return [path for state, path in states.items() if dict(state).get(target, case.facts[target]) not in allowed]


def _last_use(model: SCM, relevant: list[str], target: str) -> dict[str, int]:
    last = {name: step for step, name in enumerate(relevant)}
    for step, name in enumerate(relevant):
        for parent in model.parents(name):
            if parent in last:
                last[parent] = step
    if target in last:
        last[target] = len(relevant)
    return last


def _advance(case: Situation, name: str, chosen: bool, states: Mapping[State, _Path]) -> dict[State, _Path]:
    reached: dict[State, _Path] = {}
    fact = case.facts[name]
    for state, path in states.items():
        if chosen:
            for value in range(case.model[name].size):
                _keep(reached, state, name, value, fact, _Path((*path.setting, (name, value)), path.held))
            continue
        value = case.compute(name, dict(state))
        _keep(reached, state, name, value, fact, path)
        if value != fact:
            _keep(reached, state, name, fact, fact, _Path(path.setting, (*path.held, name)))
    return reached


def _keep(reached: dict[State, _Path], state: State, name: str, value: int, fact: int, path: _Path) -> None:
    after = state if value == fact else state | {(name, value)}
    if after not in reached or len(path.held) < len(reached[after].held):
        reached[after] = path


def _forget(states: Mapping[State, _Path], step: int, last_use: Mapping[str, int]) -> dict[State, _Path]:
    cheapest: dict[State, _Path] = {}
    for state, path in states.items():
        live = frozenset(item for item in state if last_use[item[0]] > step)
        if live not in cheapest or len(path.held) < len(cheapest[live].held):
            cheapest[live] = path
    return cheapest


def actual_cause(
    case: Situation, cause: Mapping[str, Value], effect: Fact, seconds: float | None = None
) -> CauseVerdict:
    """Decide whether X = x is an actual cause of an effect.

    Parameters
    ----------
    seconds
        Time for the whole question, `SECONDS` by default; what is not decided by then is unknown.

    Examples
    --------
    Both riflemen shoot; neither alone is a cause, both together are.

    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> from causalcore.queries.world import Fact, Term
    >>> from causalcore.causes.situation import situation
    >>> case = situation(FIRING_SQUAD, {"U": 1, "W": 0})
    >>> actual_cause(case, {"A": 1}, Fact(Term("D"), 1)).holds
    False
    >>> actual_cause(case, {"A": 1, "B": 1}, Fact(Term("D"), 1)).holds
    True
    """
    target = effect.term.variable
    if effect.term.do or target in cause or not cause:
        message = f"expected a cause and another variable's fact as effect, got {sorted(cause)} and {effect}"
        raise MalformedModelError(message)
    stated = [Fact(Term(name), value) for name, value in cause.items()]
    facts = [(fact, case.position(fact.term.variable)) for fact in (*stated, effect)]
    for fact, position in facts:
        if position not in fact.allowed(case.model[fact.term.variable]):
            return CauseVerdict(False, None, f"AC1 fails: {fact} is false in this context")
    names = tuple(cause)
    end = monotonic() + (SECONDS if seconds is None else seconds)
    whole = dependence(case, names, effect, _until(end))
    if whole.witness is not None:
        return _minimal(case, names, effect, whole.witness, end)
    if whole.undecided:
        return CauseVerdict(None, None, f"unknown: the solver gave up on AC2 ({whole.undecided})")
    return CauseVerdict(False, None, f"AC2 fails: no other setting of {', '.join(names)} undoes {effect}")


def _minimal(case: Situation, names: tuple[str, ...], effect: Fact, witness: Witness, end: float) -> CauseVerdict:
    """Decide AC3 for a cause that has a witness."""
    undecided = ""
    for left_out in names if len(names) > 1 else ():
        part = tuple(name for name in names if name != left_out)
        less = dependence(case, part, effect, _until(end))
        if less.witness is not None:
            why = f"AC3 fails: {', '.join(part)} would do without {left_out}: {less.witness}"
            return CauseVerdict(False, less.witness, why)
        undecided = undecided or (f"{', '.join(part)} ({less.undecided})" if less.undecided else "")
    if undecided:
        return CauseVerdict(None, witness, f"unknown: the solver gave up on AC3 for {undecided}")
    return CauseVerdict(True, witness, f"{witness} undoes {effect}")


def _until(end: float) -> Limits:
    """Return limits with the time that is left until `end`."""
    return Limits(seconds=max(0.001, end - monotonic()))
