"""A scenario as plain values, as JSON and YAML files hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Event, Link, Scenario


def scenario_to_dict(scenario: Scenario) -> dict[str, Any]:
    """Write a scenario as `scenario_from_dict` reads it; what has its default value is left out."""
    result: dict[str, Any] = {"id": scenario.id, "text": scenario.text}
    result["events"] = [_event_dict(event) for event in scenario.events]
    result["latents"] = [{"id": latent.id, "statement": latent.statement} for latent in scenario.latents]
    result["links"] = [_link_dict(link) for link in scenario.links]
    result["mechanisms"] = dict(scenario.mechanisms)
    result["left_out"] = [
        {"span": list(passage.span), "words": passage.words, "kind": passage.kind} for passage in scenario.left_out
    ]
    return {key: value for key, value in result.items() if value or key == "events"}


def _event_dict(event: Event) -> dict[str, Any]:
    result: dict[str, Any] = {"id": event.id, "statement": event.statement}
    if event.span is not None:
        result["span"] = list(event.span)
    if event.kind.value != "event" or event.fact != "true":
        result |= {"kind": event.kind.value, "values": list(event.values), "fact": event.fact}
    if event.presupposes:
        result["presupposes"] = list(event.presupposes)
    if event.contrary:
        result["contrary"] = event.contrary
    return result | _unsure(event.confidence)


def _link_dict(link: Link) -> dict[str, Any]:
    result: dict[str, Any] = {
        "cause": link.cause,
        "effect": link.effect,
        "sign": link.sign.value,
        "strength": link.strength.value,
    }
    if link.connective is not None:
        result["connective"] = link.connective
    if link.span is not None:
        result["span"] = list(link.span)
    return result | _unsure(link.confidence)


def _unsure(confidence: float) -> dict[str, float]:
    return {} if confidence == 1.0 else {"confidence": confidence}
