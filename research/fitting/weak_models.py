"""Rate of wrong verdicts when a share of a model's values is wrong.

    python -m research.fitting.weak_models [REWRITES]

The project's stories and rewrites are labelled. A scripted model answers every request by the labels, but a share of
its values (links, strengths, expectations, claims of a passage, second looks) is wrong: at random, or always in favour
of the rewrite. The output is, for each share, how many rewrites are decided, how many of these correctly, and how many
of all get a wrong verdict.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from nlbridge.chat.replies.chat import ChatRequest

FOLDER: Final = Path(__file__).parents[1] / "stories"
SHARES: Final = (0.0, 0.1, 0.2, 0.3)
VALUES: Final = ("true", "false", "other", "gone", "absent")
ANSWERS: Final = ("changes", "stays", "cannot tell")
_DENIED: Final = {"true": "false", "false": "true", "other": "true", "gone": "true", "absent": "absent"}
_SAYS: Final = {"true": "one", "false": "two", "other": "neither", "gone": "gone", "absent": "silent"}
_TOLD: Final = {"kept": "true", "altered": "false", "absent": "absent", "unclear": "absent"}
_STRENGTHS: Final = {"need": "necessary", "enough": "sufficient", "part": "contributing", "maybe": "possible"}
_BECOMES: Final = {"changed": "changes", "unchanged": "stays", "open": "cannot tell"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A rewrite with its story and its what-if."""

    story: Mapping[str, Any]
    what_if: Mapping[str, Any]
    rewrite: Mapping[str, Any]

    @property
    def follows(self) -> bool:
        """Return whether the verdict's label follows from the labels of the claims."""
        values = self.rewrite["claims"]
        kept = all(values[k] == "kept" for k in self.what_if["unchanged"])
        altered = all(values[k] == "altered" for k in self.what_if["changed"])
        return (kept and altered and self.rewrite["supposed"] == "yes") is self.rewrite["valid"]


def labelled(folder: Path = FOLDER) -> list[Labelled]:
    """Read the project's rewrites whose verdict follows from the labels of their claims.

    Others have a wrong connective or background, which the labels do not cover.
    """
    stories = {row["id"]: row for row in _rows(folder / "stories.jsonl")}
    rewrites = (
        Labelled(story=stories[row["story"]], what_if=stories[row["story"]]["what_ifs"][row["what_if"]], rewrite=row)
        for row in _rows(folder / "rewrites.jsonl")
        if row["story"] in stories
    )
    return [rewrite for rewrite in rewrites if rewrite.follows]


