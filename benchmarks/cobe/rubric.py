"""What a response is judged by: the rubric derived from its text and query, or the dataset's strings.

The strings come in a fixed order: what must not change, what must change, then
expected changes of quantities and latent facts. Each sentence becomes an event
of a scenario without links, and those that must change are set from outside;
so the same verifier judges by them, and asks nothing of connectives, which the
strings do not speak of.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from benchmarks.errors import MalformedItemError
from causalcore.intervention import do
from causalcore.scenario import QUANTITY_VALUES, Event, Kind, Latent, Scenario

if TYPE_CHECKING:
    from benchmarks.item import Item
    from causalcore.intervention import Intervention
    from causalcore.rubric import Rubric
    from nlbridge.command_request import Prepared, Settings

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
    """Derive the rubric of one phrasing from the item's text; nothing of the dataset's criteria is used."""
    from nlbridge.command_request import Request, prepare

    return prepare(Request(source=item.text, query=item.queries[query_index]), settings)


def dataset_rubric(item: Item) -> Rubric:
    """Build a rubric from the criteria strings of an item.

    Raises
    ------
    MalformedItemError
        If the item has none that can be judged by.
    """
    from causalcore.derivation import derive
    from causalcore.rubric import build_rubric

    scenario, intervention = criteria_scenario(item)
    return build_rubric(derive(scenario, intervention))


def criteria_scenario(item: Item) -> tuple[Scenario, Intervention]:
    """Turn criteria strings into events, and those that must change into an intervention.

    Examples
    --------
    >>> from benchmarks.item import Item
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
    stay, change, *further = [*item.criteria, "", ""][: max(2, len(item.criteria))]
    events: list[Event] = []
    values: dict[str, str] = {}
    for criterion, changes in ((stay, False), (change, True)):
        for sentence in sentences(criterion):
            name = f"c{len(events) + 1}"
            events.append(Event(id=name, statement=sentence))
            if changes:
                values[name] = "false"
    latents: list[Latent] = []
    for criterion in further:
        numeric = _NUMERIC.fullmatch(criterion)
        direction = _direction(numeric["claim"]) if numeric else None
        if numeric and direction:
            name = f"c{len(events) + 1}"
            events.append(_quantity(name, numeric["claim"]))
            values[name] = direction
        elif not numeric:
            latents += [Latent(id=f"l{len(latents) + 1}", statement=one) for one in sentences(criterion)]
    if not values:
        message = (
            f"expected criteria that say what must change in item {item.id}, got {item.criteria!r}; correct the item"
        )
        raise MalformedItemError(message)
    return Scenario(id=item.id, text=item.text, events=tuple(events), latents=tuple(latents)), do(values)


def sentences(criterion: str) -> tuple[str, ...]:
    """Cut a criteria string into its sentences, without its label.

    Examples
    --------
    >>> sentences("Should NOT change: It rained. The bus was late.")
    ('It rained.', 'The bus was late.')
    """
    return tuple(part.strip() for part in _SENTENCE_END.split(_LABEL.sub("", criterion, count=1)) if part.strip())


def _quantity(name: str, claim: str) -> Event:
    return Event(id=name, statement=claim.strip(), kind=Kind.QUANTITY, values=QUANTITY_VALUES, fact="as stated")


def _direction(claim: str) -> str | None:
    lower, higher = _LOWER.search(claim), _HIGHER.search(claim)
    if bool(lower) == bool(higher):
        return None
    return "lower" if lower else "higher"
