"""Exact inference against brute force over all values of the noise."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from causalcore.abduction import weigh
from causalcore.counterfactual import probability
from causalcore.errors import ImpossibleEvidenceError

if TYPE_CHECKING:
    from types import ModuleType

MODELS = 3_000
BLOCKS = 30


def _oracle() -> ModuleType:
    place = Path(__file__).with_name("scm_oracle.py")
    spec = importlib.util.spec_from_file_location("scm_oracle", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


oracle = _oracle()


@pytest.mark.parametrize("block", range(BLOCKS))
def test_counterfactuals_of_random_models_equal_enumeration(block: int) -> None:
    for seed in range(block * MODELS // BLOCKS, (block + 1) * MODELS // BLOCKS):
        random = Random(seed)
        model = oracle.random_model(random)
        outcome = oracle.random_facts(random, model, random.randint(1, 2))
        given = oracle.random_facts(random, model, random.randint(0, 3))
        weight = oracle.weight(model, given)
        if weight <= 0:
            with pytest.raises(ImpossibleEvidenceError) as caught:
                probability(model, outcome, given)
            clash = [fact for fact in dict.fromkeys(given) if str(fact) in caught.value.clash]
            assert clash, seed
            assert oracle.weight(model, clash) <= 0, seed
            for left_out in clash:
                assert weigh(model, [fact for fact in clash if fact is not left_out]) > 0, seed
            continue
        expected = oracle.weight(model, (*given, *outcome)) / weight
        assert probability(model, outcome, given) == pytest.approx(expected, abs=1e-9), seed
