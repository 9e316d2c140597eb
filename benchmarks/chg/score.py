"""One counter-hypothesis judged, as `samples.jsonl` keeps it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.chg.response import DIMENSIONS, Ratings
from benchmarks.chg.rubric import assess

if TYPE_CHECKING:
    from benchmarks.chg.data import ChgItem
    from benchmarks.chg.response import Response
    from logic.solver import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class ChgSample:
    """A counter-hypothesis with its ratings.

    Parameters
    ----------
    core
        Samples of the same core share premise and hypothesis.
    ratings
        By the rubric, and by a judge where the rubric leaves something open.
    human
        What people say of it, one for each rater.
    """

    id: str
    core: str
    model: str
    response: str
    hypothesis: str
    reference: str
    ratings: Ratings
    reasons: tuple[str, ...] = ()
    human: tuple[Ratings, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the sample as a JSON object, with each criterion at the top; null is undetermined."""
        row = {"id": self.id, "model": self.model, "response": self.response, **asdict(self.ratings)}
        said = {"human": [asdict(rater) for rater in self.human]} if self.human else {}
        return {
            **row,
            "core": self.core,
            "why": list(self.reasons),
            "hypothesis": self.hypothesis,
            "reference": self.reference,
            **said,
        }


def score(
    items: Mapping[str, ChgItem], responses: Sequence[Response], limits: Limits | None = None
) -> tuple[ChgSample, ...]:
    """Judge every response."""
    return tuple(_sample(items[response.item], response, limits) for response in responses)


def _sample(item: ChgItem, response: Response, limits: Limits | None) -> ChgSample:
    found = assess(item, response, limits)
    return ChgSample(
        id=item.id,
        core=item.core,
        model=response.model,
        response=response.text,
        hypothesis=item.hypothesis,
        reference=item.reference,
        ratings=found.ratings,
        reasons=found.reasons,
        human=response.human,
    )


def column(samples: Sequence[ChgSample], dimension: str) -> list[int | bool | None]:
    """Return one dimension of the ratings."""
    if dimension not in DIMENSIONS:
        message = f"expected one of {', '.join(DIMENSIONS)}, got {dimension}; choose one of them"
        raise ValueError(message)
    return [getattr(sample.ratings, dimension) for sample in samples]
