"""A scenario laid out for fast answers: nodes in causal order with their responses, and what they let each event be.

Two passes along the causal order do almost all of the work. One carries sets of
values and is never too small; where it leaves one value, that value is forced.
The other runs single worlds by simple policies; whatever they show is possible.
What remains between the two, the solver decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from causalcore.derivation.response import (
    MAX_ROWS,
    FormulaResponse,
    LinkedResponse,
    Response,
    bit_of,
    full,
    make_parent,
)
from causalcore.derivation.wording import fact_sentence, link_sentence, mechanism_sentence
from causalcore.errors import ContradictoryScenarioError, InvalidInterventionError, OutsideDomainError
from causalcore.mechanisms.mechanism import Formula, names, parse_formula
from causalcore.scenario.graph import order
from causalcore.scenario.rules import check_scenario
from causalcore.scenario.scenario import Event, Kind, Link, Scenario

if TYPE_CHECKING:
    from collections.abc import Iterable

    from causalcore.scenario.intervention import Intervention


@dataclass(frozen=True, slots=True)
class Node:
    """One event, or latent, with what is known of its table.

    Parameters
    ----------
    presupposes
        Places of the presupposed events.
    gone
        Values that it has, for its effects, when what it presupposes is gone.
    """

    event: Event
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
    below
        For each place, the places that depend on it directly.
    """

    scenario: Scenario
    nodes: tuple[Node, ...]
    place: dict[str, int] = field(compare=False)
    below: tuple[tuple[int, ...], ...] = field(compare=False)

    def downstream(self, places: Iterable[int]) -> list[int]:
        """Return the descendants of some places, in causal order."""
        seen: set[int] = set()
        stack = list(places)
        while stack:
            for effect in self.below[stack.pop()]:
                if effect not in seen:
                    seen.add(effect)
                    stack.append(effect)
        return sorted(seen)

    def upstream(self, places: Iterable[int]) -> list[int]:
        """Return some places and their ancestors, in causal order."""
        stack = list(places)
        seen = set(stack)
        while stack:
            node = self.nodes[stack.pop()]
            for cause in (*node.response.positions, *node.presupposes):
                if cause not in seen:
                    seen.add(cause)
                    stack.append(cause)
        return sorted(seen)

    def without(self, dropped: frozenset[tuple[str, str]]) -> Layout:
        """Return the layout without some links."""
        nodes = list(self.nodes)
        for effect in {effect for _, effect in dropped}:
            place = self.place[effect]
            node = nodes[place]
            if isinstance(node.response, LinkedResponse):
                kept = [p for p in node.response.parents if (p.link.cause, p.link.effect) not in dropped]
                response = LinkedResponse(node.event, kept)
                nodes[place] = Node(node.event, node.fact, response, node.presupposes, node.gone)
        return _layout(self.scenario, nodes, self.place)


@lru_cache(maxsize=64)
def lay_out(scenario: Scenario) -> Layout:
    """Check a scenario and lay it out, once where a derivation, its readings and a proof ask in turn.

    Raises
    ------
    ContradictoryScenarioError
        When no tables satisfy its facts and links.
    """
    check_scenario(scenario)
    known = {latent.id: Event(id=latent.id, statement=latent.statement) for latent in scenario.latents}
    latents = frozenset(known)
    known |= {event.id: event for event in scenario.events}
    place = {node: index for index, node in enumerate(order(scenario))}
    links: dict[str, list[Link]] = {}
    for link in scenario.links:
        links.setdefault(link.effect, []).append(link)
    formulas = {effect: parse_formula(text) for effect, text in scenario.mechanisms}

    def response(event: Event) -> Response:
        formula = formulas.get(event.id)
        if formula is not None:
            return _explicit(event, formula, known, place)
        found = links.get(event.id, ())
        return LinkedResponse(event, [make_parent(link, known[link.cause], place[link.cause]) for link in found])

    nodes = [
        Node(
            event=known[name],
            fact=bit_of(known[name], known[name].fact),
            response=response(known[name]),
            presupposes=tuple(place[other] for other in known[name].presupposes),
            gone=_gone(known[name]),
            latent=name in latents,
        )
        for name in place
    ]
    layout = _layout(scenario, nodes, place)
    _check_facts(layout)
    return layout


def _layout(scenario: Scenario, nodes: list[Node], place: dict[str, int]) -> Layout:
    below: list[dict[int, None]] = [{} for _ in nodes]
    for index, node in enumerate(nodes):
        for cause in (*node.response.positions, *node.presupposes):
            below[cause][index] = None
    return Layout(scenario, tuple(nodes), place, tuple(tuple(effects) for effects in below))


def _gone(event: Event) -> int:
    """Return the value that a void claim has for its effects: false, the lowest level, or any other choice."""
    if event.kind is Kind.EVENT:
        return bit_of(event, "false")
    if event.kind is Kind.QUANTITY:
        return 1
    return full(event) & ~bit_of(event, event.fact)


def _explicit(event: Event, formula: Formula, known: dict[str, Event], place: dict[str, int]) -> FormulaResponse:
    causes = [known[name] for name in names(formula)]
    result = FormulaResponse(event, formula, causes, [place[cause.id] for cause in causes])
    if result.rows() <= MAX_ROWS:  # a value outside the domain is found before anyone asks
        for row in product(*(range(len(cause.values)) for cause in causes)):
            result.row(row)
    return result


