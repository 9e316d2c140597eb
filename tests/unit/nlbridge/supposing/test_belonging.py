"""A what-if is about this text where the network finds its claim and the words agree."""

from __future__ import annotations

import math

import pytest

from nlbridge.language.encoder.scores import scores
from nlbridge.supposing.belonging import FEATURES, belonging, features, fitted_weights

TEXT = "The pump failed, so the cellar flooded. The wine in the cellar was lost."
SPANS = ((0, 15), (20, 38), (40, 72))


def of(clause: str) -> dict[str, float]:
    return dict(zip(FEATURES, features(clause, TEXT, SPANS, scores(clause, TEXT, SPANS)), strict=True))


def test_every_feature_has_a_weight():
    assert set(fitted_weights()) == {*FEATURES, "bias", "refused"}


def test_words_are_shared_in_any_form_and_sense():
    own, foreign = of("the pump not failed"), of("the jury acquitted the baker")
    assert own["words shared"] == 1
    assert (foreign["words shared"], foreign["count shared"]) == (0, 0)
    assert of("Maria sold the pump")["names missing"] == 0
    assert of("the uncle of Maria sold the pump")["names missing"] == 1


@pytest.mark.parametrize("clause", ["the pump not failed", "the cellar stayed dry", "the wine been saved"])
def test_own_what_ifs_are_likelier_than_foreign_ones(clause):
    foreign = "the jury acquitted the baker"
    least = fitted_weights()["refused"]
    assert belonging(clause, TEXT, SPANS, scores(clause, TEXT, SPANS)) > least
    assert belonging(foreign, TEXT, SPANS, scores(foreign, TEXT, SPANS)) < least


def test_a_chance_is_the_logistic_of_the_weighed_features():
    clause, weights = "the cellar stayed dry", fitted_weights()
    total = weights["bias"] + sum(weights[name] * value for name, value in of(clause).items())
    chance = belonging(clause, TEXT, SPANS, scores(clause, TEXT, SPANS))
    assert math.isclose(chance, 1 / (1 + math.exp(-total)))
