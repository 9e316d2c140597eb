"""The axioms of Galles and Pearl on random models: composition, effectiveness, reversibility.

Source: Galles and Pearl (1998), An axiomatic characterization of causal counterfactuals.
Each is an implication between counterfactual facts: premises without the
conclusion must have probability 0.
"""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import numpy as np
import pytest

from causalcore.abduction import weigh
from causalcore.model import SCM, Mechanism, Noise
from causalcore.variable import Variable
from causalcore.world import Fact, Term


def _model(seed: int) -> SCM:
    random = Random(seed)
    own = tuple(Variable(name, tuple(range(random.choice((2, 2, 3))))) for name in "ABCD")
    hidden = tuple(Variable(name, (0, 1)) for name in ("U", "V", "W"))
    joint = np.array([random.random() for _ in range(4)])
    factors = (Noise(("U", "V"), (joint / joint.sum()).reshape(2, 2)), Noise(("W",), np.array([0.3, 0.7])))
    rules = []
    for i, item in enumerate(own):
        parents = random.sample([*own[:i], *hidden], k=random.randint(1, 3))
        shape = tuple(parent.size for parent in parents)
        table = np.array([random.randrange(item.size) for _ in range(int(np.prod(shape)))], dtype=np.intp)
        rules.append(Mechanism(tuple(parent.name for parent in parents), table.reshape(shape)))
    return SCM(own, hidden, factors, tuple(rules))


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
