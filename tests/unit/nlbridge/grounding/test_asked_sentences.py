"""Which sentences a blind reader is asked about."""

from __future__ import annotations

import json

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Scenario
from nlbridge.grounding.asked_sentences import (
    Asked,
    Part,
    Supposed,
    asked_about,
    contrary_of,
    fact_of,
    listed_sentences,
    value_sentence,
)

RAIN = Event(id="rain", statement="It rained.", contrary="It was dry.")
DRY = Event(id="dry", statement="It rained.", contrary="It was dry.", fact="false")
SONG = Event(id="song", statement="Birds sang.")
TEA = Event(id="tea", statement="Lena drank tea at three.", kind=Kind.CHOICE, values=("tea", "milk"), fact="tea")
PRICE = Event(
    id="price",
    statement="Tea cost 9 euros.",
    kind=Kind.QUANTITY,
    values=("lower", "as stated", "higher"),
    fact="as stated",
)


@pytest.mark.parametrize(
    ("event", "fact", "contrary"),
    [
        (RAIN, "It rained.", "It was dry."),
        (DRY, "It was dry.", "It rained."),
        (SONG, "Birds sang.", "It is not so that: Birds sang."),
        (TEA, "Lena drank tea at three.", "It is not so that: Lena drank tea at three."),
        (PRICE, "Tea cost 9 euros.", "It is not so that: Tea cost 9 euros."),
    ],
)
def test_a_fact_and_its_contrary_are_sentences(event: Event, fact: str, contrary: str) -> None:
    assert (fact_of(event), contrary_of(event)) == (fact, contrary)


@pytest.mark.parametrize(
    ("event", "value", "sentence"),
    [
        (RAIN, "true", "It rained."),
        (RAIN, "false", "It was dry."),
        (DRY, "false", "It was dry."),
        (DRY, "true", "It rained."),
        (TEA, "tea", "Lena drank tea at three."),
        (TEA, "milk", "Lena drank milk at three."),
        (PRICE, "lower", "It is not so that: Tea cost 9 euros."),
    ],
)
def test_a_value_is_put_into_words(event: Event, value: str, sentence: str) -> None:
    assert value_sentence(event, value) == sentence


def test_an_option_that_opens_its_sentence_is_replaced_and_one_that_it_lacks_denied() -> None:
    first = Event(id="e", statement="Tea was drunk.", kind=Kind.CHOICE, values=("tea", "milk"), fact="tea")
    assert value_sentence(first, "Milk") == "Milk was drunk."
    none = Event(id="e", statement="Lena drank.", kind=Kind.CHOICE, values=("tea", "milk"), fact="tea")
    assert value_sentence(none, "milk") == "It is not so that: Lena drank."


def asked(
    do_what: dict[str, str], *events: Event, supposed: Supposed = (), passage: str = "It fell."
) -> tuple[Asked, ...]:
    rubric = build_rubric(derive(Scenario(events=events), do(do_what)))
    return asked_about(rubric, supposed, passage)


def parts(found: tuple[Asked, ...]) -> set[tuple[str, str, Part]]:
    return {(one.sentence, one.event, one.part) for one in found}


def test_claims_are_asked_about_with_their_contraries_and_what_is_supposed() -> None:
    found = asked({"rain": "false"}, RAIN, SONG, TEA)
    assert parts(found) == {
        ("It rained.", "rain", Part.CLAIM),
        ("It was dry.", "rain", Part.SUPPOSED),
        ("Birds sang.", "song", Part.CLAIM),
        ("It is not so that: Birds sang.", "song", Part.DENIAL),
        ("Lena drank tea at three.", "tea", Part.CLAIM),
    }
    assert [one.id for one in found] == ["c1", "c2", "c3", "c4", "c5"]


@pytest.mark.parametrize(
    ("do_what", "supposed", "sentences"),
    [
        ({"rain": "false"}, (("rain", "It snowed."),), {"It snowed."}),
        ({"rain": "false"}, (("rain", "It rained."),), set()),
        ({"rain": "false"}, (("song", "It snowed."),), {"It was dry."}),
        ({"rain": "true"}, (("rain", "It snowed."),), set()),
        ({"price": "lower"}, (), set()),
        ({"price": "lower"}, (("price", "Tea cost 7 euros."),), {"Tea cost 7 euros."}),
        ({"tea": "milk"}, (), {"Lena drank milk at three."}),
        ({"rain": "true", "tea": "milk"}, (), {"Lena drank milk at three."}),
    ],
)
def test_what_is_supposed_is_asked_in_its_own_words_or_by_its_value(
    do_what: dict[str, str], supposed: Supposed, sentences: set[str]
) -> None:
    found = asked(do_what, RAIN, TEA, PRICE, supposed=supposed)
    assert {one.sentence for one in found if one.part is Part.SUPPOSED} == sentences


def test_a_contrary_that_is_asked_already_in_whatever_case_is_not_asked_twice() -> None:
    wet = Event(id="wet", statement="Streets were wet.", contrary="IT WAS DRY.")
    found = asked({"rain": "false"}, RAIN, wet)
    assert [one.sentence for one in found if one.part is Part.DENIAL] == []
    found = asked({"song": "false"}, RAIN, SONG)
    assert [one.sentence for one in found if one.part is Part.DENIAL] == ["It was dry."]


def test_the_order_hangs_on_the_passage_and_nothing_else() -> None:
    events = [Event(id=f"e{k}", statement=f"Bird {k} sang.") for k in range(6)]
    first, again, other = (
        asked({"e0": "false"}, *events, passage=said) for said in ("It fell.", "It fell.", "It ran.")
    )
    assert first == again
    assert parts(first) == parts(other)
    assert [one.sentence for one in first] != [one.sentence for one in other]
    assert [one.event for one in first] != sorted(one.event for one in first)
    assert asked({"e0": "false"}, *events, passage="\ud800") != ()


def test_each_sentence_has_a_line_of_its_own() -> None:
    found = [Asked(id=f"c{k}", sentence=said, event="e", part=Part.CLAIM) for k, said in enumerate(("Née.", 'A "b".'))]
    lines = listed_sentences(tuple(found)).split("\n")
    assert [json.loads(line) for line in lines] == [
        {"id": "c0", "sentence": "Née."},
        {"id": "c1", "sentence": 'A "b".'},
    ]
    assert "Née" in lines[0]
