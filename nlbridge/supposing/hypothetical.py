"""From a what-if in English to an intervention on the events of a scenario.

The request is taken apart by pattern (`nlbridge.supposing.request`), its clause compared
with every event by what the words share (`nlbridge.language.meaning.word_similarity`), weighted by how
rare they are in this scenario, subject against subject and predicate against
event. Where nothing matches, the answer is a refusal that shows what was read.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from causalcore.scenario.intervention import Intervention
from causalcore.scenario.scenario import Event, Scenario
from nlbridge.errors import HypotheticalNotFoundError
from nlbridge.language.meaning.word_similarity import Item, best, items, items_ahead, likeness
from nlbridge.reading.latents import without_supposed
from nlbridge.supposing.hypothetical_clause import Part, parts_of
from nlbridge.supposing.nearest_event import nearest
from nlbridge.supposing.request import parse_had, parse_request
from nlbridge.supposing.supposed_value import imagined_value

LEAST_SCORE: Final = 0.25
"""Below this share of matched words a what-if is about something else."""

COVERAGE, SUBJECT, PREDICATE, FOCUS = 0.45, 0.2, 0.25, 0.1
"""Weights of the parts of a score, set by hand."""

HEAD: Final = 1.5
"""Weight of the last noun of a subject against the words that describe it: `phones` in `the library's phones`."""

EXPERIENCE: Final = frozenset("suffer experience undergo contract develop encounter face receive".split())
"""Verbs whose object says what happens: `not suffered from gout` takes the gout away."""

BORROWED: Final = 0.55
"""Worth of a matched word that an event takes over from the phrase of another event."""

OWN_SUBJECT: Final = 0.03
"""Between equals, the clause that names the subject goes before one that borrows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """An event that a part of a what-if was found to speak of.

    Parameters
    ----------
    words
        The part of the what-if.
    score
        How well it fits, between 0 and 1.
    alternative
        The part as a finite clause, for use in English: `the dam had held`.
    """

    event: str
    value: str
    words: str
    score: float
    alternative: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hypothetical:
    """A what-if, understood.

    Parameters
    ----------
    scenario
        The scenario, with the domains of choices extended by what the what-if names.
    clause
        The what-if without its frame, as one finite clause.
    confidence
        How sure the match is, from its score and its lead over the next event; set by hand, not calibrated.
    """

    scenario: Scenario
    intervention: Intervention
    clause: str
    matched: tuple[Match, ...]
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class _Profile:
    """The words of an event, with those of its subject."""

    event: Event
    lemmas: frozenset[str]
    quoted: frozenset[str]
    subject: frozenset[str]
    predicate: frozenset[str]


def resolve(scenario: Scenario, *, had: str | None = None, query: str | None = None) -> Hypothetical:
    """Find the events that a what-if is about, and the values that it gives them.

    Parameters
    ----------
    had
        A bare what-if: `the dam not burst`, `if the dam had held`, `without the storm`.
    query
        A whole request: `Rewrite the text, based on what would have happened had the dam not burst.`

    Raises
    ------
    HypotheticalNotFoundError
        If no event of the scenario matches.
    ValueError
        If neither or both of `had` and `query` are given.
    """
    if (had is None) == (query is None):
        message = f"expected one of had and query, got had={had!r}, query={query!r}; give the one that you have"
        raise ValueError(message)
    request = parse_had(had) if had is not None else parse_request(query or "")
    items_ahead((request.clause, *phrases(scenario)))
    parts = parts_of(request)
    profiles = tuple(_profile(event, scenario.text) for event in scenario.events)
    stated = tuple(_profile(event, "") for event in scenario.events)
    matches: list[Match] = []
    certainty = 1.0
    for part in parts:
        ranked = _ranked(part, profiles, request.instead_of)
        if not ranked or ranked[0][0] < LEAST_SCORE:  # the text says `she`, the what-if names her
            ranked = _ranked(part, stated, request.instead_of)
        if not ranked or ranked[0][0] < LEAST_SCORE:
            raise _refused(part, request.clause, scenario)
        score, profile = ranked[0]
        rival = ranked[1][0] if len(ranked) > 1 else 0.0
        certainty *= _confidence(score, rival)
        domain, value = imagined_value(
            part, profile.event, _event_items(profile.event, scenario.text), instead_of=request.instead_of
        )
        if domain != profile.event:
            scenario = replace(scenario, events=tuple(domain if e.id == domain.id else e for e in scenario.events))
        matches.append(
            Match(event=profile.event.id, value=value, words=part.words, score=score, alternative=part.finite)
        )
    return Hypothetical(
        scenario=without_supposed(scenario, request.clause),
        intervention=Intervention(tuple({m.event: m.value for m in matches}.items())),
        clause=" and ".join(part.finite for part in parts),
        matched=tuple(matches),
        confidence=certainty,
    )


