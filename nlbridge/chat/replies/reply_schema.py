"""The base of what replies may hold."""

from __future__ import annotations

import re
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, field_validator

from nlbridge.language.disguise import seen

_NOT_SHOWN: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters but for tab and line breaks, and halves of characters."""


class Reply(BaseModel):
    """Base of what a reply may hold: exactly its fields, with exactly their types, in characters that can be shown."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @field_validator("*", mode="before")
    @classmethod
    def _shown(cls, value: Any) -> Any:
        """Drop invisible characters of a string; refuse control characters and invalid ones."""
        if isinstance(value, list):
            return [cls._shown(one) if isinstance(one, str) else one for one in value]
        if not isinstance(value, str):
            return value
        if found := _NOT_SHOWN.search(value):
            message = f"expected text without control characters, got U+{ord(found[0]):04X}; leave it out"
            raise ValueError(message)
        return seen(value)
