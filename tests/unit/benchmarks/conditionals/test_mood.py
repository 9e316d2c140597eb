"""Sentences of our own, over the forms that English has for a supposition and for a turn back to the facts."""

from __future__ import annotations

import pytest

from benchmarks.conditionals.mood import read_mood, read_moods
from nlbridge.errors import UnreadableTextError

COUNTERFACTUAL, FACTUAL, OPEN = "counterfactual", "factual", "open"
HYPOTHETICAL, ACTUAL = "hypothetical", "actual"

ROWS = [
    ("Had the bridge been closed, the lorry would have taken the ferry.", COUNTERFACTUAL, HYPOTHETICAL, True),
    (
        "Had the bridge been closed, the lorry would have taken the ferry. Actually it crossed at noon.",
        COUNTERFACTUAL,
        ACTUAL,
        False,
    ),
    ("The lorry would have taken the ferry if the bridge had been closed.", COUNTERFACTUAL, HYPOTHETICAL, True),
    (
        "The tide would have drowned the cabin unless the crew had built a wall. The cabin is dry.",
        COUNTERFACTUAL,
        ACTUAL,
        False,
    ),
    ("If the tide rises, the path floods.", OPEN, HYPOTHETICAL, True),
    ("If the tide rises, the path will flood. The warden will close the gate.", OPEN, HYPOTHETICAL, True),
    ("Since the kiln cracked, the pots are ruined.", FACTUAL, ACTUAL, True),
    ("The pots are ruined because the kiln cracked. The potter weeps.", FACTUAL, ACTUAL, True),
    ("Were the museum open, we would see the mosaic.", COUNTERFACTUAL, HYPOTHETICAL, True),
    ("If I were taller, I could reach the shelf. As it is, I need a ladder.", COUNTERFACTUAL, ACTUAL, False),
    ("If the parcel arrived tomorrow, we would be delighted.", OPEN, HYPOTHETICAL, True),
    (
        "If the violinist had practised, the concert would have been a triumph, but the audience left early.",
        COUNTERFACTUAL,
        ACTUAL,
        False,
    ),
    (
        "If the violinist had practised, the concert would have been a triumph. The critics would have cheered.",
        COUNTERFACTUAL,
        HYPOTHETICAL,
        True,
    ),
    ("Even if the alarm had rung, nobody would have heard it.", COUNTERFACTUAL, HYPOTHETICAL, True),
    ("She asked if the shop was open. The owner nodded.", None, ACTUAL, None),
    ("It looked as if the roof had collapsed. The beams were fine.", None, ACTUAL, None),
    ("Given that the river froze, the skaters came out.", FACTUAL, ACTUAL, True),
    ("Because the baker overslept, the shop would stay shut all day.", FACTUAL, ACTUAL, True),
    ("If he left at five, he is home by now.", OPEN, HYPOTHETICAL, True),
    ("Suppose the comet had hit the moon. The tides would have changed.", COUNTERFACTUAL, HYPOTHETICAL, True),
    ("If wolves ate grass, sheep would be safe; in reality, shepherds keep dogs.", COUNTERFACTUAL, ACTUAL, False),
    ("The train is late.", None, ACTUAL, None),
    ("Because of the storm, the ferry stayed in port.", None, ACTUAL, None),
    ("If only the captain had listened, the ship would be safe.", COUNTERFACTUAL, HYPOTHETICAL, True),
    ("Now that the bridge is finished, the ferry has stopped.", FACTUAL, ACTUAL, True),
    ("If the cellist hadn't fallen, she'd have won. She came third.", COUNTERFACTUAL, ACTUAL, False),
    ("If the mayor'd resigned, the council would have met.", COUNTERFACTUAL, HYPOTHETICAL, True),
    (
        "When the wind drops, the mill stops. If the mill had stopped, the miller would have slept.",
        COUNTERFACTUAL,
        HYPOTHETICAL,
        True,
    ),
    (
        "If the heron had been there, the fish would have hidden. In that case the angler goes home with nothing.",
        COUNTERFACTUAL,
        HYPOTHETICAL,
        True,
    ),
    ("Should the pipe burst, the cellar will flood.", OPEN, HYPOTHETICAL, True),
    ("Unless the guard sleeps, nobody can enter.", OPEN, HYPOTHETICAL, True),
    ("As the well was dry, the goats wandered off.", FACTUAL, ACTUAL, True),
    (
        "If the bus had been on time we would have met the queen. We missed her by a minute.",
        COUNTERFACTUAL,
        ACTUAL,
        False,
    ),
    ("If the glacier were to melt, the valley would drown.", COUNTERFACTUAL, HYPOTHETICAL, True),
    (
        "If the garden had been watered, the roses would be in bloom. Today the roses look withered.",
        COUNTERFACTUAL,
        ACTUAL,
        False,
    ),
]


@pytest.mark.parametrize(("text", "mood", "world", "holds"), ROWS)
def test_mood_world_and_antecedent_are_read(text, mood, world, holds):
    reading = read_mood(text)
    assert (reading.mood, reading.world, reading.antecedent_holds) == (mood, world, holds), reading.why


def test_the_antecedent_is_quoted_and_the_deciding_words_are_named():
    reading = read_mood("If the ferry had sailed, the pier would be empty. In fact, the pier is full.")
    assert reading.antecedent == "the ferry had sailed"
    assert '"if" with the past perfect' in reading.why
    assert '"in fact"' in reading.why


@pytest.mark.parametrize("text", ["", "  ", "... !", None, 5])
def test_a_text_without_words_is_refused(text):
    with pytest.raises(UnreadableTextError, match="expected a sentence"):
        read_mood(text)


def test_many_texts_are_read_as_one_by_one():
    texts = [row[0] for row in ROWS]
    assert list(read_moods(texts)) == [read_mood(text) for text in texts]


@pytest.mark.parametrize("change", [lambda text: f"  {text} ", lambda text: text.replace("'", "’")])
def test_white_space_and_the_shape_of_apostrophes_change_nothing(change):
    for text, *_ in ROWS:
        before, after = read_mood(text), read_mood(change(text))
        assert (before.mood, before.world) == (after.mood, after.world), text
