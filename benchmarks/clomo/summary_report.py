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
    parts = [Section(title="Overview", words=". ".join([_overview(summary), *_agreements(summary)]))]
    for model, figures in summary["models"].items():
        for scorer in _scorers(figures):
            parts += [
                Section(title=f"{model}, by {scorer}: score s", table=_scores(figures[scorer])),
                Section(
                    title=f"{model}, by {scorer}: pairs",
                    words="Right is where the relation holds.",
                    bars=_bars(figures[scorer]["pairs"]),
                    table=table(figures[scorer]["pairs"], "pair"),
                ),
                shares_section(f"{model}, by {scorer}: task met", {"task met": figures[scorer]["task_met"]}),
            ]
        parts.append(shares_section(f"{model}: form", figures["form"], "Right is what passes the check."))
        parts += curve_of_shares(_decided(model, figures), "the relations and the form asked for")
    parts += [_meant(scorer, one) for scorer, one in summary["meant"].items()]
    if "gaps" in summary["meant"] and summary["meant"]["gaps"]["weakens"]:
        parts.append(_weakens(summary["meant"]["gaps"]["weakens"]))
    return (*parts, *section(summary["agreements"]), Section(title="Responses", table=_responses(samples)))


def _meant(scorer: str, figures: Mapping[str, Any]) -> Section:
    rows = []
    for name, one in figures["relations"].items():
        pairs, tasks = one["pairs"], one["tasks"]["accuracy"]
        kappa = f"{_number(one['kappa'])} [{_number(one['kappa_low'])}, {_number(one['kappa_high'])}]"
        cut = [f"{by['hits']} of {by['total']}" for by in one["by_argument"].values()]
        shown = (f"{pairs['hits']} of {pairs['total']}", *cut, f"{tasks['hits']} of {tasks['total']}", kappa)
        rows.append((name, *shown))
    senses = figures["sufficient"]
    strict = (
        f" Of {senses['meant']} pairs meant to be sufficient {senses['usual']} are so in the usual sense, "
        f"{senses['strict']} in the strict one."
        if scorer == Scorer.GAPS and senses["meant"]
        else ""
    )
    exchanged = (
        f" The second premise, and not the first, is found to bear on the argument as it was in "
        f"{', '.join(figures['exchanged'])}."
        if figures["exchanged"]
        else ""
    )
    return Section(
        title=f"People's answers, by {scorer}: as they meant them",
        words=f"A task is as meant if all four pairs are; the kappa of the paper's self-evaluation with people is "
        f"{figures['paper_kappa']:.2f}.{strict}{exchanged}",
        table=Table(
            columns=(
                "relation",
                "pairs as meant",
                "argument as it was",
                "as edited",
                "tasks as meant",
                "kappa over pairs",
            ),
            rows=tuple(rows),
        ),
    )


def _weakens(items: Sequence[Mapping[str, Any]]) -> Section:
    held = {True: "yes", False: "no", None: "open"}
    rows = []
    for one in items:
        reasons = tuple(f"{pair}: {held[said['holds']]}; {said['why']}" for pair, said in one["pairs"].items())
        shown = Details(summary=", ".join(f"{p}: {held[s['holds']]}" for p, s in one["pairs"].items()), lines=reasons)
        rows.append((one["id"], held[one["as_meant"]], shown))
    return Section(
        title="Weakens, item by item",
        words="Whether the premise weakens the argument, by its gaps, and why; people's answers are no target here.",
        table=Table(columns=("id", "as meant", "pairs"), rows=tuple(rows)),
    )


def _decided(model: str, figures: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return the shares of every check of a model's responses, by name."""
    shares: dict[str, Mapping[str, Any]] = {f"{model}: form, {name}": one for name, one in figures["form"].items()}
    for scorer in _scorers(figures):
        shares[f"{model}, by {scorer}: task met"] = figures[scorer]["task_met"]
    return shares


def words(summary: Mapping[str, Any]) -> str:
    """Return the figures as lines of text."""
    lines = [_overview(summary)]
    for model, figures in summary["models"].items():
        for scorer in _scorers(figures):
            lines += _scorer_lines(f"{model}, by {scorer}", figures[scorer])
        lines += [f"{model}: form, {name}: {line(one)}" for name, one in figures["form"].items()]
    for scorer, one in summary["meant"].items():
        lines += [_meant_line(scorer, name, figures) for name, figures in one["relations"].items()]
    return "\n".join([*lines, *_agreements(summary)])


def _meant_line(scorer: str, name: str, one: Mapping[str, Any]) -> str:
    pairs, tasks = one["pairs"], one["tasks"]["accuracy"]
    return (
        f"as people meant, by {scorer}, {name}: {pairs['hits']} of {pairs['total']} pairs, {tasks['hits']} of "
        f"{tasks['total']} tasks, kappa {_number(one['kappa'])}"
    )


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
    shown = [scorer for scorer in Scorer if any(scorer.of(sample) for sample in samples)]
    rows: list[tuple[Cell, ...]] = []
    for sample in samples:
        failed = "; ".join(str(check) for check in sample.form if check.verdict != "pass")
        edited = Diff(before=sample.argument, after=sample.response)
        scored = [(scorer, scorer.of(sample)) for scorer in shown]
        scores = ", ".join(_score(one) for _, one in scored if one)
        pairs = [_pair(scorer, one) if one else "" for scorer, one in scored]
        rows.append((sample.id, sample.model, ABBREVIATIONS[sample.relation], scores, edited, failed, *pairs))
    columns = ("id", "model", "relation", f"s: {', '.join(shown)}", "edit", "form")
    return Table(columns=(*columns, *(f"pairs by {scorer}" for scorer in shown)), rows=tuple(rows), sortable=True)


def _score(verdicts: Verdicts) -> str:
    score = verdicts.s[ScoreFormula.PAPER]
    return "open" if score is None else str(score)


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
