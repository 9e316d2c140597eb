"""Passages that the layout of a text shows to be no account: headers, log prefixes, greetings, signatures, speech.

Blanks replace them, so that the rest parses as sentences and offsets do not change. A line that ends a sentence without
punctuation is recorded, so that it can be parsed as if it had a full stop.
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
from nlbridge.language.pipeline.spelling import ARROWS
from nlbridge.reading.accounts.line_prefixes import (
    closing_from,
    greeting_end,
    in_small_letters,
    label_end,
    label_kind,
    prefix_end,
    titled,
)
from nlbridge.reading.accounts.numbering import inner_numbers, inner_stamps, messages, numbered_title_end

LEAST_WORDS: Final = 3
"""Fewest words of direct speech; less is a name or a term."""
SHOWN: Final = 3
"""Most passages that a message names."""
STOPS: Final = ".!?…:;"
OPEN_ENDS: Final = word_class("open_line_ends")
"""Words that end no sentence: a line that ends with one continues in the next."""
LONGEST_WORD: Final = 40
"""Most characters that are searched for the last word above a line."""
WRAPPED: Final = 0.75
"""Least length of a wrapped line, as a share of the longest."""
ROOM: Final = 45
"""Least length of a wrapped line, in characters."""
HEADER: Final = "header field"
COURTESIES: Final = frozenset({HEADER, "greeting", "courtesy", "signature"})
"""Kinds of passages that the networks do not see: without them answers are as right, and no greeting moves one."""
QUOTE: Final = re.compile(r"“([^“”]{2,600})”|(?<!\w)\"([^\"]{2,600})\"(?!\w)|«([^«»]{2,600})»")
BEFORE_ARROW: Final = re.compile(
    rf"[^\s.!?…:;](?=\s+(?P<arrow>{'|'.join(map(re.escape, sorted(ARROWS)))})[ \t]+(?P<after>I\b|a\b|[^\W\d_]{{2}}))"
)
"""The last character before an arrow that notes write for `so`: no `10 -> 20`, and no `Berlin -> Hamburg`."""
CODE: Final = re.compile(r"`[^`\n]+`")
FIELD_END: Final = re.compile(r"(?<=[^\W\d_]{2}|\d[\d)])[.;][ \t]+(?=[A-Z])|(?<= \d)[.;][ \t]+(?=[A-Z])")
"""The end of the first sentence of a header field."""

Part = tuple[int, int, str]
"""A span of the text, and its kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a text that keeps words.

    Parameters
    ----------
    span
        Its words, without a prefix, label or greeting before them.
    marked
        Whether a prefix or a label precedes its words.
    item
        Whether it is a list item.
    gap
        Whether a blank line precedes it.
    """

    span: Span
    marked: bool = False
    item: bool = False
    gap: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A text with blanks in place of what its layout shows to be no account.

    Parameters
    ----------
    given
        The text without Markdown markup.
    text
        The text to parse, of the same length, so that offsets point into both.
    left_out
        The passages replaced by blanks.
    stops
        Offsets at which a line, or an arrow for `so`, ends a sentence without punctuation.
    quotes
        Spans of the direct speech among them.
    """

    given: str
    text: str
    left_out: tuple[LeftOut, ...] = ()
    stops: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    quotes: tuple[Span, ...] = ()


def layout(text: str) -> Layout:
    r"""Return a text with blanks for what its layout shows to be no account, and for Markdown markup.

    Examples
    --------
    >>> found = layout("Hi team,\n\n04:10 The pump seized\n\nRegards,\nTom")
    >>> found.text.split(), [(one.words, one.kind) for one in found.left_out]
    (['The', 'pump', 'seized'], [('Hi team,', 'greeting'), ('04:10', 'log prefix'), ('Regards, Tom', 'signature')])
    """
    plain = plain_text(text)
    quotes = speeches(plain)
    masked = without_speech(plain, quotes)
    lines, parts = _lines(text, masked)
    line_texts = ["" if line.marked or line.item else masked[slice(*line.span)].rstrip() for line in lines]
    closing = closing_from(line_texts, greeted=any(kind == "greeting" for *_, kind in parts))
    if closing is not None:
        number, at = closing
        low = lines[number].span[0] + at
        parts.append((low, lines[-1].span[1], "signature"))
        cut = replace(lines[number], span=(lines[number].span[0], low))
        lines = [*lines[:number], *([cut] if masked[slice(*cut.span)].strip() else [])]
    for low, high, _ in parts:
        masked = masked[:low] + re.sub(r"[^\n]", " ", masked[low:high]) + masked[high:]
    parts = [*((*quote, "direct speech") for quote in quotes), *parts]
    return Layout(
        given=plain,
        text=in_small_letters(masked),
        stops=tuple(sorted({*_stops(text, masked, lines), *_before_arrows(text, masked)})),
        left_out=tuple(left_out for part in parts if (left_out := left_out_part(text, *part))),
        lines=tuple(lines),
        quotes=quotes,
    )


