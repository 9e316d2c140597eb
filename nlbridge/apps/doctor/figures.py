"""Figures of a measured model with intervals, calibration fits, and one line of advice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from nlbridge.chat.client.profile import Fit, logit

RESAMPLES: Final = 1_000
"""Resamples of the texts for each interval."""
BINS: Final = 10
_PRIOR: Final = 4.0
"""Weight of the prior that confidences are calibrated, in observations per parameter."""
GOOD: Final = 0.9
"""Share of correct events from which one reading per text suffices."""
UNUSABLE: Final = 0.75
"""Share of correct events below which a model does not help; the offline reader is about as good on work texts."""

Row = dict[str, Any]
Statistic = Callable[[Sequence[Row]], float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure with its 95 % interval; None if there is nothing to count."""

    value: float | None
    low: float | None = None
    high: float | None = None
    of: int = 0

    def row(self) -> dict[str, Any]:
        """Return the figure as a JSON object."""
        parts = {"value": self.value, "low": self.low, "high": self.high}
        return {name: None if part is None else round(part, 4) for name, part in parts.items()} | {"of": self.of}


def answers_in(rows: Sequence[Row]) -> list[list[Any]]:
    """Return all answers, each starting with its label."""
    return [answer for row in rows for answer in row["answers"]]


def verdicts_in(rows: Sequence[Row]) -> list[list[Any]]:
    """Return all verdicts, each starting with its label."""
    return [verdict for row in rows for verdict in row["verdicts"]]


def is_right(answer: Sequence[Any]) -> bool:
    """Return whether an answer agrees with its label; the direction of an amount counts if the answer gives it.

    Examples
    --------
    >>> is_right(["changed higher", "changed", 0.9]), is_right(["changed higher", "changed lower", 0.9])
    (True, False)
    """
    label, answered = str(answer[0]).split(), str(answer[1]).split()
    return label[: len(answered)] == answered


def events_right(rows: Sequence[Row]) -> float | None:
    """Return the share of labelled claims with the right answer."""
    return _share([is_right(answer) for answer in answers_in(rows)])


def decided(rows: Sequence[Row]) -> float | None:
    """Return the share of rewrites that get a verdict."""
    return _share([verdict[1] is not None for verdict in verdicts_in(rows)])


def decided_right(rows: Sequence[Row]) -> float | None:
    """Return the share of decided verdicts that are right."""
    return _share([right for _, right in _decided_verdicts(rows)])


def _decided_verdicts(rows: Sequence[Row]) -> list[tuple[float, bool]]:
    """Return the confidence in each decided verdict, and whether it is right."""
    return [(float(v[3]), v[1] is (not v[0])) for v in verdicts_in(rows) if v[1] is not None]


def _scored(rows: Sequence[Row]) -> list[tuple[float, bool]]:
    """Return the score of each rewrite, and whether it is valid."""
    return [(float(verdict[2]), not verdict[0]) for verdict in verdicts_in(rows)]


def area(rows: Sequence[Row]) -> float | None:
    """Return the area under the ROC curve of `score`: the chance that a valid rewrite outscores an invalid one [1]_.

    References
    ----------
    .. [1] Hanley and McNeil (1982), The meaning and use of the area under a ROC curve.
    """
    scored = _scored(rows)
    valid = np.array([score for score, is_valid in scored if is_valid])
    invalid = np.array([score for score, is_valid in scored if not is_valid])
    if not valid.size or not invalid.size:
        return None
    above = (valid[:, None] > invalid[None, :]).mean()
    return float(above + (valid[:, None] == invalid[None, :]).mean() / 2)


def calibration_error(rows: Sequence[Row]) -> float | None:
    """Return the expected calibration error of `score`, over ten bins of equal width."""
    if not (pairs := _scored(rows)):
        return None
    scores, valid = np.array(pairs, dtype=float).T
    bins = np.minimum((scores * BINS).astype(int), BINS - 1)
    gaps = [abs((scores - valid)[bins == k].sum()) for k in range(BINS)]
    return float(sum(gaps) / len(pairs))


