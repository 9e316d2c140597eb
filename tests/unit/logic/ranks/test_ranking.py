"""System Z and its kin on examples whose answers are published, and what a ranking refuses."""

from __future__ import annotations

import pytest

from logic.errors import ClashingDefaultsError, FormulaTooLargeError, MalformedFormulaError
from logic.formulas.formula import Atom
from logic.formulas.grammar import parse
from logic.models.worlds import Worlds
from logic.ranks.default import default
from logic.ranks.rank import INFINITE
from logic.ranks.rank_engine import Combination
from logic.ranks.rank_proof import prove
from logic.ranks.ranking import Ranking, Space
from logic.solving.claim import Claim
from logic.solving.outcome import Limits

TRIANGLE = (default("Bird", "Flies"), default("Penguin", "Bird"), default("Penguin", "~Flies"))
WINGED = (*TRIANGLE, default("Bird", "Winged"))


def system_z(*rules: tuple[str, str]) -> Ranking:
    return Ranking(defaults=tuple(default(*rule) for rule in rules), combination=Combination.MAXIMUM)


@pytest.mark.parametrize("combination", Combination)
@pytest.mark.parametrize(
    ("given", "said", "firm"),
    [
        (["Bird"], "Flies", True),
        (["Penguin"], "~Flies", True),
        (["Penguin", "Bird"], "~Flies", True),
        (["Bird"], "~Penguin", True),
        (["Flies"], "~Penguin", True),
        (["Bird", "Green"], "Flies", True),  # what is irrelevant changes nothing
        (["~Flies"], "~Bird", True),
        (["Penguin"], "Flies", False),
        (["Bird"], "Penguin", False),
        (["~Bird"], "~Penguin", True),
    ],
)
def test_the_penguin_triangle(combination: Combination, given: list[str], said: str, firm: bool) -> None:
    firmness = Ranking(defaults=TRIANGLE, combination=combination).firmness(said, *given)
    assert firmness is not None
    assert (firmness > 0) is firm


def test_system_z_puts_the_more_specific_rules_on_the_higher_level() -> None:
    space = Space(Ranking(defaults=WINGED, combination=Combination.MAXIMUM), [])
    assert space.weights == (1, 2, 2, 1)
    assert Space(Ranking(defaults=WINGED), []).weights == (1, 3, 3, 1)


def test_system_z_drowns_the_wings_of_penguins_and_summed_weights_do_not() -> None:
    """Pearl's known weakness; the sum agrees with Lehmann's lexicographic closure."""
    published, summed = (Ranking(defaults=WINGED, combination=one) for one in (Combination.MAXIMUM, Combination.SUM))
    assert published.firmness("Winged", "Penguin") == 0
    assert summed.firmness("Winged", "Penguin") == 1
    assert published.firmness("Bird", "Penguin", "Flies") == 0
    assert summed.firmness("Bird", "Penguin", "Flies") == 3


def test_the_nixon_diamond_is_undecided() -> None:
    for combination in Combination:
        rules = (default("Quaker", "Pacifist"), default("Republican", "~Pacifist"))
        ranking = Ranking(defaults=rules, combination=combination)
        assert ranking.firmness("Pacifist", "Quaker", "Republican") == 0
        assert ranking.firmness("Pacifist", "Quaker") == 1


def test_three_levels_of_exceptions() -> None:
    ranking = system_z(
        ("Mollusc", "Shell"),
        ("Cephalopod", "Mollusc"),
        ("Cephalopod", "~Shell"),
        ("Nautilus", "Cephalopod"),
        ("Nautilus", "Shell"),
    )
    assert Space(ranking, []).weights == (1, 2, 2, 3, 3)
    assert ranking.firmness("Shell", "Nautilus") == 1
    assert ranking.firmness("Shell", "Cephalopod") == -1


@pytest.mark.parametrize(
    "rules", [[("A", "B"), ("A", "~B")], [("A", "B"), ("B", "C"), ("A", "~C"), ("true", "A & (B | ~B)"), ("A", "~A")]]
)
def test_defaults_that_no_ranking_accepts_are_refused_by_name(rules: list[tuple[str, str]]) -> None:
    with pytest.raises(ClashingDefaultsError, match=r"none, got .*A normally ~[AB]"):
        system_z(*rules).kappa("A")


