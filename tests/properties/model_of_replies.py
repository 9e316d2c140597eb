"""A chat model that tells the truth about one small story, by the schema that it is asked for."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from nlbridge.chat.client.endpoint import Endpoint
from nlbridge.chat.client.endpoint_options import EndpointOptions
from nlbridge.chat.client.scripted import ScriptedModel
from nlbridge.chat.replies.prompt import Respondent

if TYPE_CHECKING:
    from collections.abc import Callable

    from nlbridge.chat.replies.chat import ChatRequest

TEXT = "The kiln failed at noon, so the vases were lost. A violinist rehearsed next door."
DOUBTFUL = f"The storm blew all night. The mayor resigned. {TEXT}"
"""A text whose offline reading leaves questions about links."""
HAD = "the kiln not failed at noon"
RIGHT = "The kiln did not fail at noon, so the vases were not lost. A violinist rehearsed next door."
SPOILT = "The kiln did not fail at noon, so the vases were not lost. No violinist rehearsed next door."
KEPT = "The kiln did not fail at noon, but the vases were lost. A violinist rehearsed next door."
PARAPHRASE = "The kiln withstood the noon heat, so the vases came out whole. A violinist rehearsed next door."


CONTRARIES = {
    "The kiln failed at noon.": "The kiln did not fail at noon.",
    "The vases were lost.": "The vases were not lost.",
    "A violinist rehearsed next door.": "No violinist rehearsed next door.",
}


def event(name, quote, statement, **more):
    usual = {
        "contrary": CONTRARIES.get(statement, f"It is not so that: {statement}"),
        "kind": "event",
        "values": [],
        "fact": "true",
        "presupposes": [],
    }
    return {"id": name, "quote": quote, "statement": statement} | usual | more


def link(cause, effect, signal="", **more):
    return {"signal": signal, "cause": cause, "effect": effect, "sign": "promotes", "strength": "necessary"} | more


READING = {
    "events": [
        event("e1", "The kiln failed at noon", "The kiln failed at noon."),
        event("e2", "the vases were lost", "The vases were lost."),
        event("e3", "A violinist rehearsed next door", "A violinist rehearsed next door."),
    ],
    "no_claims": [],
    "latents": [],
    "links": [link("e1", "e2", "so")],
    "mechanisms": [],
}
WHAT_IF = {
    "parts": [
        {
            "words": "the kiln not failed",
            "event": "e1",
            "value": "false",
            "supposed": "The kiln did not fail at noon.",
            "keeps": [],
        }
    ],
    "new": [],
    "clause": "the kiln had not failed at noon",
    "becomes": [
        {"event": "e2", "answer": "changes", "way": "", "because": ["e1"]},
        {"event": "e3", "answer": "stays", "way": "", "because": []},
    ],
    "rewrite": "The kiln did not fail at noon, so the vases were not lost. A violinist rehearsed next door.",
}
STATEMENTS = {
    "The kiln failed at noon.": "e1",
    "The vases were lost.": "e2",
    "A violinist rehearsed next door.": "e3",
    "It was midday.": "e4",
}
DENIALS = {
    "The kiln did not fail at noon.": "e1",
    "The vases were not lost.": "e2",
    "No violinist rehearsed next door.": "e3",
    **{f"It is not so that: {statement}": name for statement, name in STATEMENTS.items()},
}
NOON = {"event": "e4", "value": "true", "quote": "noon", "way": "", "mode": "fact"}
"""The offline reader makes a claim of its own of *at noon*, and every edit tells it."""
CONTRARY = {"true": "false", "bare": "false", "false": "true", "other": "true", "gone": "true", "absent": "absent"}


def claim(name, value, quote="", way="", mode="fact"):
    return {"event": name, "quote": quote, "mode": mode, "value": value, "way": way}


NO_AMENDMENT = {"links": [], "mechanisms": [], "claims": [], "restated": [], "kept": [], "expected": []}


def grounded(*claims, connectives=(), background=(), new=(), contradictions=()):
    """Return what a reader would say of each event; `reply_to` puts it into the ids of a request."""
    return {
        "claims": list(claims),
        "connectives": list(connectives),
        "background": list(background),
        "new": list(new),
        "contradictions": list(contradictions),
    }


SO = {"quote": "so", "kind": "consecutive", "reason": "", "cause": "e1", "result": "", "effect": "e2", "suits": "suits"}
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
    if request.schema_name == "what_if":
        return json.dumps(WHAT_IF)
    if request.schema_name == "mending":
        return json.dumps(NO_AMENDMENT)
    if request.schema_name == "review":
        return review(request)
    said = grounding or next(told for edit, told in GROUNDED.items() if edit in asked)
    if request.schema_name == "grounding":
        return reply_to(request, said)
    assert request.schema_name == "second_look", request.schema_name
    return second_look(request, said)


UNSURE = {"quote": "", "says": "unsure"}


def review(request: ChatRequest) -> str:
    """Say yes to every question about a link, in words of the text; be unsure of all else."""
    rows = rows_of(request, "questions")
    quote = TEXT.partition(".")[0]
    about_links = {row["id"]: "because of" in row["question"] for row in rows}
    says = {name: {"quote": quote, "says": "yes"} if one else UNSURE for name, one in about_links.items()}
    answers = [{"id": name} | said for name, said in says.items()]
    return json.dumps({"answers": answers})


def rows_of(request: ChatRequest, name: str) -> list[dict[str, str]]:
    """Return the JSON lines of one fenced text of a request."""
    found = re.search(rf"\[\[{name} (\w+)\]\]\n(.*?)\n\[\[end of {name} \1\]\]", request.messages[1].content, re.DOTALL)
    assert found is not None
    return [json.loads(line) for line in found[2].splitlines() if line.strip()]


def values_of(said) -> dict[str, dict[str, str]]:
    return {one["event"]: one for one in said["claims"]}


def reply_to(request: ChatRequest, said) -> str:
    """Put what is said of events into the ids of a grounding request: a denial is told where its claim is not."""
    values, claims, ids = {"e4": NOON} | values_of(said), [], {}
    for row in rows_of(request, "claims"):
        denied = row["sentence"] in DENIALS
        event = (DENIALS if denied else STATEMENTS)[row["sentence"]]
        one = values[event]
        value = CONTRARY[one["value"]] if denied else one["value"]
        if value == "true":
            ids[event] = row["id"]
        way = "" if denied else one["way"]
        told = {"quote": one["quote"], "mode": one.get("mode", "fact"), "value": value, "way": way}
        claims.append({"id": row["id"]} | told)
    connectives = [
        one | {"cause": ids.get(one["cause"], "outside"), "effect": ids.get(one["effect"], "outside")}
        for one in said["connectives"]
    ]
    kept = {key: said[key] for key in ("background", "new", "contradictions")}
    return json.dumps({"claims": claims, "connectives": connectives} | kept)


def second_look(request: ChatRequest, said) -> str:
    """Answer each question as the values say."""
    values, sentences, pairs, joints, ways = {"e4": NOON} | values_of(said), [], [], [], []
    for row in rows_of(request, "questions"):
        if "one" in row:
            event = (STATEMENTS | DENIALS)[row["one"]]
            one = values[event]
            told = CONTRARY[one["value"]] if row["one"] in DENIALS else one["value"]
            says = {
                "true": "one",
                "bare": "neither",
                "false": "two",
                "other": "neither",
                "gone": "gone",
                "absent": "silent",
            }[told]
            sentences.append({"id": row["id"], "quote": one["quote"], "says": says})
        elif "first" in row:
            pairs.append({"id": row["id"], "says": said.get("pairs", "exclude")})
        elif "happened" in row:
            ways.append({"id": row["id"], "says": said.get("ways", "apart")})
        else:
            joints.append({"id": row["id"], "says": said.get("joints", "does not suit")})
    return json.dumps({"sentences": sentences, "pairs": pairs, "joints": joints, "ways": ways})


def endpoint(chat) -> Endpoint:
    """Return an endpoint, to be opened, that asks `chat`."""
    return Endpoint(EndpointOptions(model="scripted", cache=False), inner=chat)


def respondent(script: Callable[[ChatRequest], str] | list[str] = honest) -> Respondent:
    return Respondent(chat=ScriptedModel(script), model="scripted")
