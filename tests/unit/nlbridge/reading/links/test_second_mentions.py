"""A noun with `the` that names an earlier event again, or weather that did something, is linked with it."""

from __future__ import annotations

import pytest

from nlbridge.reading.links.second_mentions import CERTAIN
from nlbridge.reading.reader import read


def second_links(text):
    told = read(text)
    return [
        (told.event(link.cause).statement, told.event(link.effect).statement)
        for link in told.links
        if link.confidence == CERTAIN
    ]


@pytest.mark.parametrize(
    ("text", "done", "named"),
    [
        (
            "The club cancelled the race. Because of the cancellation, Ana stayed at home.",
            0,
            "There was a cancellation.",
        ),
        (
            "The council extended the lease. Without the extension, the café would have closed.",
            0,
            "There was an extension.",
        ),
        ("The judge rejected the plan. Despite the rejection, the firm went on.", 0, "There was a rejection."),
        ("The cellar flooded. Because of the flood, the wine was moved.", 0, "There was a flood."),
        ("The road was closed. Because of the closure, the bus turned back.", 0, "There was a closure."),
        ("The town banned fireworks. Thanks to the ban, the dogs slept well.", 0, "There was a ban."),
        ("Bo sold the boat. Because of the sale, Kim was sad.", 0, "There was a sale."),
    ],
)
def test_what_is_done_brings_what_names_it(text, done, named):
    assert second_links(text) == [(read(text).events[done].statement, named)]


@pytest.mark.parametrize(
    ("text", "weather"),
    [
        ("Snow blocked the lane. Because of the snow, the vet came late.", "There was snow."),
        ("Ice delayed the tram. Because of the ice, Olga fell.", "There was ice."),
        ("Fog stopped the ferry. In spite of the fog, the pilot flew.", "There was fog."),
        ("Mist hid the runway. Because of the mist, the plane circled.", "There was a mist."),
    ],
)
def test_weather_that_does_something_must_be_there(text, weather):
    told = read(text)
    assert (weather, told.events[0].statement) in second_links(text)


@pytest.mark.parametrize(
    "text",
    [
        "The judge did not reject the plan. Despite the rejection, the firm went on.",
        "Nurses walked the corridors. Thanks to the walking, no child was harmed.",
        "Hedgehogs moved in. Owing to the hedgehogs, the slugs grew few.",
        "Tom drove home. Because of the driver, we were late.",
        "The dog ate the cake. Because of the dog, Mara cried.",
        "A bridge was built. Because of the bridge, the ferry closed.",
        "The road was closed. Because of a sale, the bus was full.",
        "The road was closed. Because of the second closure, the bus turned back.",
        "The pump failed, so the cellar flooded.",
    ],
)
def test_other_nouns_name_no_earlier_event(text):
    assert second_links(text) == []
