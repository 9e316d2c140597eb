"""What an intervention changes, what it leaves alone, and what stays open.

Source: `docs/explanation/semantics.md`, section 1. Each event's response table is unknown. An answer holds for every
way to fill in the tables; otherwise it is open, with two fillings that differ. A scenario is compiled once
(`causalcore.derivation.constraints`). Each intervention then costs a few passes along the graph
(`causalcore.derivation.tables`); the solver is called only if those passes leave a doubt.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from causalcore.derivation.answer_kind import AnswerKind, Direction
from causalcore.derivation.constraints import Layout, bit_of, lay_out
from causalcore.derivation.explanation import Evidence, Explainer, clash, named
from causalcore.derivation.tables import POLICIES, fixed_values, predict, run
from causalcore.errors import OutsideDomainError
from causalcore.scenario.scenario import Provenance, Scenario
from logic.solving.outcome import Limits, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pandas import DataFrame

    from causalcore.derivation.solver_constraints import SolverConstraints
    from causalcore.scenario.intervention import Intervention


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer for one event.

    Parameters
    ----------
    direction
        For a quantity that must change: the direction, if every world agrees on it.
    void
        Whether the claim is neither true nor false because what it presupposes is gone.
    value
        The forced value, if there is one.
    expected
        Chance that the event changes, if a reader gave one; see `with_expectation`.
    doubt
        Why an answer that the links settle is reported as open.
    provenance
        Who read what the answer rests on: the claim or the links into it.
    """

    event: str
    kind: AnswerKind
    direction: Direction | None = None
    void: bool = False
    value: str | None = None
    expected: float | None = None
    doubt: str = ""
    provenance: Provenance = Provenance.GIVEN
    _explainer: Explainer = field(repr=False, compare=False)

    @property
    def evidence(self) -> Evidence:
        """Return the reason, with a core or witness worlds; computed at first access."""
        return self._explainer.evidence(self.event)

    @property
    def step(self) -> Evidence:
        """Return the last step of `evidence`, from the answers for the direct causes; needs no solver."""
        return self._explainer.step(self.event)

    @property
    def confidence(self) -> float:
        """Return the chance of the answer; for an open one, of the likelier answer.

        If no reader gave a chance, it is the chance of the same answer when each link exists with its own confidence,
        independently of the others; see `causalcore.derivation.tables.confidences`.
        """
        if self.expected is None:
            return self._explainer.confidence(self.event)
        if self.kind is AnswerKind.OPEN:
            return max(self.expected, 1 - self.expected)
        return self.expected if self.kind is AnswerKind.CHANGED else 1 - self.expected

    @property
    def likeliest(self) -> AnswerKind:
        """Return the answer; for an open one with a reader's chance, the likelier of changed and unchanged."""
        if self.kind is not AnswerKind.OPEN or self.expected is None:
            return self.kind
        return AnswerKind.CHANGED if self.expected >= 0.5 else AnswerKind.UNCHANGED


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """The answers for every event of a scenario under an intervention."""

    scenario: Scenario
    intervention: Intervention
    answers: tuple[Answer, ...]
    _by_event: dict[str, Answer] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_event", {answer.event: answer for answer in reversed(self.answers)})

    def answer(self, event_id: str) -> Answer:
        """Return the answer for one event; raise KeyError if there is none."""
        return self._by_event[event_id]

    def of_kind(self, kind: AnswerKind) -> tuple[str, ...]:
        """Return the events with this kind of answer."""
        return tuple(answer.event for answer in self.answers if answer.kind is kind)

    def explain(self, event_id: str | None = None) -> str:
        """Return what proves the answer for one event, or for each of them."""
        chosen = self.answers if event_id is None else (self.answer(event_id),)
        return "\n".join(f"{answer.event} {answer.kind}: {answer.evidence}" for answer in chosen)

    def to_dict(self) -> dict[str, Any]:
        """Return the intervention and each event's `id`, `answer`, `direction`, `value` and `why`."""
        rows = [
            {
                "id": answer.event,
                "answer": str(answer.kind),
                "direction": answer.direction and str(answer.direction),
                "value": answer.value,
                "why": str(answer.evidence),
            }
            for answer in self.answers
        ]
        return {"do": dict(self.intervention.values), "events": rows}

    def to_json(self) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_pandas(self) -> DataFrame:
        """Return one row for each event."""
        import pandas as pd

        return pd.DataFrame(self.to_dict()["events"])

    def to_networkx(self) -> Any:
        """Return the scenario's graph, with each event's `answer`."""
        graph = self.scenario.to_networkx()
        for answer in self.answers:
            graph.nodes[answer.event]["answer"] = str(answer.kind)
        return graph

    def __str__(self) -> str:
        return "\n".join(f"{answer.event}: {answer.kind}" for answer in self.answers)

    def __reduce__(self) -> tuple[Callable[..., Derivation], tuple[object, ...]]:
        """Pickle the answers; the explanations hold a solver, so unpickling rebuilds them from the scenario."""
        rows = tuple({name: getattr(answer, name) for name in SAID} for answer in self.answers)
        return _restored, (self.scenario, self.intervention, rows)


