"""Two scored runs of CoBe's form, compared on the questions that both answered."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from benchmarks.comparison import Paired, holm, paired
from benchmarks.errors import BenchmarkError
from benchmarks.report import Section, Table
from benchmarks.score import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from benchmarks.score import Sample, Score

JUDGES: Final = {"derived": "the rubric derived from text and query", "dataset": "the dataset's own criteria strings"}
CUTS: Final[Mapping[str, Callable[[Sample], str]]] = {
    "domain": lambda sample: sample.domain,
    "graph type": lambda sample: sample.graph_type,
    "phrasing": lambda sample: str(sample.query_index + 1),
}


class NothingSharedError(BenchmarkError, ValueError):
    """Two runs that have no question in common."""


Pair = tuple["Sample", "Sample"]


def shared(first: Iterable[Sample], second: Iterable[Sample]) -> list[Pair]:
    """Return the samples that answer the same question, in the order of the first run.

    Raises
    ------
    NothingSharedError
        If there are none.
    """
    others = _named(second)
    pairs = [(sample, others[name]) for name, sample in _named(first).items() if name in others]
    if not pairs:
        message = "expected two runs of the same items, got none in common; compare runs of one dataset"
        raise NothingSharedError(message)
    return pairs


def _named(samples: Iterable[Sample]) -> dict[tuple[str, int, int], Sample]:
    """Name samples by item, phrasing and repetition."""
    seen: Counter[tuple[str, int]] = Counter()
    found = {}
    for sample in samples:
        question = sample.item, sample.query_index
        found[*question, seen[question]] = sample
        seen[question] += 1
    return found


def compare(first: Sequence[Sample], second: Sequence[Sample]) -> dict[str, Any]:
    """Compare two runs by both judges, over all and by cuts; p values of the cuts are adjusted for their number.

    Only what both runs decided is compared; how much that leaves out is said.
    """
    pairs = shared(first, second)
    return {
        "shared": len(pairs),
        "only_in_first": len(first) - len(pairs),
        "only_in_second": len(second) - len(pairs),
        "derived": _by_judge(pairs, lambda sample: sample.derived),
        "dataset": _by_judge(pairs, lambda sample: sample.dataset),
    }


def _by_judge(pairs: Sequence[Pair], score: Callable[[Sample], Score]) -> dict[str, Any]:
    undetermined = [sum(score(pair[place]).outcome is Outcome.UNDETERMINED for pair in pairs) for place in (0, 1)]
    decided = [pair for pair in pairs if all(score(one).outcome is not Outcome.UNDETERMINED for one in pair)]
    cuts = {
        f"{cut} {name}": _paired([pair for pair in decided if group(pair[0]) == name], score)
        for cut, group in CUTS.items()
        for name in sorted({group(one) for one, _ in decided})
    }
    adjusted = holm({name: found.p for name, found in cuts.items() if found.p is not None})
    overall = _paired(decided, score)
    return {
        "undetermined_in_first": undetermined[0],
        "undetermined_in_second": undetermined[1],
        "overall": asdict(overall) | {"verdict": overall.verdict()},
        "cuts": {
            name: asdict(found) | {"p_holm": adjusted.get(name), "verdict": found.verdict(adjusted.get(name))}
            for name, found in cuts.items()
        },
    }


def _paired(pairs: Sequence[Pair], score: Callable[[Sample], Score]) -> Paired:
    hits = [[score(pair[place]).outcome is Outcome.CORRECT for pair in pairs] for place in (0, 1)]
    return paired(hits[0], hits[1], [one.core for one, _ in pairs])


def sections(found: Mapping[str, Any], names: tuple[str, str]) -> tuple[Section, ...]:
    """Return a comparison as sections of a report."""
    return tuple(section for judge, words in JUDGES.items() for section in _sections(found[judge], words, names))


def _sections(found: Mapping[str, Any], words: str, names: tuple[str, str]) -> tuple[Section, Section]:
    overall = found["overall"]
    columns = ("", "pairs", "scenarios", "first", "second", "difference", "p", "verdict")
    rows = tuple((name, *_cells(cut, cut["p_holm"], names)) for name, cut in found["cuts"].items())
    return (
        Section(
            title=f"By {words}",
            words=sentence(found, names),
            table=Table(columns=columns, rows=(("all", *_cells(overall, overall["p"], names)),)),
        ),
        Section(
            title=f"Cuts, by {words}",
            words="p values are adjusted for the number of cuts (Holm).",
            table=Table(columns=columns, rows=rows),
        ),
    )


def sentence(found: Mapping[str, Any], names: tuple[str, str]) -> str:
    """Say how the two runs compare over all, and what so few pairs could have shown."""
    one = found["overall"]
    if not one["pairs"]:
        return "No pair was decided in both runs."
    winner = {"first": f"{names[0]} is better", "second": f"{names[1]} is better", "tied": "tied"}[one["verdict"]]
    reach = one["detectable"]
    least = "no difference at all" if reach is None else f"no difference below {reach:.1%}"
    return (
        f"{winner}: {names[0]} {one['first']:.1%}, {names[1]} {one['second']:.1%} of {one['pairs']} pairs "
        f"that both decided, from {one['clusters']} scenarios; difference {_difference(one)}; p {one['p']:.3g} "
        f"(McNemar, as if pairs were independent: {one['mcnemar']:.3g}). So many scenarios show {least} "
        f"four times in five. Undetermined: {found['undetermined_in_first']} and {found['undetermined_in_second']}."
    )


def _cells(one: Mapping[str, Any], p: float | None, names: tuple[str, str]) -> tuple[str, ...]:
    winner = {"first": names[0], "second": names[1], "tied": "tied"}[one["verdict"]]
    return (
        str(one["pairs"]),
        str(one["clusters"]),
        _share(one["first"]),
        _share(one["second"]),
        _difference(one),
        "-" if p is None else f"{p:.3g}",
        winner,
    )


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _difference(one: Mapping[str, Any]) -> str:
    if one["difference"] is None:
        return "-"
    interval = "" if one["low"] is None else f" [{one['low']:+.1%}, {one['high']:+.1%}]"
    return f"{one['difference']:+.1%}{interval}"
