"""Tables and bars as Markdown and as one self-contained, escaped HTML page."""

from __future__ import annotations

import html
import unicodedata
from dataclasses import dataclass
from typing import Final

BAR: Final = 420
ROW: Final = 26
LABEL: Final = 230

_STYLE: Final = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse;margin:1rem 0}td,th{border:1px solid #ccc;padding:.3rem .6rem;text-align:left;"
    "vertical-align:top}th{background:#f3f3f3}svg{max-width:100%}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table with a heading."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """Shares between 0 and 1 with their intervals; None where there is nothing to show."""

    rows: tuple[tuple[str, float | None, float | None, float | None], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading, words, and a table or bars; a chart is left out of Markdown."""

    title: str
    words: str = ""
    bars: Bars | None = None
    table: Table | None = None


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
        if section.bars:
            parts.append(_svg(section.bars))
        if section.table:
            parts.append(_html_table(section.table))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escaped(title)}</title><style>{_STYLE}</style></head>\n<body>\n<h1>{escaped(title)}</h1>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def escaped(text: str) -> str:
    """Escape text from outside for HTML, and drop characters that steer or turn it.

    Examples
    --------
    >>> escaped('<script>"x"</script>')
    '&lt;script&gt;&quot;x&quot;&lt;/script&gt;'
    """
    return html.escape(visible(text), quote=True)


def visible(text: str) -> str:
    """Drop control, formatting and unassigned characters, except line breaks and tabs."""
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Co", "Cn"})


def _inline(text: str) -> str:
    plain = " ".join(visible(text).split())
    for character in "\\`*_[]<>|":
        plain = plain.replace(character, f"\\{character}")
    return plain


def _markdown_table(table: Table) -> str:
    lines = [table.columns, tuple("---" for _ in table.columns), *table.rows]
    rows = [
        "| " + " | ".join(cell if place == 1 else _inline(cell) for cell in line) + " |"
        for place, line in enumerate(lines)
    ]
    return "\n".join(rows)


def _html_table(table: Table) -> str:
    head = "".join(f"<th>{escaped(cell)}</th>" for cell in table.columns)
    rows = "".join("<tr>" + "".join(f"<td>{escaped(cell)}</td>" for cell in row) + "</tr>" for row in table.rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _svg(bars: Bars) -> str:
    height = ROW * len(bars.rows) + 10
    marks = "".join(_bar(place, *row) for place, row in enumerate(bars.rows))
    return (
        f'<svg viewBox="0 0 {LABEL + BAR + 70} {height}" width="{LABEL + BAR + 70}" height="{height}" '
        f'font-family="sans-serif" font-size="13" role="img">{marks}</svg>'
    )


def _bar(place: int, label: str, value: float | None, low: float | None, high: float | None) -> str:
    y = place * ROW + 5
    words = f'<text x="{LABEL - 8}" y="{y + 14}" text-anchor="end">{escaped(label)}</text>'
    if value is None:
        return words + f'<text x="{LABEL}" y="{y + 14}" fill="#777">none decided</text>'
    bar = (
        f'<rect x="{LABEL}" y="{y}" width="{BAR}" height="18" fill="#eee"/>'
        f'<rect x="{LABEL}" y="{y}" width="{value * BAR:.1f}" height="18" fill="#4a7fb5"/>'
    )
    if low is not None and high is not None:
        start, end = LABEL + low * BAR, LABEL + high * BAR
        bar += f'<path d="M{start:.1f},{y + 9} L{end:.1f},{y + 9}" stroke="#222" stroke-width="2"/>'
    return words + bar + f'<text x="{LABEL + BAR + 8}" y="{y + 14}">{value:.0%}</text>'
