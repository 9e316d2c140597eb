"""Text around the words of a line: times and sources of a log, speakers, labels, greetings, signatures; capitals.

`2024-11-02 03:14:07 [WARN] disk usage reached 95 percent`, `Agent: ...`, `Dear Mrs Farrow,`, `Kind regards, Tom`. A
sentence in capitals is put in small letters, as the tagger reads them: `THE PUMP FAILED`.
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
from nlbridge.language.pipeline.spelling import joining_word

LAST_LINES: Final = 6
"""Last lines of a text that may contain its closing."""
SIGNED_WORDS: Final = 7
"""Most words of a line below the closing phrase."""
LONGEST_LABEL: Final = 4
"""Most words of a label."""
SPOKEN: Final = 3
"""Fewest words after a role that count as speech."""
SMALL: Final = word_class("name_particles")
"""Words in a name or a role that need no capital."""
PRONOUNS: Final = word_class("line_subjects")
FEWEST: Final = 4
"""Fewest words of a sentence in capitals; fewer are a title, a code or a cry."""
SENTENCE: Final = re.compile(r"[^.!?\n]+")
WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*(?![\w])")
DENIALS: Final = tuple(word_class("not_forms"))
LONGEST_SHORT_NAME: Final = 3
"""Most letters of an unknown word that stays an abbreviation: `HR`."""
JOINING: Final = r"[ \t]*(?:[,;|/–—-]+[ \t]*)?"
INITIALS: Final = re.compile(r"(?:[A-Z]\.[ ]?)+|\w+ [A-Z]\.|(?:[A-Z]\. ?)+\w+\.?")
SOURCE: Final = re.compile(r"(?:(?![^\W\d_]{4,}\.[ \t])[\w@./#-]{1,25}[ \t]){0,2}[\w@./#()-]{1,25}:(?=[ \t]|$)[ \t]*")
"""The source of a log line; a longer word with a full stop ends a sentence."""
LAST_NAME: Final = re.compile(r"(?<=[.!?)])[ \t]+[^\W\d_][\w'’-]*(?:[ \t][^\W\d_][\w'’-]*)?[ \t]*$")


def greeting_end(line: str) -> int:
    """Return the length of the greeting at the start of a line; 0 if there is none.

    Examples
    --------
    >>> greeting_end("Hi Paula, it's Dev."), greeting_end("Good morning. Our scale failed.")
    (9, 13)
    >>> greeting_end("Dear was the price"), greeting_end("Morning light fell."), greeting_end("Hello all,")
    (0, 0, 10)
    """
    match = _greeting().match(line)
    if match is None or _claims(match["name"]):
        return 0
    named = all(word[0].isupper() or word in word_class("everyone_pronouns") for word in match["name"].split())
    return match.end() if named or match["phrase"].lower() not in word_class("greeting_nouns") else 0


def closing_from(lines: Sequence[str], *, greeted: bool = False) -> tuple[int, int] | None:
    """Return the line and the character at which the closing of a text begins; None if it has none.

    Parameters
    ----------
    lines
        The lines that keep words, in order; a line is empty if a prefix precedes its words.
    greeted
        Whether the text greets someone; then an office may also sign: `Security office`.

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
        for match in _closing().finditer(lines[number]):
            rest = lines[number][match.end() :]
            if (below or not rest or _is_name(rest)) and all(map(_is_short, (rest, *below))):
                return number, match.start("phrase")
    first = len(lines)
    while first > 1 and len(lines) - first < 3 and _is_name(lines[first - 1], greeted=greeted):
        first -= 1
    if first < len(lines) and lines[first - 1].rstrip().endswith((".", "!", "?", "…", ")", ":")):
        return first, 0
    behind = LAST_NAME.search(lines[-1]) if len(lines) > 1 or (lines and greeted) else None
    return (len(lines) - 1, behind.start()) if behind and _is_name(behind[0]) else None


def _is_short(line: str) -> bool:
    """Whether a line may be part of a signature: few words and no claim."""
    return len(re.findall(r"[^\W\d_]+", line)) <= SIGNED_WORDS and not _claims(line)


def _claims(words: str) -> bool:
    """Whether words contain a past tense that can be nothing else."""
    bare = re.findall(r"[^\W\d_]+", words.lower())
    return any(past_tense(word) and not {"NOUN", "ADJ", "PROPN"} & set(entry(word)) for word in bare)


