"""Explain an answer on request: the whole proof, its last step, or two witness worlds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.constraints import FormulaResponse, LinkedResponse, values_of
from causalcore.derivation.tables import POLICIES, confidences, run
from causalcore.derivation.wording import (
    answer_phrase,
    link_sentence,
    mechanism_sentence,
    presupposition_sentence,
    quoted,
    root_sentence,
    row_sentence,
    set_sentence,
)
from logic.solving.outcome import Outcome, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from causalcore.derivation.constraints import Layout, Node
    from causalcore.derivation.solver_constraints import SolverConstraints
    from causalcore.derivation.tables import Fixed, Goals, Prediction, ValueSets

MOST_TRIED = 100
"""Most constraints that are left out in turn to find those that clash; the solver handles more."""
KEPT_FIRST = ("do", "presupposition", "link", "mechanism", "root", "asserted", "fact")
"""Constraints that a proof prefers to name: first what is supposed and linked, last that nothing else moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The reason for an answer.

    Parameters
    ----------
    sentences
        The reason in English, one sentence for each constraint.
    core
        Names of the constraints that force the answer; empty for an open one.
    worlds
        For an open answer, worlds with different answers: pairs of event id and value.
    """

    sentences: tuple[str, ...]
    core: tuple[str, ...] = ()
    worlds: tuple[tuple[tuple[str, str], ...], ...] = ()
    proof: Callable[[], bool] | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        text = "; ".join(self.sentences)
        return text[:1].upper() + text[1:] + ("." if text and not text.endswith(".") else "")

    def check(self) -> bool:
        """Have the solver check the evidence again."""
        return self.proof is None or self.proof()

    def to_dict(self) -> dict[str, object]:
        """Return the evidence as plain values for JSON."""
        return {
            "sentences": list(self.sentences),
            "core": list(self.core),
            "worlds": [dict(world) for world in self.worlds],
        }


# ------------------------------------------------------------ constraints that clash


def named(layout: Layout, place: int, fixed: Fixed | None = None) -> dict[str, str]:
    """Return the constraints on one event, by name, each as a sentence."""
    node, scenario = layout.nodes[place], layout.scenario
    event, response = node.event, node.response
    if fixed and place in fixed:
        return {f"do {event.id}": set_sentence(event, values_of(event, fixed[place])[0])}
    result = {}
    if node.presupposes:
        result[f"presupposition of {event.id}"] = presupposition_sentence(scenario, event)
    if isinstance(response, FormulaResponse):
        result[f"mechanism of {event.id}"] = mechanism_sentence(scenario, event)
        return result
    result[f"fact of {event.id}"] = row_sentence(event) if response.parents else root_sentence(event)
    for parent in response.parents:
        if parent.necessary or parent.sufficient:
            result[f"link {parent.link.cause} -> {event.id}"] = link_sentence(scenario, parent.link)
    return result


def clash(layout: Layout, fixed: Fixed, goals: Goals, solver: Callable[[], SolverConstraints]) -> Outcome:
    """Decide whether events can have some values under an intervention; if not, name the constraints that forbid it.

    No smaller set of constraints forbids it. A goal is named `asserted` plus the id of its event. The solver is called
    only if the tables leave a doubt.
    """
    places = layout.upstream([*goals, *fixed])
    excluded = _excluded(layout, places, fixed, goals)
    near = [excluded] if excluded is not None else []
    for place in near:  # the nearest causes first
        near += [cause for cause in layout.causes[place] if place not in fixed and cause not in near]
    core = [name for place in near for name in named(layout, place, fixed)]
    core += [f"asserted {layout.nodes[place].event.id}" for place in near if place in goals]
    if not core or len(core) > MOST_TRIED:
        return solver().check(places, fixed, goals)
    roots = {f"fact of {layout.nodes[place].event.id}" for place in near if not layout.causes[place]}
    core.sort(key=lambda name: KEPT_FIRST.index("root" if name in roots else name.split()[0]))
    near, needed = sorted(near), frozenset(core)
    for name in reversed(core):
        if _excluded(layout, near, fixed, goals, needed - {name}) is not None:
            needed -= {name}
    return Outcome(status=Status.UNSAT, core=tuple(sorted(needed)))


def _excluded(
    layout: Layout, places: Sequence[int], fixed: Fixed, goals: Goals, kept: frozenset[str] | None = None
) -> int | None:
    """Return the first event for which the tables leave none of its asserted values; None if there is none.

    Parameters
    ----------
    kept
        Names of the constraints that hold; all of them by default.
    """
    nodes = layout.nodes
    plain, void = [0] * len(nodes), [0] * len(nodes)
    masks = list(plain)
    for place in places:
        node, name = nodes[place], nodes[place].event.id
        if place not in fixed:
            free = kept is not None and bool(node.presupposes) and f"presupposition of {name}" not in kept
            may_mean = free or all(plain[other] & nodes[other].fact for other in node.presupposes)
            must_mean = not free and all(plain[o] == nodes[o].fact and not void[o] for o in node.presupposes)
            response = node.response if kept is None else _loosened(node, kept)
            plain[place] = response.allowed(masks) if may_mean else 0
            void[place] = 0 if must_mean else node.domain.full if free else node.gone
        elif kept is None or f"do {name}" in kept:
            plain[place] = fixed[place]
        else:
            plain[place] = node.domain.full
            void[place] = node.domain.full if node.presupposes else 0
        if place in goals and (kept is None or f"asserted {name}" in kept):
            plain[place] &= goals[place][0]
            void[place] &= goals[place][1]
        masks[place] = plain[place] | void[place]
        if not masks[place]:
            return place
    return None


def _loosened(node: Node, kept: frozenset[str]) -> LinkedResponse | FormulaResponse:
    """Return the table of an event under only some of its constraints."""
    response, name = node.response, node.event.id
    if isinstance(response, FormulaResponse):
        return response if f"mechanism of {name}" in kept else LinkedResponse(node.domain, (), moves_alone=True)
    parents = [
        parent
        if f"link {parent.link.cause} -> {name}" in kept or not (parent.necessary or parent.sufficient)
        else replace(parent, necessary=False, sufficient=False)
        for parent in response.parents
    ]
    return LinkedResponse(node.domain, parents, moves_alone=f"fact of {name}" not in kept)


# ------------------------------------------------------------ evidence


class Explainer:
    """Explains the answers of one derivation on request.

    Parameters
    ----------
    solver
        Opens the solver's session for a layout.
    """

    __slots__ = ("_chances", "_evidence", "_last", "_layout", "_prediction", "_solver", "_steps")

    def __init__(self, prediction: Prediction, solver: Callable[[Layout], SolverConstraints]) -> None:
        self._prediction, self._layout, self._solver = prediction, prediction.layout, solver
        self._evidence: dict[str, Evidence] = {}
        self._steps: dict[str, Evidence] = {}
        self._chances: dict[str, float] | None = None
        self._last: LastStep | None = None

    def confidence(self, event_id: str) -> float:
        """Return the chance of an event's answer."""
        if self._chances is None:
            self._chances = confidences(self._prediction, self._solver)
        return self._chances.get(event_id, 1.0)

    def evidence(self, event_id: str) -> Evidence:
        """Return why an event's answer holds."""
        if event_id not in self._evidence:
            self._evidence[event_id] = self._work_out(self._layout.place[event_id])
        return self._evidence[event_id]

    def step(self, event_id: str) -> Evidence:
        """Return the last step of the proof, or the whole proof if the direct causes alone do not force the answer."""
        if event_id not in self._steps:
            place, last_step = self._layout.place[event_id], None
            kind = self._prediction.finding(place).kind
            free = place not in self._prediction.fixed and place in self._prediction.moved
            if free and kind in {AnswerKind.CHANGED, AnswerKind.UNCHANGED}:
                changed = kind is AnswerKind.CHANGED
                self._last = self._last or LastStep(self._prediction)
                last_step = self._last.evidence(place, changed=changed, proof=lambda: self.evidence(event_id).check())
            self._steps[event_id] = last_step or self.evidence(event_id)
        return self._steps[event_id]

    def _session(self) -> SolverConstraints:
        return self._solver(self._layout)

    def _work_out(self, place: int) -> Evidence:
        event, fixed = self._layout.nodes[place].event, self._prediction.fixed
        if place in fixed:
            value = values_of(event, fixed[place])[0]
            return Evidence(sentences=(set_sentence(event, value),), core=(f"do {event.id}",))
        if place not in self._prediction.moved:
            return Evidence(
                sentences=(f"{quoted(event)} is not downstream of the what-if",),
                core=(f"graph {event.id}",),
                proof=lambda: place not in self._layout.downstream(fixed),
            )
        kind = self._prediction.finding(place).kind
        if kind is AnswerKind.OPEN:
            return self._witnesses(place)
        if kind is AnswerKind.UNKNOWN:
            return Evidence(sentences=(f"the solver gave up: {self._prediction.reason}",))
        return self._proof(place, kept=kind is AnswerKind.CHANGED)

    def _proof(self, place: int, *, kept: bool) -> Evidence:
        """Name what forbids that an event keeps its fact (`kept`), or leaves it."""
        above = self._layout.upstream([place])
        fixed = {where: value for where, value in self._prediction.fixed.items() if where in above}
        goals = self._goals(place, kept=kept)
        outcome = clash(self._layout, fixed, goals, self._session)
        if outcome.status is not Status.UNSAT:
            return Evidence(sentences=(f"the solver gave up: {outcome.reason or outcome.status}",))
        sentences = {name: sentence for where in above for name, sentence in named(self._layout, where, fixed).items()}
        core = sorted((n for n in sentences if n in outcome.core), key=lambda name: KEPT_FIRST.index(name.split()[0]))
        return Evidence(
            sentences=tuple(dict.fromkeys(sentences[name] for name in core)),
            core=tuple(core),
            proof=lambda: self._session().refutes(tuple(core), fixed, goals),
        )

    def _goals(self, place: int, *, kept: bool) -> Goals:
        domain = self._layout.nodes[place].domain
        return {place: (domain.fact, 0) if kept else (domain.full & ~domain.fact, domain.full)}

    # ------------------------------------------------------------ open answers

    def _witnesses(self, place: int) -> Evidence:
        pair = (self._witness(place, kept=True), self._witness(place, kept=False))
        worlds = [world for world in pair if world is not None]
        event = self._layout.nodes[place].event
        parts = [
            f"{quoted(event)} {'stays as it was' if self._keeps(world, place) else 'changes'} in a world where "
            f"{self._differences(world, place)}"
            for world in worlds
        ]
        return Evidence(
            sentences=("nothing in the text settles " + quoted(event), *parts),
            worlds=tuple(self._pairs(world) for world in worlds),
            proof=lambda: (
                len(worlds) == 2
                and all(self._is_possible(world) for world in worlds)
                and [self._keeps(world, place) for world in worlds] == [True, False]
            ),
        )

    def _keeps(self, world: ValueSets, place: int) -> bool:
        return world.plain[place] == self._layout.nodes[place].fact

    def _witness(self, place: int, *, kept: bool) -> ValueSets | None:
        fixed, everything = self._prediction.fixed, list(range(len(self._layout.nodes)))
        for policy in POLICIES:
            world = run(self._layout, fixed, sorted(self._prediction.moved), policy)
            if self._keeps(world, place) is kept:
                return world
        session = self._session()
        outcome = session.check(everything, fixed, self._goals(place, kept=kept), model=True)
        return session.world(outcome.model) if outcome.model is not None else None

    def _is_possible(self, world: ValueSets) -> bool:
        goals = {place: (plain, world.void[place]) for place, plain in enumerate(world.plain)}
        return self._session().check(list(goals), self._prediction.fixed, goals).status is Status.SAT

    def _pairs(self, world: ValueSets) -> tuple[tuple[str, str], ...]:
        return tuple(
            (node.event.id, "void" if world.void[place] else values_of(node.event, world.plain[place])[0])
            for place, node in enumerate(self._layout.nodes)
            if not node.latent
        )

    def _differences(self, world: ValueSets, place: int) -> str:
        nodes = self._layout.nodes
        parts = [
            f"{quoted(nodes[cause].event)} {'stays' if self._keeps(world, cause) else 'changes'}"
            for cause in self._layout.causes[place]
            if not nodes[cause].latent
        ]
        return " and ".join(parts)


