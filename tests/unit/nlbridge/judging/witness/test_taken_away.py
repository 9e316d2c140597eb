"""What an edit takes away beyond what changes."""

from __future__ import annotations

from typing import Any

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Latent, Link, Scenario
from nlbridge.grounding.grounding import GroundedClaim, Told
from nlbridge.judging.by_values import without_base
from nlbridge.judging.witness.by_model import taken_away

TEXT = "The ferries struck, so three clerks stayed at home. So the mail lay there. Its stamps were red."
STORY = Scenario(
    text=TEXT,
    events=(
        Event(id="strike", statement="The ferries struck.", span=(0, 18)),
        Event(id="clerks", statement="Three clerks stayed at home.", span=(23, 50)),
        Event(id="mail", statement="The mail lay there."),
        Event(id="stamps", statement="Its stamps were red.", presupposes=("mail",)),
        Event(id="letter", statement="The letter was long.", presupposes=("strike",)),
    ),
    links=(Link(cause="strike", effect="clerks"), Link(cause="clerks", effect="mail")),
    latents=(Latent(id="dark", statement="It was dark."),),
)
NO_CLERKS = "there were no clerks"


def rubric_of(**supposed: str) -> Rubric:
    return build_rubric(derive(STORY, do(supposed or {"strike": "false"})))


def gone(event: str, quote: str = NO_CLERKS, value: Told = Told.GONE, **more: Any) -> GroundedClaim:
    return GroundedClaim(event=event, value=value, quote=quote, **more)


@pytest.mark.parametrize(
    ("told", "found"),
    [
        (gone("clerks"), ["three clerks stayed at home"]),
        (gone("mail"), ["The mail lay there."]),
        (gone("clerks", ""), []),
        (gone("clerks", doubt="unclear"), []),
        (gone("clerks", supposed=True), []),
        (gone("clerks", value=Told.FALSE), []),
        (gone("clerks", value=Told.OTHER), []),
        (gone("clerks", value=Told.TRUE), []),
        (gone("strike"), []),
        (gone("letter"), []),
        (gone("dark"), []),
    ],
)
def test_what_must_change_and_is_gone_by_other_words_may_be_taken_away(told: GroundedClaim, found: list[str]) -> None:
    for claims in ([told], [gone("strike", "", doubt="unclear"), gone("dark", value=Told.TRUE), told]):
        taken = taken_away(rubric_of(), claims)
        assert [one.original for one in taken] == found
        assert all((one.passage, one.background, one.suspected) == (NO_CLERKS, True, True) for one in taken)


@pytest.mark.parametrize(
    ("event", "quote", "found"),
    [
        ("strike", "there were no clerks nor ferries", 0),
        ("strike", "no clerks", 0),
        ("strike", NO_CLERKS, 0),
        ("strike", "the ferries ran", 1),
        ("strike", "", 1),
        ("mail", NO_CLERKS, 1),
        ("dark", NO_CLERKS, 1),
    ],
)
def test_a_toldis_not_taken_away_by_the_very_words_that_change_its_cause(event: str, quote: str, found: int) -> None:
    assert len(taken_away(rubric_of(), [gone("clerks"), gone(event, quote, Told.FALSE)])) == found


@pytest.mark.parametrize(
    ("event", "value", "found"),
    [
        ("letter", Told.ABSENT, True),
        ("letter", Told.FALSE, True),
        ("letter", Told.TRUE, False),
        ("clerks", Told.FALSE, False),
        ("dark", Told.FALSE, False),
    ],
)
def test_a_toldthat_is_not_told_is_without_base_where_it_is_void(event: str, value: Told, found: bool) -> None:
    assert without_base(rubric_of(), gone(event, value=value)) is found
