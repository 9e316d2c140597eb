"""Standard output whose reader may leave early, as `head` does; the exit code stays."""

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
    """Write a result for as long as somebody reads it; what is decided by then does not depend on that."""
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

    found = Unread(highlight=False, markup=False, emoji=False, soft_wrap=False)
    if not found.is_terminal:
        found = Unread(highlight=False, markup=False, emoji=False, width=100)
    return found
