"""The root of every error that the project raises, and the family of `logic`.

An error says what was expected, what came and what to try. Outcomes that a
caller must expect (unknown, open, undetermined) are values, not errors.
"""

from __future__ import annotations


class ReasoningError(Exception):
    """Anything that causalcore refuses to do, with the reason.

    Caught by the command line, which prints one line and exits with 2.
    """


class LogicError(ReasoningError):
    """Wrong input to `logic`."""


class FormulaSyntaxError(LogicError, ValueError):
    """A formula that the grammar cannot read.

    Parameters
    ----------
    expected, came
        What the grammar wanted and what stands there.
    text
        The whole formula.
    line, column
        1-based position of the offence in `text`.
    """

    def __init__(self, expected: str, came: str, text: str, line: int, column: int) -> None:
        super().__init__(expected, came, text, line, column)
        self.expected, self.came, self.text = expected, came, text
        self.line, self.column = line, column

    def __str__(self) -> str:
        """Say where the formula breaks, on one line."""
        return (
            f"expected {self.expected}, got {self.came} at line {self.line}, column {self.column} "
            f"of the formula {self.text!r}"
        )


class SolverFailedError(LogicError, RuntimeError):
    """The solver process broke; not a time-out, which is the value `unknown`."""
