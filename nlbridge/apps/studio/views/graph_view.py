"""Claims, links and layers for a page, and the text cut into claims and connectives."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.wording import signal_words
from causalcore.pictures.picture import layers
from causalcore.scenario.graph import descendants, order
from causalcore.scenario.scenario import Event, Link, Scenario, Sign
from nlbridge.telling.graph_drawing import State, dashed, link_label, states
from nlbridge.telling.to_check import escaped, link_id
from nlbridge.weights.thresholds import UNDOUBTED

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from nlbridge.answering.review import Reply
    from nlbridge.apps.studio.document.document import Document
    from nlbridge.apps.studio.views.derived import Derived


@dataclass(frozen=True, slots=True)
class Mark:
    """Something at a place in a text."""

    start: int
    end: int
    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a text with the marks that cover it."""

    text: str
    start: int
    end: int
    marks: tuple[Mark, ...]

    def of_kind(self, kind: str) -> list[str]:
        """Return the ids of the marks of one kind."""
        return [mark.id for mark in self.marks if mark.kind == kind]


def segments(text: str, marks: list[Mark]) -> list[Segment]:
    """Cut a text at all ends of marks, ignoring marks beyond the text.

    Examples
    --------
    >>> [(s.text, s.of_kind("claim")) for s in segments("It rained.", [Mark(3, 9, "claim", "e1")])]
    [('It ', []), ('rained', ['e1']), ('.', [])]
    """
    inside = [mark for mark in marks if 0 <= mark.start < mark.end <= len(text)]
    begins: dict[int, list[Mark]] = {}
    for mark in inside:
        begins.setdefault(mark.start, []).append(mark)
    borders = sorted({0, len(text)} | {m.start for m in inside} | {m.end for m in inside})
    pieces, covering = [], list[Mark]()
    for start, end in pairwise(borders):
        covering = [mark for mark in covering if mark.end > start] + begins.get(start, [])
        pieces.append(Segment(text[start:end], start, end, tuple(covering)))
    return pieces


PLAIN: Final = "plain"
"""State of a claim without a what-if."""


def link_key(cause: str, effect: str) -> str:
    """Return the name of a link in the page: `e1->e2`."""
    return f"{escaped(cause)}->{escaped(effect)}"


def graph_view(document: Document, found: Derived) -> dict[str, Any]:
    """Return the claims, links and layers, and the segments of the text."""
    scenario = found.scenario
    names = [event.id for event in scenario.events] + [latent.id for latent in scenario.latents]
    columns = layers(names, [(link.cause, link.effect) for link in scenario.links])
    depth = {name: place for place, column in enumerate(columns) for name in column}
    rubric = found.prepared.rubric if found.prepared else None
    state = {} if rubric is None else {name: str(kind) for name, kind in states(rubric).items()}
    moved, replies = frozenset() if rubric is None else moved_in(rubric), dict(document.replies)
    of_no_claim: dict[str, Any] = {"kind": "latent", "values": [], "fact": None, "latent": True, "provenance": None}
    claims = [_claim(scenario, event) for event in scenario.events]
    claims += [_claim(scenario, Event(id=fact.id, statement=fact.statement)) | of_no_claim for fact in scenario.latents]
    marks = [Mark(*event.span, "claim", event.id) for event in scenario.events if event.span]
    marks += [Mark(*link.span, "link", link_key(link.cause, link.effect)) for link in scenario.links if link.span]
    latents = {latent.id for latent in rubric.scenario.latents} if rubric else set[str]()
    for claim in claims:
        default = PLAIN if rubric is None else str(State.UNCHANGED if claim["id"] in latents else State.INTERVENED)
        claim["state"] = state.get(claim["id"], default)
        claim["layer"] = depth[claim["id"]]
    return {
        "segments": [
            {
                "text": segment.text,
                "start": segment.start,
                "end": segment.end,
                "claims": segment.of_kind("claim"),
                "links": segment.of_kind("link"),
            }
            for segment in segments(scenario.text, marks)
        ],
        "claims": claims,
        "links": [_link(scenario, link, replies.get(link_id(link)), rubric, moved) for link in scenario.links],
        "provenance": document.read_by or ("words" if document.scenario.read else "given"),
        "layers": [list(column) for column in columns],
        "ways": Ways(rubric).into if rubric else {},
    }


