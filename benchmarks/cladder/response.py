"""Responses of models to causal questions, and the yes or no that they say.

One JSON object a line: `{"id", "response", "model"?, "confidence"?}`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.cladder.data import json_rows
from benchmarks.errors import MalformedItemError
from logic.errors import brief

_LAST: Final = re.compile(
    r"(?:final\s+answer|answer|conclusion|therefore|thus|hence|so)\b[^.\n]{0,40}?\b(yes|no)\b", re.IGNORECASE
)
_FIRST: Final = re.compile(r"^\W*(yes|no)\b", re.IGNORECASE)
_ANY: Final = re.compile(
    r"\b(yes|no)\b(?!\s+(?:effect|path|confound|direct|information|difference|change))", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CladderResponse:
    """What a model said to a question.

    Parameters
    ----------
    confidence
        Of the model in its answer, from 0 to 1, where it gives one.
    """

    item: str
    model: str
    text: str
    confidence: float | None = None

    @property
    def yes(self) -> bool | None:
        """Whether it says yes; None if it says neither."""
        return yes_or_no(self.text)


def yes_or_no(text: str) -> bool | None:
    """Find the answer in a response: its first word, else what it concludes, else the last yes or no.

    Examples
    --------
    >>> yes_or_no("Yes, it will."), yes_or_no("Step 1 ... so the answer is no."), yes_or_no("That is hard to say.")
    (True, False, None)
    """
    first = _FIRST.match(text)
    if first is not None and len(text) < 400:
        return first[1].lower() == "yes"
    said = _LAST.findall(text) or _ANY.findall(text) or ([first[1]] if first is not None else [])
    return said[-1].lower() == "yes" if said else None


def load_responses(path: Path, known: Collection[str]) -> tuple[CladderResponse, ...]:
    """Read responses.

    Parameters
    ----------
    known
        Ids of the items; responses to others are an error.

    Raises
    ------
    benchmarks.errors.DatasetMissingError
        If the file does not exist.
    MalformedItemError
        If a line is no response, or to an item that there is not.
    """
    return tuple(_response(place, row, known) for place, row in json_rows(path))


def _response(place: str, row: Any, known: Collection[str]) -> CladderResponse:
    name, text, confidence = str(row.get("id", "")), row.get("response"), row.get("confidence")
    if name not in known or not isinstance(text, str):
        came = "an id that no item has" if name not in known else "no text under response"
        message = f'{place}: expected "id" of an item and "response", got {came} ({brief(name)}); correct the line'
        raise MalformedItemError(message)
    sure = float(confidence) if isinstance(confidence, int | float) else None
    return CladderResponse(item=name, model=str(row.get("model", "model")), text=text, confidence=sure)
