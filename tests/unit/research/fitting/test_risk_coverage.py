from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from research.fitting.risk_coverage import draw, interval, risk_coverage

EDITS = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=40)


@given(EDITS)
def test_at_full_coverage_the_risk_is_the_share_of_forced_verdicts_that_are_wrong(edits):
    chances, wrong = np.array([c for c, _ in edits]), np.array([w for _, w in edits])
    coverage, risk = risk_coverage(chances, wrong, len(edits))
    assert coverage[-1] == 1
    assert np.isclose(risk[-1], np.mean([(c >= 0.5) != w for c, w in edits]))
    assert np.all(np.diff(coverage) > 0)


def test_an_interval_holds_the_share_and_shrinks_with_scenarios():
    rng = np.random.default_rng(1)
    widths = []
    for scenarios in (10, 1000):
        right, groups = rng.random(scenarios * 5) < 0.8, np.repeat(np.arange(scenarios), 5)
        low, high = interval(right, groups)
        assert low <= right.mean() <= high
        widths.append(high - low)
    assert widths[1] < widths[0] / 5


def test_the_same_curves_give_the_same_file(tmp_path):
    curve = risk_coverage(np.linspace(0, 1, 60), np.arange(60) % 3 == 0, 60)
    for name in ("one.svg", "two.svg"):
        draw({"made": curve}, tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
