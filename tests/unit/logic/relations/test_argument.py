from __future__ import annotations

import pytest

from logic.errors import FormulaSyntaxError
from logic.ranks.default import default
from logic.ranks.rank import INFINITE
from logic.relations.argument import argument, judge, necessary, strengthens, sufficient, weakens
from logic.relations.formal_argument import Argument
from logic.relations.judgement import Relation, Sense, Standing
from logic.solving.outcome import Limits

MUD = argument(
    premises=["Rained"],
    conclusion="Muddy",
    defaults=[default("Rained", "Muddy"), default("Rained & Frozen", "~Muddy")],
)
HERON = argument(premises=["Heron(ada)"], conclusion="Wades(ada)")


def test_a_sufficient_assumption_makes_the_argument_valid() -> None:
    found = sufficient(HERON, "all x. (Heron(x) -> Wades(x))")
    assert found.standing is Standing.HOLDS
    assert found.degree == INFINITE
    assert not found.begs_the_question
    assert found.check()


@pytest.mark.parametrize(
    ("premise", "standing", "why"),
    [
        ("all x. (Bird(x) -> Wades(x))", Standing.FAILS, "still does not follow"),
        ("~Heron(ada)", Standing.INCONSISTENT, "contradicts the argument's own"),
    ],
)
def test_what_is_no_sufficient_assumption(premise: str, standing: Standing, why: str) -> None:
    found = sufficient(HERON, premise)
    assert found.standing is standing
    assert why in found.why
    assert found.check()


def test_a_valid_argument_needs_no_sufficient_assumption() -> None:
    valid = argument(premises=["Heron(ada)"], conclusion="Wades(ada)", background=["Heron(ada) -> Wades(ada)"])
    assert "without the premise" in sufficient(valid, "Tall(ada)").why


def test_begging_the_question_is_said() -> None:
    assert sufficient(HERON, "Wades(ada)").begs_the_question
    assert sufficient(HERON, "Wades(ada) & Tall(ada)").begs_the_question


def test_a_strictly_necessary_assumption_follows_from_the_conclusion() -> None:
    found = necessary(HERON, "E!(ada)")
    assert found.standing is Standing.FAILS
    assert "already says so" in found.why
    deep = argument(premises=["Walked(ada,pond)"], conclusion="all x. (Walked(ada,x) -> Shallow(x))")
    found = necessary(deep, "Shallow(pond)")
    assert (found.standing, found.sense, found.degree) == (Standing.HOLDS, Sense.STRICT, INFINITE)
    assert found.check()


def test_a_defeasibly_necessary_assumption_carries_the_firmness() -> None:
    found = necessary(MUD, "~Frozen")
    assert (found.standing, found.sense, found.degree) == (Standing.HOLDS, Sense.DEFEASIBLE, 2)
    assert found.check()
    assert necessary(MUD, "Cloudy").standing is Standing.FAILS


def test_a_conclusion_that_the_premises_refute_needs_nothing() -> None:
    found = necessary(argument(premises=["P"], conclusion="~P"), "Q")
    assert found.standing is Standing.FAILS
    assert "contradicts" in found.why


def test_an_exception_weakens_and_its_denial_strengthens_weakly() -> None:
    exception, denial = weakens(MUD, "Frozen"), strengthens(MUD, "~Frozen")
    assert (exception.standing, exception.degree, exception.weak) == (Standing.HOLDS, -2, False)
    assert (denial.standing, denial.degree, denial.weak) == (Standing.HOLDS, 0, True)
    assert str(denial) == (
        "strengthens: holds, weakly, degree 0; the firmness of the conclusion stays 1, "
        "and its share of the worlds rises"
    )
    assert exception.check()
    assert denial.check()


def test_what_has_no_connection_neither_strengthens_nor_weakens() -> None:
    for relation in (Relation.STRENGTHENS, Relation.WEAKENS):
        found = judge(relation, MUD, "Tuesday")
        assert (found.standing, found.degree, found.weak) == (Standing.FAILS, 0, False)


@pytest.mark.parametrize("relation", Relation)
def test_premises_that_contradict_each_other_are_x(relation: Relation) -> None:
    found = judge(relation, argument(premises=["P", "~P"], conclusion="Q"), "R")
    assert found.standing is Standing.INCONSISTENT
    assert found.check()


def crowd(count: int) -> Argument:
    """An argument whose conclusion is tied to more atoms than are counted."""
    joined = [f"Signal{index} -> Alarm{index}" for index in range(count)]
    return argument(premises=[f"({') & ('.join(joined)}) | Quiet"], conclusion="Quiet")


def test_past_sixteen_atoms_the_rank_alone_decides_and_a_tie_is_a_tie() -> None:
    few, many = strengthens(crowd(3), "Signal1"), strengthens(crowd(12), "Signal1")
    assert (few.standing, few.weak) == (Standing.HOLDS, True)
    assert (many.standing, many.degree) == (Standing.TIED, 0)
    assert "too many worlds" in many.why
    assert many.check()
    decided = strengthens(crowd(12), "~Alarm1 & Signal1")
    assert (decided.standing, decided.degree) == (Standing.HOLDS, INFINITE)


@pytest.mark.parametrize("relation", Relation)
def test_a_time_out_is_unknown(relation: Relation) -> None:
    dense = argument(
        premises=[
            "exists x. true",
            "all x. exists y. Less(x,y)",
            "all x. ~Less(x,x)",
            "all x, y, z. (Less(x,y) & Less(y,z) -> Less(x,z))",
        ],
        conclusion="Wet",
    )
    found = judge(relation, dense, "Cold", limits=Limits(seconds=0.2))
    assert found.standing is Standing.UNKNOWN
    assert "could not decide" in found.why
    assert not found.check()


@pytest.mark.parametrize("relation", [Relation.NECESSARY, Relation.STRENGTHENS, Relation.WEAKENS])
def test_ranks_that_are_not_found_in_time_leave_the_relation_unknown(relation: Relation) -> None:
    holes, birds = range(11), range(12)
    nested = [default("true", " | ".join(f"In{bird}_{hole}" for hole in holes)) for bird in birds]
    alone = [
        default("true", f"~(In{one}_{hole} & In{other}_{hole})")
        for hole in holes
        for one in birds
        for other in range(one)
    ]
    weighted = [default("true", rule.consequent, weight=1) for rule in [*nested, *alone]]
    crowded = argument(premises=["Spring"], conclusion="In0_0", defaults=weighted)
    found = judge(relation, crowded, "In1_1", limits=Limits(seconds=0.2))
    assert found.standing is Standing.UNKNOWN
    assert "rank of a world is not known" in found.why


def test_a_premise_that_named_things_cannot_deny_is_not_necessary() -> None:
    crowd = "exists x. exists y. exists z. (~(x = y) & ~(y = z) & ~(x = z))"
    found = necessary(argument(premises=["Tall(ada)"], conclusion="Wades(ada)"), f"~({crowd})")
    assert found.standing is Standing.FAILS
    assert "false in no world" in found.why


def test_a_premise_that_is_no_formula_is_refused() -> None:
    with pytest.raises(FormulaSyntaxError):
        strengthens(MUD, "Frozen &")


def test_a_premise_that_holds_only_among_unnamed_things_is_unknown_rather_than_impossible() -> None:
    crowded = "exists x. exists y. exists z. (~(x = y) & ~(y = z) & ~(x = z))"
    found = strengthens(MUD, crowded)
    assert found.standing is Standing.UNKNOWN
    assert "no world of the things that are named" in found.why
    assert sufficient(MUD, f"({crowded}) -> Muddy").standing is Standing.FAILS
