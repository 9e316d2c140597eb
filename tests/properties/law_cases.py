"""Scenarios on which the laws of verification are tried: examples, a suite, and stories put together at random.

A generated story takes unrelated clauses of our own and joins them by English connectives into a known graph: what it
tells makes little sense and its grammar, its links and its valid edits are certain. Each clause has a contrary in other
words, so that one valid edit of a story copies the text and another does not.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.errors import CausalError, ContradictoryScenarioError
from causalcore.scenario.file import scenario_from_dict
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario, Sign, Strength
from nlbridge.answering.answers import prepare
from nlbridge.answering.request import Prepared, Request, Settings
from nlbridge.errors import BridgeError
from nlbridge.judging.report import Report
from nlbridge.judging.verification import verify
from nlbridge.language.forms.negation import negate
from nlbridge.telling.representative import answer_or_reason
from research.fitting.rewrite_examples import STORIES
from research.fitting.story_rows import rows_of_stories as story_rows
from research.training.encoder.examples import part

EXAMPLES = Path(__file__).parents[2] / "examples" / "scenarios"
WRITTEN = Path(__file__).parents[2] / "research" / "fitting" / "suite"
SHARE = 0.3
"""Share of the stories that begin with what is beside the point."""

HELD_OUT = 3
"""Remainder by four of the suite's scenarios whose texts are not looked at."""

CLAUSES = (
    ("the pump failed", "the pump ran all day"),
    ("the cellar was flooded", "the cellar stayed dry"),
    ("the lantern went out", "the lantern burned on"),
    ("Omar missed the ferry", "Omar caught the ferry"),
    ("the bakery sold every loaf", "some loaves were left at the bakery"),
    ("the guests left early", "the guests stayed till late"),
    ("the hens went hungry", "the hens were fed"),
    ("the plums froze", "the plums ripened"),
    ("the road to the mill was closed", "the road to the mill was open"),
    ("Rosa repaired the roof", "Rosa left the roof as it was"),
    ("the wool grew damp", "the wool remained dry"),
    ("the choir cancelled the concert", "the choir gave the concert"),
    ("the price of barley rose", "the price of barley fell"),
    ("the mayor resigned", "the mayor remained in office"),
    ("the old bridge collapsed", "the old bridge held"),
    ("the letter arrived late", "the letter came on time"),
    ("the painter fell ill", "the painter kept his health"),
    ("the mine was shut", "the mine remained in use"),
    ("the singer forgot the words", "the singer remembered every word"),
    ("the horse lost the race", "the horse won the race"),
)
ASIDES = ("Meanwhile, {3}.", "On the other side of the valley {3}.", "In another town, {3}.")


@dataclass(frozen=True, kw_only=True)
class Shape:
    """How a story is told in fact and in a valid edit; claims are numbered, 0 to 2 are linked."""

    fact: str
    edit: str
    links: tuple[tuple[int, int], ...]
    supposed: int
    changed: frozenset[int]
    inhibiting: tuple[tuple[int, int], ...] = ()


def _chains() -> Iterator[Shape]:
    told = ("{0}, so {1}.", "{0}. As a result, {1}.", "{0}, and therefore {1}.", "Because {0}, {1}.", "Since {0}, {1}.")
    back = ("Consequently, {2}.", "So {2}.", "That is why {2}.", "For this reason, {2}.")
    conceded = ("Although {0}, {1}.", "{0}, but {1}.", "{0}. Even so, {1}.", "Though {0}, {1}.", "{0}. Still, {1}.")
    links = ((0, 1), (1, 2))
    for number, first in enumerate(told):
        then = back[number % len(back)]
        both = f"{first} {then}"
        yield Shape(fact=both, edit=both, links=links, supposed=0, changed=frozenset({0, 1, 2}))
        edit = f"{conceded[number]} {then}"
        yield Shape(fact=both, edit=edit, links=links, supposed=1, changed=frozenset({1, 2}))