def speeches(text: str) -> tuple[Span, ...]:
    """Return the spans of direct speech, including the quotation marks.

    A text that is a single quotation counts as unquoted.

    Examples
    --------
    >>> text = 'Ann said, "I missed the bus." The "Rose" left.'
    >>> [text[slice(*span)] for span in speeches(text)]
    ['"I missed the bus."']
    >>> speeches('"The pump failed, so the cellar flooded."')
    ()
    """
    matches = [match for match in QUOTE.finditer(text) if _spoken(text, match)]
    return () if [match.group() for match in matches] == [text.strip()] else tuple(match.span() for match in matches)


def _spoken(text: str, match: re.Match[str]) -> bool:
    """Whether a quotation is speech: a sentence of its own, or set off by a comma or a colon."""
    words = next(group for group in match.groups() if group is not None).strip()
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    if len(words.split()) < LEAST_WORDS:
        return words.endswith((",", "!", "?")) or (words.endswith(".") and before.endswith((",", ":", ".", "?", "!")))
    set_off = words.endswith((",", ".", "!", "?", "…", "—", "–")) or before.endswith((",", ":")) or not before
    return set_off or after.startswith((",", ";"))


def without_speech(text: str, spans: tuple[Span, ...]) -> str:
    """Return a text of the same length with blanks for direct speech, except the mark that ends its sentence.

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


def left_out_part(text: str, low: int, high: int, kind: str) -> LeftOut | None:
    """Return the passage [low, high) of a text without outer blanks and marks; None if it has no words."""
    while low < high and (text[low].isspace() or text[low] in ",;–—-#>*"):
        low += 1
    while high > low and text[high - 1].isspace():
        high -= 1
    if not any(character.isalnum() for character in text[low:high]):
        return None
    return LeftOut(span=(low, high), words=" ".join(text[low:high].split()), kind=kind)


def merged(text: str, found: Iterable[LeftOut]) -> tuple[LeftOut, ...]:
    """Return passages in text order; merge neighbours of one kind with only punctuation between them on a line."""
    kept: list[LeftOut] = []
    for each in sorted(found, key=lambda part: part.span):
        before = kept[-1] if kept else None
        between = text[before.span[1] : each.span[0]] if before else ""
        if before and before.kind == each.kind and not re.search(r"[^\W_]|\n", between):
            kept[-1] = left_out_part(text, before.span[0], max(before.span[1], each.span[1]), each.kind) or before
        else:
            kept.append(each)
    return tuple(kept)


def listed(found: Sequence[LeftOut]) -> str:
    """Return the first passages in words, for a message.

    Examples
    --------
    >>> listed([LeftOut(span=(0, 7), words="Hi team", kind="greeting")])
    "'Hi team' (greeting)"
    """
    words = [part.words if len(part.words) <= 40 else f"{part.words[:37]}..." for part in found[:SHOWN]]
    shown = ", ".join(f"{quoted!r} ({part.kind})" for quoted, part in zip(words, found, strict=False))
    return f"{shown} and {len(found) - SHOWN} more" if len(found) > SHOWN else shown


def _lines(text: str, spoken: str) -> tuple[list[Line], list[Part]]:
    """Return the lines that keep words, and the parts of lines that are no account."""
    whole = [match for match in re.finditer(r"[^\n]+", text) if match[0].strip()]
    numbered = any(map(str.isdigit, text))
    shown = [match.span() for match in whole]
    if numbered:
        shown = [(match.start() + low, match.start() + high) for match in whole for low, high in messages(match[0])]
    alike = 2 * sum(prefix_end(spoken[low:high], alike=True) > 0 for low, high in shown) >= len(shown)
    titles = _titles(text, shown) if numbered else {}
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
        if kept and not kept[-1].marked and heads and _goes_on(spoken[:low], heads):
            heads = []
        head = heads[-1][1] if heads else 0
        inner = _inner_parts(text[low:high], spoken[low:high], head, alike=alike) if numbered else ()
        parts += [(low + a, low + b, kind) for a, b, kind in (*heads, *inner)]
        if spoken[low + head : high].strip():
            kinds = {kind for *_, kind in heads}
            marked = not kinds.isdisjoint(("log prefix", "heading")) or (
                "label" in kinds and bool(kept or not titled(spoken[low:high]))
            )
            kept.append(Line(span=(low + head, high), marked=marked, item=is_item(text[low:high]), gap=gap))
    return kept, parts


def _inner_parts(line: str, spoken: str, head: int, *, alike: bool) -> tuple[Part, ...]:
    """Return the numbers and times inside a line, behind its head."""
    stamps = ((a, b, "log prefix") for a, b in inner_stamps(spoken, alike=alike) if a >= head)
    return (*inner_numbers(line), *stamps)


def without_courtesies(text: str, left_out: Iterable[LeftOut]) -> str:
    r"""Return a text of the same length with blanks for greetings, signatures and the like, which bear on no event.

    Examples
    --------
    >>> told = layout("Hi Anna,\nThe pump failed.")
    >>> without_courtesies(told.given, told.left_out)
    '        \nThe pump failed.'
    """
    for part in left_out:
        if part.kind in COURTESIES:
            text = blanked(text, *part.span)
    return text


def blanked(text: str, low: int, high: int) -> str:
    """Return a text of the same length with blanks for the characters [low, high) other than line breaks."""
    return text[:low] + "".join(c if c == "\n" else " " for c in text[low:high]) + text[high:]


def _goes_on(above: str, heads: Sequence[Part]) -> bool:
    """Whether the text above a line ends inside a phrase to which the time before the line belongs: `before / 6 pm`."""
    last = (above.rstrip()[-LONGEST_WORD:].split() or [""])[-1].lower()
    timed = {kind for *_, kind in heads} == {"log prefix"}
    return timed and last in OPEN_ENDS and above[len(above.rstrip()) :].count("\n") == 1


def _titles(text: str, shown: Sequence[Span]) -> dict[int, int]:
    """Return the length of each line's numbered title, by the line's offset, if words follow at least one of them."""
    lines = [text[low:high] for low, high in shown]
    ends = [numbered_title_end(line, alone=True) for line in lines]
    followed = [line and not numbered_title_end(line, alone=True) and not is_item(line) for line in (*lines[1:], "")]
    headed = any(numbered_title_end(line) or (end and on) for line, end, on in zip(lines, ends, followed, strict=True))
    return {low: end for (low, _), end in zip(shown, ends, strict=True) if end} if headed else {}


def _heads(line: str, *, several: bool, alike: bool) -> list[Part]:
    """Return the parts before the words of a line; a header field or a task is one part with its words."""
    parts: list[Part] = []
    at = prefix_end(line, alike=alike)
    if not several and not re.match(r"[ \t]*(?:\[|\d{1,2}:\d)", line) and not line[:at].rstrip().endswith(":"):
        at = 0
    if at:
        level = re.search(r"\[([^\]\n]+)\][ \t]*$", line[:at])
        if level and level[1].lower() in phrases("task"):
            return [(0, len(line), "task")]
        parts.append((0, at, "log prefix"))
    end = label_end(line[at:], several=several)
    if end:
        kind = label_kind(line[at : at + end], line[at + end :])
        if kind != "label":
            field = FIELD_END.search(line, at + end) if kind == HEADER else None
            return [*parts, (at, field.end() if field else len(line), kind)]
        parts.append((at, at + end, kind))
        at += end
    end = greeting_end(line[at:])
    return [*parts, (at, at + end, "greeting")] if end else parts


def _stops(text: str, shown: str, lines: Sequence[Line]) -> Iterator[int]:
    """Yield the end of each line that does not continue in the next and that no punctuation ends."""
    longest = max((line.span[1] - line.span[0] for line in lines), default=0)
    for number, line in enumerate(lines):
        end = line.span[0] + len(shown[slice(*line.span)].rstrip())
        marked = shown[end : end + 1] == "." or shown[end - 1] in STOPS
        if not marked and (number + 1 == len(lines) or _apart(text, shown, lines[number:], longest)):
            yield end


def _before_arrows(text: str, shown: str) -> Iterator[int]:
    """Yield the ends of the words before arrows that neither are code nor point at a name."""
    code = [match.span() for match in CODE.finditer(text)]
    for match in BEFORE_ARROW.finditer(shown):
        named = match["after"][0].isupper() and match["after"] != "I"
        if not named and not any(low < match.start("arrow") < high for low, high in code):
            yield match.end()


def _apart(text: str, shown: str, lines: Sequence[Line], longest: int) -> bool:
    """Whether the second line does not continue the first: it is another entry, paragraph or sentence."""
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
