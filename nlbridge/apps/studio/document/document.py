"""What a person works on: a text with its reading, a what-if, answers to doubts, rewrites, and labels.

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

from dataclasses import dataclass, replace
from typing import Final

from causalcore.scenario.scenario import Link, Provenance, Scenario
from nlbridge.answering.review import Reply, Review
from nlbridge.errors import BridgeError
from nlbridge.telling.to_check import link_id

WHOLE = "whole"
"""The criterion of a label on a rewrite as a whole."""
BY_MODEL: Final = 0.95
"""How sure a model's answer to a doubt makes what it confirms: what a person says is certain, and stands above it."""


class StudioError(BridgeError, ValueError):
    """A request or an operation of the studio that cannot be carried out, with what to do instead."""


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
        links = (_by_model(one) if link_id(one) in told else one for one in answered.links)
        return replace(answered, links=tuple(links))

    def reply(self, doubt: str) -> Reply | None:
        """Return the answer to a doubt, if there is one."""
        return dict(self.replies).get(doubt)


def _by_model(link: Link) -> Link:
    return replace(link, confidence=BY_MODEL, provenance=Provenance.MODEL)
