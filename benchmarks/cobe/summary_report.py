"""A CoBe summary as sections of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from benchmarks.cobe.score import ERRORS
from benchmarks.reports import verdict_shares
from benchmarks.reports.judge_agreement import section
from benchmarks.reports.report import Bars, Cell, Details, Diff, Section, Table
from benchmarks.reports.verdict_shares import shown
from benchmarks.runs.scores import Sample, SampleOutcome, Score
from benchmarks.statistics.verdict_shares import CoveragePoint

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

JUDGES: Final = {
    "derived": "the rubric derived from text and what-if",
    "dataset": "the dataset's own criteria strings",
    "judge": "a language model",
}
SHOWN: Final = 1_000
"""Most samples listed in the report; `samples.jsonl` has all."""


def sections(summary: Mapping[str, Any], samples: Sequence[Sample], texts: Mapping[str, str]) -> tuple[Section, ...]:
    """Return the sections of the report.

    Parameters
    ----------
    texts
        Original text of each item, to compare the responses with.
    """
    parts = [_overview(summary)]
    for judge, words in judges_in(summary).items():
        parts += _of_judge(summary[judge], words)
    if "models" in summary:
        parts.append(
            verdict_shares.section(
                "Models, by the derived rubric",
                {name: one["shares"] for name, one in summary["models"].items()},
            )
        )
    curves = {
        words: [CoveragePoint(**point) for point in summary[judge].get("risk_coverage", ())]
        for judge, words in judges_in(summary).items()
    }
    parts += verdict_shares.curve_section(curves, "the verdicts in the file")
    return (*parts, *section(summary["agreements"]), _listing(samples, texts))


def judges_in(summary: Mapping[str, Any]) -> dict[str, str]:
    """Return the judges with figures in a summary, in words."""
    return {judge: words for judge, words in JUDGES.items() if judge in summary}


def agreements(figures: Mapping[str, Any]) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """Return the judge's agreements with other judges, named in words."""
    with_file = [("the verdicts in the file", figures["agreement"])] if "agreement" in figures else []
    others = figures.get("agreement_with", {}).items()
    return (*with_file, *((JUDGES[other], found) for other, found in others))


