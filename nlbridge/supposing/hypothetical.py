"""From a what-if in English to an intervention on the events of a scenario.

Patterns split the request (`nlbridge.supposing.hypothetical_clause`). A small trained network says which claims its
clause sets, if any (`nlbridge.language.encoder`), and the words say to which value. A what-if that probably sets no
claim is refused, naming the nearest claim.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np

from causalcore.mechanisms.formula import Constant, Name, Operation, Operator, substituted
from causalcore.mechanisms.parsing import parse_formula
from causalcore.scenario.intervention import Intervention
from causalcore.scenario.scenario import Event, Kind, Scenario
from nlbridge.errors import HypotheticalNotFoundError
from nlbridge.language.encoder.scores import Scores, scores
from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.sentences import Word, words
from nlbridge.language.meaning.word_relations import direction, related
from nlbridge.language.meaning.word_similarity import LIGHT, Item, best, denials, items
from nlbridge.language.pipeline.dictionary import entry, past, unprefixed
from nlbridge.language.pipeline.spelling import is_slip
from nlbridge.reading.quantities import trend
from nlbridge.reading.reader import without_supposed
from nlbridge.supposing.expectation import binding, calibrated_binding, claims_of
from nlbridge.supposing.hypothetical_clause import Part, Request, as_taught, parse_had, parse_request, parts_of
from nlbridge.supposing.restatement import only_qualified, restates

REFUSED: Final = 0.018
"""A what-if is refused as about something else if the chance that it sets any claim is lower: 2.2 % of 1,680 labelled
ones of texts that the network was not trained on. What is just above is said with a low chance of being understood."""
NEAREST: Final = 0.05
"""Least chance of the nearest claim for a refusal to name it."""
RELATED: Final = 0.5
"""Least similarity of two words of which one may stand for the other, or for its opposite."""
STRANGER: Final = 0.41
"""Factor on a claim's chance for each content word of a what-if that is like none of the claim's. Fitted in six folds
by story, with an earlier network, on 2,613 what-ifs of texts that no network was trained on. With this one 83.9 instead
of 83.1 % set the right claim; 0.3 has 84.1 %, within chance."""
REJECTING: Final = frozenset({("rather", "than"), ("instead", "of")})
SPELT: Final = re.compile(r"[a-z]{3,}")
"""Words whose spelling is corrected."""
NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")
THINGS: Final = ("NN", "CD", "JJ", "VBN")
STATES: Final = word_class("state_verbs")
OPENING: Final = frozenset({"DT", "PRP$", "JJ", "CD", "NN", "NNS", "NNP", "NNPS"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Hypothetical:
    """A what-if, understood.

    Parameters
    ----------
    scenario
        The scenario, with choices extended by values that the what-if names.
    clause
        The what-if as one finite clause, without the request around it.
    confidence
        The chance that exactly these claims are set.
    scores
        The network's scores of the claims for this what-if; None if a language model was asked.
    """

    scenario: Scenario
    intervention: Intervention
    clause: str
    confidence: float
    scores: Scores | None = None


def resolve(scenario: Scenario, *, had: str | None = None, query: str | None = None) -> Hypothetical:
    """Find the events that a what-if sets, and their values.

    Parameters
    ----------
    had
        A bare what-if: `the dam not burst`, `if the dam had held`, `without the storm`.
    query
        A whole request: `Rewrite the text, based on what would have happened had the dam not burst.`

    Raises
    ------
    HypotheticalNotFoundError
        If no event of the scenario matches, or the what-if only says when or how one happened.
    ValueError
        If neither or both of `had` and `query` are given.
    """
    asked = _request(had, query)
    request = spelt(asked, scenario)
    clause_scores = _scored(request.clause, scenario)
    likeliest = int(clause_scores.sets.argmax())
    items.prefetch((request.clause, *_phrases(scenario, (likeliest,))))  # in one call of the pipeline
    parts = parts_of(request)
    places = _places(parts, clause_scores, scenario)
    says = any(item.content for part in parts for item in (*part.subject, *part.predicate))
    statements = tuple(event.statement for event in scenario.events)
    if binding(clause_scores, range(len(clause_scores.sets))) < REFUSED or not says:
        nearest = statements[places[0]] if float(clause_scores.sets[places[0]]) >= NEAREST else None
        raise HypotheticalNotFoundError(asked.clause, statements, nearest)
    values = {}
    for place in places:
        event = scenario.events[place]
        phrases = tuple(items(phrase) for phrase in _phrases(scenario, (place,)))
        own = {item.lemma for phrase in phrases for item in phrase if item.content}
        part = max(parts, key=lambda p: sum(item.lemma in own for item in (*p.subject, *p.predicate)))
        stated, quoted = map(_chosen, phrases)
        if only_qualified(part, stated, quoted):
            raise HypotheticalNotFoundError(asked.clause, statements, moved=event.statement)
        domain, values[event.id] = imagined_value(part, event, stated, quoted, request.instead_of)
        scenario = _with_domain(scenario, domain)
    return Hypothetical(
        scenario=without_supposed(scenario, request.clause),
        intervention=Intervention(tuple(values.items())),
        clause=" and ".join(part.finite for part in parts),
        confidence=calibrated_binding(binding(clause_scores, places)),
        scores=clause_scores,
    )


def _with_domain(scenario: Scenario, domain: Event) -> Scenario:
    """Return a scenario with an event whose domain may have changed.

    If it became a choice, formulas that used its truth now test whether it has the value of the text.
    """
    events = tuple(domain if event.id == domain.id else event for event in scenario.events)
    if domain.kind is scenario.event(domain.id).kind or domain.kind is not Kind.CHOICE:
        return replace(scenario, events=events)
    holds = Operation(Operator.EQUAL, (Name(domain.id), Constant(domain.fact)))
    mechanisms = tuple(
        (effect, str(substituted(parse_formula(formula), domain.id, holds)))
        for effect, formula in scenario.mechanisms
        if effect != domain.id  # The event that is set has no cause, and in the text it has its fact.
    )
    return replace(scenario, events=events, mechanisms=mechanisms)


def _request(had: str | None, query: str | None) -> Request:
    if (had is None) == (query is None):
        message = f"expected one of had and query, got had={had!r}, query={query!r}; give the one that you have"
        raise ValueError(message)
    return parse_had(had) if had is not None else parse_request(query or "")


def spelt(request: Request, scenario: Scenario) -> Request:
    """Replace words that no dictionary has by the words of an event that they misspell: `dor` by `door`.

    The network knows words only as they should be. What has a capital may be a name, and stays.
    """
    told = sorted({word for event in scenario.events for word in SPELT.findall(event.statement.lower())})
    clause = request.clause
    for word in {word.text for word in words(clause) if word.content and SPELT.fullmatch(word.text)}.difference(told):
        meant = [] if entry(unprefixed(word)) else [other for other in told if is_slip(word, other)]
        if len(meant) == 1:
            clause = re.sub(rf"\b{word}\b", meant[0], clause)
    return replace(request, clause=clause)


def clause_words(*, had: str | None = None, query: str | None = None) -> str:
    """Return the words of a what-if that `resolve` will analyze, but for their spelling, without the request."""
    return _request(had, query).clause


def compared_words(scenario: Scenario, *, had: str | None = None, query: str | None = None) -> tuple[str, ...]:
    """Return what `resolve` will compare a what-if with: each claim that it sets, as a sentence and as in the text."""
    request = spelt(_request(had, query), scenario)
    clause_scores = _scored(request.clause, scenario)
    return _phrases(scenario, _places(parts_of(request), clause_scores, scenario))


def _scored(clause: str, scenario: Scenario) -> Scores:
    """Return the network's scores for the clause of a what-if, weighted by the words that it shares with each claim."""
    text, spans = claims_of(scenario)
    return weighted_by_words(scores(as_taught(clause), text, spans), clause, [text[slice(*span)] for span in spans])


