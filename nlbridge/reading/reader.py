"""Text -> scenario, offline.

`read` analyses the text, cuts it into clauses and event phrases, has a small trained network say which bears on which,
and writes each as an event with its exact span.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from causalcore.scenario.scenario import Event, Link, Scenario, Sign, Strength
from nlbridge.errors import UnreadableTextError
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.clauses.segmentation import clauses
from nlbridge.language.encoder.scores import scores
from nlbridge.language.markdown import plain_text
from nlbridge.language.pipeline.analysis import words_of
from nlbridge.language.pipeline.dictionary import entry
from nlbridge.language.pipeline.words import Words
from nlbridge.language.unspaced import refuse_unspaced
from nlbridge.reading.latents import with_latents
from nlbridge.reading.links.edges import Edge
from nlbridge.reading.links.likely import likely_links
from nlbridge.reading.links.mechanisms import (
    consistent,
    is_generic,
    is_remark,
    met_threats,
    sufficient,
    with_sufficient,
)
from nlbridge.reading.quantities import with_quantities
from nlbridge.reading.statements.statements import statement

MAX_CHARACTERS: Final = 20_000
MOST_CLAIMS: Final = 1_000
"""Claims of a text: what is asked of pairs of claims takes time and memory with the square of their number."""
STOP_WORDS: Final = frozenset(
    "the a an of to in on at and or but so because was were is are had has have it its he she they his her their "
    "which that this with for from by as not no be been would could did do you we i one when while after before out up "
    "another".split()
)
MIN_STOP_WORD_SHARE: Final = 0.12
MIN_KNOWN_SHARE: Final = 0.5
"""Of the words in lower case; edited English has 0.8 and more, its neighbours among languages a quarter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A text, analysed once: its words, its clauses, those that are claims, and the links between these.

    Parameters
    ----------
    claims
        Positions of the clauses that state events of their own.
    edges
        Links by position of the clause.
    """

    words: Words
    clauses: tuple[Clause, ...]
    claims: tuple[int, ...]
    edges: tuple[Edge, ...]

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Return where each claim stands in the text."""
        return tuple(self.words.span(self.clauses[k].low, self.clauses[k].high) for k in self.claims)


def read(text: str, *, pipeline: str | None = None, implicit: str = "necessary") -> Scenario:
    """Read an English text into a scenario; marks of Markdown are blanks in it, at the same places.

    Parameters
    ----------
    pipeline
        A spaCy pipeline instead of the shipped one.
    implicit
        Strength of links that no word signals: as the network has it (`necessary`), `possible`, or `none` for no link.

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
    return scenario_of(analysed(text, pipeline=pipeline), implicit=implicit)


def analysed(text: str, *, pipeline: str | None = None) -> Reading:
    """Cut a text into claims, and link them."""
    words = words_of(text, pipeline)
    found = clauses(words)
    claims = tuple(k for k, clause in enumerate(found) if not is_remark(words, clause))
    if not claims:
        message = f"expected a text that states an event, got {text[:60]!r}; write at least one full sentence"
        raise UnreadableTextError(message)
    if len(claims) > MOST_CLAIMS:
        message = f"expected a text of at most {MOST_CLAIMS} claims, got {len(claims)}; cut it into parts"
        raise UnreadableTextError(message)
    bare = Reading(words=words, clauses=found, claims=claims, edges=())
    edges = likely_links([found[k] for k in claims], scores("", text, bare.spans))
    placed = tuple(replace(edge, cause=claims[edge.cause], effect=claims[edge.effect]) for edge in edges)
    for remark in (k for k, clause in enumerate(found) if is_generic(words, clause)):
        placed = with_sufficient(placed, found, remark)
    return replace(bare, edges=consistent(placed))


def scenario_of(reading: Reading, *, implicit: str = "necessary") -> Scenario:
    """Write a reading as a scenario: each claim an event with its statement, each edge a link."""
    names = {k: f"e{number}" for number, k in enumerate(reading.claims, start=1)}
    plain = Scenario(
        text=reading.words.text,
        events=tuple(_event(reading, k, name) for k, name in names.items()),
        links=tuple(
            _link(reading.words, edge, names, implicit)
            for edge in reading.edges
            if edge.connective or implicit != "none"
        ),
        mechanisms=_mechanisms(reading.edges, names) if implicit == "necessary" else (),
    )
    return with_latents(with_quantities(plain), reading.words)


def _mechanisms(edges: Sequence[Edge], names: dict[int, str]) -> tuple[tuple[str, str], ...]:
    """Return what is known of how causes work together, one formula for an effect.

    What went on in spite of a threat, because something met it, would have gone on without the threat as well.
    """
    met = met_threats(edges)
    either = {effect: causes for effect, causes in sufficient(edges).items() if effect not in met}
    rescued = (
        (names[effect], f"not {names[threat]} or ({' and '.join(names[k] for k in helps)})")
        for effect, (threat, helps) in met.items()
    )
    return (*rescued, *((names[effect], " or ".join(names[k] for k in causes)) for effect, causes in either.items()))


def _event(reading: Reading, k: int, name: str) -> Event:
    clause = reading.clauses[k]
    return Event(
        id=name,
        statement=statement(reading.words, reading.clauses, k),
        span=reading.words.span(clause.low, clause.high),
        confidence=0.95 if clause.verb is not None else 0.85,
    )


def _link(words: Words, edge: Edge, names: dict[int, str], implicit: str) -> Link:
    possible = implicit == "possible" and edge.connective is None
    return Link(
        cause=names[edge.cause],
        effect=names[edge.effect],
        sign=Sign(edge.sign),
        strength=Strength.POSSIBLE if possible else edge.strength,
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
    refuse_unspaced(text)
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
    known = sum(word in STOP_WORDS or bool(entry(word)) for word in words)
    return (
        latin >= 0.8
        and (len(tokens) < 8 or functional >= MIN_STOP_WORD_SHARE)
        and (len(words) < 3 or known >= MIN_KNOWN_SHARE * len(words))
    )
