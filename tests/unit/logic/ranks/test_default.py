from __future__ import annotations

import pytest

from logic.errors import FormulaSyntaxError, MalformedFormulaError, OpenFormulaError
from logic.formulas.formula import Variable
from logic.formulas.grammar import parse
from logic.ranks.default import default
from logic.relations.argument import argument


def test_a_default_is_read_with_its_schema_variables() -> None:
    rule = default("Bird(x)", "Flies(x)", weight=2, variables=["x"])
    assert rule.antecedent == parse("Bird(x)", free=["x"])
    assert rule.variables == (Variable("x"),)
    assert str(rule) == "for x: Bird(x) normally Flies(x) [2]"


def test_without_variables_every_identifier_is_a_name() -> None:
    assert default("Bird(x)", "Flies(x)").antecedent == parse("Bird(x)")


@pytest.mark.parametrize("weight", [0, -1, 1.5, True, "2"])
def test_a_weight_is_a_positive_integer(weight: object) -> None:
    with pytest.raises(MalformedFormulaError, match=r"weight from 1 to 1000000, a whole number, got"):
        default("P", "Q", weight=weight)  # type: ignore[arg-type]


def test_a_variable_that_no_schema_names_is_refused() -> None:
    with pytest.raises(OpenFormulaError, match="free x"):
        default(parse("Bird(x)", free=["x"]), "Flies")


def test_a_string_that_is_no_formula_is_refused() -> None:
    with pytest.raises(FormulaSyntaxError):
        default("P &", "Q")


def test_an_argument_is_made_from_strings_and_formulas() -> None:
    case = argument(premises=["P", parse("P -> Q")], conclusion="Q", background=["R"], defaults=[default("P", "R")])
    assert case.premises == (parse("P"), parse("P -> Q"))
    assert case.background == (parse("R"),)
    assert str(case) == "P, P -> Q; so Q"
    assert str(argument(premises=[], conclusion="Q")) == "nothing; so Q"
