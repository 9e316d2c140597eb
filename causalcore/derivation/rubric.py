"""Turn the answers of a derivation into criteria that a rewrite must meet."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from causalcore.derivation.answer_kind import AnswerKind, Finding
from causalcore.derivation.derivation import Answer, Derivation
from causalcore.derivation.explanation import Evidence
from causalcore.derivation.wording import answer_phrase, link_sentence, quoted, value_phrase
from causalcore.errors import CausalError
from causalcore.scenario.scenario import Event, Kind, Link, Provenance, Scenario, Sign, Strength
from logic.errors import brief

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from causalcore.scenario.intervention import Intervention

CONSECUTIVE = "consecutive"
"""Connectives of consequence: because, so, due to, therefore."""
CONCESSIVE = "concessive"
"""Connectives of concession: despite, although, but, still."""


class CriterionKind(StrEnum):
    """What a criterion requires of a rewrite."""

    INTERVENTION = "intervention"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    CONNECTIVE = "connective"
    NUMERIC = "numeric"
    LATENT = "latent"
    OPEN = "open"


MUST_CHANGE = frozenset({CriterionKind.CHANGED, CriterionKind.NUMERIC})
"""Kinds of criteria that require another value than the text states, leaving what-ifs aside."""
MUST_MOVE = MUST_CHANGE | {CriterionKind.INTERVENTION}
"""Kinds of criteria that may require a quantity to move."""
REQUIRED = MUST_MOVE | {CriterionKind.UNCHANGED}
"""Kinds of criteria that an edit must be shown to meet to be valid."""


class Silence(StrEnum):
    """How to count a rewrite that does not mention a claim that must stay.

    A rewrite that does not mention a claim that must change, or the what-if itself, never passes.
    """

    OPEN = "open"
    FAIL = "fail"
    PASS = "pass"  # noqa: S105 - the name of an outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """One thing that a rewrite must do, and why.

    Parameters
    ----------
    event
        The event or latent that the criterion is about; None for a connective.
    cause, effect
        The link that a connective criterion is about.
    expected
        The required value, direction or kind of connective, if any.
    stays
        True if the rewrite must state the claim as the text does, False if it must not; None if neither is required.
    provenance
        Who read what the criterion rests on.
    """

    kind: CriterionKind
    statement: str
    event: str | None = None
    cause: str | None = None
    effect: str | None = None
    expected: str | None = None
    stays: bool | None = None
    confidence: float = 1.0
    provenance: Provenance = Provenance.GIVEN
    _reason: Callable[[], Evidence] = field(repr=False, compare=False)
    _step: Callable[[], Evidence] | None = field(default=None, repr=False, compare=False)

    @property
    def evidence(self) -> Evidence:
        """Return the reason, starting from what is supposed; for an event, computed at first access."""
        return self._reason()

    @property
    def step(self) -> Evidence:
        """Return the last step of `evidence`, from the answers for the direct causes."""
        return self.evidence if self._step is None else self._step()

    def __reduce__(self) -> tuple[Callable[[], Criterion], tuple[object, ...]]:
        """Pickle the reasons as text: the proof behind them may belong to the solver, which stays in its process."""
        values = {item.name: getattr(self, item.name) for item in fields(self)}
        values["_reason"] = partial(_known, replace(self.evidence, proof=None))
        values["_step"] = partial(_known, replace(self.step, proof=None))
        return partial(Criterion, **values), ()


def _known(reason: Evidence) -> Evidence:
    """Return the given reason; unlike a closure, this can be pickled."""
    return reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubric:
    """Everything that a rewrite of a text must do under one what-if.

    Parameters
    ----------
    silence
        How to count a rewrite that does not mention a claim that must stay. Scores of two policies do not compare.
    """

    scenario: Scenario
    intervention: Intervention
    derivation: Derivation
    criteria: tuple[Criterion, ...]
    silence: Silence = Silence.OPEN

    def of_kind(self, kind: CriterionKind) -> tuple[Criterion, ...]:
        """Return the criteria of one kind."""
        return tuple(criterion for criterion in self.criteria if criterion.kind is kind)

    def __reduce__(self) -> tuple[Callable[[Derivation, Silence], Rubric], tuple[Derivation, Silence]]:
        """Pickle only the answers and the policy: the criteria follow from them."""
        return build_rubric, (self.derivation, self.silence)


def build_rubric(derivation: Derivation, silence: Silence = Silence.OPEN) -> Rubric:
    """Turn answers into criteria.

    Parameters
    ----------
    silence
        How to count a rewrite that does not mention a claim that must stay.

    Examples
    --------
    >>> from causalcore.derivation.derivation import derive
    >>> from causalcore.scenario.intervention import do
    >>> rain, roof = Event(id="e1", statement="It rained."), Event(id="e2", statement="The roof leaked.")
    >>> scenario = Scenario(events=(rain, roof), links=(Link(cause="e1", effect="e2"),))
    >>> for criterion in build_rubric(derive(scenario, do({"e1": "false"}))).criteria:
    ...     print(criterion.statement)
    'It rained' is false, as the what-if says.
    'The roof leaked' no longer holds.
    A connective between 'It rained' and 'The roof leaked' must be consecutive.
    """
    given: object = derivation
    if not isinstance(given, Derivation):
        message = f"expected a derivation, got {brief(given)}; make one by derive(SCENARIO, do(...))"
        raise CausalError(message)
    scenario = derivation.scenario
    criteria = [_event_criterion(derivation, answer) for answer in derivation.answers]
    criteria += [_latent_criterion(latent.id, latent.statement) for latent in scenario.latents]
    criteria += [item for link in scenario.links if (item := _connective_criterion(derivation, link)) is not None]
    return Rubric(
        scenario=scenario,
        intervention=derivation.intervention,
        derivation=derivation,
        criteria=tuple(criteria),
        silence=silence,
    )


def _event_criterion(derivation: Derivation, answer: Answer) -> Criterion:
    event = derivation.scenario.event_by_id[answer.event]
    kind, statement, expected = _demand(derivation, event, answer)
    return Criterion(
        kind=kind,
        statement=statement,
        event=event.id,
        expected=expected,
        stays=None if kind is CriterionKind.OPEN else expected == event.fact,
        confidence=answer.confidence,
        provenance=answer.provenance,
        _reason=lambda: answer.evidence,
        _step=lambda: answer.step,
    )


def _demand(derivation: Derivation, event: Event, answer: Answer) -> tuple[CriterionKind, str, str | None]:
    value = derivation.intervention.values.get(event.id)
    if value is not None:
        return CriterionKind.INTERVENTION, f"{value_phrase(event, value)}, as the what-if says.", value
    statement = f"{answer_phrase(event, Finding(answer.kind, answer.direction, answer.void, answer.value))}."
    if answer.kind is AnswerKind.UNCHANGED:
        return CriterionKind.UNCHANGED, statement, event.fact
    if answer.kind is not AnswerKind.CHANGED:
        return CriterionKind.OPEN, f"{quoted(event)} is uncertain: {answer.doubt}." if answer.doubt else statement, None
    if event.kind is Kind.QUANTITY and not answer.void:
        return CriterionKind.NUMERIC, statement, answer.direction and answer.direction.value
    return CriterionKind.CHANGED, statement, answer.value


def _latent_criterion(name: str, statement: str) -> Criterion:
    claim = statement.strip().rstrip(".")
    reason = Evidence(sentences=(f"'{claim}' is background, which no what-if changes",), core=(f"latent {name}",))
    return Criterion(
        kind=CriterionKind.LATENT, statement=f"'{claim}' stays as it was.", event=name, _reason=lambda: reason
    )


def _connective_criterion(derivation: Derivation, link: Link) -> Criterion | None:
    scenario = derivation.scenario
    if any(latent.id == link.cause for latent in scenario.latents):
        return None
    cause, effect = derivation.answer(link.cause), derivation.answer(link.effect)
    if cause.value is None or effect.value is None:
        return None
    first, second = scenario.event_by_id[link.cause], scenario.event_by_id[link.effect]
    as_before = cause.value == first.fact and effect.value == second.fact
    word = None if as_before else fitting_connective(link, cause.value, effect.value, scenario)
    if word is None:
        return None
    ends = (first, cause.value), (second, effect.value)
    return Criterion(
        kind=CriterionKind.CONNECTIVE,
        statement=f"A connective between {quoted(first)} and {quoted(second)} must be {word}.",
        cause=link.cause,
        effect=link.effect,
        expected=word,
        confidence=min(link.confidence, cause.confidence, effect.confidence),
        provenance=link.provenance,
        _reason=lambda: _fitting(scenario, link, ends),
    )


def _fitting(scenario: Scenario, link: Link, ends: Sequence[tuple[Event, str]]) -> Evidence:
    """Return what a connective must fit: the link, and the values at its ends."""
    now = (f"{'' if value == event.fact else 'in the rewrite '}{value_phrase(event, value)}" for event, value in ends)
    return Evidence(sentences=(link_sentence(scenario, link), *now), core=(f"link {link.cause} -> {link.effect}",))


def fitting_connective(link: Link, cause_value: str, effect_value: str, scenario: Scenario) -> str | None:
    """Return the kind of connective that joins a cause and an effect with given values.

    If the values agree with the sign of the link, it is consecutive; otherwise concessive. In the text's own world a
    quantity has already moved to its fact, so it agrees with its cause whatever the sign; what counts is how each end
    moves from its fact. None if the link gives no direction to agree with: it determines without a sign and both values
    moved, or a quantity keeps its fact beside a cause that only contributes.

    Examples
    --------
    >>> rain, match = Event(id="e1", statement="It rained."), Event(id="e2", statement="The match was off.")
    >>> link = Link(cause="e1", effect="e2")
    >>> fitting_connective(link, "true", "false", Scenario(events=(rain, match), links=(link,)))
    'concessive'
    """
    cause, effect = scenario.event_by_id[link.cause], scenario.event_by_id[link.effect]
    cause_step, effect_step = _step(cause, cause_value), _step(effect, effect_value)
    if link.sign is Sign.DETERMINES:
        if bool(cause_step) != bool(effect_step):
            return CONCESSIVE
        return CONSECUTIVE if not cause_step or len(cause.values) == len(effect.values) == 2 else None
    if link.sign is Sign.PROMOTES or Kind.QUANTITY not in {cause.kind, effect.kind}:
        agree = (_level(cause, cause_value) == _level(effect, effect_value)) is (link.sign is Sign.PROMOTES)
    elif cause_step and effect_step:
        agree = cause_step != effect_step
    elif link.strength in {Strength.NECESSARY, Strength.SUFFICIENT}:
        agree = not cause_step and not effect_step
    else:
        return None
    return CONSECUTIVE if agree else CONCESSIVE


def _step(event: Event, value: str) -> int:
    """Return 1 for a value above the fact, 0 for the fact, -1 for a value below it or another choice."""
    if event.kind is Kind.CHOICE or value == event.fact:
        return -(value != event.fact)
    return 1 if event.values.index(value) > event.values.index(event.fact) else -1


def _level(event: Event, value: str) -> bool:
    """Return whether a claim holds, or its quantity is at its fact or above."""
    return value == "true" if event.kind is Kind.EVENT else _step(event, value) >= 0


__all__ = [
    "CONCESSIVE",
    "CONSECUTIVE",
    "MUST_CHANGE",
    "MUST_MOVE",
    "REQUIRED",
    "Criterion",
    "CriterionKind",
    "Rubric",
    "Silence",
    "build_rubric",
    "fitting_connective",
]
