"""The JSON of every result as types, from which `nlbridge.apps.python.schema` makes JSON Schemas.

A batch object that could not be processed yields an `ErrorRow`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

Probability = Annotated[float, Field(ge=0, le=1)]
Provenance = Literal["given", "words", "model", "both", "confirmed"]
Span = tuple[int, int]
Value = int | float | str


class ErrorRow(TypedDict):
    """What could not be processed, and why."""

    id: Any
    error: str


class WhatIfRow(TypedDict):
    """What a what-if sets."""

    do: dict[str, str]
    words: str | None
    confidence: Probability


class DisputeRow(TypedDict):
    """An answer on which the engine and the language model differ, with both reasons."""

    event: str
    why: str


class CallsRow(TypedDict):
    """Calls of a language model, and their tokens."""

    calls: int
    prompt_tokens: int
    completion_tokens: int


class SpentRow(TypedDict):
    """Cost of a language model for a text with its what-if, and for an edit."""

    text: CallsRow
    edit: CallsRow


class BasisRow(TypedDict):
    """Who read what, if a language model may help."""

    reader: Literal["offline", "llm", "hybrid"]
    reading: Literal["offline", "model", "given"]
    what_if: Literal["offline", "model", "given"]
    edit: NotRequired[Literal["offline", "model", "given"]]
    links_by_model: list[tuple[str, str]]
    derived_and_expected: list[str]
    offline_alike: list[str]
    offline_unlike: list[str]
    disputed: list[DisputeRow]
    repair_turns: int
    mended_links: list[tuple[str, str]]
    supposed_links: list[tuple[str, str]]
    looked_twice: list[str]
    doubts: list[str]
    spent: SpentRow


class AnswerRow(TypedDict):
    """The answer for one event."""

    id: str
    statement: str
    span: Span | None
    answer: Literal["changed", "unchanged", "open", "unknown"]
    likeliest: Literal["changed", "unchanged"] | None
    confidence: Probability
    direction: Literal["lower", "higher"] | None
    why: str
    provenance: NotRequired[Provenance]


class LinkRow(TypedDict):
    """A link: one event affects another."""

    cause: str
    effect: str
    sign: Literal["promotes", "inhibits", "determines"]
    strength: Literal["necessary", "sufficient", "contributing", "possible"]
    connective: str | None
    span: Span | None
    implied: bool
    confidence: Probability
    provenance: Provenance


class CriteriaRow(TypedDict):
    """Criteria in CoBe's form."""

    unchanged: str
    changed: str
    numeric: str
    latent: str


class DoubtRow(TypedDict):
    """A question about the reading."""

    id: str
    kind: Literal["what-if", "link", "answer"]
    question: str
    about: list[str]
    confidence: Probability
    hangs: int


class PassageRow(TypedDict):
    """Words of a text that do not say what happened: a greeting, a heading, an instruction."""

    span: Span
    words: str
    kind: str


class LeftOutRow(TypedDict):
    """A claim that the representative answer leaves out."""

    event: str
    why: str


class RubricRow(TypedDict):
    """Result of `rubric`."""

    id: Any
    events: list[AnswerRow]
    links: list[LinkRow]
    left_out: list[PassageRow]
    what_if: WhatIfRow
    do: dict[str, str]
    criteria: CriteriaRow
    silence: Literal["open", "fail", "pass"]
    to_check: list[DoubtRow]
    representative_answer: str | None
    representative_answer_withheld: str | None
    representative_answer_leaves_out: list[LeftOutRow]
    basis: NotRequired[BasisRow]


class CriterionRow(TypedDict):
    """The result for one criterion."""

    kind: Literal["intervention", "changed", "unchanged", "connective", "numeric", "latent", "new"]
    event: str | None
    required: bool
    statement: str
    verdict: Literal["pass", "fail", "undetermined"]
    confidence: Probability
    error: Literal["E1", "E2", "E3", "E4", "E5"] | None
    quote: str
    span: Span | None
    why: str
    provenance: Provenance
    rests_on: NotRequired[Literal["model", "offline"]]


class VerdictRow(TypedDict):
    """Result of `verify`; `errors` is empty unless `valid` is false."""

    id: Any
    valid: bool | None
    confidence: Probability
    score: Probability
    shown: Probability
    errors: list[Literal["E1", "E2", "E3", "E4", "E5"]]
    reasons: list[str]
    silence: Literal["open", "fail", "pass"]
    what_if: WhatIfRow
    criteria: list[CriterionRow]
    basis: NotRequired[BasisRow]


