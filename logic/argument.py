"""Arguments: premises, a conclusion, and what is taken for granted.

Examples
--------
>>> from logic.default import default
>>> case = argument(
...     premises=["Rained"],
...     conclusion="Muddy",
...     defaults=[default("Rained", "Muddy"), default("Rained & Frozen", "~Muddy")],
... )
>>> print(case)
Rained; so Muddy
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from logic.default import Default
from logic.entailment import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from logic.formula import Formula


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """A formalised argument.

    Parameters
    ----------
    premises
        What the argument states.
    conclusion
        What it concludes.
    background
        What holds without exception and is not stated.
    defaults
        What holds normally.
    """

    premises: tuple[Formula, ...]
    conclusion: Formula
    background: tuple[Formula, ...] = ()
    defaults: tuple[Default, ...] = ()

    def __str__(self) -> str:
        """Write premises and conclusion on one line."""
        return f"{', '.join(map(str, self.premises)) or 'nothing'}; so {self.conclusion}"


def argument(
    *,
    premises: Sequence[Formula | str],
    conclusion: Formula | str,
    background: Sequence[Formula | str] = (),
    defaults: Sequence[Default] = (),
) -> Argument:
    """Make an argument from formulas or strings.

    Raises
    ------
    FormulaSyntaxError, OpenFormulaError, FormulaTooLargeError
        If a formula cannot be read or is no sentence.
    """
    return Argument(
        premises=tuple(map(sentence, premises)),
        conclusion=sentence(conclusion),
        background=tuple(map(sentence, background)),
        defaults=tuple(defaults),
    )
