"""When a formula is true and when it is false, as classical formulas.

Free logic leaves a sentence such as "Pegasus is white" without a truth value. Each formula f becomes a pair (T(f),
F(f)) of classical formulas over the outer domain; if neither holds, there is a gap. In the pair, quantifiers range over
the whole outer domain, E! is an ordinary predicate, and two nodes of this module quantify over classical completions.

Every semantics decides identity in the outer domain: each term is itself, and an existing thing is never an empty one.

References
----------
.. [1] van Fraassen (1966), Singular terms, truth-value gaps, and free logic.
.. [2] Nolt (2021), Free logic, Stanford Encyclopedia of Philosophy.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from logic.formulas.formula import (
    And,
    Atom,
    Denotes,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Name,
    Not,
    Or,
    Variable,
    conjoin,
    disjoin,
    subformulas,
)
from logic.formulas.substitution import rebuild

if TYPE_CHECKING:
    from collections.abc import Mapping


class Semantics(StrEnum):
    """The value of an atom that has a term without an existing referent."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    NEUTRAL = "neutral"
    SUPERVALUATION = "supervaluation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two classical formulas: when a formula is true, and when it is false."""

    true: Formula
    false: Formula


@dataclass(frozen=True, slots=True)
class Completed(Formula):
    """An atom whose value the completion supplies if a term denotes nothing that exists.

    With `whole`, the completion is of its whole predicate; otherwise of the single atom, as a propositional letter.
    """

    atom: Atom
    whole: bool


@dataclass(frozen=True, slots=True)
class EveryCompletion(Formula):
    """The body holds however its gappy atoms are completed classically.

    `letters` are closed atoms, completed one by one such that equal terms give equal values. `relations` are predicates
    that are completed as a whole, because some atom of theirs has both a bound variable and a name.
    """

    letters: tuple[Atom, ...]
    relations: tuple[tuple[str, int], ...]
    body: Formula


def truth_pair(formula: Formula, semantics: Semantics = Semantics.SUPERVALUATION) -> Pair:
    """Translate a closed formula into its pair (T, F).

    Parameters
    ----------
    semantics
        The value of atoms with an empty term.
    """
    if semantics is Semantics.NEUTRAL:
        return _kleene(formula)
    if semantics is Semantics.SUPERVALUATION:
        return Pair(true=_supertrue(formula), false=_supertrue(Not(formula)))
    true = _bivalent(formula, negative=semantics is Semantics.NEGATIVE)
    return Pair(true=true, false=Not(true))


def gap_possible(atom: Atom) -> bool:
    """Return whether an atom of a closed formula can have an empty term."""
    return any(isinstance(term, Name) for term in atom.terms)


def existence(atom: Atom) -> Formula:
    """Return the formula: every name of an atom denotes something that exists."""
    return conjoin(Denotes(term) for term in dict.fromkeys(atom.terms) if isinstance(term, Name))


def _relativised(formula: Formula) -> Formula:
    match formula:
        case ForAll(variable, body):
            return ForAll(variable, Implies(Denotes(variable), body))
        case Exists(variable, body):
            return Exists(variable, And((Denotes(variable), body)))
        case _:
            return formula


def _bivalent(formula: Formula, *, negative: bool) -> Formula:
    if isinstance(formula, Atom):
        return And((existence(formula), formula)) if negative and gap_possible(formula) else formula
    return _relativised(rebuild(formula, lambda part: _bivalent(part, negative=negative)))


def _kleene(formula: Formula) -> Pair:
    match formula:
        case Atom():
            return Pair(true=conjoin([existence(formula), formula]), false=conjoin([existence(formula), Not(formula)]))
        case Not(body):
            pair = _kleene(body)
            return Pair(true=pair.false, false=pair.true)
        case ForAll(variable, body):
            pair = _kleene(body)
            return Pair(
                true=_relativised(ForAll(variable, pair.true)), false=_relativised(Exists(variable, pair.false))
            )
        case Exists(variable, body):
            pair = _kleene(body)
            return Pair(
                true=_relativised(Exists(variable, pair.true)), false=_relativised(ForAll(variable, pair.false))
            )
        case _:
            return _kleene_connective(formula)


def _kleene_connective(formula: Formula) -> Pair:
    match formula:
        case And(parts):
            pairs = [_kleene(part) for part in parts]
            return Pair(true=conjoin(pair.true for pair in pairs), false=disjoin(pair.false for pair in pairs))
        case Or(parts):
            pairs = [_kleene(part) for part in parts]
            return Pair(true=disjoin(pair.true for pair in pairs), false=conjoin(pair.false for pair in pairs))
        case Implies(left, right):
            return _kleene(Or((Not(left), right)))
        case Iff(left, right):
            return _kleene(Or((And((left, right)), And((Not(left), Not(right))))))
        case _:
            return Pair(true=formula, false=Not(formula))


def _supertrue(formula: Formula) -> Formula:
    """T(f) = for all completions b, f[b].

    If the gappy atoms of a predicate occur with only one sign, the worst completion is false (positive) or true
    (negative), which needs no quantifier over completions. The other predicates keep the quantifier.
    """
    signs = _signs(formula, positive=True)
    mixed = {predicate for predicate, sign in signs if (predicate, not sign) in signs}
    whole = {node.predicate for node in subformulas(formula) if isinstance(node, Atom) and _bound_beside_name(node)}
    body = _completed(formula, True, {predicate: predicate in whole for predicate in mixed})
    completed = [node for node in subformulas(body) if isinstance(node, Completed)]
    if not completed:
        return body
    letters = tuple(dict.fromkeys(node.atom for node in completed if not node.whole))
    relations = tuple(dict.fromkeys((node.atom.predicate, len(node.atom.terms)) for node in completed if node.whole))
    return EveryCompletion(letters, relations, body)


def _bound_beside_name(atom: Atom) -> bool:
    return gap_possible(atom) and any(isinstance(term, Variable) for term in atom.terms)


def _signs(formula: Formula, *, positive: bool) -> frozenset[tuple[str, bool]]:
    match formula:
        case Atom() if gap_possible(formula):
            return frozenset({(formula.predicate, positive)})
        case Not(body):
            return _signs(body, positive=not positive)
        case Implies(left, right):
            return _signs(left, positive=not positive) | _signs(right, positive=positive)
        case Iff(left, right):
            sides = _signs(left, positive=True) | _signs(right, positive=True)
            return sides | {(predicate, not sign) for predicate, sign in sides}
        case And(parts) | Or(parts):
            return frozenset[tuple[str, bool]]().union(*(_signs(part, positive=positive) for part in parts))
        case ForAll(_, body) | Exists(_, body):
            return _signs(body, positive=positive)
        case _:
            return frozenset()


def _completed(formula: Formula, positive: bool, mixed: Mapping[str, bool]) -> Formula:
    match formula:
        case Atom() if gap_possible(formula):
            if formula.predicate in mixed:
                return Completed(formula, mixed[formula.predicate])
            exist = existence(formula)
            return And((exist, formula)) if positive else Implies(exist, formula)
        case Not(body):
            return Not(_completed(body, not positive, mixed))
        case Implies(left, right):
            return Implies(_completed(left, not positive, mixed), _completed(right, positive, mixed))
        case _:
            return _relativised(rebuild(formula, lambda part: _completed(part, positive, mixed)))
