"""Quantities in a text: which way a claim says that one moved, and how far.

Source: `docs/explanation/semantics.md`, section 1: a quantity has the values lower, as stated and higher, relative to
the fact. A claim that a quantity rose is undone by a lower one, a claim that it fell by a higher one, so that the sign
of a link is that of the two claims times the directions of the two claims.

Examples
--------
>>> trend("The temperature in the vat rose to 41 degrees."), trend("Sales fell by 20 %."), trend("The mast fell.")
(1, -1, 0)
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

from causalcore.scenario.scenario import QUANTITY_VALUES, Event, Kind, Link, Scenario, Sign
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.amounts import Amount, Role, amounts, tokens
from nlbridge.language.meaning.word_relations import NEGATORS
from nlbridge.language.pipeline.dictionary import lemmas

CHANGING: Final = word_class("changing_verbs")
UNREAL: Final = word_class("unreal_changes")
BEFORE_NOUNS: Final = word_class("scale_determiners")
STEPS: Final = word_class("step_prepositions")
PUTTING: Final = word_class("putting_verbs")
SUBJECTS: Final = word_class("subject_openers")
NEAR: Final = 4
PASSIVE: Final = (("was",), ("were",), ("been",), ("is",), ("are",), ("being",))


@lru_cache(maxsize=1024)
def trend(claim: str) -> int:
    """Return 1 where a claim says that a quantity rose or stood high, -1 where it fell or stood low, else 0.

    Zero, too, where it says both, denies it, or only supposes it.
    """
    said = tokens(claim)
    if any(word in NEGATORS or word.endswith(("n't", "n’t")) or word in UNREAL for word in said):
        return 0
    found = {way for way in (_by_verb(claim, said), _by_particle(claim, said), _by_measure(claim, said)) if way}
    found |= {way for way in (_by_comparative(said), _by_scant(claim, said), _by_correlative(said)) if way}
    return found.pop() if len(found) == 1 else 0


def _of(word: str, name: str) -> bool:
    return not word_class(name).isdisjoint(lemmas(word))


@lru_cache(maxsize=1024)
def _past(word: str) -> bool:
    """Whether the dictionary has a word as a past or a present with -s of a verb."""
    from lemminflect import getInflection

    return any(word in getInflection(lemma, tag) for lemma in lemmas(word) for tag in ("VBD", "VBN", "VBZ"))


def _verbal(said: tuple[str, ...], i: int) -> bool:
    """Whether a word can be the verb of a claim: `sales fell`, and not `the fall in sales`."""
    before = said[i - 1] if i else "the"
    plural = before.endswith("s") and _of(before, "scale_nouns")
    return before not in BEFORE_NOUNS and (plural or _past(said[i]))


def _by_verb(claim: str, said: tuple[str, ...]) -> int:
    """`The pulse climbed to 150`, `the frost cut the yield`, `output doubled`."""
    for i, word in enumerate(said):
        up = _of(word, "rising") or _of(word, "raising")
        down = _of(word, "falling") or _of(word, "lowering")
        stretched = _of(word, "lengthening") - _of(word, "shortening")
        if not (up or down or stretched) or not _verbal(said, i):
            continue
        way = 1 if up else -1
        if (up or down) and i and (_moves_alone(said, i) or _moves_object(said, i) or _steps(claim, said, i)):
            return way
        if stretched and any(a.role is Role.CHANGE and a.measured and a.first > i for a in amounts(claim)):
            return stretched
    return 0


def _moves_alone(said: tuple[str, ...], i: int) -> bool:
    """Whether a quantity before the verb moves: `the price of hay rose`; with nothing after it that is moved."""
    alone = _of(said[i], "rising") or _of(said[i], "falling")
    if said[i + 1 : i + 2] == ("over",):
        return False
    after = said[i + 1 : i + 2]
    moves_other = bool(after) and after[0] in word_class("moved_determiners")
    named = any(_of(word, "scale_nouns") for word in said[:i])
    named = named or (_of(said[i], "flowing") and any(_of(word, "waters") for word in said[:i]))
    return alone and not moves_other and (named or _of(said[i], "multiplying"))


def _moves_object(said: tuple[str, ...], i: int) -> bool:
    """Whether the verb moves a quantity after it: `raised its prices`, `doubled the rent`."""
    if not (_of(said[i], "raising") or _of(said[i], "lowering")):
        return False
    phrase = said[i + 1 : i + 1 + NEAR]
    end = next((k for k, word in enumerate(phrase) if word in word_class("measured_prepositions")), NEAR)
    return any(_of(word, "scale_nouns") for word in phrase[:end]) or (
        _of(said[i], "multiplying") and phrase[:1] not in {("over",), ("back",)} and end > 0 and bool(phrase)
    )


def _steps(claim: str, said: tuple[str, ...], i: int) -> bool:
    """Whether an amount with a unit says how far: `fell by 20 %`, `sank from 12 to 3 metres`."""
    if not (_of(said[i], "rising") or _of(said[i], "falling")):
        return False
    return any(
        a.first > i and (a.measured or a.dimension is None) and said[max(0, a.first - 1)] in STEPS
        for a in amounts(claim)
    )


def _by_particle(claim: str, said: tuple[str, ...]) -> int:
    """`The fare went up`, `put the ticket up to 3.20`: a verb of motion, a particle and a quantity."""
    steps = [a for a in amounts(claim) if said[max(0, a.first - 2) : a.first] in {("up", "to"), ("down", "to")}]
    stepped = any(a.measured or a.dimension is None for a in steps)
    measured = any(a.measured for a in steps)
    if any(a.measured and _left_at(said[: a.first]) for a in steps):
        return -1
    for i, word in enumerate(said):
        moving = _of(word, "particle_verbs") and (measured or _named_beside(said, i))
        moving = moving or (stepped and not lemmas(word).isdisjoint(PUTTING))
        if moving and _verbal(said, i):
            after = said[i + 1 : i + 2 + NEAR]
            if ("up" in after) != ("down" in after):
                return 1 if "up" in after else -1
    return 0


def _named_beside(said: tuple[str, ...], i: int) -> bool:
    """Whether the verb at `i` moves a quantity: `the fare went up`, `put it up`; not `brought down the power line`.

    A verb that takes an object moves what follows it, if it is not passive; any other, what precedes it.
    """
    behind = _of(said[i], "particle_transitives") and said[i - 1 : i] not in PASSIVE
    places = range(i + 1, len(said)) if behind else range(i)
    return any(_of(said[k], "scale_nouns") and not _describes(said, k) for k in places)


@lru_cache(maxsize=4096)
def _describes(said: tuple[str, ...], k: int) -> bool:
    """Whether a noun only describes the one after it: `the power line`."""
    from lemminflect import getAllLemmas

    after = said[k + 1] if k + 1 < len(said) else ""
    return len(after) >= NEAR and after not in word_class("from_prepositions") and "NOUN" in getAllLemmas(after)


def _left_at(before: tuple[str, ...]) -> bool:
    """Whether a quantity `was down to` an amount; what was up to one may have been less."""
    adverbs = word_class("change_adverbs")
    verb = [word for word in before[-4:-2] if word not in adverbs]
    return before[-2:] == ("down", "to") and verb[-1:] in (["was"], ["were"])


def _by_measure(claim: str, said: tuple[str, ...]) -> int:
    """`Three hours late`, `two miles off course`, `40 percent less`, `a tenth cheaper`."""
    for amount in amounts(claim):
        if not amount.measured:
            continue
        for word in said[amount.last : amount.last + 1]:
            if word in word_class("measured_up") or (word in word_class("comparatives_up") and word != "older"):
                return 1
            if word in word_class("measured_down") or (word in word_class("comparatives_down") and word != "younger"):
                return -1
    return 0


def _by_comparative(said: tuple[str, ...]) -> int:
    """`The tea became dearer`: a verb of becoming and a comparative."""
    for word, after in pairwise(said):
        if not lemmas(word).isdisjoint(CHANGING - word_class("keeping_level")) and word not in word_class("be_been"):
            up, down = after in word_class("comparatives_up"), after in word_class("comparatives_down")
            if up or down:
                return 1 if up else -1
    return 0


def _by_scant(claim: str, said: tuple[str, ...]) -> int:
    """`Slept just three hours`, `a mere 83 degrees`: less than it might have been; `at twice the price`: more."""
    for amount in amounts(claim):
        before = said[max(0, amount.first - 1) : amount.first]
        if amount.role is not Role.CHANGE and amount.dimension and before and before[0] in word_class("scant"):
            return -1
    for i, word in enumerate(said[:-1]):
        if word in word_class("twice_thrice") and said[i + 1] in word_class("multiplied_determiners"):
            return 1
    return 0


def _by_correlative(said: tuple[str, ...]) -> int:
    """`The higher the river rose`: half of a comparative correlative; `the lower bridge` is a bridge."""
    if len(said) < 3 or said[0] != "the" or said[2] not in SUBJECTS:
        return 0
    return (said[1] in word_class("comparatives_up")) - (said[1] in word_class("comparatives_down"))


def level(claim: str) -> Amount | None:
    """Return the amount at which a claim puts its quantity, where it names one.

    Examples
    --------
    >>> level("The price climbed from 4 to 7 dollars a kilo.").value
    7.0
    """
    levels = [a for a in amounts(claim) if a.role is Role.LEVEL]
    return min(levels, key=lambda a: (not a.measured, a.dimension is not None), default=None)


def with_quantities(scenario: Scenario) -> Scenario:
    """Make the claims that a quantity moved quantities, and turn the signs of their links accordingly.

    What a mechanism names, or a claim presupposes, stays a plain event: there only its truth counts. So does a claim
    that something worked against (`although`): without it the quantity might have gone further, which no text says.
    """
    spoken = " ".join(formula for _, formula in scenario.mechanisms).replace("(", " ").replace(")", " ").split()
    plain = {*spoken, *(name for name, _ in scenario.mechanisms)}
    plain |= {name for event in scenario.events for name in event.presupposes}
    plain |= {link.effect for link in scenario.links if link.sign is Sign.INHIBITS}
    trends = {e.id: trend(e.statement) for e in scenario.events if e.kind is Kind.EVENT and e.id not in plain}
    events = tuple(_quantity(event) if trends.get(event.id) else event for event in scenario.events)
    return replace(scenario, events=events, links=tuple(_signed(link, trends) for link in scenario.links))


def _quantity(event: Event) -> Event:
    return replace(event, kind=Kind.QUANTITY, values=QUANTITY_VALUES, fact=QUANTITY_VALUES[1])


def _signed(link: Link, trends: dict[str, int]) -> Link:
    turned = (trends.get(link.cause) or 1) * (trends.get(link.effect) or 1) < 0
    if not turned or link.sign is Sign.DETERMINES:
        return link
    return replace(link, sign=Sign.PROMOTES if link.sign is Sign.INHIBITS else Sign.INHIBITS)


__all__ = ["level", "trend", "with_quantities"]
