"""Latents: what a text sets in passing, and edits that alter it."""

from __future__ import annotations

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import CriterionKind, Rubric, build_rubric
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve

GATE = "On a winter night the watchman left the gate open, so the cows got out."


def rubric_of(text: str, had: str) -> Rubric:
    found = resolve(read(text), had=had)
    return build_rubric(derive(found.scenario, found.intervention))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GATE, ["It was winter.", "It was night."]),
        ("In the dry autumn of 1540 the well sank, so the monks left.", ["It was autumn."]),
        ("In the afternoon the well sank, so the monks left.", ["It was afternoon."]),
        ("One evening in June the well sank, so the monks left.", ["It was evening.", "It was June."]),
        ("In June the well sank. In July the monks left.", []),
        ("The hinge was rusty, so the gate stuck.", []),
        ("At night the hinge froze. In the morning the gate stuck.", []),
        ("The night nurse left, so the ward was empty.", []),
    ],
)
def test_a_background_is_read_where_a_phrase_sets_one_and_the_text_does_not_move_on(text, said):
    assert sorted(latent.statement for latent in read(text).latents) == sorted(said)


def test_a_cause_that_the_text_does_not_name_is_a_root_that_stands_still():
    scenario = read("For some reason the pump stopped, so the cellar flooded.")
    (latent,) = scenario.latents
    assert [(link.cause, link.effect) for link in scenario.links if link.cause == latent.id] == [(latent.id, "e1")]
    rubric = rubric_of(scenario.text, "the pump not stopped")
    assert rubric.derivation.answer("e2").kind == "changed"
    assert [c.event for c in rubric.of_kind(CriterionKind.LATENT)] == [latent.id]


def test_what_a_what_if_speaks_of_does_not_stand_still():
    statements = [latent.statement for latent in rubric_of(GATE, "it been a summer night").scenario.latents]
    assert "It was winter." not in statements
