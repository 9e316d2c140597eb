"""A model measured on texts whose answers are known: texts with saved answers cost nothing.

A row holds labels, answers, confidences and costs, and no words of the model. It is written as soon as its text is
done, so that a run that is broken off goes on where it ended.
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
"""The prompts of a measurement; rows of other prompts belong to another measurement."""
OVERLAP: Final = 0.5
"""Share of the shorter of two spans from which a claim that was read is the labelled one."""


@cache
def labelled_texts() -> tuple[Row, ...]:
    """Return the set in the package; the kinds alternate, so any beginning holds all of them.

    A text has an `id`, a `kind`, its `text` and `what_ifs`. A what-if has its words, `had`; `claims`, each with words
    that stand once in the text, the answer, and of an amount that changes `lower` or `higher`; and `rewrites`, each
    with the `edit` and the class of `error` that makes it invalid, or None.

    Examples
    --------
    >>> texts = labelled_texts()
    >>> len(texts), [text["kind"] for text in texts[:3]]
    (60, ['prose', 'work', 'suite'])
    """
    return tuple(read_json(line) for line in _data().splitlines())


def set_digest() -> str:
    """Return a digest of this version of the set."""
    return sha256(_data().encode()).hexdigest()[:16]


def _data() -> str:
    return (files("nlbridge.apps.doctor") / FILE).read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """What came out.

    Parameters
    ----------
    rows
        One for each text that was done.
    wanted
        How many texts were to be done.
    stopped
        Why some were not; empty if all were.
    """

    rows: tuple[Row, ...]
    wanted: int
    by_model: dict[str, Figure]
    offline: dict[str, Figure]
    stopped: str = ""

    @property
    def spent(self) -> dict[str, float]:
        """What the texts took when they were asked about: calls, tokens, seconds; also what the cache answered."""
        names = ("calls", "prompt_tokens", "completion_tokens", "seconds")
        return {name: round(sum(row["spent"][name] for row in self.rows), 3) for name in names}

    @property
    def kinds(self) -> dict[str, Figure]:
        """Return the share of events right for each kind of text."""
        kinds = sorted({row["kind"] for row in self.rows})
        return {kind: figures([row for row in self.rows if row["kind"] == kind])["events_right"] for kind in kinds}

    @property
    def advice(self) -> str:
        """Return one line of advice."""
        return advice(self.by_model, self.offline)

    def row(self, cost: float | None) -> dict[str, Any]:
        """Return it as a JSON object.

        Parameters
        ----------
        cost
            What the tokens cost, None without a price.

        Units
        -----
        cost : US dollars
        """
        return {
            "texts": len(self.rows),
            "wanted": self.wanted,
            "stopped": self.stopped or None,
            "figures": {name: one.row() for name, one in self.by_model.items()},
            "events_right_by_kind": {name: one.row() for name, one in self.kinds.items()},
            "offline": {name: one.row() for name, one in self.offline.items()},
            "spent": self.spent | {"cost": None if cost is None else round(cost, 6)},
            "advice": self.advice,
        }


def measure(endpoint: Endpoint, texts: Sequence[Row], *, each: Callable[[], None] = lambda: None) -> Measurement:
    """Ask the model about the texts that were not done before, `each` told after each; return the figures of all."""
    kept = measured_before(endpoint)
    done = kept.rows()
    plain = replace(endpoint, profile=None) if endpoint.profile is not None else endpoint
    settings = Settings(reader="llm", endpoint=plain)
    problems: list[str] = []

    async def work(text: Row) -> Row:
        meter, start = Meter(endpoint.model), time.perf_counter()
        row = await measured_text(Assistant(settings, Respondent(chat=meter, model=endpoint.name)), text)
        spent = meter.spent.row() | {"seconds": round(time.perf_counter() - start, 3)}
        return row | {"spent": spent, "offline": await measured_text(OfflineAnswerer(), text)}

    def told(outcome: BulkOutcome[Row, Row]) -> None:
        if outcome.value is not None:
            kept.add(outcome.value)
            done[outcome.item["id"]] = outcome.value
        elif outcome.error is not None:
            problems.append(str(outcome.error))
        each()

    endpoint.ask_all(work, [text for text in texts if text["id"] not in done], each=told)
    rows = tuple(done[text["id"]] for text in texts if text["id"] in done)
    return Measurement(
        rows=rows,
        wanted=len(texts),
        by_model=figures(rows),
        offline=figures([row["offline"] for row in rows]),
        stopped=problems[0] if problems else "",
    )


def measured_before(endpoint: Endpoint) -> Measured:
    """Return the rows of this model at this address, with these prompts and this version of the set."""
    prompts = "".join(
        (files("nlbridge.chat") / "prompts" / f"{name}.md").read_text(encoding="utf-8") for name in PROMPTS
    )
    parts = (endpoint.address, endpoint.name, set_digest(), project_version(), prompts)
    name = sha256("\n".join(parts).encode()).hexdigest()[:24]
    return Measured(path=default_path().parent / FOLDER / f"{name}.jsonl")


def profile_after(before: ModelProfile, measurement: Measurement) -> ModelProfile:
    """Return a profile with the confidences fitted to what was measured."""
    fits = fits_of(measurement.rows)
    found = {name: one.row() for name, one in measurement.by_model.items()}
    return replace(
        before,
        answer=fits["answer"],
        verdict=fits["verdict"],
        score=fits["score"],
        measured={"set": set_digest(), "texts": len(measurement.rows), "version": project_version(), "figures": found},
    )


@dataclass(slots=True)
class Measured:
    """Rows that were written before, and where further ones go; a torn last line is passed over."""

    path: Path

    def rows(self) -> dict[str, Row]:
        """Return what is there by the ids of the texts."""
        found: dict[str, Row] = {}
        for _, line in whole_lines(self.path, cut=True) if self.path.exists() else ():
            with suppress(ValueError, KeyError, TypeError):
                row = read_json(line)
                found[row["id"]] = row
        return found

    def add(self, row: Row) -> None:
        """Write a row to the disk."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        append_line(self.path, json.dumps(row).encode())


