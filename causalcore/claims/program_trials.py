"""Trials of a program: all of them if they are few, else those that Hypothesis draws and shrinks.

A trial is a row of inputs and two values of the cause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

from causalcore.claims.claims import Claim, ClaimKind
from causalcore.claims.programs import Program
from causalcore.claims.written_values import compares, is_nan, is_value, plain, ranks
from causalcore.errors import HypothesisMissingError, ImpossibleEvidenceError, MalformedModelError

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from causalcore.queries.world import Fact

RUNS = 500
"""Examples that Hypothesis draws for one search."""

EXHAUSTIVE = 20_000
"""Most combinations of inputs and values of the cause that are all tried if a search finds nothing."""

_PAIRS = frozenset({ClaimKind.CAUSES, ClaimKind.NO_EFFECT, ClaimKind.SCREENS_OFF, ClaimKind.MONOTONE})
"""Claims about every two values of the cause, not about one that they name."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Inputs, and two values of the cause."""

    inputs: dict[str, object]
    one: object
    other: object


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: an example, or none among some or all trials."""

    found: Trial | None
    runs: int
    everything: bool


def narrowed(program: Program, claim: Claim) -> Program:
    """Restrict a program to the inputs for which the facts of a claim hold.

    The facts of `would` hold before the cause is set, so its cause keeps all values.

    Raises
    ------
    ImpossibleEvidenceError
        If no listed value remains.
    """
    names = {name for name, _ in program.inputs} - ({claim.cause.variable} if claim.kind is ClaimKind.WOULD else set())
    for fact in claim.given:
        if not fact.term.do and fact.term.variable in names:
            program = _with(program, fact)
    return program


def _with(program: Program, fact: Fact) -> Program:
    name = fact.term.variable
    values = program.values(name)
    domain: Any
    if values is not None:
        domain = tuple(value for value in values if compares(value, fact.relation, fact.value, [values]))
        if not domain:
            raise ImpossibleEvidenceError((str(fact),))
    elif fact.relation == "=":
        from hypothesis import strategies

        domain = strategies.just(plain(fact.value))
    else:
        domain = program.strategy(name).filter(lambda value: compares(value, fact.relation, fact.value))
    return replace(program, inputs=tuple((key, domain if key == name else old) for key, old in program.inputs))


class Trials:
    """The trials that a claim about a program needs.

    Parameters
    ----------
    pinned
        The value that the claim sets the cause to, if it names or implies one.
    """

    def __init__(self, program: Program, claim: Claim, pinned: object, runs: int) -> None:
        self.program, self.claim, self.x, self.runs = program, claim, pinned, runs
        self.names = tuple(name for name, _ in program.inputs)
        self.cause = claim.cause.variable

    def search(self, wanted: Callable[[Trial], bool]) -> Found:
        """Search for a trial with a property: the first if trials are few, else the simplest that Hypothesis finds."""
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
            return Found(self._tidy(find(self._drawn(), counted, settings=how)), count, everything=False)
        except NoSuchExample:
            tried_all = self._cases is not None and self._cases <= EXHAUSTIVE
            return self._exhaust(wanted) if tried_all else Found(None, count, everything=False)

    @property
    def _cases(self) -> int | None:
        """The number of trials, or None if a strategy draws some input."""
        values, size = self.program.values(self.cause), self.program.size
        return None if values is None or size is None else size * len(values)

    def ranked(self, trial: Trial) -> tuple[Any, Any]:
        """Return the two values of the cause, the lower first: numbers by size, others in listed order.

        Raises
        ------
        MalformedModelError
            If they have no order: one of them is NaN, or a text that no list orders.
        """
        values = self.program.values(self.cause)
        pair: tuple[Any, Any] = (trial.one, trial.other)
        if any(is_nan(value) for value in pair):
            message = f"expected values of {self.cause} that have an order, got nan; leave it out"
            raise MalformedModelError(message)
        keys = ranks(pair, [] if values is None else [values])
        if keys is None:
            message = f"expected values of {self.cause} that have an order, got {pair[0]!r}; list them in order"
            raise MalformedModelError(message)
        return pair if keys[0] <= keys[1] else (pair[1], pair[0])

    def _tidy(self, trial: Trial) -> Trial:
        """Order the pair of values if the claim has an order."""
        if self.claim.kind is not ClaimKind.MONOTONE:
            return trial
        low, high = self.ranked(trial)
        return Trial(trial.inputs, low, high)

    def _exhaust(self, wanted: Callable[[Trial], bool]) -> Found:
        """Try every trial, since sampling alone proves nothing."""
        count = 0
        for trial in self._all():
            count += 1
            if wanted(trial):
                return Found(self._tidy(trial), count, everything=False)
        return Found(None, count, everything=True)

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
            elif same(inputs[self.cause], self.x):  # the cause is set anyway, so one row is enough
                yield from (Trial(inputs, self.x, other) for other in values if not same(other, self.x))

    def _is_set(self, inputs: Mapping[str, object]) -> bool:
        """Return whether the screening variable is set; None leaves it to the program."""
        return self.claim.mediator is None or inputs[self.claim.mediator] is not None

    @property
    def _pinned(self) -> bool:
        """Whether the claim names the value of the cause."""
        return self.claim.kind not in _PAIRS

    def _drawn(self) -> SearchStrategy[Trial]:
        from hypothesis import strategies

        inputs = strategies.fixed_dictionaries({name: self.program.strategy(name) for name in self.names})
        inputs = inputs if self.claim.mediator is None else inputs.filter(self._is_set)
        values = self.program.strategy(self.cause)
        if not self._pinned:
            return strategies.builds(lambda row, other: Trial(row, row[self.cause], other), inputs, values)
        unnamed = self.claim.cause.value is None and self.claim.kind is not ClaimKind.EFFECT
        if unnamed and self.program.values(self.cause) is None:
            message = f"expected {self.cause}=VALUE in {self.claim}, got a bare name; its values are not listed"
            raise MalformedModelError(message)
        rest = values.filter(lambda value: not same(value, self.x)) if self._contrast else values
        return strategies.builds(lambda row, other: Trial(row, self.x, other), inputs, rest)

    @property
    def _contrast(self) -> bool:
        return self.claim.kind in {ClaimKind.NECESSARY, ClaimKind.PREVENTS}


def same(left: object, right: object) -> bool:
    """Return whether two values are equal."""
    return bool(left == right)


__all__ = ["EXHAUSTIVE", "RUNS", "Found", "Trial", "Trials", "is_value", "narrowed", "same"]
