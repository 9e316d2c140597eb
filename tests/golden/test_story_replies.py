"""Replies of a real model to a dozen of our own stories: what a prompt change voids, and what they come to.

The model that gave the replies saw the prompts alone. The floors are what its replies came to when they were recorded
(2026-11-23): they fall when the code makes less of the same replies.
"""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from story_replies import NAMES, Answered, kept_rows, prompt_digest, replayed
from test_stories import likeness

from research.training.encoder.examples import part

VOIDED: dict[str, str] = {}
"""Prompts that were changed with open eyes since the recording, each with the reason.

What was recorded with them is void, and their stories count for nothing until somebody with a model has run
`python tests/golden/record_replies.py --model NAME`.
"""
LEAST_RIGHT = 0.9
ANSWERS = ("changed", "unchanged", "open")


@pytest.fixture(scope="module")
def found() -> list[Answered]:
    return replayed()


def voided() -> dict[str, list[str]]:
    """Return the prompts whose words have changed since replies to them were recorded, with the stories."""
    found = defaultdict(set)
    for row in kept_rows():
        if row["digest"] != prompt_digest(row["prompt"]):
            found[row["prompt"]].add(row["story"])
    return {name: sorted(stories) for name, stories in found.items()}


def test_a_prompt_changes_only_with_what_it_voids_named():
    assert set(voided()) <= set(VOIDED), (
        f"these prompts have changed, and the replies to these stories are void: {voided()}; name them in VOIDED, "
        "or record again: python tests/golden/record_replies.py --model NAME"
    )
    assert set(VOIDED) <= set(voided()), "these prompts are named in VOIDED and have not changed"


def test_every_request_of_the_stories_has_a_kept_reply(found: list[Answered]):
    missing = {one.story.name: one.missing for one in found if one.missing}
    if not VOIDED:
        assert missing == {}


def test_the_stories_are_those_that_are_kept_for_figures():
    assert {part(name) for name in NAMES} == {"test"}
    assert {row["story"] for row in kept_rows()} == set(NAMES)


def answers(one: Answered) -> list[tuple[str, str]]:
    """Return the label of each claim of a story and the answer that was derived for it."""
    text, what_if = str(one.story.row["text"]), one.story.what_if
    gold = {k: kind for kind in ANSWERS for k in what_if[kind]}
    pairs, at = [], 0
    for k, words in enumerate(one.story.row["events"]):
        at = max(text.find(words, at), text.find(words) if text.find(words, at) < 0 else -1)
        events = one.prepared.rubric.scenario.events
        event = max(events, key=lambda e: likeness(at, at + len(words), e.span))
        if k in gold and k not in what_if["sets"]:
            pairs.append((gold[k], str(one.prepared.rubric.derivation.answer(event.id).kind)))
    return pairs


def test_the_replies_come_to_the_labels_of_the_stories(found: list[Answered]):
    counted = Counter(pair for one in found if one.prepared is not None for pair in answers(one))
    if sum(counted.values()) < 30:
        pytest.skip("most of the recording is void")
    right = sum(count for (gold, got), count in counted.items() if gold == got)
    assert right / sum(counted.values()) >= LEAST_RIGHT, counted


@pytest.mark.slow
def test_no_rewrite_of_the_stories_is_judged_wrongly(found: list[Answered]):
    judged = [
        (one.story.name, bool(rewrite["valid"]), report.valid)
        for one in found
        if one.prepared is not None
        for rewrite, report in zip(one.story.rewrites, one.reports, strict=True)
    ]
    assert [row for row in judged if row[2] is not None and row[1] is not row[2]] == []
