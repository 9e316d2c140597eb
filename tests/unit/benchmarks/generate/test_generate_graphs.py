from __future__ import annotations

from random import Random

import pytest

from benchmarks.generate.families import shipped_domains
from benchmarks.generate.graphs import GRAPHS, draw
from causalcore.derivation.derivation import derive

DOMAINS = tuple(shipped_domains().values())

CHANGED = {
    ("chain", "root"): {"root", "left", "end"},
    ("chain", "left"): {"left", "end"},
    ("fork", "root"): {"root", "left", "right"},
    ("fork", "left"): {"left"},
    ("collider", "left"): {"left", "end"},
    ("diamond", "root"): {"root", "left", "right", "end"},
    ("diamond", "right"): {"right", "end"},
    ("backup", "threat"): {"threat", "help"},
    ("backup", "help"): {"help", "good"},
    ("either", "first"): {"first"},
    ("either", "second"): {"second"},
    ("preempted", "first"): {"first", "idle"},
}


def answers(drawn):
    spans = {role: (place, place + 1) for place, role in enumerate(drawn.clauses)}
    derived = derive(drawn.scenario("", spans), drawn.intervention(spans))
    return {role: str(derived.answer(f"e{place + 1}").kind) for role, (place, _) in spans.items()}


@pytest.mark.parametrize("graph", GRAPHS)
def test_every_graph_has_the_answers_that_its_name_promises(graph):
    seen = set()
    for seed in range(40):
        drawn = draw(graph, DOMAINS, 1, Random(seed))
        found = answers(drawn)
        assert found.pop("beside1") == "unchanged"
        seen.add(drawn.supposed)
        if (wanted := CHANGED.get((graph, drawn.supposed))) is not None:
            assert {role for role, kind in found.items() if kind == "changed"} == wanted
        assert "open" not in found.values()
    assert seen == set(GRAPHS[graph].supposable)


def test_the_plan_for_a_teller_names_every_event_and_what_is_beside_it():
    drawn = draw("diamond", DOMAINS, 2, Random(1))
    plan = " ".join(drawn.plan())
    assert all(clause.told in plan for clause in drawn.clauses.values())
    assert "{" not in plan
