"""Many scored runs of any benchmarks on one page: shares, and paired tests of every pair."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.command.run_comparison import NothingSharedError, shared
from benchmarks.errors import BenchmarkError
from benchmarks.reports.compared_runs import difference, p_value, percent
from benchmarks.reports.report import Section, Table, write
from benchmarks.reports.verdict_shares import shown
from benchmarks.runs.compared import of_one_model, settings_in
from benchmarks.statistics.comparison import holm, paired
from benchmarks.statistics.verdict_shares import verdict_shares

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.command.registry import AnyBenchmark
    from benchmarks.runs.compared import Compared


class NoEntryError(BenchmarkError, ValueError):
    """Folders that form no leaderboard: no scored run, two of one system, or of different data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One scored run.

    Parameters
    ----------
    data
        Identifies the data set among those of the benchmark.
    """

    system: str
    benchmark: str
    folder: Path
    data: str


def entry_from(written: str) -> Entry:
    """Read `NAME=FOLDER`, or `FOLDER` alone, whose system is named after its model or the folder."""
    name, equals, rest = written.partition("=")
    folder = Path(rest) if equals and not Path(written).exists() else Path(written)
    named = name if folder != Path(written) else ""
    settings = settings_in(folder)
    asked = settings.get("generation", settings)
    benchmark = asked.get("benchmark") if isinstance(asked, dict) else None
    if not isinstance(benchmark, str):
        message = f"expected the folder of a run or of scores, got {written}; run or score first"
        raise NoEntryError(message)
    model = asked.get("model") if "generation" in settings else None
    data = str(asked.get("data_sha256") or "")
    return Entry(system=named or str(model or folder.resolve().name), benchmark=benchmark, folder=folder, data=data)


def leaderboard(entries: Sequence[Entry], benchmarks: Mapping[str, AnyBenchmark]) -> dict[str, Any]:
    """Return the figures of a leaderboard.

    The first judge with a verdict represents each benchmark. P values are adjusted for the number of pairs of systems
    within a benchmark (Holm).
    """
    names = [(one.benchmark, one.system) for one in entries]
    if doubled := next((name for name in names if names.count(name) > 1), None):
        message = f"expected one run of {doubled[1]} on {doubled[0]}, got several; name them: NAME=FOLDER"
        raise NoEntryError(message)
    _refuse_other_data(entries)
    figures = {}
    for name in dict.fromkeys(one.benchmark for one in entries):
        runs = {
            one.system: of_one_model(benchmarks[name].compared(one.folder), one.folder)
            for one in entries
            if one.benchmark == name
        }
        figures[name] = _of_benchmark(runs, benchmarks[name])
    systems = list(dict.fromkeys(one.system for one in entries))
    return {"benchmarks": figures, "systems": {one: _mean(one, figures) for one in systems}}


def _refuse_other_data(entries: Sequence[Entry]) -> None:
    for one, two in combinations(entries, 2):
        if one.benchmark == two.benchmark and one.data and two.data and one.data != two.data:
            message = (
                f"expected runs of one data set of {one.benchmark}, got {one.folder} and {two.folder} "
                "of different ones; leave one out"
            )
            raise NoEntryError(message)


def _of_benchmark(runs: Mapping[str, Sequence[Compared]], benchmark: AnyBenchmark) -> dict[str, Any]:
    judge = next(
        (one for one in benchmark.judges if all(any(one in row.verdicts for row in rows) for rows in runs.values())),
        next(iter(benchmark.judges)),
    )
    pairs = {f"{one} and {two}": _paired(runs[one], runs[two], judge) for one, two in combinations(runs, 2)}
    adjusted = holm({name: row["p"] for name, row in pairs.items() if row["p"] is not None})
    asked = {row.question for rows in runs.values() for row in rows}
    return {
        "name": benchmark.name,
        "judge": benchmark.judges[judge],
        "questions": len(asked),
        "systems": {
            system: {"unanswered": len(asked - {row.question for row in rows}), **_shares(rows, judge)}
            for system, rows in runs.items()
        },
        "pairs": {name: row | {"p_holm": adjusted.get(name)} for name, row in pairs.items()},
    }


def _shares(rows: Sequence[Compared], judge: str) -> dict[str, Any]:
    judged = [row for row in rows if judge in row.verdicts]
    return verdict_shares([row.verdicts[judge] for row in judged], [row.cluster for row in judged]).to_dict()


def _paired(first: Sequence[Compared], second: Sequence[Compared], judge: str) -> dict[str, Any]:
    """Compare two systems on the questions that both decided; the comparison is empty if they share none."""
    try:
        both = shared(first, second)
    except NothingSharedError:
        both = []
    decided = [pair for pair in both if all(one.verdicts.get(judge) is not None for one in pair)]
    hits = [[bool(pair[place].verdicts[judge]) for pair in decided] for place in (0, 1)]
    result = paired(hits[0], hits[1], [one.cluster for one, _ in decided])
    return asdict(result)


def _mean(system: str, figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return a system's mean share over benchmarks; None unless it took part in all."""
    shares = [one["systems"][system]["accuracy"]["value"] for one in figures.values() if system in one["systems"]]
    whole = len(shares) == len(figures) and all(share is not None for share in shares)
    return {"benchmarks": len(shares), "mean": sum(shares) / len(shares) if whole else None}


