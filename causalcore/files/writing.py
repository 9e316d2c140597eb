"""Files that survive a kill: written whole, or line by line."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json


def write_whole(path: Path, text: str) -> None:
    """Write a file in one step, so nobody ever sees it half written."""
    partial = path.with_name(f"{path.name}.partial")
    with partial.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def append_line(path: Path, line: bytes, *, sync: bool = True) -> None:
    """Add a line to the end of a file, or leave the file as it was.

    Parameters
    ----------
    sync
        Wait until the line is on the disk, which takes milliseconds; otherwise only a kill, not a power cut, is safe.
    """
    with path.open("ab", buffering=0) as file:
        before, left = file.tell(), line + b"\n"
        try:
            while left:
                left = left[file.write(left) :]
            if sync:
                os.fsync(file.fileno())
        except OSError:
            with suppress(OSError):
                file.truncate(before)
            raise


def whole_lines(path: Path, *, cut: bool = False) -> list[tuple[int, bytes]]:
    r"""Return the non-blank lines of a JSON Lines file, with their numbers.

    A last line that a kill truncated is skipped; one that only lacks its line break counts.

    Parameters
    ----------
    cut
        Also repair the file, so it can be continued.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "rows.jsonl"
    ...     append_line(path, b'{"id": 1}')
    ...     size = path.write_bytes(path.read_bytes() + b'{"id": ')
    ...     whole_lines(path, cut=True), path.read_bytes()
    ([(1, b'{"id": 1}')], b'{"id": 1}\n')
    """
    data = path.read_bytes()
    head, line_end, last = data.rpartition(b"\n")
    whole = head + line_end
    with suppress(MalformedDocumentError):
        read_json(last)
        whole = data + b"\n"
    if cut and whole != data:
        with path.open("r+b") as file:
            file.truncate(min(len(whole), len(data)))
            file.seek(0, os.SEEK_END)
            file.write(whole[len(data) :])
    return [(number, line) for number, line in enumerate(whole.split(b"\n"), 1) if line.strip()]
