"""Certificates of ranks: a cheapest world, and a proof that none is cheaper.

Examples
--------
>>> from logic.solving.claim import Claim
>>> from logic.ranks.default import default
>>> from logic.formulas.grammar import parse
>>> proof = prove(Ranking(defaults=(default("Cold", "Snow", weight=3),)), {"asked": Claim(parse("Cold & ~Snow"))})
>>> proof.rank, proof.check()
(3, True)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from logic.formulas.formula import Atom, Denotes, Formula
from logic.models.finite_model import FiniteModel, Value, value
from logic.ranks.rank import INFINITE, as_written
from logic.ranks.rank_engine import below
from logic.ranks.ranking import Ranking, Space
from logic.solving.claim import Claim
from logic.solving.outcome import Status
from logic.solving.solver import Session

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from logic.ranks.grounding import Domain
    from logic.ranks.rank_engine import Rank


@dataclass(frozen=True, slots=True, kw_only=True)
class RankProof:
    """The rank of some claims together.

    Parameters
    ----------
    claims
        The claims, each under its name.
    rank
        The least cost of a world where all of them hold.
    model
        Such a world; None if there is none.
    vocabulary
        Formulas beyond those of the claims that the worlds must cover.
    """

    ranking: Ranking
    claims: tuple[tuple[str, Claim], ...]
    rank: float
    model: FiniteModel | None
    vocabulary: tuple[Formula, ...] = ()

    def check(self) -> bool:
        """Check again: the world by evaluation, and by the solver that none is cheaper."""
        space = self._space()
        session = Session(self.ranking.limits)
        session.read(self.smtlib())
        return session.check().status is Status.UNSAT and (self.rank == INFINITE or self._reached(space))

    def smtlib(self) -> str:
        """Write that the claims hold in a cheaper world: any SMT-LIB 2.6 solver should answer `unsat`."""
        space = self._space()
        formulas = [space.settle(claim) for _, claim in self.claims]
        bound = None if self.rank == INFINITE else int(self.rank)
        return below(space.problem, space.atoms, formulas, bound)

    def _space(self) -> Space:
        return Space(self.ranking, [*self.vocabulary, *(claim.formula for _, claim in self.claims)])

    def _reached(self, space: Space) -> bool:
        semantics = self.ranking.semantics
        if self.model is None or space.weights is None:
            return False
        held = [*(claim for _, claim in self.claims), *(Claim(formula) for formula in self.ranking.background)]
        violated = [
            weight
            for rule, weight in zip(space.rules, space.weights, strict=True)
            if value(self.model, rule.material, semantics) is not Value.TRUE
        ]
        holds = all(claim.holds(self.model, semantics) for claim in held)
        return holds and self.ranking.combination.of(violated) == self.rank

    def __str__(self) -> str:
        text = ", ".join(f"{name}: {claim}" for name, claim in self.claims) or "nothing asked"
        return f"rank {as_written(self.rank)} ({text})" + (f"; {self.model}" if self.model else "")


def prove(ranking: Ranking, claims: Mapping[str, Claim]) -> RankProof | None:
    """Find the rank of claims, with its certificate; None if the solver could not decide."""
    space = Space(ranking, [claim.formula for claim in claims.values()])
    return proof_in(space, claims)


def proof_in(space: Space, claims: Mapping[str, Claim]) -> RankProof | None:
    """Find the rank of claims in a space built for them."""
    rank = space.least(claims.values())
    if rank.value is None:
        return None
    model = None if rank.value == INFINITE else _model(space.domain, rank)
    return RankProof(
        ranking=space.ranking,
        claims=tuple(claims.items()),
        rank=rank.value,
        model=model,
        vocabulary=space.vocabulary,
    )


def _model(domain: Domain, rank: Rank) -> FiniteModel:
    place = {name: index for index, name in enumerate(domain.names)}
    present = {fact.term.text for fact in rank.facts if isinstance(fact, Denotes)}
    existing = (name for name in domain.names if name not in domain.contested or name in present)
    return FiniteModel(
        size=max(1, len(domain.names)),
        existing=frozenset(place[name] for name in existing),
        names=tuple(place.items()),
        relations=_relations(rank.facts, place),
    )


def _relations(
    facts: Sequence[Formula], place: Mapping[str, int]
) -> tuple[tuple[str, frozenset[tuple[int, ...]]], ...]:
    relations: dict[str, set[tuple[int, ...]]] = {}
    for fact in facts:
        if isinstance(fact, Atom):
            relations.setdefault(fact.predicate, set()).add(tuple(place[term.text] for term in fact.terms))
    return tuple((predicate, frozenset(tuples)) for predicate, tuples in relations.items())
