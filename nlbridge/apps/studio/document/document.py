"""What a person works on: a text with its reading, a what-if, answers to doubts, rewrites, and labels; also as JSON.

A document is a value. Every action is an operation that returns another document, so that undoing one is going back.

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
"""The criterion of a label on a rewrite as a whole."""
BY_MODEL: Final = 0.95
"""How sure a model's answer to a doubt makes what it confirms: what a person says is certain, and stands above it."""


class StudioError(BridgeError, ValueError):
    """A request or an operation of the studio that cannot be carried out, with what to do instead."""


def refuse_unknown(word: str, what: str, known: Iterable[str]) -> None:
    """Refuse a word that names none of what there is; an empty one names nothing.

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
    """A what-if as it was given: words, a whole request, or values of claims."""

    had: str = ""
    query: str = ""
    do: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewrite:
    """A rewrite of the text that is to be judged."""

    id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What a person says of a verdict.

    Parameters
    ----------
    rewrite, criterion
        Ids; the criterion is `whole` for the verdict on the rewrite.
    verdict
        What the verifier said.
    said
        What the person says.
    """

    rewrite: str
    criterion: str
    verdict: str
    said: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One text under review.

    Parameters
    ----------
    id
        Its name in the list of texts.
    scenario
        The text and its reading, as corrected by hand; without claims before it is read.
    what_if
        None while nothing is supposed.
    replies
        Ids of doubts with the answers to them; see `nlbridge.telling.to_check`.
    read
        Whether the text was read, or came with a reading.
    reviewed
        Whether its reader is done with it.
    read_by
        Who read the text, `words` or `model`; empty where nobody did, or it is not known.
    title
        What the text is called in the list; empty for its first words.
    kept
        Further what-ifs of the text, to be looked at side by side.
    by_model
        Doubts that a model was asked about before the person. Its answer stands among the replies; where there is none,
        it was unsure.
    """

    id: str
    scenario: Scenario = Scenario()  # noqa: RUF009 - a frozen value
    what_if: WhatIf | None = None
    replies: tuple[tuple[str, Reply], ...] = ()
    rewrites: tuple[Rewrite, ...] = ()
    labels: tuple[Label, ...] = ()
    read: bool = False
    reviewed: bool = False
    note: str = ""
    read_by: str = ""
    title: str = ""
    kept: tuple[WhatIf, ...] = ()
    by_model: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Return the text."""
        return self.scenario.text

    @property
    def corrected(self) -> Scenario:
        """Return the reading with confirmed links sure and refused ones gone; by a model they are only nearly sure."""
        if not self.replies:
            return self.scenario
        answered = Review(scenario=self.scenario, questions=(), answers=self.replies).corrected
        if not self.by_model:
            return answered
        told = {doubt for doubt, reply in self.replies if reply is Reply.YES and doubt in self.by_model}
        links = (
            replace(one, confidence=BY_MODEL, provenance=Provenance.MODEL) if link_id(one) in told else one
            for one in answered.links
        )
        return replace(answered, links=tuple(links))

    def reply(self, doubt: str) -> Reply | None:
        """Return the answer to a doubt, if there is one."""
        return dict(self.replies).get(doubt)


