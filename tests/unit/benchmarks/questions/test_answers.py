"""Questions on stories of our own, against the truth of the models that tell them."""

from __future__ import annotations

import json

import pytest
from told_stories import STORIES, Question, counterfactuals, questions

from benchmarks.questions import QuestionNotReadError, UnmatchedPhraseError, answer

OPENING = "Training has a direct effect on fitness. Fitness has a direct effect on health. "
NUMBERS = (
    "For people who do not train, the probability of good health is 30%. "
    "For people who train, the probability of good health is 70%. "
)


def wrong(asked: list[Question]) -> list[str]:
    return [one.name for one in asked if answer(one.text).yes is not one.yes]


@pytest.mark.parametrize("name", STORIES)
def test_answers_to_numbers_are_those_of_the_full_model(name):
    asked = [one for seed in range(4) for one in questions(name, seed)]
    assert len(asked) > 8
    assert wrong(asked) == []


@pytest.mark.parametrize("name", STORIES)
def test_answers_to_rules_are_those_of_going_through_them(name):
    assert wrong(list(counterfactuals(name))) == []


@pytest.mark.parametrize("name", STORIES)
def test_every_answer_checks_and_quotes_its_numbers(name):
    for one in questions(name, 1):
        found = answer(one.text)
        assert found.check()
        for step in found.steps:
            if step.span is not None:
                start, end = step.span
                assert one.text[start:end].rstrip(".") in step.words
        assert json.loads(json.dumps(found.as_dict()))["answer"] in {"yes", "no", "open"}


def test_numbers_that_leave_it_open_are_open():
    text = "Training has a direct effect on health. The overall probability of training is 40%. "
    found = answer(text + "Will training increase the chance of health?")
    assert (found.word, found.firm) == ("open", False)


def test_what_rounding_could_turn_is_said_not_to_be_firm():
    numbers = NUMBERS.replace("30%", "50%").replace("70%", "51%")
    asked = "Will training increase the chance of good health?"
    assert answer(OPENING + NUMBERS + asked).firm
    near = answer(OPENING + numbers + asked)
    assert (near.word, near.firm) == ("yes", False)


def test_a_difference_below_the_precision_of_the_text_is_none():
    text = (
        "Training has a direct effect on fitness. Fitness has a direct effect on health. Luck has a direct effect on "
        "training and health. Luck is unobserved. "
        "For people who do not train, the probability of fitness is 50%. "
        "For people who train, the probability of fitness is 51%. "
        "For people who train and who are unfit, the probability of good health is 30%. "
        "For people who train and who are fit, the probability of good health is 60%. "
        "For people who train, would it be {way} likely to see good health if the person did not train?"
    )
    for way in ("more", "less"):
        found = answer(text.format(way=way))
        assert (found.word, found.firm, found.check()) == ("no", False, True)


def test_what_is_supposed_is_contrary_to_fact():
    asked = "For people who train, would it be more likely to see good health if the person had trained?"
    assert answer(OPENING + NUMBERS + asked).word == "no"


def test_those_without_the_cause_are_asked_about_the_other_way_round():
    asked = "For people who do not train, would it be more likely to see good health if the person trained?"
    assert answer(OPENING + NUMBERS + asked).word == "yes"


