"""A what-if that puts an event at an earlier time never cancels it."""

from __future__ import annotations

import pickle

import pytest

from nlbridge.errors import HypotheticalNotFoundError
from nlbridge.language.meaning.word_similarity import items
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve
from nlbridge.supposing.hypothetical_clause import parse_had, parts_of
from nlbridge.supposing.restatement import only_qualified


def forward(told: str, had: str) -> bool:
    return only_qualified(*parts_of(parse_had(had)), items(told), items(told))


@pytest.mark.parametrize(
    ("told", "had"),
    [
        ("The gardener mended the hose.", "the gardener mended the hose in time"),
        ("The gardener mended the hose.", "the hose been mended before the party"),
        ("Our landlord cleaned the gutter.", "our landlord cleaned the gutter two weeks earlier"),
        ("Our landlord cleaned the gutter.", "someone cleaned the gutter in good time"),
        ("A nurse changed the bandage at noon.", "a nurse changed the bandage the evening before"),
        ("The crew sealed the hatch.", "if the crew had already sealed the hatch"),
        ("The bank blocked the card.", "the bank blocked the card at once"),
        ("The keeper locked the cage.", "the keeper locked the cage beforehand"),
        ("Ida salted the steps.", "Ida salted the steps before anyone came home"),
        ("The firm replaced the filter.", "the filter been replaced sooner"),
        ("The doctor came.", "the doctor come by noon"),
        ("The pump failed.", "the pump failed later"),
        ("The pump failed.", "the pump failed twice"),
    ],
)
def test_the_same_event_at_an_earlier_time_is_seen(told: str, had: str) -> None:
    assert forward(told, had)


@pytest.mark.parametrize(
    ("told", "had"),
    [
        ("The gardener mended the hose.", "the gardener not mended the hose in time"),
        ("Nobody mended the hose.", "somebody mended the hose in time"),
        ("The gardener forgot to mend the hose.", "the gardener mended the hose in time"),
        ("The doctor came late.", "the doctor come in time"),
        ("The train was delayed.", "the train been on time"),
        ("The flyers went out just two days before the fair.", "the flyers gone out a week earlier"),
        ("The bell rang at the third pull.", "the bell rung at once"),
        ("The rescue team arrived after an hour.", "the rescue team arrived earlier"),
        ("Her licence is renewed.", "her licence been renewed at once"),
        ("He was there to mend the hose.", "the hose been mended earlier"),
        ("The gardener mended the hose.", "the gardener mended the hose with tape"),
        ("The gardener mended the hose.", "the gardener mended the hose"),
        ("The guests left before the rain.", "the guests left earlier"),
        ("The parcel came on Monday.", "the parcel come by Sunday"),
        ("The window was broken by Tom.", "the window been broken by two girls"),
        ("The river rose.", "the river risen by two metres"),
        ("The gate was opened by the day guard.", "the gate been opened by the night guard"),
    ],
)
def test_other_what_ifs_are_no_earlier_event(told: str, had: str) -> None:
    assert not forward(told, had)


CELLAR = "The hose burst, so the cellar flooded. The gardener mended the hose."


@pytest.mark.parametrize("had", ["the gardener mended the hose in time", "the hose been mended the day before"])
def test_such_a_what_if_is_refused_and_names_the_event(had: str) -> None:
    with pytest.raises(HypotheticalNotFoundError, match="'The gardener mended the hose' still happens"):
        resolve(read(CELLAR), had=had)


@pytest.mark.parametrize(
    ("had", "event"),
    [("the gardener not mended the hose", "e3"), ("the hose not burst", "e1"), ("no hose burst", "e1")],
)
def test_what_undoes_an_event_is_still_understood(had: str, event: str) -> None:
    assert dict(resolve(read(CELLAR), had=had).intervention) == {event: "false"}


def test_the_refusal_survives_pickling() -> None:
    error = HypotheticalNotFoundError("x", ("The pump failed.",), moved="The pump failed.")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
