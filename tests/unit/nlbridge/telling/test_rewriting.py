"""Rewrites in good English: what joins is not negated, what is denied once is denied once."""

from __future__ import annotations

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from nlbridge.language.forms.negation import negate
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve
from nlbridge.telling.rewriting import chosen_world, edited


def rewritten(text: str, had: str) -> str:
    what_if = resolve(read(text), had=had)
    rubric = build_rubric(derive(what_if.scenario, what_if.intervention))
    return edited(rubric, chosen_world(rubric))


def test_two_verbs_of_one_subject_are_each_denied_once() -> None:
    answer = rewritten("The path was icy. So Omar slipped and broke his arm.", "the path not been icy")
    assert " or did not" not in answer
    assert "did not did not" not in answer


@pytest.mark.parametrize("first", ["the greenhouse", "the old greenhouse by the road"])
def test_a_claim_that_is_told_twice_is_denied_twice(first: str) -> None:
    text = (
        f"The heater tripped, so {first} got cold. Because the greenhouse got cold, Ada bought a stove. "
        "The new greenhouse got cold in May."
    )
    assert rewritten(text, "the heater not tripped") == (
        f"The heater did not trip, so {first} did not get cold. "
        "Because the greenhouse did not get cold, Ada did not buy a stove. The new greenhouse got cold in May."
    )


def test_an_adverb_at_the_end_of_a_clause_goes_where_none_fits() -> None:
    answer = rewritten("The oven failed. The bread was a success all the same.", "the oven not failed")
    assert not answer.endswith(("therefore.", "as a result."))


def test_a_verb_that_looks_like_a_signal_is_no_signal() -> None:
    text = "Because the nurse was late, the child had given nothing but water to the cat."
    assert "had given" in rewritten(text, "the nurse not been late") or "had not given" in rewritten(
        text, "the nurse not been late"
    )


@pytest.mark.parametrize(
    ("sentence", "denied"),
    [
        ("Every guest was sent home.", "No guest was sent home."),
        ("Only 12 boats reached the bay.", "Not just 12 boats reached the bay."),
        ("There was neither bread nor milk.", "There was both bread and milk."),
        ("The play did not begin until ten.", "The play began before ten."),
        ("The dough was therefore sticky.", "The dough was therefore not sticky."),
        ("A fox chewed through the line.", "A fox did not chew through the line."),
    ],
)
def test_quantifiers_and_limits_turn_with_the_verb(sentence: str, denied: str) -> None:
    assert negate(sentence) == denied
