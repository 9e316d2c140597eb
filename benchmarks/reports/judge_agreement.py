"""Agreement of every pair of judges, over all responses and for each model."""

from __future__ import annotations

from dataclasses import asdict
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeVar

from benchmarks.reports.report import Section, Table
from benchmarks.statistics.agreement import agreement

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

S = TypeVar("S")
ALL = "all models"


def agreements(
    samples: Sequence[S],
    judges: Mapping[str, Callable[[S], bool | None]],
    *,
    model: Callable[[S], str],
    cluster: Callable[[S], Hashable],
) -> list[dict[str, Any]]:
    """Compare each pair of judges where both decided; the second counts as the truth.

    Parameters
    ----------
    judges
        Verdicts by judge; None if undecided or not requested. In order: people come last.
    model, cluster
        A sample's model, and its cluster of dependent samples.

    Returns
    -------
    list of dict
        One row per model and pair, with the measures of `benchmarks.statistics.agreement.Agreement` and Krippendorff's
        alpha; a single model gets no row for all models.

    Examples
    --------
    >>> given = [("m", True, True), ("m", False, False), ("n", True, False)]
    >>> judges = {"rubric": lambda one: one[1], "people": lambda one: one[2]}
    >>> found = agreements(given, judges, model=lambda one: one[0], cluster=lambda one: one)
    >>> [(row["model"], row["judge"], row["with"], row["decided"], row["accuracy"]) for row in found]
    [('all models', 'rubric', 'people', 3, 0.6666666666666666), ('m', 'rubric', 'people', 2, 1.0), \
('n', 'rubric', 'people', 1, 0.0)]
    """
    models = list(dict.fromkeys(model(sample) for sample in samples))
    groups = {name: [sample for sample in samples if model(sample) == name] for name in models}
    if len(models) > 1:
        groups = {ALL: list(samples), **groups}
    rows = []
    for name, group in groups.items():
        for first, second in combinations(judges, 2):
            both = [(one, truth) for one in group if (truth := judges[second](one)) is not None]
            ours = [judges[first](one) for one, _ in both]
            if any(verdict is not None for verdict in ours):
                truths, clusters = [truth for _, truth in both], [cluster(one) for one, _ in both]
                measures = asdict(agreement(ours, truths, clusters)) | _alpha(ours, truths, clusters)
                rows.append({"model": name, "judge": first, "with": second, **measures})
    return rows


def _alpha(
    ours: Sequence[bool | None], truths: Sequence[bool], clusters: Sequence[Hashable]
) -> dict[str, float | None]:
    """Return Krippendorff's alpha of two judges with its interval; undecided verdicts do not count."""
    from benchmarks.statistics.reliability import krippendorff_alpha

    ratings = [[None if one is None else float(one), float(two)] for one, two in zip(ours, truths, strict=True)]
    alpha = krippendorff_alpha(ratings, clusters=clusters)
    return {"alpha": alpha.value, "alpha_low": alpha.low, "alpha_high": alpha.high}


def section(rows: Sequence[Mapping[str, Any]]) -> tuple[Section, ...]:
    """Return the rows as a section of a report; no section without rows."""
    if not rows:
        return ()
    measures = ("agree", "F1", "kappa", "95 % interval", "alpha", "95 % interval")
    columns = ("model", "judge", "with", "decided by both", *measures)
    shown = tuple(
        (
            row["model"],
            row["judge"],
            row["with"],
            f"{row['decided']} of {row['total']}",
            _number(row["accuracy"]),
            _number(row["f1"]),
            _number(row["kappa"]),
            _interval(row["kappa_low"], row["kappa_high"]),
            _number(row["alpha"]),
            _interval(row["alpha_low"], row["alpha_high"]),
        )
        for row in rows
    )
    words = "Each pair of judges, where both decided; F1 takes the second one as the truth. A dash: undefined."
    return (Section(title="Agreement of judges", words=words, table=Table(columns=columns, rows=shown, sortable=True)),)


def _interval(low: float | None, high: float | None) -> str:
    return "-" if low is None or high is None else f"{low:.3f} to {high:.3f}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
