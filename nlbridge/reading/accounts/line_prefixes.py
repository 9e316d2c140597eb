"""What stands around the words of a line: times, levels and sources of a log, speakers, labels, greetings.

`2024-11-02 03:14:07 [WARN] disk usage reached 95 percent`, `Agent: ...`, `Root cause: ...`. `Dear
Mrs Farrow,` stands at the beginning of a line, `Kind regards, Tom` in the last lines; a name alone in the last line
signs as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.classes import pattern, phrases
from nlbridge.language.lexicon.connectives import signals_at
from nlbridge.language.pipeline.dictionary import entry, past_tense

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


LONGEST_LABEL: Final = 4
"""Words that a label has at most."""
PRONOUNS: Final = word_class("line_subjects")
SPOKEN: Final = 3
"""Words from which what stands behind a role is what somebody says."""
JOINING: Final = r"[ \t]*(?:[,;|/–—-]+[ \t]*)?"


def prefix_end(line: str, *, alike: bool) -> int:
    """Return how many characters of a line are a prefix as a log has them.

    Parameters
    ----------
    alike
        Whether other lines of the text begin like a log too: then a bare weekday is enough.

    Examples
    --------
    >>> prefix_end("04:10 The pump seized", alike=False), prefix_end("Mon 07:50 lift B stuck", alike=False)
    (6, 10)
    >>> prefix_end("Monday was quiet", alike=False)
    0
    """
    found = _stamps().match(line)
    if found is None or found.end() == 0:
        return 0
    head, rest = found[0], line[found.end() :]
    dated = any(character.isdigit() or character == "[" for character in head) or _level().search(head) is not None
    closed = head.rstrip(" \t").endswith((":", "-", "–", "—", "|", ","))
    weekday = alike and len(head.split()[0]) <= 4
    fraction = not alike and re.fullmatch(r"[ \t]*\d+/\d+[ \t]*", head)
    if fraction or not (dated or closed or weekday) or re.match(r"(?:to|until|till|and|or|was|were|is|am|pm)\b", rest):
        return 0
    source = re.match(r"(?:[\w@./#-]{1,25}[ \t]){0,2}[\w@./#()-]{1,25}:(?=[ \t]|$)[ \t]*", rest)
    clear = source is not None and "://" not in source[0] and not _verbal(source[0])
    return found.end() + (source.end() if source and clear else 0)


def asks(prefix: str) -> bool:
    """Tell whether a prefix in brackets calls for something: `[ACTION]`.

    Examples
    --------
    >>> asks("[ACTION] "), asks("[WARN] ")
    (True, False)
    """
    found = re.search(r"\[([^\]\n]+)\][ \t]*$", prefix)
    return found is not None and found[1].lower() in phrases("task")


def label_end(line: str, *, several: bool) -> int:
    """Return how many characters of a line are a label: `Weather: `; 0 where it has none.

    Parameters
    ----------
    several
        Whether the text has more lines; a single one has a label only if the lexicon lists it.

    Examples
    --------
    >>> label_end("Weather: rain until noon", several=True), label_end("He knew: it was over", several=True)
    (9, 0)
    """
    found = re.match(r"[ \t]*([^\W_][^:\n.!?;,]{0,40}):(?=[ \t]|$)[ \t]*", line)
    if found is None:
        asked = re.match(rf"[ \t]*{pattern('heading', 'task')}\?[ \t]+(?=\S)", line, re.IGNORECASE)
        return asked.end() if asked else 0
    words = found[1].lower().split()
    if " ".join(words) in (*phrases("header"), *phrases("task"), *phrases("heading")):
        return found.end()
    short = len(words) <= LONGEST_LABEL and not _verbal(found[1])
    return found.end() if several and short and not signals_at(tuple(words), 0) else 0


def label_kind(label: str, rest: str = "") -> str:
    """Return what a label says of the words behind it: `header field` and `task` claim nothing, `label` any other.

    Parameters
    ----------
    rest
        Those words: what a customer says is no field.

    Examples
    --------
    >>> label_kind("Subject: "), label_kind("Next steps:"), label_kind("Weather: ")
    ('header field', 'task', 'label')
    >>> label_kind("Customer: ", "M. Adeyemi"), label_kind("Customer: ", "My parcel was crushed.")
    ('header field', 'label')
    """
    words = " ".join(re.sub(r"[:?]", "", label).lower().split())
    if words in phrases("speaker") and len(rest.split()) >= SPOKEN and _speaks(rest):
        return "label"
    named = {"task": "task", "header": "header field"}
    return next((name for kind, name in named.items() if words in phrases(kind)), "label")


def titled(line: str) -> bool:
    """Tell whether the label of a line announces a title: `Postmortem: image uploads`.

    Examples
    --------
    >>> titled("Postmortem: image uploads"), titled("Weather: rain until noon")
    (True, False)
    """
    return re.match(rf"[ \t]*{pattern('title')}\b[^:\n]{{0,12}}:", line, re.IGNORECASE) is not None


def _speaks(rest: str) -> bool:
    """Whether the words behind a label are a sentence rather than names."""
    bare = re.findall(r"[^\W\d_]+", rest.lower())
    return any(word in PRONOUNS or word in word_class("spoken_words") for word in bare) or _verbal(rest)


def _verbal(words: str) -> bool:
    """Whether words hold a verb in the past or a pronoun as a subject, so that they claim something."""
    bare = re.findall(r"[^\W\d_]+", words.lower())
    if len(bare) == 1:
        return bare[0] in PRONOUNS
    return any(word in PRONOUNS or (past_tense(word) and "NOUN" not in entry(word)) for word in bare)


@cache
def _level() -> re.Pattern[str]:
    return re.compile(rf"\b{pattern('level').upper()}\b")


@cache
def _stamps() -> re.Pattern[str]:
    """Return a pattern for times, dates, weekdays, levels and brackets, one after the other."""
    day, month = rf"(?i:{pattern('day')})\b\.?", rf"(?i:{pattern('month')})\b\.?"
    half = r"[ \t]?(?:UTC|GMT|CES?T|Z|hrs|h|[ap]m|[ap]\.m\.)(?![\w])"
    digital = rf"\d{{1,2}}(?::|h)\d{{2}}(?::\d{{2}})?(?:[.,]\d+)?(?:{half})?(?![\d:])"
    clock = rf"{digital}|\d{{1,2}}(?:[.:]\d{{2}})?{half}|\d{{4}}{half}"
    date = (
        rf"\d{{4}}-\d{{2}}-\d{{2}}T?|\d{{1,2}}[./]\d{{1,2}}[./](?:\d{{2,4}})?(?!\d)"
        rf"|\d{{1,2}}\.?[ \t]{month}(?:[ \t]\d{{4}})?"
        rf"|{month}[ \t]\d{{1,2}}(?:,?[ \t]\d{{4}})?(?![\d:])"
    )
    level = rf"\b{pattern('level').upper()}\b"
    slashed = (
        r"(?:1[0-2]|0?[1-9])/\d{1,2}(?=[ \t]+[^\W\d])|(?:[12]\d|3[01]|0?[1-9])/(?:1[0-2]|0?[1-9])(?=[ \t]+[^\W\d])"
    )
    unit = rf"(?:{date}|{slashed}|{clock}|{day}|\[[^\]\n]{{1,40}}\]|{level})"
    span = rf"{unit}(?:[ \t]?[-–—][ \t]?(?:{clock}))?"
    return re.compile(rf"[ \t]*(?:{span}{JOINING}:?{JOINING})+")
