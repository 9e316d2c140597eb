"""Claims that no word ties to the rest of a short text: alone in a sentence, told after what is supposed.

Whether such a claim follows (`The wine was ruined`) or stands beside (`A dog barked`) takes knowledge of the world that
the network has little of; what it says of them is believed less, by a fit of its own
(`research.fitting.fit_expectation`).

Examples
--------
>>> from causalcore.scenario.scenario import Event, Scenario
>>> text = "The pump failed, so the cellar flooded. A dog barked."
>>> spans = ((0, 15), (20, 38), (40, 52))
>>> events = tuple(Event(id=f"e{k}", statement=text[a:b] + ".", span=(a, b)) for k, (a, b) in enumerate(spans))
>>> sorted(lone_sentences(Scenario(text=text, events=events), {0}))
[2]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.word_relations import words

if TYPE_CHECKING:
    from collections.abc import Collection

    from causalcore.scenario.scenario import Scenario

SHORT: Final = 5
"""Most claims of a text that is short: in longer ones the network's chances hold for these claims, too."""
TIED: Final = word_class("backward_words", "male_pronouns", "female_pronouns", "plural_pronouns")
"""Words that take up what was said before."""
OWNERS: Final = word_class("personal_owners")
"""Words that only say whose a thing is: `Her flight was delayed`."""


def lone_sentences(scenario: Scenario, sets: Collection[int]) -> frozenset[int]:
    """Return the places of the claims that stand alone after what is supposed, and that nothing ties to another claim.

    Parameters
    ----------
    sets
        Places of the claims that the what-if sets.
    """
    spans = [event.span for event in scenario.events]
    told = [span for span in spans if span is not None]
    if not scenario.text or len(told) < len(spans) or len(spans) > SHORT or not sets:
        return frozenset()
    signalled = {name for link in scenario.links if link.connective for name in (link.cause, link.effect)}
    after = max(told[k][1] for k in sets)
    return frozenset(
        k
        for k, event in enumerate(scenario.events)
        if told[k][0] >= after
        and event.id not in signalled
        and _alone(scenario.text, *told[k])
        and not _tied(scenario.text, told, k)
    )


def _alone(text: str, start: int, end: int) -> bool:
    """Whether a stretch is a sentence of its own."""
    before, behind = text[:start].rstrip(), text[end - 1 :].strip(" ,;")
    return before[-1:] in {"", ".", "!", "?"} and behind[:2].strip(behind[:1]) in {"", ".", "!", "?"}


def _tied(text: str, spans: list[tuple[int, int]], k: int) -> bool:
    """Whether a claim has a word of another one, or takes one up; whose thing it opens with says nothing of that."""
    own = words(text[slice(*spans[k])])
    owned = bool(own) and own[0].text in OWNERS
    if any(word.text in TIED for word in own[owned:]):
        return True
    others = {lemma for j, span in enumerate(spans) if j != k for lemma in _content(text[slice(*span)])}
    return bool(others & _content(text[slice(*spans[k])]))


def _content(stretch: str) -> set[str]:
    return {lemma for word in words(stretch) if word.content for lemma in word.lemmas}
