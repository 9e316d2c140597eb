"""A text file from outside: UTF-8, with or without the mark that some editors put first."""

from __future__ import annotations

from pathlib import Path
from typing import Final

MARK: Final = "\ufeff"
"""The byte order mark that some editors put before a text."""


def unmarked(text: str) -> str:
    r"""Return a text without the byte order mark before it.

    Examples
    --------
    >>> unmarked("\ufeffThe pump failed.")
    'The pump failed.'
    """
    return text.removeprefix(MARK)


def read_text(path: Path | str) -> str:
    """Read a file in UTF-8, without the byte order mark.

    Raises
    ------
    OSError
        If it cannot be read.
    UnicodeDecodeError
        If it is not UTF-8.
    """
    return unmarked(Path(path).read_text(encoding="utf-8"))
