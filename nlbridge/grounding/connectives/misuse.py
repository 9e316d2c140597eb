"""Connectives of an edit that do not fit the values of the events they join, with the evidence for and against.

The values of two claims say little about a connective if it is uncertain whether the connective joins these two. A
small model therefore also weighs how much of each claim is in its stretch, what else is there, and whether the edit
added the connective. It was fitted on edits whose connectives are known to fit.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from causalcore.scenario.graph import connected, signed
from nlbridge.grounding.claims.features import Region
from nlbridge.grounding.connectives.arguments import Joint, joints
from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.sentences import verbal
from nlbridge.weights.calibration import Boosted, fitted
from nlbridge.weights.thresholds import LIKELY, PROVES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from nlbridge.grounding.edit import Edit
    from nlbridge.language.meaning.sentences import Word


MANY: Final = 3
"""From this many new words on, a stretch is a cause of its own; fewer may refer to an earlier claim."""


Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """A connective with two events that it may join, and how probable it is that it does not fit their values.

    Parameters
    ----------
    weight
        Probability that the two values call for the other kind of connective.
    linked
        Whether the one event depends on the other at all.
    standing
        Whether both claims probably keep their values. Connectives that the text has for such pairs are left out.
    remote
        Whether a path joins the two, and no single link.
    covered
        Share of the two claims' words among the content words of the two clauses next to the connective, the lesser of
        the two; 0 if not measured.
    chance
        Probability that the connective does not fit, all evidence weighed.
    values
        The features that were weighed.
    """

    joint: Joint
    cause: str
    effect: str
    weight: float
    linked: bool
    standing: bool = False
    remote: bool = False
    covered: float = 0.0
    chance: float = 0.0
    values: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What the connectives of an edit are compared with.

    Parameters
    ----------
    regions, altered
        For each event, its region in the edit and the probability of another value than the text's.
    links, confidence
        For each link, whether a consecutive fits values that agree, and the confidence of the link.
    supposed
        The events that the what-if sets.
    told
        What the text itself joins: cause, effect, and whether the connective is consecutive.
    new
        Places of content words in the edit that match no word of the text.
    again
        Events that the text tells again, each with the region of these words in the edit.
    """

    edit: Edit
    regions: Mapping[str, Region]
    altered: Mapping[str, float]
    links: Mapping[tuple[str, str], bool]
    confidence: Mapping[tuple[str, str], float]
    supposed: frozenset[str]
    told: frozenset[tuple[str, str, bool]] = frozenset()
    new: frozenset[int] = frozenset()
    again: tuple[tuple[str, Region], ...] = ()

    def inside(self, stretch: Stretch) -> dict[str, Region]:
        """Return the events of which a stretch of the edit has most words, each with its region there."""
        return _inside((*self.again, *self.regions.items()), stretch)


def mismatches(found: tuple[Joint, ...], setting: Setting) -> tuple[Mismatch, ...]:
    """Return, for every connective, the pairs of events it may join and the chance that it does not fit them."""
    regions, altered, links = setting.regions, setting.altered, setting.links
    paths, related = signed(links), connected(tuple(links))
    result: list[Mismatch] = []
    for joint in found:
        causes, effects = setting.inside(joint.cause), setting.inside(joint.effect)
        pairs = [(c, e) for c in causes for e in effects if c != e]
        linked = [pair for pair in pairs if pair in links]
        if not pairs and not causes and len(setting.new & {*range(*joint.cause)}) < MANY:
            linked = _taken_up(regions, joint, list(effects), links)
        met = {effect for _, effect in linked}
        remote = [pair for pair in pairs if pair in paths and pair not in links and pair[1] not in met]
        for cause, effect in linked + remote:
            together = links.get((cause, effect), paths.get((cause, effect), True))
            weight = _unsuited(altered[cause], altered[effect], together=together is joint.consecutive)
            standing = altered[cause] < LIKELY and altered[effect] < LIKELY
            if standing and (cause, effect, joint.consecutive) in setting.told:
                continue
            result.append(
                Mismatch(
                    joint=joint,
                    cause=cause,
                    effect=effect,
                    weight=weight,
                    linked=True,
                    standing=standing,
                    remote=(cause, effect) not in links,
                    covered=covered(
                        setting.edit.words,
                        joint,
                        causes.get(cause, regions[cause]),
                        effects.get(effect, regions[effect]),
                    ),
                )
            )
        if not linked and not remote and joint.consecutive:
            strange = [(c, e) for c, e in pairs if (c, e) not in related and (e, c) not in related]
            if pairs and len(strange) == len(pairs):
                result.append(
                    Mismatch(joint=joint, cause=strange[0][0], effect=strange[0][1], weight=1.0, linked=False)
                )
    return tuple(result)


