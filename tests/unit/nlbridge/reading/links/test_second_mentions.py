"""A noun with `the` that names an earlier event again repeats it; weather that did something must be there."""

from __future__ import annotations

import pytest

from nlbridge.reading.links.told_again import CERTAIN
from nlbridge.reading.reader import read


def second_links(text):
    told = read(text)
    return [
        (told.event(link.cause).statement, told.event(link.effect).statement)
        for link in told.links
        if link.confidence == CERTAIN
    ]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("The club cancelled the race. Because of the cancellation, Ana stayed at home.", "the cancellation"),
        ("The council extended the lease. Without the extension, the café would have closed.", "the extension"),
        ("The judge rejected the plan. Despite the rejection, the firm went on.", "the rejection"),
        ("The cellar flooded. Because of the flood, the wine was moved.", "the flood"),
        ("The meadows were flooded. Because of the flooding, the cows were moved.", "the flooding"),
        ("The road was closed. Because of the closure, the bus turned back.", "the closure"),
        ("The town banned fireworks. Thanks to the ban, the dogs slept well.", "the ban"),
        ("Bo sold the boat. Because of the sale, Kim was sad.", "the sale"),
        ("A truck crossed the bridge. Because of the truck, the bridge cracked.", "the truck"),
        ("A bridge was built. Because of the bridge, the ferry closed.", "the bridge"),
        ("Ana received a letter. Because of the letter, she sold the dog.", "the letter"),
        ("The plan was met with a petition. Thanks to the petition, the mayor gave in.", "the petition"),
    ],
)
def test_what_names_an_event_again_repeats_it(text, named):
    told = read(text)
    first, effect = told.events
    assert [(one.words, one.kind, one.repeats) for one in told.left_out] == [(named, "repetition", first.id)]
    (link,) = told.links
    assert (link.cause, link.effect) == (first.id, effect.id)
    assert link.connective is not None


@pytest.mark.parametrize(
    ("text", "weather"),
    [
        ("Snow lay on the lane. Because of the snow, the vet came late.", "There was snow."),
        ("Ice formed on the tram. Because of the ice, Olga fell.", "There was ice."),
        ("Fog hung over the quay. In spite of the fog, the pilot flew.", "There was fog."),
        ("Mist lay over the runway. Because of the mist, the plane circled.", "There was a mist."),
    ],
)
def test_weather_that_does_something_must_be_there(text, weather):
    told = read(text)
    assert (weather, told.events[0].statement) in second_links(text)


@pytest.mark.parametrize(
    "text",
    [
        "The judge did not reject the plan. Despite the rejection, the firm went on.",
        "Rain came in through a gap. Because of the gap, the heat was lost.",
        "Ana did not get a grant. Because of the grant, others were glad.",
        "Nurses walked the corridors. Thanks to the walking, no child was harmed.",
        "Hedgehogs moved in. Owing to the hedgehogs, the slugs grew few.",
        "Tom drove home. Because of the driver, we were late.",
        "The dog ate the cake. Because of the dog, Mara cried.",
        "The road was closed. Because of a sale, the bus was full.",
        "The road was closed. Because of the second closure, the bus turned back.",
        "The pump failed, so the cellar flooded.",
    ],
)
def test_other_nouns_name_no_earlier_event(text):
    assert second_links(text) == []
    assert not read(text).left_out


@pytest.mark.parametrize(
    "text",
    [
        "A fire broke out in the shed. The boss fired Ann. Because of the fire, the barn was lost.",
        "A strike began. The clerk struck the bell. Because of the strike, the trams stopped.",
        "The road was closed. The bridge was closed. Because of the closure, the bus turned back.",
        "The chef rested. Because of the rest, the soup was late.",
    ],
)
def test_a_noun_that_may_name_something_else_repeats_nothing(text):
    assert not read(text).left_out
