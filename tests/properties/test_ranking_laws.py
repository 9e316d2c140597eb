"""Ranks against enumeration, and the laws that ranks obey."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rank_oracle import cost, models, share

from logic.errors import ClashingDefaultsError
from logic.formulas.formula import And, Atom, Formula, Iff, Implies, Not, Or, Truth, conjoin
from logic.formulas.grammar import parse
from logic.formulas.truth import Semantics
from logic.models.finite_model import Value, value
from logic.ranks.default import Default, default
from logic.ranks.rank import INFINITE
from logic.ranks.rank_engine import Combination, SolverWorlds
from logic.ranks.rank_proof import prove
from logic.ranks.ranking import Claim, Ranking, Space
from logic.relations.argument import argument, judge
from logic.relations.judgement import Relation, Standing

TIE = Or((Atom("Tie"), Not(Atom("Tie"))))  # says nothing, and stands in every rule
LETTERS = tuple(Atom(letter) for letter in "ABCDE")
EXAMPLES = settings(max_examples=40)
FEW = settings(max_examples=15)


def sentences(depth: int = 2) -> st.SearchStrategy[Formula]:
    leaves = st.sampled_from(LETTERS)
    return st.recursive(
        leaves,
        lambda below: st.one_of(
            st.builds(Not, below),
            st.builds(lambda one, other: And((one, other)), below, below),
            st.builds(lambda one, other: Or((one, other)), below, below),
            st.builds(Implies, below, below),
            st.builds(Iff, below, below),
        ),
        max_leaves=2**depth,
    )


def rules(weights: st.SearchStrategy[int | None]) -> st.SearchStrategy[tuple[Default, ...]]:
    rule = st.builds(
        lambda left, right, w: Default(antecedent=left, consequent=right, weight=w), sentences(1), sentences(1), weights
    )
    return st.lists(rule, max_size=4).map(tuple)


WEIGHTED = rules(st.integers(1, 4))


def least(ranking: Ranking, said: list[Formula], vocabulary: list[Formula]) -> float:
    combine = sum if ranking.combination is Combination.SUM else max
    ranks = [
        cost(model, ranking.defaults, ranking.semantics, combine)
        for model in models(vocabulary, ranking.semantics)
        if all(value(model, one, ranking.semantics) is Value.TRUE for one in [*said, *ranking.background])
    ]
    return min(ranks, default=INFINITE)


@EXAMPLES
@given(WEIGHTED, sentences(), sentences(1), st.sampled_from(Combination))
def test_a_rank_is_the_least_cost_of_a_world(
    defaults: tuple[Default, ...], said: Formula, background: Formula, combination: Combination
) -> None:
    ranking = Ranking(defaults=defaults, background=(background,), combination=combination)
    vocabulary = [said, background, *(rule.material for rule in defaults)]
    assert ranking.kappa(said).value == least(ranking, [said], vocabulary)


@FEW
@given(WEIGHTED, sentences(), st.sampled_from(Combination))
def test_the_solver_finds_the_ranks_that_counting_finds(
    defaults: tuple[Default, ...], said: Formula, combination: Combination
) -> None:
    space = Space(Ranking(defaults=defaults, combination=combination), [said])
    solver = SolverWorlds(space.problem, space.atoms)
    found = solver.least([space.settle(Claim(said))])
    assert found.value == space.least([Claim(said)]).value


THINGS = [
    ("E!(k)", "exists x. Bald(x)"),
    ("Bald(k)", "true"),
    ("~Bald(k)", "all x. ~Bald(x)"),
    ("Bald(k) | ~Bald(k)", "~E!(k)"),
    ("Near(k,j) -> Bald(j)", "Near(k,j) <-> ~Bald(j)"),
    ("Bald(k) <-> Bald(j)", "~E!(k)"),
    ("exists x. (x = k & Bald(x))", "Bald(k)"),
    ("all x. (Bald(x) <-> Happy(x))", "~(Bald(k) & Happy(k))"),
]


@pytest.mark.parametrize("semantics", Semantics)
@pytest.mark.parametrize(("one", "other"), THINGS)
def test_ranks_of_things_that_may_not_exist_are_those_of_the_evaluator(
    one: str, other: str, semantics: Semantics
) -> None:
    defaults = (
        default("Bald(x)", "Happy(x)", weight=1, variables=["x"]),
        default("true", "~Happy(k)", weight=2),
    )
    ranking = Ranking(defaults=defaults, background=(parse("Happy(k) -> E!(k)"),), semantics=semantics)
    said = [parse(one), parse(other)]
    vocabulary = [*said, *ranking.background, *(rule.material for rule in defaults)]
    assert ranking.kappa(*said).value == least(ranking, said, vocabulary)


@pytest.mark.parametrize("semantics", Semantics)
@pytest.mark.parametrize(("one", "other"), THINGS)
def test_shares_of_worlds_in_which_things_may_not_exist_are_those_of_all_models(
    one: str, other: str, semantics: Semantics
) -> None:
    defaults = (default("Bald(x)", "Happy(x)", weight=1, variables=["x"]), default("true", "~Happy(k)", weight=2))
    ranking = Ranking(defaults=defaults, semantics=semantics)
    said = [parse(one), parse(other)]
    space = Space(ranking, said)
    small = Fraction(1, 7)

    def weight(spectrum: dict[int, int] | None) -> Fraction:
        assert spectrum is not None
        return sum((count * small**rank for rank, count in spectrum.items()), Fraction(0))

    counted = weight(space.spectrum([Claim(formula) for formula in said])) / weight(space.spectrum([]))
    total = part = Fraction(0)
    for model in models([*said, *(rule.material for rule in defaults)], semantics):
        worth = small ** cost(model, defaults, semantics)
        total += worth
        part += worth if all(value(model, formula, semantics) is Value.TRUE for formula in said) else 0
    assert counted == part / total


@EXAMPLES
@given(WEIGHTED, sentences(), sentences())
def test_laws_of_ranks(defaults: tuple[Default, ...], one: Formula, other: Formula) -> None:
    ranking = Ranking(defaults=defaults)

    def kappa(*formulas: Formula) -> float:
        found = ranking.kappa(*formulas).value
        assert found is not None
        return found

    assert min(kappa(one), kappa(Not(one))) == kappa(Truth(True))
    assert kappa(Or((one, other))) == min(kappa(one), kappa(other))
    assert kappa(one, other) >= max(kappa(one), kappa(other))


def expects(ranking: Ranking, given_: Formula, said: Formula) -> bool:
    """Whether `given_` makes `said` firm, or nothing at all can hold."""
    firmness = ranking.firmness(said, given_)
    return ranking.kappa(given_).value == INFINITE or (firmness is not None and firmness > 0)


@EXAMPLES
@given(WEIGHTED, sentences(1), sentences(1), sentences(1))
def test_rational_consequence(defaults: tuple[Default, ...], a: Formula, b: Formula, c: Formula) -> None:
    """The laws of Kraus, Lehmann and Magidor, with rational monotony."""
    ranking = Ranking(defaults=defaults)
    assert expects(ranking, a, a)
    if expects(ranking, a, b) and expects(ranking, a, c):
        assert expects(ranking, a, And((b, c)))
        assert expects(ranking, And((a, b)), c)
    if expects(ranking, a, c) and expects(ranking, b, c):
        assert expects(ranking, Or((a, b)), c)
    if expects(ranking, a, c) and not expects(ranking, a, Not(b)):
        assert expects(ranking, And((a, b)), c)


@EXAMPLES
@given(rules(st.none()), sentences(1), sentences(1))
def test_spaced_weights_accept_every_rule_and_keep_the_conclusions_of_system_z(
    defaults: tuple[Default, ...], condition: Formula, said: Formula
) -> None:
    """Where all rules hang together; groups that share no atom are weighed apart."""
    connected = tuple(replace(rule, consequent=And((rule.consequent, TIE))) for rule in defaults)
    published, summed = (Ranking(defaults=connected, combination=one) for one in (Combination.MAXIMUM, Combination.SUM))
    try:
        published.kappa("true")
    except ClashingDefaultsError:
        with pytest.raises(ClashingDefaultsError):
            summed.kappa("true")
        return
    for ranking in (published, summed):
        assert all(expects(ranking, rule.antecedent, rule.consequent) for rule in connected)
    if expects(published, condition, said):
        assert expects(summed, condition, said)


@EXAMPLES
@given(rules(st.none()), sentences(1))
def test_rules_of_which_nothing_speaks_leave_every_rank_alone(defaults: tuple[Default, ...], said: Formula) -> None:
    more = (default("Elsewhere", "Later"), default("Elsewhere & Cold", "~Later"), default("Cold", "Elsewhere"))
    for combination in Combination:
        try:
            rank = Ranking(defaults=defaults, combination=combination).kappa(said).value
        except ClashingDefaultsError:
            continue
        assert Ranking(defaults=(*defaults, *more), combination=combination).kappa(said).value == rank


@FEW
@given(WEIGHTED, sentences())
def test_a_proof_of_a_rank_can_be_checked_and_a_forged_one_is_refused(
    defaults: tuple[Default, ...], said: Formula
) -> None:
    proof = prove(Ranking(defaults=defaults), {"said": Claim(said)})
    assert proof is not None
    assert proof.check()
    for wrong in (proof.rank + 1, proof.rank - 1):
        if not math.isinf(proof.rank):
            forged = type(proof)(ranking=proof.ranking, claims=proof.claims, rank=wrong, model=proof.model)
            assert not forged.check()


@EXAMPLES
@given(WEIGHTED, sentences(1), sentences(1), sentences(1))
def test_a_premise_strengthens_when_the_probability_rises_for_a_very_small_chance_of_exceptions(
    defaults: tuple[Default, ...], stated: Formula, conclusion: Formula, premise: Formula
) -> None:
    case = argument(premises=[stated], conclusion=conclusion, defaults=defaults)
    vocabulary = [stated, conclusion, premise, *(rule.material for rule in defaults)]
    ranked = [(model, cost(model, defaults, Semantics.SUPERVALUATION)) for model in models(vocabulary)]
    possible = [model for model, _ in ranked if value(model, conjoin([stated, premise])) is Value.TRUE]
    stronger, weaker = (judge(relation, case, premise) for relation in (Relation.STRENGTHENS, Relation.WEAKENS))
    if not possible:
        assert stronger.standing is weaker.standing is Standing.INCONSISTENT
        return
    small = Fraction(1, 10**9)
    before = share(ranked, [stated], conclusion, small)
    after = share(ranked, [stated, premise], conclusion, small)
    assert (stronger.standing is Standing.HOLDS) == (after > before)
    assert (weaker.standing is Standing.HOLDS) == (after < before)
    degree = stronger.degree
    assert degree is not None
    assert not (degree > 0 and after <= before)
    assert not (degree < 0 and after >= before)
    assert stronger.weak == (degree == 0 and after != before)


@FEW
@given(WEIGHTED, sentences(1), sentences(1), sentences(1))
def test_a_premise_strengthens_exactly_when_its_denial_weakens(
    defaults: tuple[Default, ...], stated: Formula, conclusion: Formula, premise: Formula
) -> None:
    case = argument(premises=[stated], conclusion=conclusion, defaults=defaults)
    one, other = judge(Relation.STRENGTHENS, case, premise), judge(Relation.WEAKENS, case, Not(premise))
    assume(Standing.INCONSISTENT not in (one.standing, other.standing))
    assert one.standing is other.standing


@FEW
@given(WEIGHTED, sentences(1), sentences(1), sentences(1))
def test_an_atom_that_nothing_speaks_of_changes_nothing(
    defaults: tuple[Default, ...], stated: Formula, conclusion: Formula, premise: Formula
) -> None:
    case = argument(premises=[stated], conclusion=conclusion, defaults=defaults)
    padded = argument(premises=[stated, "Elsewhere | Later"], conclusion=conclusion, defaults=defaults)
    for relation in Relation:
        one, other = judge(relation, case, premise), judge(relation, padded, premise)
        assert (one.standing, one.sense, one.degree, one.weak) == (
            other.standing,
            other.sense,
            other.degree,
            other.weak,
        )


@FEW
@given(WEIGHTED, sentences(1), sentences(1), sentences(1))
def test_sufficient_and_strictly_necessary_are_what_the_truth_table_says(
    defaults: tuple[Default, ...], stated: Formula, conclusion: Formula, premise: Formula
) -> None:
    case = argument(premises=[stated], conclusion=conclusion, defaults=defaults)
    worlds = list(models([stated, conclusion, premise]))

    def possible(*formulas: Formula) -> bool:
        return any(all(value(world, one) is Value.TRUE for one in formulas) for world in worlds)

    sufficient = judge(Relation.SUFFICIENT, case, premise)
    valid = not possible(stated, premise, Not(conclusion)) and possible(stated, Not(conclusion))
    assert (sufficient.standing is Standing.HOLDS) == (possible(stated, premise) and valid)
    if sufficient.standing is Standing.HOLDS:
        assert sufficient.begs_the_question == (not possible(premise, Not(conclusion)))
    necessary = judge(Relation.NECESSARY, case, premise)
    needed = possible(stated, conclusion) and not possible(stated, conclusion, Not(premise))
    strict = needed and possible(stated, Not(premise))
    assert (necessary.sense == "strict") == strict
    assert sufficient.check()
    assert necessary.check()
