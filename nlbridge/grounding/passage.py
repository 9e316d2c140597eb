r"""The rewritten passage in an edit, and where to find a quote of it in the raw edit.

Strips what a writer or a model wraps around the passage: preambles, headings, fences, quotation marks, notes and
further options. Also strips sentences that address the checker rather than tell the story; they carry no weight.

Examples
--------
>>> passage("Sure! Here is the rewritten text:\n\n> The **lamp** stayed on.")
'The lamp stayed on.'
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from causalcore.files.json_text import read_json
from nlbridge.language.disguise import without_disguise
from nlbridge.language.lexicon.amounts import ONES, PLAIN, SCALES
from nlbridge.language.markdown import plain_text
from nlbridge.language.meaning.sentences import FUNCTION
from nlbridge.language.reader_address import signs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nlbridge.language.meaning.sentences import Word

_PREAMBLE: Final = re.compile(
    r"^\s*(?:(?:sure(?: thing)?|certainly|of course|absolutely|okay|ok|"
    r"gladly|no problem|great question|happy to help)\b"
    r"[^.!:,\n]{0,30}[.!,:]\s*)?"
    r"(?:(?:here(?:'s| is| are|\s+you\s+go)|below is|this is|the following is|"
    r"(?:the\s+)?(?:rewritten|revised|edited|new|updated|counterfactual|modified|alternative)\s+"
    r"(?:text|passage|version|scenario|paragraph|story|original))\b[^\n:]{0,160}:\s*)?",
    re.IGNORECASE,
)
_OPTION: Final = re.compile(
    r"^\W*(?:option|version|alternative|variant)\s*(?:[0-9]|[A-C]\b|one|two|three)\W*", re.IGNORECASE
)
_NOTE: Final = re.compile(
    r"^\W*(?:note|notes|explanation|changes made|key changes|summary of changes|reasoning|let me know|"
    r"i (?:have )?(?:changed|kept|hope)|would you like)\b",
    re.IGNORECASE,
)
_TO_THE_CHECKER: Final = re.compile(
    r"\b(?:this|the|my)\s+(?:edit|rewrite|rewriting|answer|response|revision)\s+(?:is|was|meets|satisfies|should be|"
    r"passes|fails|must)\b"
    r"|\bignore\s+(?:\w+\s+){0,3}(?:criteria|instructions?|rubric|checker|rules)\b"
    r"|\b(?:all|every)\s+(?:the\s+)?criteri(?:a|on)\b|\b(?:checker|grader|evaluator|verifier)s?\b"
    r"|\bmark\s+(?:it|this)\s+(?:as\s+)?(?:in)?valid\b",
    re.IGNORECASE,
)
_MARKS: Final = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})
_SINGLE_MARK: Final = re.compile(r"(?<![A-Za-z0-9])'|'(?![A-Za-z0-9])")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=\S)")
_REMARK: Final = re.compile(
    r"<(?!(?:b|i|u|em|strong|mark|span|p|q)\b)(\w+)[^<>\n]{0,80}>\s*(?:[^\s<>]+\s*){0,3}</\1>", re.IGNORECASE
)
"""An element of a few words that is not emphasis: a role, a verdict or a label, not a passage."""
_CONTROL: Final = re.compile(
    r"<\|[^|>]{0,40}\|>|\[/?INST\]|<</?SYS>>|\[\[[^\]]{0,60}\]\]|\{\{[^{}]{0,40}\}\}"
    r"|(?m:^\W{0,6}(?:system|assistant|user|developer|human)\W{0,4}:)",
    re.IGNORECASE,
)
"""Control tokens of chat templates, placeholders, and names of speakers."""
_HEADING: Final = re.compile(r"^\s*#+\s*(?:[^\s.!?]+\s*){0,4}$")
_MARKER: Final = re.compile(r"^\s*(?:[>#]+|[-*+]\s)\s*")
"""What begins a line of a quotation, a heading or a list."""
_IN_A_WORD: Final = re.compile(r"(\*{1,3})(\w[^\n*]*?)\1(?=['-]\w)|(?<=\w-)(\*{1,3})(\w[^\n*]*?)\3")
"""Emphasis on part of a word: `the **cellist**'s train`, `a motor-**bicycle**`."""
_TURN: Final = re.compile(
    r"(?:<\|\w+\|>|\[INST\](?:\s*<<SYS>>)?|<(?:start|end)_of_turn>)\s*(?:[^\s<>\[\]]+\s+){0,7}[^\s<>\[\]]*\s*"
    r"(?=<\|\w+\|>|(?:<</SYS>>\s*)?\[/INST\]|<end_of_turn>)",
    re.IGNORECASE,
)
"""A turn of a few words between control tokens, too short for a passage."""
_OF_THE_STORY: Final = 0.34
"""A sentence with at most this share of words from the original is not part of the story."""
_NUMBER: Final = re.compile(
    r"(?<![\w.,:-])(?:\d+(?:,\d{3})*(?:\.\d+)?(?![\w:-]|[.,]\d)|a dozen\b|(?:"
    + "|".join(PLAIN)
    + rf")\b(?!-| (?:{'|'.join(SCALES)})\b))",
    re.IGNORECASE,
)
"""A number in digits or in one word, except `one`, which is also a pronoun."""
_SIGN_BEFORE: Final = re.compile(r"[€£$]\Z")
_SIGN_BEHIND: Final = re.compile(r"(?<=\d) ?[%‰°€£$](?!\w)")
_JSON_OBJECT: Final = re.compile(r"\{[^{}]*\}")


@lru_cache(maxsize=64)
def passage(edit: str, story: str = "") -> str:
    """Return the rewritten passage in `edit` as one paragraph, with white space normalized.

    Words that the original, `story`, uses itself (a grader, a rubric) do not mark a sentence as addressed to a checker.
    """
    text = _visible(edit).translate(_MARKS)
    text = _without_markup(_unwrap_json(text))
    text = re.sub(r"```[a-zA-Z]*|<(?!\|)[^<>\n]{1,80}>", " ", _REMARK.sub(" ", _TURN.sub(" ", text)))
    story_words = frozenset(re.findall(r"[a-z]+", story.lower()))
    story_lines = (_to_the_story(line, story_words) for line in text.splitlines() if not _HEADING.match(line))
    lines = [_MARKER.sub("", _CONTROL.sub(" ", line)).strip() for line in story_lines]
    kept = _first_option([line for line in lines if line])
    text = _without_preambles(re.sub(r"[*_`]{1,3}", " ", " ".join(kept)))
    text = re.sub(r"[\"*_`]+", " ", _without_preambles(_to_the_story(text, story_words)))
    text = _with_numbers_of(story, text)
    text = _without_single_quotes(text)
    return re.sub(r"\s+([,.;:!?])", r"\1", re.sub(r"\s+", " ", text)).strip()


def _with_numbers_of(story: str, text: str) -> str:
    """Write each number as the story writes it: `3000` as `3,000`, `forty` as `40`."""
    numbers = [match[0] for match in _NUMBER.finditer(story)]
    written = {_value(number): number for number in reversed(numbers)}
    as_in_story = {number.lower() for number in numbers}
    return _NUMBER.sub(
        lambda match: match[0] if match[0].lower() in as_in_story else written.get(_value(match[0]), match[0]), text
    )


def _value(number: str) -> Decimal:
    word = number.lower().removeprefix("a ")
    return Decimal(ONES[word] if word in ONES else number.replace(",", ""))


def _without_single_quotes(text: str) -> str:
    """Remove single quotation marks; keep the apostrophe of `the drivers' canteen`, which ends no quotation."""
    kept, after, inside = [], 0, False
    for mark in _SINGLE_MARK.finditer(text):
        opens = mark.start() == 0 or not text[mark.start() - 1].isalnum()
        if opens or inside or text[mark.start() - 1] not in "sS":
            kept += [text[after : mark.start()], " "]
            after, inside = mark.end(), opens
    return "".join([*kept, text[after:]])


def place(quote: str, edit: str, occurrence: int = 0) -> tuple[int, int] | None:
    """Return the span of a quote's words in a raw edit, whatever marks are between them; None if they are not there.

    Parameters
    ----------
    occurrence
        Which of its occurrences, counted from 0. If it occurs less often, the last one.

    Examples
    --------
    >>> edit = "1. The **lamp** stayed on."
    >>> edit[slice(*place("The lamp stayed on", edit))]
    'The **lamp** stayed on'
    >>> place("stayed dry", "The hay stayed dry and the oats stayed dry.", occurrence=1)
    (32, 42)
    """
    found = _places(quote, edit)
    return with_signs(edit, *found[min(occurrence, len(found) - 1)]) if found else None


def occurrences(quote: str, passage: str) -> int:
    """Return how often the words of a quote occur in a passage, whatever marks are between them."""
    return len(_places(quote, passage))


def _places(quote: str, passage: str) -> list[tuple[int, int]]:
    quote_words = re.findall(r"\w+", quote)
    if not quote_words:
        return []
    if _bare(quote) and _bare(passage):
        return _placed([word.lower() for word in quote_words], *_words(passage))
    pattern = r"(?<!\w)(?=(" + r"[\W_]+".join(map(re.escape, quote_words)) + r")(?!\w))"
    return [match.span(1) for match in re.finditer(pattern, passage, re.IGNORECASE)]


def with_signs(passage: str, start: int, end: int) -> tuple[int, int]:
    """Extend a stretch by the signs of amounts at its ends, which are not words: `9 %`, `£12`.

    Examples
    --------
    >>> text = "Revenue fell by 9 %, or £12."
    >>> text[slice(*with_signs(text, 0, 17))], text[slice(*with_signs(text, 25, 27))]
    ('Revenue fell by 9 %', '£12')
    """
    before, behind = _SIGN_BEFORE.search(passage, 0, start), _SIGN_BEHIND.match(passage, end)
    return before.start() if before else start, behind.end() if behind else end


def quoted(passage: str, words: Sequence[Word]) -> str:
    """Return the passage from the first to the last of some of its words; empty if there are none."""
    return passage[slice(*with_signs(passage, words[0].start, words[-1].end))] if words else ""


def quote_of(passage: str, words: Sequence[Word]) -> tuple[str, int]:
    """Return what a stretch of a passage says, and which of its occurrences there this is, counted from 0.

    A stretch of marks alone says nothing.
    """
    if all(word.mark for word in words):
        return "", 0
    quote = quoted(passage, words)
    return quote, occurrences(quote, passage[: words[0].start])


def _bare(text: str) -> bool:
    """Return whether a text is ASCII without underscores, so that its words can be compared directly."""
    return text.isascii() and "_" not in text


@lru_cache(maxsize=16)
def _words(text: str) -> tuple[list[str], list[tuple[int, int]]]:
    matches = list(re.finditer(r"\w+", text))
    return [match[0].lower() for match in matches], [match.span() for match in matches]


def _placed(quote_words: list[str], words: list[str], spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans where the words of a quote occur in a row; cheaper than a regular expression."""
    size = len(quote_words)
    starts = (k for k, word in enumerate(words) if word == quote_words[0] and words[k : k + size] == quote_words)
    return [(spans[k][0], spans[k + size - 1][1]) for k in starts]


