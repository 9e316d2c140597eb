"""Read files of texts (plain text, Markdown, CSV, scenarios, JSON Lines, CoBe's JSON) and of rewrites.

Examples
--------
>>> [text.text for text in texts_in("story.txt", "It rained.")]
['It rained.']
>>> line = '{"id": "q1", "text": "It rained.", "had": "it not rained", "edit": "It was dry.", "model": "m"}'
>>> [(row.item, row.model, row.edit) for row in rows_in("edits.jsonl", line.encode())]
[('q1', 'm', 'It was dry.')]
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import PurePath
from typing import Any, Final

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from causalcore.files.text_file import unmarked
from causalcore.scenario.file import parse_document, scenario_from_dict, scenario_from_document
from causalcore.scenario.scenario import Scenario
from logic.errors import brief
from nlbridge.answering.input import checked, decoded
from nlbridge.answering.lines import dumped
from nlbridge.apps.studio.document.document import Document, StudioError, WhatIf
from nlbridge.apps.studio.document.reading_operations import in_lines
from nlbridge.apps.studio.document.review_operations import LONGEST_TITLE, with_rewrites

MOST_TEXTS: Final = 10_000
MOST_ROWS: Final = 20_000
"""Most rewrites in a table."""
MODELS: Final = ("model", "system", "generator")
"""Fields that name the author of a rewrite; the first one present counts."""
SUPPOSED: Final = ("text", "scenario", "had", "query", "do")
"""Fields of the original text and its what-if."""
KINDS: Final = (".jsonl", ".ndjson", ".json", ".csv", ".parquet")
"""Suffixes of files of rewrites."""
REWRITES: Final = ("edit", "response", "rewrite")
"""Fields of a row that hold a rewrite."""
_HEADING: Final = re.compile(r"^\s{0,3}#{1,6}\s+(.+?)\s*#*\s*$")
_FENCE: Final = re.compile(r"^\s{0,3}(```|~~~)")
_BEFORE: Final = re.compile(r"^\s*(?:>\s?|[-*+]\s+|\d+[.)]\s+)+")
_LINK: Final = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_MARKS: Final = re.compile(r"(\*\*|__|\*|(?<!\w)_|_(?!\w)|`|~~)")


def json_in(text: str | bytes, where: str, expected: str = "JSON", cure: str = "correct it") -> Any:
    """Parse JSON; a `StudioError` names the place of a fault."""
    try:
        return read_json(text)
    except MalformedDocumentError as broken:
        message = f"expected {expected} in {where}, got something else ({broken.came}); {cure}"
        raise StudioError(message) from broken


def object_in(data: object, where: str, expected: str = "an object", cure: str = "correct it") -> Mapping[str, Any]:
    """Return a JSON object, or raise `StudioError` for any other value."""
    if not isinstance(data, Mapping):
        message = f"expected {expected} in {where}, got {type(data).__name__}; {cure}"
        raise StudioError(message)
    return data


def lines_in(name: str, content: str) -> list[tuple[str, str]]:
    """Return the lines that are not blank, each after its place, such as `line 3 of texts.jsonl`."""
    lines = enumerate(content.split("\n"), 1)
    return [(f"line {number} of {name}", line) for number, line in lines if line.strip()]


def table_rows(name: str, content: str, needed: str = "") -> list[tuple[str, dict[str, str]]]:
    """Return the rows of a CSV file keyed by its first line, each after its place."""
    reader = csv.DictReader(io.StringIO(unmarked(content)), skipinitialspace=True)
    names = [str(column).strip() for column in reader.fieldnames or ()]
    if needed and needed not in names:
        message = (
            f"expected a column called {needed}, got {', '.join(names)[:80] or 'none'}; name the columns in line 1"
        )
        raise StudioError(message)
    reader.fieldnames = names
    return [
        (f"row {number} of {name}", {column: value for column, value in row.items() if column and value})
        for number, row in enumerate(reader, 1)
    ]


def texts_in(name: str, content: str) -> tuple[Document, ...]:
    """Return the texts in a file."""
    texts = _texts(name, content)
    if not 0 < len(texts) <= MOST_TEXTS:
        message = f"expected 1 to {MOST_TEXTS} texts in {name}, got {len(texts)}; choose another file, or split it"
        raise StudioError(message)
    return texts


def _texts(name: str, content: str) -> tuple[Document, ...]:
    suffix = PurePath(name).suffix.lower()
    if suffix == ".csv":
        return _named([_of_row(row, where) for where, row in table_rows(name, content, "text")])
    if suffix in {".md", ".markdown"}:
        texts = [
            Document(id="", scenario=_unread(text), title=title[:LONGEST_TITLE]) for title, text in _passages(content)
        ]
        return _named(texts)
    if suffix in {".jsonl", ".ndjson"}:
        return _named([_of_row(json_in(line, where), where) for where, line in lines_in(name, content)])
    if suffix in {".json", ".yaml", ".yml"}:
        data = json_in(content, name) if suffix == ".json" else parse_document(content, name)
        if isinstance(data, list):
            return _named([_of_item(item, f"item {place} of {name}") for place, item in enumerate(data, 1)])
        given = scenario_from_document(data)
        return _named([Document(id="", scenario=replace(given, text=in_lines(given.text)), read=True)])
    return _named([Document(id="", scenario=_unread(content))])


def _unread(text: str) -> Scenario:
    return Scenario(text=in_lines(checked(text)))


def _passages(content: str) -> list[tuple[str, str]]:
    """Return each Markdown heading with the text below it, without markup, code and empty parts."""
    passages: list[tuple[str, str]] = []
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
            passages.append((title, text))
        title, lines = _unmarked(heading[1]), []
    return passages


def _plain(lines: list[str]) -> str:
    """Join the lines of each paragraph and remove the markup."""
    paragraphs = re.split(r"\n\s*\n", "\n".join(lines))
    plain = [" ".join(_unmarked(_BEFORE.sub("", line)).strip() for line in part.split("\n")) for part in paragraphs]
    return "\n\n".join(part.strip() for part in plain if part.strip())


def _unmarked(words: str) -> str:
    return _MARKS.sub("", _LINK.sub(r"\1", words))


def _named(documents: Sequence[Document]) -> tuple[Document, ...]:
    """Give each text a unique id: that of the file, or its place, with a number if it is a duplicate."""
    by_id: dict[str, Document] = {}
    for place, document in enumerate(documents, 1):
        wanted = document.id or str(place)
        unique, number = wanted, 2
        while unique in by_id:
            unique, number = f"{wanted}-{number}", number + 1
        by_id[unique] = replace(document, id=unique)
    return tuple(by_id.values())


def _of_row(data: object, where: str) -> Document:
    """Read `{"id", "title", "text" or "scenario", "had" or "query" or "do", "edit" or "edits"}`."""
    row = object_in(data, where, cure="write one object for each text")
    given = row.get("scenario")
    edits = [row[name] for name in REWRITES if name in row] + list(row.get("edits") or ())
    return Document(
        id=id_of(row),
        scenario=Scenario(text=_text(row.get("text"), where)) if given is None else scenario_from_dict(given),
        what_if=_what_if(row, where),
        rewrites=with_rewrites((), [_text(text, where) for text in edits]),
        read=given is not None,
        title=str(row.get("title") or "")[:LONGEST_TITLE],
    )


def id_of(row: Mapping[str, Any]) -> str:
    """Return the id of a row as text; empty if it has none."""
    return str(row["id"])[:60] if isinstance(row.get("id"), str | int) else ""


def _what_if(row: Mapping[str, Any], where: str) -> WhatIf | None:
    if row.get("do"):
        given = object_in(row["do"], where).items()
        values = ((name, str(value).lower() if isinstance(value, bool) else value) for name, value in given)
        return WhatIf(do=tuple((name, _text(value, where)) for name, value in values))
    if row.get("had"):
        return WhatIf(had=_text(row["had"], where))
    return WhatIf(query=_text(row["query"], where)) if row.get("query") else None


def _of_item(data: object, where: str) -> Document:
    """Read an item of CoBe with its first query; its responses become rewrites."""
    item = object_in(data, where)
    queries = item.get("Query")
    queries = [queries] if isinstance(queries, str) else queries
    if not isinstance(queries, list) or not queries:
        message = f'expected "Query" in {where}, got none; open CoBe\'s published JSON, or JSON Lines of texts'
        raise StudioError(message)
    given = [row.get("response", row.get("text")) for row in item.get("responses") or () if isinstance(row, Mapping)]
    responses = [text for text in given if isinstance(text, str) and text.strip()]  # Some models refuse to answer.
    return Document(
        id=f"{item.get('Core Set ID', '')}v{item.get('Variation ID', '')}".strip("v"),
        scenario=Scenario(text=_text(item.get("Variation text"), where)),
        what_if=WhatIf(query=_text(queries[0], where)),
        rewrites=with_rewrites((), [_text(text, where) for text in responses]),
    )


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        message = f"expected a text in {where}, got {type(value).__name__}; correct it"
        raise StudioError(message)
    return in_lines(checked(value, f"text in {where}"))


@dataclass(frozen=True, slots=True, kw_only=True)
class RewriteRow:
    """One rewrite by a model, of what is `asked` in the fields of `verify --jsonl`.

    `item` names the text with its what-if; two models are compared on the same items.
    """

    item: str
    model: str
    asked: Mapping[str, Any]
    edit: str

    @property
    def text(self) -> str:
        """The original text."""
        given = self.asked.get("text")
        return given if isinstance(given, str) else str((self.asked.get("scenario") or {}).get("text", ""))

    @property
    def line(self) -> dict[str, Any]:
        """The row in the form of `verify --jsonl`."""
        return {"id": self.item, **self.asked, "edit": self.edit}


def rows_in(name: str, content: bytes, of: Mapping[str, Any] | None = None) -> tuple[RewriteRow, ...]:
    """Return the rewrites in a JSON, JSON Lines, CSV or Parquet file; `of` supplies the text for rows without one."""
    rows = tuple(
        _row(given, f"row {number} of {name}", PurePath(name).stem, of or {})
        for number, given in enumerate(_objects(name, content), 1)
    )
    if not 0 < len(rows) <= MOST_ROWS:
        message = f"expected 1 to {MOST_ROWS} rewrites in {name}, got {len(rows)}; choose another file, or split it"
        raise StudioError(message)
    return rows


def _objects(name: str, content: bytes) -> Iterable[object]:
    suffix = PurePath(name).suffix.lower()
    if suffix not in KINDS:
        message = f"expected the name of a file in {', '.join(KINDS)}, got {brief(name)}; convert it, or rename it"
        raise StudioError(message)
    if suffix == ".parquet":
        return _parquet(name, content)
    text = decoded(content, name)
    if suffix == ".csv":
        return [row for _, row in table_rows(name, text)]
    if suffix == ".json":
        whole = json_in(text, name)
        return whole if isinstance(whole, list) else [whole]
    return [json_in(line, where) for where, line in lines_in(name, text)]


def _parquet(name: str, content: bytes) -> list[Any]:
    from nlbridge.asking.options import library

    library("pyarrow", "Parquet files in the studio", "parquet")
    import pyarrow.lib
    import pyarrow.parquet

    try:
        return list(pyarrow.parquet.read_table(io.BytesIO(content)).to_pylist())
    except pyarrow.lib.ArrowException as broken:
        message = f"expected Parquet in {name}, got something else ({str(broken)[:80]}); write it anew"
        raise StudioError(message) from broken


def _row(data: object, where: str, stem: str, of: Mapping[str, Any]) -> RewriteRow:
    given = object_in(data, where, cure="write one object for each rewrite")
    edit = next((given[name] for name in REWRITES if isinstance(given.get(name), str)), None)
    if edit is None or not edit.strip():
        message = f"expected a rewrite as {' or '.join(REWRITES)} in {where}, got none; add it"
        raise StudioError(message)
    asked = {name: given[name] for name in SUPPOSED if given.get(name)}
    if "text" not in asked and "scenario" not in asked:
        asked = dict(of)
    if not asked:
        message = f"expected a text in {where}, got none; add text and had, or open a text and its what-if first"
        raise StudioError(message)
    if "text" in asked:
        if not isinstance(asked["text"], str):
            message = f"expected text in {where}, got {type(asked['text']).__name__}; correct it"
            raise StudioError(message)
        asked["text"] = in_lines(asked["text"])
    model = next((str(given[name])[:60] for name in MODELS if given.get(name)), stem[:60])
    mark = sha256(dumped(asked).encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return RewriteRow(item=id_of(given) or mark, model=model, asked=asked, edit=in_lines(edit))
