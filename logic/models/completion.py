"""When a ground formula is true, as a propositional formula over its atoms.

`logic.formulas.truth` quantifies over all classical completions. Over a finite domain with one name for each thing,
they can be listed, and only connectives remain.

Examples
--------
>>> from logic.formulas.grammar import parse
>>> print(settled(parse("White(pegasus)"), frozenset({"pegasus"}), Semantics.SUPERVALUATION))
E!(pegasus) & White(pegasus)
>>> print(settled(parse("White(pegasus)"), frozenset(), Semantics.SUPERVALUATION))
White(pegasus)
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from logic.errors import FormulaTooLargeError
from logic.formulas.formula import (
    And,
    Atom,
    Denotes,
    Equal,
    Formula,
    Name,
    Not,
    Or,
    Truth,
    conjoin,
    subformulas,
)
from logic.formulas.substitution import rebuild
from logic.formulas.truth import Completed, EveryCompletion, Semantics, truth_pair

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MAX_GAPS = 10


def empty_names(atom: Formula, contested: frozenset[str]) -> tuple[Name, ...]:
    """Return the names in an atom that may denote nothing that exists."""
    terms = atom.terms if isinstance(atom, Atom) else ()
    return tuple(term for term in dict.fromkeys(terms) if isinstance(term, Name) and term.text in contested)


def settled(formula: Formula, contested: frozenset[str], semantics: Semantics, *, true: bool = True) -> Formula:
    """Return the formula that says when a ground formula is true, or when it is false.

    Parameters
    ----------
    formula
        A formula from `logic.ranks.grounding.ground`.
    contested
        Names that may denote nothing that exists; all other things exist.
    semantics
        The value of atoms about things that do not exist.
    true
        Whether to return when it is true; otherwise, when it is false.

    Raises
    ------
    FormulaTooLargeError
        If it has more than 10 gaps to complete.
    """
    if not any(empty_names(node, contested) for node in subformulas(formula)):
        return formula if true else Not(formula)
    pair = truth_pair(formula, semantics)
    return _listed(pair.true if true else pair.false, contested, {})


def atoms_of(formulas: Iterable[Formula], contested: frozenset[str]) -> frozenset[Formula]:
    """Collect the atoms of ground formulas, with the E! of every contested thing that they mention."""
    mentioned = {node for formula in formulas for node in subformulas(formula) if isinstance(node, Atom | Denotes)}
    return frozenset(mentioned | {Denotes(name) for atom in mentioned for name in empty_names(atom, contested)})


def _listed(formula: Formula, contested: frozenset[str], completion: Mapping[Atom, Truth]) -> Formula:
    match formula:
        case Denotes(Name(text)) if text not in contested:
            return Truth(True)
        case Equal(left, right):
            return Truth(left == right)
        case Completed(atom, _):
            present = conjoin(Denotes(name) for name in empty_names(atom, contested))
            return Or((And((present, atom)), And((Not(present), completion.get(atom, Truth(False))))))
        case EveryCompletion():
            return _every_completion(formula, contested)
        case _:
            return rebuild(formula, lambda part: _listed(part, contested, completion))


def _every_completion(formula: EveryCompletion, contested: frozenset[str]) -> Formula:
    """List the completions; different names denote different things, so every letter is free."""
    letters = [atom for atom in formula.letters if empty_names(atom, contested)]
    if len(letters) > MAX_GAPS:
        measure = "number of gaps"
        raise FormulaTooLargeError(measure, MAX_GAPS)
    chosen = product((Truth(False), Truth(True)), repeat=len(letters))
    return conjoin(_listed(formula.body, contested, dict(zip(letters, values, strict=True))) for values in chosen)
