"""The constraints of a scenario as named formulas for the solver, which settles what the tables leave in doubt.

They are the constraints of `causalcore.derivation.constraints`, stated once per scenario. An intervention adds no term:
it leaves out the names of the events it sets and assumes their new values.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Protocol

from causalcore.derivation.constraints import MAX_ROWS, FormulaResponse, LinkedResponse, as_value, bits
from causalcore.derivation.tables import Goals, ValueSets
from causalcore.errors import MalformedScenarioError
from causalcore.mechanisms.mechanism import Constant, Formula, Name, Operation, Operator, Value, equal, evaluate, names
from logic.solving.outcome import Limits, Outcome, Status
from logic.solving.solver import Session, one_of
from logic.solving.term import Model, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from causalcore.derivation.constraints import Layout, Node
    from causalcore.derivation.tables import Fixed


class SolverConstraints:
    """One solver session with the constraints of a layout; it belongs to the thread that made it."""

    def __init__(self, layout: Layout, limits: Limits) -> None:
        self.layout = layout
        self.session: Session = Session(limits)
        self._literals: list[tuple[Term, ...]] = [
            one_of(self.session, node.event.id, node.event.values) for node in layout.nodes
        ]
        self._void: list[Term] = [
            self.session.boolean(f"{node.event.id} is void") if node.presupposes else self.session.constant_false()
            for node in layout.nodes
        ]
        self.kept: list[Term] = [self._make_kept(place, node) for place, node in enumerate(layout.nodes)]
        self._names: list[tuple[str, ...]] = []
        for place, node in enumerate(layout.nodes):
            before = len(self.session.names)
            self._state(place, node)
            self._names.append(self.session.names[before:])

    # ------------------------------------------------------------ variables

    def _make_kept(self, place: int, node: Node) -> Term:
        fact = self.member(place, node.fact)
        if not node.presupposes:
            return fact
        kept = self.session.boolean(f"{node.event.id} keeps its fact")
        meant = self.session.negation(self._void[place])
        self.session.require(self.session.same(kept, self.session.all_of((fact, meant))))
        return kept

    def member(self, place: int, mask: int) -> Term:
        """Return the term: the event has one of the values in a mask."""
        literals = self._literals[place]
        return self.session.any_of([literal for index, literal in enumerate(literals) if mask >> index & 1])

    # ------------------------------------------------------------ constraints

    def _state(self, place: int, node: Node) -> None:
        session = self.session
        meant = session.constant_true()
        if node.presupposes:
            meant = session.negation(self._void[place])
            lost = session.any_of(session.negation(self.kept[other]) for other in node.presupposes)
            session.assume(
                f"presupposition of {node.event.id}",
                session.same(self._void[place], lost),
                session.implies(self._void[place], self.member(place, node.gone)),
            )
        if isinstance(node.response, FormulaResponse):
            terms = mechanism_terms(self, node.response, self._literals[place])
            session.assume(f"mechanism of {node.event.id}", *(session.implies(meant, term) for term in terms))
        else:
            self._state_links(place, node, node.response, meant)

    def _state_links(self, place: int, node: Node, response: LinkedResponse, meant: Term) -> None:
        session, parents = self.session, response.parents
        at_most = session.all_of((meant, *(self.member(p.position, p.at_most) for p in parents)))
        at_least = session.all_of((meant, *(self.member(p.position, p.at_least) for p in parents)))
        not_above = self.member(place, response.full & ~response.above)
        not_below = self.member(place, response.full & ~response.below)
        session.assume(
            f"fact of {node.event.id}", session.implies(at_most, not_above), session.implies(at_least, not_below)
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
            elif parent.necessary:  # its but-for rows differ from the fact in this parent alone
                others = [self.member(p.position, response.at_rest(p)) for p in parents if p is not parent]
                moved = session.negation(self.member(parent.position, parent.fact))
                changed = self.member(place, response.full & ~response.fact)
                terms = [session.implies(session.all_of((meant, moved, *others)), changed)]
            if terms:
                session.assume(f"link {parent.link.cause} -> {parent.link.effect}", *terms)

    # ------------------------------------------------------------ questions

    def names(self, places: Iterable[int], fixed: Fixed) -> list[str]:
        """Return the names of the constraints on some events, except the set ones."""
        return [name for place in places if place not in fixed for name in self._names[place]]

    def settings(self, fixed: Fixed) -> dict[str, Term]:
        """Return the assumptions of an intervention."""
        result: dict[str, Term] = {}
        for place, value in fixed.items():
            name = f"do {self.layout.nodes[place].event.id}"
            result[name] = self.member(place, value)
            if self.layout.nodes[place].presupposes:
                result[f"{name} as a claim that means something"] = self.session.negation(self._void[place])
        return result

    def check(self, places: list[int], fixed: Fixed, goals: Goals, *, model: bool = False) -> Outcome:
        """Ask whether events can have some values under an intervention, given the constraints on some events.

        A core names a goal `asserted` plus the id of its event.
        """
        session = self.session
        with session.scope():
            asserted = {}
            for place, (plain, void) in goals.items():
                name = f"asserted {self.layout.nodes[place].event.id}"
                asserted[name] = session.boolean(name)
                session.require(session.implies(asserted[name], self._among(place, plain, void)))
            return session.check(self.names(places, fixed), self.settings(fixed) | asserted, model=model)

    def refutes(self, core: tuple[str, ...], fixed: Fixed, goals: Goals) -> bool:
        """Return whether a core of constraints alone rules out some values of events."""
        session, stated = self.session, set(self.session.names)
        chosen = {n: term for n, term in self.settings(fixed).items() if n in core or n.endswith("something")}
        with session.scope():
            for place, (plain, void) in goals.items():
                session.require(self._among(place, plain, void))
            return session.check([name for name in core if name in stated], chosen).status is Status.UNSAT

    def _among(self, place: int, plain: int, void: int) -> Term:
        session, gone = self.session, self._void[place]
        if plain == void:
            return self.member(place, plain)
        meant = session.all_of((self.member(place, plain), session.negation(gone)))
        return session.any_of((meant, session.all_of((self.member(place, void), gone))))

    def possible(self, rest: ValueSets, fixed: Fixed) -> tuple[list[tuple[int, int, bool]] | None, str]:
        """Find, in one call, the values that some world has: place, value, and whether the claim is void there.

        Returns None and the reason if the solver gave up.
        """
        session = self.session
        states, impossible = [], []
        for place in range(len(rest.plain)):
            for void, mask in ((False, rest.plain[place]), (True, rest.void[place])):
                mark = self._void[place] if void else session.negation(self._void[place])
                for value in bits(mask):
                    states.append((place, value, void))
                    impossible.append(session.negation(session.all_of((self.member(place, value), mark))))
        places = self.layout.upstream([*(place for place, _, _ in states), *fixed])
        outcome = session.consequences(impossible, self.names(places, fixed), self.settings(fixed))
        if outcome.status is not Status.SAT:
            return None, outcome.reason
        return [state for index, state in enumerate(states) if index not in outcome.forced], ""

    def world(self, model: Model) -> ValueSets:
        """Read a model of the solver as a world."""
        plain, void = [], []
        for place, literals in enumerate(self._literals):
            value = next(1 << index for index, literal in enumerate(literals) if model.holds(literal))
            gone = bool(self.layout.nodes[place].presupposes) and model.holds(self._void[place])
            plain.append(0 if gone else value)
            void.append(value if gone else 0)
        return ValueSets(plain, void)


# ------------------------------------------------------------ explicit mechanisms


class Members(Protocol):
    """The values of the events of one world, as the solver sees them."""

    @property
    def session(self) -> Session:
        """The solver session of the terms."""
        ...

    def member(self, place: int, mask: int) -> Term:
        """Return the term: the event at a place has one of the values in a mask."""
        ...


_CONNECTIVES = frozenset({Operator.AND, Operator.OR, Operator.NOT, Operator.XOR, Operator.IMPLIES})


class FormulaReading:
    """Turns an explicit formula into solver terms; arithmetic becomes a table."""

    def __init__(self, constraints: Members, response: FormulaResponse) -> None:
        self.constraints, self.session, self.response = constraints, constraints.session, response
        self.place = {cause.id: place for place, cause in response.causes.items()}

    def has(self, formula: Formula, value: Value) -> Term:
        """Return the term: the formula has a value."""
        if isinstance(formula, Operation) and formula.operator is Operator.IF:
            condition, yes, no = formula.operands
            return self.session.either(self.holds(condition), self.has(yes, value), self.has(no, value))
        if isinstance(formula, Operation) and formula.operator in _CONNECTIVES:
            if equal(value, True):
                return self.holds(formula)
            return self.session.negation(self.holds(formula)) if equal(value, False) else self.session.constant_false()
        return self.tabulated(formula, value)

    def holds(self, formula: Formula) -> Term:
        """Return the term: the formula is true."""
        if not isinstance(formula, Operation) or formula.operator not in _CONNECTIVES:
            return self.has(formula, True)
        parts = [self.holds(operand) for operand in formula.operands]
        match formula.operator:
            case Operator.NOT:
                return self.session.negation(parts[0])
            case Operator.AND:
                return self.session.all_of(parts)
            case Operator.OR:
                return self.session.any_of(parts)
            case Operator.IMPLIES:
                return self.session.implies(parts[0], parts[1])
        result = parts[0]
        for part in parts[1:]:
            result = self.session.negation(self.session.same(result, part))
        return result

    def tabulated(self, formula: Formula, value: Value) -> Term:
        """Return the term: the formula has a value, row by row over its names."""
        if isinstance(formula, Constant):
            same = equal(formula.value, value)
            return self.session.constant_true() if same else self.session.constant_false()
        used = (formula.name,) if isinstance(formula, Name) else names(formula)
        causes = [cause for cause in self.response.causes.values() if cause.id in used]
        count = prod(len(cause.values) for cause in causes)
        if count > MAX_ROWS:
            msg = (
                f"expected at most {MAX_ROWS} rows for the arithmetic in the mechanism of {self.response.event.id}, "
                f"got {count}; split it over several events"
            )
            raise MalformedScenarioError(msg)
        rows: list[Term] = []
        for row in product(*([(cause.id, index) for index in range(len(cause.values))] for cause in causes)):
            given = {name: self.response.values[name][index] for name, index in row}
            if equal(evaluate(formula, given, rank=self.response.rank), value):
                rows.append(
                    self.session.all_of(self.constraints.member(self.place[name], 1 << index) for name, index in row)
                )
        return self.session.any_of(rows)


def mechanism_terms(world: Members, response: FormulaResponse, literals: Sequence[Term]) -> list[Term]:
    """State an explicit mechanism: the event has each value when the formula does."""
    reading = FormulaReading(world, response)
    return [
        reading.session.implies(reading.has(response.formula, as_value(value)), literals[index])
        for index, value in enumerate(response.event.values)
    ]
