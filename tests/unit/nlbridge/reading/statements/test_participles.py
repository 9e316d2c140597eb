"""A participle clause is a full sentence about the subject that it shares, in the past."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "The crew sailed on, not knowing that the reef had moved.",
            "The crew did not know that the reef had moved.",
        ),
        ("Mr Hall objected, pointing out that the budget was spent.", "Mr Hall pointed out that the budget was spent."),
        ("The guard, thinking that the alarm was a drill, stayed.", "The guard thought that the alarm was a drill."),
        ("Believing that the ice would hold, the boys walked on.", "The boys believed that the ice would hold."),
        ("The crew left in boats, knowing the ship was lost.", "The crew knew the ship was lost."),
        ("The mayor, knowing nothing of the plan, signed the deed.", "The mayor knew nothing of the plan."),
        ("The cook stayed, not wanting to leave his cat.", "The cook did not want to leave his cat."),
    ],
)
def test_what_somebody_thought_or_said_has_a_subject(text: str, told: str) -> None:
    assert told in statements(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The nurse slipped, sustaining a fracture of the wrist.", "The nurse sustained a fracture of the wrist."),
        ("The dog ran off, barking at the geese.", "The dog barked at the geese."),
        ("The soldiers swam back, abandoning their guns.", "The soldiers abandoned their guns."),
    ],
)
def test_what_was_done_last_is_complete(text: str, told: str) -> None:
    assert statements(text)[1] == told


def test_what_was_going_on_stays_so() -> None:
    assert statements("Walking home, Ines found a purse.")[0] == "Ines was walking home."
    assert statements("While cleaning a flask, the student broke a seal.")[0] == "The student was cleaning a flask."


def test_two_participles_are_two_events() -> None:
    assert statements("The nurse slipped, sustaining a fracture and losing her phone.")[1:] == [
        "The nurse sustained a fracture.",
        "The nurse lost her phone.",
    ]
    assert statements("The river rose, flooding the fields and sweeping away the fence.")[1:] == [
        "The fields were flooded.",
        "The fence was swept away.",
    ]


@pytest.mark.parametrize("text", ["Knowing that the bridge was safe helped.", "Clearing the glass took an hour."])
def test_a_participle_may_be_the_subject(text: str) -> None:
    assert statements(text) == [text]


@pytest.mark.parametrize("share", ["four out of five cows", "two of the three herds"])
def test_a_share_belongs_to_the_subject_of_a_participle(share: str) -> None:
    told = statements(f"The lava had covered the fields. Deprived of grass, {share} died.")
    assert f"{share[0].upper()}{share[1:]} were deprived of grass." in told
