"""Which of some offered sets satisfies a criterion: back door, front door, instruments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from causalcore.identification.adjustment import Criterion, back_door
from causalcore.identification.instrument import instruments

if TYPE_CHECKING:
    from causalcore.identification.diagram import Diagram

Names = tuple[str, ...]


class SetRule(StrEnum):
    """The criterion that a set must satisfy for a cause and an effect."""

    BACK_DOOR = "back-door criterion"
    FRONT_DOOR = "front-door criterion"
    INSTRUMENTS = "instruments"


class Extent(StrEnum):
    """Which of the sets that satisfy a rule the question asks for."""

    ANY = "any"
    MINIMAL = "minimal"
    MAXIMAL = "maximal"


@dataclass(frozen=True, slots=True)
class SetChoice:
    """Offered sets with the verdict on each, and the right one.

    Parameters
    ----------
    judged
        The verdict on each set, in the order offered.
    chosen
        Index of the right one, from 0; None if none or several are right.
    assumption
        The assumption made to choose among several; empty if none.
    """

    judged: tuple[Criterion, ...]
    chosen: int | None
    reason: str
    assumption: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the choice as a JSON object; options are numbered from 1."""
        rows = [{"set": list(row.names), "holds": row.holds, "reason": row.reason} for row in self.judged]
        option = None if self.chosen is None else self.chosen + 1
        return {"option": option, "reason": self.reason, "assumption": self.assumption, "options": rows}


def front_door(diagram: Diagram, cause: str, effect: str, names: Sequence[str]) -> Criterion:
    """Return whether a set satisfies the front-door criterion for a cause and an effect.

    References
    ----------
    .. [1] Pearl (2009), Causality, definition 3.3.3.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> edges = (("U", "X"), ("U", "Y"), ("X", "M"), ("M", "Y"))
    >>> front = Diagram(("U", "X", "M", "Y"), edges, frozenset({"U"}))
    >>> front_door(front, "X", "Y", ["M"]).holds, front_door(front, "X", "Y", []).reason
    (True, 'the empty set does not block every directed path from X to Y')
    """
    chosen = tuple(sorted(names))
    shown = ", ".join(chosen) or "the empty set"
    if cause in chosen or effect in chosen:
        return Criterion(chosen, holds=False, reason=f"{cause} and {effect} are not between {cause} and {effect}")
    if effect in diagram.cut(out_of=chosen).descendants([cause]):
        reason = f"{shown} does not block every directed path from {cause} to {effect}"
        return Criterion(chosen, holds=False, reason=reason)
    if not diagram.cut(out_of=[cause]).separated([cause], chosen):
        return Criterion(chosen, holds=False, reason=f"a back-door path from {cause} to {shown} is open")
    if not diagram.cut(out_of=chosen).separated(chosen, [effect], [cause]):
        return Criterion(chosen, holds=False, reason=f"a back-door path from {shown} to {effect} is open given {cause}")
    return Criterion(chosen, holds=True, reason=f"{shown} is a front door from {cause} to {effect}")


def all_instruments(diagram: Diagram, cause: str, effect: str, names: Sequence[str]) -> Criterion:
    """Return whether each member of a set affects the cause, and affects the effect only through the cause.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> diagram = Diagram(("Z", "W", "X", "Y"), (("Z", "X"), ("W", "X"), ("W", "Y"), ("X", "Y")))
    >>> all_instruments(diagram, "X", "Y", ["Z"]).holds, all_instruments(diagram, "X", "Y", ["Z", "W"]).reason
    (True, 'W reaches Y on a path that does not pass through X')
    """
    chosen = tuple(sorted(names))
    causes = diagram.ancestors([cause]) - {cause}
    idle = [name for name in chosen if name not in causes]
    if idle or not chosen:
        return Criterion(chosen, holds=False, reason=f"{', '.join(idle) or 'the empty set'} is no cause of {cause}")
    good = set(instruments(diagram, cause, effect, chosen))
    bad = [name for name in chosen if name not in good]
    if bad:
        reason = f"{', '.join(bad)} reaches {effect} on a path that does not pass through {cause}"
        return Criterion(chosen, holds=False, reason=reason)
    return Criterion(chosen, holds=True, reason=f"{', '.join(chosen)} acts on {effect} through {cause} only")


_RULES: Final[dict[SetRule, Callable[[Diagram, str, str, Sequence[str]], Criterion]]] = {
    SetRule.BACK_DOOR: back_door,
    SetRule.FRONT_DOOR: front_door,
    SetRule.INSTRUMENTS: all_instruments,
}


