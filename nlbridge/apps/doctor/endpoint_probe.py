"""Test whether an endpoint follows a schema, and how fast it is: two small questions, without the cache."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from nlbridge.chat.client.wire_form import Dialect, SchemaForm
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.chat import ChatRequest, Message, Role
from nlbridge.chat.replies.reply_json import json_of
from nlbridge.chat.replies.schema_fit import fits

if TYPE_CHECKING:
    from nlbridge.chat.client.chat_completions import EndpointModel
    from nlbridge.chat.replies.chat import ChatReply

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

    Raises
    ------
    EndpointError, BudgetError
        If there is no reply to be had.
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
