"""Text -> scenario, offline.

`read` analyses the text, splits it into clauses and event phrases, lets a small trained network link them, and returns
each as an event with its exact span. Latents are the background that a text mentions in passing (`one winter night`)
and a cause that it leaves unknown (`for some reason`).

Source: `docs/explanation/semantics.md`, section 1: a latent is implied, not stated; it is a root and stays the same in
every counterfactual.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from causalcore.scenario.scenario import Event, Latent, LeftOut, Link, Provenance, Scenario, Span, Strength
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
from nlbridge.reading.accounts.account import Account, account_of
from nlbridge.reading.accounts.layout import Layout, layout, left_out_part, listed, without_courtesies
from nlbridge.reading.links.edges import Edge, Rule, earlier_claims, likely_links, past_the_weather, told_once
from nlbridge.reading.links.shared_causes import consistent, is_remark, mechanisms, with_shared_causes
from nlbridge.reading.links.told_again import duplicates, with_second_mentions
from nlbridge.reading.quantities import with_quantities
from nlbridge.reading.statements.statements import statement

MAX_CHARACTERS: Final = 20_000
MOST_CLAIMS: Final = 1_000
"""Most claims of a text: time and memory for pairs of claims grow with the square of their number."""
STOP_WORDS: Final = word_class("english_words")
MIN_STOP_WORD_SHARE: Final = 0.12
MIN_KNOWN_SHARE: Final = 0.5
"""Least share of lower-case words in the dictionary; edited English has 0.8 and more, related languages a quarter."""

TELEGRAPHIC_SHARE: Final = 0.8
"""The same share from which a text with few function words, such as a log, is English."""
FRAMES: Final = word_class("frame_prepositions")
NO_REASON: Final = word_phrases("no_reason")
BACK: Final = 4
"""Words before a noun that are searched for the start of its time phrase."""
SETTINGS: Final = word_class("background_scales")
"""Dimensions whose words in a time phrase are latents; a day of the week more often belongs to one claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """An analysed text: its words, its clauses, those that are claims, and the links between these.

    Parameters
    ----------
    claims
        Positions of the clauses that state events of their own.
    spans
        The place of each in the text.
    statements
        The claim of each as a full sentence, by position.
    edges
        Links by position of the clause.
    left_out
        Parts of the text that are no account of what happened.
    """

    text: str
    words: Words
    clauses: tuple[Clause, ...]
    claims: tuple[int, ...]
    spans: tuple[Span, ...]
    statements: Mapping[int, str]
    edges: tuple[Edge, ...]
    left_out: tuple[LeftOut, ...] = ()


def read(text: str, *, pipeline: str | None = None, implicit: str = "necessary") -> Scenario:
    """Read an English text into a scenario; blanks replace Markdown markup, so offsets do not change.

    Parameters
    ----------
    pipeline
        A spaCy pipeline instead of the shipped one.
    implicit
        Strength of links that no word signals: the network's (`necessary`), `possible`, or `none` for no such links.

    Raises
    ------
    UnreadableTextError
        If the text is empty, too long, not English, contains control characters, or states no event.
    ValueError
        If `implicit` is none of these.
    """
    if implicit not in {"necessary", "possible", "none"}:
        message = f"expected implicit in {{necessary, possible, none}}, got {implicit!r}; choose one of them"
        raise ValueError(message)
    _check(plain_text(text))
    shown = layout(text)  # the frame of a log or a letter says nothing about its language
    if shown.text.strip() and not _is_english(shown.text):
        message = f"expected an English text, got {shown.text.strip()[:60]!r}; only English is read"
        raise UnreadableTextError(message)
    return scenario_of(analysed(shown, pipeline=pipeline), implicit=implicit)


def analysed(shown: Layout, *, pipeline: str | None = None) -> Reading:
    """Split a text into claims, leave out what is no account of events, and link the claims."""
    account = account_of(shown, pipeline=pipeline)
    words, clauses = account.words, account.clauses
    positions = [k for k, clause in enumerate(clauses) if k not in account.not_claims and not is_remark(words, clause)]
    if not positions:
        raise UnreadableTextError(_nothing_told(account))
    if len(positions) > MOST_CLAIMS:
        message = f"expected a text of at most {MOST_CLAIMS} claims, got {len(positions)}; cut it into parts"
        raise UnreadableTextError(message)
    statements = {k: statement(words, clauses, k) for k in positions}
    again = duplicates(words, clauses, statements)
    told = {k: each for k, each in statements.items() if k not in again}
    spans = {k: words.span(clauses[k].low, clauses[k].high) for k in positions}
    places = tuple(spans.values())
    likely = likely_links(
        [clauses[k] for k in positions], scores("", without_courtesies(account.given, account.left_out), places)
    )
    earlier = earlier_claims(account.given, places)
    weather = {k for k, sentence in statements.items() if tells_of_weather(sentence)}
    edges = tuple(
        replace(edge, cause=positions[edge.cause], effect=positions[edge.effect])
        for edge in likely
        if edge.rule is Rule.SIGNAL or edge.cause not in earlier.get(edge.effect, ())
    )
    edges = with_shared_causes(words, clauses, positions, past_the_weather(edges, clauses, weather))
    claims = tuple(told)
    names = event_names(claims)
    repeated = (
        replace(found, repeats=names[first])
        for k, first in again.items()
        if (found := left_out_part(account.given, *spans[k], "repetition"))
    )
    return Reading(
        text=account.given,
        words=words,
        clauses=clauses,
        claims=claims,
        spans=tuple(spans[k] for k in claims),
        statements=statements,
        edges=consistent(with_second_mentions(told_once(edges, again), words, clauses, told)),
        left_out=tuple(sorted((*account.left_out, *repeated), key=lambda part: part.span)),
    )


