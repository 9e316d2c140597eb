"""Label a hypothesis E, C, N, X or U, with a certificate.

Two questions decide, for premises u, background K and hypothesis x:
q1, can u and K be true and x not true; q2, can u and K be true and x not false.

======= ======= =====================================================
q1      q2      label
======= ======= =====================================================
unsat   sat     E, entailment
sat     unsat   C, contradiction
sat     sat     N, neutral: `gap` if x can not be true or can not be
                false under the premises, else `undetermined`
unsat   unsat   X, the premises contradict each other
unknown         U, with the solver's reason
======= ======= =====================================================

X and U are separate results and never count as N. If the premises refute the background, reasoning is skeptical: over
its maximal subsets that are consistent with the premises.

Examples
--------
>>> label(premises=["all x. (Dog(x) -> Animal(x))", "Dog(rex)"], hypothesis="Animal(rex)").label
<Label.ENTAILMENT: 'E'>
>>> result = label(premises=["~E!(pegasus)"], hypothesis="White(pegasus)")
>>> result.label, result.cause
(<Label.NEUTRAL: 'N'>, <Cause.GAP: 'gap'>)
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING

from logic.errors import TooMuchBackgroundError
from logic.formulas.formula import signature
from logic.formulas.truth import Semantics
from logic.solving.claim import Certificate, Claim, Expectation, Witness
from logic.solving.entailment import Finding, Theory, numbered, sentence
from logic.solving.outcome import Limits, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from logic.formulas.formula import Formula

MAX_CONFLICTING_BACKGROUND = 12
_TRUE, _FALSE = "hypothesis-true", "hypothesis-false"
_NOT_TRUE, _NOT_FALSE = "hypothesis-not-true", "hypothesis-not-false"
_EXPECTATIONS = {
    _TRUE: Expectation.TRUE,
    _FALSE: Expectation.FALSE,
    _NOT_TRUE: Expectation.NOT_TRUE,
    _NOT_FALSE: Expectation.NOT_FALSE,
}


class Label(StrEnum):
    """What the premises imply for the hypothesis."""

    ENTAILMENT = "E"
    CONTRADICTION = "C"
    NEUTRAL = "N"
    INCONSISTENT = "X"
    UNKNOWN = "U"


class Cause(StrEnum):
    """Why a hypothesis is neutral."""

    GAP = "gap"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A label and why it holds.

    Parameters
    ----------
    cause
        For a neutral label; None if the solver could not tell the two apart.
    certificates
        One for each maximal consistent background; only one if the background is consistent.
    notes
        Symbols of the hypothesis that occur in no premise.
    """

    label: Label
    cause: Cause | None = None
    certificates: tuple[Certificate, ...]
    why: str
    notes: tuple[str, ...] = ()

    def check(self) -> bool:
        """Check every certificate again."""
        return all(certificate.check() for certificate in self.certificates)


def label(
    *,
    premises: Sequence[Formula | str],
    hypothesis: Formula | str,
    background: Sequence[Formula | str] = (),
    semantics: Semantics = Semantics.SUPERVALUATION,
    limits: Limits | None = None,
) -> Result:
    """Label a hypothesis.

    Parameters
    ----------
    premises, hypothesis, background
        Formulas, or strings for `logic.formulas.grammar.parse`.
    semantics
        The value of sentences with names that denote nothing that exists.
    limits
        Time and memory for each question to the solver.

    Raises
    ------
    FormulaSyntaxError, OpenFormulaError, FormulaTooLargeError
        If a formula cannot be read or is not a sentence.
    TooMuchBackgroundError
        If more than 12 background formulas clash with the premises.
    """
    given = numbered("premise", premises)
    background_claims = numbered("background", background)
    conclusion = sentence(hypothesis)
    claims = given | background_claims | {name: Claim(conclusion, wanted) for name, wanted in _EXPECTATIONS.items()}
    theory = Theory(claims, semantics, limits)
    notes = _new_symbols(claims, conclusion)
    result = _decide(theory, tuple(given), tuple(background_claims), notes)
    if result.label is not Label.INCONSISTENT or not background_claims:
        return result
    return _skeptical(theory, tuple(given), tuple(background_claims), notes) or result


def _decide(theory: Theory, given: tuple[str, ...], background: tuple[str, ...], notes: tuple[str, ...]) -> Result:
    held = (*given, *background)
    refute, affirm = theory.ask((*held, _NOT_TRUE)), theory.ask((*held, _NOT_FALSE))
    for finding in (refute, affirm):
        if finding.status is Status.UNKNOWN:
            why = f"the solver could not decide: {finding.reason}"
            return Result(label=Label.UNKNOWN, certificates=(_certificate(theory),), why=why, notes=notes)
    witnesses = tuple(
        Witness(names=(*held, name), model=finding.model)
        for name, finding in ((_NOT_TRUE, refute), (_NOT_FALSE, affirm))
        if finding.model is not None
    )
    if len(witnesses) == 2:
        return _neutral(theory, held, witnesses, notes)
    if not witnesses:
        return _inconsistent(theory, held, refute, notes)
    chosen, core, word = (
        (Label.CONTRADICTION, affirm.core, "false")
        if affirm.status is Status.UNSAT
        else (Label.ENTAILMENT, refute.core, "true")
    )
    used = " and ".join(name for name in core if name in held) or "logic alone"
    certificate = _certificate(theory, core, *witnesses)
    why = f"the hypothesis must be {word}, by {used}"
    return Result(label=chosen, certificates=(certificate,), why=why, notes=notes)


