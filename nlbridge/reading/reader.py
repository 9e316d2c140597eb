"""Text -> scenario, offline.

`read` analyses the text, cuts it into clauses and event phrases, links them by
signals, structure and order, and writes each as an event with its exact span.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from causalcore.scenario.scenario import Event, Link, Scenario, Sign, Strength
from nlbridge.errors import UnreadableTextError
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.clauses.segmentation import clauses
from nlbridge.language.markdown import plain_text
from nlbridge.language.pipeline.analysis import words_of
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.latents import with_latents
from nlbridge.reading.links.edges import Edge, Rule
from nlbridge.reading.links.links import find_edges
from nlbridge.reading.links.mechanisms import Rescue, is_generic, is_remark, rescues, sufficient, with_overcome
from nlbridge.reading.presuppositions import acyclic_only, presuppositions, without_reversed
from nlbridge.reading.quantities import with_quantities
from nlbridge.reading.statements.statements import statement

MAX_CHARACTERS: Final = 20_000
STOP_WORDS: Final = frozenset(
    "the a an of to in on at and or but so because was were is are had has have it its he she they his her their "
    "which that this with for from by as not no be been would could did do you we i one when while after before out up "
    "another".split()
)
MIN_STOP_WORD_SHARE: Final = 0.12
MIN_KNOWN_SHARE: Final = 0.5
"""Of the words in lower case; edited English has 0.8 and more, its neighbours among languages a quarter."""


def read(text: str, *, pipeline: str | None = None, implicit: str = "necessary") -> Scenario:
    """Read an English text into a scenario; marks of Markdown are blanks in it, at the same places.

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
    text = plain_text(text)
    _check(text)
    words = words_of(text, pipeline)
    found = clauses(words)
    if not found:
        message = f"expected a text that states an event, got {text[:60]!r}; write at least one full sentence"
        raise UnreadableTextError(message)
    taken = presuppositions(words, found)
    edges = without_reversed(find_edges(words, found), taken)
    names = _names(words, found)
    saved = rescues(words, found, edges)
    for rescue in saved:
        edges = with_overcome(edges, rescue)
    taken = acyclic_only(edges, taken)
    plain = Scenario(
        text=text,
        events=tuple(_event(words, found, k, name, names.get(taken.get(k, -1))) for k, name in names.items()),
        links=tuple(
            _link(words, edge, names, implicit)
            for edge in edges
            if edge.connective or edge.rule is Rule.RESTATED or implicit != "none"
        ),
        mechanisms=_mechanisms(edges, saved, names) if implicit == "necessary" else (),
    )
    return with_latents(with_quantities(plain), words)


def _names(words: Words, found: tuple[Clause, ...]) -> dict[int, str]:
    """Name the clauses that state events; `both happened` and `as she does` say an event again."""
    kept = [k for k, clause in enumerate(found) if not is_remark(words, clause) or is_generic(words, clause)]
    return {k: f"e{number}" for number, k in enumerate(kept, start=1)}


def _mechanisms(edges: Sequence[Edge], saved: Sequence[Rescue], names: dict[int, str]) -> tuple[tuple[str, str], ...]:
    """Return what is known of how causes work together, one formula for an effect."""
    rescued = {rescue.effect for rescue in saved}
    either = tuple(
        (names[effect], " or ".join(names[k] for k in causes))
        for effect, causes in sufficient(edges).items()
        if effect not in rescued
    )
    return (*(_mechanism(rescue, names) for rescue in saved), *either)


def _mechanism(rescue: Rescue, names: dict[int, str]) -> tuple[str, str]:
    """What went on would have gone on without the mishap, and went on with it because of the rescue."""
    helped = " and ".join(names[k] for k in rescue.rescues)
    return names[rescue.effect], f"not {names[rescue.threat]} or ({helped})"


def _event(words: Words, found: tuple[Clause, ...], k: int, name: str, presupposed: str | None) -> Event:
    clause = found[k]
    return Event(
        id=name,
        statement=statement(words, found, k),
        span=words.span(clause.low, clause.high),
        presupposes=(presupposed,) if presupposed else (),
        confidence=0.95 if clause.verb is not None else 0.85,
    )


def _link(words: Words, edge: Edge, names: dict[int, str], implicit: str) -> Link:
    strength = edge.strength
    if implicit == "possible" and edge.connective is None and edge.rule is not Rule.RESTATED:
        strength = Strength.POSSIBLE
    return Link(
        cause=names[edge.cause],
        effect=names[edge.effect],
        sign=Sign(edge.sign),
        strength=strength,
        connective=edge.connective,
        span=words.span(*edge.place) if edge.place else None,
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
    if not _english(text):
        message = f"expected an English text, got {text[:60]!r}; only English is read"
        raise UnreadableTextError(message)


def _english(text: str) -> bool:
    """Whether a text is in English: Latin letters, its function words, and words that an English dictionary has.

    Capitalised words may be names, so they say nothing; a text of few words is judged by the dictionary alone.
    """
    latin = sum("a" <= c.lower() <= "z" for c in text) / max(1, sum(c.isalpha() for c in text))
    tokens = [token.strip(".,;:!?\"'()“”’") for token in text.split()]
    functional = sum(token.lower() in STOP_WORDS for token in tokens) / len(tokens)
    words = [token for token in tokens if token.isalpha() and token.islower()]
    known = sum(word in STOP_WORDS or _in_dictionary(word) for word in words)
    return (
        latin >= 0.8
        and (len(tokens) < 8 or functional >= MIN_STOP_WORD_SHARE)
        and (len(words) < 3 or known >= MIN_KNOWN_SHARE * len(words))
    )


@lru_cache(maxsize=2048)
def _in_dictionary(word: str) -> bool:
    from lemminflect import getAllLemmas

    return bool(getAllLemmas(word))
