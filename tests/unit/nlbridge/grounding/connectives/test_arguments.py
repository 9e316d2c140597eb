from __future__ import annotations

import pytest

from nlbridge.grounding.connectives.arguments import joints
from nlbridge.language.meaning.word_relations import words


def joined(text):
    edit = words(text)
    return [
        (
            joint.words,
            joint.consecutive,
            " ".join(w.text for w in edit[slice(*joint.cause)] if not w.mark),
            " ".join(w.text for w in edit[slice(*joint.effect)] if not w.mark),
        )
        for joint in joints(edit)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The tap dripped, so the sink filled.", [("so", True, "the tap dripped", "the sink filled")]),
        (
            "Although the tap dripped, the sink stayed dry.",
            [("although", False, "the tap dripped", "the sink stayed dry")],
        ),
        ("The sink filled because the tap dripped.", [("because", True, "the tap dripped", "the sink filled")]),
        (
            "The tap dripped. The sink nevertheless stayed dry.",
            [("nevertheless", False, "the tap dripped", "the sink nevertheless stayed dry")],
        ),
        (
            "The tap dripped. The sink stayed dry anyway.",
            [("anyway", False, "the tap dripped", "the sink stayed dry anyway")],
        ),
        (
            "A worn washer, combined with the frost, burst the tap.",
            [("combined with", True, "a worn washer combined with the frost", "burst the tap")],
        ),
        (
            "The sink filled, for the tap had dripped all day.",
            [("for", True, "the tap had dripped all day", "the sink filled")],
        ),
        (
            "The road was open despite the snow, so the van came.",
            [
                ("despite", False, "the snow", "the road was open"),
                ("so", True, "the road was open despite the snow", "the van came"),
            ],
        ),
    ],
)
def test_a_connective_joins_the_stretches_of_cause_and_effect(text, expected):
    assert joined(text) == expected


def test_two_fronted_reasons_share_the_main_clause():
    found = joined("Because the tap dripped, and because the drain was shut, the sink filled.")
    assert [effect for *_, effect in found] == ["the sink filled", "the sink filled"]


@pytest.mark.parametrize(
    "text",
    [
        "The wind was so strong that the sign fell.",
        "The train had not yet left.",
        "She waited for three hours.",
        "He has lived there since spring.",
        "The soup was still hot.",
        "The guests were forced out.",
    ],
)
def test_a_word_that_gives_no_reason_here_joins_nothing(text):
    assert joined(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As nobody pumped, the well ran dry.", [("as", True, "nobody pumped", "the well ran dry")]),
        (
            "Nobody pumped, so that the well ran dry.",
            [("so that", True, "nobody pumped", "the well ran dry")],
        ),
        ("Thanks to that pump, the well held.", [("thanks to", True, "that pump", "the well held")]),
        ("Nobody pumped so that the guests slept.", []),
        ("As planned, the guests slept, as quiet as mice.", []),
        ("Ada had farmed since her retirement.", []),
        (
            "Nobody pumped. The well did not run dry, however, and the guests slept.",
            [("however", False, "nobody pumped", "the well did not run dry")],
        ),
    ],
)
def test_reasons_and_results_are_told_from_times_purposes_and_comparisons(text, expected):
    assert joined(text) == expected
