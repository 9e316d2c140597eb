"""Claims whose causes the words of a text name in full, or exclude.

For such a claim, the links decide what happens to it. The network's answers about claims that nothing ties to the rest
count less.

Examples
--------
>>> from causalcore.scenario.scenario import Event, Link, Scenario
>>> events = tuple(Event(id=name, statement=f"{name} happened.") for name in ("a", "b", "c"))
>>> links = tuple(Link(cause=name, effect="c", connective="because") for name in ("a", "b"))
>>> sorted(decided_by_links(Scenario(events=events, links=links), {"a"}))
['a', 'b', 'c']
>>> [(link.cause, link.effect, link.confidence) for link in idle_links(Scenario(events=events, links=links))]
[('a', 'b', 0.0), ('b', 'a', 0.0)]
>>> told = (Event(id="e1", statement="The pump failed."), Event(id="e2", statement="It snowed all night."))
>>> uncaused(Scenario(events=told))
frozenset({'e2'})
>>> [(link.cause, link.effect, link.confidence) for link in idle_links(Scenario(events=told))]
[('e1', 'e2', 0.05)]
>>> text, spans = "The bus broke down. The guests had eaten at six.", ((0, 19), (20, 48))
>>> events = tuple(Event(id=f"e{a}", statement=text[a:b], span=(a, b)) for a, b in spans)
>>> over_before(Scenario(text=text, events=events))
{'e20': ('e0',)}
>>> text, spans = "The pump failed. By the way, a dog barked.", ((0, 15), (29, 41))
>>> events = tuple(Event(id=f"e{a}", statement=text[a:b] + ".", span=(a, b)) for a, b in spans)
>>> set_apart(Scenario(text=text, events=events))
{'e29': ('e0',)}
"""

from __future__ import annotations

import re
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Final

from causalcore.scenario.graph import ancestors, descendants
from causalcore.scenario.scenario import Link, Provenance, Sign, Strength
from nlbridge.language.clauses.unreal_verbs import CONDITIONS, SUPPOSING
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.connectives import SignalKind, inventory
from nlbridge.language.meaning.sentences import tells_of_weather, words
from nlbridge.reading.links.edges import by_sentence, earlier_claims

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from causalcore.scenario.scenario import Scenario

SELDOM: Final = 0.05
"""Chance of a link that words all but exclude. Of 380 claims of weather in our stories that no what-if sets, 17 change
under it; of 422 claims that were over before the one that is set, 19. Of 28 claims that the text sets apart 4 change,
mostly where several of those before them do."""
SHORT: Final = 5
"""Most claims of a short text; in longer ones the network's chances hold for lone claims, too."""
TIED: Final = word_class("backward_words", "male_pronouns", "female_pronouns", "plural_pronouns")
"""Words that refer to what came before."""
OWNERS: Final = word_class("personal_owners")
"""Words that only say whose a thing is: `Her flight was delayed`."""


def decided_by_links(scenario: Scenario, supposed: Collection[str]) -> frozenset[str]:
    """Return the events about whose causes the links say all that is known, when some events are supposed.

    These are events that share an effect by the words of the text, with their effects and all events downstream;
    events that nothing supposed can reach; and those of which the text says what would have been without what is
    supposed: `or she would ...`.
    """
    groups = dict(_groups(scenario))
    together = {cause for group in groups.values() for cause in group} | descendants(scenario, groups) | groups.keys()
    over = {name for name, before in over_before(scenario).items() if not set(before).isdisjoint(supposed)}
    signals = {" ".join(words) for words in CONDITIONS | SUPPOSING}
    contrary = {link.effect for link in scenario.links if link.connective in signals and link.cause in supposed}
    return uncaused(scenario).union(together, over, set_apart(scenario), contrary)


