"""Connectives of an edit that do not suit the values of the events that they join, and what speaks for and against it.

The chance that the values of two claims call for the other kind of connective says little where it is not sure that
the connective joins these two: how much of each claim stands in its stretch, what else stands there, and whether the
edit put the connective in are weighed with it by a small model, fitted on edits whose connectives are known to suit.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from causalcore.scenario.graph import connected, signed
from nlbridge.grounding.claims.same_matter import Region
from nlbridge.grounding.connectives.arguments import Joint, joints
from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.word_relations import verbal
from nlbridge.weights.calibration import Boosted, fitted
from nlbridge.weights.thresholds import LIKELY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nlbridge.grounding.edit import Edit
    from nlbridge.language.meaning.word_relations import Word


MANY: Final = 3
"""New words that are a cause of their own, where fewer may take up an earlier claim: `because of this shock`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """A connective that does not suit the values of the events that it joins.

    Parameters
    ----------
    weight
        Probability that the two values call for the other kind of connective.
    linked
        Whether the one event depends on the other at all.
    standing
        Whether both claims are likelier to stand than not, where the text does not join them so.
    remote
        Whether a path joins the two, and no single link.
    covered
        Share of the content words of the two clauses right beside the connective that are those of the two claims,
        the lesser of the two; 0 where it was not measured.
    chance
        Probability that the connective does not suit, all weighed; see `nlbridge.grounding.connectives.misuse`.
    values
        What was weighed.
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
    """What the connectives of an edit are seen against.

    Parameters
    ----------
    regions, altered
        For each event where its words are in the edit, and how probable another value than the text's is.
    links, confidence
        For each link whether agreement of the two values calls for a consecutive, and how sure it is.
    supposed
        The events that the what-if sets.
    told
        Cause, effect and whether consecutive, of what the text itself joins.
    new
        Places of content words of the edit that stand for none of the text.
    """

    edit: Edit
    regions: Mapping[str, Region]
    altered: Mapping[str, float]
    links: Mapping[tuple[str, str], bool]
    confidence: Mapping[tuple[str, str], float]
    supposed: frozenset[str]
    told: frozenset[tuple[str, str, bool]] = frozenset()
    new: frozenset[int] = frozenset()


def mismatches(found: tuple[Joint, ...], setting: Setting) -> tuple[Mismatch, ...]:
    """Weigh for every connective the chance that it does not suit the events it joins."""
    regions, altered, links = setting.regions, setting.altered, setting.links
    paths, related = signed_paths(tuple(links.items())), connected(tuple(links))
    result: list[Mismatch] = []
    for joint in found:
        effects = _inside(regions, joint.effect)
        pairs = [(c, e) for c in _inside(regions, joint.cause) for e in effects if c != e]
        linked = [pair for pair in pairs if pair in links]
        if not pairs and not _inside(regions, joint.cause) and len(setting.new & {*range(*joint.cause)}) < MANY:
            linked = _taken_up(regions, joint, effects, links)
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
                    covered=covered(setting.edit.words, joint, regions[cause], regions[effect]),
                )
            )
        if not linked and not remote and joint.consecutive:
            strange = [(c, e) for c, e in pairs if (c, e) not in related and (e, c) not in related]
            if pairs and len(strange) == len(pairs):
                result.append(
                    Mismatch(joint=joint, cause=strange[0][0], effect=strange[0][1], weight=1.0, linked=False)
                )
    return tuple(result)


def _unsuited(p: float, q: float, *, together: bool) -> float:
    """Return the chance that two values differ, or that they agree where they must not."""
    agree = p * q + (1 - p) * (1 - q)
    return 1 - agree if together else agree


@lru_cache(maxsize=512)
def signed_paths(links: tuple[tuple[tuple[str, str], bool], ...]) -> Mapping[tuple[str, str], bool]:
    """Return, for pairs that paths join, whether their values agree; pairs whose paths disagree are left out.

    Examples
    --------
    >>> signed_paths(((("a", "b"), True), (("b", "c"), False)))[("a", "c")]
    False
    """
    return signed(dict(links))


@lru_cache(maxsize=512)
def told_joints(
    original: tuple[Word, ...], claims: tuple[tuple[str, tuple[int, ...]], ...]
) -> frozenset[tuple[str, str, bool]]:
    """Return cause, effect and whether consecutive, of what the connectives of the text itself may join."""
    regions = {
        event: Region(matched=tuple(i for i in places if original[i].content), first=places[0], last=places[-1])
        for event, places in claims
        if places
    }
    found: set[tuple[str, str, bool]] = set()
    for joint in joints(original):
        sides = _inside(regions, joint.cause), _inside(regions, joint.effect)
        found |= {(c, e, joint.consecutive) for c in sides[0] for e in sides[1]}
    return frozenset(found)


def _taken_up(
    regions: Mapping[str, Region], joint: Joint, effects: list[str], links: Mapping[tuple[str, str], bool]
) -> list[tuple[str, str]]:
    """Return the link from the nearest earlier claim: "because of this shock" names no claim by its own words."""
    earlier = [
        (regions[cause].centre, cause, effect)
        for cause, effect in links
        if effect in effects and cause in regions and regions[cause].matched and regions[cause].centre < joint.place
    ]
    return [max(earlier)[1:]] if earlier else []


def _inside(regions: Mapping[str, Region], stretch: tuple[int, int]) -> list[str]:
    return [
        event
        for event, region in regions.items()
        if 2 * (bisect_left(region.matched, stretch[1]) - bisect_left(region.matched, stretch[0])) > len(region.matched)
    ]


Stretch = tuple[int, int]
_BREAKS: Final = word_class("joined_breaks") | {",", ";", ":", ".", "!", "?"}
_LEAST: Final = 2
"""Content words that a clause needs; a shorter piece belongs to its neighbour."""


def clauses_beside(edit: tuple[Word, ...], joint: Joint) -> tuple[Stretch, Stretch]:
    """Return the stretches of the cause's and of the effect's clause that are nearest to the connective."""
    return _nearest(edit, joint.cause, joint.place), _nearest(edit, joint.effect, joint.place)


def _nearest(edit: tuple[Word, ...], stretch: Stretch, place: int) -> Stretch:
    """Return the first clause of a stretch that follows a connective, or the last one of a stretch before it."""
    start, end = stretch
    pieces = _pieces(edit, stretch)
    if not pieces:
        return stretch
    if start >= place:
        return start, next((b for a, b in pieces if _clausal(edit, (start, b))), end)
    return next((a for a, b in reversed(pieces) if _clausal(edit, (a, end))), start), end


def _pieces(edit: tuple[Word, ...], stretch: Stretch) -> list[Stretch]:
    found, first = [], stretch[0]
    for place in range(*stretch):
        if edit[place].text in _BREAKS:
            found.append((first, place))
            first = place + 1
    return [*found, (first, stretch[1])]


def _clausal(edit: tuple[Word, ...], stretch: Stretch) -> bool:
    inside = edit[slice(*stretch)]
    return sum(word.content for word in inside) >= _LEAST and any(_verb(word.text) for word in inside)


def _verb(text: str) -> bool:
    return verbal(text) or text in word_class("joined_auxiliaries")


def covered(edit: tuple[Word, ...], joint: Joint, cause: Region, effect: Region) -> float:
    """Return the share of the content words of both clauses that the claims account for, the lesser of the two."""
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
"""Connectives that often join without reason or concession."""
MOST: Final = 5.0
"""A count of words or claims beyond which more say no more."""


def connective_features(odd: Mismatch, setting: Setting) -> tuple[float, ...]:
    """Measure one connective with two claims that it may join, in the order of `NAMES`."""
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
        _claims(setting, here),
        _claims(setting, there),
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
    """Return connectives with the chance that each does not suit, by the shipped weights or by `model`."""
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


def _claims(setting: Setting, stretch: tuple[int, int]) -> float:
    return min(MOST, sum(_event_share(setting, event, stretch) > 0.5 for event in setting.regions))


def _new(setting: Setting, stretch: tuple[int, int]) -> float:
    return min(MOST, sum(place in setting.new for place in range(*stretch)))
