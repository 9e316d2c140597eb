"""Reasons and results that everyday English tells without a conjunction, and words that only look like them."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def claims(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The pump failed, so no alarm.", ["The pump failed.", "There was no alarm."]),
        ("The axle broke, hence the delay.", ["The axle broke.", "There was a delay."]),
        ("No diesel meant no heating.", ["There was no diesel.", "There was no heating."]),
        ("The strike meant no trains ran.", ["There was a strike.", "No trains ran."]),
        ("The road was blocked by a fallen tree.", ["The road was blocked.", "There was a fallen tree."]),
        ("The crop was wiped out by hail.", ["The crop was wiped out.", "There was hail."]),
        ("The letter was written by a young clerk.", ["The letter was written by a young clerk."]),
        ("Fog closed the harbour.", ["There was fog.", "The harbour was closed."]),
        ("Strikes delayed the trains.", ["There were strikes.", "The trains were delayed."]),
        ("The cook was sacked for stealing.", ["The cook was sacked.", "The cook stole."]),
        (
            "The leak led to mould, and the family moved out.",
            ["There was a leak.", "There was mould.", "The family moved out."],
        ),
        ("The shop closed early - the till had broken.", ["The shop closed early.", "The till had broken."]),
        ("The low-flying plane woke the baby.", ["The low-flying plane woke the baby."]),
        (
            "A landslide closed the road between Pisa and Lucca.",
            ["There was a landslide.", "The road between Pisa and Lucca was closed."],
        ),
        ("The noise made it impossible to sleep.", ["There was noise.", "It was impossible to sleep."]),
        ("It turned out that the pump had failed.", ["The pump had failed."]),
    ],
)
def test_what_a_sentence_tells(text, expected):
    assert claims(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Not having slept, the pilot misread the dial.", "The pilot had not slept."),
        ("Never having driven a van, Ben hit the gate.", "Ben had never driven a van."),
        ("The frost almost killed the vines.", "The frost almost killed the vines."),
        ("The crew forgot the anchor, which nearly sank the yacht.", "This nearly sank the yacht."),
        ("The jeweller shut early for fear of a raid.", "The jeweller shut early."),
    ],
)
def test_nothing_is_claimed_that_did_not_happen(text, expected):
    assert expected in claims(text)
    assert not {"The pilot had slept.", "The vines were killed.", "There was a raid.", "The yacht was sunk."} & set(
        claims(text)
    )


@pytest.mark.parametrize(
    "text",
    [
        "The ferry did not sail until the wind dropped.",
        "The site stayed down until the engineer restarted it.",
        "The accident was not due to ice.",
        "The delay had nothing to do with the strike.",
    ],
)
def test_no_link_is_read_where_none_is_told(text):
    assert not read(text).links


@pytest.mark.parametrize(
    ("text", "cause", "effect"),
    [
        (
            "The cellar would have stayed dry if the pump had worked.",
            "The pump did not work.",
            "The cellar did not stay dry.",
        ),
        (
            "The crew would have drowned had the guard not seen the flare.",
            "The guard saw the flare.",
            "The crew did not drown.",
        ),
        (
            "Unless the pump had been replaced, the mine would have flooded.",
            "The pump was replaced.",
            "The mine did not flood.",
        ),
    ],
)
def test_a_condition_behind_its_consequence_is_a_told_necessary_link(text, cause, effect):
    scenario = read(text)
    said = {event.id: event.statement for event in scenario.events}
    (link,) = scenario.links
    assert (said[link.cause], said[link.effect], link.strength.value) == (cause, effect, "necessary")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pump no. 3 failed, so the cellar flooded.", ["Pump no. 3 failed.", "The cellar flooded."]),
        ("We lost power in block D. Lift 2 stopped.", ["We lost power in block D.", "Lift 2 stopped."]),
        ("My friend J. Smith fell, so the team lost.", ["My friend J. Smith fell.", "The team lost."]),
        ("They said no. 3 people left.", ["They said no.", "3 people left."]),
    ],
)
def test_a_full_stop_after_a_letter_or_an_abbreviation(text, expected):
    assert claims(text) == expected


def test_an_institution_may_be_meant_by_a_pronoun():
    assert claims("The council lost the case. It had to pay the costs.")[1] == "It had to pay the costs."


@pytest.mark.parametrize(
    "text",
    [
        "The gifts meant for the poor were sold.",
        "He meant that the pump was old.",
        "The trip was delayed by a full week.",
        "The line was stopped by a red button.",
        "The reason the mayor gave was that the bridge was weak.",
        "The cause of the fire was a mystery.",
        "It was never the flood that killed the vines.",
        "The woman who would have sung had a cold.",
        "It would have been safe if the dam held.",
        "The manager would have asked if the pump had failed.",
        "The London - Paris train was late.",
        "The painting was attributed to Rembrandt.",
        "The gun was traced to a shop.",
        "The battery was charged for running the pump.",
        "The strike started Monday.",
        "Lightning hit the mast.",
    ],
)
def test_what_only_looks_like_a_told_reason_is_one_claim(text):
    assert claims(text) == [text]


@pytest.mark.parametrize(
    "text", ["The rope was pulled until it snapped.", "The guards kept firing until the crowd fled."]
)
def test_until_tells_what_an_action_led_to(text):
    assert [link.connective for link in read(text).links] == ["until"]


def test_a_denied_cause_takes_no_further_clause_with_it():
    text = "The delay was not caused by the frost, but the bus was late."
    assert claims(text) == ["There was a delay.", "The bus was late."]


def test_a_condition_explains_the_clause_before_it():
    told = read("The ship would have sunk if Ann had not seen the leak, so the crew thanked her.")
    (link,) = [link for link in told.links if link.connective == "if"]
    assert (told.event(link.cause).statement, told.event(link.effect).statement) == (
        "Ann saw the leak.",
        "The ship did not sink.",
    )
