"""Substitution of terms and of subformulas, and the polarity of a slot.

Examples
--------
>>> from logic.formulas.grammar import parse
>>> from logic.formulas.formula import Variable
>>> print(substitute(parse("exists y. Loves(x,y)", free=["x", "y"]), Variable("x"), Variable("y")))
exists y'. Loves(y,y')
>>> polarity(parse("Wet -> Cold"), parse("Wet"))
<Polarity.DOWNWARD: 'downward'>
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from logic.formulas.formula import (
    And,
    Atom,
    Denotes,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Term,
    Variable,
    children,
    free_variables,
)

if TYPE_CHECKING:
    from collections.abc import Callable


class Polarity(StrEnum):
    """How the whole changes when the filler of a slot becomes weaker."""

    UPWARD = "upward"
    DOWNWARD = "downward"
    NON_MONOTONE = "non-monotone"
    ABSENT = "absent"


_FLIP = {Polarity.UPWARD: Polarity.DOWNWARD, Polarity.DOWNWARD: Polarity.UPWARD}


def rebuild(formula: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """Rebuild a formula from its changed immediate subformulas."""
    match formula:
        case Not(body):
            return Not(change(body))
        case And(parts):
            return And(tuple(change(part) for part in parts))
        case Or(parts):
            return Or(tuple(change(part) for part in parts))
        case Implies(left, right):
            return Implies(change(left), change(right))
        case Iff(left, right):
            return Iff(change(left), change(right))
        case ForAll(variable, body):
            return ForAll(variable, change(body))
        case Exists(variable, body):
            return Exists(variable, change(body))
        case _:
            return formula


def substitute(formula: Formula, old: Term, new: Term) -> Formula:
    """Replace every free occurrence of `old` with `new`.

    A bound variable that would capture `new` is renamed with primes, so the result says about `new` what the formula
    says about `old`.
    """

    def put(term: Term) -> Term:
        return new if term == old else term

    match formula:
        case Atom(predicate, terms):
            return Atom(predicate, tuple(put(term) for term in terms))
        case Equal(left, right):
            return Equal(put(left), put(right))
        case Denotes(term):
            return Denotes(put(term))
        case ForAll(variable, _) | Exists(variable, _) if variable == old:
            return formula
        case ForAll(variable, _) | Exists(variable, _) if variable == new:
            formula = _renamed(formula, new)
    return rebuild(formula, lambda part: substitute(part, old, new))


def _renamed(formula: ForAll | Exists, avoid: Term) -> Formula:
    avoided = free_variables(formula.body) | {avoid}
    fresh = Variable(formula.variable.text + "'")
    while fresh in avoided:
        fresh = Variable(fresh.text + "'")
    return type(formula)(fresh, substitute(formula.body, formula.variable, fresh))


def replace(formula: Formula, slot: Formula, filler: Formula) -> Formula:
    """Replace every occurrence of the subformula `slot` with `filler`.

    Nothing is replaced below a quantifier that binds a variable free in the slot or the filler: there the same words
    have another meaning.
    """
    if formula == slot:
        return filler
    if isinstance(formula, ForAll | Exists) and formula.variable in free_variables(slot) | free_variables(filler):
        return formula
    return rebuild(formula, lambda part: replace(part, slot, filler))


def polarity(formula: Formula, slot: Formula) -> Polarity:
    """Return whether the formula is upward or downward monotone in a subformula.

    The signs of the slot's occurrences decide, so UPWARD and DOWNWARD are sound; NON_MONOTONE means that both signs
    occur.
    """
    if formula == slot:
        return Polarity.UPWARD
    match formula:
        case Not(body):
            return _flip(polarity(body, slot))
        case Implies(left, right):
            return _merge(_flip(polarity(left, slot)), polarity(right, slot))
        case Iff(left, right):
            both = _merge(polarity(left, slot), polarity(right, slot))
            return both if both is Polarity.ABSENT else Polarity.NON_MONOTONE
        case _:
            return _merge(*(polarity(child, slot) for child in children(formula)))


def _flip(sign: Polarity) -> Polarity:
    return _FLIP.get(sign, sign)


def _merge(*signs: Polarity) -> Polarity:
    present = {sign for sign in signs if sign is not Polarity.ABSENT}
    if not present:
        return Polarity.ABSENT
    return present.pop() if len(present) == 1 else Polarity.NON_MONOTONE
