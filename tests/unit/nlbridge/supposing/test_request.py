"""Requests are taken apart by pattern, whatever their frame."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve
from nlbridge.supposing.hypothetical_clause import Form, as_taught, parse_had, parse_request


@pytest.mark.parametrize(
    ("query", "clause", "form"),
    [
        (
            "Rewrite the original text, based on what would have happened instead had the dam not burst.",
            "the dam not burst",
            Form.HAD,
        ),
        (
            "Based on the preceding text, rewrite the scenario to reflect what happens if the dam holds.",
            "the dam holds",
            Form.FINITE,
        ),
        (
            "Rewrite the above passage to illustrate what would have occurred had the dam held.",
            "the dam held",
            Form.HAD,
        ),
        ("Edit the text so it reflects a world in which the dam held.", "the dam held", Form.FINITE),
        ("Change the story so that the dam never burst.", "the dam never burst", Form.FINITE),
        ("What if the dam had held?", "the dam had held", Form.FINITE),
        ("Suppose the dam held. What then?", "the dam held", Form.FINITE),
        ("If the dam had held, what would have happened?", "the dam had held", Form.FINITE),
        ("Had the dam held, how would the text read?", "the dam held", Form.HAD),
        ("What would have happened without the storm?", "the storm", Form.WITHOUT),
        ("Rewrite the story if not for the storm.", "the storm", Form.WITHOUT),
        ("If it hadn\u2019t been for the storm, what then would have happened?", "the storm", Form.WITHOUT),
        ("Please rewrite it: the dam held", "the dam held", Form.HAD),
    ],
)
def test_the_clause_comes_out_of_its_frame(query: str, clause: str, form: Form) -> None:
    request = parse_request(query)
    assert (request.clause, request.form) == (clause, form)


def test_without_inside_a_clause_takes_nothing_away() -> None:
    assert parse_request("Rewrite it had the trip ended without a hitch.").form is Form.HAD


def test_what_is_replaced_is_kept_apart() -> None:
    request = parse_request("What if she had baked a pie instead of a cake?")
    assert (request.clause, request.instead_of) == ("she had baked a pie", "a cake")


def test_a_bare_clause_may_keep_its_conjunction() -> None:
    assert parse_had("if the dam had held").form is Form.FINITE
    assert parse_had("had the dam held").clause == "the dam held"
    assert parse_had("without the storm").form is Form.WITHOUT


@pytest.mark.parametrize(
    ("clause", "taught"),
    [
        ("the vent had not been stuck", "the vent not been stuck"),
        ("there hadn’t been a storm", "there not been a storm"),
        ("the crew had quickly found the leak", "the crew quickly found the leak"),
        ("the cat that had slept had woken", "the cat that had slept woken"),
        ("she had had a spare key", "she had a spare key"),
        ("she had to leave", "she had to leave"),
        ("she had the key", "she had the key"),
        ("the pump not failed", "the pump not failed"),
    ],
)
def test_the_networks_are_asked_in_the_words_that_they_were_taught(clause: str, taught: str) -> None:
    assert as_taught(clause) == taught


@pytest.mark.parametrize("had", ["had the tap not frozen", "if the tap had not frozen", "if the tap hadn't frozen"])
def test_one_what_if_gets_the_same_answers_however_its_had_is_worded(had: str) -> None:
    scenario = read("The tap froze in January, so the plots went dry. Two members resigned.")
    found, bare = resolve(scenario, had=had), resolve(scenario, had="the tap not frozen")
    assert (found.intervention, found.confidence) == (bare.intervention, bare.confidence)
    assert found.scores is not None
    assert bare.scores is not None
    assert found.scores.changed.tolist() == bare.scores.changed.tolist()
