from __future__ import annotations

import json
import re
import warnings
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from typer.testing import CliRunner

from causalcore.claims.generation import random_model
from causalcore.errors import MalformedModelError
from causalcore.exchange.bayesian import from_network, to_network, write_network
from causalcore.exchange.model_file import load_model
from causalcore.exchange.network_tables import tables_of
from causalcore.exchange.uai import read_uai, write_uai
from causalcore.model.building import scm
from causalcore.model.textbook import DRUG_GENDER, FIRING_SQUAD, SMOKING_TAR
from causalcore.queries.counterfactual import probability
from causalcore.queries.world import Fact, Term
from nlbridge.apps.command.cli import app

if TYPE_CHECKING:
    from pathlib import Path

    from causalcore.model.model import SCM

MODELS = {"squad": FIRING_SQUAD, "drug": DRUG_GENDER, "tar": SMOKING_TAR}


def _query(model: SCM, name: str, evidence: dict[str, object], cut: str | None = None) -> dict[object, float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        from pgmpy.inference import VariableElimination

    network = to_network(model)
    if cut is not None:
        network = network.do([cut])
    table = VariableElimination(network).query(variables=[name], evidence=evidence, show_progress=False)
    return dict(zip(table.state_names[name], table.values.tolist(), strict=True))


@pytest.mark.parametrize("key", MODELS)
def test_conditioning_agrees_with_pgmpy(key: str) -> None:
    model = MODELS[key]
    first, last = model.order[0], model.order[-1]
    for value in model[first].values:
        for outcome, expected in _query(model, last, {first: value}).items():
            assert probability(model, {last: outcome}, {first: value}) == pytest.approx(expected)


@pytest.mark.parametrize("key", MODELS)
def test_intervening_agrees_with_pgmpy_on_the_cut_network(key: str) -> None:
    model = MODELS[key]
    last = model.order[-1]
    for cause in model.parents(last):
        for value in model[cause].values:
            for outcome, expected in _query(model, last, {cause: value}, cut=cause).items():
                fact = Fact(Term(last, ((cause, value),)), outcome)
                assert probability(model, [fact]) == pytest.approx(expected)


def test_a_network_comes_back_with_the_same_probabilities() -> None:
    again = from_network(to_network(DRUG_GENDER))
    for value in (0, 1):
        fact = Fact(Term("recovery", (("drug", value),)), 1)
        assert probability(again, [fact]) == pytest.approx(probability(DRUG_GENDER, [fact]))


def test_a_bif_file_is_read(tmp_path: Path) -> None:
    place = tmp_path / "rain.bif"
    place.write_text(
        "network rain { }\n"
        "variable Rain { type discrete [ 2 ] { no, yes }; }\n"
        "variable Wet { type discrete [ 2 ] { no, yes }; }\n"
        "probability ( Rain ) { table 0.8, 0.2; }\n"
        "probability ( Wet | Rain ) { (no) 0.9, 0.1; (yes) 0.05, 0.95; }\n",
        encoding="utf-8",
    )
    model = load_model(place)
    assert model.edges == (("Rain", "Wet"),)
    assert probability(model, {"Wet": "yes"}) == pytest.approx(0.8 * 0.1 + 0.2 * 0.95)


def test_a_file_that_is_no_network_says_so(tmp_path: Path) -> None:
    place = tmp_path / "broken.bif"
    place.write_text("nothing", encoding="utf-8")
    with pytest.raises(MalformedModelError, match="in a BIF file"):
        load_model(place)


@pytest.mark.parametrize(
    ("key", "suffix"), [("drug", ".bif"), ("drug", ".xmlbif"), *((name, ".uai") for name in MODELS), ("tar", ".xmlbif")]
)
def test_a_network_file_comes_back_with_every_table(key: str, suffix: str, tmp_path: Path) -> None:
    model = MODELS[key]
    place = tmp_path / f"model{suffix}"
    write_network(model, place)
    again = load_model(place)
    order = [item.name for item in (*model.variables, *model.exogenous)]
    name_of = dict(zip(order, order, strict=True))
    if suffix == ".uai":
        name_of = {name: f"var_{number}" for number, name in enumerate(order)}
    for name, (parents, table) in tables_of(model).items():
        found = again.rule(name_of[name])
        axes = [found.parents.index(name_of[parent]) for parent in parents]
        np.testing.assert_allclose(np.transpose(found.probabilities, [*axes, -1 % table.ndim]), table, atol=1e-12)


@pytest.mark.parametrize("seed", range(12))
def test_random_models_come_back_from_uai(seed: int) -> None:
    model = random_model(Random(seed), conditional=True)
    again = read_uai(write_uai(model))
    order = [*model.names, *(item.name for item in model.exogenous)]
    for name, (parents, table) in tables_of(model).items():
        found = again.rule(f"var_{order.index(name)}")
        assert found.parents == tuple(f"var_{order.index(parent)}" for parent in parents)
        np.testing.assert_allclose(found.probabilities, table, atol=1e-12)


EXAMPLE = "BAYES 3 2 2 3 3 1 0 2 0 1 2 1 2 2 0.4 0.6 4 0.1 0.9 0.85 0.15 6 0.2 0.3 0.5 0.7 0.1 0.2"


def test_a_uai_file_is_read_with_the_child_last_and_fastest(tmp_path: Path) -> None:
    """pgmpy 1.1 takes 0.1, 0.9, 0.85, 0.15 for the columns of two parents, and gives sums that are not 1."""
    place = tmp_path / "chain.uai"
    place.write_text(EXAMPLE, encoding="utf-8")
    model = load_model(place)
    assert probability(model, {"var_1": 1}, {"var_0": 0}) == pytest.approx(0.9)
    assert probability(model, {"var_2": 0}, {"var_1": 1}) == pytest.approx(0.7)
    fact = Fact(Term("var_2", (("var_0", 1),)), 2)
    assert probability(model, [fact]) == pytest.approx(0.85 * 0.5 + 0.15 * 0.2)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("MARKOV 1 2 1 1 0 2 0.5 0.5", "begins with BAYES"),
        ("BAYES 2 2 2 2 1 0 1 0 2 0.5 0.5 2 0.5 0.5", "each variable last in one scope"),
        ("BAYES 1 2 1 1 0 2 0.5", "a probability in a UAI file, got the end"),
        ("BAYES 1 2 1 1 0 2 0.5 0.6", "sum to 1"),
        ("BAYES 1 2 1 1 0 3 0.5 0.2 0.3", "the 2 numbers of var_0"),
        ("BAYES 1 x", "the number of values"),
        ("", "got the end"),
    ],
)
def test_a_broken_uai_file_is_refused(text: str, words: str) -> None:
    with pytest.raises(MalformedModelError, match=words):
        read_uai(text)