def _check_facts(layout: Layout) -> None:
    """Refuse facts and constraints that no table satisfies.

    By the extension lemma of `causalcore.derivation.response` two things only can clash: an explicit
    mechanism with its factual row, and a `necessary` link's but-for row with a `sufficient` link.
    """
    masks = [node.fact for node in layout.nodes]
    for node in layout.nodes:
        response = node.response
        if isinstance(response, FormulaResponse):
            if response.allowed(masks) != node.fact:
                raise ContradictoryScenarioError(_clash_of_formula(layout, node, response))
            continue
        enough = next((parent for parent in response.parents if parent.sufficient), None)
        needed = next((parent for parent in response.parents if response.demands(parent)), None)
        if enough is not None and needed is not None:
            links = (needed.link, enough.link)
            raise ContradictoryScenarioError(tuple(link_sentence(layout.scenario, link) for link in links))


def _clash_of_formula(layout: Layout, node: Node, response: FormulaResponse) -> tuple[str, ...]:
    causes = tuple(fact_sentence(layout.nodes[position].event) for position in response.positions)
    return (mechanism_sentence(layout.scenario, node.event), *causes, fact_sentence(node.event))


def check_intervention(scenario: Scenario, intervention: Intervention) -> None:
    """Refuse an impossible intervention."""
    events = {event.id: event for event in scenario.events}
    latents = {latent.id for latent in scenario.latents}
    chosen: dict[str, str] = {}
    for name, value in intervention:
        if name in latents:
            msg = f"expected an intervention on an event, got the latent {name}, which is fixed; name an event"
            raise InvalidInterventionError(msg)
        if name not in events:
            known = ", ".join(list(events)[:8]) + (", ..." if len(events) > 8 else "")
            msg = (
                f"expected an intervention on one of {known or 'no events'}, got {name}; name an event of the scenario"
            )
            raise InvalidInterventionError(msg)
        if value not in events[name].values:
            raise OutsideDomainError(name, value, events[name].values)
        if chosen.setdefault(name, value) != value:
            msg = f"expected one value of {name}, got {chosen[name]} and {value}; keep one of them"
            raise InvalidInterventionError(msg)


Policy = Callable[[int, int], int]
"""Picks one value from a mask, given the mask of the fact."""


@dataclass(frozen=True, slots=True)
class World:
    """One counterfactual world: the value of each place, and which claims are void."""

    values: tuple[int, ...]
    void: frozenset[int]


@dataclass(frozen=True, slots=True)
class Reach:
    """Sets of values.

    Parameters
    ----------
    plain
        For each place, values with which the claim still means something.
    void
        For each place, values that it may have while void; 0 where it cannot be void.
    """

    plain: list[int]
    void: list[int]


def _states(node: Node, plain: list[int], void: list[int], masks: list[int], layout: Layout) -> tuple[int, int]:
    """Return the values that a node may take, plain and void, given those of its parents."""
    may_hold, must_hold = True, True
    for other in node.presupposes:
        fact = layout.nodes[other].fact
        may_hold = may_hold and bool(plain[other] & fact)
        must_hold = must_hold and plain[other] == fact and not void[other]
    usual = node.response.allowed(masks) if may_hold else 0
    return usual, 0 if must_hold else node.gone


def reach(layout: Layout, fixed: Mapping[int, int], moved: list[int]) -> Reach:
    """Carry sets of values downstream; sound, exact where a single value is left."""
    plain = [node.fact for node in layout.nodes]
    void = [0] * len(plain)
    for place, value in fixed.items():
        plain[place] = value
    masks = list(plain)
    for place in moved:
        if place not in fixed:
            plain[place], void[place] = _states(layout.nodes[place], plain, void, masks, layout)
            masks[place] = plain[place] | void[place]
    return Reach(plain, void)


def run(layout: Layout, fixed: Mapping[int, int], moved: list[int], policy: Policy) -> World:
    """Run one world, choosing by the policy where the tables leave a choice."""
    masks = [node.fact for node in layout.nodes]
    void = [0] * len(masks)
    for place, value in fixed.items():
        masks[place] = value
    plain = masks  # one list: presuppositions look at the void marks as well
    for place in moved:
        if place in fixed:
            continue
        node = layout.nodes[place]
        if any(masks[other] != layout.nodes[other].fact or void[other] for other in node.presupposes):
            void[place] = 1
            masks[place] = policy(node.gone, node.fact)
        else:
            masks[place] = policy(node.response.allowed(plain), node.fact)
    return World(tuple(masks), frozenset(place for place, mark in enumerate(void) if mark))


def keep(mask: int, fact: int) -> int:
    """Keep the fact where that is allowed."""
    return fact if mask & fact else mask & -mask


def lowest(mask: int, fact: int) -> int:
    """Leave the fact for the lowest value, where that is allowed."""
    other = mask & ~fact
    return other & -other if other else fact


def highest(mask: int, fact: int) -> int:
    """Leave the fact for the highest value, where that is allowed."""
    other = mask & ~fact
    return 1 << (other.bit_length() - 1) if other else fact


POLICIES: tuple[Policy, ...] = (keep, lowest, highest)
