"""Several worlds of one scenario at once, under the same unknown tables.

`causalcore.derivation.solver_constraints` states one counterfactual world; a claim compares many. Each world reads one
row of each event's table. All these rows are kept monotone together with the rows that the links pin: the factual row,
the but-for rows, and the rows that a sufficient cause holds. By the extension lemma of
`causalcore.derivation.constraints`, exactly such rows occur in some full table. So a formula over the worlds is
satisfiable iff some admitted mechanism makes it true. `tests/properties` compares it with all tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from causalcore.derivation.constraints import FormulaResponse, LinkedResponse, Node, Parent, bits, lay_out
from causalcore.derivation.solver_constraints import mechanism_terms
from causalcore.derivation.wording import link_sentence, mechanism_sentence, presupposition_sentence, row_sentence
from causalcore.scenario.scenario import Event, Kind, Link, Scenario, Sign, Strength
from logic.solving.outcome import Limits, Outcome
from logic.solving.solver import Session, one_of
from logic.solving.term import Model, Term

Literals = tuple[Term, ...]
"""For each value of an event, the term that says it has that value."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of one event's table: the parents' values, and the value that the table gives."""

    causes: tuple[Literals, ...]
    value: Literals


@dataclass(frozen=True, slots=True)
class JointWorld:
    """One world: which events are set, and the literals of every event, by place."""

    settings: tuple[tuple[str, str], ...]
    literals: tuple[Literals, ...]
    worlds: JointWorlds

    def has(self, event_id: str, values: Iterable[str]) -> Term:
        """Return the term: an event has one of some values in this world."""
        place = self.worlds.layout.place[event_id]
        domain = self.worlds.layout.nodes[place].event.values
        chosen = set(values)
        pairs = zip(domain, self.literals[place], strict=True)
        return self.worlds.session.any_of(literal for value, literal in pairs if value in chosen)

    def member(self, place: int, mask: int) -> Term:
        """Return the term: the event at a place has one of the values in a mask."""
        session = self.worlds.session
        return session.any_of(literal for index, literal in enumerate(self.literals[place]) if mask >> index & 1)

    @property
    def session(self) -> Session:
        """The session that the literals belong to."""
        return self.worlds.session

    def value(self, event_id: str, model: Model) -> str:
        """Return the value of an event in a model of the solver."""
        place = self.worlds.layout.place[event_id]
        domain = self.worlds.layout.nodes[place].event.values
        pairs = zip(domain, self.literals[place], strict=True)
        return next(value for value, literal in pairs if model.holds(literal))