def measures(found: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Format the measures of an agreement, with kappa's interval."""
    rows = tuple((name, number(found[name])) for name in ("accuracy", "precision", "recall", "f1"))
    low, high = found["kappa_low"], found["kappa_high"]
    interval = "" if low is None or high is None else f" [{number(low)}, {number(high)}]"
    return (*rows, ("kappa", number(found["kappa"]) + interval))


def _overview(summary: Mapping[str, Any]) -> Section:
    rows = {words: summary[judge]["shares"] for judge, words in judges_in(summary).items()}
    unanswered = summary["derived"]["unanswered"]
    empty = (
        f" {unanswered} of them have no answer (empty, refused or cut off) and count as wrong." if unanswered else ""
    )
    return Section(
        title="Overview",
        words=f"{summary['samples']} generations for {summary['items']} items.{empty}{_missing(summary)} "
        "What is undetermined counts as not right, and has a share of its own; beside it stands the share of right "
        "ones among those that were decided. Intervals are 95 %, clustered by core id.",
        table=verdict_shares.table(rows, "judged by"),
    )


def _missing(summary: Mapping[str, Any]) -> str:
    missing = summary.get("generation", {}).get("without_response", 0)
    failed = len(summary.get("not_judged", ()))
    words = f" {missing} questions have no response and are in no share." if missing else ""
    words += f" {failed} responses have no verdict yet and are in no share." if failed else ""
    skipped = len(summary.get("skipped_items", ()))
    formal = summary.get("items_with_scenario", 0)
    words += f" Items with a formal scenario, which their rubric is derived from: {formal}." if formal else ""
    return words + (f" {skipped} items of the dataset could not be read and are left out." if skipped else "")


def _of_judge(figures: Mapping[str, Any], words: str) -> list[Section]:
    failures = {f"{error} {ERRORS[error]}": rate for error, rate in figures["failure_rate"].items()}
    spread = _spread(figures["over_phrasings"])
    parts = [
        _failures(f"Failure rate by error class, by {words}", failures),
        *_modes(figures["failure_modes"], words),
        verdict_shares.section(f"Accuracy by domain, by {words}", figures["by_domain"]),
        verdict_shares.section(f"Accuracy by graph type, by {words}", figures["by_graph_type"]),
        verdict_shares.section(f"Accuracy by phrasing, by {words}", figures["by_phrasing"], spread),
    ]
    return parts + [_agreement(one, whom, words) for whom, one in agreements(figures)]


def _spread(figures: Mapping[str, float | None]) -> str:
    if figures["standard_deviation"] is None:
        return ""
    return (
        f"Mean share right, over the phrasings {figures['mean']:.1%}, "
        f"standard deviation {figures['standard_deviation']:.1%}, "
        f"from {figures['least']:.1%} to {figures['most']:.1%}."
    )


def _failures(title: str, rates: Mapping[str, Mapping[str, Any]]) -> Section:
    whole = {name: rate["of_all"] for name, rate in rates.items()}
    return Section(
        title=title,
        bars=Bars(rows=tuple((name, rate["value"], rate["low"], rate["high"]) for name, rate in whole.items())),
        table=Table(
            columns=("", "of all", "of the decided"),
            rows=tuple((name, shown(rate["of_all"]), shown(rate["of_decided"])) for name, rate in rates.items()),
        ),
    )


def _modes(rates: Mapping[str, Any], words: str) -> list[Section]:
    """Return the failure modes; empty for the dataset's criteria strings, which name no relation."""
    seen = any(rate["of_all"]["hits"] for rate in rates.values())
    return [_failures(f"Failure modes, by {words}", rates)] if seen else []


def _agreement(figures: Mapping[str, Any], whom: str, words: str) -> Section:
    return Section(
        title=f"Agreement with {whom}, by {words}",
        words=f"{figures['decided']} of {figures['total']} generations with a verdict were decided; "
        "'correct' is the positive class.",
        table=Table(
            columns=("measure", "value"),
            rows=(("decided", f"{figures['decided']} of {figures['total']}"), *measures(figures)),
        ),
    )


def _listing(samples: Sequence[Sample], texts: Mapping[str, str]) -> Section:
    asked = any(sample.judge is not None for sample in samples)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            sample.item,
            str(sample.query_index + 1),
            sample.model,
            sample.graph_type,
            _verdict(sample.derived),
            _verdict(sample.dataset),
            *((_verdict(sample.judge) if sample.judge is not None else "-",) if asked else ()),
            _file(sample),
            Diff(before=texts.get(sample.item, ""), after=sample.response),
        )
        for sample in samples[:SHOWN]
    )
    more = f"The first {SHOWN} of {len(samples)}; samples.jsonl holds all." if len(samples) > SHOWN else ""
    columns: tuple[str, ...] = ("item", "phrasing", "model", "graph", "derived rubric", "dataset criteria")
    columns += (*(("language model",) if asked else ()), "file", "response")
    return Section(title="Generations", words=more, table=Table(columns=columns, rows=rows, sortable=True))


def _verdict(score: Score) -> Cell:
    """Return a verdict that expands to each criterion's outcome and reason."""
    lines = tuple(
        f"{one.verdict}: {one.kind}: {one.statement}"
        + (f" - quoted: {one.quote}" if one.quote else "")
        + (f" - {one.why}" if one.why else "")
        for one in score.criteria
    )
    if not lines:
        return _words(score)
    errors = f" ({', '.join(score.errors)})" if score.errors else ""
    return Details(summary=f"{score.outcome}{errors}", lines=(*score.reasons, *lines))


def _words(score: Score) -> str:
    errors = f" ({', '.join(score.errors)})" if score.errors else ""
    reasons = f": {'; '.join(score.reasons)}" if score.reasons and score.outcome is not SampleOutcome.CORRECT else ""
    return f"{score.outcome}{errors}{reasons}"


def _file(sample: Sample) -> str:
    if sample.correct is None:
        return "-"
    return "correct" if sample.correct else f"incorrect {', '.join(sample.failed)}".strip()


def number(value: float | None) -> str:
    """Format a measure, or `not defined`."""
    return "not defined" if value is None else f"{value:.3f}"