SAID = ("event", "kind", "direction", "void", "value", "expected", "doubt")
"""The fields of an answer that hold plain values."""


def _restored(scenario: Scenario, intervention: Intervention, rows: tuple[dict[str, Any], ...]) -> Derivation:
    anew = derive(scenario, intervention)
    return replace(anew, answers=tuple(replace(anew.answer(row["event"]), **row) for row in rows))


class JudgementStatus(StrEnum):
    """Whether asserted values are possible under an intervention."""

    CONSISTENT = "consistent"
    INCONSISTENT = "inconsistent"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The verdict on asserted values.

    Parameters
    ----------
    core_events
        Events whose asserted values clash with the rest, in the order of the scenario; a minimal set.
    sentences
        What they clash with, in English.
    """

    status: JudgementStatus
    core_events: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()


class CompiledScenario:
    """A scenario made ready for many interventions.

    May be shared between threads: each opens its own solver session when it first needs one.
    """

    def __init__(self, scenario: Scenario, limits: Limits | None = None) -> None:
        self.scenario = scenario
        self.limits = limits or Limits()
        self.layout: Layout = lay_out(scenario)
        self._local = threading.local()

    def derive(self, intervention: Intervention) -> Derivation:
        """Answer for every event.

        Raises
        ------
        InvalidInterventionError
            For an unknown event, a latent, or two values of one event.
        OutsideDomainError
            For a value that the event cannot take.
        """
        fixed = fixed_values(self.layout, intervention)
        prediction = predict(self.layout, fixed, self._solver)
        explainer = Explainer(prediction, self._solver)
        answers = []
        for event in self.scenario.events:
            finding = prediction.finding(self.layout.place[event.id])
            answers.append(
                Answer(
                    event=event.id,
                    kind=finding.kind,
                    direction=finding.direction,
                    void=finding.void,
                    value=finding.value,
                    provenance=self.scenario.source_of(event.id),
                    _explainer=explainer,
                )
            )
        return Derivation(scenario=self.scenario, intervention=intervention, answers=tuple(answers))

    def judge(self, intervention: Intervention, values: Mapping[str, str | frozenset[str]]) -> Judgement:
        """Return whether some world that the intervention leaves possible has all the asserted values.

        Parameters
        ----------
        values
            For each mentioned event, the value or values that the edit states. A void claim counts as false, a void
            quantity as the lowest level, a void choice as anything but its fact.
        """
        layout, fixed = self.layout, fixed_values(self.layout, intervention)
        asserted, moved = self._asserted(values), layout.downstream(fixed)
        for policy in POLICIES:
            world = run(layout, fixed, moved, policy).masks()
            if all(world[place] & mask for place, mask in asserted.items()):
                return Judgement(status=JudgementStatus.CONSISTENT)
        outcome = clash(layout, fixed, {place: (mask, mask) for place, mask in asserted.items()}, self._solver)
        if outcome.status is Status.SAT:
            return Judgement(status=JudgementStatus.CONSISTENT)
        if outcome.status is Status.UNKNOWN:
            return Judgement(status=JudgementStatus.UNKNOWN, sentences=(outcome.reason,))
        sentences = {n: text for place in range(len(layout.nodes)) for n, text in named(layout, place, fixed).items()}
        return Judgement(
            status=JudgementStatus.INCONSISTENT,
            core_events=tuple(event.id for event in self.scenario.events if f"asserted {event.id}" in outcome.core),
            sentences=tuple(sentences[name] for name in outcome.core if name in sentences),
        )

    def _asserted(self, values: Mapping[str, str | frozenset[str]]) -> dict[int, int]:
        """Convert asserted values to places and value masks."""
        result, ids = {}, tuple(event.id for event in self.scenario.events)
        for name, given in values.items():
            if name not in ids:
                msg = "the judged events"
                raise OutsideDomainError(msg, name, ids)
            event = self.scenario.event_by_id[name]
            mask = 0
            for value in (given,) if isinstance(given, str) else given:
                if value not in event.values:
                    raise OutsideDomainError(name, value, event.values)
                mask |= bit_of(event, value)
            result[self.layout.place[name]] = mask
        return result

    def _solver(self, layout: Layout | None = None) -> SolverConstraints:
        """Return this thread's session with the constraints, or a new one for a layout with fewer links."""
        from causalcore.derivation.solver_constraints import SolverConstraints

        if layout is not None and layout is not self.layout:
            return SolverConstraints(layout, self.limits)
        if not hasattr(self._local, "constraints"):
            self._local.constraints = SolverConstraints(self.layout, self.limits)
        constraints: SolverConstraints = self._local.constraints
        return constraints


