"""Results of a run: yield, dropped texts with reasons, and agreement of blind readers."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from benchmarks.generate.making import Fate
from benchmarks.reports.report import Section, Table
from benchmarks.reports.verdict_shares import shown
from benchmarks.statistics.intervals import clustered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Row = Mapping[str, Any]

READERS = {"offline": "the offline reader", "llm": "the language model, blind to the scenario"}


def summarise(rows: Sequence[Row], wanted: int, graphs: Sequence[str]) -> dict[str, Any]:
    """Return the figures of a run.

    Agreement covers the events of all texts that were read, kept or not, because it decided which were kept. The event
    that the what-if negates is left out.
    """
    kept = [row for row in rows if row["fate"] == Fate.KEPT]
    fates = Counter(row["fate"] for row in rows)
    asked = _asked(rows, len(kept))
    return {
        "wanted": wanted,
        "items": len(kept),
        "tellings": len(rows),
        "fates": {str(fate): fates[fate] for fate in Fate},
        "by_graph": {graph: _of_graph([row for row in rows if row["graph"] == graph]) for graph in graphs},
        "readers": {name: _agreement(rows, name) for name in READERS if any(name in _readings(row) for row in rows)},
        "domains": dict(sorted(Counter(row["domain"] for row in kept).items())),
        **({"asked": asked} if asked else {}),
    }


def _asked(rows: Sequence[Row], kept: int) -> dict[str, Any]:
    """Return calls and tokens for all texts and readings, paid or cached, including earlier runs."""
    counted = [row["asked"] for row in rows if "asked" in row]
    if not counted:
        return {}
    sums = {name: sum(one[name] for one in counted) for name in counted[0]}
    tokens = sums["prompt_tokens"] + sums["completion_tokens"]
    each = {"calls": round(sums["calls"] / kept, 2), "tokens": round(tokens / kept)} if kept else None
    return sums | {"for_each_item": each}


def _of_graph(rows: Sequence[Row]) -> dict[str, Any]:
    kept = [row for row in rows if row["fate"] == Fate.KEPT]
    supposed = Counter(row["supposed"] for row in kept)
    return {"tellings": len(rows), "items": len(kept), "supposed": dict(sorted(supposed.items()))}


def _readings(row: Row) -> Mapping[str, Mapping[str, str]]:
    readings: Mapping[str, Mapping[str, str]] = row.get("readings", {})
    return readings


def _agreement(rows: Sequence[Row], reader: str) -> dict[str, Any]:
    """Return the share of events on which a reader agrees with the engine: in all texts, and in kept ones."""

    def rate(chosen: Sequence[Row]) -> dict[str, Any]:
        read = [(row, _readings(row)[reader]) for row in chosen if reader in _readings(row)]
        events = [
            (found.get(event) == answer, row["core"])
            for row, found in read
            for event, answer in row["answers"].items()
            if event != _supposed_event(row)
        ]
        return asdict(clustered([same for same, _ in events], [core for _, core in events])) | {"tellings": len(read)}

    return {"of_all": rate(rows), "of_kept": rate([row for row in rows if row["fate"] == Fate.KEPT])}


def _supposed_event(row: Row) -> str:
    return str(row["set"])


def sections(figures: Mapping[str, Any]) -> tuple[Section, ...]:
    """Return the figures as sections of a report."""
    fates = tuple((fate, str(count)) for fate, count in figures["fates"].items())
    graphs = tuple(
        (
            graph,
            str(one["items"]),
            str(one["tellings"]),
            f"{one['items'] / one['tellings']:.1%}" if one["tellings"] else "-",
            ", ".join(f"{role} {count}" for role, count in one["supposed"].items()),
        )
        for graph, one in figures["by_graph"].items()
    )
    readers = tuple(
        (READERS[name], shown(one["of_all"]), str(one["of_all"]["total"]), shown(one["of_kept"]))
        for name, one in figures["readers"].items()
    )
    return (
        Section(
            title="Yield",
            words=f"{figures['items']} items of {figures['wanted']}, from {figures['tellings']} tellings.",
            table=Table(columns=("what became of a telling", "tellings"), rows=fates),
        ),
        Section(
            title="Graphs",
            table=Table(columns=("graph", "items", "tellings", "yield", "what is supposed away"), rows=graphs),
        ),
        Section(
            title="Blind readers",
            words="Share of events that a reader of the text alone answers like the engine for the formal scenario, "
            "without the event that is supposed away; intervals draw whole families of events.",
            table=Table(columns=("reader", "of all tellings", "events", "of the kept ones"), rows=readers),
        ),
        *((Section(title="Cost", words=f"{_cost(figures['asked'])}."),) if "asked" in figures else ()),
    )


def words(figures: Mapping[str, Any]) -> str:
    """Return the figures as lines for a terminal."""
    lines = [f"{figures['items']} items of {figures['wanted']}, from {figures['tellings']} tellings"]
    lines += [f"  {count}: {fate}" for fate, count in figures["fates"].items() if count]
    lines += [
        f"{READERS[name]} answers like the engine: {shown(one['of_all'])} events"
        for name, one in figures["readers"].items()
    ]
    if "asked" in figures:
        lines.append(_cost(figures["asked"]))
    return "\n".join(lines)


def _cost(asked: Mapping[str, Any]) -> str:
    """Return calls and tokens in words."""
    line = f"{asked['calls']} calls, {asked['prompt_tokens']} prompt and {asked['completion_tokens']} reply tokens"
    each = asked["for_each_item"]
    return f"{line}; {each['calls']} calls and {each['tokens']} tokens for each item" if each else line
