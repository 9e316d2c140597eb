"""The shapes of requests and answers of the interface, as the reference and `/openapi.json` promise them.

Answers are the rows that the commands write (`nlbridge.apps.python.rows`).
"""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from nlbridge.answering.input import MAX_CHARACTERS
from nlbridge.apps.python.rows import RubricRow, ScenarioRow, VerdictRow

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
