"""The rubric of a response: derived from its text and query, or built from the dataset's strings.

The strings come in a fixed order: what must not change, what must change, then expected changes of quantities and
latent facts. Each sentence becomes an event of a scenario without links, and an intervention sets the events that must
change. The same verifier can therefore judge by them; it ignores connectives, which the strings do not cover.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from benchmarks.cobe.formal_scenario import request_about
from benchmarks.errors import MalformedItemError
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import QUANTITY_VALUES, Event, Kind, Latent, Scenario
from logic.errors import brief

if TYPE_CHECKING:
    from benchmarks.runs.item import Item
    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.intervention import Intervention
    from nlbridge.answering.request import Prepared, Settings

_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+")
_NUMERIC: Final = re.compile(r"\s*numerical change expected\s*:\s*(?P<claim>.+)", re.IGNORECASE | re.DOTALL)
_LABEL: Final = re.compile(
    r"\s*(?:should (?:not )?change|latent(?: (?:factors?|variables?|conditions?))?[\w\s]{0,20})\s*:\s*", re.IGNORECASE
)
_LOWER: Final = re.compile(
    r"\b(lower|less|fewer|smaller|shorter|below|under|decreas\w*|drop\w*|fell|declin\w*)\b", re.IGNORECASE
)
_HIGHER: Final = re.compile(
    r"\b(higher|more|greater|larger|longer|above|over|increas\w*|rose|rise\w*|grew)\b", re.IGNORECASE
)


def derived_rubric(item: Item, query_index: int, settings: Settings) -> Prepared:
    """Derive the rubric of one phrasing from the item's formal scenario, or from its text if it has none.

    The dataset's criteria are not used.
    """
    from nlbridge.answering.answers import prepare

    return prepare(request_about(item, query_index, settings), settings)


def dataset_rubric(item: Item) -> Rubric:
    """Build a rubric from the criteria strings of an item."""
    from causalcore.derivation.derivation import derive
    from causalcore.derivation.rubric import build_rubric

    scenario, intervention = criteria_scenario(item)
    return build_rubric(derive(scenario, intervention))


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """The sentences of an item's criteria strings, by the kind of criterion."""

    unchanged: tuple[str, ...]
    changed: tuple[str, ...]
    numeric: tuple[str, ...]
    latent: tuple[str, ...]


def claims_of(item: Item) -> Claims:
    """Split the criteria strings of an item into claims, without labels."""
    stay, change, *further = [*item.criteria, "", ""][: max(2, len(item.criteria))]
    quantities = [_NUMERIC.fullmatch(criterion) for criterion in further]
    rest = [criterion for criterion, quantity in zip(further, quantities, strict=True) if not quantity]
    return Claims(
        unchanged=sentences(stay),
        changed=sentences(change),
        numeric=tuple(quantity["claim"].strip() for quantity in quantities if quantity),
        latent=tuple(sentence for criterion in rest for sentence in sentences(criterion)),
    )


def criteria_scenario(item: Item) -> tuple[Scenario, Intervention]:
    """Turn criteria strings into events, and events that must change into an intervention.

    Examples
    --------
    >>> from benchmarks.runs.item import Item
    >>> item = Item(
    ...     id="1v1",
    ...     core="1",
    ...     domain="d",
    ...     text="The pump failed, so the cellar flooded. It was Monday.",
    ...     queries=("q",),
    ...     criteria=("It was Monday.", "The pump failed. The cellar flooded."),
    ... )
    >>> scenario, intervention = criteria_scenario(item)
    >>> [event.statement for event in scenario.events]
    ['It was Monday.', 'The pump failed.', 'The cellar flooded.']
    >>> print(intervention)
    do(c2=false, c3=false)
    """
    claims = claims_of(item)
    events: list[Event] = []
    values: dict[str, str] = {}
    for group, changes in ((claims.unchanged, False), (claims.changed, True)):
        for sentence in group:
            name = f"c{len(events) + 1}"
            events.append(Event(id=name, statement=sentence))
            if changes:
                values[name] = "false"
    for claim in claims.numeric:
        if direction := _direction(claim):
            name = f"c{len(events) + 1}"
            events.append(Event(id=name, statement=claim, kind=Kind.QUANTITY, values=QUANTITY_VALUES, fact="as stated"))
            values[name] = direction
    latents = tuple(Latent(id=f"l{place}", statement=one) for place, one in enumerate(claims.latent, 1))
    if not values:
        shown = brief(item.criteria)
        message = f"expected criteria that say what must change in item {item.id}, got {shown}; correct the item"
        raise MalformedItemError(message)
    return Scenario(id=item.id, text=item.text, events=tuple(events), latents=latents), do(values)


def sentences(criterion: str) -> tuple[str, ...]:
    """Split a criteria string into sentences, without its label.

    Examples
    --------
    >>> sentences("Should NOT change: It rained. The bus was late.")
    ('It rained.', 'The bus was late.')
    """
    return tuple(part.strip() for part in _SENTENCE_END.split(_LABEL.sub("", criterion, count=1)) if part.strip())


def _direction(claim: str) -> str | None:
    lower, higher = _LOWER.search(claim), _HIGHER.search(claim)
    if bool(lower) == bool(higher):
        return None
    return "lower" if lower else "higher"
