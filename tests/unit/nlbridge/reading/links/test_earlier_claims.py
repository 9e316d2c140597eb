"""Before which claim a claim was over."""

from __future__ import annotations

import pytest

from nlbridge.reading.links.edges import earlier_claims


def found(*claims, between=" "):
    text, spans = "", []
    for claim in claims:
        text += between if text else ""
        spans.append((len(text), len(text) + len(claim)))
        text += claim
    return earlier_claims(text, spans)


def test_it_is_over_before_the_claim_that_is_told_ahead():
    assert found("The bus broke down.", "The guests had eaten.") == {1: (0,)}


def test_two_that_were_over_stand_before_the_same():
    assert found("The bus broke down.", "The guests had eaten.", "The bill had been paid.") == {1: (0,), 2: (0,)}


def test_all_claims_of_the_sentence_ahead_come_later():
    assert found("The hall was full.", "The bus broke down", "and a taxi came.", "The guests had eaten.") == {3: (1, 2)}


def test_a_line_of_its_own_is_a_sentence():
    assert found("The bus broke down", "The guests had eaten", between="\n") == {1: (0,)}


def test_a_quotation_mark_behind_the_stop_ends_a_sentence():
    assert found('He said "The bus broke down."', "The guests had eaten.") == {1: (0,)}


@pytest.mark.parametrize(
    "claims",
    [
        ("The guests had eaten.", "The bus broke down."),
        ("The bus breaks down.", "The guests had eaten."),
        ("The bus had broken down.", "The guests had eaten."),
        ("The bus broke down", "and the guests had eaten."),
        ("The bus broke down.",),
        (),
    ],
    ids=["first", "present", "pluperfect", "same sentence", "alone", "none"],
)
def test_nothing_else_is(claims):
    assert found(*claims) == {}


def test_after_a_claim_in_the_present_nothing_is_known_to_be_over():
    assert found("The bus broke down.", "It is in the yard.", "The guests had eaten.") == {}
