"""The shipped stories and rewrites agree with themselves."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from pathlib import Path

import networkx as nx

from research.training.encoder.examples import STRENGTHS, breaks, inserted, labelled, part, recut, sentences

FOLDER = Path(__file__).parents[4] / "research" / "stories"


@cache
def rows(name):
    files = sorted(FOLDER.glob(name.replace(".jsonl", "*.jsonl")))
    return [json.loads(line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]


def test_every_claim_stands_in_its_story_and_every_label_names_a_claim():
    names = set()
    for story in rows("stories.jsonl"):
        names.add(story["id"])
        count = len(story["events"])
        assert all(claim in story["text"] for claim in story["events"]), story["id"]
        assert all(
            c != e and max(c, e) < count and sign in "+-" and how in STRENGTHS for c, e, sign, how, _ in story["links"]
        ), story["id"]
        for one in story["what_ifs"]:
            told = [*one["changed"], *one["unchanged"], *one["open"]]
            assert sorted(told) == list(range(count)), story["id"]
            assert set(one["sets"]) <= set(one["changed"]), story["id"]
    assert len(names) == len(rows("stories.jsonl")) >= 3000 - 50


def test_no_claim_brings_itself_about():
    for story in rows("stories.jsonl"):
        links = nx.DiGraph([(cause, effect) for cause, effect, *_ in story["links"]])
        assert nx.is_directed_acyclic_graph(links), story["id"]


def test_every_rewrite_labels_every_claim_and_is_invalid_only_by_a_class():
    claims = {story["id"]: len(story["events"]) for story in rows("stories.jsonl")}
    for rewrite in rows("rewrites.jsonl"):
        assert len(rewrite["claims"]) == claims[rewrite["story"]]
        assert bool(rewrite["errors"]) is not rewrite["valid"]
        assert all(not quote or quote in rewrite["edit"] for quote in rewrite["quotes"])


def test_parts_are_disjoint_and_most_is_trained_on():
    parts = [part(story["id"]) for story in rows("stories.jsonl")]
    assert 0.8 < parts.count("train") / len(parts) < 0.9
    assert {"train", "tune", "test"} == set(parts)


def test_labels_move_to_the_claims_that_are_cut():
    story = {
        "id": "s",
        "text": "The tap leaked, so the floor got wet.",
        "events": ["The tap leaked", "the floor got wet"],
        "links": [[0, 1, "+", "need", "so"]],
        "what_ifs": [{"had": "the tap held", "sets": [0], "changed": [0, 1], "unchanged": [], "open": []}],
    }
    moved = recut(labelled(story), [(0, 14), (16, 37), (0, 3)])
    assert moved.links == {(0, 1): (True, 0)}
    assert moved.known == (True, True, False)
    assert moved.what_ifs[0].sets == frozenset({0})
    assert moved.what_ifs[0].changed == (1.0, 1.0, None)


def words(example):
    return [example.text[slice(*span)] for span in example.spans]


def told(example):
    """Return links and what-ifs by the words of their claims, which do not depend on where the claims stand."""
    names = words(example)
    links = {(names[cause], names[effect]): value for (cause, effect), value in example.links.items()}
    what_ifs = [
        (one.had, {names[k] for k in one.sets}, {names[k] for k, value in enumerate(one.changed) if value})
        for one in example.what_ifs
    ]
    return links, what_ifs


def test_a_story_in_the_middle_of_another_bears_nothing_on_it():
    stories = [labelled(story) for story in rows("stories.jsonl")[:60]]
    for first, second in pairwise(stories):
        for place in breaks(first):
            both = inserted(first, second, place)
            assert sorted(words(both)) == sorted(words(first) + words(second))
            assert list(both.spans) == sorted(both.spans)
            links, what_ifs = told(both)
            assert links == told(first)[0] | told(second)[0]
            assert what_ifs == told(first)[1] + told(second)[1]


def test_a_text_is_broken_between_sentences_and_never_within_a_claim():
    example = labelled(
        {
            "id": "s",
            "text": 'It rained. Mr. Ode stayed in. He said: "No."',
            "events": ["It rained", "Mr. Ode stayed in"],
            "links": [[0, 1, "+", "need", ""]],
            "what_ifs": [],
        }
    )
    assert [example.text[place:][:5] for place in breaks(example)] == ["It ra", "Mr. O", "He sa", ""]
    assert [(one.text, words(one), one.links) for one in sentences(example)] == [
        ("It rained.", ["It rained"], {}),
        ("Mr. Ode stayed in.", ["Mr. Ode stayed in"], {}),
    ]
