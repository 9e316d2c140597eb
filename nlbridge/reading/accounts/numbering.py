"""Numbers in front of the parts of a text, with their titles, and times inside a line of a log.

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
"""Words that a title has at most."""
CLOCK: Final = re.compile(
    rf"(?:^|(?<=[.!?:]))[ \t]*(?=\d{{1,2}}[:h]\d{{2}}(?!\d)|\d{{1,2}}\.?[ \t](?i:{pattern('month')})\b\.?:)"
)
"""Where an entry of a log may begin."""
SPEAKER: Final = re.compile(r"(?:^|(?<=[ \t]))\d{1,2}:\d{2}[ \t]+[^\W\d_][\w.-]{0,19}:[ \t]")
"""A time and who writes, before each message of a chat."""
FIRST: Final = re.compile(r"(?:^|(?<=[.!?:]))[ \t]*(?P<number>\d{1,2})(?P<mark>[.)])(?=[ \t]+\w)")
"""The first number of a line that may count its parts."""
HAPPENING: Final = ("event_nouns", "weather")
"""Classes of nouns that tell of something that happened."""


def numbered_title_end(line: str, *, alone: bool = False) -> int:
    """Return how many characters of a line are a number and a title; 0 where it has none.

    Parameters
    ----------
    alone
        Whether the title may be all that the line holds.

    Examples
    --------
    >>> numbered_title_end("1. Water. The pump broke."), numbered_title_end("Item 3 - Roof: it leaked.")
    (10, 15)
    >>> numbered_title_end("1. The pump broke. We called Ann."), numbered_title_end("1. Frost. The pump broke.")
    (0, 0)
    >>> numbered_title_end("4. Any other business"), numbered_title_end("4. Any other business", alone=True)
    (0, 21)
    """
    found = _numbered().match(line)
    if found is None or _claims(found["title"]) or not (alone or line[found.end() :].strip()):
        return 0
    return found.end()


def inner_numbers(line: str) -> Iterator[tuple[int, int, str]]:
    """Yield where numbers stand inside a line that has one after the other, titles included, with their kind.

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
    while found := re.compile(rf"(?<=[.!?])[ \t]+(?={number + 1}{mark}[ \t]+\w)").search(line, places[-1] + 2):
        number += 1
        places.append(found.end())
    opens = not line[: places[0]].strip()  # that number is the mark of an item of a list
    for low in places[1:] if opens or len(places) == 1 else places:
        title = numbered_title_end(line[low:])
        behind = title or line.index(first["mark"], low) - low + 1
        yield low, low + behind, "heading" if title else "label"


def messages(line: str) -> Iterator[tuple[int, int]]:
    """Yield where the messages of a chat stand that was pasted into one line; any other line as it is.

    Examples
    --------
    >>> line = "14:02 anna: the disk is full 14:09 raj: I deleted the old logs"
    >>> [line[low:high] for low, high in messages(line)]
    ['14:02 anna: the disk is full ', '14:09 raj: I deleted the old logs']
    """
    found = [place.start() for place in SPEAKER.finditer(line)]
    starts = found if len(found) > 1 and not line[: found[0]].strip() else [0]
    yield from pairwise([*starts, len(line)])


def inner_stamps(line: str, *, alike: bool) -> Iterator[tuple[int, int]]:
    """Yield where the times of a line of several entries stand behind its first one.

    Examples
    --------
    >>> line = "06:40 Noise in the hoist. 07:05 The crane stopped."
    >>> [line[low:high] for low, high in inner_stamps(line, alike=False)]
    ['07:05 ']
    >>> list(inner_stamps("The train left at eight. 07:05 had been its time.", alike=False))
    []
    """
    found = []
    for place in CLOCK.finditer(line):
        low = place.end()
        end = low + prefix_end(line[low:], alike=alike)
        first = re.match(r"[^\W\d_]+", line[end:]) if end > low else None
        if first and (first[0][0].isupper() or not _is_verb(first[0])):  # `07:30 passed without a train`
            found.append((low, end))
    if len(found) > 1:
        yield from (one for one in found if line[: one[0]].strip())


def _claims(title: str) -> bool:
    """Whether words in the place of a title say that something happened, or ask for it."""
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
    """Whether a word is a verb and no noun; `-ing` forms name a matter: `Parking`."""
    known = entry(word)
    return "NOUN" not in known and not word.endswith("ing") and ("VERB" in known or past_form(word))


@cache
def _numbered() -> re.Pattern[str]:
    """Return a pattern for a number with what marks it as one, a title, and the mark that ends this."""
    words = "|".join(re.escape(word) for word in word_order("agenda_words"))
    number = rf"(?:(?:(?i:{words})[ \t]+)\d{{1,2}}(?:\.\d{{1,2}})*[.):]?|\d{{1,2}}(?:\.\d{{1,2}})*[.)])"
    title = r"(?P<title>[A-Z][^\n.:;!?,\"“]{0,50}?)"
    return re.compile(
        rf"[ \t]*{number}[ \t]*(?:[-–—][ \t]*)?{title}[ \t]*(?:(?:[.:]|[-–—](?=[ \t]))[ \t]+|[.:]?[ \t]*$)"
    )