def _certificate(theory: Theory, core: tuple[str, ...] = (), *witnesses: Witness) -> Certificate:
    claims = tuple(theory.claims.items())
    return Certificate(claims=claims, semantics=theory.semantics, core=core, witnesses=witnesses)


def _neutral(theory: Theory, held: tuple[str, ...], witnesses: tuple[Witness, ...], notes: tuple[str, ...]) -> Result:
    true, false = theory.ask((*held, _TRUE)), theory.ask((*held, _FALSE))
    core: tuple[str, ...] = ()
    cause: Cause | None = None
    if Status.UNSAT in (true.status, false.status):
        cause, core = Cause.GAP, true.core or false.core
        why = f"the hypothesis cannot be {'true' if true.core else 'false'}, and may be neither true nor false"
    elif true.model is not None and false.model is not None:
        cause, why = Cause.UNDETERMINED, "the premises allow the hypothesis to be true or false"
        witnesses = (
            Witness(names=(*held, _FALSE, _NOT_TRUE), model=false.model),
            Witness(names=(*held, _TRUE, _NOT_FALSE), model=true.model),
        )
    else:
        why = "the hypothesis need not be true and need not be false; whether it can be either is not decided"
    return Result(
        label=Label.NEUTRAL, cause=cause, certificates=(_certificate(theory, core, *witnesses),), why=why, notes=notes
    )


def _inconsistent(theory: Theory, held: tuple[str, ...], refute: Finding, notes: tuple[str, ...]) -> Result:
    """Check that the premises clash by themselves, so the hypothesis plays no part in the core."""
    clash = theory.ask(held)
    if clash.status is not Status.UNSAT:
        why = f"both labels were refuted, yet the premises alone were not: {clash.reason or 'they have a model'}"
        return Result(label=Label.UNKNOWN, certificates=(_certificate(theory, refute.core),), why=why, notes=notes)
    why = (
        f"{' and '.join(clash.core)} contradict each other"
        if len(clash.core) > 1
        else f"{', '.join(clash.core)} contradicts itself"
    )
    return Result(label=Label.INCONSISTENT, certificates=(_certificate(theory, clash.core),), why=why, notes=notes)


def _skeptical(
    theory: Theory, given: tuple[str, ...], background: tuple[str, ...], notes: tuple[str, ...]
) -> Result | None:
    """Label under each maximal consistent background; None if the premises clash by themselves."""
    if theory.ask(given).status is not Status.SAT:
        return None
    if len(background) > MAX_CONFLICTING_BACKGROUND:
        raise TooMuchBackgroundError(len(background), MAX_CONFLICTING_BACKGROUND)
    subsets = _maximal_consistent(theory, given, background)
    if subsets is None:
        why = "the solver could not decide which background is consistent with the premises"
        return Result(label=Label.UNKNOWN, certificates=(_certificate(theory),), why=why, notes=notes)
    results = [_decide(theory, given, subset, notes) for subset in subsets]
    labels = {result.label for result in results}
    common = labels.pop() if len(labels) == 1 else Label.UNKNOWN if Label.UNKNOWN in labels else Label.NEUTRAL
    causes = {result.cause for result in results}
    cause = Cause.UNDETERMINED if common is Label.NEUTRAL and len(causes) > 1 else results[0].cause
    why = f"the background contradicts the premises; in its {len(subsets)} maximal consistent parts: " + "; ".join(
        f"{result.label} ({result.why})" for result in results
    )
    certificates = tuple(certificate for result in results for certificate in result.certificates)
    return Result(
        label=common, cause=cause if common is Label.NEUTRAL else None, certificates=certificates, why=why, notes=notes
    )


def _maximal_consistent(
    theory: Theory, given: tuple[str, ...], background: tuple[str, ...]
) -> tuple[tuple[str, ...], ...] | None:
    maximal: list[frozenset[str]] = []
    cores: list[frozenset[str]] = []
    for size in range(len(background), -1, -1):
        for chosen in map(frozenset, combinations(background, size)):
            if any(chosen <= larger for larger in maximal) or any(core <= chosen for core in cores):
                continue
            finding = theory.ask((*given, *(name for name in background if name in chosen)))
            if finding.status is Status.UNKNOWN:
                return None
            if finding.status is Status.SAT:
                maximal.append(chosen)
            else:
                cores.append(frozenset(finding.core) - set(given))
    return tuple(tuple(name for name in background if name in subset) for subset in maximal)


def _new_symbols(claims: dict[str, Claim], hypothesis: Formula) -> tuple[str, ...]:
    """Return notes on symbols of the hypothesis that no premise has: often a mistake in the formalisation."""
    stated = signature(claim.formula for name, claim in claims.items() if name not in _EXPECTATIONS)
    asked = signature([hypothesis])
    return _notes("name", asked.names - stated.names) + _notes(
        "predicate", (f"{predicate}/{arity}" for predicate, arity in asked.predicates - stated.predicates)
    )


def _notes(kind: str, symbols: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"no premise has the hypothesis's {kind} {symbol}" for symbol in sorted(symbols))
