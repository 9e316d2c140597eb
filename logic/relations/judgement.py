"""The verdict on an argument and a further premise, with its certificates."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from logic.ranks.rank import as_written

if TYPE_CHECKING:
    from logic.ranks.rank_proof import RankProof
    from logic.solving.claim import Certificate


class Relation(StrEnum):
    """Ways in which a premise can affect an argument."""

    NECESSARY = "necessary"
    SUFFICIENT = "sufficient"
    STRENGTHENS = "strengthens"
    WEAKENS = "weakens"


class Standing(StrEnum):
    """Whether the relation holds; TIED, X and U mean neither yes nor no."""

    HOLDS = "holds"
    FAILS = "fails"
    TIED = "tied"
    INCONSISTENT = "X"
    UNKNOWN = "U"


class Sense(StrEnum):
    """The sense in which a premise is necessary."""

    STRICT = "strict"
    DEFEASIBLE = "defeasible"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Whether a relation holds, and why.

    Parameters
    ----------
    sense
        For a necessary premise: its sense.
    degree
        How much the premise changes the firmness of the conclusion; for a necessary premise, how much its denial
        lowers it. None if no rank was needed.
    weak
        Whether the premise changes the share of worlds but no rank.
    begs_the_question
        Whether premise and background alone entail the conclusion.
    certificates
        Cores and models of the questions without defaults.
    ranks
        Least ranks, each with its world.
    """

    relation: Relation
    standing: Standing
    sense: Sense | None = None
    degree: float | None = None
    weak: bool = False
    begs_the_question: bool = False
    certificates: tuple[Certificate, ...] = ()
    ranks: tuple[RankProof, ...] = ()
    why: str

    def check(self) -> bool:
        """Check every certificate again; a judgement without any is not proved."""
        proved = bool(self.certificates or self.ranks)
        return (
            proved
            and all(certificate.check() for certificate in self.certificates)
            and all(rank.check() for rank in self.ranks)
        )

    def __str__(self) -> str:
        sense = f" ({self.sense})" if self.sense else ""
        weak = ", weakly" if self.weak else ""
        degree = "" if self.degree is None else f", degree {as_written(self.degree)}"
        return f"{self.relation}{sense}: {self.standing}{weak}{degree}; {self.why}"
