"""Compare each answer with the reader's probability; where they differ or are uncertain, the answer is open.

The engine derives from the links that stand. A reader that is unsure of links, or was asked about each claim, has a
chance of its own for each. Where the chance of the derived answer is below `LEAST_SAID`, to say it would claim more
than is known.

Examples
--------
>>> from causalcore.derivation.derivation import derive
>>> from causalcore.scenario.intervention import do
>>> from causalcore.scenario.scenario import Event, Link, Scenario
>>> rain, roof = Event(id="e1", statement="It rained."), Event(id="e2", statement="The roof leaked.")
>>> found = derive(Scenario(events=(rain, roof), links=(Link(cause="e1", effect="e2"),)), do({"e1": "false"}))
>>> for chance in (0.9, 0.55, 0.1):
...     answer = with_expectation(found, {"e2": chance}).answer("e2")
...     print(answer.kind, answer.likeliest, answer.confidence)
changed changed 0.9
open changed 0.55
open unchanged 0.9
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.derivation import Answer, Derivation

LEAST_SAID: Final = 0.6
"""Chance below which an answer is not said."""


def with_expectation(derivation: Derivation, chances: Mapping[str, float], *, sure: float = LEAST_SAID) -> Derivation:
    """Give each answer the chance that its event changes, and open those that are too doubtful to be said.

    Parameters
    ----------
    chances
        Chance that each event leaves its factual value; events that are left out keep their answers.

    Units
    -----
    chances, sure : probability
    """
    supposed = {name for name, _ in derivation.intervention}
    answers = tuple(
        _weighed(answer, chances.get(answer.event), 0.0 if answer.event in supposed else sure)
        for answer in derivation.answers
    )
    return replace(derivation, answers=answers)


def _weighed(answer: Answer, chance: float | None, sure: float) -> Answer:
    if chance is None:
        return answer
    derived = {AnswerKind.CHANGED: chance, AnswerKind.UNCHANGED: 1 - chance}.get(answer.kind)
    if derived is None or derived >= sure:
        return replace(answer, expected=chance)
    doubt = f"the links as read say {answer.kind}, with a confidence of only {derived:.0%}"
    return replace(answer, kind=AnswerKind.OPEN, direction=None, value=None, void=False, expected=chance, doubt=doubt)
