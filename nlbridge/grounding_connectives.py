"""Connectives of an edit that do not suit the values of the events that they join."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nlbridge.joints import Joint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nlbridge.grounding_region import Region


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """A connective that does not suit the values of the events that it joins."""

    joint: Joint
    cause: str
    effect: str
    weight: float
    linked: bool


def mismatches(
    found: tuple[Joint, ...],
    regions: Mapping[str, Region],
    altered: Mapping[str, float],
    links: Mapping[tuple[str, str], bool],
    related: frozenset[tuple[str, str]],
) -> tuple[Mismatch, ...]:
    """Weigh for every connective the chance that it does not suit the events it joins.

    Parameters
    ----------
    altered
        For each event the probability that the edit asserts another value than the text.
    links
        For each link whether agreement of the two values calls for a consecutive.
    related
        Pairs that some path joins, either way.
    """
    result = []
    for joint in found:
        causes = _inside(regions, joint.cause)
        effects = _inside(regions, joint.effect)
        pairs = [(c, e) for c in causes for e in effects if c != e]
        linked = [pair for pair in pairs if pair in links]
        if not causes:
            linked = _taken_up(regions, joint, effects, links)
        for cause, effect in linked:
            p, q = altered[cause], altered[effect]
            agree = p * q + (1 - p) * (1 - q)
            suits = agree if links[cause, effect] == joint.consecutive else 1 - agree
            if p < 0.5 and q < 0.5:
                continue
            result.append(Mismatch(joint=joint, cause=cause, effect=effect, weight=1 - suits, linked=True))
        if not linked and joint.consecutive:
            strange = [(c, e) for c, e in pairs if (c, e) not in related and (e, c) not in related]
            if pairs and len(strange) == len(pairs):
                result.append(
                    Mismatch(joint=joint, cause=strange[0][0], effect=strange[0][1], weight=1.0, linked=False)
                )
    return tuple(result)


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
        if region.matched
        and 2 * sum(stretch[0] <= place < stretch[1] for place in region.matched) > len(region.matched)
    ]
