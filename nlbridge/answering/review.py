"""A review of a reading: questions, answers so far, the last one taken back, the scenario corrected by them.

Examples
--------
>>> from causalcore.scenario.scenario import Event, Link, Scenario
>>> rain, roof = Event(id="e1", statement="It rained."), Event(id="e2", statement="The roof leaked.")
>>> link = Link(cause="e1", effect="e2", confidence=0.7)
>>> review = review_of(Scenario(events=(rain, roof), links=(link,)))
>>> review.open[0].question
"Did 'The roof leaked' come about because of 'It rained'?"
>>> review.answered("link:e1->e2", Reply.YES).corrected.links[0].confidence
1.0
>>> review.answered("link:e1->e2", Reply.NO).corrected.links
()
>>> review.answered("link:e1->e2", Reply.NO).undone() == review
True
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Any

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from causalcore.files.writing import write_whole
from causalcore.scenario.scenario import Link, Provenance, Scenario
from logic.errors import brief
from nlbridge.answering.request import Prepared, RequestError
from nlbridge.telling.to_check import Doubt, DoubtKind, link_id, links_to_check, to_check

FORM = '{"link:e1->e2": "yes"}'
"""What answers look like, for messages."""


class Reply(StrEnum):
    """What may be answered to a question."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """Questions about one reading, and the answers so far.

    Parameters
    ----------
    scenario
        The reading, as it was before the review.
    questions
        The questions, the one that affects most answers first.
    what_if
        The words, or the values, of the what-if under which it is asked; empty for none.
    answers
        Ids and answers in order. Certain links may be answered too.
    """

    scenario: Scenario
    questions: tuple[Doubt, ...]
    what_if: str = ""
    answers: tuple[tuple[str, Reply], ...] = ()

    @property
    def open(self) -> tuple[Doubt, ...]:
        """Return the questions that have no answer yet."""
        given = dict(self.answers)
        return tuple(question for question in self.questions if question.id not in given)

    @property
    def mark(self) -> str:
        """Return what tells this reading from others: its text, its claims, and the what-if."""
        claims = [[event.id, event.statement] for event in self.scenario.events]
        return sha256(json.dumps([self.scenario.text, claims, self.what_if]).encode()).hexdigest()[:16]

    @property
    def corrected(self) -> Scenario:
        """Return the scenario with confirmed links sure, refused ones kept apart, and all else as it was."""
        given = dict(self.answers)
        links: list[Link] = []
        refused: list[Link] = []
        for link in (*self.scenario.links, *self._shown):
            reply = given.get(link_id(link))
            if reply is Reply.YES:
                links.append(replace(link, confidence=1.0, provenance=Provenance.CONFIRMED))
            elif reply is Reply.NO:
                refused.append(link)
            elif link in self.scenario.links:
                links.append(link)
        return replace(self.scenario, links=tuple(links), refused=(*self.scenario.refused, *refused))

    @property
    def _shown(self) -> tuple[Link, ...]:
        """Return the links that are asked about and that the reading lacks: they are shown under a what-if alone."""
        known = {link_id(link) for link in self.scenario.links}
        return tuple(
            Link(cause=cause, effect=effect, confidence=one.confidence, provenance=Provenance.WORDS)
            for one in self.questions
            if one.kind is DoubtKind.LINK and one.id not in known
            for cause, effect in [one.about]
        )

    def answered(self, question_id: str, reply: Reply) -> Review:
        """Return the review with one more answer, which replaces an earlier one to the same question."""
        others = tuple(given for given in self.answers if given[0] != question_id)
        return replace(self, answers=(*others, (question_id, reply)))

    def undone(self) -> Review:
        """Return the review without its last answer; without any it stays as it is."""
        return replace(self, answers=self.answers[:-1])

    def to_dict(self) -> dict[str, Any]:
        """Write the answers for JSON, with the mark of the reading that they are about."""
        return {"reading": self.mark, "answers": {name: str(reply) for name, reply in self.answers}}

    def with_answers(self, data: object, origin: str) -> Review:
        """Return the review with answers from outside: ids and answers alone, or in the form of `to_dict`.

        Parameters
        ----------
        data
            What JSON holds.
        origin
            Where it comes from, for messages.
        """
        given = data
        if isinstance(data, Mapping) and isinstance(data.get("answers"), Mapping):
            given = data["answers"]
            if data.get("reading", self.mark) != self.mark:
                message = (
                    f"expected answers about this text and what-if in {origin}, got those about another; "
                    "name another --out, or delete that file"
                )
                raise RequestError(message)
        if not isinstance(given, Mapping):
            message = f"expected answers as an object like {FORM} in {origin}, got {type(data).__name__}; write it so"
            raise RequestError(message)
        review = self
        known = {question.id for question in self.questions} | {link_id(link) for link in self.scenario.links}
        for name, reply in given.items():
            if name not in known:
                listed = ", ".join(question.id for question in self.questions) or "none"
                message = f"expected ids of questions in {origin} ({listed}), got {brief(name)}; correct or drop it"
                raise RequestError(message)
            if not isinstance(reply, str) or reply not in set(Reply):
                message = f"expected yes, no or unsure for {name} in {origin}, got {brief(reply)}; write one of them"
                raise RequestError(message)
            review = review.answered(name, Reply(reply))
        return review


def review_of(scenario: Scenario, prepared: Prepared | None = None, what_if: str = "") -> Review:
    """Return a review of a reading without answers.

    Parameters
    ----------
    prepared
        The rubric under a what-if: then only doubts that affect it are asked; without one, all doubtful links.
    what_if
        The words or values of that what-if.
    """
    questions = (
        links_to_check(scenario)
        if prepared is None
        else to_check(prepared.rubric, sure=prepared.confidence, reading=prepared.reading)
    )
    return Review(scenario=scenario, questions=questions, what_if=what_if)


def parsed_answers(text: str, origin: str) -> object:
    """Return what the JSON of answers holds."""
    try:
        return read_json(text)
    except MalformedDocumentError as broken:
        message = f"expected answers as JSON like {FORM} in {origin}, got something else ({broken.came}); correct it"
        raise RequestError(message) from broken


def keep(review: Review, path: Path) -> None:
    """Write the answers so far to a file; whatever happens on the way, it holds the old ones or the new ones."""
    write_whole(path, json.dumps(review.to_dict(), indent=1) + "\n")


def resumed(review: Review, path: Path) -> Review:
    """Return the review with the answers that `keep` wrote, if it did."""
    if not path.exists():
        return review
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as broken:
        message = f"expected answers in UTF-8 in {path}, got {broken}; name another --out, or delete that file"
        raise RequestError(message) from broken
    return review.with_answers(parsed_answers(text, str(path)), str(path))
