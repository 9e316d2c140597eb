"""Abduction: what a scenario's facts and links imply for each event's response table.

A table gives the event's value for every row of its parents' values. Three things are known: the factual row,
monotonicity in each signed parent, and the rows that link strengths pin. A table is exponential in its parents,
but a counterfactual world reads one row, and the pinned rows alone decide which values that row may take:

Extension lemma. Order rows by ``x <= y`` iff `y` pushes every signed parent at least as far as `x` and every other
parent has the same value in both. Order values by rank. A partial table g that is monotone on its rows S extends to a
monotone total one: give a row z the greatest g(s) with ``s <= z`` in S, or the least value if there is none. So row `x`
can have value `y` iff g with g(x) = y added is still monotone. The pinned rows are the factual row r (value f); for a
`sufficient` parent c, all rows with c at its fact (value f; x is comparable with one of them iff x_c is comparable with
the fact); and for a `necessary` parent, the but-for rows b, which differ from r in c alone (value strictly on the side
away from f). But-for rows take the most favourable values: one rank away from f where x lies behind b, as far as
possible elsewhere; that choice is monotone. The rest is linear in the number of parents: `LinkedResponse.allowed` and
`causalcore.derivation.solver_constraints` state it. `tests/properties` compares it with an enumeration of all tables.

Values are bits: an integer mask over the domain represents a set of values.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from causalcore.derivation.wording import fact_sentence, link_sentence, mechanism_sentence
from causalcore.errors import ContradictoryScenarioError, OutsideDomainError
from causalcore.mechanisms.mechanism import Formula, Value, equal, evaluate, names, parse_formula
from causalcore.scenario.graph import order, reached
from causalcore.scenario.rules import check_scenario
from causalcore.scenario.scenario import Event, Kind, Link, Scenario, Sign, Strength

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Masks = Sequence[int] | Mapping[int, int]

MAX_ROWS = 4096
"""Most rows of an explicit mechanism that are tried one by one."""
_ROWS_AT_ONCE = 64
"""Most rows tried in one propagation; the solver handles more."""


# ------------------------------------------------------------ values as bits


def bit_of(event: Event, value: str) -> int:
    """Return the mask of one value."""
    return 1 << event.values.index(value)


def values_of(event: Event, mask: int) -> tuple[str, ...]:
    """Return the values in a mask, in the order of the domain."""
    return tuple(value for index, value in enumerate(event.values) if mask >> index & 1)


def bits(mask: int) -> tuple[int, ...]:
    """Split a mask into masks of one value each."""
    return tuple(1 << index for index in range(mask.bit_length()) if mask >> index & 1)


@dataclass(frozen=True, slots=True)
class Domain:
    """The values of an event, as masks.

    Parameters
    ----------
    below, above
        The values ranked below and above the fact; for a choice, every alternative is below.
    """

    fact: int
    below: int
    above: int
    full: int


def domain_of(event: Event) -> Domain:
    """Return the domain of an event as masks."""
    fact, full = bit_of(event, event.fact), (1 << len(event.values)) - 1
    below = full & ~fact if event.kind is Kind.CHOICE else fact - 1
    return Domain(fact=fact, below=below, above=full & ~below & ~fact, full=full)


def as_value(text: str) -> Value:
    """Read a domain value as formulas see it: a truth value, a number or a name."""
    if text in {"true", "false"}:
        return text == "true"
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


# ------------------------------------------------------------ response tables


@dataclass(frozen=True, slots=True, eq=False)
class Parent:
    """One coordinate of a table.

    Parameters
    ----------
    position
        Place of the cause in the causal order.
    fact
        Mask of the cause's factual value.
    at_most, at_least
        Values that push the effect at most as far, or at least as far, as the fact does.
    signed
        Whether the table is monotone in this parent.
    necessary
        Whether its but-for rows are pinned.
    sufficient
        Whether it alone keeps the effect at its fact.
    """

    position: int
    link: Link
    fact: int
    at_most: int
    at_least: int
    signed: bool
    necessary: bool
    sufficient: bool


def parent_of(link: Link, cause: Domain, position: int) -> Parent:
    """Read a link as a coordinate of its effect's table."""
    fact = cause.fact
    signed = link.sign is not Sign.DETERMINES and link.strength is not Strength.POSSIBLE
    low, high = (cause.below | fact, cause.above | fact) if signed else (fact, fact)
    return Parent(
        position=position,
        link=link,
        fact=fact,
        at_most=high if link.sign is Sign.INHIBITS else low,
        at_least=low if link.sign is Sign.INHIBITS else high,
        signed=signed,
        necessary=link.strength is Strength.NECESSARY,
        sufficient=link.strength is Strength.SUFFICIENT,
    )


