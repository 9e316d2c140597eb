"""Two scored runs of CLoMo on the same items: which is better, or a tie."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from benchmarks.clomo.data import ABBREVIATIONS
from benchmarks.clomo.summary import Scorer
from benchmarks.clomo.verdicts import ScoreFormula
from benchmarks.errors import MalformedItemError
from benchmarks.reports.compared_runs import better, p_value, percent, shared_words
from benchmarks.reports.report import Section, Table
from benchmarks.runs.compared import compared_rows
from benchmarks.statistics.comparison import holm, paired

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    Row = Mapping[str, Any]
    Pair = tuple[Row, Row]


def rows_in(folder: Path) -> dict[str, Row]:
    """Read the samples of a scored folder by item; a folder has one response to each."""
    rows: dict[str, Row] = {}
    for row in compared_rows(folder, _checked):
        name = str(row["id"])
        if name in rows:
            message = f"expected one response to each item in {folder}, got another to {name}; score each model apart"
            raise MalformedItemError(message)
        rows[name] = row
    return rows


def _checked(row: Row) -> Row:
    """Return the row, if it is a sample of CLoMo."""
    _ = str(row["id"]), row["logic"]["s"]
    return row


def compare(first: Mapping[str, Row], second: Mapping[str, Row]) -> dict[str, Any]:
    """Compare s = 1 by each formula and scorer on the items that both runs answered and decided.

    p values of the relations are adjusted for their number (Holm).
    """
    pairs = [(row, second[name]) for name, row in first.items() if name in second]
    return {
        "shared": len(pairs),
        "only_in_first": len(first) - len(pairs),
        "only_in_second": len(second) - len(pairs),
        **{
            scorer.value: {formula.value: _by_formula(pairs, scorer, formula) for formula in ScoreFormula}
            for scorer in Scorer
        },
    }


def _by_formula(pairs: Sequence[Pair], scorer: Scorer, formula: ScoreFormula) -> dict[str, Any]:
    decided = [pair for pair in pairs if None not in _scores(pair, scorer, formula)]
    cuts = {
        short: _paired((pair for pair in decided if pair[0]["relation"] == kind), scorer, formula)
        for kind, short in ABBREVIATIONS.items()
    }
    adjusted = holm({short: found.p for short, found in cuts.items() if found.p is not None})
    overall = _paired(decided, scorer, formula)
    return {
        "undecided": len(pairs) - len(decided),
        "overall": asdict(overall) | {"verdict": overall.verdict()},
        "relations": {
            short: asdict(found) | {"p_holm": adjusted.get(short), "verdict": found.verdict(adjusted.get(short))}
            for short, found in cuts.items()
        },
    }


def _paired(pairs: Iterable[Pair], scorer: Scorer, formula: ScoreFormula) -> Any:
    scores = [_scores(pair, scorer, formula) for pair in pairs]
    return paired([one == 1 for one, _ in scores], [other == 1 for _, other in scores])


def _scores(pair: Pair, scorer: Scorer, formula: ScoreFormula) -> tuple[int | None, ...]:
    return tuple((row.get(scorer) or {"s": {}})["s"].get(formula) for row in pair)


def decided(found: Mapping[str, Any]) -> bool:
    """Return whether any scorer decided an item in both runs."""
    return any(one["overall"]["pairs"] for scorer in Scorer for one in found[scorer].values())


def sections(found: Mapping[str, Any], names: tuple[str, str]) -> tuple[Section, ...]:
    """Return a comparison as sections of a report, one for each scorer."""
    columns = ("formula", "items", "pairs", "first", "second", "p", "better")
    return tuple(
        Section(
            title=f"By {scorer}",
            words=f"{shared_words(found, names)}; s = 1. p of the relations is adjusted (Holm).",
            table=Table(columns=columns, rows=tuple(_rows(found[scorer]))),
        )
        for scorer in Scorer
    )


def _rows(by_formula: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    for formula, one in by_formula.items():
        yield formula, "all", *_cells(one["overall"], one["overall"]["p"])
        for short, cut in one["relations"].items():
            yield formula, short, *_cells(cut, cut["p_holm"])


def _cells(one: Mapping[str, Any], p: float | None) -> tuple[str, ...]:
    shares = (percent(one[side]) for side in ("first", "second"))
    return str(one["pairs"]), *shares, p_value(p), one["verdict"] if one["pairs"] else "-"


def words(found: Mapping[str, Any], names: tuple[str, str]) -> str:
    """Say which run is better, by scorer and formula."""
    lines = [shared_words(found, names)]
    for scorer in Scorer:
        for formula, one in found[scorer].items():
            overall = one["overall"]
            if not overall["pairs"]:
                lines.append(f"by {scorer}, s = 1 ({formula}): no item was decided in both runs")
                continue
            winner = better(overall["verdict"], names)
            lines.append(
                f"by {scorer}, s = 1 ({formula}): {winner}; {overall['first']:.1%} and {overall['second']:.1%} "
                f"of {overall['pairs']}, p {overall['p']:.3g}; {one['undecided']} undecided"
            )
    return "\n".join(lines)
