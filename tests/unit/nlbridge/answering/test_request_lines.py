"""What a call or a line asks for: one what-if, and what counts as none."""

from __future__ import annotations

import re

import pytest

from nlbridge.answering.batch import derived_line, run, verify_line
from nlbridge.answering.lines import Line
from nlbridge.answering.request import Request, RequestError, Settings, edit_of, request_of, values_of
from nlbridge.apps.python.functions import check, rubric

TEXT = "The oven broke, so the bakery closed."
HAD, QUERY = "the oven not broken", "What if the oven had not broken?"
EDIT = "The oven did not break, so the bakery stayed open."


@pytest.mark.parametrize("blank", ["", " ", "\n\t"])
def test_a_blank_what_if_counts_as_not_given(blank: str) -> None:
    assert request_of({"text": TEXT, "had": blank, "query": QUERY}) == Request(source=TEXT, query=QUERY)
    assert request_of({"text": TEXT, "had": HAD, "query": blank, "do": blank}) == Request(source=TEXT, had=HAD)
    assert request_of({"text": TEXT, "had": blank, "do": {"e1": False}}).do == (("e1", "false"),)
    assert Request(source=TEXT, had=HAD, query=blank).query is None


def test_every_way_to_ask_leaves_a_blank_what_if_out() -> None:
    row = {"id": 1, "text": TEXT, "had": "", "query": QUERY, "edit": EDIT}
    expected = check(TEXT, EDIT, query=QUERY).valid
    assert expected is True
    assert check(TEXT, EDIT, had="", query=QUERY).valid is expected
    assert [found.valid for found in check.many([row])] == [expected]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"text": TEXT, "had": ""}, "exactly one of had, query and do, got an empty had;"),
        ({"text": TEXT, "had": "", "query": " "}, "got an empty had, an empty query;"),
        ({"text": TEXT}, "got none;"),
        ({"text": TEXT, "had": HAD, "query": QUERY}, "got had, query;"),
        ({"text": TEXT, "had": 5}, 'expected "had" to be a text, got a number; put it in quotes'),
        ({"text": TEXT, "do": {}}, "got an empty one; name an event"),
        ({"text": TEXT, "do": ["e1"]}, "got a list; name an event"),
    ],
)
def test_a_line_says_which_what_if_it_lacks(row: dict[str, object], words: str) -> None:
    with pytest.raises(RequestError, match=re.escape(words)):
        request_of(row)


@pytest.mark.parametrize("name", ["had", "query"])
def test_a_what_if_that_is_no_text_is_refused_in_python_as_in_a_line(name: str) -> None:
    with pytest.raises(RequestError, match=rf'expected "{name}" to be a text, got a number; put it in quotes'):
        rubric(TEXT, **{name: 5})  # type: ignore[arg-type]


def test_an_edit_that_is_no_text_is_to_be_written_and_a_missing_one_added() -> None:
    with pytest.raises(RequestError, match="got a list; write one text"):
        edit_of({"edit": ["a"]})
    with pytest.raises(RequestError, match="got nothing; add it to the line"):
        edit_of({})


def test_values_are_written_as_texts() -> None:
    assert values_of({"e1": True, 2: 3}) == {"e1": "true", "2": "3"}
    assert values_of(None) == {}


@pytest.mark.parametrize("work", [derived_line, verify_line])
def test_a_line_with_only_blank_what_ifs_is_no_internal_error(work) -> None:
    line = Line(number=1, data=b'{"id": 1, "text": "It rained.", "had": "", "query": "", "edit": "x"}')
    (row,) = run([line], work, Settings())
    assert row["error"].startswith("expected exactly one of had, query and do, got an empty had")


def test_a_text_beside_a_scenario_of_another_text_is_refused() -> None:
    row = {
        "scenario": {"text": "It rained.", "events": [{"id": "e1", "statement": "It rained."}]},
        "do": {"e1": "false"},
    }
    request_of({**row, "text": "It rained."})
    with pytest.raises(RequestError, match="got both, of different texts"):
        request_of({**row, "text": "It snowed."})
