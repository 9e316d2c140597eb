"""The shapes of requests and answers of the interface, as the reference and `/openapi.json` promise them."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from nlbridge.answering.input import MAX_CHARACTERS

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


class EventShape(_Shape):
    """A claim of a text."""

    id: str
    statement: str
    span: tuple[int, int] | None = None
    kind: Literal["event", "choice", "quantity"] = "event"
    values: list[str] = ["false", "true"]
    fact: str = "true"
    presupposes: list[str] = []
    confidence: float = 1.0


class LatentShape(_Shape):
    """A fact of the background."""

    id: str
    statement: str


class LinkShape(_Shape):
    """A claim that one event bears on another."""

    cause: str
    effect: str
    sign: Literal["promotes", "inhibits", "determines"] = "promotes"
    strength: Literal["necessary", "sufficient", "contributing", "possible"] = "necessary"
    connective: str | None = None
    span: tuple[int, int] | None = None
    confidence: float = 1.0


class ScenarioShape(_Shape):
    """A reading; what has its default value is left out."""

    id: str = ""
    text: str = ""
    events: list[EventShape]
    latents: list[LatentShape] = []
    links: list[LinkShape] = []
    mechanisms: dict[str, str] = {}


class ReadAnswer(_Shape):
    """A text as it was read."""

    id: str | int | None
    scenario: ScenarioShape


class EventAnswer(_Shape):
    """What becomes of one claim."""

    id: str
    statement: str
    span: tuple[int, int] | None
    answer: Literal["changed", "unchanged", "open", "unknown"]
    likeliest: Literal["changed", "unchanged"] | None
    confidence: float
    direction: Literal["lower", "higher"] | None
    why: str


class LinkAnswer(_Shape):
    """A link as it was read."""

    cause: str
    effect: str
    sign: Literal["promotes", "inhibits", "determines"]
    strength: Literal["necessary", "sufficient", "contributing", "possible"]
    connective: str | None
    span: tuple[int, int] | None
    implied: bool
    confidence: float


class WhatIfAnswer(_Shape):
    """What a what-if sets."""

    do: dict[str, str]
    words: str | None
    confidence: float


class DoubtAnswer(_Shape):
    """What is in doubt, as a question."""

    id: str
    kind: Literal["what-if", "link", "answer"]
    question: str
    about: list[str]
    confidence: float
    hangs: int


class CriteriaAnswer(_Shape):
    """Criteria in CoBe's four strings."""

    unchanged: str
    changed: str
    numeric: str
    latent: str


class LeftOutAnswer(_Shape):
    """A claim that the representative answer does not tell."""

    event: str
    why: str


class RubricAnswer(_Shape):
    """What a rewrite must do."""

    id: str | int | None
    events: list[EventAnswer]
    links: list[LinkAnswer]
    what_if: WhatIfAnswer
    do: dict[str, str]
    criteria: CriteriaAnswer
    to_check: list[DoubtAnswer]
    representative_answer: str | None
    representative_answer_withheld: str | None
    representative_answer_leaves_out: list[LeftOutAnswer]


class CriterionAnswer(_Shape):
    """The verdict on one criterion."""

    kind: Literal["intervention", "changed", "unchanged", "connective", "numeric", "latent", "new"]
    event: str | None
    required: bool
    statement: str
    verdict: Literal["pass", "fail", "undetermined"]
    confidence: float
    error: Literal["E1", "E2", "E3", "E4", "E5"] | None
    quote: str
    span: tuple[int, int] | None
    why: str


class VerifyAnswer(_Shape):
    """The verdict on a rewrite: `valid` is null where it is undetermined."""

    id: str | int | None
    valid: bool | None
    confidence: float
    score: float
    errors: list[Literal["E1", "E2", "E3", "E4", "E5"]]
    reasons: list[str]
    what_if: WhatIfAnswer
    criteria: list[CriterionAnswer]


class ErrorAnswer(_Shape):
    """Why there is no result: what was expected, what came, what to do."""

    error: str
    id: str | int | None = None


class HealthAnswer(_Shape):
    """Whether requests are taken."""

    status: Literal["ok", "full"]
    processes: int
    running: int
    waiting: int


SHAPES: Final[dict[str, tuple[type[BaseModel], type[BaseModel]]]] = {
    "read": (ReadRequest, ReadAnswer),
    "rubric": (RubricRequest, RubricAnswer),
    "verify": (VerifyRequest, VerifyAnswer),
}
"""Shapes of a request and of its answer, by the last part of the path."""
