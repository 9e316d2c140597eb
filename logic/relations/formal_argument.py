"""An argument in formulas: what it states, concludes and assumes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from logic.formulas.formula import Formula
    from logic.ranks.default import Default


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """A formalised argument.

    Parameters
    ----------
    background
        What holds without exception but is not stated.
    defaults
        What holds normally.
    """

    premises: tuple[Formula, ...]
    conclusion: Formula
    background: tuple[Formula, ...] = ()
    defaults: tuple[Default, ...] = ()

    def __str__(self) -> str:
        return f"{', '.join(map(str, self.premises)) or 'nothing'}; so {self.conclusion}"
