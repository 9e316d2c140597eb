"""An edit, worked out once: its passage, its words, and how they are aligned with the text.

Whatever asks about an edit takes this value; nobody tokenises the passage or aligns it again.

Examples
--------
>>> edit = edit_of_words("Sure! Here is the rewritten text: The pump held.", "The pump failed.")
>>> edit.passage, [word.text for word in edit.words]
('The pump held.', ['the', 'pump', 'held', '.'])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nlbridge.grounding.claim_words import EventWords, event_words
from nlbridge.grounding.comparison import Comparison, compare
from nlbridge.grounding.edit_text import passage
from nlbridge.grounding.setting_phrases import Scene, scene_of, scene_of_text
from nlbridge.language.meaning.alignment import Word, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.scenario.scenario import Scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """An edit beside its text.

    Parameters
    ----------
    text
        The text, or the statements of its events where there is none.
    passage
        The edit without what a writer or a model wraps around it.
    given
        The edit as it was given; spans of a report point into it.
    original, words
        The words and marks of the text and of the passage.
    compared
        How the two are aligned, by form and by meaning.
    scene, text_scene
        What the passage, and the text, say of their background.
    claims
        Which words of the text make each event's claim.
    """

    text: str
    passage: str
    given: str
    original: tuple[Word, ...]
    words: tuple[Word, ...]
    compared: Comparison
    scene: Scene
    text_scene: Scene
    claims: tuple[EventWords, ...]


def edit_of(edit: str, scenario: Scenario) -> Edit:
    """Take the passage out of an edit and align it with the text of a scenario."""
    text = scenario.text or " ".join(event.statement for event in scenario.events)
    spans = tuple((e.id, e.span if scenario.text else None, e.statement) for e in scenario.events)
    return _aligned(edit, passage(edit, scenario.text), text, event_words(text, spans), scene_of_text(scenario.text))


def edit_of_words(edit: str, text: str) -> Edit:
    """Take the passage out of an edit and align it with a bare text, without claims."""
    return _aligned(edit, passage(edit, text), text, (), scene_of_text(text))


def is_copy(said: Sequence[Word], text: str) -> bool:
    """Tell whether the words of a passage are those of a text, marks aside.

    Examples
    --------
    >>> is_copy(words("the pump failed"), "The pump failed.")
    True
    """
    before = [word.text for word in words(passage(text, text)) if not word.mark]
    return bool(before) and before == [word.text for word in said if not word.mark]


def _aligned(given: str, told: str, text: str, claims: tuple[EventWords, ...], text_scene: Scene) -> Edit:
    original, edited = words(text), words(told)
    return Edit(
        text=text,
        passage=told,
        given=given,
        original=original,
        words=edited,
        compared=compare(original, edited),
        scene=scene_of(told, edited),
        text_scene=text_scene,
        claims=claims,
    )
