"""The partially specified causal model of a text.

Source: `docs/explanation/semantics.md`, section 1. A scenario holds the events that a text states, the links between
them and how strong these are; it does not hold the mechanisms. `causalcore.derivation.derivation` answers for all
mechanisms that fit.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from causalcore.errors import MalformedScenarioError
from logic.errors import brief

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pandas import DataFrame

Span = tuple[int, int]
"""Character offsets [start, end) into the text."""


class Kind(StrEnum):
    """What kind of values an event has."""

    EVENT = "event"
    CHOICE = "choice"
    QUANTITY = "quantity"


class Sign(StrEnum):
    """The direction in which a cause pushes its effect."""

    PROMOTES = "promotes"
    INHIBITS = "inhibits"
    DETERMINES = "determines"


class Strength(StrEnum):
    """What a link promises about the mechanism of its effect."""

    NECESSARY = "necessary"
    SUFFICIENT = "sufficient"
    CONTRIBUTING = "contributing"
    POSSIBLE = "possible"


class Provenance(StrEnum):
    """Who made an event, a link, an answer or a verdict.

    `given`: written by hand, in a scenario. `words`: read by the rules and the network. `model`: read by a language
    model. `both`: read alike by the two. `confirmed`: read, and confirmed by a person.
    """

    GIVEN = "given"
    WORDS = "words"
    MODEL = "model"
    BOTH = "both"
    CONFIRMED = "confirmed"

    @property
    def read(self) -> bool:
        """Return whether a reader made it, so it is uncertain."""
        return self in {Provenance.WORDS, Provenance.MODEL, Provenance.BOTH}


EVENT_VALUES = ("false", "true")
QUANTITY_VALUES = ("lower", "as stated", "higher")


def _by_value(record: object, **kinds: type[StrEnum]) -> None:
    """Replace fields that hold a kind as a plain text; `check_scenario` names those that are no kind."""
    for name, known in kinds.items():
        value = getattr(record, name)
        if type(value) is str and value in tuple(known):
            object.__setattr__(record, name, known(value))


def written(value: object) -> object:
    """Return a value of an event as a scenario writes it: `True` and `2` as the texts that they stand for."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int | float) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """An endogenous variable: something that the text says happened.

    Parameters
    ----------
    id
        Name that links and interventions use for it.
    statement
        The claim as a full English sentence.
    span
        Where the text states the claim.
    values
        Domain; ordered for quantities.
    fact
        The value that the text states; `False` is taken as `"false"`.
    presupposes
        Ids of the events without which the claim is void.
    confidence
        Probability that the reader got the event right; 1 for a hand-written scenario.
    contrary
        The contrary of the claim, as a sentence: its denial, or the claim with another amount or option; empty if no
        reader wrote one.
    provenance
        Who says that the text states it.
    """

    id: str
    statement: str
    span: Span | None = None
    kind: Kind = Kind.EVENT
    values: tuple[str, ...] = EVENT_VALUES
    fact: str = "true"
    presupposes: tuple[str, ...] = ()
    confidence: float = 1.0
    contrary: str = ""
    provenance: Provenance = Provenance.GIVEN

    def __post_init__(self) -> None:
        if type(self.kind) is str:
            _by_value(self, kind=Kind)
        if type(self.fact) is not str:
            object.__setattr__(self, "fact", written(self.fact))
        given: object = self.values
        if isinstance(given, list | tuple) and given != ():  # else `check_scenario` refuses it
            object.__setattr__(self, "values", tuple(map(written, given)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Latent:
    """A background fact that the text implies; no what-if changes it."""

    id: str
    statement: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link: one event affects another.

    Parameters
    ----------
    connective
        The words of the text that signal the link; None for a link without a signal.
    confidence
        Probability that the text means the link; 1 for a hand-written scenario.
    provenance
        Who says that the text means it.
    """

    cause: str
    effect: str
    sign: Sign = Sign.PROMOTES
    strength: Strength = Strength.NECESSARY
    connective: str | None = None
    span: Span | None = None
    confidence: float = 1.0
    provenance: Provenance = Provenance.GIVEN

    def __post_init__(self) -> None:
        if type(self.sign) is str or type(self.strength) is str:
            _by_value(self, sign=Sign, strength=Strength)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Words of a text that do not say what happened: a greeting, a heading, an instruction.

    Parameters
    ----------
    kind
        What they are instead, in one or two words.
    repeats
        For a repetition, the id of the event that it tells again; else empty.
    """

    span: Span
    words: str
    kind: str
    repeats: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """Events, latents, links and any mechanisms that the author knows.

    Construction does not validate; `causalcore.derivation.derivation.compile_scenario` and
    `causalcore.scenario.file.load_scenario` do.

    Parameters
    ----------
    left_out
        Passages without events: they do not say what happened.
    refused
        Links that a person removed from a reading. No answer follows from them, and no reader adds them again.
    event_by_id
        The events by their ids.

    Examples
    --------
    >>> s = Scenario(
    ...     events=(Event(id="e1", statement="It rained."), Event(id="e2", statement="The match was off.")),
    ...     links=(Link(cause="e1", effect="e2", connective="so"),),
    ... )
    >>> s.event("e2").statement
    'The match was off.'
    """

    id: str = ""
    text: str = ""
    events: tuple[Event, ...] = ()
    latents: tuple[Latent, ...] = ()
    links: tuple[Link, ...] = ()
    mechanisms: tuple[tuple[str, str], ...] = field(default=())
    left_out: tuple[LeftOut, ...] = ()
    refused: tuple[Link, ...] = ()
    event_by_id: Mapping[str, Event] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, kind in _PARTS.items():
            given: object = getattr(self, name)
            if not isinstance(given, list | tuple) or not all(isinstance(part, kind) for part in given):
                raise MalformedScenarioError(_no_parts(name, kind, given))
            object.__setattr__(self, name, tuple(given))
        object.__setattr__(self, "event_by_id", {event.id: event for event in reversed(self.events)})

    @property
    def read(self) -> bool:
        """Return whether a reader made it, so its claims and links are uncertain.

        Examples
        --------
        >>> rain = Event(id="e1", statement="It rained.", provenance=Provenance.WORDS)
        >>> Scenario(events=(rain,)).read, Scenario().read
        (True, False)
        """
        return any(event.provenance.read for event in self.events) or any(link.provenance.read for link in self.links)

    @property
    def by_words(self) -> bool:
        """Return whether the rules and the network read it: their probabilities then weight its answers."""
        sources = {event.provenance for event in self.events} | {link.provenance for link in self.links}
        return Provenance.WORDS in sources

    def source_of(self, event_id: str) -> Provenance:
        """Return who read a claim or a link into it; if nobody did, who stated the claim."""
        own = self.event_by_id[event_id].provenance
        links = (link.provenance for link in self.links if link.effect == event_id)
        return next((source for source in (own, *links) if source.read), own)

    def event(self, event_id: str) -> Event:
        """Return the event named `event_id`; raise KeyError if there is none."""
        return self.event_by_id[event_id]

    def told_again(self, event_id: str) -> tuple[Span, ...]:
        """Return where the text tells an event again.

        Units
        -----
        offsets of characters, the end of each span not included
        """
        return tuple(passage.span for passage in self.left_out if passage.repeats == event_id)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as in a scenario file."""
        return scenario_to_dict(self)

    def to_json(self) -> str:
        """Return the text of a scenario file."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_networkx(self) -> Any:
        """Return the graph as a `networkx.DiGraph`, with the ids of events and latents as nodes."""
        from causalcore.scenario.graph import directed_graph

        return directed_graph(self)

    def to_pandas(self) -> DataFrame:
        """Return one row for each event: `id`, `statement`, `kind`, `fact`, `causes`."""
        import pandas as pd

        causes = {event.id: [link.cause for link in self.links if link.effect == event.id] for event in self.events}
        rows = [
            (event.id, event.statement, str(event.kind), event.fact, ", ".join(causes[event.id]))
            for event in self.events
        ]
        return pd.DataFrame(rows, columns=["id", "statement", "kind", "fact", "causes"])

    def explain(self) -> str:
        """List the links, each with the words that signal it."""
        names = {event.id: event.statement.rstrip(".") for event in self.events}
        names |= {latent.id: latent.statement.rstrip(".") for latent in self.latents}
        lines = [
            f"{names.get(link.cause, link.cause)!r} {link.sign} {names.get(link.effect, link.effect)!r} "
            f"({link.strength}; {_words(link)})"
            for link in self.links
        ]
        return "\n".join(lines) or "No links."

    def __str__(self) -> str:
        events = [f"{event.id}: {event.statement}" for event in self.events]
        latents = [f"{latent.id}: {latent.statement} (background)" for latent in self.latents]
        links = [f"{link.cause} -> {link.effect} ({link.strength}; {_words(link)})" for link in self.links]
        return "\n".join([*events, *latents, *links])


_PARTS: Final = {
    "events": Event,
    "latents": Latent,
    "links": Link,
    "mechanisms": tuple,
    "left_out": LeftOut,
    "refused": Link,
}
"""What each part of a scenario lists."""


def _no_parts(name: str, kind: type, given: object) -> str:
    made = '("EVENT", "FORMULA")' if kind is tuple else f"{kind.__name__}(...)"
    others = (part for part in given if not isinstance(part, kind)) if isinstance(given, list | tuple) else ()
    came = next((f"a list with {brief(part)}" for part in others), brief(given))
    return f"expected {name}=[{made}, ...], got {came}; scenario_from_dict takes plain values"


def _words(link: Link) -> str:
    sure = "" if link.confidence >= 1 else f", {link.confidence:.0%} sure"
    return (f"“{link.connective}”" if link.connective else "no connective") + sure


def scenario_to_dict(scenario: Scenario) -> dict[str, Any]:
    """Convert a scenario to the form that `scenario_from_dict` reads, without default values."""
    result: dict[str, Any] = {"id": scenario.id, "text": scenario.text}
    result["events"] = [_event_dict(event) for event in scenario.events]
    result["latents"] = [{"id": latent.id, "statement": latent.statement} for latent in scenario.latents]
    result["links"] = [_link_dict(link) for link in scenario.links]
    result["mechanisms"] = dict(scenario.mechanisms)
    result["left_out"] = [
        {"span": list(passage.span), "words": passage.words, "kind": passage.kind}
        | ({"repeats": passage.repeats} if passage.repeats else {})
        for passage in scenario.left_out
    ]
    result["refused"] = [_link_dict(link) for link in scenario.refused]
    return {key: value for key, value in result.items() if value or key == "events"}


def _event_dict(event: Event) -> dict[str, Any]:
    result: dict[str, Any] = {"id": event.id, "statement": event.statement}
    if event.span is not None:
        result["span"] = list(event.span)
    if event.kind.value != "event" or event.fact != "true":
        result |= {"kind": event.kind.value, "values": list(event.values), "fact": event.fact}
    if event.presupposes:
        result["presupposes"] = list(event.presupposes)
    if event.contrary:
        result["contrary"] = event.contrary
    return result | _unsure(event)


def _link_dict(link: Link) -> dict[str, Any]:
    result: dict[str, Any] = {
        "cause": link.cause,
        "effect": link.effect,
        "sign": link.sign.value,
        "strength": link.strength.value,
    }
    if link.connective is not None:
        result["connective"] = link.connective
    if link.span is not None:
        result["span"] = list(link.span)
    return result | _unsure(link)


def _unsure(item: Event | Link) -> dict[str, Any]:
    """Return the confidence and the provenance, unless they are those of a scenario written by hand."""
    sure: dict[str, Any] = {} if item.confidence == 1.0 else {"confidence": item.confidence}
    return sure if item.provenance is Provenance.GIVEN else sure | {"provenance": item.provenance.value}
