"""The constraints of a scenario as named formulas for the solver.

The same constraints as `causalcore.derivation.response`, stated once per scenario. An
intervention adds no term: it leaves out the names of the events it sets, and
assumes their new values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from causalcore.derivation.compilation import World
from causalcore.derivation.formula_constraints import FormulaReading
from causalcore.derivation.response import FormulaResponse, LinkedResponse, Parent, as_value
from causalcore.derivation.wording import (
    link_sentence,
    mechanism_sentence,
    presupposition_sentence,
    root_sentence,
    row_sentence,
    set_sentence,
)
from logic.solving.outcome import Limits, Outcome
from logic.solving.solver import Consequences, Session
from logic.solving.term import Model, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from causalcore.derivation.compilation import Layout, Node


class Constraints:
    """One session with the constraints of a layout; belongs to the thread that made it."""

    def __init__(self, layout: Layout, limits: Limits) -> None:
        self.layout = layout
        self.session: Session = Session(limits)
        self.sentences: dict[str, str] = {}
        self._names: list[tuple[str, ...]] = []
        self._literals: list[tuple[Term, ...]] = [self._make_literals(node) for node in layout.nodes]
        self._void: list[Term] = [
            self.session.boolean(f"{node.event.id} is void") if node.presupposes else self.session.constant_false()
            for node in layout.nodes
        ]
        self.kept: list[Term] = [self._make_kept(place, node) for place, node in enumerate(layout.nodes)]
        for place, node in enumerate(layout.nodes):
            before = len(self.sentences)
            self._state(place, node)
            self._names.append(tuple(self.sentences)[before:])

    # ------------------------------------------------------------ variables

    def _make_literals(self, node: Node) -> tuple[Term, ...]:
        session, event = self.session, node.event
        if len(event.values) == 2:
            second = session.boolean(f"{event.id} = {event.values[1]}")
            return (session.negation(second), second)
        literals = tuple(session.boolean(f"{event.id} = {value}") for value in event.values)
        session.require(session.any_of(literals))
        for index, one in enumerate(literals):
            for other in literals[index + 1 :]:
                session.require(session.negation(session.all_of((one, other))))
        return literals

    def _make_kept(self, place: int, node: Node) -> Term:
        fact = self.member(place, node.fact)
        if not node.presupposes:
            return fact
        kept = self.session.boolean(f"{node.event.id} keeps its fact")
        meant = self.session.negation(self._void[place])
        self.session.require(self.session.same(kept, self.session.all_of((fact, meant))))
        return kept

    def member(self, place: int, mask: int) -> Term:
        """Say that an event has one of the values in a mask."""
        literals = self._literals[place]
        if mask == (1 << len(literals)) - 1:
            return self.session.constant_true()
        return self.session.any_of([literal for index, literal in enumerate(literals) if mask >> index & 1])

    def void(self, place: int) -> Term:
        """Say that what the claim presupposes is gone."""
        return self._void[place]

    # ------------------------------------------------------------ constraints

    def _assume(self, name: str, sentence: str, *terms: Term) -> None:
        self.sentences[name] = sentence
        self.session.assume(name, *terms)

    def _state(self, place: int, node: Node) -> None:
        session = self.session
        meant = session.constant_true()
        if node.presupposes:
            meant = session.negation(self._void[place])
            lost = session.any_of(session.negation(self.kept[other]) for other in node.presupposes)
            self._assume(
                f"presupposition of {node.event.id}",
                presupposition_sentence(self.layout.scenario, node.event),
                session.same(self._void[place], lost),
                session.implies(self._void[place], self.member(place, node.gone)),
            )
        if isinstance(node.response, FormulaResponse):
            self._assume(
                f"mechanism of {node.event.id}",
                mechanism_sentence(self.layout.scenario, node.event),
                *(session.implies(meant, term) for term in self._formula(place, node.response)),
            )
        else:
            self._state_links(place, node, node.response, meant)

    def _state_links(self, place: int, node: Node, response: LinkedResponse, meant: Term) -> None:
        session, parents = self.session, response.parents
        at_most = session.all_of((meant, *(self.member(p.position, p.at_most) for p in parents)))
        at_least = session.all_of((meant, *(self.member(p.position, p.at_least) for p in parents)))
        not_above = self.member(place, response.full & ~response.above)
        not_below = self.member(place, response.full & ~response.below)
        sentence = row_sentence(node.event) if parents else root_sentence(node.event)
        self._assume(
            f"fact of {node.event.id}",
            sentence,
            session.implies(at_most, not_above),
            session.implies(at_least, not_below),
        )
        for parent in parents:
            terms: list[Term] = []
            if parent.sufficient:
                terms = [
                    session.implies(session.all_of((meant, self.member(parent.position, parent.at_most))), not_above),
                    session.implies(session.all_of((meant, self.member(parent.position, parent.at_least))), not_below),
                ]
            elif parent.necessary and parent.signed:
                down = self.member(parent.position, parent.at_most & ~parent.fact)
                up = self.member(parent.position, parent.at_least & ~parent.fact)
                if response.below:
                    terms.append(session.implies(session.all_of((at_most, down)), self.member(place, response.below)))
                if response.above:
                    terms.append(session.implies(session.all_of((at_least, up)), self.member(place, response.above)))
            elif parent.necessary:
                terms = [self._determined(place, response, parent, meant)]
            if terms:
                link = parent.link
                self._assume(f"link {link.cause} -> {link.effect}", link_sentence(self.layout.scenario, link), *terms)

    def _determined(self, place: int, response: LinkedResponse, parent: Parent, meant: Term) -> Term:
        """State the but-for rows of a `determines` link."""
        session = self.session
        others = [other for other in response.parents if other is not parent]
        moved = session.negation(self.member(parent.position, parent.fact))
        if not response.above:
            rest = [self.member(other.position, other.at_most) for other in others]
        elif not response.below:
            rest = [self.member(other.position, other.at_least) for other in others]
        else:
            rest = [self.member(other.position, other.fact) for other in others]
        changed = self.member(place, response.full & ~response.fact)
        return session.implies(session.all_of((meant, moved, *rest)), changed)

    # ------------------------------------------------------------ explicit mechanisms

    def _formula(self, place: int, response: FormulaResponse) -> list[Term]:
        """State an explicit mechanism: for each value, when the formula has it."""
        reading = FormulaReading(self, response)
        values = [as_value(value) for value in response.event.values]
        return [
            self.session.implies(reading.has(response.formula, value), literal)
            for value, literal in zip(values, self._literals[place], strict=True)
        ]

    # ------------------------------------------------------------ questions

    def names(self, places: Iterable[int], fixed: Mapping[int, int]) -> list[str]:
        """Return the names of the constraints of some events, without those of set events."""
        return [name for place in places if place not in fixed for name in self._names[place]]

    def settings(self, fixed: Mapping[int, int]) -> dict[str, Term]:
        """Return the assumptions that an intervention makes."""
        result: dict[str, Term] = {}
        for place, value in fixed.items():
            event = self.layout.nodes[place].event
            name = f"do {event.id}"
            result[name] = self.member(place, value)
            self.sentences[name] = set_sentence(event, event.values[value.bit_length() - 1])
            if self.layout.nodes[place].presupposes:
                result[f"{name} as a claim that means something"] = self.session.negation(self._void[place])
        return result

    def check(
        self, places: list[int], fixed: Mapping[int, int], goals: Iterable[Term], *, model: bool = False
    ) -> Outcome:
        """Ask whether some goals can hold under an intervention, given the constraints of some events."""
        with self.session.scope():
            for goal in goals:
                self.session.require(goal)
            return self.session.check(self.names(places, fixed), self.settings(fixed), model=model)

    def forced(self, places: list[int], fixed: Mapping[int, int], candidates: list[Term]) -> Consequences:
        """Find the candidates that hold in every world that is possible under an intervention."""
        return self.session.consequences(candidates, self.names(places, fixed), self.settings(fixed))

    def world(self, model: Model) -> World:
        """Read a model back as a world."""
        values = tuple(
            next(1 << index for index, literal in enumerate(literals) if model.holds(literal))
            for literals in self._literals
        )
        return World(
            values,
            frozenset(p for p, node in enumerate(self.layout.nodes) if node.presupposes and model.holds(self._void[p])),
        )
