"""Replies of a real language model to a dozen stories of the project, kept so that prompts change with eyes open.

`record_replies.py --model NAME` asks for what is missing; `test_story_replies.py` answers from what is kept. A line of
the recording has the key of its request (a hash of everything that may change the reply), the name of the prompt and
a digest of its words, the story, and the reply. What was asked is not kept: the code asks it again.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from logic.errors import ReasoningError
from nlbridge.answering.assisted import Assistant
from nlbridge.answering.request import Prepared, Request, Settings
from nlbridge.chat.client.endpoint import Endpoint
from nlbridge.chat.client.endpoint_options import EndpointOptions
from nlbridge.chat.errors import ReplayMissError
from nlbridge.chat.replies.chat import ChatModel, ChatReply, ChatRequest, reply_from_dict, reply_to_dict, request_key
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.judging.report import Report

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT: Final = Path(__file__).parents[2]
OWN: Final = ROOT / "research" / "stories"
RECORDING: Final = Path(__file__).parent / "recordings" / "stories.jsonl"
MODEL: Final = "strong-model"
"""The name under which replies are kept, whoever gave them."""
NAMES: Final = tuple("b1-206 b2-290 b3-232 b3-249 b3-577 b4-038 b4-090 b4-357 b4-386 b4-415 b4-522 b5-569".split())
"""Drawn by chance from the stories that are kept for figures, of 45 to 110 words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A story of the project with one of its what-ifs and the rewrites that were labelled for it."""

    row: Mapping[str, Any]
    what_if: Mapping[str, Any]
    rewrites: tuple[Mapping[str, Any], ...]

    @property
    def name(self) -> str:
        return str(self.row["id"])

    @property
    def request(self) -> Request:
        return Request(source=str(self.row["text"]), had=str(self.what_if["had"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What came out for a story; the requests that nothing kept answers, if any."""

    story: Story
    prepared: Prepared | None
    reports: tuple[Report, ...]
    missing: tuple[str, ...] = ()


def stories() -> list[Story]:
    """Return the dozen: each with the first of its what-ifs that has rewrites."""
    rows = {row["id"]: row for row in _rows(OWN / "stories.jsonl")}
    rewrites = _rows(OWN / "rewrites.jsonl")
    found = []
    for name in NAMES:
        own = [one for one in rewrites if one["story"] == name]
        at = min(one["what_if"] for one in own)
        chosen = tuple(one for one in own if one["what_if"] == at)
        found.append(Story(row=rows[name], what_if=rows[name]["what_ifs"][at], rewrites=chosen))
    return found


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def prompt_digest(schema_name: str) -> str:
    """Return a digest of the words and the schema of a prompt."""
    prompt = load_prompt(schema_name.replace("_", "-"))
    said = json.dumps([prompt.system, prompt.request, prompt.schema])
    return sha256(said.encode()).hexdigest()[:16]


def kept_rows(path: Path = RECORDING) -> list[dict[str, Any]]:
    """Read the recording; empty where there is none yet."""
    return _rows(path) if path.exists() else []


@dataclass(slots=True)
class Kept:
    """A chat model that answers from a recording, and asks another one, if there is one, for what is not in it."""

    rows: Mapping[str, Mapping[str, Any]]
    story: str
    inner: ChatModel | None = None
    name: str = MODEL
    used: list[dict[str, Any]] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    async def reply(self, request: ChatRequest) -> ChatReply:
        key = request_key(request)
        row = self.rows.get(key)
        if row is not None:
            reply = reply_from_dict(row["reply"])
        elif self.inner is not None:
            reply = await self.inner.reply(replace(request, model=self.name))
        else:
            self.missing.append(request.schema_name)
            message = f"expected a kept reply to {request.schema_name} for {self.story}, got none; record it"
            raise ReplayMissError(message)
        if key not in {one["key"] for one in self.used}:
            about = {"key": key, "prompt": request.schema_name, "digest": prompt_digest(request.schema_name)}
            self.used.append(about | {"story": self.story, "reply": reply_to_dict(replace(reply, model=""))})
        return reply


async def answered(story: Story, model: Kept, reader: str = "llm") -> Answered:
    """Prepare a story and judge its rewrites with the replies of a model."""
    with Endpoint(EndpointOptions(model=MODEL, cache=False), inner=model) as endpoint:
        settings = Settings(reader=reader, endpoint=endpoint)
        assistant = Assistant(settings, Respondent(chat=model, model=MODEL))
        try:
            prepared = await assistant.prepare(story.request)
            judged = await asyncio.gather(*(assistant.judge(story.request, one["edit"]) for one in story.rewrites))
        except ReplayMissError:
            return Answered(story=story, prepared=None, reports=(), missing=tuple(model.missing))
    return Answered(story=story, prepared=prepared, reports=tuple(report for _, report in judged))


def replayed(reader: str = "llm") -> list[Answered]:
    """Answer all stories from the recording alone."""
    rows = {row["key"]: row for row in kept_rows()}

    async def every() -> list[Answered]:
        return [await answered(story, Kept(rows=rows, story=story.name), reader) for story in stories()]

    return asyncio.run(every())


def record(endpoint: Endpoint, path: Path = RECORDING) -> int:
    """Ask a model for whatever the recording lacks, and write what is needed now; return how many replies those are."""
    rows = {row["key"]: row for row in kept_rows(path)}

    async def every() -> list[Kept]:
        models = [Kept(rows=rows, story=story.name, inner=endpoint.model, name=endpoint.name) for story in stories()]
        pairs = zip(stories(), models, strict=True)
        done = await asyncio.gather(*(answered(story, model) for story, model in pairs), return_exceptions=True)
        for story, one in zip(stories(), done, strict=True):
            if isinstance(one, ReasoningError):
                print(f"{story.name}: {one}")  # noqa: T201
            elif isinstance(one, BaseException):
                raise one
        return models

    used = [row for model in endpoint.run(every()) for row in sorted(model.used, key=lambda one: one["key"])]
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in used), encoding="utf-8")
    return len(used)
