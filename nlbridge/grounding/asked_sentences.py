"""The sentences that a blind reader is asked about: claims, what is supposed, and denials of claims, in random order.

Nothing marks which is which, and the order hangs on the passage, so that it is the same every time. A claim and its
denial ask twice: where the two answers clash, the claim was not surely read.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING

from causalcore.scenario.scenario import Kind
from nlbridge.supposing.chosen_values import told

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric

Supposed = tuple[tuple[str, str], ...]
"""For each event that is set, what is supposed of it, as a sentence."""


class Part(StrEnum):
    """What a sentence is to the rubric; the reader is not told."""

    CLAIM = "claim"
    DENIAL = "denial"
    SUPPOSED = "supposed"
    LATENT = "latent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A sentence, with the event or latent that it is about."""

    id: str
    sentence: str
    event: str
    part: Part


def asked_about(rubric: Rubric, supposed: Supposed, passage: str) -> tuple[Asked, ...]:
    """Return what is asked of a passage.

    Parameters
    ----------
    supposed
        What the what-if says in words; for events that it sets without, their values are put into words.

    Examples
    --------
    >>> from causalcore.derivation.derivation import derive
    >>> from causalcore.derivation.rubric import build_rubric
    >>> from causalcore.scenario.intervention import do
    >>> from causalcore.scenario.scenario import Event, Scenario
    >>> events = Event(id="e1", statement="It rained."), Event(id="e2", statement="The bell rang.")
    >>> found = asked_about(build_rubric(derive(Scenario(events=events), do({"e1": "false"}))), (), "It was dry.")
    >>> sorted((one.sentence, one.part.value) for one in found)[:3]
    [('It did not rain.', 'supposed'), ('It rained.', 'claim'), ('The bell did not ring.', 'denial')]
    """
    found = [*_sentences(rubric, supposed)]
    text = json.dumps([passage, *(sentence for sentence, _, _ in found)])
    random.Random(int(sha256(text.encode("utf-8", "surrogatepass")).hexdigest(), 16)).shuffle(found)  # noqa: S311
    return tuple(
        Asked(id=f"c{k}", sentence=sentence, event=event, part=part)
        for k, (sentence, event, part) in enumerate(found, 1)
    )


def _sentences(rubric: Rubric, supposed: Supposed) -> list[tuple[str, str, Part]]:
    scenario, given = rubric.scenario, dict(supposed)
    found = [(event.statement, event.id, Part.CLAIM) for event in scenario.events]
    found += [(latent.statement, latent.id, Part.LATENT) for latent in scenario.latents]
    for name, value in rubric.intervention:
        event = scenario.event(name)
        if value == event.fact:
            continue
        sentence = given.get(name) or ("" if event.kind is Kind.QUANTITY else told(event, value))
        if sentence and sentence != event.statement:
            found.append((sentence, name, Part.SUPPOSED))
    known = {sentence.casefold() for sentence, _, _ in found}
    for event in scenario.events:
        if event.kind is not Kind.EVENT or event.id in rubric.intervention:
            continue
        denial = told(event, next(value for value in event.values if value != event.fact))
        if denial.casefold() not in known:
            found.append((denial, event.id, Part.DENIAL))
    return found


def listed_sentences(asked: tuple[Asked, ...]) -> str:
    """Return one JSON object a line: id and sentence."""
    return "\n".join(json.dumps({"id": one.id, "sentence": one.sentence}, ensure_ascii=False) for one in asked)
