"""JSON Lines in, JSON Lines out, in the same order with the same ids; a bad line never stops the run."""

from __future__ import annotations

import asyncio
import gc
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, Any, Final, cast

from causalcore.files.time_limit import within
from logic.errors import ReasoningError
from nlbridge.answering.answers import judge, prepare, read_ahead
from nlbridge.answering.batch_processes import spread
from nlbridge.answering.input import checked
from nlbridge.answering.lines import Line, Row, answered, id_of, object_of, one_line, sound
from nlbridge.answering.request import Prepared, Request, Settings, edit_of, request_of
from nlbridge.errors import BridgeError
from nlbridge.language.pipeline.quick_start import start_quickly, stay_quick

if TYPE_CHECKING:
    from nlbridge.answering.assisted import Assistant
    from nlbridge.judging.report import Report

Work = Callable[[Mapping[str, Any], Settings], Row]
"""What a batch does with a line; with a language model, it must be a `LineWork`."""

PARALLEL_FROM: Final = 200
"""Number of lines from which a batch uses all cores by default; below it, starting processes costs more."""
CHUNK: Final = 12
IN_FLIGHT: Final = 32
"""Minimum number of lines in flight with a language model; more if its endpoint takes more calls."""
TIDIED: Final = 240
"""Lines after which a process collects garbage; Python itself counts objects, not the memory they hold."""
_answered = [0]
"""Lines that this process has answered since it last collected garbage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineWork:
    """What a batch does with a line, offline or with a language model.

    `write` makes the row from an id, a request, its rubric and, if the work `judges`, the report on the edit.
    """

    name: str
    write: Callable[[object, Request, Prepared, Report | None], Row]
    judges: bool = False

    @property
    def __name__(self) -> str:
        return self.name

    def __call__(self, row: Mapping[str, Any], settings: Settings) -> Row:
        """Answer a line."""
        request = request_of(row)
        if not self.judges:
            return self.write(row.get("id"), request, prepare(request, settings), None)
        return self.write(row.get("id"), request, *judge(request, edit_of(row), settings))

    async def assisted(self, row: Mapping[str, Any], assistant: Assistant) -> Row:
        """Answer a line with a language model's help."""
        request = request_of(row)
        if not self.judges:
            return self.write(row.get("id"), request, await assistant.prepare(request), None)
        return self.write(row.get("id"), request, *await assistant.judge(request, edit_of(row)))


def _rubric(row_id: object, _: Request, prepared: Prepared, __: object, *, explain: bool = False) -> Row:
    from nlbridge.answering.result import rubric_row

    return rubric_row(row_id, prepared, explain=explain)


def _verdict(row_id: object, _: Request, prepared: Prepared, report: Report | None) -> Row:
    from nlbridge.answering.result import report_row

    return report_row(row_id, cast("Report", report), prepared)


def _cobe(row_id: object, request: Request, prepared: Prepared, _: object) -> Row:
    from nlbridge.answering.preparation import representative
    from nlbridge.telling.cobe_item import cobe_item

    answer = representative(prepared).text
    return cobe_item(row_id, prepared.rubric, had=request.had, query=request.query, answer=answer)


def _derived(row_id: object, request: Request, prepared: Prepared, _: object) -> Row:
    return {"id": row_id, "request": request, "prepared": prepared}


rubric_line = LineWork(name="rubric_line", write=_rubric)
explained_line = LineWork(name="explained_line", write=partial(_rubric, explain=True))
cobe_line = LineWork(name="cobe_line", write=_cobe)
verify_line = LineWork(name="verify_line", write=_verdict, judges=True)
derived_line = LineWork(name="derived_line", write=_derived)
"""Answers in Python objects instead of JSON."""


def answer(line: Line, work: Work, settings: Settings) -> Row:
    """Answer one line; if it cannot be processed, return an error instead of a result.

    Examples
    --------
    >>> answer(Line(number=3, data=b"[1]"), rubric_line, Settings())
    {'id': None, 'error': 'line 3: expected a JSON object, got a list of 1; write one object on each line'}
    """
    try:
        row = object_of(line)
        with within(settings.seconds):
            result = work(row, settings)
    except Exception as refused:  # noqa: BLE001  a defect in one line must not cost the others
        return answered(line, refused)
    return result if work == derived_line else sound(result, line)


def run(
    lines: Iterable[Line], work: Work, settings: Settings, *, jobs: int = 0, dask: str | None = None
) -> Iterator[Row]:
    """Answer all lines in order, reading a few lines ahead of the rows consumed.

    Parameters
    ----------
    jobs
        Processes; 0 for all cores from `PARALLEL_FROM` lines on, else one. With a language model, 0 means one.
    dask
        Address of a Dask cluster to use instead of processes.

    Notes
    -----
    With a language model, all processes share the endpoint of this one, so there is one budget, one cache and one key.
    """
    if settings.reader != "offline":
        yield from _run_with_model(lines, cast("LineWork", work), settings, jobs=jobs, dask=dask)
        return
    if dask is not None:
        yield from _run_on_cluster(tuple(lines), work, settings, dask)
        return
    source, cores = iter(lines), jobs
    if not cores:
        first = tuple(islice(source, PARALLEL_FROM))
        cores = (os.cpu_count() or 1) if len(first) == PARALLEL_FROM else 1
        source = chain(first, source)
    if cores == 1:
        for chunk in chain(chunks(islice(source, 1)), chunks(source)):  # The first row does not wait for others.
            yield from _answers(chunk, work, settings)
        return
    yield from spread(chunks(source), partial(_answer_chunk, work=work, settings=settings), _lost, cores=cores)


