"""A process that ends with its parent, even if the parent is killed."""

from __future__ import annotations

import multiprocessing
import os
import threading
from typing import Final, Protocol

ORPHANED: Final = 1
"""Exit code of a process whose parent has ended."""


class _Parent(Protocol):
    def join(self) -> None:
        """Wait until it has ended."""


def end_with_parent() -> None:
    """Watch the parent process from a thread, and end with it, even in the middle of work.

    Otherwise an orphan would keep its memory until its work is done. Does nothing in the first process.

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
