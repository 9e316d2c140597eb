"""Explain an answer on request: the full proof from the solver, or its last step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.compilation import POLICIES, World, run
from causalcore.derivation.possibility import find
from causalcore.derivation.response import FormulaResponse, full, values_of
from causalcore.derivation.wording import (
    change_phrase,
    link_sentence,
    mechanism_sentence,
    move_phrase,
    open_phrase,
    presupposition_sentence,
    quoted,
    root_sentence,
    row_sentence,
    set_sentence,
    stay_phrase,
)
from causalcore.scenario.scenario import Kind
from logic.solving.outcome import Status
from logic.solving.term import Term

if TYPE_CHECKING:
    from collections.abc import Callable

    from causalcore.derivation.compilation import Layout, Node
    from causalcore.derivation.constraints import Constraints
    from causalcore.derivation.possibility import Possibilities


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The reason for an answer.

    Parameters
    ----------
    sentences
        The reason in English, one constraint a sentence.
    core
        Names of the constraints that force the answer; empty for an open one.
    worlds
        For an open answer, worlds that answer differently: pairs of event id and value.
    """

    sentences: tuple[str, ...]
    core: tuple[str, ...] = ()
    worlds: tuple[tuple[tuple[str, str], ...], ...] = ()
    proof: Callable[[], bool] | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        """Write the reason as one sentence."""
        joined = "; ".join(self.sentences)
        return joined[:1].upper() + joined[1:] + ("." if joined and not joined.endswith(".") else "")

    def check(self) -> bool:
        """Have the solver check the evidence again."""
        return self.proof is None or self.proof()

    def to_dict(self) -> dict[str, object]:
        """Write the evidence for JSON."""
        return {
            "sentences": list(self.sentences),
            "core": list(self.core),
            "worlds": [dict(world) for world in self.worlds],
        }


