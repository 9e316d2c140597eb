"""Labels that an edit's verdict implies for its connectives: suited, unsuited, or unknown.

In an edit without E3 every connective is suited. An edit with E3 has at least one unsuited connective: the likeliest by
a model fitted on the rest. Its other connectives stay unknown (multiple-instance learning; Dietterich, Lathrop and
Lozano-Pérez, Artificial Intelligence 89, 1997).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nlbridge.grounding.connectives.misuse import NAMES
from nlbridge.grounding.grounding import Grounding

SUITED, UNSUITED, UNKNOWN = 0, 1, -1
WEIGHT = NAMES.index("chance that the two values do not suit it")


@dataclass(frozen=True, slots=True, kw_only=True)
class Connectives:
    """Connectives as numbers: features (n, n_features); label, scenario and edit of each (n,)."""

    features: Any
    labels: Any
    groups: Any
    edits: Any


def connectives_of(readings: Sequence[tuple[Grounding, tuple[str, ...], int]]) -> Connectives:
    """Measure every connective of every edit.

    Parameters
    ----------
    readings
        What each edit asserts, its error classes, and the number of its scenario.
    """
    table = [
        (odd.values, UNKNOWN if "E3" in errors else SUITED, group, number)
        for number, (grounding, errors, group) in enumerate(readings)
        for odd in grounding.mismatches
    ]
    columns = [np.array(column) for column in zip(*table, strict=True)]
    return Connectives(features=columns[0], labels=columns[1], groups=columns[2], edits=columns[3])


def completed(connectives: Connectives, chances: Any) -> Any:
    """Fill in the labels: the likeliest connective of an edit with an unsuited one is it.

    Parameters
    ----------
    chances
        The chance that each connective is unsuited, by a model that did not see its scenario.
    """
    labels = connectives.labels.copy()
    for number in np.unique(connectives.edits[labels == UNKNOWN]):
        places = np.flatnonzero(connectives.edits == number)
        labels[places[np.argmax(chances[places])]] = UNSUITED
    return labels