def turned_round(found: tuple[Joint, ...], setting: Setting) -> tuple[tuple[str, str, str], ...]:
    """Return each connective that makes an effect the cause of its own cause, with what it makes cause and effect.

    Only links that are all but certain count, and no pair that the text itself joins so.
    """
    paths = connected(tuple(pair for pair in setting.links if setting.confidence[pair] >= PROVES))
    turned = []
    for joint in found:
        pairs = [(c, e) for c in setting.inside(joint.cause) for e in setting.inside(joint.effect) if c != e]
        against = [p for p in pairs if p[::-1] in paths and p not in paths and (*p, True) not in setting.told]
        clear = joint.words in word_class("clear_consecutives")
        if clear and joint.consecutive and pairs and against == pairs:
            turned.append((joint.words, *pairs[0]))
    return tuple(turned)


def _unsuited(p: float, q: float, *, together: bool) -> float:
    """Return the chance that two values differ if they should agree, or agree if they should differ."""
    agree = p * q + (1 - p) * (1 - q)
    return 1 - agree if together else agree


@lru_cache(maxsize=512)
def told_joints(
    original: tuple[Word, ...], claims: tuple[tuple[str, tuple[int, ...]], ...]
) -> frozenset[tuple[str, str, bool]]:
    """Return (cause, effect, consecutive) for all that the connectives of the text itself may join."""
    regions = [
        (event, Region(matched=tuple(i for i in places if original[i].content), first=places[0], last=places[-1]))
        for event, places in claims
        if places
    ]
    joins: set[tuple[str, str, bool]] = set()
    for joint in joints(original):
        sides = _inside(regions, joint.cause), _inside(regions, joint.effect)
        joins |= {(c, e, joint.consecutive) for c in sides[0] for e in sides[1]}
    return frozenset(joins)


def _taken_up(
    regions: Mapping[str, Region], joint: Joint, effects: list[str], links: Mapping[tuple[str, str], bool]
) -> list[tuple[str, str]]:
    """Return the link from the nearest earlier claim: "because of this shock" has no words of the claim itself."""
    earlier = [
        (regions[cause].centre, cause, effect)
        for cause, effect in links
        if effect in effects and cause in regions and regions[cause].matched and regions[cause].centre < joint.place
    ]
    return [max(earlier)[1:]] if earlier else []


def _inside(regions: Iterable[tuple[str, Region]], stretch: Stretch) -> dict[str, Region]:
    return {
        event: region
        for event, region in regions
        if 2 * (bisect_left(region.matched, stretch[1]) - bisect_left(region.matched, stretch[0])) > len(region.matched)
    }


_BREAKS: Final = word_class("joined_breaks") | {",", ";", ":", ".", "!", "?"}
_LEAST: Final = 2
"""Content words that a clause needs; a shorter piece joins its neighbor."""


def clauses_beside(edit: tuple[Word, ...], joint: Joint) -> tuple[Stretch, Stretch]:
    """Return the stretches of the cause's and the effect's clauses that are next to the connective."""
    return _nearest(edit, joint.cause, joint.place), _nearest(edit, joint.effect, joint.place)


def _nearest(edit: tuple[Word, ...], stretch: Stretch, place: int) -> Stretch:
    """Return the first clause of a stretch after the connective, or the last one of a stretch before it."""
    start, end = stretch
    pieces = _pieces(edit, stretch)
    if not pieces:
        return stretch
    if start >= place:
        return start, next((b for a, b in pieces if _clausal(edit, (start, b))), end)
    return next((a for a, b in reversed(pieces) if _clausal(edit, (a, end))), start), end


