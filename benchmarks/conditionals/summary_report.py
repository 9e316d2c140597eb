"""The figures of a scored set of conditionals, as sections of a report and as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from benchmarks.conditionals.score import kind
from benchmarks.reports.report import Cell, Details, Section, Table
from benchmarks.reports.verdict_shares import curve_section, line
from benchmarks.reports.verdict_shares import section as shares_section
from benchmarks.statistics.verdict_shares import risk_coverage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.conditionals.score import ConditionalSample

RIGHT: Final = {True: "yes", False: "no", None: "open"}


SHOWN: Final = 1_000
"""Most items listed in the report; `samples.jsonl` has all."""


def sections(summary: Mapping[str, Any], samples: Sequence[ConditionalSample]) -> tuple[Section, ...]:
    """Return the sections of the report."""
    correlation = summary["world_knowledge"]
    return (
        Section(
            title="Overview",
            words=f"{summary['scored']} of {summary['items']} items have log-probabilities, the others are in no "
            f"share; {summary['ties']} ties, which prefer neither completion; "
            f"{len(summary['skipped_rows'])} rows of the file make no item.",
        ),
        shares_section(
            "Congruent completion preferred",
            summary["congruent_preferred"],
            "The share of the paper's Tables 2, 4 and 6: high is right in CW and CWC, low in RW, CR and RWCA.",
        ),
        shares_section(
            "Logical completion preferred",
            summary["logical_preferred"],
            "Logical as derived from the mood of the conditional and the world of the completed clause.",
        ),
        shares_section("Right in both conditions", summary["both_right"], "As in Table 15."),
        *_curve(samples),
        Section(
            title="World knowledge",
            words=f"Pearson's r between the strength of the preference in BB and in CW (Table 10): "
            f"{_number(correlation['r'])}, p = {_number(correlation['p'])}, over {correlation['items']} items.",
        ),
        _listing(samples),
    )


def _curve(samples: Sequence[ConditionalSample]) -> tuple[Section, ...]:
    """Return how often the logical completion is preferred, strongest preferences first."""
    points = risk_coverage([one.right for one in samples], [abs(one.strength) for one in samples])
    return curve_section({"preference": points}, "the logical completion")


def _listing(samples: Sequence[ConditionalSample]) -> Section:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            sample.id,
            kind(sample),
            sample.context,
            sample.congruent,
            sample.incongruent,
            f"{sample.strength:+.2f}",
            _logical(sample),
            RIGHT[sample.right],
            Details(summary=f"{sample.mood or 'no conditional'}, {sample.world}", lines=(sample.why,)),
        )
        for sample in samples[:SHOWN]
    )
    more = f"The first {SHOWN} of {len(samples)}; samples.jsonl holds all. " if len(samples) > SHOWN else ""
    columns = ("id", "condition", "context", "congruent", "incongruent", "preference", "logical", "right", "read as")
    return Section(
        title="Items",
        words=f"{more}The preference is how much higher the log-probability of the congruent completion is.",
        table=Table(columns=columns, rows=rows, sortable=True),
    )


def _logical(sample: ConditionalSample) -> str:
    if sample.logical is None:
        return "open"
    return sample.congruent if sample.logical else sample.incongruent


def words(summary: Mapping[str, Any]) -> str:
    """Return the figures as lines of text."""
    lines = [f"{summary['scored']} of {summary['items']} items scored, {summary['ties']} ties"]
    for name, rate in summary["congruent_preferred"].items():
        derived = summary["logical_preferred"].get(name)
        logical = f"; logical completion preferred: {line(derived)}" if derived else ""
        lines.append(f"{name}: congruent completion preferred: {line(rate)}{logical}")
    return "\n".join(lines)


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"