class LinkedResponse:
    """The table of an event, constrained by the links into it.

    Parameters
    ----------
    moves_alone
        Whether the event may leave its fact without a cause that pushes it; only to test what follows without that.
    """

    __slots__ = ("above", "below", "fact", "full", "moves_alone", "parents", "positions")

    def __init__(self, domain: Domain, parents: Sequence[Parent], *, moves_alone: bool = False) -> None:
        self.fact, self.full, self.moves_alone = domain.fact, domain.full, moves_alone
        self.below, self.above = domain.below, domain.above
        self.parents = tuple(parents)
        self.positions = tuple(parent.position for parent in parents)

    def allowed(self, masks: Masks) -> int:
        """Return the values that the effect may take.

        Parameters
        ----------
        masks
            The values that each event may have, by place. The result is exact for one value each; for several it may
            be too large, never too small.
        """
        parents = self.parents
        raising = [p for p in parents if masks[p.position] & ~p.at_most]
        lowering = [p for p in parents if masks[p.position] & ~p.at_least]
        moved = [p for p in parents if p.necessary and not masks[p.position] & p.fact]
        result = self.full
        if not (raising or self.moves_alone) or any(p.sufficient and p not in raising for p in parents):
            result &= ~self.above
        if not (lowering or self.moves_alone) or any(p.sufficient and p not in lowering for p in parents):
            result &= ~self.below
        if moved and not raising and self.below:
            result &= self.below
        if moved and not lowering and self.above:
            result &= self.above
        for parent in moved:
            others = (other for other in parents if other is not parent)
            if not parent.signed and all(not masks[other.position] & ~self.at_rest(other) for other in others):
                result &= ~self.fact
        return result

    def demands(self, parent: Parent) -> bool:
        """Return whether some but-for row of a parent must differ from the fact."""
        down, up = parent.at_most != parent.fact, parent.at_least != parent.fact
        return parent.necessary and (not parent.signed or bool((down and self.below) or (up and self.above)))

    def at_rest(self, parent: Parent) -> int:
        """Return the values of a parent for which the but-for row of another, unsigned parent still holds."""
        if self.above and self.below:
            return parent.fact
        return parent.at_least if self.above else parent.at_most


class FormulaResponse:
    """The table that an explicit mechanism gives.

    Parameters
    ----------
    causes
        The events that the formula names, by place.
    """

    __slots__ = ("causes", "event", "formula", "positions", "rank", "values")

    def __init__(self, event: Event, formula: Formula, causes: Mapping[int, Event]) -> None:
        self.event, self.formula, self.causes = event, formula, dict(causes)
        self.positions = tuple(causes)
        self.values = {cause.id: tuple(as_value(value) for value in cause.values) for cause in causes.values()}
        ordered = [cause for cause in (*causes.values(), event) if cause.kind is Kind.QUANTITY]
        self.rank = {value: place for cause in ordered for place, value in enumerate(cause.values)}
        if prod(map(len, self.values.values())) <= MAX_ROWS:  # report values outside the domain at once
            for row in product(*(range(len(values)) for values in self.values.values())):
                self.row(row)

    def row(self, places: Sequence[int]) -> int:
        """Compute one row; `places` index the causes' domains."""
        given = {name: values[places[index]] for index, (name, values) in enumerate(self.values.items())}
        result = evaluate(self.formula, given, rank=self.rank)
        for index, value in enumerate(self.event.values):
            if equal(as_value(value), result):
                return 1 << index
        raise OutsideDomainError(self.event.id, str(result), self.event.values)

    def allowed(self, masks: Masks) -> int:
        """Return the values that the effect may take; see `LinkedResponse.allowed`."""
        options = [bits(masks[position]) for position in self.positions]
        if prod(map(len, options)) > _ROWS_AT_ONCE:
            return (1 << len(self.event.values)) - 1
        result = 0
        for row in product(*options):
            result |= self.row([bit.bit_length() - 1 for bit in row])
        return result


Response = LinkedResponse | FormulaResponse


# ------------------------------------------------------------ a scenario, laid out


