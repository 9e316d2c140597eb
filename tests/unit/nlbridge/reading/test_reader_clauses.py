"""Where one event ends and the next begins, in sentences that a small tagger or parser gets wrong."""

from __future__ import annotations

import pytest

from nlbridge.language.pipeline.dictionary import only_past, past_form
from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Because nobody had oiled the hinge, the cellar door jammed in the night.",
            ["Nobody had oiled the hinge.", "The cellar door jammed in the night."],
        ),
        (
            "The key was lost, so the guards walked in there and then, and before dawn the tower was in flames.",
            ["The key was lost.", "The guards walked in there and then.", "Before dawn the tower was in flames."],
        ),
        (
            "A software bug made the office heater run all night.",
            ["There was a software bug.", "The office heater ran all night."],
        ),
        (
            "A dry spring and a late frost together ruined the apples.",
            ["There was a dry spring.", "There was a late frost.", "The apples were ruined."],
        ),
        ("Since his return the pump had held.", ["Since his return the pump had held."]),
        ("Until his return the pump held.", ["Until his return the pump held."]),
        (
            "Since the oven had broken, the cook served salad.",
            ["The oven had broken.", "The cook served salad."],
        ),
        (
            "Since the man he trusted had fled, the bank closed.",
            ["The man the man trusted had fled.", "The bank closed."],
        ),
        (
            "The bells rang not at noon but at dusk, and the children stayed out.",
            ["The bells rang not at noon but at dusk.", "The children stayed out."],
        ),
        (
            "He did not go by bus but by train, so he was late.",
            ["He did not go by bus but by train.", "He was late."],
        ),
        (
            "He did not go, but in the end he sent his son.",
            ["He did not go.", "In the end he sent his son."],
        ),
        ("Together these made water gather in the cellar.", ["Water gathered in the cellar."]),
        ("The team finished fourth and lost.", ["The team finished fourth.", "The team lost."]),
        (
            "Ada, anxious about her exam, gave the dog away.",
            ["Ada was anxious about her exam.", "Ada gave the dog away."],
        ),
        (
            "The people of Orlo, a village founded by whalers, moved away.",
            ["Orlo was a village founded by whalers.", "The people of Orlo moved away."],
        ),
        (
            "The choir sang. So Mei, who had trained all year, won first prize.",
            ["The choir sang.", "Mei had trained all year.", "Mei won first prize."],
        ),
        (
            "The rear party, who had set out at dawn, reached the hut.",
            ["The rear party had set out at dawn.", "The rear party reached the hut."],
        ),
        (
            "Bamboo shot up within days, hiding the path.",
            ["Bamboo shot up within days.", "Bamboo hid the path."],
        ),
        (
            "The clerk misheard her and wrote down the wrong street.",
            ["The clerk misheard her.", "The clerk wrote down the wrong street."],
        ),
        (
            "A firework from the terrace set fire to the awning.",
            ["There was a firework from the terrace.", "Fire was set to the awning."],
        ),
        (
            "Thanks to the nets over four hundred herons were saved.",
            ["There were nets.", "Over four hundred herons were saved."],
        ),
        ("The cellar stayed dry.", ["The cellar stayed dry."]),
        ("The crates were opened by mistake.", ["The crates were opened by mistake."]),
        ("The road was blocked by an accident.", ["The road was blocked.", "There was an accident."]),
        ("As a stopgap we carried the crates by hand.", ["As a stopgap we carried the crates by hand."]),
        ("As duty manager I signed the sheet.", ["As duty manager I signed the sheet."]),
        ("As a tree had fallen, the road was shut.", ["A tree had fallen.", "The road was shut."]),
        (
            "The hall was warm, however, and a piper from Skye played.",
            ["The hall was warm.", "A piper from Skye played."],
        ),
    ],
)
def test_a_sentence_is_cut_into_its_events(text: str, expected: list[str]) -> None:
    assert statements(text) == expected


@pytest.mark.parametrize(("word", "expected"), [("swept", True), ("dawn", False), ("muggy", False), ("was", True)])
def test_a_past_tense_is_one_that_the_dictionary_has(word: str, expected: bool) -> None:
    assert past_form(word) is expected


def test_a_word_that_is_also_a_noun_is_not_only_a_past_tense() -> None:
    assert only_past("sang")
    assert not only_past("cut")