def weighted_by_words(found: Scores, clause: str, claims: Sequence[str]) -> Scores:
    """Return scores in which a claim is less likely to be set for each word of a what-if that is like none of its own.

    The chance that any claim is set stays as it is. The network may prefer another claim about the same thing: for `the
    phone not fallen` it takes `the phone would not start` rather than `I dropped my phone`. A claim that alone has a
    word like each word of a denial is the one that is denied.
    """
    clause_words = words(clause)
    asked = [word for word in clause_words if word.content]
    if len(claims) < 2 or not asked:
        return found
    own = [[word for word in words(claim) if word.content] for claim in claims]
    strangers = np.array([sum(_is_stranger(word, claim) for word in asked) for claim in own])
    sets = found.sets * STRANGER ** (strangers - strangers.min())
    complete, likeliest = np.flatnonzero(strangers == 0), int(sets.argmax())
    if len(complete) == 1 and len(asked) > 1 and any(word.negator for word in clause_words):
        sets[[likeliest, complete[0]]] = sets[[complete[0], likeliest]]
    return replace(found, sets=sets * (found.sets.sum() / sets.sum()))


def _is_stranger(word: Word, claim: Sequence[Word]) -> bool:
    """Return whether a word is like none of a claim, nor the opposite of one."""
    return all(word.lemmas.isdisjoint(other.lemmas) and related(word, other)[0] < RELATED for other in claim)