def _is_name(line: str, *, greeted: bool = False) -> bool:
    """Whether a line consists of a name, maybe with a role after a comma."""
    bare = line.strip().lstrip("-–—^~* ")
    name, _, role = bare.partition(",")
    words = name.split()
    if not 0 < len(words) <= 4 or any(character.isdigit() for character in name):
        return False
    if bare.endswith((".", "!", "?", ":", ";")) and not INITIALS.fullmatch(bare):
        return False
    capital = words[0][0].isupper() and (greeted or all(word[0].isupper() or word in SMALL for word in words))
    return capital and not any(past_tense(word.lower()) for word in words) and _is_short(role)


@cache
def _greeting() -> re.Pattern[str]:
    name = r"(?:[ \t]+[^\W\d_][\w.'’-]*(?:[ \t]*[/&][ \t]*\w+)?){0,5}?"
    return re.compile(
        rf"[ \t]*(?P<phrase>{pattern('greeting')})(?:,[ \t]+(?:all|team|everyone|everybody|folks))?"
        rf"(?P<name>{name})[ \t]*(?:(?:[,!:]|\.(?=[ \t]|$)|[–—-](?=[ \t]))+|(?=[ \t]*$))",
        re.IGNORECASE,
    )


@cache
def _closing() -> re.Pattern[str]:
    begin = r"(?:^|(?<=[.!?)])[ \t]+)[ \t]*(?:[-–—][ \t]*)?"
    return re.compile(
        rf"{begin}(?P<phrase>{pattern('closing')})(?![\w'’-])[ \t]*(?:[,.!–—-]+|(?=[ \t]*$)|(?=[ \t]+[A-Z]))",
        re.IGNORECASE,
    )


def prefix_end(line: str, *, alike: bool) -> int:
    """Return the length of the log prefix of a line; 0 if there is none.

    If other lines look `alike`, like a log, a bare weekday is enough.

    Examples
    --------
    >>> prefix_end("04:10 The pump seized", alike=False), prefix_end("Mon 07:50 lift B stuck", alike=False)
    (6, 10)
    >>> prefix_end("Monday was quiet", alike=False)
    0
    """
    stamp = _stamps().match(line)
    if stamp is None:
        return 0
    head, rest = stamp[0].rstrip(" \t"), line[stamp.end() :]
    dated = re.search(rf"[\d\[]|\b{pattern('level').upper()}\b", head) is not None
    closed = head.endswith((":", "-", "–", "—", "|", ","))
    weekday = alike and len(head.split()[0]) <= 4
    fraction = not alike and re.fullmatch(r"[ \t]*\d+/\d+", head)
    if (
        fraction
        or not (dated or closed or weekday)
        or re.match(r"(?:to|until|till|and|or|of|was|were|is|am|pm)\b", rest)
    ):
        return 0
    source = SOURCE.match(rest)
    return stamp.end() + (source.end() if source and "://" not in source[0] and not _verbal(source[0]) else 0)


def label_end(line: str, *, several: bool) -> int:
    """Return the length of the label of a line: `Weather: `; 0 if there is none.

    Parameters
    ----------
    several
        Whether the text has several lines; a single one has a label only if the lexicon lists it, or if it is a
        numbered place with a name: `Bed 7, Mr Okafor: `.

    Examples
    --------
    >>> label_end("Weather: rain until noon", several=True), label_end("He knew: it was over", several=True)
    (9, 0)
    >>> label_end("Bed 7, Mr Okafor: the drip ran dry", several=False)
    18
    """
    match = re.match(
        r"[ \t]*([^\W_][^:\n.!?;,]{0,40}(?P<named>(?<=\d),[ \t]+[A-Z][^:\n.!?;,]{0,40})?):(?=[ \t]|$)[ \t]*", line
    )
    if match is None:
        asked = re.match(rf"[ \t]*{pattern('heading', 'task')}\?[ \t]+(?=\S)", line, re.IGNORECASE)
        return asked.end() if asked else 0
    words = match[1].lower().split()
    if " ".join(words) in (*phrases("header"), *phrases("task"), *phrases("heading")):
        return match.end()
    short = (several or match["named"]) and len(words) <= LONGEST_LABEL
    return match.end() if short and not _verbal(match[1]) and not signals_at(tuple(words), 0) else 0


def label_kind(label: str, rest: str = "") -> str:
    """Return the kind of a label: `header field` or `task`, whose words claim nothing, else `label`.

    `rest` is the words after it: what a customer says is no field.

    Examples
    --------
    >>> label_kind("Subject: "), label_kind("Next steps:"), label_kind("Weather: ")
    ('header field', 'task', 'label')
    >>> label_kind("Customer: ", "M. Adeyemi"), label_kind("Customer: ", "My parcel was crushed.")
    ('header field', 'label')
    """
    words = " ".join(re.sub(r"[:?]", "", label).lower().split())
    spoken = word_class("spoken_words") & set(re.findall(r"[^\W\d_]+", rest.lower()))
    if words in phrases("speaker") and len(rest.split()) >= SPOKEN and (spoken or _verbal(rest)):
        return "label"
    if words in phrases("task"):
        return "task"
    return "header field" if words in phrases("header") else "label"


