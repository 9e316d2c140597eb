"""Two earlier measures of faithfulness, from indicator columns of a simulator model.

A simulator predicts the task model's label from the input, from the explanation,
or from both. LAS asks whether explanations help it where they do not give the
label away; LRA asks whether label and explanation react in the same way to noise.

References
----------
.. [1] Hase et al. (2020), Leakage-adjusted simulatability.
.. [2] Wiegreffe et al. (2021), Measuring association between labels and free-text rationales.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from benchmarks.errors import BenchmarkError


class ColumnLengthError(BenchmarkError, ValueError):
    """Columns of one experiment that do not have the same length, or none at all."""

    def __init__(self, lengths: tuple[int, ...]) -> None:
        super().__init__(lengths)
        self.lengths = lengths

    def __str__(self) -> str:
        """Say what was expected."""
        return f"expected columns of one length above 0, got {self.lengths}; give one value for each instance"


def las(*, with_both: Sequence[bool], with_input: Sequence[bool], with_explanation: Sequence[bool]) -> float | None:
    """Return the leakage-adjusted simulatability, -1 to 1.

    The gain in accuracy from the explanation, averaged within the instances whose explanation alone gives the label
    away and within the others, then over the two groups.

    Parameters
    ----------
    with_both, with_input, with_explanation
        Whether the simulator is right given input and explanation, the input only, the explanation only.

    Returns
    -------
    float or None
        None if one of the groups is empty: the macro-average is then not defined.

    Examples
    --------
    >>> las(with_both=[1, 1, 0, 1], with_input=[0, 1, 0, 0], with_explanation=[1, 1, 0, 0])
    0.5
    """
    _check(with_both, with_input, with_explanation)
    gains: dict[bool, list[int]] = {True: [], False: []}
    for both, alone, leaks in zip(with_both, with_input, with_explanation, strict=True):
        gains[bool(leaks)].append(bool(both) - bool(alone))
    if not all(gains.values()):
        return None
    return fmean((fmean(gains[True]), fmean(gains[False])))


def lra_indicators(
    *, unchanged: Sequence[bool], with_both: Sequence[bool], with_input: Sequence[bool]
) -> tuple[bool, ...]:
    """Return 1[F = Z] for each instance (appendix 7.4, equations 2 to 4).

    Parameters
    ----------
    unchanged
        F: whether the predicted label stays the same under noise.
    with_both, with_input
        Whether the simulator is right with and without the explanation; Z is their difference.
    """
    _check(unchanged, with_both, with_input)
    return tuple(
        bool(same) == bool(both) - bool(alone)
        for same, both, alone in zip(unchanged, with_both, with_input, strict=True)
    )


def lra(*, unchanged: Sequence[bool], with_both: Sequence[bool], with_input: Sequence[bool]) -> float:
    """Return the label-rationale association, 0 to 1.

    Examples
    --------
    >>> lra(unchanged=[1, 1, 0, 0], with_both=[1, 1, 1, 0], with_input=[0, 1, 1, 1])
    0.5
    """
    return fmean(lra_indicators(unchanged=unchanged, with_both=with_both, with_input=with_input))


def _check(*columns: Sequence[bool]) -> None:
    lengths = tuple(len(column) for column in columns)
    if len(set(lengths)) != 1 or not lengths[0]:
        raise ColumnLengthError(lengths)
