"""Results of reading a causal question: a quantity, a choice, an identification, a story."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from benchmarks.questions.counterfactuals import StoryReading
from benchmarks.questions.forms import Form
from causalcore.graph_questions.option_sets import Extent, SetRule
from causalcore.identification import Diagram, Kind, Knowledge, Query

NUMBERS = {
    Form.MARGINAL: Kind.MARGINAL,
    Form.CORRELATION: Kind.CORRELATION,
    Form.EFFECT: Kind.EFFECT,
    Form.TREATED: Kind.TREATED,
    Form.DIRECT: Kind.DIRECT,
    Form.INDIRECT: Kind.INDIRECT,
    Form.EXPLAINING: Kind.EXPLAINING,
    Form.INFLUENCE: Kind.INFLUENCE,
    Form.CONTROLLED: Kind.CONTROLLED,
}
"""The quantity that each form of numerical question asks for."""


class Wanted(StrEnum):
    """Whether a question asks for a quantity's sign or its value."""

    SIGN = "sign"
    VALUE = "value"


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberReading:
    """A question about a quantity.

    Parameters
    ----------
    sign
        The sign that makes the answer yes, if the question asks for the sign.
    values
        Each variable's words for values 0 and 1.
    notes
        Assumptions of the reading.
    """

    query: Query
    knowledge: Knowledge
    sign: int
    values: dict[str, tuple[str, str]]
    notes: tuple[str, ...]
    wanted: Wanted = Wanted.SIGN


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodReading:
    """A question about which set to adjust for."""

    diagram: Diagram
    cause: str
    effect: str
    asked: tuple[str, ...]
    other: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetsReading:
    """A question about which of the offered sets satisfies a rule."""

    diagram: Diagram
    cause: str
    effect: str
    options: tuple[tuple[str, ...], ...]
    rule: SetRule
    extent: Extent


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentifiedReading:
    """A question about whether an effect is identified."""

    diagram: Diagram
    cause: str
    effect: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineageReading:
    """A question about whether one variable is upstream of another; with `one_step`, whether by a single arrow."""

    diagram: Diagram
    cause: str
    effect: str
    one_step: bool


Content = NumberReading | MethodReading | StoryReading | SetsReading | IdentifiedReading | LineageReading


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionReading:
    """A question that has been read.

    Parameters
    ----------
    text
        The whole text.
    question
        Its last sentence.
    """

    text: str
    question: str
    form: Form
    diagram: Diagram
    content: Content