def _refused(part: Part, clause: str, scenario: Scenario) -> HypotheticalNotFoundError:
    told = [(event.statement, _event_items(event, scenario.text)) for event in scenario.events]
    near = nearest((*part.subject, *part.predicate), told)
    return HypotheticalNotFoundError(part.words or clause, tuple(statement for statement, _ in told), near)


def phrases(scenario: Scenario) -> tuple[str, ...]:
    """Return what a what-if is compared with: the statement of each event, and its words in the text."""
    return tuple(phrase for e in scenario.events for phrase in (e.statement, _quoted(e, scenario.text)))


def _event_items(event: Event, text: str) -> tuple[Item, ...]:
    return items(event.statement) + items(_quoted(event, text))


def _quoted(event: Event, text: str) -> str:
    return text[slice(*event.span)] if event.span else ""


def _own_words(quoted: Sequence[Item], subject: frozenset[str]) -> frozenset[str] | None:
    """Return the words that an event is told by in the text; None where it shares a subject told elsewhere.

    What a pronoun stands for is no word of the event: many events may be said of one person.
    """
    words = [item for item in quoted if item.tag[:1].isalpha()]
    said = frozenset(item.lemma for item in words)
    verb = bool(words) and words[0].tag[:2] == "VB"
    return None if not words or (verb and not subject & said) else said


def _profile(event: Event, text: str) -> _Profile:
    statement = items(event.statement)
    verb = next((k for k, item in enumerate(statement) if item.tag[:2] in {"VB", "MD"}), len(statement))
    subject = frozenset(item.lemma for item in statement[:verb] if item.content)
    lemmas = frozenset(item.lemma for item in _event_items(event, text) if item.content)
    quoted = items(text[slice(*event.span)]) if event.span else ()
    own = _own_words(quoted, subject)
    if own is not None:
        subject &= own
        if quoted and quoted[0].tag[:2] == "VB":
            subject = frozenset()
    predicate = frozenset(item.lemma for item in statement[verb:] if item.content) | (lemmas - subject)
    light = frozenset(item.lemma for item in statement[verb:] if not item.content) if not predicate else frozenset()
    return _Profile(
        event=event,
        lemmas=lemmas | light,
        quoted=frozenset(item.lemma for item in quoted),
        subject=subject,
        predicate=predicate | light,
    )


def _ranked(part: Part, profiles: Sequence[_Profile], instead_of: str | None) -> list[tuple[float, _Profile]]:
    replaced = tuple(item for item in items(instead_of) if item.content) if instead_of else ()
    part = _experienced(part, profiles)
    words = (*part.subject, *part.predicate, *replaced)
    rarity = _rarity(words, profiles)
    head = _head(part)
    if head is not None:
        rarity[head] *= HEAD
    scored = []
    for profile in profiles:
        borrowed = _borrowed(profile, profiles)
        coverage = _coverage(words, profile.lemmas, rarity, borrowed)
        subject = _coverage(part.subject, profile.subject, rarity, borrowed) if part.subject else coverage
        said = (*part.predicate, *replaced)
        predicate = _coverage(said, profile.predicate, rarity, borrowed) if part.predicate else coverage
        focus = _focus(profile, words)
        total = COVERAGE * coverage + SUBJECT * subject + PREDICATE * predicate + FOCUS * focus
        named = OWN_SUBJECT * any(item.lemma in profile.quoted for item in part.subject)
        scored.append((min(1.0, total + named) if coverage > 0 else 0.0, profile))
    ranked = sorted(scored, key=lambda pair: -pair[0])
    return ranked if _predicate_known(part, profiles) else _first_mention(part, ranked, rarity)


