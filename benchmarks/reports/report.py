"""Tables, charts and samples as Markdown and as one self-contained, escaped HTML page.

The page loads nothing: its policy allows only its own style and script, by digest.
"""

from __future__ import annotations

import base64
import html
import json
import re
import unicodedata
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from benchmarks.reports.charts import Bars, Curves, bars_svg, curves_svg
from causalcore.files.writing import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = [
    "Bars",
    "Cell",
    "Curves",
    "Details",
    "Diff",
    "Section",
    "Table",
    "escaped",
    "markdown",
    "page",
    "visible",
    "write",
]

_STYLE: Final = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "summary{min-width:11rem}"
    "table{border-collapse:collapse;margin:1rem 0}td,th{border:1px solid #ccc;padding:.3rem .6rem;text-align:left;"
    "vertical-align:top}th{background:#f3f3f3}svg{max-width:100%;height:auto}ins{background:#d9f2d9}"
    "del{background:#f7d9d9}.sortable th{cursor:pointer}.sortable th:not([aria-sort])::after{content:' \\2195';"
    "color:#aaa}.sortable th[aria-sort=ascending]::after{content:' \\25b2'}"
    ".sortable th[aria-sort=descending]::after{content:' \\25bc'}ul{margin:.2rem 0;padding-left:1.2rem}"
)
_SCRIPT: Final = (
    "const number=/^[-+]?\\d+(\\.\\d+)?$/;const order=(one,two)=>{const pair=[one,two].map(text=>"
    "number.test(text)?Number(text):null);if(pair[0]!==null&&pair[1]!==null)return pair[0]-pair[1];"
    "if(pair[0]!==null||pair[1]!==null)return pair[0]!==null?-1:1;"
    "return one.localeCompare(two,'en',{numeric:true})};"
    "const text=(row,place)=>row.cells[place].textContent.trim();"
    "document.querySelectorAll('table.sortable').forEach(table=>{const heads=[...table.tHead.rows[0].cells];"
    "heads.forEach((head,place)=>{head.tabIndex=0;const sort=()=>{"
    "const up=head.getAttribute('aria-sort')!=='ascending';heads.forEach(one=>one.removeAttribute('aria-sort'));"
    "head.setAttribute('aria-sort',up?'ascending':'descending');const body=table.tBodies[0];"
    "[...body.rows].sort((one,two)=>(up?1:-1)*order(text(one,place),text(two,place)))"
    ".forEach(row=>body.append(row))};"
    "head.addEventListener('click',sort);"
    "head.addEventListener('keydown',event=>{if(event.key==='Enter')sort()})})})"
)


_TOKEN: Final = re.compile(r"\s*(?:\w+(?:['’-]\w+)*|[^\w\s])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Diff:
    """A text before and after an edit, shown with removed and added words."""

    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """A summary, and lines that unfold on a click."""

    summary: str
    lines: tuple[str, ...]


Cell = str | Diff | Details


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table; if sortable, a click on a heading sorts it."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    sortable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading, words, and a table, bars or curves; Markdown omits charts."""

    title: str
    words: str = ""
    bars: Bars | None = None
    curves: Curves | None = None
    table: Table | None = None


def write(folder: Path, title: str, summary: Mapping[str, Any], sections: tuple[Section, ...]) -> None:
    """Write summary.json, report.md and report.html to a folder; a kill leaves each old or new, never torn."""
    texts = {
        "summary.json": json.dumps(summary, indent=1) + "\n",
        "report.md": markdown(title, sections),
        "report.html": page(title, sections),
    }
    for name, text in texts.items():
        write_whole(folder / name, text)


def markdown(title: str, sections: tuple[Section, ...]) -> str:
    """Write a report in Markdown."""
    parts = [f"# {_inline(title)}"]
    for section in sections:
        parts.append(f"## {_inline(section.title)}")
        if section.words:
            parts.append(_inline(section.words))
        if section.table:
            parts.append(_markdown_table(section.table))
    return "\n\n".join(parts) + "\n"


def page(title: str, sections: tuple[Section, ...]) -> str:
    """Write a report as an HTML page that loads nothing."""
    parts = []
    for section in sections:
        parts.append(f"<h2>{escaped(section.title)}</h2>")
        if section.words:
            parts.append(f"<p>{escaped(section.words)}</p>")
        if section.bars and section.bars.rows:
            parts.append(bars_svg(section.bars))
        if section.curves and section.curves.points:
            parts.append(curves_svg(section.curves))
        if section.table:
            parts.append(_html_table(section.table))
    sorts = any(section.table and section.table.sortable for section in sections)
    script = f"<script>{_SCRIPT}</script>" if sorts else ""
    allowed = f" script-src 'sha256-{_digest(_SCRIPT)}';" if sorts else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="default-src \'none\';{allowed} '
        "style-src 'unsafe-inline'\">"
        f"<title>{escaped(title)}</title><style>{_STYLE}</style></head>\n<body>\n<h1>{escaped(title)}</h1>\n"
        + "\n".join(parts)
        + f"\n{script}</body></html>\n"
    )