def _run_with_model(
    lines: Iterable[Line], work: LineWork, settings: Settings, *, jobs: int, dask: str | None
) -> Iterator[Row]:
    from nlbridge.answering.assisted import endpoint_of

    endpoint = endpoint_of(settings)
    if endpoint.options.dry_run or (dask is None and jobs < 2):
        yield from run_assisted(lines, work, settings)
        return
    from nlbridge.answering.batch_cluster import reached_from
    from nlbridge.chat.sharing import LOOPBACK, SharedEndpoint

    with SharedEndpoint.around(endpoint) as shared:
        far = replace(settings, endpoint=shared.elsewhere(LOOPBACK if dask is None else reached_from(dask)))
        if dask is not None:
            yield from _run_on_cluster(tuple(lines), work, far, dask)
            return
        yield from spread(chunks(lines), partial(_answer_chunk, work=work, settings=far), _lost, cores=jobs)


def _run_on_cluster(lines: tuple[Line, ...], work: Work, settings: Settings, address: str) -> Iterator[Row]:
    from nlbridge.answering.batch_cluster import cluster, spread_over

    if not lines:
        return
    with cluster(address, partial(start_worker, settings, project_version())) as client:
        yield from spread_over(client, chunks(lines), partial(_answer_chunk, work=work, settings=settings), _lost)


def _answer_chunk(chunk: tuple[Line, ...], work: Work, settings: Settings) -> list[Row]:
    if settings.reader != "offline":
        return list(run_assisted(chunk, cast("LineWork", work), settings))
    return list(_answers(chunk, work, settings))


def _answers(chunk: tuple[Line, ...], work: Work, settings: Settings) -> Iterator[Row]:
    """Answer consecutive lines offline; their texts are parsed together."""
    with suppress(Exception), within(settings.seconds):  # Each line reports its own errors.
        read_ahead(_texts_of(chunk), settings)
    for line in chunk:
        yield answer(line, work, settings)
    stay_quick()
    _answered[0] += len(chunk)
    if _answered[0] >= TIDIED:  # Parsed texts form reference cycles of few but large objects.
        _answered[0] = 0
        gc.collect()


def _texts_of(chunk: tuple[Line, ...]) -> Iterator[tuple[Request, str | None]]:
    """Yield the requests about texts with their edits, skipping lines that will be refused, however long."""
    for line in chunk:
        with suppress(ReasoningError):
            row = object_of(line)
            if "text" in row and row.get("scenario") is None:
                edit = row.get("edit")
                yield request_of(row), checked(edit, "edit") if isinstance(edit, str) else None


def run_assisted(lines: Iterable[Line], work: LineWork, settings: Settings) -> Iterator[Row]:
    """Answer all lines in order with a language model, `IN_FLIGHT` at a time.

    Once the quota or the budget is used up, the remaining lines report that instead of calling the model.
    """
    from nlbridge.answering.assisted import assistant_of, endpoint_of
    from nlbridge.chat.client.bulk import STOPS

    endpoint, assistant = endpoint_of(settings), assistant_of(settings)
    stop: list[str] = []
    waiting: deque[asyncio.Task[Row]] = deque()
    ahead = None if endpoint.options.dry_run else max(IN_FLIGHT, endpoint.options.concurrency)
    rest = iter(lines)

    async def answer_line(line: Line) -> Row:
        try:
            row = object_of(line)
            if stop:
                return {"id": row.get("id"), "error": stop[0]}
            result = await work.assisted(row, assistant)
        except STOPS as ended:
            stop.append(one_line(str(ended)))
            return {"id": id_of(line), "error": stop[0]}
        except Exception as refused:  # noqa: BLE001  a defect in one line must not cost the others
            return answered(line, refused)
        return result if work == derived_line else sound(result, line)

    async def next_row() -> Row | None:
        waiting.extend(
            asyncio.ensure_future(answer_line(line)) for line in islice(rest, ahead and ahead - len(waiting))
        )
        if endpoint.options.dry_run:
            await asyncio.gather(*waiting)
        return await waiting.popleft() if waiting else None

    while (row := endpoint.run(next_row())) is not None:
        yield row


def chunks(lines: Iterable[Line]) -> Iterator[tuple[Line, ...]]:
    """Split lines into pieces for the cores; up to `2 * CHUNK` successive lines about one text stay together."""
    piece: list[Line] = []
    for _, alike in groupby(lines, key=_text_key):
        group = iter(alike)
        together = list(islice(group, 2 * CHUNK))
        if piece and len(piece) + len(together) > CHUNK:
            yield tuple(piece)
            piece = []
        piece += together
        for line in group:
            if len(piece) >= 2 * CHUNK:
                yield tuple(piece[:CHUNK])
                piece = piece[CHUNK:]
            piece.append(line)
    if piece:
        yield tuple(piece)


def _text_key(line: Line) -> bytes:
    for name in (b'"text"', b'"scenario"'):
        _, key, rest = line.data.partition(name)
        if key:
            return rest[:80]
    return b""


def start_worker(settings: Settings, version: str) -> None:
    """Load what every line needs, once in each process of a cluster."""
    from nlbridge.answering.answers import read_text

    if project_version() != version:
        message = f"expected causalcore {version} on each worker, got {project_version()}; install the same everywhere"
        raise BridgeError(message)
    start_quickly()
    read_text("The pump failed, so the cellar flooded.", replace(settings, reader="offline", samples=1, endpoint=None))


def project_version() -> str:
    """Return the installed version of causalcore."""
    try:
        return version("causalcore")
    except PackageNotFoundError:
        return "not installed"


def _lost(line: Line) -> Row:
    """Return the row for a line that ended every process that worked on it."""
    message = (
        f"line {line.number}: expected an answer, but the process that worked on it failed or was ended twice, "
        "perhaps for lack of memory; run the line alone or use fewer jobs"
    )
    return {"id": id_of(line), "error": message}
