"""Errors of the bridge between sentences and formal objects."""

from __future__ import annotations

from logic.errors import ReasoningError


class BridgeError(ReasoningError):
    """Text that cannot be turned into a formal object, with what was read so far."""


class UnreadableTextError(BridgeError, ValueError):
    """A text in which no event could be read (empty, too long, another language)."""


class HypotheticalNotFoundError(BridgeError, LookupError):
    """A what-if that matches no event of the scenario.

    Parameters
    ----------
    hypothetical
        The what-if as it was read.
    events
        Statements of the events that the text was read into.
    nearest
        The one of them that is nearest in meaning, if any is near.
    moved
        The one of them that the what-if keeps, at another time or in another way.
    """

    def __init__(
        self, hypothetical: str, events: tuple[str, ...], nearest: str | None = None, moved: str | None = None
    ) -> None:
        super().__init__(hypothetical, events, nearest, moved)
        self.hypothetical, self.events, self.nearest, self.moved = hypothetical, events, nearest, moved

    def __str__(self) -> str:
        """Show what was read and what could have been meant."""
        if self.moved:
            return (
                f"expected a what-if that undoes an event of the text, got {self.hypothetical!r}, by which "
                f"{self.moved.rstrip('.')!r} still happens, at another time or in another way; name an event that it "
                "would have prevented"
            )
        listed = "; ".join(event.rstrip(".") for event in self.events)
        advice = f"if you mean {self.nearest.rstrip('.')!r}, use its words" if self.nearest else "name one of them"
        return (
            f"expected a what-if about an event of the text, got {self.hypothetical!r}; "
            f"the events read are: {listed}; {advice}"
        )


class PipelineMissingError(BridgeError, ImportError):
    """A named spaCy pipeline that is not installed."""


class OutputError(BridgeError, OSError):
    """Answers that cannot be written; make room and give the same command again."""
