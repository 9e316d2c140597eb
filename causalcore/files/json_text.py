"""JSON within limits: no NaN, no infinity, no number of a thousand digits, no endless nesting."""

from __future__ import annotations

import json
import re
from typing import Any

from causalcore.errors import MalformedDocumentError
from causalcore.files.limits import USUAL, Limits, refuse_deep, refuse_long, too_deep, too_many_digits
from causalcore.files.text_file import unmarked


def read_json(text: str | bytes, *, limits: Limits = USUAL, once: bool = False) -> Any:
    """Read JSON as RFC 8259 defines it.

    Parameters
    ----------
    text
        Bytes are UTF-8, possibly with a byte order mark.
    once
        Reject an object with a repeated key; otherwise the last value counts.

    Raises
    ------
    MalformedDocumentError
        If it is not JSON, or exceeds a limit; also a `ValueError`.

    Examples
    --------
    >>> read_json('{"id": 1}')
    {'id': 1}
    >>> read_json('{"id": NaN}')
    Traceback (most recent call last):
    causalcore.errors.MalformedDocumentError: expected a document within limits, got NaN, which is no number of JSON;
    correct it
    """
    refuse_long(text, limits)
    words = _decoded(text) if isinstance(text, bytes) else text
    try:
        value = json.loads(
            words,
            parse_constant=_refused,
            parse_float=_finite,
            parse_int=_counted(limits) if re.search(rf"\d{{{limits.digits + 1}}}", words) else None,
            object_pairs_hook=_once if once else None,
        )
    except RecursionError:
        raise MalformedDocumentError(too_deep(limits)) from None
    except json.JSONDecodeError as broken:
        raise MalformedDocumentError(str(broken)) from broken
    if isinstance(value, dict | list) and words.count("[") + words.count("{") > limits.depth:
        refuse_deep(value, limits)
    return value


def _decoded(data: bytes) -> str:
    try:
        return unmarked(data.decode())
    except UnicodeDecodeError as broken:
        place = f"byte 0x{data[broken.start]:02x} at offset {broken.start}, which is not UTF-8"
        raise MalformedDocumentError(place) from broken


def _refused(name: str) -> float:
    problem = f"{name}, which is no number of JSON"
    raise MalformedDocumentError(problem)


def _finite(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        problem = f"{digits[:20]}, which is too large for a float"
        raise MalformedDocumentError(problem)
    return value


def _counted(limits: Limits) -> Any:
    def whole(digits: str) -> int:
        if len(digits) > limits.digits:
            raise MalformedDocumentError(too_many_digits(limits))
        return int(digits)

    return whole


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build an object from its pairs, rejecting a repeated key."""
    kept: dict[str, object] = {}
    for name, value in pairs:
        if name in kept:
            problem = f"{name[:40]} twice in one object"
            raise MalformedDocumentError(problem)
        kept[name] = value
    return kept