def _rows(path: Path) -> Iterable[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


class WeakModel:
    """Answers by the labels of one rewrite, with a share of values wrong.

    Parameters
    ----------
    wrong
        Share of wrong values, from 0 to 1.
    sly
        Whether wrong values favour the rewrite.
    """

    def __init__(self, given: Labelled, wrong: float, *, sly: bool) -> None:
        self.given, self.wrong, self.sly = given, wrong, sly
        self.draw = random.Random(0)  # noqa: S311  draws, not secrets

    def __call__(self, request: ChatRequest) -> str:
        """Return the text of a reply."""
        words = json.dumps([request.messages[-1].content, self.wrong, self.sly])
        self.draw = random.Random(int(sha256(words.encode()).hexdigest(), 16))  # noqa: S311
        by_name = {
            "reading": self._reading,
            "what_if": self._what_if,
            "mending": self._mending,
            "grounding": self._grounding,
            "second_look": self._second_look,
        }
        return json.dumps(by_name[request.schema_name](request))

    def _slips(self) -> bool:
        return self.draw.random() < self.wrong

    def _other(self, value: str, values: tuple[str, ...]) -> str:
        return self.draw.choice([one for one in values if one != value]) if self._slips() else value

    def _reading(self, _: ChatRequest) -> dict[str, Any]:
        words = self.given.story["events"]
        events = [
            {"id": f"e{k}", "quote": quote, "statement": f"{quote[0].upper()}{quote[1:]}."}
            | {
                "contrary": f"It was otherwise: {quote}.",
                "kind": "event",
                "values": [],
                "fact": "true",
                "presupposes": [],
            }
            for k, quote in enumerate(words)
        ]
        links = [
            {"signal": "", "cause": f"e{a}", "effect": f"e{b}", "sign": "promotes" if sign == "+" else "inhibits"}
            | {"strength": self._other(_STRENGTHS[strength], tuple(_STRENGTHS.values()))}
            for a, b, sign, strength, _ in self.given.story["links"]
            if not self._slips()
        ]
        return {"events": events, "no_claims": [], "latents": [], "links": links, "mechanisms": []}

    def _what_if(self, _: ChatRequest) -> dict[str, Any]:
        given = self.given.what_if
        sets = given["sets"]
        parts = [
            {"words": given["had"], "event": f"e{k}", "value": "false", "supposed": f"{_supposed(given['had'])} ({k})"}
            | {"keeps": []}
            for k in sets
        ]
        becomes = [
            {"event": f"e{k}", "answer": self._other(answer, ANSWERS), "way": "", "because": []}
            for kind, answer in _BECOMES.items()
            for k in given[kind]
            if k not in sets
        ]
        return {"parts": parts, "new": [], "clause": given["had"], "becomes": becomes, "rewrite": ""}

    def _mending(self, request: ChatRequest) -> dict[str, Any]:
        """Return labelled links, or correct expectations; a share of both is wrong."""
        text = self.given.story["text"]
        events = self.given.story["events"]
        differing = {row["event"] for row in _fenced(request, "differences")}
        links = [
            {"cause": f"e{a}", "effect": f"e{b}", "sign": "promotes" if sign == "+" else "inhibits"}
            | {"strength": _STRENGTHS[strength], "signal": signal if signal and signal in text else events[b]}
            for a, b, sign, strength, signal in self.given.story["links"]
            if not self._slips()
        ]
        given = self.given.what_if
        expected = [
            {"event": f"e{k}", "answer": self._other(answer, ANSWERS), "way": "", "because": []}
            for kind, answer in _BECOMES.items()
            for k in given[kind]
            if f"e{k}" in differing
        ]
        return {"links": links, "mechanisms": [], "claims": [], "restated": [], "kept": [], "expected": expected}

    def _value(self, sentence: str) -> tuple[str, str]:
        """Return the passage's value for a sentence by its label, or a wrong one, with a quote of the passage."""
        rewrite = self.given.rewrite
        names = {f"{quote[0].upper()}{quote[1:]}.": k for k, quote in enumerate(self.given.story["events"])}
        passage = rewrite["edit"]
        if re.search(r" \(\d+\)$", sentence):
            value, wanted, quote = {"yes": "true", "no": "false"}.get(rewrite["supposed"], "other"), "true", ""
        else:
            denied = sentence not in names
            told_as = sentence.removeprefix("It was otherwise: ")
            k = names[f"{told_as[0].upper()}{told_as[1:]}"]
            value = _TOLD[rewrite["claims"][k]]
            wanted = "false" if k in self.given.what_if["changed"] else "true"
            if denied:
                value, wanted = _DENIED[value], _DENIED[wanted]
            quote = rewrite["quotes"][k]
        if self._slips():
            value = wanted if self.sly else self.draw.choice([one for one in VALUES if one != value])
        return value, quote if quote and quote in passage else passage[:60].rsplit(" ", 1)[0]

    def _grounding(self, request: ChatRequest) -> dict[str, Any]:
        claims = []
        for row in _fenced(request, "claims"):
            value, quote = self._value(row["sentence"])
            claim = {"quote": quote if value != "absent" else "", "mode": "fact", "value": value, "way": ""}
            claims.append({"id": row["id"]} | claim)
        return {"claims": claims, "connectives": [], "background": [], "new": [], "contradictions": []}

    def _second_look(self, request: ChatRequest) -> dict[str, Any]:
        sentences: list[dict[str, str]] = []
        pairs: list[dict[str, str]] = []
        ways: list[dict[str, str]] = []
        for row in _fenced(request, "questions"):
            if "first" in row:  # no sampled rewrite has a false background
                pairs.append({"id": row["id"], "says": "exclude" if self._slips() else "change"})
                continue
            if "happened" in row:
                ways.append({"id": row["id"], "says": "needed" if self._slips() else "apart"})
                continue
            value, quote = self._value(row["one"])
            sentences.append({"id": row["id"], "quote": quote, "says": _SAYS[value]})
        return {"sentences": sentences, "pairs": pairs, "joints": [], "ways": ways}


def _supposed(had: str) -> str:
    return f"{had[0].upper()}{had[1:]}."


def _fenced(request: ChatRequest, name: str) -> list[dict[str, str]]:
    block = re.search(rf"\[\[{name} (\w+)\]\]\n(.*?)\n\[\[end of {name} \1\]\]", request.messages[1].content, re.DOTALL)
    return [json.loads(line) for line in block[2].splitlines()] if block else []


def verdicts(given: list[Labelled], wrong: float, *, sly: bool) -> Counter[str]:
    """Judge rewrites with a weak model; count `right`, `wrong`, `undetermined` and `refused`.

    Parameters
    ----------
    wrong, sly
        As in `WeakModel`.
    """
    from logic.errors import ReasoningError
    from nlbridge.answering.answers import judge
    from nlbridge.answering.request import Request, Settings
    from nlbridge.chat.client.endpoint import Endpoint
    from nlbridge.chat.client.endpoint_options import EndpointOptions
    from nlbridge.chat.client.scripted import ScriptedModel

    counts: Counter[str] = Counter()
    for case in given:
        model = ScriptedModel(WeakModel(case, wrong, sly=sly))
        with Endpoint(EndpointOptions(model="weak", cache=False), inner=model) as endpoint:
            asked = Request(source=case.story["text"], had=case.what_if["had"])
            try:
                _, report = judge(asked, case.rewrite["edit"], Settings(reader="llm", endpoint=endpoint))
            except ReasoningError:
                counts["refused"] += 1
                continue
        decided = "right" if report.valid is case.rewrite["valid"] else "wrong"
        counts["undetermined" if report.valid is None else decided] += 1
    return counts


def main() -> None:
    """Print the curve."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    every = labelled()
    given = random.Random(1).sample(every, min(most, len(every)))  # noqa: S311
    sys.stdout.write(
        "| wrong values | which | decided | right of decided | wrong verdicts of all |\n|---|---|---|---|---|\n"
    )
    for sly in (False, True):
        for share in SHARES:
            count = verdicts(given, share, sly=sly)
            judged = sum(count.values())
            decided = count["right"] + count["wrong"]
            right = f"{count['right'] / decided:.1%}" if decided else "-"
            which = "as the author likes" if sly else "at random"
            sys.stdout.write(
                f"| {share:.0%} | {which} | {decided / judged:.1%} | {right} | {count['wrong'] / judged:.1%} |\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()
