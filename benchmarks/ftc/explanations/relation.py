"""What an explanation of an entailment label says: two phrases and the relation between them.

Whoever extracts (a parser, a list of patterns, a language model) returns the same
type, so that what comes after never knows which one it was.
"""

from __future__ import annotations

from dataclasses import dataclass

from logic.relations.faithfulness import Relation
from logic.relations.nli import Label


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """A hypothesis with the explanation of its label.

    Parameters
    ----------
    label
        E, C or N where it is known.
    premise
        The premise, where there is one.
    """

    hypothesis: str
    explanation: str
    label: Label | None = None
    premise: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """Two phrases and what is said to hold between them.

    Parameters
    ----------
    a
        The phrase on the side of the hypothesis where it is replaced (equivalent, implies, implied by, disjoint,
        exclusive or); for `does not imply`, the phrase that is given and does not imply `b`.
    b
        The other phrase: what replaces `a`; for `does not imply`, what does not follow.
    relation
        R(A, B), in the direction from `a` to `b`.
    why
        One short sentence: what in the explanation says so.

    Examples
    --------
    >>> found = Extraction(a="a vehicle", b="a truck", relation=Relation.IMPLIED_BY, why="'B is A' names a kind")
    >>> str(found.relation)
    'implied by'
    """

    a: str
    b: str
    relation: Relation
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoRelation:
    """No pair was found, and why; never a pair that was made up."""

    why: str
