"""Responses judged in bulk with a language model's help; the engine decides, as everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.cobe.formal_scenario import request_about
from nlbridge.answering.assisted import Assistant, endpoint_of
from nlbridge.chat.errors import BudgetError, EndpointError
from nlbridge.chat.replies.prompt import Respondent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.runs.item import Generation, Item
    from logic.errors import ReasoningError
    from nlbridge.answering.request import Prepared, Settings
    from nlbridge.judging.report import Report

    Helped = tuple[Prepared, Report] | ReasoningError
    Pending = tuple[str, Item, Generation]


@dataclass(frozen=True, slots=True, kw_only=True)
class Assisted:
    """The outcome of judging responses with a model's help.

    Parameters
    ----------
    found
        By key: rubric and report, or why the response could not be read.
    failed
        Keys without a reply from the endpoint; they have no verdict, and the next run asks again.
    """

    found: Mapping[str, Helped]
    failed: Mapping[str, str]


def judge_all(pending: Sequence[Pending], settings: Settings) -> Assisted:
    """Judge responses by the reader of `settings`."""
    endpoint = endpoint_of(settings)
    assistant = Assistant(settings, Respondent(chat=endpoint.model, model=endpoint.name))

    async def about(one: Pending) -> tuple[Prepared, Report]:
        _, item, generation = one
        return await assistant.judge(request_about(item, generation.query_index, settings), generation.response)

    judged: dict[str, Helped] = {}
    failed: dict[str, str] = {}
    for outcome in endpoint.ask_all(about, pending):
        key = outcome.item[0]
        if outcome.value is not None:
            judged[key] = outcome.value
        elif isinstance(outcome.error, EndpointError | BudgetError):
            failed[key] = str(outcome.error)
        elif outcome.error is not None:
            judged[key] = outcome.error
    return Assisted(found=judged, failed=failed)
