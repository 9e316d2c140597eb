"""Latents: what a text sets in passing, and edits that alter it."""

from __future__ import annotations

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import CriterionKind, Rubric, build_rubric
from causalcore.scenario.scenario import Event, Latent, Link, Scenario
from nlbridge.judging.verification import verify
from nlbridge.language.lexicon.backgrounds import backgrounds, exclusive
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


@pytest.mark.parametrize(
    ("edit", "errors"),
    [
        ("On a summer night the watchman did not leave the gate open, so the cows did not get out.", {"E5"}),
        ("On a winter night the watchman did not leave the gate open, so the cows did not get out.", set()),
        ("On a winter night the watchman shut the gate, so the cows did not get out until summer.", set()),
    ],
)
def test_an_edit_that_puts_another_background_in_its_place_is_e5(edit, errors):
    report = verify(rubric_of(GATE, "the watchman not left the gate open"), edit)
    assert "E5" in report.errors if errors else "E5" not in report.errors
    failed = [v.quote for v in report.verdicts if v.criterion.kind is CriterionKind.LATENT and v.outcome == "fail"]
    assert failed == (["summer"] if errors else [])


def test_an_implied_latent_is_altered_by_any_word_that_excludes_it():
    events = (Event(id="e1", statement="The lamp went out."), Event(id="e2", statement="The guests stumbled."))
    scenario = Scenario(
        text="The lamp went out. So the guests stumbled.",
        events=events,
        latents=(Latent(id="l1", statement="It was dark."),),
        links=(Link(cause="e1", effect="e2"),),
    )
    found = resolve(scenario, had="the lamp not gone out")
    rubric = build_rubric(derive(found.scenario, found.intervention))
    report = verify(rubric, "The lamp did not go out. In the noon sun the guests did not stumble.")
    assert report.valid is False
    assert "E5" in report.errors
    assert "E5" not in verify(rubric, "The lamp did not go out. So the guests did not stumble.").errors


def test_exclusion_is_symmetric_and_within_one_scale():
    named = [
        one for word in ("dawn", "noon", "night", "dark", "sun", "july", "frost", "rain") for one in backgrounds(word)
    ]
    for one in named:
        assert not exclusive(one, one)
        for other in named:
            assert exclusive(one, other) == exclusive(other, one)
            assert not exclusive(one, other) or one.scale == other.scale
