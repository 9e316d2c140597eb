"""Edits that tell another setting than their original: E5."""

from __future__ import annotations

import calendar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Latent, Link, Scenario
from nlbridge.grounding.edit import edit_of
from nlbridge.judging.findings import Shift, altered_backgrounds
from nlbridge.language.lexicon.backgrounds import backgrounds, backgrounds_in, excluded
from nlbridge.supposing.hypothetical import resolve

FERRY = "the ferryman dropped the oar, so the pilgrims waited on the bank. The goats were asleep."
DONE = "the ferryman did not drop the oar, so the pilgrims did not wait on the bank. The goats were asleep."
months = st.sampled_from(calendar.month_name[1:])


def rubric_of(phrase: str, latents: tuple[str, ...] = ()) -> Rubric:
    """Return the rubric of a given scenario whose text opens with a phrase of time."""
    text = f"{phrase} {FERRY}" if phrase else FERRY[0].upper() + FERRY[1:]
    claims = ("the ferryman dropped the oar", "the pilgrims waited on the bank", "The goats were asleep")
    places = [text.lower().index(claim.lower()) for claim in claims]
    scenario = Scenario(
        text=text,
        events=tuple(
            Event(id=f"e{k}", statement=f"{claim}.", span=(start, start + len(claim)))
            for k, (claim, start) in enumerate(zip(claims, places, strict=True), 1)
        ),
        links=(Link(cause="e1", effect="e2"),),
        latents=tuple(Latent(id=f"l{k}", statement=said) for k, said in enumerate(latents, 1)),
    )
    found = resolve(scenario, had="the ferryman not dropped the oar")
    return build_rubric(derive(found.scenario, found.intervention))


def altered(rubric: Rubric, edit: str) -> list[str]:
    return [shift.quote for shift in altered_backgrounds(rubric, edit_of(edit, rubric.scenario))]


@pytest.mark.parametrize(
    ("phrase", "told"),
    [
        ("One evening in November", "One morning in June"),
        ("At three in the morning", "On a bright Sunday afternoon"),
        ("In the small hours of a January night", "On a warm August afternoon"),
        ("On a Monday", "One Sunday"),
        ("At low tide", "At high tide"),
        ("On Christmas night", "On a day in July"),
    ],
)
def test_another_setting_in_the_place_of_the_texts_own_is_altered(phrase, told):
    assert altered(rubric_of(phrase), f"{told} {DONE}")
    assert not altered(rubric_of(phrase), f"{phrase} {DONE}")


@pytest.mark.parametrize(
    "edit",
    [
        f"One evening in November {DONE} The next morning they were across.",
        f"That evening {DONE}",
        f"Late one November night {DONE}",
        f"One evening in November {DONE} It was colder than in January.",
        f"It was not a June morning. One evening in November {DONE}",
        f"One evening in November {DONE} They would have waited until June.",
        f"One evening in November {DONE} The morning ferry was full.",
        DONE,
    ],
)
def test_other_days_denials_comparisons_and_names_alter_nothing(edit):
    assert not altered(rubric_of("One evening in November"), edit)


@pytest.mark.parametrize(
    ("latent", "told", "quote"),
    [
        ("It was a stormy night.", "In the noon sun", ["noon"]),
        ("It was raining, a rainy evening.", "On a sunny morning", ["sunny"]),
        ("It was the weekend.", "On a Wednesday", ["wednesday"]),
        ("It was two in the morning.", "One afternoon", ["afternoon"]),
        ("It was two in the morning.", "That night", []),
        ("It was winter.", "Without any summer crowds", []),
        ("It was winter.", "As if it were July,", []),
    ],
)
def test_a_latent_that_the_text_has_no_word_for_excludes_what_an_edit_tells(latent, told, quote):
    assert altered(rubric_of("", (latent,)), f"{told} {DONE}") == quote


def test_what_the_text_moves_on_from_or_a_changed_claim_dates_does_not_stand_still():
    text = "The ferryman dropped the oar, so the pilgrims crossed on a Friday."
    events = (
        Event(id="e1", statement="The ferryman dropped the oar.", span=(0, 29)),
        Event(id="e2", statement="The pilgrims crossed on a Friday.", span=(34, 65)),
    )
    scenario = Scenario(text=text, events=events, links=(Link(cause="e1", effect="e2"),))
    found = resolve(scenario, had="the ferryman not dropped the oar")
    rubric = build_rubric(derive(found.scenario, found.intervention))
    assert not altered(rubric, "The ferryman did not drop the oar, so the pilgrims crossed on a Thursday.")
    assert altered(rubric_of("On a Friday"), f"On a Thursday {DONE}")