def escaped(text: str) -> str:
    """Escape external text for HTML, and drop control and direction characters.

    Examples
    --------
    >>> escaped('<script>"x"</script>')
    '&lt;script&gt;&quot;x&quot;&lt;/script&gt;'
    """
    return html.escape(visible(text), quote=True)


def visible(text: str) -> str:
    """Drop control, formatting and unassigned characters, except line breaks and tabs."""
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Co", "Cn"})


def _digest(script: str) -> str:
    return base64.b64encode(sha256(script.encode()).digest()).decode()


def _inline(text: str) -> str:
    plain = " ".join(visible(text).split())
    for character in "\\`*_[]<>|":
        plain = plain.replace(character, f"\\{character}")
    return plain


def _plain(cell: Cell) -> str:
    if isinstance(cell, Diff):
        return cell.after
    return cell.summary if isinstance(cell, Details) else cell


def _markdown_table(table: Table) -> str:
    lines = [table.columns, tuple("---" for _ in table.columns), *table.rows]
    rows = [
        "| " + " | ".join(_plain(cell) if place == 1 else _inline(_plain(cell)) for cell in line) + " |"
        for place, line in enumerate(lines)
    ]
    return "\n".join(rows)


def _html_table(table: Table) -> str:
    head = "".join(f"<th>{escaped(cell)}</th>" for cell in table.columns)
    rows = "".join("<tr>" + "".join(f"<td>{_html(cell)}</td>" for cell in row) + "</tr>" for row in table.rows)
    sortable = ' class="sortable"' if table.sortable else ""
    return f"<table{sortable}><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _html(cell: Cell) -> str:
    if isinstance(cell, Diff):
        return _html_diff(cell)
    if isinstance(cell, Details):
        items = "".join(f"<li>{escaped(line)}</li>" for line in cell.lines)
        return f"<details><summary>{escaped(cell.summary)}</summary><ul>{items}</ul></details>"
    return escaped(cell)


def _html_diff(cell: Diff) -> str:
    """Mark removed and added words; ignore changes of white space."""
    before, after = (_TOKEN.findall(visible(text)) for text in (cell.before, cell.after))
    first, second = ([token.strip() for token in tokens] for tokens in (before, after))
    parts = []
    for _, start, end, begin, stop in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        removed, added = "".join(before[start:end]), "".join(after[begin:stop])
        if first[start:end] == second[begin:stop]:
            apart = " " if removed[:1].isspace() and not added[:1].isspace() else ""
            parts.append(apart + escaped(added))
            continue
        parts += [_marked("del", removed)] if removed else []
        parts += [_marked("ins", f" {added}" if removed else added)] if added else []
    return "".join(parts).strip()


def _marked(tag: str, text: str) -> str:
    """Mark words, but not the space before them."""
    space = " " if text[:1].isspace() else ""
    return f"{space}<{tag}>{escaped(text.strip())}</{tag}>"
