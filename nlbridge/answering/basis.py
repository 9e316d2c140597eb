"""What a result relies on: the words alone, a language model's reading of them, the engine's proof."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from nlbridge.chat.client.profile import Fit, ModelProfile
from nlbridge.chat.replies.chat import Spent

NO_HELP: Final = "the model's help could not be used: "
"""Start of the reason in a report whose model reply was unusable; its verdict is the offline one."""


class Source(StrEnum):
    """Who read something."""

    OFFLINE = "offline"
    MODEL = "model"
    GIVEN = "given"


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """Who read the text, the what-if and the edit, and where the readers agree.

    Parameters
    ----------
    links
        Pairs of events whose link comes from the model.
    agreed
        Events where the engine's derived answer and the model's expected answer agree.
    alike, unlike
        Events where the offline reader agrees, and where it gives another answer or none; empty if it was not asked or
        found no what-if.
    disputed
        Events where engine and model differ, with both reasons; their answers are open.
    turns
        How often the model was shown the engine's proof.
    mended
        Pairs of events whose link the model then changed.
    mended_events
        Events where links and expectation differed before that.
    unsettled
        Whether they differed so much that the reading is unreliable.
    supposed_links
        Pairs of events whose link the reader assumed for something new; the text does not state it.
    looked_again
        Events for which the edit was read twice.
    doubts
        Why a verdict is withheld, if it is.
    profile
        The model's measured profile, which calibrates its confidences.
    text_spent, edit_spent
        Cost of the text and what-if, shared by all their edits; cost of this edit.
    """

    reader: str
    reading: Source
    what_if: Source
    edit: Source | None = None
    links: tuple[tuple[str, str], ...] = ()
    agreed: tuple[str, ...] = ()
    alike: tuple[str, ...] = ()
    unlike: tuple[str, ...] = ()
    disputed: tuple[tuple[str, str], ...] = ()
    turns: int = 0
    mended: tuple[tuple[str, str], ...] = ()
    mended_events: tuple[str, ...] = ()
    unsettled: bool = False
    supposed_links: tuple[tuple[str, str], ...] = ()
    looked_again: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    profile: ModelProfile | None = field(default=None, repr=False, compare=False)
    text_spent: Spent = field(default_factory=Spent)
    edit_spent: Spent = field(default_factory=Spent)

    @property
    def answer_fit(self) -> Fit:
        """Calibration of answers' confidence; the identity if the model was not measured or did not read the text."""
        return self.profile.answer if self.profile is not None and self.reading is Source.MODEL else Fit()

    @property
    def verdict_fits(self) -> tuple[Fit, Fit]:
        """Calibrations of the confidence and the score of a verdict."""
        if self.profile is None or self.edit is not Source.MODEL:
            return Fit(), Fit()
        return self.profile.verdict, self.profile.score

    def row(self) -> dict[str, Any]:
        """Return the basis as a JSON object.

        Examples
        --------
        >>> Basis(reader="hybrid", reading=Source.OFFLINE, what_if=Source.GIVEN).row()["what_if"]
        'given'
        """
        row: dict[str, Any] = {"reader": self.reader, "reading": str(self.reading), "what_if": str(self.what_if)}
        if self.edit is not None:
            row["edit"] = str(self.edit)
        return row | {
            "links_by_model": [list(pair) for pair in self.links],
            "derived_and_expected": list(self.agreed),
            "offline_alike": list(self.alike),
            "offline_unlike": list(self.unlike),
            "disputed": [{"event": event, "why": why} for event, why in self.disputed],
            "repair_turns": self.turns,
            "mended_links": [list(pair) for pair in self.mended],
            "supposed_links": [list(pair) for pair in self.supposed_links],
            "looked_twice": list(self.looked_again),
            "doubts": list(self.doubts),
            "spent": {"text": self.text_spent.row(), "edit": self.edit_spent.row()},
        }

    def __str__(self) -> str:
        who = {Source.OFFLINE: "offline", Source.MODEL: "by the model", Source.GIVEN: "as given"}
        parts = [f"text read {who[self.reading]}", f"what-if {who[self.what_if]}"]
        if self.agreed:
            parts.append(f"{_counted(len(self.agreed), 'answer')} proved and expected alike")
        if self.unlike:
            parts.append(f"{_counted(len(self.unlike), 'answer')} unlike the offline reader's")
        if self.disputed:
            parts.append(f"{len(self.disputed)} in dispute")
        if self.supposed_links:
            parts.append(
                f"{_counted(len(self.supposed_links), 'link')} supposed with what is new, not stated by the text"
            )
        if self.edit is not None:
            parts.append(f"edit {who[self.edit]}")
        if self.looked_again:
            parts.append(f"{_counted(len(self.looked_again), 'claim')} looked at twice")
        calls = (self.text_spent + self.edit_spent).calls
        return ", ".join(parts) + (f" ({_counted(calls, 'call')})" if calls else "")


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
