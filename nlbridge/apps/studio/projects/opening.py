"""A file opened as a project: plain text, Markdown, CSV, a scenario, JSON Lines of texts, or CoBe's published JSON."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from causalcore.graphs.graph_file import GRAPHS
from causalcore.scenario.file import load_scenario, parse_document, scenario_from_dict, scenario_from_document
from causalcore.scenario.scenario import Scenario
from nlbridge.answering.input import checked, decoded
from nlbridge.apps.studio.document.document import Document, StudioError, WhatIf
from nlbridge.apps.studio.document.reading_operations import in_lines
from nlbridge.apps.studio.document.review_operations import LONGEST_TITLE, with_rewrites
from nlbridge.apps.studio.projects.project import MOST_TEXTS, Project

if TYPE_CHECKING:
    from pathlib import Path


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


LARGEST: Final = 64 * 2**20
"""Bytes of a file that is opened."""
_LINES: Final = frozenset({".jsonl", ".ndjson"})
_PAGES: Final = frozenset({".md", ".markdown"})
_OBJECTS: Final = frozenset({".json", ".yaml", ".yml"})
_REWRITES: Final = ("edit", "response", "rewrite")
"""Fields of a line that hold a rewrite."""


def open_project(path: Path | None) -> Project:
    """Open a file; without one, a project of one empty text.

    Raises
    ------
    FileNotFoundError
        If the file does not exist.
    StudioError
        If it is too large, or no form that is known.
    """
    if path is None:
        return Project(name="", texts=(Document(id="1", read=True),))
    if not path.is_file():
        message = f"expected a file of texts, got {path}, which is not a file; check the name"
        raise FileNotFoundError(message)
    if path.stat().st_size > LARGEST:
        message = f"expected a file of at most {LARGEST // 2**20} MiB, got {path.stat().st_size} bytes; split it"
        raise StudioError(message)
    if path.suffix.lower() in GRAPHS:
        texts: tuple[Document, ...] = (Document(id="1", scenario=load_scenario(path), read=True),)
    else:
        texts = texts_in(path.name, decoded(path.read_bytes(), path.name))
    return Project(name=path.name, texts=texts)


def texts_in(name: str, content: str) -> tuple[Document, ...]:
    """Return the texts that a file holds.

    Parameters
    ----------
    name
        The name of the file, whose suffix says what form it has.

    Raises
    ------
    StudioError, MalformedScenarioError, UnreadableTextError
        If it has another form, or holds no text, or too many.

    Examples
    --------
    >>> [text.text for text in texts_in("story.txt", "It rained.")]
    ['It rained.']
    """
    texts = _texts(name, content)
    if not 0 < len(texts) <= MOST_TEXTS:
        message = f"expected 1 to {MOST_TEXTS} texts in {name}, got {len(texts)}; choose another file, or split it"
        raise StudioError(message)
    return texts


def _texts(name: str, content: str) -> tuple[Document, ...]:
    suffix = PurePath(name).suffix.lower()
    if suffix == ".csv":
        return _named([_of_row(row, f"row {k} of {name}") for k, row in enumerate(table_rows(content), 1)])
    if suffix in _PAGES:
        return tuple(
            Document(
                id=str(k), scenario=Scenario(text=in_lines(checked(passage.text))), title=passage.title[:LONGEST_TITLE]
            )
            for k, passage in enumerate(passages(content), 1)
        )
    if suffix in _LINES:
        rows = [(number, line) for number, line in enumerate(content.split("\n"), 1) if line.strip()]
        return _named([_of_line(line, f"line {number} of {name}") for number, line in rows])
    if suffix in _OBJECTS:
        data = _json(content, name) if suffix == ".json" else parse_document(content, name)
        if isinstance(data, list):
            return _named([_of_item(one, f"item {k} of {name}") for k, one in enumerate(data, 1)])
        given = scenario_from_document(data)
        return (Document(id="1", scenario=replace(given, text=in_lines(given.text)), read=True),)
    return (Document(id="1", scenario=Scenario(text=in_lines(checked(content)))),)


def _named(found: list[tuple[str, Document]]) -> tuple[Document, ...]:
    """Give each text an id of its own: that of the file, or its place; one that came before gets a number."""
    taken: dict[str, Document] = {}
    for place, (name, document) in enumerate(found, 1):
        wanted = name or str(place)
        unique, number = wanted, 2
        while unique in taken:
            unique, number = f"{wanted}-{number}", number + 1
        taken[unique] = replace(document, id=unique)
    return tuple(taken.values())


def _json(text: str, where: str) -> object:
    try:
        return read_json(text)
    except MalformedDocumentError as broken:
        message = f"expected JSON in {where}, got something else ({broken.came}); correct it"
        raise StudioError(message) from broken


def _object(data: object, where: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        message = f"expected an object in {where}, got {type(data).__name__}; write one object for each text"
        raise StudioError(message)
    return data


def _of_line(line: str, where: str) -> tuple[str, Document]:
    """Read `{"id", "text" or "scenario", "had" or "query" or "do", "edit" or "edits"}`."""
    return _of_row(_object(_json(line, where), where), where)


def _of_row(row: Mapping[str, Any], where: str) -> tuple[str, Document]:
    given = row.get("scenario")
    scenario = scenario_from_dict(given) if given is not None else Scenario(text=_text(row.get("text"), where))
    what_if = _what_if(row, where)
    texts = [row[name] for name in _REWRITES if name in row] + list(row.get("edits") or ())
    rewrites = with_rewrites((), [_text(text, where) for text in texts])
    document = Document(id="", scenario=scenario, what_if=what_if, rewrites=rewrites, read=given is not None)
    return _id(row), replace(document, title=str(row.get("title") or "")[:LONGEST_TITLE])


def _id(row: Mapping[str, Any]) -> str:
    return str(row["id"])[:60] if isinstance(row.get("id"), str | int) else ""


def _what_if(row: Mapping[str, Any], where: str) -> WhatIf | None:
    if row.get("do"):
        values = {
            name: str(value).lower() if isinstance(value, bool) else value
            for name, value in _object(row["do"], where).items()
        }
        return WhatIf(do=tuple((name, _text(value, where)) for name, value in values.items()))
    if row.get("had"):
        return WhatIf(had=_text(row["had"], where))
    return WhatIf(query=_text(row["query"], where)) if row.get("query") else None


def _of_item(data: object, where: str) -> tuple[str, Document]:
    """Read an item of CoBe with its first query; responses that stand inside become rewrites."""
    item = _object(data, where)
    queries = item.get("Query")
    queries = [queries] if isinstance(queries, str) else queries
    if not isinstance(queries, list) or not queries:
        message = f'expected "Query" in {where}, got none; open CoBe\'s published JSON, or JSON Lines of texts'
        raise StudioError(message)
    given = [one.get("response", one.get("text")) for one in item.get("responses") or () if isinstance(one, Mapping)]
    responses = [text for text in given if isinstance(text, str) and text.strip()]  # Some models refuse to answer.
    document = Document(
        id="",
        scenario=Scenario(text=_text(item.get("Variation text"), where)),
        what_if=WhatIf(query=_text(queries[0], where)),
        rewrites=with_rewrites((), [_text(text, where) for text in responses]),
    )
    return f"{item.get('Core Set ID', '')}v{item.get('Variation ID', '')}".strip("v"), document


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        message = f"expected a text in {where}, got {type(value).__name__}; correct it"
        raise StudioError(message)
    return in_lines(checked(value, f"text in {where}"))
