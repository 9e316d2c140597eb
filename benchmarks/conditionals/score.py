"""The completion that a model prefers, by condition, and whether it is the logical one."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from benchmarks.conditionals.data import Condition, ConditionalItem
from benchmarks.conditionals.mood import read_moods
from benchmarks.conditionals.rubric import CONGRUENT_IS_LOGICAL, expectation
from benchmarks.errors import MalformedItemError
from benchmarks.runs.json_rows import json_rows
from benchmarks.runs.responses import some
from benchmarks.runs.scores import Blame
from benchmarks.statistics.verdict_shares import VerdictShares, verdict_shares
from logic.errors import brief

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

ROUNDING: Final = 1e-6
"""Largest rounding error of a log-probability above 0."""
BOTH: Final = ((Condition.CW, Condition.RW), (Condition.CWC, Condition.RWCA))
"""The pairs of conditions in Table 15: the same completions, with opposite logical ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preference:
    """Log-probabilities (natural logarithm) of the two completions of an item."""

    congruent: float
    incongruent: float

    @property
    def strength(self) -> float:
        """Difference of log-probabilities, congruent minus incongruent; 0 for a tie."""
        return self.congruent - self.incongruent


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionalSample:
    """An item with the model's preference and the logical completion.

    Parameters
    ----------
    prefers_congruent
        None for a tie.
    logical
        Whether the congruent completion is the logical one; None if the text leaves it open.
    right
        Whether the preferred completion is the logical one; None if either is unknown.
    """

    id: str
    condition: Condition
    core: str
    manipulation: str
    context: str
    congruent: str
    incongruent: str
    strength: float
    prefers_congruent: bool | None
    logical: bool | None
    right: bool | None
    mood: str | None
    world: str
    antecedent_holds: bool | None
    why: str

    @property
    def blame(self) -> Blame | None:
        """Who is to blame for a missing verdict: the model for a tie, the data for a text that leaves it open."""
        if self.right is not None:
            return None
        return Blame.MODEL if self.prefers_congruent is None else Blame.DATA

    def to_dict(self) -> dict[str, Any]:
        """Return the sample as a JSON object."""
        return {**asdict(self), "blame": self.blame}


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlation:
    """Pearson's r with its two-sided p; both None with fewer than three items or without variation."""

    r: float | None
    p: float | None
    items: int


def load_preferences(path: Path) -> dict[str, Preference]:
    """Read one `{"id", "logprobs": {"congruent": -3.1, "incongruent": -4.0}}` per line."""
    preferences: dict[str, Preference] = {}
    for row in json_rows(path, what="log-probabilities in JSON Lines"):
        name, preference = _preference(row.fields, row.place)
        if name in preferences:
            message = f"expected each id once, got {name} again in {row.place}; remove one"
            raise MalformedItemError(message)
        preferences[name] = preference
    return some(preferences, path)


def _preference(row: Mapping[str, Any], where: str) -> tuple[str, Preference]:
    try:
        values = row["logprobs"]
        preference = Preference(congruent=float(values["congruent"]), incongruent=float(values["incongruent"]))
        name = str(row["id"])
    except (ValueError, KeyError, TypeError) as broken:
        message = (
            'expected {"id", "logprobs": {"congruent": number, "incongruent": number}} '
            f"on {where}, got {brief(row)}; correct it"
        )
        raise MalformedItemError(message) from broken
    came = f"{preference.congruent} and {preference.incongruent}"
    if not (math.isfinite(preference.congruent) and math.isfinite(preference.incongruent)):
        message = f"expected finite log-probabilities on {where}, got {came}; correct it"
        raise MalformedItemError(message)
    if max(preference.congruent, preference.incongruent) > ROUNDING:
        message = f"expected log-probabilities of 0 or less on {where}, got {came}; take logarithms of probabilities"
        raise MalformedItemError(message)
    return name, preference


def judge(
    items: Sequence[ConditionalItem], preferences: Mapping[str, Preference], *, pipeline: str | None = None
) -> tuple[ConditionalSample, ...]:
    """Judge every item that has log-probabilities."""
    known = [item for item in items if item.id in preferences]
    readings = read_moods((f"{item.sentence}." for item in known), pipeline=pipeline)
    samples = []
    for item, reading in zip(known, readings, strict=True):
        strength = preferences[item.id].strength
        chosen = expectation(reading).fit.completion(item)
        logical = None if chosen is None else chosen == item.congruent
        prefers = None if strength == 0 else strength > 0
        samples.append(
            ConditionalSample(
                id=item.id,
                condition=item.condition,
                core=item.core,
                manipulation=item.manipulation,
                context=item.context,
                congruent=item.congruent,
                incongruent=item.incongruent,
                strength=strength,
                prefers_congruent=prefers,
                logical=logical,
                right=None if prefers is None or logical is None else prefers == logical,
                mood=reading.mood,
                world=reading.world,
                antecedent_holds=reading.antecedent_holds,
                why=reading.why,
            )
        )
    return tuple(samples)