def test_a_default_that_can_never_apply_does_no_harm() -> None:
    rules = (default("Square & Round", "Red"), default("Square & Round", "~Red"), default("Square", "Red"))
    ranking = Ranking(defaults=rules, background=(parse("~(Square & Round)"),))
    assert ranking.firmness("Red", "Square") == 1
    assert ranking.kappa("Square & Round").value == INFINITE


def test_weights_for_some_defaults_only_are_refused() -> None:
    with pytest.raises(MalformedFormulaError, match="for every default or for none, got 1 weights for 2 defaults"):
        Ranking(defaults=(default("A", "B", weight=1), default("B", "C")))


def test_two_names_for_one_thing_are_refused_where_worlds_are_ranked() -> None:
    with pytest.raises(MalformedFormulaError, match=r"expected one name for each thing .* got tully = cicero"):
        Ranking().kappa("tully = cicero")
    assert Ranking().kappa("all x. (Orator(x) -> x = cicero)", "Orator(tully)").value == INFINITE


def test_quantifiers_with_too_many_instances_are_refused() -> None:
    names = " & ".join(f"P(n{index})" for index in range(20))
    with pytest.raises(FormulaTooLargeError, match="number of instances of its quantifiers at most 4096"):
        Ranking().kappa(names, "all x, y, z. Q(x,y,z)")
    schema = default("Q(x,y,z)", "R(x)", variables=["x", "y", "z"])
    with pytest.raises(FormulaTooLargeError, match="number of instances of a default at most 4096"):
        Ranking(defaults=(schema,)).kappa(names)


def test_an_unnamed_thing_keeps_the_named_ones_from_being_all() -> None:
    ranking = Ranking(defaults=(default("true", "P(a)", weight=1), default("true", "~P(b)", weight=1)))
    assert ranking.firmness("all x. P(x)", "P(a)", "P(b)") == 0


def test_a_schema_says_nothing_of_what_does_not_exist() -> None:
    ranking = Ranking(defaults=(default("Horse(x)", "~Winged(x)", weight=1, variables=["x"]),))
    assert ranking.kappa("Horse(pegasus)", "Winged(pegasus)").value == 1
    assert ranking.kappa("~E!(pegasus)", "Winged(pegasus) | ~Winged(pegasus)").value == 0


def test_past_sixteen_atoms_the_solver_ranks() -> None:
    chain = tuple(default(f"P{index}", f"P{index + 1}", weight=index + 1) for index in range(40))
    ranking = Ranking(defaults=chain)
    assert ranking.kappa("P0", "~P40").value == 1
    assert ranking.kappa("P0", "P1", "~P40").value == 2
    assert ranking.firmness("P30", "P10") == 11
    proof = prove(ranking, {"start": Claim(parse("P20")), "end": Claim(parse("~P40"))})
    assert proof is not None
    assert proof.rank == 21
    assert proof.check()


def test_a_rank_that_the_solver_cannot_find_in_time_is_unknown() -> None:
    pigeons = " & ".join("(" + " | ".join(f"In{p}_{h}" for h in range(11)) + ")" for p in range(12))
    alone = " & ".join(f"~(In{p}_{h} & In{q}_{h})" for h in range(11) for p in range(12) for q in range(p))
    rank = Ranking(limits=Limits(seconds=0.2)).kappa(pigeons, alone)
    assert rank.value is None
    assert rank.reason


def test_worlds_are_counted_up_to_a_limit() -> None:
    with pytest.raises(FormulaTooLargeError, match="number of atoms to be counted at most 16"):
        Worlds(atoms=tuple(Atom(f"P{index}") for index in range(17)))
    with pytest.raises(MalformedFormulaError, match="expected a ground formula, got ForAll"):
        Worlds(atoms=()).where(parse("all x. P(x)"))


def test_too_many_gaps_are_refused() -> None:
    parts = " | ".join(f"(P{index}(k) <-> Q{index}(k))" for index in range(6))
    with pytest.raises(FormulaTooLargeError, match="number of gaps at most 10"):
        Ranking().kappa(parts, "~E!(k)")
