"""Whether a measure of faithfulness distinguishes agreement from disagreement, and falls for unfaithful explanations.

Both experiments take columns of values from any measure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from benchmarks.errors import BenchmarkError

SIGNIFICANT: Final = 0.05


class GroupError(BenchmarkError, ValueError):
    """Incomparable columns: of different length, or with only one group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankSum:
    """A Wilcoxon rank-sum test between instances where people agree and disagree with the model.

    Parameters
    ----------
    rho
        Chance that a value from the agreeing group is greater, ties counted half: U / (n1 n2), 0 to 1.
    p
        Two-sided, by the normal approximation corrected for ties, or exact in small groups without ties.
    """

    rho: float
    p: float
    agreeing: int
    disagreeing: int

    @property
    def significant(self) -> bool:
        """Whether p is below 0.05, marked by a star in Table 5."""
        return self.p < SIGNIFICANT


def rank_sum(values: Sequence[float], agreement: Sequence[bool]) -> RankSum:
    """Compare the values of a measure between the two groups (section 3.3).

    Parameters
    ----------
    values
        The measure, one value for each instance.
    agreement
        Whether people's label of the counterfactual matches the model's.

    Raises
    ------
    GroupError
        If the columns differ in length or a group is empty.

    Examples
    --------
    >>> rank_sum([0.9, 0.8, 0.4, 0.1], [True, True, False, False]).rho
    1.0
    """
    if len(values) != len(agreement):
        message = f"expected as many values as agreements, got {len(values)} and {len(agreement)}; pair them"
        raise GroupError(message)
    groups = {
        side: [value for value, one in zip(values, agreement, strict=True) if bool(one) is side]
        for side in (True, False)
    }
    if not groups[True] or not groups[False]:
        message = (
            f"expected agreeing and disagreeing instances, got {len(groups[True])} and {len(groups[False])}; add some"
        )
        raise GroupError(message)
    from scipy.stats import mannwhitneyu

    found = mannwhitneyu(groups[True], groups[False], alternative="two-sided")
    count = len(groups[True]) * len(groups[False])
    return RankSum(
        rho=float(found.statistic) / count,
        p=float(found.pvalue),
        agreeing=len(groups[True]),
        disagreeing=len(groups[False]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensitivity:
    """Mean values of one measure by the inputs that the explanations were generated from (section 3.4, Table 6).

    Parameters
    ----------
    means
        Condition -> mean; None without values.
    complete
        The condition with all inputs.
    sensitive
        Whether the complete condition has the highest mean, strictly; None if a mean is missing.
    """

    measure: str
    means: Mapping[str, float | None]
    complete: str
    sensitive: bool | None


def sensitivity_table(
    columns: Mapping[str, Mapping[str, Sequence[float]]], *, complete: str
) -> tuple[Sensitivity, ...]:
    """Return one row per measure.

    Parameters
    ----------
    columns
        Measure -> condition (the explainer's inputs) -> values.
    complete
        The condition with all inputs.

    Examples
    --------
    >>> (row,) = sensitivity_table({"FTC-K": {"x, u, y": [0.2, 0.4], "x": [-0.2, 0.1]}}, complete="x, u, y")
    >>> row.sensitive
    True
    """
    rows = []
    for measure, conditions in columns.items():
        if complete not in conditions:
            message = (
                f"expected a condition {complete!r} for {measure}, got {', '.join(conditions)}; name the complete one"
            )
            raise GroupError(message)
        means = {name: fmean(values) if len(values) else None for name, values in conditions.items()}
        rows.append(Sensitivity(measure=measure, means=means, complete=complete, sensitive=_highest(means, complete)))
    return tuple(rows)


def _highest(means: Mapping[str, float | None], complete: str) -> bool | None:
    known = {name: value for name, value in means.items() if value is not None}
    if len(known) < len(means) or len(known) < 2:
        return None
    return all(known[complete] > value for name, value in known.items() if name != complete)
