"""Graphs of 30,000 edges, stars of 2,000 events and choices of 100,000 values are answered or refused in time."""

from __future__ import annotations

import json
import time

import pytest

from causalcore.graphs.graph_file import graph_from_text
from nlbridge.answering.batch import answer, verify_line
from nlbridge.answering.lines import Line
from nlbridge.answering.request import Settings

pytestmark = pytest.mark.slow

SECONDS = 20.0
"""Processor time for one input."""


def star(count: int) -> dict[str, object]:
    events = [{"id": f"e{k}", "statement": f"The lamp {k} went out."} for k in range(count)]
    return {"events": events, "links": [{"cause": "e0", "effect": f"e{k}"} for k in range(1, count)]}


def dense(count: int, edges: int) -> dict[str, object]:
    pairs = [(i, j) for j in range(count) for i in range(j)][:edges]
    events = [{"id": f"e{k}", "statement": f"The lamp {k} went out."} for k in range(count)]
    return {"events": events, "links": [{"cause": f"e{i}", "effect": f"e{j}"} for i, j in pairs]}


def choice(count: int) -> dict[str, object]:
    values = [f"v{k}" for k in range(count)]
    events = [
        {"id": "e0", "statement": "A colour was chosen.", "kind": "choice", "values": values, "fact": "v0"},
        {"id": "e1", "statement": "The wall was painted."},
    ]
    return {"events": events, "links": [{"cause": "e0", "effect": "e1", "sign": "determines"}]}


INPUTS = {
    "star": star(2000),
    "dense": dense(300, 30_000),
    "too dense": dense(400, 60_000),
    "choice": choice(1_000),
    "too many values": choice(100_000),
}


@pytest.mark.parametrize("kind", INPUTS)
def test_a_large_scenario_is_answered_or_refused_in_time(kind):
    do = {"e0": "v1" if "values" in INPUTS[kind]["events"][0] else "false"}
    row = {"id": 1, "scenario": INPUTS[kind], "do": do, "edit": "The lamp 7 burned."}
    begun = time.process_time()
    answered = answer(Line(number=1, data=json.dumps(row).encode()), verify_line, Settings(seconds=SECONDS / 2))
    assert time.process_time() - begun < SECONDS
    assert "internal error" not in str(answered.get("error"))
    assert len(str(answered.get("error", ""))) < 1000
    assert "error" in answered or not kind.startswith("too")


def test_a_graph_of_thirty_thousand_edges_is_read_in_time():
    names = [f"V{k}" for k in range(300)]
    edges = [f"{names[i]} -> {names[j]}" for j in range(300) for i in range(j)][:30_000]
    begun = time.process_time()
    graph = graph_from_text("dag { " + "; ".join(edges) + " }")
    assert time.process_time() - begun < SECONDS
    assert graph.number_of_edges() == 30_000
