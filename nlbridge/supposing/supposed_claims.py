"""What a what-if adds to a scenario: new claims, and claims that the supposed value keeps.

Source: `docs/explanation/semantics.md`, suppositions that bring something new. A new claim n is exogenous, false in the
text's world and true in the supposed one. It prevents an event (`e and not n`), saves one from a threat (`not threat or
n`), or brings one about (`e or n`). The reader supposes its links; the text does not state them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from causalcore.scenario.scenario import Event, Kind, Link, Provenance, Scenario, Sign, Strength

if TYPE_CHECKING:
    from collections.abc import Collection


def listed(scenario: Scenario) -> str:
    """Return the scenario as JSON lines: claims with id, values and the stated value; links; mechanisms.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Event, Link, Scenario
    >>> rain, mud = Event(id="e1", statement="It rained."), Event(id="e2", statement="There was mud.")
    >>> print(listed(Scenario(events=(rain, mud), links=(Link(cause="e1", effect="e2", connective="so"),))))
    {"event": "e1", "claim": "It rained.", "values": ["false", "true"], "stated": "true"}
    {"event": "e2", "claim": "There was mud.", "values": ["false", "true"], "stated": "true"}
    {"link": "e1 -> e2", "sign": "promotes", "strength": "necessary", "signal": "so"}
    """
    rows: list[dict[str, Any]] = [
        {"event": event.id, "claim": event.statement, "values": list(event.values), "stated": event.fact}
        | ({"presupposes": list(event.presupposes)} if event.presupposes else {})
        for event in scenario.events
    ]
    rows += [
        {
            "link": f"{link.cause} -> {link.effect}",
            "sign": str(link.sign),
            "strength": str(link.strength),
            "signal": link.connective or "",
        }
        for link in scenario.links
    ]
    rows += [{"mechanism": f"{event} = {formula}"} for event, formula in scenario.mechanisms]
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


class Bearing(StrEnum):
    """What a new claim does to a claim of the text."""

    PREVENTS = "prevents"
    SAVES = "saves"
    BRINGS_ABOUT = "brings about"
    LOWERS = "lowers"
    RAISES = "raises"


_OF_QUANTITIES: Final = frozenset({Bearing.LOWERS, Bearing.RAISES, Bearing.SAVES})
_OF_EVENTS: Final = frozenset({Bearing.PREVENTS, Bearing.SAVES, Bearing.BRINGS_ABOUT})


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClaim:
    """A claim that the text does not make, and what it affects.

    `contrary` denies the claim, as it holds in the text's world; `bears_on` has the ids of the events that it affects,
    each with what it does to the event.
    """

    id: str
    statement: str
    contrary: str = ""
    bears_on: tuple[tuple[str, Bearing], ...] = ()


def with_new_claim(scenario: Scenario, claim: NewClaim, confidence: float = 1.0) -> Scenario:
    """Add a new claim to a scenario, false in fact; `confidence` is the chance that it affects others as stated.

    Raises
    ------
    ValueError
        If it does to an event what only a quantity can undergo, or the other way round.

    Examples
    --------
    >>> from causalcore.derivation.derivation import derive
    >>> from causalcore.scenario.intervention import do
    >>> cut, cold = Event(id="e1", statement="The power failed."), Event(id="e2", statement="The ovens went cold.")
    >>> bakery = Scenario(events=(cut, cold), links=(Link(cause="e1", effect="e2"),))
    >>> generator = NewClaim(id="n1", statement="A generator ran.", bears_on=(("e2", Bearing.PREVENTS),))
    >>> found = derive(with_new_claim(bakery, generator), do({"n1": "true"}))
    >>> [(answer.event, str(answer.kind)) for answer in found.answers]
    [('e1', 'unchanged'), ('e2', 'changed'), ('n1', 'changed')]
    """
    event = Event(
        id=claim.id,
        statement=claim.statement,
        contrary=claim.contrary,
        fact="false",
        confidence=confidence,
        provenance=Provenance.MODEL,
    )
    extended = replace(scenario, events=(*scenario.events, event))
    for name, bearing in claim.bears_on:
        extended = _borne_on(extended, claim.id, scenario.event(name), bearing, confidence)
    return extended


def supposed_links(scenario: Scenario, supposed: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Return the links of the new claims that a reader supposed; `supposed` holds the ids of the events set."""
    new = {e.id for e in scenario.events if e.id in supposed and e.fact == "false" and e.span is None}
    return tuple((link.cause, link.effect) for link in scenario.links if link.cause in new)


