"""A rewrite judged, as every integration takes it: the verdict, its score, reasons, criteria; or why there is none.

The only file here that knows how requests are answered: by the settings file and the environment, with one endpoint
for the process. Integrations run inside other programs, often in an event loop or in several threads. They do all
their work here, one piece at a time; with a language model in a thread of its own, where budget and cache last as long
as the process.

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
"""Criteria that an explanation quotes in addition to those that failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What judging one rewrite came to.

    Parameters
    ----------
    valid
        None where it is not determined, also where `error` says why it could not be judged.
    score
        Share of what is required that the rewrite is shown to meet: 1 for a valid one, below one half for an invalid
        one, 0 for one that answers nothing.
    errors
        Classes E1 to E5; empty unless `valid` is False.
    criteria
        Objects with kind, statement, verdict, quote, why and error, as `verify` writes them.
    error
        What is wrong with the request; None where it could be judged.
    answered
        Whether the rewrite says anything; False for an empty, refused or unreadable one.
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
        """Return the verdict with its reasons, and the criteria that decide it with the words of the rewrite.

        Broken criteria come first, then what is undetermined, then what is met.
        """
        head = f"{self.verdict} ({self.confidence:.0%})" if self.error is None else f"not judged: {self.error}"
        rank = {"fail": 0, "undetermined": 1, "pass": 2}
        hung = [criterion for criterion in self.criteria if criterion["verdict"] == "fail" or criterion.get("required")]
        shown = sorted(hung, key=lambda one: rank[one["verdict"]])[: max(SHOWN, len(self.failed))]
        return "\n".join([head, *(f"- {reason}" for reason in self.reasons), *map(_line, shown)])

    def of_kind(self, kind: str) -> bool | None:
        """Return whether all criteria of a kind are met: False if one is broken, None if that is not shown.

        Examples
        --------
        >>> Judged(valid=None, criteria=({"kind": "changed", "verdict": "pass"},)).of_kind("changed")
        True
        """
        found = {criterion["verdict"] for criterion in self.criteria if criterion["kind"] == kind}
        return False if "fail" in found else True if found == {"pass"} else None


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
    """Return what is said of a row whose rewrite says nothing, None where it says something."""
    edit = row.get("edit")
    why = failure(edit) if isinstance(edit, str) else "there is no rewrite to judge"
    return None if why is None else Judged(valid=False, reasons=(why,), answered=False)


def _asked(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in (*FIELDS, "edit") if row.get(name) is not None}


def unjudged(why: str) -> Judged:
    """Return what is said of a rewrite that could not be judged: it never counts as valid."""
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
    """Judge rewrites in order: their texts parsed together, or a language model asked about several at a time."""
    if configured().reader != "offline":
        return _judged_with_model(rows)
    _read_ahead(rows)
    return tuple(judged(row) for row in rows)


def _judged_with_model(rows: Sequence[Mapping[str, Any]]) -> tuple[Judged, ...]:
    import json

    from nlbridge.answering.batch import run, verify_line
    from nlbridge.answering.lines import Line

    unanswered = {number: silent for number, row in enumerate(rows) if (silent := _unanswered(row)) is not None}
    asked = [(number, row) for number, row in enumerate(rows) if number not in unanswered]
    lines = [Line(number=number, data=json.dumps(_asked(row), default=str).encode()) for number, row in asked]
    answers = done(lambda settings: list(run(lines, verify_line, settings)))
    found = {
        number: unjudged(answer["error"]) if "error" in answer else _of_row(answer)
        for (number, _), answer in zip(asked, answers, strict=True)
    } | unanswered
    return tuple(found[number] for number in range(len(rows)))


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
    """Return the rubric of a request, as `rubric --jsonl` writes it.

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
    """Return what a request leads to before it is written down: the rubric, and how sure its what-if is."""
    from nlbridge.answering.answers import prepare
    from nlbridge.answering.request import request_of

    asked = request_of({name: row.get(name) for name in FIELDS})
    return done(lambda settings: prepare(asked, settings))


ONE_AT_A_TIME = threading.Lock()
"""Parsers and solver serve one thread at a time."""


_handed_over: list[Settings] = []
"""The settings of the process that started this one, if it handed them over."""


def take_over(settings: Settings) -> None:
    """Read as another process of the same run does; its endpoint is asked."""
    _handed_over[:] = [settings]


@cache
def configured() -> Settings:
    """Return the settings of this process; without a model they read offline.

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
    """Return settings that can be sent to other processes, which then ask the endpoint of this one."""
    endpoint = _shared()
    return Settings() if endpoint is None else replace(configured(), endpoint=endpoint.elsewhere())


def done(work: Callable[[Settings], T]) -> T:
    """Do a piece of work by the settings of this process, one piece at a time, from whatever thread or event loop.

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
