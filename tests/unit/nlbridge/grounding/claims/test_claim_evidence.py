from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario
from nlbridge.grounding.by_words import ground, word_evidence
from nlbridge.grounding.claims.evidence import Finding, Status

TEXT = "The oven door jammed, so the loaves burned. A piper played in the square."
SCENARIO = Scenario(
    text=TEXT,
    events=(
        Event(id="e1", statement="The oven door jammed.", span=(0, 20)),
        Event(id="e2", statement="The loaves burned.", span=(25, 42)),
        Event(id="e3", statement="A piper played in the square.", span=(44, 72)),
    ),
    links=(Link(cause="e1", effect="e2", connective="so"),),
)
RUBRIC = build_rubric(derive(SCENARIO, do({"e1": "false"})))
EDIT = "The oven door did not jam, so the loaves did not burn."


class Noted:
    """Hears the claims, and says of all that they stand."""

    def __init__(self):
        self.heard = []

    def findings(self, claims, passage):
        self.heard += claims
        assert passage == EDIT
        return tuple(Finding(altered=0.02, because="a witness says so") for _ in claims)


def test_the_words_are_weighed_where_no_evidence_is_named():
    plain = ground(EDIT, SCENARIO, RUBRIC.intervention)
    assert ground(EDIT, SCENARIO, RUBRIC.intervention, evidence=word_evidence()) == plain


def test_evidence_hears_each_claim_with_its_statement_and_the_stretch_of_the_edit():
    witness = Noted()
    ground(EDIT, SCENARIO, RUBRIC.intervention, evidence=witness)
    assert [claim.statement for claim in witness.heard] == [event.statement for event in SCENARIO.events]
    assert [EDIT[claim.start : claim.end] for claim in witness.heard][:2] == [
        "The oven door did not jam",
        "the loaves did not burn",
    ]
    assert witness.heard[0].aligned == "the oven door jammed"


def test_a_claim_without_a_word_left_counts_as_not_mentioned():
    witness = Noted()
    ground(EDIT, SCENARIO, RUBRIC.intervention, evidence=witness)
    gone = word_evidence().findings(witness.heard, EDIT)[2]
    assert gone.not_mentioned == gone.altered > 0


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_the_chances_of_a_finding_are_a_distribution(altered, share, rest):
    other = altered * share
    found = Finding(altered=altered, other=other, not_mentioned=(altered - other) * rest, because="")
    assert sum(found.chances.values()) == pytest.approx(1)
    assert all(chance >= -1e-12 for chance in found.chances.values())
    assert found.chances[Status.HOLDS] == 1 - replace(found, because="words").altered
