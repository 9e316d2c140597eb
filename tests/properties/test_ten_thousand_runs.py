"""Each engine against brute force, ten thousand times: no disagreement.

The oracles are those of the tests of each engine; here they run over many more seeds, two processes sharing them.
"""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest
import scm_oracle as oracle
from brute_force import is_contradictory, number_of_tables, worlds
from cause_oracle import is_cause, some_model
from graph_oracles import Worlds, as_networkx, hidden_diagrams, subsets
from parallel_oracles import Cases
from random_interventions import random_intervention, random_values
from rank_oracle import cost, models
from test_bounds_oracles import INSTRUMENT, _bounds, _by_types, _instrument, _trial
from test_counterfactual_estimands import asked, some_query
from test_derivation_oracle import expected as by_all_tables
from test_graph_question_oracles import criterion, minimal, queries, separated
from test_logic_truth import NAMES, PREDICATES, description, random_formula, random_model, solver_value
from test_path_effects import _mean, _paths
from test_scenario_claims_oracle import _fits, fillings, random_claim, true_of

from causalcore.causes.actual_cause import actual_cause
from causalcore.causes.situation import situation
from causalcore.claims.generation import random_scenario
from causalcore.claims.scenario_claims import check_over_scenario
from causalcore.derivation.derivation import JudgementStatus, compile_scenario
from causalcore.errors import ContradictoryAssumptionsError, ContradictoryScenarioError, ImpossibleEvidenceError
from causalcore.graph_questions.adjustment_sets import may_be_adjusted_for
from causalcore.graph_questions.effect_estimand import identified
from causalcore.graph_questions.estimands.estimand_notation import as_json
from causalcore.graph_questions.separating_sets import listed_separators
from causalcore.queries.counterfactual import probability
from causalcore.queries.effect import Change
from causalcore.queries.path_effect import PathEffect
from causalcore.queries.queries import ask
from causalcore.queries.unit_rows import counterfactual_rows
from causalcore.queries.world import Fact, Term, facts
from causalcore.scenario.intervention import do
from logic.formulas.formula import And, Atom, Formula, Implies, Not, Or, Signature
from logic.formulas.smtlib import script
from logic.formulas.truth import Semantics
from logic.models.finite_model import Value, value
from logic.ranks.default import Default
from logic.ranks.rank_engine import Combination
from logic.ranks.ranking import Ranking
from logic.solving.outcome import Limits
from logic.solving.solver import Session

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("half", [0, 1])]

RUNS = 5_000
"""Runs of each half; the two make ten thousand."""


def seeds(half: int):
    """Yield a source of chance after the other, others in the other half."""
    number = half
    while True:
        yield Random(f"ten thousand {number}")
        number += 2


def test_counterfactuals_of_models(half):
    runs = 0
    for random in seeds(half):
        model = oracle.random_model(random)
        for _ in range(3):
            outcome = oracle.random_facts(random, model, random.randint(1, 2))
            given = oracle.random_facts(random, model, random.randint(0, 2))
            weight = oracle.weight(model, given)
            if weight <= 0:
                with pytest.raises(ImpossibleEvidenceError):
                    probability(model, outcome, given)
            else:
                truth = oracle.weight(model, (*given, *outcome)) / weight
                assert probability(model, outcome, given) == pytest.approx(truth, abs=1e-9)
            runs += 1
        if runs >= RUNS:
            return


def test_rows_that_say_all(half):
    runs = 0
    for random in seeds(half):
        model = oracle.random_model(random)
        rows = [oracle.random_row(random, model) for _ in range(8)]
        set_to, target = random.choice(model.names), random.choice(model.names)
        wanted = random.choice(model[target].values)
        put_in = [random.choice(model[set_to].values) for _ in rows]
        columns = {name: [row[name] for row in rows] for name in model.names}
        found = counterfactual_rows(model, columns, {set_to: put_in}, {target: wanted})
        for row, setting, got in zip(rows, put_in, found, strict=True):
            given, outcome = facts(row), Fact(Term(target, ((set_to, setting),)), wanted)
            truth = oracle.weight(model, (*given, outcome)) / oracle.weight(model, given)
            assert got == pytest.approx(truth, abs=1e-9)
        runs += len(rows)
        if runs >= RUNS:
            return


