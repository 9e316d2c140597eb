"""Turns Markdown and HTML into plain text of the same length, so offsets still point into the original.

Blanks replace markup (`#`, `-`, `1.`, `**`, `` ` ``, the address of a link) and whole headings, which name a topic and
claim nothing. List items get a full stop.
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
"""Block elements: their text ends with them."""
_ENTITY: Final = re.compile(r"&(?:[a-z]{2,8}|#\d{1,6});", re.IGNORECASE)


def without_tags(text: str) -> str:
    r"""Replace HTML tags by blanks, with a full stop at the end of a block, and entities by what they mean.

    Examples
    --------
    >>> without_tags("<p>The <b>pump</b> failed</p>").split(), without_tags("A &amp; B &lt; 3 <x>").split()
    (['The', 'pump', 'failed.'], ['A', '&', 'B', '<', '3', '<x>'])
    """
    if "<" not in text and "&" not in text:
        return text
    plain, done = "", 0
    for tag in _TAG.finditer(text):
        plain += text[done : tag.start()]
        name, done = tag["name"] or "", tag.end()
        closes = _BLOCKS.match(name) and (tag["end"] or name.lower() == "br") and plain.rstrip()[-1:].isalnum()
        plain += ("." if closes else " ").ljust(len(tag[0]))
    return _ENTITY.sub(_sign, plain + text[done:])


def _sign(found: re.Match[str]) -> str:
    character = html.unescape(found[0])
    return (character if character.isprintable() else " ").ljust(len(found[0]))[: len(found[0])]


def plain_text(text: str) -> str:
    r"""Replace the markup of Markdown and HTML by blanks; other text is unchanged.

    Examples
    --------
    >>> plain_text("The **pump** failed, so the [cellar](x.md) flooded.")
    'The   pump   failed, so the  cellar        flooded.'
    >>> plain_text("# Report\n- The pump failed\n- The cellar flooded").split()
    ['The', 'pump', 'failed.', 'The', 'cellar', 'flooded']
    """
    text = without_tags(text)
    lines = text.split("\n")
    blocks = [_block(line) for line in lines]
    listed = [_ITEM.match(line) is not None for line in lines]
    plain = blocks[0]
    for number in range(1, len(lines)):
        ends = listed[number] or (listed[number - 1] and not lines[number].strip())
        plain += ("." if ends and _open(blocks[number - 1]) else "\n") + blocks[number]
    return _inline(plain)


def is_item(line: str) -> bool:
    """Return whether a line is a list item.

    Examples
    --------
    >>> is_item("- The pump failed"), is_item("The pump failed")
    (True, False)
    """
    quoted = _QUOTE.match(line)
    return _ITEM.match(line, quoted.end() if quoted else 0) is not None


def is_heading(line: str) -> bool:
    """Return whether a line is marked up as a heading.

    Examples
    --------
    >>> is_heading("## What happened"), is_heading("What happened")
    (True, False)
    """
    return _HEADING.match(line) is not None


def _open(line: str) -> bool:
    """Whether a line ends without punctuation, so that it needs a full stop."""
    return bool(line) and not line[-1].isspace() and line[-1] not in _ENDS


def _block(line: str) -> str:
    """Blank the markup at the start of a line, or all of a heading, rule or fence."""
    if _HEADING.match(line) or _RULE.fullmatch(line) or _FENCE.match(line):
        return " " * len(line)
    low = 0
    for mark in (_QUOTE, _ITEM):
        match = mark.match(line, low)
        low = match.end() if match else low
    return " " * low + line[low:]


def _inline(text: str) -> str:
    """Blank the markup of links, emphasis and code around words."""

    def blank(found: re.Match[str]) -> str:
        return " " * len(found[1]) + found[2] + " " * len(found[3])

    for mark in (_LINK, _STRONG, _SLANTED):
        text = mark.sub(blank, text)
    return text
