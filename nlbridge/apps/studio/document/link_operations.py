"""What a person does to links: add, change, turn round, remove. What was done by hand is sure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from causalcore.scenario.scenario import Link, Provenance, Sign, Strength
from nlbridge.answering.review import Reply
from nlbridge.apps.studio.document.claim_operations import checked_span
from nlbridge.apps.studio.document.document import Document, StudioError
from nlbridge.apps.studio.document.edited_scenario import link_of, with_scenario
from nlbridge.apps.studio.document.fields import Fields
from nlbridge.telling.to_check import link_id


def add_link(document: Document, fields: Fields) -> Document:
    """Join two claims; a link that was refused before is there again."""
    cause, effect = fields.string("cause"), fields.string("effect")
    if cause == effect:
        message = f"expected two claims, got {cause} twice; nothing causes itself"
        raise StudioError(message)
    others = tuple(one for one in document.scenario.links if (one.cause, one.effect) != (cause, effect))
    present = [one for one in document.scenario.links if (one.cause, one.effect) == (cause, effect)]
    if any(document.reply(link_id(one)) is not Reply.NO for one in present):
        message = f"expected claims that no link joins, got {cause} -> {effect}, which one does; change that link"
        raise StudioError(message)
    link = Link(cause=cause, effect=effect, **_features(document, fields))
    free = replace(document, replies=_without(document, present))
    return with_scenario(free, replace(document.scenario, links=(*others, link)))


def set_link(document: Document, fields: Fields) -> Document:
    """Change sign, strength or words of a link, which is sure then."""
    link = link_of(document, fields.string("cause"), fields.string("effect"))
    return _with_link(
        document, link, replace(link, confidence=1.0, provenance=Provenance.CONFIRMED, **_features(document, fields))
    )


def reverse_link(document: Document, fields: Fields) -> Document:
    """Turn a link round."""
    link = link_of(document, fields.string("cause"), fields.string("effect"))
    return _with_link(
        document,
        link,
        replace(link, cause=link.effect, effect=link.cause, confidence=1.0, provenance=Provenance.CONFIRMED),
    )


def remove_link(document: Document, fields: Fields) -> Document:
    """Refuse a link: the reader is not to think that it may be there after all."""
    link = link_of(document, fields.string("cause"), fields.string("effect"))
    if document.reply(link_id(link)) is Reply.NO:
        return document
    return replace(document, replies=(*_without(document, [link]), (link_id(link), Reply.NO)))


def _with_link(document: Document, old: Link, new: Link) -> Document:
    """Replace a link by another; answers about the old one are dropped."""
    free = replace(document, replies=_without(document, [old]))
    links = tuple(new if one == old else one for one in document.scenario.links)
    return with_scenario(free, replace(document.scenario, links=links))


def _without(document: Document, links: list[Link]) -> tuple[tuple[str, Reply], ...]:
    ids = {link_id(link) for link in links}
    return tuple(given for given in document.replies if given[0] not in ids)


def _features(document: Document, fields: Fields) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if "sign" in fields:
        found["sign"] = fields.choice("sign", Sign)
    if "strength" in fields:
        found["strength"] = fields.choice("strength", Strength)
    if "connective" in fields:
        words = fields.value("connective")
        found["connective"] = None if words is None else fields.words("connective")
    if "span" in fields:
        found["span"] = checked_span(document.scenario, fields.span("span"))
    return found
