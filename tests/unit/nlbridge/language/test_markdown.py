from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlbridge.language.markdown import plain_text
from nlbridge.reading.reader import read

MARKED = """# What happened

**Yesterday** the pump failed, so the [cellar](https://example.org/cellar) flooded.

- As a result, the miller lost his flour
- The baker, *therefore*, closed the shop
1. The guests went home.
"""


@given(st.text(alphabet="ab .,*_#-1[]()`>\n", max_size=80))
def test_the_length_never_changes_and_no_word_moves(text: str) -> None:
    found = plain_text(text)
    assert len(found) == len(text)
    assert all(new == old or new in " .\n" for old, new in zip(text, found, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "The pump failed, so the cellar flooded.",
        "It cost 3 * 4 dollars. He ate 5 - 2 pies.",
        "The file_name was wrong, so the snake_case_word failed.",
        "The well-known guard (see the report) left.",
        "In 1984. The year was dry.",
    ],
)
def test_text_without_marks_stays_as_it_is(text: str) -> None:
    assert plain_text(text) == text


def test_marks_become_blanks_and_items_end_as_sentences() -> None:
    assert (
        plain_text(MARKED).split()
        == (
            "Yesterday the pump failed, so the cellar flooded. As a result, the miller lost his flour. "
            "The baker, therefore , closed the shop. The guests went home."
        )
        .replace("therefore ,", "therefore ,")
        .split()
    )


def test_headings_are_no_claims_and_spans_point_into_the_text_that_was_given() -> None:
    plain = read("The pump failed, so the cellar flooded. As a result, the miller lost his flour.")
    marked = "# The cellar flooded\n\nThe **pump** failed, so the cellar flooded.\n\n"
    marked += "- As a result, the miller lost his flour"
    found = read(marked)
    assert [event.statement for event in found.events] == [event.statement for event in plain.events]
    assert [(k.cause, k.effect, k.connective) for k in found.links] == [
        (k.cause, k.effect, k.connective) for k in plain.links
    ]
    spans = [event.span for event in found.events]
    assert [marked[span[0] : span[1]] for span in spans if span] == [
        "The **pump** failed",
        "the cellar flooded",
        "the miller lost his flour",
    ]
