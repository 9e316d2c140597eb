"""Claims over a program, tested: Hypothesis searches interventions and shrinks what breaks the claim.

A claim about a program is about every input that its `Program` describes. What
is found wrong is a call, or a pair of calls that differ in one input. A claim
that survives holds if all inputs were tried, and is open, with the number of
runs, if there are more of them. Existential claims (`causes`, the second half
of `prevents`) are searched for an example in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import product
from numbers import Number
from typing import TYPE_CHECKING, Any

from causalcore.claims.claims import Claim, ClaimKind, Subject
from causalcore.claims.program import Program, call
from causalcore.claims.verdict import ClaimStatus, ClaimVerdict
from causalcore.errors import HypothesisMissingError, MalformedModelError, OutsideDomainError, UnknownNameError
from causalcore.model.variable import Value
from causalcore.queries.world import Fact

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

RUNS = 500
"""Examples that Hypothesis draws for one search."""

EXHAUSTIVE = 20_000
"""Combinations of inputs, and values of the cause, that are all tried where a search finds nothing."""

_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: bool(a == b),
    "!=": lambda a, b: bool(a != b),
    "<": lambda a, b: bool(a < b),
    "<=": lambda a, b: bool(a <= b),
    ">": lambda a, b: bool(a > b),
    ">=": lambda a, b: bool(a >= b),
}


@dataclass(frozen=True, slots=True)
class Trial:
    """Inputs, and two values of the cause in them."""

    inputs: dict[str, object]
    one: object
    other: object


@dataclass(frozen=True, slots=True)
class _Search:
    """What came of a search: an example, or none among some or all trials."""

    found: Trial | None
    runs: int
    everything: bool


def check_over_program(program: Program, claim: Claim, *, runs: int = RUNS) -> ClaimVerdict:
    """Test a claim.

    Raises
    ------
    UnknownNameError, OutsideDomainError
        If the claim is about something that the program does not have.
    ProgramFailedError
        If the program raises on one of its inputs.

    Examples
    --------
    >>> from causalcore.claims.claims import parse_claim
    >>> from causalcore.claims.program import program
    >>> def fare(zones, student):
    ...     return 4 if student and zones > 2 else 3 * zones
    >>> tickets = program(fare, zones=range(1, 6), student=[False, True])
    >>> print(check_over_program(tickets, parse_claim("monotone(zones, result, +)")).why)
    fare(zones=2, student=True) gives 6, fare(zones=3, student=True) gives 4
    """
    return _Test(program, claim, runs).verdict()


class _Test:
    """One claim about one program."""

    def __init__(self, program: Program, claim: Claim, runs: int) -> None:
        self.program, self.claim, self.runs = program, claim, runs
        self.names = tuple(name for name, _ in program.inputs)
        self.cause, self.effect = claim.cause.variable, claim.effect.variable
        for name in (self.cause, *([claim.mediator] if claim.mediator else [])):
            if name not in self.names:
                raise UnknownNameError(name, self.names)
        self.x = self._input(claim.cause)

    # ------------------------------------------------------------ what the claim names

    def _input(self, subject: Subject) -> object:
        values = self.program.values(subject.variable)
        if values is None:
            return None if subject.value is None else _plain(subject.value)
        if subject.value is None:
            return values[-1]
        for value in values:
            if _is(value, subject.value):
                return value
        raise OutsideDomainError(subject.variable, str(subject.value), tuple(map(str, values)))

    def _value(self, trial: Trial, cause: object) -> object:
        return self.program.output({**trial.inputs, self.cause: cause}, self.effect)

    def _is_effect(self, value: object) -> bool:
        """Tell whether an output is the one that the claim means; a bare name means that it is true."""
        wanted = self.claim.effect.value
        if wanted is not None:
            return _is(value, wanted)
        if isinstance(value, bool | int) and value in {0, 1}:
            return bool(value)
        message = f"expected {self.effect} to be true or false, got {value!r}; write {self.effect}=VALUE in the claim"
        raise MalformedModelError(message)

    # ------------------------------------------------------------ verdicts

    def verdict(self) -> ClaimVerdict:
        """Search for what breaks the claim, or for what it says exists."""
        if self.claim.kind is ClaimKind.CAUSES:
            return self._causes()
        broken = self._search(self._violated())
        if broken.found is not None:
            return self._fails(broken.found)
        if self.claim.kind is ClaimKind.PREVENTS:
            example = self._search(lambda trial: self._is_effect(self._value(trial, trial.other)))
            if example.found is None:
                why = f"{self._effect_text()} was not seen under another value of {self.cause} either"
                return self._survived(example, ClaimStatus.FAILS, why)
        if self.claim.kind is ClaimKind.NECESSARY:
            example = self._search(self._both_happen)
            if example.found is None:
                why = f"{self.cause} and {self._effect_text()} were not seen together"
                return self._survived(example, ClaimStatus.FAILS, why)
        return self._survived(broken, ClaimStatus.HOLDS, "no input breaks it")

    def _causes(self) -> ClaimVerdict:
        example = self._search(lambda trial: self._value(trial, trial.one) != self._value(trial, trial.other))
        if example.found is not None:
            return ClaimVerdict(self.claim, ClaimStatus.HOLDS, ", ".join(self._calls(example.found)))
        why = f"setting {self.cause} was never seen to move {self.effect}"
        return self._survived(example, ClaimStatus.FAILS, why)

    def _survived(self, search: _Search, proved: ClaimStatus, why: str) -> ClaimVerdict:
        if search.everything:
            return ClaimVerdict(self.claim, proved, f"{why}; all {search.runs} cases were tried")
        tested = search.runs if proved is ClaimStatus.HOLDS else 0
        return ClaimVerdict(self.claim, ClaimStatus.OPEN, f"{why} in {search.runs} cases; there are more", (), tested)

    def _fails(self, trial: Trial) -> ClaimVerdict:
        shown = self._calls(trial)
        return ClaimVerdict(self.claim, ClaimStatus.FAILS, ", ".join(shown), shown)

    def _calls(self, trial: Trial) -> tuple[str, ...]:
        values = [trial.one] if self._one_world else [trial.one, trial.other]
        inputs = [{**trial.inputs, self.cause: value} for value in values]
        ordered = [{name: row[name] for name in self.names} for row in inputs]
        field = "" if self.effect == "result" else f" {self.effect}"
        return tuple(
            f"{call(self.program.name, row)} gives{field} {self.program.output(row, self.effect)!r}" for row in ordered
        )

    def _effect_text(self) -> str:
        return str(self.claim.effect)

    # ------------------------------------------------------------ what breaks a claim

    @property
    def _one_world(self) -> bool:
        """Whether one call shows what is wrong."""
        return self.claim.kind in {ClaimKind.SUFFICIENT, ClaimKind.PREVENTS, ClaimKind.WOULD}

    def _violated(self) -> Callable[[Trial], bool]:
        match self.claim.kind:
            case ClaimKind.NO_EFFECT | ClaimKind.SCREENS_OFF:
                return lambda trial: self._value(trial, trial.one) != self._value(trial, trial.other)
            case ClaimKind.MONOTONE:
                return self._reversed
            case ClaimKind.NECESSARY:
                return lambda trial: self._both_happen(trial) and self._is_effect(self._value(trial, trial.other))
            case ClaimKind.PREVENTS:
                return lambda trial: self._is_effect(self._value(trial, trial.one))
            case ClaimKind.WOULD:
                return lambda trial: self._given(trial) and not self._is_effect(self._value(trial, trial.one))
        return lambda trial: not self._is_effect(self._value(trial, trial.one))

    def _both_happen(self, trial: Trial) -> bool:
        return self._is_effect(self._value(trial, trial.one))

    def _given(self, trial: Trial) -> bool:
        """Tell whether the facts of a claim hold before the cause is set."""
        return all(self._fact(fact, trial.inputs) for fact in self.claim.given)

    def _fact(self, fact: Fact, inputs: Mapping[str, object]) -> bool:
        changed = {**inputs, **{name: self._setting(name, setting) for name, setting in fact.term.do}}
        value = self.program.output(changed, fact.term.variable)
        return _COMPARE[fact.relation](*_comparable(value, fact.value))

    def _setting(self, name: str, setting: object) -> object:
        if name not in self.names:
            raise UnknownNameError(name, self.names)
        if not isinstance(setting, int | float | str):
            message = f"expected a value for {name} in a claim about a program, got {setting}; name the value"
            raise MalformedModelError(message)
        return self._input(Subject(name, setting))

    def _reversed(self, trial: Trial) -> bool:
        low, high = self._ranked(trial)
        try:
            before, after = self._value(trial, low), self._value(trial, high)
            return bool(before > after if self.claim.rising else before < after)  # type: ignore[operator]
        except TypeError as error:
            message = f"expected outputs that can be compared for {self.claim}, got {error}; name another output"
            raise MalformedModelError(message) from error

    def _ranked(self, trial: Trial) -> tuple[Any, Any]:
        values = self.program.values(self.cause)
        pair: tuple[Any, Any] = (trial.one, trial.other)
        rank = values.index if values is not None else lambda value: value
        return pair if rank(pair[0]) <= rank(pair[1]) else (pair[1], pair[0])

    # ------------------------------------------------------------ search

    def _search(self, wanted: Callable[[Trial], bool]) -> _Search:
        """Look for a trial with some property: the first of few trials, else the simplest that Hypothesis finds."""
        if self._cases is not None and self._cases <= self.runs:
            return self._exhaust(wanted)
        try:
            from hypothesis import HealthCheck, Phase, find, settings
            from hypothesis.errors import NoSuchExample
        except ImportError as error:
            raise HypothesisMissingError from error
        count = 0

        def counted(trial: Trial) -> bool:
            nonlocal count
            count += 1
            return wanted(trial)

        how = settings(
            max_examples=self.runs,
            derandomize=True,
            database=None,
            deadline=None,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        )
        try:
            return _Search(self._tidy(find(self._trials(), counted, settings=how)), count, everything=False)
        except NoSuchExample:
            tried_all = self._cases is not None and self._cases <= EXHAUSTIVE
            return self._exhaust(wanted) if tried_all else _Search(None, count, everything=False)

    @property
    def _cases(self) -> int | None:
        """How many trials there are, or None if a strategy draws some input."""
        values, size = self.program.values(self.cause), self.program.size
        return None if values is None or size is None else size * len(values)

    def _tidy(self, trial: Trial) -> Trial:
        """Put the values of a pair in order where the claim has one."""
        if self.claim.kind is not ClaimKind.MONOTONE:
            return trial
        low, high = self._ranked(trial)
        return Trial(trial.inputs, low, high)

    def _exhaust(self, wanted: Callable[[Trial], bool]) -> _Search:
        """Try everything; sampling alone proves nothing."""
        count = 0
        for trial in self._all():
            count += 1
            if wanted(trial):
                return _Search(self._tidy(trial), count, everything=False)
        return _Search(None, count, everything=True)

    def _all(self) -> Iterator[Trial]:
        values = self.program.values(self.cause) or ()
        for row in product(*(self.program.values(name) or () for name in self.names)):
            inputs = dict(zip(self.names, row, strict=True))
            if not self._is_set(inputs):
                continue
            if not self._pinned:
                yield from (Trial(inputs, inputs[self.cause], other) for other in values)
            elif not self._contrast:
                yield Trial(inputs, self.x, self.x)
            elif _same(inputs[self.cause], self.x):  # the cause is set anyway, so once is enough
                yield from (Trial(inputs, self.x, other) for other in values if not _same(other, self.x))

    def _is_set(self, inputs: Mapping[str, object]) -> bool:
        """Tell whether what screens off is set; None leaves it to the program."""
        return self.claim.mediator is None or inputs[self.claim.mediator] is not None

    @property
    def _pinned(self) -> bool:
        """Whether the claim names the value that the cause is set to."""
        pairs = {ClaimKind.CAUSES, ClaimKind.NO_EFFECT, ClaimKind.SCREENS_OFF, ClaimKind.MONOTONE}
        return self.claim.kind not in pairs

    def _trials(self) -> SearchStrategy[Trial]:
        from hypothesis import strategies

        inputs = strategies.fixed_dictionaries({name: self.program.strategy(name) for name in self.names})
        inputs = inputs if self.claim.mediator is None else inputs.filter(self._is_set)
        values = self.program.strategy(self.cause)
        if not self._pinned:
            return strategies.builds(lambda row, other: Trial(row, row[self.cause], other), inputs, values)
        if self.claim.cause.value is None and self.program.values(self.cause) is None:
            message = f"expected {self.cause}=VALUE in {self.claim}, got a bare name; its values are not listed"
            raise MalformedModelError(message)
        rest = values.filter(lambda value: not _same(value, self.x)) if self._contrast else values
        return strategies.builds(lambda row, other: Trial(row, self.x, other), inputs, rest)

    @property
    def _contrast(self) -> bool:
        return self.claim.kind in {ClaimKind.NECESSARY, ClaimKind.PREVENTS}


def _plain(value: Value) -> object:
    return {"true": True, "false": False}.get(str(value), value)


def _is(value: object, wanted: Value) -> bool:
    """Tell whether a value of a program is the one that a text names."""
    if isinstance(value, bool):
        return wanted in {str(value).lower(), int(value)}
    if isinstance(value, Enum):
        return str(wanted) in {value.name, str(value.value)}
    if isinstance(value, Number) and not isinstance(wanted, str):
        return float(str(value)) == float(wanted)
    return str(value) == str(wanted)


def _same(left: object, right: object) -> bool:
    return bool(left == right)


def _comparable(value: object, wanted: Value) -> tuple[object, object]:
    """Bring a value and a text to one type."""
    return (value, _plain(wanted)) if isinstance(value, bool | int | float) else (str(value), str(wanted))
