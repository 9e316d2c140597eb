"""The OpenAPI 3.1 description of the interface, made from the shapes of requests and answers."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from nlbridge.answering.batch import project_version
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


class _Warned(TypedDict):
    warnings: NotRequired[list[str]]
    """Fields of the request that nothing reads; absent if there are none."""


class ReadAnswer(_Warned):
    """A text as it was read."""

    id: str | int | None
    scenario: ScenarioRow


class RubricAnswer(RubricRow, _Warned):
    """A rubric, as the command writes it."""


class VerdictAnswer(VerdictRow, _Warned):
    """A verdict, as the command writes it."""


class ErrorAnswer(_Shape):
    """Why there is no result: what was expected, what came, what to do."""

    error: str
    id: str | int | None = None
    warnings: list[str] = []


class HealthAnswer(_Shape):
    """Whether requests are accepted."""

    status: Literal["ok", "full", "down"]
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
    "rubric": (RubricRequest, RubricAnswer),
    "verify": (VerifyRequest, VerdictAnswer),
}
"""Shapes of request and answer, by the last part of the path."""
_SUMMARIES: Final = {
    "read": "Read a text into a scenario: claims, links, background.",
    "rubric": "Derive what must change, what must stay and what is open under a what-if.",
    "verify": "Judge a rewrite, criterion by criterion.",
    "batch": "Answer JSON Lines: one line for each line, in the same order, each as soon as it is ready.",
}
_REFUSALS: Final = {
    "400": "The body is not JSON, or not an object.",
    "401": "The key is missing or wrong.",
    "403": "The request names another host, or comes from a page of another site.",
    "402": "The budget for the language model is used up.",
    "413": "The body is too large.",
    "415": "The Content-Type is not JSON.",
    "422": "The request cannot be answered: the message says why.",
    "429": "Too many requests are waiting: try again after the seconds of Retry-After.",
    "502": "The language model gave no usable answer.",
    "504": "The request took too long.",
}
_SCHEMAS: Final = "#/components/schemas/"
_STRING: Final = {"type": "string"}


@cache
def openapi() -> dict[str, Any]:
    """Return the OpenAPI description.

    Examples
    --------
    >>> sorted(openapi()["paths"])
    ['/health', '/metrics', '/v1/batch', '/v1/model', '/v1/read', '/v1/rubric', '/v1/verify']
    """
    from pydantic import TypeAdapter

    shapes = [shape for pair in SHAPES.values() for shape in pair] + [ErrorAnswer, HealthAnswer, ModelAnswer]
    alone, shared = TypeAdapter.json_schemas(
        [(shape.__name__, "validation", TypeAdapter[Any](shape)) for shape in shapes],
        ref_template=f"{_SCHEMAS}{{model}}",
    )
    named = {name: schema for (name, _), schema in alone.items() if "$ref" not in schema}
    work = {"name": "work", "in": "query", "required": True, "schema": {"enum": list(SHAPES)}}
    paths = {
        f"/v1/{name}": _post(name, _named(asked.__name__), _named(answered.__name__))
        for name, (asked, answered) in SHAPES.items()
    }
    paths["/v1/batch"] = _post("batch", _STRING, _STRING, "application/jsonl", parameters=[work])
    health = _named("HealthAnswer")
    paths["/health"] = _get("Whether requests are accepted.", health, security=[])
    paths["/health"]["get"]["responses"]["503"] = _answer(
        health, description="The queue is full, or no process is alive."
    )
    paths["/v1/model"] = _get("Who reads, which model is asked, and what was spent.", _named("ModelAnswer"))
    paths["/metrics"] = _get("Counters in Prometheus text format.", _STRING, "text/plain")
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "causalcore",
            "version": project_version(),
            "description": "Counterfactual rubrics and verdicts.",
        },
        "paths": paths,
        "components": {
            "schemas": {name: closed(schema) for name, schema in (shared.get("$defs", {}) | named).items()},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"key": []}],
    }


def _named(shape: str) -> dict[str, Any]:
    return {"$ref": _SCHEMAS + shape}


def _answer(schema: dict[str, Any], kind: str = "application/json", description: str = "The answer.") -> dict[str, Any]:
    return {"description": description, "content": {kind: {"schema": schema}}}


def _get(summary: str, answer: dict[str, Any], kind: str = "application/json", **more: Any) -> dict[str, Any]:
    return {"get": {"summary": summary, "responses": {"200": _answer(answer, kind)}} | more}


def _post(
    name: str, asked: dict[str, Any], answer: dict[str, Any], kind: str = "application/json", **more: Any
) -> dict[str, Any]:
    refused = {
        status: _answer(_named("ErrorAnswer"), description=description) for status, description in _REFUSALS.items()
    }
    call = {
        "operationId": name,
        "summary": _SUMMARIES[name],
        "requestBody": {"required": True, "content": {kind: {"schema": asked}}},
        "responses": {"200": _answer(answer, kind)} | refused,
    }
    return {"post": call | more}