@dataclass(frozen=True, slots=True)
class Node:
    """One event or latent, with the constraints on its table.

    Parameters
    ----------
    presupposes
        Places of the presupposed events.
    gone
        Values that its effects see when what it presupposes is gone: false, the lowest level, or any other choice.
    """

    event: Event
    domain: Domain
    fact: int
    response: Response
    presupposes: tuple[int, ...]
    gone: int
    latent: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """Nodes of a scenario, causes before effects.

    Parameters
    ----------
    place
        The index of each event or latent among the nodes.
    causes, effects
        For each place, the places it depends on directly, and the places that depend on it directly.
    """

    scenario: Scenario
    nodes: tuple[Node, ...]
    place: dict[str, int] = field(init=False, compare=False)
    causes: dict[int, tuple[int, ...]] = field(init=False, compare=False)
    effects: dict[int, list[int]] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        set_field(self, "place", {node.event.id: place for place, node in enumerate(self.nodes)})
        causes = [dict.fromkeys((*node.response.positions, *node.presupposes)) for node in self.nodes]
        set_field(self, "causes", {place: tuple(direct) for place, direct in enumerate(causes)})
        effects: dict[int, list[int]] = {place: [] for place in self.causes}
        for place, direct in self.causes.items():
            for cause in direct:
                effects[cause].append(place)
        set_field(self, "effects", effects)

    def downstream(self, places: Iterable[int]) -> list[int]:
        """Return the descendants of some places, in causal order."""
        return sorted(reached(self.effects, places))

    def upstream(self, places: Iterable[int]) -> list[int]:
        """Return some places and their ancestors, in causal order."""
        starts = list(places)
        return sorted(reached(self.causes, starts).union(starts))

    def without(self, dropped: frozenset[tuple[str, str]]) -> Layout:
        """Return the layout without some links."""
        nodes = list(self.nodes)
        for effect in {effect for _, effect in dropped}:
            node = nodes[self.place[effect]]
            if isinstance(node.response, LinkedResponse):
                kept = [p for p in node.response.parents if (p.link.cause, p.link.effect) not in dropped]
                nodes[self.place[effect]] = replace(node, response=LinkedResponse(node.domain, kept))
        return Layout(self.scenario, tuple(nodes))


@lru_cache(maxsize=64)
def lay_out(scenario: Scenario) -> Layout:
    """Check a scenario and lay it out; cached, since a derivation, its readings and a proof each ask for it.

    Raises
    ------
    ContradictoryScenarioError
        If no tables satisfy its facts and links.
    """
    check_scenario(scenario)
    latents = {latent.id: Event(id=latent.id, statement=latent.statement) for latent in scenario.latents}
    events = latents | {event.id: event for event in scenario.events}
    domains = {name: domain_of(event) for name, event in events.items()}
    place = {name: index for index, name in enumerate(order(scenario))}
    formulas = {effect: parse_formula(text) for effect, text in scenario.mechanisms}
    parents: dict[str, list[Parent]] = {name: [] for name in place}
    for link in scenario.links:
        parents[link.effect].append(parent_of(link, domains[link.cause], place[link.cause]))
    nodes = []
    for name in place:
        event = events[name]
        if name in formulas:
            causes = {place[cause]: events[cause] for cause in names(formulas[name])}
            response: Response = FormulaResponse(event, formulas[name], causes)
        else:
            response = LinkedResponse(domains[name], parents[name])
        nodes.append(
            Node(
                event=event,
                domain=domains[name],
                fact=domains[name].fact,
                response=response,
                presupposes=tuple(place[other] for other in event.presupposes),
                gone=domains[name].below if event.kind is Kind.CHOICE else 1,
                latent=name in latents,
            )
        )
    layout = Layout(scenario, tuple(nodes))
    _check_facts(layout)
    return layout


def _check_facts(layout: Layout) -> None:
    """Raise `ContradictoryScenarioError` if no table satisfies the facts and constraints.

    By the extension lemma only two things can clash: an explicit mechanism with its factual row, and the but-for row
    of a `necessary` link with a `sufficient` link.
    """
    facts = [node.fact for node in layout.nodes]
    for node in layout.nodes:
        response = node.response
        if isinstance(response, FormulaResponse):
            if response.allowed(facts) != node.fact:
                causes = (fact_sentence(cause) for cause in response.causes.values())
                core = (mechanism_sentence(layout.scenario, node.event), *causes, fact_sentence(node.event))
                raise ContradictoryScenarioError(core)
            continue
        enough = next((parent for parent in response.parents if parent.sufficient), None)
        needed = next((parent for parent in response.parents if response.demands(parent)), None)
        if enough is not None and needed is not None:
            core = tuple(link_sentence(layout.scenario, parent.link) for parent in (needed, enough))
            raise ContradictoryScenarioError(core)
