"""How far an edit moves the quantity of a claim from its fact.

Compares amounts in the base unit of their dimension: the level that the edit gives, or the change that it reports and
its direction. What cannot be compared is None, never a guess.

Examples
--------
>>> claim = "The price rose from 4 to 7 dollars."
>>> displacement(claim, "The price stayed at 4 dollars"), displacement(claim, "It rose to 9 dollars")
(-1, 1)
>>> displacement(claim, "The price rose from 4 to 7 dollars"), displacement(claim, "The price was high")
(0, None)
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.amounts import Amount, Role, amounts, tokens
from nlbridge.language.meaning.sentences import NEGATORS
from nlbridge.language.pipeline.dictionary import lemmas
from nlbridge.reading.quantities import UNREAL, level, trend

if TYPE_CHECKING:
    from collections.abc import Iterable

    from causalcore.scenario.scenario import Event, Scenario

BEFORE: Final = 4
"""Words before an amount among which its verb is looked for."""
ARTICLES: Final = word_class("amount_determiners")


@lru_cache(maxsize=512)
def displacement(claim: str, quote: str) -> int | None:
    """Return 1 if `quote` puts the quantity higher than `claim` does, -1 if lower, 0 if equal, else None."""
    if any(word in NEGATORS or word.endswith("n't") for word in tokens(quote)):
        return None
    before = _standing(claim)
    after = _standing(quote) if before is None else _like(quote, before)
    if before is not None and after is not None:
        return _compared(before, after, bound(quote, after))
    changed, stepped = _step(claim), _step(quote)
    claim_way, quote_way = trend(claim), trend(quote)
    if changed is not None and stepped is not None and claim_way and quote_way and _alike(changed, stepped):
        return _order(changed.value * claim_way, stepped.value * quote_way)
    if claim_way and quote_way and claim_way != quote_way:
        return quote_way
    return None


def _standing(claim: str) -> Amount | None:
    amount = level(claim)
    return None if amount is None or _relative(claim, amount) else amount


def _like(quote: str, before: Amount) -> Amount | None:
    """Return the level that a quote gives to what `before` measures or counts."""
    levels = [a for a in amounts(quote) if a.role is Role.LEVEL and a.dimension == before.dimension]
    return levels[0] if len(levels) == 1 and not _relative(quote, levels[0]) else _standing(quote)


def _step(claim: str) -> Amount | None:
    return next((a for a in amounts(claim) if a.role is Role.CHANGE or _relative(claim, a)), None)


def _relative(claim: str, amount: Amount) -> bool:
    """Return whether an amount is relative to something: `three hours late`, `a tenth cheaper`, `20 percent more`."""
    after = tokens(claim)[amount.last : amount.last + 1]
    return bool(after) and after[0] in word_class("measured_comparisons")


def _alike(first: Amount, second: Amount) -> bool:
    return first.dimension is None or second.dimension is None or first.dimension == second.dimension


def _compared(before: Amount, after: Amount, limit: int | None) -> int | None:
    if not _alike(before, after):
        return None
    order = _order(before.value, after.value)
    if limit == 0:
        return order
    return limit if limit is not None and order in {0, limit} else None


def bound(claim: str, amount: Amount) -> int | None:
    """Return 1 for a lower bound (`more than three hours`), -1 for an upper one, 0 for none, None if unclear."""
    words = tokens(claim)
    first = amount.first
    while first and words[first - 1] in ARTICLES:
        first -= 1
    before = words[max(0, first - 4) : first]
    if words[max(0, first - 1) : first] != ("than",):
        near = words[max(0, first - 2) : first]
        if not word_class("upper_bounds").isdisjoint(near) or near == ("short", "of"):
            return -1
        return int(not word_class("lower_bounds").isdisjoint(near))
    up = any(word in word_class("comparatives_up") for word in before)
    down = any(word in word_class("comparatives_down") for word in before)
    return None if up is down or not NEGATORS.isdisjoint(before) else up - down


def _order(before: float, after: float) -> int:
    if math.isclose(before, after, rel_tol=1e-3):
        return 0
    return 1 if after > before else -1


def claim_of(scenario: Scenario, event: Event) -> str:
    """Return the words of the text that state an event, or its statement if it has no span."""
    return scenario.text[slice(*event.span)] if scenario.text and event.span else event.statement


def moved(scenario: Scenario, event: Event, quote: str) -> int | None:
    """Return how an edit's words move the quantity of an event: 1 higher, -1 lower, 0 equal, None if unknown."""
    claim = claim_of(scenario, event)
    if extent(claim) and not trend(claim) and not _alike_amassed(claim, quote):
        return None
    return displacement(claim, quote)


def way_of(scenario: Scenario, event: Event) -> int:
    """Return the direction in which a claim's quantity went, by its statement or else by its words in the text."""
    claim = claim_of(scenario, event)
    return trend(event.statement) or trend(claim) or extent(event.statement) or extent(claim)


@lru_cache(maxsize=4096)
def extent(claim: str) -> int:
    """Return 1 if a claim also holds of any smaller amount, so that its denial requires less; else 0.

    Whoever burned 70 liters also burned 60 (Barwise and Cooper 1981, monotone increasing quantifiers). That a room was
    at eleven degrees gives no direction.

    Examples
    --------
    >>> extent("The generator burned 70 litres."), extent("The hall was at 11 degrees.")
    (1, 0)
    """
    words = tokens(claim)
    if any(word in NEGATORS or word in UNREAL or word.endswith(("n't", "n’t")) for word in words):
        return 0
    levels = (a for a in amounts(claim) if a.dimension and a.role is Role.LEVEL and bound(claim, a) == 0)
    return int(any(_amassing(before) and word_class("scant").isdisjoint(before) for before in _before(words, levels)))


def _before(words: tuple[str, ...], levels: Iterable[Amount]) -> tuple[tuple[str, ...], ...]:
    return tuple(words[max(0, amount.first - BEFORE) : amount.first] for amount in levels)


def _amassing(before: tuple[str, ...]) -> frozenset[str]:
    return frozenset(lemma for word in before for lemma in lemmas(word)) & word_class("amassing", "gains")


def _alike_amassed(claim: str, quote: str) -> bool:
    """Return whether two claims share a verb of amassing, or both have one that neither gains nor loses."""
    stated, quoted = (_amassing(tuple(w for b in _before(tokens(c), amounts(c)) for w in b)) for c in (claim, quote))
    return bool(stated & quoted) or bool(stated - word_class("gains") and quoted - word_class("gains"))


__all__ = ["claim_of", "displacement", "extent", "moved", "way_of"]
