"""Consistency, entailment, equivalence and countermodels in free logic.

A conclusion follows if it is true in every model where all premises are true. This is undecidable in general: an answer
is a theorem (with its core), a finite countermodel that the evaluator has confirmed, or unknown with the reason.

Examples
--------
>>> entails(["~Bald(king)"], "E!(king)").answer
<Answer.YES: 'yes'>
>>> entails(["Bald(king) | ~Bald(king)"], "E!(king)").answer
<Answer.NO: 'no'>
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import TYPE_CHECKING

from logic.errors import FormulaTooLargeError
from logic.formulas.formula import Formula, Iff, check_closed, check_limits, signature
from logic.formulas.grammar import parse
from logic.formulas.smtlib import name_symbol, predicate_symbol, script
from logic.formulas.truth import Semantics
from logic.models.finite_model import FiniteModel
from logic.solving.claim import Certificate, Claim, Expectation, Witness
from logic.solving.outcome import Limits, Status
from logic.solving.solver import Session

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from logic.solving.term import Model

MAX_INSTANCES = 4096
_OUTER_SIZES = (2, 4)
_UNBOUNDED_SHARE, _BOUNDED_SHARE = 0.6, 0.2


class Answer(StrEnum):
    """Yes, no, or undecided by the solver."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The result of one question to a theory.

    Parameters
    ----------
    core
        After UNSAT: names of the claims that clash.
    model
        After SAT: a finite model, confirmed by the evaluator.
    reason
        After UNKNOWN: why.
    """

    status: Status
    core: tuple[str, ...] = ()
    model: FiniteModel | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntailmentVerdict:
    """An answer with its certificate, or the reason why there is none."""

    answer: Answer
    certificate: Certificate
    reason: str = ""


class Theory:
    """Named claims in one solver session, asked about in any combination."""

    def __init__(
        self, claims: Mapping[str, Claim], semantics: Semantics = Semantics.SUPERVALUATION, limits: Limits | None = None
    ) -> None:
        self.claims = dict(claims)
        self.semantics = semantics
        self.limits = limits or Limits()
        self._symbols = signature(claim.formula for claim in self.claims.values())
        self._classical = {name: claim.classical(semantics) for name, claim in self.claims.items()}
        self._session = self._open(_UNBOUNDED_SHARE, None)

    def ask(self, names: Iterable[str]) -> Finding:
        """Ask whether the named claims can hold together.

        What the solver leaves unknown is tried again over small outer domains, where only a model counts.
        """
        chosen = tuple(names)
        finding = self._check(self._session, chosen)
        for size in _OUTER_SIZES if finding.status is Status.UNKNOWN else ():
            bounded = self._check(self._open(_BOUNDED_SHARE, size), chosen)
            if bounded.status is Status.SAT:
                return bounded
        return finding

    def _open(self, share: float, outer_size: int | None) -> Session:
        limits = Limits(seconds=self.limits.seconds * share, megabytes=self.limits.megabytes)
        session = Session(limits)
        session.read(script(self._classical, self._symbols, outer_size=outer_size))
        return session

    def _check(self, session: Session, names: tuple[str, ...]) -> Finding:
        guards = {name: session.boolean(name) for name in names}
        outcome = session.check(names=(), literals=guards, model=True)
        if outcome.status is Status.UNSAT:
            return Finding(status=Status.UNSAT, core=tuple(name for name in names if name in outcome.core))
        if outcome.model is None:
            return Finding(status=Status.UNKNOWN, reason=outcome.reason)
        return self._confirmed(session, outcome.model, names)

    def _confirmed(self, session: Session, world: Model, names: tuple[str, ...]) -> Finding:
        try:
            model = self._finite(session, world)
            wrong = [name for name in names if not self.claims[name].holds(model, self.semantics)]
        except FormulaTooLargeError as error:
            return Finding(status=Status.UNKNOWN, reason=f"the solver's model could not be confirmed: {error}")
        if wrong:
            reason = f"the solver's model fails {', '.join(wrong)} when it is evaluated"
            return Finding(status=Status.UNKNOWN, reason=reason)
        return Finding(status=Status.SAT, model=model)

    def _finite(self, session: Session, world: Model) -> FiniteModel:
        outer, truth = session.sort("U"), session.truth_sort()
        elements = world.elements(outer)
        place = {world.show(element): index for index, element in enumerate(elements)}
        size = len(elements)
        exists = session.function("E!", outer, truth)
        relations = []
        for predicate, arity in sorted(self._symbols.predicates):
            if size**arity > MAX_INSTANCES:
                measure = "number of instances of a predicate"
                raise FormulaTooLargeError(measure, MAX_INSTANCES)
            symbol = session.function(predicate_symbol(predicate), *([outer] * arity), truth)
            tuples = (
                chosen
                for chosen in product(range(size), repeat=arity)
                if world.holds(session.apply(symbol, *(elements[index] for index in chosen)))
            )
            relations.append((predicate, frozenset(tuples)))
        return FiniteModel(
            size=size,
            existing=frozenset(i for i, element in enumerate(elements) if world.holds(session.apply(exists, element))),
            names=tuple(
                (name, place[world.show(session.individual(name_symbol(name), outer))])
                for name in sorted(self._symbols.names)
            ),
            relations=tuple(relations),
        )


def sentence(given: Formula | str) -> Formula:
    """Read a string; raise for a formula that is open or too large."""
    formula = parse(given) if isinstance(given, str) else given
    check_limits(formula)
    check_closed(formula)
    return formula


def numbered(prefix: str, given: Sequence[Formula | str]) -> dict[str, Claim]:
    """Claim each formula true, under the names prefix-1, prefix-2, ..."""
    return {f"{prefix}-{index}": Claim(sentence(formula)) for index, formula in enumerate(given, start=1)}


def consistent(
    formulas: Sequence[Formula | str],
    *,
    semantics: Semantics = Semantics.SUPERVALUATION,
    limits: Limits | None = None,
) -> EntailmentVerdict:
    """Decide whether the formulas can all be true: YES with a model, NO with a core."""
    claims = numbered("formula", formulas)
    return _satisfiable(claims, semantics, limits)


def entails(
    premises: Sequence[Formula | str],
    conclusion: Formula | str,
    *,
    semantics: Semantics = Semantics.SUPERVALUATION,
    limits: Limits | None = None,
) -> EntailmentVerdict:
    """Decide whether the conclusion is true wherever the premises are.

    YES has a core, which may omit the conclusion if the premises contradict each other; NO has a countermodel.
    """
    claims = numbered("premise", premises) | {"conclusion": Claim(sentence(conclusion), Expectation.NOT_TRUE)}
    verdict = _satisfiable(claims, semantics, limits)
    opposite = {Answer.YES: Answer.NO, Answer.NO: Answer.YES, Answer.UNKNOWN: Answer.UNKNOWN}
    return EntailmentVerdict(answer=opposite[verdict.answer], certificate=verdict.certificate, reason=verdict.reason)


def equivalent(
    left: Formula | str,
    right: Formula | str,
    *,
    semantics: Semantics = Semantics.SUPERVALUATION,
    limits: Limits | None = None,
) -> EntailmentVerdict:
    """Decide whether the biconditional of the two is true in every model."""
    return entails([], Iff(sentence(left), sentence(right)), semantics=semantics, limits=limits)


def countermodel(
    premises: Sequence[Formula | str],
    conclusion: Formula | str,
    *,
    semantics: Semantics = Semantics.SUPERVALUATION,
    limits: Limits | None = None,
) -> FiniteModel | None:
    """Return a model of the premises in which the conclusion is not true, if one is found."""
    verdict = entails(premises, conclusion, semantics=semantics, limits=limits)
    return verdict.certificate.witnesses[0].model if verdict.answer is Answer.NO else None


def _satisfiable(claims: Mapping[str, Claim], semantics: Semantics, limits: Limits | None) -> EntailmentVerdict:
    finding = Theory(claims, semantics, limits).ask(claims)
    named = tuple(claims.items())
    if finding.model is not None:
        witness = Witness(names=tuple(claims), model=finding.model)
        certificate = Certificate(claims=named, semantics=semantics, witnesses=(witness,))
        return EntailmentVerdict(answer=Answer.YES, certificate=certificate)
    certificate = Certificate(claims=named, semantics=semantics, core=finding.core)
    answer = Answer.NO if finding.status is Status.UNSAT else Answer.UNKNOWN
    return EntailmentVerdict(answer=answer, certificate=certificate, reason=finding.reason)
