"""Measure a model on the labelled set; texts with saved answers cost nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from nlbridge.answering.batch import project_version
from nlbridge.answering.request import Prepared, Request, Settings
from nlbridge.apps.doctor.figures import Figure, advice, figures, fits_of
from nlbridge.apps.doctor.text_measure import LabelledText, Measured, Row, measured_by_model, measured_text, set_digest
from nlbridge.chat.client.bulk import BulkOutcome
from nlbridge.chat.client.cache import default_path
from nlbridge.chat.client.profile import ModelProfile
from nlbridge.chat.replies.prompt import Respondent

if TYPE_CHECKING:
    from collections.abc import Callable

    from nlbridge.chat.client.endpoint import Endpoint
    from nlbridge.judging.report import Report

FOLDER: Final = "measured"
PROMPTS: Final = ("reading", "what-if", "mending", "grounding", "second-look")
"""The prompts of a measurement; rows of other prompts belong to another measurement."""


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


class OfflineAnswerer:
    """The reader without a model, asked as a model's assistant is."""

    def __init__(self) -> None:
        self._settings = Settings()

    async def prepare(self, request: Request) -> Prepared:
        """Derive what changes."""
        from nlbridge.answering.answers import prepare

        return prepare(request, self._settings)

    async def judge(self, request: Request, edit: str) -> tuple[Prepared, Report]:
        """Judge an edit."""
        from nlbridge.answering.answers import judge

        return judge(request, edit, self._settings)


def measure(
    endpoint: Endpoint, texts: Sequence[LabelledText], *, each: Callable[[], None] = lambda: None
) -> Measurement:
    """Ask the model about the texts that were not done before, and return the figures of all that are done.

    Parameters
    ----------
    endpoint
        Open; replies that its cache holds cost nothing.
    each
        Told after each text.

    Raises
    ------
    nlbridge.chat.errors.DryRunEnd
        In a dry run, with the estimate.
    """
    from nlbridge.answering.assisted import Assistant

    kept = measured_before(endpoint)
    done = kept.rows()
    plain = replace(endpoint, profile=None) if endpoint.profile is not None else endpoint
    settings = Settings(reader="llm", endpoint=plain)
    assistant = Assistant(settings, Respondent(chat=endpoint.model, model=endpoint.name))
    problems: list[str] = []

    async def work(text: LabelledText) -> Row:
        row = await measured_by_model(assistant, text)
        return row | {"offline": await measured_text(OfflineAnswerer(), text)}

    def told(outcome: BulkOutcome[LabelledText, Row]) -> None:
        if outcome.value is not None:
            kept.add(outcome.value)
            done[outcome.item.id] = outcome.value
        elif outcome.error is not None:
            problems.append(str(outcome.error))
        each()

    endpoint.ask_all(work, [text for text in texts if text.id not in done], each=told)
    rows = tuple(done[text.id] for text in texts if text.id in done)
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
