"""Certificates decided again by a second solver, cvc5, from the SMT-LIB text alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from logic.formulas.truth import Semantics
from logic.models.finite_model import FiniteModel
from logic.ranks.default import default
from logic.relations.argument import argument, strengthens
from logic.relations.nli import Label, label
from logic.solving.entailment import entails

cvc5 = pytest.importorskip("cvc5", reason="needs the second solver: install the extra `test`")

LABELLED = [
    (["all x. (Sparrow(x) -> Bird(x))", "Sparrow(pip)"], "Bird(pip)"),
    (["all x. (Sparrow(x) -> ~Fish(x))", "Sparrow(pip)"], "Fish(pip)"),
    (["Sparrow(pip)"], "Bird(pip)"),
    (["Open(door)", "~Open(door)"], "Red(door)"),
    ([], "Red(door) | ~Red(door)"),
    (["~Bald(king)"], "exists x. x = king"),
    (["~E!(king)"], "Bald(king)"),
    (["~E!(king)", "~E!(queen)", "king = queen"], "Bald(king) -> Bald(queen)"),
    (["E!(book)"], "Long(book)"),
    (["exists x. (Cat(x) & Asleep(x))", "all x. (Cat(x) -> Furry(x))"], "exists x. (Furry(x) & Asleep(x))"),
    (["all x. (Owes(x,anna) -> Poor(x))", "Owes(bert,anna) | Owes(carl,anna)"], "Poor(bert) | Poor(carl)"),
    (["Owes(bert,anna) | Owes(carl,anna)"], "Owes(bert,anna)"),
    (["all x. ~Sees(x,pegasus)"], "exists x. Sees(x,pegasus)"),
    (["Wet <-> Rained", "~Rained"], "Wet"),
]


def second_solver(script: str) -> str:
    """Give cvc5's answer to a script."""
    solver = cvc5.Solver()
    solver.setOption("tlimit-per", "5000")
    symbols = cvc5.SymbolManager(solver)
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "certificate")
    answer = ""
    while not (command := parser.nextCommand()).isNull():
        answer = command.invoke(solver, symbols).strip() or answer
    return answer.split()[0]


@pytest.mark.parametrize("semantics", Semantics)
def test_the_second_solver_confirms_cores_and_models_of_labels(semantics: Semantics) -> None:
    met, answers = set(), Counter[str]()
    for premises, hypothesis in LABELLED:
        result = label(premises=premises, hypothesis=hypothesis, semantics=semantics)
        met.add(result.label)
        for certificate in result.certificates:
            scripts = [*certificate.model_smtlib(), *([certificate.smtlib()] if certificate.core else [])]
            answers.update(second_solver(script) for script in scripts)
    assert met >= {Label.ENTAILMENT, Label.CONTRADICTION, Label.NEUTRAL, Label.INCONSISTENT}
    assert answers["sat"] == 0
    assert answers["unsat"] >= 25
    assert answers["unknown"] <= 1


def test_the_second_solver_refutes_a_forged_core_and_a_forged_model() -> None:
    core = entails(["P -> Q", "P"], "Q").certificate
    forged = replace(core, core=("premise-1", "conclusion"))
    assert second_solver(forged.smtlib()) == "sat"
    certificate = entails(["P(a)"], "P(b)").certificate
    everywhere = FiniteModel(
        size=1, existing=frozenset({0}), names=(("a", 0), ("b", 0)), relations=(("P", frozenset({(0,)})),)
    )
    (witness,) = certificate.witnesses
    lying = replace(certificate, witnesses=(replace(witness, model=everywhere),))
    assert [second_solver(script) for script in certificate.model_smtlib()] == ["unsat"]
    assert [second_solver(script) for script in lying.model_smtlib()] == ["sat"]
    assert not lying.check()


def test_the_second_solver_confirms_ranks() -> None:
    case = argument(
        premises=["Bird(ada)"],
        conclusion="Flies(ada)",
        defaults=[
            default("Bird(x)", "Flies(x)", variables=["x"]),
            default("Penguin(x)", "Bird(x)", variables=["x"]),
            default("Penguin(x)", "~Flies(x)", variables=["x"]),
        ],
    )
    ranks = strengthens(case, "Penguin(ada) | ~E!(tux)").ranks
    assert len(ranks) == 4
    assert [second_solver(f"(set-logic ALL)\n{proof.smtlib()}(check-sat)\n") for proof in ranks] == ["unsat"] * 4
