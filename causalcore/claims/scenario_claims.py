"""Claims over a scenario: for all mechanisms that the text admits.

The text fixes one world and leaves its tables open. A claim is a formula over the worlds that it is about. It holds if
no admitted mechanism breaks it, fails if none makes it true, and is otherwise open, with a mechanism of each kind. A
bare name means the value that the text states. `sufficient(c, e)` covers other circumstances too: with c set, e happens
whatever values the events not downstream of c are set to.
"""

from __future__ import annotations

from itertools import combinations, product
from math import prod
from typing import TYPE_CHECKING

from causalcore.claims.claims import Claim, ClaimKind, Subject
from causalcore.claims.verdict import ClaimStatus, ClaimVerdict
from causalcore.derivation.tables import fixed_values
from causalcore.errors import (
    ImpossibleEvidenceError,
    InvalidInterventionError,
    MalformedModelError,
    OutsideDomainError,
    UnknownNameError,
)
from causalcore.queries.world import RELATIONS, Fact, Term
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import EVENT_VALUES, Event, Kind, Scenario
from causalcore.worlds.joint_worlds import JointWorld, JointWorlds
from logic.solving.outcome import Limits, Outcome, Status
from logic.solving.term import Term as Formula

if TYPE_CHECKING:
    from causalcore.model.variable import Value

MAX_SETTINGS = 256
"""Most settings of the other events that `sufficient` is tried in; beyond that the claim is unknown."""


class _TooManySettingsError(Exception):
    """The claim needs more worlds than may be built; caught in this file."""


def check_over_scenario(scenario: Scenario, claim: Claim, limits: Limits | None = None) -> ClaimVerdict:
    """Decide a claim for all mechanisms that a scenario admits.

    Raises
    ------
    UnknownNameError, OutsideDomainError
        If the claim names something that the scenario does not have.
    MalformedModelError
        If the claim compares numbers, which a scenario does not have.
    ImpossibleEvidenceError
        If no admitted mechanism fits the facts that the claim gives.

    Examples
    --------
    >>> from causalcore.claims.claims import parse_claim
    >>> from causalcore.scenario.scenario import Event, Link
    >>> rain, wet = Event(id="rain", statement="It rained."), Event(id="wet", statement="The field was wet.")
    >>> field = Scenario(events=(rain, wet), links=(Link(cause="rain", effect="wet"),))
    >>> print(check_over_scenario(field, parse_claim("necessary(rain, wet)")).status)
    holds
    """
    if claim.comparison is not None or claim.tolerance:
        message = (
            f"expected a claim without numbers about a scenario, got {claim}; check it against a model or a function"
        )
        raise MalformedModelError(message)
    return _Reading(scenario, claim, limits).verdict()


