"""A claim that is told again with a pronoun, or with less about its subject, to give its reason is one claim."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("The gate was open. It was open because the latch had rusted.", "It was open"),
        ("The fish died because the pond stank, and it stank because the drain was shut.", "it stank"),
        ("Two concerts were cancelled. They were cancelled because of the strike.", "They were cancelled"),
        ("The controller rebooted. It did so because its memory was worn out.", "It did so"),
        ("Letters were printed in mirror writing. It happened because a clerk chose the wrong tray.", "It happened"),
        ("A crane cable snapped at noon. The cable snapped because it was old.", "The cable snapped"),
        ("The fridge hummed while the cat slept. It did so because its fan was loose.", "It did so"),
        ("Every page got slow. It was slow as the disk was full.", "It was slow"),
        ("The lamp didn't glow. It did not glow because the bulb was loose.", "It did not glow"),
    ],
)
def test_a_claim_told_again_for_its_reason_is_one_claim(text: str, again: str) -> None:
    scenario = read(text)
    (repeated,) = (one for one in scenario.left_out if one.kind == "repetition")
    assert repeated.words == again
    assert again not in " ".join(event.statement for event in scenario.events)
    reason = scenario.events[-1].id
    assert any(link.cause == reason and link.effect == repeated.repeats for link in scenario.links)


@pytest.mark.parametrize(
    "text",
    [
        "The gate was open. It was shut because of the wind.",
        "The gate was not open. It was open because the latch had rusted.",
        "The gate was open. It would be open because the latch had rusted.",
        "The pump failed. It probably failed because of the heat.",
        "The old pump failed. It never failed because Ann oiled it.",
        "No train left the yard. It left because the signal was green.",
        "The alarm hardly worked. It worked because Ann fixed it.",
        "Anna was tired. Ben was tired. She was tired because she had worked late.",
        "The lamps failed in May. The fan was new. It failed because of dust.",
        "Tom was hit. He hit because he was angry.",
        "Anna left and Ben stayed. She did so because she was ill.",
        "The pump could fail at any time. It failed because the oil was old.",
        "The doctor did not want to operate, but he did because the pain grew.",
        "The card was in both pockets, as it happened. Robert limped aboard.",
        "Ann saw the leak. She was there because a class had been cancelled.",
    ],
)
def test_another_claim_about_the_same_thing_is_no_repetition(text: str) -> None:
    assert not [one for one in read(text).left_out if one.kind == "repetition"]


@pytest.mark.parametrize(
    "text",
    [
        "The gate was open. It was open because the latch had rusted. It was open because Ann had left in haste.",
        "The shop closed. Because of the closure, two clerks left. Due to the closure, the square was empty.",
        "The shop closed. Because of the closure, Ann left. The closure hurt the town. The closure hurt the town.",
    ],
)
def test_a_claim_told_three_times_is_one_claim(text: str) -> None:
    scenario = read(text)
    names = {event.id for event in scenario.events}
    repeated = [one.repeats for one in scenario.left_out]
    assert len(repeated) > 1
    assert set(repeated) <= names
