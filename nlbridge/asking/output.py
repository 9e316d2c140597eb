"""Standard output that copes with a reader who leaves early, like `head`, without changing the exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


@contextmanager
def while_read() -> Iterator[None]:
    """Write a result while somebody reads it, then discard the rest; the exit code stays the same."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        silence()


def silence() -> None:
    """Discard all further output."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # A standard output that is not a file.
        sys.stdout = TextIOWrapper(Path(os.devnull).open("wb"))  # noqa: SIM115  lives until the process ends


def console() -> Console:
    """Return the console for results; its width is 100 if it is not a terminal."""
    import rich.console

    class Unread(rich.console.Console):
        """A console that lets its caller handle a closed pipe."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    chosen = Unread(highlight=False, markup=False, emoji=False, soft_wrap=False)
    if not chosen.is_terminal:
        chosen = Unread(highlight=False, markup=False, emoji=False, width=100)
    return chosen
