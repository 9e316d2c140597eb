"""The figures of a scored run as sections of a report and as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.clomo.summary import Scorer
from benchmarks.clomo.verdicts import ScoreFormula
from benchmarks.report import Section, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.clomo.score import ClomoSample
    from benchmarks.clomo.verdicts import Verdicts

MAX_CHANGES = 3


def sections(summary: Mapping[str, Any], samples: Sequence[ClomoSample]) -> tuple[Section, ...]:
    """Return the sections of the report."""
    found = [Section(title="Overview", words=". ".join([_overview(summary), *_agreements(summary)]))]
    for model, figures in summary["models"].items():
        for scorer in _scorers(figures):
            found += [
                Section(title=f"{model}, by {scorer}: score s", table=_scores(figures[scorer])),
                Section(
                    title=f"{model}, by {scorer}: pairs", table=_shares("relation holds for", figures[scorer]["pairs"])
                ),
            ]
        found.append(Section(title=f"{model}: form", table=_shares("check passed", figures["form"])))
    return (*found, Section(title="Responses", table=_responses(samples)))


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
    rows = []
    for sample in samples:
        failed = "; ".join(str(check) for check in sample.form if check.verdict != "pass")
        edits = "; ".join(f"{one.before or '+'} -> {one.after or '-'}" for one in sample.changes[:MAX_CHANGES])
        more = "; ..." if len(sample.changes) > MAX_CHANGES else ""
        rows.append((sample.id, sample.model, _both(sample), edits + more, failed, _pairs(sample.logic)))
    return Table(columns=("id", "model", "s: logic, judge", "edited", "form", "pairs by logic"), rows=tuple(rows))


def _both(sample: ClomoSample) -> str:
    scores = [one.s[ScoreFormula.PAPER] if one else None for one in (sample.logic, sample.judge)]
    return ", ".join("none" if score is None else str(score) for score in scores)


def _pairs(verdicts: Verdicts) -> str:
    return "; ".join(f"{pair}: {verdict.why}" for pair, verdict in verdicts.pairs.items())


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"