class _Reading:
    """One claim as a formula over joint worlds."""

    def __init__(self, scenario: Scenario, claim: Claim, limits: Limits | None) -> None:
        self.claim, self.scenario = claim, scenario
        self.worlds = JointWorlds(scenario, limits)
        self.session = self.worlds.session
        self.shown: dict[tuple[str, JointWorld], None] = {}
        self.cause, self.effect = self._event(claim.cause.variable), self._event(claim.effect.variable)
        self.x, self.y = self._meant(self.cause, claim.cause), self._meant(self.effect, claim.effect)

    def verdict(self) -> ClaimVerdict:
        """Ask the solver for a mechanism that breaks the claim, and for one that satisfies it."""
        conditions = [self._given(fact) for fact in self.claim.given]
        self._check_given(conditions)
        try:
            formula = self._says()
        except _TooManySettingsError:
            why = f"more than {MAX_SETTINGS} settings of the other events; fix some by an explicit mechanism"
            return ClaimVerdict(self.claim, ClaimStatus.UNKNOWN, why)
        against = self.worlds.check(*conditions, self.session.negation(formula), model=True)
        if against.status is Status.UNSAT:
            return ClaimVerdict(self.claim, ClaimStatus.HOLDS, self._because(against))
        pro = self.worlds.check(*conditions, formula, model=True)
        if Status.UNKNOWN in {against.status, pro.status}:
            return ClaimVerdict(self.claim, ClaimStatus.UNKNOWN, against.reason or pro.reason)
        broken = self._facts(against)
        if pro.status is Status.UNSAT:
            return ClaimVerdict(self.claim, ClaimStatus.FAILS, f"{self._because(pro)}: {', '.join(broken)}", broken)
        supporting = ", ".join(self._facts(pro)) or "as the text has it"
        why = f"the text admits {supporting} as well as {', '.join(broken)}"
        return ClaimVerdict(self.claim, ClaimStatus.OPEN, why, broken)

    # ------------------------------------------------------------ what the claim names

    def _event(self, name: str) -> Event:
        for event in self.scenario.events:
            if event.id == name:
                return event
        latents = {latent.id for latent in self.scenario.latents}
        if name in latents:
            message = f"expected a claim about events, got the latent {name}, which never changes; name an event"
            raise InvalidInterventionError(message)
        raise UnknownNameError(name, tuple(event.id for event in self.scenario.events))

    def _meant(self, event: Event, subject: Subject) -> str:
        return event.fact if subject.value is None else self._value(event, subject.value)

    def _value(self, event: Event, value: Value) -> str:
        text = str(value)
        if event.kind is Kind.EVENT and text in {"0", "1"}:
            return EVENT_VALUES[int(text)]
        if text.lower() in EVENT_VALUES and text not in event.values:  # as Python writes truth values
            text = text.lower()
        if text not in event.values:
            raise OutsideDomainError(event.id, text, event.values)
        return text

    def _has(self, settings: dict[str, str], *wanted: str) -> Formula:
        """Return the term: the effect has one of some values in the world of some settings."""
        world = self.worlds.world(settings)
        self.shown[self.effect.id, world] = None
        return world.has(self.effect.id, wanted)

    # ------------------------------------------------------------ facts that a claim gives

    def _given(self, fact: Fact) -> Formula:
        event = self._event(fact.term.variable)
        bound = event.values.index(self._value(event, fact.value))
        compare = RELATIONS[fact.relation]
        wanted = [value for place, value in enumerate(event.values) if compare(place, bound)]
        settings: dict[str, str] = {}
        for name, setting in fact.term.do:
            if not isinstance(setting, int | float | str):
                message = f"expected a value for {name} in a claim about a scenario, got {setting}; name the value"
                raise InvalidInterventionError(message)
            settings[name] = self._value(self._event(name), setting)
        fixed_values(self.worlds.layout, do(settings))
        return self.worlds.world(settings).has(event.id, wanted)

    def _check_given(self, conditions: list[Formula]) -> None:
        if conditions and self.worlds.check(*conditions).status is Status.UNSAT:
            raise ImpossibleEvidenceError(tuple(map(str, self.claim.given)))

    # ------------------------------------------------------------ what each claim says

    def _stays(self, held: dict[str, str] | None = None) -> Formula:
        """Return the term: every value of the cause leaves the effect the same."""
        options = [{**(held or {}), self.cause.id: value} for value in self.cause.values]
        return self.session.any_of(
            self.session.all_of(self._has(settings, outcome) for settings in options) for outcome in self.effect.values
        )

    def _causes(self) -> Formula:
        return self.session.negation(self._stays())

    def _screens_off(self) -> Formula:
        middle = self._event(str(self.claim.mediator))
        return self.session.all_of(self._stays({middle.id: value}) for value in middle.values)

    def _necessary(self) -> Formula:
        happened = self.worlds.world({})
        both = (happened.has(self.cause.id, [self.x]), happened.has(self.effect.id, [self.y]))
        others = (value for value in self.cause.values if value != self.x)
        return self.session.all_of(
            (*both, *(self.session.negation(self._has({self.cause.id: value}, self.y)) for value in others))
        )

    def _prevents(self) -> Formula:
        others = [value for value in self.cause.values if value != self.x]
        ruled_out = self.session.negation(self._has({self.cause.id: self.x}, self.y))
        otherwise = self.session.any_of(self._has({self.cause.id: value}, self.y) for value in others)
        return self.session.all_of((ruled_out, otherwise))

    def _monotone(self) -> Formula:
        session, values = self.session, self.effect.values
        parts = []
        for low, high in combinations(self.cause.values, 2):
            for place, value in enumerate(values):
                strict = int(self.claim.strict)
                rest = values[place + strict :] if self.claim.rising else values[: place + 1 - strict]
                reached = self._has({self.cause.id: high}, *rest)
                parts.append(session.implies(self._has({self.cause.id: low}, value), reached))
        return session.all_of(parts)

    def _would(self) -> Formula:
        return self._has({self.cause.id: self.x}, self.y)

    def _sufficient(self) -> Formula:
        around = self._around()
        if prod(len(event.values) for event in around) > MAX_SETTINGS:
            raise _TooManySettingsError
        return self.session.all_of(
            self._has(
                {**{event.id: value for event, value in zip(around, row, strict=True)}, self.cause.id: self.x}, self.y
            )
            for row in product(*(event.values for event in around))
        )

    def _around(self) -> list[Event]:
        """Return the events off the paths from cause to effect that feed into them; the effect if there is no path."""
        layout = self.worlds.layout
        start, end = layout.place[self.cause.id], layout.place[self.effect.id]
        below = set(layout.downstream([start]))
        if end not in below:
            return [self.effect] if end != start else []
        between = below & set(layout.upstream([end]))
        fed = {
            other
            for place in between
            for other in (*layout.nodes[place].response.positions, *layout.nodes[place].presupposes)
        }
        return [layout.nodes[place].event for place in sorted(fed - below - {start}) if not layout.nodes[place].latent]

    def _says(self) -> Formula:
        formulas = {
            ClaimKind.CAUSES: self._causes,
            ClaimKind.NO_EFFECT: self._stays,
            ClaimKind.NECESSARY: self._necessary,
            ClaimKind.SUFFICIENT: self._sufficient,
            ClaimKind.PREVENTS: self._prevents,
            ClaimKind.MONOTONE: self._monotone,
            ClaimKind.SCREENS_OFF: self._screens_off,
            ClaimKind.WOULD: self._would,
        }
        return formulas[self.claim.kind]()

    # ------------------------------------------------------------ what shows it

    def _because(self, outcome: Outcome) -> str:
        sentences = [self.worlds.sentences[name] for name in outcome.core if name in self.worlds.sentences]
        return "; ".join(sentences) or "by the graph and the facts alone"

    def _facts(self, outcome: Outcome) -> tuple[str, ...]:
        if outcome.model is None:
            return ()
        return tuple(
            str(Fact(Term(name, tuple(world.settings)), world.value(name, outcome.model))) for name, world in self.shown
        )
