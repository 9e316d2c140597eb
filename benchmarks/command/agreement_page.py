"""Agreement of the judges in scored folders of any benchmarks, on one page: a table for each title.

Judges are the sources of verdicts on the same things: a rubric, a language model, the labels of the data. Two judges
are compared on what both decided; the rest is counted.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from benchmarks.command.leaderboard import NoEntryError, entry_from
from benchmarks.command.registry import benchmark
from benchmarks.protocol import RatedBenchmark
from benchmarks.reports.report import Section, Table, write
from benchmarks.reports.terminal import show_table
from benchmarks.runs.compared import LABELS
from benchmarks.runs.output_form import as_json
from benchmarks.statistics.intervals import FEWEST, clustered
from benchmarks.statistics.reliability import cohen_kappa, krippendorff_alpha

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from benchmarks.runs.compared import Rated

TITLE: Final = "Agreement of judges"
WORDS: Final = (
    "Each row compares two judges on what both decided. Equal: the share of equal ratings. Kappa: Cohen's, with "
    "quadratic weights for grades. Alpha: Krippendorff's, ordinal for grades. Intervals are 95 % and draw whole "
    "scenarios, since what belongs to one is not independent; those of kappa and alpha are left out for fewer than "
    f"{FEWEST} scenarios, and where all resamples give the same value. A dash: not defined, as where everything has "
    "one rating."
)
COLUMNS: Final = ("what", "judge", "with", "both decided", "scenarios", "equal", "kappa", "alpha")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """The ratings of the judges of one title.

    Parameters
    ----------
    units
        Rated units of all its folders.
    labels
        The judge's name for the labels of the data; it comes last.
    words
        Notes for the reader on these judges and units.
    """

    title: str
    units: tuple[Rated, ...]
    labels: str = LABELS
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A scored folder and the title of its table; None for the name of its benchmark."""

    folder: Path
    title: str | None = None


def source_from(written: str) -> Source:
    """Read `TITLE=FOLDER`, or `FOLDER` alone."""
    title, equals, rest = written.partition("=")
    if not equals or Path(written).exists():
        return Source(folder=Path(written))
    return Source(folder=Path(rest), title=title)


def ratings_in(
    sources: Sequence[Source], labels: Mapping[str, str], find: Callable[[str], object] = benchmark
) -> list[Rating]:
    """Read scored folders, and combine those of one title.

    Parameters
    ----------
    labels
        Names for the source of the data's labels, by title.
    find
        Gives a benchmark by its name.
    """
    pages: dict[str, list[tuple[Path, Sequence[Rated]]]] = {}
    for source in sources:
        of = find(entry_from(str(source.folder)).benchmark)
        if not isinstance(of, RatedBenchmark):
            message = f"expected scores with several judges, got {source.folder}, which has one; leave it out"
            raise NoEntryError(message)
        pages.setdefault(source.title or of.name, []).append((source.folder, of.rated(source.folder)))
    if unknown := set(labels) - set(pages):
        message = f"expected labels of {', '.join(pages)}, got those of {', '.join(sorted(unknown))}; correct the title"
        raise NoEntryError(message)
    return [
        Rating(title=title, units=tuple(_renamed(_together(parts), whose)), labels=whose)
        for title, parts in pages.items()
        for whose in [labels.get(title, LABELS)]
    ]


def _together(parts: Sequence[tuple[Path, Sequence[Rated]]]) -> Iterable[Rated]:
    """Combine the judges of several folders on shared units, and name each judge by its folder."""
    if len(parts) == 1:
        return parts[0][1]
    found: dict[tuple[str, str], Rated] = {}
    for folder, units in parts:
        for unit in units:
            named = {
                name if name.startswith(LABELS) else f"{name}, {folder.name}": said
                for name, said in unit.ratings.items()
            }
            before = found.get((unit.about, unit.unit))
            found[unit.about, unit.unit] = replace(unit, ratings={**(before.ratings if before else {}), **named})
    return found.values()


def _renamed(units: Iterable[Rated], whose: str) -> Iterable[Rated]:
    for unit in units:
        yield replace(unit, ratings={name.replace(LABELS, whose): said for name, said in unit.ratings.items()})


