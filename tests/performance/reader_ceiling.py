"""What perfect knowledge of causes would gain the offline reader, and what its harmful answers come from.

    python tests/performance/reader_ceiling.py SUITE.jsonl [--quarter N ...]

Links that no word signals are held against the gold graph: those that join events of which neither brings about the
other are dropped, first between neighbouring sentences, then everywhere. No lexicon or model that judges such links
one by one can do better than that. Below, each answer in the harmful direction (changed for unchanged or the reverse)
is told by its nearest cause. A quarter is the scenarios whose number, from 0, has that remainder by 4.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import networkx as nx
from reader_ablation import figures, overlap

from causalcore.derivation.derivation import derive
from causalcore.scenario.scenario import Scenario
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.links.edges import Edge, Rule
from nlbridge.reading.links.links import find_edges
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve

NEIGHBOURS = frozenset({Rule.NEIGHBOUR, Rule.TIED, Rule.ANAPHOR})
UNSIGNALLED = frozenset(Rule) - {Rule.RESTATED, Rule.SIGNAL}


def stated(row: dict[str, Any], span: tuple[int, int]) -> frozenset[str]:
    """Return the gold events that a stretch of the text states."""
    return frozenset(event["id"] for event in row["events"] if overlap(event["span_offsets"], span))


def with_gold(suite: Sequence[dict[str, Any]], rules: frozenset[Rule]) -> Callable[..., tuple[Edge, ...]]:
    """Return the reader's links without those of some rules that the gold graph contradicts."""
    rows = {row["text"]: row for row in suite}

    def kept(words: Words, clauses: Sequence[Clause]) -> tuple[Edge, ...]:
        row = rows[words.text]
        gold = nx.transitive_closure(nx.DiGraph([link[:2] for link in row["links"]]))
        events = [stated(row, words.span(c.low, c.high)) for c in clauses]

        def denied(edge: Edge) -> bool:
            causes, effects = events[edge.cause], events[edge.effect]
            if not causes or not effects or causes & effects:
                return False
            return not any(gold.has_edge(*pair) for pair in product(causes, effects))

        edges = find_edges(words, clauses)
        return tuple(e for e in edges if e.connective or e.rule not in rules or not denied(e))

    return kept


def harmful(row: dict[str, Any]) -> list[str]:
    """Return the nearest cause of each harmful answer of a scenario."""
    what_if = resolve(read(row["text"]), query=row["query"][0])
    said = {answer.event: str(answer.kind) for answer in derive(what_if.scenario, what_if.intervention).answers}
    spans = [e for e in what_if.scenario.events if e.span]
    place = {
        event["id"]: max(spans, key=lambda e: overlap(event["span_offsets"], e.span or (0, 0))).id
        for event in row["events"]
    }
    wanted = {e["id"]: next(k for k in ("changed", "unchanged", "open") if e["id"] in row[k]) for e in row["events"]}
    wrong = [name for name in wanted if {wanted[name], said[place[name]]} == {"changed", "unchanged"}]
    return [_kind(row, what_if.scenario, place, wanted, name) for name in wrong]


def _kind(row: dict[str, Any], scenario: Scenario, place: dict[str, str], wanted: dict[str, str], name: str) -> str:
    if len({wanted[other] for other in place if place[other] == place[name]}) > 1:
        return "two events of the gold are read as one"
    gold = nx.transitive_closure(nx.DiGraph([link[:2] for link in row["links"]]))
    drawn = nx.transitive_closure(nx.DiGraph([(link.cause, link.effect) for link in scenario.links]))
    supposed = list(row["formal_do"])
    starts = {place[event] for event in supposed}
    meant = any(gold.has_edge(event, name) for event in supposed)
    found = any(drawn.has_edge(start, place[name]) for start in starts)
    if meant and not found:
        return "a link is missing"
    if meant:
        return "the links are there, how causes work together is not"
    if not found:
        return "something else"
    last = [
        link
        for link in scenario.links
        if link.effect == place[name] and (link.cause in starts or any(drawn.has_edge(s, link.cause) for s in starts))
    ]
    return f"a link too many, {'signalled' if any(link.connective for link in last) else 'unsignalled'}"


def main() -> None:
    """Print the figures of one suite."""
    parser = argparse.ArgumentParser()
    parser.add_argument("suite", type=Path)
    parser.add_argument("--quarter", type=int, nargs="*", default=[0, 1, 2, 3])
    chosen = parser.parse_args()
    lines = chosen.suite.read_text(encoding="utf-8").splitlines()
    suite = [json.loads(line) for number, line in enumerate(lines) if number % 4 in chosen.quarter]
    for name, rules in (("as read", frozenset()), ("neighbours", NEIGHBOURS), ("unsignalled", UNSIGNALLED)):
        with patch("nlbridge.reading.reader.find_edges", with_gold(suite, rules)):
            right, wrong = figures(suite)
        print(f"{name:12} right {right:.1%}  harmful {wrong:.1%}")
    for kind, count in Counter(kind for row in suite for kind in harmful(row)).most_common():
        print(f"{count:4} {kind}")


if __name__ == "__main__":
    main()
