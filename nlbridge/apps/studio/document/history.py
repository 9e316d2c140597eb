"""A document with what it was before: undo and redo.

Examples
--------
>>> from causalcore.scenario.scenario import Scenario
>>> history = History(present=Document(id="1"))
>>> changed = history.applied({"op": "review", "reviewed": True}, Scenario)
>>> changed.present.reviewed, changed.undone().present.reviewed, changed.undone().redone() == changed
(True, False, True)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from nlbridge.apps.studio.document.document import Document, StudioError
from nlbridge.apps.studio.document.operations import apply, in_words
from nlbridge.apps.studio.document.text_operations import Reader

MOST_STEPS: Final = 200
"""Steps that can be taken back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A change in a few words, with the document on its other side."""

    told: str
    document: Document


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A document, and the steps to the documents before and after it.

    Parameters
    ----------
    past
        The last step last.
    future
        What was taken back, the next one last.
    """

    present: Document
    past: tuple[Step, ...] = ()
    future: tuple[Step, ...] = ()

    def applied(self, operation: object, reader: Reader) -> History:
        """Return the history after an operation; one that changes nothing is no step.

        Raises
        ------
        ReasoningError
            If the operation cannot be carried out.
        """
        return self.changed(apply(self.present, operation, reader), in_words(operation))

    def changed(self, document: Document, words: str) -> History:
        """Return the history with a step to another document, told in some words; to the same one it is no step."""
        if document == self.present:
            return self
        step = Step(told=words, document=self.present)
        return History(present=document, past=(*self.past, step)[-MOST_STEPS:])

    def undone(self) -> History:
        """Return the history with its last step taken back.

        Raises
        ------
        StudioError
            If there is none.
        """
        if not self.past:
            message = "expected a change to take back, got none; the text is as it was opened"
            raise StudioError(message)
        last = self.past[-1]
        step = Step(told=last.told, document=self.present)
        return replace(self, present=last.document, past=self.past[:-1], future=(*self.future, step))

    def redone(self) -> History:
        """Return the history with the step made again that was taken back last.

        Raises
        ------
        StudioError
            If none was taken back.
        """
        if not self.future:
            message = "expected a change that was taken back, got none; there is nothing to do again"
            raise StudioError(message)
        following = self.future[-1]
        step = Step(told=following.told, document=self.present)
        return replace(self, present=following.document, past=(*self.past, step), future=self.future[:-1])
