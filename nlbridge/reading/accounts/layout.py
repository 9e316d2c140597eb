"""What the layout of a text shows to be no account: headers, log prefixes, greetings, signatures, direct speech.

Each becomes blank, at the same places, so that what is left is parsed as the sentences that it is; a line that ends a
sentence without a mark is noted, so that it can be parsed as one that has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from causalcore.scenario.scenario import LeftOut, Span
from nlbridge.language.lexicon import word_class
from nlbridge.language.markdown import is_heading, is_item, plain_text
from nlbridge.reading.accounts.line_prefixes import (
    asks,
    closing_from,
    greeting_end,
    label_end,
    label_kind,
    prefix_end,
    titled,
)

LEAST_WORDS: Final = 3
"""Words that direct speech has; fewer are a name or a term."""
_QUOTE: Final = re.compile(r"“([^“”]{2,600})”|(?<!\w)\"([^\"]{2,600})\"(?!\w)|«([^«»]{2,600})»")


def speeches(text: str) -> tuple[Span, ...]:
    """Return where direct speech stands, its marks included.

    A text that is one quotation from end to end is read as if nobody had quoted it.

    Examples
    --------
    >>> text = 'Ann said, "I missed the bus." The "Rose" left.'
    >>> [text[slice(*span)] for span in speeches(text)]
    ['"I missed the bus."']
    >>> speeches('"The pump failed, so the cellar flooded."')
    ()
    """
    found = [match for match in _QUOTE.finditer(text) if _spoken(text, match)]
    bare = text.strip()
    if len(found) == 1 and found[0].group() == bare:
        return ()
    return tuple(match.span() for match in found)


def _spoken(text: str, match: re.Match[str]) -> bool:
    """Whether a quotation is speech: a sentence of its own, or one that a comma or a colon sets off."""
    words = next(group for group in match.groups() if group is not None).strip()
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    set_off = words.endswith((",", ".", "!", "?", "…", "—", "–")) or before.endswith((",", ":")) or not before
    if len(words.split()) < LEAST_WORDS:
        return words.endswith((",", "!", "?")) or (words.endswith(".") and before.endswith((",", ":", ".", "?", "!")))
    return set_off or after.startswith((",", ";"))


def without_speech(text: str, spans: tuple[Span, ...]) -> str:
    """Return a text of the same length with blanks for direct speech, the stop that ends its sentence kept.

    Examples
    --------
    >>> without_speech('"Stop!" He ran.', ((0, 7),))
    '     !  He ran.'
    """
    for low, high in spans:
        last = text[high - 2]
        after = text[high:].lstrip()
        ends = last in ".!?…" and (
            not after or after[0].isupper() or after[0] in '“"«' or text[high : high + 1] == "\n"
        )
        kept = last if ends else " "
        text = text[:low] + " " * (high - low - 2) + kept + " " + text[high:]
    return text


SHOWN = 3
"""Passages that a message names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a text that keeps words.

    Parameters
    ----------
    span
        Its words, without a prefix, a label or a greeting before them.
    marked
        Whether a prefix or a label precedes its words.
    item
        Whether it is an item of a list.
    gap
        Whether a blank line precedes it.
    """

    span: Span
    marked: bool = False
    item: bool = False
    gap: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A text with blanks for what its layout shows to be no account.

    Parameters
    ----------
    given
        The text without marks of Markdown.
    text
        The text to be parsed, as long as the one that was given, so that every place points into both.
    left_out
        What became blank.
    stops
        Where a line ends a sentence without a mark.
    quotes
        Where direct speech became blank.
    """

    given: str
    text: str
    left_out: tuple[LeftOut, ...] = ()
    stops: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    quotes: tuple[Span, ...] = ()


def passage(text: str, low: int, high: int, kind: str) -> LeftOut | None:
    """Return what stands in [low, high) of a text without the blanks around it; None where only marks do."""
    while low < high and (text[low].isspace() or text[low] in ",;–—-#>*"):
        low += 1
    while high > low and text[high - 1].isspace():
        high -= 1
    if not any(character.isalnum() for character in text[low:high]):
        return None
    return LeftOut(span=(low, high), words=" ".join(text[low:high].split()), kind=kind)


