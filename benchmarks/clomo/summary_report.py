"""The figures of a scored run as sections of a report and as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.clomo.data import ABBREVIATIONS
from benchmarks.clomo.summary import Scorer
from benchmarks.clomo.verdicts import ScoreFormula
from benchmarks.reports.judge_agreement import section
from benchmarks.reports.report import Bars, Cell, Details, Diff, Section, Table
from benchmarks.reports.verdict_shares import curve_of_shares, line, table
from benchmarks.reports.verdict_shares import section as shares_section

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
                    words="Right is where the relation holds.",
                    bars=_bars(figures[scorer]["pairs"]),
                    table=table(figures[scorer]["pairs"], "pair"),
                ),
                shares_section(f"{model}, by {scorer}: task met", {"task met": figures[scorer]["task_met"]}),
            ]
        found.append(shares_section(f"{model}: form", figures["form"], "Right is what passes the check."))
        found += curve_of_shares(_decided(model, figures), "the relations and the form asked for")
    return (*found, *section(summary["agreements"]), Section(title="Responses", table=_responses(samples)))


def _decided(model: str, figures: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return the shares of every check of a model's responses, by name."""
    found: dict[str, Mapping[str, Any]] = {f"{model}: form, {name}": one for name, one in figures["form"].items()}
    for scorer in _scorers(figures):
        found[f"{model}, by {scorer}: task met"] = figures[scorer]["task_met"]
    return found


def words(summary: Mapping[str, Any]) -> str:
    """Return the figures as lines of text."""
    lines = [_overview(summary)]
    for model, figures in summary["models"].items():
        for scorer in _scorers(figures):
            lines += _scorer_lines(f"{model}, by {scorer}", figures[scorer])
        lines += [f"{model}: form, {name}: {line(one)}" for name, one in figures["form"].items()]
    return "\n".join([*lines, *_agreements(summary)])


def _scorers(figures: Mapping[str, Any]) -> list[str]:
    return [scorer.value for scorer in Scorer if scorer.value in figures]


def _scorer_lines(name: str, figures: Mapping[str, Any]) -> list[str]:
    lines = []
    for formula, one in figures["s"].items():
        by = ", ".join(f"{short} {_number(two['mean'])}" for short, two in figures["s_by_relation"][formula].items())
        rest = f"{one['undecided']} undecided, {_number(one['mean_of_decided'])} over the {one['decided']} decided"
        lines.append(f"{name}: s ({formula}) {_number(one['mean'])} over {one['responses']}, {rest}; {by}")
    failed = [f"{name}: {figures['unanswered']} answer nothing"] if figures["unanswered"] else []
    return [*lines, f"{name}: task met: {line(figures['task_met'])}", *failed]


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
        rest = (str(one["responses"]), str(one["undecided"]), _number(one["mean_of_decided"]))
        rows.append((formula, _number(one["mean"]), *by, *rest))
    columns = ("formula", "s", "NA", "SA", "S", "W", "responses", "undecided", "s of the decided")
    return Table(columns=columns, rows=tuple(rows))


def _bars(shares: Mapping[str, Mapping[str, Any]]) -> Bars:
    rates = {name: one["accuracy"] for name, one in shares.items()}
    return Bars(rows=tuple((name, one["value"], one["low"], one["high"]) for name, one in rates.items()))


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