class DerivedAnswerRow(AnswerRow):
    """What happens to one event, formally."""

    value: str | None
    void: bool


class DerivationRow(TypedDict):
    """Result of `derive`."""

    id: Any
    do: dict[str, str]
    events: list[DerivedAnswerRow]


class EventRow(TypedDict):
    """An event of a scenario."""

    id: str
    statement: str
    span: NotRequired[Span]
    kind: NotRequired[Literal["event", "choice", "quantity"]]
    values: NotRequired[list[str]]
    fact: NotRequired[str]
    presupposes: NotRequired[list[str]]
    contrary: NotRequired[str]
    confidence: NotRequired[Probability]
    provenance: NotRequired[Provenance]


class LatentRow(TypedDict):
    """Background of a scenario."""

    id: str
    statement: str


class ScenarioLinkRow(TypedDict):
    """A link of a scenario."""

    cause: str
    effect: str
    sign: Literal["promotes", "inhibits", "determines"]
    strength: Literal["necessary", "sufficient", "contributing", "possible"]
    connective: NotRequired[str]
    span: NotRequired[Span]
    confidence: NotRequired[Probability]
    provenance: NotRequired[Provenance]


class ScenarioRow(TypedDict):
    """Result of `read`: a scenario."""

    id: NotRequired[str]
    text: NotRequired[str]
    events: list[EventRow]
    latents: NotRequired[list[LatentRow]]
    links: NotRequired[list[ScenarioLinkRow]]
    mechanisms: NotRequired[dict[str, str]]
    left_out: NotRequired[list[PassageRow]]
    refused: NotRequired[list[ScenarioLinkRow]]


class NumberRow(TypedDict):
    """Answer of `ask`: a number, or the reason why there is none."""

    id: NotRequired[Any]
    value: float | None
    why: str


class ShareRow(TypedDict):
    """The probability of some values, or its bounds."""

    values: dict[str, Value]
    value: NotRequired[float | None]
    interval: NotRequired[tuple[float, float]]


class DistributionRow(TypedDict):
    """Answer of `ask` by a probability for each value."""

    id: NotRequired[Any]
    distribution: list[ShareRow]
    why: str


class IntervalRow(TypedDict):
    """Answer of `ask` by bounds."""

    id: NotRequired[Any]
    interval: tuple[float, float]
    why: str


class CauseRow(TypedDict):
    """Answer of `ask` about an actual cause."""

    id: NotRequired[Any]
    verdict: bool | None
    witness: str | None
    why: str


class GraphRow(TypedDict):
    """Answer of `ask` about a graph."""

    id: NotRequired[Any]
    answer: Any
    why: str


class StepRow(TypedDict):
    """One step to the answer of a question in English."""

    name: str
    words: str
    span: Span | None


class QuestionRow(TypedDict):
    """Result of `ask --text`, and of a line with a text in a batch, which has verdict, why and perhaps interval."""

    id: NotRequired[Any]
    answer: str
    value: float | None
    option: int | None
    verdict: NotRequired[bool | None]
    interval: NotRequired[tuple[float, float]]
    firm: bool
    assumption: str
    form: str
    question: str
    graph: dict[str, list[Any]]
    steps: list[StepRow]
    finding: dict[str, Any] | None
    why: NotRequired[str]


class ClaimRow(TypedDict):
    """Result of `claim`, for one claim."""

    claim: str
    verdict: Literal["holds", "fails", "open", "unknown"]
    counterexample: list[str]
    why: str


class WitnessRow(TypedDict):
    """A model that shows something possible."""

    of: list[str]
    model: str
    smtlib: str


class CertificateRow(TypedDict):
    """What a label relies on, for checking it again."""

    core: dict[str, str]
    models: list[WitnessRow]
    smtlib: str


class LabelRow(TypedDict):
    """Result of `label`."""

    id: NotRequired[Any]
    label: Literal["E", "C", "N", "X", "U"]
    cause: str | None
    why: str
    notes: list[str]
    certificate: list[CertificateRow]


class CounterHypothesisRow(TypedDict):
    """A rewritten hypothesis."""

    hypothesis: str
    label: Literal["E", "C", "N"]
    case: str
    assumed: list[str]


class RewritingRow(TypedDict):
    """Result of `rewrite`."""

    id: NotRequired[Any]
    A: str | None
    B: str | None
    relation: str | None
    cf: list[CounterHypothesisRow]
    why: str


AskRow = NumberRow | DistributionRow | IntervalRow | CauseRow | GraphRow | QuestionRow
