"""Edits that no reader would call valid, made by script from edits that are known to be valid.

Each maker changes one thing: the edit is another text's, refuses, is denied from outside, tells a claim of another
subject, alters a number, drops what must stay, tells again what must go, or gives a reason that the text does not have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from nlbridge.language.meaning.sentences import words

if TYPE_CHECKING:
    from law_cases import Case

STEPS: Final = (1, 7)
"""Which of the following cases lend a case their edits."""
REFUSALS: Final = (
    "I'm sorry, but I cannot help with that.",
    "As an AI language model, I can't rewrite this passage.",
    "N/A",
    "The rewritten text is as follows:",
    "Everything would have been different.",
    "Nothing would have changed.",
    "See above.",
)
DENIALS: Final = (
    "It is not true that the following happened. {}",
    "He dreamt that the following happened. {}",
    "None of this is true: {}",
    "If only it had gone like this: {}",
    "A liar told us this story. {} Nobody believed him.",
    "{} At least, that was her excuse.",
    "The children pretended as follows. {}",
    "{} It was all lies.",
)
REASONS: Final = (
    ("thief", "because a thief had cut the wires"),
    ("astrologer", "because an astrologer had foretold it"),
    ("bribe", "since somebody had paid a bribe"),
)
NUMBERS: Final = dict(
    zip(
        "two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred".split(),
        "nine eleven seven twelve fifteen three twenty four sixteen five thirty seven eighty six ninety dozen".split(),
        strict=True,
    )
)
SUBJECT: Final = re.compile(r"^(?P<article>The|A|An|Our|His|Her|My|Their) (?P<noun>[a-z]+)\b")
STOP: Final = re.compile(r"(?<=[.!?])\s+")


def foreign(case: Case, others: Sequence[Case]) -> Iterator[str]:
    """Return valid edits of other texts."""
    place = next(k for k, other in enumerate(others) if other is case)
    for step in STEPS:
        other = others[(place + step) % len(others)]
        if other.text != case.text:
            yield from other.gold_edits[:1]


def refusals(case: Case) -> Iterator[str]:
    """Return stock phrases and refusals: some that differ from case to case."""
    start = len(case.text) % len(REFUSALS)
    yield from (REFUSALS[(start + k) % len(REFUSALS)] for k in range(3))


def denied(case: Case) -> Iterator[str]:
    """Return a valid edit that its own frame denies."""
    for edit in case.gold_edits[:1]:
        yield from (frame.format(edit) for frame in DENIALS)


def kept_sentences(case: Case, edit: str) -> Iterator[str]:
    """Return sentences of an edit that the text has too, and that hold a claim that must stay."""
    of_text = set(STOP.split(case.text))
    stays = [case.text[low:high] for low, high in case.spans_that_stay]
    for sentence in STOP.split(edit):
        if sentence in of_text and any(words in sentence for words in stays):
            yield sentence


def swapped_subjects(case: Case) -> Iterator[str]:
    """Return edits in which a claim that must stay is told of another noun of the text."""
    nouns = dict.fromkeys(found.lower() for found in re.findall(r"\bthe ([a-z]{4,})\b", case.text))
    stays = [words for low, high in case.spans_that_stay for words in re.findall(r"\w+", case.text[low:high])]
    for edit in case.gold_edits:
        for sentence in kept_sentences(case, edit):
            subject = SUBJECT.match(sentence)
            if subject and subject["noun"] not in stays:
                continue  # What stands before the claim, as `The foreman` before `Harry Platt, was at the dentist`.
            other = next((n for n in nouns if subject and n not in sentence.lower() and n != subject["noun"]), None)
            if subject and other:
                yield edit.replace(sentence, f"The {other}{sentence[subject.end() :]}", 1)


def altered_numbers(case: Case) -> Iterator[str]:
    """Return edits in which one number of a claim that must stay is another."""
    for edit in case.gold_edits:
        for sentence in kept_sentences(case, edit):
            for low, high in case.spans_that_stay:
                claim = case.text[low:high]
                changed = _another_number(claim)
                if claim in sentence and changed != claim:
                    yield edit.replace(sentence, sentence.replace(claim, changed, 1), 1)


def _another_number(claim: str) -> str:
    """Change the first number of a claim, in digits or in words."""

    def other(found: re.Match[str]) -> str:
        said = found.group().lower()
        return str(int(said) + 7) if said.isdigit() else NUMBERS[said]

    pattern = r"(?<![\d.,:])\d{1,6}(?![\d.,:]*\d)|\b(?:" + "|".join(NUMBERS) + r")\b"
    return re.sub(pattern, other, claim, count=1, flags=re.IGNORECASE)


def dropped(case: Case) -> Iterator[str]:
    """Return edits without one sentence that tells what must stay, of which nothing is said elsewhere."""
    for edit in case.gold_edits:
        for sentence in kept_sentences(case, edit):
            rest = " ".join(part for part in STOP.split(edit) if part != sentence)
            said = {word.text for word in words(rest) if word.content}
            own = [word.text for word in words(sentence) if word.content]
            if rest and sum(word in said for word in own) * 2 < len(own):
                yield rest


def restored(case: Case) -> Iterator[str]:
    """Return edits that tell again, in the text's words, one claim that must change."""
    for edit in case.gold_edits[:1]:
        for low, high in case.spans_that_go:
            claim = case.text[low:high].strip(" .,;:")
            if SUBJECT.match(claim[:1].upper() + claim[1:]) and claim.lower() not in edit.lower():
                yield f"{edit} {claim[:1].upper()}{claim[1:]}."


def invented(case: Case) -> Iterator[str]:
    """Return edits whose last sentence has a reason that the text does not know."""
    for edit in case.gold_edits[:1]:
        for word, reason in REASONS:
            if word not in case.text.lower() and edit.endswith("."):
                yield f"{edit[:-1]}, {reason}."


Maker = Callable[["Case"], Iterator[str]]
MAKERS: Final[dict[str, Maker]] = {
    "refusals": refusals,
    "denial from outside": denied,
    "a subject swapped for another noun": swapped_subjects,
    "a number altered": altered_numbers,
    "a must-stay sentence dropped": dropped,
    "a must-change claim told again": restored,
    "an invented reason added": invented,
}
