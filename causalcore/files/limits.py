"""Limits on the size, depth and length of a document's values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from causalcore.errors import MalformedDocumentError

MEBIBYTE: Final = 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of a document.

    Parameters
    ----------
    size
        Most characters of the text.
    depth
        Most levels of nested lists and objects, so code that walks or pickles the values does not run out of stack.
    nodes
        Most values, keys and lists of YAML, counted as often as aliases and merge keys repeat them.
    digits
        Most digits of a number; no float can hold a longer one.

    Examples
    --------
    >>> Limits(depth=8).depth
    8
    """

    size: int = 16 * MEBIBYTE
    depth: int = 64
    nodes: int = 200_000
    digits: int = 300


USUAL: Final = Limits()
"""Limits for scenarios, models, graphs, settings, requests and lines."""
DATA: Final = Limits(size=512 * MEBIBYTE)
"""Limits for files of benchmark data, which a person chose and downloaded."""


def refuse_long(text: str | bytes, limits: Limits) -> None:
    """Raise if a text is longer than its limit.

    Raises
    ------
    MalformedDocumentError
        The error names the limit.

    Examples
    --------
    >>> refuse_long("too long", Limits(size=3))
    Traceback (most recent call last):
    causalcore.errors.MalformedDocumentError: expected a document within limits, got 8 characters where at most 3 are
    read; correct it
    """
    if len(text) > limits.size:
        problem = f"{len(text)} characters where at most {limits.size} are read"
        raise MalformedDocumentError(problem)


def refuse_deep(value: dict[str, Any] | list[Any], limits: Limits) -> None:
    """Raise if values are nested too deeply; the check itself needs no stack.

    Raises
    ------
    MalformedDocumentError
        The error names the limit.
    """
    level = [value]
    for _ in range(limits.depth):
        children = (child for parent in level for child in (parent.values() if isinstance(parent, dict) else parent))
        level = [child for child in children if isinstance(child, dict | list)]
        if not level:
            return
    raise MalformedDocumentError(too_deep(limits))


def too_deep(limits: Limits) -> str:
    """Return the error text for a document that is nested too deeply."""
    return f"nesting of more than {limits.depth} levels"


def too_many_digits(limits: Limits) -> str:
    """Return the error text for a number that is too long."""
    return f"a number of more than {limits.digits} digits"