class Explainer:
    """Evidence for the answers of one derivation, cached."""

    __slots__ = ("_constraints", "_fixed", "_found", "_kept", "_last", "_layout", "_steps")

    def __init__(
        self, layout: Layout, fixed: dict[int, int], found: Possibilities, constraints: Callable[[], Constraints]
    ) -> None:
        self._layout, self._fixed, self._found, self._constraints = layout, fixed, found, constraints
        self._last = LastStep(layout, fixed, found)
        self._kept: dict[str, Evidence] = {}
        self._steps: dict[str, Evidence] = {}

    def evidence(self, event_id: str) -> Evidence:
        """Return why the answer for an event holds."""
        if event_id not in self._kept:
            self._kept[event_id] = self._work_out(self._layout.place[event_id])
        return self._kept[event_id]

    def step(self, event_id: str) -> Evidence:
        """Return the last step of the proof; the whole one where the direct causes alone do not force the answer."""
        if event_id not in self._steps:
            self._steps[event_id] = self._work_out_step(event_id)
        return self._steps[event_id]

    def _work_out_step(self, event_id: str) -> Evidence:
        place = self._layout.place[event_id]
        kind = find(self._layout.nodes[place], place, self._found).kind
        free = place not in self._fixed and place in self._found.moved
        if not free or kind not in {AnswerKind.CHANGED, AnswerKind.UNCHANGED}:
            return self.evidence(event_id)
        found = self._last.evidence(
            place, changed=kind is AnswerKind.CHANGED, proof=lambda: self.evidence(event_id).check()
        )
        return found or self.evidence(event_id)

    def _work_out(self, place: int) -> Evidence:
        node = self._layout.nodes[place]
        event = node.event
        if place in self._fixed:
            value = values_of(event, self._fixed[place])[0]
            return Evidence(sentences=(set_sentence(event, value),), core=(f"do {event.id}",))
        if place not in self._found.moved:
            return Evidence(
                sentences=(f"{quoted(event)} is not downstream of what is supposed",),
                core=(f"graph {event.id}",),
                proof=lambda: place not in self._layout.downstream(self._fixed),
            )
        kind = find(node, place, self._found).kind
        if kind is AnswerKind.OPEN:
            return self._witnesses(place)
        if kind is AnswerKind.UNKNOWN:
            return Evidence(sentences=(f"the solver gave up: {self._found.reason}",))
        return self._core(place, changed=kind is AnswerKind.CHANGED)

    def _core(self, place: int, *, changed: bool) -> Evidence:
        constraints = self._constraints()
        goal = constraints.kept[place]
        if not changed:
            goal = constraints.session.negation(goal)
        outcome = constraints.check(self._layout.upstream([place]), self._relevant(place), [goal])
        if outcome.status is not Status.UNSAT:
            return Evidence(sentences=(f"the solver gave up: {outcome.reason or outcome.status}",))
        ordered = self._in_order(outcome.core, constraints)
        return Evidence(
            sentences=tuple(dict.fromkeys(constraints.sentences[name] for name in ordered)),
            core=ordered,
            proof=lambda: self._recheck(ordered, place, changed=changed),
        )

    def _relevant(self, place: int) -> dict[int, int]:
        above = set(self._layout.upstream([place]))
        return {where: value for where, value in self._fixed.items() if where in above}

    def _in_order(self, core: tuple[str, ...], constraints: Constraints) -> tuple[str, ...]:
        """Put the what-if first, then links, then the facts that they need; omit implicit assumptions."""
        rank = {name: index for index, name in enumerate(constraints.sentences)}
        shown = [name for name in core if name in rank]
        kinds = ("do", "presupposition", "link", "mechanism", "fact")
        return tuple(sorted(shown, key=lambda name: (kinds.index(name.split()[0]), rank[name])))

    def _recheck(self, core: tuple[str, ...], place: int, *, changed: bool) -> bool:
        constraints = self._constraints()
        goal = constraints.kept[place] if changed else constraints.session.negation(constraints.kept[place])
        settings = constraints.settings(self._fixed)
        known = set(constraints.session.names)
        with constraints.session.scope():
            constraints.session.require(goal)
            chosen = {name: term for name, term in settings.items() if name in core or name.endswith("something")}
            outcome = constraints.session.check([name for name in core if name in known], chosen)
        return outcome.status is Status.UNSAT

    # ------------------------------------------------------------ open answers

    def _witnesses(self, place: int) -> Evidence:
        pair = (self._witness(place, kept=True), self._witness(place, kept=False))
        worlds = [world for world in pair if world is not None]
        event = self._layout.nodes[place].event
        said = [
            f"{quoted(event)} {'stays as it was' if self._keeps(world, place) else 'changes'} in a world where "
            f"{self._differences(world, place)}"
            for world in worlds
        ]
        return Evidence(
            sentences=("nothing in the text settles " + quoted(event), *said),
            worlds=tuple(self._pairs(world) for world in worlds),
            proof=lambda: (
                len(worlds) == 2
                and all(self._is_possible(world) for world in worlds)
                and [self._keeps(world, place) for world in worlds] == [True, False]
            ),
        )

    def _keeps(self, world: World, place: int) -> bool:
        return place not in world.void and world.values[place] == self._layout.nodes[place].fact

    def _witness(self, place: int, *, kept: bool) -> World | None:
        moved = sorted(self._found.moved)
        for policy in POLICIES:
            world = run(self._layout, self._fixed, moved, policy)
            if self._keeps(world, place) is kept:
                return world
        constraints = self._constraints()
        goal = constraints.kept[place] if kept else constraints.session.negation(constraints.kept[place])
        everything = list(range(len(self._layout.nodes)))
        outcome = constraints.check(everything, self._fixed, [goal], model=True)
        return constraints.world(outcome.model) if outcome.model is not None else None

    def _is_possible(self, world: World) -> bool:
        constraints = self._constraints()
        goals: list[Term] = [constraints.member(place, value) for place, value in enumerate(world.values)]
        everything = list(range(len(self._layout.nodes)))
        return constraints.check(everything, self._fixed, goals).status is Status.SAT

    def _pairs(self, world: World) -> tuple[tuple[str, str], ...]:
        return tuple(
            (node.event.id, "void" if place in world.void else values_of(node.event, world.values[place])[0])
            for place, node in enumerate(self._layout.nodes)
            if not node.latent
        )

    def _differences(self, world: World, place: int) -> str:
        layout = self._layout
        causes = (*layout.nodes[place].response.positions, *layout.nodes[place].presupposes)
        parts = [
            f"{quoted(layout.nodes[cause].event)} {'stays' if self._keeps(world, cause) else 'changes'}"
            for cause in dict.fromkeys(causes)
            if not layout.nodes[cause].latent
        ]
        return " and ".join(parts)


