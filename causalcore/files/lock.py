"""A file lock for one process at a time; the error names the process that holds it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from causalcore.errors import FileInUseError

WAIT: Final = 0.02
"""Seconds between two attempts to take a lock."""


@contextmanager
def locked(path: Path, *, seconds: float = 0.0) -> Iterator[None]:
    """Hold the lock of a file while working on it; `NAME.lock` next to it names the process.

    The system releases a lock however its process ends. The lock file is removed with the lock, except after a kill,
    which leaves it behind unlocked.

    Parameters
    ----------
    seconds
        How long to wait for the current holder.

    Raises
    ------
    FileInUseError
        The error names the process that holds the lock.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, locked(Path(folder) / "rows.jsonl"):
    ...     "mine"
    'mine'
    """
    beside = path.with_name(f"{path.name}.lock")
    file = _taken(beside, path, time.monotonic() + seconds)
    try:
        with suppress(OSError):  # the note is only for people; on a full disk it is lost and the lock still holds
            file.truncate(0)
            file.write(f"process {os.getpid()} since {time.strftime('%Y-%m-%d %H:%M:%S')}\n")
            file.flush()
        yield
    finally:
        with suppress(OSError):  # Windows keeps open files
            beside.unlink()
        with suppress(OSError):
            _flock(file, exclusive=False)
        with suppress(OSError):
            file.close()


def _taken(beside: Path, path: Path, until: float) -> IO[str]:
    """Return the locked file, open."""
    while True:
        file = beside.open("a+", encoding="utf-8")
        if _take(file):
            if _is_there(file, beside):
                return file
        elif time.monotonic() >= until:
            file.seek(0)
            holder = " ".join(file.read(200).split()) or "another process"
            file.close()
            raise FileInUseError(str(path), holder)
        else:
            time.sleep(WAIT)
        file.close()


def _is_there(file: IO[str], beside: Path) -> bool:
    """Return whether the locked file still has its name: its last holder may just have removed it."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), beside.stat())
    except FileNotFoundError:
        return False


def _take(file: IO[str]) -> bool:
    """Take a lock if it is free; on a file system without locks, it always is."""
    try:
        _flock(file, exclusive=True)
    except BlockingIOError:
        return False
    except OSError as refused:
        return not isinstance(refused, PermissionError)
    return True


def _flock(file: IO[str], *, exclusive: bool) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        _flock_by_region(file, exclusive=exclusive)
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB if exclusive else fcntl.LOCK_UN)


def _flock_by_region(file: IO[str], *, exclusive: bool) -> None:
    """Lock one byte far beyond the text, which others may read."""
    import msvcrt

    library: Any = msvcrt
    file.seek(2**20)
    library.locking(file.fileno(), library.LK_NBLCK if exclusive else library.LK_UNLCK, 1)
