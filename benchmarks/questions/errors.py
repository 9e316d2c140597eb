"""Errors of reading a causal question."""

from __future__ import annotations

from nlbridge.errors import BridgeError


class QuestionNotReadError(BridgeError, ValueError):
    """A text with an unreadable background, numbers or question; the message quotes the unreadable part."""


class UnmatchedPhraseError(BridgeError, LookupError):
    """A phrase that fits none of the variables of the background.

    Parameters
    ----------
    phrase
        In the words of the text.
    names
        The variables that the background names.
    """

    def __init__(self, phrase: str, names: tuple[str, ...]) -> None:
        super().__init__(phrase, names)
        self.phrase, self.names = phrase, names

    def __str__(self) -> str:
        """Show the phrase and the variables that it could mean."""
        listed = ", ".join(self.names) or "none"
        return (
            f"expected a phrase about one of the variables {listed}, got {self.phrase!r}; "
            "name it in the words of the background"
        )
