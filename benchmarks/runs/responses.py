"""Files of responses: unwrapped, each question answered once, and questions without an answer counted."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from benchmarks.errors import MalformedItemError
from causalcore.files.json_text import read_json

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.runs.json_rows import Row

T = TypeVar("T")
_THOUGHTS: Final = re.compile(
    r"\A\s*(?:<(think|thinking|reasoning)>.*?</\1>|(?:(?!<think).)*?</think>)", re.DOTALL | re.IGNORECASE
)
"""Thoughts before a response; some templates of chats leave out the mark that opens them."""

_FENCE: Final = re.compile(r"\s*```[\w-]*[ \t]*\n(?P<inside>(?:(?!```).)*?)\n?[ \t]*```\s*", re.DOTALL)


def unwrapped(text: str) -> str:
    r"""Return a response without the thoughts before it, the fence around it, and the JSON object that it alone fills.

    Examples
    --------
    >>> unwrapped("<think>Is it so?</think> It rained."), unwrapped('```json\n{"text": "It rained."}\n```')
    ('It rained.', 'It rained.')
    """
    said = _THOUGHTS.sub("", text)
    fenced = _FENCE.fullmatch(said)
    said = said if fenced is None else fenced["inside"]
    return _only_text(said) if said.lstrip().startswith("{") else said.strip() if said != text else text


def _only_text(said: str) -> str:
    """Return the text of a JSON object with no other field; anything else as it is."""
    try:
        value = read_json(said)
    except ValueError:
        return said
    texts = list(value.values()) if isinstance(value, dict) else []
    return texts[0] if len(texts) == 1 and isinstance(texts[0], str) else said


def each_once(rows: Iterable[Row], read: Callable[[Row], T], asked: Callable[[T], tuple[str, ...]]) -> tuple[T, ...]:
    """Read the responses of a file; a repeated line is an error, because it would count twice.

    Parameters
    ----------
    read
        Turns a line into a response.
    asked
        Returns the question and the answering model. A line's `key` distinguishes samples of one question, as written
        by `causalcore run --repeats`.

    Raises
    ------
    MalformedItemError
        If one model answers a question twice.
    """
    responses: list[T] = []
    seen: set[tuple[str, ...]] = set()
    for row in rows:
        response = read(row)
        name = (*asked(response), str(row.fields.get("key", "")))
        if name in seen:
            message = (
                f"expected each id once, got {' of '.join(asked(response))} again in {row.place}; "
                'remove one, or tell repeated samples apart by "key"'
            )
            raise MalformedItemError(message)
        seen.add(name)
        responses.append(response)
    return tuple(responses)


def some(responses: T, path: Path) -> T:
    """Return the responses of a file; none at all are an error, because the figures would not be those of a model.

    Raises
    ------
    MalformedItemError
        If the file holds no response.
    """
    if not responses:
        message = f"expected responses in {path}, got none; name a file that has some"
        raise MalformedItemError(message)
    return responses


def without_answer(asked: Iterable[str], answered: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Report on standard error how many questions each model left unanswered; return it for the summary.

    Parameters
    ----------
    answered
        Question and model of each response.

    Returns
    -------
    dict
        Empty if every model answered every question.
    """
    questions = set(asked)
    missing = unanswered(questions, answered)
    for line in unanswered_lines(missing, len(questions)):
        sys.stderr.write(f"causalcore: {line}\n")
    return {"without_answer": missing} if missing else {}


def unanswered(questions: set[str], answered: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Count the questions that each model left unanswered; omit models that answered all.

    Examples
    --------
    >>> unanswered({"1", "2"}, [("1", "small"), ("1", "large"), ("2", "large")])
    {'small': 1}
    """
    by_model = defaultdict[str, set[str]](set)
    for question, model in answered:
        by_model[model].add(question)
    return {model: count for model, done in by_model.items() if (count := len(questions - done))}


def unanswered_lines(missing: Mapping[str, int], total: int) -> list[str]:
    """Return these counts in words, a line for each model."""
    return [
        f"{count} of {total} questions have no answer by {model} and are in no share"
        for model, count in missing.items()
    ]