def _forks_and_colliders() -> Iterator[Shape]:
    fork = "Because {0}, {1}, and {2}."
    yield Shape(fact=fork, edit=fork, links=((0, 1), (0, 2)), supposed=0, changed=frozenset({0, 1, 2}))
    facts = ("{2} and {0}, so {1}.", "Because {0} and {2}, {1}.")
    edits = ("Although {2}, {1} because {0}.", "Even though {2}, {1}, since {0}.", "{2}, but {0}, so {1}.")
    for fact in facts:
        for edit in edits:
            yield Shape(fact=fact, edit=edit, links=((0, 1), (2, 1)), supposed=0, changed=frozenset({0, 1}))
    fact, edit = "Although {2}, {1} because {0}.", "{2}, and {0}, so {1}."
    yield Shape(fact=fact, edit=edit, links=((0, 1),), inhibiting=((2, 1),), supposed=0, changed=frozenset({0, 1}))


SHAPES = (*_chains(), *_forks_and_colliders())


@dataclass(frozen=True, kw_only=True)
class Case:
    """A text with its what-if, its gold scenario and edits whose verdict is known."""

    source: str
    id: str
    text: str
    query: str
    scenario: Scenario
    do: Mapping[str, str]
    edits: tuple[tuple[str, bool], ...]
    held_out: bool = False

    @cached_property
    def given(self) -> Rubric:
        """Return the rubric of the gold scenario."""
        return build_rubric(derive(self.scenario, do(dict(self.do))))

    @property
    def holds_together(self) -> bool:
        """Whether the gold links allow what the text tells: those of a few stories do not."""
        try:
            return bool(self.given)
        except ContradictoryScenarioError:
            return False

    @property
    def read(self) -> Rubric | None:
        """Return the rubric as it is read from the text, None where the what-if is refused."""
        return self._reading.rubric if self._reading else None

    @cached_property
    def _reading(self) -> Prepared | None:
        try:
            return prepare(Request(source=self.text, query=self.query), Settings())
        except (BridgeError, CausalError):
            return None

    def judge(self, edit: str, *, given: bool) -> Report:
        """Judge an edit with the scenario given, or as it is read from the text."""
        if given:
            return verify(self.given, edit)
        found = self._reading
        if found is None:
            raise ValueError(f"expected a what-if that is read, got {self.query!r}; take another query")
        return verify(found.rubric, edit, clause=found.clause, sure=found.confidence)

    @cached_property
    def answer(self) -> str:
        """Return the representative answer of the gold scenario."""
        return answer_or_reason(self.given).text

    @property
    def gold_edits(self) -> tuple[str, ...]:
        """Return the edits that people or scripts wrote and labelled valid."""
        return tuple(dict.fromkeys(text for text, valid in self.edits if valid))

    @cached_property
    def spans_that_stay(self) -> tuple[tuple[int, int], ...]:
        """Return where the text makes claims that must stay."""
        return self._spans("unchanged")

    @cached_property
    def spans_that_go(self) -> tuple[tuple[int, int], ...]:
        """Return where the text makes claims that must change, what is supposed left out."""
        return self._spans("changed")

    def _spans(self, answer: str) -> tuple[tuple[int, int], ...]:
        derivation = self.given.derivation
        return tuple(
            event.span
            for event in self.scenario.events
            if event.span and event.id not in self.do and derivation.answer(event.id).kind == answer
        )

    @property
    def valid_edits(self) -> tuple[str, ...]:
        """Return edits known to be valid: the gold ones and the representative answer."""
        return tuple(dict.fromkeys([text for text, valid in self.edits if valid] + [self.answer] * bool(self.answer)))


def examples() -> Iterator[Case]:
    """Return the examples that are shipped."""
    for path in sorted(EXAMPLES.glob("*.json")):
        yield _case("examples", json.loads(path.read_text(encoding="utf-8")), "do")