def titled(line: str) -> bool:
    """Return whether the label of a line announces a title: `Postmortem: image uploads`.

    Examples
    --------
    >>> titled("Postmortem: image uploads"), titled("Weather: rain until noon")
    (True, False)
    """
    return re.match(rf"[ \t]*{pattern('title')}\b[^:\n]{{0,12}}:", line, re.IGNORECASE) is not None


def _verbal(words: str) -> bool:
    """Whether words claim something: they contain a past tense or a subject pronoun."""
    bare = re.findall(r"[^\W\d_]+", words.lower())
    if PRONOUNS & set(bare):
        return True
    return len(bare) > 1 and any(past_tense(word) and "NOUN" not in entry(word) for word in bare)


@cache
def _stamps() -> re.Pattern[str]:
    """Return a pattern for a sequence of times, dates, weekdays, levels and brackets."""
    day, month = rf"(?i:{pattern('day')})\b\.?", rf"(?i:{pattern('month')})\b\.?"
    half = r"[ \t]?(?:UTC|GMT|CES?T|Z|hrs|h|[ap]m|[ap]\.m\.)(?![\w])"
    digital = rf"\d{{1,2}}(?::|h)\d{{2}}(?::\d{{2}})?(?:[.,]\d+)?(?:{half})?(?!:?\d)"
    clock = rf"{digital}|\d{{1,2}}(?:[.:]\d{{2}})?{half}|\d{{4}}{half}"
    date = (
        rf"\d{{4}}-\d{{2}}-\d{{2}}T?|\d{{1,2}}[./]\d{{1,2}}[./](?:\d{{2,4}})?(?!\d)"
        rf"|\d{{1,2}}\.?[ \t]{month}(?:[ \t]\d{{4}})?"
        rf"|{month}[ \t]\d{{1,2}}(?:,?[ \t]\d{{4}})?(?![\d:])"
    )
    behind = r"(?=[ \t]+[^\W\d]|[ \t]*:?[ \t]*$)"
    slashed = rf"(?:1[0-2]|0?[1-9])/\d{{1,2}}{behind}|(?:[12]\d|3[01]|0?[1-9])/(?:1[0-2]|0?[1-9]){behind}"
    unit = rf"(?:{date}|{slashed}|{clock}|{day}|\[[^\]\n]{{1,40}}\]|\b{pattern('level').upper()}\b)"
    span = rf"{unit}(?:[ \t]?[-–—][ \t]?(?:{clock}))?"
    return re.compile(rf"[ \t]*(?:{span}{JOINING}:?{JOINING})+")


def in_small_letters(text: str) -> str:
    """Return a text of the same length with its sentences in capitals in small letters, names with their first capital.

    An unknown word of more than three letters counts as a name, also if it is an abbreviation: `Nato`.

    Examples
    --------
    >>> in_small_letters("THE VALVE DIDN'T OPEN NEAR LEEDS. The A14 was shut.")
    "The valve didn't open near Leeds. The A14 was shut."
    >>> in_small_letters("NATO met. The BBC said so.")
    'NATO met. The BBC said so.'
    """
    return SENTENCE.sub(lambda match: _small(match, text), text)


def _small(match: re.Match[str], text: str) -> str:
    sentence = match.group()
    words = WORD.findall(sentence)
    if len(words) < FEWEST or sentence != sentence.upper() or len(sentence.lower()) != len(sentence):
        return sentence
    small = WORD.sub(lambda word: _small_word(word.group()), sentence)
    before = text[: match.start()].rstrip()[-1:]
    if before and before not in ".!?…":
        return small
    first = next(i for i, character in enumerate(small) if character.isalnum())
    return small[:first] + small[first].upper() + small[first + 1 :]


def _small_word(word: str) -> str:
    """Return a word in small letters; a name keeps its capital, an abbreviation all of them."""
    small = word.lower()
    stem = re.split("['’]", small)[0]
    if stem == "i":
        return f"I{small[1:]}"
    if stem in word_class("english_words") or entry(stem) or joining_word(stem) or small.endswith(DENIALS):
        return small
    name = stem.title() if len(stem) > LONGEST_SHORT_NAME else word[: len(stem)]
    return f"{name}{small[len(stem) :]}"
