"""Counter-hypotheses, with ratings by people and a judge, a model's probabilities, and formulas.

Each line is a JSON object `{"id", "response", "model"?, "strength"?, "formulas"?, "judge"?, "human"?}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from benchmarks.chg.data import ChgItem
from benchmarks.errors import MalformedItemError, wrong_field
from benchmarks.runs.json_rows import json_rows
from benchmarks.runs.responses import each_once, unwrapped
from logic.errors import brief

Grade = Literal[1, 2, 3]
REFERENCE = "reference"
"""Model name for people's counter-hypotheses in a dataset."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """One rater's ratings of a counter-hypothesis; None means unrated or undetermined.

    Parameters
    ----------
    difference, consistent, fluency
        From 1, the worst, to 3, the best.
    stronger_with_weakener
        Whether the altered premise supports the counter-hypothesis better than the base premise does.
    """

    difference: Grade | None = None
    consistent: Grade | None = None
    fluency: Grade | None = None
    human_like: bool | None = None
    repeats_weakener: bool | None = None
    within_limits: bool | None = None
    neutral: bool | None = None
    stronger_with_weakener: bool | None = None
    good: bool | None = None

    def or_else(self, other: Ratings) -> Ratings:
        """Fill in missing ratings from another rater."""
        return Ratings(
            **{
                name: value if (value := getattr(self, name)) is not None else getattr(other, name)
                for name in DIMENSIONS
            }
        )


DIMENSIONS = tuple(field.name for field in fields(Ratings))
UNRATED = Ratings()
FAILED = Ratings(
    difference=1,
    consistent=1,
    fluency=1,
    human_like=False,
    within_limits=False,
    neutral=False,
    stronger_with_weakener=False,
    good=False,
)
"""Ratings of a response that is no answer: it meets no demand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """The strength of a counter-hypothesis under each premise.

    Any number that grows with belief works: a probability, a log-probability, or a `logic.ranks.ranking` firmness.
    """

    strengthener: float
    weakener: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Statements:
    """Formulas, in the notation of `logic.formulas.grammar`, of an item and a response to it."""

    response: str
    hypothesis: str | None = None
    altered_premise: tuple[str, ...] = ()
    weakener: tuple[str, ...] = ()
    background: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """A counter-hypothesis by a model or a person for an item.

    Parameters
    ----------
    judge
        Ratings that decide what is undetermined offline.
    human
        Ratings by people, one per rater; used only for comparison.
    finish_reason, refusal
        The endpoint's report on the reply, if known.
    """

    item: str
    text: str
    model: str = "unnamed"
    finish_reason: str | None = None
    refusal: str | None = None
    strength: Strength | None = None
    formulas: Statements | None = None
    judge: Ratings = UNRATED
    human: tuple[Ratings, ...] = ()


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class _RatingsForm(_Strict):
    difference: Grade | None = None
    consistent: Grade | None = None
    fluency: Grade | None = None
    human_like: bool | None = None
    repeats_weakener: bool | None = None
    within_limits: bool | None = None
    neutral: bool | None = None
    stronger_with_weakener: bool | None = None
    good: bool | None = None

    def read(self) -> Ratings:
        return Ratings(**self.model_dump())


class _StrengthForm(_Strict):
    strengthener: float
    weakener: float


class _FormulasForm(_Strict):
    response: str
    hypothesis: str | None = None
    altered_premise: list[str] = Field(default_factory=list)
    weakener: list[str] = Field(default_factory=list)
    background: list[str] = Field(default_factory=list)

    def read(self) -> Statements:
        given: dict[str, Any] = {name: tuple(part) if isinstance(part, list) else part for name, part in self}
        return Statements(**given)


class _ResponseForm(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    id: Annotated[str, Field(min_length=1)]
    response: str
    model: str = "unnamed"
    finish_reason: str | None = None
    refusal: str | None = None
    strength: _StrengthForm | None = None
    formulas: _FormulasForm | None = None
    judge: _RatingsForm = Field(default_factory=_RatingsForm)
    human: _RatingsForm | list[_RatingsForm] = Field(default_factory=list)

    def read(self) -> Response:
        raters = self.human if isinstance(self.human, list) else [self.human]
        plain = self.model_dump(include={"model", "finish_reason", "refusal"})
        return Response(
            item=self.id,
            text=unwrapped(self.response),
            **plain,
            strength=Strength(**self.strength.model_dump()) if self.strength else None,
            formulas=self.formulas.read() if self.formulas else None,
            judge=self.judge.read(),
            human=tuple(rater.read() for rater in raters),
        )


def load_responses(path: Path, items: Iterable[ChgItem]) -> tuple[Response, ...]:
    """Read the responses of a file; each must name an item.

    Raises
    ------
    DatasetMissingError
        If the file does not exist.
    MalformedItemError
        If a line has another form, names no item, or repeats a model's answer to an item.
    """
    known = {item.id for item in items}
    rows = json_rows(path)
    return each_once(rows, lambda row: _response(row.place, row.fields, known), lambda one: (one.item, one.model))


def references(items: Iterable[ChgItem]) -> tuple[Response, ...]:
    """Return the people's counter-hypotheses of a dataset as responses."""
    return tuple(Response(item=item.id, text=item.reference, model=REFERENCE) for item in items if item.reference)


def _response(place: str, row: Mapping[str, object], known: set[str]) -> Response:
    try:
        response = _ResponseForm.model_validate(row).read()
    except ValidationError as broken:
        message = (
            f'{place}: expected {{"id", "response", "model"?, "strength"?, "formulas"?, "judge"?, "human"?}}, '
            f"got {wrong_field(broken.errors()[0])}; correct the line"
        )
        raise MalformedItemError(message) from broken
    if response.item not in known:
        message = f"{place}: expected the id of an item, got {brief(response.item)}; use the ids of the dataset"
        raise MalformedItemError(message)
    return response
