from __future__ import annotations

import pytest

from causalcore.claims.checking import check_claims
from causalcore.derivation.derivation import derive
from causalcore.errors import MalformedModelError
from causalcore.exchange.dataframe import to_dataframe
from causalcore.model.building import scm
from causalcore.model.textbook import DRUG_GENDER, FIRING_SQUAD
from causalcore.queries.counterfactual import probability
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario

FIELD = Scenario(
    events=(Event(id="rain", statement="It rained."), Event(id="wet", statement="The field was wet.")),
    links=(Link(cause="rain", effect="wet"),),
)


def test_a_model_gives_its_joint_distribution() -> None:
    table = to_dataframe(DRUG_GENDER)
    assert list(table.columns) == ["gender", "drug", "recovery", "probability"]
    assert table.probability.sum() == pytest.approx(1)
    healed = table[table.recovery == 1].groupby("drug").probability.sum() / table.groupby("drug").probability.sum()
    for value in (0, 1):
        assert healed[value] == pytest.approx(probability(DRUG_GENDER, {"recovery": 1}, {"drug": value}))
    assert to_dataframe(FIRING_SQUAD, "D").probability.tolist() == pytest.approx([0.21, 0.79])


def test_scenarios_derivations_and_verdicts_give_a_row_each() -> None:
    assert to_dataframe(FIELD).causes.tolist() == ["", "rain"]
    derived = to_dataframe(derive(FIELD, do({"rain": "false"})))
    assert derived.set_index("id").answer.to_dict() == {"rain": "changed", "wet": "changed"}
    verdicts = to_dataframe(check_claims(FIELD, "necessary(rain, wet)\nno_effect(rain, wet)"))
    assert verdicts.verdict.tolist() == ["holds", "fails"]


def test_what_has_no_rows_is_refused() -> None:
    with pytest.raises(MalformedModelError, match="got str"):
        to_dataframe("rain")
    with pytest.raises(MalformedModelError, match="got list"):
        to_dataframe([])
    wide = scm(variables={f"V{n}": [0, 1] for n in range(21)}, mechanisms={f"V{n}": 1 for n in range(21)})
    with pytest.raises(MalformedModelError, match="name the variables"):
        to_dataframe(wide)
    assert len(to_dataframe(wide, "V3")) == 1
