"""Classical formulas of `truth` as SMT-LIB 2.6 text.

The solver session reads this text, and another solver can check it again: one sort U for the outer domain, `E!` for
what exists, and one Boolean guard for each assertion, so a core is a set of guards.

Examples
--------
>>> from logic.formulas.grammar import parse
>>> print(term(parse("Dog(rex) -> E!(rex)")))
(=> (|p:Dog| |n:rex|) (|E!| |n:rex|))
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Protocol

from logic.errors import MalformedFormulaError
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
    Name,
    Not,
    Or,
    Signature,
    Term,
    Truth,
)
from logic.formulas.truth import Completed, EveryCompletion, existence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def script(assertions: Mapping[str, Formula], symbols: Signature, *, outer_size: int | None = None) -> str:
    """Print declarations and guarded assertions, without commands.

    Parameters
    ----------
    assertions
        Guard to classical formula; the formula holds if its guard is assumed.
    symbols
        Every name and predicate of the formulas.
    outer_size
        Most elements of the outer domain; None for no bound.
    """
    lines = [*_declarations(symbols), *(f"(declare-const {guard} Bool)" for guard in assertions)]
    lines += [f"(assert (=> {guard} {term(formula)}))" for guard, formula in assertions.items()]
    if outer_size is not None:
        lines += _bound(outer_size)
    return "\n".join(lines) + "\n"


def query(assertions: Mapping[str, Formula], symbols: Signature) -> str:
    """Print a complete script that asks another solver whether the formulas hold together."""
    lines = ["(set-logic ALL)", *_declarations(symbols)]
    lines += [f"(assert (! {term(formula)} :named {guard}))" for guard, formula in assertions.items()]
    return "\n".join([*lines, "(check-sat)"]) + "\n"


class Interpretation(Protocol):
    """The parts of a finite model that a script needs; `logic.models.finite_model.FiniteModel` has them."""

    @property
    def size(self) -> int:
        """The number of elements of the outer domain."""
        ...

    @property
    def existing(self) -> Iterable[int]:
        """The elements of the inner domain."""
        ...

    @property
    def names(self) -> Iterable[tuple[str, int]]:
        """The element that each name denotes."""
        ...

    @property
    def relations(self) -> Iterable[tuple[str, Iterable[tuple[int, ...]]]]:
        """The tuples of which each predicate holds."""
        ...


def evaluation(model: Interpretation, formulas: Iterable[Formula], symbols: Signature) -> str:
    """Print a script that asks whether some formula fails in a finite model; `unsat` means that all hold."""
    lines = [
        "(set-logic ALL)",
        f"(declare-datatypes ((U 0)) (({' '.join(f'({_thing(i)})' for i in range(model.size))})))",
    ]
    lines.append(_defined("E!", 1, [(index,) for index in model.existing]))
    relations = dict(model.relations)
    for predicate, arity in sorted(symbols.predicates):
        lines.append(_defined(predicate_symbol(predicate), arity, relations.get(predicate, ())))
    lines += [f"(define-fun {_name(name)} () U {_thing(index)})" for name, index in model.names]
    failing = [f"(not {term(formula)})" for formula in formulas]
    return "\n".join([*lines, f"(assert {_apply('or', ['false', *failing])})", "(check-sat)"]) + "\n"


def _thing(index: int) -> str:
    return f"|d:{index}|"


def _defined(symbol: str, arity: int, tuples: Iterable[tuple[int, ...]]) -> str:
    places = [f"|x:{place}|" for place in range(arity)]
    rows = [
        _apply("and", ["true", *(f"(= {place} {_thing(i)})" for place, i in zip(places, row, strict=True))])
        for row in sorted(tuples)
    ]
    arguments = " ".join(f"({place} U)" for place in places)
    return f"(define-fun |{symbol}| ({arguments}) Bool {_apply('or', ['false', *rows])})"


def _declarations(symbols: Signature) -> list[str]:
    lines = ["(declare-sort U 0)", "(declare-fun |E!| (U) Bool)"]
    lines += [f"(declare-const {_name(name)} U)" for name in sorted(symbols.names)]
    for predicate, arity in sorted(symbols.predicates):
        lines.append(f"(declare-fun {_predicate(predicate)} ({' '.join(['U'] * arity)}) Bool)")
    return lines


def _bound(size: int) -> list[str]:
    elements = [_thing(index) for index in range(size)]
    lines = [f"(declare-const {element} U)" for element in elements]
    cases = [f"(= |v:x| {element})" for element in elements]
    return [*lines, f"(assert (forall ((|v:x| U)) {_apply('or', cases)}))"]


def name_symbol(name: str) -> str:
    """Return the solver's symbol for a name."""
    return f"n:{name}"


