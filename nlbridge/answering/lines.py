"""Read and answer JSON Lines one by one; a failed line yields an error instead of a result."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from logic.errors import ReasoningError, brief

Row = dict[str, Any]
SHOWN: Final = 40
"""Characters of a faulty line that a message shows, and of a field name that are compared with known names."""
MOST_WARNED: Final = 10
"""Unknown fields of one request that the warnings name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the input, and its 1-based number."""

    number: int
    data: bytes


def lines_of(name: str) -> tuple[Line, ...]:
    """Return the lines that are not blank, of a file or, for `-`, of standard input."""
    if name == "-":
        data = sys.stdin.buffer.read()
    else:
        path = Path(name)
        if not path.is_file():
            message = f"expected a JSON Lines file, got {name}, which is not a file; check the name"
            raise FileNotFoundError(message)
        if path.suffix.lower() in {".csv", ".tsv", ".parquet", ".xlsx"}:
            message = f"expected JSON Lines, got the table {name}; judge its rows as in docs/how-to/data-frames.md"
            raise ReasoningError(message)
        data = path.read_bytes()
    data = data.removeprefix(b"\xef\xbb\xbf")
    if not data.strip():
        sys.stderr.write(f"causalcore: {'standard input' if name == '-' else name} has no lines\n")
    parts = data.split(b"\n")
    return tuple(Line(number=number, data=part) for number, part in enumerate(parts, 1) if part.strip())


def answered(line: Line, refused: Exception) -> Row:
    """Return the row for a line that could not be processed."""
    if isinstance(refused, RecursionError):
        message = f"line {line.number}: expected shallow JSON, got endless nesting; flatten it"
    elif isinstance(refused, ReasoningError | OSError):
        message = one_line(str(refused))
    else:
        message = one_line(f"internal error: {type(refused).__name__}: {refused}; please report it")
    return {"id": id_of(line), "error": message}


def one_line(message: str) -> str:
    """Put a message on one line, without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in message).split())


def object_of(line: Line) -> Mapping[str, Any]:
    """Return the JSON object that a line holds."""
    try:
        row = read_json(line.data)
    except MalformedDocumentError as broken:
        start = brief(line.data.decode(errors="replace"), SHOWN)
        message = f"line {line.number}: expected a JSON object, got {start} ({broken.came}); correct the line"
        raise ReasoningError(message) from broken
    if not isinstance(row, Mapping):
        message = f"line {line.number}: expected a JSON object, got {brief(row)}; write one object on each line"
        raise ReasoningError(message)
    return row


def id_of(line: Line) -> object:
    """Return the id of a line, or None if it has none that can be read.

    Examples
    --------
    >>> id_of(Line(number=1, data=b'{"id": "a"}')), id_of(Line(number=2, data=b"[]"))
    ('a', None)
    """
    with suppress(ReasoningError, RecursionError):
        return object_of(line).get("id")
    return None


def answers_to(lines: Iterable[Line], work: Callable[[Mapping[str, Any], int], Mapping[str, Any]]) -> Iterator[Row]:
    """Yield what `work` makes of the object and number of each line, or the error if it fails."""
    for line in lines:
        try:
            row = object_of(line)
            yield {"id": row.get("id"), **work(row, line.number)}
        except Exception as refused:  # noqa: BLE001  a defect in one line must not cost the others
            yield answered(line, refused)


def answer_file(name: str, fields: Sequence[str], answers: Callable[[Iterable[Line]], Iterator[Row]]) -> int:
    """Print the answers to the lines of a file as they come; return 2 if any line failed, else 0.

    Fields other than `fields` are reported on standard error, once each. `answers` yields a row or an error for each
    line, in order.
    """
    lines = lines_of(name)
    warn_of_unknown_fields(lines, fields)
    code = 0
    for line, row in zip(lines, answers(lines), strict=True):
        result = sound(row, line)
        code = 2 if "error" in result else code
        sys.stdout.write(dumped(result) + "\n")
        sys.stdout.flush()
    return code


def warn_of_unknown_fields(lines: Iterable[Line], known: Sequence[str]) -> None:
    """Print a warning for each unknown field of a batch, with the first line that has it."""
    first: dict[str, int] = {}
    for line in lines:
        with suppress(ReasoningError, RecursionError):
            for name in object_of(line):
                if name not in known:
                    first.setdefault(name, line.number)
    for name, number in first.items():
        sys.stderr.write(f"causalcore: {one_line(warning(name, known, f' on line {number}'))}\n")


def unknown_fields(row: Iterable[str], known: Sequence[str]) -> list[str]:
    """Return a warning for each field of a request that nothing reads.

    Examples
    --------
    >>> unknown_fields({"id": 1, "hadd": "the pump not failed"}, ("id", "had"))
    ["expected the fields id, had, got 'hadd', which is ignored; did you mean 'had'?"]
    """
    unknown = [name for name in row if name not in known]
    warnings = [warning(name, known) for name in unknown[:MOST_WARNED]]
    if (more := len(unknown) - MOST_WARNED) > 0:
        warnings.append(f"expected the fields {', '.join(known)}, got {more} more that are ignored; remove them")
    return warnings


def warning(name: str, known: Sequence[str], place: str = "") -> str:
    """Return a message about an unknown field, with the field that may be meant; `place` names its line in a batch."""
    near = get_close_matches(name[:SHOWN], known, n=1)
    cure = f"did you mean {near[0]!r}?" if near else "correct its name or remove it"
    return f"expected the fields {', '.join(known)}, got {brief(name)}{place}, which is ignored; {cure}"


def sound(row: Row, line: Line) -> Row:
    """Return the row, or an error if it cannot be written as JSON.

    Examples
    --------
    >>> sound({"id": float("nan")}, Line(number=2, data=b""))["error"]
    'line 2: internal error: expected an answer that is JSON, got ValueError; please report it'
    """
    try:
        dumped(row)
    except (ValueError, TypeError, RecursionError) as broken:
        kind = type(broken).__name__
        message = f"line {line.number}: internal error: expected an answer that is JSON, got {kind}; please report it"
        return {"id": None, "error": message}
    return row


def dumped(row: Row) -> str:
    """Write a row as one line of JSON, escaped if it cannot be encoded as UTF-8."""
    text = json.dumps(row, ensure_ascii=False, allow_nan=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(row, allow_nan=False)
    return text
