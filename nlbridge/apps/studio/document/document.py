"""A document under review: a text with its reading, what-if, answers to doubts, rewrites, and labels; also as JSON.

A document is a value. Every operation returns another document, so undo goes back to the one before.

Examples
--------
>>> from causalcore.scenario.scenario import Event, Link, Scenario
>>> rain, roof = Event(id="e1", statement="It rained."), Event(id="e2", statement="The roof leaked.")
>>> read = Scenario(events=(rain, roof), links=(Link(cause="e1", effect="e2", confidence=0.7),))
>>> Document(id="1", scenario=read, replies=(("link:e1->e2", Reply.NO),)).corrected.links
()
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import count
from typing import Any, Final

from causalcore.errors import CyclicModelError
from causalcore.scenario.file import scenario_from_dict, scenario_to_dict
from causalcore.scenario.rules import check_scenario
from causalcore.scenario.scenario import Event, Link, Provenance, Scenario
from logic.errors import brief
from nlbridge.answering.review import Reply, Review
from nlbridge.errors import BridgeError
from nlbridge.telling.to_check import escaped, link_id

WHOLE = "whole"
"""Criterion of a label on a whole rewrite."""
BY_MODEL: Final = 0.95
"""Confidence in what a model's answer to a doubt confirms; a person's answer is certain, and overrides it."""


class StudioError(BridgeError, ValueError):
    """A request or operation of the studio is impossible; the message says what to do instead."""


def refuse_unknown(word: str, what: str, known: Iterable[str]) -> None:
    """Raise `StudioError` for a word that is not among `known`; an empty word passes.

    Examples
    --------
    >>> refuse_unknown("E9", "a class", ("E1", "E2"))
    Traceback (most recent call last):
    nlbridge.apps.studio.document.document.StudioError: expected a class (E1, E2), got 'E9'; choose one of them
    """
    words = tuple(known)
    if word and word not in words:
        message = f"expected {what} ({', '.join(words)}), got {brief(word)}; choose one of them"
        raise StudioError(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """A what-if as given: words, a whole question, or values of claims."""

    had: str = ""
    query: str = ""
    do: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewrite:
    """A rewrite of the text, to be judged."""

    id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What a person `said` of the verifier's `verdict` on a criterion of a rewrite, or on the `whole` of it."""

    rewrite: str
    criterion: str
    verdict: str
    said: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One text under review."""

    id: str
    scenario: Scenario = Scenario()  # noqa: RUF009 - a frozen value
    """The text and its reading, corrected by hand; without claims before the text is read."""
    what_if: WhatIf | None = None
    replies: tuple[tuple[str, Reply], ...] = ()
    """Ids of doubts with their answers; see `nlbridge.telling.to_check`."""
    rewrites: tuple[Rewrite, ...] = ()
    labels: tuple[Label, ...] = ()
    read: bool = False
    """Whether the text has been read, or came with a reading."""
    reviewed: bool = False
    note: str = ""
    read_by: str = ""
    """Who read the text, `words` or `model`; empty if nobody did or it is unknown."""
    title: str = ""
    """Title in the list; empty for its first words."""
    kept: tuple[WhatIf, ...] = ()
    """What-ifs of the text that are shown side by side."""
    by_model: tuple[str, ...] = ()
    """Doubts that a model was asked about before the person; without an answer among the replies, it was unsure."""

    @property
    def text(self) -> str:
        """The text."""
        return self.scenario.text

    @property
    def corrected(self) -> Scenario:
        """The reading without refused links; confirmed links are certain, or `BY_MODEL` if a model confirmed them."""
        if not self.replies:
            return self.scenario
        answered = Review(scenario=self.scenario, questions=(), answers=self.replies).corrected
        if not self.by_model:
            return answered
        confirmed = {doubt for doubt, reply in self.replies if reply is Reply.YES and doubt in self.by_model}
        links = (
            replace(link, confidence=BY_MODEL, provenance=Provenance.MODEL) if link_id(link) in confirmed else link
            for link in answered.links
        )
        return replace(answered, links=tuple(links))

    def reply(self, doubt: str) -> Reply | None:
        """Return the answer to a doubt, or None."""
        return dict(self.replies).get(doubt)


def with_scenario(document: Document, scenario: Scenario) -> Document:
    """Return the document with a corrected reading.

    Drops answers about removed parts and impossible values of the what-if. Refused links leave the graph if they would
    close a cycle.
    """
    scenario = replace(scenario, refused=tuple(_still_refused(scenario)))
    settled = replace(document, scenario=scenario, replies=_about(scenario, document.replies))
    try:
        check_scenario(scenario)
    except CyclicModelError:
        settled = replace(settled, scenario=settled.corrected)
        settled = replace(settled, replies=_about(settled.scenario, settled.replies))
        check_scenario(settled.scenario)
    what_if = document.what_if
    if what_if is not None and what_if.do:
        values = {event.id: event.values for event in settled.scenario.events}
        do = tuple((name, value) for name, value in what_if.do if value in values.get(name, ()))
        what_if = WhatIf(do=do) if do else None
    return replace(settled, what_if=what_if)


def _still_refused(scenario: Scenario) -> Iterator[Link]:
    """Yield the refused links whose claims still exist without a link between them."""
    names = {*(event.id for event in scenario.events), *(latent.id for latent in scenario.latents)}
    present = {(link.cause, link.effect) for link in scenario.links}
    for link in scenario.refused:
        if {link.cause, link.effect} <= names and (link.cause, link.effect) not in present:
            yield link


def _about(scenario: Scenario, replies: tuple[tuple[str, Reply], ...]) -> tuple[tuple[str, Reply], ...]:
    ids = doubts_of(scenario)
    return tuple(given for given in replies if given[0] in ids or given[0].startswith("what-if:"))


def doubts_of(scenario: Scenario) -> frozenset[str]:
    """Return the ids of all possible doubts about the links and claims of a reading."""
    names = [escaped(event.id) for event in scenario.events]
    claims = {f"{kind}:{name}" for kind in ("changed", "unchanged") for name in names}
    return frozenset(claims | {link_id(link) for link in scenario.links})


def event_of(document: Document, name: str) -> Event:
    """Return a claim of the reading, or raise `StudioError` for an unknown id."""
    for event in document.scenario.events:
        if event.id == name:
            return event
    ids = ", ".join(event.id for event in document.scenario.events) or "none"
    message = f"expected a claim of the text ({ids}), got {brief(name)}; name one of them"
    raise StudioError(message)


def link_of(document: Document, cause: str, effect: str) -> Link:
    """Return a link of the reading, or raise `StudioError` if there is none between the claims."""
    for link in document.scenario.links:
        if (link.cause, link.effect) == (cause, effect):
            return link
    message = (
        f"expected a link of the reading, got {brief(cause)} -> {brief(effect)}, which nothing joins; add it first"
    )
    raise StudioError(message)


def with_event(scenario: Scenario, event: Event) -> Scenario:
    """Return the scenario with the claim replacing that of the same id."""
    return replace(scenario, events=tuple(event if other.id == event.id else other for other in scenario.events))


def next_id(scenario: Scenario, letter: str) -> str:
    """Return an id that no claim or background fact has.

    Examples
    --------
    >>> next_id(Scenario(events=(Event(id="e1", statement="It rained."),)), "e")
    'e2'
    """
    used = {event.id for event in scenario.events} | {latent.id for latent in scenario.latents}
    return next(name for number in count(1) if (name := f"{letter}{number}") not in used)


def document_to_dict(document: Document) -> dict[str, Any]:
    """Return a document as a JSON object for `document_from_dict`.

    Examples
    --------
    >>> document = Document(id="1", scenario=Scenario(text="It rained."), what_if=WhatIf(had="it not rained"))
    >>> document_to_dict(document)["what_if"]
    {'had': 'it not rained'}
    >>> document_from_dict(document_to_dict(document)) == document
    True
    """
    return {
        "id": document.id,
        "text": document.text,
        "scenario": {name: part for name, part in scenario_to_dict(document.scenario).items() if name != "text"},
        "what_if": what_if_to_dict(document.what_if),
        "replies": {name: str(reply) for name, reply in document.replies},
        "rewrites": [asdict(rewrite) for rewrite in document.rewrites],
        "labels": [asdict(label) for label in document.labels],
        "read": document.read,
        "reviewed": document.reviewed,
        "note": document.note,
        "read_by": document.read_by,
        "title": document.title,
        "kept": [what_if_to_dict(what_if) for what_if in document.kept],
        "by_model": list(document.by_model),
    }


def what_if_to_dict(what_if: WhatIf | None) -> dict[str, Any] | None:
    """Return a what-if as a JSON object, as given."""
    if what_if is None:
        return None
    given = {"had": what_if.had, "query": what_if.query, "do": dict(what_if.do)}
    return {name: value for name, value in given.items() if value}


def document_from_dict(data: Mapping[str, Any]) -> Document:
    """Read a document, or raise `StudioError` for a faulty one."""
    try:
        return Document(
            id=str(data["id"]),
            scenario=_with_sources(scenario_from_dict({**data["scenario"], "text": data["text"]}), data.get("read_by")),
            what_if=_what_if(data.get("what_if")),
            replies=tuple((name, Reply(reply)) for name, reply in data.get("replies", {}).items()),
            rewrites=tuple(Rewrite(**row) for row in data.get("rewrites", ())),
            labels=tuple(Label(**row) for row in data.get("labels", ())),
            read=bool(data.get("read", True)),
            reviewed=bool(data.get("reviewed", False)),
            note=str(data.get("note", "")),
            read_by=str(data.get("read_by", "")),
            title=str(data.get("title", "")),
            kept=tuple(what_if for row in data.get("kept", ()) if (what_if := _what_if(row)) is not None),
            by_model=tuple(map(str, data.get("by_model", ()))),
        )
    except (KeyError, TypeError, AttributeError, ValueError) as broken:
        message = f"expected a document that the studio wrote, got one with a fault ({broken}); restore its file"
        raise StudioError(message) from broken


def _with_sources(scenario: Scenario, read_by: str | None) -> Scenario:
    """Add who read the claims and links of a file from before 2026-11, when only the document recorded that."""
    if not read_by or scenario.read:
        return scenario
    who = Provenance(read_by)
    events = tuple(event if event.confidence == 1 else replace(event, provenance=who) for event in scenario.events)
    links = tuple(link if link.confidence == 1 else replace(link, provenance=who) for link in scenario.links)
    return replace(scenario, events=events, links=links)


def _what_if(data: Mapping[str, Any] | None) -> WhatIf | None:
    if data is None:
        return None
    return WhatIf(had=data.get("had", ""), query=data.get("query", ""), do=tuple(data.get("do", {}).items()))
