from __future__ import annotations

from random import Random

import pytest

from benchmarks.generate.families import shipped_domains
from benchmarks.generate.graphs import GRAPHS, draw
from benchmarks.generate.rewrites import REWRITES, rewrites

DOMAINS = tuple(shipped_domains().values())


@pytest.mark.parametrize("graph", GRAPHS)
def test_everything_that_can_be_supposed_away_has_a_rewrite_that_tells_every_event_once(graph):
    assert set(REWRITES[graph]) == set(GRAPHS[graph].supposable)
    for words in REWRITES[graph].values():
        assert sorted(words.count(f"{{{role}}}") for role in GRAPHS[graph].roles) == [1] * len(GRAPHS[graph].roles)


@pytest.mark.parametrize("graph", GRAPHS)
def test_rewrites_tell_what_changed_otherwise_and_the_rest_as_it_was(graph):
    drawn = draw(graph, DOMAINS, 1, Random(4))
    roles = list(drawn.clauses)
    spans = {role: (place, place + 1) for place, role in enumerate(roles)}
    answers = {f"e{place}": "changed" if role == drawn.supposed else "unchanged" for place, role in enumerate(roles, 1)}
    found = list(rewrites(drawn, spans, answers))
    assert len(found) == 4
    for text, form in zip(found, ("contrary", "denied") * 2, strict=True):
        for role, clause in drawn.clauses.items():
            assert (getattr(clause, form) if role == drawn.supposed else clause.told).lower() in text.lower()
        assert text[0].isupper()
        assert "{" not in text
