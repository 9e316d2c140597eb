"""The figures of a scored run as sections of a report and as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.clomo.score import ScoreFormula
from benchmarks.report import Section, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.clomo.score import ClomoSample

MAX_CHANGES = 3


def sections(summary: Mapping[str, Any], samples: Sequence[ClomoSample]) -> tuple[Section, ...]:
    """Return the sections of the report."""
    found = [Section(title="Overview", words=". ".join(filter(None, [_overview(summary), _human(summary)])))]
    for model, figures in summary["models"].items():
        found += [
            Section(title=f"{model}: score s", words=_human(figures), table=_scores(figures)),
            Section(title=f"{model}: pairs", table=_shares("relation holds for", figures["pairs"])),
            Section(title=f"{model}: form", table=_shares("check passed", figures["form"])),
        ]
    return (*found, Section(title="Responses", table=_responses(samples)))


def words(summary: Mapping[str, Any]) -> str:
    """Return the figures as lines of text."""
    lines = [_overview(summary)]
    for model, figures in summary["models"].items():
        for formula, one in figures["s"].items():
            by = ", ".join(
                f"{short} {_number(two['mean'])}" for short, two in figures["s_by_relation"][formula].items()
            )
            lines.append(f"{model}: s ({formula}) {_number(one['mean'])} of {one['decided']} decided; {by}")
        form = ", ".join(f"{name} {_number(one['value'])}" for name, one in figures["form"].items())
        lines.append(f"{model}: task met {_number(figures['task_met']['value'])}; form: {form}")
    lines += [_human(summary)] if _human(summary) else []
    return "\n".join(lines)


def _overview(summary: Mapping[str, Any]) -> str:
    skipped = summary["skipped_rows"]
    left_out = f"; {len(skipped)} rows make no item ({skipped[0]} ...)" if skipped else ""
    return f"{summary['responses']} responses to {summary['items']} items{left_out}"


def _human(figures: Mapping[str, Any]) -> str:
    one = figures["human"]["paper"]
    if not one["total"]:
        return ""
    return f"kappa of s (paper) with human verdicts {_number(one['kappa'])}, {one['decided']} of {one['total']} decided"


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
        why = "; ".join(f"{pair}: {verdict.why}" for pair, verdict in sample.pairs.items())
        score = sample.s[ScoreFormula.PAPER]
        rows.append((sample.id, sample.model, "none" if score is None else str(score), edits + more, failed, why))
    return Table(columns=("id", "model", "s", "edited", "form", "pairs"), rows=tuple(rows))


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"
