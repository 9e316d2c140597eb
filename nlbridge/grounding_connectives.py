"""Connectives of an edit, the events that they join, and whether they suit the values there.

A connective claims agreement (because, so) or disagreement (despite, but) of
two stretches of the passage. The stretches end at the next break or connective.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nlbridge.alignment import Word
    from nlbridge.grounding_region import Region

# words -> (consecutive?, where the cause is: "after" follows the words, "before" precedes them)
_FORMS: Final = {
    "because of this": (True, "back"),
    "because of that": (True, "back"),
    "for this reason": (True, "back"),
    "as a result": (True, "back"),
    "as a consequence": (True, "back"),
    "thanks to this": (True, "back"),
    "which meant": (True, "back"),
    "which made": (True, "back"),
    "which led": (True, "back"),
    "this meant": (True, "back"),
    "this forced": (True, "back"),
    "consequently": (True, "back"),
    "therefore": (True, "back"),
    "accordingly": (True, "back"),
    "hence": (True, "back"),
    "thus": (True, "back"),
    "so": (True, "back"),
    "because of": (True, "after"),
    "because": (True, "after"),
    "since": (True, "after"),
    "due to": (True, "after"),
    "owing to": (True, "after"),
    "thanks to": (True, "after"),
    "as a result of": (True, "after"),
    "combined with": (True, "after"),
    "despite this": (False, "back"),
    "despite that": (False, "back"),
    "in spite of this": (False, "back"),
    "even so": (False, "back"),
    "all the same": (False, "back"),
    "nevertheless": (False, "back"),
    "nonetheless": (False, "back"),
    "however": (False, "back"),
    "anyway": (False, "back"),
    "regardless": (False, "back"),
    "yet": (False, "back"),
    "but": (False, "back"),
    "still": (False, "back"),
    "even though": (False, "after"),
    "although": (False, "after"),
    "though": (False, "after"),
    "despite": (False, "after"),
    "in spite of": (False, "after"),
    "even with": (False, "after"),
    "even if": (False, "after"),
}
FORMS: Final = sorted(((tuple(form.split()), kind) for form, kind in _FORMS.items()), key=lambda f: -len(f[0]))
_NOT_CAUSAL: Final = {("so", "that"), ("so", "far"), ("so", "much"), ("so", "many"), ("so", "as"), ("since", "then")}
_ENDS: Final = frozenset({".", "!", "?"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Joint:
    """A connective with the stretches of the edit that it joins."""

    words: str
    consecutive: bool
    place: int
    cause: tuple[int, int]
    effect: tuple[int, int]


def joints(edit: tuple[Word, ...]) -> tuple[Joint, ...]:
    """Find the connectives of a passage and what they join."""
    texts = [w.text for w in edit]
    hits: list[tuple[int, int, bool, str]] = []
    index = 0
    while index < len(texts):
        for form, (consecutive, side) in FORMS:
            if (
                tuple(texts[index : index + len(form)]) == form
                and (texts[index], *texts[index + 1 : index + 2]) not in _NOT_CAUSAL
            ):
                hits.append((index, index + len(form), consecutive, side))
                index += len(form) - 1
                break
        index += 1
    starts = [hit[0] for hit in hits]
    return tuple(_joint(texts, hit, starts) for hit in hits)


def _sentence(texts: list[str], place: int) -> tuple[int, int]:
    first, last = place, place
    while first > 0 and texts[first - 1] not in _ENDS:
        first -= 1
    while last < len(texts) and texts[last] not in _ENDS:
        last += 1
    return first, last


def _joint(texts: list[str], hit: tuple[int, int, bool, str], starts: list[int]) -> Joint:
    start, end, consecutive, side = hit
    first, last = _sentence(texts, start)
    following = min([s for s in starts if s > start and s < last], default=last)
    previous = max([s for s in starts if first <= s < start], default=first)
    if side == "back":
        cause = (previous, start)
        if start - first < 3 and first > 1:
            cause = _sentence(texts, first - 2)
        effect = (end, following)
        if texts[start] in {"still", "anyway", "regardless"} or (texts[start], texts[start - 1 : start]) == (
            "all",
            [","],
        ):
            effect = (max(previous, start - 6), following)
    elif start - first < 2 or texts[start - 1] in {",", ";", "but", "and"}:
        comma = next((i for i in range(end + 1, last) if texts[i] == ","), None)
        cause, effect = (
            ((end, comma), (comma, last))
            if comma is not None and start - first < 3
            else ((end, following), (previous, start))
        )
    else:
        comma = next((i for i in range(end + 1, following) if texts[i] in {",", ";"}), following)
        cause, effect = (end, comma), (previous, start)
    return Joint(words=" ".join(texts[start:end]), consecutive=consecutive, place=start, cause=cause, effect=effect)


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


def _inside(regions: Mapping[str, Region], stretch: tuple[int, int]) -> list[str]:
    return [
        event
        for event, region in regions.items()
        if region.matched
        and 2 * sum(stretch[0] <= place < stretch[1] for place in region.matched) > len(region.matched)
    ]
