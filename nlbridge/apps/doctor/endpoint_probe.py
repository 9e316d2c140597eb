"""Test whether an endpoint follows a schema, and how fast it is: two small questions, without the cache."""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from causalcore.files.json_text import read_json
from nlbridge.chat.client.wire_form import Dialect, SchemaForm
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.chat import ChatRequest, Message, Role
from nlbridge.chat.replies.reply_json import json_of
from nlbridge.chat.replies.schema_fit import fits

if TYPE_CHECKING:
    from nlbridge.chat.client.chat_completions import EndpointModel
    from nlbridge.chat.replies.chat import ChatReply


PORTS: Final = ((11434, "Ollama"), (8080, "llama.cpp"), (8000, "vLLM"), (1234, "LM Studio"))
"""The port on which each of them listens by default."""
SECONDS: Final = 1.0
MOST_BYTES: Final = 2**20
MOST_MODELS: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalServer:
    """A server that answered a question for its models; nothing else was asked of it."""

    name: str
    address: str
    models: tuple[str, ...]

    def row(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {"name": self.name, "base_url": self.address, "models": list(self.models)}


def local_servers(ports: tuple[tuple[int, str], ...] = PORTS, seconds: float = SECONDS) -> tuple[LocalServer, ...]:
    """Return the servers that list models on this machine.

    Parameters
    ----------
    ports
        Where to look, and which server listens there by default.

    Units
    -----
    seconds : how long each may take

    Examples
    --------
    >>> local_servers(ports=())
    ()
    """
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect())
    found = (_asked(opener, port, name, seconds) for port, name in ports)
    return tuple(one for one in found if one is not None)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirects."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nothing."""
        return


def _asked(opener: urllib.request.OpenerDirector, port: int, name: str, seconds: float) -> LocalServer | None:
    address = f"http://127.0.0.1:{port}/v1"
    try:
        with opener.open(f"{address}/models", timeout=seconds) as response:
            rows = read_json(response.read(MOST_BYTES))["data"]
        models = tuple(str(row["id"])[:200] for row in rows if isinstance(row, dict) and "id" in row)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return LocalServer(name=name, address=address, models=models[:MOST_MODELS])


SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "boats": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "masts": {"type": "integer"}},
                "required": ["name", "masts"],
                "additionalProperties": False,
            },
        },
        "harbour": {"type": "string", "enum": ["full", "empty"]},
    },
    "required": ["boats", "harbour"],
    "additionalProperties": False,
}
QUESTION: Final = "Two boats, Alma with one mast and Berta with three, lie in a harbour that is full. Say so."
"""Answered freely it has no such shape; nothing but the schema asks for it."""
LONGEST: Final = 2_000
"""Tokens that the answer may take: a model that thinks first needs some."""


class SchemaUse(StrEnum):
    """What an endpoint does with a schema."""

    KEPT = "kept"
    REASONING = "in the reasoning field"
    REFUSED = "refused"
    IGNORED = "ignored"
    EMPTY = "empty reply"
    UNUSABLE = "no usable reply in any form"


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """What was found.

    Parameters
    ----------
    use
        What happened to the schema at the first try.
    form
        The form in which the client asks from now on.
    counted
        Whether the endpoint counts tokens.

    Units
    -----
    seconds : of the reply that could be used
    tokens_a_second : of the reply, thinking included; None where nothing was counted
    """

    use: SchemaUse
    form: SchemaForm
    dialect: Dialect
    seconds: float
    tokens_a_second: float | None
    counted: bool
    answered_by: str

    def row(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {
            "schema": str(self.use),
            "asked_from_now_on": FORMS[self.form],
            "parameters_refused": sorted(self.dialect.dropped),
            "longest_reply": self.dialect.limit,
            "seconds": round(self.seconds, 3),
            "tokens_a_second": None if self.tokens_a_second is None else round(self.tokens_a_second, 1),
            "counts_tokens": self.counted,
            "answered_by": self.answered_by,
        }


FORMS: Final = {
    SchemaForm.JSON_SCHEMA: "json_schema",
    SchemaForm.JSON_OBJECT: "json_object, with the schema in words",
    SchemaForm.PROMPT: "the schema in words in the prompt",
}


async def probe(client: EndpointModel, model: str) -> Probe:
    """Ask an endpoint for a reply under a schema, and once more in the form that it takes.

    Parameters
    ----------
    client
        That has asked nothing yet.
    """
    start = Dialect()
    client.start_with(model, start)
    asked = ChatRequest(
        model=model,
        messages=(Message(role=Role.USER, content=QUESTION),),
        schema=SCHEMA,
        schema_name="harbour",
        max_tokens=LONGEST,
    )
    before = client.budget.spent.completion_tokens
    began = time.perf_counter()
    reply = await client.reply(asked)
    use = _use(reply, client, model)
    if use in {SchemaUse.IGNORED, SchemaUse.UNUSABLE}:
        before, began = client.budget.spent.completion_tokens, time.perf_counter()
        reply = await client.reply(replace(asked, repeat=1))
        use = use if _fitting(reply.text or reply.reasoning) else SchemaUse.UNUSABLE
    seconds = time.perf_counter() - began
    tokens = client.budget.spent.completion_tokens - before
    counted = not client.budget.spent.estimated
    dialect = client.dialect(model)
    return Probe(
        use=use,
        form=dialect.schema,
        dialect=dialect,
        seconds=seconds,
        tokens_a_second=tokens / seconds if counted and seconds > 0 else None,
        counted=counted,
        answered_by=reply.model or model,
    )


def _use(reply: ChatReply, client: EndpointModel, model: str) -> SchemaUse:
    """Say how the endpoint treated the schema, judged by the client's observations and the reply."""
    if any(note.startswith("empty reply") for note in client.notes):
        return SchemaUse.EMPTY if _fitting(reply.text or reply.reasoning) else SchemaUse.UNUSABLE
    if any(note.startswith("schema ignored") for note in client.notes):
        return SchemaUse.IGNORED
    if not _fitting(reply.text or reply.reasoning):
        return SchemaUse.UNUSABLE
    if client.dialect(model).schema is not SchemaForm.JSON_SCHEMA:
        return SchemaUse.REFUSED
    return SchemaUse.KEPT if reply.text.strip() else SchemaUse.REASONING


def _fitting(said: str) -> bool:
    try:
        return fits(json_of(said), SCHEMA)
    except ReplyError:
        return False
