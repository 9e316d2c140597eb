"""Where a letter greets and where it closes.

`Dear Mrs Farrow,` stands at the beginning of a line, `Kind regards, Tom` in the last lines; a name alone in the last
line signs as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.account_phrases import pattern
from nlbridge.language.pipeline.dictionary import entry
from nlbridge.language.pipeline.tense_repairs import past_tense

LAST_LINES: Final = 6
"""Lines of a text, from its end, in which it may close."""
SIGNED_WORDS: Final = 7
"""Words that a line below the closing phrase has at most."""
MANY: Final = 2
"""Lines of a text that may be signed behind its last sentence."""
SMALL: Final = word_class("name_particles")
"""Words in a name or a role that need no capital."""


def greeting_end(line: str) -> int:
    """Return how many characters of a line greet someone; 0 where it does not begin so.

    Examples
    --------
    >>> greeting_end("Hi Paula, it's Dev."), greeting_end("Good morning. Our scale failed.")
    (9, 13)
    >>> greeting_end("Dear was the price"), greeting_end("Hello all,")
    (0, 10)
    """
    found = _greeting().match(line)
    if found is None:
        return 0
    name = re.findall(r"[^\W\d_]+", found["name"].lower())
    verb = any(past_tense(word) and not {"NOUN", "PROPN", "ADJ"} & set(entry(word)) for word in name)
    stopped = found.end() == len(line.rstrip()) or found["stop"]
    return found.end() if stopped and not verb and _common(found["phrase"], found["name"]) else 0


def _common(phrase: str, name: str) -> bool:
    """Whether a phrase that is also a noun greets here: `Morning, all`, not `Morning light fell`."""
    if phrase.lower() not in word_class("greeting_nouns"):
        return True
    return not name.strip() or all(
        word[:1].isupper() or word in word_class("everyone_pronouns") for word in name.split()
    )


def closing_from(lines: Sequence[str], *, greeted: bool = False) -> tuple[int, int] | None:
    """Return the line and the character from which a text closes, None where it does not.

    Parameters
    ----------
    lines
        Those that keep words, in order; a line is empty where a prefix precedes its words.
    greeted
        Whether the text greets someone; then an office may sign as well as a name: `Security office`.

    Examples
    --------
    >>> closing_from(["The van broke down. I took the car.", "Cheers,", "Jo"])
    (1, 0)
    >>> closing_from(["The van broke down. Regards, Tom"])
    (0, 20)
    >>> closing_from(["The van broke down.", "The wedding was late."]) is None
    True
    """
    for number in range(max(0, len(lines) - LAST_LINES), len(lines)):
        below = lines[number + 1 :]
        for found in _closing().finditer(lines[number]):
            rest = lines[number][found.end() :]
            if (below or not rest or _name(rest)) and _short(rest) and all(map(_short, below)):
                return number, found.start("phrase")
    return _bare_name(lines, greeted=greeted) or _name_at_end(lines)


def _name_at_end(lines: Sequence[str]) -> tuple[int, int] | None:
    """Where a name follows the last sentence of a text of several lines: `... this week. Jussi`."""
    found = (
        re.search(r"(?<=[.!?)])[ \t]+[^\W\d_][\w'’-]*(?:[ \t][^\W\d_][\w'’-]*)?[ \t]*$", lines[-1]) if lines else None
    )
    if found is None or len(lines) < MANY or not _name(found[0]):
        return None
    return len(lines) - 1, found.start()


def _bare_name(lines: Sequence[str], *, greeted: bool) -> tuple[int, int] | None:
    """Where a name stands alone in the last lines, below a line that ends a sentence."""
    first = len(lines)
    while first > 1 and len(lines) - first < 3 and _name(lines[first - 1], greeted=greeted):
        first -= 1
    closed = first > 0 and lines[first - 1].rstrip().endswith((".", "!", "?", "…", ")", ":"))
    return (first, 0) if first < len(lines) and closed else None


def _short(line: str) -> bool:
    """Whether a line may stand in a signature: few words, and no past tense that is nothing else."""
    words = re.findall(r"[^\W\d_]+", line.lower())
    return len(words) <= SIGNED_WORDS and not any(_verb(word) for word in words)


def _verb(word: str) -> bool:
    return past_tense(word) and not {"NOUN", "ADJ", "PROPN"} & set(entry(word))


def _name(line: str, *, greeted: bool = False) -> bool:
    """Whether a line holds a name, perhaps with a role behind a comma, and nothing else."""
    bare = line.strip().lstrip("-–—^~* ")
    name, _, role = bare.partition(",")
    words = name.split()
    if not 0 < len(words) <= 4 or any(character.isdigit() for character in name):
        return False
    if bare.endswith((".", "!", "?", ":", ";")) and not re.fullmatch(
        r"(?:[A-Z]\.[ ]?)+|\w+ [A-Z]\.|(?:[A-Z]\. ?)+\w+\.?", bare
    ):
        return False
    capital = words[0][0].isupper() and (greeted or all(word[0].isupper() or word in SMALL for word in words))
    return capital and not any(past_tense(word.lower()) for word in words) and _short(role)


@cache
def _greeting() -> re.Pattern[str]:
    phrase = pattern("greeting")
    name = r"(?:[ \t]+[^\W\d_][\w.'’-]*(?:[ \t]*[/&][ \t]*\w+)?){0,5}?"
    return re.compile(
        rf"[ \t]*(?P<phrase>{phrase})(?:,[ \t]+(?:all|team|everyone|everybody|folks))?"
        rf"(?P<name>{name})[ \t]*(?P<stop>(?:[,!:]|\.(?=[ \t]|$)|[–—-](?=[ \t]))+|(?=[ \t]*$))",
        re.IGNORECASE,
    )


@cache
def _closing() -> re.Pattern[str]:
    begin = r"(?:^|(?<=[.!?)])[ \t]+)[ \t]*(?:[-–—][ \t]*)?"
    return re.compile(
        rf"{begin}(?P<phrase>{pattern('closing')})(?![\w'’-])[ \t]*(?:[,.!–—-]+|(?=[ \t]*$)|(?=[ \t]+[A-Z]))",
        re.IGNORECASE,
    )
