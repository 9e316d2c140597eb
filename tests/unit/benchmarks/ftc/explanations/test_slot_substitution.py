from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.ftc.explanations.slot_substitution import substituted, supposed
from benchmarks.ftc.explanations.tagged_text import sentence, tag
from benchmarks.ftc.explanations.weakened_hypothesis import without
from nlbridge.language.pipeline.dictionary import (
    article,
    gerund,
    lemmas,
    plural,
    present,
    same_word,
    singular,
    verb_lemma,
)

NOUNS = "baker judge tram ferry lantern violin umbrella owl engine kettle".split()
VERBS = "knead row paint carry sweep repair climb dig lie run swim tie argue".split()
SETTINGS = settings(max_examples=25)

PUT = [
    ("A cook stirs soup in a hall.", "stirs soup", "sweeping a floor", "A cook is sweeping a floor in a hall."),
    ("Bakers stirring soup.", "stirring soup", "sweep a floor", "Bakers sweeping a floor."),
    ("The cooks were asleep.", "asleep", "they are digging a well", "The cooks were digging a well."),
    ("There is a cook near a well.", "a cook", "two judges", "There are two judges near a well."),
    ("Two bakers sing.", "bakers", "judge", "Two judges sing."),
    ("An old cook sings.", "old", "young", "A young cook sings."),
    ("A cook is singing in a hall.", "in a hall", "on a ferry", "A cook is singing on a ferry."),
    ("A father rows with his son.", "father and son", "man and boy", "A man rows with his boy."),
    ("A cook is outdoors.", "outdoors", "he has a parasol", "A cook has a parasol."),
]


@pytest.mark.parametrize(("caption", "old", "new", "expected"), PUT)
def test_a_slot_asks_for_its_inflection(caption: str, old: str, new: str, expected: str) -> None:
    assert sentence(substituted(*tag([caption, old, new])).forms) == expected


@SETTINGS
@given(st.sampled_from(NOUNS), st.sampled_from(NOUNS))
def test_putting_a_noun_in_and_back_changes_nothing(old: str, new: str) -> None:
    caption, first, second = tag(
        [f"The man sees {article(old)} {old} near the gate.", f"{article(old)} {old}", f"{article(new)} {new}"]
    )
    there = substituted(caption, first, second)
    assert new in there.lower
    assert sentence(substituted(there, second, first).forms) == sentence(caption.forms)


@SETTINGS
@given(st.sampled_from(NOUNS), st.sampled_from(NOUNS))
def test_a_phrase_for_itself_changes_nothing(noun: str, other: str) -> None:
    caption, phrase = tag([f"The {noun} is next to the {other}.", f"the {noun}"])
    assert sentence(substituted(caption, phrase, phrase).forms) == sentence(caption.forms)


@pytest.mark.parametrize("verb", VERBS)
def test_inflected_verbs_lead_back_to_their_lemma(verb: str) -> None:
    forms = (gerund(verb), present(verb, plural=False), present(verb, plural=True))
    assert {verb_lemma(form) for form in forms} == {verb}
    assert all(same_word(form, verb) for form in forms)


@pytest.mark.parametrize("noun", NOUNS)
def test_plural_and_singular_undo_one_another(noun: str) -> None:
    assert singular(plural(noun)) == noun
    assert noun in lemmas(plural(noun))


def test_what_the_premise_says_is_said_of_the_same_person() -> None:
    caption, old, premise = tag(["A lady is lost.", "lost", "A woman in a red coat reads a map."])
    assert supposed(caption, old, premise).text() == "A lady reads a map"


def test_a_subject_that_is_in_question_is_taken_from_the_premise() -> None:
    caption, old, premise = tag(["A tall lady reads.", "tall", "A woman reads a map."])
    assert supposed(caption, old, premise).text() == "A woman reads a map"


@pytest.mark.parametrize(
    ("caption", "phrase", "rest"),
    [
        ("A lady reads a map in a library.", "in a library", "A lady reads a map"),
        ("An angry lady reads.", "she is angry", "A lady reads"),
        ("A lady walks home to feed the hens.", "to feed the hens", "A lady walks home"),
        ("A lady reads.", "reading", None),
        ("A lady is about to read.", "she will read", None),
    ],
)
def test_only_modifiers_and_adjuncts_can_be_left_out(caption: str, phrase: str, rest: str | None) -> None:
    found = without(*tag([caption, phrase]))
    assert (found.text() if found is not None else None) == rest


GIVEN = [
    # what the premise says too stays, though the phrase mentions it
    (
        "A pilot is knitting a woollen scarf.",
        "a woollen scarf",
        "A pilot knits a scarf.",
        "A pilot is knitting a scarf",
    ),
    # a further clause goes if the premise has none of its words, a fronted or borne-out one stays
    ("A judge is rowing a boat and is singing.", "singing", "A judge rows a boat.", "A judge is rowing a boat"),
    ("A judge is rowing because he is late.", "he is late", "A judge rows a boat.", "A judge is rowing"),
    ("A judge rows, tired of waiting.", "tired", "A judge rows a boat.", "A judge rows"),
    ("A judge is rowing as a nun is singing.", "a nun is singing", "A nun waves to a judge.", None),
    # a subject is called what the premise calls it, if it is as many
    ("Two sisters are rowing.", "the women are sisters", "Two women in red row a boat.", "Two women are rowing"),
    ("The sisters are rowing.", "they are sisters", "A woman rows a boat.", None),
    ("A couple is rowing.", "they are a couple", "A woman rows a boat.", None),
    ("Two sisters are rowing.", "the sisters are singing", "Two women row a boat.", None),
]


@pytest.mark.parametrize(("caption", "phrase", "premise", "rest"), GIVEN)
def test_what_the_premise_bears_out_stays(caption: str, phrase: str, premise: str, rest: str | None) -> None:
    found = without(*tag([caption, phrase, premise]))
    assert (found.text() if found is not None else None) == rest
