"""System Z: rank rules without weights by how specific they are.

A set of rules tolerates a rule if some world verifies it and violates none of them. The rules that all others tolerate
make level 0; among the rest, those that the rest tolerates make level 1; and so on [1]_, section 3.

References
----------
.. [1] Pearl (1990), System Z: a natural ordering of defaults with tractable
   applications to nonmonotonic reasoning, TARK.

Examples
--------
>>> from logic.formulas.formula import Atom, Not, conjoin
>>> bird, flies, penguin = Atom("Bird"), Atom("Flies"), Atom("Penguin")
>>> from logic.models.worlds import Worlds
>>> worlds = Worlds(atoms=(bird, flies, penguin))
>>> rules = [(bird, flies), (penguin, bird), (penguin, Not(flies))]
>>> levels(rules, lambda formulas: worlds.where(conjoin(formulas)) != 0)
(0, 1, 1)
>>> spaced((0, 1, 1))
(1, 2, 2)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from logic.errors import ClashingDefaultsError
from logic.formulas.formula import Formula, Implies

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Rule = tuple[Formula, Formula]
    Satisfiable = Callable[[Sequence[Formula]], bool | None]


def levels(rules: Sequence[Rule], satisfiable: Satisfiable) -> tuple[int, ...] | None:
    """Return the level of each rule; None if that could not be decided.

    Parameters
    ----------
    rules
        The antecedent and consequent of each rule.
    satisfiable
        Whether formulas can hold together with everything hard; None if unknown.

    Raises
    ------
    ClashingDefaultsError
        If some rules tolerate none of themselves, so no ranking accepts them all. Every ranking accepts a rule whose
        antecedent cannot hold.
    """
    applies = [satisfiable([antecedent]) for antecedent, _ in rules]
    rest = [index for index, applicable in enumerate(applies) if applicable is not False]
    level_of = dict.fromkeys(range(len(rules)), 0)
    level = 0
    while rest:
        kept = [Implies(*rules[index]) for index in rest]
        answers = {index: satisfiable([*rules[index], *kept]) for index in rest}
        tolerated = [index for index in rest if answers[index]]
        if None in (*applies, *answers.values()):
            return None
        if not tolerated:
            raise ClashingDefaultsError(tuple(f"{rules[index][0]} normally {rules[index][1]}" for index in rest))
        level_of |= dict.fromkeys(tolerated, level)
        rest = [index for index in rest if index not in tolerated]
        level += 1
    return tuple(level_of.values())


def spaced(placed: Sequence[int]) -> tuple[int, ...]:
    """Weigh rules by level so that one rule outweighs all rules of lower levels together.

    If weights are summed, this accepts every rule and keeps every conclusion of System Z about rules that are spaced
    together. Unlike System Z itself, it lets an exception to one rule leave the others in force.
    """
    weights: dict[int, int] = {}
    total = 0
    for level in sorted(set(placed)):
        weights[level] = total + 1
        total += weights[level] * sum(other_level == level for other_level in placed)
    return tuple(weights[level] for level in placed)