FIGURES: Final[dict[str, tuple[Statistic, Callable[[Sequence[Row]], int]]]] = {
    "events_right": (events_right, lambda rows: len(answers_in(rows))),
    "verdicts_decided": (decided, lambda rows: len(verdicts_in(rows))),
    "verdicts_right": (decided_right, lambda rows: len(_decided_verdicts(rows))),
    "area_under_curve": (area, lambda rows: len(verdicts_in(rows))),
    "calibration_error": (calibration_error, lambda rows: len(verdicts_in(rows))),
}
"""Each figure with its computation and its count."""


def figures(rows: Sequence[Row], *, seed: int = 0) -> dict[str, Figure]:
    """Return all figures with intervals: percentiles over resampled texts [1]_.

    References
    ----------
    .. [1] Efron and Tibshirani (1993), An introduction to the bootstrap.

    Examples
    --------
    >>> row = {"answers": [["changed", "changed", 0.9]], "verdicts": [["", True, 0.9, 0.9, []]]}
    >>> found = figures([row, row])
    >>> found["events_right"].value, found["verdicts_right"].low, found["area_under_curve"].value
    (1.0, 1.0, None)
    """
    rng = np.random.default_rng(seed)
    samples = [rng.integers(0, len(rows), len(rows)) for _ in range(RESAMPLES)] if rows else []
    return {name: _figure(rows, samples, *computation) for name, computation in FIGURES.items()}


def _figure(
    rows: Sequence[Row], samples: list[Any], statistic: Statistic, count: Callable[[Sequence[Row]], int]
) -> Figure:
    value = statistic(rows)
    values = [drawn for sample in samples if (drawn := statistic([rows[k] for k in sample])) is not None]
    if value is None or not values:
        return Figure(value=value, of=count(rows))
    low, high = np.percentile(values, [2.5, 97.5])
    return Figure(value=value, low=float(low), high=float(high), of=count(rows))


def fits_of(rows: Sequence[Row]) -> dict[str, Fit]:
    """Fit the confidence of answers, the confidence of decided verdicts, and the score."""
    answers = [(float(a[2]), is_right(a)) for a in answers_in(rows) if a[1] not in {"refused", "unread"}]
    return {"answer": fitted(answers), "verdict": fitted(_decided_verdicts(rows)), "score": fitted(_scored(rows))}


def fitted(pairs: Sequence[tuple[float, bool]]) -> Fit:
    """Fit a logistic curve over the logit, with a prior that keeps it near the identity when data are few.

    Examples
    --------
    >>> fitted([])
    Fit(slope=1.0, intercept=0.0)
    >>> overbold = fitted([(0.99, k % 10 < 7) for k in range(400)])
    >>> round(overbold.of(0.99), 2)
    0.7
    """
    from scipy.optimize import minimize

    if not pairs:
        return Fit()
    logits, outcomes = np.array([(logit(probability), right) for probability, right in pairs]).T
    identity = np.array([1.0, 0.0])

    def loss(coefficients: Any) -> float:
        """Return the negative log-likelihood with the prior."""
        fitted_logits = coefficients[0] * logits + coefficients[1]
        losses = np.logaddexp(0.0, fitted_logits) - outcomes * fitted_logits
        return float(losses.sum() + _PRIOR / 2 * ((coefficients - identity) ** 2).sum())

    slope, intercept = minimize(loss, identity).x
    return Fit(slope=float(max(slope, 0.0)), intercept=float(intercept))


def advice(by_model: dict[str, Figure], offline: dict[str, Figure] | None = None) -> str:
    """Return one line of advice: which reader to use, and how many readings of a text.

    Examples
    --------
    >>> advice({"events_right": Figure(value=0.97), "verdicts_right": Figure(value=0.98)})
    'use --reader llm: it reads well, and one reading of a text is enough'
    """
    share = by_model["events_right"].value
    if share is None:
        return "nothing was measured: run it with a larger budget"
    alone = offline["events_right"].value if offline else None
    if share < UNUSABLE or (alone is not None and share <= alone):
        return "use --reader offline: this model reads no better than the words alone; try a larger one"
    if share < GOOD:
        return "use --reader hybrid, or --reader llm --samples 3: one reading of a text is often wrong"
    if alone is not None and share - alone < 0.05:
        return "use --reader hybrid: the words alone are nearly as good, so ask the model where they are unsure"
    return "use --reader llm: it reads well, and one reading of a text is enough"


def _share(outcomes: Sequence[bool]) -> float | None:
    return sum(outcomes) / len(outcomes) if outcomes else None
