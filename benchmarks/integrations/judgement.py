"""The judgement of a rewrite for every integration: verdict, score, reasons and criteria, or why there is none.

Only this file knows how requests are answered: by the settings file and the environment, with one endpoint per process.
Integrations run inside other programs, often in an event loop or in several threads. All their work runs here, one
piece at a time. A language model gets its own thread, so that budget and cache last as long as the process.

Examples
--------
>>> asked = {"text": "The pump failed, so the cellar flooded.", "had": "the pump not failed"}
>>> found = judged(asked | {"edit": "The pump held, so the cellar stayed dry."})
>>> found.valid, found.score > 0.8
(True, True)
>>> judged(asked | {"edit": " "}).reasons
('the model gave an empty response',)
>>> judged({"text": "It rained.", "edit": "It was dry."}).error
'expected exactly one of had, query and do, got none; give one, as "had": "the pump not failed" in JSON, ...'
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from benchmarks.runs.failed_response import failure
from benchmarks.runs.responses import unwrapped
from logic.errors import ReasoningError
from nlbridge.answering.request import Settings
from nlbridge.asking.options import how_to_read
from nlbridge.chat.sharing import SharedEndpoint

if TYPE_CHECKING:
    from nlbridge.answering.request import Prepared, Request

T = TypeVar("T")

FIELDS: Final = ("text", "scenario", "had", "query", "do")
"""Fields of a request."""
KINDS: Final = ("intervention", "changed", "unchanged", "connective", "numeric", "latent", "new")
"""Kinds of criteria."""
SHOWN: Final = 3
"""Least number of criteria to show in an explanation, if there are as many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The judgement of one rewrite.

    Parameters
    ----------
    valid
        None if undetermined, or if `error` says why the rewrite could not be judged.
    score
        Share of the requirements that the rewrite is shown to meet: 1 if valid, below one half if invalid, 0 without
        an answer.
    errors
        Classes E1 to E5; empty unless `valid` is False.
    criteria
        Objects with kind, statement, verdict, quote, why and error, in the format of `verify`.
    error
        The error in the request; None if the rewrite could be judged.
    answered
        Whether the rewrite is an answer; False for an empty, refused or unreadable one.
    """

    valid: bool | None
    score: float = 0.0
    confidence: float = 1.0
    errors: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    criteria: tuple[Mapping[str, Any], ...] = ()
    error: str | None = None
    answered: bool = True

    @property
    def failed(self) -> tuple[Mapping[str, Any], ...]:
        """Return the criteria that the rewrite breaks."""
        return tuple(criterion for criterion in self.criteria if criterion["verdict"] == "fail")

    @property
    def verdict(self) -> str:
        """Return the verdict in a word."""
        return {True: "valid", False: "invalid", None: "undetermined"}[self.valid]

    @property
    def explanation(self) -> str:
        """Return the verdict with its reasons, and the deciding criteria with quotes.

        Broken criteria come first, then undetermined ones, then those met.
        """
        head = f"{self.verdict} ({self.confidence:.0%})" if self.error is None else f"not judged: {self.error}"
        rank = {"fail": 0, "undetermined": 1, "pass": 2}
        hung = [criterion for criterion in self.criteria if criterion["verdict"] == "fail" or criterion.get("required")]
        shown = sorted(hung, key=lambda one: rank[one["verdict"]])[: max(SHOWN, len(self.failed))]
        return "\n".join([head, *(f"- {reason}" for reason in self.reasons), *map(_line, shown)])

    def of_kind(self, kind: str) -> bool | None:
        """Return whether all criteria of a kind are met: False if one is broken, None if undetermined or absent.

        Examples
        --------
        >>> Judged(valid=None, criteria=({"kind": "changed", "verdict": "pass"},)).of_kind("changed")
        True
        """
        verdicts = {criterion["verdict"] for criterion in self.criteria if criterion["kind"] == kind}
        return False if "fail" in verdicts else True if verdicts == {"pass"} else None


def _line(criterion: Mapping[str, Any]) -> str:
    error = f" [{criterion['error']}]" if criterion.get("error") else ""
    quote = f" “{criterion['quote']}”" if criterion.get("quote") else ""
    return f"{criterion['verdict']}{error}: {criterion['statement']}{quote}"


def judged(row: Mapping[str, Any]) -> Judged:
    """Judge one rewrite.

    Parameters
    ----------
    row
        A line of `verify --jsonl`: `text` with `had` or `query`, or `scenario` with one of them or `do`; and `edit`.
        Other fields are ignored, and so are those that are None.
    """
    from nlbridge.answering.batch import verify_line

    if (unanswered := _unanswered(row)) is not None:
        return unanswered
    try:
        return _of_row(done(lambda settings: verify_line(_asked(row), settings)))
    except ReasoningError as refused:
        return unjudged(str(refused))


def _unanswered(row: Mapping[str, Any]) -> Judged | None:
    """Return the judgement of a row without an answer; None if it has one."""
    edit = row.get("edit")
    why = failure(unwrapped(edit)) if isinstance(edit, str) else "there is no rewrite to judge"
    return None if why is None else Judged(valid=False, reasons=(why,), answered=False)


def _asked(row: Mapping[str, Any]) -> dict[str, Any]:
    edit = {"edit": unwrapped(row["edit"])} if isinstance(row.get("edit"), str) else {}
    return {name: row[name] for name in (*FIELDS, "edit") if row.get(name) is not None} | edit


def unjudged(why: str) -> Judged:
    """Return the judgement of a rewrite that could not be judged: it never counts as valid."""
    return Judged(valid=None, confidence=0.0, error=why)


def _of_row(row: Mapping[str, Any]) -> Judged:
    return Judged(
        valid=row["valid"],
        score=row["score"],
        confidence=row["confidence"],
        errors=tuple(row["errors"]),
        reasons=tuple(row["reasons"]),
        criteria=tuple(row["criteria"]),
    )


def judged_together(rows: Sequence[Mapping[str, Any]]) -> tuple[Judged, ...]:
    """Judge rewrites in order; parse their texts together, or ask a language model about several at a time."""
    if configured().reader != "offline":
        return _judged_with_model(rows)
    _read_ahead(rows)
    return tuple(judged(row) for row in rows)


def _judged_with_model(rows: Sequence[Mapping[str, Any]]) -> tuple[Judged, ...]:
    import json

    from nlbridge.answering.batch import run, verify_line
    from nlbridge.answering.lines import Line

    unanswered = {number: silent for number, row in enumerate(rows) if (silent := _unanswered(row)) is not None}
    answered = [(number, row) for number, row in enumerate(rows) if number not in unanswered]
    lines = [Line(number=number, data=json.dumps(_asked(row), default=str).encode()) for number, row in answered]
    answers = done(lambda settings: list(run(lines, verify_line, settings)))
    judgements = {
        number: unjudged(answer["error"]) if "error" in answer else _of_row(answer)
        for (number, _), answer in zip(answered, answers, strict=True)
    } | unanswered
    return tuple(judgements[number] for number in range(len(rows)))


def _read_ahead(rows: Iterable[Mapping[str, Any]]) -> None:
    from nlbridge.answering.answers import read_ahead

    done(lambda settings: read_ahead(_texts(rows), settings))


def _texts(rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Request, str | None]]:
    from contextlib import suppress

    from nlbridge.answering.request import request_of

    for row in rows:
        with suppress(ReasoningError):
            yield request_of({name: row.get(name) for name in ("text", "had", "query")}), row.get("edit")


def rubric_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rubric of a request, in the format of `rubric --jsonl`.

    Examples
    --------
    >>> row = {"text": "The pump failed, so the cellar flooded.", "had": "the pump not failed"}
    >>> [event["answer"] for event in rubric_row(row)["events"]]
    ['changed', 'changed']
    """
    from nlbridge.answering.batch import rubric_line

    asked = {name: row[name] for name in ("id", *FIELDS) if row.get(name) is not None}
    return done(lambda settings: rubric_line(asked, settings))


