"""What `rubric` returns: criteria, answers, proofs, verdicts on edits."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from nlbridge.answering.request import RequestError
from nlbridge.answering.result import rubric_row, what_if_row
from nlbridge.apps.python.check import judged, judged_in_loop, text_of_edit
from nlbridge.asking.options import HowToRead

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pandas import DataFrame

    from causalcore.derivation.derivation import Answer
    from causalcore.derivation.rubric import Criterion
    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Scenario
    from nlbridge.answering.request import Prepared, Request
    from nlbridge.apps.python.rows import RubricRow, WhatIfRow
    from nlbridge.apps.python.verdict import Verdict


@dataclass(frozen=True, eq=False, repr=False)
class DerivedRubric:
    """What a what-if changes in a text, what it leaves, what is open; it also judges edits.

    Parameters
    ----------
    request
        What was asked.
    prepared
        What was derived.
    how
        How edits are read.
    id
        The id of the request, if it had one.

    Examples
    --------
    >>> from causalcore import rubric
    >>> found = rubric("The pump failed, so the cellar flooded.", had="the pump not failed")
    >>> found
    <DerivedRubric under do(e1=false): 2 changed, 0 unchanged, 0 open>
    >>> print(found.explain("e2"))
    It is supposed that 'The pump failed' is false; 'The cellar flooded' needs 'The pump failed' (“so”).
    >>> found.check("The pump held, so the cellar stayed dry.").valid
    True
    """

    request: Request
    prepared: Prepared
    how: HowToRead = field(default_factory=HowToRead)
    id: object = None

    @property
    def error(self) -> None:
        """None, since there is an answer; what could not be processed has a message here."""
        return

    @property
    def scenario(self) -> Scenario:
        """What the text was read as."""
        return self.prepared.rubric.scenario

    @property
    def intervention(self) -> Intervention:
        """What is supposed, formally."""
        return self.prepared.rubric.intervention

    @property
    def what_if(self) -> WhatIfRow:
        """Return what the what-if sets, its words, and how sure that is."""
        return cast("WhatIfRow", what_if_row(self.prepared))

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Return what an edit must do."""
        return self.prepared.rubric.criteria

    @cached_property
    def answers(self) -> Mapping[str, Answer]:
        """What happens to each event, by its id."""
        return MappingProxyType({answer.event: answer for answer in self.prepared.rubric.derivation.answers})

    @property
    def representative_answer(self) -> str:
        """An edit that meets the rubric; empty where none can be shown."""
        from nlbridge.answering.preparation import representative

        return representative(self.prepared).text

    def explain(self, event_id: str | None = None) -> str:
        """Return the full proof of the answer for one event, as a sentence; without an id, one line for each event.

        Raises
        ------
        RequestError
            If the event is unknown.
        """
        if event_id is None:
            return "\n".join(f"{name} {answer.kind}: {self.explain(name)}" for name, answer in self.answers.items())
        if event_id not in self.answers:
            message = f"expected an event of the reading ({', '.join(self.answers)}), got {event_id}; name one of them"
            raise RequestError(message)
        answer = self.answers[event_id]
        why = str(answer.evidence)
        return f"{why} Not said: {answer.doubt}." if answer.doubt else why

    def check(self, edit: str) -> Verdict:
        """Judge an edit.

        Raises
        ------
        RequestError, UnreadableTextError
            If it is not a text, empty, or too long.
        """
        return judged(self.request, text_of_edit(edit), self.how, self._row_id, self.prepared)

    async def check_aio(self, edit: str) -> Verdict:
        """Judge an edit without blocking the event loop that runs."""
        words = text_of_edit(edit)
        if self.how.reader == "offline":
            from nlbridge.apps.python.many import in_thread

            return await in_thread(lambda: self.check(words))
        return await judged_in_loop(self.request, words, self.how, self._row_id, self.prepared)

    @property
    def _row_id(self) -> object:
        return self.id if self.id is not None else self.scenario.id or None

    def to_dict(self, *, explain: bool = False) -> RubricRow:
        """Return what `causalcore rubric --format json` writes.

        Parameters
        ----------
        explain
            Give whole proofs, as `--explain` does.
        """
        return cast("RubricRow", rubric_row(self._row_id, self.prepared, explain=explain))

    def to_json(self, *, explain: bool = False) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict(explain=explain), ensure_ascii=False)

    def to_pandas(self) -> DataFrame:
        """Return a row for each event, with the columns of the batch format."""
        import pandas as pd

        return pd.DataFrame(self.to_dict()["events"])

    def to_networkx(self) -> Any:
        """Return the graph as a `networkx.DiGraph`; each event has its `answer`."""
        graph = self.scenario.to_networkx()
        for name, answer in self.answers.items():
            graph.nodes[name]["answer"] = str(answer.kind)
        return graph

    def __str__(self) -> str:
        rows = [f"{event.id} {self.answers[event.id].kind}: {event.statement}" for event in self.scenario.events]
        return "\n".join([f"Under {self.intervention}:", *rows])

    def svg(self) -> str:
        """Draw the graph: what is set, what changes, what stays, what is open."""
        from causalcore.pictures.svg import svg
        from nlbridge.telling.graph_drawing import picture_of

        return svg(picture_of(self.prepared.rubric))

    def __repr__(self) -> str:
        kinds = [str(answer.kind) for answer in self.answers.values()]
        counts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in ("changed", "unchanged", "open"))
        return f"<DerivedRubric under {self.intervention}: {counts}>"

    def _repr_html_(self) -> str:
        from nlbridge.apps.python.showing import rubric_html

        words = self.what_if["words"] or str(self.intervention)
        return rubric_html(words, self.criteria, self.svg())

    def __getstate__(self) -> tuple[object, ...]:
        return self.request, self.prepared, self.how, self.id

    def __setstate__(self, state: tuple[object, ...]) -> None:
        for name, value in zip(("request", "prepared", "how", "id"), state, strict=True):
            object.__setattr__(self, name, value)

    def __dir__(self) -> list[str]:
        return sorted(name for name in super().__dir__() if not name.startswith("_") or name.startswith("__"))
