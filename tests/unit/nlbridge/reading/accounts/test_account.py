from __future__ import annotations

import pytest

from nlbridge.errors import UnreadableTextError
from nlbridge.reading.reader import read

LETTER = (
    "Hi team,\n\n04:10 The pump seized because the grease line was blocked.\n"
    "Please order two bearings.\n\nRegards,\nTom"
)


def left_out(text: str) -> list[tuple[str, str]]:
    return [(passage.words, passage.kind) for passage in read(text).left_out]


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


def test_a_letter_is_read_without_greeting_signature_and_request() -> None:
    assert statements(LETTER) == ["The pump seized.", "The grease line was blocked."]
    assert left_out(LETTER) == [
        ("Hi team,", "greeting"),
        ("04:10", "log prefix"),
        ("Please order two bearings", "instruction"),
        ("Regards, Tom", "signature"),
    ]


def test_spans_of_what_is_left_out_point_into_the_text() -> None:
    for passage in read(LETTER).left_out:
        assert " ".join(LETTER[slice(*passage.span)].split()) == passage.words


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The cake fell. If the oven is too hot, the crust burns.", "general rule"),
        ("The cake fell. Who opened the oven?", "question"),
        ("The cake fell. I wish we had a new oven.", "wish"),
        ("The cake fell. Never open the oven early.", "instruction"),
        ("The cake fell. We will buy a new oven.", "plan"),
        ("The cake fell. Thank you for your help.", "courtesy"),
        ('The cake fell. "Who did that?" asked Ann.', "direct speech"),
        ("# Sunday\n\nThe cake fell.", "heading"),
        ("Subject: cake\nThe cake fell.", "header field"),
        ("Action: buy a tin\nThe cake fell.", "task"),
        ("The cake fell on Sunday. Ben laughed. Because the cake fell, we ate plums.", "repetition"),
        ("The cake fell. We cannot tell which of the tins was bent.", "doubt"),
    ],
)
def test_each_kind_is_left_out_by_name(text: str, kind: str) -> None:
    scenario = read(text)
    assert "The cake fell" in scenario.events[0].statement
    assert kind in {passage.kind for passage in scenario.left_out}


@pytest.mark.parametrize(
    "text",
    [
        "The dam held, so the valley stayed dry. Thanks to the pumps nobody drowned.",
        "She asked if the train was late. It was late, because a tree had fallen.",
        "Stand 4 lost its coupling. Lift A went on. Run 14 gave no crystals.",
        'The word "embezzle" spread through the school because the bursar was led out.',
        "Old Marta sold her goat on Tuesday, and the beam fell in.",
    ],
)
def test_prose_keeps_all_its_claims(text: str) -> None:
    assert left_out(text) == []


def test_a_text_in_quotation_marks_is_read_as_if_nobody_had_quoted_it() -> None:
    assert len(read("“The pump failed, so the cellar flooded.”").events) == 2


@pytest.mark.parametrize(
    "text",
    ["Preheat the oven to 200 degrees. Beat the eggs.", "Hi Tom,\nhow are you?\nBest, Ann", "# Notes\n\nWho pays?"],
)
def test_a_text_without_an_account_is_refused_in_one_line_that_says_what_to_do(text: str) -> None:
    with pytest.raises(
        UnreadableTextError, match=r"expected an account .*\(left out: .*\); write what happened"
    ) as caught:
        read(text)
    assert "\n" not in str(caught.value)


def test_the_second_telling_of_a_fact_keeps_its_links() -> None:
    scenario = read(
        "The server room overheated on Tuesday. Ben slept. Because the server room overheated, payroll stopped."
    )
    assert [event.statement for event in scenario.events] == [
        "The server room overheated on Tuesday.",
        "Ben slept.",
        "Payroll stopped.",
    ]
    assert ("e1", "e3", "because") in {(link.cause, link.effect, link.connective) for link in scenario.links}


@pytest.mark.parametrize("opening", ["Btw", "FYI:", "For your information,", "Unrelated to this,", "Not related:"])
def test_what_only_opens_another_subject_is_no_event(opening: str) -> None:
    scenario = read(f"The boiler failed, so the hall was cold. {opening} the lift was inspected on Friday.")
    assert len(scenario.events) == 3
    assert "inspected on Friday" in scenario.events[2].statement
    assert not any("e3" in {link.cause, link.effect} and link.connective for link in scenario.links)