class LastStep:
    """Finds which direct causes force the answer for an event, without a solver."""

    __slots__ = ("_fixed", "_found", "_layout", "_possible")

    def __init__(self, prediction: Prediction) -> None:
        self._found, self._layout, self._fixed = prediction, prediction.layout, prediction.fixed
        self._possible = prediction.shown | prediction.doubtful

    def evidence(self, place: int, *, changed: bool, proof: Callable[[], bool]) -> Evidence | None:
        """Return the last step for a place that must change, or stay; None if one step does not force it.

        Parameters
        ----------
        proof
            Has the solver confirm the answer.
        """
        node, direct = self._layout.nodes[place], self._layout.causes[place]
        needed = frozenset(direct)
        if not self._forced(node, needed, changed=changed):
            return None
        for cause in direct:
            if self._forced(node, needed - {cause}, changed=changed):
                needed -= {cause}
        causes = [cause for cause in direct if cause in needed]
        stated = {**self._become(causes), **self._bonds(node, needed, changed=changed), **self._roots(causes)}
        return Evidence(sentences=tuple(dict.fromkeys(stated.values())), core=tuple(stated), proof=proof)

    def _forced(self, node: Node, causes: frozenset[int], *, changed: bool) -> bool:
        """Return whether the answer follows from some of the direct causes alone."""
        usual, gone = self._allowed(node, causes)
        return not usual & node.fact if changed else not usual & ~node.fact and not gone

    def _allowed(self, node: Node, causes: frozenset[int]) -> tuple[int, bool]:
        """Return the values that the claim may take while it means something, and whether it can be void."""
        nodes, plain, void = self._layout.nodes, self._possible.plain, self._possible.void
        may_mean = all(other not in causes or plain[other] & nodes[other].fact for other in node.presupposes)
        must_mean = all(o in causes and plain[o] == nodes[o].fact and not void[o] for o in node.presupposes)
        masks = {
            cause: plain[cause] | void[cause] if cause in causes else nodes[cause].domain.full
            for cause in node.response.positions
        }
        return (node.response.allowed(masks) if may_mean else 0), not must_mean

    # ------------------------------------------------------------ what is stated

    def _become(self, causes: list[int]) -> dict[str, str]:
        """State what is supposed of the causes, and the answers for those that move."""
        result: dict[str, str] = {}
        for cause in causes:
            if cause in self._fixed:
                result |= named(self._layout, cause, self._fixed)
        for cause in causes:
            if cause not in self._fixed and cause in self._found.moved:
                result[f"answer {self._layout.nodes[cause].event.id}"] = answer_phrase(
                    self._layout.nodes[cause].event, self._found.finding(cause)
                )
        return result

    def _roots(self, causes: list[int]) -> dict[str, str]:
        events = [self._layout.nodes[cause].event for cause in causes if cause not in self._found.moved]
        return {f"fact of {event.id}": root_sentence(event) for event in events}

    def _bonds(self, node: Node, needed: frozenset[int], *, changed: bool) -> dict[str, str]:
        """State what ties an event to its needed causes: presuppositions, links, a mechanism."""
        scenario, event, result = self._layout.scenario, node.event, {}
        if needed & frozenset(node.presupposes):
            result[f"presupposition of {event.id}"] = presupposition_sentence(scenario, event)
        if changed and not self._allowed(node, needed)[0]:
            return result
        if isinstance(node.response, FormulaResponse):
            return result | {f"mechanism of {event.id}": mechanism_sentence(scenario, event)}
        parents = [parent for parent in node.response.parents if parent.position in needed]
        masks = {p: self._possible.plain[p.position] | self._possible.void[p.position] for p in parents}
        binding = [p for p in parents if (p.necessary and not masks[p] & p.fact if changed else p.sufficient)]
        result |= {f"link {p.link.cause} -> {event.id}": link_sentence(scenario, p.link) for p in binding}
        alone = len(parents) == 1 and any(masks[p] == p.fact for p in binding)
        if not changed and not alone:
            result[f"fact of {event.id}"] = row_sentence(event)
        return result
