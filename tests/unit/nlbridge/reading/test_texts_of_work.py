"""Sentences of working people's texts that were read wrongly: claims, causes and what is left out."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def links_told(text: str) -> list[tuple[str, str]]:
    told = read(text)
    return [
        (told.event(link.cause).statement, told.event(link.effect).statement)
        for link in told.links
        if link.connective is not None
    ]


@pytest.mark.parametrize(
    ("text", "link"),
    [
        (
            "He deleted the index. As a consequence the export, which normally takes 20 minutes, ran for hours.",
            ("He deleted the index.", "The export ran for hours."),
        ),
        (
            "The crane stood idle because the wind exceeded 14 m/s.",
            ("The wind exceeded 14 m/s.", "The crane stood idle."),
        ),
        (
            "The footbridge was closed. The closure has meant a detour of two miles.",
            ("The footbridge was closed.", "There was a detour of two miles."),
        ),
    ],
)
def test_what_a_connective_joins(text: str, link: tuple[str, str]) -> None:
    assert links_told(text) == [link]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("As some of you noticed, the car park was closed.", "As some of you noticed"),
        ("The roof leaked, as the report says.", "as the report says"),
        ("As we had feared, the roof leaked.", "As we had feared"),
    ],
)
def test_a_comment_is_left_out_and_no_cause(text: str, words: str) -> None:
    told = read(text)
    assert (len(told.events), [(one.words, one.kind) for one in told.left_out]) == (1, [(words, "aside")])


@pytest.mark.parametrize(
    "text",
    [
        "As he noticed the leak, he turned off the tap.",
        "As they were tired, they slept.",
        "As the alarm could not be heard, the guests slept on.",
        "As nobody noticed, the leak went on for a week.",
        "As the river rose higher than expected, the bridge was closed.",
        "As the boy refused to learn, he failed.",
        "As the knot held, the boat stayed put.",
        "The roof stayed open as no rain was expected.",
        "As she had every reason to worry, she called the police.",
        "As it was every driver's duty, he stopped.",
    ],
)
def test_a_reason_with_as_stays_one(text: str) -> None:
    assert len(links_told(text)) == 1


def test_somebody_who_kindly_did_something_did_it() -> None:
    told = read("My neighbour kindly covered the hole. Kindly send the report.")
    assert [event.statement for event in told.events] == ["My neighbour kindly covered the hole."]
    assert [(one.words, one.kind) for one in told.left_out] == [("Kindly send the report", "instruction")]


@pytest.mark.parametrize("request_made", ["Kindly let the dog out.", "We would ask you to please put the bins out."])
def test_a_request_is_one_though_its_verb_may_be_a_past(request_made: str) -> None:
    told = read(f"{request_made} The bins overflowed.")
    assert [event.statement for event in told.events] == ["The bins overflowed."]


def test_a_comment_inside_a_clause_leaves_it_whole() -> None:
    assert [event.statement for event in read("The bus, as you know, was late.").events] == ["The bus was late."]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The strikes have clearly led to long queues.", 1),
        ("The drought had meant that the crop failed.", 1),
        ("The closure has not led to a detour.", 0),
        ("The closure hasn't led to a detour.", 0),
    ],
)
def test_a_verb_of_causing_may_have_auxiliaries_but_no_denial(text: str, told: int) -> None:
    assert len(links_told(text)) == told


def test_those_who_manage_are_no_event() -> None:
    told = read("Management shortened the break.")
    assert [event.statement for event in told.events] == ["Management shortened the break."]
