"""Tests of the independence of two columns given others, by the kinds of the columns.

=====================  ==========================================================================
columns                test
=====================  ==========================================================================
all discrete           G test of each stratum, statistics and degrees of freedom added up [1]_
all continuous         partial correlation, by Fisher's z [1]_
mixed, or thin strata  products of residuals of linear and logistic regressions [2]_
=====================  ==========================================================================

The last two detect only linear dependence; a nonlinear dependence may pass them.

References
----------
.. [1] Spirtes, Glymour and Scheines (2000), Causation, Prediction, and Search, 2nd ed., section 5.5.
.. [2] Shah and Peters (2020), The hardness of conditional independence testing and the generalised covariance measure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from pandas import DataFrame, Series

FEW_VALUES: Final = 10
"""Most different values for which whole numbers count as discrete."""
ROWS_PER_CELL: Final = 5
"""Rows that each cell of a stratified table needs on average; with fewer, residuals are tested."""
SPARE_ROWS: Final = 5
"""Fewest rows beyond the number of columns in a regression."""
LARGE: Final = 1e4
"""Inverse of the penalty of logistic regressions: almost no penalty."""


@dataclass(frozen=True, slots=True)
class IndependenceTest:
    """The result of one test.

    Parameters
    ----------
    test
        The name of the test; empty if there were too few rows for one.
    p
        The p-value: the chance of a statistic at least this extreme under independence; None if there was no test.
    rows
        Rows without a gap in the tested columns.
    """

    test: str
    statistic: float
    p: float | None
    rows: int


def is_discrete(column: Series[Any]) -> bool:
    """Return whether a column holds few values: words, truth values, or at most ten whole numbers.

    Examples
    --------
    >>> import pandas as pd
    >>> is_discrete(pd.Series([True, False])), is_discrete(pd.Series([0.5, 1.25, 2.0]))
    (True, False)
    """
    if column.dtype.kind not in "iuf":
        return True
    values = column.dropna()
    whole = bool((values == values.round()).all())
    return whole and values.nunique() <= FEW_VALUES


def independent(frame: DataFrame, left: str, right: str, given: Sequence[str] = ()) -> IndependenceTest:
    """Test whether two columns are independent given others, using rows without a gap.

    Examples
    --------
    >>> import pandas as pd
    >>> coins = pd.DataFrame({"a": [0, 0, 1, 1] * 25, "b": [0, 1, 0, 1] * 25})
    >>> independent(coins, "a", "b").p
    1.0
    """
    rows = frame[[left, right, *given]].dropna()
    discrete = [is_discrete(rows[name]) for name in rows.columns]
    if min(rows[left].nunique(), rows[right].nunique()) < 2:
        return IndependenceTest("", 0.0, None, len(rows))
    if all(discrete):
        cells = rows[left].nunique() * rows[right].nunique() * max(1, len(rows[list(given)].drop_duplicates()))
        if not given or len(rows) >= ROWS_PER_CELL * cells:
            return _by_strata(rows, left, right, list(given))
    if not any(discrete):
        return _by_correlation(rows, left, right, list(given))
    return _by_residuals(rows, left, right, list(given))


def _by_strata(rows: DataFrame, left: str, right: str, given: list[str]) -> IndependenceTest:
    from scipy.stats import chi2

    strata = [part for _, part in rows.groupby(given, observed=True)] if given else [rows]
    statistic, freedom = 0.0, 0
    for part in strata:
        counts = part.groupby([left, right], observed=True).size().unstack(fill_value=0).to_numpy(dtype=float)
        expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / counts.sum()
        observed = counts > 0
        statistic += 2 * float((counts[observed] * np.log(counts[observed] / expected[observed])).sum())
        freedom += (counts.shape[0] - 1) * (counts.shape[1] - 1)
    if not freedom:
        return IndependenceTest("", 0.0, None, len(rows))
    return IndependenceTest("G test", statistic, float(chi2.sf(max(statistic, 0.0), freedom)), len(rows))


def _by_correlation(rows: DataFrame, left: str, right: str, given: list[str]) -> IndependenceTest:
    from scipy.stats import norm

    spare = len(rows) - len(given) - 3
    if spare < SPARE_ROWS:
        return IndependenceTest("", 0.0, None, len(rows))
    design = _design(rows, given)
    left_rest, right_rest = (_linear_residuals(rows[name].to_numpy(dtype=float), design) for name in (left, right))
    size = float(np.sqrt((left_rest**2).sum() * (right_rest**2).sum()))
    share = float((left_rest * right_rest).sum()) / size if size else 0.0
    statistic = float(np.sqrt(spare) * np.arctanh(np.clip(share, -1 + 1e-12, 1 - 1e-12)))
    return IndependenceTest("partial correlation", statistic, float(2 * norm.sf(abs(statistic))), len(rows))


def _by_residuals(rows: DataFrame, left: str, right: str, given: list[str]) -> IndependenceTest:
    from scipy.stats import chi2

    design = _design(rows, given)
    left_rest, right_rest = (_residuals(rows[name], design) for name in (left, right))
    products = np.einsum("ni,nj->nij", left_rest, right_rest).reshape(len(rows), -1)
    if len(rows) - design.shape[1] - products.shape[1] < SPARE_ROWS:
        return IndependenceTest("", 0.0, None, len(rows))
    mean = products.mean(axis=0)
    spread = np.atleast_2d(np.cov(products, rowvar=False, bias=True))
    freedom = int(np.linalg.matrix_rank(spread))
    if not freedom:
        return IndependenceTest("", 0.0, None, len(rows))
    statistic = float(len(rows) * mean @ np.linalg.pinv(spread) @ mean)
    return IndependenceTest("products of residuals", statistic, float(chi2.sf(statistic, freedom)), len(rows))


def _design(rows: DataFrame, given: list[str]) -> NDArray[np.float64]:
    """Return the regressors: a constant, numbers unchanged, and one column per further value of a word.

    Shapes
    ------
    return : (rows, columns)
    """
    columns = [np.ones(len(rows))]
    for name in given:
        columns += list(_coded(rows[name]).T)
    return np.column_stack(columns)


def _coded(column: Series[Any]) -> NDArray[np.float64]:
    if not is_discrete(column):
        values = column.to_numpy(dtype=float)
        return np.asarray((values - values.mean()) / (values.std() or 1.0), dtype=np.float64).reshape(-1, 1)
    levels = sorted(column.unique(), key=str)[1:]
    return np.column_stack([(column == level).to_numpy(dtype=float) for level in levels] or [np.zeros(len(column))])


def _residuals(column: Series[Any], design: NDArray[np.float64]) -> NDArray[np.float64]:
    if not is_discrete(column):
        return _linear_residuals(column.to_numpy(dtype=float), design).reshape(-1, 1)
    coded = _coded(column)
    if design.shape[1] == 1:
        return np.asarray(coded - coded.mean(axis=0), dtype=np.float64)
    from sklearn.linear_model import LogisticRegression

    levels = sorted(column.unique(), key=str)
    places = column.map({level: place for place, level in enumerate(levels)}).to_numpy(dtype=int)
    model = LogisticRegression(C=LARGE, max_iter=1000).fit(design[:, 1:], places)
    return np.asarray(coded - model.predict_proba(design[:, 1:])[:, 1:], dtype=np.float64)


def _linear_residuals(values: NDArray[np.float64], design: NDArray[np.float64]) -> NDArray[np.float64]:
    weights, *_ = np.linalg.lstsq(design, values, rcond=None)
    return np.asarray(values - design @ weights, dtype=np.float64)
