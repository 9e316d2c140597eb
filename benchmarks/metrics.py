"""Measures of likeness between texts, each by the library that the papers used or its successor.

Examples
--------
>>> round(meteor("the cook stirs the soup", ["a cook is stirring the soup"]), 2)
0.64
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from benchmarks.errors import BenchmarkError

EXTRA: Final = "metrics"


class MetricMissingError(BenchmarkError, ImportError):
    """A library of a measure that is not installed."""


class NoSynonyms:
    """A WordNet without entries: METEOR then matches words and stems, and needs no downloaded data."""

    def synsets(self, _: str) -> tuple[()]:
        """Return no synsets."""
        return ()


def tokens(text: str) -> list[str]:
    """Split a text into lower-case words and punctuation, as the Penn Treebank does.

    Examples
    --------
    >>> tokens("The cook doesn't sing.")
    ['the', 'cook', 'does', "n't", 'sing', '.']
    """
    return [str(token) for token in _tokenizer().tokenize(text.lower())]


def meteor(text: str, references: Sequence[str]) -> float:
    """Return METEOR (Banerjee and Lavie 2005) against the best reference, with exact and stem matches.

    The synonym stage is left out: its WordNet comes as a download. It could only raise the value.

    Parameters
    ----------
    text
        What was generated; an empty text gets 0.
    references
        One or more.

    Raises
    ------
    MetricMissingError
        If nltk is not installed.
    """
    if not text.strip():
        return 0.0
    score = _nltk("nltk.translate.meteor_score").meteor_score
    return float(score([tokens(one) for one in references], tokens(text), wordnet=NoSynonyms()))


@cache
def _tokenizer() -> Any:
    return _nltk("nltk.tokenize.destructive").NLTKWordTokenizer()


@cache
def _nltk(module: str) -> Any:
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError as missing:
        message = f"expected nltk, which is not installed; try: pip install 'causalcore[{EXTRA}]'"
        raise MetricMissingError(message) from missing
