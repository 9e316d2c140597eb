"""The criteria of CHG for one counter-hypothesis (Abdolmaleki et al., section 4.2 and Figure 2).

Each criterion is decided by the first source that can: formulas, the words of the sentences, or other criteria.
Otherwise it is undetermined. Three conclusions need no further reading:

- A restatement of the weakener follows from the altered premise, so it is consistent with it and stronger with it.
- A restatement of the hypothesis is weaker with the weakener, which speaks against the hypothesis.
- A denial of the hypothesis is stronger with the weakener, for the same reason.

One conclusion is likely: a response that uses words of the weakener, adds little, and repeats neither the weakener nor
the hypothesis says what the altered premise suggests. Three of four such responses are good, so a judge's rating takes
precedence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from benchmarks.chg.criteria import formal_comparison as formal
from benchmarks.chg.criteria.concision import sentences, within_limits, word_count
from benchmarks.chg.criteria.conflict import conflicts
from benchmarks.chg.criteria.sentence_comparison import Comparison, additions, compare
from benchmarks.chg.response import UNRATED, Ratings

if TYPE_CHECKING:
    from benchmarks.chg.data import ChgItem
    from benchmarks.chg.response import Grade, Response, Statements, Strength
    from logic.solving.outcome import Limits

RESTATES, NOT_RESTATED = 0.65, 0.5
"""Overlap with the weakener at which a response repeats it, and below which it does not; open in between."""
SAME, OTHER = 0.4, 0.3
"""Overlap with the hypothesis at which a response says the same, and below which it says something else."""
DENIES = 0.42
"""Overlap with the hypothesis at which a response that reverses it denies it."""
SUGGESTED: Final = Ratings(consistent=3, neutral=True, stronger_with_weakener=True)
"""Ratings of a response that the altered premise supports."""

TAKEN_UP, ADDED = 0.1, 2
"""Least share of a response's words found in the weakener, and most words that the response may add."""

