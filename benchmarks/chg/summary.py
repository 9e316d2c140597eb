"""The tables of Abdolmaleki et al. for a set of judged counter-hypotheses, as functions of samples."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from benchmarks.chg.criteria.rubric import good
from benchmarks.chg.rater_agreement import agreement_table, with_people
from benchmarks.chg.response import UNRATED, Ratings
from benchmarks.reports.judge_agreement import agreements
from benchmarks.statistics.comparison import flipped, holm, rank_sum
from benchmarks.statistics.intervals import CONFIDENCE
from benchmarks.statistics.verdict_shares import verdict_shares

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from benchmarks.chg.reference_likeness import Likeness
    from benchmarks.chg.score import ChgSample
    from benchmarks.statistics.verdict_shares import VerdictShares

CONSTRAINTS: Final[Mapping[str, Callable[[Ratings], bool | None]]] = {
    "consistent": lambda one: None if one.consistent is None else one.consistent == 3,
    "different": lambda one: None if one.difference is None else one.difference > 1,
    "repeats_weakener": lambda one: one.repeats_weakener,
    "within_limits": lambda one: one.within_limits,
    "neutral": lambda one: one.neutral,
    "stronger_with_weakener": lambda one: one.stronger_with_weakener,
    "good": lambda one: one.good,
}
"""Table 2 has the first three."""

QUALITIES: Final = ("difference", "consistent", "fluency", "human_like")
"""The rows of Table 3."""


class Rater(StrEnum):
    """The source of a table's ratings."""

    RUBRIC = "rubric"
    PEOPLE = "people"

    def of(self, sample: ChgSample) -> Ratings:
        """Return a sample's ratings: the rubric's, completed by a judge's, or the first person's."""
        if self is Rater.RUBRIC:
            return sample.ratings
        return sample.human[0] if sample.human else UNRATED


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A model compared with the next better one on one quality.

    Parameters
    ----------
    worse, better
        Models, ranked by mean grade.
    gain
        Difference of the means over the compared grades.
    items
        Number of items graded for both models; 0 if they share none, so that the grades form two groups.
    p
        P value of no difference; adjusted for all steps of the table (Holm).
    """

    quality: str
    worse: str
    better: str
    gain: float
    items: int
    p: float | None

    @property
    def significant(self) -> bool:
        """Whether p is below 0.05."""
        return self.p is not None and self.p < 1 - CONFIDENCE


def constraint_proportions(samples: Sequence[ChgSample], rater: Rater = Rater.RUBRIC) -> dict[str, VerdictShares]:
    """Return how often each constraint is met (Table 2), with intervals that draw whole premises.

    Shares of all responses and of the decided ones; with people as raters, of the responses they rated.
    """
    chosen = [sample for sample in samples if rater is Rater.RUBRIC or sample.human]
    cores = [sample.core for sample in chosen]
    return {
        name: verdict_shares([met(rater.of(sample)) for sample in chosen], cores) for name, met in CONSTRAINTS.items()
    }


def model_comparison(samples: Sequence[ChgSample], rater: Rater = Rater.RUBRIC) -> tuple[Step, ...]:
    """Order the models in each quality, worst first, and test each step (Table 3).

    Models graded on common items are compared on these, by flipping the signs of whole premises; others by the
    rank-sum test.
    """
    steps = []
    for quality in QUALITIES:
        grades = _grades(samples, quality, rater)
        order = sorted(grades, key=lambda model: (_mean(list(grades[model].values())), model))
        steps += [_step(quality, worse, better, grades) for worse, better in pairwise(order)]
    adjusted = holm({str(number): step.p for number, step in enumerate(steps) if step.p is not None})
    return tuple(Step(**{**asdict(step), "p": adjusted.get(str(number), step.p)}) for number, step in enumerate(steps))


def _grades(samples: Sequence[ChgSample], quality: str, rater: Rater) -> dict[str, dict[tuple[str, str], float]]:
    """Return the mean grade of each model for each item, by core and id."""
    grades: dict[str, dict[tuple[str, str], list[int]]] = {}
    for sample in samples:
        value = getattr(rater.of(sample), quality)
        if value is not None:
            grades.setdefault(sample.model, {}).setdefault((sample.core, sample.id), []).append(int(value))
    return {model: {key: _mean(values) for key, values in items.items()} for model, items in grades.items()}


def _step(quality: str, worse: str, better: str, grades: Mapping[str, Mapping[tuple[str, str], float]]) -> Step:
    one, two = grades[worse], grades[better]
    both = sorted(one.keys() & two.keys())
    if not both:
        first, second = list(one.values()), list(two.values())
        gain, p = _mean(second) - _mean(first), rank_sum(first, second)
        return Step(quality=quality, worse=worse, better=better, gain=gain, items=0, p=p)
    sums: dict[str, float] = {}
    for core, item in both:
        sums[core] = sums.get(core, 0.0) + two[core, item] - one[core, item]
    gain = sum(sums.values()) / len(both)
    return Step(quality=quality, worse=worse, better=better, gain=gain, items=len(both), p=flipped(list(sums.values())))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def summarise(samples: Sequence[ChgSample], likeness: Mapping[str, Likeness]) -> dict[str, Any]:
    """Return every figure as one JSON object.

    Parameters
    ----------
    likeness
        Similarity of each model's responses to the references (Table 1).
    """
    people = any(sample.human for sample in samples)
    raters = [Rater.RUBRIC, *([Rater.PEOPLE] if people else [])]
    models = list(dict.fromkeys(sample.model for sample in samples))
    return {
        "responses": len(samples),
        "items": len({sample.id for sample in samples}),
        "unanswered": sum(sample.failed for sample in samples),
        "likeness": {model: asdict(one) for model, one in likeness.items()},
        "constraints": {
            model: {rater.value: _proportions([s for s in samples if s.model == model], rater) for rater in raters}
            for model in models
        },
        "comparison": {rater.value: [_of_step(step) for step in model_comparison(samples, rater)] for rater in raters},
        "agreement": {
            "people": [asdict(row) for row in agreement_table(samples)],
            "rubric_with_people": {name: asdict(one) for name, one in with_people(samples).items()},
        }
        if people
        else {},
        "agreements": agreements(samples, GOOD, model=lambda one: one.model, cluster=lambda one: one.core),
    }


def _judged_good(sample: ChgSample) -> bool | None:
    """Return whether every demand is met by the judge's ratings alone, apart from the rubric's word count."""
    counted = Ratings(within_limits=sample.rubric.within_limits)
    return None if sample.judge == UNRATED else good(counted.or_else(sample.judge))


GOOD: Final[Mapping[str, Callable[[ChgSample], bool | None]]] = {
    "rubric": lambda sample: sample.rubric.good,
    "judge": _judged_good,
    "rubric, then judge": lambda sample: sample.ratings.good if sample.judge != UNRATED else None,
    "people": lambda sample: sample.human[0].good if sample.human else None,
}


def _proportions(samples: Sequence[ChgSample], rater: Rater) -> dict[str, Any]:
    return {name: one.to_dict() for name, one in constraint_proportions(samples, rater).items()}


def _of_step(step: Step) -> dict[str, Any]:
    return {**asdict(step), "significant": step.significant}
