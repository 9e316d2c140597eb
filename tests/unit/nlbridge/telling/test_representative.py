"""An example rewrite: in place, in the words of who asked, shown only where it is English and certain enough."""

from __future__ import annotations

from dataclasses import replace

import pytest

from causalcore.derivation.derivation import AnswerKind, derive, with_expectation
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Provenance, Scenario
from nlbridge.telling.representative import answer_or_reason, ill_formed
from nlbridge.telling.rewriting import chosen_world, edited, in_plain_past

TEXT = "The porter dropped the vase, because the stairs were wet. A cousin wrote a long letter. The hall was cold."


def rubric(text: str, claims: tuple[str, ...], links: tuple[tuple[int, int], ...], supposed: int = 0) -> Rubric:
    """Return the rubric of a text whose claims and links are known, one of the claims supposed false."""
    events = tuple(
        Event(
            id=f"e{k}",
            statement=f"{said[:1].upper()}{said[1:]}.",
            span=(text.index(said), text.index(said) + len(said)),
        )
        for k, said in enumerate(claims)
    )
    joined = tuple(Link(cause=f"e{cause}", effect=f"e{effect}") for cause, effect in links)
    return build_rubric(derive(Scenario(text=text, events=events, links=joined), do({f"e{supposed}": "false"})))


def rewritten(made: Rubric, clause: str | None = None) -> str:
    return edited(made, chosen_world(made), clause)


PUMP = "The pump failed, so the cellar flooded. Snow fell on the hills."
MADE = rubric(PUMP, ("The pump failed", "the cellar flooded", "Snow fell on the hills"), ((0, 1),))


def test_the_what_if_is_told_in_its_own_words_and_its_effect_by_the_connective_of_the_text():
    assert rewritten(MADE, "the pump had kept working") == (
        "The pump kept working, so the cellar did not flood. Snow fell on the hills."
    )


def test_a_what_if_that_was_given_as_a_value_is_told_by_its_claim():
    assert rewritten(MADE).startswith("The pump did not fail")


def test_the_reason_stays_behind_what_goes_with_it():
    text = "Our flight was cancelled because the fog was thick. Our bags were heavy."
    made = rubric(text, ("Our flight was cancelled", "the fog was thick", "Our bags were heavy"), ((1, 0),), supposed=1)
    assert rewritten(made, "the air had been clear") == (
        "Our flight was not cancelled because the air was clear. Our bags were heavy."
    )


def test_what_the_text_tells_as_past_before_past_stays_so():
    text = "Ben had left the gate open, so the goat got out."
    made = rubric(text, ("Ben had left the gate open", "the goat got out"), ((0, 1),))
    assert rewritten(made, "Ben had shut the gate") == "Ben had shut the gate, so the goat did not get out."


@pytest.mark.parametrize(
    ("clause", "told"),
    [
        ("there had been no trains", "there were no trains"),
        ("the clause about walls had been struck out", "the clause about walls was struck out"),
        ("the walls and the roof had been new", "the walls and the roof were new"),
        ("Ines had been on time", "Ines was on time"),
        ("Ben had eaten only one slice", "Ben ate only one slice"),
        ("the dam had not burst", ""),
        ("the child had stood up and had read nothing", ""),
        ("no verb at all", ""),
    ],
)
def test_a_what_if_is_taken_out_of_the_unreal_past(clause, told):
    assert in_plain_past(clause) == told


def test_no_claim_of_a_text_is_denied_in_doubt_and_no_uncertain_what_if_is_told():
    chances = {a.event: float(a.kind is AnswerKind.CHANGED) for a in MADE.derivation.answers} | {"e1": 0.72}
    made = build_rubric(with_expectation(MADE.derivation, chances))
    read = replace(made.scenario, events=tuple(replace(e, provenance=Provenance.WORDS) for e in made.scenario.events))
    answer = answer_or_reason(replace(made, scenario=read), clause="the pump had kept working")
    assert (answer.text, answer.withheld) == ("", "it is uncertain whether 'The cellar flooded' still holds")
    assert answer_or_reason(replace(made, scenario=read), clause="x", sure=0.3).withheld == (
        "the what-if is uncertain (30%)"
    )


@pytest.mark.parametrize(
    "answer",
    [
        "The porter not dropped the vase. The hall was cold.",
        "The porter noticed anything. The hall was cold.",
        "The porter did not drop the vase. the hall was cold.",
        "Because the stairs were dry, the porter did not drop the vase, because the hall was cold.",
        "There was no detour. The detour added to the way. The hall was cold.",
        "There was not a long letter of a cousin. The hall was cold.",
    ],
)
def test_what_a_careful_writer_would_not_write_is_held_back(answer: str) -> None:
    assert ill_formed(TEXT, answer)


@pytest.mark.parametrize(
    "answer",
    [
        TEXT,
        "The porter did not drop the vase. A cousin wrote a long letter. The hall was cold.",
        "The stairs were not wet. No cousin wrote a long letter. The hall was not cold.",
    ],
)
def test_plain_denials_may_be_shown(answer: str) -> None:
    assert ill_formed(TEXT, answer) == ""
