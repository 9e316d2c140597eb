"""Questions to which well-known libraries give a wrong number, silently; here they have the right one, or an error."""

from __future__ import annotations

import time
import warnings
from typing import Any

import numpy as np
import pytest

from causalcore.causes.actual_cause import actual_cause
from causalcore.causes.situation import situation
from causalcore.errors import ImpossibleEvidenceError, MalformedModelError
from causalcore.exchange.bayesian import from_network
from causalcore.model.building import scm
from causalcore.model.textbook import FLIPPED_COPY, TWO_SWITCHES
from causalcore.queries.counterfactual import probability
from causalcore.queries.queries import Probability, ask
from causalcore.queries.query_language import parse_query
from causalcore.queries.unit_rows import counterfactual_rows
from causalcore.queries.world import Fact, Term


def _ask(model: Any, text: str) -> float:
    query = parse_query(text)
    assert isinstance(query, Probability)
    return ask(model, query)


def test_noise_that_the_evidence_correlates_is_not_replaced_by_its_marginals() -> None:
    """One library abducts a product of marginals and answers 0.5."""
    assert _ask(TWO_SWITCHES, "P(Y=1 @ do(X=1) | Z=1)") == 1.0
    assert _ask(TWO_SWITCHES, "P(Y=1 @ do(X=1) | X=0, Z=1, Y=0)") == 1.0


def test_noise_of_a_variable_with_parents_is_abducted() -> None:
    """Another library's formula answers 0.7."""
    assert _ask(FLIPPED_COPY, "P(Y=1 @ do(X=1) | X=0, Y=1)") == 0.0
    assert counterfactual_rows(FLIPPED_COPY, {"X": [0], "Y": [1]}, {"X": 1}, {"Y": 1}).tolist() == [0.0]


SPRINKLER = scm(
    variables={name: [0, 1] for name in ("season", "sprinkler", "rain", "wet")},
    mechanisms={
        "season": {"cpt": [0.5, 0.5]},
        "sprinkler": {"parents": ["season"], "cpt": {"0": [0.5, 0.5], "1": [0.9, 0.1]}},
        "rain": {"parents": ["season"], "cpt": {"0": [0.8, 0.2], "1": [0.2, 0.8]}},
        "wet": {
            "parents": ["sprinkler", "rain"],
            "cpt": {"0, 0": [1, 0], "0, 1": [0.1, 0.9], "1, 0": [0.1, 0.9], "1, 1": [0.01, 0.99]},
        },
    },
)


def test_evidence_beside_an_intervention_is_not_dropped() -> None:
    """pgmpy's CausalInference.query answers 0.9612 (its issues 3543 and 1701)."""
    assert _ask(SPRINKLER, "P(wet=1 @ do(sprinkler=1) | rain=1 @ do(sprinkler=1))") == pytest.approx(0.99)
    assert _ask(SPRINKLER, "P(wet=1 @ do(sprinkler=1) | rain=1)") == pytest.approx(0.99)


def test_two_settings_of_which_one_causes_the_other_are_both_held() -> None:
    """pgmpy sums over a parent that was set (its issue 3543)."""
    model = scm(
        variables={"A": [0, 1], "B": [0, 1], "C": [0, 1]},
        mechanisms={
            "A": {"cpt": [0.6, 0.4]},
            "B": {"parents": ["A"], "cpt": {"0": [0.7, 0.3], "1": [0.2, 0.8]}},
            "C": {
                "parents": ["A", "B"],
                "cpt": {"0, 0": [0.5, 0.5], "0, 1": [0.5, 0.5], "1, 0": [0.5, 0.5], "1, 1": [0, 1]},
            },
        },
    )
    assert _ask(model, "P(C=1 @ do(A=1, B=1))") == 1.0


@pytest.mark.parametrize("text", ["P(wet=1 | rain=0, sprinkler=0, wet=1)", "P(season=1 | rain=0, sprinkler=0, wet=1)"])
def test_contradictory_evidence_is_refused_by_name(text: str) -> None:
    """pgmpy answers NaN, or leaves the evidence out."""
    with pytest.raises(ImpossibleEvidenceError, match="rain=0; sprinkler=0; wet=1"):
        _ask(SPRINKLER, text)


def test_contradictory_evidence_far_from_the_question_is_refused_too() -> None:
    model = scm(
        variables={"A": [0, 1], "B": [0, 1], "Q": [0, 1]},
        noise={"U": {0: 0.5, 1: 0.5}},
        mechanisms={"A": "U", "B": "A", "Q": {"cpt": [0.3, 0.7]}},
    )
    with pytest.raises(ImpossibleEvidenceError, match="A=0; B=1"):
        probability(model, {"Q": 1}, {"A": 0, "B": 1})


def test_tables_whose_columns_do_not_sum_to_one_are_refused() -> None:
    """pgmpy's TabularCPD accepts them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pgmpy.factors.discrete import TabularCPD
        from pgmpy.models import DiscreteBayesianNetwork

    network = DiscreteBayesianNetwork()
    network.add_node("A")
    network.add_cpds(TabularCPD("A", 2, [[0.5], [0.4]]))
    with pytest.raises(MalformedModelError, match=r"sum to 1 for A, got the sum 0\.9"):
        from_network(network)


def test_parents_come_in_the_order_of_the_table() -> None:
    """pgmpy's get_evidence returns them reversed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pgmpy.factors.discrete import TabularCPD
        from pgmpy.models import DiscreteBayesianNetwork

    network = DiscreteBayesianNetwork([("A", "C"), ("B", "C")])
    never = np.array([[1.0, 1, 1, 1, 1, 0], [0, 0, 0, 0, 0, 1]])
    network.add_cpds(TabularCPD("A", 2, [[0.5], [0.5]]), TabularCPD("B", 3, [[0.2], [0.3], [0.5]]))
    network.add_cpds(TabularCPD("C", 2, never, evidence=["A", "B"], evidence_card=[2, 3]))
    model = from_network(network)
    assert probability(model, {"C": 1}, {"A": 1, "B": 2}) == 1.0
    assert probability(model, {"C": 1}) == pytest.approx(0.25)


def test_twenty_variables_are_no_obstacle_to_an_actual_cause() -> None:
    """Brute force over the sets that may be held gives up at twenty."""
    chain = {"V0": 1, **{f"V{i}": f"V{i - 1}" for i in range(1, 12)}, **{f"W{i}": f"V{i}" for i in range(10)}}
    mechanisms: dict[str, Any] = {**chain, "E": "V11 or W9"}
    case = situation(scm(variables={name: [0, 1] for name in mechanisms}, mechanisms=mechanisms), {})
    start = time.process_time()
    assert actual_cause(case, {"V0": 1}, Fact(Term("E"), 1)).but_for
    assert time.process_time() - start < 1.0
