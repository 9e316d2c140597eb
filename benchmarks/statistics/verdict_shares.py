"""Verdicts as shares of all responses: right, wrong and undetermined; and how often the decided are right.

Accuracy among the decided alone pays for silence, and the share of the decided alone for guessing, so neither is given
without the other.
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
        Right ones of all; what is undetermined is not right.
    undetermined
        Of all.
    accuracy_of_decided
        Right ones of those that were decided.
    """

    accuracy: Rate
    undetermined: Rate
    accuracy_of_decided: Rate

    def to_dict(self) -> dict[str, Any]:
        """Write the three shares for JSON."""
        return asdict(self)


def verdict_shares(verdicts: Sequence[bool | None], clusters: Sequence[Hashable] | None = None) -> VerdictShares:
    """Return the shares of verdicts, None for undetermined.

    Parameters
    ----------
    clusters
        Verdicts of the same cluster are not independent; default: all are.

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
        Of the least sure verdict that is decided; None where verdicts carry no confidence.
    coverage
        Share of all that are decided.
    right
        Share of the decided that are right.
    decided
        How many.
    """

    confidence: float | None
    coverage: float
    right: float
    decided: int


def risk_coverage(agreeing: Sequence[bool | None], confidences: Sequence[float | None]) -> tuple[CoveragePoint, ...]:
    """Return how right the decided are as more and more of them, surest first, are decided.

    Parameters
    ----------
    agreeing
        Whether each verdict is the true one; None where there is none.
    confidences
        Of the verdicts. Where one that was decided has none, nothing tells the surer ones: there is a single point.

    Returns
    -------
    tuple of CoveragePoint
        One for each confidence that occurs, the highest first; none where nothing was decided.

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
    known = [(sure, right) for sure, right in decided if sure is not None]
    if len(known) < len(decided):
        return (_point(None, [right for _, right in decided], len(agreeing)),)
    steps: dict[float, list[bool]] = defaultdict(list)
    for sure, right in known:
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
