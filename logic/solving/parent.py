"""A process that ends with the one that started it, also where that is killed."""

from __future__ import annotations

import multiprocessing
import os
import threading
from typing import Final, Protocol

ORPHANED: Final = 1
"""Exit code of a process whose parent is gone; nobody is there to read it."""


class _Parent(Protocol):
    def join(self) -> None:
        """Wait until it has ended."""


def end_with_parent() -> None:
    """Watch the process that started this one from a thread, and end when it has ended, whatever is being done.

    Work for nobody would hold its memory for as long as it takes. In the first process there is nothing to watch.

    Examples
    --------
    >>> end_with_parent()
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent,), daemon=True, name="end with parent").start()


def _end_after(parent: _Parent) -> None:
    parent.join()
    os._exit(ORPHANED)