def _places(parts: tuple[Part, ...], clause_scores: Scores, scenario: Scenario) -> tuple[int, ...]:
    """Return the claims that a what-if sets: the likeliest one for each of its parts."""
    scored = [clause_scores] if len(parts) < 2 else [_scored(part.words, scenario) for part in parts]
    return tuple(sorted({int(found.sets.argmax()) for found in scored}))


def _phrases(scenario: Scenario, places: tuple[int, ...]) -> tuple[str, ...]:
    """Return each claim at the given places as a sentence and as in the text."""
    events = [scenario.events[place] for place in places]
    return tuple(phrase for e in events for phrase in (e.statement, scenario.text[slice(*e.span)] if e.span else ""))


def imagined_value(
    part: Part, event: Event, stated: tuple[Item, ...], quoted: tuple[Item, ...], instead_of: str | None
) -> tuple[Event, str]:
    """Return the event, its domain extended if the what-if names a new value, and the value.

    A what-if that only restates the fact gives the factual value and so changes nothing. One that names something else
    instead of what the text says makes the event a choice. `stated` holds the words of the event's statement, and
    `quoted` its words in the text.
    """
    if restates(part, stated, quoted):
        return event, event.fact
    if event.kind is Kind.QUANTITY and len(event.values) == 3:
        return event, _direction(part, event, (*stated, *quoted))
    if event.kind is Kind.CHOICE:
        return _choice(part, event)
    choice = as_choice(part, event, instead_of)
    if choice is not None:
        return choice, choice.values[1]
    return event, next((value for value in event.values if value != event.fact), "false")


