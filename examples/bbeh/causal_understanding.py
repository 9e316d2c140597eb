"""BBEH, causal understanding: whether people or a logician call something a cause, in a story.

Kazemi et al. (2025), BIG-Bench Extra Hard. `task.json` is a list of `{"input", "target"}` under `examples`; a target is
yes, no or ambiguous, and an answer is right if it is the target, whatever its case.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks import (
    Command,
    Compared,
    MalformedItemError,
    PlainResponse,
    Question,
    ReportSection,
    ReportTable,
    Sampling,
    Summary,
    compared_rows,
    judged_rows,
    plain_question,
    plain_responses,
    row_key,
    verdict_shares,
)
from nlbridge import Respondent

ANSWERS = ("yes", "no", "ambiguous")
LAST = re.compile(rf"\b({'|'.join(ANSWERS)})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Item:
    """A story with a question, and the answer."""

    id: str
    text: str
    target: str


class CausalUnderstanding:
    """Compare answers to causal questions about stories with those of people and logicians."""

    name = "BBEH causal understanding"
    title = "BBEH, causal understanding"
    lines = False
    judges: Mapping[str, str] = {"answer": "whether the answer is the target"}
    commands: Mapping[str, Command] = {}

    def load(self, path: Path, *, limit: int | None = None, skipped: list[str] | None = None) -> tuple[Item, ...]:
        """Read a `task.json`."""
        try:
            rows = json.loads(path.read_text(encoding="utf-8"))["examples"]
            items = tuple(Item(f"bbeh-{n}", row["input"], row["target"].lower()) for n, row in enumerate(rows))
        except (ValueError, KeyError, TypeError, AttributeError) as broken:
            message = f'expected {{"examples": [{{"input", "target"}}]}} in {path}, got something else ({broken!r})'
            raise MalformedItemError(message) from broken
        return items[:limit]

    def prompt(self, data: Sequence[Item], who: Respondent, sampling: Sampling) -> Iterator[Question]:
        """Ask each question in its own words."""
        for item in data:
            yield from plain_question(item.id, f"{item.text}\nEnd with: The answer is", who, sampling)

    def parse(self, generations: Path | None, data: Sequence[Item]) -> Sequence[PlainResponse]:
        """Read `{"id", "response", "model"?}`; the data hold no responses."""
        return plain_responses(generations, {item.id for item in data}) if generations is not None else ()

    def judge(self, data: Sequence[Item], responses: Sequence[PlainResponse], out: Path) -> Sequence[Mapping[str, Any]]:
        """Take the last answer that a response names; none is undetermined."""
        items = {item.id: item for item in data}

        def rows(places: Sequence[int]) -> Iterator[dict[str, Any]]:
            for response in (responses[place] for place in places):
                named, target = LAST.findall(response.text), items[response.item].target
                right = named[-1].lower() == target if named else None
                yield {**asdict(response), "target": target, "right": right}

        keys = [row_key(one.item, one.model, of=[one.text, items[one.item].target]) for one in responses]
        return list(judged_rows(keys, rows, out))

    def summarise(
        self, data: Sequence[Item], samples: Sequence[Mapping[str, Any]], noted: Mapping[str, Any]
    ) -> Summary:
        """Give the share of right answers: of all, and of those that were decided."""
        shares = verdict_shares([row["right"] for row in samples], [row["item"] for row in samples]).to_dict()
        right = sum(row["right"] is True for row in samples)
        table = ReportTable(columns=("responses", "right"), rows=((str(len(samples)), str(right)),))
        return Summary(
            figures={"items": len(data), "shares": shares, **noted},
            sections=(ReportSection(title="Overview", table=table),),
            words=f"{right} of {len(samples)} right",
        )

    def compared(self, folder: Path) -> Sequence[Compared]:
        """Return every response once."""
        return list(compared_rows(folder, _compared))


def _compared(row: Mapping[str, Any]) -> Compared:
    return Compared(question=row["item"], cluster=row["item"], verdicts={"answer": row["right"]}, cuts={})


BENCHMARK = CausalUnderstanding()
