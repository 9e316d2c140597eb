from __future__ import annotations

import csv

import pytest

from benchmarks.conditionals.data import Condition, repaired
from benchmarks.conditionals.mood import HOLDS, Mood, World, read_mood, read_moods
from benchmarks.conditionals.rubric import CONGRUENT_IS_LOGICAL, Fit, expectation, fit

DESIGNED = {
    Condition.CW: (Mood.COUNTERFACTUAL, World.HYPOTHETICAL, True),
    Condition.CR: (Mood.COUNTERFACTUAL, World.ACTUAL, False),
    Condition.CWC: (Mood.COUNTERFACTUAL, World.ACTUAL, False),
    Condition.RWCA: (Mood.FACTUAL, World.ACTUAL, True),
}


@pytest.mark.parametrize(("mood", "world"), list(HOLDS))
def test_the_proof_agrees_with_whether_the_antecedent_holds(mood, world):
    expected = {True: Fit.FITTING, False: Fit.OTHER, None: Fit.EITHER}[HOLDS[mood, world]]
    assert fit(mood, world) is expected


def test_the_expectation_carries_its_certificate():
    found = expectation(read_mood("If the well had dried, the goats would have thirsted. In fact, the goats drank."))
    assert found.fit is Fit.OTHER
    assert found.proof is not None
    assert all(certificate.check() for certificate in found.proof.certificates)


def test_without_a_conditional_either_completion_is_logical():
    found = expectation(read_mood("The goats drank."))
    assert (found.fit, found.proof) == (Fit.EITHER, None)


def test_the_designed_conditions_make_the_papers_completions_logical():
    fitting = {Condition.CW: True, Condition.CR: True, Condition.CWC: False, Condition.RWCA: False}
    for condition, (mood, world, _) in DESIGNED.items():
        assert (fitting[condition] == (fit(mood, world) is Fit.FITTING)) is CONGRUENT_IS_LOGICAL[condition]


def test_the_small_table_is_read_as_its_conditions_were_designed(data):
    rows = [row for row in _rows(data, "small-dataset") if row[0] in DESIGNED]
    wrong = [row for row, found in zip(rows, _readings(rows), strict=True) if found != DESIGNED[row[0]]]
    assert len(wrong) <= 0.05 * len(rows), wrong


def test_the_large_table_is_read_by_its_sentences(data):
    """The rows of CWC have the completion in the consequent itself, so their sentences are those of CW."""
    designed = {**DESIGNED, Condition.CWC: DESIGNED[Condition.CW], Condition.RW: DESIGNED[Condition.RWCA]}
    rows = [row for row in _rows(data, "large-scale") if row[0] in designed][::8]
    assert _readings(rows) == [designed[row[0]] for row in rows]


def _rows(data, name: str) -> list[tuple[Condition, str]]:
    path = data / "conditionals" / f"{name}.csv"
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [(Condition(row["condition"]), repaired(row["sentence"])) for row in csv.DictReader(file)]


def _readings(rows):
    return [(found.mood, found.world, found.antecedent_holds) for found in read_moods(row[1] for row in rows)]
