"""The content of an explanation of an entailment label: two phrases and their relation.

Every extractor (a parser, a list of patterns, a language model) returns the same type, so later steps need not know
which one ran.
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
        E, C or N, if known.
    premise
        The premise, if any.
    """

    hypothesis: str
    explanation: str
    label: Label | None = None
    premise: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """Two phrases and the relation stated between them.

    Parameters
    ----------
    a
        The phrase to replace in the hypothesis (equivalent, implies, implied by, disjoint, exclusive or); for `does
        not imply`, the given phrase, which does not imply `b`.
    b
        The other phrase, which replaces `a`; for `does not imply`, the phrase that does not follow.
    relation
        R(A, B), in the direction from `a` to `b`.
    why
        One short sentence with the evidence in the explanation.

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
    """No pair was found, with the reason; a pair is never invented."""

    why: str
