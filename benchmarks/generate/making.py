"""Items made in order: drawn, written, read blind, and kept or dropped; a killed run resumes.

Every draw has its own random generator, seeded by seed and place. The same seed therefore gives the same items.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import TYPE_CHECKING, Any, Final

from benchmarks.generate.blind_reading import BlindReading, read_blindly
from benchmarks.generate.graphs import Drawn, draw
from benchmarks.generate.item import answers_of, item_row, valid_answer
from benchmarks.generate.near_duplicates import TOO_NEAR, KeptTexts
from benchmarks.generate.rewrites import rewrites
from benchmarks.generate.telling import Manner, Telling, tell
from logic.errors import ReasoningError
from nlbridge.chat.client.bulk import BulkOutcome

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from typing import BinaryIO

    from benchmarks.generate.by_model import ToldByModel
    from benchmarks.generate.families import Domain
    from causalcore.scenario.scenario import Scenario
    from nlbridge.answering.request import Prepared
    from nlbridge.chat.client.endpoint import Endpoint

ATTEMPTS: Final = "attempts.jsonl"
TOGETHER: Final = 32
"""Places processed together."""
TELLINGS: Final = 3
"""Most texts of one scenario before another is drawn."""
SCENARIOS: Final = 10
"""Most scenarios drawn for one place before it stays empty."""
MOST_UNTOLD: Final = 6
"""Unusable texts in a row after which a place stays empty: no model is paid for thirty of them."""


class Fate(StrEnum):
    """The outcome of one written text."""

    KEPT = "kept"
    UNTOLD = "the model's telling could not be used"
    MISUNDERSTOOD = "the what-if was understood otherwise"
    READ_OTHERWISE = "a blind reader answered otherwise"
    UNANSWERED = "no rewrite that our check calls valid"
    DUPLICATE = "nearly the same as another item"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Specification of the items to make.

    Parameters
    ----------
    graphs
        Used in turn.
    beside
        Most unrelated events in a text.
    reader
        Blind reader that must agree: `offline` or `llm`.
    endpoint
        Model that writes and reads; None for templates and the offline reader.
    """

    count: int
    graphs: tuple[str, ...]
    domains: tuple[Domain, ...]
    seed: int
    manner: Manner
    beside: int
    reader: str
    endpoint: Endpoint | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One text of one scenario for one place."""

    place: int
    scenario: int = 0
    telling: int = 0

    @property
    def key(self) -> str:
        """The attempt's name in the file of attempts."""
        return f"{self.place}-{self.scenario}-{self.telling}"

    def following(self, *, retold: bool = True) -> Attempt | None:
        """Return the next attempt if this one fails; None if there is none.

        Parameters
        ----------
        retold
            Whether the same scenario may be written again; otherwise another is drawn.

        Examples
        --------
        >>> Attempt(7).following().key, Attempt(7).following(retold=False).key
        ('7-0-1', '7-1-0')
        """
        if retold and self.telling + 1 < TELLINGS:
            return Attempt(self.place, self.scenario, self.telling + 1)
        return Attempt(self.place, self.scenario + 1) if self.scenario + 1 < SCENARIOS else None


