"""Errors of the causal layer, each also a matching builtin."""

from __future__ import annotations

from logic.errors import ReasoningError, brief, listed


def _around(cycle: tuple[str, ...]) -> str:
    """Write a cycle; for a long one, its beginning and end."""
    return " -> ".join(cycle if len(cycle) <= 20 else (*cycle[:10], "...", *cycle[-5:]))


class CausalError(ReasoningError):
    """Wrong input to `causalcore`."""


class MalformedScenarioError(CausalError, ValueError):
    """A scenario that breaks a rule of its format: an unknown id, a bad value, a bad span."""


class MalformedDocumentError(CausalError, ValueError):
    """A text that is not JSON or YAML, or exceeds a limit; correct it, or cut it down.

    Parameters
    ----------
    came
        What is wrong with it, in a few words that fit into a longer message.
    """

    def __init__(self, came: str) -> None:
        super().__init__(came)
        self.came = came

    def __str__(self) -> str:
        return f"expected a document within limits, got {self.came}; correct it"


class FileInUseError(CausalError, OSError):
    """A file that another process is writing; wait for it, or name another file.

    Parameters
    ----------
    path, holder
        The file, and what is known about the process.
    """

    def __init__(self, path: str, holder: str) -> None:
        super().__init__(path, holder)
        self.path, self.holder = path, holder

    def __str__(self) -> str:
        return (
            f"expected {self.path} for this process alone, got it in use by {self.holder}; wait until that ends, "
            "or name another file"
        )


class CyclicModelError(CausalError, ValueError):
    """Causes that form a cycle.

    Parameters
    ----------
    cycle
        Names along the cycle, the first repeated at the end.
    """

    def __init__(self, cycle: tuple[str, ...]) -> None:
        super().__init__(cycle)
        self.cycle = cycle

    def __str__(self) -> str:
        return f"expected an acyclic graph, got the cycle {_around(self.cycle)}; remove or turn one of its links"


class OutsideDomainError(CausalError, ValueError):
    """A value that a variable cannot take.

    Parameters
    ----------
    name, value
        The variable, and the requested value.
    domain
        The values that it can take.
    row
        For a mechanism that leaves its domain: the values of its parents.
    """

    def __init__(self, name: str, value: str, domain: tuple[str, ...], row: str = "") -> None:
        super().__init__(name, value, domain, row)
        self.name, self.value, self.domain, self.row = name, value, domain, row

    def __str__(self) -> str:
        prefix = f"expected a value of {self.name} in {{{listed(self.domain)}}}"
        is_switch = set(self.domain) == {"false", "true"} and str(self.value).lower() in {"no", "yes", "off", "on"}
        hint = "; in YAML, put no, yes, on and off in quotes" if is_switch else ""
        if self.row:
            cure = "extend the domain or change the mechanism"
            return f"{prefix} where {self.row}, got {listed([self.value])}; {cure}{hint}"
        example = f"{self.name}={self.domain[0]}" if self.domain else "another value"
        return f"{prefix}, got {listed([self.value])}; write for example {example}, or extend the domain{hint}"


class InvalidInterventionError(CausalError, ValueError):
    """An intervention on something that cannot be set."""


class ContradictoryScenarioError(CausalError, ValueError):
    """Facts and constraints that no mechanism satisfies; `core` are English sentences that cannot all hold."""

    def __init__(self, core: tuple[str, ...]) -> None:
        super().__init__(core)
        self.core = core

    def __str__(self) -> str:
        return (
            "expected facts and links that can hold together, got a contradiction between: "
            f"{'; '.join(self.core)}; weaken or remove one of them"
        )


class FormulaValueError(CausalError, TypeError):
    """A formula that meets a value it cannot compute with.

    Parameters
    ----------
    expected, came, advice
        What the operator needs, what it got, and what to try.
    """

    def __init__(self, expected: str, came: str, advice: str) -> None:
        super().__init__(expected, came, advice)
        self.expected, self.came, self.advice = expected, came, advice

    def __str__(self) -> str:
        return f"expected {self.expected} in a formula, got {self.came}; {self.advice}"


class MalformedModelError(CausalError, ValueError):
    """A fully specified model that breaks a rule: probabilities, values, names or mechanisms."""


class TooLargeError(MalformedModelError):
    """A question whose tables would be too large to keep.

    Parameters
    ----------
    cells, most
        The number of cells, and the most that are allowed.
    width
        The number of variables in the largest table.
    """

    def __init__(self, cells: int, most: int, width: int) -> None:
        super().__init__(cells, most, width)
        self.cells, self.most, self.width = cells, most, width

    def __str__(self) -> str:
        return (
            f"expected a query whose tables stay under {self.most} cells, got {self.cells} at width {self.width}; "
            "observe more variables or ask about fewer worlds"
        )


class UnknownNameError(CausalError, LookupError):
    """A name that the model does not have.

    Parameters
    ----------
    name
        The requested name.
    known, cure
        The names that exist, and what to do.
    """

    def __init__(self, name: str, known: tuple[str, ...], cure: str = "correct the spelling or add it") -> None:
        super().__init__(name, known, cure)
        self.name, self.known, self.cure = name, known, cure

    def __str__(self) -> str:
        choices, actual = listed(self.known, 40), listed([self.name])
        return f"expected one of the names {choices}, got {actual}; {self.cure}"