class OfflineAnswerer:
    """The reader without a model, asked as a model's assistant is."""

    async def prepare(self, request: Request) -> Prepared:
        """Derive what changes."""
        return prepare(request, Settings())

    async def judge(self, request: Request, edit: str) -> tuple[Prepared, Report]:
        """Judge an edit."""
        return judge(request, edit, Settings())


async def measured_text(answerer: Assistant | OfflineAnswerer, text: Row) -> Row:
    """Return labels, answers and verdicts of one text."""
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
        verdicts += [await _verdict(answerer, request, one["edit"], one["error"] or "") for one in what_if["rewrites"]]
    return {"id": text["id"], "kind": text["kind"], "answers": answers, "verdicts": verdicts}


def _answer(text: str, quote: str, *label_words: str, prepared: Prepared | None) -> list[Any]:
    """Return label, answer and confidence of the claim with words of a text; one that was not read is `unread`."""
    label = " ".join(label_words)
    if prepared is None:
        return [label, "refused", 0.0]
    start = text.index(quote)
    name = _matching(prepared, (start, start + len(quote)))
    if name is None:
        return [label, "unread", 0.0]
    answer = prepared.rubric.derivation.answer(name)
    said = str(answer.kind)
    if len(label_words) > 1 and answer.direction is not None:
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


async def _verdict(answerer: Assistant | OfflineAnswerer, request: Request, edit: str, error: str) -> list[Any]:
    """Return label, verdict, score, confidence and classes; what is refused is undetermined."""
    try:
        _, report = await answerer.judge(request, edit)
    except (*STOPS, EndpointError):
        raise
    except ReasoningError:
        return [error, None, 0.5, 0.5, []]
    errors = [str(one) for one in report.errors] if report.valid is False else []
    return [error, report.valid, round(report.score, 4), round(report.confidence, 4), errors]
