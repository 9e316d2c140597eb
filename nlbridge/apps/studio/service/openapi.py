"""The interface described for programs: OpenAPI 3.1, made of the shapes."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from nlbridge.answering.input import MAX_CHARACTERS
from nlbridge.apps.python.rows import RubricRow, ScenarioRow, VerdictRow
from nlbridge.apps.python.schema import closed

Words = Field(max_length=MAX_CHARACTERS)


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ReadRequest(_Shape):
    """A text that is to be read."""

    id: str | int | None = None
    text: str = Words


class RubricRequest(_Shape):
    """A text or a scenario, with `had`, `query` or `do`."""

    id: str | int | None = None
    text: str | None = Field(default=None, max_length=MAX_CHARACTERS)
    scenario: dict[str, Any] | None = None
    had: str | None = Field(default=None, max_length=MAX_CHARACTERS, examples=["the pump not failed"])
    query: str | None = Field(default=None, max_length=MAX_CHARACTERS)
    do: dict[str, str | bool | int | float] | None = Field(default=None, examples=[{"e2": "false"}])


class VerifyRequest(RubricRequest):
    """The same, with a rewrite that is to be judged."""

    edit: str = Words


class ReadAnswer(TypedDict):
    """A text as it was read."""

    id: str | int | None
    scenario: ScenarioRow


class ErrorAnswer(_Shape):
    """Why there is no result: what was expected, what came, what to do."""

    error: str
    id: str | int | None = None


class HealthAnswer(_Shape):
    """Whether requests are taken."""

    status: Literal["ok", "full"]
    processes: int
    live: int
    running: int
    waiting: int


class ModelAnswer(_Shape):
    """Who reads, and what was spent since the server started; only `reader`, `readers` and `model` without a model."""

    reader: Literal["offline", "llm", "hybrid"]
    readers: list[str]
    model: str | None
    calls: int = 0
    from_cache: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    max_cost: float | None = None
    max_tokens: int | None = None
    notes: dict[str, int] = {}


SHAPES: Final[dict[str, tuple[type[BaseModel], type]]] = {
    "read": (ReadRequest, ReadAnswer),
    "rubric": (RubricRequest, RubricRow),
    "verify": (VerifyRequest, VerdictRow),
}
"""Shapes of a request and of its answer, by the last part of the path."""


_TOLD: Final = {
    "read": "Read a text into a scenario: claims, links, background.",
    "rubric": "Derive what must change, what must stay and what is open under a what-if.",
    "verify": "Judge a rewrite, criterion by criterion.",
}
_REFUSALS: Final = {
    "400": "The body is no JSON, or no object.",
    "401": "The key is missing or another.",
    "403": "The request names another host, or comes from a page of another site.",
    "402": "The budget for the language model is used up.",
    "413": "The body is too large.",
    "415": "The body is not said to be JSON.",
    "422": "The request cannot be answered: the sentence says why.",
    "429": "Too much is waiting: try again after the seconds of Retry-After.",
    "502": "The language model gave no usable answer.",
    "504": "The request took too long.",
}
_SCHEMAS: Final = "#/components/schemas/"


@cache
def openapi() -> dict[str, Any]:
    """Return the description.

    Examples
    --------
    >>> sorted(openapi()["paths"])
    ['/health', '/metrics', '/v1/batch', '/v1/model', '/v1/read', '/v1/rubric', '/v1/verify']
    """
    paths = {f"/v1/{name}": {"post": _call(name)} for name in SHAPES}
    plain = {
        "security": list[Any](),
        "summary": "Whether requests are taken.",
        "responses": {"200": _json("HealthAnswer")},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "causalcore", "version": _version(), "description": "Counterfactual rubrics and verdicts."},
        "paths": paths
        | {
            "/v1/batch": {"post": _batch()},
            "/health": {"get": plain},
            "/v1/model": {
                "get": {
                    "summary": "Who reads, which model is asked, and what was spent.",
                    "responses": {"200": _json("ModelAnswer")},
                }
            },
            "/metrics": {
                "get": {"summary": "Counters in Prometheus' text.", "responses": {"200": _text("text/plain")}}
            },
        },
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"key": []}],
    }


def _schemas() -> dict[str, Any]:
    from pydantic import TypeAdapter

    shapes = [shape for pair in SHAPES.values() for shape in pair] + [ErrorAnswer, HealthAnswer, ModelAnswer]
    alone, shared = TypeAdapter.json_schemas(
        [(shape.__name__, "validation", TypeAdapter[Any](shape)) for shape in shapes],
        ref_template=f"{_SCHEMAS}{{model}}",
    )
    named = {name: made for (name, _), made in alone.items() if "$ref" not in made}
    return {name: closed(made) for name, made in (shared.get("$defs", {}) | named).items()}


def _version() -> str:
    try:
        return version("causalcore")
    except PackageNotFoundError:
        return "0"


def _call(name: str) -> dict[str, Any]:
    asked, answered = (model.__name__ for model in SHAPES[name])
    return {
        "operationId": name,
        "summary": _TOLD[name],
        "requestBody": {"required": True, "content": {"application/json": {"schema": {"$ref": _SCHEMAS + asked}}}},
        "responses": {"200": _json(answered)} | _refused(),
    }


def _batch() -> dict[str, Any]:
    work = {"name": "work", "in": "query", "required": True, "schema": {"enum": list(SHAPES)}}
    return {
        "operationId": "batch",
        "summary": "Answer JSON Lines: a line for each line, in their order, each as soon as it is there.",
        "parameters": [work],
        "requestBody": {"required": True, "content": {"application/jsonl": {"schema": {"type": "string"}}}},
        "responses": {"200": _text("application/jsonl")} | _refused(),
    }


def _refused() -> dict[str, Any]:
    return {status: _json("ErrorAnswer") | {"description": told} for status, told in _REFUSALS.items()}


def _json(model: str) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": _SCHEMAS + model}}}
    return {"description": "The answer.", "content": content}


def _text(kind: str) -> dict[str, Any]:
    return {"description": "The answer.", "content": {kind: {"schema": {"type": "string"}}}}