def _without_markup(text: str) -> str:
    """Convert Markdown to text; keep headings of more than a few words."""
    lines = (line if _HEADING.match(line) else re.sub(r"^\s*#+\s+", "", line) for line in text.splitlines())
    return plain_text(_IN_A_WORD.sub(lambda match: match[2] or match[4], "\n".join(lines)))


def _visible(text: str) -> str:
    """Remove invisible characters, turn full-width letters into normal ones, and undisguise words."""
    shown = "".join(unicodedata.normalize("NFKC", c) if "\uff01" <= c <= "\uff5e" else c for c in text)
    return without_disguise(shown)


def _without_preambles(text: str) -> str:
    """Remove all preambles at the start of a passage: `Sure! Rewritten text: Here it is:`."""
    text = re.sub(r"\s+", " ", text).strip(' "')
    while (shorter := _PREAMBLE.sub("", text, count=1).strip(' "')) not in {text, ""}:
        text = shorter
    return text


def _to_the_story(text: str, story_words: frozenset[str]) -> str:
    """Drop the sentences that address the checker of the edit."""
    return " ".join(part for part in _SENTENCE_END.split(text) if not _to_the_checker(part, story_words))


def _to_the_checker(sentence: str, story_words: frozenset[str]) -> bool:
    """Return whether a sentence addresses the checker, by words that the story does not use."""
    if any(
        not set(re.findall(r"[a-z]+", m.group().lower())) <= story_words for m in _TO_THE_CHECKER.finditer(sentence)
    ):
        return True
    content = [word for word in re.findall(r"[a-z]+", sentence.lower()) if word not in FUNCTION]
    strange = sum(word in story_words for word in content) <= _OF_THE_STORY * len(content)
    return strange and bool(signs(sentence))


def _unwrap_json(text: str) -> str:
    """Keep a string that is the only long one of a JSON object; drop other JSON objects."""

    def content(match: re.Match[str]) -> str:
        try:
            value = read_json(match.group())
        except ValueError:
            return match.group()
        strings = [item for item in value.values() if isinstance(item, str) and len(item.split()) > 7]
        return strings[0] if len(strings) == 1 else " "

    return _JSON_OBJECT.sub(content, text)


def _first_option(lines: list[str]) -> list[str]:
    starts = [index for index, line in enumerate(lines) if _OPTION.match(line)]
    if len(starts) > 1:
        lines = [_OPTION.sub("", lines[starts[0]], count=1), *lines[starts[0] + 1 : starts[1]]]
    for index, line in enumerate(lines):
        if index and _NOTE.match(line):
            return lines[:index]
    return lines
