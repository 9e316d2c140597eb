"""Measure a model on texts with known answers; texts measured before cost nothing.

A row holds labels, answers, confidences and costs, but no words of the model. It is saved as soon as its text is done,
so an interrupted run resumes.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from causalcore.files.json_text import read_json
from causalcore.files.writing import append_line, whole_lines
from logic.errors import ReasoningError
from nlbridge.answering.answers import judge, prepare
from nlbridge.answering.assisted import Assistant
from nlbridge.answering.batch import project_version
from nlbridge.answering.request import Prepared, Request, Settings
from nlbridge.answering.result import errors_of
from nlbridge.apps.doctor.figures import Figure, advice, figures, fits_of
from nlbridge.chat.client.budget import Meter
from nlbridge.chat.client.bulk import STOPS, BulkOutcome
from nlbridge.chat.client.cache import default_path
from nlbridge.chat.client.profile import ModelProfile
from nlbridge.chat.errors import EndpointError
from nlbridge.chat.replies.prompt import Respondent

if TYPE_CHECKING:
    from nlbridge.chat.client.endpoint import Endpoint
    from nlbridge.judging.report import Report

Row = dict[str, Any]
FILE: Final = "labelled_set.jsonl"
FOLDER: Final = "measured"
PROMPTS: Final = ("reading", "what-if", "mending", "grounding", "second-look")
"""Prompts of a measurement; rows from other versions of them belong to another measurement."""
OVERLAP: Final = 0.5
"""Overlap, as a share of the shorter span, from which an event read matches a labelled claim."""


@cache
def labelled_texts() -> tuple[Row, ...]:
    """Return the labelled set of the package; kinds alternate, so any first part covers all of them.

    A text has an `id`, a `kind`, its `text` and `what_ifs`. A what-if has its words, `had`; `claims`, each with words
    that occur once in the text, the answer and, for an amount that changes, `lower` or `higher`; and `rewrites`, each
    with the `edit` and the class of `error` that makes it invalid, or None.

    Examples
    --------
    >>> texts = labelled_texts()
    >>> len(texts), [text["kind"] for text in texts[:3]]
    (60, ['prose', 'work', 'suite'])
    """
    return tuple(read_json(line) for line in _data().splitlines())


def set_digest() -> str:
    """Return a digest of the labelled set."""
    return sha256(_data().encode()).hexdigest()[:16]


def _data() -> str:
    return (files("nlbridge.apps.doctor") / FILE).read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """A row for each finished text, the number of `wanted` ones, and why some are missing: empty if none are."""

    rows: tuple[Row, ...]
    wanted: int
    by_model: dict[str, Figure]
    offline: dict[str, Figure]
    stopped: str = ""

    @property
    def spent(self) -> dict[str, float]:
        """Calls, tokens and seconds of the texts when they were measured, including replies from the cache."""
        names = ("calls", "prompt_tokens", "completion_tokens", "seconds")
        return {name: round(sum(row["spent"][name] for row in self.rows), 3) for name in names}

    def row(self, cost: float | None) -> dict[str, Any]:
        """Return the measurement as a JSON object; `cost` is that of the tokens in dollars, None without a price."""
        kinds = sorted({row["kind"] for row in self.rows})
        of_kind = {kind: [row for row in self.rows if row["kind"] == kind] for kind in kinds}
        return {
            "texts": len(self.rows),
            "wanted": self.wanted,
            "stopped": self.stopped or None,
            "figures": {name: figure.row() for name, figure in self.by_model.items()},
            "events_right_by_kind": {kind: figures(rows)["events_right"].row() for kind, rows in of_kind.items()},
            "offline": {name: figure.row() for name, figure in self.offline.items()},
            "spent": self.spent | {"cost": None if cost is None else round(cost, 6)},
            "advice": advice(self.by_model, self.offline),
        }


def measure(endpoint: Endpoint, texts: Sequence[Row], *, each: Callable[[], None] = lambda: None) -> Measurement:
    """Measure the model on the texts not measured before, calling `each` after each; return the figures of all."""
    measured = measured_before(endpoint)
    done = measured.rows()
    uncalibrated = replace(endpoint, profile=None) if endpoint.profile is not None else endpoint
    settings = Settings(reader="llm", endpoint=uncalibrated)
    problems: list[str] = []

    async def work(text: Row) -> Row:
        meter, start = Meter(endpoint.model), time.perf_counter()
        row = await measured_text(Assistant(settings, Respondent(chat=meter, model=endpoint.name)), text)
        spent = meter.spent.row() | {"seconds": round(time.perf_counter() - start, 3)}
        return row | {"spent": spent, "offline": await measured_text(OfflineAnswerer(), text)}

    def record(outcome: BulkOutcome[Row, Row]) -> None:
        if outcome.value is not None:
            measured.add(outcome.value)
            done[outcome.item["id"]] = outcome.value
        elif outcome.error is not None:
            problems.append(str(outcome.error))
        each()

    endpoint.ask_all(work, [text for text in texts if text["id"] not in done], each=record)
    rows = tuple(done[text["id"]] for text in texts if text["id"] in done)
    return Measurement(
        rows=rows,
        wanted=len(texts),
        by_model=figures(rows),
        offline=figures([row["offline"] for row in rows]),
        stopped=problems[0] if problems else "",
    )


def measured_before(endpoint: Endpoint) -> Measured:
    """Return the saved rows of this model at this address, for the current prompts, labelled set and version."""
    prompts = "".join(
        (files("nlbridge.chat") / "prompts" / f"{name}.md").read_text(encoding="utf-8") for name in PROMPTS
    )
    parts = (endpoint.address, endpoint.name, set_digest(), project_version(), prompts)
    name = sha256("\n".join(parts).encode()).hexdigest()[:24]
    return Measured(path=default_path().parent / FOLDER / f"{name}.jsonl")


def profile_after(before: ModelProfile, measurement: Measurement) -> ModelProfile:
    """Return the profile with its confidences fitted to the measurement."""
    measured = {
        "set": set_digest(),
        "texts": len(measurement.rows),
        "version": project_version(),
        "figures": {name: figure.row() for name, figure in measurement.by_model.items()},
    }
    fits = fits_of(measurement.rows)
    return replace(before, answer=fits["answer"], verdict=fits["verdict"], score=fits["score"], measured=measured)


@dataclass(slots=True)
class Measured:
    """Saved rows and the file for further ones; a torn last line is dropped."""

    path: Path

    def rows(self) -> dict[str, Row]:
        """Return the saved rows by text id."""
        by_id: dict[str, Row] = {}
        for _, line in whole_lines(self.path, cut=True) if self.path.exists() else ():
            with suppress(ValueError, KeyError, TypeError):
                row = read_json(line)
                by_id[row["id"]] = row
        return by_id

    def add(self, row: Row) -> None:
        """Append a row to the file."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        append_line(self.path, json.dumps(row).encode())


