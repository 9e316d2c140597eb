"""Text -> scenario, offline.

`read` analyses the text, cuts it into clauses and event phrases, has a small trained network say which affects which,
and writes each as an event with its exact span. Latents are the background that a text sets in passing (`one winter
night`), and a cause that it leaves unknown (`for some reason`).

Source: `docs/explanation/semantics.md`, section 1: a latent is implied and not stated, a root, and stays the same in
every counterfactual.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from causalcore.scenario.scenario import Event, Latent, LeftOut, Link, Provenance, Scenario, Strength
from nlbridge.errors import UnreadableTextError
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.disguise import refuse_unspaced
from nlbridge.language.encoder.scores import scores
from nlbridge.language.lexicon import word_class, word_phrases
from nlbridge.language.lexicon.backgrounds import Background, background_word, backgrounds, backgrounds_in
from nlbridge.language.markdown import plain_text
from nlbridge.language.meaning.sentences import tells_of_weather
from nlbridge.language.meaning.word_similarity import items
from nlbridge.language.pipeline.dictionary import entry
from nlbridge.language.pipeline.words import Words
from nlbridge.reading.accounts.account import Account, account_of, repeats
from nlbridge.reading.accounts.layout import Layout, layout, listed, passage
from nlbridge.reading.links.edges import Edge, Rule, earlier_claims, likely_links, past_the_weather, told_once
from nlbridge.reading.links.shared_causes import (
    consistent,
    is_remark,
    mechanisms,
    with_shared_causes,
)
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
FRAMES: Final = word_class("frame_prepositions")
NO_REASON: Final = word_phrases("no_reason")
BACK: Final = 4
"""Words before a noun among which a phrase of time begins."""
SETTINGS: Final = word_class("background_scales")
"""Dimensions of which a word in a phrase of time is a latent: a day of the week more often belongs to one claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A text, analysed once: its words, its clauses, those that are claims, and the links between these.

    Parameters
    ----------
    claims
        Positions of the clauses that state events of their own.
    statements
        What each of them says, as a sentence that stands alone, by its position.
    edges
        Links by position of the clause.
    left_out
        What the text holds beside its account of what happened.
    """

    text: str
    words: Words
    clauses: tuple[Clause, ...]
    claims: tuple[int, ...]
    statements: Mapping[int, str]
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
    shown = layout(text)  # what a log or a letter has around its sentences says nothing about their language
    if shown.text.strip() and not _is_english(shown.text):
        message = f"expected an English text, got {shown.text.strip()[:60]!r}; only English is read"
        raise UnreadableTextError(message)
    return scenario_of(analysed(shown, pipeline=pipeline), implicit=implicit)


def analysed(shown: Layout, *, pipeline: str | None = None) -> Reading:
    """Cut a text into claims, leave out what tells nothing that happened, and link the claims."""
    account = account_of(shown, pipeline=pipeline)
    words, found = account.words, account.clauses
    told = tuple(k for k, clause in enumerate(found) if k not in account.silent and not is_remark(words, clause))
    if not told:
        raise UnreadableTextError(_nothing_told(account))
    if len(told) > MOST_CLAIMS:
        message = f"expected a text of at most {MOST_CLAIMS} claims, got {len(told)}; cut it into parts"
        raise UnreadableTextError(message)
    statements = {k: statement(words, found, k) for k in told}
    again = {told[k]: told[j] for k, j in repeats(list(statements.values())).items()}
    spans = tuple(words.span(found[k].low, found[k].high) for k in told)
    likely = likely_links([found[k] for k in told], scores("", account.given, spans))
    earlier = earlier_claims(account.given, spans)
    weather = {k for k, claim in statements.items() if tells_of_weather(claim)}
    edges = tuple(
        edge.between(told[edge.cause], told[edge.effect])
        for edge in likely
        if edge.rule is Rule.SIGNAL or edge.cause not in earlier.get(edge.effect, ())
    )
    edges = with_shared_causes(words, found, told, past_the_weather(edges, found, weather))
    places = (words.span(found[k].low, found[k].high) for k in again)
    repeated = (passage(account.given, low, high, "repetition") for low, high in places)
    return Reading(
        text=account.given,
        words=words,
        clauses=found,
        claims=tuple(k for k in told if k not in again),
        statements=statements,
        edges=consistent(told_once(edges, again)),
        left_out=tuple(sorted((*account.left_out, *filter(None, repeated)), key=lambda one: one.span)),
    )


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
    words, names = reading.words, {k: f"e{number}" for number, k in enumerate(reading.claims, start=1)}
    events = tuple(
        Event(
            id=name,
            statement=reading.statements[k],
            span=span,
            confidence=0.95 if reading.clauses[k].verb is not None else 0.85,
            provenance=Provenance.WORDS,
        )
        for (k, name), span in zip(names.items(), reading.spans, strict=True)
    )
    links = tuple(
        Link(
            cause=names[edge.cause],
            effect=names[edge.effect],
            sign=edge.sign,
            strength=Strength.POSSIBLE if implicit == "possible" and not edge.connective else edge.strength,
            connective=edge.connective,
            span=words.span(*edge.place) if edge.place else None,
            confidence=edge.confidence,
            provenance=Provenance.WORDS,
        )
        for edge in reading.edges
        if edge.connective or implicit != "none"
    )
    known = mechanisms(reading.edges, names) if implicit == "necessary" else ()
    plain = Scenario(text=reading.text, events=events, links=links, mechanisms=known, left_out=reading.left_out)
    return with_latents(with_quantities(plain), words)


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


def _is_english(text: str) -> bool:
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


def with_latents(scenario: Scenario, words: Words) -> Scenario:
    """Add the latents of a text, and the link from an unknown cause to what it brought about."""
    claims: list[tuple[str, str | None]] = [(claim, None) for claim in _settings(words, scenario)]
    for i in range(len(words.forms)):
        if any(words.lower[i : i + len(phrase)] == phrase for phrase in NO_REASON):
            claims.append(("Something that the text does not name was at work", _event_at(scenario, words.starts[i])))
            break
    latents = tuple(Latent(id=f"l{k}", statement=f"{claim}.") for k, (claim, _) in enumerate(claims, start=1))
    links = tuple(
        Link(cause=latent.id, effect=effect, confidence=0.95, provenance=Provenance.WORDS)
        for latent, (_, effect) in zip(latents, claims, strict=True)
        if effect is not None
    )
    return replace(scenario, latents=latents, links=(*scenario.links, *links))


def _event_at(scenario: Scenario, place: int) -> str | None:
    return next((e.id for e in scenario.events if e.span and e.span[0] <= place < e.span[1]), None)


def _settings(words: Words, scenario: Scenario) -> list[str]:
    """Return the claims of backgrounds of which the text names one group only; if it names more, none is fixed."""
    found: dict[str, set[str]] = {}
    framed: set[str] = set()
    for i, word in enumerate(words.lower):
        one = background_word(word)
        if one is not None and one.scale in SETTINGS:
            found.setdefault(one.scale, set()).add(one.statement)
            event = _event_at(scenario, words.starts[i])  # `in the January cold` is an event of nothing else
            stated = event is not None and scenario.event(event).statement.startswith("There ")
            if not stated and _is_adverbial(words, i):
                framed.add(one.scale)
    return [next(iter(said)) for scale, said in found.items() if len(said) == 1 and scale in framed]


def _is_adverbial(words: Words, i: int) -> bool:
    """Whether a noun stands in a phrase of time: `on the afternoon`, `one January night`.

    An adjective (`in the dry summer`) states something of its own.
    """
    before = range(i - 1, max(0, i - BACK) - 1, -1) if words.tags[i].startswith("NN") else ()
    opening = next((j for j in before if words.tags[j] in {"IN", "CD", "DT"} and words.lower[j] in FRAMES), None)
    return opening is not None and not any(tag.startswith("VB") for tag in words.tags[opening:i])


def without_supposed(scenario: Scenario, clause: str) -> Scenario:
    """Drop the latents that a what-if mentions: what the what-if sets is not background."""
    supposed = {one.scale for item in items(clause) for one in backgrounds(item.lemma)}
    gone = {latent.id for latent in scenario.latents if supposed & {one.scale for one in background_of(latent)}}
    if not gone:
        return scenario
    latents = tuple(latent for latent in scenario.latents if latent.id not in gone)
    return replace(scenario, latents=latents, links=tuple(link for link in scenario.links if link.cause not in gone))


def background_of(latent: Latent) -> Sequence[Background]:
    """Return the backgrounds that a latent's statement sets."""
    forms = re.findall(r"[\w'-]+", latent.statement)
    return tuple(one for _, named in backgrounds_in(forms) for one in named)
