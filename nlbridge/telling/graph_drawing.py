"""A rubric's causal graph as a picture: the state of each event, the words on each arrow.

Formats are in `causalcore.pictures.picture`; the terminal version is in `nlbridge.apps.command.presentation.answers`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from causalcore.pictures import picture as pictures
from causalcore.pictures.picture import Arrow, Box, Picture, Style, printable
from causalcore.scenario.scenario import Link, Provenance, Scenario, Sign, Strength

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric


class State(StrEnum):
    """What happens to an event under the intervention."""

    INTERVENED = "intervened"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    OPEN = "open"
    UNKNOWN = "unknown"


STYLES: Final = {
    State.INTERVENED: Style("intervened", "#e4d7ff", "#6b3fd4", strong=True),
    State.CHANGED: Style("changed", "#ffd9d0", "#c0391b"),
    State.UNCHANGED: Style("unchanged", "#d9f0dc", "#2e7d41"),
    State.OPEN: Style("open", "#fff0c2", "#a97b00"),
    State.UNKNOWN: Style("unknown", "#e6e6e6", "#666666"),
}


def states(rubric: Rubric) -> dict[str, State]:
    """Return the state of every event."""
    return {
        event.id: State.INTERVENED
        if event.id in rubric.intervention
        else State(str(rubric.derivation.answer(event.id).kind))
        for event in rubric.scenario.events
    }


def layers(scenario: Scenario) -> tuple[tuple[str, ...], ...]:
    """Put each event one layer below its deepest cause; causes without causes come first.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Event, Link, Scenario
    >>> layers(
    ...     Scenario(
    ...         events=tuple(Event(id=name, statement=name) for name in "abc"),
    ...         links=(Link(cause="a", effect="b"), Link(cause="b", effect="c"), Link(cause="a", effect="c")),
    ...     )
    ... )
    (('a',), ('b',), ('c',))
    """
    ids = {event.id for event in scenario.events}
    edges = [(link.cause, link.effect) for link in scenario.links if {link.cause, link.effect} <= ids]
    return pictures.layers((event.id for event in scenario.events), edges)


def link_label(link: Link, signal: str = "") -> str:
    """Return the label of an arrow: the connective or that there is none, and an unusual strength."""
    words = signal or link.connective
    parts = [f"“{printable(words).replace(chr(10), ' ')}”"] if words else []
    if not words and link.provenance is Provenance.WORDS:
        parts.append("no connective")
    if link.strength is not Strength.NECESSARY:
        parts.append(str(link.strength))
    return ", ".join(parts)


def dashed(link: Link) -> bool:
    """Return whether an arrow is drawn dashed because the link may be idle."""
    return link.strength in {Strength.POSSIBLE, Strength.CONTRIBUTING}


def picture_of(rubric: Rubric) -> Picture:
    """Return the picture of a rubric's graph."""
    scenario, state = rubric.scenario, states(rubric)
    boxes = [
        Box(
            id=event.id,
            head=f"{event.id}: {state[event.id]}",
            text=event.statement,
            style=STYLES[state[event.id]],
            marks=(("statement", event.statement),),
        )
        for event in scenario.events
    ]
    still = STYLES[State.UNCHANGED]
    boxes += [
        Box(id=event.id, head=event.id, text=event.statement, style=still, hidden=True) for event in scenario.latents
    ]
    return Picture(
        title=f"Causal graph under {rubric.intervention}",
        boxes=tuple(boxes),
        arrows=tuple(arrow_of(link, cut=link.effect in rubric.intervention) for link in scenario.links),
        legend=tuple(STYLES.values()),
    )


def arrow_of(link: Link, *, cut: bool = False) -> Arrow:
    """Return the arrow of a link, which an intervention may cut."""
    marks = [("sign", str(link.sign)), ("strength", str(link.strength))]
    marks += [("connective", link.connective)] if link.connective else []
    return Arrow(
        cause=link.cause,
        effect=link.effect,
        label=link_label(link),
        dashed=dashed(link),
        against=link.sign is Sign.INHIBITS,
        cut=cut,
        marks=tuple(marks),
    )
