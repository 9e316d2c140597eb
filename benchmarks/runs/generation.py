"""Responses from an endpoint: saved as they arrive, never requested twice."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from benchmarks.errors import MalformedItemError
from benchmarks.runs.json_rows import json_rows
from benchmarks.runs.responses import each_once, some, unwrapped
from benchmarks.runs.runner import append, rows_in
from logic.errors import brief

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from nlbridge.chat.client.bulk import BulkOutcome
    from nlbridge.chat.client.endpoint import Endpoint
    from nlbridge.chat.replies.chat import ChatModel, ChatRequest
    from nlbridge.chat.replies.prompt import Respondent

GENERATIONS: Final = "generations.jsonl"


Asking = Callable[["ChatModel"], Awaitable[Mapping[str, Any]]]
"""Asks a model, in one call or several, and returns fields of the response's line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One thing to ask.

    Parameters
    ----------
    key
        The question's name in the run; a name with a response is not asked again.
    request
        A single request; any reply counts, even an empty one or a refusal.
    ask
        Used instead if one request is not enough.
    row
        Fields of the response's line that identify the question, such as `id`.
    """

    key: str
    request: ChatRequest | None = None
    ask: Asking | None = None
    row: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if (self.request is None) == (self.ask is None):
            message = "expected one of request and ask, got both or neither; give one"
            raise TypeError(message)

    async def put(self, model: ChatModel) -> Mapping[str, Any]:
        """Ask a model."""
        if self.ask is not None:
            return await self.ask(model)
        assert self.request is not None  # noqa: S101  one of the two is there
        reply = await model.reply(self.request)
        return {
            "response": reply.text,
            "answered_by": reply.model,
            "finish_reason": reply.finish_reason,
            "prompt_tokens": reply.usage.prompt_tokens,
            "completion_tokens": reply.usage.completion_tokens,
        } | ({"refusal": reply.refusal} if reply.refusal else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """Sampling options of a model.

    Parameters
    ----------
    temperature, seed, reply_tokens
        As in the protocol; None leaves the endpoint's default.
    repeats
        Number of times to ask each question.
    """

    temperature: float | None = None
    seed: int | None = None
    reply_tokens: int | None = None
    repeats: int = 1

    def of(self, request: ChatRequest) -> ChatRequest:
        """Return a request with these options."""
        return replace(request, temperature=self.temperature, seed=self.seed, max_tokens=self.reply_tokens)


def plain_question(name: str, text: str, who: Respondent, sampling: Sampling) -> Iterator[Question]:
    """Yield a one-message question once per repeat; the line of each response has its `id`.

    Examples
    --------
    >>> from nlbridge.chat.client.scripted import ScriptedModel
    >>> from nlbridge.chat.replies.prompt import Respondent
    >>> who = Respondent(chat=ScriptedModel([]), model="any")
    >>> [one.key for one in plain_question("7", "Did it rain?", who, Sampling(repeats=2))]
    ['7', '7-r1']
    """
    from nlbridge.chat.replies.chat import ChatRequest, Message, Role

    for repeat in range(sampling.repeats):
        request = ChatRequest(model=who.model, messages=(Message(role=Role.USER, content=text),), repeat=repeat)
        yield Question(key=name + (f"-r{repeat}" if repeat else ""), request=sampling.of(request), row={"id": name})


@dataclass(frozen=True, slots=True, kw_only=True)
class Yield:
    """The outcome of asking.

    Parameters
    ----------
    asked, responses
        Number of questions, and of those that now have a response.
    errors
        Number of questions without a response, by kind of error.
    first_error
        Its words, or empty.
    """

    asked: int
    responses: int
    errors: Mapping[str, int]
    first_error: str

    @property
    def missing(self) -> int:
        """Number of questions without a response."""
        return self.asked - self.responses


def generate(questions: Sequence[Question], endpoint: Endpoint, folder: Path, name: str = GENERATIONS) -> Yield:
    """Ask every question without a response; each response is on disk before the next question starts.

    Parameters
    ----------
    name
        File of the responses in the folder.
    """
    from nlbridge.asking.progress import counting

    there = rows_in(folder, name)
    waiting = [question for question in questions if question.key not in there]
    if not waiting:
        _name_empty(questions, there)
        return Yield(asked=len(questions), responses=len(questions), errors={}, first_error="")

    async def work(question: Question) -> Mapping[str, Any]:
        return await question.put(endpoint.model)

    if endpoint.options.dry_run:
        endpoint.ask_all(work, waiting)
    with (folder / name).open("ab") as file, counting(len(waiting), "Responses") as count:

        def each(outcome: BulkOutcome[Question, Mapping[str, Any]]) -> None:
            if outcome.value is not None:
                asked = {"key": outcome.item.key, **outcome.item.row, "model": endpoint.name}
                append(file, [asked | dict(outcome.value)])
            count()

        outcomes = endpoint.ask_all(work, waiting, each=each)
    failed = [outcome.error for outcome in outcomes if outcome.error is not None]
    _name_empty(questions, rows_in(folder, name))
    return Yield(
        asked=len(questions),
        responses=len(questions) - len(failed),
        errors=Counter(type(error).__name__ for error in failed),
        first_error=str(failed[0]) if failed else "",
    )


def _name_empty(questions: Sequence[Question], responses: Mapping[str, Mapping[str, Any]]) -> None:
    """Report empty responses on standard error; they count as wrong, often through the endpoint's fault."""
    texts = [responses[question.key].get("response") for question in questions if question.key in responses]
    empty = sum(isinstance(text, str) and not text.strip() for text in texts)
    if empty:
        sys.stderr.write(
            f"causalcore: {empty} of {len(texts)} responses are empty and count as wrong; a reasoning model needs more "
            "--reply-tokens, and its server a parser for reasoning\n"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainResponse:
    """A model's answer to a plain question, and its confidence from 0 to 1 if it gives one."""

    item: str
    model: str
    text: str
    confidence: float | None = None


def plain_responses(path: Path | None, known: Collection[str]) -> tuple[PlainResponse, ...]:
    """Read one `{"id", "response", "model"?, "confidence"?}` per line; without a file there are none.

    Parameters
    ----------
    known
        Ids of the items; other ids are an error.

    Raises
    ------
    DatasetMissingError
        If the file does not exist.
    MalformedItemError
        If a line is malformed, names an unknown item, or repeats a model's answer to an item, or there is no line.
    """
    if path is None:
        return ()
    rows = json_rows(path, what="responses in JSON Lines", lists=True)
    read = each_once(rows, lambda row: _plain(row.fields, row.place, known), lambda one: (one.item, one.model))
    return some(read, path)


def _plain(row: Mapping[str, Any], place: str, known: Collection[str]) -> PlainResponse:
    item, text, confidence = str(row.get("id", "")), row.get("response"), row.get("confidence")
    if item not in known or not isinstance(text, str):
        problem = "an id that no item has" if item not in known else "no text under response"
        message = f'{place}: expected "id" of an item and "response", got {problem} ({brief(item)}); correct the line'
        raise MalformedItemError(message)
    chance = float(confidence) if isinstance(confidence, int | float) else None
    return PlainResponse(item=item, model=str(row.get("model", "model")), text=unwrapped(text), confidence=chance)