class JointWorlds:
    """Counterfactual worlds of a scenario that share its tables; they belong to the thread that made them.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Event, Link, Scenario
    >>> rain, wet = Event(id="rain", statement="It rained."), Event(id="wet", statement="The field was wet.")
    >>> worlds = JointWorlds(Scenario(events=(rain, wet), links=(Link(cause="rain", effect="wet"),)))
    >>> dry = worlds.world({"rain": "false"})
    >>> worlds.check(dry.has("wet", ["true"])).status
    <Status.UNSAT: 'unsat'>
    """

    def __init__(self, scenario: Scenario, limits: Limits | None = None) -> None:
        self.scenario, self.layout = scenario, lay_out(scenario)
        self.session = Session(limits)
        self.sentences: dict[str, str] = {}
        self._yes, self._no = self.session.constant_true(), self.session.constant_false()
        self._count = 0
        self._rows: dict[int, list[Row]] = {}
        self._gone: dict[int, Literals] = {}
        self._worlds: dict[tuple[tuple[str, str], ...], JointWorld] = {}

    # ------------------------------------------------------------ questions

    def world(self, settings: Mapping[str, str]) -> JointWorld:
        """Return the world in which some events are set; without settings, the factual world."""
        key = tuple(sorted(settings.items()))
        if key not in self._worlds:
            self._worlds[key] = self._build(key)
        return self._worlds[key]

    def check(self, *goals: Term, model: bool = False) -> Outcome:
        """Ask whether some mechanisms that the scenario admits satisfy the goals."""
        with self.session.scope():
            for goal in goals:
                self.session.require(goal)
            return self.session.check(model=model)

    # ------------------------------------------------------------ worlds

    def _build(self, settings: tuple[tuple[str, str], ...]) -> JointWorld:
        layout, chosen = self.layout, dict(settings)
        fixed = {layout.place[name] for name in chosen}
        changed = {layout.place[name] for name, value in settings if value != self.scenario.event(name).fact}
        moved = frozenset(layout.downstream(changed)) - fixed  # elsewhere each table reads its factual row
        literals: list[Literals] = []
        for place, node in enumerate(layout.nodes):
            if place in moved:
                literals.append(self._unknown(node.event))
            else:
                literals.append(self._constant(node.event, chosen.get(node.event.id, node.event.fact)))
        world = JointWorld(settings, tuple(literals), self)
        for place in sorted(moved):
            self._state(world, place, layout.nodes[place])
        return world

    def _constant(self, event: Event, value: str) -> Literals:
        return tuple(self._yes if candidate == value else self._no for candidate in event.values)

    def _unknown(self, event: Event) -> Literals:
        self._count += 1
        return one_of(self.session, f"{event.id} {self._count}", event.values)

    def _assume(self, name: str, sentence: str, *terms: Term) -> None:
        self.sentences[name] = sentence
        self.session.assume(name, *terms)

    # ------------------------------------------------------------ mechanisms

    def _state(self, world: JointWorld, place: int, node: Node) -> None:
        meant = self._presuppositions(world, place, node)
        response = node.response
        if isinstance(response, FormulaResponse):
            terms = mechanism_terms(world, response, world.literals[place])
            sentence = mechanism_sentence(self.scenario, node.event)
            self._assume(f"mechanism of {node.event.id}", sentence, *(self.session.implies(meant, t) for t in terms))
            return
        value = self._unknown(node.event) if node.presupposes else world.literals[place]
        self._add(place, node, Row(tuple(world.literals[parent.position] for parent in response.parents), value))
        if node.presupposes:
            same = [self.session.same(read, own) for read, own in zip(value, world.literals[place], strict=True)]
            self.session.require(self.session.implies(meant, self.session.all_of(same)))

    def _presuppositions(self, world: JointWorld, place: int, node: Node) -> Term:
        """State what happens to a claim when what it presupposes is gone; return the term: it means something."""
        session, layout = self.session, self.layout
        if not node.presupposes:
            return session.constant_true()
        kept = session.all_of(world.member(other, layout.nodes[other].fact) for other in node.presupposes)
        if place not in self._gone:
            self._gone[place] = self._unknown(node.event)
            options = {bit.bit_length() - 1 for bit in bits(node.gone)}
            session.require(session.any_of(self._gone[place][index] for index in options))
        pairs = zip(world.literals[place], self._gone[place], strict=True)
        self._assume(
            f"presupposition of {node.event.id}",
            presupposition_sentence(self.scenario, node.event),
            *(session.any_of((kept, session.same(literal, gone))) for literal, gone in pairs),
        )
        return kept

    def _add(self, place: int, node: Node, row: Row) -> None:
        if place not in self._rows:
            self._rows[place] = []
            for pinned in self._pinned(node):
                self._relate(place, node, pinned)
        self._relate(place, node, row)

    # ------------------------------------------------------------ terms, most of which are constant

    def _all(self, parts: Iterable[Term]) -> Term:
        """Join with `and`; a constant may decide it at once."""
        kept = []
        for part in parts:
            if part is self._no:
                return self._no
            if part is not self._yes:
                kept.append(part)
        return self.session.all_of(kept) if kept else self._yes

    def _any(self, parts: Iterable[Term]) -> Term:
        """Join with `or`; a constant may decide it at once."""
        kept = []
        for part in parts:
            if part is self._yes:
                return self._yes
            if part is not self._no:
                kept.append(part)
        return self.session.any_of(kept) if kept else self._no

    def _not(self, part: Term) -> Term:
        return self._no if part is self._yes else self._yes if part is self._no else self.session.negation(part)

    def _implied(self, condition: Term, conclusion: Callable[[], Term]) -> Term:
        """Join with `implies`; the conclusion is not built if the condition is constantly false."""
        return self._yes if condition is self._no else self._any((self._not(condition), conclusion()))

    def _relate(self, place: int, node: Node, row: Row) -> None:
        """Keep a row monotone with the rows before it and with the rows of sufficient causes."""
        response, event = node.response, node.event
        assert isinstance(response, LinkedResponse)  # noqa: S101  a formula has no rows
        terms: list[Term] = []
        for other in self._rows[place]:
            for low, high in ((row, other), (other, row)):
                pushed = self._pushed(response, low, high)
                terms.append(self._implied(pushed, lambda low=low, high=high: self._at_most(event, low, high)))  # type: ignore[misc]
            same = self._same(row.causes, other.causes)
            terms.append(self._implied(same, lambda other=other: self._same((row.value,), (other.value,))))  # type: ignore[misc]
        terms = [term for term in terms if term is not self._yes]
        if terms:
            self._assume(f"fact of {event.id}", row_sentence(event), *terms)
        for index, parent in enumerate(response.parents):
            if parent.sufficient:
                self._hold(event, parent, row, row.causes[index])
        self._rows[place].append(row)

    def _pinned(self, node: Node) -> Iterable[Row]:
        """Yield the factual row and the but-for rows."""
        response = node.response
        assert isinstance(response, LinkedResponse)  # noqa: S101  a formula has no rows
        events = [self.layout.nodes[parent.position].event for parent in response.parents]
        facts = tuple(self._constant(event, event.fact) for event in events)
        yield Row(facts, self._constant(node.event, node.event.fact))
        for index, (parent, cause) in enumerate(zip(response.parents, events, strict=True)):
            if not parent.necessary:
                continue
            for other in cause.values:
                if other != cause.fact and works_against(parent.link, cause, node.event, other):
                    row = Row(
                        (*facts[:index], self._constant(cause, other), *facts[index + 1 :]), self._unknown(node.event)
                    )
                    stays = row.value[node.event.values.index(node.event.fact)]
                    self._promise(parent.link, self.session.negation(stays))
                    yield row

    def _promise(self, link: Link, *terms: Term) -> None:
        self._assume(f"link {link.cause} -> {link.effect}", link_sentence(self.scenario, link), *terms)

    def _hold(self, event: Event, parent: Parent, row: Row, cause: Literals) -> None:
        """State that a sufficient cause at its fact keeps the effect at its own, whatever the rest of the row."""
        source = self.layout.nodes[parent.position].event
        terms = []
        for value, literal in zip(source.values, cause, strict=True):
            held = []
            if pushes(parent.link, source, value, source.fact):
                held.append(self._ranked(event, row.value, above=False))
            if pushes(parent.link, source, source.fact, value):
                held.append(self._ranked(event, row.value, above=True))
            if value == source.fact:
                held.append(row.value[event.values.index(event.fact)])
            terms.append(self._implied(literal, lambda held=held: self._all(held)))  # type: ignore[misc]
        kept = [term for term in terms if term is not self._yes]
        if kept:
            self._promise(parent.link, *kept)

    def _ranked(self, event: Event, literals: Literals, *, above: bool) -> Term:
        """Return the term: a value is ranked no lower (`above`), or no higher, than the fact."""
        fact = rank(event, event.fact)
        ranks = [rank(event, value) for value in event.values]
        return self._any(
            literal
            for literal, place in zip(literals, ranks, strict=True)
            if (place >= fact if above else place <= fact)
        )

    def _pushed(self, response: LinkedResponse, low: Row, high: Row) -> Term:
        """Return the term: one row pushes each parent at least as far as the other."""
        parts = (
            self._pushed_by(parent, lower, higher)
            for parent, lower, higher in zip(response.parents, low.causes, high.causes, strict=True)
        )
        return self._all(parts)

    def _pushed_by(self, parent: Parent, low: Literals, high: Literals) -> Term:
        event = self.layout.nodes[parent.position].event
        return self._any(
            self._all((a, b))
            for old, a in zip(event.values, low, strict=True)
            for new, b in zip(event.values, high, strict=True)
            if pushes(parent.link, event, old, new)
        )

    def _at_most(self, event: Event, low: Row, high: Row) -> Term:
        return self._all(
            self._not(self._all((a, b)))
            for old, a in zip(event.values, low.value, strict=True)
            for new, b in zip(event.values, high.value, strict=True)
            if rank(event, old) > rank(event, new)
        )

    def _same(self, left: tuple[Literals, ...], right: tuple[Literals, ...]) -> Term:
        return self._all(
            self._equal(a, b) for own, other in zip(left, right, strict=True) for a, b in zip(own, other, strict=True)
        )

    def _equal(self, left: Term, right: Term) -> Term:
        if left is right:
            return self._yes
        for first, second in ((left, right), (right, left)):
            if first is self._yes:
                return second
            if first is self._no:
                return self._not(second)
        return self.session.same(left, right)


def rank(event: Event, value: str) -> int:
    """Return the rank of a value; in a choice, all values but the fact share one rank."""
    return int(value == event.fact) if event.kind is Kind.CHOICE else event.values.index(value)


def pushes(link: Link, cause: Event, old: str, new: str) -> bool:
    """Return whether moving the cause from one value to another pushes the effect up, or moves nothing."""
    if old == new:
        return True
    if link.sign is Sign.DETERMINES or link.strength is Strength.POSSIBLE:
        return False
    rise = rank(cause, new) - rank(cause, old)
    return rise > 0 if link.sign is Sign.PROMOTES else rise < 0


def works_against(link: Link, cause: Event, effect: Event, value: str) -> bool:
    """Return whether moving the cause off its fact pushes the effect off its own."""
    if link.sign is Sign.DETERMINES:
        return True
    ranks = [rank(effect, other) for other in effect.values]
    fact = rank(effect, effect.fact)
    up, down = pushes(link, cause, cause.fact, value), pushes(link, cause, value, cause.fact)
    return (up and max(ranks) > fact) or (down and min(ranks) < fact)
