"""Finite models, and the value of a formula in one, by the definitions alone.

Nothing here is translated or solved: the module enumerates quantifiers and completions. So it is the oracle for `truth`
and for the solver's countermodels.

Examples
--------
>>> from logic.formulas.grammar import parse
>>> pegasus = FiniteModel(size=1, existing=frozenset(), names=(("pegasus", 0),), relations=())
>>> value(pegasus, parse("White(pegasus)"))
<Value.GAP: 'gap'>
>>> value(pegasus, parse("White(pegasus) | ~White(pegasus)"))
<Value.TRUE: 'true'>
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import TYPE_CHECKING

from logic.errors import FormulaTooLargeError, MalformedFormulaError
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
    Truth,
    Variable,
)
from logic.formulas.truth import Semantics

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Instance = tuple[str, tuple[int, ...]]
    Assignment = Mapping[Variable, int]

MAX_GAPS = 14


class Value(StrEnum):
    """The value of a sentence in a model."""

    TRUE = "true"
    FALSE = "false"
    GAP = "gap"


_NEGATED = {Value.TRUE: Value.FALSE, Value.FALSE: Value.TRUE, Value.GAP: Value.GAP}


@dataclass(frozen=True, slots=True, kw_only=True)
class FiniteModel:
    """A model with the outer domain 0 .. size - 1.

    Parameters
    ----------
    size
        Number of elements of the outer domain.
    existing
        The inner domain: what exists. It may be empty.
    names
        The element that each name denotes.
    relations
        The tuples of which each predicate holds; an omitted predicate holds of none.
    """

    size: int
    existing: frozenset[int]
    names: tuple[tuple[str, int], ...]
    relations: tuple[tuple[str, frozenset[tuple[int, ...]]], ...]

    def denotation(self, term: Term, assignment: Assignment) -> int:
        """Return the element that a term denotes."""
        if isinstance(term, Variable):
            return assignment[term]
        for name, element in self.names:
            if name == term.text:
                return element
        msg = "a name of the model"
        raise MalformedFormulaError(msg, term.text, "give it an element")

    def holds(self, instance: Instance) -> bool:
        """Return whether a predicate holds of a tuple."""
        predicate, elements = instance
        return any(name == predicate and elements in tuples for name, tuples in self.relations)

    def __str__(self) -> str:
        exists = ", ".join(str(element) for element in sorted(self.existing)) or "nothing"
        names = "; ".join(f"{name} = {element}" for name, element in self.names)
        facts = [
            f"{predicate}({','.join(map(str, elements))})" if elements else predicate
            for predicate, tuples in self.relations
            for elements in sorted(tuples)
        ]
        holding = ", ".join(facts) or "no atom"
        return f"{exists} exists of {self.size}" + (f"; {names}" if names else "") + f"; holds: {holding}"


def value(model: FiniteModel, formula: Formula, semantics: Semantics = Semantics.SUPERVALUATION) -> Value:
    """Evaluate a closed formula in a finite model.

    Raises
    ------
    FormulaTooLargeError
        If supervaluation would have to list more than 2 ** 14 completions.
    """
    if semantics is not Semantics.SUPERVALUATION:
        return _evaluate(model, formula, {}, lambda instance: _atom(model, instance, semantics))
    gaps = sorted(_gaps(model, formula))
    if len(gaps) > MAX_GAPS:
        msg = "number of gaps"
        raise FormulaTooLargeError(msg, MAX_GAPS)
    outcomes = {
        _evaluate(model, formula, {}, _reading(model, dict(zip(gaps, completion, strict=True))))
        for completion in product((Value.FALSE, Value.TRUE), repeat=len(gaps))
    }
    return outcomes.pop() if len(outcomes) == 1 else Value.GAP


def _empty(model: FiniteModel, instance: Instance) -> bool:
    return not model.existing.issuperset(instance[1])


def _atom(model: FiniteModel, instance: Instance, semantics: Semantics) -> Value:
    if _empty(model, instance) and semantics is Semantics.NEUTRAL:
        return Value.GAP
    if _empty(model, instance) and semantics is Semantics.NEGATIVE:
        return Value.FALSE
    return Value.TRUE if model.holds(instance) else Value.FALSE


def _reading(model: FiniteModel, completion: Mapping[Instance, Value]) -> Callable[[Instance], Value]:
    return lambda instance: completion.get(instance) or (Value.TRUE if model.holds(instance) else Value.FALSE)


def _gaps(model: FiniteModel, formula: Formula) -> frozenset[Instance]:
    """Collect the instances of atoms that have an empty element."""
    gaps: set[Instance] = set()

    def meet(instance: Instance) -> Value:
        if _empty(model, instance):
            gaps.add(instance)
        return Value.GAP

    _evaluate(model, formula, {}, meet)
    return frozenset(gaps)


def _evaluate(model: FiniteModel, formula: Formula, assignment: Assignment, atom: Callable[[Instance], Value]) -> Value:
    match formula:
        case Truth(holds):
            return Value.TRUE if holds else Value.FALSE
        case Atom(predicate, terms):
            return atom((predicate, tuple(model.denotation(term, assignment) for term in terms)))
        case Equal(left, right):
            same = model.denotation(left, assignment) == model.denotation(right, assignment)
            return Value.TRUE if same else Value.FALSE
        case Denotes(term):
            return Value.TRUE if model.denotation(term, assignment) in model.existing else Value.FALSE
        case Not(body):
            return _NEGATED[_evaluate(model, body, assignment, atom)]
        case ForAll(variable, body) | Exists(variable, body):
            instances = [
                _evaluate(model, body, {**assignment, variable: element}, atom) for element in sorted(model.existing)
            ]
            return _all(instances) if isinstance(formula, ForAll) else _any(instances)
        case _:
            return _connective(model, formula, assignment, atom)


def _connective(
    model: FiniteModel, formula: Formula, assignment: Assignment, atom: Callable[[Instance], Value]
) -> Value:
    def worth(part: Formula) -> Value:
        return _evaluate(model, part, assignment, atom)

    match formula:
        case And(parts):
            return _all([worth(part) for part in parts])
        case Or(parts):
            return _any([worth(part) for part in parts])
        case Implies(left, right):
            return _any([_NEGATED[worth(left)], worth(right)])
        case Iff(left, right):
            first, second = worth(left), worth(right)
            if Value.GAP in (first, second):
                return Value.GAP
            return Value.TRUE if first is second else Value.FALSE
        case _:
            msg = "a formula of free logic"
            raise MalformedFormulaError(msg, type(formula).__name__, "translate it first")


def _all(values: list[Value]) -> Value:
    if Value.FALSE in values:
        return Value.FALSE
    return Value.GAP if Value.GAP in values else Value.TRUE


def _any(values: list[Value]) -> Value:
    return _NEGATED[_all([_NEGATED[item] for item in values])]
