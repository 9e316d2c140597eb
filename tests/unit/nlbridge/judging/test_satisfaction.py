"""The chance of satisfaction is the sum over readings, by brute force."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlbridge.judging.evidence import Demands, satisfied

CHANCES = st.floats(0.02, 0.98)


@given(st.lists(st.tuples(CHANCES, CHANCES), min_size=1, max_size=5), st.integers(1, 6), st.integers(0, 1000))
def test_it_is_the_sum_over_readings_of_the_product_over_claims(pairs, count, seed):
    draw = np.random.default_rng(seed)
    names = tuple(f"e{k}" for k in range(len(pairs)))
    changed = draw.random((len(names), count)) < 0.5
    weights = draw.random(count)
    weights = weights / weights.sum()
    told = dict(zip(names, pairs, strict=True))
    demands = Demands(events=names, changed=changed, free=(), weights=weights)
    each = [[told[n][int(changed[k, r])] for k, n in enumerate(names)] for r in range(count)]
    found = satisfied(demands, told)
    assert found.every == pytest.approx(sum(w * prod(row) for w, row in zip(weights, each, strict=True)))
    assert found.worst == pytest.approx(sum(w * min(row) for w, row in zip(weights, each, strict=True)))


def test_what_may_do_either_asks_for_nothing():
    demands = Demands(events=("e1",), changed=np.array([[True]]), free=("e1",), weights=np.ones(1))
    assert satisfied(demands, {"e1": (0.9, 0.1)}).every == 1.0