def _nothing_told(account: Account) -> str:
    """Return the message that a text states no event."""
    if not account.left_out:
        return f"expected a text that states an event, got {account.given[:60]!r}; write at least one full sentence"
    return (
        f"expected an account of what happened, got a text without one (left out: {listed(account.left_out)}); "
        "write what happened in at least one full sentence, such as 'The pump failed on Monday.'"
    )


def event_names(claims: Sequence[int]) -> dict[int, str]:
    """Return the id of the event of each claim, given by position, in text order."""
    return {k: f"e{number}" for number, k in enumerate(claims, start=1)}


def scenario_of(reading: Reading, *, implicit: str = "necessary") -> Scenario:
    """Convert a reading into a scenario: each claim becomes an event, each edge a link."""
    words, names = reading.words, event_names(reading.claims)
    events = [
        Event(
            id=name,
            statement=reading.statements[k],
            span=span,
            confidence=0.95 if reading.clauses[k].verb is not None else 0.85,
            provenance=Provenance.WORDS,
        )
        for (k, name), span in zip(names.items(), reading.spans, strict=True)
    ]
    links = [
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
    ]
    formulas = mechanisms(reading.edges, names) if implicit == "necessary" else ()
    plain = Scenario(
        text=reading.text,
        events=tuple(events),
        links=tuple(links),
        mechanisms=formulas,
        left_out=reading.left_out,
    )
    return with_latents(with_quantities(plain), words)


def _check(text: str) -> None:
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
    """Whether a text is English by its letters, function words (unless short) and dictionary words, names aside."""
    latin = sum("a" <= c.lower() <= "z" for c in text) / max(1, sum(c.isalpha() for c in text))
    tokens = [token.strip(".,;:!?\"'()“”’") for token in text.split()]
    functional = sum(token.lower() in STOP_WORDS for token in tokens) / len(tokens)
    words = [token for token in tokens if token.isalpha() and token.islower()]
    recognized = len([word for word in words if word in STOP_WORDS or entry(word)])
    telegraphic = len(words) >= 3 and recognized >= TELEGRAPHIC_SHARE * len(words)
    return (
        latin >= 0.8
        and (len(tokens) < 8 or functional >= MIN_STOP_WORD_SHARE or telegraphic)
        and (len(words) < 3 or recognized >= MIN_KNOWN_SHARE * len(words))
    )


def with_latents(scenario: Scenario, words: Words) -> Scenario:
    """Add the latents of a text, and the link from an unknown cause to its effect."""
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
    """Return the statements of backgrounds in time phrases; a dimension with several values in the text has none."""
    values: dict[str, set[str]] = {}
    framed: set[str] = set()
    for i, word in enumerate(words.lower):
        value = background_word(word)
        if value is not None and value.scale in SETTINGS:
            values.setdefault(value.scale, set()).add(value.statement)
            event = _event_at(scenario, words.starts[i])  # `in the January cold` is an event of its own
            stated = event is not None and scenario.event(event).statement.startswith("There ")
            if not stated and _is_adverbial(words, i):
                framed.add(value.scale)
    return [next(iter(statements)) for scale, statements in values.items() if len(statements) == 1 and scale in framed]


def _is_adverbial(words: Words, i: int) -> bool:
    """Whether a noun is in a time phrase: `one January night`; an adjective (`in the dry summer`) states more."""
    before = range(i - 1, max(0, i - BACK) - 1, -1) if words.tags[i].startswith("NN") else ()
    opening = next((j for j in before if words.tags[j] in {"IN", "CD", "DT"} and words.lower[j] in FRAMES), None)
    return opening is not None and not any(tag.startswith("VB") for tag in words.tags[opening:i])


def without_supposed(scenario: Scenario, clause: str) -> Scenario:
    """Drop the latents that a what-if mentions: what it sets is not background."""
    supposed = {value.scale for item in items(clause) for value in backgrounds(item.lemma)}
    gone = {latent.id for latent in scenario.latents if supposed & {value.scale for value in background_of(latent)}}
    if not gone:
        return scenario
    latents = tuple(latent for latent in scenario.latents if latent.id not in gone)
    return replace(scenario, latents=latents, links=tuple(link for link in scenario.links if link.cause not in gone))


def background_of(latent: Latent) -> Sequence[Background]:
    """Return the backgrounds that a latent's statement names."""
    forms = re.findall(r"[\w'-]+", latent.statement)
    return tuple(value for _, values in backgrounds_in(forms) for value in values)
