"""What an endpoint's failure means: try again, ask in another form, or stop."""

from __future__ import annotations

import email.utils
import math
import re
import time
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_WAIT: Final = 120.0
"""Longest wait that an endpoint may ask for; one that asks for more counts as broken."""

_QUOTA: Final = frozenset(
    "insufficient_quota billing_hard_limit_reached billing_not_active quota_exceeded insufficient_credits "
    "exceeded_current_quota_error access_terminated".split()
)
_OVERLOAD: Final = frozenset({429, 503, 529})
_TRANSIENT: Final = frozenset({408, 409, 425, 500, 502, 504})
_ACCESS: Final = frozenset({401, 403, 404, 405})
_FORM: Final = frozenset({400, 415, 422})
_NO_FORM: Final = frozenset({"context_length_exceeded", "model_not_found", "content_filter"})
_TOO_LONG: Final = re.compile(
    r"(?:max(?:_completion|_new)?_tokens\W.{0,40}(?:too (?:large|big|high|many)|at most|less than|exceed)"
    r"|at most \d+ (?:completion|output) tokens|maximum context length|context (?:length|window|size).{0,40}exceed"
    r"|exceed.{0,40}context (?:length|window|size))",
    re.IGNORECASE,
)
_WORDS: Final = 300


class Remedy(Enum):
    """What to do about a failure."""

    RETRY = auto()
    BACK_OFF = auto()
    OTHER_FORM = auto()
    STOP_QUOTA = auto()
    STOP_ACCESS = auto()
    GIVE_UP = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A call without a reply.

    Parameters
    ----------
    status
        HTTP status; 0 where none came.
    code, parameter
        What the endpoint names as the error, and the parameter that it does not take.
    words
        What it says, redacted, on one line.
    wait
        Seconds that it asks us to wait, or None.
    unreachable
        Whether nothing answered at the address.
    """

    status: int
    words: str
    code: str = ""
    parameter: str = ""
    wait: float | None = None
    unreachable: bool = False

    @property
    def remedy(self) -> Remedy:
        """What to do about it.

        Examples
        --------
        >>> (
        ...     Failure(status=429, words="slow down").remedy.name,
        ...     Failure(status=429, words="", code="insufficient_quota").remedy.name,
        ... )
        ('BACK_OFF', 'STOP_QUOTA')
        """
        if self.status == 402 or self.code in _QUOTA:
            return Remedy.STOP_QUOTA
        if self.wait is not None and self.wait > LONGEST_WAIT:
            return Remedy.GIVE_UP
        if self.status in _OVERLOAD:
            return Remedy.BACK_OFF
        if self.status in _TRANSIENT or self.status == 0 or self.status > 504:
            return Remedy.RETRY
        if self.status in _ACCESS:
            return Remedy.STOP_ACCESS
        return Remedy.OTHER_FORM if self.status in _FORM and self.code not in _NO_FORM else Remedy.GIVE_UP

    @property
    def too_long(self) -> bool:
        """Whether the prompt and the longest allowed reply exceed the model's context.

        Examples
        --------
        >>> Failure(status=400, words="max_tokens is too large: 16384").too_long
        True
        >>> Failure(status=400, words="Unsupported parameter: 'max_tokens'").too_long
        False
        """
        return self.code == "context_length_exceeded" or bool(_TOO_LONG.search(self.words))

    def __str__(self) -> str:
        """Say what came."""
        status = f"HTTP {self.status}: " if self.status else ""
        wait = f" (it asks for {self.wait:.0f} seconds)" if self.wait is not None and self.wait > LONGEST_WAIT else ""
        return f"{status}{self.words}{wait}"


def failure_of(status: int, body: object, headers: Mapping[str, str]) -> Failure:
    """Read a failed answer.

    Parameters
    ----------
    body
        The decoded JSON, or the text; endpoints wrap the error in `error` or do not.
    headers
        Names in small letters.
    """
    error = body.get("error", body) if isinstance(body, dict) else body
    fields: Mapping[str, Any] = error if isinstance(error, dict) else {}
    words = (
        fields.get("message") or fields.get("detail") or (error if isinstance(error, str) else "") or "no reason given"
    )
    codes = {str(fields.get(name) or "") for name in ("code", "type")}
    return Failure(
        status=status,
        words=one_line(str(words)),
        code=next(iter(codes & _QUOTA), str(fields.get("code") or "")),
        parameter=str(fields.get("param") or ""),
        wait=retry_after(headers),
    )


def one_line(text: str) -> str:
    """Return text on one line, cut to a length that can be read."""
    words = " ".join(text.split())
    return words if len(words) <= _WORDS else words[:_WORDS] + "..."


def retry_after(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """Return how many seconds an endpoint asks us to wait.

    Examples
    --------
    >>> retry_after({"retry-after": "3"}), retry_after({"retry-after-ms": "250"}), retry_after({"retry-after": "soon"})
    (3.0, 0.25, None)
    >>> retry_after({"retry-after": "Thu, 01 Jan 1970 00:00:30 GMT"}, now=10.0)
    20.0
    """
    if "retry-after-ms" in headers:
        return _seconds(headers["retry-after-ms"], 1000)
    words = headers.get("retry-after", "")
    seconds = _seconds(words, 1)
    if seconds is not None or not words:
        return seconds
    try:
        moment = email.utils.parsedate_to_datetime(words).timestamp()
    except (ValueError, OverflowError):
        return None
    return max(0.0, moment - (time.time() if now is None else now))


def _seconds(words: str, unit: int) -> float | None:
    try:
        value = float(words) / unit
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None
