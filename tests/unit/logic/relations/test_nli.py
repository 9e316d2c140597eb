from __future__ import annotations

import pytest

from logic.errors import FormulaSyntaxError, TooMuchBackgroundError
from logic.formulas.truth import Semantics
from logic.relations.nli import Cause, Label, label
from logic.solving.outcome import Limits


@pytest.mark.parametrize(
    ("premises", "hypothesis", "expected"),
    [
        (["all x. (Sparrow(x) -> Bird(x))", "Sparrow(pip)"], "Bird(pip)", Label.ENTAILMENT),
        (["all x. (Sparrow(x) -> ~Fish(x))", "Sparrow(pip)"], "Fish(pip)", Label.CONTRADICTION),
        (["Sparrow(pip)"], "Bird(pip)", Label.NEUTRAL),
        (["Open(door)", "~Open(door)"], "Red(door)", Label.INCONSISTENT),
        ([], "Red(door) | ~Red(door)", Label.ENTAILMENT),
        (["~Bald(king)"], "exists x. x = king", Label.ENTAILMENT),
    ],
)
def test_label_with_a_certificate_that_can_be_checked(premises: list[str], hypothesis: str, expected: Label) -> None:
    result = label(premises=premises, hypothesis=hypothesis)
    assert result.label is expected
    assert result.check()
    assert result.why


def test_the_present_king_of_france_is_a_gap_and_an_unread_book_is_undetermined() -> None:
    king = label(premises=["~E!(king)"], hypothesis="Bald(king)")
    book = label(premises=["E!(book)"], hypothesis="Long(book)")
    assert (king.label, king.cause) == (Label.NEUTRAL, Cause.GAP)
    assert (book.label, book.cause) == (Label.NEUTRAL, Cause.UNDETERMINED)
    assert king.check()
    assert book.check()


def test_negative_semantics_has_no_gap() -> None:
    assert label(premises=["~E!(king)"], hypothesis="Bald(king)", semantics=Semantics.NEGATIVE).label == "C"


def test_a_time_out_is_unknown_and_never_neutral() -> None:
    dense = [
        "exists x. true",
        "all x. exists y. Less(x,y)",
        "all x. ~Less(x,x)",
        "all x, y, z. (Less(x,y) & Less(y,z) -> Less(x,z))",
    ]
    result = label(premises=dense, hypothesis="Wet", limits=Limits(seconds=0.3))
    assert result.label is Label.UNKNOWN
    assert "could not decide" in result.why
    assert not result.check()


def test_background_that_clashes_is_reasoned_with_skeptically() -> None:
    background = ["all x. (Penguin(x) -> Bird(x))", "all x. (Bird(x) -> Flies(x))", "all x. (Penguin(x) -> ~Flies(x))"]
    premises = ["Penguin(tux)", "E!(tux)"]
    flies = label(premises=premises, hypothesis="Flies(tux)", background=background)
    penguin = label(premises=premises, hypothesis="Penguin(tux)", background=background)
    assert flies.label is Label.NEUTRAL
    assert "3 maximal consistent parts" in flies.why
    assert len(flies.certificates) == 3
    assert penguin.label is Label.ENTAILMENT
    assert flies.check()
    assert penguin.check()


def test_premises_that_clash_by_themselves_stay_x_whatever_the_background() -> None:
    result = label(premises=["P", "~P"], hypothesis="Q", background=["R"])
    assert result.label is Label.INCONSISTENT
    assert result.certificates[0].core == ("premise-1", "premise-2")


def test_too_much_conflicting_background_is_refused() -> None:
    background = [f"P{index}" for index in range(12)] + ["~Q"]
    with pytest.raises(TooMuchBackgroundError, match=r"at most 12 background formulas .* got 13"):
        label(premises=["Q"], hypothesis="R", background=background)


def test_symbols_that_no_premise_has_are_noted() -> None:
    result = label(premises=["Dog(rex)"], hypothesis="Hound(max)")
    assert result.notes == (
        "no premise has the hypothesis's name max",
        "no premise has the hypothesis's predicate Hound/1",
    )


def test_a_bad_formula_is_refused() -> None:
    with pytest.raises(FormulaSyntaxError):
        label(premises=["P &"], hypothesis="P")
