"""Base class of replies."""

from __future__ import annotations

import re
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, field_validator

from nlbridge.language.disguise import seen

_NOT_SHOWN: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters except tab and line breaks, and lone surrogates."""


class Reply(BaseModel):
    """Base class of replies: exactly the fields, with exactly their types, in printable characters."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @field_validator("*", mode="before")
    @classmethod
    def _shown(cls, value: Any) -> Any:
        """Drop invisible characters from strings; reject control characters and lone surrogates."""
        if isinstance(value, list):
            return [cls._shown(part) if isinstance(part, str) else part for part in value]
        if not isinstance(value, str):
            return value
        if bad := _NOT_SHOWN.search(value):
            message = f"expected text without control characters, got U+{ord(bad[0]):04X}; leave it out"
            raise ValueError(message)
        return seen(value)