def suite(data: Path, *, every: int = 1) -> Iterator[Case]:
    """Return every n-th scenario of the suite, its natural rewrites among the edits."""
    folder = data / "suite"
    natural: dict[str, list[dict[str, Any]]] = {}
    for line in (folder / "natural_dev.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        natural.setdefault(row["text"], []).append({"text": row["edit"], "valid": row["valid"]})
    lines = (folder / "dev.jsonl").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if number % every == 0:
            row = json.loads(line)
            row["edits"] += natural.get(row["text"], [])
            yield _case("suite", row, "formal_do", held_out=number % 4 == HELD_OUT)


def written() -> Iterator[Case]:
    """Return the scenarios that were written to fit and to test with."""
    for path in sorted(WRITTEN.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield _case("written", json.loads(line), "formal_do")


def labelled_stories(*, every: int = 1) -> Iterator[Case]:
    """Return every n-th of the labelled stories that the network was not trained on, with their rewrites."""
    rows = {row["id"]: row for row, *_ in story_rows([STORIES]) if part(row["id"].split("/")[0]) != "train"}
    for row in list(rows.values())[::every]:
        query = [f"Rewrite the text, based on what would have happened had {row['had']}."]
        case = _case("stories", row | {"query": query}, "formal_do")
        if case.holds_together:
            yield case


def _case(source: str, row: dict[str, Any], supposed: str, *, held_out: bool = False) -> Case:
    return Case(
        source=source,
        id=row["id"],
        text=row["text"],
        query=row["query"][0],
        scenario=scenario_from_dict(row["scenario"]),
        do=row[supposed],
        edits=tuple((edit["text"], edit["valid"]) for edit in row["edits"]),
        held_out=held_out,
    )


def generated(count: int, seed: int = 0) -> Iterator[Case]:
    """Return random stories, each with a valid edit in other words than the text."""
    draw = random.Random(seed)
    for number in range(count):
        shape = SHAPES[number % len(SHAPES)]
        yield _story(f"g{number}", shape, draw.sample(CLAUSES, 4), draw.choice(ASIDES), first=draw.random() < SHARE)


def _story(name: str, shape: Shape, claims: list[tuple[str, str]], aside: str, *, first: bool) -> Case:
    order = "{aside} {told}" if first else "{told} {aside}"
    facts = [claim for claim, _ in claims]
    values = [claims[k][k in shape.changed] for k in range(len(claims))]
    text = _told(order.format(aside=aside, told=shape.fact), facts)
    edit = _told(order.format(aside=aside, told=shape.edit), values)
    linked = [(pair, Sign.PROMOTES, Strength.NECESSARY) for pair in shape.links]
    linked += [(pair, Sign.INHIBITS, Strength.CONTRIBUTING) for pair in shape.inhibiting]
    return Case(
        source="generated",
        id=name,
        text=text,
        query=f"What if {negate(facts[shape.supposed])}?",
        scenario=Scenario(
            id=name,
            text=text,
            events=tuple(_event(k, claim, text) for k, claim in enumerate(facts)),
            links=tuple(
                Link(cause=f"e{cause}", effect=f"e{effect}", sign=sign, strength=strength)
                for (cause, effect), sign, strength in linked
            ),
        ),
        do={f"e{shape.supposed}": "false"},
        edits=((edit, True),),
    )


def _told(pattern: str, claims: list[str]) -> str:
    """Fill a pattern in, each sentence with a capital."""
    sentences = [part.strip() for part in pattern.format(*claims).split(". ")]
    return ". ".join(sentence[:1].upper() + sentence[1:] for sentence in sentences)


def _event(number: int, claim: str, text: str) -> Event:
    at = text.lower().index(claim.lower())
    statement = f"{claim[:1].upper()}{claim[1:]}."
    return Event(id=f"e{number}", statement=statement, span=(at, at + len(claim)))
