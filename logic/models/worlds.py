"""All worlds over a few ground atoms, as truth tables, ranked and counted exactly.

A set of worlds is one integer: bit w says whether world w is in it, and world w makes atom i true if bit i of w is
set. So a connective is one operation on integers, whatever the number of worlds.

Examples
--------
>>> from logic.formulas.grammar import parse
>>> table = Worlds(atoms=(parse("Cold"), parse("Wet")))
>>> bin(table.where(parse("Cold | Wet")))
'0b1110'
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from operator import and_, or_

from logic.errors import FormulaTooLargeError, MalformedFormulaError
from logic.formulas.formula import And, Atom, Denotes, Formula, Iff, Implies, Not, Or, Truth
from logic.formulas.truth import Semantics
from logic.models.completion import empty_names

MAX_COUNTED = 16


@dataclass(frozen=True)
class Worlds:
    """Every assignment to some ground atoms.

    Parameters
    ----------
    atoms
        Atoms, and E! of contested things; at most 16.
    contested
        Names whose thing exists in some worlds and not in others.
    semantics
        Unless it is positive, two worlds that differ only in an atom about something nonexistent are one.
    """

    atoms: tuple[Formula, ...]
    contested: frozenset[str] = frozenset()
    semantics: Semantics = Semantics.SUPERVALUATION
    _columns: dict[Formula, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.atoms) > MAX_COUNTED:
            measure = "number of atoms to be counted"
            raise FormulaTooLargeError(measure, MAX_COUNTED)
        columns = {}
        for index, atom in enumerate(self.atoms):
            low = self._all() // ((1 << (1 << index)) + 1)
            columns[atom] = self._all() ^ low
        object.__setattr__(self, "_columns", columns)

    def _all(self) -> int:
        return (1 << (1 << len(self.atoms))) - 1

    def everywhere(self) -> int:
        """Return the set of all worlds, each once."""
        worlds = self._all()
        for atom in self.atoms if self.semantics is not Semantics.POSITIVE else ():
            for name in empty_names(atom, self.contested):
                worlds &= ~(self._columns[atom] & ~self._columns[Denotes(name)])
        return worlds

    def where(self, formula: Formula) -> int:
        """Return the worlds where a formula from `logic.models.completion.settled` holds."""
        match formula:
            case Truth(value):
                return self._all() if value else 0
            case Atom() | Denotes():
                return self._columns[formula]
            case _:
                return self._connective(formula)

    def facts(self, world: int) -> tuple[Formula, ...]:
        """Return the atoms that one world makes true."""
        return tuple(atom for index, atom in enumerate(self.atoms) if world >> index & 1)

    def _connective(self, formula: Formula) -> int:
        match formula:
            case Not(body):
                return self._all() ^ self.where(body)
            case And(parts):
                return reduce(and_, map(self.where, parts))
            case Or(parts):
                return reduce(or_, map(self.where, parts))
            case Implies(left, right):
                return (self._all() ^ self.where(left)) | self.where(right)
            case Iff(left, right):
                return self._all() ^ self.where(left) ^ self.where(right)
            case _:
                expected = "a ground formula"
                raise MalformedFormulaError(expected, type(formula).__name__, "unfold it by logic.ranks.grounding")


def one_of(worlds: int) -> int:
    """Return the first world of a nonempty set."""
    return (worlds & -worlds).bit_length() - 1
