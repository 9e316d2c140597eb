"""The tables of a scored set of CaLM's questions, as sections of a report and as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from benchmarks.calm.score import CalmSample
from benchmarks.calm.summary import summarise
from benchmarks.cladder.score import ENGINE
from benchmarks.protocol import Summary
from benchmarks.reports.report import Bars, Details, Section, Table
from benchmarks.runs.responses import unanswered_lines
from benchmarks.runs.scores import SampleOutcome

SHOWN: Final = 200
"""Most wrong or undetermined answers listed in the report."""


def sections(summary: Mapping[str, Any], samples: Sequence[CalmSample]) -> tuple[Section, ...]:
    """Return the sections of the report."""
    rows = tuple((task, one["value"], one["low"], one["high"]) for task, one in summary["by_task"].items())
    parts = [
        Section(
            title="Overview",
            words=" ".join([_overview(summary), *(f"({line})" for line in _unanswered(summary))]),
            table=_table("answers of", summary["models"]),
        ),
        Section(title="By task", bars=Bars(rows=rows), table=_table("task", summary["by_task"])),
    ]
    if firmness := summary["models"].get(ENGINE, {}).get("by_firmness"):
        parts.append(Section(title=f"Answers of {ENGINE} by firmness", table=_table("firmness", firmness)))
    if summary["needs_a_model"]:
        parts.append(Section(title="Tasks for a model", table=_table("task", summary["needs_a_model"])))
    if summary["at_odds"]:
        parts.append(Section(title="Items that contradict themselves", table=_odds(summary["at_odds"])))
    ours = [one for one in samples if one.model == summary["model"] and not one.needs_model]
    wrong = [sample for sample in ours if sample.outcome is not SampleOutcome.CORRECT]
    parts.append(Section(title="Not right", table=_wrong(wrong[:SHOWN])))
    return tuple(parts)


def summary_of(samples: Sequence[CalmSample], noted: Mapping[str, Any]) -> Summary:
    """Return the figures by task, as data and in words."""
    figures = {**summarise(samples), **noted}
    return Summary(figures=figures, sections=sections(figures, samples), words=words(figures))


def words(summary: Mapping[str, Any]) -> str:
    """Return the figures as lines of text."""
    lines = [_overview(summary), *_unanswered(summary)]
    lines += [f"{task}: {one['hits']} of {one['total']}" for task, one in summary["by_task"].items()]
    for name, one in summary["by_firmness"].items():
        lines.append(f"{name}: {one['hits']} of {one['total']} right")
    for task, one in summary["needs_a_model"].items():
        lines.append(f"needs a model: {task}, {one['total']} items, {one['hits']} right")
    lines += [f"{row['id']} contradicts itself: {'; '.join(row['why'])}" for row in summary["at_odds"]]
    lines += [
        f"{model}: {one['hits']} of {one['total']} right"
        for model, one in summary["models"].items()
        if model != summary["model"]
    ]
    return "\n".join(lines)


def _unanswered(summary: Mapping[str, Any]) -> list[str]:
    total = summary["models"].get(ENGINE, summary)
    of_all = total["total"] + sum(one["total"] for one in total["needs_a_model"].values())
    return unanswered_lines(summary["without_answer"], of_all)


def _overview(summary: Mapping[str, Any]) -> str:
    share = 100 * (summary["accuracy"] or 0)
    return (
        f"{summary['model']}: {summary['hits']} of {summary['total']} formal questions right ({share:.1f} %), "
        f"{summary['decided']} decided; undetermined answers count as wrong"
    )


def _table(name: str, rates: Mapping[str, Mapping[str, Any]]) -> Table:
    rows = tuple(
        (
            key,
            _number(one["value"]),
            f"{_number(one['low'])} to {_number(one['high'])}",
            str(one["total"]),
            str(one["decided"]),
            _number(one["right_of_decided"]),
        )
        for key, one in rates.items()
    )
    return Table(columns=(name, "right of all", "95 % interval", "questions", "decided", "right of decided"), rows=rows)


def _odds(rows: Sequence[Mapping[str, Any]]) -> Table:
    return Table(
        columns=("id", "what does not fit", "answered like the gold answer"),
        rows=tuple((row["id"], "; ".join(row["why"]), row["outcome"]) for row in rows),
    )


def _wrong(samples: Sequence[CalmSample]) -> Table:
    rows = tuple(
        (
            sample.id,
            sample.said or "open",
            sample.answer,
            "; ".join(sample.faults),
            Details(summary=sample.outcome.value, lines=sample.why),
        )
        for sample in samples
    )
    return Table(columns=("id", "said", "in the data", "at odds", "why"), rows=rows, sortable=True)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