@dataclass(slots=True)
class Making:
    """The work on one folder.

    Attributes
    ----------
    rows
        Outcome of each attempt, in order.
    failed
        Places without a reply from the endpoint, with the reason; the next run asks again.
    spent
        Cost of the model in this run.
    """

    wanted: Wanted
    folder: Path
    rows: list[dict[str, Any]] = field(default_factory=list)
    failed: dict[int, str] = field(default_factory=dict)
    spent: dict[str, Any] = field(default_factory=dict)
    _texts: KeptTexts = field(default_factory=KeptTexts)
    _of_core: Counter[int] = field(default_factory=Counter)
    _untold: Counter[int] = field(default_factory=Counter)

    def run(self) -> None:
        """Make the items that are still missing."""
        from benchmarks.runs.runner import rows_in
        from nlbridge.asking.progress import counting

        there = rows_in(self.folder, ATTEMPTS)
        with (self.folder / ATTEMPTS).open("ab") as file, counting(self.wanted.count, "Items") as done:
            for first in range(0, self.wanted.count, TOGETHER):
                waiting = [Attempt(place) for place in range(first, min(first + TOGETHER, self.wanted.count))]
                while waiting:
                    waiting = self._round(waiting, there, file, done)

    def _round(
        self, waiting: Sequence[Attempt], there: Mapping[str, dict[str, Any]], file: BinaryIO, done: Callable[[], None]
    ) -> list[Attempt]:
        """Try every place once and return the next attempts; call `done` for each finished place.

        Each row is written as soon as all rows before it are: in the same order in every run, and before a crash can
        lose a paid reply.
        """
        queue, new, following = deque(waiting), dict[str, dict[str, Any] | str](), list[Attempt]()

        def settle(outcome: BulkOutcome[Attempt, dict[str, Any]] | None = None) -> None:
            if outcome is not None:
                found = outcome.value
                new[outcome.item.key] = found if found is not None else str(outcome.error or "not asked")
            while queue and (queue[0].key in there or queue[0].key in new):
                attempt = queue.popleft()
                next_one = self._settled(attempt, there.get(attempt.key), new.get(attempt.key, ""), file)
                if next_one is None:
                    done()
                else:
                    following.append(next_one)

        unread = [one for one in waiting if one.key not in there]
        if self.wanted.endpoint is not None and unread:
            self.wanted.endpoint.ask_all(self._by_model, unread, each=settle)
        elif self.wanted.endpoint is None:
            for one in unread:
                settle(BulkOutcome(item=one, value=self._by_template(one)))
        settle()
        return following

    def _settled(
        self, attempt: Attempt, row: dict[str, Any] | None, outcome: dict[str, Any] | str, file: BinaryIO
    ) -> Attempt | None:
        """Record the outcome of an attempt, from the file or new, and return the next attempt."""
        from benchmarks.runs.runner import append

        if row is None:
            if isinstance(outcome, str):
                self.failed[attempt.place] = outcome
                return None
            row = self._named({"key": attempt.key, **outcome})
            append(file, [row])
        self.rows.append(row)
        if row["fate"] == Fate.KEPT:
            self._take_up(row["item"])
            return None
        self._untold[attempt.place] = self._untold[attempt.place] + 1 if row["fate"] == Fate.UNTOLD else 0
        if self._untold[attempt.place] >= MOST_UNTOLD:
            return None
        return attempt.following(retold=row["fate"] != Fate.UNANSWERED)

    def _named(self, row: dict[str, Any]) -> dict[str, Any]:
        """Give an item its id, or drop it as a near duplicate."""
        item = row.get("item")
        if item is None:
            return row
        near = self._texts.nearest(_said(item))
        if near >= TOO_NEAR:
            kept = {name: value for name, value in row.items() if name != "item"}
            return kept | {"fate": str(Fate.DUPLICATE), "why": f"{near:.2f} of the runs of words"}
        return row | {"item": {"id": f"{item['core']}v{self._of_core[item['core']] + 1}", **item}}

    def _take_up(self, item: Mapping[str, Any]) -> None:
        self._of_core[item["core"]] += 1
        self._texts.add(_said(item))

    def drawn(self, attempt: Attempt) -> Drawn:
        """Return the scenario of an attempt."""
        wanted = self.wanted
        rng = Random(f"{wanted.seed}/{attempt.place}/{attempt.scenario}")  # noqa: S311  no secret
        graph = wanted.graphs[attempt.place % len(wanted.graphs)]
        return draw(graph, wanted.domains, rng.randint(0, wanted.beside), rng)

    def _by_template(self, attempt: Attempt) -> dict[str, Any]:
        drawn, rng = self.drawn(attempt), self._rng(attempt)
        manner = self.wanted.manner.drawn(rng)
        return self._judged(drawn, manner, tell(drawn, manner, rng), "", {})

    def _rng(self, attempt: Attempt) -> Random:
        return Random(f"{self.wanted.seed}/{attempt.key}")  # noqa: S311  no secret

    async def _by_model(self, attempt: Attempt) -> dict[str, Any]:
        from benchmarks.generate.by_model import read_with_model_blindly, tell_with_model
        from nlbridge.chat.client.budget import Meter
        from nlbridge.chat.errors import ReplyError
        from nlbridge.chat.replies.prompt import Respondent

        endpoint = self.wanted.endpoint
        if endpoint is None:
            message = "expected an endpoint, got none; tell by templates"
            raise ValueError(message)
        drawn, manner = self.drawn(attempt), self.wanted.manner.drawn(self._rng(attempt))
        meter = Meter(endpoint.model)
        who = Respondent(chat=meter, model=endpoint.name)
        try:
            text: ToldByModel = await tell_with_model(
                drawn, manner, _answers_by_role(drawn), who, repeat=attempt.telling
            )
        except ReplyError as unusable:
            return _head(drawn, manner) | {"fate": str(Fate.UNTOLD), "why": str(unusable), "asked": meter.spent.row()}
        scenario = drawn.scenario(text.telling.text, text.telling.spans)
        reading = await read_with_model_blindly(scenario, f"What if: had {drawn.had}", who)
        judged = self._judged(drawn, manner, text.telling, text.rewrite, {"llm": reading})
        return judged | {"asked": meter.spent.row()}

    def _judged(
        self, drawn: Drawn, manner: Manner, telling: Telling, rewrite: str, readings: dict[str, BlindReading]
    ) -> dict[str, Any]:
        """Return the outcome of a text; its item has no id yet."""
        from nlbridge.answering.request import Settings

        row = _head(drawn, manner) | {"text": telling.text}
        scenario = drawn.scenario(telling.text, telling.spans)
        try:
            prepared = _prepared(scenario, drawn)
        except ReasoningError as unread:
            return row | {"fate": str(Fate.MISUNDERSTOOD), "why": str(unread)}
        if dict(prepared.rubric.intervention) != dict(drawn.intervention(telling.spans)):
            return row | {"fate": str(Fate.MISUNDERSTOOD), "why": f"read as {prepared.rubric.intervention}"}
        readings = readings | {"offline": read_blindly(scenario, drawn.had, Settings())}
        answers = answers_of(prepared)
        row |= {"set": next(iter(dict(prepared.rubric.intervention))), "answers": answers}
        row |= {"readings": {name: dict(reading.answers) for name, reading in readings.items()}}
        if dict(readings[self.wanted.reader].answers) != answers:
            return row | {"fate": str(Fate.READ_OTHERWISE), "why": _otherwise(answers, readings[self.wanted.reader])}
        candidates = [rewrite] if rewrite else []
        candidates += rewrites(drawn, telling.spans, answers)
        answer = valid_answer(prepared, scenario, drawn.had, candidates)
        if answer is None:
            return row | {"fate": str(Fate.UNANSWERED), "why": "neither the teller's rewrite nor ours"}
        return row | {"fate": str(Fate.KEPT), "item": item_row(drawn, prepared, scenario, answer)}


