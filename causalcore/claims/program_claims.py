"""Claims over a program, tested: Hypothesis searches interventions and shrinks what breaks the claim.

A claim about a program covers every input that its `Program` describes. A counterexample is a call, or a pair of calls
that differ in one input. A claim that survives holds if all inputs were tried; otherwise it is open, with the number of
runs. For existential claims (`causes`, the second half of `prevents`), the same search looks for an example.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from causalcore.claims.claims import Claim, ClaimKind, Subject
from causalcore.claims.program_trials import RUNS, Found, Trial, Trials, narrowed, same
from causalcore.claims.programs import SETTABLE, Program, call, remembering
from causalcore.claims.verdict import ClaimStatus, ClaimVerdict
from causalcore.claims.written_values import beyond, compares, is_value, number, plain, ranks
from causalcore.errors import MalformedModelError, OutsideDomainError, UnknownNameError
from causalcore.queries.world import Fact


def check_over_program(program: Program, claim: Claim, *, runs: int = RUNS) -> ClaimVerdict:
    """Test a claim.

    Raises
    ------
    UnknownNameError, OutsideDomainError
        If the claim names something that the program does not have.
    ProgramFailedError
        If the program raises on one of its inputs.

    Examples
    --------
    >>> from causalcore.claims.claims import parse_claim
    >>> from causalcore.claims.programs import program
    >>> def fare(zones, student):
    ...     return 4 if student and zones > 2 else 3 * zones
    >>> tickets = program(fare, zones=range(1, 6), student=[False, True])
    >>> print(check_over_program(tickets, parse_claim("monotone(zones, result, +)")).why)
    fare(zones=2, student=True) gives 6, fare(zones=3, student=True) gives 4
    """
    if claim.comparison is not None:
        from causalcore.claims.program_effects import check_effects

        return check_effects(program, claim, runs)
    return _Test(program, claim, runs).verdict()


class _Test:
    """One claim about one program."""

    def __init__(self, program: Program, claim: Claim, runs: int) -> None:
        self.program, self.claim = remembering(program), claim
        self.names = tuple(name for name, _ in program.inputs)
        self.cause, self.effect = claim.cause.variable, claim.effect.variable
        for name in (self.cause, *([claim.mediator] if claim.mediator else [])):
            if name not in self.names:
                raise UnknownNameError(name, self.names, SETTABLE)
        self.x = self._input(claim.cause)
        self.trials = Trials(narrowed(self.program, claim), claim, self.x, runs)

    # ------------------------------------------------------------ what the claim names

    def _input(self, subject: Subject) -> object:
        values = self.program.values(subject.variable)
        if values is None:
            return None if subject.value is None else plain(subject.value)
        if subject.value is None:
            return values[-1]
        for value in values:
            if is_value(value, subject.value):
                return value
        raise OutsideDomainError(subject.variable, str(subject.value), tuple(map(str, values)))

    def _value(self, trial: Trial, cause: object) -> object:
        return self.program.output({**trial.inputs, self.cause: cause}, self.effect)

    def _is_effect(self, value: object) -> bool:
        """Return whether an output is the one that the claim means; a bare name means true."""
        wanted = self.claim.effect.value
        if wanted is not None:
            return is_value(value, wanted, self.claim.tolerance)
        if isinstance(value, bool | int) and value in {0, 1}:
            return bool(value)
        message = f"expected {self.effect} to be true or false, got {value!r}; write {self.effect}=VALUE in the claim"
        raise MalformedModelError(message)

    # ------------------------------------------------------------ verdicts

    def verdict(self) -> ClaimVerdict:
        """Search for what breaks the claim, or for the example that it asserts."""
        if self.claim.kind is ClaimKind.CAUSES:
            return self._causes()
        violated = self._violated()
        broken = self.trials.search(lambda trial: self._admitted(trial) and violated(trial))
        if broken.found is not None:
            return self._fails(broken.found)
        if self.claim.kind is ClaimKind.PREVENTS:
            example = self.trials.search(
                lambda trial: self._admitted(trial) and self._is_effect(self._value(trial, trial.other))
            )
            if example.found is None:
                why = f"{self._effect_text()} was not seen under another value of {self.cause} either"
                return self._survived(example, ClaimStatus.FAILS, why)
        if self.claim.kind is ClaimKind.NECESSARY:
            example = self.trials.search(lambda trial: self._admitted(trial) and self._happens(trial))
            if example.found is None:
                why = f"{self.cause} and {self._effect_text()} were not seen together"
                return self._survived(example, ClaimStatus.FAILS, why)
        return self._survived(broken, ClaimStatus.HOLDS, "no input breaks it")

    def _causes(self) -> ClaimVerdict:
        example = self.trials.search(lambda trial: self._admitted(trial) and self._moves(trial))
        if example.found is not None:
            return ClaimVerdict(self.claim, ClaimStatus.HOLDS, ", ".join(self._calls(example.found)))
        why = f"setting {self.cause} never changed {self.effect}"
        return self._survived(example, ClaimStatus.FAILS, why)

    def _survived(self, search: Found, proved: ClaimStatus, why: str) -> ClaimVerdict:
        if search.everything:
            return ClaimVerdict(self.claim, proved, f"{why}; all {search.runs} cases were tried")
        tested = search.runs if proved is ClaimStatus.HOLDS else 0
        return ClaimVerdict(self.claim, ClaimStatus.OPEN, f"{why} in {search.runs} cases; there are more", (), tested)

    def _fails(self, trial: Trial) -> ClaimVerdict:
        shown = self._calls(trial)
        return ClaimVerdict(self.claim, ClaimStatus.FAILS, ", ".join(shown), shown)

    def _calls(self, trial: Trial) -> tuple[str, ...]:
        ordered = [{name: row[name] for name in self.names} for row in self._rows(trial)]
        field = "" if self.effect == "result" else f" {self.effect}"
        return tuple(
            f"{call(self.program.name, row)} gives{field} {self.program.output(row, self.effect)!r}" for row in ordered
        )

    def _rows(self, trial: Trial) -> list[dict[str, object]]:
        """Return the inputs of the calls that show the violation."""
        values = [trial.one] if self._one_world else [trial.one, trial.other]
        return [{**trial.inputs, self.cause: value} for value in values]

    def _effect_text(self) -> str:
        return str(self.claim.effect)

    # ------------------------------------------------------------ what breaks a claim

    @property
    def _one_world(self) -> bool:
        """Whether one call shows the violation."""
        return self.claim.kind in {ClaimKind.SUFFICIENT, ClaimKind.PREVENTS, ClaimKind.WOULD}

    def _violated(self) -> Callable[[Trial], bool]:
        match self.claim.kind:
            case ClaimKind.NO_EFFECT | ClaimKind.SCREENS_OFF:
                return self._moves
            case ClaimKind.MONOTONE:
                return self._reversed
            case ClaimKind.NECESSARY:
                return lambda trial: self._happens(trial) and self._is_effect(self._value(trial, trial.other))
            case ClaimKind.PREVENTS:
                return self._happens
        return lambda trial: not self._happens(trial)  # sufficient, would

    def _happens(self, trial: Trial) -> bool:
        """Return whether the effect happens with the first value of the cause."""
        return self._is_effect(self._value(trial, trial.one))

    def _moves(self, trial: Trial) -> bool:
        """Return whether the effect differs between the two values of the cause by more than the tolerance."""
        before, after = self._value(trial, trial.one), self._value(trial, trial.other)
        if not self.claim.tolerance:
            return before != after
        return beyond(number(before, self.effect) - number(after, self.effect), self.claim.tolerance)

    def _admitted(self, trial: Trial) -> bool:
        """Return whether the facts of the claim hold: for `would` before the cause is set, otherwise after."""
        if self.claim.kind is ClaimKind.WOULD:
            return all(self._fact(fact, trial.inputs) for fact in self.claim.given)
        return all(self._fact(fact, row) for fact in self.claim.given for row in self._rows(trial))

    def _fact(self, fact: Fact, inputs: Mapping[str, object]) -> bool:
        changed = {**inputs, **{name: self._setting(name, setting) for name, setting in fact.term.do}}
        name = fact.term.variable
        return compares(self.program.output(changed, name), fact.relation, fact.value, self.program.orders(name))

    def _setting(self, name: str, setting: object) -> object:
        if name not in self.names:
            raise UnknownNameError(name, self.names, SETTABLE)
        if not isinstance(setting, int | float | str):
            message = f"expected a value for {name} in a claim about a program, got {setting}; name the value"
            raise MalformedModelError(message)
        return self._input(Subject(name, setting))

    def _reversed(self, trial: Trial) -> bool:
        low, high = self.trials.ranked(trial)
        if self.claim.strict and same(low, high):
            return False
        try:
            before, after = self._value(trial, low), self._value(trial, high)
            return self._falls(before, after) if self.claim.rising else self._falls(after, before)
        except TypeError as error:
            message = f"expected outputs that can be compared for {self.claim}, got {error}; name another output"
            raise MalformedModelError(message) from error

    def _falls(self, before: Any, after: Any) -> bool:
        """Return whether a step that should rise does not: it falls or, for a strict claim, stays."""
        if not self.claim.tolerance:
            keys = ranks((before, after), self.program.orders(self.cause))
            if keys is None:
                message = (
                    f"expected numbers as {self.effect}, got {before!r}; "
                    "return numbers, or list these values in order as those of an input"
                )
                raise MalformedModelError(message)
            return bool(keys[0] >= keys[1] if self.claim.strict else keys[0] > keys[1])
        fall = number(before, self.effect) - number(after, self.effect)
        large = beyond(fall, self.claim.tolerance)
        return fall >= 0 or not large if self.claim.strict else fall > 0 and large
