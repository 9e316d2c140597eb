"""The tables of a scored set of counter-hypotheses, as sections of a report and as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from benchmarks.chg.response import DIMENSIONS
from benchmarks.reports.judge_agreement import section
from benchmarks.reports.report import Cell, Details, Diff, Section, Table
from benchmarks.reports.verdict_shares import curve_of_shares, line
from benchmarks.reports.verdict_shares import section as shares_section

if TYPE_CHECKING:
    from benchmarks.chg.score import ChgSample


MET: Final = "Right is what meets the constraint, or for repeats_weakener what repeats it."


def sections(summary: Mapping[str, Any], samples: Sequence[ChgSample]) -> tuple[Section, ...]:
    """Return the sections of the report."""
    parts = [Section(title="Overview", words=_overview(summary))]
    if summary["likeness"]:
        parts.append(_likeness(summary["likeness"]))
    parts += [
        shares_section(f"{model}, by {rater}", one, MET)
        for model, by in summary["constraints"].items()
        for rater, one in by.items()
    ]
    rated = {
        f"{model}, by {rater}: {name}": shares
        for model, by in summary["constraints"].items()
        for rater, one in by.items()
        for name, shares in one.items()
    }
    parts += curve_of_shares(rated, "the constraints met")
    parts += [_comparison(rater, steps) for rater, steps in summary["comparison"].items() if steps]
    if summary["agreement"]:
        parts += _agreement(summary["agreement"])
    return (*parts, *section(summary["agreements"]), Section(title="Counter-hypotheses", table=_responses(samples)))


def words(summary: Mapping[str, Any]) -> str:
    """Return the figures as lines of text."""
    lines = [_overview(summary)]
    for model, one in summary["likeness"].items():
        lines.append(f"{model}: BLEU-4 {one['bleu']:.1f}, ROUGE-L {one['rouge_l']:.1f} over {one['responses']}")
    for model, by in summary["constraints"].items():
        for rater, constraints in by.items():
            lines += [f"{model}, by {rater}: {name}: {line(one, 'yes')}" for name, one in constraints.items()]
    for dimension, one in summary["agreement"].get("rubric_with_people", {}).items():
        lines.append(
            f"rubric with people, {dimension}: {one['decided']} of {one['total']} decided, "
            f"{_number(one['accuracy'])} of them right, F1 {_number(one['f1'])}"
        )
    return "\n".join(lines)


def _overview(summary: Mapping[str, Any]) -> str:
    skipped, failed = len(summary.get("skipped_items", ())), summary["unanswered"]
    empty = f"; {failed} have no answer (empty, refused, cut off) and meet no criterion" if failed else ""
    left_out = f"; {skipped} lines of the dataset could not be read and are left out" if skipped else ""
    return f"{summary['responses']} counter-hypotheses to {summary['items']} items{empty}{left_out}"


def _likeness(models: Mapping[str, Mapping[str, Any]]) -> Section:
    rows = tuple(
        (
            model,
            str(one["responses"]),
            f"{one['bleu']:.1f}",
            f"{one['rouge_l']:.1f}",
            _number(one["bert_score"]),
            _number(one["sem_score"]),
        )
        for model, one in models.items()
    )
    columns = ("model", "responses", "BLEU-4", "ROUGE-L", "BERTScore", "SemScore")
    return Section(title="Similarity to the references", table=Table(columns=columns, rows=rows))


def _comparison(rater: str, steps: Sequence[Mapping[str, Any]]) -> Section:
    rows = tuple(
        (
            step["quality"],
            step["worse"],
            f"{step['gain']:+.2f}",
            step["better"],
            _number(step["p"]),
            "yes" if step["significant"] else "no",
            str(step["items"]) if step["items"] else "none, two groups",
        )
        for step in steps
    )
    columns = ("quality", "worse", "gain", "better", "p (Holm)", "significant", "items of both")
    return Section(title=f"Models compared, by {rater}", table=Table(columns=columns, rows=rows))


def _agreement(rows: Mapping[str, Any]) -> list[Section]:
    people = tuple(
        (
            row["dimension"],
            _number(row["share"]),
            _number(row["kappa"]["value"]),
            f"{_number(row['kappa']['low'])} to {_number(row['kappa']['high'])}",
            str(row["kappa"]["units"]),
        )
        for row in rows["people"]
    )
    named = ("dimension", "agreement", "kappa", "95 % interval", "rated by both")
    two = [Section(title="Agreement of two people", table=Table(columns=named, rows=people))] if people else []
    return [*two, _with_people(rows["rubric_with_people"])]


def _with_people(agreements: Mapping[str, Mapping[str, Any]]) -> Section:
    rows = tuple(
        (
            name,
            str(one["decided"]),
            str(one["total"]),
            _number((one["accuracy"] or 0.0) * one["decided"] / one["total"]),
            *(_number(one[measure]) for measure in ("accuracy", "f1", "kappa")),
        )
        for name, one in agreements.items()
    )
    columns = ("criterion", "decided", "rated", "right of all", "right of the decided", "F1", "kappa")
    return Section(title="The rubric and people", table=Table(columns=columns, rows=rows))


def _responses(samples: Sequence[ChgSample]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for sample in samples:
        shown = {name: getattr(sample.ratings, name) for name in DIMENSIONS}
        good = {True: "yes", False: "no", None: "open"}[sample.ratings.good]
        lines = [f"{name}: {'open' if value is None else value}" for name, value in shown.items()]
        rows.append(
            (
                sample.id,
                sample.model,
                Diff(before=sample.hypothesis, after=sample.response),
                good,
                Details(summary="; ".join(sample.reasons) or "nothing against it", lines=tuple(lines)),
            )
        )
    columns = ("id", "model", "hypothesis and counter-hypothesis", "good", "why")
    return Table(columns=columns, rows=tuple(rows), sortable=True)


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"
