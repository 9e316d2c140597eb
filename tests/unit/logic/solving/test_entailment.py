"""The design cases of free logic, each a row of the table in docs/explanation/free-logic.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from logic.errors import OpenFormulaError, SolverFailedError
from logic.formulas.grammar import parse
from logic.formulas.truth import Semantics
from logic.models.finite_model import Value, value
from logic.solving.entailment import Answer, consistent, countermodel, entails, equivalent
from logic.solving.outcome import Limits
from logic.solving.solver import Session

CASES = [
    # premises, conclusion, supervaluation, positive, negative, neutral
    ([], "Bald(k) | ~Bald(k)", "yes", "yes", "yes", "no"),
    (["~Bald(k)"], "E!(k)", "yes", "no", "no", "yes"),
    (["Bald(k)"], "E!(k)", "yes", "no", "yes", "yes"),
    (["Bald(k) | ~Bald(k)"], "E!(k)", "no", "no", "no", "yes"),
    ([], "k = k", "yes", "yes", "yes", "yes"),
    (["k = j", "E!(k)"], "E!(j)", "yes", "yes", "yes", "yes"),
    (["E!(k)", "~E!(j)"], "~(k = j)", "yes", "yes", "yes", "yes"),
    (["k = j"], "Bald(k) -> Bald(j)", "yes", "yes", "yes", "no"),
    (["all x. Bald(x)"], "Bald(k)", "no", "no", "no", "no"),
    (["all x. Bald(x)", "E!(k)"], "Bald(k)", "yes", "yes", "yes", "yes"),
    (["Bald(k)"], "exists x. Bald(x)", "yes", "no", "yes", "yes"),
    ([], "exists x. x = x", "no", "no", "no", "no"),
    ([], "all x. E!(x)", "yes", "yes", "yes", "yes"),
    (["~E!(k)"], "~Bald(k)", "no", "no", "yes", "no"),
    ([], "(all x. Near(k,x)) | exists x. ~Near(k,x)", "yes", "yes", "yes", "no"),
]
ORDER = (Semantics.SUPERVALUATION, Semantics.POSITIVE, Semantics.NEGATIVE, Semantics.NEUTRAL)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{', '.join(case[0])} |= {case[1]}")
def test_design_case(case: tuple[list[str], str, str, str, str, str]) -> None:
    premises, conclusion, *expected = case
    for semantics, answer in zip(ORDER, expected, strict=True):
        verdict = entails(premises, conclusion, semantics=semantics)
        assert verdict.answer == answer, semantics
        assert verdict.certificate.check()


def test_the_page_shows_these_cases() -> None:
    page = Path(__file__).parents[4] / "docs" / "research" / "free-logic-cases.md"
    section = page.read_text(encoding="utf-8").split("## Design cases")[1].split("## ")[0]
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in section.splitlines() if line.startswith("| ")]
    shown = [
        (re.findall(r"`([^`]+)`", premises.replace("\\|", "|")), conclusion.replace("\\|", "|").strip(" `"), *answers)
        for premises, conclusion, *answers in ([cell.strip() for cell in row] for row in rows[1:])
    ]
    assert shown == CASES


def test_a_countermodel_makes_the_premises_true_and_the_conclusion_not() -> None:
    model = countermodel(["all x. (Swan(x) -> White(x))", "White(zoe)"], "Swan(zoe)")
    assert model is not None
    assert value(model, parse("all x. (Swan(x) -> White(x))")) is Value.TRUE
    assert value(model, parse("White(zoe)")) is Value.TRUE
    assert value(model, parse("Swan(zoe)")) is not Value.TRUE
    assert countermodel(["P"], "P") is None


def test_the_core_leaves_out_what_is_not_needed() -> None:
    verdict = entails(["Cold", "Wet -> Slippery", "Wet"], "Slippery")
    assert verdict.certificate.core == ("premise-2", "premise-3", "conclusion")
    assert "premise-1" not in verdict.certificate.smtlib()


def test_consistency_has_a_model_or_a_core() -> None:
    assert consistent(["P(a)", "~P(b)"]).answer is Answer.YES
    clash = consistent(["P(a)", "Q", "~P(b)", "a = b"])
    assert clash.answer is Answer.NO
    assert clash.certificate.core == ("formula-1", "formula-3", "formula-4")


def test_equivalence() -> None:
    assert equivalent("P -> Q", "~Q -> ~P").answer is Answer.YES
    assert equivalent("P -> Q", "Q -> P").answer is Answer.NO


def test_what_only_infinite_models_satisfy_is_unknown_and_carries_a_reason() -> None:
    order = [
        "exists x. true",
        "all x. exists y. Less(x,y)",
        "all x. ~Less(x,x)",
        "all x, y, z. (Less(x,y) & Less(y,z) -> Less(x,z))",
    ]
    verdict = entails(order, "Wet", limits=Limits(seconds=0.5))
    assert verdict.answer is Answer.UNKNOWN
    assert verdict.reason
    assert not verdict.certificate.check()
    assert verdict.certificate.smtlib() == ""


def test_a_forged_certificate_is_refused() -> None:
    verdict = entails(["P -> Q", "P"], "Q").certificate
    forged = type(verdict)(claims=verdict.claims, semantics=verdict.semantics, core=("premise-1", "conclusion"))
    assert verdict.check()
    assert not forged.check()


def test_an_open_formula_is_refused() -> None:
    with pytest.raises(OpenFormulaError):
        consistent([parse("P(x)", free=["x"])])


def test_a_text_that_is_not_smtlib_is_refused() -> None:
    with pytest.raises(SolverFailedError, match="expected SMT-LIB that z3 reads"):
        Session().read("(assert (and)")


def test_equal_empty_names_have_equal_completions_also_in_relations() -> None:
    assert entails(["a = b"], "(all x. R(a,x)) <-> (all x. R(b,x))").answer is Answer.YES
    assert entails([], "(all x. R(a,x)) <-> (all x. R(b,x))").answer is Answer.NO
