"""Record requests and replies as JSON Lines, and replay them without an endpoint."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from causalcore.files.json_text import read_json
from causalcore.files.writing import append_line, whole_lines
from nlbridge.chat.client.redaction import Redactor
from nlbridge.chat.errors import RecordingError, ReplayMissError
from nlbridge.chat.replies.chat import (
    ChatModel,
    ChatReply,
    ChatRequest,
    Usage,
    reply_from_dict,
    reply_to_dict,
    request_key,
    request_to_dict,
)


class RecordingModel:
    """A chat model that records the requests and replies of another one.

    Each line is on the disk before the reply is returned. An existing file is continued: known replies are not written
    twice, a new reply to an old request replaces it in a replay, and a torn last line is cut off.
    """

    def __init__(self, model: ChatModel, path: Path, *, redactor: Redactor | None = None) -> None:
        self._model, self._path, self._redactor = model, path, redactor or Redactor()
        rows = rows_of(path, cut=True) if path.exists() else []
        self._texts = {row["key"]: row["reply"]["text"] for row in rows}
        path.parent.mkdir(parents=True, exist_ok=True)

    async def reply(self, request: ChatRequest) -> ChatReply:
        """Answer one request."""
        reply = await self._model.reply(request)
        key = request_key(request)
        row = {"key": key, "request": request_to_dict(request), "reply": reply_to_dict(reply)}
        line = self._redactor.secrets(json.dumps(row, ensure_ascii=False))
        text = json.loads(line)["reply"]["text"]
        if self._texts.get(key) != text:
            self._texts[key] = text
            append_line(self._path, line.encode("utf-8", "backslashreplace"))
        return reply


class ReplayModel:
    """A chat model that replays a recording without a network, finding replies by request, whatever the address."""

    def __init__(self, path: Path) -> None:
        self._path = path
        rows = rows_of(path)
        self._replies = {row["key"]: reply_from_dict(row["reply"]) for row in rows}
        self.models = tuple(sorted({str(row["request"]["model"]) for row in rows}))

    async def reply(self, request: ChatRequest) -> ChatReply:
        """Answer one request at no cost; raise `ReplayMissError` if the recording has no reply."""
        reply = self._replies.get(request_key(request))
        if reply is None:
            prompt = request.messages[-1].content if request.messages else ""
            message = (
                f"expected a reply in {self._path} to {prompt[-60:]!r} for {request.model}, got none of "
                f"{len(self._replies)}; the prompt or the input has changed: record it again with --record"
            )
            raise ReplayMissError(message)
        return replace(reply, usage=Usage())


def rows_of(path: Path, *, cut: bool = False) -> list[dict[str, Any]]:
    """Read a recording: one `{"key", "request", "reply"}` per line; skip a torn last line, or `cut` it off."""
    try:
        lines = whole_lines(path, cut=cut)
    except OSError as missing:
        message = f"expected a recording in JSON Lines, got {path} ({missing.strerror}); check the name"
        raise RecordingError(message) from missing
    return [_row(line, f"line {number} of {path}") for number, line in lines]


def _row(line: bytes, where: str) -> dict[str, Any]:
    try:
        row = read_json(line)
        reply_from_dict(row["reply"])
        if not (isinstance(row["key"], str) and isinstance(row["request"]["model"], str)):
            raise TypeError  # noqa: TRY301  caught below
    except (ValueError, KeyError, TypeError) as broken:
        message = f'expected {{"key", "request", "reply"}} on {where}, got {line[:60]!r}; record again'
        raise RecordingError(message) from broken
    return dict(row)
