"""Claims, links and layers as a page draws them, and the text cut into its claims and connectives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from causalcore.pictures.picture import layers
from causalcore.scenario.graph import ancestors, descendants, order
from causalcore.scenario.scenario import Sign
from nlbridge.studio.views.segments import Mark, segments
from nlbridge.telling.graph_drawing import State, dashed, link_label, states
from nlbridge.telling.to_check import SURE, link_id

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.scenario import Event, Link, Scenario
    from nlbridge.studio.document.document import Document
    from nlbridge.studio.views.derived import Derived

PLAIN: Final = "plain"
"""The state of a claim while nothing is supposed."""
_MOVED: Final = frozenset({State.INTERVENED, State.CHANGED})


def link_key(link: Link) -> str:
    """Return the name of a link in the page: `e1->e2`."""
    return f"{quote(link.cause, safe=' ')}->{quote(link.effect, safe=' ')}"


def graph_view(document: Document, found: Derived) -> dict[str, Any]:
    """Return claims, links, layers, and the segments of the text."""
    scenario = found.scenario
    names = [event.id for event in scenario.events] + [latent.id for latent in scenario.latents]
    columns = layers(names, [(link.cause, link.effect) for link in scenario.links])
    depth = {name: place for place, column in enumerate(columns) for name in column}
    rubric = found.prepared.rubric if found.prepared else None
    state = {} if rubric is None else {name: str(kind) for name, kind in states(rubric).items()}
    claims = [_claim(scenario, event) for event in scenario.events] + [
        _latent(latent.id, latent.statement) for latent in scenario.latents
    ]
    still = {latent.id for latent in rubric.scenario.latents} if rubric else set[str]()
    for claim in claims:
        usual = PLAIN if rubric is None else str(State.UNCHANGED if claim["id"] in still else State.INTERVENED)
        claim["state"] = state.get(claim["id"], usual)
        claim["layer"] = depth[claim["id"]]
    return {
        "segments": _segments(scenario),
        "claims": claims,
        "links": [_link(document, link, rubric) for link in scenario.links],
        "layers": [list(column) for column in columns],
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
        "doubtful": event.confidence < SURE,
        "latent": False,
    }


def _latent(name: str, statement: str) -> dict[str, Any]:
    return {
        "id": name,
        "statement": statement,
        "span": None,
        "words": "",
        "kind": "latent",
        "values": [],
        "fact": None,
        "presupposes": [],
        "formula": None,
        "confidence": 1.0,
        "doubtful": False,
        "latent": True,
    }


def _link(document: Document, link: Link, rubric: Rubric | None) -> dict[str, Any]:
    words = document.text[slice(*link.span)] if link.span else ""
    reply = document.reply(link_id(link))
    return {
        "id": link_key(link),
        "cause": link.cause,
        "effect": link.effect,
        "sign": str(link.sign),
        "strength": str(link.strength),
        "connective": link.connective,
        "span": list(link.span) if link.span else None,
        "label": link_label(link, " ".join(words.split())),
        "implied": link.connective is None,
        "confidence": round(link.confidence, 4),
        "doubtful": link.confidence < SURE,
        "dashed": dashed(link) or link.confidence < SURE,
        "against": link.sign is Sign.INHIBITS,
        "cut": rubric is not None and link.effect in rubric.intervention,
        "reply": str(reply) if reply else None,
        "carries": rubric is not None and carries(rubric, link),
    }


def carries(rubric: Rubric, link: Link) -> bool:
    """Tell whether a change runs through a link: its cause moves, and its effect with it."""
    state = states(rubric)
    moved = state.get(link.cause) in _MOVED and state.get(link.effect) is State.CHANGED
    return moved and not _as_in_fact(rubric, link.cause)


def _as_in_fact(rubric: Rubric, name: str) -> bool:
    return name in rubric.intervention and rubric.intervention[name] == rubric.scenario.event(name).fact


def way_to(rubric: Rubric, claim: str) -> dict[str, list[str]]:
    """Return claims, causes first, and links between what is supposed and a claim; none for one that lies elsewhere.

    Examples
    --------
    >>> from causalcore.derivation.derivation import derive
    >>> from causalcore.derivation.rubric import build_rubric
    >>> from causalcore.scenario.intervention import do
    >>> from causalcore.scenario.scenario import Event, Link, Scenario
    >>> events = tuple(Event(id=name, statement=name) for name in "abc")
    >>> links = (Link(cause="a", effect="b"), Link(cause="b", effect="c"))
    >>> way_to(build_rubric(derive(Scenario(events=events, links=links), do({"a": "false"}))), "c")["links"]
    ['a->b', 'b->c']
    """
    scenario, supposed = rubric.scenario, {name for name, _ in rubric.intervention}
    between = (descendants(scenario, supposed) | supposed) & (ancestors(scenario, (claim,)) | {claim})
    links = [
        link
        for link in scenario.links
        if link.cause in between and link.effect in between and link.effect not in supposed
    ]
    joined = {link.cause for link in links} | {link.effect for link in links}
    kept = [name for name in order(scenario) if name in joined or name == claim]
    return {"claims": kept if links or claim in supposed else [], "links": [link_key(link) for link in links]}


def _segments(scenario: Scenario) -> list[dict[str, Any]]:
    marks = [Mark(*event.span, "claim", event.id) for event in scenario.events if event.span]
    marks += [Mark(*link.span, "link", link_key(link)) for link in scenario.links if link.span]
    return [
        {
            "text": cut.text,
            "start": cut.start,
            "end": cut.end,
            "claims": cut.of_kind("claim"),
            "links": cut.of_kind("link"),
        }
        for cut in segments(scenario.text, marks)
    ]
