"""Write the recordings of the project again, after a prompt has changed.

    python tests/golden/record_replies.py                                       examples/recordings, written by hand
    python tests/golden/record_replies.py --model NAME [--base-url URL]         and what a real model says to stories

The replies by hand have the form that a model gives them. The stories are those of `story_replies.py`; a model is asked
for what their recording lacks and for nothing else, so a run that was broken off goes on where it ended.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from benchmarks.cobe.data import load, load_generations
from benchmarks.cobe.edit_judge import Question
from benchmarks.cobe.model_judge import ask_judge
from nlbridge.answering.answers import judge, prepare, read_text
from nlbridge.answering.request import Request, Settings
from nlbridge.chat.client.endpoint import Endpoint
from nlbridge.chat.client.endpoint_options import EndpointOptions
from nlbridge.chat.client.scripted import ScriptedModel
from nlbridge.chat.replies.prompt import load_prompt

if TYPE_CHECKING:
    from nlbridge.chat.replies.chat import ChatRequest

ROOT: Final = Path(__file__).parents[2]
ORCHARD: Final = ROOT / "examples" / "orchard"
RECORDING: Final = ROOT / "examples" / "recordings" / "orchard.jsonl"
VERDICTS: Final = ROOT / "examples" / "recordings" / "cobe_judge.jsonl"
HAD: Final = "the gate not stood open"
READINGS: Final = 3


def text(name: str) -> str:
    return (ORCHARD / f"{name}.txt").read_text(encoding="utf-8")


CONTRARIES: Final = {
    "The gate stood open": "The gate did not stand open.",
    "the goats got into the orchard": "The goats did not get into the orchard.",
    "the young trees were ruined": "The young trees were not ruined.",
    "Swallows nested under the eaves": "Swallows did not nest under the eaves.",
}


def _event(name: str, quote: str) -> dict[str, Any]:
    statement = f"{quote[0].upper()}{quote[1:]}."
    said = {"id": name, "quote": quote, "statement": statement, "contrary": CONTRARIES[quote]}
    return said | {"kind": "event", "values": [], "fact": "true", "presupposes": []}


def _link(cause: str, effect: str, signal: str) -> dict[str, Any]:
    return {"signal": signal, "cause": cause, "effect": effect, "sign": "promotes", "strength": "necessary"}


EVENTS: Final = [
    _event("e1", "The gate stood open"),
    _event("e2", "the goats got into the orchard"),
    _event("e3", "the young trees were ruined"),
    _event("e4", "Swallows nested under the eaves"),
]
LINKS: Final = [_link("e1", "e2", "so"), _link("e2", "e3", "As a result")]


def reading(repeat: int) -> dict[str, Any]:
    """Return one reading; the second of three also sees the swallows come because of the trees."""
    links = [*LINKS, _link("e3", "e4", "")] if repeat == 1 else LINKS
    return {"events": EVENTS, "no_claims": [], "latents": [], "links": links, "mechanisms": []}


BECOMES: Final = [
    {"event": "e2", "because": ["e1"], "answer": "changes", "way": ""},
    {"event": "e3", "because": ["e2"], "answer": "changes", "way": ""},
    {"event": "e4", "because": [], "answer": "stays", "way": ""},
]
WHAT_IF: Final = {
    "parts": [{"words": HAD, "event": "e1", "value": "false", "supposed": "The gate did not stand open.", "keeps": []}],
    "new": [],
    "clause": "the gate had not stood open",
    "becomes": BECOMES,
    "rewrite": "The gate did not stand open, so the goats did not get into the orchard. As a result, the young trees "
    "were not ruined. Swallows nested under the eaves.",
}
_SHUT: Final = (
    ("false", "The gate was shut"),
    ("false", "the goats never reached the orchard"),
    ("false", "the young trees grew up strong"),
)
VALUES: Final = {
    "right": (*_SHUT, ("true", "Swallows nested under the eaves")),
    "wrong": (*_SHUT, ("false", "Sparrows nested under the eaves")),
    "free": (
        ("false", "The gate was shut"),
        ("false", "the goats grazed on the hill"),
        ("false", "the young trees were spared"),
        ("true", "Swallows nested under the eaves"),
    ),
}
JOINED: Final = {"right": (("so", 1, 2), ("As a result", 2, 3)), "wrong": (("so", 1, 2), ("As a result", 2, 3))}
_DENIED: Final = {"true": "false", "false": "true"}


def _rows(asked: str, name: str) -> list[dict[str, str]]:
    inside = asked[asked.index(f"[[{name} ") : asked.index(f"[[end of {name} ")]
    return [json.loads(line) for line in inside.splitlines()[1:]]


def _event_of(sentence: str) -> tuple[int, bool]:
    """Return which event a sentence is about, and whether it denies it."""
    words = ("gate", "goats", "trees", "allows")
    return next(k for k, word in enumerate(words, 1) if word in sentence), " not " in sentence


def _grounded(asked: str) -> dict[str, Any]:
    name = next(name for name in VALUES if text(name).strip() in asked)
    claims, ids = [], {}
    for row in _rows(asked, "claims"):
        event, denied = _event_of(row["sentence"])
        value, quote = VALUES[name][event - 1]
        value = _DENIED[value] if denied else value
        if value == "true":
            ids[event] = row["id"]
        claims.append({"id": row["id"], "quote": quote, "mode": "fact", "value": value, "way": ""})
    connectives = [
        {"quote": quote, "kind": "consecutive"}
        | {"reason": VALUES[name][cause - 1][1], "cause": ids[cause]}
        | {"result": VALUES[name][effect - 1][1], "effect": ids[effect]}
        for quote, cause, effect in JOINED.get(name, ())
    ]
    return {"claims": claims, "connectives": connectives, "background": [], "new": [], "contradictions": []}


def _second(asked: str) -> dict[str, Any]:
    name = next(name for name in VALUES if text(name).strip() in asked)
    sentences = []
    for row in _rows(asked, "questions"):
        event, denied = _event_of(row["one"])
        value, quote = VALUES[name][event - 1]
        says = "one" if (value == "true") is not denied else "two"
        sentences.append({"id": row["id"], "quote": quote, "says": says})
    return {"sentences": sentences, "pairs": [], "joints": [], "ways": []}


def answer(request: ChatRequest) -> str:
    """Answer as a model might."""
    asked = request.messages[1].content
    if request.schema_name == "reading":
        return json.dumps(reading(request.repeat))
    if request.schema_name == "what_if":
        return json.dumps(WHAT_IF)
    if request.schema_name == "mending":
        empty = ("links", "mechanisms", "claims", "restated", "kept", "expected")
        return json.dumps({name: [] for name in empty})
    return json.dumps(_second(asked) if request.schema_name == "second_look" else _grounded(asked))


def record(path: Path) -> None:
    """Write the recording of everything that the tutorial asks."""
    path.unlink(missing_ok=True)
    path.parent.mkdir(exist_ok=True)
    options = EndpointOptions(model="written-by-hand", cache=False, record=path)
    with Endpoint(options, inner=ScriptedModel(answer)) as endpoint:
        llm = Settings(reader="llm", endpoint=endpoint)
        read_text(text("text"), llm)
        prepare(Request(source=text("text"), had=HAD), Settings(reader="llm", samples=READINGS, endpoint=endpoint))
        prepare(Request(source=text("text"), had=HAD), Settings(reader="hybrid", endpoint=endpoint))
        for name in VALUES:
            for how in (llm, Settings(reader="hybrid", endpoint=endpoint)):
                judge(Request(source=text("text"), had=HAD), text(name), how)


def verdict(request: ChatRequest) -> str:
    """Judge the answers of the example: overlook what the bold one adds, and hedge about the late one."""
    about = request.messages[1].content
    asked = next(q for q in Question if load_prompt(f"judge-{q}").system[:120] == request.messages[0].content[:120])
    if asked is Question.CHANGED and "but the microphones fell silent" in about:
        return "F"
    return "Mostly" if asked is Question.UNCHANGED and "working. The cast" in about else "T"


def record_verdicts(path: Path) -> None:
    """Write the recording of what a judge is asked about the answers of the example."""
    path.unlink(missing_ok=True)
    items, _ = load(ROOT / "examples" / "cobe_small.json")
    answers = load_generations(ROOT / "examples" / "cobe_answers.jsonl", items)
    pending = [(answer.model, next(item for item in items if item.id == answer.item), answer) for answer in answers]
    options = EndpointOptions(model="written-by-hand", cache=False, record=path, concurrency=1)
    with Endpoint(options, inner=ScriptedModel(verdict)) as endpoint:
        ask_judge(pending, Settings(), {}, endpoint)


def ask_stories(given: argparse.Namespace) -> None:
    """Ask a model for the replies to stories that are not kept yet."""
    import story_replies

    options = EndpointOptions(
        model=given.model, base_url=given.base_url, concurrency=given.concurrency, timeout=given.timeout
    )
    with Endpoint(options) as endpoint:
        count = story_replies.record(endpoint)
    sys.stdout.write(f"{story_replies.RECORDING}: {count} replies\n")


def main() -> None:
    parser = argparse.ArgumentParser(description="Record replies again.")
    parser.add_argument("--model", help="name of a model, to ask it about the stories")
    parser.add_argument("--base-url", help="its endpoint")
    parser.add_argument("--concurrency", type=int, default=8)
    parser.add_argument("--timeout", type=float, default=120.0, help="seconds for a call")
    given = parser.parse_args()
    record(RECORDING)
    record_verdicts(VERDICTS)
    for written in (RECORDING, VERDICTS):
        sys.stdout.write(f"{written}: {len(written.read_text(encoding='utf-8').splitlines())} replies\n")
    if given.model:
        ask_stories(given)


if __name__ == "__main__":
    main()
