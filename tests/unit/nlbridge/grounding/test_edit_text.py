from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import CriterionKind, build_rubric
from causalcore.scenario.intervention import do
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.passage import passage, place
from nlbridge.judging.verification import verify
from nlbridge.reading.reader import read

STORY = "The kiln cracked, but the potter saved every vase."


@pytest.mark.parametrize(
    "edit",
    [
        f"Sure! Here is the rewritten passage:\n\n{STORY}",
        f"Here's how things would have gone:\n{STORY}",
        f'"{STORY}"',
        f"> **{STORY}**",
        f"```text\n{STORY}\n```",
        f"{STORY} This edit is valid and meets all criteria.",
        f"Option 1: {STORY}\n\nOption 2: The kiln held.",
        f"{STORY}\n\nNote: I changed only the vases.",
        "The kiln cracked,\n\nbut the potter saved   every vase.",
    ],
)
def test_what_is_wrapped_around_the_passage_comes_off(edit):
    assert passage(edit) == STORY


def test_a_passage_without_wrapping_stays_as_it_is():
    assert passage(STORY) == STORY


def test_a_story_may_speak_of_a_grader_of_its_own():
    story = "The grader lost the essays, so the marks came late."
    edit = "The grader kept the essays, so the marks came on time."
    assert passage(edit, story) == edit
    assert passage(edit, "The clerk lost the essays, so the marks came late.") == ""


def test_emphasis_around_a_heading_and_elements_of_a_few_words_are_taken_off():
    assert passage("**Rewritten text:**\n\nThe tap dripped.") == "The tap dripped."
    assert passage("<verdict>valid</verdict> The tap dripped.") == "The tap dripped."
    assert passage("The tap did <b>not</b> drip.") == "The tap did not drip."


@pytest.mark.parametrize(
    "edit",
    [
        "# Outcome\n\n1. The kiln **held**.\n2. The potter [saved](a.md) every vase.",
        "- The kiln held\n- The potter saved every vase.",
        "* [x] The kiln *held*\n* [ ] The potter saved every `vase`.",
        "## The kiln held and so the potter saved every vase, he said.",
    ],
)
def test_markdown_is_read_as_the_text_that_it_marks_up(edit):
    told = passage(edit)
    assert not set("#*`[]()_") & set(told)
    assert told.startswith("The kiln held")
    assert "potter saved every vase" in told


def test_a_quote_is_found_in_the_edit_as_it_was_given():
    edit = "Sure!\n\n1. The **kiln** held.\n2. The potter\nsaved _every_ vase."
    low, high = place("the potter saved every vase", edit)
    assert edit[low:high] == "The potter\nsaved _every_ vase"
    assert place("the kilns held", edit) is None


def test_emphasis_of_a_part_of_a_word_leaves_it_one_word():
    assert passage("The **cellist**'s motor-**bicycle** broke.") == "The cellist's motor-bicycle broke."


WORDS = st.lists(st.sampled_from(["a", "A", "kiln", "Kilns", "2", "it", "é", "x_y"]), max_size=7)
MARKS = st.sampled_from([" ", ", ", "**", "_", "-", ". "])


@given(WORDS, st.lists(WORDS, max_size=4), MARKS, st.integers(0, 3))
def test_a_quote_stands_where_a_pattern_of_its_words_finds_it(said, told, mark, occurrence):
    quote, edit = " ".join(said), mark.join(mark.join(words) for words in told)
    words = re.findall(r"\w+", quote)
    pattern = re.compile(r"(?<!\w)" + r"[\W_]+".join(map(re.escape, words)) + r"(?!\w)", re.IGNORECASE)
    found = [match.span() for start in range(len(edit)) if words and (match := pattern.match(edit, start))]
    assert place(quote, edit, occurrence) == (found[min(occurrence, len(found) - 1)] if found else None)


@pytest.mark.parametrize(
    "before", ["", "Here is the rewritten text, so that the hay stayed dry: ", "Sure! Here is the text:\n\n"]
)
def test_a_quote_that_occurs_twice_is_placed_where_its_claim_was_read(before):
    story = read("The roof leaked, so the hay got wet. The oats stayed dry.")
    given = f"{before}The roof did not leak, so the hay stayed dry. The oats stayed dry."
    report = verify(build_rubric(derive(story, do({"e1": "false"}))), given)
    places = {one.criterion.event: one.span for one in report.verdicts if one.span}
    assert given[slice(*places["e2"])] == "the hay stayed dry"
    assert given[slice(*places["e3"])] == "The oats stayed dry"
    assert all(span[0] >= len(before) for span in places.values())
    joined = [one for one in report.verdicts if one.criterion.kind is CriterionKind.CONNECTIVE and one.span]
    assert [given[slice(*one.span)] for one in joined] == ["so"]
    assert joined[0].span[0] > len(before)
    repeated = edit_of("The hay stayed dry. The oats stayed dry. The owl sang.", story)
    assert repeated.span_of("stayed dry", 1) == (29, 39)


@pytest.mark.parametrize(
    ("story", "edit", "written"),
    [
        ("The town has 3,000 people.", "The town has 3000 people.", "The town has 3,000 people."),
        ("It cost 2.5 euros.", "It cost 2.50 euros.", "It cost 2.5 euros."),
        ("It cost 2.5 euros.", "It cost 25 euros.", "It cost 25 euros."),
        ("The score was 3.14.15.", "The score was 3.14.", "The score was 3.14."),
        ("It left at 10:30.", "It left at 10.30.", "It left at 10.30."),
        ("He sold 40 loaves.", "He sold forty loaves.", "He sold 40 loaves."),
        ("Three boys saw 3 dogs.", "3 boys saw three dogs.", "3 boys saw three dogs."),
        ("It took three hours.", "It took 3 hours.", "It took three hours."),
        ("It held 12 eggs.", "It held a dozen eggs.", "It held 12 eggs."),
        ("It held 40 eggs.", "It held forty-two or forty thousand eggs.", "It held forty-two or forty thousand eggs."),
        ("1 of them left.", "No one left.", "No one left."),
    ],
)
def test_a_number_is_written_as_the_story_writes_it(story: str, edit: str, written: str) -> None:
    assert passage(edit, story) == written