def predicate_symbol(predicate: str) -> str:
    """Return the solver's symbol for a predicate."""
    return f"p:{predicate}"


def _name(text: str) -> str:
    return f"|{name_symbol(text)}|"


def _predicate(text: str) -> str:
    return f"|{predicate_symbol(text)}|"


def _term(node: Term) -> str:
    return _name(node.text) if isinstance(node, Name) else f"|v:{node.text}|"


def _apply(operator: str, operands: Iterable[str]) -> str:
    listed = list(operands)
    return f"({operator} {' '.join(listed)})" if listed else operator


def term(formula: Formula) -> str:
    """Print one classical formula; its free variables stay free."""
    match formula:
        case Truth(value):
            return "true" if value else "false"
        case Atom(predicate, terms):
            return _apply(_predicate(predicate), map(_term, terms))
        case Equal(left, right):
            return f"(= {_term(left)} {_term(right)})"
        case Denotes(named):
            return f"(|E!| {_term(named)})"
        case Completed(atom, _):
            return f"(ite {term(existence(atom))} {term(atom)} {_completion(formula)})"
        case EveryCompletion():
            return _every_completion(formula)
        case _:
            return _connective(formula)


def _connective(formula: Formula) -> str:
    match formula:
        case Not(body):
            return f"(not {term(body)})"
        case And(parts):
            return _apply("and", map(term, parts))
        case Or(parts):
            return _apply("or", map(term, parts))
        case Implies(left, right):
            return f"(=> {term(left)} {term(right)})"
        case Iff(left, right):
            return f"(= {term(left)} {term(right)})"
        case ForAll(variable, body):
            return f"(forall (({_term(variable)} U)) {term(body)})"
        case Exists(variable, body):
            return f"(exists (({_term(variable)} U)) {term(body)})"
        case _:
            expected = "a formula of free logic"
            raise MalformedFormulaError(expected, type(formula).__name__, "build it from logic.formulas.formula")


def _letter(atom: Atom) -> str:
    return f"|b:{atom.predicate}({','.join(each_term.text for each_term in atom.terms)})|"


def _relation(predicate: str) -> str:
    return f"|r:{predicate}|"


def _completion(node: Completed) -> str:
    if not node.whole:
        return _letter(node.atom)
    reading = _relation(node.atom.predicate)
    for argument in node.atom.terms:
        reading = f"(select {reading} {_term(argument)})"
    return reading


def _every_completion(formula: EveryCompletion) -> str:
    """Quantify over Booleans and arrays; equal names give equal letters."""
    bound = [f"({_letter(atom)} Bool)" for atom in formula.letters]
    for predicate, arity in formula.relations:
        bound.append(f"({_relation(predicate)} {'(Array U ' * arity}Bool{')' * arity})")
    pairs = combinations(formula.letters, 2)
    classical = [_congruence(first, second) for first, second in pairs if first.predicate == second.predicate]
    body = term(formula.body)
    if classical:
        body = f"(=> {_apply('and', classical)} {body})"
    return f"(forall ({' '.join(bound)}) {body})"


def _congruence(first: Atom, second: Atom) -> str:
    pairs = zip(first.terms, second.terms, strict=True)
    equal = [f"(= {_term(left)} {_term(right)})" for left, right in pairs if left != right]
    return f"(=> {_apply('and', equal)} (= {_letter(first)} {_letter(second)}))"
