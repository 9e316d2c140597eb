"""Text -> scenario, offline.

`read` analyses the text, cuts it into clauses and event phrases, has a small trained network say which affects which,
and writes each as an event with its exact span. Latents are the background that a text sets in passing, and causes that
it leaves unknown.

Source: `docs/explanation/semantics.md`, section 1: a latent is implied and not stated, a root, and stays the same in
every counterfactual. A phrase of time, season or weather beside a claim (`one winter night`) sets a background; `for
some reason` and `an unknown fault` name a cause and do not say which.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from causalcore.scenario.scenario import Event, Latent, LeftOut, Link, Provenance, Scenario, Sign, Strength
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
from nlbridge.reading.links.earlier_claims import earlier_claims
from nlbridge.reading.links.edges import Edge, Rule, told_once
from nlbridge.reading.links.likely import likely_links
from nlbridge.reading.links.mechanisms import consistent, is_remark, met_threats, sufficient
from nlbridge.reading.links.shared_causes import is_needless, with_remarks, with_shared_causes
from nlbridge.reading.quantities import with_quantities
from nlbridge.reading.statements.statements import statement

FRAMES: Final = word_class("frame_prepositions")
NO_REASON: Final = word_phrases("no_reason")
UNKNOWN: Final = word_class("unknown_words")
BACK: Final = 4
SETTINGS: Final = word_class("background_scales")
"""Dimensions of which a word in a phrase of time is a latent: a day of the week more often belongs to one claim."""


def with_latents(scenario: Scenario, words: Words) -> Scenario:
    """Add the latents of a text, and the links from unknown causes to what they brought about."""
    claims = [*_settings(words, scenario), *_unknown(words, scenario)]
    latents = tuple(Latent(id=f"l{k}", statement=f"{claim}.") for k, (claim, _) in enumerate(claims, start=1))
    links = []
    for latent, (_, place) in zip(latents, claims, strict=True):
        effect = None if place is None else _event_at(scenario, place)
        if effect is not None:
            links.append(Link(cause=latent.id, effect=effect, confidence=0.95, provenance=Provenance.WORDS))
    return replace(scenario, latents=latents, links=(*scenario.links, *links))


def _event_at(scenario: Scenario, place: int) -> str | None:
    return next((e.id for e in scenario.events if e.span and e.span[0] <= place < e.span[1]), None)


def _settings(words: Words, scenario: Scenario) -> list[tuple[str, None]]:
    """Return the claims of backgrounds of which the text names one group only; if it names more, none is fixed."""
    found: dict[str, set[str]] = {}
    framed: set[str] = set()
    for i in range(len(words.forms)):
        one = background_word(words.lower[i])
        if one is not None and one.scale in SETTINGS:
            found.setdefault(one.scale, set()).add(one.statement)
            if _adverbial(words, i) and not _stated(scenario, words.starts[i]):
                framed.add(one.scale)
    return [(next(iter(said)), None) for scale, said in found.items() if len(said) == 1 and scale in framed]


def _stated(scenario: Scenario, place: int) -> bool:
    """Whether a word stands in an event that is nothing but the background: `in the January cold`."""
    event = _event_at(scenario, place)
    return event is not None and scenario.event(event).statement.startswith("There ")


def _adverbial(words: Words, i: int) -> bool:
    """Whether a noun stands in a phrase of time: `on the afternoon`, `one January night`.

    An adjective (`in the dry summer`) states something of its own.
    """
    if not words.tags[i].startswith("NN"):
        return False
    before = range(max(0, i - BACK), i)
    opening = next((j for j in reversed(before) if words.tags[j] in {"IN", "CD", "DT"} and _opens(words, j)), None)
    return opening is not None and not any(words.tags[j].startswith("VB") for j in range(opening, i))


def _opens(words: Words, j: int) -> bool:
    return words.lower[j] in FRAMES


def _unknown(words: Words, scenario: Scenario) -> list[tuple[str, int]]:
    """Return the claims of causes that the text leaves unknown, each with where it says so."""
    found = []
    for i in range(len(words.forms)):
        if any(words.lower[i : i + len(frame)] == frame for frame in NO_REASON):
            found.append(("Something that the text does not name was at work", words.starts[i]))
        elif _unnamed(words, i) and not _stated(scenario, words.starts[i]):
            found.append((f"Something {words.lower[i]} was at work: a {words.forms[i + 1]}", words.starts[i]))
    return found[:1]


def _unnamed(words: Words, i: int) -> bool:
    return words.lower[i] in UNKNOWN and i + 1 < len(words.forms) and words.tags[i + 1].startswith("NN")


def without_supposed(scenario: Scenario, clause: str) -> Scenario:
    """Drop the latents that a what-if mentions: what is supposed does not stand still."""
    supposed = {one.scale for item in items(clause) for one in backgrounds(item.lemma)}
    gone = {latent.id for latent in scenario.latents if supposed & {one.scale for one in background_of(latent)}}
    if not gone:
        return scenario
    return replace(
        scenario,
        latents=tuple(latent for latent in scenario.latents if latent.id not in gone),
        links=tuple(link for link in scenario.links if link.cause not in gone),
    )


def background_of(latent: Latent) -> Sequence[Background]:
    """Return the backgrounds that a latent's statement sets."""
    forms = re.findall(r"[\w'-]+", latent.statement)
    return tuple(one for _, named in backgrounds_in(forms) for one in named)


