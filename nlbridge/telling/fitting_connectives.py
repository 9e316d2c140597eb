"""Connectives that fit the values of a counterfactual world, put where the text has others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from causalcore.derivation.rubric import fitting_connective
from causalcore.scenario.scenario import Event, Link, Scenario, Sign
from nlbridge.language.forms.negation import Change
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import Argument, Signal, SignalKind, signals_at
from nlbridge.telling.contrary_clauses import cased

BACKWARD: Final = word_class("pointed_at")
CONCESSIVE: Final = {
    SignalKind.SUBORDINATOR: "although",
    SignalKind.PREPOSITION: "despite",
    SignalKind.COORDINATOR: "but",
    SignalKind.ADVERB: "even so",
    SignalKind.JOINT: "despite",
}
CONSECUTIVE: Final = {
    SignalKind.SUBORDINATOR: "because",
    SignalKind.PREPOSITION: "because of",
    SignalKind.COORDINATOR: "and",
    SignalKind.ADVERB: "as a result",
    SignalKind.JOINT: "combined with",
}
VAGUE: Final = word_class("vague_connectives")
"""Words that are signals only sometimes, and fit either way."""

TIMES: Final = word_class("time_connectives")
"""Signals of time, which a cause that did not come about turns into a reason."""

STOPS: Final = frozenset({".", ",", ";", ":", "!", "?"})
REACH: Final = 24
"""Characters between a signal and the event that it introduces, at most."""


def turned_connectives(doc: Any, scenario: Scenario, values: Mapping[str, str]) -> tuple[Change, ...]:
    """Return the changes that make every connective of a text fit the values."""
    tokens = [token for token in doc if not token.is_space]
    lower = tuple(token.lower_.replace("\u2019", "'") for token in tokens)
    changes: list[Change] = []
    position = 0
    while position < len(tokens):
        found = next((s for s in signals_at(lower, position) if s.kind in CONCESSIVE), None)
        if found is None or str(found) in VAGUE or not _joins_clauses(found, lower, position, tokens):
            position += 1
            continue
        after = position + len(found.words)
        start, end = tokens[position].idx, tokens[after - 1].idx + len(tokens[after - 1].text)
        needed = _needed(found, (start, end), lower[after] if after < len(lower) else "", scenario, values)
        if needed and _turns(found, needed, (start, end), scenario, values):
            word = _word(found, needed, position, lower)
            if _closes(found, position, after, lower):
                start, word = tokens[position - 1].idx + len(tokens[position - 1].text), ""
            changes.append(Change(start=start, end=end, text=cased(word, tokens[position].text)))
        position = after
    return tuple(changes)


def _turns(signal: Signal, needed: str, where: tuple[int, int], scenario: Scenario, values: Mapping[str, str]) -> bool:
    """Whether a signal has to give way; one of time does only where its event does not come about."""
    if str(signal) in TIMES:
        return _absent(where, scenario, values)
    return (needed == "concessive") != (signal.sign is Sign.INHIBITS)


def _closes(signal: Signal, position: int, after: int, lower: Sequence[str]) -> bool:
    """Whether an adverb stands at the end of its clause, where none of the other kind does: `failed all the same`."""
    ends = after >= len(lower) or lower[after] in STOPS
    return signal.kind is SignalKind.ADVERB and position > 0 and lower[position - 1] not in STOPS and ends


def _other_use(signal: str, before: Any) -> bool:
    """Whether the word before shows that no connective follows: `had given`, `did so`, `nothing but pork`."""
    return (
        (signal == "given" and before.lemma_ in word_class("be_have"))
        or (signal == "so" and before.lemma_ == "do")
        or (signal == "but" and before.lower_ in word_class("except_pronouns"))
    )


def _joins_clauses(signal: Signal, lower: Sequence[str], position: int, tokens: Sequence[Any]) -> bool:
    """Whether an ambiguous word (`as`, `since`, `so`, `for`) opens a clause here, and `combined with` a noun phrase."""
    after = position + len(signal.words)
    if after >= len(tokens):
        return signal.kind is SignalKind.ADVERB
    if lower[after] == "of" or (position > 0 and _other_use(str(signal), tokens[position - 1])):
        return False
    if signal.kind is SignalKind.JOINT:
        return signal.words[-1] == "with"
    if str(signal) in word_class("joining_as") and signal.kind is SignalKind.SUBORDINATOR:
        edge = position == 0 or lower[position - 1] in word_class("and_but") | {".", ",", ";"}
        return edge and tokens[after].tag_ in {"DT", "PRP", "PRP$", "NNP", "NN", "NNS", "EX"}
    if str(signal) in TIMES:
        return position == 0 or lower[position - 1] in word_class("and_but") | {".", ",", ";"}
    if str(signal) == "so":
        return (position > 0 and lower[position - 1] in {",", ";"}) or tokens[after].tag_ not in {"JJ", "RB", "CC"}
    return True


def _absent(where: tuple[int, int], scenario: Scenario, values: Mapping[str, str]) -> bool:
    """Whether the event after a signal does not come about."""
    event = _complement(where, scenario.events)
    return event is not None and values.get(event.id, event.fact) != event.fact


def _word(signal: Signal, needed: str, position: int, lower: Sequence[str]) -> str:
    """Choose the word that takes a signal's place."""
    table = CONCESSIVE if needed == "concessive" else CONSECUTIVE
    word = table[signal.kind]
    if signal.words[0] == "which" or str(signal) in word_class("so_forms"):
        return "but" if needed == "concessive" else "so"
    if signal.kind is SignalKind.SUBORDINATOR and signal.follows is Argument.EFFECT:
        return "but" if needed == "concessive" else "so"
    if position > 0 and lower[position - 1] == "," and signal.words[-1] == "that":
        return "but" if needed == "concessive" else "so"
    inside = (
        signal.kind is SignalKind.ADVERB
        and position > 0
        and lower[position - 1] not in {".", ",", ";", "and", "!", "?"}
    )
    if inside:
        return "nevertheless" if needed == "concessive" else "therefore"
    if signal.kind is SignalKind.ADVERB and str(signal) == "so":
        return "but" if needed == "concessive" else "so"
    return word