def _chosen(event_items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Drop what an event says was not chosen: `in oil rather than butter`."""
    pairs = ((first.lower, second.lower) for first, second in pairwise(event_items))
    return event_items[: next((k for k, pair in enumerate(pairs) if pair in REJECTING), None)]


def _direction(part: Part, event: Event, event_items: tuple[Item, ...]) -> str:
    """Return the direction in which a what-if moves a quantity: by its numbers or words, else against the claim's."""
    lower, _, higher = event.values
    denied = denials(part.tokens) > 0
    mine, stated = _numbers(" ".join(item.lower for item in part.tokens)), _numbers(event.statement)
    if mine and stated and mine[-1] != stated[-1] and not denied:
        return higher if mine[-1] > stated[-1] else lower
    way = _ways(part.tokens) * (-1 if denied else 1)
    return higher if (way or -(trend(event.statement) or _ways(event_items))) > 0 else lower


def _ways(words: tuple[Item, ...]) -> int:
    """Return how many more words mean rising than falling."""
    return sum(direction(item.lemma) for item in words)


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(float(number.replace(",", "").rstrip(".")) for number in NUMBER.findall(text))


def _choice(part: Part, event: Event) -> tuple[Event, str]:
    """Return the choice with the value that the what-if names, added to its values if it is new, and the value."""
    mentioned = {item.lemma for item in part.predicate} | {item.lower for item in part.tokens}
    others = [value for value in event.values if value != event.fact]
    meant = next((value for value in others if set(value.lower().split()) <= mentioned), None)
    if meant is not None:
        return event, meant
    named = " ".join(item.lower for item in part.tokens if item in part.predicate and item.lemma not in LIGHT)
    if denials(part.tokens) or not named:
        named = next(iter(others), f"not {event.fact}")
    return replace(event, values=tuple(dict.fromkeys((*event.values, named)))), named


def as_choice(part: Part, event: Event, instead_of: str | None) -> Event | None:
    """Return the event as a choice between the fact and what the what-if names; None if it names nothing."""
    stated = items(event.statement)
    if event.kind is not Kind.EVENT or part.absent or denials(part.tokens) or denials(stated) or trend(event.statement):
        return None
    fact, supposed = _predicate(stated), _predicate(part.tokens)
    lemmas = [item.lemma for item in fact if item.content]
    if not fact or not supposed or any(best(item.lemma, lemmas)[1] for item in supposed if item.content):
        return None
    values = _values(part, event, fact, supposed, instead_of)
    return replace(event, kind=Kind.CHOICE, values=values, fact=values[0]) if values and all(values) else None


def _predicate(tokens: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the words from the main verb on; empty if the only verbs are verbs of state, such as `be`."""
    for k, item in enumerate(tokens):
        if k and item.tag[:2] == "VB" and item.lemma not in STATES:
            return tokens[k:]
    return ()


def _values(
    part: Part, event: Event, fact: tuple[Item, ...], supposed: tuple[Item, ...], instead_of: str | None
) -> tuple[str, str] | None:
    if instead_of and not any(best(item.lemma, [i.lemma for i in fact])[0] for item in items(instead_of)):
        return None
    if not (_names_more(fact, supposed) and _names_more(supposed, fact) and _same_subject(part, event)):
        return None
    if best(supposed[0].lemma, [fact[0].lemma])[0] > 0:
        return _rest(event.statement, fact[1:]), _rest(part.words, supposed[1:])
    if all(len(words) > 1 and words[1].tag in OPENING for words in (fact, supposed)):  # each verb has its own object
        return _rest(event.statement, fact), f"{past(supposed[0].lower)} {_rest(part.words, supposed[1:])}"
    return None


def _names_more(predicate: tuple[Item, ...], against: tuple[Item, ...]) -> bool:
    """Return whether a predicate names a thing that another does not."""
    lemmas = [item.lemma for item in against]
    return any(
        item.tag.startswith(THINGS) and item.content and best(item.lemma, lemmas)[0] == 0 for item in predicate[1:]
    )


def _same_subject(part: Part, event: Event) -> bool:
    """Return whether the what-if is about the event's own subject; a pronoun counts as it."""
    verb = next((k for k, item in enumerate(part.tokens) if item.tag[:2] in {"VB", "MD"}), 0)
    stated = items(event.statement)
    own = [item.lemma for item in stated[: len(stated) - len(_predicate(stated))]]
    subject = part.tokens[:verb]
    pronoun = any(item.tag == "PRP" for item in subject)
    return pronoun or any(item.tag.startswith("NN") and best(item.lemma, own)[0] > 0 for item in subject)


def _rest(text: str, tokens: tuple[Item, ...]) -> str:
    """Return the words of a text from the first of the items on, as written there."""
    words, wanted = text.rstrip(". ").split(), _letters([item.lower for item in tokens])
    low = next((k for k in range(len(words)) if _letters(words[k:]) == wanted), None)
    return " ".join(words[low:]).strip(" .,;") if low is not None else " ".join(item.lower for item in tokens)


def _letters(words: list[str]) -> str:
    return "".join(c for word in words for c in word.lower() if c.isalnum())
