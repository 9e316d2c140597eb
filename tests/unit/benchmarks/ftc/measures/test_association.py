from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.ftc.measures.association import ColumnLengthError, las, lra, lra_indicators

ROWS = st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans()), min_size=1, max_size=30)


@given(ROWS)
def test_las_is_the_macro_average_that_numpy_computes(rows: list[tuple[bool, bool, bool]]) -> None:
    both, alone, leaks = (np.array(column) for column in zip(*rows, strict=True))
    gain = both.astype(int) - alone.astype(int)
    found = las(with_both=both.tolist(), with_input=alone.tolist(), with_explanation=leaks.tolist())
    if leaks.all() or not leaks.any():
        assert found is None
    else:
        assert found == pytest.approx((gain[leaks].mean() + gain[~leaks].mean()) / 2)


@given(ROWS)
def test_lra_counts_where_label_and_gain_move_alike(rows: list[tuple[bool, bool, bool]]) -> None:
    same, both, alone = (list(column) for column in zip(*rows, strict=True))
    hits = sum(int(s) == int(b) - int(a) for s, b, a in rows)
    assert lra(unchanged=same, with_both=both, with_input=alone) == pytest.approx(hits / len(rows))
    assert len(lra_indicators(unchanged=same, with_both=both, with_input=alone)) == len(rows)


@given(ROWS)
def test_explanations_that_change_nothing_have_no_las(rows: list[tuple[bool, bool, bool]]) -> None:
    right, _, leaks = (list(column) for column in zip(*rows, strict=True))
    assert las(with_both=right, with_input=right, with_explanation=leaks) in {0, None}


def test_leaking_instances_do_not_outweigh_the_others() -> None:
    found = las(with_both=[True] * 9 + [False], with_input=[False] * 9 + [False], with_explanation=[True] * 9 + [False])
    assert found == 0.5


def test_columns_of_different_length_are_refused() -> None:
    with pytest.raises(ColumnLengthError, match=r"expected columns of one length above 0, got \(1, 2, 1\)"):
        las(with_both=[True], with_input=[True, False], with_explanation=[True])
    with pytest.raises(ColumnLengthError):
        lra(unchanged=[], with_both=[], with_input=[])
