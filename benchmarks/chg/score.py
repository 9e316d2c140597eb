"""A judged counter-hypothesis, as stored in `samples.jsonl`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.chg.criteria.rubric import Assessment, assess
from benchmarks.chg.response import DIMENSIONS, FAILED, UNRATED, Ratings
from benchmarks.runs.failed_response import failure
from benchmarks.runs.runner import row_key
from benchmarks.runs.scores import Blame, read_as

if TYPE_CHECKING:
    from benchmarks.chg.data import ChgItem
    from benchmarks.chg.response import Response
    from logic.solving.outcome import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class ChgSample:
    """A counter-hypothesis with its ratings.

    Parameters
    ----------
    core
        Samples with one core share premise and hypothesis.
    ratings
        By the rubric, completed by a judge where the rubric is undecided.
    rubric
        By the rubric alone.
    judge
        By the judge alone; unrated without one.
    human
        By people, one for each rater.
    failed
        Whether the response is no answer.
    """

    id: str
    core: str
    model: str
    response: str
    hypothesis: str
    reference: str
    ratings: Ratings
    rubric: Ratings = UNRATED
    judge: Ratings = UNRATED
    reasons: tuple[str, ...] = ()
    human: tuple[Ratings, ...] = ()
    failed: bool = False

    @property
    def blame(self) -> Blame | None:
        """Who is to blame if `good` is undetermined or there is no answer; otherwise None."""
        if self.failed:
            return Blame.MODEL
        return Blame.GRADER if self.ratings.good is None else None

    def to_dict(self) -> dict[str, Any]:
        """Return the sample as a JSON object, with each criterion at the top; null is undetermined."""
        row = {"id": self.id, "model": self.model, "response": self.response, **asdict(self.ratings)}
        people = {"human": [asdict(rater) for rater in self.human]} if self.human else {}
        asked = {"judge": asdict(self.judge)} if self.judge != UNRATED else {}
        return {
            **row,
            "blame": self.blame,
            "failed": self.failed,
            "core": self.core,
            "why": list(self.reasons),
            "hypothesis": self.hypothesis,
            "reference": self.reference,
            "rubric": asdict(self.rubric),
            **asked,
            **people,
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> ChgSample:
        """Read the output of `to_dict`."""
        ratings = {name: row[name] for name in DIMENSIONS}
        return read_as(cls, {**row, "ratings": ratings, "reasons": row["why"]})


def key(item: ChgItem, response: Response) -> str:
    """Return a key that changes with everything that affects the verdict."""
    given = [json.dumps(asdict(one), sort_keys=True) for one in (item, response)]
    return row_key(item.id, response.model, of=given)


def score(
    items: Mapping[str, ChgItem], responses: Sequence[Response], limits: Limits | None = None
) -> tuple[ChgSample, ...]:
    """Judge every response."""
    return tuple(judged(items[response.item], response, limits) for response in responses)


def judged(item: ChgItem, response: Response, limits: Limits | None = None) -> ChgSample:
    """Judge one response; a response that is no answer meets no demand."""
    why = failure(response.text, finish_reason=response.finish_reason, refusal=response.refusal)
    made = assess(item, response, limits) if why is None else Assessment(ratings=FAILED, rubric=FAILED, reasons=(why,))
    return ChgSample(
        id=item.id,
        core=item.core,
        model=response.model,
        response=response.text,
        hypothesis=item.hypothesis,
        reference=item.reference,
        ratings=made.ratings,
        rubric=made.rubric,
        judge=response.judge,
        reasons=made.reasons,
        human=response.human,
        failed=why is not None,
    )


def column(samples: Sequence[ChgSample], dimension: str) -> list[int | bool | None]:
    """Return one dimension of the ratings."""
    if dimension not in DIMENSIONS:
        message = f"expected one of {', '.join(DIMENSIONS)}, got {dimension}; choose one of them"
        raise ValueError(message)
    return [getattr(sample.ratings, dimension) for sample in samples]
