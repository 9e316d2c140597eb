"""FTC: one minus the distance between a task model's distribution on a counterfactual and the derived label.

The derived label is a distribution with all mass on one label. FTC-delta checks whether the likeliest label differs,
FTC-K is the Kullback-Leibler divergence of the model's distribution from the derived one, and FTC-W is the cost of
moving the model's mass to the derived label: 1 between E and C, alpha between N and the others (section 2.3,
equation 1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from benchmarks.errors import BenchmarkError
from benchmarks.ftc.data import LABELS, Probabilities
from logic.relations.nli import Label

ALPHA: Final = 0.7
"""The paper's choice for Tables 5 and 10."""

LEAST: Final = 1e-12
"""Least probability that FTC-K uses; a probability rounded to 0 would give minus infinity."""


class AlphaError(BenchmarkError, ValueError):
    """An alpha outside [0, 1]."""


class Metric(StrEnum):
    """The three distances."""

    DELTA = "FTC-delta"
    K = "FTC-K"
    W = "FTC-W"


@dataclass(frozen=True, slots=True, kw_only=True)
class Faithfulness:
    """The three values for one counterfactual; FTC-delta and FTC-W lie in [0, 1], FTC-K in (-inf, 1]."""

    delta: float
    k: float
    w: float

    def value(self, metric: Metric) -> float:
        """Return the value of one metric."""
        return {Metric.DELTA: self.delta, Metric.K: self.k, Metric.W: self.w}[metric]


def ftc(probabilities: Probabilities, derived: Label, *, alpha: float = ALPHA) -> Faithfulness:
    """Return the faithfulness of one counterfactual.

    Parameters
    ----------
    probabilities
        The task model's distribution over E, C and N on the counterfactual.
    derived
        The label that follows from explanation and original label.
    alpha
        Cost between N and the other labels, 0 to 1. Below 0.5, going through N is cheaper than from E to C, so the
        costs are no metric; the value stays defined, since all mass goes to one label.

    Examples
    --------
    >>> value = ftc({Label.ENTAILMENT: 0.5, Label.CONTRADICTION: 0.2, Label.NEUTRAL: 0.3}, Label.ENTAILMENT)
    >>> value.delta, round(value.k, 3), round(value.w, 2)
    (1.0, 0.307, 0.59)
    """
    return Faithfulness(
        delta=ftc_delta(probabilities, derived),
        k=ftc_k(probabilities, derived),
        w=ftc_w(probabilities, derived, alpha=alpha),
    )


def ftc_delta(probabilities: Probabilities, derived: Label) -> float:
    """Return 1 if the derived label is the likeliest, divided by the number of tied labels."""
    most = max(probabilities[label] for label in LABELS)
    likeliest = [label for label in LABELS if probabilities[label] == most]
    return 1 / len(likeliest) if derived in likeliest else 0.0


def ftc_k(probabilities: Probabilities, derived: Label) -> float:
    """Return 1 - KL(derived || model) = 1 + ln p(derived), in nats."""
    return 1 + math.log(max(probabilities[derived], LEAST))


def ftc_w(probabilities: Probabilities, derived: Label, *, alpha: float = ALPHA) -> float:
    """Return 1 minus the Wasserstein distance of the model's distribution from the derived label."""
    if not 0 <= alpha <= 1:
        message = f"expected alpha between 0 and 1, got {alpha}; the paper has {ALPHA}"
        raise AlphaError(message)
    return 1 - sum(probabilities[label] * cost(label, derived, alpha) for label in LABELS)


def cost(first: Label, second: Label, alpha: float) -> float:
    """Return the ground distance between two labels."""
    if first is second:
        return 0.0
    return alpha if Label.NEUTRAL in {first, second} else 1.0


def mean(values: Sequence[Faithfulness], metric: Metric) -> float | None:
    """Return the mean of one metric; None without values."""
    return sum(value.value(metric) for value in values) / len(values) if values else None