def test_a_fact_beside_an_instruction_stays() -> None:
    assert statements("Please use the stairs, because the lift failed on Monday.") == ["The lift failed on Monday."]
    links = read("The lift failed. Please use the stairs, because water ran into the shaft.").links
    assert [link.connective for link in links] in ([], [None])


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ("The goods lift in building C stood still", "the lift stood still"),
        ("The goods lift in building C stood still", "the goods lift stood still"),
        ("The potting bench flooded on Monday", "the bench flooded"),
        ("The train to Leeds was late", "the train was late"),
        ("Her old car broke down", "her car broke down"),
    ],
)
def test_a_reason_may_describe_what_was_told_in_fewer_words(told: str, reason: str) -> None:
    story = read(f"{told}. Because {reason}, Ben went home.")
    assert [(part.words, part.kind, part.repeats) for part in story.left_out] == [(reason, "repetition", "e1")]


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ("No spare pump failed", "the pump failed"),
        ("Few old pumps failed", "the pumps failed"),
        ("One of the pumps failed", "the pumps failed"),
        ("The pump in the cellar almost failed", "the pump failed"),
        ("The spare pump failed", "a pump failed"),
        ("The spare pump failed", "the main pump failed"),
        ("The spare pump failed", "the pump had not failed"),
        ("The main pump failed. The spare pump failed", "the pump failed"),
        ("The owner of the dog barked", "the dog barked"),
        ("The door of the shop was closed", "the shop was closed"),
        ("The cat near the dog slept", "the dog slept"),
        ("The man who saw the dog barked", "the dog barked"),
        ("Ann denied that the pump failed", "the pump failed"),
        ("If the old pump failed, the cellar would flood. Ben sang", "the pump failed"),
    ],
)
def test_a_reason_about_something_else_is_a_claim_of_its_own(told: str, reason: str) -> None:
    assert "repetition" not in [kind for _, kind in left_out(f"{told}. Because {reason}, Ben went home.")]


def test_only_a_reason_recalls_in_fewer_words() -> None:
    assert left_out("The spare pump failed. The pump failed, so the cellar flooded.") == []


@pytest.mark.parametrize(
    ("text", "denied", "kept"),
    [
        (
            "The lamp went out, not because the bulb was old but because a mouse had eaten the cable.",
            "the bulb was old",
            ["The lamp went out.", "A mouse had eaten the cable."],
        ),
        (
            "Sales fell because the ads were paused, not because prices rose.",
            "prices rose",
            ["Sales fell.", "The ads were paused."],
        ),
        (
            "The flight was cancelled not because of fog but due to a strike.",
            "fog",
            ["The flight was cancelled.", "There was a strike."],
        ),
        (
            "The lamp went out, not because it was old or because it was cheap but because the fuse blew.",
            "it was old",
            ["The lamp went out.", "The fuse blew."],
        ),
        (
            "The lamp went out, not because a mouse ate the cable and cut the wire, but because the fuse blew.",
            "a mouse ate the cable",
            ["The lamp went out.", "The fuse blew."],
        ),
        (
            "The lamp went out, not because the bulb was old, and Ann lit a candle.",
            "the bulb was old",
            ["The lamp went out.", "Ann lit a candle."],
        ),
        (
            "Not because of the rain, but because the pitch was frozen, the match was called off.",
            "the rain",
            ["The pitch was frozen.", "The match was called off."],
        ),
    ],
)
def test_a_denied_reason_is_no_claim_and_no_cause(text: str, denied: str, kept: list[str]) -> None:
    scenario = read(text)
    assert {one.kind for one in scenario.left_out} == {"denied reason"}
    assert scenario.left_out[0].words == denied
    assert [event.statement for event in scenario.events] == kept
    assert len(scenario.links) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Ann wanted to leave but did not because the bus was late.",
        "The ferry could not due to the fog.",
        "The train was not due to arrive until noon, so Ann went for a walk.",
        "The delay was not due to fog.",
    ],
)
def test_a_denied_verb_before_a_reason_is_no_denied_reason(text: str) -> None:
    assert not [one for one in read(text).left_out if one.kind == "denied reason"]
