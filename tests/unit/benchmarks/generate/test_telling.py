from __future__ import annotations

from random import Random

import pytest

from benchmarks.generate.blind_reading import read_blindly
from benchmarks.generate.families import shipped_domains
from benchmarks.generate.graphs import GRAPHS, draw
from benchmarks.generate.telling import GENRES, ORDERS, SIGNALS, TEMPLATES, Manner, tell
from causalcore.derivation.derivation import derive
from nlbridge.answering.request import Settings

DOMAINS = tuple(shipped_domains().values())
WANTED = 40


@pytest.mark.parametrize("graph", GRAPHS)
def test_every_template_tells_every_event_once_where_it_says(graph):
    for seed in range(60):
        rng = Random(seed)
        drawn = draw(graph, DOMAINS, 2, rng)
        told = tell(drawn, Manner().drawn(rng), rng)
        assert set(told.spans) == set(drawn.clauses)
        for role, (low, high) in told.spans.items():
            words = told.text[low:high].lower()
            assert words in {drawn.clauses[role].told.lower(), drawn.clauses[role].before.lower()}
        assert "{" not in told.text
        assert "  " not in told.text
        assert ", Because" not in told.text


def test_the_manner_that_is_asked_for_is_kept_where_a_graph_has_it():
    for graph, templates in TEMPLATES.items():
        for order in ORDERS:
            assert any(one.order == order for one in templates) or graph == "never"
    drawn = draw("chain", DOMAINS, 0, Random(2))
    backwards = tell(drawn, Manner(order="backwards", signals="all", genre="letter"), Random(0))
    assert backwards.text.startswith("Dear Ruth, ")
    assert backwards.spans["end"] < backwards.spans["root"]


def test_what_is_left_open_is_drawn_from_all_there_is():
    drawn = [Manner().drawn(Random(seed)) for seed in range(80)]
    assert {one.order for one in drawn} == set(ORDERS)
    assert {one.signals for one in drawn} == set(SIGNALS)
    assert {one.genre for one in drawn} == set(GENRES)


@pytest.mark.slow
@pytest.mark.parametrize("graph", GRAPHS)
def test_forty_tellings_of_every_graph_are_read_as_they_were_meant(graph):
    agreeing: set[str] = set()
    for seed in range(12 * WANTED):
        rng = Random(f"{graph} {seed}")
        drawn = draw(graph, DOMAINS, rng.randint(0, 1), rng)
        told = tell(drawn, Manner().drawn(rng), rng)
        if told.text in agreeing:
            continue
        scenario = drawn.scenario(told.text, told.spans)
        derived = derive(scenario, drawn.intervention(told.spans))
        answers = {answer.event: str(answer.kind) for answer in derived.answers}
        if read_blindly(scenario, drawn.had, Settings()).answers == answers:
            agreeing.add(told.text)
        if len(agreeing) == WANTED:
            return
    assert len(agreeing) >= WANTED
