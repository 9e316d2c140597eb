"""Decide each relation of a premise to an argument; `logic.relations.argument` has the definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from logic.ranks.rank import INFINITE, as_written, difference, leading_sign
from logic.ranks.rank_proof import proof_in
from logic.ranks.ranking import Ranking, Space
from logic.relations.argument_questions import Questions
from logic.relations.judgement import Judgement, Relation, Sense, Standing
from logic.solving.claim import Claim, Expectation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from logic.formulas.formula import Formula
    from logic.formulas.truth import Semantics
    from logic.ranks.rank_proof import RankProof
    from logic.relations.formal_argument import Argument
    from logic.solving.outcome import Limits


def decide(
    relation: Relation, case: Argument, premise: Formula, semantics: Semantics, limits: Limits | None
) -> Judgement:
    """Judge one relation; see `logic.relations.argument.judge`."""
    asked = _Case(relation, case, premise, Questions(case, premise, semantics, limits))
    return asked.impossible() or _DECIDED[relation](asked)


class _Case:
    """One relation asked of one argument and premise; every answer carries the certificates so far."""

    def __init__(self, relation: Relation, case: Argument, premise: Formula, questions: Questions) -> None:
        self.relation, self.questions = relation, questions
        ranking = Ranking(
            defaults=case.defaults,
            background=case.background,
            semantics=questions.semantics,
            limits=questions.limits,
        )
        self._ranked = (ranking, (*case.premises, case.conclusion, premise), (case.conclusion, premise))
        self._space: Space | None = None
        self._ranks: list[RankProof] = []
        self.given = {f"premise-{index}": Claim(stated) for index, stated in enumerate(case.premises, start=1)}
        self.conclusion, self.premise = Claim(case.conclusion), Claim(premise)

    @property
    def space(self) -> Space:
        """The ranked worlds; built when a rank is first needed."""
        if self._space is None:
            ranking, formulas, about = self._ranked
            self._space = Space(ranking, formulas, about=about)
        return self._space

    def answer(
        self, standing: Standing, why: str, *, degree: float | None = None, sense: Sense | None = None, **flags: bool
    ) -> Judgement:
        """Return the judgement with all certificates so far."""
        return Judgement(
            relation=self.relation,
            standing=standing,
            sense=sense,
            degree=degree,
            certificates=self.questions.certificates(),
            ranks=tuple(self._ranks),
            why=why,
            **flags,
        )

    def impossible(self) -> Judgement | None:
        """Return a verdict if the premises clash, or refute the premise (allowed for a necessary one); else None."""
        questions = self.questions
        clash = questions.refuted()
        if clash is None:
            return self.unknown()
        if clash:
            return self.answer(Standing.INCONSISTENT, "the premises of the argument contradict each other")
        if self.relation is Relation.NECESSARY:
            return None
        clash = questions.refuted(questions.PREMISE)
        if clash is None:
            return self.unknown()
        return self.answer(Standing.INCONSISTENT, "the premise contradicts the argument's own") if clash else None

    def unknown(self, reason: str = "") -> Judgement:
        """Return the verdict that the solver could not decide."""
        return self.answer(Standing.UNKNOWN, f"the solver could not decide: {reason or self.questions.reason}")

    def firmness(self, given: Mapping[str, Claim]) -> float | None:
        """Return tau(c | given) and keep the two ranks as certificates; None if unknown."""
        against = Claim(self.conclusion.formula, Expectation.FALSE)
        proofs = [proof_in(self.space, {**given, "conclusion": claim}) for claim in (against, self.conclusion)]
        found_proofs = [proof for proof in proofs if proof is not None]
        self._ranks += found_proofs
        return difference(found_proofs[0].rank, found_proofs[1].rank) if len(found_proofs) == 2 else None

    def possible(self, given: Mapping[str, Claim]) -> bool | None:
        """Return whether something holds in some ranked world."""
        rank = self.space.least(given.values()).value
        return None if rank is None else rank < INFINITE


def _sufficient(asked: _Case) -> Judgement:
    questions = asked.questions
    valid = questions.refuted(questions.PREMISE, questions.NO_CONCLUSION)
    idle = questions.refuted(questions.NO_CONCLUSION) if valid else False
    begs = questions.refuted_by_background(questions.PREMISE, questions.NO_CONCLUSION) if valid and not idle else False
    if None in (valid, idle, begs):
        return asked.unknown()
    if not valid:
        return asked.answer(Standing.FAILS, "with the premise the conclusion still does not follow")
    if idle:
        return asked.answer(Standing.FAILS, "the conclusion follows without the premise")
    why = "the conclusion follows from the premise alone" if begs else "with the premise the conclusion follows"
    return asked.answer(Standing.HOLDS, why, degree=INFINITE, begs_the_question=bool(begs))


def _necessary(asked: _Case) -> Judgement:
    questions = asked.questions
    given = questions.refuted(questions.NO_PREMISE)
    wrong = questions.refuted(questions.CONCLUSION) if given is False else False
    strict = questions.refuted(questions.CONCLUSION, questions.NO_PREMISE) if wrong is False else False
    if None in (given, wrong, strict):
        return asked.unknown()
    if given:
        return asked.answer(Standing.FAILS, "the argument already says so")
    if wrong:
        return asked.answer(Standing.FAILS, "the conclusion contradicts the argument's premises")
    if strict:
        why = "wherever premises and conclusion are true the premise is"
        return asked.answer(Standing.HOLDS, why, degree=INFINITE, sense=Sense.STRICT)
    return _defeasibly_necessary(asked)


def _defeasibly_necessary(asked: _Case) -> Judgement:
    denied = {**asked.given, "premise denied": Claim(asked.premise.formula, Expectation.FALSE)}
    deniable = asked.possible(denied)
    if deniable is False:
        return asked.answer(Standing.FAILS, "the premise is false in no world of the things that are named")
    before, after = (asked.firmness(asked.given), asked.firmness(denied)) if deniable else (None, None)
    if before is None or after is None:
        return asked.unknown("the rank of a world is not known")
    why = f"the firmness of the conclusion is {as_written(before)}, and {as_written(after)} if the premise is denied"
    if before > 0 >= after:
        return asked.answer(Standing.HOLDS, why, degree=difference(before, after), sense=Sense.DEFEASIBLE)
    return asked.answer(Standing.FAILS, why, degree=difference(before, after))


def _stronger(asked: _Case) -> Judgement:
    return _moved(asked, 1)


def _weaker(asked: _Case) -> Judgement:
    return _moved(asked, -1)


def _moved(asked: _Case, wanted: int) -> Judgement:
    """Compare P(c | G, p) with P(c | G): by the share of worlds if they are counted, otherwise by rank."""
    added = {**asked.given, "premise": asked.premise}
    possible = asked.possible(added)
    if possible is False:
        return asked.unknown("the premises hold in no world of the things that are named")
    before, after = (asked.firmness(asked.given), asked.firmness(added)) if possible else (None, None)
    if before is None or after is None:
        return asked.unknown("the rank of a world is not known")
    degree = difference(after, before)
    sign = _share_sign(asked, added)
    if sign is None and degree == 0:
        why = f"the firmness of the conclusion stays {as_written(before)}; there are too many worlds to be counted"
        return asked.answer(Standing.TIED, why, degree=degree)
    moved = sign if sign is not None else (1 if degree > 0 else -1)
    standing = Standing.HOLDS if moved == wanted else Standing.FAILS
    return asked.answer(standing, _why_moved(before, after, moved), degree=degree, weak=degree == 0 and moved != 0)


def _share_sign(asked: _Case, added: Mapping[str, Claim]) -> int | None:
    """Return the sign of P(c | G, p) - P(c | G); None if worlds are not counted."""
    spectra = [
        asked.space.spectrum(claims)
        for given in (added, asked.given)
        for claims in ((*given.values(), asked.conclusion), tuple(given.values()))
    ]
    counted = [spectrum for spectrum in spectra if spectrum is not None]
    if len(counted) < 4:
        return None
    both, with_premise, concluded, all_worlds = counted
    return leading_sign((both, all_worlds), (concluded, with_premise))


def _why_moved(before: float, after: float, moved: int) -> str:
    if before != after:
        return (
            f"the firmness of the conclusion {_risen(before < after)} from {as_written(before)} to {as_written(after)}"
        )
    stays = f"the firmness of the conclusion stays {as_written(before)}"
    return f"{stays}, and its share of the worlds {_risen(moved > 0)}" if moved else f"{stays}, as does its share"


def _risen(up: bool) -> str:
    return "rises" if up else "falls"


_DECIDED: Mapping[Relation, Callable[[_Case], Judgement]] = {
    Relation.SUFFICIENT: _sufficient,
    Relation.NECESSARY: _necessary,
    Relation.STRENGTHENS: _stronger,
    Relation.WEAKENS: _weaker,
}