def _head(drawn: Drawn, manner: Manner) -> dict[str, Any]:
    return {
        "core": drawn.core,
        "graph": drawn.graph,
        "domain": drawn.domain,
        "supposed": drawn.supposed,
        "order": manner.order,
        "signals": manner.signals,
        "genre": manner.genre,
        "beside": sum(role.startswith("beside") for role in drawn.clauses),
    }


def _prepared(scenario: Scenario, drawn: Drawn) -> Prepared:
    from nlbridge.answering.answers import prepare
    from nlbridge.answering.request import Request, Settings

    return prepare(Request(source=scenario, had=drawn.had), Settings())


def _answers_by_role(drawn: Drawn) -> dict[str, str]:
    """Return the engine's answer for each role, before a text exists."""
    from causalcore.derivation.derivation import derive

    spans = {role: (place, place + 1) for place, role in enumerate(drawn.clauses)}
    derived = derive(drawn.scenario("", spans), drawn.intervention(spans))
    kinds = {answer.event: str(answer.kind) for answer in derived.answers}
    return {role: kinds[f"e{place + 1}"] for role, (place, _) in spans.items()}


def _otherwise(answers: Mapping[str, str], reading: BlindReading) -> str:
    if reading.why:
        return reading.why
    differing = (f"{name}: {reading.answers.get(name)}, not {answer}" for name, answer in answers.items())
    return "; ".join(
        line for line, name in zip(differing, answers, strict=True) if reading.answers[name] != answers[name]
    )


def _said(row: Mapping[str, Any]) -> str:
    return f"{row['text']} {row['had']}"
