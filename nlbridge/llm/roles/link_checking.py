"""Hybrid reading: the offline scenario, with a model asked about the links that the words leave in doubt.

Asked is whether the text says or implies that one event bears on another: for each link that the offline reader
guessed without a word for it, and for neighbours that it left unlinked. Events, spans and signalled links stay as
the offline reader has them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final, Literal

from causalcore.derivation.derivation import compile_scenario
from causalcore.scenario.scenario import Link, Scenario, Sign, Strength
from nlbridge.language.quotation import places, shown
from nlbridge.language.reader_address import signs
from nlbridge.llm.errors import ReplyError
from nlbridge.llm.replies.prompt import Respondent, load_prompt
from nlbridge.llm.replies.reply_schema import Reply
from nlbridge.llm.replies.structured import ask
from nlbridge.llm.roles.agreement import ALONE, CONFIRMED, without_circles

DOUBTFUL: Final = 0.95
"""Confidence below which an offline link without a signal is asked about."""
UNSURE: Final = 0.5

Pair = tuple[str, str]


class LinkCheckReply(Reply):
    """What the text says about one pair of events."""

    cause: str
    effect: str
    said: Literal["yes", "no", "unsure"]
    sign: Literal["promotes", "inhibits", "determines"]
    strength: Literal["necessary", "sufficient", "contributing", "possible"]
    words: str


class LinksReply(Reply):
    """What the text says about every pair that was asked."""

    pairs: list[LinkCheckReply]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedReading:
    """A scenario, and the pairs of events whose link, or its absence, rests on a model's word."""

    scenario: Scenario
    by_model: tuple[Pair, ...]


def doubtful_pairs(scenario: Scenario) -> tuple[Pair, ...]:
    """Return the pairs of events of which the offline reader does not know whether the text links them."""
    guessed = [
        (link.cause, link.effect) for link in scenario.links if link.connective is None and link.confidence < DOUBTFUL
    ]
    linked = {frozenset((link.cause, link.effect)) for link in scenario.links}
    in_order = sorted(scenario.events, key=lambda event: event.span or (0, 0))
    unlinked = [(a.id, b.id) for a, b in pairwise(in_order) if frozenset((a.id, b.id)) not in linked]
    return tuple(dict.fromkeys([*guessed, *unlinked]))


async def check_links(scenario: Scenario, respondent: Respondent) -> CheckedReading:
    """Ask a model about the links in doubt; a text that speaks to its reader is left as it was read.

    Raises
    ------
    nlbridge.llm.errors.ReplyError
        If what the model says stays unusable after two repair turns.
    """
    pairs = doubtful_pairs(scenario)
    if not pairs or signs(scenario.text):
        return CheckedReading(scenario=scenario, by_model=())
    request = load_prompt("links").fill(respondent, text=scenario.text, pairs=_listed(pairs, scenario))
    done = await ask(respondent.chat, request, lambda reply: _applied(reply, scenario, pairs))
    return CheckedReading(scenario=done.value, by_model=pairs)


def _listed(pairs: tuple[Pair, ...], scenario: Scenario) -> str:
    rows = [
        {"cause": a, "effect": b, "first": scenario.event(a).statement, "second": scenario.event(b).statement}
        for a, b in pairs
    ]
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


def _applied(reply: Any, scenario: Scenario, pairs: tuple[Pair, ...]) -> Scenario:
    said = LinksReply.model_validate(reply)
    named = sorted((one.cause, one.effect) for one in said.pairs)
    if named != sorted(pairs):
        asked = ", ".join(f"{a} -> {b}" for a, b in pairs)
        message = f"expected each of the pairs {asked} exactly once, got {shown(str(named))}; answer for these alone"
        raise ReplyError(message)
    links = [link for link in scenario.links if (link.cause, link.effect) not in pairs]
    links += [_link(one, scenario) for one in said.pairs if one.said != "no"]
    found = without_circles(scenario, links)
    compile_scenario(found)
    return found


def _link(said: LinkCheckReply, scenario: Scenario) -> Link:
    if not places(said.words, scenario.text):
        message = (
            f"expected the words for {said.cause} -> {said.effect} to stand word for word in the text, "
            f"got {shown(said.words)}; copy the words that say or imply it exactly"
        )
        raise ReplyError(message)
    before = next((k for k in scenario.links if (k.cause, k.effect) == (said.cause, said.effect)), None)
    sure = said.said == "yes"
    link = Link(
        cause=said.cause,
        effect=said.effect,
        sign=Sign(said.sign),
        strength=Strength(said.strength) if sure else Strength.POSSIBLE,
        confidence=(CONFIRMED if before else ALONE) if sure else UNSURE,
    )
    if before is None:
        return link
    return replace(before, sign=link.sign, strength=link.strength, confidence=link.confidence)
