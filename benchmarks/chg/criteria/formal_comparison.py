"""Statements compared by their formulas, by `logic.relations.nli`.

Only proofs count. A response that does not follow from the altered premise may still be plausible, so a neutral label
leaves consistency open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from logic.errors import LogicError
from logic.relations.nli import Label, label
from logic.solving.entailment import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.chg.response import Grade, Statements
    from logic.solving.outcome import Limits

DECIDED = (Label.ENTAILMENT, Label.CONTRADICTION, Label.NEUTRAL)


def difference(statements: Statements, limits: Limits | None = None) -> Grade | None:
    """Grade how much a response differs from the hypothesis.

    Returns
    -------
    1, 2, 3 or None
        1 if each entails the other, 2 if one does, 3 if neither does; None if undecided or without a formula.

    Examples
    --------
    >>> from benchmarks.chg.response import Statements
    >>> difference(Statements(hypothesis="Sunny", response="~Sunny"))
    3
    """
    if statements.hypothesis is None:
        return None
    there = _label([statements.hypothesis], statements.response, statements.background, limits)
    back = _label([statements.response], statements.hypothesis, statements.background, limits)
    if there not in DECIDED or back not in DECIDED:
        return None
    follows = (there, back).count(Label.ENTAILMENT)
    return 1 if follows == 2 else 2 if follows == 1 else 3


def consistent(statements: Statements, limits: Limits | None = None) -> Grade | None:
    """Grade whether a response agrees with the altered premise: 3 if it follows, 1 if it contradicts, else None."""
    if not statements.altered_premise:
        return None
    relation = _label(statements.altered_premise, statements.response, statements.background, limits)
    return 3 if relation is Label.ENTAILMENT else 1 if relation is Label.CONTRADICTION else None


def repeats(statements: Statements, limits: Limits | None = None) -> bool | None:
    """Return whether a response and the weakener entail each other."""
    if not statements.weakener:
        return None
    there = _label(statements.weakener, statements.response, statements.background, limits)
    back = _label([statements.response], " & ".join(f"({one})" for one in statements.weakener), (), limits)
    if there not in DECIDED or back not in DECIDED:
        return None
    return there is Label.ENTAILMENT and back is Label.ENTAILMENT


def unreadable(statements: Statements) -> str | None:
    """Return why the formulas are unreadable, or None."""
    given = (statements.hypothesis, statements.response, *statements.altered_premise, *statements.weakener)
    try:
        for one in (*given, *statements.background):
            if one is not None:
                sentence(one)
    except LogicError as broken:
        return str(broken)
    return None


def _label(premises: Sequence[str], hypothesis: str, background: Sequence[str], limits: Limits | None) -> Label:
    return label(premises=premises, hypothesis=hypothesis, background=background, limits=limits).label
