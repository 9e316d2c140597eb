"""Accuracy over all responses, the share undetermined, and accuracy of the decided, in one table.

A report never shows accuracy without coverage, or coverage without accuracy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from benchmarks.reports.report import Bars, Curves, Section, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.statistics.verdict_shares import CoveragePoint

COLUMNS: Final = ("responses", "right", "undetermined", "right of the decided")
MOST: Final = 20
"""Most points of a curve in a table."""


def cells(shares: Mapping[str, Any]) -> tuple[str, str, str, str]:
    """Format the shares as the cells under `COLUMNS`.

    Examples
    --------
    >>> from benchmarks.statistics.verdict_shares import verdict_shares
    >>> cells(verdict_shares([True, False, None, None]).to_dict())[::2]
    ('4', '50.0% [15.0%, 85.0%] (2 of 4)')
    """
    named = ("accuracy", "undetermined", "accuracy_of_decided")
    return (str(shares["accuracy"]["total"]), *(shown(shares[name]) for name in named))  # type: ignore[return-value]


def table(rows: Mapping[str, Mapping[str, Any]], of: str = "") -> Table:
    """Return a table with one row for each set of shares."""
    return Table(columns=(of, *COLUMNS), rows=tuple((name, *cells(shares)) for name, shares in rows.items()))


def section(title: str, rows: Mapping[str, Mapping[str, Any]], words: str = "") -> Section:
    """Return shares as a section, with bars for the share right of all."""
    rates = {name: one["accuracy"] for name, one in rows.items()}
    return Section(
        title=title,
        words=words if rows else "There are no responses.",
        bars=Bars(rows=tuple((name, rate["value"], rate["low"], rate["high"]) for name, rate in rates.items())),
        table=table(rows),
    )


def line(shares: Mapping[str, Any], word: str = "right") -> str:
    """Format shares as words.

    Parameters
    ----------
    word
        The meaning of a positive verdict: `yes` instead of `right` for a criterion that looks for a fault.

    Examples
    --------
    >>> from benchmarks.statistics.verdict_shares import verdict_shares
    >>> line(verdict_shares([True, None]).to_dict())
    '50.0% right of 2 [9.5%, 90.5%], 50.0% undetermined, 100.0% right of the 1 decided'
    """
    over_all, undetermined, decided = (shares[name] for name in ("accuracy", "undetermined", "accuracy_of_decided"))
    if over_all["value"] is None:
        return "no responses"
    rest = (
        "none decided"
        if decided["value"] is None
        else f"{decided['value']:.1%} {word} of the {decided['total']} decided"
    )
    return (
        f"{over_all['value']:.1%} {word} of {over_all['total']} [{over_all['low']:.1%}, {over_all['high']:.1%}], "
        f"{undetermined['value']:.1%} undetermined, {rest}"
    )


def curve_section(points: Mapping[str, Sequence[CoveragePoint]], truth: str) -> tuple[Section, ...]:
    """Return accuracy against coverage, most certain verdicts first; empty without points.

    Parameters
    ----------
    points
        By judge.
    truth
        The truth that verdicts are compared with, in words.
    """
    drawn = {name: given for name, given in points.items() if given}
    if not drawn:
        return ()
    sure = any(one.confidence is not None for given in drawn.values() for one in given)
    how = "surest first" if sure else "one point each, because these verdicts have no confidence"
    rows = tuple(
        (
            name,
            "-" if one.confidence is None else f"{one.confidence:.2f}",
            f"{one.coverage:.1%} ({one.decided})",
            f"{one.right:.1%}",
        )
        for name, given in drawn.items()
        for one in _listed(given)
    )
    curves = Curves(points=tuple((name, tuple((p.coverage, p.right) for p in given)) for name, given in drawn.items()))
    return (
        Section(
            title="Risk and coverage",
            words=f"Verdicts that agree with {truth}, of those decided, as more are decided ({how}).",
            curves=curves,
            table=Table(columns=("judged by", "confidence from", "decided of all", "right of the decided"), rows=rows),
        ),
    )


def curve_of_shares(rows: Mapping[str, Mapping[str, Any]], truth: str) -> tuple[Section, ...]:
    """Return coverage and accuracy for verdicts without confidences: one point for each set of shares.

    Examples
    --------
    >>> from benchmarks.statistics.verdict_shares import verdict_shares
    >>> (section,) = curve_of_shares({"form": verdict_shares([True, False, None, True]).to_dict()}, "the form")
    >>> section.table.rows
    (('form', '-', '75.0% (3)', '66.7%'),)
    """
    from benchmarks.statistics.verdict_shares import CoveragePoint

    points = {
        name: (
            CoveragePoint(
                confidence=None,
                coverage=1 - shares["undetermined"]["value"],
                right=shares["accuracy_of_decided"]["value"],
                decided=shares["accuracy_of_decided"]["total"],
            ),
        )
        for name, shares in rows.items()
        if shares["accuracy_of_decided"]["value"] is not None
    }
    return curve_section(points, truth)


def _listed(points: Sequence[CoveragePoint]) -> list[CoveragePoint]:
    """Return the points for a table: evenly spaced ones, and the last."""
    if len(points) <= MOST:
        return list(points)
    places = sorted({round(k * (len(points) - 1) / (MOST - 1)) for k in range(MOST)})
    return [points[place] for place in places]


def shown(rate: Mapping[str, Any]) -> str:
    """Format a rate: share, interval, counts.

    Examples
    --------
    >>> shown({"value": 0.5, "low": 0.25, "high": 0.75, "hits": 5, "total": 10})
    '50.0% [25.0%, 75.0%] (5 of 10)'
    """
    if rate["value"] is None:
        return "none decided"
    return f"{rate['value']:.1%} [{rate['low']:.1%}, {rate['high']:.1%}] ({rate['hits']} of {rate['total']})"
