"""Edits that name another value of a choice than the one that is supposed."""

from __future__ import annotations

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Link, Scenario
from nlbridge.grounding.asked_sentences import value_sentence
from nlbridge.grounding.by_words import ground
from nlbridge.supposing.chosen_values import mistaken
from nlbridge.supposing.chosen_values import told as told_with

TEXT = "Odile sent the crates by barge. As a result, the pears reached Lyon bruised. The scale was new."
VALUES = ("by barge", "by train", "by lorry")


def rubric(value: str = "by train") -> Rubric:
    events = (
        Event(
            id="e1",
            statement="Odile sent the crates by barge.",
            span=(0, 30),
            kind=Kind.CHOICE,
            values=VALUES,
            fact="by barge",
        ),
        Event(id="e2", statement="The pears reached Lyon bruised.", span=(45, 75)),
        Event(id="e3", statement="The scale was new.", span=(77, 94)),
    )
    return build_rubric(
        derive(Scenario(text=TEXT, events=events, links=(Link(cause="e1", effect="e2"),)), do({"e1": value}))
    )


def named(edit: str, value: str = "by train") -> tuple[tuple[str, str], ...]:
    asked = rubric(value)
    return mistaken(asked, ground(edit, asked.scenario, asked.intervention).edit.words)


@pytest.mark.parametrize(
    ("edit", "found"),
    [
        ("Odile sent the crates by lorry. The pears did not reach Lyon bruised. The scale was new.", "by lorry"),
        ("Odile sent the crates by barge. The pears did not reach Lyon bruised. The scale was new.", "by barge"),
        ("Odile sent the crates by train. The pears did not reach Lyon bruised. The scale was new.", None),
        ("Odile sent the crates by train and not by lorry. The scale was new.", None),
        ("Odile sent the crates by rail instead of by barge. The scale was new.", None),
        ("Odile used the railway rather than a lorry. The scale was new.", None),
        ("Odile kept the crates at home. The scale was new.", None),
    ],
)
def test_another_listed_value_is_named_plainly_or_not_at_all(edit, found):
    assert named(edit) == ((("e1", found),) if found else ())


@pytest.mark.parametrize("value", VALUES[1:])
@pytest.mark.parametrize("told", VALUES)
def test_each_value_is_mistaken_for_all_others_and_none_for_itself(value, told):
    edit = f"Odile sent the crates {told}. The pears did not reach Lyon bruised. The scale was new."
    assert named(edit, value) == (() if told == value else (("e1", told),))


def test_a_value_whose_words_the_text_has_elsewhere_is_not_named_plainly():
    text = f"{TEXT} A lorry stood by."
    asked = rubric()
    scenario = Scenario(text=text, events=asked.scenario.events, links=asked.scenario.links)
    moved = build_rubric(derive(scenario, do({"e1": "by train"})))
    edit = "Odile had the crates on the rails. The pears did not reach Lyon bruised. A lorry stood by."
    assert mistaken(moved, ground(edit, scenario, moved.intervention).edit.words) == ()


@pytest.mark.parametrize(
    ("statement", "fact", "value", "sentence"),
    [
        ("The team drank tea.", "tea", "milk", "The team drank milk."),
        ("The carpenter came by car.", "car", "train", "The carpenter came by train."),
        ("The oilman cooked it in oil.", "oil", "butter", "The oilman cooked it in butter."),
        ("Redmond painted it red.", "red", "blue", "Redmond painted it blue."),
        ("The antenna killed the ant.", "ant", "bee", "The antenna killed the bee."),
        ("The inn was built in 19.", "in 19", "in 20", "The inn was built in 20."),
        ("Pineapples and pine burn.", "pine", "oak", "Pineapples and oak burn."),
        ("Ada wrote it in C++.", "C++", "Rust", "Ada wrote it in Rust."),
        ("Tea was drunk.", "tea", "milk", "Milk was drunk."),
        ("The rice was iced with ice.", "ice", "snow", "The rice was iced with snow."),
    ],
)
def test_a_value_is_put_in_place_of_a_whole_word(statement: str, fact: str, value: str, sentence: str) -> None:
    event = Event(id="e", statement=statement, kind=Kind.CHOICE, values=(fact, value), fact=fact)
    assert value_sentence(event, value) == told_with(event, value) == sentence
