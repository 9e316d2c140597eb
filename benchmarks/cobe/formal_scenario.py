"""The formal scenario of an item, by which answers are judged: its author supplies it with the text.

Published CoBe items have none; `causalcore generate` writes one. Its intervention is the what-if, however the query is
understood.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from benchmarks.errors import MalformedItemError
from benchmarks.runs.item import Formal
from logic.errors import ReasoningError, brief

if TYPE_CHECKING:
    from benchmarks.runs.item import Item
    from causalcore.scenario.intervention import Intervention
    from nlbridge.answering.request import Request, Settings

FIELD: Final = "Formal scenario"
"""Key of the scenario in an item's JSON; published items lack it."""


def formal_field(scenario: Mapping[str, Any], do: Mapping[str, str]) -> dict[str, Any]:
    """Return the additional JSON field of an item with a known scenario."""
    return {FIELD: {"scenario": dict(scenario), "do": dict(do)}}


def formal_of(row: Mapping[str, Any], text: str, where: str) -> Formal | None:
    """Read the formal scenario of an item; None if it has none."""
    from causalcore.scenario.file import scenario_from_dict
    from nlbridge.answering.input import intervention_on

    given = row.get(FIELD)
    if given is None:
        return None
    values = given.get("do") if isinstance(given, Mapping) else None
    if not isinstance(given, Mapping) or not isinstance(values, Mapping) or not all(map(_is_text, values.values())):
        message = (
            f'expected "{FIELD}" of {where} to have scenario and do, got {brief(given)}; correct it or leave it out'
        )
        raise MalformedItemError(message)
    try:
        scenario = scenario_from_dict(given.get("scenario"))
        intervention = intervention_on(scenario, values)
    except ReasoningError as broken:
        message = f'"{FIELD}" of {where}: {broken}'
        raise MalformedItemError(message) from broken
    if scenario.text and scenario.text != text:
        message = f'expected "{FIELD}" of {where} to be of the item\'s text, got {brief(scenario.text)}; correct it'
        raise MalformedItemError(message)
    return Formal(scenario=replace(scenario, text=text), do=intervention)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def request_about(item: Item, query_index: int, settings: Settings) -> Request:
    """Return the request for one phrasing: text and query, or the formal scenario with its own intervention.

    A query whose words resolve to that intervention replaces it, because an edit may repeat these words.
    """
    from nlbridge.answering.request import Request

    query = item.queries[query_index]
    if item.formal is None:
        return Request(source=item.text, query=query)
    asked = Request(source=item.formal.scenario, query=query)
    if settings.reader != "llm" and _supposed(asked, settings) == item.formal.do:
        return asked
    return Request(source=item.formal.scenario, do=item.formal.do.assignments)


def _supposed(asked: Request, settings: Settings) -> Intervention | None:
    from nlbridge.answering.answers import prepare

    alone = replace(settings, reader="offline", samples=1, silence="open", endpoint=None)
    try:
        return prepare(asked, alone).rubric.intervention
    except ReasoningError:
        return None


def judged_by(items: tuple[Item, ...], rubric: str) -> tuple[Item, ...]:
    """Return the items to judge by their formal scenarios, or by their texts alone."""
    from nlbridge.answering.request import RequestError

    if rubric not in {"scenario", "text"}:
        message = f"expected --rubric scenario|text, got {rubric!r}; choose one of them"
        raise RequestError(message)
    return items if rubric == "scenario" else tuple(replace(item, formal=None) for item in items)


def formally_judged(items: tuple[Item, ...]) -> dict[str, int]:
    """Count the items judged by a formal scenario; empty if there are none."""
    formal = sum(item.formal is not None for item in items)
    return {"items_with_scenario": formal} if formal else {}
