"""Formulas of first-order free logic with identity and E!.

Terms are names and variables; there are no function symbols. Quantifiers range over what exists (the inner domain); a
name may denote nothing that exists. Nodes are frozen and hashable, so a formula is its own key.

Examples
--------
>>> loves = Atom(predicate="Loves", terms=(Name("romeo"), Name("juliet")))
>>> loves == Atom(predicate="Loves", terms=(Name("romeo"), Name("juliet")))
True
>>> sorted(signature([loves]).names)
['juliet', 'romeo']
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from logic.errors import FormulaTooLargeError, MalformedFormulaError, OpenFormulaError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

KEYWORDS = frozenset({"all", "forall", "exists", "some", "not", "and", "or", "implies", "iff", "true", "false"})
MAX_DEPTH = 100
MAX_SIZE = 20_000

_IDENTIFIER = re.compile(r"\w+'*")


def _check_identifier(kind: str, name: str) -> None:
    if not _IDENTIFIER.fullmatch(name) or name in KEYWORDS:
        msg = f"a {kind} made of letters, digits and _, and no keyword"
        raise MalformedFormulaError(msg, repr(name), "rename it")


@dataclass(frozen=True, slots=True)
class Name:
    """A singular term that may denote nothing that exists."""

    text: str

    def __post_init__(self) -> None:
        _check_identifier("name", self.text)


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable; a bound one denotes something that exists."""

    text: str

    def __post_init__(self) -> None:
        _check_identifier("variable", self.text)


Term = Name | Variable


@dataclass(frozen=True, slots=True)
class Formula:
    """The base of all nodes; never built itself."""

    def __str__(self) -> str:
        return show(self)


@dataclass(frozen=True, slots=True)
class Truth(Formula):
    """The sentence that is always true, or the one that is always false."""

    value: bool


@dataclass(frozen=True, slots=True)
class Atom(Formula):
    """A predicate applied to terms; without terms, a propositional letter."""

    predicate: str
    terms: tuple[Term, ...] = ()

    def __post_init__(self) -> None:
        _check_identifier("predicate", self.predicate)


