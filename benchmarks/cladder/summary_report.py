"""The tables of a scored set of causal questions, as sections of a report and as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from benchmarks.cladder.score import ENGINE, CladderSample
from benchmarks.reports.report import Bars, Curves, Details, Section, Table
from benchmarks.runs.responses import unanswered_lines
from benchmarks.runs.scores import SampleOutcome

TITLES: Final = {"by_rung": "By rung", "by_query_type": "By query type", "by_kind": "By kind of story"}
SHOWN: Final = 200
"""Most wrong or undetermined answers listed in the report."""


def sections(summary: Mapping[str, Any], samples: Sequence[CladderSample]) -> tuple[Section, ...]:
    """Return the sections of the report."""
    parts = [
        Section(
            title="Overview",
            words=" ".join([_overview(summary), *(f"({line})" for line in _unanswered(summary))]),
            table=_models(summary),
        )
    ]
    for name, title in TITLES.items():
        rows = tuple((key or "not said", one["value"], one["low"], one["high"]) for key, one in summary[name].items())
        parts.append(Section(title=title, bars=Bars(rows=rows), table=_groups(summary[name])))
    parts.append(Section(title="Risk and coverage", curves=_curves(summary), table=_risk(summary)))
    wrong = [
        sample for sample in samples if sample.outcome is not SampleOutcome.CORRECT and sample.model == summary["model"]
    ]
    parts.append(Section(title="Not right", table=_wrong(wrong[:SHOWN])))
    return tuple(parts)


def words(summary: Mapping[str, Any]) -> str:
    """Return the figures as lines of text."""
    lines = [_overview(summary), *_unanswered(summary)]
    for name, title in TITLES.items():
        shown = ", ".join(f"{key or 'not said'} {_share(one)}" for key, one in summary[name].items())
        lines.append(f"{title.lower()}: {shown}")
    for point in summary["risk_coverage"]:
        label, answered, wrong = point["at_least"], point["coverage"], point["risk"]
        lines.append(f"at least {label}: {answered:.3f} answered, {wrong:.3f} of them wrong")
    lines += [f"{model}: {_share(one)}" for model, one in summary["models"].items() if model != summary["model"]]
    return "\n".join(lines)


def _unanswered(summary: Mapping[str, Any]) -> list[str]:
    return unanswered_lines(summary["without_answer"], summary["models"].get(ENGINE, summary)["total"])


def _overview(summary: Mapping[str, Any]) -> str:
    share = 100 * (summary["accuracy"] or 0)
    return (
        f"{summary['model']}: {summary['hits']} of {summary['total']} right ({share:.1f} %), "
        f"{summary['undetermined']} undetermined, which count as wrong"
    )


def _share(one: Mapping[str, Any]) -> str:
    return "no items" if one["value"] is None else f"{one['value']:.3f} of {one['total']}"


def _models(summary: Mapping[str, Any]) -> Table:
    rows = tuple(
        (model, _number(one["accuracy"]), f"{_number(one['low'])} to {_number(one['high'])}", str(one["total"]),
         str(one["undetermined"]))
        for model, one in summary["models"].items()
    )  # fmt: skip
    return Table(columns=("answers of", "accuracy", "95 % interval", "questions", "undetermined"), rows=rows)


def _groups(rates: Mapping[str, Mapping[str, Any]]) -> Table:
    rows = tuple(
        (key or "not said", _number(one["value"]), str(one["hits"]), str(one["total"]), str(one["undetermined"]))
        for key, one in rates.items()
    )
    return Table(columns=("", "accuracy", "right", "questions", "undetermined"), rows=rows)


def _curves(summary: Mapping[str, Any]) -> Curves:
    """Return curves of accuracy against coverage, most certain answers first."""
    return Curves(
        points=tuple(
            (model, tuple((point["coverage"], 1 - point["risk"]) for point in one["risk_coverage"]))
            for model, one in summary["models"].items()
            if one["risk_coverage"]
        )
    )


def _risk(summary: Mapping[str, Any]) -> Table:
    rows = tuple(
        (model, str(point["at_least"]), str(point["answered"]), _number(point["coverage"]), _number(point["risk"]))
        for model, one in summary["models"].items()
        for point in one["risk_coverage"]
    )
    return Table(columns=("answers of", "confidence at least", "answered", "coverage", "risk"), rows=rows)


def _wrong(samples: Sequence[CladderSample]) -> Table:
    rows = tuple(
        (
            sample.id,
            sample.query_type,
            {True: "yes", False: "no", None: "open"}[sample.said],
            "yes" if sample.answer else "no",
            Details(summary=sample.outcome.value, lines=sample.why),
        )
        for sample in samples
    )
    return Table(columns=("id", "query type", "said", "in the data", "why"), rows=rows, sortable=True)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
