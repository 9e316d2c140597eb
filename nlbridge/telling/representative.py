"""One answer that meets a rubric, shown only where it is English and nothing in it fails; else the reason why not.

Of a scenario that a person stated the text is rewritten in place, or retold claim by claim. Of one that was read
from a text only what is certainly known is told (`nlbridge.telling.plain_story`), and what is left out is listed.

Examples
--------
>>> from nlbridge.answering.answers import prepare
>>> from nlbridge.answering.request import Request, Settings
>>> asked = Request(source="The pump failed, so the cellar flooded.", had="the pump kept working")
>>> found = prepare(asked, Settings())
>>> answer_or_reason(found.rubric, clause="the pump had kept working", sure=found.confidence).text
'The pump kept working, so the cellar did not flood.'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from nlbridge.language.pipeline.parsing import parsed
from nlbridge.supposing.chosen_values import beyond
from nlbridge.telling.acceptable_english import ill_formed
from nlbridge.telling.plain_story import Fate, fates, plain_story
from nlbridge.telling.rewriting import chosen_world, edited, retold, stated

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from nlbridge.supposing.readings import Readings

LEAST_TOLD: Final = 0.34
"""Share of the claims beside the what-if from which a story is more than the what-if."""
LEAST_BOUND: Final = 0.5
"""Confidence of a what-if below which the answer may be to another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepresentativeAnswer:
    """One rewrite that meets a rubric, or why none is shown.

    Parameters
    ----------
    text
        Empty where none is shown.
    withheld
        Why none is shown; empty where one is.
    left_out
        Claims that the answer does not tell, each with the reason.
    """

    text: str = ""
    withheld: str = ""
    left_out: tuple[tuple[str, str], ...] = ()


def representative_answer(rubric: Rubric) -> str:
    """Write one rewrite of a text that meets its rubric; empty if there is none. See `answer_or_reason`."""
    return answer_or_reason(rubric).text


def answer_or_reason(
    rubric: Rubric, *, clause: str | None = None, sure: float = 1.0, readings: Readings | None = None
) -> RepresentativeAnswer:
    """Return one rewrite of a text that meets its rubric, or why none is shown.

    Parameters
    ----------
    clause
        The what-if as a finite clause of the unreal past; None where it was given as values.
    sure
        Confidence of the what-if.
    readings
        The readings of the text; None where its scenario was given.
    """
    if beyond(rubric.scenario, chosen_world(rubric)):
        return RepresentativeAnswer(
            withheld="a quantity would have to differ from the stated one, by an unknown amount"
        )
    return _of_reading(rubric, clause, sure, readings) if rubric.scenario.read else _of_statement(rubric)


def _of_reading(rubric: Rubric, clause: str | None, sure: float, readings: Readings | None) -> RepresentativeAnswer:
    """Tell what is certainly known, if that is the what-if and enough beside it."""
    if sure < LEAST_BOUND:
        return RepresentativeAnswer(withheld=f"the what-if is uncertain ({sure:.0%})")
    with parsed([rubric.scenario.text]):  # What the steps parse alike is then parsed once.
        return _told(rubric, clause, sure, readings)


def _told(rubric: Rubric, clause: str | None, sure: float, readings: Readings | None) -> RepresentativeAnswer:
    """Tell what is certainly known, else the whole text; whichever our own check calls valid first."""
    story = plain_story(rubric, clause)
    if not story.text:
        return RepresentativeAnswer(withheld="the what-if cannot be put into the text in its own words")
    known = f"{rubric.scenario.text} {story.supposed}"
    set_by = dict(rubric.intervention)
    beside = sum(answer.event not in set_by for answer in rubric.derivation.answers)
    why = f"too few claims are certain ({len(story.told)} of {beside})"
    if len(story.told) >= max(1, int(LEAST_TOLD * beside)):
        why = ill_formed(known, story.text) or _refused(rubric, story.text, clause, sure, readings)
        if not why:
            return RepresentativeAnswer(text=story.text, left_out=story.left_out)
    for whole in _wholes(rubric, story.supposed):
        if whole != story.text and not (ill_formed(known, whole) or _refused(rubric, whole, clause, sure, readings)):
            return RepresentativeAnswer(text=whole)
    return RepresentativeAnswer(withheld=why, left_out=story.left_out)


def _wholes(rubric: Rubric, supposed: str) -> tuple[str, ...]:
    """Retell the whole text, from the closest to the original to the plainest; no claim is denied in doubt."""
    values, known = chosen_world(rubric), fates(rubric)
    if any(known[e.id] is Fate.DOUBTED and values[e.id] != e.fact for e in rubric.scenario.events):
        return ()
    closest = edited(rubric, values)
    return tuple(dict.fromkeys([closest, retold(rubric, values, supposed), stated(rubric, values, supposed)]))


def _refused(
    rubric: Rubric, text: str, clause: str | None = None, sure: float = 1.0, readings: Readings | None = None
) -> str:
    """Return in plain words why our own check does not call an answer valid, empty where it does."""
    from nlbridge.judging.verification import verify

    report = verify(rubric, text, clause=clause, sure=sure, readings=readings)
    if report.valid is False:
        return f"our own draft does not pass our check: {report.reasons[0].split(';')[0].split(':')[0]}"
    if report.valid is None:
        return f"our own check is not sure of our draft (valid with a chance of {report.score:.0%})"
    return ""


def _of_statement(rubric: Rubric) -> RepresentativeAnswer:
    """Rewrite the text of a stated scenario: from the closest to the original to the plainest."""
    values = chosen_world(rubric)
    first = ""
    for answer in dict.fromkeys(write(rubric, values) for write in (edited, retold, stated)):
        why = ill_formed(rubric.scenario.text, answer, read=False) or _refused(rubric, answer)
        if not why:
            return RepresentativeAnswer(text=answer)
        first = first or why
    return RepresentativeAnswer(withheld=first)
