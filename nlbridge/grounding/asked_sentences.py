"""The sentences a blind reader is asked about: claims, the what-if, and contraries of claims, shuffled.

Nothing marks which is which. The order depends only on the passage and the sentences, so it is reproducible. A claim
and its contrary ask the same thing twice: if the two answers clash, the claim was not read reliably. No rule negates a
sentence: the reader of the text wrote the contraries, and a claim without one gets "It is not so that" in front.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING

from causalcore.scenario.scenario import Kind
from nlbridge.supposing.chosen_values import with_value

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.scenario import Event

Supposed = tuple[tuple[str, str], ...]
"""A sentence for each event that the what-if sets, which states the supposition."""


class Part(StrEnum):
    """The role of a sentence in the rubric; the reader does not see it."""

    CLAIM = "claim"
    DENIAL = "denial"
    SUPPOSED = "supposed"
    LATENT = "latent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A sentence, and the event or latent that it is about."""

    id: str
    sentence: str
    event: str
    part: Part


def asked_about(rubric: Rubric, supposed: Supposed, passage: str) -> tuple[Asked, ...]:
    """Return the sentences to ask about a passage.

    `supposed` gives the what-if in words; an event that it lacks gets a sentence made from its value, unless it is a
    quantity.

    Examples
    --------
    >>> from causalcore.derivation.derivation import derive
    >>> from causalcore.derivation.rubric import build_rubric
    >>> from causalcore.scenario.intervention import do
    >>> from causalcore.scenario.scenario import Event, Scenario
    >>> events = Event(id="e1", statement="It rained.", contrary="It was dry."), Event(id="e2", statement="Bells rang.")
    >>> found = asked_about(build_rubric(derive(Scenario(events=events), do({"e1": "false"}))), (), "It was dry.")
    >>> sorted((one.sentence, one.part.value) for one in found)[:3]
    [('Bells rang.', 'claim'), ('It is not so that: Bells rang.', 'denial'), ('It rained.', 'claim')]
    """
    sentences = [*_sentences(rubric, supposed)]
    text = json.dumps([passage, *(sentence for sentence, _, _ in sentences)])
    random.Random(int(sha256(text.encode("utf-8", "surrogatepass")).hexdigest(), 16)).shuffle(sentences)  # noqa: S311
    return tuple(
        Asked(id=f"c{k}", sentence=sentence, event=event, part=part)
        for k, (sentence, event, part) in enumerate(sentences, 1)
    )


def fact_of(event: Event) -> str:
    """Return what the text says of an event, as a sentence: its statement, or its contrary if that is the fact."""
    return _denied(event) if event.kind is Kind.EVENT and event.fact == "false" else event.statement


def contrary_of(event: Event) -> str:
    """Return the contrary of what the text says of an event.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Event
    >>> contrary_of(Event(id="e1", statement="It rained.", contrary="It was dry."))
    'It was dry.'
    >>> contrary_of(Event(id="e1", statement="It rained.", contrary="It was dry.", fact="false"))
    'It rained.'
    """
    return event.statement if event.kind is Kind.EVENT and event.fact == "false" else _denied(event)


def value_sentence(event: Event, value: str) -> str:
    """Return a sentence that gives an event a value: the fact, another option of a choice, or the fact denied.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Event
    >>> drink = Event(id="e", statement="Lena drank tea.", kind=Kind.CHOICE, values=("tea", "milk"), fact="tea")
    >>> value_sentence(drink, "milk")
    'Lena drank milk.'
    """
    if value == event.fact:
        return fact_of(event)
    return with_value(event, value) or contrary_of(event)


def _denied(event: Event) -> str:
    return event.contrary or f"It is not so that: {event.statement}"


def _sentences(rubric: Rubric, supposed: Supposed) -> list[tuple[str, str, Part]]:
    scenario, given = rubric.scenario, dict(supposed)
    sentences = [(fact_of(event), event.id, Part.CLAIM) for event in scenario.events]
    sentences += [(latent.statement, latent.id, Part.LATENT) for latent in scenario.latents]
    for name, value in rubric.intervention.assignments:
        event = scenario.event_by_id[name]
        if value == event.fact:
            continue
        sentence = given.get(name) or ("" if event.kind is Kind.QUANTITY else value_sentence(event, value))
        if sentence and sentence != fact_of(event):
            sentences.append((sentence, name, Part.SUPPOSED))
    used = {sentence.casefold() for sentence, _, _ in sentences}
    for event in scenario.events:
        if (
            event.kind is Kind.EVENT
            and event.id not in rubric.intervention.values
            and contrary_of(event).casefold() not in used
        ):
            sentences.append((contrary_of(event), event.id, Part.DENIAL))
    return sentences


def listed_sentences(asked: tuple[Asked, ...]) -> str:
    """Return the sentences as JSON lines with id and sentence."""
    return "\n".join(json.dumps({"id": item.id, "sentence": item.sentence}, ensure_ascii=False) for item in asked)
