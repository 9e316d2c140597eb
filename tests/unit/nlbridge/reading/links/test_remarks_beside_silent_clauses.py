"""Remarks on causes beside clauses that claim nothing, and reasons behind a phrase of time."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


@pytest.mark.parametrize("silent", ["Who knew?", "Please call me.", "Thank you for coming.", "Was it the frost?"])
@pytest.mark.parametrize("remark", ["Either would have been enough.", "Either of them would have been enough."])
def test_a_remark_needs_no_two_claims_before_it(silent: str, remark: str) -> None:
    scenario = read(f"{silent} The fuse blew. {remark} So the mill stopped.")
    assert [event.statement for event in scenario.events] == ["The fuse blew.", "The mill stopped."]


def test_a_remark_is_about_the_last_two_claims_whatever_stands_between() -> None:
    scenario = read(
        "The wind rose. Was it bad? The rope tore. Either of them would have been enough. So the boat sank."
    )
    assert {(link.cause, link.effect) for link in scenario.links} == {("e1", "e3"), ("e2", "e3")}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The mill shut after the flood because the miller had died.", "There was a flood."),
        ("The inn emptied after the wedding although the beer was cheap.", "There was a wedding."),
        ("After the flood the mill shut because the miller had died.", "There was a flood."),
        ("Trade rose after Easter because the inn had cut prices.", "Trade rose after Easter."),
        ("The choir left after supper because the bus was early.", "The choir left after supper."),
    ],
)
def test_a_noun_behind_after_opens_no_clause(text: str, expected: str) -> None:
    assert expected in [event.statement for event in read(text).events]


def test_a_reason_behind_a_phrase_of_time_is_one_of_its_clause() -> None:
    scenario = read("The mill shut after the flood because the miller had died.")
    signalled = {(link.cause, link.effect) for link in scenario.links if link.connective == "because"}
    assert signalled == {("e3", "e1")}
