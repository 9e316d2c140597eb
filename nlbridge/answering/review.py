"""A review of a reading: its questions, the answers so far, undo, and the scenario they correct.

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
from causalcore.files.text_file import read_text
from causalcore.files.writing import write_whole
from causalcore.scenario.scenario import Link, Provenance, Scenario
from logic.errors import brief, listed
from nlbridge.answering.request import Prepared, RequestError
from nlbridge.telling.to_check import Doubt, DoubtKind, link_id, links_to_check, to_check

FORM = '{"link:e1->e2": "yes"}'
"""Example of answers, for messages."""


class Reply(StrEnum):
    """Possible answers to a question."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """Questions about one reading, and the answers so far.

    Parameters
    ----------
    scenario
        The reading before the review.
    questions
        The questions, starting with the one that affects the most answers.
    what_if
        Words or values of the what-if; empty for none.
    answers
        Ids and answers in order; may include certain links.
    """

    scenario: Scenario
    questions: tuple[Doubt, ...]
    what_if: str = ""
    answers: tuple[tuple[str, Reply], ...] = ()

    @property
    def open(self) -> tuple[Doubt, ...]:
        """Questions without an answer."""
        answered = dict(self.answers)
        return tuple(question for question in self.questions if question.id not in answered)

    @property
    def mark(self) -> str:
        """Digest of the text, the claims and the what-if, which identifies the reading."""
        claims = [[event.id, event.statement] for event in self.scenario.events]
        return sha256(json.dumps([self.scenario.text, claims, self.what_if]).encode()).hexdigest()[:16]

    @property
    def corrected(self) -> Scenario:
        """The scenario with confirmed links certain and refused links moved to `refused`; all else is unchanged."""
        replies = dict(self.answers)
        links: list[Link] = []
        refused: list[Link] = []
        for link in (*self.scenario.links, *self._shown):
            reply = replies.get(link_id(link))
            if reply is Reply.YES:
                links.append(replace(link, confidence=1.0, provenance=Provenance.CONFIRMED))
            elif reply is Reply.NO:
                refused.append(link)
            elif link in self.scenario.links:
                links.append(link)
        return replace(self.scenario, links=tuple(links), refused=(*self.scenario.refused, *refused))

    @property
    def _shown(self) -> tuple[Link, ...]:
        """Links that are asked about but missing from the reading: only the what-if shows them."""
        present = {link_id(link) for link in self.scenario.links}
        return tuple(
            Link(cause=cause, effect=effect, confidence=question.confidence, provenance=Provenance.WORDS)
            for question in self.questions
            if question.kind is DoubtKind.LINK and question.id not in present
            for cause, effect in [question.about]
        )

    def answered(self, question_id: str, reply: Reply) -> Review:
        """Return the review with one more answer, replacing an earlier answer to the same question."""
        others = tuple(given for given in self.answers if given[0] != question_id)
        return replace(self, answers=(*others, (question_id, reply)))

    def undone(self) -> Review:
        """Return the review without its last answer, if it has one."""
        return replace(self, answers=self.answers[:-1])

    def to_dict(self) -> dict[str, Any]:
        """Return the answers as a JSON object, with the mark of their reading."""
        return {"reading": self.mark, "answers": {name: str(reply) for name, reply in self.answers}}

    def with_answers(self, data: object, origin: str) -> Review:
        """Return the review with answers from parsed JSON: plain ids with answers, or the form of `to_dict`.

        `origin` names their source in messages.
        """
        answers = data
        if isinstance(data, Mapping) and isinstance(data.get("answers"), Mapping):
            answers = data["answers"]
            if data.get("reading", self.mark) != self.mark:
                message = (
                    f"expected answers about this text and what-if in {origin}, got those about another; "
                    "name another --out, or delete that file"
                )
                raise RequestError(message)
        if not isinstance(answers, Mapping):
            message = f"expected answers as an object like {FORM} in {origin}, got {type(data).__name__}; write it so"
            raise RequestError(message)
        review = self
        ids = dict.fromkeys([*(asked.id for asked in self.questions), *map(link_id, self.scenario.links)])
        for name, reply in answers.items():
            if name not in ids:
                known = listed(ids) or "none"
                message = f"expected ids of questions or links in {origin} ({known}), got {brief(name)}; correct it"
                raise RequestError(message)
            if not isinstance(reply, str) or reply not in set(Reply):
                message = f"expected yes, no or unsure for {name} in {origin}, got {brief(reply)}; write one of them"
                raise RequestError(message)
            review = review.answered(name, Reply(reply))
        return review


def review_of(scenario: Scenario, prepared: Prepared | None = None, what_if: str = "") -> Review:
    """Return a review of a reading, with no answers yet.

    Asks about all doubtful links or, with the rubric `prepared` under `what_if`, about the doubts that affect it.
    """
    questions = (
        links_to_check(scenario)
        if prepared is None
        else to_check(prepared.rubric, sure=prepared.confidence, reading=prepared.reading)
    )
    return Review(scenario=scenario, questions=questions, what_if=what_if)


def parsed_answers(text: str, origin: str) -> object:
    """Parse the JSON of answers."""
    try:
        return read_json(text)
    except MalformedDocumentError as broken:
        message = f"expected answers as JSON like {FORM} in {origin}, got {brief(text, 30)} ({broken.came}); correct it"
        raise RequestError(message) from broken


def keep(review: Review, path: Path) -> None:
    """Write the answers so far to a file atomically: it holds either the old ones or the new ones."""
    write_whole(path, json.dumps(review.to_dict(), indent=1) + "\n")


def resumed(review: Review, path: Path) -> Review:
    """Return the review with the answers that `keep` wrote, if the file exists."""
    if not path.exists():
        return review
    try:
        text = read_text(path)
    except UnicodeDecodeError as broken:
        message = f"expected answers in UTF-8 in {path}, got {broken}; name another --out, or delete that file"
        raise RequestError(message) from broken
    return review.with_answers(parsed_answers(text, str(path)), str(path))