def test_effects_along_paths(half):
    runs = 0
    for random in seeds(half):
        model = oracle.random_model(random)
        for _ in range(3):
            cause, effect = random.sample(model.names, 2)
            old, new = random.sample(model[cause].values, 2)
            chosen = tuple(path for path in _paths(model, cause, effect) if random.random() < 0.5)
            query = PathEffect(Change(cause, old, new), Change(effect), chosen)
            none = PathEffect(query.cause, query.effect, ())
            assert ask(model, query) == pytest.approx(_mean(model, query) - _mean(model, none), abs=1e-9)
            runs += 1
        if runs >= RUNS:
            return


def test_what_becomes_of_the_claims_of_a_scenario(half):
    runs = 0
    for random in seeds(half):
        scenario = random_scenario(random)
        if is_contradictory(scenario):
            with pytest.raises(ContradictoryScenarioError):
                compile_scenario(scenario)
            continue
        compiled = compile_scenario(scenario)
        for _ in range(4):
            action = random_intervention(random, scenario)
            found = {a.event: (a.kind.value, a.direction, a.void, a.value) for a in compiled.derive(do(action)).answers}
            assert found == by_all_tables(scenario, action)
            told = random_values(random, scenario, 0.7)
            fits = any(all(world[n] == v for n, v in told.items()) for world, _ in worlds(scenario, action))
            status = compiled.judge(do(action), told).status
            assert status is (JudgementStatus.CONSISTENT if fits else JudgementStatus.INCONSISTENT)
            runs += 1
        if runs >= RUNS:
            return


def test_claims_over_a_scenario(half):
    runs = 0
    for random in seeds(half):
        scenario = random_scenario(random, size=random.choice((2, 3)))
        if is_contradictory(scenario) or any(number_of_tables(scenario, e.id) > 100 for e in scenario.events):
            continue
        everything = fillings(scenario)
        if everything is None or len(everything) > 100:
            continue
        for _ in range(10):
            claim = random_claim(random, scenario)
            fitting = [f for f in everything if all(_fits(scenario, f, fact) for fact in claim.given)]
            if fitting:
                answers = {true_of(scenario, filling, claim) for filling in fitting}
                truth = "open" if len(answers) == 2 else "holds" if answers == {True} else "fails"
                assert check_over_scenario(scenario, claim).status == truth, (str(claim), scenario)
                runs += 1
        if runs >= RUNS:
            return


def test_sets_that_may_be_adjusted_for_and_that_separate(half):
    runs = 0
    for diagram in hidden_diagrams(10**6, seed=100 + half):
        graph = as_networkx(diagram)
        for cause, effect in permutations(diagram.observed, 2):
            among = [name for name in diagram.observed if name not in (cause, effect)]
            for each in subsets(among):
                assert may_be_adjusted_for(diagram, cause, effect, each) == criterion(graph, cause, effect, set(each))
                runs += 1
        for one, other in combinations(diagram.observed, 2):
            among = [name for name in diagram.observed if name not in (one, other)]
            right = minimal({each for each in subsets(among) if separated(graph, one, other, each)})
            assert set(listed_separators(diagram, one, other, among)[0]) == {tuple(sorted(each)) for each in right}
            runs += 1
        if runs >= RUNS:
            return


def test_estimands_of_effects(half):
    runs = 0
    for number, diagram in enumerate(hidden_diagrams(10**6, seed=200 + half, size=5, hidden=2)):
        made, random = Worlds(diagram, seed=number), Random(number)
        for query in queries(diagram, 12, seed=number):
            found = identified(diagram, query)
            if found.estimand is not None:
                tree = found.as_dict()["estimand"]["tree"]
                drawn = {name: random.randrange(made.sizes[name]) for name in (*query.names, *found.free)}
                event, given, action = (
                    {name: drawn[name] for name in part} for part in (query.effects, query.given, query.causes)
                )
                assert made.value(tree, drawn) == pytest.approx(made.chance(event, given, action))
                runs += 1
        if runs >= RUNS:
            return


def test_estimands_of_counterfactuals(half):
    runs = 0
    for number, diagram in enumerate(hidden_diagrams(10**6, seed=300 + half, size=3, hidden=1)):
        cases, random = Cases(diagram, seed=number), Random(number)
        for _ in range(40):
            outcome, given = some_query(random, diagram.observed)
            found = asked(diagram, outcome, given)
            if found is None:
                assert cases.mass(given) == pytest.approx(0)
            elif cases.mass(given):
                truth = cases.truth(outcome, given)
                if found.experiments is not None:
                    assert cases.estimate(as_json(found.experiments), {}) == pytest.approx(truth)
                if found.observed is not None:
                    assert cases.estimate(as_json(found.observed), dict.fromkeys(found.free, 0)) == pytest.approx(truth)
            runs += 1
        if runs >= RUNS:
            return


