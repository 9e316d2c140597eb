"""How large, how deep and how long the values of a document may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from causalcore.errors import MalformedDocumentError

MEBIBYTE: Final = 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a document may take.

    Parameters
    ----------
    size
        Characters of the text.
    depth
        Levels of lists and objects, one in the other: what walks or pickles the values must not run out of stack.
    nodes
        Values, keys and lists of YAML, counted as often as aliases and merge keys repeat them.
    digits
        Digits of a number; a larger one fits into no float.

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
"""For scenarios, models, graphs, settings, requests and lines."""
DATA: Final = Limits(size=512 * MEBIBYTE)
"""For files of benchmark data, which a person chose and downloaded."""


def refuse_long(text: str | bytes, limits: Limits) -> None:
    """Refuse a text that is longer than its limit.

    Raises
    ------
    MalformedDocumentError
        With the limit.

    Examples
    --------
    >>> refuse_long("too long", Limits(size=3))
    Traceback (most recent call last):
    causalcore.errors.MalformedDocumentError: expected a document within limits, got 8 characters where at most 3 are
    read; correct it
    """
    if len(text) > limits.size:
        came = f"{len(text)} characters where at most {limits.size} are read"
        raise MalformedDocumentError(came)


def refuse_deep(value: dict[str, Any] | list[Any], limits: Limits) -> None:
    """Refuse values that are nested too deeply; the way down takes no stack.

    Raises
    ------
    MalformedDocumentError
        With the limit.
    """
    level = [value]
    for _ in range(limits.depth):
        children = (child for parent in level for child in (parent.values() if isinstance(parent, dict) else parent))
        level = [child for child in children if isinstance(child, dict | list)]
        if not level:
            return
    raise MalformedDocumentError(too_deep(limits))


def too_deep(limits: Limits) -> str:
    """Return what is said of a document that is nested too deeply."""
    return f"nesting of more than {limits.depth} levels"


def too_many_digits(limits: Limits) -> str:
    """Return what is said of a number that is too long."""
    return f"a number of more than {limits.digits} digits"
