"""An answer that the program shows is one that its own verifier calls valid, whatever the text.

The texts are the examples, as they are read, and stories put together at random from plain clauses and connectives.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Kind
from nlbridge.judging.verification import verify
from nlbridge.reading.quantities import trend
from nlbridge.reading.reader import read
from nlbridge.telling.representative import answer_or_reason

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "scenarios").glob("*.json"))
CLAUSES = (
    "the pump failed",
    "the cellar was flooded",
    "a gust blew out the lantern",
    "Omar missed the ferry",
    "the bakery sold every loaf",
    "the guests left early",
    "nobody fed the hens",
    "the bell rang at noon",
    "a late frost killed the plums",
    "the road to the mill was closed",
    "Rosa repaired the roof",
    "the wool grew damp",
)
JOINS = (". As a result, ", ", so ", ". Meanwhile, ", ", and ", ". Consequently, ", ", but ", ". Even so, ")
FRONTS = ("", "because {}, ", "although {}, ", "after the storm, ", "due to the heavy rain, ")
STRAY = re.compile(r"\bnot not\b|\bdid not did\b|,\s*,|\s,|\bnot (and|but|so)\b|  ")


def rubrics(text: str) -> list[Rubric]:
    """Return the rubric of each single what-if that undoes what the text says.

    That a quantity went still further than it says has no wording in the text's own words.
    """
    scenario = read(text)
    further = {1: "higher", -1: "lower"}
    return [
        build_rubric(derive(scenario, do({event.id: value})))
        for event in scenario.events
        for value in event.values
        if value != event.fact and (event.kind is not Kind.QUANTITY or value != further[trend(event.statement)])
    ]


@st.composite
def stories(draw: st.DrawFn) -> str:
    told = draw(st.lists(st.sampled_from(CLAUSES), min_size=3, max_size=4, unique=True))
    front = draw(st.sampled_from(FRONTS))
    start = front.format(told.pop()) if "{}" in front else front
    text = start + told[0]
    for clause in told[1:]:
        text += draw(st.sampled_from(JOINS)) + clause
    sentences = [part[:1].upper() + part[1:] for part in text.split(". ")]
    return ". ".join(sentences) + "."


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_answer_that_is_shown_for_an_example_is_valid(path: Path) -> None:
    for rubric in rubrics(json.loads(path.read_text(encoding="utf-8"))["text"]):
        answer = answer_or_reason(rubric).text
        if not answer:
            continue  # withheld: no faithful sentence was found
        assert verify(rubric, answer).valid is True
        assert not STRAY.search(answer), answer


@settings(max_examples=15, deadline=None)
@given(stories())
def test_an_answer_that_is_shown_for_a_story_is_valid_and_has_no_stray_words(text: str) -> None:
    for rubric in rubrics(text)[:2]:
        answer = answer_or_reason(rubric).text
        if not answer:
            continue  # withheld: no faithful sentence was found
        assert verify(rubric, answer).valid is True
        assert not STRAY.search(answer), answer
