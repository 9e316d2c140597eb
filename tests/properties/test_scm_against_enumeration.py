"""Exact inference against brute force over all values of the noise."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
import scm_oracle as oracle

from causalcore.errors import ImpossibleEvidenceError
from causalcore.queries.abduction import weigh
from causalcore.queries.counterfactual import probability
from causalcore.queries.world import Policy, Randomised, Term

MODELS = 3_000
BLOCKS = 30


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


def test_the_questions_cover_several_worlds_and_every_kind_of_setting() -> None:
    seen: Counter[str] = Counter()
    sample = range(0, MODELS, 10)
    for seed in sample:
        random = Random(seed)
        model = oracle.random_model(random)
        facts = (*oracle.random_facts(random, model, random.randint(1, 2)), *oracle.random_facts(random, model, 2))
        seen["several worlds"] += len({fact.term.do for fact in facts}) > 1
        settings = [setting for fact in facts for _, setting in fact.term.do]
        seen["nested"] += any(isinstance(setting, Term) and setting.do for setting in settings)
        seen["stochastic"] += any(isinstance(setting, Randomised) for setting in settings)
        seen["conditional"] += any(isinstance(setting, Policy) for setting in settings)
        seen["correlated noise"] += any(len(factor.names) > 1 for factor in model.noise)
    assert min(seen.values()) > len(sample) / 20, seen
    assert len(seen) == 5
