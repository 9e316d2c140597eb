"""Each event is stated as a whole sentence: subject, finite verb, no connective, no pronoun where that is safe."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@pytest.mark.parametrize(
    "joint", ["combined with a stuck vent", "together with a stuck vent", "coupled with a stuck vent"]
)
def test_the_object_tells_what_joint_causes_brought_about(joint: str) -> None:
    said = statements(f"A long heatwave, {joint}, ruined the tomato seedlings in the greenhouse.")
    assert said[-1].startswith("The tomato seedlings")
    assert "were ruined" in said[-1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A gust from the pass blew out the lantern.", "The lantern was blown out."),
        ("A wet summer and a late frost together spoiled the plums.", "The plums were spoiled."),
        ("The pump failed. This forced the miners to leave.", "The miners were forced to leave."),
        ("The lamp broke, which made the room look dull.", "The room looked dull."),
        ("A broken axle delayed the coach and stranded two singers.", "Two singers were stranded."),
        ("A sudden hailstorm killed half of the hens.", "Half of the hens were killed."),
        ("The gale kept the ferry in port all morning.", "The ferry was kept in port all morning."),
        ("Heavy rain washed the bridge over the Lenn away.", "The bridge over the Lenn was washed away."),
    ],
)
def test_what_an_event_brings_about_is_told_without_it(text: str, told: str) -> None:
    assert told in statements(text)


@pytest.mark.parametrize("text", ["Old Marn buried the ewe behind the chapel.", "Young Tolley broke the lamp."])
def test_what_somebody_does_is_one_event(text: str) -> None:
    assert statements(text) == [text]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Due to the storm, the ferry stayed in port.", "There was a storm."),
        ("Due to in-house repairs, the ferry stayed in port.", "There were in-house repairs."),
        ("Due to thick fog, the ferry stayed in port.", "There was thick fog."),
        ("Because of the dry summer of 1911, the well ran low.", "The summer of 1911 was dry."),
        ("With the bridge closed, the drivers took the ferry.", "The bridge was closed."),
        ("Without the map, the scouts lost their way.", "There was no map."),
        ("Thanks to the baker's broken oven, the cakes were raw.", "The baker's oven was broken."),
        ("Warned by a friend, Ada sold the boat.", "Ada was warned by a friend."),
        ("The mayor, who had slept badly, forgot the speech.", "The mayor had slept badly."),
    ],
)
def test_phrases_become_clauses(text: str, told: str) -> None:
    assert told in statements(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Omar climbed the stairs. He felt dizzy, so he sat down.", "Omar sat down."),
        ("Although she wore gloves, Rosa burned her hand.", "Rosa wore gloves."),
        ("Lena forgot the key. Her phone was flat.", "Lena's phone was flat."),
        ("Tim dropped the jug and cut his foot.", "Tim cut his foot."),
    ],
)
def test_a_pronoun_is_replaced_where_one_person_can_be_meant(text: str, told: str) -> None:
    assert told in statements(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ada met Rosa at the market. She was late.",
        "Glaze ran off the vases. Marta could not fill the order. She rang the supplier.",
        "The kettle stood beside the teapot. It cracked.",
        "It rained all night, so the cellar flooded.",
    ],
)
def test_a_pronoun_stays_where_two_can_be_meant_or_none(text: str) -> None:
    assert any(said.startswith(("She ", "It ")) for said in statements(text))


def test_a_connective_inside_a_clause_is_left_out() -> None:
    assert "The guards closed the gate." in statements("Wolves came near. The guards therefore closed the gate.")


def test_spans_are_the_words_of_the_text_whatever_the_statement_says() -> None:
    scenario = read("A long heatwave, combined with a stuck vent, ruined the seedlings.")
    quoted = [scenario.text[slice(*event.span)] for event in scenario.events if event.span]
    assert quoted == ["A long heatwave", "a stuck vent", "ruined the seedlings"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The charts, kept in a tin trunk, stayed dry.", "The charts were kept in a tin trunk."),
        ("For want of nails the smith closed early.", "There were no nails."),
        ("In the absence of a judge the trial was put off.", "There was no judge."),
        ("A cracked pipe let gas into the cellar.", "Gas got into the cellar."),
        ("The death of her sister left the widow without a friend.", "The widow was left without a friend."),
        ("The lamp failed, which gave the thief more time to escape.", "The thief was given more time to escape."),
        ("The organ was tuned in the same year.", "The organ was tuned in the same year."),
        ("The ferry was delayed by strong winds.", "There were strong winds."),
        ("His friend Kai wore sandals.", "His friend Kai wore sandals."),
        ("The hymns were recorded in May and stayed as they were.", "The hymns stayed as they were."),
        ("He read out an ode to eels, which the crowd took for a joke.", "The crowd took this for a joke."),
        ("He wrote a novel, which the critics hated.", "The critics hated the novel."),
        ("He mended the roof, which the owner had left to rot.", "The owner had left the roof to rot."),
        ("They lived in a mill, which he had built in May.", "He had built the mill in May."),
        (
            "The barge sank. Her mate, a keen angler, caught ten pike.",
            "The barge's mate, a keen angler, caught ten pike.",
        ),
        ("The bread, delivered that morning, was warm.", "The bread was delivered that morning."),
        ("The dyke at Orsk gave way at noon.", "The dyke at Orsk gave way at noon."),
        ("The hall was cold; but the heating had been paid for.", "The heating had been paid for."),
        ("We've had forty letters, and it's late.", "We've had forty letters."),
        ("One of them, Leo, has now applied.", "One of them, Leo, has now applied."),
        ("A third, in Oslo, was caught.", "A third, in Oslo, was caught."),
        ("Our Sardinian, Gavino, was picking olives.", "Our Sardinian, Gavino, was picking olives."),
        ("The judges, all tortoises, had upheld it.", "The judges, all tortoises, had upheld it."),
        ("A racehorse, Lady Quince, had kicked the door.", "A racehorse, Lady Quince, had kicked the door."),
        ("The crew, a hen party from Leeds, had the music up.", "The crew, a hen party from Leeds, had the music up."),
    ],
)
def test_a_claim_is_whole_and_says_no_more_than_the_text(text: str, told: str) -> None:
    assert told in statements(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The Amelia ran aground. She lost her mast.", "The Amelia lost her mast."),
        ("The barge Ondine struck a pier. A tug pulled her off.", "The barge Ondine was pulled off."),
        ("Fog lay on the bay. The Amelia waited. She missed the tide.", "The Amelia missed the tide."),
        ("Vera showed the map to her uncle. He cut the trip short.", "Her uncle cut the trip short."),
        ("The Amelia was steered by a woman. She lost her way.", "The woman lost her way."),
    ],
)
def test_a_pronoun_stands_for_a_ship_or_for_the_one_whose_sex_is_told(text: str, told: str) -> None:
    assert told in statements(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Both the frost and the mice ruined the crop.",
            ["There was frost.", "There were mice.", "The crop was ruined."],
        ),
        (
            "A late frost, as well as a plague of mice, ruined the crop.",
            ["There was a late frost.", "There was a plague of mice.", "The crop was ruined."],
        ),
        ("Neither the frost nor the mice harmed the crop.", ["Neither the frost nor the mice harmed the crop."]),
        ("The treasurer as well as the chairman resigned.", ["The treasurer as well as the chairman resigned."]),
        ("He sold the farm along with the cattle.", ["He sold the farm along with the cattle."]),
        ("The tax office sent a reminder.", ["The tax office sent a reminder."]),
    ],
)
def test_joint_causes_are_events_of_their_own_and_persons_and_objects_are_not(text: str, told: list[str]) -> None:
    assert statements(text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "The hives went late, a tyre having burst on the way.",
            ["The hives went late.", "A tyre had burst on the way."],
        ),
        ("Dad read tablespoons, his glasses being upstairs.", ["Dad read tablespoons.", "His glasses were upstairs."]),
        (
            "The covers having been lent to another crew, the plane stood in the rain.",
            ["The covers had been lent to another crew.", "The plane stood in the rain."],
        ),
        (
            "A raccoon chewed through the hose, the shed door having been left open.",
            ["A raccoon chewed through the hose.", "The shed door had been left open."],
        ),
        ("She disliked her sister having left.", ["She disliked her sister having left."]),
    ],
)
def test_a_participle_with_a_subject_of_its_own_is_a_claim_of_its_own(text: str, told: list[str]) -> None:
    assert statements(text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A sudden downpour delayed the prize-giving by an hour.", "The prize-giving was delayed by an hour."),
        ("A loose bolt stopped the merry-go-round at noon.", "The merry-go-round was stopped at noon."),
        ("A sudden storm delayed the cheese fair.", "The cheese fair was delayed."),
        ("A sudden storm left the floor wet.", "The floor was left wet."),
    ],
)
def test_what_was_acted_on_is_named_in_full(text: str, told: str) -> None:
    assert statements(text)[-1] == told


@pytest.mark.parametrize("place", ["The village of Orme", "The small town of Lisk", "The city"])
def test_a_place_acts_as_those_who_live_there_do(place: str) -> None:
    assert statements(f"{place} held its cheese fair on Monday.") == [f"{place} held its cheese fair on Monday."]