def kind(sample: ConditionalSample) -> str:
    """Return the condition, with the manipulation if there is one."""
    return f"{sample.condition} ({sample.manipulation})" if sample.manipulation else str(sample.condition)


def preferred(samples: Iterable[ConditionalSample]) -> dict[str, VerdictShares]:
    """Return the share of items whose congruent completion is preferred, by condition (Tables 2, 4, 6, 11 to 14).

    A tie is undetermined, and counts among all.
    """
    return _by_kind(samples, lambda sample: sample.prefers_congruent)


def logical(samples: Iterable[ConditionalSample]) -> dict[str, VerdictShares]:
    """Return the share of items whose preferred completion is the derived one, by condition.

    Ties are undetermined, and so are items whose text leaves the logical completion open. The baselines have no logical
    completion, and are left out.
    """
    return _by_kind((one for one in samples if one.condition in CONGRUENT_IS_LOGICAL), lambda sample: sample.right)


def _by_kind(
    samples: Iterable[ConditionalSample], verdict: Callable[[ConditionalSample], bool | None]
) -> dict[str, VerdictShares]:
    groups: dict[str, list[bool | None]] = defaultdict(list)
    for sample in samples:
        groups[kind(sample)].append(verdict(sample))
    return {name: verdict_shares(group) for name, group in groups.items()}


def both_right(samples: Sequence[ConditionalSample], first: Condition, second: Condition) -> VerdictShares:
    """Return the share of items that are right in both of two conditions (Table 15).

    A core with several contexts in a condition counts every pair of them; the interval treats a core as one
    observation.
    """
    cores: dict[str, dict[Condition, list[bool | None]]] = defaultdict(lambda: defaultdict(list))
    for sample in samples:
        if not sample.manipulation:
            cores[sample.core][sample.condition].append(sample.right)
    pairs = [
        (_both(one, other), core)
        for core, conditions in cores.items()
        for one in conditions.get(first, ())
        for other in conditions.get(second, ())
    ]
    return verdict_shares([verdict for verdict, _ in pairs], [core for _, core in pairs])


def _both(one: bool | None, other: bool | None) -> bool | None:
    if one is False or other is False:
        return False
    return None if one is None or other is None else True


def world_knowledge(samples: Sequence[ConditionalSample]) -> Correlation:
    """Correlate the preference in CW with that in BB, which has no context (Table 10)."""
    baseline: dict[str, list[float]] = defaultdict(list)
    for sample in samples:
        if sample.condition is Condition.BB:
            baseline[sample.core].append(sample.strength)
    pairs = [
        (sum(baseline[sample.core]) / len(baseline[sample.core]), sample.strength)
        for sample in samples
        if sample.condition is Condition.CW and sample.core in baseline
    ]
    if len(pairs) < 3 or any(len(set(column)) == 1 for column in zip(*pairs, strict=True)):
        return Correlation(r=None, p=None, items=len(pairs))
    from scipy.stats import pearsonr

    found = pearsonr(*zip(*pairs, strict=True))
    return Correlation(r=float(found.statistic), p=float(found.pvalue), items=len(pairs))


def summarise(
    items: Sequence[ConditionalItem], skipped: Sequence[str], samples: Sequence[ConditionalSample]
) -> dict[str, Any]:
    """Return every figure as one JSON object."""
    return {
        "items": len(items),
        "scored": len(samples),
        "without_logprobs": len(items) - len(samples),
        "skipped_rows": list(skipped),
        "ties": sum(sample.prefers_congruent is None for sample in samples),
        "congruent_preferred": {name: shares.to_dict() for name, shares in preferred(samples).items()},
        "logical_preferred": {name: shares.to_dict() for name, shares in logical(samples).items()},
        "both_right": {f"{one} + {other}": both_right(samples, one, other).to_dict() for one, other in BOTH},
        "world_knowledge": asdict(world_knowledge(samples)),
    }
