"""Wrong usage of a command in one line: what was expected, what came, what to try.

Typer and Click word their errors differently from version to version; a message that fits no pattern stays as it is.
"""

from __future__ import annotations

import re
from typing import Any, Final

PATTERNS: Final = (
    (r"No such command '(.*?)'(?:\. Did you mean (.*)\?)?", "expected a command, got {0}; did you mean {1}?"),
    (
        r"No such option: (\S+)(?: \(Possible options: (.*)\)|,? Did you mean:? (.*)\?)?",
        "expected an option of this command, got {0}; did you mean {1}?",
    ),
    (
        r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)",
        "expected fewer arguments, got {0} as well; quote a text that has spaces",
    ),
    (r"Missing (argument|option) '(.*?)'.*", "expected the {0} {1}, got none; add it"),
    (r"Option '(.*)' requires an argument", "expected a value after {0}, got none; add it"),
    (r"Option '(.*)' requires (\d+) arguments", "expected {1} values after {0}, got fewer; add them"),
    (r"Option '(.*)' does not take a value", "expected {0} without a value, got one; leave it out"),
    (r"Invalid value: (expected .*)", "{0}"),
    (
        r"Invalid value for '(.*?)': (?:Value error, )?'(.*)' is not one of (.*)",
        "expected {0} to be one of {2}, got {1}; choose one of them",
    ),
    (r"Invalid value for '(.*?)': (\S+) is not in the range (.*)", "expected {0} in {2}, got {1}; correct it"),
    (
        r"Invalid value for '(.*?)': Input should be (.*?)(?:, unable to .*)?",
        "expected {0} to be {1}, got {came}; correct it",
    ),
)
"""Messages of Typer, Click and Pydantic, and how this program says the same; the first that fits counts."""
PLAIN: Final = {
    "greater than or equal to": "at least",
    "less than or equal to": "at most",
    "a valid integer": "a whole number",
    "a valid number": "a number",
}
"""Words of Pydantic, and plain ones."""
GUESS: Final = "; did you mean {1}?"


def misuse(message: str, *, came: str = "another value") -> str:
    """Say in one line what a usage error expected, what came and what to try.

    Parameters
    ----------
    came
        The refused value, for messages that do not repeat it.

    Examples
    --------
    >>> misuse("Invalid value for '--samples': Input should be greater than or equal to 1", came="0")
    'expected --samples to be at least 1, got 0; correct it'
    >>> misuse("No such command 'rubrik'. Did you mean 'rubric'?")
    'expected a command, got rubrik; did you mean rubric?'
    """
    message = message.strip().rstrip(".")
    for pattern, wording in PATTERNS:
        if fits := re.fullmatch(pattern, message, re.DOTALL):
            parts = [part.replace("'", "") if part else "" for part in fits.groups()]
            if GUESS in wording and not (near := next(filter(None, parts[1:]), "")):
                wording = wording.removesuffix(GUESS)
            elif GUESS in wording:
                parts[1] = near
            said = wording.format(*parts, came=came)
            for theirs, ours in PLAIN.items():
                said = said.replace(theirs, ours)
            return said
    return message


def misuse_of(wrong: Any) -> str:
    """Say what a usage error of Typer or Click means, with the command whose help to read."""
    faults: list[Any] = getattr(wrong.__cause__, "errors", list)()
    said = misuse(wrong.format_message(), came=str(faults[0].get("input")) if faults else "another value")
    names: list[str] = []
    context = wrong.ctx
    while context is not None and context.parent is not None:
        names, context = [str(context.info_name), *names], context.parent
    return f"{said}; see {' '.join(['causalcore', *names])} --help"
