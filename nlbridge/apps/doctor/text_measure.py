"""One labelled text put to a reader: its answers for the claims and verdicts on the rewrites, beside the labels.

A row holds labels, answers, confidences and costs, and no words of the model. It is written as soon as its text is
done, so that a run that is broken off goes on where it ended.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, Protocol

from causalcore.files.json_text import read_json
from logic.errors import ReasoningError
from nlbridge.answering.request import Request
from nlbridge.chat.client.budget import Meter
from nlbridge.chat.client.bulk import STOPS
from nlbridge.chat.errors import EndpointError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from nlbridge.answering.assisted import Assistant
    from nlbridge.answering.request import Prepared
    from nlbridge.judging.report import Report


FILE: Final = "labelled_set.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledClaim:
    """A claim of a text under one of its what-ifs.

    Parameters
    ----------
    quote
        Words that stand once in the text.
    answer
        `changed`, `unchanged` or `open`.
    direction
        `lower` or `higher` for an amount that changes, else empty.
    """

    quote: str
    answer: str
    direction: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledRewrite:
    """A rewrite under a what-if; `error` is the class that makes it invalid, empty for a valid one."""

    edit: str
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledWhatIf:
    """A what-if with what happens to the claims, and rewrites."""

    had: str
    claims: tuple[LabelledClaim, ...]
    rewrites: tuple[LabelledRewrite, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledText:
    """A text with its what-ifs; `kind` is prose, work or suite."""

    id: str
    kind: str
    text: str
    what_ifs: tuple[LabelledWhatIf, ...]


@cache
def labelled_texts() -> tuple[LabelledText, ...]:
    """Return the set in the package; the kinds alternate, so any beginning holds all of them.

    Examples
    --------
    >>> texts = labelled_texts()
    >>> len(texts), [text.kind for text in texts[:3]]
    (60, ['prose', 'work', 'suite'])
    """
    return tuple(text_of(read_json(line)) for line in _data().splitlines())


def set_digest() -> str:
    """Return a digest of this version of the set."""
    return sha256(_data().encode()).hexdigest()[:16]


def _data() -> str:
    return (files("nlbridge.apps.doctor") / FILE).read_text(encoding="utf-8")


def text_of(row: Mapping[str, Any]) -> LabelledText:
    """Read one line of a labelled set."""
    return LabelledText(
        id=row["id"], kind=row["kind"], text=row["text"], what_ifs=tuple(_what_if(one) for one in row["what_ifs"])
    )


def _what_if(row: Mapping[str, Any]) -> LabelledWhatIf:
    return LabelledWhatIf(
        had=row["had"],
        claims=tuple(
            LabelledClaim(quote=quote, answer=answer, direction="".join(way)) for quote, answer, *way in row["claims"]
        ),
        rewrites=tuple(LabelledRewrite(edit=one["edit"], error=one["error"] or "") for one in row["rewrites"]),
    )


Row = dict[str, Any]
OVERLAP: Final = 0.5
"""Share of the shorter of two spans from which a claim that was read is the labelled one."""


class Answerer(Protocol):
    """Whoever prepares requests and judges edits, as `nlbridge.answering.assisted.Assistant` does."""

    async def prepare(self, request: Request) -> Prepared:
        """Derive what changes."""
        ...

    async def judge(self, request: Request, edit: str) -> tuple[Prepared, Report]:
        """Judge an edit."""
        ...


@dataclass(slots=True)
class Measured:
    """Rows that were written before, and where further ones go.

    Parameters
    ----------
    path
        JSON Lines; a torn last line is passed over.
    """

    path: Path

    def rows(self) -> dict[str, Row]:
        """Return what is there by the ids of the texts."""
        try:
            lines = self.path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return {}
        found: dict[str, Row] = {}
        for line in lines:
            try:
                row = read_json(line)
                found[row["id"]] = row
            except (ValueError, KeyError, TypeError):
                continue
        return found

    def add(self, row: Row) -> None:
        """Write a row to the disk."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab", buffering=0) as file:
            file.write(b"\n" + json.dumps(row).encode() + b"\n")
            os.fsync(file.fileno())


async def measured_by_model(assistant: Assistant, text: LabelledText) -> Row:
    """Measure the model of an assistant on one text, with calls, tokens and seconds."""
    meter = Meter(assistant.respondent.chat)
    own = type(assistant)(assistant.settings, replace(assistant.respondent, chat=meter))
    start = time.perf_counter()
    row = await measured_text(own, text)
    spent = meter.spent.row() | {"seconds": round(time.perf_counter() - start, 3)}
    return row | {"spent": spent}


async def measured_text(answerer: Answerer, text: LabelledText) -> Row:
    """Return labels, answers and verdicts of one text.

    Raises
    ------
    EndpointError, BudgetError
        If the endpoint gives no replies; no row is a row of failures of the line.
    """
    answers: list[list[Any]] = []
    verdicts: list[list[Any]] = []
    for what_if in text.what_ifs:
        request = Request(source=text.text, had=what_if.had)
        prepared = await _prepared(answerer, request)
        answers += [_answer(text.text, claim, prepared) for claim in what_if.claims]
        verdicts += [await _verdict(answerer, request, one.edit, one.error) for one in what_if.rewrites]
    return {"id": text.id, "kind": text.kind, "answers": answers, "verdicts": verdicts}


async def _prepared(answerer: Answerer, request: Request) -> Prepared | None:
    try:
        return await answerer.prepare(request)
    except (*STOPS, EndpointError):
        raise
    except ReasoningError:
        return None  # the reader refuses the text or the what-if


def _answer(text: str, claim: LabelledClaim, prepared: Prepared | None) -> list[Any]:
    """Return label, answer and confidence; a claim that was not read is `unread`."""
    label = f"{claim.answer} {claim.direction}".strip()
    if prepared is None:
        return [label, "refused", 0.0]
    start = text.index(claim.quote)
    name = _matching(prepared, (start, start + len(claim.quote)))
    if name is None:
        return [label, "unread", 0.0]
    answer = prepared.rubric.derivation.answer(name)
    said = str(answer.kind)
    if claim.direction and answer.direction is not None:
        said = f"{said} {answer.direction}"
    return [label, said, round(answer.confidence, 4)]


def _matching(prepared: Prepared, span: tuple[int, int]) -> str | None:
    """Return the event whose words overlap a span most; what is supposed itself is none of the answers."""
    answered = {one.event for one in prepared.rubric.derivation.answers}
    set_values = {name for name, _ in prepared.rubric.intervention}
    scored = [
        (*_overlap(event.span, span), event.id)
        for event in prepared.rubric.scenario.events
        if event.span is not None and event.id in answered - set_values
    ]
    best = max(scored, default=None)
    return best[2] if best is not None and best[0] >= OVERLAP else None


def _overlap(first: tuple[int, int], second: tuple[int, int]) -> tuple[float, float]:
    shared = max(0, min(first[1], second[1]) - max(first[0], second[0]))
    shorter = min(first[1] - first[0], second[1] - second[0])
    return shared / max(1, shorter), shared / max(1, max(first[1], second[1]) - min(first[0], second[0]))


async def _verdict(answerer: Answerer, request: Request, edit: str, error: str) -> list[Any]:
    """Return label, verdict, score, confidence and classes; what is refused is undetermined."""
    try:
        _, report = await answerer.judge(request, edit)
    except (*STOPS, EndpointError):
        raise
    except ReasoningError:
        return [error, None, 0.5, 0.5, []]
    errors = [str(one) for one in report.errors] if report.valid is False else []
    return [error, report.valid, round(report.score, 4), round(report.confidence, 4), errors]