class OfflineAnswerer:
    """The offline reader behind the interface of `Assistant`."""

    async def prepare(self, request: Request) -> Prepared:
        """Derive what changes."""
        return prepare(request, Settings())

    async def judge(self, request: Request, edit: str) -> tuple[Prepared, Report]:
        """Judge an edit."""
        return judge(request, edit, Settings())


async def measured_text(answerer: Assistant | OfflineAnswerer, text: Row) -> Row:
    """Return the labels, answers and verdicts of one text."""
    answers: list[list[Any]] = []
    verdicts: list[list[Any]] = []
    for what_if in text["what_ifs"]:
        request = Request(source=text["text"], had=what_if["had"])
        try:
            prepared = await answerer.prepare(request)
        except (*STOPS, EndpointError):
            raise
        except ReasoningError:  # The reader refuses the text or the what-if.
            prepared = None
        answers += [_answer(text["text"], *claim, prepared=prepared) for claim in what_if["claims"]]
        verdicts += [
            await _verdict(answerer, request, rewrite["edit"], rewrite["error"] or "")
            for rewrite in what_if["rewrites"]
        ]
    return {"id": text["id"], "kind": text["kind"], "answers": answers, "verdicts": verdicts}


def _answer(text: str, quote: str, *label_words: str, prepared: Prepared | None) -> list[Any]:
    """Return label, answer and confidence of the claim quoted; the answer is `unread` if no event matches it."""
    label = " ".join(label_words)
    if prepared is None:
        return [label, "refused", 0.0]
    start = text.index(quote)
    name = _matching(prepared, (start, start + len(quote)))
    if name is None:
        return [label, "unread", 0.0]
    answer = prepared.rubric.derivation.answer(name)
    answered = str(answer.kind)
    if len(label_words) > 1 and answer.direction is not None:
        answered = f"{answered} {answer.direction}"
    return [label, answered, round(answer.confidence, 4)]


def _matching(prepared: Prepared, span: tuple[int, int]) -> str | None:
    """Return the event that overlaps a span most, leaving out the events that the what-if sets."""
    answered_events = {answer.event for answer in prepared.rubric.derivation.answers}
    set_events = {name for name, _ in prepared.rubric.intervention}
    scored = [
        (*_overlap(event.span, span), event.id)
        for event in prepared.rubric.scenario.events
        if event.span is not None and event.id in answered_events - set_events
    ]
    best = max(scored, default=None)
    return best[2] if best is not None and best[0] >= OVERLAP else None


def _overlap(first: tuple[int, int], second: tuple[int, int]) -> tuple[float, float]:
    shared = max(0, min(first[1], second[1]) - max(first[0], second[0]))
    shorter = min(first[1] - first[0], second[1] - second[0])
    return shared / max(1, shorter), shared / max(1, max(first[1], second[1]) - min(first[0], second[0]))


async def _verdict(answerer: Assistant | OfflineAnswerer, request: Request, edit: str, error: str) -> list[Any]:
    """Return label, verdict, score, confidence and error classes; a refused edit is undetermined."""
    try:
        _, report = await answerer.judge(request, edit)
    except (*STOPS, EndpointError):
        raise
    except ReasoningError:
        return [error, None, 0.5, 0.5, []]
    return [error, report.valid, round(report.score, 4), round(report.confidence, 4), errors_of(report)]