def with_scenario(document: Document, scenario: Scenario) -> Document:
    """Return the document with a corrected reading.

    Answers about what is gone, and values of the what-if that cannot be had, are dropped. Links that were refused give
    way where they would close a circle.
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
    """Yield the refused links whose claims are still there, and no link between them."""
    names = {*(event.id for event in scenario.events), *(latent.id for latent in scenario.latents)}
    present = {(link.cause, link.effect) for link in scenario.links}
    for link in scenario.refused:
        if {link.cause, link.effect} <= names and (link.cause, link.effect) not in present:
            yield link


def _about(scenario: Scenario, replies: tuple[tuple[str, Reply], ...]) -> tuple[tuple[str, Reply], ...]:
    known = doubts_of(scenario)
    return tuple(given for given in replies if given[0] in known or given[0].startswith("what-if:"))


def doubts_of(scenario: Scenario) -> frozenset[str]:
    """Return the ids of what may be asked about the links and claims of a reading."""
    names = [escaped(event.id) for event in scenario.events]
    claims = {f"{kind}:{name}" for kind in ("changed", "unchanged") for name in names}
    return frozenset(claims | {link_id(link) for link in scenario.links})


def event_of(document: Document, name: str) -> Event:
    """Return a claim of the reading, or refuse a name that none has."""
    for event in document.scenario.events:
        if event.id == name:
            return event
    known = ", ".join(event.id for event in document.scenario.events) or "none"
    message = f"expected a claim of the text ({known}), got {brief(name)}; name one of them"
    raise StudioError(message)


def link_of(document: Document, cause: str, effect: str) -> Link:
    """Return a link of the reading, or refuse claims that nothing joins."""
    for link in document.scenario.links:
        if (link.cause, link.effect) == (cause, effect):
            return link
    message = (
        f"expected a link of the reading, got {brief(cause)} -> {brief(effect)}, which nothing joins; add it first"
    )
    raise StudioError(message)


def with_event(scenario: Scenario, event: Event) -> Scenario:
    """Return the scenario with one claim instead of that of the same id."""
    return replace(scenario, events=tuple(event if one.id == event.id else one for one in scenario.events))


def next_id(scenario: Scenario, letter: str) -> str:
    """Return an id that no claim and no background fact has.

    Examples
    --------
    >>> next_id(Scenario(events=(Event(id="e1", statement="It rained."),)), "e")
    'e2'
    """
    taken = {event.id for event in scenario.events} | {latent.id for latent in scenario.latents}
    return next(name for number in count(1) if (name := f"{letter}{number}") not in taken)


def document_to_dict(document: Document) -> dict[str, Any]:
    """Write a document as `document_from_dict` reads it.

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
        "kept": [what_if_to_dict(one) for one in document.kept],
        "by_model": list(document.by_model),
    }


def what_if_to_dict(what_if: WhatIf | None) -> dict[str, Any] | None:
    """Write a what-if as it was given."""
    if what_if is None:
        return None
    given = {"had": what_if.had, "query": what_if.query, "do": dict(what_if.do)}
    return {name: value for name, value in given.items() if value}


def document_from_dict(data: Mapping[str, Any]) -> Document:
    """Read a document, or refuse one with a fault."""
    try:
        return Document(
            id=str(data["id"]),
            scenario=_with_sources(scenario_from_dict({**data["scenario"], "text": data["text"]}), data.get("read_by")),
            what_if=_what_if(data.get("what_if")),
            replies=tuple((name, Reply(reply)) for name, reply in data.get("replies", {}).items()),
            rewrites=tuple(Rewrite(**one) for one in data.get("rewrites", ())),
            labels=tuple(Label(**one) for one in data.get("labels", ())),
            read=bool(data.get("read", True)),
            reviewed=bool(data.get("reviewed", False)),
            note=str(data.get("note", "")),
            read_by=str(data.get("read_by", "")),
            title=str(data.get("title", "")),
            kept=tuple(what_if for one in data.get("kept", ()) if (what_if := _what_if(one)) is not None),
            by_model=tuple(map(str, data.get("by_model", ()))),
        )
    except (KeyError, TypeError, AttributeError, ValueError) as broken:
        message = f"expected a document that the studio wrote, got one with a fault ({broken}); restore its file"
        raise StudioError(message) from broken


def _with_sources(scenario: Scenario, read_by: str | None) -> Scenario:
    """Say of a file from before 2026-11 who read its claims and links: then only the document said so."""
    if not read_by or scenario.read:
        return scenario
    who = Provenance(read_by)
    events = tuple(one if one.confidence == 1 else replace(one, provenance=who) for one in scenario.events)
    links = tuple(one if one.confidence == 1 else replace(one, provenance=who) for one in scenario.links)
    return replace(scenario, events=events, links=links)


def _what_if(data: Mapping[str, Any] | None) -> WhatIf | None:
    if data is None:
        return None
    return WhatIf(had=data.get("had", ""), query=data.get("query", ""), do=tuple(data.get("do", {}).items()))
