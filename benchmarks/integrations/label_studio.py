"""Label Studio: doubtful claims and links as tasks with predictions, a labelling interface, and exports read back.

Needs no package: it reads and writes JSON and XML.

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
>>> task, *_ = tasks([{"id": "farm", "scenario": scenario, "do": {"e1": "false"}}])
>>> task["data"]["question"]
"Did 'The buds died' come about because of 'The frost came'?"
>>> [one["value"]["choices"] for one in task["predictions"][0]["result"] if one["type"] == "choices"]
[['yes']]
>>> task["annotations"] = [{"result": [{"from_name": "answer", "type": "choices", "value": {"choices": ["no"]}}]}]
>>> review_answers([task])["farm"]["answers"]
{'link:e1->e2': 'no'}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from benchmarks.integrations.claims_to_check import PLACES, REPLIES, Question, questions, replies

MODEL: Final = "causalcore"
_CHOICES: Final = "\n".join(f'    <Choice value="{reply}"/>' for reply in REPLIES)
_LABELS: Final = "\n".join(f'    <Label value="{place}"/>' for place in PLACES)
INTERFACE: Final = f"""<View>
  <Header value="$question"/>
  <Text name="if" value="$what_if"/>
  <Choices name="answer" toName="text" choice="single-radio" required="true" showInline="true">
{_CHOICES}
  </Choices>
  <Labels name="place" toName="text">
{_LABELS}
  </Labels>
  <Text name="text" value="$text" granularity="word"/>
</View>
"""
"""The labelling configuration of the project: the question, its answers, and the text with its spans."""


def tasks(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return a task for each question about each request, for import as JSON.

    Parameters
    ----------
    rows
        Lines of `rubric --jsonl`.
    """
    return [_task(question) for row in rows for question in questions(row)]


def _task(question: Question) -> dict[str, Any]:
    return {
        "data": {
            "text": question.text,
            "what_if": question.what_if,
            "question": question.question,
            "name": question.name,
            "hangs": question.hangs,
        },
        "predictions": [
            {"model_version": MODEL, "score": round(question.sure, 4), "result": list(_regions(question))},
        ],
    }


def _regions(question: Question) -> Iterator[dict[str, Any]]:
    yield {
        "id": "answer",
        "from_name": "answer",
        "to_name": "text",
        "type": "choices",
        "value": {"choices": [question.expected]},
    }
    for number, place in enumerate(question.places):
        yield {
            "id": f"place{number}",
            "from_name": "place",
            "to_name": "text",
            "type": "labels",
            "value": {
                "start": place.start,
                "end": place.end,
                "text": question.text[place.start : place.end],
                "labels": [place.label],
            },
        }


def review_answers(exported: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return people's choices in an export (JSON) as answers to a review, by text.

    Tasks without an annotation and skipped annotations are ignored.
    """
    return replies((str(task["data"].get("name")), reply) for task in exported for reply in _chosen(task))


def _chosen(task: Mapping[str, Any]) -> Iterator[str]:
    for annotation in task.get("annotations") or ():
        if not annotation.get("was_cancelled"):
            for region in annotation.get("result") or ():
                if region.get("from_name") == "answer":
                    yield str(region["value"]["choices"][0])
