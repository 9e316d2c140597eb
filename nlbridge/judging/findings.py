"""What an edit does against its rubric beside its claims, worked out once and handed on as one value.

It is what only exact words show: a background that is altered, amounts out of place, another value named than is
asked for, claims that are copied or denied as they stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nlbridge.judging.altered_latents import Shift, altered_latents
from nlbridge.judging.demands import misplaced
from nlbridge.judging.plain_contradictions import plain_contradictions, played_down, told_again
from nlbridge.supposing.chosen_values import mistaken, unsaid
from nlbridge.weights.thresholds import MOVES

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from nlbridge.grounding.grounding import Grounding


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What the words of an edit show.

    Parameters
    ----------
    shifts
        Where the background is altered.
    displaced
        Quantities that are not where some criterion asks for them; `misplaced`, where a sure one does.
    mistaken
        Choices of which another value is named than is asked for.
    unsaid
        Why the edit does not say the values that are supposed.
    contradictions, again, played_down
        Claims that are copied or denied against their criteria, told in the text's own words, or told as a little less.
    """

    shifts: tuple[Shift, ...]
    displaced: Mapping[str, int]
    misplaced: Mapping[str, int]
    mistaken: tuple[tuple[str, str], ...]
    unsaid: tuple[str, ...]
    contradictions: tuple[str, ...]
    again: tuple[str, ...]
    played_down: tuple[str, ...]


def findings_of(rubric: Rubric, grounding: Grounding) -> Findings:
    """Look for all of it once."""
    edit = grounding.edit.words
    return Findings(
        shifts=altered_latents(rubric, grounding.edit),
        displaced=misplaced(rubric, grounding, 0.0),
        misplaced=misplaced(rubric, grounding, MOVES),
        mistaken=mistaken(rubric, edit),
        unsaid=unsaid(rubric, edit),
        contradictions=plain_contradictions(rubric, grounding),
        again=told_again(rubric, grounding),
        played_down=played_down(rubric, grounding),
    )