@dataclass(frozen=True, slots=True)
class Equal(Formula):
    """Identity, decided in the outer domain."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Denotes(Formula):
    """E!t: the term denotes something that exists."""

    term: Term


@dataclass(frozen=True, slots=True)
class Not(Formula):
    """Negation."""

    body: Formula


@dataclass(frozen=True, slots=True)
class And(Formula):
    """Conjunction of two or more parts, so long ones stay flat."""

    parts: tuple[Formula, ...]

    def __post_init__(self) -> None:
        _check_parts("And", self.parts)


@dataclass(frozen=True, slots=True)
class Or(Formula):
    """Disjunction of two or more parts, so long ones stay flat."""

    parts: tuple[Formula, ...]

    def __post_init__(self) -> None:
        _check_parts("Or", self.parts)


@dataclass(frozen=True, slots=True)
class Implies(Formula):
    """The conditional: false if the antecedent is true and the consequent false."""

    antecedent: Formula
    consequent: Formula


@dataclass(frozen=True, slots=True)
class Iff(Formula):
    """The biconditional."""

    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class ForAll(Formula):
    """Everything that exists."""

    variable: Variable
    body: Formula


@dataclass(frozen=True, slots=True)
class Exists(Formula):
    """Something that exists."""

    variable: Variable
    body: Formula


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """The non-logical symbols of formulas: names, and predicates with their arity."""

    names: frozenset[str] = field(default_factory=frozenset)
    predicates: frozenset[tuple[str, int]] = field(default_factory=frozenset)


def _check_parts(kind: str, parts: tuple[Formula, ...]) -> None:
    if len(parts) < 2:
        msg = f"two or more parts in {kind}"
        raise MalformedFormulaError(msg, str(len(parts)), "use conjoin or disjoin")


def conjoin(formulas: Iterable[Formula]) -> Formula:
    """Join with `and`: no formula gives true, a single formula is returned unchanged."""
    parts = tuple(formulas)
    if not parts:
        return Truth(True)
    return parts[0] if len(parts) == 1 else And(parts)


def disjoin(formulas: Iterable[Formula]) -> Formula:
    """Join with `or`: no formula gives false, a single formula is returned unchanged."""
    parts = tuple(formulas)
    if not parts:
        return Truth(False)
    return parts[0] if len(parts) == 1 else Or(parts)


def children(formula: Formula) -> tuple[Formula, ...]:
    """Return the immediate subformulas, left to right."""
    match formula:
        case Not(body) | ForAll(_, body) | Exists(_, body):
            return (body,)
        case And(parts) | Or(parts):
            return parts
        case Implies(left, right) | Iff(left, right):
            return (left, right)
        case _:
            return ()


def terms_of(formula: Formula) -> tuple[Term, ...]:
    """Return the terms of an atomic formula itself, not of its parts."""
    match formula:
        case Atom(_, terms):
            return terms
        case Equal(left, right):
            return (left, right)
        case Denotes(term):
            return (term,)
        case _:
            return ()


def subformulas(formula: Formula) -> Iterator[Formula]:
    """Yield the formula and everything below it, without recursion."""
    pending = [formula]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(children(node)))


def check_limits(formula: Formula, *, max_depth: int = MAX_DEPTH, max_size: int = MAX_SIZE) -> None:
    """Raise for a formula that is nested too deeply or has too many nodes.

    Raises
    ------
    FormulaTooLargeError
        The error names the measure and its limit.
    """
    pending = [(formula, 1)]
    size = 0
    while pending:
        node, depth = pending.pop()
        size += 1
        if depth > max_depth:
            msg = "depth"
            raise FormulaTooLargeError(msg, max_depth)
        if size > max_size:
            msg = "size"
            raise FormulaTooLargeError(msg, max_size)
        pending.extend((child, depth + 1) for child in children(node))


def free_variables(formula: Formula) -> frozenset[Variable]:
    """Return the variables that no quantifier binds."""
    own = frozenset(term for term in terms_of(formula) if isinstance(term, Variable))
    below = frozenset[Variable]().union(*(free_variables(child) for child in children(formula)))
    if isinstance(formula, ForAll | Exists):
        below -= {formula.variable}
    return own | below


def check_closed(formula: Formula) -> None:
    """Raise for a formula with a free variable, since it is neither true nor false.

    Raises
    ------
    OpenFormulaError
        The error names the free variables.
    """
    free = free_variables(formula)
    if free:
        raise OpenFormulaError(tuple(sorted(variable.text for variable in free)), str(formula))


def signature(formulas: Iterable[Formula]) -> Signature:
    """Collect the names and predicates; each predicate must have one arity throughout.

    Raises
    ------
    MalformedFormulaError
        If a predicate occurs with two arities.
    """
    names: set[str] = set()
    arities: dict[str, int] = {}
    for formula in formulas:
        for node in subformulas(formula):
            names.update(term.text for term in terms_of(node) if isinstance(term, Name))
            if isinstance(node, Atom) and arities.setdefault(node.predicate, len(node.terms)) != len(node.terms):
                msg = f"{node.predicate} with {arities[node.predicate]} terms as elsewhere"
                raise MalformedFormulaError(
                    msg,
                    str(node),
                    "give the predicates different names",
                )
    return Signature(names=frozenset(names), predicates=frozenset(arities.items()))


_BINDING = {"iff": 1, "implies": 2, "or": 3, "and": 4}
_LOOSE, _UNARY = 0, 5
"""How tightly operators bind in print, as in `logic.formulas.grammar`."""


def show(formula: Formula) -> str:
    """Print a formula so that `parse` reads back the same formula."""
    return _show(formula, _LOOSE)


def _show(formula: Formula, context: int) -> str:
    match formula:
        case Truth(value):
            return "true" if value else "false"
        case Atom(predicate, terms):
            return f"{predicate}({','.join(term.text for term in terms)})" if terms else predicate
        case Equal(left, right):
            return _wrap(f"{left.text} = {right.text}", context == _UNARY)
        case Denotes(term):
            return f"E!({term.text})"
        case Not(body):
            return f"~{_show(body, _UNARY)}"
        case _:
            return _show_compound(formula, context)


def _show_compound(formula: Formula, context: int) -> str:
    match formula:
        case And(parts):
            return _wrap(" & ".join(_show(part, _BINDING["and"]) for part in parts), context >= _BINDING["and"])
        case Or(parts):
            return _wrap(" | ".join(_show(part, _BINDING["or"]) for part in parts), context >= _BINDING["or"])
        case Implies(left, right):
            return _wrap(_arrow(left, "->", right, _BINDING["implies"]), context >= _BINDING["implies"])
        case Iff(left, right):
            return _wrap(_arrow(left, "<->", right, _BINDING["iff"]), context >= _BINDING["iff"])
        case ForAll(variable, body):
            return _wrap(f"all {variable.text}. {_show(body, _LOOSE)}", context != _LOOSE)
        case Exists(variable, body):
            return _wrap(f"exists {variable.text}. {_show(body, _LOOSE)}", context != _LOOSE)
        case _:
            expected = "a formula of free logic"
            raise MalformedFormulaError(expected, type(formula).__name__, "print only what parse can read")


def _arrow(left: Formula, arrow: str, right: Formula, binding: int) -> str:
    return f"{_show(left, binding)} {arrow} {_show(right, binding - 1)}"


def _wrap(text: str, needed: bool) -> str:
    return f"({text})" if needed else text
