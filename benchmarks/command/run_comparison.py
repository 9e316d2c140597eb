"""Two scored runs, compared on the questions that both answered."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from benchmarks.errors import BenchmarkError
from benchmarks.reports.compared_runs import better, difference, p_value, percent, shared_words, write_comparison
from benchmarks.reports.report import Section, Table
from benchmarks.runs.compared import Compared, names_of, of_one_model
from benchmarks.statistics.comparison import Paired, holm, paired

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from benchmarks.protocol import Benchmark

Pair = tuple[Compared, Compared]


class NothingSharedError(BenchmarkError, ValueError):
    """Two runs that have no question in common."""


def shared(first: Iterable[Compared], second: Iterable[Compared]) -> list[Pair]:
    """Return pairs of samples that answer the same question, in the order of the first run."""
    others = _named(second)
    pairs = [(sample, others[name]) for name, sample in _named(first).items() if name in others]
    if not pairs:
        message = "expected two runs of the same items, got none in common; compare runs of one dataset"
        raise NothingSharedError(message)
    return pairs


def _named(samples: Iterable[Compared]) -> dict[tuple[str, int], Compared]:
    """Index samples by question and repetition."""
    seen: Counter[str] = Counter()
    indexed = {}
    for sample in samples:
        indexed[sample.question, seen[sample.question]] = sample
        seen[sample.question] += 1
    return indexed


def compare(first: Sequence[Compared], second: Sequence[Compared], judges: Iterable[str]) -> dict[str, Any]:
    """Compare two runs by each judge that both have, over all and by cuts.

    Only questions that both runs decided are compared; the rest is counted. The p values of the cuts are adjusted for
    their number.
    """
    pairs = shared(first, second)
    shared_judges = [judge for judge in judges if all(judge in pair.verdicts for pair in pairs[0])]
    return {
        "shared": len(pairs),
        "only_in_first": len(first) - len(pairs),
        "only_in_second": len(second) - len(pairs),
        "judges": {judge: _by_judge(pairs, judge) for judge in shared_judges},
    }


def _by_judge(pairs: Sequence[Pair], judge: str) -> dict[str, Any]:
    undetermined = [sum(pair[place].verdicts[judge] is None for pair in pairs) for place in (0, 1)]
    decided = [pair for pair in pairs if all(one.verdicts[judge] is not None for one in pair)]
    names = sorted({(cut, name) for one, _ in decided for cut, name in one.cuts.items()})
    cuts = {
        f"{cut} {name}": _paired([pair for pair in decided if pair[0].cuts.get(cut) == name], judge)
        for cut, name in names
    }
    adjusted = holm({name: found.p for name, found in cuts.items() if found.p is not None})
    overall = _paired(decided, judge)
    return {
        "undetermined_in_first": undetermined[0],
        "undetermined_in_second": undetermined[1],
        "overall": asdict(overall) | {"verdict": overall.verdict()},
        "cuts": {
            name: asdict(found) | {"p_holm": adjusted.get(name), "verdict": found.verdict(adjusted.get(name))}
            for name, found in cuts.items()
        },
    }


def _paired(pairs: Sequence[Pair], judge: str) -> Paired:
    hits = [[bool(pair[place].verdicts[judge]) for pair in pairs] for place in (0, 1)]
    return paired(hits[0], hits[1], [one.cluster for one, _ in pairs])


def sections(found: Mapping[str, Any], names: tuple[str, str], judges: Mapping[str, str]) -> tuple[Section, ...]:
    """Return a comparison as sections of a report, with judges in words."""
    return (
        Section(title="Questions", words=f"{shared_words(found, names)}."),
        *(section for judge, one in found["judges"].items() for section in _sections(one, judges[judge], names)),
    )


def _sections(result: Mapping[str, Any], words: str, names: tuple[str, str]) -> tuple[Section, Section]:
    overall = result["overall"]
    columns = ("", "pairs", "scenarios", "first", "second", "difference", "p", "verdict")
    rows = tuple((name, *_cells(cut, cut["p_holm"], names)) for name, cut in result["cuts"].items())
    return (
        Section(
            title=f"By {words}",
            words=sentence(result, names),
            table=Table(columns=columns, rows=(("all", *_cells(overall, overall["p"], names)),)),
        ),
        Section(
            title=f"Cuts, by {words}",
            words="p values are adjusted for the number of cuts (Holm).",
            table=Table(columns=columns, rows=rows),
        ),
    )


def sentence(found: Mapping[str, Any], names: tuple[str, str]) -> str:
    """Describe the overall comparison, and the difference that so many pairs can show."""
    one = found["overall"]
    if not one["pairs"]:
        return "No pair was decided in both runs."
    winner = better(one["verdict"], names)
    return (
        f"{winner}: {names[0]} {one['first']:.1%}, {names[1]} {one['second']:.1%} of {one['pairs']} pairs "
        f"that both decided, from {one['clusters']} scenarios; difference {difference(one)}; p {one['p']:.3g} "
        f"(McNemar, as if pairs were independent: {one['mcnemar']:.3g}).{_detectable(one)} "
        f"Undetermined: {found['undetermined_in_first']} and {found['undetermined_in_second']}."
    )


def _detectable(one: Mapping[str, Any]) -> str:
    """Return a sentence, with a blank before it, about the difference that would show; none for one that did show."""
    if not one["only_first"] + one["only_second"]:
        return " Their verdicts never differ."
    if one["detectable"] is None and one["verdict"] != "tied":
        return ""
    if one["detectable"] is None:
        return " With this few scenarios, no difference would show in four of five such comparisons."
    return (
        f" With so many scenarios a difference of {one['detectable']:.1%} would show in four of five such comparisons."
    )


def _cells(one: Mapping[str, Any], p: float | None, names: tuple[str, str]) -> tuple[str, ...]:
    winner = {"first": names[0], "second": names[1], "tied": "tied"}[one["verdict"]]
    return (
        str(one["pairs"]),
        str(one["clusters"]),
        percent(one["first"]),
        percent(one["second"]),
        difference(one),
        p_value(p),
        winner,
    )


def compare_folders(
    benchmark: Benchmark[Any, Any, Any], folders: tuple[Path, Path], out: Path | None, form: str | None
) -> bool:
    """Compare two scored folders, write the comparison to a third if given, and print it.

    Returns
    -------
    bool
        Whether both runs decided any question.
    """
    from benchmarks.runs.output_form import as_json

    first, second = folders
    one, other = (of_one_model(benchmark.compared(folder), folder) for folder in folders)
    result = compare(one, other, benchmark.judges)
    result = {"first": str(first), "second": str(second)} | result
    names = names_of(first, second)
    if out is not None:
        write_comparison(out, benchmark.name, names, result, sections(result, names, benchmark.judges))
    decided = any(one["overall"]["pairs"] for one in result["judges"].values())
    if as_json(form):
        sys.stdout.write(json.dumps(result, indent=1) + "\n")
        return decided
    sys.stdout.write(f"{shared_words(result, names)}\n")
    for judge, one in result["judges"].items():
        _show_judge(one, benchmark.judges[judge], names)
    if out is not None:
        sys.stdout.write(f"Report, with the cuts: {out / 'report.md'}\n")
    return decided


def _show_judge(result: Mapping[str, Any], words: str, names: tuple[str, str]) -> None:
    """Print a comparison by one judge: the better run, the table of figures, and the detectable difference."""
    from benchmarks.reports.terminal import show_table

    one = result["overall"]
    if not one["pairs"]:
        sys.stdout.write(f"By {words}: no question was decided in both runs.\n")
        return
    winner = better(one["verdict"], names)
    sys.stdout.write(f"By {words}: {winner}\n")
    columns = ("  run", "right", "undetermined", "questions both decided", "scenarios")
    shared = (str(one["pairs"]), str(one["clusters"]))
    rows = (
        (f"  {names[0]}", percent(one["first"]), str(result["undetermined_in_first"]), *shared),
        (f"  {names[1]}", percent(one["second"]), str(result["undetermined_in_second"]), *shared),
    )
    show_table(Table(columns=columns, rows=rows))
    sys.stdout.write(f"  Difference {difference(one)}, p {one['p']:.3g}.{_detectable(one)}\n")