def choose_set(
    diagram: Diagram,
    cause: str,
    effect: str,
    options: Sequence[Sequence[str]],
    rule: SetRule,
    extent: Extent = Extent.ANY,
) -> SetChoice:
    """Return which offered set satisfies a rule; of several, the one that estimates the effect most precisely.

    A minimal set has no sufficient part; a maximal set is the largest one offered.

    References
    ----------
    .. [1] Rotnitzky and Smucler (2020), Efficient adjustment sets for population average causal treatment effect
       estimation in graphical models, theorem 1.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> confounded = Diagram(("Z", "X", "Y"), (("Z", "X"), ("Z", "Y"), ("X", "Y")))
    >>> choose_set(confounded, "X", "Y", [[], ["Z"], ["Y"]], SetRule.BACK_DOOR).chosen
    1
    """
    if cause == effect:
        return _of_itself(diagram, cause, options, rule)
    hidden = [tuple(name for name in names if name in diagram.hidden) for names in options]
    judged = tuple(
        _RULES[rule](diagram, cause, effect, names)
        if not unseen
        else Criterion(tuple(sorted(names)), holds=False, reason=f"{', '.join(unseen)} is not observed")
        for names, unseen in zip(options, hidden, strict=True)
    )
    right = [place for place, verdict in enumerate(judged) if verdict.holds]
    kept = _of_extent(diagram, (cause, effect), judged, right, rule, extent)
    if len(kept) == 1:
        beside = "" if len(right) == 1 else f", and of those that hold it is the {extent} one"
        return SetChoice(judged, kept[0], judged[kept[0]].reason + beside)
    if not kept:
        return SetChoice(judged, None, "none of the offered sets satisfies it")
    best = _most_precise(diagram, cause, effect, judged, kept) if rule is SetRule.BACK_DOOR else None
    shown = " and ".join(f"option {place + 1}" for place in kept)
    if best is None:
        return SetChoice(judged, None, f"{shown} satisfy it equally")
    assumption = f"{shown} satisfy it equally; taken is the one that estimates the effect most precisely"
    return SetChoice(judged, best, judged[best].reason, assumption)


def _of_extent(
    diagram: Diagram,
    pair: tuple[str, str],
    judged: Sequence[Criterion],
    right: list[int],
    rule: SetRule,
    extent: Extent,
) -> list[int]:
    """Return the places of the valid sets that have the requested extent."""
    if extent is Extent.MAXIMAL:
        most = max((len(judged[place].names) for place in right), default=0)
        return [place for place in right if len(judged[place].names) == most]
    if extent is Extent.MINIMAL:
        return [place for place in right if not _has_smaller(diagram, pair, judged[place].names, rule)]
    return right


def _has_smaller(diagram: Diagram, pair: tuple[str, str], names: Names, rule: SetRule) -> bool:
    """Return whether a part of a set also satisfies the rule."""
    parts = (part for size in range(len(names)) for part in combinations(names, size))
    return any(_RULES[rule](diagram, *pair, part).holds for part in parts)


def _most_precise(
    diagram: Diagram, cause: str, effect: str, judged: Sequence[Criterion], places: Sequence[int]
) -> int | None:
    """Return the set that estimates the effect at least as precisely as each other set; None if there is none.

    Among equally good sets, it is the one that contains only causes of the two.
    """

    def beats(first: Names, second: Names) -> bool:
        extra, missing = set(first) - set(second), set(second) - set(first)
        free = not extra or diagram.separated([cause], extra, second)
        return free and (not missing or diagram.separated([effect], missing, (*first, cause)))

    best = [
        place
        for place in places
        if all(beats(judged[place].names, judged[two].names) for two in places if two != place)
    ]
    upstream = diagram.ancestors([cause, effect])
    pure = [place for place in best if set(judged[place].names) <= upstream]
    return next((some[0] for some in (best, pure) if len(some) == 1), None)


def _of_itself(diagram: Diagram, name: str, options: Sequence[Sequence[str]], rule: SetRule) -> SetChoice:
    """Judge sets for the effect of a variable on itself: whatever affects it reaches it through itself."""
    causes = diagram.ancestors([name]) - {name}
    instrumental = rule is SetRule.INSTRUMENTS
    judged = tuple(
        Criterion(
            chosen := tuple(sorted(names)),
            holds=instrumental and bool(chosen) and set(chosen) <= causes,
            reason=(
                f"{', '.join(chosen) or 'the empty set'} "
                f"{'acts' if chosen and set(chosen) <= causes else 'does not act'} on {name}"
            ),
        )
        for names in options
    )
    right = [place for place, verdict in enumerate(judged) if verdict.holds]
    reason = f"{name} is named as cause and as effect"
    if len(right) != 1:
        return SetChoice(judged, None, reason)
    meant = f"{reason}; counted as an instrument, since it acts only through {name}"
    return SetChoice(judged, right[0], judged[right[0]].reason, meant)
