"""Text -> scenario, offline.

`read` analyses the text, cuts it into clauses and event phrases, links them by
signals, structure and order, and writes each as an event with its exact span.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from causalcore.scenario import Event, Link, Scenario, Sign, Strength
from nlbridge.errors import UnreadableTextError
from nlbridge.language.analysis import read_words
from nlbridge.language.clauses import Clause, clauses
from nlbridge.language.pipeline import load_pipeline
from nlbridge.language.words import Words
from nlbridge.reading_edges import Edge
from nlbridge.reading_links import find_edges
from nlbridge.reading_statements import statement

MAX_CHARACTERS: Final = 20_000
STOP_WORDS: Final = frozenset(
    "the a an of to in on at and or but so because was were is are had has have it its he she they his her their "
    "which that this with for from by as not no be been would could did do you we i".split()
)
MIN_STOP_WORD_SHARE: Final = 0.12


def read(text: str, *, pipeline: str | None = None, implicit: str = "necessary") -> Scenario:
    """Read an English text into a scenario.

    Parameters
    ----------
    pipeline
        A spaCy pipeline instead of the shipped one.
    implicit
        Strength of links between neighbours that no word signals: `necessary`, `possible`, or `none` for no link.

    Raises
    ------
    UnreadableTextError
        If the text is empty, too long, not English, holds control characters, or states no event.
    """
    if implicit not in {"necessary", "possible", "none"}:
        message = f"expected implicit in {{necessary, possible, none}}, got {implicit!r}; choose one of them"
        raise ValueError(message)
    _check(text)
    words = read_words(load_pipeline(pipeline)(text))
    found = clauses(words)
    if not found:
        message = f"expected a text that states an event, got {text[:60]!r}; write at least one full sentence"
        raise UnreadableTextError(message)
    edges = find_edges(words, found)
    return Scenario(
        text=text,
        events=tuple(_event(words, found, k) for k in range(len(found))),
        links=tuple(_link(edge, implicit) for edge in edges if edge.connective or edge.restated or implicit != "none"),
    )


def _event(words: Words, found: tuple[Clause, ...], k: int) -> Event:
    clause = found[k]
    return Event(
        id=f"e{k + 1}",
        statement=statement(words, found, k),
        span=words.span(clause.low, clause.high),
        confidence=0.95 if clause.verb is not None else 0.85,
    )


def _link(edge: Edge, implicit: str) -> Link:
    strength = edge.strength
    if implicit == "possible" and edge.connective is None and not edge.restated:
        strength = Strength.POSSIBLE
    return Link(
        cause=f"e{edge.cause + 1}",
        effect=f"e{edge.effect + 1}",
        sign=Sign(edge.sign),
        strength=strength,
        connective=edge.connective,
        confidence=edge.confidence,
    )


def _check(text: str) -> None:
    """Refuse what cannot be read, before it costs time."""
    if not text.strip():
        message = "expected an English text, got an empty one; write at least one full sentence"
        raise UnreadableTextError(message)
    if len(text) > MAX_CHARACTERS:
        message = (
            f"expected at most {MAX_CHARACTERS:,} characters, got {len(text):,}; "
            "give the passage that the what-if is about"
        )
        raise UnreadableTextError(message)
    control = next((c for c in text if unicodedata.category(c) == "Cc" and c not in "\n\r\t"), None)
    if control is not None:
        message = f"expected plain text, got the control character U+{ord(control):04X}; remove it"
        raise UnreadableTextError(message)
    tokens = [token.strip(".,;:!?\"'()“”’").lower() for token in text.split()]
    share = sum(token in STOP_WORDS for token in tokens) / len(tokens)
    latin = sum("a" <= c.lower() <= "z" for c in text) / max(1, sum(c.isalpha() for c in text))
    if latin < 0.8 or (len(tokens) >= 8 and share < MIN_STOP_WORD_SHARE):
        message = f"expected an English text, got {text[:60]!r}; only English is read"
        raise UnreadableTextError(message)