def test_bounds_of_tables(half):
    runs = 0
    for random in seeds(half):
        px, y0, y1 = (random.uniform(0.1, 0.9) for _ in range(3))
        model = _trial(px, y0, y1)
        found = _bounds(model, "P(Y=1 @ do(X=1))", "confounded(X, Y)")
        assert (found.low, found.high) == pytest.approx((px * y1, px * y1 + 1 - px))
        found = _bounds(model, "pns(X, Y)", "confounded(X, Y)")
        assert (found.low, found.high) == pytest.approx((0.0, px * y1 + (1 - px) * (1 - y0)), abs=1e-9)
        found = _bounds(model, "pns(X, Y)")
        assert (found.low, found.high) == pytest.approx((max(0.0, y1 - y0), min(y1, 1 - y0)), abs=1e-9)
        runs += 3
        if runs % 60 == 0:
            seen = np.random.default_rng(random.randrange(2**32)).dirichlet(np.ones(4) * 2, size=2).reshape(2, 2, 2)
            truth = _by_types(seen, "ate")
            if truth is None:
                with pytest.raises(ContradictoryAssumptionsError):
                    _bounds(_instrument(seen), "ate(X, Y)", *INSTRUMENT)
            else:
                found = _bounds(_instrument(seen), "ate(X, Y)", *INSTRUMENT)
                assert (found.low, found.high) == pytest.approx(truth, abs=1e-6)
        if runs >= RUNS:
            return


LETTERS = tuple(Atom(letter) for letter in "ABC")


def sentence(random: Random, depth: int) -> Formula:
    kind = random.randrange(4) if depth else 4
    if kind == 4:
        return random.choice(LETTERS)
    if kind == 0:
        return Not(sentence(random, depth - 1))
    pair = sentence(random, depth - 1), sentence(random, depth - 1)
    return And(pair) if kind == 1 else Or(pair) if kind == 2 else Implies(*pair)


def test_ranks(half):
    runs = 0
    for random in seeds(half):
        rules = tuple(
            Default(antecedent=sentence(random, 1), consequent=sentence(random, 1), weight=random.randint(1, 4))
            for _ in range(random.randint(0, 3))
        )
        combination = random.choice(list(Combination))
        ranking = Ranking(defaults=rules, combination=combination)
        combine = sum if combination is Combination.SUM else max
        every = list(models([*LETTERS, *(rule.material for rule in rules)], ranking.semantics))
        costs = [cost(model, rules, ranking.semantics, combine) for model in every]
        for _ in range(5):
            said = sentence(random, 2)
            held = [c for m, c in zip(every, costs, strict=True) if value(m, said, ranking.semantics) is Value.TRUE]
            assert ranking.kappa(said).value == min(held, default=float("inf"))
            runs += 1
        if runs >= RUNS:
            return


def test_actual_causes(half):
    runs = 0
    for random in seeds(half):
        case = situation(some_model(random, random.randint(3, 5)), {})
        effect = case.model.names[-1]
        fact = Fact(Term(effect), case.value(effect))
        for size in (1, 2):
            for cause in combinations(case.model.names[:-1], size):
                found = actual_cause(case, {name: case.value(name) for name in cause}, fact)
                assert found.holds == is_cause(case, cause, effect), (str(case), cause)
                runs += 1
        if runs >= RUNS:
            return


DECIDED_ELSEWHERE = 5_000
"""Formulas, larger ones, that `test_logic_truth` decides by the same two in models drawn the same way."""


def test_formulas_in_finite_models(half):
    runs = 0
    for random in seeds(half):
        model = random_model(random)
        names = frozenset(NAMES) | {f"e{place}" for place in range(model.size)}
        symbols = Signature(names=names, predicates=frozenset(PREDICATES))
        session = Session(Limits(seconds=0.3))
        session.read(script({"model": description(model)}, symbols))
        session.require(session.boolean("model"))
        for _ in range(60):
            formula, semantics = random_formula(random, 2), random.choice(list(Semantics))
            solved = solver_value(session, symbols, formula, semantics)
            if solved is not None:
                assert solved is value(model, formula, semantics), (str(formula), semantics, str(model))
                runs += 1
        if runs >= RUNS - DECIDED_ELSEWHERE // 2:
            return
