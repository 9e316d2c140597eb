"""What opens a sentence with `so` follows from the main clause before it, not from what that clause overcame."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def signalled(text):
    told = read(text)
    links = [link for link in told.links if link.connective and link.sign.value == "promotes"]
    return [(told.event(link.cause).statement, told.event(link.effect).statement) for link in links]


@pytest.mark.parametrize(
    ("text", "cause", "effect"),
    [
        (
            "Ana baked bread although the oven was old. So the guests had toast.",
            "Ana baked bread.",
            "The guests had toast.",
        ),
        (
            "The crew sailed although a storm was near. As a result, the mast broke.",
            "The crew sailed.",
            "The mast broke.",
        ),
        ("Pia kept running though her knee hurt. Therefore she limped.", "Pia kept running.", "Pia limped."),
        ("The firm hired Otto even though he was late. Consequently, Eva quit.", "The firm hired Otto.", "Eva quit."),
        (
            "They opened the dam even though it rained. Hence the village flooded.",
            "They opened the dam.",
            "The village flooded.",
        ),
        ("Max sold the van though it was new. As a consequence, he walked.", "Max sold the van.", "Max walked."),
    ],
)
def test_a_consequence_follows_from_the_main_clause(text, cause, effect):
    assert (cause, effect) in signalled(text)


@pytest.mark.parametrize(
    ("text", "cause", "effect"),
    [
        ("Although it rained, the team played. So the pitch was ruined.", "The team played.", "The pitch was ruined."),
        ("The lock was broken. So the gate stayed open.", "The lock was broken.", "The gate stayed open."),
        ("The shop closed because the rent rose. So Ida moved away.", "The shop closed.", "Ida moved away."),
    ],
)
def test_other_causes_stay_as_they_were(text, cause, effect):
    assert (cause, effect) in signalled(text)
