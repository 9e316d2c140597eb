r"""Files that people write by hand: Markdown with a text under each heading, and tables as CSV.

Examples
--------
>>> [(one.title, one.text) for one in passages("# Rain\n\nIt **rained**, so\n[it](x) leaked.\n")]
[('Rain', 'It rained, so it leaked.')]
>>> list(table_rows("text,had\nIt rained.,it not rained\n"))
[{'text': 'It rained.', 'had': 'it not rained'}]
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from nlbridge.apps.studio.document.document import StudioError

_HEADING: Final = re.compile(r"^\s{0,3}#{1,6}\s+(.+?)\s*#*\s*$")
_FENCE: Final = re.compile(r"^\s{0,3}(```|~~~)")
_BEFORE: Final = re.compile(r"^\s*(?:>\s?|[-*+]\s+|\d+[.)]\s+)+")
_LINK: Final = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_MARKS: Final = re.compile(r"(\*\*|__|\*|(?<!\w)_|_(?!\w)|`|~~)")


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with the heading above it."""

    title: str
    text: str


def passages(content: str) -> tuple[Passage, ...]:
    """Return the text under each heading of Markdown, its marks taken away; code is left out.

    Headings without a text below them are left out, too.
    """
    found: list[Passage] = []
    title, lines, fenced = "", list[str](), False
    for line in [*content.split("\n"), "# end"]:
        if _FENCE.match(line):
            fenced = not fenced
            continue
        heading = None if fenced else _HEADING.match(line)
        if heading is None:
            lines += [] if fenced else [line]
            continue
        if text := _plain(lines):
            found.append(Passage(title, text))
        title, lines = _unmarked(heading[1]), []
    return tuple(found)


def _plain(lines: list[str]) -> str:
    """Join the lines of each paragraph, and leave out the marks."""
    paragraphs = re.split(r"\n\s*\n", "\n".join(lines))
    joined = [" ".join(_unmarked(_BEFORE.sub("", line)).strip() for line in part.split("\n")) for part in paragraphs]
    return "\n\n".join(part.strip() for part in joined if part.strip())


def _unmarked(words: str) -> str:
    return _MARKS.sub("", _LINK.sub(r"\1", words))


def table_rows(content: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a CSV file by the names of its first line: text, and perhaps id, title, had, query, edit.

    Raises
    ------
    StudioError
        If no column is called text.
    """
    reader = csv.DictReader(io.StringIO(content.removeprefix("\ufeff")), skipinitialspace=True)
    names = [str(name).strip() for name in reader.fieldnames or ()]
    if "text" not in names:
        message = f"expected a column called text, got {', '.join(names)[:80] or 'none'}; name the columns in line 1"
        raise StudioError(message)
    reader.fieldnames = names
    for row in reader:
        yield {name: value for name, value in row.items() if isinstance(value, str) and value and name}
