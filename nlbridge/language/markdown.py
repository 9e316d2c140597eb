"""Markdown and HTML read as the text that they mark up, of the same length: every place points into what was given.

Marks (`#`, `-`, `1.`, `**`, `` ` ``, the address of a link) give way to blanks. Headings, which name a topic and claim
nothing, go as a whole, and the items of a list end as sentences do.
"""

from __future__ import annotations

import html
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

_TAG: Final = re.compile(
    r"<!--.*?-->|<(script|style)\b[^<>]*>.*?</\1\s*>|<(?P<end>/)?(?P<name>a|abbr|article|aside|b|blockquote|body|br|cite|code"
    r"|dd|del|div|dl|dt|em|figure|footer|h[1-6]|head|header|hr|html|i|img|ins|kbd|li|main|mark|ol|p|pre|q|s|section|small"
    r"|span|strong|sub|sup|table|tbody|td|tfoot|th|thead|title|tr|u|ul)\b[^<>]*>",
    re.IGNORECASE | re.DOTALL,
)
_BLOCKS: Final = re.compile(r"(?:p|div|li|h[1-6]|td|th|dd|dt|title|blockquote|br)$", re.IGNORECASE)
"""Elements of which each is told for itself: what stands in one ends there."""
_ENTITY: Final = re.compile(r"&(?:[a-z]{2,8}|#\d{1,6});", re.IGNORECASE)


def without_tags(text: str) -> str:
    r"""Return a text of the same length in which the tags of HTML are blanks, with a full stop where a paragraph ends.

    Examples
    --------
    >>> without_tags("<p>The <b>pump</b> failed</p>").split(), without_tags("A &amp; B &lt; 3 <x>").split()
    (['The', 'pump', 'failed.'], ['A', '&', 'B', '<', '3', '<x>'])
    """
    if "<" not in text and "&" not in text:
        return text
    shown, done = "", 0
    for found in _TAG.finditer(text):
        shown += text[done : found.start()]
        name, done = found["name"] or "", found.end()
        closes = _BLOCKS.match(name) and (found["end"] or name.lower() == "br") and shown.rstrip()[-1:].isalnum()
        shown += ("." if closes else " ").ljust(len(found[0]))
    return _ENTITY.sub(_sign, shown + text[done:])


def _sign(found: re.Match[str]) -> str:
    """Return what an entity stands for, blanks behind it."""
    said = html.unescape(found[0])
    return (said if said.isprintable() else " ").ljust(len(found[0]))[: len(found[0])]


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
    text = without_tags(text)
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
