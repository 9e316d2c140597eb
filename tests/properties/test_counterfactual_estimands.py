"""Estimands of counterfactuals against random models, verdicts against linear algebra, and the library y0."""

from __future__ import annotations

import random
from itertools import combinations

import networkx as nx
import pytest
from graph_oracles import hidden_diagrams
from parallel_oracles import Cases, ResponseSpan

from causalcore.errors import ImpossibleEvidenceError
from causalcore.graph_questions.effect_estimand import EffectQuery, identified
from causalcore.graph_questions.estimands.counterfactual_estimand import identify_counterfactual
from causalcore.graph_questions.estimands.estimand_notation import as_json
from causalcore.graph_questions.estimands.parallel_worlds import Asked, Demand, Sign
from causalcore.graph_questions.estimands.two_values import identify_two_valued
from causalcore.identification import Diagram

DIAGRAMS = list(hidden_diagrams(45, seed=21, size=4, hidden=2))
A_MODEL_EACH = 24


def some_do(rng, names, depth=0):
    """Return a world as the oracle takes it; a setting may be what the variable is in a further world."""
    acted = rng.sample(names, min(len(names), rng.choice((0, 1, 1, 1, 2))))
    do = []
    for name in acted:
        nested = depth < 2 and rng.random() < 0.25
        do.append((name, (name, some_do(rng, names, depth + 1)) if nested else rng.randrange(2)))
    return tuple(do)


def some_query(rng, names):
    """Return facts that are asked for and facts that are given."""
    facts = [(rng.choice(names), some_do(rng, names), rng.randrange(2)) for _ in range(rng.choice((1, 2, 2, 3)))]
    cut = rng.randint(1, len(facts))
    return facts[:cut], facts[cut:]


def demands(facts, *, given):
    return [Demand(Asked(name, settings(do)), Sign(name, str(value)), given) for name, do, value in facts]


def settings(do):
    return tuple(
        (name, Asked(each[0], settings(each[1])) if isinstance(each, tuple) else Sign(name, str(each)))
        for name, each in do
    )


def asked(diagram, outcome, given):
    try:
        return identify_counterfactual(diagram, demands(outcome, given=False), demands(given, given=True))
    except ImpossibleEvidenceError:
        return None


def queries(diagram, count=12):
    rng = random.Random(str(diagram))
    for _ in range(count):
        yield some_query(rng, diagram.observed)


@pytest.mark.parametrize("diagram", DIAGRAMS[:A_MODEL_EACH], ids=str)
def test_estimands_give_what_enumeration_of_all_worlds_gives(diagram):
    cases = Cases(diagram, seed=5)
    for outcome, given in queries(diagram):
        found = asked(diagram, outcome, given)
        if found is None:
            assert cases.mass(given) == pytest.approx(0)
            continue
        if not cases.mass(given):
            continue
        truth = cases.truth(outcome, given)
        if found.experiments is not None:
            assert cases.estimate(as_json(found.experiments), {}) == pytest.approx(truth)
        for free in (0, 1):
            if found.observed is not None:
                values = dict.fromkeys(found.free, free)
                assert cases.estimate(as_json(found.observed), values) == pytest.approx(truth)


def test_what_is_given_may_be_what_observation_does_not_identify():
    diagram = Diagram(("U", "A", "B"), (("A", "B"), ("U", "A"), ("U", "B")), frozenset({"U"}))
    found = asked(diagram, [("A", (), 0)], [("B", (("A", 0),), 0)])
    assert (found.observed, found.conflict) == (None, None)
    assert set(found.hedge.nodes) == {"A", "B"}
    assert found.experiments is not None


def test_all_kinds_of_answers_come_up():
    found = [asked(diagram, *query) for diagram in DIAGRAMS[:A_MODEL_EACH] for query in queries(diagram)]
    kinds = [
        None if each is None else ("observed" if each.observed else "hedge" if each.hedge else "conflict")
        for each in found
    ]
    assert kinds.count(None) > 3
    assert all(kinds.count(kind) > 5 for kind in ("observed", "hedge", "conflict"))


@pytest.mark.parametrize("diagram", DIAGRAMS, ids=str)
def test_queries_about_one_world_are_identified_as_idc_says(diagram):
    rng = random.Random(str(diagram))
    for _ in range(8):
        names = rng.sample(diagram.observed, 4)
        effects, causes, seen = names[:1], names[1 : 1 + rng.choice((1, 1, 2))], names[3 : 3 + rng.choice((0, 1))]
        do = tuple((name, 1) for name in causes)
        found = asked(diagram, [(name, do, 0) for name in effects], [(name, do, 1) for name in seen])
        theirs = identified(diagram, EffectQuery(tuple(effects), tuple(causes), tuple(seen)))
        assert (found.observed is None) == (theirs.estimand is None)
        assert found.conflict is None


def small_diagrams():
    """Yield diagrams in which two or three variables share one unseen cause."""
    rng = random.Random(8)
    for _ in range(16):
        names = ("A", "B", "C")
        edges = [pair for pair in combinations(names, 2) if rng.random() < 0.6]
        edges += [("U", name) for name in rng.sample(names, rng.choice((2, 2, 3)))]
        yield Diagram(("U", *names), tuple(edges), frozenset({"U"}))