def keeping(scenario: Scenario, supposed: str, kept: Collection[str]) -> Scenario:
    """Keep what a supposed value presupposes: *after five days* instead of *after two* does not affect *it went off*.

    `supposed` is the event that is set to the value; `kept` holds the events that the value needs or includes.

    Examples
    --------
    >>> off, when = Event(id="e1", statement="It went off."), Event(id="e2", statement="It went off after two days.")
    >>> read = Scenario(events=(off, when), links=(Link(cause="e2", effect="e1"),))
    >>> keeping(read, "e2", ["e1"]).links
    ()
    """
    held = frozenset(kept) - {supposed}
    return replace(
        scenario,
        events=tuple(
            replace(event, presupposes=tuple(name for name in event.presupposes if name != supposed))
            if event.id in held
            else event
            for event in scenario.events
        ),
        links=tuple(link for link in scenario.links if not (link.cause == supposed and link.effect in held)),
        mechanisms=tuple((name, formula) for name, formula in scenario.mechanisms if name not in held),
    )


def _borne_on(scenario: Scenario, claim: str, event: Event, bearing: Bearing, confidence: float) -> Scenario:
    """Add to a scenario what a new claim does to an event."""
    allowed = _OF_QUANTITIES if event.kind is Kind.QUANTITY else _OF_EVENTS
    if bearing not in allowed:
        message = (
            f"expected {claim} to do one of {', '.join(sorted(allowed))} to {event.id}, which is of the kind "
            f"{event.kind}, got {bearing}; choose one of them"
        )
        raise ValueError(message)
    formula = _formula(scenario, claim, event, bearing)
    prevented = bearing is Bearing.PREVENTS and formula is None  # then no other cause is enough beside the claim
    links = tuple(
        replace(link, strength=Strength.CONTRIBUTING)
        if prevented and link.effect == event.id and link.strength is Strength.SUFFICIENT
        else link
        for link in scenario.links
    )
    sign, strength = _link(event, bearing)
    link = Link(
        cause=claim, effect=event.id, sign=sign, strength=strength, confidence=confidence, provenance=Provenance.MODEL
    )
    formulas = dict(scenario.mechanisms) | ({} if formula is None else {event.id: formula})
    return replace(scenario, links=(*links, link), mechanisms=tuple(formulas.items()))


def _link(event: Event, bearing: Bearing) -> tuple[Sign, Strength]:
    """Return the sign and strength of a claim's link, which decide if there is no formula."""
    if bearing in {Bearing.LOWERS, Bearing.RAISES}:
        return (Sign.INHIBITS if bearing is Bearing.LOWERS else Sign.PROMOTES), Strength.NECESSARY
    if event.kind is Kind.CHOICE:
        return Sign.DETERMINES, (Strength.NECESSARY if bearing is Bearing.PREVENTS else Strength.CONTRIBUTING)
    moves = (bearing is Bearing.PREVENTS) is (event.fact == "true")
    sign = Sign.INHIBITS if bearing is Bearing.PREVENTS else Sign.PROMOTES
    return sign, (Strength.NECESSARY if moves else Strength.CONTRIBUTING)


def _formula(scenario: Scenario, claim: str, event: Event, bearing: Bearing) -> str | None:
    """Return the mechanism of an event that a claim affects; None if the links alone express it."""
    if event.kind is not Kind.EVENT:
        return None
    before = dict(scenario.mechanisms).get(event.id)
    if bearing is Bearing.PREVENTS:
        return None if before is None else f"({before}) and not {claim}"
    if before is None:
        needed = [_needed(scenario, link) for link in scenario.links if link.effect == event.id]
        if not needed or event.fact != "true" or None in needed:
            return None
        before = " and ".join(map(str, needed))
    return f"({before}) or {claim}"


def _needed(scenario: Scenario, link: Link) -> str | None:
    """Return what an event needs of a cause, as a formula; None if the cause only helps."""
    cause = next((event for event in scenario.events if event.id == link.cause), None)
    if cause is None or cause.kind is not Kind.EVENT or link.strength is not Strength.NECESSARY:
        return None
    if link.sign is Sign.PROMOTES:
        return cause.id if cause.fact == "true" else None
    return f"not {cause.id}" if link.sign is Sign.INHIBITS and cause.fact == "false" else None
