"""JSON Lines in, JSON Lines out: same order, same id, one bad line never stops the run."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, Final

from causalcore.files.time_limit import within
from logic.errors import ReasoningError
from nlbridge.answering.answers import read_ahead
from nlbridge.answering.batch_processes import spread
from nlbridge.answering.line_work import Work, answer
from nlbridge.answering.lines import Line, Row, id_of, object_of
from nlbridge.answering.request import Settings, request_of
from nlbridge.answering.resumption import project_version
from nlbridge.errors import BridgeError
from nlbridge.language.pipeline.quick_start import stay_quick

if TYPE_CHECKING:
    from nlbridge.answering.request import Request


PARALLEL_FROM: Final = 200
"""Lines from which a batch uses all cores by default: below, starting them costs more."""

CHUNK: Final = 12
TIDIED: Final = 240
"""Lines after which a process tidies its memory; Python itself counts objects, not what they hold."""
_answered = [0]
"""Lines that this process answered since."""


def _answer_chunk(chunk: tuple[Line, ...], work: Work, settings: Settings) -> list[Row]:
    if settings.reader != "offline":
        from nlbridge.answering.assisted_batch import run_assisted

        return list(run_assisted(chunk, work, settings))
    return list(_answers(chunk, work, settings))


def _answers(chunk: tuple[Line, ...], work: Work, settings: Settings) -> Iterator[Row]:
    """Answer consecutive lines; their texts are parsed together."""
    with suppress(Exception), within(settings.seconds):  # What is wrong with a line is for its own answer to say.
        read_ahead(_texts_of(chunk), settings)
    for line in chunk:
        yield answer(line, work, settings)
    _tidy(len(chunk))


def _texts_of(chunk: tuple[Line, ...]) -> Iterator[tuple[Request, str | None]]:
    """Return the requests about texts with their edits, without those that cannot be understood."""
    for line in chunk:
        with suppress(ReasoningError):
            row = object_of(line)
            if "text" in row and row.get("scenario") is None:
                edit = row.get("edit")
                yield request_of(row), edit if isinstance(edit, str) else None


def _tidy(lines: int) -> None:
    """Count lines, and now and then give parsed texts back that only refer to each other: few objects hold much."""
    stay_quick()
    _answered[0] += lines
    if _answered[0] >= TIDIED:
        _answered[0] = 0
        gc.collect()


def chunks(lines: Iterable[Line]) -> Iterator[tuple[Line, ...]]:
    """Cut lines into pieces for the cores; lines that start with the same text (its edits) stay together."""
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
        _, found, rest = line.data.partition(name)
        if found:
            return rest[:80]
    return b""


def run(
    lines: Iterable[Line], work: Work, settings: Settings, *, jobs: int = 0, dask: str | None = None
) -> Iterator[Row]:
    """Answer all lines in order; they are taken a few ahead of the rows that are asked for.

    Parameters
    ----------
    jobs
        Processes; 0 for one, or all cores from `PARALLEL_FROM` lines on. With a language model 0 is one.
    dask
        Address of a Dask cluster to use instead of processes.

    Notes
    -----
    With a language model all processes ask the one endpoint of this one, so budget, cache and key exist once.
    """
    if settings.reader != "offline":
        yield from _run_with_model(lines, work, settings, jobs=jobs, dask=dask)
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
        for chunk in chain(chunks(islice(source, 1)), chunks(source)):  # The first row need not wait for others.
            yield from _answers(chunk, work, settings)
        return
    yield from spread(chunks(source), partial(_answer_chunk, work=work, settings=settings), _lost, cores=cores)


def _run_with_model(
    lines: Iterable[Line], work: Work, settings: Settings, *, jobs: int, dask: str | None
) -> Iterator[Row]:
    from nlbridge.answering.assisted import endpoint_of
    from nlbridge.answering.assisted_batch import run_assisted

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


def start_worker(settings: Settings, version: str) -> None:
    """Load what every line needs, once in a process of a cluster.

    Raises
    ------
    BridgeError
        If another version of causalcore runs here than where the lines come from.
    """
    from nlbridge.answering.answers import read_text
    from nlbridge.language.pipeline.quick_start import start_quickly

    if project_version() != version:
        message = f"expected causalcore {version} on each worker, got {project_version()}; install the same everywhere"
        raise BridgeError(message)
    start_quickly()
    read_text("The pump failed, so the cellar flooded.", replace(settings, reader="offline", samples=1, endpoint=None))


def _lost(line: Line) -> Row:
    """Answer a line that ended each process that took it up."""
    message = (
        f"line {line.number}: expected an answer, but the process that worked on it failed or was ended twice, "
        "perhaps for lack of memory; run the line alone or use fewer jobs"
    )
    return {"id": id_of(line), "error": message}
