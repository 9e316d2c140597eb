"""Scenarios as JSON and YAML, validated on reading."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from causalcore.errors import MalformedDocumentError, MalformedScenarioError
from causalcore.files.document import read_document
from causalcore.files.faults import listed_faults
from causalcore.files.text_file import read_text
from causalcore.files.unread import why_unread
from causalcore.graphs.graph_file import GRAPHS, load_graph
from causalcore.scenario.rules import check_scenario
from causalcore.scenario.scenario import (
    EVENT_VALUES,
    QUANTITY_VALUES,
    Event,
    Kind,
    Latent,
    LeftOut,
    Link,
    Provenance,
    Scenario,
    Sign,
    Strength,
    scenario_to_dict,
    written,
)
from logic.errors import brief, place_of

__all__ = ["load_scenario", "parse_document", "scenario_from_dict", "scenario_from_document", "scenario_to_dict"]


_Value = Annotated[str, BeforeValidator(written)]
"""Unquoted `true` and `2` are the values that they name."""
_Name = Annotated[str, Field(max_length=200)]
"""A name short enough for messages."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=False)


class _EventPart(_Part):
    id: _Name
    statement: str
    span: tuple[int, int] | None = None
    kind: Kind = Kind.EVENT
    values: tuple[_Value, ...] | None = None
    fact: _Value | None = None
    presupposes: tuple[_Name, ...] = ()
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)
    contrary: str = ""
    provenance: Provenance = Provenance.GIVEN

    def event(self) -> Event:
        usual = {Kind.EVENT: EVENT_VALUES, Kind.QUANTITY: QUANTITY_VALUES, Kind.CHOICE: ()}
        values = usual[self.kind] if self.values is None else self.values
        return Event(
            id=self.id,
            statement=self.statement,
            span=self.span,
            kind=self.kind,
            values=values,
            fact=self._stated(values) if self.fact is None else self.fact,
            presupposes=self.presupposes,
            confidence=self.confidence,
            contrary=self.contrary,
            provenance=self.provenance,
        )

    def _stated(self, values: tuple[str, ...]) -> str:
        if self.kind is Kind.QUANTITY and "as stated" in values:
            return "as stated"
        if self.kind is Kind.EVENT:
            return "true"
        msg = f"expected the fact of {self.id} ({self.kind}), got none; say which of its values the text states"
        raise MalformedScenarioError(msg)


class _LatentPart(_Part):
    id: _Name
    statement: str


class _LinkPart(_Part):
    cause: _Name
    effect: _Name
    sign: Sign = Sign.PROMOTES
    strength: Strength = Strength.NECESSARY
    connective: str | None = None
    span: tuple[int, int] | None = None
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)
    provenance: Provenance = Provenance.GIVEN


class _LeftOutPart(_Part):
    span: tuple[int, int]
    words: str
    kind: str
    repeats: str = ""


class _ScenarioPart(_Part):
    id: str = ""
    text: str = ""
    events: tuple[_EventPart, ...]
    latents: tuple[_LatentPart, ...] = ()
    links: tuple[_LinkPart, ...] = ()
    mechanisms: dict[_Name, _Value] = Field(default_factory=dict)
    left_out: tuple[_LeftOutPart, ...] = ()
    refused: tuple[_LinkPart, ...] = ()


def scenario_from_dict(data: object) -> Scenario:
    """Build a scenario from parsed JSON or YAML, and check it.

    Examples
    --------
    >>> scenario_from_dict({"events": [{"id": "e1", "statement": "It rained."}]}).events[0].fact
    'true'
    """
    if not isinstance(data, Mapping):
        msg = f"expected a scenario as an object with events, got {brief(data)}; see the format"
        raise MalformedScenarioError(msg)
    if "events" in data and "criteria" in data:
        msg = (
            "expected a scenario, got what `rubric` reports, which has answers and no text; keep the reading instead: "
            "`causalcore read TEXT --format json`, in Python rubric.scenario.to_json()"
        )
        raise MalformedScenarioError(msg)
    try:
        part = _ScenarioPart.model_validate(dict(data))
    except ValidationError as error:
        raise MalformedScenarioError(_faults(error)) from error
    scenario = Scenario(
        id=part.id,
        text=part.text,
        events=tuple(event.event() for event in part.events),
        latents=tuple(Latent(id=latent.id, statement=latent.statement) for latent in part.latents),
        links=tuple(Link(**link.model_dump()) for link in part.links),
        mechanisms=tuple(part.mechanisms.items()),
        left_out=tuple(LeftOut(**passage.model_dump()) for passage in part.left_out),
        refused=tuple(Link(**link.model_dump()) for link in part.refused),
    )
    check_scenario(scenario)
    return scenario


def scenario_from_document(data: object) -> Scenario:
    """Return the scenario in a file: the object itself, or its field `scenario`.

    Batch lines and the examples use the field, next to others. An object with `events` is always the scenario itself.

    Examples
    --------
    >>> scenario_from_document({"id": "a", "scenario": {"events": [{"id": "e1", "statement": "It rained."}]}}).id
    ''
    """
    if isinstance(data, Mapping) and "scenario" in data and "events" not in data:
        return scenario_from_dict(data["scenario"])
    return scenario_from_dict(data)


def _faults(error: ValidationError) -> str:
    """Turn pydantic's errors into ours."""
    return listed_faults("a scenario", [_fault(problem) for problem in error.errors(include_url=False)])


def _fault(problem: Mapping[str, Any]) -> str:
    where = place_of(problem["loc"]) or "the scenario"
    if problem["type"] == "extra_forbidden":
        return f"expected no field {where} in a scenario, got {brief(problem['input'])}; check its spelling or drop it"
    if problem["type"] == "missing":
        return f"expected {where} in a scenario, got nothing; add it"
    message = str(problem["msg"]).removeprefix("Input should be ")
    return f"expected {message[:1].lower()}{message[1:]} at {where}, got {brief(problem['input'])}; correct it"


def load_scenario(path: str | Path) -> Scenario:
    """Read a scenario from a JSON or YAML file, or a graph from a file in DOT or DAGitty's notation.

    `scenario_from_document` describes the two forms of a JSON or YAML file.
    """
    file = Path(path)
    if file.suffix.lower() in GRAPHS:
        from causalcore.scenario.from_graph import scenario_from_graph

        return scenario_from_graph(load_graph(file))
    try:
        text = read_text(file)
    except (OSError, UnicodeDecodeError) as error:
        msg = f"expected a readable UTF-8 file, got {file}: {why_unread(error)}"
        raise MalformedScenarioError(msg) from error
    return scenario_from_document(parse_document(text, str(file)))


def parse_document(text: str, name: str) -> object:
    """Read JSON, or YAML if the text is not JSON."""
    try:
        return read_document(text)
    except MalformedDocumentError as error:
        msg = f"expected JSON or YAML, got {name}: {error.came}; correct its syntax"
        raise MalformedScenarioError(msg) from error
