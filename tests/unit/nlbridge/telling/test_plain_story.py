"""A text that was read, told again: what surely stays, the what-if, plain denials, and what is left out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from causalcore.derivation.derivation import AnswerKind, derive, with_expectation
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Provenance, Scenario
from nlbridge.telling.plain_story import Fate, fates, plain_story
from nlbridge.telling.representative import answer_or_reason
from nlbridge.telling.supposed_sentence import supposed_sentence
from nlbridge.telling.taken_up import Told


def rubric(text: str, claims: tuple[str, ...], links: tuple[tuple[int, int], ...], supposed: int = 0) -> Rubric:
    """Return the rubric of a text whose claims and links are known, one of the claims supposed false."""
    events = tuple(
        Event(
            id=f"e{k}",
            statement=f"{said[:1].upper()}{said[1:]}.",
            span=(text.index(said), text.index(said) + len(said)),
        )
        for k, said in enumerate(claims)
    )
    joined = tuple(Link(cause=f"e{cause}", effect=f"e{effect}") for cause, effect in links)
    return build_rubric(derive(Scenario(text=text, events=events, links=joined), do({f"e{supposed}": "false"})))


def doubted(made: Rubric, *names: str) -> Rubric:
    """Return a rubric of which some answers are not sure."""
    chances = {a.event: float(a.kind is AnswerKind.CHANGED) for a in made.derivation.answers}
    return build_rubric(with_expectation(made.derivation, chances | dict.fromkeys(names, 0.7)))


PUMP = "The pump failed, so the cellar flooded. Snow fell on the hills."
MADE = rubric(PUMP, ("The pump failed", "the cellar flooded", "Snow fell on the hills"), ((0, 1),))


def test_the_what_if_and_its_one_effect_keep_the_connective_of_the_text():
    story = plain_story(MADE, "the pump had kept working")
    assert story.text == "The pump kept working, so the cellar did not flood. Snow fell on the hills."
    assert story.told == ("e1", "e2")
    assert story.left_out == ()


def test_what_is_not_sure_is_left_out_with_the_reason():
    made = doubted(MADE, "e1")
    assert fates(made)["e1"] is Fate.DOUBTED
    story = plain_story(made, "the pump had kept working")
    assert story.text == "The pump kept working. Snow fell on the hills."
    assert story.left_out == (("e1", "what happens to it is uncertain"),)


def test_a_what_if_that_was_given_as_a_value_is_told_by_its_claim():
    assert plain_story(MADE).text.startswith("The pump did not fail")


def test_a_sentence_that_takes_up_what_is_left_out_is_left_out_too():
    text = "Rain fell. A detour was laid through the park. It added an hour to the way."
    made = doubted(
        rubric(text, ("Rain fell", "A detour was laid through the park", "It added an hour to the way"), ()), "e1"
    )
    story = plain_story(made, "the day had stayed dry")
    assert story.text == "The day stayed dry."
    assert dict(story.left_out)["e2"] == "'It' refers to what is left out"


def test_the_reason_is_told_before_what_goes_with_it():
    text = "Our flight was cancelled because the fog was thick. Our bags were heavy."
    claims = ("Our flight was cancelled", "the fog was thick", "Our bags were heavy")
    story = plain_story(rubric(text, claims, ((1, 0),), supposed=1), "the air had been clear")
    assert story.text == "Our flight was not cancelled because the air was clear. Our bags were heavy."


@pytest.mark.parametrize(
    ("clause", "told"),
    [
        ("the dam had not burst", "The dam did not burst."),
        ("there had been no trains", "There were no trains."),
        ("the clause about walls had been struck out", "The clause about walls was struck out."),
        ("Ben had eaten only one slice", "Ben ate only one slice."),
        ("the child had stood up and the child had read nothing", "The child stood up and read nothing."),
        ("Lily held on to her ice cream", "Lily held on to her ice cream."),
        ("the atlas had been in its drawer", "The atlas was in its drawer."),
        ("no verb at all", ""),
    ],
)
def test_a_what_if_is_told_in_the_plain_past(clause, told):
    assert supposed_sentence(clause) == told


def test_a_what_if_that_denies_the_claim_keeps_what_the_text_says_of_it():
    text = "Ana's alarm did not ring, so she was late. The bus was full."
    made = rubric(text, ("Ana's alarm did not ring", "she was late", "The bus was full"), ((0, 1),))
    assert plain_story(made, "the alarm had rung").text == "Ana's alarm rang, so she was not late. The bus was full."


def test_a_claim_that_probably_goes_is_denied_as_likely():
    chances = {"e0": 1.0, "e1": 0.8, "e2": 0.0}
    made = build_rubric(with_expectation(MADE.derivation, chances))
    story = plain_story(made, "the pump had kept working")
    assert story.text.startswith("The pump kept working, so the cellar probably did not flood.")


def test_the_what_if_is_told_before_what_it_undoes():
    text = "We lost the index. Both windows were black. The phones rang."
    made = rubric(text, ("We lost the index", "Both windows were black", "The phones rang"), ((1, 0),), supposed=1)
    story = plain_story(made, "the two windows had looked different")
    assert story.text == "The two windows looked different. We did not lose the index. The phones rang."


def test_a_pronoun_whose_thing_was_left_out_is_not_told():
    text = "Rain fell. Forty litres of milk went sour. The owner threw it away."
    made = rubric(text, ("Rain fell", "Forty litres of milk went sour", "The owner threw it away"), ((0, 1), (1, 2)))
    story = plain_story(made, "the day had stayed dry")
    assert dict(story.left_out)["e2"] == "nothing before it says what 'it' is"


@pytest.mark.parametrize("sentence", ["She slept.", "The boat sank, too.", "The soup was cold.", "It was cheaper."])
def test_what_hangs_in_the_air_is_found(sentence):
    story = Told()
    story.lost("A cook brought some soup to Anna.")
    assert story.dangling(sentence)


def test_what_was_told_may_be_taken_up():
    story = Told()
    story.told("A cook brought some soup to Anna.", intact=True)
    assert not story.dangling("She ate the soup.")


def test_too_little_that_is_sure_is_withheld_with_the_count():
    made = doubted(MADE, "e1", "e2")
    unsure = replace(made.scenario, events=tuple(replace(e, provenance=Provenance.WORDS) for e in made.scenario.events))
    answer = answer_or_reason(replace(made, scenario=unsure), clause="the pump had kept working")
    assert (answer.text, answer.withheld) == (
        "",
        "too few claims are certain (0 of 2)",
    )
    assert answer_or_reason(replace(made, scenario=unsure), clause="x", sure=0.3).withheld.startswith(
        "the what-if is uncertain"
    )
