"""What happens to an event: the kinds of answer, and the direction of a quantity."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class AnswerKind(StrEnum):
    """What happens to an event."""

    CHANGED = "changed"
    UNCHANGED = "unchanged"
    OPEN = "open"
    UNKNOWN = "unknown"


class Direction(StrEnum):
    """The direction in which a quantity changes."""

    LOWER = "lower"
    HIGHER = "higher"


@dataclass(frozen=True, slots=True)
class Finding:
    """An answer without its reasons; equal findings are the same answer."""

    kind: AnswerKind
    direction: Direction | None = None
    void: bool = False
    value: str | None = None
