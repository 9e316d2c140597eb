"""Stories that are made of short texts, and excerpts of stories: which claims change, and which links are left."""

import random
from pathlib import Path

import pytest

from research.training.encoder.examples import contracted, excerpt, labelled, part
from research.training.short_texts import short_stories, stories_of

WRITTEN = Path(__file__).parents[4] / "research" / "stories" / "short_texts.jsonl"
ROW = {
    "id": "s",
    "text": "The pump failed, so the cellar flooded.",
    "events": ["The pump failed", "the cellar flooded"],
    "links": [[0, 1, "+", "need", "so"]],
    "had": ["the pump not failed", "the cellar stayed dry"],
    "sets": [0, 1],
    "follows": [["The wine was ruined.", 1], ["A plumber came for the pump.", 0]],
    "beside": ["A dog barked.", "The wine was from Spain."],
}
CHAIN = {
    "id": "chain",
    "text": "The tap leaked. The floor got wet. Leo slipped. The cat slept.",
    "events": ["The tap leaked", "The floor got wet", "Leo slipped", "The cat slept"],
    "links": [[0, 1, "+", "need", ""], [1, 2, "+", "need", ""]],
    "what_ifs": [{"had": "the tap not leaked", "sets": [0], "changed": [0, 1, 2], "unchanged": [3]}],
}


@pytest.mark.parametrize("story", stories_of(ROW, 12), ids=lambda story: story["id"])
def test_what_follows_changes_with_its_cause_and_what_stands_beside_stays(story):
    events, causes = story["events"], dict(ROW["follows"])
    for what_if in story["what_ifs"]:
        supposed = events[what_if["sets"][0]]
        for place, event in enumerate(events):
            if event + "." in ROW["beside"]:
                assert place in what_if["unchanged"]
            elif (cause := causes.get(event + ".")) is not None:
                changes = cause == 1 or supposed == "The pump failed"
                assert (place in what_if["changed"], place in what_if["unchanged"]) == (changes, not changes)


def test_stories_of_a_text_are_the_same_on_every_run_and_in_one_part():
    made = stories_of(ROW, 6)
    assert made == stories_of(ROW, 6)
    assert {part(story["id"]) for story in made} == {part("s")}


def test_stories_are_whole():
    for story in short_stories(WRITTEN):
        example = labelled(story)
        assert [example.text[low:high] for low, high in example.spans] == story["events"]


def test_an_excerpt_keeps_what_is_supposed_and_the_labels():
    example = labelled(CHAIN)
    made = [excerpt(example, example.what_ifs[0], random.Random(seed)) for seed in range(40)]
    expected = dict(zip(CHAIN["events"], (1.0, 1.0, 1.0, 0.0), strict=True))
    found = [one for one in made if one is not None]
    joined = 0
    for part_of, what_if in found:
        told = [part_of.text[slice(*span)] for span in part_of.spans]
        assert [told[place] for place in what_if.sets] == ["The tap leaked"]
        assert 2 <= len(told) < 4
        assert [expected[claim] for claim in told] == list(what_if.changed)
        if "Leo slipped" in told and "The floor got wet" not in told:
            assert part_of.links == {(0, told.index("Leo slipped")): (True, 0)}
            joined += 1
    assert (len(found) > 20, joined > 5) == (True, True)


@pytest.mark.parametrize(
    ("links", "joined"),
    [
        ({(0, 1): (True, 1), (1, 3): (True, 0)}, {(0, 3): (True, 3)}),
        ({(0, 1): (False, 0), (1, 3): (False, 0)}, {(0, 3): (True, 0)}),
        ({(0, 1): (True, 0), (0, 3): (True, 2), (1, 3): (True, 0)}, {(0, 3): (True, 2)}),
        ({(0, 1): (True, 3), (1, 3): (True, 0), (0, 2): (True, 0), (2, 3): (True, 0)}, {(0, 3): (True, 3)}),
        ({(0, 2): (True, 0), (2, 3): (True, 0), (0, 1): (True, 3), (1, 3): (True, 0)}, {(0, 3): (True, 3)}),
        ({(0, 1): (True, 0), (1, 3): (False, 0), (0, 2): (True, 0), (2, 3): (True, 0)}, {}),
    ],
    ids=["not each is needed", "two inhibit", "direct", "two chains", "the same, listed otherwise", "contrary chains"],
)
def test_chains_of_links_through_claims_that_are_left_out(links, joined):
    assert contracted(links, {0, 3}) == joined
