"""What an intervention changes, what it leaves, and what stays open.

Source: `docs/explanation/semantics.md`, section 1. The unknown is each event's
response table; an answer holds in every way of filling the tables in, or is
open with two ways that differ. A scenario is compiled once (`causalcore.derivation.constraints`); each intervention
after that costs a few passes along the graph (`causalcore.derivation.tables`), and the solver is asked only
where those passes leave a doubt.
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
        For a quantity that must change: which way, when every world agrees.
    void
        Whether the claim is neither true nor false, since what it presupposes is gone.
    value
        The value that is forced, if one is.
    expected
        Chance that the event changes, where a reader gave one; see `with_expectation`.
    doubt
        Why an answer that was derived is open all the same.
    provenance
        Who read what the answer rests on: the claim, or the links into it.
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
        """Say why, with a core or witness worlds; worked out at first access."""
        return self._explainer.evidence(self.event)

    @property
    def step(self) -> Evidence:
        """Say why from the answers for the direct causes alone: the last step of `evidence`, found without a solver."""
        return self._explainer.step(self.event)

    @property
    def confidence(self) -> float:
        """Return the chance of the answer, and for an open one that of the likelier answer.

        Where no reader gave a chance it is that of the same answer when each link is there with its own confidence,
        links taken as independent of each other; see `causalcore.derivation.tables.confidences`.
        """
        if self.expected is None:
            return self._explainer.confidence(self.event)
        if self.kind is AnswerKind.OPEN:
            return max(self.expected, 1 - self.expected)
        return self.expected if self.kind is AnswerKind.CHANGED else 1 - self.expected

    @property
    def likeliest(self) -> AnswerKind:
        """Return the answer, and for an open one the likelier of changed and unchanged where a reader gave a chance."""
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
        """Return the events that have some kind of answer."""
        return tuple(answer.event for answer in self.answers if answer.kind is kind)

    def explain(self, event_id: str | None = None) -> str:
        """Say what proves the answer for one event, or for each of them."""
        chosen = self.answers if event_id is None else (self.answer(event_id),)
        return "\n".join(f"{answer.event} {answer.kind}: {answer.evidence}" for answer in chosen)

    def to_dict(self) -> dict[str, Any]:
        """Return the intervention and, of each event, `id`, `answer`, `direction`, `value` and `why`."""
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
        return {"do": dict(self.intervention), "events": rows}

    def to_json(self) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_pandas(self) -> DataFrame:
        """Return a row for each event."""
        import pandas as pd

        return pd.DataFrame(self.to_dict()["events"])

    def to_networkx(self) -> Any:
        """Return the scenario's graph; each event has its `answer`."""
        graph = self.scenario.to_networkx()
        for answer in self.answers:
            graph.nodes[answer.event]["answer"] = str(answer.kind)
        return graph

    def __str__(self) -> str:
        return "\n".join(f"{answer.event}: {answer.kind}" for answer in self.answers)

    def __reduce__(self) -> tuple[Callable[..., Derivation], tuple[object, ...]]:
        """Pickle the answers; the explanations hold a solver and are rebuilt from the scenario."""
        said = tuple({name: getattr(answer, name) for name in SAID} for answer in self.answers)
        return _restored, (self.scenario, self.intervention, said)


SAID = ("event", "kind", "direction", "void", "value", "expected", "doubt")
"""Fields of an answer that are plain values."""


def _restored(scenario: Scenario, intervention: Intervention, said: tuple[dict[str, Any], ...]) -> Derivation:
    anew = derive(scenario, intervention)
    return replace(anew, answers=tuple(replace(anew.answer(one["event"]), **one) for one in said))


class JudgementStatus(StrEnum):
    """Whether asserted values are possible under an intervention."""

    CONSISTENT = "consistent"
    INCONSISTENT = "inconsistent"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Verdict on asserted values.

    Parameters
    ----------
    core_events
        Events whose asserted values clash with the rest, in the order of the scenario; no smaller
        set of them does.
    sentences
        What they clash with, in English.
    """

    status: JudgementStatus
    core_events: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()


class CompiledScenario:
    """A scenario made ready for many interventions.

    May be shared between threads: each has its own solver session, opened when it first needs one.
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
        """Verify asserted values: whether some world that the intervention leaves possible has them all.

        Parameters
        ----------
        values
            For each mentioned event, the value or values that the edit states.
            A void claim counts as false, a void quantity as the lowest level, a void choice as any but its fact.
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
        sentences = {n: told for place in range(len(layout.nodes)) for n, told in named(layout, place, fixed).items()}
        return Judgement(
            status=JudgementStatus.INCONSISTENT,
            core_events=tuple(event.id for event in self.scenario.events if f"asserted {event.id}" in outcome.core),
            sentences=tuple(sentences[name] for name in outcome.core if name in sentences),
        )

    def _asserted(self, values: Mapping[str, str | frozenset[str]]) -> dict[int, int]:
        """Write asserted values as places and value masks."""
        result, known = {}, tuple(event.id for event in self.scenario.events)
        for name, given in values.items():
            if name not in known:
                msg = "the judged events"
                raise OutsideDomainError(msg, name, known)
            event = self.scenario.event(name)
            mask = 0
            for value in (given,) if isinstance(given, str) else given:
                if value not in event.values:
                    raise OutsideDomainError(name, value, event.values)
                mask |= bit_of(event, value)
            result[self.layout.place[name]] = mask
        return result

    def _solver(self, layout: Layout | None = None) -> SolverConstraints:
        """Return this thread's session with the constraints; a new one for a layout with fewer links."""
        from causalcore.derivation.solver_constraints import SolverConstraints

        if layout is not None and layout is not self.layout:
            return SolverConstraints(layout, self.limits)
        if not hasattr(self._local, "constraints"):
            self._local.constraints = SolverConstraints(self.layout, self.limits)
        found: SolverConstraints = self._local.constraints
        return found


def compile_scenario(scenario: Scenario, limits: Limits | None = None) -> CompiledScenario:
    """Make a scenario ready for many interventions.

    Raises
    ------
    MalformedScenarioError, OutsideDomainError, CyclicModelError, FormulaSyntaxError
        When the scenario breaks a rule of its format.
    ContradictoryScenarioError
        When no mechanism satisfies its facts and links, with the sentences that clash.
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
    It is supposed that 'It rained' is false; 'The match was off' needs 'It rained' (“so”).
    """
    return compile_scenario(scenario).derive(intervention)


LEAST_SAID: Final = 0.6
"""Chance below which an answer is not said."""


def with_expectation(derivation: Derivation, chances: Mapping[str, float], *, sure: float = LEAST_SAID) -> Derivation:
    """Give each answer the chance that its event changes, and open those that are too doubtful to be said.

    The engine derives from the links that stand. A reader that is unsure of links, or was asked about each claim, has
    a chance of its own for each event; to say an answer that it finds unlikely would claim more than is known.

    Parameters
    ----------
    chances
        Chance that each event leaves its factual value; events that are left out keep their answers.

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
        if derived is None or derived >= sure or answer.event in derivation.intervention:
            answers.append(replace(answer, expected=chance))
            continue
        would = "change it" if answer.kind is AnswerKind.CHANGED else "leave it as it was"
        doubt = f"the links that are shown would {would}; over all likely readings the chance of that is {derived:.0%}"
        anew: dict[str, Any] = {"kind": AnswerKind.OPEN, "direction": None, "value": None, "void": False}
        answers.append(replace(answer, **anew, expected=chance, doubt=doubt))
    return replace(derivation, answers=tuple(answers))


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
