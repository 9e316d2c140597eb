"""The questions without defaults that decide how a premise relates to an argument."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from logic.solving.claim import Certificate, Claim, Expectation, Witness
from logic.solving.entailment import Finding, Theory, numbered, sentence
from logic.solving.outcome import Limits, Status

if TYPE_CHECKING:
    from logic.formulas.formula import Formula
    from logic.formulas.truth import Semantics
    from logic.relations.formal_argument import Argument


class Questions:
    """Whether premises and background refute further claims, asked in one solver session."""

    PREMISE: ClassVar = "further-premise"
    NO_PREMISE: ClassVar = "further-premise-not-true"
    CONCLUSION: ClassVar = "conclusion"
    NO_CONCLUSION: ClassVar = "conclusion-not-true"

    def __init__(
        self, case: Argument, premise: Formula | str, semantics: Semantics, limits: Limits | None = None
    ) -> None:
        self.semantics, self.limits = semantics, limits or Limits()
        background = numbered("background", case.background)
        self._background = tuple(background)
        premises = numbered("premise", case.premises)
        self._given = (*premises, *background)
        asked = sentence(premise)
        claims = premises | background
        claims |= {
            self.PREMISE: Claim(asked),
            self.NO_PREMISE: Claim(asked, Expectation.NOT_TRUE),
            self.CONCLUSION: Claim(case.conclusion),
            self.NO_CONCLUSION: Claim(case.conclusion, Expectation.NOT_TRUE),
        }
        self._theory = Theory(claims, semantics, limits)
        self._asked: dict[tuple[str, ...], Finding] = {}

    @property
    def reason(self) -> str:
        """Why the last undecided question is open."""
        return next((finding.reason for finding in reversed(self._asked.values()) if finding.reason), "")

    def refuted(self, *claims: str) -> bool | None:
        """Return whether the argument's premises and background rule out that the claims hold; None if unknown."""
        return self._unsatisfiable((*self._given, *claims))

    def refuted_by_background(self, *claims: str) -> bool | None:
        """Return whether the background alone rules out that the claims hold."""
        return self._unsatisfiable((*self._background, *claims))

    def _unsatisfiable(self, names: tuple[str, ...]) -> bool | None:
        if names not in self._asked:
            self._asked[names] = self._theory.ask(names)
        status = self._asked[names].status
        return None if status is Status.UNKNOWN else status is Status.UNSAT

    def certificates(self) -> tuple[Certificate, ...]:
        """Return a core or a model for every decided question."""
        claims = tuple(self._theory.claims.items())
        return tuple(
            Certificate(
                claims=claims,
                semantics=self.semantics,
                core=finding.core,
                witnesses=() if finding.model is None else (Witness(names=names, model=finding.model),),
            )
            for names, finding in self._asked.items()
            if finding.status is not Status.UNKNOWN
        )
