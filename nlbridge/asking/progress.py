"""Progress on standard error, on a terminal, for commands that take longer than two seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

T = TypeVar("T")
PATIENCE: Final = 2.0
"""Seconds before progress is shown."""


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Show a spinner next to `what` from the third second on."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    status = Console(stderr=True).status(what)
    timer = Timer(PATIENCE, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        status.stop()


def counted(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """Yield `items`, with a progress bar from the third second on."""
    with counting(total, what) as step:
        for item in items:
            yield item
            step()


@contextmanager
def counting(total: int, what: str) -> Iterator[Callable[[], None]]:
    """Yield a function to call after each of `total` steps; the bar appears from the third second on."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    drawn: Progress | None = None
    start, done = time.monotonic(), 0

    def step() -> None:
        nonlocal drawn, done
        done += 1
        if drawn is None and time.monotonic() - start > PATIENCE:
            drawn = bar(what, total)
            drawn.start()
        if drawn is not None:
            drawn.update(drawn.task_ids[0], completed=done)

    try:
        yield step
    finally:
        if drawn is not None:
            drawn.stop()


def bar(what: str, total: int | None) -> Progress:
    """Return a bar for `total` steps on standard error, drawn once it is started."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    # By default rich redirects standard output to the terminal meanwhile, even if that output is a file.
    drawn = Progress(*columns, console=Console(stderr=True), redirect_stdout=sys.stdout.isatty())
    drawn.add_task(what, total=total)
    return drawn
