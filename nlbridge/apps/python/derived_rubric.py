"""What `rubric` returns: criteria, answers, proofs, verdicts on edits."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from causalcore.derivation.rubric import Criterion, CriterionKind
from nlbridge.answering.answers import judge
from nlbridge.answering.request import Prepared, Request, RequestError, Settings
from nlbridge.answering.result import reason_of, report_row, rubric_row, what_if_row
from nlbridge.apps.python.verdict import Shown, Verdict, escaped, scrolled, table
from nlbridge.asking.options import opened

if TYPE_CHECKING:
    from pandas import DataFrame

    from causalcore.derivation.derivation import Answer
    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Scenario
    from nlbridge.answering.assisted import Assistant
    from nlbridge.apps.python.rows import RubricRow, VerdictRow, WhatIfRow
    from nlbridge.judging.report import Report

T = TypeVar("T")
TITLES: Final = {
    CriterionKind.INTERVENTION: "carry out",
    CriterionKind.CHANGED: "must change",
    CriterionKind.NUMERIC: "must move",
    CriterionKind.UNCHANGED: "must stay",
    CriterionKind.LATENT: "background",
    CriterionKind.OPEN: "open",
    CriterionKind.CONNECTIVE: "connective",
}
"""Heading of each kind of criterion in a notebook, in display order."""
_READING: Final = threading.Lock()
"""The offline reader runs in one thread at a time."""


@dataclass(frozen=True, eq=False, repr=False)
class DerivedRubric(Shown):
    """What a what-if changes in a text, what stays and what is open; also judges edits.

    Examples
    --------
    >>> from causalcore import rubric
    >>> found = rubric("The pump failed, so the cellar flooded.", had="the pump not failed")
    >>> found
    <DerivedRubric under do(e1=false): 2 changed, 0 unchanged, 0 open>
    >>> print(found.explain("e2"))
    The what-if says that 'The pump failed' is false; 'The cellar flooded' needs 'The pump failed' (“so”).
    >>> found.check("The pump held, so the cellar stayed dry.").valid
    True
    """

    request: Request
    prepared: Prepared
    how: Settings = field(default_factory=Settings)
    id: object = None

    @property
    def error(self) -> None:
        """None, since there is an answer; `Unanswered` has a message instead."""
        return

    @property
    def scenario(self) -> Scenario:
        """The reading of the text."""
        return self.prepared.rubric.scenario

    @property
    def intervention(self) -> Intervention:
        """The intervention that the what-if sets."""
        return self.prepared.rubric.intervention

    @property
    def what_if(self) -> WhatIfRow:
        """What the what-if sets, its words, and the confidence in that."""
        return cast("WhatIfRow", what_if_row(self.prepared))

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """What an edit must do."""
        return self.prepared.rubric.criteria

    @property
    def answers(self) -> Mapping[str, Answer]:
        """What happens to each event, by event id."""
        return MappingProxyType({answer.event: answer for answer in self.prepared.rubric.derivation.answers})

    @property
    def representative_answer(self) -> str:
        """An edit that meets the rubric; empty if none can be shown."""
        from nlbridge.answering.preparation import representative

        return representative(self.prepared).text

    def explain(self, event_id: str | None = None) -> str:
        """Return the full proof for one event as a sentence; without an id, one line for each event."""
        if event_id is None:
            return "\n".join(f"{name} {answer.kind}: {self.explain(name)}" for name, answer in self.answers.items())
        if event_id not in self.answers:
            message = f"expected an event of the reading ({', '.join(self.answers)}), got {event_id}; name one of them"
            raise RequestError(message)
        return reason_of(self.answers[event_id], explain=True)

    def check(self, edit: str) -> Verdict:
        """Judge an edit; raises for one that is not a text, is empty, or is too long."""
        return judged(self.request, edit, self.how, self.id, self.prepared)

    async def check_aio(self, edit: str) -> Verdict:
        """Judge an edit without blocking the event loop."""
        return await judged_in_loop(self.request, edit, self.how, self.id, self.prepared)

    def to_dict(self, *, explain: bool = False) -> RubricRow:
        """Return the output of `causalcore rubric --format json`, with whole proofs if `explain`."""
        rubric_id = self.id if self.id is not None else self.scenario.id or None
        return cast("RubricRow", rubric_row(rubric_id, self.prepared, explain=explain))

    def to_json(self, *, explain: bool = False) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict(explain=explain), ensure_ascii=False)

    def to_pandas(self) -> DataFrame:
        """Return a data frame with a row for each event, in the columns of the batch format."""
        import pandas as pd

        return pd.DataFrame(self.to_dict()["events"])

    def to_networkx(self) -> Any:
        """Return the graph as a `networkx.DiGraph` whose nodes have an `answer`."""
        return self.prepared.rubric.derivation.to_networkx()

    def svg(self) -> str:
        """Return an SVG of the graph: what is set, what changes, what stays, what is open."""
        from causalcore.pictures.svg import svg
        from nlbridge.telling.graph_drawing import picture_of

        return svg(picture_of(self.prepared.rubric))

    def __str__(self) -> str:
        rows = [f"{event.id} {self.answers[event.id].kind}: {event.statement}" for event in self.scenario.events]
        return "\n".join([f"Under {self.intervention}:", *rows])

    def __repr__(self) -> str:
        kinds = [str(answer.kind) for answer in self.answers.values()]
        counts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in ("changed", "unchanged", "open"))
        return f"<DerivedRubric under {self.intervention}: {counts}>"

    def _repr_html_(self) -> str:
        words = escaped(self.what_if["words"] or str(self.intervention))
        order = list(TITLES)
        rows = [
            (TITLES[c.kind], c.event or "", c.statement, f"{c.confidence:.0%}", c.step)
            for c in sorted(self.criteria, key=lambda c: order.index(c.kind))
        ]
        criteria = table(("", "event", "criterion", "sure", "why"), rows)
        return f"<div><p><b>What if</b> {words}</p>{scrolled(self.svg())}{criteria}</div>"


def judged(request: Request, edit: object, how: Settings, row_id: object, prepared: Prepared | None = None) -> Verdict:
    """Judge one edit by the given rubric or a new one, asking the language model of `how` if it has one."""
    text = _text_of(edit)
    with opened(how) as settings:
        return _verdict(row_id, text, *judge(request, text, settings, known=prepared))


async def judged_in_loop(
    request: Request, edit: object, how: Settings, row_id: object, prepared: Prepared | None = None
) -> Verdict:
    """Like `judged`, without blocking the event loop."""
    text = _text_of(edit)

    async def by_model(assistant: Assistant) -> Verdict:
        return _verdict(row_id, text, *await assistant.judge(request, text))

    prepared_before = {request: prepared} if prepared else {}
    return await awaited(how, lambda: judged(request, text, how, row_id, prepared), by_model, prepared_before)


def _text_of(edit: object) -> str:
    if not isinstance(edit, str):
        cure = "pass its read_text()" if isinstance(edit, Path) else "for many edits use check.many"
        message = f"expected an edit as text, got {type(edit).__name__}; {cure}"
        raise RequestError(message)
    return edit


def _verdict(row_id: object, edit: str, prepared: Prepared, report: Report) -> Verdict:
    verdict_id = row_id if row_id is not None else prepared.rubric.scenario.id or None
    return Verdict(row=cast("VerdictRow", report_row(verdict_id, report, prepared)), edit=edit, prepared=prepared)


async def awaited(
    how: Settings,
    offline: Callable[[], T],
    assisted: Callable[[Assistant], Coroutine[Any, Any, T]],
    known: Mapping[Request, Prepared] | None = None,
) -> T:
    """Run work without blocking the event loop: awaits a model, and does offline work in a thread."""
    if how.reader != "offline" and how.endpoint_options is not None:
        from nlbridge.answering.assisted import assistant_of
        from nlbridge.chat.client.endpoint import Endpoint

        async with Endpoint(how.endpoint_options) as endpoint:
            return await endpoint.awaited(assisted(assistant_of(replace(how, endpoint=endpoint), known)))

    def alone() -> T:
        with _READING:
            return offline()

    return await asyncio.to_thread(alone)