class ImpossibleEvidenceError(CausalError, ValueError):
    """Evidence that has probability zero in the model.

    Parameters
    ----------
    clash
        A minimal set of the given facts that cannot hold together.
    """

    def __init__(self, clash: tuple[str, ...]) -> None:
        super().__init__(clash)
        self.clash = clash

    def __str__(self) -> str:
        return (
            "expected evidence that can occur in the model, got facts with probability zero: "
            f"{'; '.join(self.clash[:12])}; drop or correct one of them"
        )


class QuerySyntaxError(CausalError, ValueError):
    """A query or claim that cannot be read.

    Parameters
    ----------
    expected, came
        What the grammar expects and what the text has there.
    column
        Where reading fails, counted from 1.
    """

    def __init__(self, expected: str, came: str, text: str, column: int) -> None:
        super().__init__(expected, came, text, column)
        self.expected, self.came, self.text, self.column = expected, came, text, column

    def __str__(self) -> str:
        place = f"column {self.column} of {brief(self.text, 180)}"
        return f"expected {self.expected[:400]}, got {self.came[:90]} at {place}; correct the query"


class QueryTypeError(CausalError, TypeError):
    """Something that is not a query: neither a text nor, for a model, a result of `parse_query`."""


class NotIdentifiableError(CausalError, ValueError):
    """A quantity that the model does not determine, with what would determine it."""


class UnknownMechanismError(NotIdentifiableError):
    """A conditional table where a mechanism is needed, because a question reads it in two worlds.

    Parameters
    ----------
    name
        The variable with the table.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return (
            f"expected a mechanism for {self.name}, got a conditional table, which says nothing about what the same "
            f"case of {self.name} would do under other parents; give its noise and formula, or ask for bounds"
        )


class ContradictoryAssumptionsError(CausalError, ValueError):
    """Assumptions, as text, that no model with the given tables satisfies."""

    def __init__(self, assumptions: tuple[str, ...]) -> None:
        super().__init__(assumptions)
        self.assumptions = assumptions

    def __str__(self) -> str:
        listed = "; ".join(self.assumptions)
        return f"expected assumptions that fit the tables, got {listed}, which no model with them satisfies; drop one"


class ProgramFailedError(CausalError, RuntimeError):
    """A program that raises on inputs declared possible.

    Parameters
    ----------
    run, reason
        The call, and what it raised.
    """

    def __init__(self, run: str, reason: str) -> None:
        super().__init__(run, reason)
        self.run, self.reason = run, reason

    def __str__(self) -> str:
        return f"expected a result of {self.run}, got {self.reason}; fix the program or leave those inputs out"


class HypothesisMissingError(CausalError, ImportError):
    """Hypothesis is not installed, and a claim about a program cannot be tested without it."""

    def __str__(self) -> str:
        return "expected Hypothesis to be installed, got none; pip install hypothesis"


class ClaimsSyntaxError(CausalError, ValueError):
    """A list of claims that is empty or has lines that cannot be read.

    Parameters
    ----------
    faults
        What is wrong on each line, with its 1-based number.
    """

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        if not self.faults:
            return "expected at least one claim, got none; write one a line, such as causes(rain, wet)"
        return "; ".join(self.faults)


class ClaimNamesError(CausalError, LookupError):
    """Claims about names or values that the subject does not have; correct the lines; each fault is listed once.

    Parameters
    ----------
    faults
        What was expected and what the claims say, with the lines.
    """

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        return "; ".join(self.faults)


class LanguageSideMissingError(CausalError, ImportError):
    """A name that is defined above the engine, but no installed package defines it.

    Parameters
    ----------
    name
        The requested name.
    why
        The cause: a folder that hides a package, or a failed import.
    """

    def __init__(self, name: str, why: str = "") -> None:
        super().__init__(name, why)
        self.name, self.why = name, why

    def __str__(self) -> str:
        if self.why:
            return f"expected the language side of causalcore for {self.name}, got none: {self.why}"
        return (
            f"expected the language side of causalcore to be installed for {self.name}, got none; "
            "install the whole package: pip install causalcore, or in a clone: pip install ."
        )


class GraphSyntaxError(CausalError, ValueError):
    """A graph in DAGitty's notation or in DOT that cannot be read.

    Parameters
    ----------
    expected, came
        What the grammar expects and what the text has there.
    line, column
        Where reading fails, counted from 1.
    """

    def __init__(self, expected: str, came: str, line: int, column: int) -> None:
        super().__init__(expected, came, line, column)
        self.expected, self.came, self.line, self.column = expected, came, line, column

    def __str__(self) -> str:
        return (
            f"expected {self.expected}, got {self.came} at line {self.line}, column {self.column} of the graph; "
            "correct it, or write it in DAGitty's notation or in DOT"
        )


class DrawingFormatError(CausalError, ValueError):
    """A picture file whose suffix is of no known format."""
