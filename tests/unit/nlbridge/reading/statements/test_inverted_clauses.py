"""A clause whose auxiliary precedes its subject is told in plain order, and linked to the clause that it announces."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("No sooner had the bus left than the bridge collapsed.", "The bus had left.", "The bridge collapsed."),
        ("No sooner had the maid shut the door than the phone rang.", "The maid had shut the door.", "The phone rang."),
        ("Hardly had the guests sat down when the lights failed.", "The guests had sat down.", "The lights failed."),
        ("Scarcely had the paint dried when hail ruined it.", "The paint had dried.", "It was ruined."),
        ("Not until the mayor arrived were the sluices opened.", "The mayor arrived.", "The sluices were opened."),
        ("Not until the doctor came did the fever fall.", "The doctor came.", "The fever fell."),
        ("Only after the guard left did the thieves come in.", "The guard left.", "The thieves came in."),
        ("Only when the fog lifted could the pilots see it.", "The fog lifted.", "The pilots could see it."),
    ],
)
def test_two_events_in_plain_order(text: str, first: str, second: str) -> None:
    scenario = read(text)
    told = [event.statement for event in scenario.events]
    assert (told[0], told[-1]) == (first, second)
    assert ("e1", scenario.events[-1].id) in {(link.cause, link.effect) for link in scenario.links}


@pytest.mark.parametrize(
    "text",
    [
        "Hardly anyone complained.",
        "Barely a day passed.",
        "Not until Friday was the pump repaired.",
        "The cook had time to think better of it.",
        "One of the cooks did the rest.",
    ],
)
def test_what_turns_nothing_stays(text: str) -> None:
    assert statements(text) == [text]


def test_nor_denies_its_clause() -> None:
    assert statements("The pump was old, nor had the owner oiled it.")[1] == "The owner had not oiled it."
    assert statements("The bus did not come, nor did the train.")[1] == "The train did not come."
