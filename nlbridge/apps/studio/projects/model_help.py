"""The configured model behind a session: the current reader, the questions to the model, and the spending.

Only a person's action asks the model: reading a text, stating a what-if, judging a rewrite, or reviewing the doubts.
Viewing or correcting a text asks nothing. The key and the connections stay with the server.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal

from logic.errors import ReasoningError
from nlbridge.answering.answers import judge, judge_prepared, prepare, read_text
from nlbridge.answering.desk import SECONDS, BrokenWorkError, Do, here
from nlbridge.answering.lines import one_line
from nlbridge.answering.request import READERS, Prepared, Request, Settings, edit_of, request_of
from nlbridge.answering.result import report_row
from nlbridge.answering.review import Reply as Answer
from nlbridge.apps.studio.document.document import Document, StudioError, WhatIf
from nlbridge.apps.studio.views.answers_view import what_if_view
from nlbridge.apps.studio.views.derived import derived, prepared_of
from nlbridge.chat.client.bulk import STOPS
from nlbridge.chat.client.endpoint import spending_row
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.errors import HypotheticalNotFoundError
from nlbridge.language.quotation import shown, standing
from nlbridge.weights.thresholds import CALIBRATED

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario
    from nlbridge.chat.sharing import SharedEndpoint
    from nlbridge.judging.report import Report

OFFLINE: Final = "offline"
SECONDS_WITH_MODEL: Final = 600.0
"""Time limit of work that asks a model."""
MOST_ASKED: Final = 40
"""Doubts per call; further ones need another call."""


@dataclass(slots=True)
class ModelHelp:
    """Reads texts offline or with the model, as the person chooses; call it with a text.

    Examples
    --------
    >>> help = ModelHelp(Settings())
    >>> help.state()["readers"], len(help("The pump failed, so the cellar flooded.").events)
    (['offline'], 2)
    """

    settings: Settings
    """Settings for reading, with the open endpoint if a model is configured."""
    shared: SharedEndpoint | None = None
    """The endpoint that all parts of the server share; None without a model."""
    do: Do = here
    """Runs long work, for example in other processes."""
    sent: Settings = field(init=False)
    """The settings in a form that another process can use."""

    def __post_init__(self) -> None:
        self.sent = self.settings if self.shared is None else replace(self.settings, endpoint=self.shared.elsewhere())

    def choose(self, reader: str) -> dict[str, Any]:
        """Switch to another reader, if there is one of that name; return the state."""
        readers = self.state()["readers"]
        if reader not in readers:
            message = f"expected a reader of {', '.join(readers)}, got {reader[:40]!r}; "
            message += "configure a model in causalcore.toml" if reader in READERS else "choose one of them"
            raise StudioError(message)
        self.settings = replace(self.settings, reader=reader, samples=1)
        self.sent = replace(self.sent, reader=reader, samples=1)
        return self.state()

    def state(self) -> dict[str, Any]:
        """Return the reader and the spending, without key or address."""
        readers = [OFFLINE] if self.shared is None else list(READERS)
        row: dict[str, Any] = {"reader": self.settings.reader, "readers": readers, "model": None}
        return row if self.shared is None else row | spending_row(self.shared.endpoint)

    @property
    def sent_to_model(self) -> Settings:
        """Settings for the model to read and judge, whoever reads now; raises without a model."""
        if self.shared is None:
            message = "expected a model to judge by, got none; configure one in causalcore.toml and start again"
            raise StudioError(message)
        return replace(self.sent, reader="llm")

    @property
    def seconds(self) -> float:
        """Time limit of work that may ask a model."""
        return SECONDS if self.settings.reader == OFFLINE and self.shared is None else SECONDS_WITH_MODEL

    def __call__(self, text: str) -> Scenario:
        """Read a text."""
        return self.do(read_text, text, self.sent, seconds=self.seconds)

    def understood(self, document: Document) -> Document:
        """Return the document; if a model reads, the model turns the words of its what-if into values of claims."""
        what_if = document.what_if
        if self.settings.reader == OFFLINE or what_if is None or not what_if.had or not document.scenario.events:
            return document
        return self.do(_understood, self.sent, document, seconds=self.seconds)

    def judged(self, document: Document, rewrite: str, *, twice: bool = False) -> Report:
        """Return the model's report on a rewrite of a text with a what-if."""
        return self.do(_report, self.sent_to_model, document, rewrite, twice, seconds=self.seconds)

    def asked_first(self, document: Document, questions: Mapping[str, str]) -> dict[str, Answer]:
        """Return the model's answers to doubts by id; empty if no model reads."""
        if self.shared is None or self.settings.reader == OFFLINE or not questions:
            return {}
        return self.do(_asked_first, self.sent_to_model, document, dict(questions), seconds=self.seconds)

    def judgement(self, row: Mapping[str, Any], *, twice: bool = False) -> dict[str, Any]:
        """Return the judgement of one row, or `{"error": ...}`; raise an error that would also stop all other rows.

        With `twice`, the model judges it and looks at every claim twice.

        Examples
        --------
        >>> "had" in ModelHelp(Settings()).judgement({"id": "1", "text": "It rained.", "edit": "It was dry."})["error"]
        True
        """
        settings = self.sent_to_model if twice else self.sent
        try:
            return self.do(judge_row, dict(row), settings, twice, seconds=self.seconds)
        except STOPS:
            raise
        except ReasoningError as refused:
            return {"error": one_line(str(refused))}
        except BrokenWorkError as broken:
            return {"error": f"internal error: {broken}; please report it"}