def _pieces(edit: tuple[Word, ...], stretch: Stretch) -> list[Stretch]:
    pieces, first = [], stretch[0]
    for place in range(*stretch):
        if edit[place].text in _BREAKS:
            pieces.append((first, place))
            first = place + 1
    return [*pieces, (first, stretch[1])]


def _clausal(edit: tuple[Word, ...], stretch: Stretch) -> bool:
    inside, auxiliaries = edit[slice(*stretch)], word_class("joined_auxiliaries")
    with_verb = any(verbal(word.text) or word.text in auxiliaries for word in inside)
    return with_verb and sum(word.content for word in inside) >= _LEAST


def covered(edit: tuple[Word, ...], joint: Joint, cause: Region, effect: Region) -> float:
    """Return the share of content words in both clauses that belong to the claims, the lesser of the two."""
    if not edit:
        return 0.0
    beside = clauses_beside(edit, joint)
    return min(_share(edit, stretch, region) for stretch, region in zip(beside, (cause, effect), strict=True))


def _share(edit: tuple[Word, ...], stretch: Stretch, region: Region) -> float:
    content = [place for place in range(*stretch) if edit[place].content]
    return sum(place in region.matched for place in content) / len(content) if content else 0.0


NAMES: Final = (
    "chance that the two values do not suit it",
    "it is consecutive",
    "the cause is altered",
    "the effect is altered",
    "sureness of the two values",
    "neither depends on the other",
    "no single link joins them",
    "both stand as in the text",
    "the text has it there, too",
    "it may be no connective of reason",
    "the cause comes after it",
    "share of the cause in its stretch",
    "share of the effect in its stretch",
    "claims where the cause stands",
    "claims where the effect stands",
    "new words where the cause stands",
    "new words where the effect stands",
    "words where the cause stands",
    "words where the effect stands",
    "confidence of the link",
    "the cause is supposed",
    "the effect is supposed",
    "edit copied beside it",
)
LOOSE: Final = word_class("loose_connectives")
"""Connectives that often express neither reason nor concession."""
MOST: Final = 5.0
"""Cap of counts of words or claims."""


def connective_features(odd: Mismatch, setting: Setting) -> tuple[float, ...]:
    """Measure one connective with two claims it may join, in the order of `NAMES`."""
    cause, effect = setting.altered[odd.cause], setting.altered[odd.effect]
    here, there = odd.joint.cause, odd.joint.effect
    return (
        odd.weight,
        float(odd.joint.consecutive),
        cause,
        effect,
        2 * min(abs(cause - 0.5), abs(effect - 0.5)),
        float(not odd.linked),
        float(odd.remote),
        float(odd.standing),
        float(odd.joint.place in setting.edit.same.partner),
        float(odd.joint.words in LOOSE),
        float(here[0] > odd.joint.place),
        _event_share(setting, odd.cause, here),
        _event_share(setting, odd.effect, there),
        min(MOST, len(_inside(setting.regions.items(), here))),
        min(MOST, len(_inside(setting.regions.items(), there))),
        _new(setting, here),
        _new(setting, there),
        min(3 * MOST, here[1] - here[0]),
        min(3 * MOST, there[1] - there[0]),
        setting.confidence.get((odd.cause, odd.effect), 0.5),
        float(odd.cause in setting.supposed),
        float(odd.effect in setting.supposed),
        setting.edit.copied,
    )


def weighed(found: Sequence[Mismatch], setting: Setting, model: Boosted | None = None) -> tuple[Mismatch, ...]:
    """Return the connectives with the chance that each does not fit, by the shipped weights or by `model`."""
    if not found:
        return ()
    table = [connective_features(odd, setting) for odd in found]
    chances = (model or fitted("grounding", "connective", NAMES)).probabilities(np.array(table))
    return tuple(
        replace(odd, chance=float(chance), values=values)
        for odd, chance, values in zip(found, chances, table, strict=True)
    )


def _event_share(setting: Setting, event: str, stretch: tuple[int, int]) -> float:
    matched = setting.regions[event].matched
    return sum(stretch[0] <= place < stretch[1] for place in matched) / max(1, len(matched))


def _new(setting: Setting, stretch: tuple[int, int]) -> float:
    return min(MOST, sum(place in setting.new for place in range(*stretch)))
