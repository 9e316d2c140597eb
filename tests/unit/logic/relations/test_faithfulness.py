from __future__ import annotations

from itertools import product

import pytest

from logic.formulas.formula import Atom
from logic.formulas.grammar import parse
from logic.relations.faithfulness import THEOREMS, Case, Condition, Relation, Theorem, conditions_of, counterfactuals
from logic.relations.nli import Label, label
from logic.solving.entailment import Answer, entails

ENTAILED = [theorem for theorem in THEOREMS if theorem.label is Label.ENTAILMENT]
SCHEMATIC = {Condition.EXTENSIONAL, Condition.SYMMETRIC_GAP}


@pytest.mark.parametrize("theorem", ENTAILED, ids=lambda theorem: f"{theorem.original} {theorem.relation}")
def test_each_row_is_a_theorem_and_needs_each_of_its_conditions(theorem: Theorem) -> None:
    assert theorem.prove().answer is Answer.YES
    assert theorem.prove().certificate.check()
    for condition in set(theorem.conditions) - SCHEMATIC:
        assert theorem.prove(without=condition).answer is Answer.NO, condition


def truth_table_says(theorem: Theorem) -> bool:
    """Decide a row by the truth table, without formulas or a solver."""
    relation = {
        Relation.EQUIVALENT: lambda a, b: a == b,
        Relation.IMPLIES: lambda a, b: b or not a,
        Relation.IMPLIED_BY: lambda a, b: a or not b,
        Relation.DISJOINT: lambda a, b: not (a and b),
        Relation.EXCLUSIVE_OR: lambda a, b: a != b,
        Relation.DOES_NOT_IMPLY: lambda _a, _b: True,
    }[theorem.relation]
    meaning = {
        Condition.UPWARD: lambda _a, _b, p, q: p or not q,
        Condition.SENSITIVE: lambda _a, _b, p, q: p != q,
        Condition.POSITIVE: lambda _a, _b, p, _q: p,
        Condition.PREMISE_ENTAILS_A: lambda a, _b, _p, _q: a,
        Condition.PREMISE_ENTAILS_B: lambda _a, b, _p, _q: b,
    }
    original = {Label.ENTAILMENT: {True}, Label.CONTRADICTION: {False}, Label.NEUTRAL: {True, False}}[theorem.original]
    for a, b, p, q in product((True, False), repeat=4):
        conditions = all(meaning[one](a, b, p, q) for one in theorem.conditions if one in meaning)
        if conditions and relation(a, b) and (p if a else q) in original:
            filler = a if theorem.case is Case.A else b
            if not (p if filler else q):
                return False
    return True


def test_the_truth_table_agrees() -> None:
    assert all(truth_table_says(theorem) for theorem in ENTAILED)


def test_proposition_2_as_printed_is_no_theorem() -> None:
    printed = Theorem(
        original=Label.CONTRADICTION,
        relation=Relation.EXCLUSIVE_OR,
        case=Case.B,
        conditions=(Condition.EXTENSIONAL,),
        label=Label.ENTAILMENT,
    )
    verdict = printed.prove()
    assert verdict.answer is Answer.NO
    assert verdict.certificate.check()
    assert not truth_table_says(printed)


def test_proposition_2_fails_on_a_concrete_hypothesis_that_has_another_fault() -> None:
    premises = ["Outdoors", "Violin", "~(Piano <-> Violin)"]
    assert label(premises=premises, hypothesis="Piano & ~Outdoors").label is Label.CONTRADICTION
    assert label(premises=premises, hypothesis="Violin & ~Outdoors").label is Label.CONTRADICTION


def test_reading_a_failed_implication_as_a_and_not_b_contradicts_the_label_n() -> None:
    assert label(premises=["Singing & ~Paid"], hypothesis="Paid").label is Label.CONTRADICTION
    assert label(premises=["Singing"], hypothesis="Paid").label is Label.NEUTRAL
    assert entails(["~(Singing -> Paid)"], "Singing & ~Paid").answer is Answer.YES


@pytest.mark.parametrize(
    ("premises", "hypothesis"),
    [(["P"], "Q"), (["~E!(k)"], "Bald(k)"), (["E!(k)"], "Bald(k)"), (["P(a)"], "all x. P(x)"), (["P | Q"], "P")],
)
def test_a_gap_is_symmetric(premises: list[str], hypothesis: str) -> None:
    assert label(premises=premises, hypothesis=hypothesis).label is Label.NEUTRAL
    assert label(premises=premises, hypothesis=f"~({hypothesis})").label is Label.NEUTRAL


def test_neutral_gives_two_counterfactuals_and_says_what_was_assumed() -> None:
    one, other = counterfactuals(Label.NEUTRAL, Relation.DOES_NOT_IMPLY, {Condition.POSITIVE})
    assert (one.case, one.label, other.case, other.label) == (Case.A, Label.ENTAILMENT, Case.B, Label.NEUTRAL)
    assert one.discharged == (Condition.POSITIVE,)
    assert one.assumed == (Condition.EXTENSIONAL, Condition.PREMISE_ENTAILS_A)
    assert other.assumed == (Condition.SYMMETRIC_GAP,)


def test_a_pair_that_no_theorem_speaks_of_gives_nothing() -> None:
    assert counterfactuals(Label.ENTAILMENT, Relation.DISJOINT) == ()
    assert counterfactuals(Label.UNKNOWN, Relation.EQUIVALENT) == ()


@pytest.mark.parametrize("context", ["S", "S & Outdoors", "~S", "S | Outdoors", "Late -> S", "Late & ~S"])
def test_where_all_conditions_are_discharged_the_label_is_right(context: str) -> None:
    """The derived label against the label that the solver gives the rewritten hypothesis."""
    facts = [["Outdoors"], ["Outdoors", "A"], ["Outdoors", "B"], ["Outdoors", "A", "~B"], ["Outdoors", "~A"]]
    relations = {Relation.EQUIVALENT: "A <-> B", Relation.IMPLIES: "A -> B", Relation.EXCLUSIVE_OR: "~(A <-> B)"}
    relations |= {Relation.DISJOINT: "~(A & B)", Relation.DOES_NOT_IMPLY: "true"}
    derived = 0
    for given, (relation, formula) in product(facts, relations.items()):
        premises = [*given, formula]
        phrase = {case: parse(context.replace("S", case.value)) for case in Case}
        before = Case.B if relation is Relation.DOES_NOT_IMPLY else Case.A
        original = label(premises=premises, hypothesis=phrase[before]).label
        known = conditions_of(premises=premises, context=parse(context), slot=Atom("S"), a=parse("A"), b=parse("B"))
        for one in counterfactuals(original, relation, known):
            if not one.assumed:
                derived += 1
                assert label(premises=premises, hypothesis=phrase[one.case]).label is one.label
    assert derived
