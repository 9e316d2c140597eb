"""Latents of a text: the background that it sets in passing, and causes that it leaves unknown.

Source: `docs/explanation/semantics.md`, section 1: a latent is implied and not stated, a root, and stays the same in
every counterfactual. A phrase of time, season or weather beside a claim (`one winter night`) sets a background; `for
some reason` and `an unknown fault` name a cause and do not say which.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from causalcore.scenario.scenario import Latent, Link, Provenance, Scenario
from nlbridge.language.lexicon import word_class, word_phrases
from nlbridge.language.lexicon.backgrounds import Background, background_word, backgrounds, backgrounds_in
from nlbridge.language.meaning.word_similarity import items
from nlbridge.language.pipeline.words import Words

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