def prepared_of(row: Mapping[str, Any]) -> Prepared:
    """Return the prepared request: the rubric, and the confidence in its what-if."""
    from nlbridge.answering.answers import prepare
    from nlbridge.answering.request import request_of

    asked = request_of({name: row.get(name) for name in FIELDS})
    return done(lambda settings: prepare(asked, settings))


ONE_AT_A_TIME = threading.Lock()
"""Parsers and solver support one thread at a time."""


_handed_over: list[Settings] = []
"""Settings from the process that started this one, if any."""


def take_over(settings: Settings) -> None:
    """Adopt the settings of another process of the same run, and use its endpoint."""
    _handed_over[:] = [settings]


@cache
def configured() -> Settings:
    """Return the settings of this process; without a model, they read offline.

    Examples
    --------
    >>> configured().reader
    'offline'
    """
    if _handed_over:
        return _handed_over[0]
    endpoint = _shared()
    return Settings() if endpoint is None else replace(how_to_read({}), endpoint=endpoint.here().__enter__())


def handed_over() -> Settings:
    """Return settings for other processes, which then use this process's endpoint."""
    endpoint = _shared()
    return Settings() if endpoint is None else replace(configured(), endpoint=endpoint.elsewhere())


def done(work: Callable[[Settings], T]) -> T:
    """Run one piece of work at a time with this process's settings, from any thread or event loop.

    Examples
    --------
    >>> done(lambda settings: settings.reader)
    'offline'
    """
    settings = configured()
    if settings.reader == "offline":
        with ONE_AT_A_TIME:
            return work(settings)
    return _thread().submit(work, settings).result()


@cache
def _shared() -> SharedEndpoint | None:
    how = how_to_read({})
    if how.reader == "offline" or how.endpoint_options is None:
        return None
    endpoint = SharedEndpoint(how.endpoint_options).__enter__()
    atexit.register(endpoint.__exit__, None, None, None)
    return endpoint


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="causalcore")