def sections(figures: Mapping[str, Any]) -> tuple[Section, ...]:
    """Return a leaderboard as sections of a report."""
    benchmarks = figures["benchmarks"]
    order = sorted(figures["systems"], key=lambda one: -(figures["systems"][one]["mean"] or -1))
    rows = tuple(
        (system, *(_cell(one, system) for one in benchmarks.values()), percent(figures["systems"][system]["mean"]))
        for system in order
    )
    columns = ("system", *(one["name"] for one in benchmarks.values()), "mean")
    return (
        Section(
            title="Right of all",
            words="What is undetermined counts as not right. Intervals are 95 %, over whole scenarios. The mean is of "
            "systems with a run of every benchmark; it weighs all benchmarks alike.",
            table=Table(columns=columns, rows=rows, sortable=True),
        ),
        *(part for one in benchmarks.values() for part in _of_one(one)),
    )


def _of_one(figures: Mapping[str, Any]) -> tuple[Section, ...]:
    names = ("accuracy", "undetermined", "accuracy_of_decided")
    rows = tuple(
        (system, str(one["accuracy"]["total"]), str(one["unanswered"]), *(shown(one[name]) for name in names))
        for system, one in figures["systems"].items()
    )
    columns = ("system", "responses", "not answered", "right", "undetermined", "right of the decided")
    tests = tuple(
        (
            name,
            str(one["pairs"]),
            str(one["clusters"]),
            difference(one),
            *(p_value(one[kind]) for kind in ("p", "p_holm", "mcnemar")),
        )
        for name, one in figures["pairs"].items()
    )
    heads = ("systems", "questions both decided", "scenarios", "second minus first", "p", "p (Holm)", "McNemar")
    judged = Section(
        title=figures["name"],
        words=" ".join([f"Judged by {figures['judge']}.", *(f"{line}." for line in _unanswered(figures))]),
        table=Table(columns=columns, rows=rows, sortable=True),
    )
    if not tests:
        return (judged,)
    words = "p flips whole scenarios; McNemar's takes questions for independent. Above 0.05 two systems are tied."
    return judged, Section(
        title=f"{figures['name']}: every two systems", words=words, table=Table(columns=heads, rows=tests)
    )


def _unanswered(figures: Mapping[str, Any]) -> list[str]:
    """Return a line for each system that left questions of a benchmark unanswered which others answered."""
    return [
        f"{one['unanswered']} of {figures['questions']} questions of {figures['name']} have no answer by {system} "
        "and are in no share"
        for system, one in figures["systems"].items()
        if one["unanswered"]
    ]


def _cell(figures: Mapping[str, Any], system: str) -> str:
    one = figures["systems"].get(system)
    return "-" if one is None else shown(one["accuracy"])


def write_leaderboard(written: Sequence[str], out: Path, form: str | None) -> None:
    """Write a leaderboard of scored folders, and print its first table."""
    from benchmarks.command.registry import benchmark
    from benchmarks.reports.terminal import show_table
    from benchmarks.runs.output_form import as_json

    entries = [entry_from(one) for one in written]
    figures = leaderboard(entries, {name: benchmark(name) for name in {one.benchmark for one in entries}})
    out.mkdir(parents=True, exist_ok=True)
    parts = sections(figures)
    write(out, "Leaderboard", figures, parts)
    if as_json(form):
        sys.stdout.write(json.dumps(figures) + "\n")
    elif parts[0].table is not None:
        show_table(parts[0].table)
        for line in (line for one in figures["benchmarks"].values() for line in _unanswered(one)):
            sys.stdout.write(f"{line}\n")
