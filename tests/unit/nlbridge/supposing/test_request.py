"""Requests are taken apart by pattern, whatever their frame."""

from __future__ import annotations

import pytest

from nlbridge.supposing.hypothetical_clause import Form, parse_had, parse_request


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
