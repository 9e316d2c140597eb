"""Keep keys out of logs, caches, recordings, errors and reports."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from nlbridge.chat.replies.chat import ChatReply, reply_from_dict, reply_to_dict

HIDDEN: Final = "[key]"
_LIKE_A_KEY: Final = re.compile(
    r"\b(?:sk|pk|rk|hf|gsk|xai)[-_][A-Za-z0-9_*.-]{8,}|\b(Bearer)\s+[^\s\"',;]{4,}", re.IGNORECASE
)
_SHORTEST: Final = 6


class Redactor:
    """Replaces known keys of at least six characters, and text that looks like a key.

    Examples
    --------
    >>> Redactor(["s3cr3t-value"]).text("401: s3cr3t-value is wrong, sk-abcdef123456, too")
    '401: [key] is wrong, [key], too'
    """

    __slots__ = ("_secrets",)

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = tuple(sorted({key for key in secrets if len(key) >= _SHORTEST}, key=len, reverse=True))

    def __repr__(self) -> str:
        """Show how many secrets there are, never which."""
        return f"Redactor({len(self._secrets)} secrets)"

    def secrets(self, text: str) -> str:
        """Replace known keys; keep text that only looks like a key."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return text

    def text(self, text: str) -> str:
        """Replace known keys and text that looks like a key."""
        return _LIKE_A_KEY.sub(HIDDEN, self.secrets(text))

    def reply(self, reply: ChatReply) -> ChatReply:
        """Replace known keys in every text of a reply."""
        return reply_from_dict(self._hidden(reply_to_dict(reply))) if self._secrets else reply

    def _hidden(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {name: self._hidden(part) for name, part in value.items()}
        if isinstance(value, list | tuple):
            return [self._hidden(part) for part in value]
        return self.secrets(value) if isinstance(value, str) else value
