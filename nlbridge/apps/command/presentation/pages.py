"""Documentation pages on error classes and refusals, for messages to name.

Examples
--------
>>> page_of("E1"), MEANING["E3"]
('docs/reference/errors/e1.md', 'used a connective that does not fit')
"""

from __future__ import annotations

from typing import Final

ERRORS: Final = "docs/reference/errors/"
REFUSALS: Final = "docs/reference/refusals/"
UNDETERMINED: Final = f"{REFUSALS}undetermined.md"

MEANING: Final = {
    "E1": "changed what must stay",
    "E2": "kept what must change",
    "E3": "used a connective that does not fit",
    "E4": "moved a quantity the wrong way",
    "E5": "altered the background",
}
"""Meaning of each error class, in the words of its page."""

REFUSED: Final = {
    "UnreadableTextError": "unreadable-text",
    "HypotheticalNotFoundError": "what-if-not-found",
    "ContradictoryScenarioError": "contradictory-scenario",
    "AddressedReaderError": "addressed-reader",
    "UnusableReplyError": "unusable-reply",
    "QuestionNotReadError": "question-not-read",
    "UnmatchedPhraseError": "question-not-read",
}
"""The page of each refusal, by the name of its error."""


def page_of(error: str) -> str:
    """Return the page of an error class, E1 to E5."""
    return f"{ERRORS}{error.lower()}.md"


def refusal_page(refused: BaseException) -> str:
    """Return the page that explains a refusal, or an empty string.

    Examples
    --------
    >>> from nlbridge.errors import UnreadableTextError
    >>> refusal_page(UnreadableTextError("empty")), refusal_page(ValueError())
    ('docs/reference/refusals/unreadable-text.md', '')
    """
    name = next((kind.__name__ for kind in type(refused).__mro__ if kind.__name__ in REFUSED), "")
    return f"{REFUSALS}{REFUSED[name]}.md" if name else ""
