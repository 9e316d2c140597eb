"""What speaks for and against a connective of an edit that may not fit the claims that it links, as numbers.

The chance that the values of two claims call for the other kind of connective says little where it is not sure that
the connective joins these two: how much of each claim stands in its stretch, what else stands there, and whether the
edit put the connective in are weighed with it by a small model, fitted on edits whose connectives are known to suit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from nlbridge.language.lexicon import word_class
from nlbridge.weights.calibration import Boosted, boosted, load

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nlbridge.grounding.claims.region import Region
    from nlbridge.grounding.connectives.misuse import Mismatch
    from nlbridge.grounding.edit import Comparison

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What the connectives of an edit are seen against.

    Parameters
    ----------
    regions, altered
        For each event where its words are in the edit, and how probable another value is.
    confidence
        For each link how sure it is.
    supposed
        The events that the what-if sets.
    """

    compared: Comparison
    regions: Mapping[str, Region]
    altered: Mapping[str, float]
    confidence: Mapping[tuple[str, str], float]
    supposed: frozenset[str]


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
        float(odd.joint.place in setting.compared.same.partner),
        float(odd.joint.words in LOOSE),
        float(here[0] > odd.joint.place),
        _share(setting, odd.cause, here),
        _share(setting, odd.effect, there),
        _claims(setting, here),
        _claims(setting, there),
        _new(setting, here),
        _new(setting, there),
        min(3 * MOST, here[1] - here[0]),
        min(3 * MOST, there[1] - there[0]),
        setting.confidence.get((odd.cause, odd.effect), 0.5),
        float(odd.cause in setting.supposed),
        float(odd.effect in setting.supposed),
        setting.compared.copied,
    )


def weighed(found: Sequence[Mismatch], setting: Setting, model: Boosted | None = None) -> tuple[Mismatch, ...]:
    """Return connectives with the chance that each does not suit, by the shipped weights or by `model`."""
    if not found:
        return ()
    table = [connective_features(odd, setting) for odd in found]
    chances = (model or _model()).probabilities(np.array(table))
    return tuple(
        replace(odd, chance=float(chance), values=values)
        for odd, chance, values in zip(found, chances, table, strict=True)
    )


@lru_cache(maxsize=1)
def _model() -> Boosted:
    data = load("grounding")["connective"]
    if not isinstance(data, dict):
        message = "expected an object `connective` in weights/grounding.json; fit it again"
        raise TypeError(message)
    return boosted(data, NAMES)


def _share(setting: Setting, event: str, stretch: tuple[int, int]) -> float:
    matched = setting.regions[event].matched
    return sum(stretch[0] <= place < stretch[1] for place in matched) / max(1, len(matched))


def _claims(setting: Setting, stretch: tuple[int, int]) -> float:
    return min(MOST, sum(_share(setting, event, stretch) > 0.5 for event in setting.regions))


def _new(setting: Setting, stretch: tuple[int, int]) -> float:
    edit = setting.compared.alike.edit
    return min(MOST, sum(place in setting.compared.newly and edit[place].content for place in range(*stretch)))