def _groups(scenario: Scenario) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each effect that words link to several causes, with the causes."""
    into: dict[str, list[Link]] = {}
    for link in scenario.links:
        if link.sign is Sign.PROMOTES:
            into.setdefault(link.effect, []).append(link)
    for effect, links in into.items():
        signals = {link.connective for link in links}
        alike = None not in signals and (len(signals) == 1 or any("also" in str(word).split() for word in signals))
        alike = alike or not signals.isdisjoint(_joints())
        if len(links) > 1 and (alike or all(link.strength is Strength.SUFFICIENT for link in links)):
            yield effect, tuple(link.cause for link in links)


@cache
def _joints() -> frozenset[str | None]:
    """Return the signals that join a cause to one before it: `a strike as well as a storm`."""
    return frozenset(str(signal) for signal in inventory() if signal.kind is SignalKind.JOINT)


def uncaused(scenario: Scenario) -> frozenset[str]:
    """Return the events of weather that the text links to no cause."""
    caused = {link.effect for link in scenario.links}
    return frozenset(e.id for e in scenario.events if e.id not in caused and tells_of_weather(e.statement))


def idle_links(scenario: Scenario) -> tuple[Link, ...]:
    """Return the missing links that the words exclude, each with its chance.

    The chance is 0 between causes of one effect. It is small for links into the weather from anything else, links back
    to what was over before, and links into what the text sets apart: `By the way, a dog barked`.
    """
    linked = {(link.cause, link.effect) for link in scenario.links}
    joint = {pair for _, group in _groups(scenario) for pair in permutations(group, 2)} - linked
    apart = {pair: 0.0 for pair in sorted(joint) if pair[0] not in ancestors(scenario, {pair[1]})}
    into = uncaused(scenario)
    causes = [event.id for event in scenario.events if not tells_of_weather(event.statement)]
    pairs = [(cause, effect) for effect in sorted(into) for cause in causes]
    pairs += [(cause, effect) for effect, past in over_before(scenario).items() if effect not in into for cause in past]
    pairs += [(cause, effect) for effect, past in set_apart(scenario).items() for cause in past]
    return tuple(
        Link(cause=cause, effect=effect, confidence=chance, provenance=Provenance.WORDS)
        for (cause, effect), chance in (apart | dict.fromkeys(pairs, SELDOM)).items()
    )


def over_before(scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """Return the events that were over before those of the preceding sentence, with these, unless a link joins them."""
    names, earlier = [event.id for event in scenario.events], earlier_claims(scenario.text, _spans(scenario))
    over = {names[k]: tuple(names[j] for j in before) for k, before in earlier.items()}
    linked = {(link.cause, link.effect) for link in scenario.links}
    return {name: before for name, before in over.items() if not any((cause, name) in linked for cause in before)}


def set_apart(scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """Return the events of sentences that open like `By the way` or `In another town`, with all events before them.

    Sentences with words that tie them to another one are left out.
    """
    spans = _spans(scenario)
    names, pairs = [event.id for event in scenario.events], _signalled(scenario)
    apart: dict[str, tuple[str, ...]] = {}
    for start, chain in by_sentence(scenario.text, spans):
        opening = _openings().match(scenario.text, start) if start else None
        if opening and not _crossed(pairs, chain):
            first = (max(spans[chain[0]][0], opening.end()), spans[chain[0]][1])
            if not _tied(scenario.text, [*spans[: chain[0]], first, *spans[chain[0] + 1 :]], chain):
                apart |= {names[k]: tuple(names[: chain[0]]) for k in chain}
    return apart


@cache
def _openings() -> re.Pattern[str]:
    """Return a pattern for the opening of a sentence that is unrelated to the one before."""
    barriers = {str(signal) for signal in inventory() if signal.kind is SignalKind.BARRIER}
    opening = (barriers - word_class("contrast_conjunctions")) | word_class("apart_openings")
    return re.compile("(?:" + "|".join(sorted(opening, key=len, reverse=True)) + r")\b", re.IGNORECASE)


def lone_sentences(scenario: Scenario, sets: Collection[int]) -> frozenset[int]:
    """Return the places of claims in sentences after what is supposed that nothing ties to another sentence.

    Such a sentence is one claim, or its claims are joined by a signal. Whether they follow (`The wine was ruined`) or
    are unrelated (`A dog barked`) takes world knowledge that the network has little of
    (`research.fitting.fit_expectation`). Several claims without a signal are left out: of 40 in our stories 34 change,
    as the network says. `sets` holds the places of the claims that the what-if sets.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Event, Link, Scenario
    >>> text = "The pump failed, so the cellar flooded. A dog barked. The bus came late, so Eva ran."
    >>> spans = ((0, 15), (20, 38), (40, 52), (54, 71), (76, 83))
    >>> events = tuple(Event(id=f"e{k}", statement=text[a:b] + ".", span=(a, b)) for k, (a, b) in enumerate(spans))
    >>> links = (Link(cause="e3", effect="e4", connective="so"),)
    >>> sorted(lone_sentences(Scenario(text=text, events=events, links=links), {0}))
    [2, 3, 4]
    """
    spans = _spans(scenario)
    if not 0 < len(spans) <= SHORT or not sets:
        return frozenset()
    pairs = _signalled(scenario)
    after = max(spans[k][1] for k in sets)
    lone: set[int] = set()
    for start, chain in by_sentence(scenario.text, spans):
        first = spans[chain[0]]
        joined = any(cause in chain and effect in chain for cause, effect in pairs)
        whole = joined and not scenario.text[start : first[0]].strip()
        if len(chain) == 1:
            whole = _alone(scenario.text, *first)
        if whole and start >= after and not _crossed(pairs, chain) and not _tied(scenario.text, spans, chain):
            lone.update(chain)
    return frozenset(lone)


def _signalled(scenario: Scenario) -> list[tuple[int, int]]:
    """Return the places of cause and effect for each link with a signal."""
    place = {event.id: k for k, event in enumerate(scenario.events)}
    return [(place[link.cause], place[link.effect]) for link in scenario.links if link.connective]


def _crossed(pairs: list[tuple[int, int]], chain: tuple[int, ...]) -> bool:
    """Return whether a link joins a claim of a sentence to one of another."""
    return any((cause in chain) != (effect in chain) for cause, effect in pairs)


def _spans(scenario: Scenario) -> list[tuple[int, int]]:
    """Return the spans of the claims in the text; empty if there is no text or a claim has no span."""
    spans = [event.span for event in scenario.events if event.span is not None]
    return spans if scenario.text and len(spans) == len(scenario.events) else []


def _alone(text: str, start: int, end: int) -> bool:
    before, behind = text[:start].rstrip(), text[end - 1 :].strip(" ,;")
    return before[-1:] in {"", ".", "!", "?"} and behind[:2].strip(behind[:1]) in {"", ".", "!", "?"}


def _tied(text: str, spans: list[tuple[int, int]], chain: tuple[int, ...]) -> bool:
    """Return whether claims of one sentence share a word with another claim, or the first refers back to one.

    An opening possessive does not count, and later claims of the sentence may refer back to the first.
    """
    own = words(text[slice(*spans[chain[0]])])
    owned = bool(own) and own[0].text in OWNERS
    if any(word.text in TIED for word in own[owned:]):
        return True
    others = {lemma for j, span in enumerate(spans) if j not in chain for lemma in _content(text[slice(*span)])}
    return any(others & _content(text[slice(*spans[k])]) for k in chain)


def _content(stretch: str) -> set[str]:
    return {lemma for word in words(stretch) if word.content for lemma in word.lemmas}
