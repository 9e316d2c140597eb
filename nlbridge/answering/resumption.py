"""A batch that is written to a file, and goes on after the last whole line when it is started again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nlbridge.answering.lines import Line, Row, dumped
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from nlbridge.answering.request import Settings

    Work = Callable[..., Row]


class OtherBatchError(BridgeError, ValueError):
    """A file that holds the answers of another batch."""


def identity(lines: Iterable[Line], work: Work, settings: Settings) -> dict[str, str]:
    """Return what decides the answers of a batch: its lines, what is done with them, how, and by which version.

    Examples
    --------
    >>> from nlbridge.answering.line_work import rubric_line
    >>> from nlbridge.answering.request import Settings
    >>> identity([Line(number=1, data=b"{}")], rubric_line, Settings())["work"]
    'rubric_line'
    """
    digest = sha256()
    for line in lines:
        digest.update(b"%d %d\n" % (line.number, len(line.data)) + line.data)
    return {
        "lines": digest.hexdigest(),
        "work": work.__name__,
        "settings": _said(settings),
        "version": project_version(),
    }


def project_version() -> str:
    """Return the version of causalcore that runs here."""
    try:
        return version("causalcore")
    except PackageNotFoundError:
        return "not installed"


def _said(settings: Settings) -> str:
    """Write down how texts are read; of an endpoint its model alone."""
    said = {one.name: getattr(settings, one.name) for one in fields(settings) if one.name != "endpoint"}
    model = {} if settings.endpoint is None else {"model": settings.endpoint.name}
    return json.dumps(said | model)


def resumed(
    path: Path, lines: Sequence[Line], asked: dict[str, str], rest: Callable[[tuple[Line, ...]], Iterable[Row]]
) -> Iterator[Row]:
    """Yield the row of every line, in order; what the file holds is not worked on again, the rest is added to it.

    A line that a kill tore is cut off and its row made again. Beside the file, `NAME.batch` says which batch it is of.

    Parameters
    ----------
    asked
        Who the batch is; see `identity`.
    rest
        Answers the lines that are left.

    Raises
    ------
    OtherBatchError
        If the file was written by another batch, or by hand.
    """
    _claim(path, asked)
    done = _rows(path)
    if len(done) > len(lines):
        message = f"expected at most {len(lines)} answers in {path}, got {len(done)}; name another file with --out"
        raise OtherBatchError(message)
    yield from done
    with path.open("ab") as file:
        for row in rest(tuple(lines[len(done) :])):
            file.write(dumped(row).encode() + b"\n")
            file.flush()
            yield row


def _claim(path: Path, asked: dict[str, str]) -> None:
    """Write down whose file it is, or refuse one of somebody else."""
    mark = path.with_name(f"{path.name}.batch")
    if not path.exists():
        partial = mark.with_name(f"{mark.name}.partial")
        partial.write_text(json.dumps(asked, indent=1) + "\n", encoding="utf-8")
        partial.replace(mark)
        path.touch()
        return
    try:
        there = json.loads(mark.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        there = None
    if there != asked:
        differ = ", ".join(name for name in asked if not isinstance(there, dict) or there.get(name) != asked[name])
        message = f"expected {path} to be of this batch, got one with another {differ}; name another file with --out"
        raise OtherBatchError(message)


def _rows(path: Path) -> list[Row]:
    """Return the rows that a file holds, after cutting off a last line that a kill tore."""
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    found: list[Row] = []
    for number, line in enumerate(whole.split(b"\n")[:-1], 1):
        row: Any = None
        with suppress(ValueError):
            row = json.loads(line)
        if not isinstance(row, dict):
            message = (
                f"expected an answer on line {number} of {path}, got {line[:60]!r}; remove that file and start anew"
            )
            raise OtherBatchError(message)
        found.append(row)
    return found
