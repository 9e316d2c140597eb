"""Seeing and doing against pgmpy, on models drawn at random."""

from __future__ import annotations

import warnings
from random import Random

import numpy as np
import pytest
import scm_oracle as oracle

from causalcore.errors import ImpossibleEvidenceError
from causalcore.exchange.bayesian import from_network, to_network
from causalcore.model.model import SCM, ConditionalTable
from causalcore.model.variable import Variable
from causalcore.queries.counterfactual import probability
from causalcore.queries.world import Fact, Term


def _tables(random: Random) -> SCM:
    """Make a model of conditional tables whose variables have different sizes, some rows without chance."""
    rng = np.random.default_rng(random.randrange(10_000))
    own = tuple(Variable(f"V{i}", tuple(range(random.choice((2, 3, 4))))) for i in range(random.randint(3, 6)))
    rules = []
    for i, item in enumerate(own):
        parents = random.sample(own[:i], k=min(i, random.randint(0, 3)))
        shape = tuple(parent.size for parent in parents)
        rows = rng.dirichlet(np.ones(item.size), size=shape) if shape else rng.dirichlet(np.ones(item.size))
        sharp = np.eye(item.size)[rng.integers(item.size, size=shape)]
        chosen = rng.random(shape)[..., None] < 0.2
        rules.append(ConditionalTable(tuple(parent.name for parent in parents), np.where(chosen, sharp, rows)))
    return SCM(own, (), (), tuple(rules))


def _by_pgmpy(model: SCM, name: str, evidence: dict[str, int], cut: list[str]) -> dict[object, float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pgmpy.inference import VariableElimination

        network = to_network(model)
        network = network.do(cut) if cut else network
        table = VariableElimination(network).query([name], evidence=evidence, show_progress=False)
    return dict(zip(table.state_names[name], table.values.tolist(), strict=True))


@pytest.mark.parametrize("seed", range(30))
def test_seeing_and_doing_agree_with_pgmpy(seed: int) -> None:
    random = Random(seed)
    model = _tables(random) if seed % 2 else oracle.random_model(random)
    if seed % 4 == 1:
        model = from_network(to_network(model))
    wanted, *others = random.sample(model.names, k=len(model.names))
    seen = {name: random.choice(model[name].values) for name in others[:1]}
    done = {name: random.choice(model[name].values) for name in others[1:2]}
    world = tuple(done.items())
    given = [Fact(Term(name, world), value) for name, value in seen.items()]
    try:
        ours = {v: probability(model, [Fact(Term(wanted, world), v)], given) for v in model[wanted].values}
    except ImpossibleEvidenceError:
        return
    for value, expected in _by_pgmpy(model, wanted, {**seen, **done}, list(done)).items():
        assert ours[value] == pytest.approx(expected, abs=1e-9)
