"""Numbers and titles before the parts of a text, and times inside a line of a log.

`1. Water. The pump broke.`, `2) Finance: the fee rose`, `Item 3 - Roof.`; `06:40 Noise. 07:05 The crane stopped.`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final

from nlbridge.language.lexicon import word_class, word_order
from nlbridge.language.lexicon.classes import pattern, phrases
from nlbridge.language.pipeline.dictionary import entry, past_form, singular
from nlbridge.reading.accounts.line_prefixes import PRONOUNS, prefix_end

MOST_WORDS: Final = 5
"""Most words of a title."""
CLOCK: Final = re.compile(
    rf"(?:^|(?<=[.!?:]))[ \t]*(?=\d{{1,2}}[:h]\d{{2}}(?!\d)|\d{{1,2}}\.?[ \t](?i:{pattern('month')})\b\.?:)"
)
"""Where a log entry may begin."""
SPEAKER: Final = re.compile(r"(?:^|(?<=[ \t]))\d{1,2}:\d{2}[ \t]+[^\W\d_][\w.-]{0,19}:[ \t]")
"""The time and writer before each message of a chat."""
FIRST: Final = re.compile(r"(?:^|(?<=[.!?:]))[ \t]*(?P<number>\d{1,2})(?P<mark>[.)])(?=[ \t]+\w)")
"""The first number of a line that may count its parts."""
HAPPENING: Final = ("event_nouns", "weather")
"""Classes of nouns that name an event."""


def numbered_title_end(line: str, *, alone: bool = False) -> int:
    """Return the length of the number and title that open a line, or may be all of it if `alone`; 0 if there are none.

    Examples
    --------
    >>> numbered_title_end("1. Water. The pump broke."), numbered_title_end("Item 3 - Roof: it leaked.")
    (10, 15)
    >>> numbered_title_end("1. The pump broke. We called Ann."), numbered_title_end("1. Frost. The pump broke.")
    (0, 0)
    >>> numbered_title_end("4. Any other business"), numbered_title_end("4. Any other business", alone=True)
    (0, 21)
    """
    match = _numbered().match(line)
    if match is None or _claims(match["title"]) or not (alone or line[match.end() :].strip()):
        return 0
    return match.end()


def inner_numbers(line: str) -> Iterator[tuple[int, int, str]]:
    """Yield the spans of consecutive numbers inside a line, including their titles, with their kind.

    Examples
    --------
    >>> line = "1. Water. The pump broke. 2. Finance. The fee rose. 3. Ann left."
    >>> [(line[low:high], kind) for low, high, kind in inner_numbers(line)]
    [('2. Finance. ', 'heading'), ('3.', 'label')]
    >>> list(inner_numbers("They lost by three to 1. The crowd left. 4. had been hoped for."))
    []
    """
    first = FIRST.search(line)
    if first is None or (first.start() and first["number"] != "1"):
        return
    number, mark, places = int(first["number"]), re.escape(first["mark"]), [first.start("number")]
    while match := re.compile(rf"(?<=[.!?])[ \t]+(?={number + 1}{mark}[ \t]+\w)").search(line, places[-1] + 2):
        number += 1
        places.append(match.end())
    opens = not line[: places[0]].strip()  # the first number marks a list item
    for low in places[1:] if opens or len(places) == 1 else places:
        title = numbered_title_end(line[low:])
        behind = title or line.index(first["mark"], low) - low + 1
        yield low, low + behind, "heading" if title else "label"


def messages(line: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the messages in a chat pasted into one line; any other line is a single span.

    Examples
    --------
    >>> line = "14:02 anna: the disk is full 14:09 raj: I deleted the old logs"
    >>> [line[low:high] for low, high in messages(line)]
    ['14:02 anna: the disk is full ', '14:09 raj: I deleted the old logs']
    """
    places = [place.start() for place in SPEAKER.finditer(line)]
    starts = places if len(places) > 1 and not line[: places[0]].strip() else [0]
    yield from pairwise([*starts, len(line)])


def inner_stamps(line: str, *, alike: bool) -> Iterator[tuple[int, int]]:
    """Yield the spans of the times inside a line with several log entries, without one at its start.

    Examples
    --------
    >>> line = "06:40 Noise in the hoist. 07:05 The crane stopped."
    >>> [line[low:high] for low, high in inner_stamps(line, alike=False)]
    ['07:05 ']
    >>> list(inner_stamps("The train left at eight. 07:05 had been its time.", alike=False))
    []
    """
    spans = []
    for place in CLOCK.finditer(line):
        low = place.end()
        end = low + prefix_end(line[low:], alike=alike)
        first = re.match(r"[^\W\d_]+", line[end:]) if end > low else None
        if first and (first[0][0].isupper() or not _is_verb(first[0])):  # `07:30 passed without a train`
            spans.append((low, end))
    if len(spans) > 1:
        yield from (span for span in spans if line[: span[0]].strip())


def _claims(title: str) -> bool:
    """Whether the words of an apparent title state an event or ask for something; also if it is too long."""
    words = re.findall(r"[^\W\d_]+", title.lower())
    if not 0 < len(words) <= MOST_WORDS or (PRONOUNS | word_class("nominal_negators")) & set(words):
        return True
    asked = len(words) > 1 and "VERB" in entry(words[0]) and words[1] in word_class("plain_determiners")
    if asked or (len(words) > 1 and words[0] in phrases("imperative")):
        return True
    if any(_is_verb(word) for word in words):
        return True
    return not word_class(*HAPPENING).isdisjoint((words[-1], singular(words[-1])))


def _is_verb(word: str) -> bool:
    """Whether a word can be a verb but no noun; `-ing` forms name a topic: `Parking`."""
    parts = entry(word)
    return "NOUN" not in parts and not word.endswith("ing") and ("VERB" in parts or past_form(word))


@cache
def _numbered() -> re.Pattern[str]:
    """Return a pattern for a number with its marker, a title, and the mark that ends the title."""
    words = "|".join(re.escape(word) for word in word_order("agenda_words"))
    number = rf"(?:(?:(?i:{words})[ \t]+)\d{{1,2}}(?:\.\d{{1,2}})*[.):]?|\d{{1,2}}(?:\.\d{{1,2}})*[.)])"
    title = r"(?P<title>[A-Z][^\n.:;!?,\"“]{0,50}?)"
    return re.compile(
        rf"[ \t]*{number}[ \t]*(?:[-–—][ \t]*)?{title}[ \t]*(?:(?:[.:]|[-–—](?=[ \t]))[ \t]+|[.:]?[ \t]*$)"
    )
