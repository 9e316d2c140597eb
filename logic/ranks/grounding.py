"""Quantifiers unfolded over the things that an argument names.

Worlds are ranked and counted over a finite domain: every named thing, and one unnamed thing if there is a quantifier,
so nothing follows from the named things being all there is. Different names denote different things. Each name denotes
an existing thing, unless a formula asks about its existence with E!.

Examples
--------
>>> from logic.formulas.grammar import parse
>>> said = [parse("all x. (Bird(x) -> Flies(x))"), parse("Bird(ada)")]
>>> print(ground(said[0], domain_of(said)))
(Bird(ada) -> Flies(ada)) & (Bird(thing) -> Flies(thing))
"""

from __future__ import annotations

from dataclasses import dataclass
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
    Implies,
    Name,
    Not,
    Or,
    Term,
    Truth,
    Variable,
    conjoin,
    disjoin,
    signature,
    subformulas,
)
from logic.formulas.substitution import rebuild
from logic.ranks.default import Default

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

MAX_INSTANCES = 4096
_TRUE, _FALSE = Truth(True), Truth(False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """The things in the worlds.

    Parameters
    ----------
    names
        One name for each thing.
    contested
        Names whose thing exists in some worlds and not in others.
    """

    names: tuple[str, ...]
    contested: frozenset[str] = frozenset()

    def exists(self, name: str) -> Formula:
        """Return the formula that says whether a thing exists."""
        return Denotes(Name(name)) if name in self.contested else _TRUE


def domain_of(formulas: Sequence[Formula]) -> Domain:
    """Collect the things that formulas mention.

    Raises
    ------
    MalformedFormulaError
        If a formula identifies two names, or a predicate occurs with two arities.
    """
    named = sorted(signature(formulas).names)
    nodes = [node for formula in formulas for node in subformulas(formula)]
    for node in nodes:
        if isinstance(node, Equal) and isinstance(node.left, Name) and isinstance(node.right, Name):
            _check_identity(node.left, node.right)
    contested = {node.term.text for node in nodes if isinstance(node, Denotes) and isinstance(node.term, Name)}
    if any(isinstance(node, ForAll | Exists) for node in nodes):
        named.append(_fresh("thing", named))
    return Domain(names=tuple(named), contested=frozenset(contested))


def _check_identity(left: Name, right: Name) -> None:
    if left != right:
        expected = "one name for each thing where worlds are ranked"
        raise MalformedFormulaError(expected, f"{left.text} = {right.text}", "use one name for both")


def _fresh(name: str, used: Sequence[str]) -> str:
    while name in used:
        name += "'"
    return name


def ground(formula: Formula, domain: Domain) -> Formula:
    """Unfold the quantifiers of a closed formula, and settle identity.

    Raises
    ------
    FormulaTooLargeError
        If nested quantifiers have more than 4,096 instances.
    """
    return _ground(formula, domain, {}, 1)


def instances(rule: Default, domain: Domain) -> tuple[Default, ...]:
    """Return the ground rules of a default: a schema has one for each existing thing."""
    if len(domain.names) ** len(rule.variables) > MAX_INSTANCES:
        measure = "number of instances of a default"
        raise FormulaTooLargeError(measure, MAX_INSTANCES)
    rules = []
    for names in product(domain.names, repeat=len(rule.variables)):
        assignment = {variable: Name(name) for variable, name in zip(rule.variables, names, strict=True)}
        present = conjoin(dict.fromkeys(domain.exists(name) for name in names if name in domain.contested))
        antecedent = _conjunction([present, _ground(rule.antecedent, domain, assignment, 1)])
        consequent = _ground(rule.consequent, domain, assignment, 1)
        rules.append(Default(antecedent=antecedent, consequent=consequent, weight=rule.weight))
    return tuple(rules)


def _ground(formula: Formula, domain: Domain, assignment: Mapping[Variable, Name], copies: int) -> Formula:
    def put(term: Term) -> Name:
        return assignment[term] if isinstance(term, Variable) else term

    def below(part: Formula) -> Formula:
        return _ground(part, domain, assignment, copies)

    match formula:
        case Atom(predicate, terms):
            return Atom(predicate, tuple(put(term) for term in terms))
        case Equal(left, right):
            return Truth(put(left) == put(right))
        case Denotes(term):
            return domain.exists(put(term).text)
        case ForAll() | Exists():
            return _unfolded(formula, domain, assignment, copies)
        case _:
            return _folded(rebuild(formula, below))


def _unfolded(formula: ForAll | Exists, domain: Domain, assignment: Mapping[Variable, Name], copies: int) -> Formula:
    copies *= len(domain.names)
    if copies > MAX_INSTANCES:
        measure = "number of instances of its quantifiers"
        raise FormulaTooLargeError(measure, MAX_INSTANCES)
    bodies = [
        (domain.exists(name), _ground(formula.body, domain, {**assignment, formula.variable: Name(name)}, copies))
        for name in domain.names
    ]
    if isinstance(formula, ForAll):
        return _conjunction([_folded(Implies(present, body)) for present, body in bodies])
    return _disjunction([_conjunction([present, body]) for present, body in bodies])


def _conjunction(parts: Iterable[Formula]) -> Formula:
    kept = [part for part in parts if part != _TRUE]
    return _FALSE if _FALSE in kept else conjoin(kept)


def _disjunction(parts: Iterable[Formula]) -> Formula:
    kept = [part for part in parts if part != _FALSE]
    return _TRUE if _TRUE in kept else disjoin(kept)


def _folded(formula: Formula) -> Formula:
    """Drop the constants that unfolding introduces; every semantics treats the result the same."""
    match formula:
        case Not(Truth(value)):
            return Truth(not value)
        case And(parts):
            return _conjunction(parts)
        case Or(parts):
            return _disjunction(parts)
        case Implies(Truth(True), right):
            return right
        case Implies(Truth(False), _) | Implies(_, Truth(True)):
            return _TRUE
        case Implies(left, Truth(False)):
            return Not(left)
        case _:
            return formula
