"""Z3 over the (T, F) pairs against the finite-model evaluator, on random formulas in random models."""

from __future__ import annotations

import random
from itertools import product

import pytest

from logic.formulas.formula import (
    And,
    Atom,
    Denotes,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Name,
    Not,
    Or,
    Signature,
    Variable,
    conjoin,
    disjoin,
    free_variables,
)
from logic.formulas.grammar import parse
from logic.formulas.smtlib import script
from logic.formulas.substitution import substitute
from logic.formulas.truth import Semantics, truth_pair
from logic.models.finite_model import FiniteModel, Value, value
from logic.solving.entailment import Answer, entails
from logic.solving.outcome import Limits, Status
from logic.solving.solver import Session

PREDICATES = (("Q", 0), ("P", 1), ("R", 2))
NAMES = ("a", "b")
MODELS, FORMULAS_PER_MODEL = 180, 30  # 5,400 formulas in models, each under one of the four semantics


def random_formula(rng: random.Random, depth: int, scope: tuple[Variable, ...] = ()) -> Formula:
    def below(inner: tuple[Variable, ...] = scope) -> Formula:
        return random_formula(rng, depth - 1, inner)

    def term() -> Name | Variable:
        return rng.choice([*(Name(name) for name in NAMES), *scope, *scope])

    if depth == 0 or rng.random() < 0.1:
        predicate, arity = rng.choice(PREDICATES)
        atom = Atom(predicate, tuple(term() for _ in range(arity)))
        return rng.choice([atom, atom, atom, atom, Equal(term(), term()), Denotes(term())])
    kind = rng.choice([Not, And, Or, Implies, Iff, ForAll, Exists])
    if kind is Not:
        return Not(below())
    if kind in {And, Or}:
        return kind((below(), below()))
    if kind in {Implies, Iff}:
        return kind(below(), below())
    variable = Variable(rng.choice("xy"))
    return kind(variable, below((*scope, variable)))


def random_model(rng: random.Random) -> FiniteModel:
    size = rng.choice([1, 2, 2, 3])
    relations = tuple(
        (predicate, frozenset(chosen for chosen in product(range(size), repeat=arity) if rng.random() < 0.5))
        for predicate, arity in PREDICATES
    )
    return FiniteModel(
        size=size,
        existing=frozenset(element for element in range(size) if rng.random() < 0.6),
        names=tuple((name, rng.randrange(size)) for name in NAMES),
        relations=relations,
    )


def description(model: FiniteModel) -> Formula:
    """Say in the classical language that the model is this one."""
    elements = [Name(f"e{index}") for index in range(model.size)]
    x = Variable("x")
    parts: list[Formula] = [ForAll(x, disjoin(Equal(x, element) for element in elements))]
    parts += [Not(Equal(left, right)) for left in elements for right in elements if left.text < right.text]
    parts += [Equal(Name(name), elements[index]) for name, index in model.names]
    for index, element in enumerate(elements):
        parts.append(Denotes(element) if index in model.existing else Not(Denotes(element)))
    for predicate, arity in PREDICATES:
        for chosen in product(range(model.size), repeat=arity):
            atom = Atom(predicate, tuple(elements[index] for index in chosen))
            parts.append(atom if model.holds((predicate, chosen)) else Not(atom))
    return conjoin(parts)


def solver_value(session: Session, symbols: Signature, formula: Formula, semantics: Semantics) -> Value | None:
    """Decide by Z3 in a session whose only model is the given one; None when it cannot."""
    pair = truth_pair(formula, semantics)
    found = {}
    with session.scope():
        session.read(script({"is-true": pair.true, "is-false": pair.false}, symbols))
        for side in ("is-true", "is-false"):
            found[side] = session.check(names=(), literals={side: session.boolean(side)}).status
    if Status.UNKNOWN in found.values():
        return None
    assert found != {"is-true": Status.SAT, "is-false": Status.SAT}, "true and false at once"
    if found["is-true"] is Status.SAT:
        return Value.TRUE
    return Value.FALSE if found["is-false"] is Status.SAT else Value.GAP


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
def test_z3_agrees_with_the_evaluator(block: int) -> None:
    rng = random.Random(block)
    met = set()
    undecided = 0
    for _ in range(MODELS // 4):
        model = random_model(rng)
        names = frozenset(NAMES) | {f"e{index}" for index in range(model.size)}
        symbols = Signature(names=names, predicates=frozenset(PREDICATES))
        session = Session(Limits(seconds=0.3))
        session.read(script({"model": description(model)}, symbols))
        session.require(session.boolean("model"))
        for _ in range(FORMULAS_PER_MODEL):
            formula = random_formula(rng, 3)
            semantics = rng.choice([*Semantics, Semantics.SUPERVALUATION])
            expected = value(model, formula, semantics)
            solved = solver_value(session, symbols, formula, semantics)
            undecided += solved is None
            met.add((semantics, expected))
            assert solved in {expected, None}, (str(formula), semantics, str(model))
    assert MODELS // 4 * FORMULAS_PER_MODEL - undecided >= 1250, "5,000 decided in all; unknown must stay rare"
    bivalent = {(meaning, worth) for meaning in Semantics for worth in (Value.TRUE, Value.FALSE)}
    assert met == bivalent | {(Semantics.NEUTRAL, Value.GAP), (Semantics.SUPERVALUATION, Value.GAP)}


@pytest.mark.parametrize("seed", range(40))
def test_no_random_model_refutes_an_entailment_and_every_countermodel_is_confirmed(seed: int) -> None:
    rng = random.Random(1000 + seed)
    semantics = rng.choice(list(Semantics))
    premises = [random_formula(rng, 2) for _ in range(2)]
    conclusion = random_formula(rng, 2)
    verdict = entails(premises, conclusion, semantics=semantics, limits=Limits(seconds=2))
    if verdict.answer is not Answer.UNKNOWN:
        assert verdict.certificate.check()
    for _ in range(150 if verdict.answer is Answer.YES else 0):
        model = random_model(rng)
        if all(value(model, premise, semantics) is Value.TRUE for premise in premises):
            assert value(model, conclusion, semantics) is Value.TRUE, str(model)


@pytest.mark.parametrize("seed", range(300))
def test_what_is_printed_is_read_back(seed: int) -> None:
    formula = random_formula(random.Random(seed), 5)
    assert parse(str(formula)) == formula
    assert not free_variables(formula)


@pytest.mark.parametrize("seed", range(200))
def test_substitution_of_equals_keeps_the_truth_value(seed: int) -> None:
    rng = random.Random(seed)
    formula, model = random_formula(rng, 3), random_model(rng)
    same = FiniteModel(
        size=model.size,
        existing=model.existing,
        names=(("a", 0), ("b", 0)),
        relations=model.relations,
    )
    for semantics in Semantics:
        assert value(same, formula, semantics) is value(same, substitute(formula, Name("a"), Name("b")), semantics)
