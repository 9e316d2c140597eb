"""The signed arguments are judged as a reader judges them, and saying an atom by two changes no rank."""

from __future__ import annotations

import pytest
from signed_arguments import SIGNED, SignedArgument, letters_of, split

from logic.formulas.formula import And, Or
from logic.relations.argument import judge
from logic.relations.judgement import Relation, Standing

NAMED = pytest.mark.parametrize("one", SIGNED, ids=lambda one: one.name)


@NAMED
def test_the_premise_moves_the_conclusion_as_a_reader_says(one: SignedArgument) -> None:
    holding = Relation.STRENGTHENS if one.sign > 0 else Relation.WEAKENS
    for relation in (Relation.STRENGTHENS, Relation.WEAKENS):
        found = judge(relation, one.case, one.premise)
        assert found.standing is (Standing.HOLDS if relation is holding else Standing.FAILS)
        assert found.check()


@NAMED
def test_splitting_an_atom_changes_no_rank(one: SignedArgument) -> None:
    before = judge(Relation.STRENGTHENS, one.case, one.premise)
    for atom in letters_of(one):
        for kind in (And, Or):
            other = split(one, atom, kind)
            after = judge(Relation.STRENGTHENS, other.case, other.premise)
            assert after.degree == before.degree
            assert [proof.rank for proof in after.ranks] == [proof.rank for proof in before.ranks]
