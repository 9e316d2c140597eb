"""A chat model that tells the truth about one small story, by the schema that it is asked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from nlbridge.llm.client.endpoint import Endpoint
from nlbridge.llm.client.endpoint_options import EndpointOptions
from nlbridge.llm.client.scripted import ScriptedModel
from nlbridge.llm.replies.prompt import Respondent

if TYPE_CHECKING:
    from collections.abc import Callable

    from nlbridge.llm.replies.chat import ChatRequest

TEXT = "The kiln failed at noon, so the vases were lost. A violinist rehearsed next door."
HAD = "the kiln not failed at noon"
RIGHT = "The kiln did not fail at noon, so the vases were not lost. A violinist rehearsed next door."
SPOILT = "The kiln did not fail at noon, so the vases were not lost. No violinist rehearsed next door."
KEPT = "The kiln did not fail at noon, but the vases were lost. A violinist rehearsed next door."
PARAPHRASE = "The kiln withstood the noon heat, so the vases came out whole. A violinist rehearsed next door."


def event(name, quote, statement, **more):
    usual = {"kind": "event", "values": [], "fact": "true", "presupposes": []}
    return {"id": name, "quote": quote, "statement": statement} | usual | more


def link(cause, effect, signal="", **more):
    return {"cause": cause, "effect": effect, "sign": "promotes", "strength": "necessary", "signal": signal} | more


READING = {
    "events": [
        event("e1", "The kiln failed at noon", "The kiln failed at noon."),
        event("e2", "the vases were lost", "The vases were lost."),
        event("e3", "A violinist rehearsed next door", "A violinist rehearsed next door."),
    ],
    "latents": [],
    "links": [link("e1", "e2", "so")],
    "mechanisms": [],
}
WHAT_IF = {
    "parts": [{"event": "e1", "value": "false", "words": "the kiln not failed"}],
    "clause": "the kiln had not failed at noon",
}


def claim(name, value, quote=""):
    return {"event": name, "value": value, "quote": quote}


def grounded(*claims, connectives=()):
    return {"claims": list(claims), "connectives": list(connectives)}


SO = {"quote": "so", "cause": "e1", "effect": "e2", "kind": "consecutive"}
GROUNDED = {
    RIGHT: grounded(
        claim("e1", "false", "The kiln did not fail at noon"),
        claim("e2", "false", "the vases were not lost"),
        claim("e3", "true", "A violinist rehearsed next door"),
        connectives=[SO],
    ),
    SPOILT: grounded(
        claim("e1", "false", "The kiln did not fail at noon"),
        claim("e2", "false", "the vases were not lost"),
        claim("e3", "false", "No violinist rehearsed next door"),
        connectives=[SO],
    ),
    KEPT: grounded(
        claim("e1", "false", "The kiln did not fail at noon"),
        claim("e2", "true", "the vases were lost"),
        claim("e3", "true", "A violinist rehearsed next door"),
        connectives=[SO | {"quote": "but", "kind": "concessive"}],
    ),
    PARAPHRASE: grounded(
        claim("e1", "false", "The kiln withstood the noon heat"),
        claim("e2", "false", "the vases came out whole"),
        claim("e3", "true", "A violinist rehearsed next door"),
        connectives=[SO],
    ),
}


def honest(request: ChatRequest, *, reading=None, grounding=None) -> str:
    """Answer as a model that reads well would."""
    asked = request.messages[1].content
    if request.schema_name == "reading":
        return json.dumps(reading or READING)
    if request.schema_name == "hypothetical":
        return json.dumps(WHAT_IF)
    if request.schema_name == "grounding":
        return json.dumps(grounding or next(said for edit, said in GROUNDED.items() if edit in asked))
    assert request.schema_name == "links", request.schema_name
    inside = asked[asked.index("[[pairs ") : asked.index("[[end of pairs ")]
    pairs = [json.loads(line) for line in inside.splitlines()[1:] if line.startswith("{")]
    return json.dumps({"pairs": [_checked(pair) for pair in pairs]})


def _checked(pair: dict[str, str]) -> dict[str, str]:
    same = {"cause": pair["cause"], "effect": pair["effect"]}
    return same | {"said": "no", "sign": "promotes", "strength": "necessary", "words": "A violinist"}


def endpoint(chat) -> Endpoint:
    """Return an endpoint, to be opened, that asks `chat`."""
    return Endpoint(EndpointOptions(model="scripted", cache=False), inner=chat)


def respondent(script: Callable[[ChatRequest], str] | list[str] = honest) -> Respondent:
    return Respondent(chat=ScriptedModel(script), model="scripted")
