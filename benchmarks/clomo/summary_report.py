"""The figures of a scored run as sections of a report and as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.clomo.data import ABBREVIATIONS
from benchmarks.clomo.summary import Scorer
from benchmarks.clomo.verdicts import ScoreFormula
from benchmarks.reports.judge_agreement import section
from benchmarks.reports.report import Bars, Cell, Details, Diff, Section, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.clomo.score import ClomoSample
    from benchmarks.clomo.verdicts import Verdicts


def sections(summary: Mapping[str, Any], samples: Sequence[ClomoSample]) -> tuple[Section, ...]:
    """Return the sections of the report."""
    found = [Section(title="Overview", words=". ".join([_overview(summary), *_agreements(summary)]))]
    for model, figures in summary["models"].items():
        for scorer in _scorers(figures):
            found += [
                Section(title=f"{model}, by {scorer}: score s", table=_scores(figures[scorer])),
                Section(
                    title=f"{model}, by {scorer}: pairs",
                    bars=_bars(figures[scorer]["pairs"]),
                    table=_shares("relation holds for", figures[scorer]["pairs"]),
                ),
            ]
        found.append(
            Section(title=f"{model}: form", bars=_bars(figures["form"]), table=_shares("check passed", figures["form"]))
        )
    return (*found, *section(summary["agreements"]), Section(title="Responses", table=_responses(samples)))


def words(summary: Mapping[str, Any]) -> str:
    """Return the figures as lines of text."""
    lines = [_overview(summary)]
    for model, figures in summary["models"].items():
        for scorer in _scorers(figures):
            lines += _scorer_lines(f"{model}, by {scorer}", figures[scorer])
        form = ", ".join(f"{name} {_number(one['value'])}" for name, one in figures["form"].items())
        lines.append(f"{model}: form: {form}")
    return "\n".join([*lines, *_agreements(summary)])


def _scorers(figures: Mapping[str, Any]) -> list[str]:
    return [scorer.value for scorer in Scorer if scorer.value in figures]


def _scorer_lines(name: str, figures: Mapping[str, Any]) -> list[str]:
    lines = []
    for formula, one in figures["s"].items():
        by = ", ".join(f"{short} {_number(two['mean'])}" for short, two in figures["s_by_relation"][formula].items())
        undecided = f", {one['undecided']} undecided" if one["undecided"] else ""
        lines.append(f"{name}: s ({formula}) {_number(one['mean'])} over {one['decided']}{undecided}; {by}")
    met = figures["task_met"]
    return [*lines, f"{name}: task met {_number(met['value'])} of {met['total']} decided"]


def _overview(summary: Mapping[str, Any]) -> str:
    skipped = summary["skipped_rows"]
    left_out = f"; {len(skipped)} rows make no item ({skipped[0]} ...)" if skipped else ""
    return f"{summary['responses']} responses to {summary['items']} items{left_out}"


def _agreements(summary: Mapping[str, Any]) -> list[str]:
    return [
        f"kappa of s (paper), {who.replace('_', ' ')}: {_number(one['kappa'])}, {one['decided']} of {one['total']}"
        for who, one in summary["agreement"]["paper"].items()
        if one["decided"]
    ]


def _scores(figures: Mapping[str, Any]) -> Table:
    rows = []
    for formula, one in figures["s"].items():
        by = [_number(two["mean"]) for two in figures["s_by_relation"][formula].values()]
        rows.append((formula, _number(one["mean"]), *by, str(one["decided"]), str(one["undecided"])))
    return Table(columns=("formula", "s", "NA", "SA", "S", "W", "decided", "undecided"), rows=tuple(rows))


def _bars(shares: Mapping[str, Mapping[str, Any]]) -> Bars:
    return Bars(rows=tuple((name, one["value"], one["low"], one["high"]) for name, one in shares.items()))


def _shares(title: str, shares: Mapping[str, Mapping[str, Any]]) -> Table:
    return Table(
        columns=(title, "share", "95 % interval", "decided", "undecided"),
        rows=tuple(
            (
                name,
                _number(one["value"]),
                f"{_number(one['low'])} to {_number(one['high'])}",
                str(one["total"]),
                str(one["undecided"]),
            )
            for name, one in shares.items()
        ),
    )


def _responses(samples: Sequence[ClomoSample]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for sample in samples:
        failed = "; ".join(str(check) for check in sample.form if check.verdict != "pass")
        edited = Diff(before=sample.argument, after=sample.response)
        pairs = [_pair(name, one) for name, one in (("logic", sample.logic), ("judge", sample.judge)) if one]
        rows.append((sample.id, sample.model, ABBREVIATIONS[sample.relation], _both(sample), edited, failed, *pairs))
    columns = ("id", "model", "relation", "s: logic, judge", "edit", "form", "pairs by logic", "pairs by judge")
    return Table(columns=columns[: max(map(len, rows), default=0)], rows=_filled(rows), sortable=True)


def _filled(rows: Sequence[tuple[Cell, ...]]) -> tuple[tuple[Cell, ...], ...]:
    width = max(map(len, rows), default=0)
    return tuple((*row, *[""] * (width - len(row))) for row in rows)


def _both(sample: ClomoSample) -> str:
    scores = [one.s[ScoreFormula.PAPER] for one in (sample.logic, sample.judge) if one]
    return ", ".join("open" if score is None else str(score) for score in scores)


def _pair(scorer: str, verdicts: Verdicts) -> Details:
    held = {True: "yes", False: "no", None: "open"}
    lines = [
        line
        for pair, verdict in verdicts.pairs.items()
        for line in (f"{pair}: {verdict.why}", *(f"{pair}: {proof}" for proof in verdict.evidence))
    ]
    shown = ", ".join(f"{pair}: {held[verdict.holds]}" for pair, verdict in verdicts.pairs.items())
    if all(verdict.holds is None for verdict in verdicts.pairs.values()):
        shown = "all open"
    return Details(summary=f"{scorer}: {shown}", lines=tuple(lines))


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"