def _experienced(part: Part, profiles: Sequence[_Profile]) -> Part:
    """Reduce `the captain not suffered from gout` to the gout, where an event speaks of it."""
    undergone = tuple(item for item in part.predicate if item.lemma not in EXPERIENCE)
    known = any(item.lemma in profile.quoted for item in undergone for profile in profiles)
    if len(undergone) == len(part.predicate) or not known:
        return part
    return replace(part, subject=(), predicate=undergone)


def _head(part: Part) -> str | None:
    """Return the last noun of the subject before any preposition."""
    end = next((item.position for item in part.tokens if item.tag == "IN"), len(part.tokens) + 1)
    return next((i.lemma for i in reversed(part.subject) if i.tag.startswith("NN") and i.position < end), None)


def _predicate_known(part: Part, profiles: Sequence[_Profile]) -> bool:
    """Whether some event has a word of what the what-if says of its subject."""
    said = [item for item in part.predicate if item.tag != "RP"] or part.predicate
    return any(best(item.lemma, profile.lemmas)[0] > 0 for item in said for profile in profiles)


def _first_mention(
    part: Part, ranked: list[tuple[float, _Profile]], rarity: dict[str, float]
) -> list[tuple[float, _Profile]]:
    """Put the event that brings the subject up before those that only come back to it: `a nail ... the nail`."""
    if not ranked or not ranked[0][1].event.span or not part.subject:
        return ranked
    most = max(_coverage(part.subject, profile.quoted, rarity, frozenset()) for _, profile in ranked)
    mentions = [
        pair
        for pair in ranked
        if pair[0] > 0 and _coverage(part.subject, pair[1].quoted, rarity, frozenset()) >= most > 0
    ]
    first = sorted(mentions, key=lambda pair: pair[1].event.span or (0, 0))
    return [*first[:1], *(pair for pair in ranked if pair not in first[:1])]


def _rarity(words: Sequence[Item], profiles: Sequence[_Profile]) -> dict[str, float]:
    """Weigh each word by how few events it could mean; a word that no event has says little."""
    count: Counter[str] = Counter()
    for lemma in {item.lemma for item in words}:
        count[lemma] = sum(best(lemma, profile.lemmas)[0] > 0 for profile in profiles)
    most = len(profiles) + 1
    return {
        lemma: math.log(most / found) + 0.1 if found else 0.5 * math.log(most) + 0.1 for lemma, found in count.items()
    } | {item.lemma: 0.5 * math.log(most) for item in words if item.lemma not in count}


def _borrowed(profile: _Profile, profiles: Sequence[_Profile]) -> frozenset[str]:
    """Words of a statement that only another event's quote has: `the gale` of `a gale felled the mast`."""
    if not profile.quoted:
        return frozenset()
    elsewhere = frozenset(lemma for other in profiles if other is not profile for lemma in other.quoted)
    return (profile.lemmas - profile.quoted) & elsewhere


def _coverage(
    words: Sequence[Item], lemmas: frozenset[str], rarity: dict[str, float], borrowed: frozenset[str]
) -> float:
    """Return the share of the words, weighed by rarity, that an event has; what it borrows counts less."""
    total = sum(rarity[item.lemma] for item in words)
    return sum(rarity[item.lemma] * _match(item.lemma, lemmas, borrowed) for item in words) / total if total else 0.0


def _match(lemma: str, lemmas: frozenset[str], borrowed: frozenset[str]) -> float:
    return max(best(lemma, lemmas - borrowed)[0], BORROWED * best(lemma, borrowed)[0])


def _focus(profile: _Profile, words: Sequence[Item]) -> float:
    """Return the share of the event that the what-if mentions."""
    if not profile.lemmas:
        return 0.0
    return sum(any(likeness(lemma, item.lemma)[0] > 0 for item in words) for lemma in profile.lemmas) / len(
        profile.lemmas
    )


def _confidence(score: float, rival: float) -> float:
    """Turn a score and its lead over the next event into a confidence."""
    return min(0.99, max(0.05, 0.35 + 0.5 * score + 0.8 * min(0.3, score - rival)))