def agreement_rows(units: Sequence[Rated], labels: str = LABELS) -> list[dict[str, Any]]:
    """Compare every pair of judges on everything rated.

    Examples
    --------
    >>> from benchmarks.runs.compared import Rated
    >>> said = [("yes", "yes"), ("no", "no"), ("yes", "no"), (None, "no")]
    >>> units = [
    ...     Rated(unit=str(n), about="good", cluster=str(n), ratings={"rubric": one, "people": two})
    ...     for n, (one, two) in enumerate(said)
    ... ]
    >>> (row,) = agreement_rows(units)
    >>> row["decided"], row["total"], round(row["equal"]["value"], 3), round(row["kappa"]["value"], 3)
    (3, 4, 0.667, 0.4)
    """
    rows = []
    for about in dict.fromkeys(unit.about for unit in units):
        group = [unit for unit in units if unit.about == about]
        judges = sorted(
            dict.fromkeys(judge for unit in group for judge in unit.ratings), key=lambda name: name.startswith(labels)
        )
        for first, second in combinations(judges, 2):
            asked = [unit for unit in group if first in unit.ratings and second in unit.ratings]
            both = [unit for unit in asked if None not in (unit.ratings[first], unit.ratings[second])]
            if both:
                rows.append(
                    {
                        "about": about,
                        "judge": first,
                        "with": second,
                        "total": len(asked),
                        **_compared(both, first, second),
                    }
                )
    return rows


def _compared(units: Sequence[Rated], first: str, second: str) -> dict[str, Any]:
    pairs = [(str(unit.ratings[first]), str(unit.ratings[second])) for unit in units]
    clusters, scale = [unit.cluster for unit in units], units[0].scale
    places = {name: place for place, name in enumerate(scale or sorted({name for pair in pairs for name in pair}))}
    kappa = cohen_kappa(
        [one for one, _ in pairs],
        [two for _, two in pairs],
        weights="quadratic" if scale else None,
        scale=scale or None,
        clusters=clusters,
    )
    alpha = krippendorff_alpha(
        [[places[one], places[two]] for one, two in pairs],
        level="ordinal" if scale else "nominal",
        clusters=clusters,
    )
    return {
        "decided": len(units),
        "clusters": kappa.clusters,
        "equal": asdict(clustered([one == two for one, two in pairs], clusters)),
        "kappa": asdict(kappa),
        "alpha": asdict(alpha),
    }


def figures_of(ratings: Sequence[Rating]) -> dict[str, Any]:
    """Return the figures of a page by title."""
    return {one.title: {"words": one.words, "rows": agreement_rows(one.units, one.labels)} for one in ratings}


def sections(figures: Mapping[str, Any], words: str = "") -> tuple[Section, ...]:
    """Return the tables as sections of a report, preceded by `words`."""
    tables = (
        Section(title=title, words=found["words"], table=Table(columns=COLUMNS, rows=tuple(map(_shown, found["rows"]))))
        for title, found in figures.items()
    )
    return (Section(title="How to read the tables", words=f"{words} {WORDS}".strip()), *tables)


def _shown(row: Mapping[str, Any]) -> tuple[str, ...]:
    equal = row["equal"]
    share = f"{equal['value']:.0%} ({equal['low']:.0%} to {equal['high']:.0%})"
    counts = (f"{row['decided']} of {row['total']}", str(row["clusters"]))
    return row["about"], row["judge"], row["with"], *counts, share, _value(row["kappa"]), _value(row["alpha"])


def _value(coefficient: Mapping[str, Any]) -> str:
    if coefficient["value"] is None:
        return "-"
    low, high = coefficient["low"], coefficient["high"]
    with_interval = low is not None and low != high and coefficient["clusters"] >= FEWEST
    return f"{coefficient['value']:.2f}" + (f" ({low:.2f} to {high:.2f})" if with_interval else "")


def labels_from(written: Sequence[str]) -> dict[str, str]:
    """Read `TITLE=WORDS`."""
    if wrong := next((one for one in written if "=" not in one), None):
        message = f"expected --labels TITLE=WORDS, got {wrong}; name the title"
        raise NoEntryError(message)
    return dict(one.split("=", 1) for one in written)


def write_agreement(
    ratings: Sequence[Rating], out: Path, form: str | None, *, title: str = TITLE, words: str = ""
) -> None:
    """Write the page, and print its tables."""
    figures = figures_of(ratings)
    out.mkdir(parents=True, exist_ok=True)
    parts = sections(figures, words)
    write(out, title, figures, parts)
    if as_json(form):
        sys.stdout.write(json.dumps(figures) + "\n")
        return
    for part in parts:
        if part.table is not None:
            show_table(part.table)
