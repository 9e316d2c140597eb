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
from nlbridge.language.lexicon.classes import phrases
from nlbridge.language.markdown import is_heading, is_item, plain_text
from nlbridge.reading.accounts.line_prefixes import (
    closing_from,
    greeting_end,
    label_end,
    label_kind,
    prefix_end,
    titled,
)
from nlbridge.reading.accounts.numbering import inner_numbers, inner_stamps, messages, numbered_title_end

LEAST_WORDS: Final = 3
"""Words that direct speech has; fewer are a name or a term."""
SHOWN: Final = 3
"""Passages that a message names."""
STOPS: Final = ".!?…:;"
OPEN_ENDS: Final = word_class("open_line_ends")
"""Words that no sentence ends with: a line that ends so goes on in the next."""
WRAPPED: Final = 0.75
"""Least length of a line that was broken for lack of room, as a share of the longest."""
ROOM: Final = 45
"""Characters below which nobody breaks a line for lack of room."""
HEADER: Final = "header field"
QUOTE: Final = re.compile(r"“([^“”]{2,600})”|(?<!\w)\"([^\"]{2,600})\"(?!\w)|«([^«»]{2,600})»")
FIELD_END: Final = re.compile(r"(?<=[^\W\d_]{2}|\d[\d)])[.;][ \t]+(?=[A-Z])|(?<= \d)[.;][ \t]+(?=[A-Z])")
"""Where the first sentence of a header field ends."""

Part = tuple[int, int, str]
"""A place in the text, and of what kind the words there are."""


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
    shown = without_speech(plain, quotes)
    lines, parts = _lines(text, shown)
    bare = ["" if line.marked or line.item else shown[slice(*line.span)].rstrip() for line in lines]
    closing = closing_from(bare, greeted=any(kind == "greeting" for *_, kind in parts))
    if closing is not None:
        number, at = closing
        low = lines[number].span[0] + at
        parts.append((low, lines[-1].span[1], "signature"))
        cut = replace(lines[number], span=(lines[number].span[0], low))
        lines = [*lines[:number], *([cut] if shown[slice(*cut.span)].strip() else [])]
    for low, high, _ in parts:
        shown = shown[:low] + re.sub(r"[^\n]", " ", shown[low:high]) + shown[high:]
    parts = [*((*quote, "direct speech") for quote in quotes), *parts]
    return Layout(
        given=plain,
        text=shown,
        stops=tuple(_stops(text, shown, lines)),
        left_out=tuple(one for part in parts if (one := passage(text, *part))),
        lines=tuple(lines),
        quotes=quotes,
    )


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
    found = [match for match in QUOTE.finditer(text) if _spoken(text, match)]
    return () if [match.group() for match in found] == [text.strip()] else tuple(match.span() for match in found)


def _spoken(text: str, match: re.Match[str]) -> bool:
    """Whether a quotation is speech: a sentence of its own, or one that a comma or a colon sets off."""
    words = next(group for group in match.groups() if group is not None).strip()
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    if len(words.split()) < LEAST_WORDS:
        return words.endswith((",", "!", "?")) or (words.endswith(".") and before.endswith((",", ":", ".", "?", "!")))
    set_off = words.endswith((",", ".", "!", "?", "…", "—", "–")) or before.endswith((",", ":")) or not before
    return set_off or after.startswith((",", ";"))


def without_speech(text: str, spans: tuple[Span, ...]) -> str:
    """Return a text of the same length with blanks for direct speech, the stop that ends its sentence kept.

    Examples
    --------
    >>> without_speech('"Stop!" He ran.', ((0, 7),))
    '     !  He ran.'
    """
    for low, high in spans:
        last, after = text[high - 2], text[high:].lstrip()
        ends = last in ".!?…" and (not after or after[0].isupper() or after[0] in '“"«' or text[high] == "\n")
        text = text[:low] + " " * (high - low - 2) + (last if ends else " ") + " " + text[high:]
    return text


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
        between = text[before.span[1] : each.span[0]] if before else ""
        if before and before.kind == each.kind and not re.search(r"[^\W_]|\n", between):
            kept[-1] = passage(text, before.span[0], max(before.span[1], each.span[1]), each.kind) or before
        else:
            kept.append(each)
    return tuple(kept)


def listed(found: Sequence[LeftOut]) -> str:
    """Return the first passages as a message names them.

    Examples
    --------
    >>> listed([LeftOut(span=(0, 7), words="Hi team", kind="greeting")])
    "'Hi team' (greeting)"
    """
    words = [one.words if len(one.words) <= 40 else f"{one.words[:37]}..." for one in found[:SHOWN]]
    shown = ", ".join(f"{said!r} ({one.kind})" for said, one in zip(words, found, strict=False))
    return f"{shown} and {len(found) - SHOWN} more" if len(found) > SHOWN else shown


