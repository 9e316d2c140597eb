"""The figures of a scored set of explanations, as sections of a report and as lines of text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.report import Section, Table


def sections(summary: Mapping[str, Any]) -> tuple[Section, ...]:
    """Return the sections of the report."""
    found = [
        Section(
            title="Relations found",
            words="Explanations from which two phrases and their relation were read, and how many of these relations "
            "explain the label that the item has.",
            table=Table(
                columns=("label", "explanations", "pairs", "share", "explain the label"),
                rows=tuple(
                    (label, str(one["total"]), str(one["found"]), _number(one["share"]), str(one["explains_the_label"]))
                    for label, one in summary["pairs"].items()
                ),
            ),
        )
    ]
    if summary["meteor"]:
        found.append(_meteor(summary["meteor"]))
    values = {name: one for name, one in summary["ftc"].items() if name != "alpha"}
    if values:
        found.append(_faithfulness(values, summary["ftc"]["alpha"]))
    return tuple(found)


def _meteor(rewriters: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Section:
    groups = tuple(next(iter(rewriters.values())))
    rows = [(name, *(_number(values[group]["meteor"]) for group in groups)) for name, values in rewriters.items()]
    return Section(
        title="Rewrites against references",
        words="Mean METEOR (exact and stem matches) by label and case; nothing rewritten counts as 0.",
        table=Table(columns=("", *groups), rows=tuple(rows)),
    )


def _faithfulness(values: Mapping[str, Mapping[str, Any]], alpha: float) -> Section:
    metrics = tuple(name for name in next(iter(values.values())) if name != "counterfactuals")
    return Section(
        title="Faithfulness",
        words=f"Mean over the counterfactuals that have predictions; alpha = {alpha}. 1 is the most.",
        table=Table(
            columns=("label", "counterfactuals", *metrics),
            rows=tuple(
                (name, str(one["counterfactuals"]), *(_number(one[metric]) for metric in metrics))
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
    for group, one in summary["ftc"].items():
        if group != "alpha":
            shown = ", ".join(f"{name} {_number(value)}" for name, value in one.items() if name != "counterfactuals")
            lines.append(f"{group}: {shown} over {one['counterfactuals']} counterfactuals")
    return "\n".join(lines)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
