"""The error that replaces a result that could not be computed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from nlbridge.apps.python.rows import ErrorRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """An object of a batch that could not be processed, and why.

    Results have an `error` too, which is None, so that one test tells them apart.

    Parameters
    ----------
    id
        The id of the object, if it had one.
    error
        What was expected, what came, and what to try.

    Examples
    --------
    >>> from nlbridge.apps.python.check import check
    >>> (found,) = check.many([{"id": 7, "text": "The pump failed."}])
    >>> found.id, found.error[:48]
    (7, 'expected exactly one of had, query and do, got n')
    """

    id: object
    error: str

    def to_dict(self) -> ErrorRow:
        """Return the line of a batch that says so."""
        return {"id": self.id, "error": self.error}

    def to_json(self) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def explain(self) -> str:
        """Say what was expected, what came, and what to try."""
        return self.error

    def __bool__(self) -> NoReturn:
        message = "expected found.error compared with None, got what could not be answered used as a truth value"
        msg = f"{message}; write `found.error is None`"
        raise TypeError(msg)