def sizes_of(diagram):
    """Three values where something listens; two make some things identifiable that are not in general."""
    return {
        name: 3 if any(name in diagram.observed_parents(other) for other in diagram.observed) else 2
        for name in diagram.observed
    }


MOST_TYPES = 3000


def told_apart(diagram, found, facts):
    """Say, by linear algebra, whether experiments and observation fix the chance of some facts; None where too wide."""
    bearing = found.conflict.facts[0].partition("@")[0] if found.conflict else None
    bearing = bearing or (found.hedge.inner[0] if found.hedge else facts[0][0])
    district = diagram.district(bearing, frozenset(diagram.observed))
    span = ResponseSpan(diagram, district, sizes_of(diagram), seed=3)
    if span.types > MOST_TYPES:
        return None
    return tuple(span.fixed(facts, experiments=each) for each in (True, False))


def test_linear_algebra_says_the_same_of_what_experiments_and_observation_fix():
    looked_at = {"observed": 0, "hedge": 0, "conflict": 0}
    for diagram in small_diagrams():
        rng = random.Random(str(diagram))
        for _ in range(6):
            facts = [fact for part in some_query(rng, diagram.observed) for fact in part]
            found = asked(diagram, facts, [])
            kind = "conflict" if found.conflict else "hedge" if found.hedge else "observed"
            if looked_at[kind] >= 12 or (truth := told_apart(diagram, found, facts)) is None:
                continue
            looked_at[kind] += 1
            by_experiments, by_observation = truth
            assert by_experiments == (kind != "conflict"), (diagram, facts)
            assert by_observation is False or kind == "observed", (diagram, facts)
    assert min(looked_at.values()) > 4


def y0_star(diagram, facts):
    """Ask y0's ID* whether experiments identify some facts; None where it breaks down."""
    from y0.algorithm.identify import Unidentifiable, id_star
    from y0.dsl import Variable
    from y0.graph import NxMixedGraph

    names = {name: Variable(name) for name in diagram.observed}
    directed = [(names[one], names[other]) for other in names for one in diagram.observed_parents(other)]
    tied = [(names[one], names[other]) for one, other in combinations(names, 2) if diagram.confounded(one, other)]
    graph = NxMixedGraph.from_edges(nodes=list(names.values()), directed=directed, undirected=tied)

    def signed(name, number):
        return +names[name] if number else -names[name]

    event = {
        names[name] @ tuple(signed(*each) for each in do) if do else names[name]: signed(name, wanted)
        for name, do, wanted in facts
    }
    try:
        id_star(graph, event)
    except Unidentifiable:
        return False
    except (nx.NetworkXError, KeyError, TypeError, ValueError, AttributeError):
        return None
    return True


def plain_queries(diagram, count=16):
    """Yield facts without nested worlds, none of them twice: y0 takes no others."""
    for outcome, given in queries(diagram, count):
        facts = [*outcome, *given]
        nested = any(isinstance(each, tuple) for _, do, _ in facts for _, each in do)
        if not nested and len({(name, do) for name, do, _ in facts}) == len(facts):
            yield facts


def test_another_library_refuses_no_query_that_is_identified_here():
    pytest.importorskip("y0", reason="needs y0")
    told = {True: 0, False: 0, None: 0}
    for diagram in DIAGRAMS:
        for facts in plain_queries(diagram):
            theirs = y0_star(diagram, facts)
            ours = asked(diagram, facts, []).conflict is None
            assert theirs is not False or not ours, (diagram, facts)
            told[None if theirs is None else theirs == ours] += 1
    assert told[True] > 100 * told[None]
    assert told[True] > 15 * told[False]


def test_where_another_library_says_identified_and_is_wrong_linear_algebra_says_so():
    """y0 0.2.11 identifies P(Y=0, Y@do(X=1)=1) in X -> Y, a probability of necessity."""
    pytest.importorskip("y0", reason="needs y0")
    arrow = Diagram(("X", "Y"), (("X", "Y"),))
    facts = [("Y", (), 0), ("Y", (("X", 1),), 1)]
    found = asked(arrow, facts, [])
    assert found.conflict is not None
    assert y0_star(arrow, facts) is True
    assert told_apart(arrow, found, facts) == (False, False)


def test_subtraction_gives_the_truth_where_what_clashes_has_two_values():
    tried = 0
    for diagram in hidden_diagrams(250, seed=31, size=4, hidden=3):
        rng = random.Random(str(diagram))
        cases = None
        for _ in range(12):
            outcome, given = some_query(rng, diagram.observed)
            try:
                found = identify_two_valued(diagram, demands(outcome, given=False), demands(given, given=True))
            except ImpossibleEvidenceError:
                continue
            if found is None or not found.values:
                continue
            cases = cases or Cases(diagram, seed=9, most=2)
            if cases.mass(given):
                free = dict.fromkeys(diagram.observed, 0)
                assert cases.estimate(as_json(found.estimand), free) == pytest.approx(cases.truth(outcome, given))
                tried += 1
    assert tried > 5
