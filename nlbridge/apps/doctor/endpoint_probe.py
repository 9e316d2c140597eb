"""Test whether an endpoint follows a schema and how fast it is, with two small questions and without the cache."""

from __future__ import annotations

import time
import urllib.request
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from causalcore.files.json_text import read_json
from nlbridge.chat.client.wire_form import Dialect, SchemaForm
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.chat import ChatReply, ChatRequest, Message, Role
from nlbridge.chat.replies.structured import fits, json_of

if TYPE_CHECKING:
    from nlbridge.chat.client.chat_completions import EndpointModel

PORTS: Final = ((11434, "Ollama"), (8080, "llama.cpp"), (8000, "vLLM"), (1234, "LM Studio"))
SECONDS: Final = 1.0
MOST_BYTES: Final = 2**20
MOST_MODELS: Final = 20
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
"""The question does not ask for the shape of `SCHEMA`; only the schema does."""
LONGEST: Final = 2_000
"""Token limit of the answer, with room for a model that reasons first."""
FORMS: Final = {
    SchemaForm.JSON_SCHEMA: "json_schema",
    SchemaForm.JSON_OBJECT: "json_object, with the schema in words",
    SchemaForm.PROMPT: "the schema in words in the prompt",
}


class SchemaUse(StrEnum):
    """How an endpoint treats a schema."""

    KEPT = "kept"
    REASONING = "in the reasoning field"
    REFUSED = "refused"
    IGNORED = "ignored"
    EMPTY = "empty reply"
    UNUSABLE = "no usable reply in any form"


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirects."""

    def redirect_request(self, *_: Any) -> None:
        """Return no new request."""
        return


def local_servers(ports: tuple[tuple[int, str], ...] = PORTS, seconds: float = SECONDS) -> tuple[dict[str, Any], ...]:
    """Return the servers on this machine that list models, with name, address and models; asks them nothing else.

    Examples
    --------
    >>> local_servers(ports=())
    ()
    """
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect())
    servers: list[dict[str, Any]] = []
    for port, name in ports:
        address = f"http://127.0.0.1:{port}/v1"
        try:
            with opener.open(f"{address}/models", timeout=seconds) as response:
                rows = read_json(response.read(MOST_BYTES))["data"]
            models = [str(row["id"])[:200] for row in rows if isinstance(row, dict) and "id" in row]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            continue
        servers.append({"name": name, "base_url": address, "models": models[:MOST_MODELS]})
    return tuple(servers)


async def probe(client: EndpointModel, model: str) -> tuple[Dialect, dict[str, Any]]:
    """Ask an endpoint for a reply under a schema and, if that is unusable, once more in the form that it accepts.

    The client must not have asked anything before. Return the form it uses from now on, and a JSON object with the
    treatment of the schema and the speed of the usable reply. Token counts include reasoning.
    """
    client.start_with(model, Dialect())
    client.open()  # exclude the time to load the library
    question = ChatRequest(
        model=model,
        messages=(Message(role=Role.USER, content=QUESTION),),
        schema=SCHEMA,
        schema_name="harbour",
        max_tokens=LONGEST,
    )
    before, began = client.budget.spent.completion_tokens, time.perf_counter()
    reply = await client.reply(question)
    use = _use(reply, client, model)
    if use in {SchemaUse.IGNORED, SchemaUse.UNUSABLE}:
        before, began = client.budget.spent.completion_tokens, time.perf_counter()
        reply = await client.reply(replace(question, repeat=1))
        use = use if _is_fitting(reply) else SchemaUse.UNUSABLE
    seconds = time.perf_counter() - began
    spent, dialect = client.budget.spent, client.dialect(model)
    speed = (spent.completion_tokens - before) / seconds if not spent.estimated and seconds > 0 else None
    return dialect, {
        "schema": str(use),
        "asked_from_now_on": FORMS[dialect.schema],
        "parameters_refused": sorted(dialect.dropped),
        "longest_reply": dialect.limit,
        "seconds": round(seconds, 3),
        "tokens_a_second": None if speed is None else round(speed, 1),
        "counts_tokens": not spent.estimated,
        "answered_by": reply.model or model,
    }


def _use(reply: ChatReply, client: EndpointModel, model: str) -> SchemaUse:
    """Infer from the client's notes and the reply how the endpoint treated the schema."""
    if any(note.startswith("empty reply") for note in client.notes):
        return SchemaUse.EMPTY if _is_fitting(reply) else SchemaUse.UNUSABLE
    if any(note.startswith("schema ignored") for note in client.notes):
        return SchemaUse.IGNORED
    if not _is_fitting(reply):
        return SchemaUse.UNUSABLE
    if client.dialect(model).schema is not SchemaForm.JSON_SCHEMA:
        return SchemaUse.REFUSED
    return SchemaUse.KEPT if reply.text.strip() else SchemaUse.REASONING


def _is_fitting(reply: ChatReply) -> bool:
    try:
        return fits(json_of(reply.text or reply.reasoning), SCHEMA)
    except ReplyError:
        return False
