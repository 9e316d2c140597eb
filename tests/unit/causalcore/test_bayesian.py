from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import pytest

from causalcore.bayesian import from_network, to_network
from causalcore.counterfactual import probability
from causalcore.errors import MalformedModelError
from causalcore.model_file import load_model
from causalcore.textbook import DRUG_GENDER, FIRING_SQUAD, SMOKING_TAR
from causalcore.world import Fact, Term

if TYPE_CHECKING:
    from pathlib import Path

    from causalcore.model import SCM

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
    with pytest.raises(MalformedModelError, match="expected a network that pgmpy reads"):
        load_model(place)