_SCORN: Final = re.compile(
    r"\b(?:silly|stupid|foolish|dumb|idiotic?|ugly|lazy|pathetic|disgusting|worthless|ridiculous|moron\w*|"
    r"such (?:people|men|women|folks?|types) (?:always|never)|(?:all|these) \w+ are (?:all )?the same)\b",
    re.IGNORECASE,
)
"""Words that judge people instead of describing them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """The criteria, with short reasons for the decided ones.

    Parameters
    ----------
    ratings
        By the rubric, completed by a judge.
    rubric
        By the rubric alone.
    """

    ratings: Ratings
    rubric: Ratings
    reasons: tuple[str, ...]


def assess(item: ChgItem, response: Response, limits: Limits | None = None) -> Assessment:
    """Decide the criteria of a counter-hypothesis that need no language model.

    Fluency and human-likeness need a judge, and stay open here.

    Examples
    --------
    >>> from benchmarks.chg.data import ChgItem
    >>> from benchmarks.chg.response import Response
    >>> item = ChgItem(
    ...     id="kiosk",
    ...     premise="A vendor waits at a kiosk.",
    ...     strengthener="The vendor is surrounded by newspapers.",
    ...     weakener="The kiosk smells of roasted chestnuts.",
    ...     hypothesis="A vendor sells newspapers.",
    ... )
    >>> found = assess(item, Response(item="kiosk", text="There is a smell of roasted chestnuts at the kiosk."))
    >>> found.ratings.repeats_weakener, found.ratings.good
    (True, False)
    >>> assess(item, Response(item="kiosk", text="A vendor sells warm snacks.")).ratings.good is None
    True
    """
    text, reasons = response.text, []
    statements = response.formulas
    if statements is not None and (broken := formal.unreadable(statements)) is not None:
        reasons.append(f"formulas left aside: {broken}")
        statements = None
    with_weakener = compare(text, item.weakener, f"{item.premise} {item.hypothesis}")
    with_hypothesis = compare(text, item.hypothesis, f"{item.premise} {item.weakener}")
    against = conflicts(text, item.premise)
    ratings = Ratings(
        within_limits=within_limits(text),
        repeats_weakener=_repeats(statements, with_weakener, limits),
        difference=_difference(statements, with_hypothesis, limits),
        consistent=_consistent(statements, against, limits),
        neutral=False if against or _SCORN.search(text) else None,
        stronger_with_weakener=_stronger(response.strength),
    )
    denied = with_hypothesis.turned and with_hypothesis.overlap >= DENIES
    suggested = _suggested(item, text, ratings, with_weakener)
    derived = _inferred(ratings, denied=denied)
    likely = SUGGESTED if suggested and not denied else UNRATED
    reasons += _words(text, derived, against, denied=denied)
    reasons += ["says little that the altered premise does not suggest"] if likely is SUGGESTED else []
    return Assessment(
        ratings=_concluded(derived.or_else(response.judge).or_else(likely)),
        rubric=_concluded(derived.or_else(likely)),
        reasons=tuple(reasons),
    )


def _concluded(ratings: Ratings) -> Ratings:
    met = good(ratings)
    return ratings if met is None else replace(ratings, good=met)


def good(ratings: Ratings) -> bool | None:
    """Return whether every demand is met: False if one is not, otherwise None if one is open.

    The demands: within the limits, no repetition of the weakener, a different meaning than the hypothesis (2 or 3),
    logically supported by the altered premise (3), neutral, and stronger with the weakener.
    """
    met = (
        ratings.within_limits,
        None if ratings.repeats_weakener is None else not ratings.repeats_weakener,
        None if ratings.difference is None else ratings.difference > 1,
        None if ratings.consistent is None else ratings.consistent == 3,
        ratings.neutral,
        ratings.stronger_with_weakener,
    )
    return False if False in met else None if None in met else True


def _repeats(statements: Statements | None, compared: Comparison, limits: Limits | None) -> bool | None:
    if statements is not None and (proven := formal.repeats(statements, limits)) is not None:
        return proven
    if compared.overlap >= RESTATES:
        return False if compared.turned else None if compared.replaced else True
    return False if compared.overlap < NOT_RESTATED else None


def _difference(statements: Statements | None, compared: Comparison, limits: Limits | None) -> Grade | None:
    if statements is not None and (proven := formal.difference(statements, limits)) is not None:
        return proven
    if compared.turned:
        return 3
    if compared.overlap >= SAME:
        return None if compared.replaced or compared.lacks else 1
    return 3 if compared.overlap < OTHER else None


def _consistent(statements: Statements | None, against: tuple[str, ...], limits: Limits | None) -> Grade | None:
    if statements is not None and (proven := formal.consistent(statements, limits)) is not None:
        return proven
    return 1 if against else None


def _stronger(strength: Strength | None) -> bool | None:
    return None if strength is None else strength.weakener > strength.strengthener


def _suggested(item: ChgItem, text: str, ratings: Ratings, with_weakener: Comparison) -> bool:
    """Return whether a response uses words of the weakener, differs from the hypothesis, and adds little."""
    if ratings.repeats_weakener is not False or ratings.difference != 3 or ratings.consistent is not None:
        return False
    if with_weakener.turned or with_weakener.of_first < TAKEN_UP:
        return False
    return additions(text, f"{item.premise} {item.weakener} {item.hypothesis}") <= ADDED


def _inferred(ratings: Ratings, *, denied: bool) -> Ratings:
    """Add the conclusions from repeating the weakener, and from restating or denying the hypothesis."""
    if ratings.repeats_weakener:
        return ratings.or_else(SUGGESTED)
    if ratings.difference == 1:
        return ratings.or_else(Ratings(stronger_with_weakener=False))
    if denied and ratings.consistent is None:
        return ratings.or_else(SUGGESTED)
    return ratings


def _words(text: str, ratings: Ratings, against: tuple[str, ...], *, denied: bool) -> list[str]:
    lines = []
    if not ratings.within_limits:
        lines.append(f"{len(sentences(text))} sentences, {word_count(text)} words; asked for are 1 and at most 20")
    if ratings.repeats_weakener:
        lines.append("says what the weakener says")
    if ratings.difference == 1:
        lines.append("says what the hypothesis says")
    if denied:
        lines.append("denies the hypothesis")
    return [*lines, *against]