def compile_scenario(scenario: Scenario, limits: Limits | None = None) -> CompiledScenario:
    """Make a scenario ready for many interventions.

    Raises
    ------
    MalformedScenarioError, OutsideDomainError, CyclicModelError, FormulaSyntaxError
        If the scenario breaks a rule of its format.
    ContradictoryScenarioError
        If no mechanism satisfies its facts and links, with the sentences that clash.
    """
    return CompiledScenario(scenario, limits)


def derive(scenario: Scenario, intervention: Intervention) -> Derivation:
    """Compile a scenario and answer for every event.

    Examples
    --------
    >>> from causalcore.scenario.intervention import do
    >>> from causalcore.scenario.scenario import Event, Link
    >>> rain = Event(id="e1", statement="It rained.")
    >>> match = Event(id="e2", statement="The match was off.")
    >>> scenario = Scenario(events=(rain, match), links=(Link(cause="e1", effect="e2", connective="so"),))
    >>> answer = derive(scenario, do({"e1": "false"})).answer("e2")
    >>> print(answer.kind)
    changed
    >>> print(answer.evidence)
    The what-if says that 'It rained' is false; 'The match was off' needs 'It rained' (“so”).
    """
    return CompiledScenario(scenario).derive(intervention)


LEAST_SAID: Final = 0.6
"""Chance below which an answer is not asserted."""


def with_expectation(derivation: Derivation, chances: Mapping[str, float], *, sure: float = LEAST_SAID) -> Derivation:
    """Give each answer the chance that its event changes; open the answers that are too doubtful to assert.

    The engine derives from the links as given. A reader that is unsure of links, or was asked about each claim, has its
    own chance for each event; asserting an answer that it finds unlikely would claim too much.

    Parameters
    ----------
    chances
        Chance that each event leaves its factual value; events without one keep their answers.

    Units
    -----
    chances, sure : probability

    Examples
    --------
    >>> from causalcore.scenario.intervention import do
    >>> from causalcore.scenario.scenario import Event, Link
    >>> rain, roof = Event(id="e1", statement="It rained."), Event(id="e2", statement="The roof leaked.")
    >>> found = derive(Scenario(events=(rain, roof), links=(Link(cause="e1", effect="e2"),)), do({"e1": "false"}))
    >>> for chance in (0.9, 0.55, 0.1):
    ...     answer = with_expectation(found, {"e2": chance}).answer("e2")
    ...     print(answer.kind, answer.likeliest, answer.confidence)
    changed changed 0.9
    open changed 0.55
    open unchanged 0.9
    """
    answers = []
    for answer in derivation.answers:
        chance = chances.get(answer.event)
        if chance is None:
            answers.append(answer)
            continue
        derived = {AnswerKind.CHANGED: chance, AnswerKind.UNCHANGED: 1 - chance}.get(answer.kind)
        if derived is None or derived >= sure or answer.event in derivation.intervention.values:
            answers.append(replace(answer, expected=chance))
            continue
        opened: dict[str, Any] = {"kind": AnswerKind.OPEN, "direction": None, "value": None, "void": False}
        answers.append(replace(answer, **opened, expected=chance, doubt=_two_sides(answer.kind, derived)))
    return replace(derivation, answers=tuple(answers))


def _two_sides(kind: AnswerKind, derived: float) -> str:
    """Return what the shown links say of an event, and what all likely readings together say."""
    does = ["changes", "stays as it was"]
    shown, other = does if kind is AnswerKind.CHANGED else does[::-1]
    if round(derived, 2) < 1 / 2:
        return f"over all likely readings it probably {other} ({1 - derived:.0%}), but by the links shown it {shown}"
    return f"by the links shown it {shown}, but over all likely readings the chance of that is only {derived:.0%}"


__all__ = [
    "LEAST_SAID",
    "Answer",
    "AnswerKind",
    "CompiledScenario",
    "Derivation",
    "Direction",
    "Evidence",
    "Judgement",
    "JudgementStatus",
    "compile_scenario",
    "derive",
    "with_expectation",
]
