"""Quantities in a text: the direction in which a claim says that one moved, and its level.

Source: `docs/explanation/semantics.md`, section 1: a quantity has the values lower, as stated and higher, relative to
the fact. A lower value undoes a claim that a quantity rose, a higher one a claim that it fell. So the sign of a link
between quantities is that of the link between the claims times the directions of both claims.

Examples
--------
>>> trend("The temperature in the vat rose to 41 degrees."), trend("Sales fell by 20 %."), trend("The mast fell.")
(1, -1, 0)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from causalcore.scenario.scenario import QUANTITY_VALUES, Kind, Scenario, Sign
from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.amounts import Amount, Role, amounts, tokens
from nlbridge.language.meaning.sentences import NEGATORS
from nlbridge.language.pipeline.dictionary import entry, has_form, lemmas

BECOMING: Final = word_class("changing_verbs") - word_class("keeping_level", "be_been")
UNREAL: Final = word_class("unreal_changes")
BEFORE_NOUNS: Final = word_class("scale_determiners")
STEPS: Final = word_class("step_prepositions")
PUTTING: Final = word_class("putting_verbs")
SUBJECTS: Final = word_class("subject_openers")
UP: Final = word_class("comparatives_up")
DOWN: Final = word_class("comparatives_down")
NEAR: Final = 4
PASSIVE: Final = (("was",), ("were",), ("been",), ("is",), ("are",), ("being",))


@lru_cache(maxsize=1024)
def trend(claim: str) -> int:
    """Return 1 if a claim says that a quantity rose or was high, -1 if it fell or was low; 0 for neither or both.

    It is also 0 if the claim negates or only supposes it.
    """
    words = tokens(claim)
    if any(word in NEGATORS or word.endswith(("n't", "n’t")) or word in UNREAL for word in words):
        return 0
    sizes = amounts(claim)
    votes = (_by_verb(words, sizes), _by_particle(words, sizes), _by_measure(words, sizes), _by_comparative(words))
    directions = {direction for direction in (*votes, _by_scant(words, sizes)) if direction}
    return directions.pop() if len(directions) == 1 else 0


def _of(word: str, name: str) -> bool:
    return not word_class(name).isdisjoint(lemmas(word))


def _verbal(said: tuple[str, ...], i: int) -> bool:
    """Whether a word can be the verb of a claim: `sales fell`, not `the fall in sales`."""
    before = said[i - 1] if i else "the"
    plural = before.endswith("s") and _of(before, "scale_nouns")
    return before not in BEFORE_NOUNS and (plural or has_form(said[i], "VBD", "VBN", "VBZ"))


def _by_verb(said: tuple[str, ...], sized: Sequence[Amount]) -> int:
    """`The pulse climbed to 150`, `the frost cut the yield`, `output doubled`."""
    for i, word in enumerate(said[1:], start=1):
        stretched = _of(word, "lengthening") - _of(word, "shortening")
        changes = (a for a in sized if a.first > i and a.measured and a.role is Role.CHANGE)
        if stretched and _verbal(said, i) and any(changes):  # `overran by 15 minutes`
            return stretched
        direction = (_of(word, "rising") or _of(word, "raising")) - (_of(word, "falling") or _of(word, "lowering"))
        if not direction or not _verbal(said, i):
            continue
        alone = _of(word, "rising") or _of(word, "falling")
        later = (a for a in sized if a.first > i and (a.measured or a.dimension is None))
        stepped = alone and any(said[max(0, a.first - 1)] in STEPS for a in later)  # `fell by 20 %`, `sank to 3 metres`
        if stepped or (alone and _moves_alone(said, i)) or _moves_object(said, i):
            return direction
    return 0


def _moves_alone(said: tuple[str, ...], i: int) -> bool:
    """Whether the quantity before the verb moves (`the price of hay rose`), not an object after it."""
    if said[i + 1 : i + 2] == ("over",) or word_class("moved_determiners").intersection(said[i + 1 : i + 2]):
        return False
    named = any(_of(word, "scale_nouns") for word in said[:i]) or _of(said[i], "multiplying")
    return named or (_of(said[i], "flowing") and any(_of(word, "waters") for word in said[:i]))


def _moves_object(said: tuple[str, ...], i: int) -> bool:
    """Whether the verb moves the quantity after it: `raised its prices`, `doubled the rent`."""
    if not (_of(said[i], "raising") or _of(said[i], "lowering")):
        return False
    phrase = said[i + 1 : i + 1 + NEAR]
    end = next((k for k, word in enumerate(phrase) if word in word_class("measured_prepositions")), len(phrase))
    many = _of(said[i], "multiplying") and end > 0 and phrase[:1] not in {("over",), ("back",)}
    return many or any(_of(word, "scale_nouns") for word in phrase[:end])


def _by_particle(said: tuple[str, ...], sized: Sequence[Amount]) -> int:
    """`The fare went up`, `put the ticket up to 3.20`: a verb of motion, a particle and a quantity."""
    steps = [a for a in sized if said[max(0, a.first - 2) : a.first] in {("up", "to"), ("down", "to")}]
    measured = any(a.measured for a in steps)
    stepped = measured or any(a.dimension is None for a in steps)
    adverbs = word_class("change_adverbs")
    for amount in (a for a in steps if a.measured):  # `was down to 3 percent`; `was up to` may mean less
        before = [word for word in said[max(0, amount.first - 4) : amount.first] if word not in adverbs]
        if before[-2:] == ["down", "to"] and before[-3:-2] in (["was"], ["were"]):
            return -1
    for i, word in enumerate(said):
        after = said[i + 1 : i + 2 + NEAR]
        if ("up" in after) == ("down" in after):
            continue
        moving = _of(word, "particle_verbs") and (measured or _named_beside(said, i))
        if (moving or (stepped and not lemmas(word).isdisjoint(PUTTING))) and _verbal(said, i):
            return 1 if "up" in after else -1
    return 0


def _named_beside(said: tuple[str, ...], i: int) -> bool:
    """Whether an active transitive verb moves a quantity after it (`put it up`), or any other one before it."""
    behind = _of(said[i], "particle_transitives") and said[i - 1 : i] not in PASSIVE
    places = range(i + 1, len(said)) if behind else range(i)
    return any(_of(said[k], "scale_nouns") and not _describes(said, k) for k in places)


def _describes(said: tuple[str, ...], k: int) -> bool:
    """Whether a noun only modifies the one after it: `the power line`."""
    after = said[k + 1] if k + 1 < len(said) else ""
    return len(after) >= NEAR and after not in word_class("from_prepositions") and "NOUN" in entry(after)


def _by_measure(said: tuple[str, ...], sized: Sequence[Amount]) -> int:
    """`Three hours late`, `two miles off course`, `40 percent less`, `a tenth cheaper`."""
    for amount in sized:
        behind, *compared = [*said[amount.last : amount.last + 2], ""] if amount.measured else [""]
        if behind in word_class("later_adverbs") and compared[:1] != ["than"]:
            continue  # `They married two years later` says when, not how late
        if behind in word_class("measured_up") or (behind in UP and behind != "older"):
            return 1
        if behind in word_class("measured_down") or (behind in DOWN and behind != "younger"):
            return -1
    return 0


def _by_comparative(said: tuple[str, ...]) -> int:
    """`The tea became dearer`, or half of a comparative correlative: `the higher the river rose`."""
    if said[:1] == ("the",) and len(said) > 2 and said[2] in SUBJECTS:
        return (said[1] in UP) - (said[1] in DOWN)
    compared = (after for word, after in pairwise(said) if after in UP | DOWN and not lemmas(word).isdisjoint(BECOMING))
    return next((1 if after in UP else -1 for after in compared), 0)


def _by_scant(said: tuple[str, ...], sized: Sequence[Amount]) -> int:
    """`Slept just three hours`, `a mere 83 degrees`: less than expected; `at twice the price`: more."""
    for amount in sized:
        scant = amount.first > 0 and said[amount.first - 1] in word_class("scant")
        if scant and amount.role is not Role.CHANGE and amount.dimension:
            return -1
    more, of = word_class("twice_thrice"), word_class("multiplied_determiners")
    return int(any(word in more and after in of for word, after in pairwise(said)))


def level(claim: str) -> Amount | None:
    """Return the level that a claim gives for its quantity, if any.

    Examples
    --------
    >>> level("The price climbed from 4 to 7 dollars a kilo.").value
    7.0
    """
    levels = [a for a in amounts(claim) if a.role is Role.LEVEL]
    return min(levels, key=lambda a: (not a.measured, a.dimension is not None), default=None)


def with_quantities(scenario: Scenario) -> Scenario:
    """Turn claims that a quantity moved into quantities, and adjust the signs of their links.

    What a mechanism names or a claim presupposes remains a plain event: only its truth counts there. So does the effect
    of an inhibiting link (`although`): without that cause the quantity might have gone further, which no text says.
    """
    named = " ".join(formula for _, formula in scenario.mechanisms).replace("(", " ").replace(")", " ").split()
    plain = {*named, *(name for name, _ in scenario.mechanisms)}
    plain |= {name for event in scenario.events for name in event.presupposes}
    plain |= {link.effect for link in scenario.links if link.sign is Sign.INHIBITS}
    ways = {e.id for e in scenario.events if e.id not in plain and trend(e.statement)}
    quantity: Any = {"kind": Kind.QUANTITY, "values": QUANTITY_VALUES, "fact": QUANTITY_VALUES[1]}
    moved = replace(scenario, events=tuple(replace(e, **quantity) if e.id in ways else e for e in scenario.events))
    falling = falling_quantities(moved)
    return replace(
        moved,
        links=tuple(replace(link, sign=turned(link.sign, link.cause, link.effect, falling)) for link in moved.links),
    )


def falling_quantities(scenario: Scenario) -> frozenset[str]:
    """Return the quantities of which the text says that they fell or were low."""
    return frozenset(e.id for e in scenario.events if e.kind is Kind.QUANTITY and trend(e.statement) < 0)


def turned(sign: Sign, cause: str, effect: str, falling: Collection[str]) -> Sign:
    """Turn the sign of a link between claims into that between their quantities, or the reverse.

    `It rained` promotes the claim `takings dropped`, and so inhibits the takings. `falling` holds the quantities that
    fell.

    Examples
    --------
    >>> turned(Sign.PROMOTES, "rain", "takings", {"takings"})
    <Sign.INHIBITS: 'inhibits'>
    """
    opposite = {Sign.PROMOTES: Sign.INHIBITS, Sign.INHIBITS: Sign.PROMOTES}
    return opposite.get(sign, sign) if (cause in falling) != (effect in falling) else sign