def merged(text: str, found: Iterable[LeftOut]) -> tuple[LeftOut, ...]:
    """Return passages in the order of the text; neighbours of a kind with nothing but marks between them are one."""
    kept: list[LeftOut] = []
    for each in sorted(found, key=lambda one: one.span):
        before = kept[-1] if kept else None
        if before and before.kind == each.kind and not _word_between(text, before.span[1], each.span[0]):
            joined = passage(text, before.span[0], max(before.span[1], each.span[1]), each.kind)
            kept[-1] = joined or before
        else:
            kept.append(each)
    return tuple(kept)


def _word_between(text: str, low: int, high: int) -> bool:
    between = text[low:high]
    return any(character.isalnum() for character in between) or "\n" in between


def listed(found: Iterable[LeftOut]) -> str:
    """Return the first passages as a message names them.

    Examples
    --------
    >>> listed([LeftOut(span=(0, 7), words="Hi team", kind="greeting")])
    "'Hi team' (greeting)"
    """
    passages = tuple(found)
    shown = ", ".join(f"{_short(each.words)!r} ({each.kind})" for each in passages[:SHOWN])
    return f"{shown} and {len(passages) - SHOWN} more" if len(passages) > SHOWN else shown


def _short(words: str) -> str:
    return words if len(words) <= 40 else f"{words[:37]}..."


STOPS: Final = ".!?…:;"
OPEN_ENDS: Final = word_class("open_line_ends")
"""Words that no sentence ends with: a line that ends so goes on in the next."""
WRAPPED: Final = 0.75
"""Least length of a line that was broken for lack of room, as a share of the longest."""
ROOM: Final = 45
"""Characters below which nobody breaks a line for lack of room."""

HEADER: Final = "header field"

Part = tuple[int, int, str]
"""A place in the text, and of what kind the words there are."""


def layout(text: str) -> Layout:
    r"""Return a text with blanks for what its layout shows to be no account, and for marks of Markdown.

    Examples
    --------
    >>> found = layout("Hi team,\n\n04:10 The pump seized\n\nRegards,\nTom")
    >>> found.text.split(), [(one.words, one.kind) for one in found.left_out]
    (['The', 'pump', 'seized'], [('Hi team,', 'greeting'), ('04:10', 'log prefix'), ('Regards, Tom', 'signature')])
    """
    plain = plain_text(text)
    quotes = speeches(plain)
    spoken = without_speech(plain, quotes)
    parts: list[Part] = [(low, high, "direct speech") for low, high in quotes]
    lines = _lines(text, spoken, parts)
    greeted = any(kind == "greeting" for *_, kind in parts)
    lines = _unsigned(spoken, lines, parts, greeted=greeted)
    shown = _blank(spoken, [part for part in parts if part[2] != "direct speech"])
    found = [passage(text, *part) for part in parts]
    return Layout(
        given=plain,
        text=shown,
        stops=tuple(_stops(text, shown, lines)),
        left_out=tuple(one for one in found if one is not None),
        lines=tuple(lines),
        quotes=quotes,
    )


def _lines(text: str, spoken: str, parts: list[Part]) -> list[Line]:
    """Return the lines that keep words, and put what precedes these words among the parts."""
    shown = [(found.start(), found.end()) for found in re.finditer(r"[^\n]+", text) if found[0].strip()]
    several = len(shown) > 1
    stamped = sum(prefix_end(spoken[low:high], alike=True) > 0 for low, high in shown)
    kept: list[Line] = []
    before = 0
    for low, high in shown:
        gap = text[before:low].count("\n") > 1
        before = high
        if is_heading(text[low:high]):
            parts.append((low, high, "heading"))
            continue
        heads = _heads(spoken[low:high], several=several, alike=stamped * 2 >= len(shown))
        parts.extend((low + a, low + b, kind) for a, b, kind in heads)
        start = low + (heads[-1][1] if heads else 0)
        if spoken[start:high].strip():
            marked = any(
                kind == "log prefix" or (kind == "label" and (kept or not titled(spoken[low:high])))
                for *_, kind in heads
            )
            kept.append(Line(span=(start, high), marked=marked, item=is_item(text[low:high]), gap=gap))
    return kept