def judge_row(row: Mapping[str, Any], settings: Settings, twice: bool = False) -> dict[str, Any]:
    """Judge one rewrite, with the places of claims and links; with `twice`, a model looks at every claim twice."""
    request, edit = request_of(row), edit_of(row)
    if settings.reader != OFFLINE:
        prepared, report = judge(request, edit, settings, twice=twice)
    else:
        prepared = _prepared(request, settings)
        report = judge_prepared(prepared, edit, settings)
    return report_row(row.get("id"), report, prepared, places=True)


@lru_cache(maxsize=16)
def _prepared(request: Request, settings: Settings) -> Prepared:
    """Prepare a text; the cache serves consecutive rewrites of one text."""
    return prepare(request, settings)


def _understood(settings: Settings, document: Document) -> Document:
    """Ask the model what a what-if supposes; `hybrid` asks only if the offline reader is not certain."""
    from nlbridge.answering.assisted import assisted

    what_if, offline = document.what_if, derived(document).prepared
    if what_if is None or (settings.reader == "hybrid" and offline is not None and offline.confidence >= CALIBRATED):
        return document
    request = Request(source=document.corrected, had=what_if.had)
    try:
        prepared = assisted(replace(settings, reader="llm"), lambda assistant: assistant.prepare(request))
    except HypotheticalNotFoundError:
        return document
    values = {event.id: event.values for event in document.scenario.events}
    do = tuple(prepared.rubric.intervention)
    if not do or any(value not in values.get(name, ()) for name, value in do):
        return document
    return replace(document, what_if=WhatIf(had=what_if.had, do=do))


def _report(settings: Settings, document: Document, rewrite: str, twice: bool) -> Report:
    from nlbridge.answering.assisted import assisted

    prepared = prepared_of(document)
    request = Request(source=prepared.rubric.scenario, do=tuple(prepared.rubric.intervention))
    judged = assisted(settings, lambda assistant: assistant.judge(request, rewrite, twice=twice), {request: prepared})
    return judged[1]


def _asked_first(settings: Settings, document: Document, questions: dict[str, str]) -> dict[str, Answer]:
    from nlbridge.answering.assisted import assisted

    supposed = (what_if_view(document, derived(document)) or {}).get("sentence", "")
    return assisted(settings, lambda assistant: asked_first(document.text, supposed, questions, assistant.respondent))


class DoubtReply(Reply):
    """The text's answer to one question."""

    id: str
    quote: str
    says: Literal["yes", "no", "unsure"]


class ReviewReply(Reply):
    """Answers to all questions."""

    answers: list[DoubtReply]


async def asked_first(
    text: str, supposed: str, questions: Mapping[str, str], respondent: Respondent
) -> dict[str, Answer]:
    """Return the model's answers to questions by id; an answer without a quote from the text counts as unsure.

    Examples
    --------
    >>> import asyncio
    >>> from nlbridge.chat.client.scripted import ScriptedModel
    >>> said = '{"answers": [{"id": "q1", "quote": "so it leaked", "says": "yes"}]}'
    >>> who = Respondent(chat=ScriptedModel([said]), model="any")
    >>> asked = {"link:e1->e2": "Did 'It leaked' come about because of 'It rained'?"}
    >>> {name: str(one) for name, one in asyncio.run(asked_first("It rained, so it leaked.", "", asked, who)).items()}
    {'link:e1->e2': 'yes'}
    """
    ids = {f"q{number}": name for number, name in enumerate(questions, 1)}

    def formed(reply: Any) -> ReviewReply:
        answers = ReviewReply.model_validate(reply)
        given_ids = [answer.id for answer in answers.answers]
        if sorted(given_ids) != sorted(ids):
            message = f"expected each of {', '.join(ids)} exactly once, got {shown(', '.join(given_ids))}; answer all"
            raise ReplyError(message)
        return answers

    rows = (json.dumps({"id": key, "question": questions[name]}, ensure_ascii=False) for key, name in ids.items())
    request = load_prompt("review").fill(
        respondent, text=text, supposed=supposed or "(nothing)", questions="\n".join(rows)
    )
    done = await ask(respondent.chat, request, formed)
    settled = {answer.id: answer.says for answer in done.value.answers if standing(answer.quote, text)}
    return {name: Answer(settled.get(key, "unsure")) for key, name in ids.items()}