__all__ = ["background_of", "with_latents", "without_supposed"]


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
    shown = layout(text)
    _check_language(shown.text)
    return scenario_of(analysed(shown, pipeline=pipeline), implicit=implicit)


def analysed(shown: Layout, *, pipeline: str | None = None) -> Reading:
    """Cut a text into claims, leave out what tells nothing that happened, and link the claims."""
    account = account_of(shown, pipeline=pipeline)
    words, found = account.words, account.clauses
    told = tuple(
        k
        for k, clause in enumerate(found)
        if k not in account.silent and not (is_remark(words, clause) or is_needless(words, clause))
    )
    if not told:
        raise UnreadableTextError(_nothing_told(account))
    if len(told) > MOST_CLAIMS:
        message = f"expected a text of at most {MOST_CLAIMS} claims, got {len(told)}; cut it into parts"
        raise UnreadableTextError(message)
    statements = {k: statement(words, found, k) for k in told}
    again = {told[k]: told[j] for k, j in repeats(list(statements.values())).items()}
    spans = tuple(words.span(found[k].low, found[k].high) for k in told)
    edges = _without_backward_links(
        likely_links([found[k] for k in told], scores("", account.given, spans)), earlier_claims(account.given, spans)
    )
    placed = tuple(replace(edge, cause=told[edge.cause], effect=told[edge.effect]) for edge in edges)
    placed = _without_causes_of_weather(placed, statements)
    placed = with_remarks(words, found, told, with_shared_causes(words, found, told, placed))
    return Reading(
        text=account.given,
        words=words,
        clauses=found,
        claims=tuple(k for k in told if k not in again),
        statements=statements,
        edges=consistent(told_once(placed, again)),
        left_out=_with_repeats(account, again),
    )


def _without_backward_links(edges: Sequence[Edge], earlier: Mapping[int, tuple[int, ...]]) -> tuple[Edge, ...]:
    """Leave out links that no word tells to what was over before their cause."""
    return tuple(e for e in edges if e.rule is Rule.SIGNAL or e.cause not in earlier.get(e.effect, ()))


def _without_causes_of_weather(edges: Sequence[Edge], statements: Mapping[int, str]) -> tuple[Edge, ...]:
    """Leave out links that no word tells and that would bring the weather about, but for those from other weather."""
    weather = {k for k, told in statements.items() if tells_of_weather(told)}
    return tuple(e for e in edges if e.rule is Rule.SIGNAL or e.effect not in weather or e.cause in weather)


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
        statement=reading.statements[k],
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
