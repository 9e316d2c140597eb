"""From a what-if in English to an intervention on the events of a scenario.

The request is taken apart by pattern (`nlbridge.supposing.hypothetical_clause`); a small trained network says which
claims its clause sets (`nlbridge.language.encoder`), if any, and the words say to which value. A what-if that probably
sets none is refused, with the nearest claim named.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from causalcore.scenario.intervention import Intervention
from causalcore.scenario.scenario import Event, Scenario
from nlbridge.errors import HypotheticalNotFoundError
from nlbridge.language.encoder.scores import Scores, scores
from nlbridge.language.meaning.word_similarity import Item, items, items_ahead
from nlbridge.reading.reader import without_supposed
from nlbridge.supposing.expectation import binding, calibrated_binding, claims_of, likeliest_set
from nlbridge.supposing.hypothetical_clause import Part, Request, parse_had, parse_request, parts_of
from nlbridge.supposing.supposed_value import imagined_value

REFUSED: Final = 0.45
"""Chance that a what-if sets any claim below which it is about something else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """An event that a part of a what-if was found to mention.

    Parameters
    ----------
    words
        The part of the what-if.
    score
        The chance that the what-if sets it.
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
        The chance that just these claims are set.
    scores
        What the network says of the claims beside this what-if; None where a language model was asked.
    """

    scenario: Scenario
    intervention: Intervention
    clause: str
    matched: tuple[Match, ...]
    confidence: float
    scores: Scores | None = None


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
    request = _request(had, query)
    parts = parts_of(request)
    found = scores(request.clause, *claims_of(scenario))
    places = _places(parts, found, scenario)
    items_ahead(_phrases(scenario, places))
    said = any(item.content for part in parts for item in (*part.subject, *part.predicate))
    if binding(found, range(len(found.sets))) < REFUSED or not said:
        raise _refused(request.clause, scenario, places[0])
    matches = []
    for place in places:
        event = scenario.events[place]
        part = _part_about(event, parts, scenario.text)
        domain, value = imagined_value(part, event, _event_items(event, scenario.text), instead_of=request.instead_of)
        scenario = replace(scenario, events=tuple(domain if e.id == domain.id else e for e in scenario.events))
        chance = float(found.sets[place])
        matches.append(Match(event=event.id, value=value, words=part.words, score=chance, alternative=part.finite))
    return Hypothetical(
        scenario=without_supposed(scenario, request.clause),
        intervention=Intervention(tuple({m.event: m.value for m in matches}.items())),
        clause=" and ".join(part.finite for part in parts),
        matched=tuple(matches),
        confidence=calibrated_binding(binding(found, places)),
        scores=found,
    )


def _request(had: str | None, query: str | None) -> Request:
    if (had is None) == (query is None):
        message = f"expected one of had and query, got had={had!r}, query={query!r}; give the one that you have"
        raise ValueError(message)
    return parse_had(had) if had is not None else parse_request(query or "")


def clause_words(*, had: str | None = None, query: str | None = None) -> str:
    """Return the words of a what-if that `resolve` will have analysed, without the frame of the request."""
    return _request(had, query).clause


def compared_words(scenario: Scenario, *, had: str | None = None, query: str | None = None) -> tuple[str, ...]:
    """Return what `resolve` will compare a what-if with: each claim that it sets, as a sentence and as in the text."""
    request = _request(had, query)
    found = scores(request.clause, *claims_of(scenario))
    return _phrases(scenario, _places(parts_of(request), found, scenario))


def _places(parts: tuple[Part, ...], found: Scores, scenario: Scenario) -> tuple[int, ...]:
    """Return the claims that a what-if sets: of one that makes several claims, that which each of these sets."""
    if len(parts) < 2:
        return (likeliest_set(found),)
    text, spans = claims_of(scenario)
    return tuple(sorted({likeliest_set(scores(part.words, text, spans)) for part in parts}))


def _refused(clause: str, scenario: Scenario, nearest: int) -> HypotheticalNotFoundError:
    told_of = tuple(event.statement for event in scenario.events)
    return HypotheticalNotFoundError(clause, told_of, told_of[nearest])


def _part_about(event: Event, parts: tuple[Part, ...], text: str) -> Part:
    """Return the part of a what-if that shares most with an event."""
    own = {item.lemma for item in _event_items(event, text) if item.content}
    return max(parts, key=lambda part: sum(item.lemma in own for item in (*part.subject, *part.predicate)))


def _phrases(scenario: Scenario, places: tuple[int, ...]) -> tuple[str, ...]:
    events = (scenario.events[place] for place in places)
    return tuple(phrase for e in events for phrase in (e.statement, _quoted(e, scenario.text)))


def _event_items(event: Event, text: str) -> tuple[Item, ...]:
    return items(event.statement) + items(_quoted(event, text))


def _quoted(event: Event, text: str) -> str:
    return text[slice(*event.span)] if event.span else ""