def _needed(
    signal: Signal, where: tuple[int, int], following: str, scenario: Scenario, values: Mapping[str, str]
) -> str | None:
    """Return the kind of connective that all links of a signal call for, None where they disagree."""
    event = _complement(where, scenario.events)
    if event is None or event.span is None:
        return None
    backward = signal.follows is Argument.EFFECT or following in BACKWARD
    if not backward and "," in scenario.text[where[1] : max(where[1], event.span[0])]:
        return None
    links = [link for link in scenario.links if (link.effect if backward else link.cause) == event.id]
    if backward and any(link.connective for link in links):
        links = [link for link in links if link.connective] or links
    if not backward:
        links = _nearest(links, where[1], scenario)
    kinds = {
        fitting_connective(link, values[link.cause], values[link.effect], scenario)
        for link in links
        if link.cause in values and link.effect in values
    }
    kinds.discard(None)
    return next(iter(kinds)) if len(kinds) == 1 else None


def _nearest(links: Sequence[Link], position: int, scenario: Scenario) -> list[Link]:
    """Keep the links to the effect that is told nearest: that is the clause that a signal serves."""

    def distance(link: Link) -> int:
        span = scenario.event(link.effect).span
        return abs(span[0] - position) if span else len(scenario.text)

    return sorted(links, key=distance)[:1]


def _complement(where: tuple[int, int], events: Sequence[Event]) -> Event | None:
    """Return the event that holds a signal, or the next one to start after it."""
    holding = [e for e in events if e.span and e.span[0] < where[0] and where[1] <= e.span[1]]
    if holding:
        return min(holding, key=lambda e: e.span[1] - e.span[0] if e.span else 0)
    later = [e for e in events if e.span and e.span[0] - where[0] >= 0 and e.span[0] - where[1] <= REACH]
    return min(later, key=lambda e: e.span[0] if e.span else 0, default=None)
