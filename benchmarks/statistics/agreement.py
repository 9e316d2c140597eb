"""Agreement of verdicts with the truth, beyond chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Agreement of verdicts with those of a human or judge; `correct` is the positive class.

    Parameters
    ----------
    decided, total
        Generations that both judged, and all that the file judges.
    kappa, kappa_low, kappa_high
        Cohen's kappa with its 95 % bootstrap interval; None if undefined (one class only).
    """

    decided: int
    total: int
    accuracy: float | None
    precision: float | None
    recall: float | None
    f1: float | None
    kappa: float | None
    kappa_low: float | None = None
    kappa_high: float | None = None


def agreement(
    verdicts: Sequence[bool | None], truth: Sequence[bool], clusters: Sequence[Hashable] | None = None
) -> Agreement:
    """Compare verdicts, None for undetermined, with verdicts taken as true.

    Parameters
    ----------
    clusters
        Verdicts in one cluster are not independent; the bootstrap draws them together.

    Examples
    --------
    >>> agreement([True, False, None, True], [True, False, True, False]).accuracy
    0.6666666666666666
    """
    groups = range(len(truth)) if clusters is None else clusters
    rows = zip(verdicts, truth, groups, strict=True)
    decided = [(ours, theirs, group) for ours, theirs, group in rows if ours is not None]
    pairs = [(ours, theirs) for ours, theirs, _ in decided]
    nothing = Agreement(decided=0, total=len(truth), accuracy=None, precision=None, recall=None, f1=None, kappa=None)
    if not pairs:
        return nothing
    from sklearn.metrics import accuracy_score, precision_recall_fscore_support

    from benchmarks.statistics.reliability import cohen_kappa

    ours, theirs = [one for one, _ in pairs], [other for _, other in pairs]
    precision, recall, f1, _ = precision_recall_fscore_support(
        theirs, ours, average="binary", pos_label=True, zero_division=0
    )
    kappa = cohen_kappa(ours, theirs, clusters=[group for _, _, group in decided])
    return Agreement(
        decided=len(pairs),
        total=len(truth),
        accuracy=float(accuracy_score(theirs, ours)),
        precision=float(precision) if any(ours) else None,
        recall=float(recall) if any(theirs) else None,
        f1=float(f1) if any(ours) or any(theirs) else None,
        kappa=kappa.value,
        kappa_low=kappa.low,
        kappa_high=kappa.high,
    )
