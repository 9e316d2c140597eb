"""Arguments and premises of an item as formulas, written by hand or by a language model.

A file of formalisations is JSON Lines:
`{"id", "model"?, "premise1": F, "premise2": F, "argument": A, "modified": A}` with
`A = {"premises": [F], "conclusion": F, "background"?: [F], "defaults"?: [D]}` and
`D = {"if"?: F, "then": F, "weight"?: 1, "for"?: ["x"]}`.
A line with `model` covers that model's response; one without covers every response to the item.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from benchmarks.errors import MalformedItemError, wrong_field
from benchmarks.runs.json_rows import json_rows
from benchmarks.runs.scores import Blame
from logic.errors import LogicError
from logic.ranks.default import Default, default
from logic.relations.argument import argument
from logic.relations.formal_argument import Argument
from logic.solving.entailment import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from benchmarks.clomo.data import ClomoItem, Response
    from logic.formulas.formula import Formula


@dataclass(frozen=True, slots=True, kw_only=True)
class Formalisation:
    """An item and one response as formulas.

    Parameters
    ----------
    argument, modified
        The original argument, and the response's.
    """

    argument: Argument
    modified: Argument
    premise1: Formula
    premise2: Formula


@dataclass(frozen=True, slots=True, kw_only=True)
class Unformalised:
    """Why there are no formulas, and whom to blame."""

    why: str
    blame: Blame = Blame.DATA


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _DefaultForm(_Strict):
    condition: Annotated[str, Field(alias="if")] = "true"
    consequence: Annotated[str, Field(alias="then")]
    weight: int | None = None
    variables: Annotated[list[str], Field(alias="for", default_factory=list)]

    def made(self) -> Default:
        return default(self.condition, self.consequence, weight=self.weight, variables=self.variables)


class _ArgumentForm(_Strict):
    premises: list[str]
    conclusion: str
    background: Annotated[list[str], Field(default_factory=list)]
    defaults: Annotated[list[_DefaultForm], Field(default_factory=list)]

    def made(self) -> Argument:
        return argument(
            premises=self.premises,
            conclusion=self.conclusion,
            background=self.background,
            defaults=[one.made() for one in self.defaults],
        )


class _Line(_Strict):
    id: str
    model: str | None = None
    premise1: str
    premise2: str
    argument: _ArgumentForm
    modified: _ArgumentForm

    def made(self) -> Formalisation:
        return Formalisation(
            argument=self.argument.made(),
            modified=self.modified.made(),
            premise1=sentence(self.premise1),
            premise2=sentence(self.premise2),
        )


def as_line(formal: Formalisation) -> dict[str, Any]:
    """Return a formalisation as the fields of a line for `read_line`."""
    return {
        "premise1": str(formal.premise1),
        "premise2": str(formal.premise2),
        "argument": _argument_fields(formal.argument),
        "modified": _argument_fields(formal.modified),
    }


def read_line(fields: Mapping[str, Any]) -> Formalisation:
    """Read the output of `as_line`."""
    return _Line.model_validate({"id": "", **fields}).made()


def _argument_fields(case: Argument) -> dict[str, Any]:
    return {
        "premises": [str(one) for one in case.premises],
        "conclusion": str(case.conclusion),
        "background": [str(one) for one in case.background],
        "defaults": [
            {
                "if": str(one.antecedent),
                "then": str(one.consequent),
                "weight": one.weight,
                "for": [variable.text for variable in one.variables],
            }
            for one in case.defaults
        ],
    }


@dataclass(frozen=True, slots=True)
class Written:
    """Formalisations in a file, or the reasons for lines without one, by item and model."""

    lines: Mapping[tuple[str, str | None], Formalisation | Unformalised]

    def has(self, item: ClomoItem, response: Response) -> bool:
        """Return whether a line covers the response."""
        return not {(item.id, response.model), (item.id, None)}.isdisjoint(self.lines)

    def __call__(self, item: ClomoItem, response: Response) -> Formalisation | Unformalised:
        """Return the formalisation of the response, or else of the item."""
        for key in ((item.id, response.model), (item.id, None)):
            if key in self.lines:
                return self.lines[key]
        return Unformalised(why="no formalisation is given")


def written_in(path: Path | None) -> Written:
    """Read a file of formalisations; return an empty set without one."""
    return Written({}) if path is None else load_formalisations(path)


def load_formalisations(path: Path) -> Written:
    """Read a file of formalisations; a line with unreadable formulas yields the reason."""
    lines: dict[tuple[str, str | None], Formalisation | Unformalised] = {}
    for row in json_rows(path, what="formalisations in JSON Lines"):
        line = _line(row.fields, row.place)
        if (line.id, line.model) in lines:
            message = f"expected one formalisation for each response, got another of {line.id}, {row.place}; drop it"
            raise MalformedItemError(message)
        lines[line.id, line.model] = _formulas(line)
    return Written(lines)


def _line(row: dict[str, Any], where: str) -> _Line:
    try:
        return _Line.model_validate(row)
    except ValidationError as broken:
        message = (
            f"expected a formalisation (id, premise1, premise2, argument, modified) on {where}, "
            f"got {wrong_field(broken.errors()[0])}; correct the line"
        )
        raise MalformedItemError(message) from broken


def _formulas(line: _Line) -> Formalisation | Unformalised:
    try:
        return line.made()
    except LogicError as error:
        return Unformalised(why=str(error))