def _lines(text: str, spoken: str) -> tuple[list[Line], list[Part]]:
    """Return the lines that keep words, and what precedes these words."""
    whole = [found for found in re.finditer(r"[^\n]+", text) if found[0].strip()]
    shown = [(found.start() + low, found.start() + high) for found in whole for low, high in messages(found[0])]
    alike = 2 * sum(prefix_end(spoken[low:high], alike=True) > 0 for low, high in shown) >= len(shown)
    titles = _titles(text, shown)
    kept: list[Line] = []
    parts: list[Part] = []
    before = 0
    for low, high in shown:
        gap = text[before:low].count("\n") > 1
        before = high
        if is_heading(text[low:high]):
            parts.append((low, high, "heading"))
            continue
        title = titles.get(low, 0)
        heads = [(0, title, "heading")] if title else _heads(spoken[low:high], several=len(shown) > 1, alike=alike)
        inner = (*inner_numbers(text[low:high]), *_inner_times(spoken[low:high], heads, alike=alike))
        parts += [(low + a, low + b, kind) for a, b, kind in (*heads, *inner)]
        start = low + (heads[-1][1] if heads else 0)
        if spoken[start:high].strip():
            kinds = {kind for *_, kind in heads}
            marked = not kinds.isdisjoint(("log prefix", "heading")) or (
                "label" in kinds and bool(kept or not titled(spoken[low:high]))
            )
            kept.append(Line(span=(start, high), marked=marked, item=is_item(text[low:high]), gap=gap))
    return kept, parts


def _titles(text: str, shown: Sequence[Span]) -> dict[int, int]:
    """Return the length of the numbered titles that lines begin with, by where these begin.

    Those that are all of their line are such where one has words behind it, on its line or on the next.
    """
    lines = [text[low:high] for low, high in shown]
    ends = [numbered_title_end(line, alone=True) for line in lines]
    followed = [line and not numbered_title_end(line, alone=True) and not is_item(line) for line in (*lines[1:], "")]
    headed = any(numbered_title_end(line) or (end and on) for line, end, on in zip(lines, ends, followed, strict=True))
    return {low: end for (low, _), end in zip(shown, ends, strict=True) if end} if headed else {}


def _inner_times(line: str, heads: Sequence[Part], *, alike: bool) -> Iterator[Part]:
    """Yield the times of the further entries of a line that is a log."""
    low = heads[-1][1] if heads else 0
    yield from ((a, b, "log prefix") for a, b in inner_stamps(line, alike=alike) if a >= low)


def _heads(line: str, *, several: bool, alike: bool) -> list[Part]:
    """Return what precedes the words of a line; a header field and a task go as a whole."""
    found: list[Part] = []
    at = prefix_end(line, alike=alike)
    if not several and not re.match(r"[ \t]*(?:\[|\d{1,2}:\d)", line) and not line[:at].rstrip().endswith(":"):
        at = 0
    if at:
        level = re.search(r"\[([^\]\n]+)\][ \t]*$", line[:at])
        if level and level[1].lower() in phrases("task"):
            return [(0, len(line), "task")]
        found.append((0, at, "log prefix"))
    end = label_end(line[at:], several=several)
    if end:
        kind = label_kind(line[at : at + end], line[at + end :])
        if kind != "label":
            field = FIELD_END.search(line, at + end) if kind == HEADER else None
            return [*found, (at, field.end() if field else len(line), kind)]
        found.append((at, at + end, kind))
        at += end
    end = greeting_end(line[at:])
    return [*found, (at, at + end, "greeting")] if end else found


def _stops(text: str, shown: str, lines: Sequence[Line]) -> Iterator[int]:
    """Yield where a line ends that no line goes on from, if no mark ends it."""
    longest = max((line.span[1] - line.span[0] for line in lines), default=0)
    for number, line in enumerate(lines):
        end = line.span[0] + len(shown[slice(*line.span)].rstrip())
        marked = shown[end : end + 1] == "." or shown[end - 1] in STOPS
        if not marked and (number + 1 == len(lines) or _apart(text, shown, lines[number:], longest)):
            yield end


def _apart(text: str, shown: str, lines: Sequence[Line], longest: int) -> bool:
    """Whether the second line does not go on from the first: another entry, paragraph, or a sentence of its own."""
    line, after = lines[:2]
    heads_a_list = line.item and len(lines) > 2 and lines[2].item
    if after.marked or after.item or after.gap or heads_a_list or text[line.span[1] : after.span[0]].count("\n") > 1:
        return True
    words = shown[slice(*line.span)].split()
    first = next((character for character in shown[slice(*after.span)] if character.isalnum()), "")
    if words[-1].endswith(",") or words[-1].lower() in OPEN_ENDS or not (first.isupper() or first.isdigit()):
        return False
    length = line.span[1] - line.span[0]
    return length < ROOM or length < WRAPPED * longest
