"""The root of all errors of the project, and those of `logic`.

An error says what was expected, what was given and what to try. Outcomes that a caller must expect (unknown, open,
undetermined) are values, not errors.
"""

from __future__ import annotations

from collections.abc import Iterable

SHOWN = 60
"""Most characters of an outside value that a message shows."""


def brief(value: object, most: int = SHOWN) -> str:
    """Describe a value from outside in a few words, however large or deep it is.

    A message never contains the `repr` of such a value: a document of a few lines can expand to gigabytes.

    Examples
    --------
    >>> brief("rain"), brief(2.5), brief(["a"] * 3), brief({}), brief(None), brief("x" * 99)[:4]
    ("'rain'", '2.5', 'a list of 3', 'an object with 0 keys', 'nothing', "'xxx")
    """
    if value is None:
        return "nothing"
    if isinstance(value, str | bytes):
        return repr(value) if len(value) <= most else f"{value[: most - 3]!r}..."
    if isinstance(value, bool | float) or (isinstance(value, int) and value.bit_length() < 4 * SHOWN):
        return repr(value)
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return f"an object with {len(value)} keys"
    return "a number of very many digits" if isinstance(value, int) else f"a {type(value).__name__}"


def listed(names: Iterable[object], most: int = 12) -> str:
    """List the first names, and say how many there are; what is no name is described by `brief`.

    Examples
    --------
    >>> listed(["X", "Y"]), listed(map(str, range(40)), 2)
    ('X, Y', '0, 1, ... (40 in all)')
    """
    every = [_short(name) for name in names]
    return ", ".join(every) if len(every) <= most else f"{', '.join(every[:most])}, ... ({len(every)} in all)"


def place_of(steps: Iterable[object]) -> str:
    """Name a place in a document by the keys and numbers that lead there, each cut to a few words.

    Examples
    --------
    >>> place_of(["events", 0, "span"]), len(place_of(["x" * 9999]))
    ('events.0.span', 60)
    """
    return ".".join(_short(str(step)) for step in steps)


def _short(name: object) -> str:
    if not isinstance(name, str):
        return brief(name)
    return name if len(name) <= SHOWN else f"{name[: SHOWN - 3]}..."


class ReasoningError(Exception):
    """Anything that causalcore refuses to do, with the reason; the command line prints one line and exits with 2."""


class LogicError(ReasoningError):
    """Wrong input to `logic`."""


class FormulaSyntaxError(LogicError, ValueError):
    """A formula that the grammar cannot read.

    Parameters
    ----------
    expected, came
        What the grammar expects and what the text has there.
    line, column
        Where in `text` reading fails, counted from 1.
    """

    def __init__(self, expected: str, came: str, text: str, line: int, column: int) -> None:
        super().__init__(expected, came, text, line, column)
        self.expected, self.came, self.text = expected, came, text
        self.line, self.column = line, column
        self.add_note(self.pointer)  # a traceback shows it below the message

    def __str__(self) -> str:
        return (
            f"expected {self.expected[:400]}, got {self.came[:90]} at line {self.line}, column {self.column} "
            f"of the formula {brief(self.text, 3 * SHOWN)}"
        )

    @property
    def pointer(self) -> str:
        """The line, with a caret below the place where reading fails."""
        line = self.text.split("\n")[self.line - 1]
        return f"{line}\n{' ' * (self.column - 1)}^"


class SolverFailedError(LogicError, RuntimeError):
    """The solver process broke; a time-out is the value `unknown` instead."""


class MalformedFormulaError(LogicError, ValueError):
    """A formula built from parts that do not fit together.

    Parameters
    ----------
    expected, came, remedy
        What fits, what was given, and what to try.
    """

    def __init__(self, expected: str, came: str, remedy: str) -> None:
        super().__init__(expected, came, remedy)
        self.expected, self.came, self.remedy = expected, came, remedy

    def __str__(self) -> str:
        return f"expected {self.expected}, got {self.came}; {self.remedy}"


class FormulaTooLargeError(LogicError, ValueError):
    """A formula that exceeds the limit of depth or size.

    Parameters
    ----------
    measure
        `depth` or `size`.
    limit
        The largest accepted value.
    """

    def __init__(self, measure: str, limit: int) -> None:
        super().__init__(measure, limit)
        self.measure, self.limit = measure, limit

    def __str__(self) -> str:
        return f"expected a formula of {self.measure} at most {self.limit}, got more; split it into several premises"


class OpenFormulaError(LogicError, ValueError):
    """A formula with free variables where a sentence is needed."""

    def __init__(self, variables: tuple[str, ...], formula: str) -> None:
        super().__init__(variables, formula)
        self.variables, self.formula = variables, formula

    def __str__(self) -> str:
        return (
            f"expected a sentence, got free {', '.join(self.variables)} in {self.formula}; "
            "bind them by all or exists, or use names"
        )


class TooMuchBackgroundError(LogicError, ValueError):
    """Too much conflicting background to list its maximal consistent subsets.

    Parameters
    ----------
    count, limit
        The number of background formulas given and accepted.
    """

    def __init__(self, count: int, limit: int) -> None:
        super().__init__(count, limit)
        self.count, self.limit = count, limit

    def __str__(self) -> str:
        return (
            f"expected at most {self.limit} background formulas when they contradict the premises, got {self.count}; "
            "leave out what the hypothesis does not need"
        )


class ClashingDefaultsError(LogicError, ValueError):
    """Defaults that no ranking of worlds can accept together: none of the rules is compatible with the others."""

    def __init__(self, rules: tuple[str, ...]) -> None:
        super().__init__(rules)
        self.rules = rules

    def __str__(self) -> str:
        return (
            f"expected defaults of which some world verifies one and violates none, got {'; '.join(self.rules)}; "
            "give them weights, or make one of them more specific"
        )
