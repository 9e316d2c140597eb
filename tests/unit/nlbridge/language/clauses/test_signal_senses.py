"""An adverb of result joins two clauses without a comma; the same word with another meaning does not."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


@pytest.mark.parametrize(
    ("text", "cause", "effect", "connective"),
    [
        ("The tram stalled so the pupils were late.", "The tram stalled.", "The pupils were late.", "so"),
        ("The tank was empty so the heater did not start.", "The tank was empty.", "The heater did not start.", "so"),
        ("The till broke hence the guests left.", "The till broke.", "The guests left.", "hence"),
        ("The valve stuck therefore the vat overflowed.", "The valve stuck.", "The vat overflowed.", "therefore"),
        ("A cable snapped thus the lift stopped.", "A cable snapped.", "The lift stopped.", "thus"),
        (
            "The oven broke which is why the rolls ran out.",
            "The oven broke.",
            "The rolls ran out.",
            "which is why",
        ),
        ("The mill stood still so bread ran short.", "The mill stood still.", "Bread ran short.", "so"),
        (
            "The nurse was ill so patients waited outside and two left.",
            "The nurse was ill.",
            "Patients waited outside.",
            "so",
        ),
    ],
)
def test_an_adverb_of_result_needs_no_comma(text: str, cause: str, effect: str, connective: str) -> None:
    scenario = read(text)
    link = next(link for link in scenario.links if link.connective == connective)
    assert [scenario.event(name).statement for name in (link.cause, link.effect)] == [cause, effect]


@pytest.mark.parametrize(
    "text",
    [
        "The guard said so and the gate stayed shut.",
        "Mia did so because the clerk asked.",
        "Ten or so guests waited outside.",
        "The cook was so tired.",
        "The rule was so the guests could sleep.",
        "Pia took the tram so as to save money.",
        "The chef thinks so but the waiter disagrees.",
        "The barley therefore stayed short.",
        "He was told so the crew left.",
        "The lamp is thus broken.",
        "She looked up the meaning of the word.",
    ],
)
def test_a_word_that_joins_no_clauses_gives_no_result(text: str) -> None:
    words = {"so", "thus", "therefore", "meaning"}
    assert words.isdisjoint(link.connective for link in read(text).links)
