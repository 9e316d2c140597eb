"""Markdown read as the text that it marks up: the same length, so that every place still points into what was given.

Marks (`#`, `-`, `1.`, `**`, `` ` ``, the address of a link) give way to blanks. Headings, which name a topic and claim
nothing, go as a whole, and the items of a list end as sentences do.
"""

from __future__ import annotations

import re
from typing import Final

_ENDS: Final = ".!?:;,"
_FENCE: Final = re.compile(r"[ ]{0,3}(?:```|~~~)")
_HEADING: Final = re.compile(r"[ ]{0,3}#{1,6}(?:[ \t]|$)")
_RULE: Final = re.compile(r"[ ]{0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|=+)[ \t]*$")
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?=\S)")
_QUOTE: Final = re.compile(r"[ ]{0,3}>[ \t]?")
_LINK: Final = re.compile(r"(!?\[)([^\[\]\n]+)(\]\([^()\s]*(?:[ \t]+\"[^\"\n]*\")?\))")
_STRONG: Final = re.compile(r"(\*\*\*|\*\*|___|__|~~|`+)(?=\S)([^\n]*?\S)(\1)(?!\w)")
_SLANTED: Final = re.compile(r"(?<![\w*])([*_])(?=[^\s*_])([^\n*_]*?[^\s*_])(\1)(?![\w*])")


def plain_text(text: str) -> str:
    r"""Return a text of the same length in which the marks of Markdown are blanks.

    Text without such marks is returned as it is.

    Examples
    --------
    >>> plain_text("The **pump** failed, so the [cellar](x.md) flooded.")
    'The   pump   failed, so the  cellar        flooded.'
    >>> plain_text("# Report\n- The pump failed\n- The cellar flooded").split()
    ['The', 'pump', 'failed.', 'The', 'cellar', 'flooded']
    """
    lines = text.split("\n")
    shown = [_block(line) for line in lines]
    listed = [_ITEM.match(line) is not None for line in lines]
    found = shown[0]
    for number in range(1, len(lines)):
        ends = listed[number] or (listed[number - 1] and not lines[number].strip())
        found += ("." if ends and _open(shown[number - 1]) else "\n") + shown[number]
    return _inline(found)


def is_item(line: str) -> bool:
    """Tell whether a line is an item of a list.

    Examples
    --------
    >>> is_item("- The pump failed"), is_item("The pump failed")
    (True, False)
    """
    quoted = _QUOTE.match(line)
    return _ITEM.match(line, quoted.end() if quoted else 0) is not None


def is_heading(line: str) -> bool:
    """Tell whether a line is marked as a heading.

    Examples
    --------
    >>> is_heading("## What happened"), is_heading("What happened")
    (True, False)
    """
    return _HEADING.match(line) is not None


def _open(line: str) -> bool:
    """Whether a line ends like no sentence: what follows in a list is another one."""
    return bool(line) and not line[-1].isspace() and line[-1] not in _ENDS


def _block(line: str) -> str:
    """Blank the marks at the beginning of a line, or all of it where it claims nothing."""
    if _HEADING.match(line) or _RULE.fullmatch(line) or _FENCE.match(line):
        return " " * len(line)
    low = 0
    for mark in (_QUOTE, _ITEM):
        found = mark.match(line, low)
        low = found.end() if found else low
    return " " * low + line[low:]


def _inline(text: str) -> str:
    """Blank the marks of links, emphasis and code around words."""

    def blank(found: re.Match[str]) -> str:
        return " " * len(found[1]) + found[2] + " " * len(found[3])

    for mark in (_LINK, _STRONG, _SLANTED):
        text = mark.sub(blank, text)
    return text
