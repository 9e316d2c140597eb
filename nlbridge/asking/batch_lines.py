"""A JSON Lines file answered line by line, on standard output or into a file."""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final

from nlbridge.answering.batch import run
from nlbridge.answering.lines import dumped, lines_of, warn_of_unknown_fields
from nlbridge.answering.request import FIELDS, RequestError
from nlbridge.asking.progress import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from nlbridge.answering.line_work import Work
    from nlbridge.answering.lines import Line, Row
    from nlbridge.answering.request import Settings

VERDICTS: Final = {True: "valid", False: "invalid", None: "undetermined"}


def batch(
    name: str,
    work: Work,
    how: Settings,
    jobs: int,
    fields: Sequence[str] = FIELDS,
    *,
    dask: str | None = None,
    out: Path | None = None,
) -> int:
    """Answer a JSON Lines file; return 2 if a line could not be processed, else 0.

    On a terminal the verdicts of edits are counted at the end.

    Parameters
    ----------
    fields
        Those that are read; others are named on standard error, once each.
    dask
        Address of a cluster to work on, or `local`.
    out
        File for the answers instead of standard output; an incomplete one is resumed.
    """
    _refuse_cluster(dask, jobs)
    lines = lines_of(name)
    warn_of_unknown_fields(lines, fields)
    failed, verdicts = 0, Counter[str]()
    for row in counted(_batch_rows(lines, work, how, partial(run, jobs=jobs, dask=dask), out), len(lines), "Lines"):
        failed += "error" in row
        verdicts.update([VERDICTS[row["valid"]]] if "valid" in row else [])
        if out is None:
            sys.stdout.write(dumped(row) + "\n")
            sys.stdout.flush()
    if verdicts and sys.stderr.isatty():
        tally = ", ".join(f"{verdicts[name]} {name}" for name in VERDICTS.values())
        sys.stderr.write(f"causalcore: {verdicts.total()} edits: {tally}\n")
    if failed:
        sys.stderr.write(f'causalcore: {failed} of {len(lines)} lines could not be processed; see their "error"\n')
    return 2 if failed else 0


def _batch_rows(
    lines: tuple[Line, ...], work: Work, how: Settings, spread: Callable[..., Iterator[Row]], out: Path | None
) -> Iterator[Row]:
    """Return the rows of a batch, written to a file as they come if one is named."""
    if out is None:
        return spread(lines, work, how)
    from nlbridge.answering.resumption import identity, resumed

    return resumed(out, lines, identity(lines, work, how), lambda rest: spread(rest, work, how))


def _refuse_cluster(dask: str | None, jobs: int) -> None:
    if dask is None:
        return
    from nlbridge.answering.batch_cluster import refuse_cluster

    if jobs:
        message = "expected --dask or --jobs, got both; a cluster has its own number of workers"
        raise RequestError(message)
    refuse_cluster(dask)
