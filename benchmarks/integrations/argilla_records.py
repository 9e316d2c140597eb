"""Argilla: doubtful claims and links as records with suggestions, the data set's settings, and responses read back.

Needs the package `argilla`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import argilla

from benchmarks.integrations.claims_to_check import PLACES, REPLIES, Question, questions, replies

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

AGENT: Final = "causalcore"


def settings() -> argilla.Settings:
    """Return the settings of a data set for the records: fields, questions, and metadata to sort by.

    Argilla creates settings only once connected: call `argilla.Argilla(api_url=..., api_key=...)` first.
    """
    return argilla.Settings(
        guidelines="Answer from the text alone. Say unsure where it leaves the question open.",
        fields=[
            argilla.TextField(name="question"),
            argilla.TextField(name="what_if", title="What if"),
            argilla.TextField(name="text"),
        ],
        questions=[
            argilla.LabelQuestion(name="answer", labels=list(REPLIES), title="Answer"),
            argilla.SpanQuestion(
                name="place", field="text", labels=list(PLACES), required=False, title="What it is about"
            ),
        ],
        metadata=[
            argilla.IntegerMetadataProperty(name="hangs", title="Answers that depend on it"),
            argilla.FloatMetadataProperty(name="confidence", title="Chance of yes"),
            argilla.TermsMetadataProperty(name="text_id"),
        ],
    )


def records(rows: Iterable[Mapping[str, Any]]) -> list[argilla.Record]:
    """Return a record to log for each question about each request.

    Parameters
    ----------
    rows
        Lines of `rubric --jsonl`.
    """
    return [_record(question) for row in rows for question in questions(row)]


def _record(question: Question) -> argilla.Record:
    places = [{"label": place.label, "start": place.start, "end": place.end} for place in question.places]
    suggested = [argilla.Suggestion("answer", question.expected, score=round(question.sure, 4), agent=AGENT)]
    if places:
        suggested.append(argilla.Suggestion("place", places, agent=AGENT))
    return argilla.Record(
        id=question.name,
        fields={"question": question.question, "what_if": question.what_if, "text": question.text},
        metadata={
            "hangs": question.hangs,
            "confidence": round(question.confidence, 4),
            "text_id": question.text_id,
        },
        suggestions=suggested,
    )


def review_answers(answered: Iterable[argilla.Record]) -> dict[str, dict[str, Any]]:
    """Return people's responses as answers to a review, by text."""
    return replies(
        (str(record.id), str(response.value)) for record in answered for response in record.responses["answer"]
    )