def shifts(text: str, edit: str, *latents: str, claimed: str = "they met") -> list[tuple[str, str, str | None]]:
    """Return what an edit alters of a text of which one claim is supposed away."""
    start = text.index(claimed)
    event = Event(id="e1", statement=f"{claimed}.", span=(start, start + len(claimed)))
    backgrounds = tuple(Latent(id=f"l{k}", statement=said) for k, said in enumerate(latents, 1))
    scenario = Scenario(text=text, events=(event,), latents=backgrounds)
    rubric = build_rubric(derive(scenario, do({"e1": "false"})))
    found = altered_backgrounds(rubric, edit_of(edit, scenario))
    assert all(isinstance(one, Shift) for one in found)
    return [(one.statement, one.quote, one.latent) for one in found]


@pytest.mark.parametrize(
    ("text", "edit", "found"),
    [
        ("In the house of the man by a November lamp they met", "In June they parted", True),
        ("In the house of the man by the gate November lamps lit they met", "In June they parted", False),
        ("In November they met", "In the house of the man by a June lamp they parted", True),
        ("In November they met", "In the house of the man by the gate June lamps lit they parted", False),
        ("Yes, in November they met", "In June they parted", False),
        ("In November they met", "Yes, in June they parted", False),
        ("It was November when they met", "In June they parted", False),
        ("In November they met", "They had June", False),
        ("In November they met", "In November, not June, they parted", False),
        ("In November they met", "In winter they parted", False),
        ("In November they met", "In November they parted on a June day", False),
    ],
)
def test_a_setting_opens_a_passage_among_its_first_nine_words_before_any_verb_or_mark(
    text: str, edit: str, found: bool
):
    assert shifts(text, edit) == ([("It was autumn", "june", None)] if found else [])


@pytest.mark.parametrize(
    ("edit", "found"),
    [
        ("They left, and it was a day in June", True),
        ("They left. Nobody there at that old stone hill fort June came", True),
        ("They left. Nobody there at that old hill fort June came", False),
    ],
)
def test_a_background_without_words_in_the_text_is_altered_anywhere_but_behind_a_denial(edit: str, found: bool):
    assert shifts("As planned they met", edit, "It was winter.") == ([("It was winter", "june", "l1")] if found else [])


def test_a_setting_is_that_of_the_background_which_says_the_same():
    told = "On a June day they parted"
    assert shifts("On a January day they met", told, "It was dark.", "It was winter.") == [
        ("It was winter", "june", "l2")
    ]
    assert shifts("On a January day they met", told, "It was night.") == [("It was winter", "june", None)]


def test_each_background_is_altered_once_by_the_first_word_against_it():
    found = shifts("At last they met", "In June or July they parted at noon", "It was winter.", "It was night.")
    assert found == [("It was winter", "june", "l1"), ("It was night", "noon", "l2")]


def test_a_claim_that_is_supposed_away_may_take_its_setting_along():
    told = "They parted in June"
    assert shifts("At last they met", told, "It was winter.") == [("It was winter", "june", "l1")]
    assert shifts("At last they met in spring", told, "It was winter.", claimed="they met in spring") == []


@settings(deadline=None, max_examples=40)
@given(mine=months, other=months)
def test_months_exclude_one_another_as_in_the_calendar(mine, other):
    found = altered(rubric_of(f"One night in {mine}"), f"One night in {other} {DONE}")
    assert found == ([other.lower()] if mine != other else [])


@given(month=months, season=st.sampled_from(["spring", "summer", "autumn", "winter"]))
def test_a_month_excludes_the_seasons_that_it_is_no_part_of_nor_next_to(month, season):
    """Astronomical and meteorological seasons differ by three weeks, so that both readings of a month must be apart."""
    middle = {"spring": 4, "summer": 7, "autumn": 10, "winter": 1}[season]
    apart = abs(list(calendar.month_name).index(month) - middle)
    if min(apart, 12 - apart) >= 3:
        assert excluded(backgrounds(month.lower()), backgrounds(season))
    if min(apart, 12 - apart) <= 1:
        assert not excluded(backgrounds(month.lower()), backgrounds(season))


@given(hour=st.integers(min_value=1, max_value=4))
def test_the_hours_before_dawn_are_morning_and_night(hour):
    (*_, (_, named)) = backgrounds_in(f"at {hour} in the morning".split())
    assert not excluded(named, backgrounds("night"))
    assert not excluded(named, backgrounds("morning"))
    assert excluded(named, backgrounds("afternoon"))
