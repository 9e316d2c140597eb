"""Text -> scenario, offline.

`read` analyses the text, cuts it into clauses and event phrases, has a small trained network say which affects which,
and writes each as an event with its exact span.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from causalcore.scenario.scenario import Event, LeftOut, Link, Provenance, Scenario, Sign, Strength
from nlbridge.errors import UnreadableTextError
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.encoder.scores import scores
from nlbridge.language.lexicon import word_class
from nlbridge.language.markdown import plain_text
from nlbridge.language.meaning.weather import tells_of_weather
from nlbridge.language.pipeline.dictionary import entry
from nlbridge.language.pipeline.words import Words
from nlbridge.language.unspaced import refuse_unspaced
from nlbridge.reading.accounts.account import Account, account_of
from nlbridge.reading.accounts.layout import layout
from nlbridge.reading.accounts.passages import listed, passage
from nlbridge.reading.accounts.repeats import repeats
from nlbridge.reading.latents import with_latents
from nlbridge.reading.links.edges import Edge, Rule, told_once
from nlbridge.reading.links.likely import likely_links
from nlbridge.reading.links.mechanisms import (
    consistent,
    is_remark,
    met_threats,
    sufficient,
)
from nlbridge.reading.links.shared_causes import is_needless, with_remarks, with_shared_causes
from nlbridge.reading.quantities import with_quantities
from nlbridge.reading.statements.statements import statement

MAX_CHARACTERS: Final = 20_000
MOST_CLAIMS: Final = 1_000
"""Claims of a text: what is asked of pairs of claims takes time and memory with the square of their number."""
STOP_WORDS: Final = word_class("english_words")
MIN_STOP_WORD_SHARE: Final = 0.12
MIN_KNOWN_SHARE: Final = 0.5
"""Of the words in lower case; edited English has 0.8 and more, its neighbours among languages a quarter."""

TELEGRAPHIC_SHARE: Final = 0.8
"""Of the words in lower case, from which a text is English though it has few function words, as a log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A text, analysed once: its words, its clauses, those that are claims, and the links between these.

    Parameters
    ----------
    claims
        Positions of the clauses that state events of their own.
    edges
        Links by position of the clause.
    left_out
        What the text holds beside its account of what happened.
    """

    text: str
    words: Words
    clauses: tuple[Clause, ...]
    claims: tuple[int, ...]
    edges: tuple[Edge, ...]
    left_out: tuple[LeftOut, ...] = ()

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
    _check(plain_text(text))
    _check_language(layout(text).text)
    return scenario_of(analysed(text, pipeline=pipeline), implicit=implicit)


def analysed(text: str, *, pipeline: str | None = None) -> Reading:
    """Cut a text into claims, leave out what tells nothing that happened, and link the claims."""
    account = account_of(text, pipeline=pipeline)
    words, found = account.words, account.clauses
    told = tuple(k for k, clause in enumerate(found) if k not in account.silent and not _is_remark(words, clause))
    if not told:
        raise UnreadableTextError(_nothing_told(account))
    if len(told) > MOST_CLAIMS:
        message = f"expected a text of at most {MOST_CLAIMS} claims, got {len(told)}; cut it into parts"
        raise UnreadableTextError(message)
    statements = {k: statement(words, found, k) for k in told}
    again = {told[k]: told[j] for k, j in repeats(list(statements.values())).items()}
    spans = tuple(words.span(found[k].low, found[k].high) for k in told)
    edges = likely_links([found[k] for k in told], scores("", account.given, spans))
    placed = tuple(replace(edge, cause=told[edge.cause], effect=told[edge.effect]) for edge in edges)
    placed = _without_causes_of_weather(placed, statements)
    placed = with_remarks(words, found, told, with_shared_causes(words, found, told, placed))
    return Reading(
        text=account.given,
        words=words,
        clauses=found,
        claims=tuple(k for k in told if k not in again),
        edges=consistent(told_once(placed, again)),
        left_out=_with_repeats(account, again),
    )


def _without_causes_of_weather(edges: Sequence[Edge], statements: Mapping[int, str]) -> tuple[Edge, ...]:
    """Leave out links that no word tells and that would bring the weather about, but for those from other weather."""
    weather = {k for k, told in statements.items() if tells_of_weather(told)}
    return tuple(e for e in edges if e.rule is Rule.SIGNAL or e.effect not in weather or e.cause in weather)


def _is_remark(words: Words, clause: Clause) -> bool:
    """Tell whether a clause only says how causes work together, without an event of its own."""
    return is_remark(words, clause) or is_needless(words, clause)


def _with_repeats(account: Account, again: Mapping[int, int]) -> tuple[LeftOut, ...]:
    """Name what is told a second time among what is left out."""
    places = (account.words.span(account.clauses[k].low, account.clauses[k].high) for k in again)
    repeated = (passage(account.given, low, high, "repetition") for low, high in places)
    return tuple(sorted((*account.left_out, *filter(None, repeated)), key=lambda one: one.span))


def _nothing_told(account: Account) -> str:
    """Say that a text states no event, what it holds instead, and what to do."""
    if not account.left_out:
        return f"expected a text that states an event, got {account.given[:60]!r}; write at least one full sentence"
    return (
        f"expected an account of what happened, got a text without one (left out: {listed(account.left_out)}); "
        "write what happened in at least one full sentence, such as 'The pump failed on Monday.'"
    )


def scenario_of(reading: Reading, *, implicit: str = "necessary") -> Scenario:
    """Write a reading as a scenario: each claim an event with its statement, each edge a link."""
    names = {k: f"e{number}" for number, k in enumerate(reading.claims, start=1)}
    plain = Scenario(
        text=reading.text,
        events=tuple(_event(reading, k, name) for k, name in names.items()),
        links=tuple(
            _link(reading.words, edge, names, implicit)
            for edge in reading.edges
            if edge.connective or implicit != "none"
        ),
        mechanisms=_mechanisms(reading.edges, names) if implicit == "necessary" else (),
        left_out=reading.left_out,
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
        provenance=Provenance.WORDS,
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
        provenance=Provenance.WORDS,
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


def _check_language(text: str) -> None:
    """Refuse another language; what a log or a letter has around its sentences says nothing about that."""
    if text.strip() and not _english(text):
        message = f"expected an English text, got {text.strip()[:60]!r}; only English is read"
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
    telegraphic = len(words) >= 3 and known >= TELEGRAPHIC_SHARE * len(words)
    return (
        latin >= 0.8
        and (len(tokens) < 8 or functional >= MIN_STOP_WORD_SHARE or telegraphic)
        and (len(words) < 3 or known >= MIN_KNOWN_SHARE * len(words))
    )
