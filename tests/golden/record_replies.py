"""Write `examples/recordings`: replies, written by hand in the form that a model gives them.

Run it after a prompt has changed: `python tests/golden/record_replies.py`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from benchmarks.cobe.data import load, load_generations
from benchmarks.cobe.model_judge import ask_judge
from nlbridge.answering.answers import judge, prepare, read_text
from nlbridge.answering.request import Request, Settings
from nlbridge.llm.client.endpoint import Endpoint
from nlbridge.llm.client.endpoint_options import EndpointOptions
from nlbridge.llm.client.scripted import ScriptedModel
from nlbridge.llm.replies.prompt import load_prompt
from nlbridge.llm.roles.judge import Question

if TYPE_CHECKING:
    from nlbridge.llm.replies.chat import ChatRequest

ROOT: Final = Path(__file__).parents[2]
ORCHARD: Final = ROOT / "examples" / "orchard"
RECORDING: Final = ROOT / "examples" / "recordings" / "orchard.jsonl"
VERDICTS: Final = ROOT / "examples" / "recordings" / "cobe_judge.jsonl"
HAD: Final = "the gate not stood open"
READINGS: Final = 3


def text(name: str) -> str:
    return (ORCHARD / f"{name}.txt").read_text(encoding="utf-8")


def _event(name: str, quote: str) -> dict[str, Any]:
    said = {"id": name, "quote": quote, "statement": f"{quote[0].upper()}{quote[1:]}."}
    return said | {"kind": "event", "values": [], "fact": "true", "presupposes": []}


def _link(cause: str, effect: str, signal: str) -> dict[str, Any]:
    return {"cause": cause, "effect": effect, "sign": "promotes", "strength": "necessary", "signal": signal}


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
    return {"events": EVENTS, "latents": [], "links": links, "mechanisms": []}


def _claims(*said: tuple[str, str]) -> list[dict[str, str]]:
    return [{"event": f"e{k}", "value": value, "quote": quote} for k, (value, quote) in enumerate(said, 1)]


_SO: Final = {"quote": "so", "cause": "e1", "effect": "e2", "kind": "consecutive"}
_THEN: Final = {"quote": "As a result", "cause": "e2", "effect": "e3", "kind": "consecutive"}
_SHUT: Final = (
    ("false", "The gate was shut"),
    ("false", "the goats never reached the orchard"),
    ("false", "the young trees grew up strong"),
)
GROUNDED: Final = {
    "right": {"claims": _claims(*_SHUT, ("true", "Swallows nested under the eaves")), "connectives": [_SO, _THEN]},
    "wrong": {"claims": _claims(*_SHUT, ("false", "Sparrows nested under the eaves")), "connectives": [_SO, _THEN]},
    "free": {
        "claims": _claims(
            ("false", "The gate was shut"),
            ("false", "the goats grazed on the hill"),
            ("false", "the young trees were spared"),
            ("true", "Swallows nested under the eaves"),
        ),
        "connectives": [],
    },
}


def answer(request: ChatRequest) -> str:
    """Answer as a model might; on `free.txt` it quotes what is not there, and stays with it."""
    asked = request.messages[1].content
    if request.schema_name == "reading":
        return json.dumps(reading(request.repeat))
    if request.schema_name == "hypothetical":
        parts = [{"event": "e1", "value": "false", "words": "the gate not stood open"}]
        return json.dumps({"parts": parts, "clause": "the gate had not stood open"})
    if request.schema_name == "links":
        asked_about = [json.loads(line) for line in asked.splitlines() if line.startswith('{"cause"')]
        said = {"said": "no", "sign": "promotes", "strength": "necessary", "words": "Swallows nested"}
        return json.dumps({"pairs": [{"cause": p["cause"], "effect": p["effect"]} | said for p in asked_about]})
    return json.dumps(next(said for name, said in GROUNDED.items() if text(name) in asked))


def record(path: Path) -> None:
    """Write the recording of everything that the tutorial asks."""
    path.unlink(missing_ok=True)
    path.parent.mkdir(exist_ok=True)
    options = EndpointOptions(model="written-by-hand", cache=False, record=path)
    with Endpoint(options, inner=ScriptedModel(answer)) as endpoint:
        llm = Settings(reader="llm", endpoint=endpoint)
        read_text(text("text"), llm)
        read_text(text("text"), Settings(reader="llm", samples=READINGS, endpoint=endpoint))
        prepare(Request(source=text("text"), had=HAD), Settings(reader="hybrid", endpoint=endpoint))
        for name in GROUNDED:
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


if __name__ == "__main__":
    record(RECORDING)
    record_verdicts(VERDICTS)
    for written in (RECORDING, VERDICTS):
        sys.stdout.write(f"{written}: {len(written.read_text(encoding='utf-8').splitlines())} replies\n")
