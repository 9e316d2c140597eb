"""Readings have the wanted chances and change the drawn ones as little as need be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from nlbridge.supposing.readings import readings_with, tilted


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 8), st.integers(0, 10_000))
@example(8, 4130)  # no weights give two of its claims the chances that are wanted
@example(7, 3788)  # one claim changes in all readings
def test_every_claim_changes_with_its_wanted_chance_where_any_weights_give_it(count, seed):
    draw = np.random.default_rng(seed)
    drawn = draw.random((count, 400)) < draw.random(count)[:, None]
    wanted = np.clip(draw.random(count), 0.02, 0.98)
    readings = readings_with(tuple(f"e{k}" for k in range(count)), drawn, wanted)
    assert readings.weights.sum() == pytest.approx(1.0)
    assert (readings.weights >= 0).all()
    if can_have(readings.changed, wanted):
        assert list(readings.chances.values()) == pytest.approx(wanted, abs=0.02)


def can_have(changed, wanted):
    """Tell by linear programming whether some weights of the readings have the wanted chances."""
    equal = np.vstack([changed, np.ones(changed.shape[1])])
    return linprog(np.zeros(changed.shape[1]), A_eq=equal, b_eq=np.append(wanted, 1.0)).success


def test_readings_that_have_the_wanted_chances_keep_their_weights():
    changed = np.array([[True, False, True, False]])
    base = np.array([0.4, 0.3, 0.1, 0.2])
    assert tilted(changed, base, np.array([0.5])) == pytest.approx(base)


def test_one_claim_is_tilted_as_the_closed_form_says():
    changed = np.array([[True, True, False]])
    weights = tilted(changed, np.array([0.2, 0.2, 0.6]), np.array([0.8]))
    assert weights == pytest.approx([0.4, 0.4, 0.2])


def test_claims_that_hang_together_stay_together():
    both = np.repeat([[True], [True]], 300, axis=1)
    both[:, 150:] = False
    readings = readings_with(("e1", "e2"), both, np.array([0.7, 0.7]))
    together = readings.weights[(readings.changed[0] == readings.changed[1])].sum()
    assert together > 0.9
