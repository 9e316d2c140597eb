"""What was over before cannot be an effect; what a word counts on from there may be one."""

from __future__ import annotations

import pytest

from causalcore import rubric
from nlbridge.reading.reader import read
from nlbridge.supposing.told_together import over_before

OVER = [
    ("The brakes of the coach failed.", "the brakes not failed", "The driver had slept well."),
    ("The chemist spilled acid on the floor.", "the chemist not spilled the acid", "The floor had been tiled in May."),
    ("A heron ate the goldfish.", "no heron eaten the goldfish", "Grandfather had dug the pond."),
    ("The judge threw out the case.", "the judge not thrown out the case", "Both lawyers had studied in Ghent."),
    ("Lucy won the race.", "Lucy not won the race", "The track had been mown at seven."),
    ("The cable car got stuck.", "the cable car not got stuck", "The tourists had bought sandwiches in the valley."),
    ("The bishop fell ill.", "the bishop stayed well", "The choir had rehearsed a mass by Byrd."),
    ("The crane toppled.", "the crane not toppled", "A week earlier, two men painted it yellow."),
    ("The actor forgot his lines.", "the actor not forgotten his lines", "The day before, the director bought a car."),
    ("The spaniel swallowed a pin.", "the spaniel not swallowed a pin", "Its owner left the navy a year earlier."),
    ("The vines caught mildew.", "the vines not caught mildew", "The cooper repaired the press the week before."),
    ("A wave sank the dinghy.", "no wave sunk the dinghy", "The harbour was dredged two years earlier."),
]
"""What happened, a what-if that takes it back, and what had been over by then."""

ONWARD = [
    "The brakes of the coach failed. By evening forty passengers had missed their flight.",
    "The chemist spilled acid on the floor. Soon it had eaten through the boards.",
    "A heron ate the goldfish. Since then the pond had been empty.",
    "The judge threw out the case. Within an hour the accused had left the country.",
    "Lucy won the race. By June three clubs had written to her.",
    "The cable car got stuck. An hour later the passengers had eaten all the sandwiches.",
    "Helen came to the cinema late. Her friends had already gone in.",
    "A wave sank the dinghy. Nobody had been saved.",
]
"""What a word counts on from there, what had already happened to one who was late, and a denial."""

EITHER = [
    ("The porter drops a crate.", "the porter not dropped the crate", "His lodgings have been let to a student."),
    ("Erik paints at the window.", "Erik read at the window", "His tooth has been filled."),
    ("The nurse hums a tune.", "the nurse not hummed a tune", "Her train has been diverted through Hamm."),
    ("Otto feeds the goat.", "Otto not fed the goat", "His concert has been postponed until May."),
    ("The clerk wore a green tie.", "the clerk worn a grey tie", "His dentist moved to the High Street."),
]
"""What happens, a what-if that takes it back, and what happens to the same person and may have another cause."""


@pytest.mark.parametrize(("told", "had", "over"), OVER, ids=[over for _, _, over in OVER])
def test_what_was_over_before_stays(told, had, over):
    scenario = read(f"{told} {over}")
    last = scenario.events[-1].id
    assert last not in {link.effect for link in scenario.links}
    assert last in over_before(scenario)
    answer = list(rubric(scenario, had=had).answers.values())[-1]
    assert answer.kind.value == "unchanged"
    assert answer.expected < 0.1


@pytest.mark.parametrize("text", ONWARD)
def test_what_comes_on_from_there_is_left_to_the_network(text):
    assert not over_before(read(text))


def test_what_the_words_link_is_linked_whatever_its_tense():
    scenario = read("The bus broke down. As a result, the guests had eaten nothing.")
    assert [(link.cause, link.effect) for link in scenario.links] == [("e1", "e2")]
    assert not over_before(scenario)


def test_what_was_over_is_an_effect_of_nothing_in_the_sentence_ahead():
    scenario = read("The pump failed, so the cellar flooded. The owner had bought it in May.")
    assert over_before(scenario) == {"e3": ("e1", "e2")}
    assert rubric(scenario, had="the pump not failed").answers["e3"].kind.value == "unchanged"


@pytest.mark.parametrize(("told", "had", "later"), EITHER, ids=[later for _, _, later in EITHER])
def test_whose_thing_a_sentence_opens_with_makes_it_no_surer(told, had, later):
    answer = list(rubric(f"{told} {later}", had=had).answers.values())[-1]
    assert answer.expected < 0.8
