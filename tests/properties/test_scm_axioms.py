"""The axioms of Galles and Pearl on random models: composition, effectiveness, reversibility.

Source: Galles and Pearl (1998), An axiomatic characterization of causal counterfactuals.
Each is an implication between counterfactual facts: premises without the
conclusion must have probability 0.
"""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import pytest

from causalcore.claims.generation import NOISE_ROW, VARIABLE_ROW, make_model, random_row
from causalcore.model.model import SCM
from causalcore.queries.abduction import weigh
from causalcore.queries.world import Fact, Term


def _model(seed: int) -> SCM:
    source = Random(seed)
    variables = [random_row(source, VARIABLE_ROW) for _ in range(4)]
    return make_model(variables, [random_row(source, NOISE_ROW) for _ in range(3)])


MODELS = [_model(seed) for seed in range(12)]


@pytest.mark.parametrize("model", MODELS)
def test_composition_holds_for_every_do(model: SCM) -> None:
    for x, y, w in permutations(model.names, 3):
        for a, b, c in product(model[x].values, model[y].values, model[w].values):
            premises = (Fact(Term(w, ((x, a),)), c), Fact(Term(y, ((x, a),)), b))
            assert weigh(model, (*premises, Fact(Term(y, ((x, a), (w, c))), b, "!="))) == 0


@pytest.mark.parametrize("model", MODELS)
def test_effectiveness_holds_for_every_do(model: SCM) -> None:
    for x, w in permutations(model.names, 2):
        for a, c in product(model[x].values, model[w].values):
            assert weigh(model, (Fact(Term(x, ((w, c), (x, a))), a),)) == pytest.approx(1.0)


@pytest.mark.parametrize("model", MODELS)
def test_reversibility_holds_for_every_do(model: SCM) -> None:
    for x, y, w in permutations(model.names, 3):
        for a, b, c in product(model[x].values, model[y].values, model[w].values):
            premises = (Fact(Term(y, ((x, a), (w, c))), b), Fact(Term(w, ((x, a), (y, b))), c))
            assert weigh(model, (*premises, Fact(Term(y, ((x, a),)), b, "!="))) == 0