def test_a_network_format_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MalformedModelError, match=r"\*\.bif"):
        write_network(FIRING_SQUAD, tmp_path / "squad.txt")
    with pytest.raises(MalformedModelError, match="expected a UAI file"):
        load_model(tmp_path / "none.uai")


@pytest.mark.parametrize("suffix", [".bif", ".xmlbif", ".uai"])
def test_a_network_file_can_be_asked_and_claimed_about(suffix: str, tmp_path: Path) -> None:
    place = tmp_path / f"drug{suffix}"
    write_network(DRUG_GENDER, place)
    drug, recovery = ("var_1", "var_2") if suffix == ".uai" else ("drug", "recovery")
    asked = CliRunner().invoke(app, ["ask", str(place), f"P({recovery}=1 @ do({drug}=1))", "--format", "text"])
    assert float(asked.stdout) == pytest.approx(0.832)
    claimed = CliRunner().invoke(app, ["claim", str(place), "-"], input=f"no_effect({recovery}, {drug})")
    assert (claimed.exit_code, json.loads(claimed.stdout)["verdict"]) == (0, "holds")


def _named(*values: str, name: str = "z") -> SCM:
    return scm(
        variables={"x": [0, 1], name: list(values)},
        noise={"u": {0: 0.4, 1: 0.6}},
        mechanisms={"x": "u", name: {"parents": ["x"], "cpt": {"0": [0.2, 0.8], "1": [0.5, 0.5]}}},
    )


@pytest.mark.parametrize("suffix", [".bif", ".xmlbif"])
@pytest.mark.parametrize(("values", "shown"), [(("a b", "c,d"), "'a b', 'c,d'"), (("a{", "}"), "'a{', '}'")])
def test_what_a_network_format_cannot_hold_is_refused_and_nothing_written(
    suffix: str, values: tuple[str, ...], shown: str, tmp_path: Path
) -> None:
    place = tmp_path / f"odd{suffix}"
    place.write_text("kept", encoding="utf-8")
    with pytest.raises(MalformedModelError, match=re.escape("use letters, digits and _")) as caught:
        write_network(_named(*values), place)
    assert any(word in str(caught.value) for word in shown.split(", "))
    assert place.read_text(encoding="utf-8") == "kept"
    write_network(_named(*values), tmp_path / "odd.uai")  # numbers the values, so it holds any


@pytest.mark.parametrize("suffix", [".bif", ".xmlbif"])
@pytest.mark.parametrize("values", [("low", "high"), ("0", "1"), ("true", "false")])
def test_plain_names_and_values_come_back(suffix: str, values: tuple[str, ...], tmp_path: Path) -> None:
    write_network(_named(*values, name="z_1"), tmp_path / f"plain{suffix}")
    back = load_model(tmp_path / f"plain{suffix}")
    assert [str(value) for value in back["z_1"].values] == list(values)


def test_numbers_that_xmlbif_would_rename_are_refused_there_and_kept_in_bif(tmp_path: Path) -> None:
    with pytest.raises(MalformedModelError, match=r"got '0.5', '-2'; use letters"):
        write_network(_named("0.5", "-2"), tmp_path / "n.xmlbif")
    write_network(_named("0.5", "-2"), tmp_path / "n.bif")
    assert load_model(tmp_path / "n.bif")["z"].values == (0.5, -2)
