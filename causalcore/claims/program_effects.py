"""Claims about effects of a program: how much a change moves an output."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from causalcore.claims.claims import Claim, Contrast
from causalcore.claims.program_trials import Trial, Trials, narrowed
from causalcore.claims.programs import SETTABLE, Program, call, remembering
from causalcore.claims.verdict import ClaimStatus, ClaimVerdict
from causalcore.claims.written_values import beyond, compares, comparison, is_value, number, plain
from causalcore.errors import MalformedModelError, OutsideDomainError, UnknownNameError

if TYPE_CHECKING:
    from causalcore.model.variable import Value


def check_effects(program: Program, claim: Claim, runs: int) -> ClaimVerdict:
    """Test how two effects compare, for all inputs.

    Raises
    ------
    UnknownNameError, OutsideDomainError
        If the claim names something that the program does not have.
    MalformedModelError
        If an output is not a number, or a change does not have two values.

    Examples
    --------
    >>> from causalcore.claims.claims import parse_claim
    >>> from causalcore.claims.programs import program
    >>> def price(weight, express):
    ...     return 3 * weight + (5 if express else 0)
    >>> parcels = program(price, weight=range(1, 9), express=[False, True])
    >>> print(check_effects(parcels, parse_claim("effect(express, result) = effect(weight: 1 -> 2, result)"), 500).why)
    with price(weight=1, express=False) effect(express, result) is 5 and effect(weight: 1 -> 2, result) is 3
    """
    test = _EffectTest(program, claim)
    trials = Trials(narrowed(program, replace(claim, cause=test.free)), claim, None, runs)
    search = trials.search(lambda trial: test.given(trial) and not test.holds(trial))
    if search.found is not None:
        shown = test.shown(search.found)
        return ClaimVerdict(claim, ClaimStatus.FAILS, shown, (shown,))
    if search.everything:
        return ClaimVerdict(claim, ClaimStatus.HOLDS, f"no counterexample; all {search.runs} cases were tried")
    why = f"no counterexample in {search.runs} cases; there are more"
    return ClaimVerdict(claim, ClaimStatus.OPEN, why, (), search.runs)


class _EffectTest:
    """One comparison of effects."""

    def __init__(self, program: Program, claim: Claim) -> None:
        if claim.comparison is None:
            message = f"expected a claim about effects, got {claim}; write effect(CAUSE, EFFECT) > 0"
            raise MalformedModelError(message)
        self.program, self.claim, self.comparison = remembering(program), claim, claim.comparison
        self.free = claim.cause
        self.names = tuple(name for name, _ in program.inputs)
        self.sides = [side for side in (self.comparison.left, self.comparison.right) if isinstance(side, Contrast)]
        self.ends = {id(side): self._ends(side) for side in self.sides}

    def _ends(self, side: Contrast) -> tuple[object, object]:
        name = side.cause.variable
        if name not in self.names:
            raise UnknownNameError(name, self.names, SETTABLE)
        values = self.program.values(name)
        if side.cause.old is not None and side.cause.new is not None:
            return self._listed(name, side.cause.old), self._listed(name, side.cause.new)
        if values is None or len(values) != 2:
            message = f"expected a change such as effect({name}: 0 -> 1, ...), got {side}; name both values"
            raise MalformedModelError(message)
        return values[0], values[1]

    def _listed(self, name: str, value: Value) -> object:
        values = self.program.values(name)
        if values is None:
            return plain(value)
        for listed in values:
            if is_value(listed, value):
                return listed
        raise OutsideDomainError(name, str(value), tuple(map(str, values)))

    def given(self, trial: Trial) -> bool:
        """Return whether the facts of the claim hold."""
        return all(
            compares(self.program.output(trial.inputs, name), fact.relation, fact.value, self.program.orders(name))
            for fact in self.claim.given
            for name in [fact.term.variable]
        )

    def holds(self, trial: Trial) -> bool:
        """Return whether the comparison is true for some inputs."""
        left, right = self._size(self.comparison.left, trial), self._right(trial)
        near = not beyond(left - right, self.claim.tolerance)
        if self.comparison.relation in {"=", "!="}:
            return near is (self.comparison.relation == "=")
        return (near and self.claim.tolerance > 0) or comparison(self.comparison.relation)(left, right)

    def _right(self, trial: Trial) -> float:
        right = self.comparison.right
        return right if isinstance(right, float) else self._size(right, trial)

    def _size(self, side: Contrast, trial: Trial) -> float:
        low, high = (self._outcome(side, trial, end) for end in self.ends[id(side)])
        return high - low

    def _outcome(self, side: Contrast, trial: Trial, end: object) -> float:
        name, wanted = side.effect.variable, side.effect.value
        value: Any = self.program.output({**trial.inputs, side.cause.variable: end}, name)
        return number(value, name) if wanted is None else float(is_value(value, wanted))

    def shown(self, trial: Trial) -> str:
        """Return the effects for the inputs that break the claim."""
        sizes = " and ".join(f"{side} is {self._size(side, trial):g}" for side in self.sides)
        return f"with {call(self.program.name, {name: trial.inputs[name] for name in self.names})} {sizes}"
