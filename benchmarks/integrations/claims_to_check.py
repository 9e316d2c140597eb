"""Doubtful claims and links of readings, as questions for annotators; their replies as answers to a review.

Examples
--------
>>> scenario = {
...     "text": "The frost came. The buds died.",
...     "events": [
...         {"id": "e1", "statement": "The frost came.", "span": [0, 14]},
...         {"id": "e2", "statement": "The buds died.", "span": [16, 29]},
...     ],
...     "links": [{"cause": "e1", "effect": "e2", "confidence": 0.7}],
... }
>>> first, *_ = questions({"id": "farm", "scenario": scenario, "do": {"e1": "false"}})
>>> first.question
"Did 'The buds died' come about because of 'The frost came'?"
>>> [(place.label, first.text[place.start : place.end]) for place in first.places]
[('cause', 'The frost came'), ('effect', 'The buds died')]
>>> replies([(first.name, "no")])
{'farm': {'reading': '...', 'answers': {'link:e1->e2': 'no'}}}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from benchmarks.errors import UnknownReplyError
from benchmarks.integrations.judgement import prepared_of
from causalcore.files.json_text import read_json
from logic.errors import brief
from nlbridge.answering.review import Reply, review_of
from nlbridge.telling.to_check import DoubtKind

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario
    from nlbridge.telling.to_check import Doubt

REPLIES: Final = tuple(str(reply) for reply in Reply)
PLACES: Final = ("cause", "effect", "claim")
"""Labels of the text spans that a question is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A span of the text, and its role in the question."""

    label: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question about one reading.

    Parameters
    ----------
    text_id
        The id of the text, or the mark of its reading if there is none.
    reading
        Identifies the reading, so that a reply is not used for another one.
    id
        Identifies the question within the reading.
    confidence
        The chance that the answer is yes.
    hangs
        Number of rubric answers that may change with it.
    """

    text_id: str
    reading: str
    id: str
    text: str
    what_if: str
    question: str
    places: tuple[Place, ...]
    confidence: float
    hangs: int

    @property
    def expected(self) -> str:
        """Return the more probable answer."""
        return "yes" if self.confidence >= 0.5 else "no"

    @property
    def sure(self) -> float:
        """Return the chance of the more probable answer."""
        return max(self.confidence, 1 - self.confidence)

    @property
    def name(self) -> str:
        """Return a unique name of the question, which `replies` can parse."""
        return json.dumps([self.text_id, self.reading, self.id])


def questions(row: Mapping[str, Any]) -> tuple[Question, ...]:
    """Return the doubts about one request, the one that affects most answers first.

    Parameters
    ----------
    row
        A line of `rubric --jsonl`: `id`, `text` with `had` or `query`, or `scenario` with one of them or `do`.
    """
    prepared = prepared_of(row)
    scenario = prepared.rubric.scenario
    do = tuple(dict(row.get("do") or {}).items())
    review = review_of(scenario, prepared, json.dumps([row.get("had"), row.get("query"), do]))
    return tuple(
        Question(
            text_id=str(row.get("id") or review.mark),
            reading=review.mark,
            id=doubt.id,
            text=scenario.text,
            what_if=str(row.get("had") or row.get("query") or dict(do)),
            question=doubt.question,
            places=tuple(_places(scenario, doubt)),
            confidence=doubt.confidence,
            hangs=doubt.hangs,
        )
        for doubt in review.questions
    )


def _places(scenario: Scenario, doubt: Doubt) -> Iterator[Place]:
    labels = ("cause", "effect") if doubt.kind is DoubtKind.LINK else ("claim",) * len(doubt.about)
    for label, event in zip(labels, doubt.about, strict=True):
        span = scenario.event(event).span
        if span is not None:
            yield Place(label=label, start=span[0], end=span[1])


def replies(given: Iterable[tuple[str, str]]) -> dict[str, dict[str, Any]]:
    """Return each text's answers in the format of `causalcore read --review --answers FILE`.

    Parameters
    ----------
    given
        Names of questions, and yes, no or unsure; the last reply to a question counts.
    """
    by_text: dict[str, dict[str, Any]] = {}
    for name, reply in given:
        text_id, reading, question = _parts(name)
        if reply not in REPLIES:
            message = f"expected {', '.join(REPLIES)} as the reply to {question}, got {brief(reply)}; correct it"
            raise UnknownReplyError(message)
        by_text.setdefault(text_id, {"reading": reading, "answers": {}})["answers"][question] = reply
    return by_text


def _parts(name: str) -> tuple[str, str, str]:
    try:
        text_id, reading, question = read_json(name)
    except (ValueError, TypeError) as broken:
        message = f"expected the name of a question as it was exported, got {name[:60]!r}; export the questions again"
        raise UnknownReplyError(message) from broken
    return str(text_id), str(reading), str(question)
