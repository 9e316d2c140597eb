"""A scenario laid out for fast answers: nodes in causal order with their responses."""

from __future__ import annotations

from dataclasses import dataclass, field
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


def lay_out(scenario: Scenario) -> Layout:
    """Check a scenario and lay it out.

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