def _claim(scenario: Scenario, event: Event) -> dict[str, Any]:
    return {
        "id": event.id,
        "statement": event.statement,
        "span": list(event.span) if event.span else None,
        "words": scenario.text[slice(*event.span)] if event.span else "",
        "kind": str(event.kind),
        "values": list(event.values),
        "fact": event.fact,
        "presupposes": list(event.presupposes),
        "formula": dict(scenario.mechanisms).get(event.id),
        "confidence": round(event.confidence, 4),
        "doubtful": event.confidence < UNDOUBTED,
        "latent": False,
        "provenance": str(event.provenance),
    }


def _link(
    scenario: Scenario, link: Link, reply: Reply | None, rubric: Rubric | None, moved: frozenset[str]
) -> dict[str, Any]:
    cut = rubric is not None and link.effect in rubric.intervention
    return {
        "id": link_key(link.cause, link.effect),
        "cause": link.cause,
        "effect": link.effect,
        "provenance": str(link.provenance),
        "sign": str(link.sign),
        "strength": str(link.strength),
        "connective": link.connective,
        "span": list(link.span) if link.span else None,
        "label": link_label(link, signal_words(scenario, link)),
        "implied": link.connective is None,
        "confidence": round(link.confidence, 4),
        "doubtful": link.confidence < UNDOUBTED,
        "dashed": dashed(link) or link.confidence < UNDOUBTED,
        "against": link.sign is Sign.INHIBITS,
        "cut": cut,
        "reply": str(reply) if reply else None,
        "carries": {link.cause, link.effect} <= moved and not cut,
    }


def moved_in(rubric: Rubric) -> frozenset[str]:
    """Return the claims that change, except those that the what-if sets to their facts."""
    changed = {answer.event for answer in rubric.derivation.answers if answer.kind is AnswerKind.CHANGED}
    unmoved = {name for name, value in rubric.intervention if value == rubric.scenario.event(name).fact}
    return frozenset(changed - unmoved)


class Ways:
    """The paths of change from the what-if through the graph.

    Examples
    --------
    >>> from causalcore.derivation.derivation import derive
    >>> from causalcore.derivation.rubric import build_rubric
    >>> from causalcore.scenario.intervention import do
    >>> from causalcore.scenario.scenario import Event, Link, Scenario
    >>> events = tuple(Event(id=name, statement=name) for name in "abc")
    >>> links = (Link(cause="a", effect="b"), Link(cause="b", effect="c"))
    >>> Ways(build_rubric(derive(Scenario(events=events, links=links), do({"a": "false"})))).to("c")["links"]
    ['a->b', 'b->c']
    """

    def __init__(self, rubric: Rubric) -> None:
        self._supposed = {name for name, _ in rubric.intervention}
        reached = descendants(rubric.scenario, self._supposed) | self._supposed
        self._place = {name: place for place, name in enumerate(order(rubric.scenario))}
        self.into: dict[str, list[list[str]]] = {}
        """For each claim, the causes that may pass the change on to it, each with the name of the link."""
        for link in rubric.scenario.links:
            if link.cause in reached and link.effect not in self._supposed:
                self.into.setdefault(link.effect, []).append([link.cause, link_key(link.cause, link.effect)])

    def to(self, claim: str) -> dict[str, list[str]]:
        """Return the claims, causes first, and the links from the what-if to a claim; both empty if no path exists."""
        incoming: dict[str, list[list[str]]] = {}
        waiting = [claim]
        while waiting:
            name = waiting.pop()
            if name not in incoming:
                incoming[name] = self.into.get(name, [])
                waiting += [cause for cause, _ in incoming[name]]
        links = [(cause, effect, key) for effect, into in incoming.items() for cause, key in into]
        if not links and claim not in self._supposed:
            return {"claims": [], "links": []}
        links.sort(key=lambda link: (self._place[link[0]], self._place[link[1]]))
        return {"claims": sorted(incoming, key=self._place.__getitem__), "links": [key for _, _, key in links]}