class LastStep:
    """Finds which direct causes force the answer for an event, without a solver.

    Parameters
    ----------
    fixed
        Places that are set, with their values.
    found
        What each place can be.
    """

    __slots__ = ("_fixed", "_found", "_layout", "_masks")

    def __init__(self, layout: Layout, fixed: dict[int, int], found: Possibilities) -> None:
        self._layout, self._fixed, self._found = layout, fixed, found
        shown, doubtful = found.shown, found.doubtful
        parts = zip(shown.plain, shown.void, doubtful.plain, doubtful.void, strict=True)
        self._masks = [plain | void | other | gone for plain, void, other, gone in parts]

    def evidence(self, place: int, *, changed: bool, proof: Callable[[], bool]) -> Evidence | None:
        """Return the last step for a place that must change, or stay; None where one step does not force it.

        Parameters
        ----------
        proof
            Has the solver confirm the answer.
        """
        node = self._layout.nodes[place]
        known = list(dict.fromkeys((*node.response.positions, *node.presupposes)))
        if not self._forced(node, frozenset(known), changed=changed):
            return None
        needed = frozenset(known)
        for cause in known:
            if self._forced(node, needed - {cause}, changed=changed):
                needed -= {cause}
        causes = [cause for cause in known if cause in needed]
        stated = {**self._become(causes), **self._bonds(node, needed, changed=changed), **self._roots(causes)}
        return Evidence(sentences=tuple(dict.fromkeys(stated.values())), core=tuple(stated), proof=proof)

    def _forced(self, node: Node, known: frozenset[int], *, changed: bool) -> bool:
        """Whether the answer follows when nothing is known of the direct causes but of those named."""
        usual, gone = self._allowed(node, known)
        return not usual & node.fact if changed else not usual & ~node.fact and not gone

    def _allowed(self, node: Node, known: frozenset[int]) -> tuple[int, bool]:
        """Return the values that the claim may take while it means something, and whether it may be void."""
        may_hold = must_hold = True
        for other in node.presupposes:
            plain = self._found.shown.plain[other] | self._found.doubtful.plain[other]
            void = self._found.shown.void[other] | self._found.doubtful.void[other]
            fact = self._layout.nodes[other].fact
            may_hold = may_hold and (other not in known or bool(plain & fact))
            must_hold = must_hold and other in known and plain == fact and not void
        return (node.response.allowed(self._known_masks(node, known)) if may_hold else 0), not must_hold

    def _known_masks(self, node: Node, known: frozenset[int]) -> dict[int, int]:
        layout = self._layout
        return {
            cause: self._masks[cause] if cause in known else full(layout.nodes[cause].event)
            for cause in node.response.positions
        }

    # ------------------------------------------------------------ what is stated

    def _become(self, causes: list[int]) -> dict[str, str]:
        """State what is supposed of the causes, and what became of those that it moves."""
        result: dict[str, str] = {}
        for cause in causes:
            event = self._layout.nodes[cause].event
            if cause in self._fixed:
                result[f"do {event.id}"] = set_sentence(event, values_of(event, self._fixed[cause])[0])
        for cause in causes:
            if cause not in self._fixed and cause in self._found.moved:
                result[f"answer {self._layout.nodes[cause].event.id}"] = self._answer(cause)
        return result

    def _answer(self, place: int) -> str:
        node = self._layout.nodes[place]
        finding = find(node, place, self._found)
        if finding.kind is AnswerKind.UNCHANGED:
            return stay_phrase(node.event)
        if finding.kind is not AnswerKind.CHANGED:
            return open_phrase(node.event, settled=finding.kind is AnswerKind.OPEN)
        if node.event.kind is Kind.QUANTITY and not finding.void:
            return move_phrase(node.event, finding.direction)
        return change_phrase(node.event, finding.value, void=finding.void)

    def _roots(self, causes: list[int]) -> dict[str, str]:
        events = [self._layout.nodes[cause].event for cause in causes if cause not in self._found.moved]
        return {f"fact of {event.id}": root_sentence(event) for event in events}

    def _bonds(self, node: Node, needed: frozenset[int], *, changed: bool) -> dict[str, str]:
        """State what binds an event to the causes that are needed: presuppositions, links, a mechanism."""
        scenario, event = self._layout.scenario, node.event
        result: dict[str, str] = {}
        if needed & frozenset(node.presupposes):
            result[f"presupposition of {event.id}"] = presupposition_sentence(scenario, event)
        if changed and not self._allowed(node, needed)[0]:
            return result
        if isinstance(node.response, FormulaResponse):
            result[f"mechanism of {event.id}"] = mechanism_sentence(scenario, event)
            return result
        parents = [parent for parent in node.response.parents if parent.position in needed]
        binding = [p for p in parents if (p.sufficient if not changed else self._pulls(p.position, p.necessary))]
        result |= {f"link {p.link.cause} -> {p.link.effect}": link_sentence(scenario, p.link) for p in binding}
        alone = any(p.sufficient and self._masks[p.position] == p.fact for p in binding) and len(parents) == 1
        if not changed and not alone:
            result[f"fact of {event.id}"] = row_sentence(event)
        return result

    def _pulls(self, cause: int, necessary: bool) -> bool:
        return necessary and not self._masks[cause] & self._layout.nodes[cause].fact