def _heads(line: str, *, several: bool, alike: bool) -> list[Part]:
    """Return what precedes the words of a line; a header field and a task go as a whole."""
    found: list[Part] = []
    at = prefix_end(line, alike=alike) if several or re.match(r"[ \t]*(?:\[|\d{1,2}:\d)", line) else 0
    if at and asks(line[:at]):
        return [(0, len(line), "task")]
    if at:
        found.append((0, at, "log prefix"))
    end = label_end(line[at:], several=several)
    if end:
        kind = label_kind(line[at : at + end], line[at + end :])
        if kind != "label":
            return [*found, (at, _field_end(line, at + end) if kind == HEADER else len(line), kind)]
        found.append((at, at + end, kind))
        at += end
    end = greeting_end(line[at:])
    return [*found, (at, at + end, "greeting")] if end else found


def _field_end(line: str, low: int) -> int:
    """Return where what a header field holds ends: with the line, or with its first sentence."""
    found = re.compile(r"(?<=[^\W\d_]{2}|\d[\d)])[.;][ \t]+(?=[A-Z])|(?<= \d)[.;][ \t]+(?=[A-Z])").search(line, low)
    return found.end() if found else len(line)


def _unsigned(text: str, lines: list[Line], parts: list[Part], *, greeted: bool) -> list[Line]:
    """Return the lines above the signature, and put it among the parts."""
    bare = ["" if line.marked or line.item else text[slice(*line.span)].rstrip() for line in lines]
    closing = closing_from(bare, greeted=greeted)
    if closing is None:
        return lines
    number, at = closing
    low = lines[number].span[0] + at
    parts.append((low, lines[-1].span[1], "signature"))
    above = lines[:number]
    cut = replace(lines[number], span=(lines[number].span[0], low))
    return [*above, cut] if text[slice(*cut.span)].strip() else above


def _blank(text: str, parts: Sequence[Part]) -> str:
    for low, high, _ in parts:
        text = text[:low] + re.sub(r"[^\n]", " ", text[low:high]) + text[high:]
    return text


def _stops(text: str, shown: str, lines: Sequence[Line]) -> Iterator[int]:
    """Yield where a line ends that no line goes on from, if no mark ends it."""
    longest = max((line.span[1] - line.span[0] for line in lines), default=0)
    for number, line in enumerate(lines):
        after = lines[number + 1] if number + 1 < len(lines) else None
        end = line.span[0] + len(shown[slice(*line.span)].rstrip())
        marked = shown[end : end + 1] == "." or shown[end - 1] in STOPS
        if not marked and (after is None or _apart(text, shown, lines, number, longest)):
            yield end


def _apart(text: str, shown: str, lines: Sequence[Line], number: int, longest: int) -> bool:
    """Whether the next line is no continuation: another entry, another paragraph, or a sentence of its own."""
    line, after = lines[number], lines[number + 1]
    heads_a_list = line.item and number + 2 < len(lines) and lines[number + 2].item
    if after.marked or after.item or after.gap or heads_a_list or text[line.span[1] : after.span[0]].count("\n") > 1:
        return True
    words = shown[slice(*line.span)].split()
    if words[-1].endswith(",") or words[-1].lower() in OPEN_ENDS or not _capital(shown[slice(*after.span)]):
        return False
    length = line.span[1] - line.span[0]
    return length < ROOM or length < WRAPPED * longest


def _capital(line: str) -> bool:
    first = next((character for character in line if character.isalnum()), "")
    return first.isupper() or first.isdigit()
