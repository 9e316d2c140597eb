"""Verdicts as shares of all responses: right, wrong and undetermined; and accuracy among the decided.

Accuracy among the decided rewards silence, and the share decided rewards guessing, so the two are always reported
together.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.statistics.intervals import Rate, clustered, wilson

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictShares:
    """Shares of verdicts.

    Parameters
    ----------
    accuracy
        Share right of all; undetermined counts as not right.
    undetermined
        Of all.
    accuracy_of_decided
        Share right of the decided.
    """

    accuracy: Rate
    undetermined: Rate
    accuracy_of_decided: Rate

    def to_dict(self) -> dict[str, Any]:
        """Return the three shares as a JSON object."""
        return asdict(self)


def verdict_shares(verdicts: Sequence[bool | None], clusters: Sequence[Hashable] | None = None) -> VerdictShares:
    """Return the shares of verdicts, None for undetermined.

    Parameters
    ----------
    clusters
        Verdicts in one cluster are not independent; default: all are.

    Examples
    --------
    >>> found = verdict_shares([True, False, None, None])
    >>> found.accuracy.value, found.undetermined.value, found.accuracy_of_decided.value
    (0.25, 0.5, 0.5)
    """
    groups = range(len(verdicts)) if clusters is None else clusters
    rows = list(zip(verdicts, groups, strict=True))
    decided = [(bool(verdict), group) for verdict, group in rows if verdict is not None]

    def rate(hits: Sequence[bool], within: Sequence[Hashable]) -> Rate:
        return wilson(sum(hits), len(hits)) if clusters is None else clustered(hits, within)

    everyone = [group for _, group in rows]
    return VerdictShares(
        accuracy=rate([verdict is True for verdict, _ in rows], everyone),
        undetermined=rate([verdict is None for verdict, _ in rows], everyone),
        accuracy_of_decided=rate([right for right, _ in decided], [group for _, group in decided]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CoveragePoint:
    """Shares if only the most confident verdicts are decided.

    Parameters
    ----------
    confidence
        Confidence of the least certain decided verdict; None without confidences.
    coverage
        Share decided of all.
    right
        Share right of the decided.
    decided
        How many.
    """

    confidence: float | None
    coverage: float
    right: float
    decided: int


def risk_coverage(agreeing: Sequence[bool | None], confidences: Sequence[float | None]) -> tuple[CoveragePoint, ...]:
    """Return accuracy among the decided as coverage grows, most certain verdicts first.

    Parameters
    ----------
    agreeing
        Whether each verdict is true; None for no verdict.
    confidences
        Confidences of the verdicts. If a decided verdict lacks one, the result is a single point.

    Returns
    -------
    tuple of CoveragePoint
        One for each distinct confidence, highest first; empty if nothing was decided.

    References
    ----------
    .. [1] El-Yaniv and Wiener (2010), On the foundations of noise-free selective classification.

    Examples
    --------
    >>> for point in risk_coverage([True, False, None, True], [0.9, 0.6, None, 0.9]):
    ...     print(point.confidence, point.coverage, round(point.right, 2))
    0.9 0.5 1.0
    0.6 0.75 0.67
    """
    decided = [(sure, right) for right, sure in zip(agreeing, confidences, strict=True) if right is not None]
    if not decided:
        return ()
    rated = [(sure, right) for sure, right in decided if sure is not None]
    if len(rated) < len(decided):
        return (_point(None, [right for _, right in decided], len(agreeing)),)
    steps: dict[float, list[bool]] = defaultdict(list)
    for sure, right in rated:
        steps[sure].append(right)
    covered: list[bool] = []
    points = []
    for sure in sorted(steps, reverse=True):
        covered += steps[sure]
        points.append(_point(sure, covered, len(agreeing)))
    return tuple(points)


def _point(confidence: float | None, right: Sequence[bool], total: int) -> CoveragePoint:
    return CoveragePoint(
        confidence=confidence, coverage=len(right) / total, right=sum(right) / len(right), decided=len(right)
    )
