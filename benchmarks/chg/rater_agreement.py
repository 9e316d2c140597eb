"""Agreement of two people on counter-hypotheses, and of the rubric with them (Abdolmaleki et al., Table 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from benchmarks.chg.response import UNRATED
from benchmarks.runs.compared import LABELS, Rated
from benchmarks.statistics.agreement import Agreement, agreement
from benchmarks.statistics.intervals import RESAMPLES
from benchmarks.statistics.reliability import Coefficient, cohen_kappa

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.chg.response import Ratings
    from benchmarks.chg.score import ChgSample

GRADES: Final = (1, 2, 3)
ORDINAL: Final = ("difference", "consistent", "fluency")
BINARY: Final = ("human_like", "neutral", "stronger_with_weakener", "repeats_weakener", "within_limits", "good")


@dataclass(frozen=True, slots=True, kw_only=True)
class DimensionAgreement:
    """Agreement of two raters on one dimension.

    Parameters
    ----------
    share
        Of equal ratings; None without any.
    kappa
        Cohen's kappa, with quadratic weights for grades and none for yes and no; with its 95 % bootstrap interval.
    """

    dimension: str
    share: float | None
    kappa: Coefficient


def agreement_table(samples: Sequence[ChgSample], resamples: int = RESAMPLES) -> tuple[DimensionAgreement, ...]:
    """Compare the first two people who rated each sample, on every dimension that both rated."""
    twice = [(sample.human[0], sample.human[1], sample.core) for sample in samples if len(sample.human) > 1]
    rows = (_row(dimension, twice, resamples) for dimension in (*ORDINAL, *BINARY))
    return tuple(row for row in rows if row.kappa.units)


def _row(dimension: str, twice: Sequence[tuple[Ratings, Ratings, str]], resamples: int) -> DimensionAgreement:
    pairs = [(getattr(one, dimension), getattr(two, dimension), core) for one, two, core in twice]
    both = [pair for pair in pairs if pair[0] is not None and pair[1] is not None]
    first, second, cores = ([pair[place] for pair in both] for place in range(3))
    kappa = cohen_kappa(
        first,
        second,
        weights="quadratic" if dimension in ORDINAL else None,
        scale=GRADES if dimension in ORDINAL else (False, True),
        clusters=cores,
        resamples=resamples,
    )
    share = sum(one == two for one, two in zip(first, second, strict=True)) / len(both) if both else None
    return DimensionAgreement(dimension=dimension, share=share, kappa=kappa)


def with_people(samples: Sequence[ChgSample]) -> Mapping[str, Agreement]:
    """Compare the rubric's answers with the first person's: how many are decided, and how many of these are right.

    Grades are compared as met or not: difference above 1, consistency 3.
    """
    found = {}
    for dimension in ("difference", "consistent", *BINARY):
        said = [
            (_met(sample.ratings, dimension), _met(sample.human[0], dimension)) for sample in samples if sample.human
        ]
        rated = [(ours, truth) for ours, truth in said if truth is not None]
        if rated:
            found[dimension] = agreement([ours for ours, _ in rated], [truth for _, truth in rated])
    return found


def _met(ratings: Ratings, dimension: str) -> bool | None:
    """Return whether a rating meets its dimension's demand."""
    value: int | bool | None = getattr(ratings, dimension)
    return None if value is None else value >= {"difference": 2, "consistent": 3}.get(dimension, True)


def rated_in(sample: ChgSample) -> tuple[Rated, ...]:
    """Return ratings of every criterion by the rubric alone, by a judge alone, and by the first two people.

    The rubric completed by the judge's ratings is no independent judge, so it has its own name: `completed`.
    """
    people = {LABELS if place == 0 else f"{LABELS}, second": one for place, one in enumerate(sample.human[:2])}
    alone = {"rubric": sample.rubric} | ({} if sample.judge == UNRATED else {"language model": sample.judge}) | people
    both = {} if sample.judge == UNRATED else {"rubric and model": sample.ratings} | people
    unit = f"{sample.id}, {sample.model}: {sample.response}"
    return tuple(
        Rated(
            unit=unit,
            about=f"{dimension}{end}",
            cluster=sample.core,
            ratings={name: _rating(one, dimension) for name, one in raters.items()},
            scale=tuple(map(str, GRADES)) if dimension in ORDINAL else (),
        )
        for end, raters in (("", alone), (", rubric completed by the model", both))
        for dimension in (*ORDINAL, *BINARY)
        if len(raters) > 1
    )


def _rating(ratings: Ratings, dimension: str) -> str | None:
    value: int | bool | None = getattr(ratings, dimension)
    return None if value is None else str(value).lower()
