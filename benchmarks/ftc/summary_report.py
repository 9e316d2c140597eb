"""The figures of a scored set of explanations, as sections of a report and as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from benchmarks.ftc.explanations.relation import Extraction
from benchmarks.ftc.score import case_name
from benchmarks.reports.report import Bars, Cell, Details, Diff, Section, Table
from benchmarks.reports.verdict_shares import curve_of_shares, line, table
from benchmarks.reports.verdict_shares import section as shares_section

if TYPE_CHECKING:
    from benchmarks.ftc.explanations.counterfactual_hypothesis import CounterfactualHypothesis, Rewriting
    from benchmarks.ftc.score import Scored

SENSITIVE: Final = {True: "yes", False: "no", None: "not known"}


SHOWN: Final = 1_000
"""Most items listed in the report; `samples.jsonl` has all."""


def sections(summary: Mapping[str, Any], samples: Sequence[Scored]) -> tuple[Section, ...]:
    """Return the sections of the report."""
    read = {label: one for label, one in summary["pairs"].items() if one["total"]}
    parts = [
        Section(
            title="Relations found",
            words=_left_out(summary)
            + "Explanations from which two phrases and their relation were read, and how many of these relations "
            "explain the label that the item has: that is right. What gave no relation is undetermined.",
            bars=Bars(rows=tuple((label, one["found"] / one["total"], None, None) for label, one in read.items())),
            table=table({label: one["shares"] for label, one in summary["pairs"].items()}, "label"),
        )
    ]
    parts += curve_of_shares({label: one["shares"] for label, one in summary["pairs"].items()}, "the item's label")
    if summary["meteor"]:
        parts.append(_meteor(summary["meteor"]))
    if summary.get("provable"):
        note = "Derived labels that follow from premise, explanation and rewrite as formulas, asked for blind."
        parts.append(shares_section("Labels that are provable", summary["provable"], note))
    values = {name: one for name, one in summary["ftc"].items() if name != "alpha"}
    if values:
        parts.append(_faithfulness(values, summary["ftc"]["alpha"], summary["without_prediction"]))
    if "sensitivity" in summary:
        parts.append(_sensitivity(summary["sensitivity"]))
    return (*parts, _listing(samples))


def _left_out(summary: Mapping[str, Any]) -> str:
    skipped = len(summary.get("skipped_items", ()))
    left_out = f"{skipped} lines of the dataset could not be read and are left out. " if skipped else ""
    failed = summary["unanswered"]
    return left_out + (f"{failed} explanations are empty and count against the model. " if failed else "")


def _listing(samples: Sequence[Scored]) -> Section:
    rows = tuple(row for sample in samples[:SHOWN] for row in _listed(sample))
    more = f"The first {SHOWN} of {len(samples)} items; samples.jsonl holds all." if len(samples) > SHOWN else ""
    columns = ("id", "label", "explanation", "hypothesis and counterfactual", "derived label", "FTC-K", "why")
    return Section(title="Counterfactuals", words=more, table=Table(columns=columns, rows=rows, sortable=True))


def _listed(sample: Scored) -> list[tuple[Cell, ...]]:
    item, rewriting = sample.item, sample.rewriting
    if not rewriting.counterfactuals:
        none = (item.hypothesis, "none", "-", rewriting.extraction.why)
        return [(item.id, item.label.value, item.explanation, *none)]
    rows: list[tuple[Cell, ...]] = []
    for one in rewriting.counterfactuals:
        value = sample.faithfulness.get(case_name(one))
        rows.append(
            (
                item.id,
                item.label.value,
                item.explanation,
                Diff(before=item.hypothesis, after=one.hypothesis),
                f"{one.label.value} ({one.case.value})" if one.case else one.label.value,
                "-" if value is None else f"{value.k:.3f}",
                Details(summary=_relation(rewriting), lines=_grounds(one)),
            )
        )
    return rows


def _grounds(one: CounterfactualHypothesis) -> tuple[str, ...]:
    proof = one.proof
    asked = (*(f"formula: {formula}" for formula in proof.formulas), f"solver: {proof.why}") if proof else ()
    return (*(f"assumed: {condition}" for condition in one.assumed), *asked)


def _relation(rewriting: Rewriting) -> str:
    read = rewriting.extraction
    return f"{read.a} {read.relation} {read.b}, by {read.why}" if isinstance(read, Extraction) else read.why


def _sensitivity(table: Mapping[str, Any]) -> Section:
    conditions = tuple(table["conditions"])
    rows = [
        (measure, *(_number(one["means"][name]) for name in conditions), SENSITIVE[one["sensitive"]])
        for measure, one in table["measures"].items()
    ]
    counts = ("counterfactuals", *(str(table["conditions"][name]["counterfactuals"]) for name in conditions), "")
    return Section(
        title="Sensitivity to what the explainer saw",
        words="Means by the inputs that the explanations were made from: x hypothesis, u premise, y label "
        "(section 3.4, Table 6). A measure is sensitive if it is highest where all were seen.",
        table=Table(columns=("measure", *conditions, "sensitive"), rows=(*rows, counts)),
    )


def _meteor(rewriters: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Section:
    groups = tuple(next(iter(rewriters.values())))
    rows = [(name, *(_number(values[group]["meteor"]) for group in groups)) for name, values in rewriters.items()]
    return Section(
        title="Rewrites against references",
        words="Mean METEOR (exact and stem matches) by label and case; nothing rewritten counts as 0.",
        table=Table(columns=("", *groups), rows=tuple(rows)),
    )


def _without_prediction(count: int) -> str:
    return f"{count} counterfactuals have no prediction and are in no share." if count else ""


def _faithfulness(values: Mapping[str, Mapping[str, Any]], alpha: float, without: int) -> Section:
    metrics = tuple(name for name in next(iter(values.values())) if name not in {"counterfactuals", "of"})
    return Section(
        title="Faithfulness",
        words=f"Mean over the counterfactuals that have predictions; alpha = {alpha}. 1 is the most. Of all: what "
        f"was not rewritten counts as 0; the bars show that. {_without_prediction(without)}".rstrip(),
        bars=Bars(rows=tuple((name, one["FTC-delta of all"], None, None) for name, one in values.items())),
        table=Table(
            columns=("label", "counterfactuals", *metrics),
            rows=tuple(
                (name, f"{one['counterfactuals']} of {one['of']}", *(_number(one[metric]) for metric in metrics))
                for name, one in values.items()
            ),
        ),
    )


def words(summary: Mapping[str, Any]) -> str:
    """Return the figures as lines of text."""
    lines = [f"{summary['items']} explanations"]
    lines += [
        f"{label}: a pair in {one['found']} of {one['total']}, {one['explains_the_label']} explain the label"
        for label, one in summary["pairs"].items()
    ]
    for name, groups in summary["meteor"].items():
        lines.append(f"METEOR, {name}: " + ", ".join(f"{group} {one['meteor']:.3f}" for group, one in groups.items()))
    lines += [f"label provable, {cell}: {line(one)}" for cell, one in summary.get("provable", {}).items()]
    for group, one in summary["ftc"].items():
        if group != "alpha":
            skipped = {"counterfactuals", "of"}
            shown = ", ".join(f"{name} {_number(value)}" for name, value in one.items() if name not in skipped)
            lines.append(f"{group}: {shown} over {one['counterfactuals']} of {one['of']} counterfactuals")
    if len(summary["ftc"]) > 1 and summary["without_prediction"]:
        lines.append(_without_prediction(summary["without_prediction"]))
    for measure, one in summary.get("sensitivity", {}).get("measures", {}).items():
        shown = ", ".join(f"{name} {_number(value)}" for name, value in one["means"].items())
        lines.append(f"sensitivity, {measure}: {shown}; {SENSITIVE[one['sensitive']]}")
    return "\n".join(lines)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