def test_cases_told_in_the_same_words_go_by_their_order():
    text = (
        "Boss has a direct effect on clerk and letter. Clerk has a direct effect on letter. "
        "For bosses who travel and clerks who are not ill, the probability of lost letter is 20%. "
        "For bosses who travel and clerks who are ill, the probability of lost letter is 60%. "
        "For bosses who travel and clerks who are not ill, the probability of lost letter is 30%. "
        "For bosses who travel and clerks who are ill, the probability of lost letter is 80%. "
        "The overall probability of the boss travelling is 30%. "
        "Will the clerk being ill increase the chance of lost letter?"
    )
    assert answer(text).word == "yes"


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("We look directly at how rest correlates with mood in general.", "We look at this case by case by age.", "no"),
        ("We look at this correlation case by case according to age.", "We look directly at it in general.", "yes"),
        ("We look at this correlation case by case according to sleep.", "We look directly at it in general.", "no"),
    ],
)
def test_of_two_methods_the_one_that_blocks_the_back_door_is_right(first, second, expected):
    background = "Age has a direct effect on rest and mood. Rest has a direct effect on sleep. "
    background += "Sleep has a direct effect on mood. "
    asked = "To understand how rest affects mood, is it more correct to use the Method 1 than Method 2?"
    found = answer(f"{background}Method 1: {first} Method 2: {second} {asked}")
    assert found.word == expected or (expected == "no" and found.word == "open")
    assert found.check()


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("Rest has a direct effect on mood.", QuestionNotReadError, "question mark"),
        ("Rest has a direct effect on mood. Is it so?", QuestionNotReadError, "known form"),
        ("The weather is fine. Will rest increase the chance of mood?", QuestionNotReadError, "what acts on what"),
        (
            "Rest has a direct effect on mood. Rest is nice. Will rest increase the chance of mood?",
            QuestionNotReadError,
            "Rest is nice",
        ),
        (
            "Rest has a direct effect on mood. Does rest positively affect piano through mood?",
            UnmatchedPhraseError,
            "'piano'",
        ),
        (
            "Rest has a direct effect on mood. To understand how rest affects mood, is it more correct to use the "
            "Method 1 than Method 2?",
            QuestionNotReadError,
            "Method 1",
        ),
        (
            "Rest has a direct effect on mood. We know that rest causes good mood. We observed a green piano. "
            "Would the mood be good if rest instead of no rest?",
            UnmatchedPhraseError,
            "green piano",
        ),
        (
            "Rest has a direct effect on mood. The overall probability of rest is 140%. "
            "Will rest increase the chance of mood?",
            QuestionNotReadError,
            "at most 1, or 100 %, got '140%'",
        ),
        (
            "Rest has a direct effect on mood. For rest, the probability of mood is 60%. For no rest, the probability "
            "of mood is 30%. For rest, the probability of mood is 20%. Will rest increase the chance of mood?",
            QuestionNotReadError,
            "expected one number for P",
        ),
        (
            "Rest has a direct effect on mood. For those with rest being low, the probability of mood being good is "
            "0.3. For those with rest being low, the probability of mood being good is 0.9. If rest is changed to be "
            "low, will mood be more likely to be good?",
            QuestionNotReadError,
            "got 0.3 from",
        ),
    ],
    ids=[
        "no question",
        "no form",
        "no background",
        "no number",
        "no variable",
        "no method",
        "no variable observed",
        "above 1",
        "two numbers",
        "two numbers by name",
    ],
)
def test_what_cannot_be_read_is_an_error_that_names_it(text, error, said):
    with pytest.raises(error, match=said):
        answer(text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Tiredness causes errors. Errors cause rework. Is tiredness an ancestor of rework?", "yes"),
        ("The storm causes an outage. The outage causes a delay. Does the storm cause the delay?", "yes"),
        ("The storm causes an outage. The outage causes a delay. Does the delay cause the storm?", "no"),
    ],
)
def test_a_name_is_the_same_at_the_start_of_a_sentence_and_with_any_article(text, word):
    found = answer(text)
    assert (found.word, found.check()) == (word, True)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("We know that A or B causes C. C causes D. We observed A. Would D if not A instead of A?", "open"),
        ("We know that A and B causes C. C causes D. We observed A and B. Would D if not A instead of A?", "no"),
        ("We know that frost causes ice. Ice causes delay. We observed frost. Would delay if no frost?", "no"),
    ],
)
def test_rules_alone_state_the_graph_of_a_story(text, word):
    found = answer(text)
    assert (found.word, found.check()) == (word, True)


@pytest.mark.parametrize("came", [None, 5, ["Does A cause B?"]])
def test_what_is_no_text_is_no_question(came):
    with pytest.raises(QuestionNotReadError, match="expected a question with its text, got"):
        answer(came)
