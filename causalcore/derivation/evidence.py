"""Why an answer holds: a core of constraints in English, or two witness worlds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The reason for an answer.

    Parameters
    ----------
    sentences
        The reason in English, one constraint a sentence.
    core
        Names of the constraints that force the answer; empty for an open one.
    worlds
        For an open answer, worlds that answer differently: pairs of event id and value.
    """

    sentences: tuple[str, ...]
    core: tuple[str, ...] = ()
    worlds: tuple[tuple[tuple[str, str], ...], ...] = ()
    proof: Callable[[], bool] | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        """Write the reason as one sentence."""
        joined = "; ".join(self.sentences)
        return joined[:1].upper() + joined[1:] + ("." if joined and not joined.endswith(".") else "")

    def check(self) -> bool:
        """Have the solver check the evidence again."""
        return self.proof is None or self.proof()

    def to_dict(self) -> dict[str, object]:
        """Write the evidence for JSON."""
        return {
            "sentences": list(self.sentences),
            "core": list(self.core),
            "worlds": [dict(world) for world in self.worlds],
        }
