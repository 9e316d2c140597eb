"""`causalcore read --review`: ask the questions about a reading one by one, and write the corrected scenario.

The dialogue works on an iterator of lines and needs no terminal. Claims appear on one line without control characters.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final

from causalcore.files.writing import write_whole
from nlbridge.answering.answers import prepare, read_text
from nlbridge.answering.lines import one_line
from nlbridge.answering.request import Request, RequestError, Settings
from nlbridge.answering.review import Reply, Review, keep, parsed_answers, resumed, review_of
from nlbridge.apps.command.presentation.answers import plain
from nlbridge.asking.arguments import content, named_file, text_or_scenario
from nlbridge.asking.progress import waiting
from nlbridge.telling.to_check import Doubt, DoubtKind

WORDS: Final = {
    "yes": Reply.YES,
    "y": Reply.YES,
    "no": Reply.NO,
    "n": Reply.NO,
    "unsure": Reply.UNSURE,
    "?": Reply.UNSURE,
}
UNDO: Final = frozenset({"u", "undo"})
QUIT: Final = frozenset({"q", "quit"})
PROMPT: Final = "  yes / no / unsure, u undo, q quit > "
AGAIN: Final = "All questions are answered.\n  Enter writes the scenario, u undo, q quit > "
LONGEST: Final = 40
"""Characters shown of a line that was not understood."""


class Stage(StrEnum):
    """Progress of a dialogue."""

    ASKED = "asked"
    FINISHED = "finished"
    LEFT = "left"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The next words of the dialogue, and the review so far."""

    says: str
    review: Review
    stage: Stage = Stage.ASKED


def dialogue(review: Review, lines: Iterator[str]) -> Iterator[Turn]:
    """Ask the open questions, taking each typed line only after its question; the end of the lines quits like `q`.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Event, Link, Scenario
    >>> rain, roof = Event(id="e1", statement="It rained."), Event(id="e2", statement="The roof leaked.")
    >>> link = Link(cause="e1", effect="e2", confidence=0.7)
    >>> start = review_of(Scenario(events=(rain, roof), links=(link,)))
    >>> for turn in dialogue(start, iter(["yes"])):
    ...     print(turn.stage, *turn.says.splitlines(), sep="; ")
    asked; 1 of 1  Did 'The roof leaked' come about because of 'It rained'?;   70% yes, 1 answer depends on it; ...
    finished; 1 link confirmed, 0 removed, 0 in doubt left as they were.
    """
    note, settled = "", not review.answers
    while (question := next(iter(review.open), None)) is not None or not settled:
        yield Turn(says=note + (_asked(review, question) if question else AGAIN), review=review)
        typed = next(lines, "q").strip().casefold()
        note = ""
        if typed in QUIT:
            yield Turn(says="", review=review, stage=Stage.LEFT)
            return
        if typed in UNDO:
            note = "" if review.answers else "There is no answer to take back.\n"
            review, settled = review.undone(), False
        elif question is None and not typed:
            settled = True
        elif question is not None and typed in WORDS:
            review, settled = review.answered(question.id, WORDS[typed]), True
        else:
            note = f"expected yes, no, unsure, u or q, got '{_plain(typed[:LONGEST])}'; type one of them\n"
    yield Turn(says=_summary(review), review=review, stage=Stage.FINISHED)


def _asked(review: Review, question: Doubt) -> str:
    total = len(review.questions)
    place = total - len(review.open) + 1
    hangs = "1 answer depends on it" if question.hangs == 1 else f"{question.hangs} answers depend on it"
    return f"{place} of {total}  {_plain(question.question)}\n  {question.confidence:.0%} yes, {hangs}\n{PROMPT}"


def _plain(words: str) -> str:
    """Return outside text on one line, without terminal control characters."""
    return " ".join(plain(words).plain.split())


def _summary(review: Review) -> str:
    links = {question.id for question in review.questions if question.kind is DoubtKind.LINK}
    replies = dict(review.answers)
    link_replies = [reply for name, reply in review.answers if name.startswith("link:")]
    confirmed = link_replies.count(Reply.YES)
    doubtful = sum(replies.get(name, Reply.UNSURE) is Reply.UNSURE for name in links)
    summary = (
        f"{confirmed} link{'' if confirmed == 1 else 's'} confirmed, {link_replies.count(Reply.NO)} removed, "
        f"{doubtful} in doubt left as they were.\n"
    )
    if len(links) < len(review.questions):
        summary += "A scenario holds links: what was said of the what-if and of claims stays with the answers.\n"
    if any(name.startswith("what-if:") and reply is Reply.NO for name, reply in review.answers):
        summary += "The what-if is about something else: say it in the words of the claim that it denies, or by --do.\n"
    return summary


def refuse_unready(text: str, answers: str | None, out: Path | None, *, as_text: bool) -> None:
    """Raise before anything is read if the review could not be held or written."""
    if as_text:
        message = "expected --review with --format json, got text; a scenario is written as JSON"
        raise RequestError(message)
    if answers is None and not on_terminal():
        advice = "answer with --answers FILE (--answers '{}' lists the questions)"
        message = f"expected a terminal for --review, got none; {advice}"
        raise RequestError(message)
    if text == "-" and answers in (None, "-"):
        message = "expected TEXT or a file with --review, got -, where the answers come from; name a file"
        raise RequestError(message)
    if out is not None:
        _refuse_place(out, [text, *([] if answers is None else [answers])])


def _refuse_place(out: Path, sources: list[str]) -> None:
    if out.suffix.lower() != ".json":
        message = f"expected --out to end in .json, got {out}; other commands know a scenario by that"
        raise RequestError(message)
    if out.is_dir() or not out.parent.is_dir():
        message = f"expected --out to be a file in a folder that exists, got {out}; make the folder or choose another"
        raise RequestError(message)
    files = [file for source in sources if source != "-" and (file := named_file(source)) is not None]
    if out.exists() and any(out.samefile(file) for file in files):
        message = f"expected --out to be another file than what is read, got {out}; choose another name"
        raise RequestError(message)


def on_terminal() -> bool:
    """Return whether a person can read the questions and type answers."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def review(text: str, what_if: dict[str, Any], how: Settings, *, answers: str | None, out: Path | None) -> None:
    """Review a reading on the terminal or with a file of answers, and write the corrected scenario."""
    questions = _questions(text, what_if, how)
    if answers is not None:
        answered = questions.with_answers(parsed_answers(content(answers), "--answers"), "--answers")
        _say_unanswered(answered)
        _write(answered, out)
        return
    answers_file = (
        Path(f"review-{questions.mark}.answers.json") if out is None else out.with_name(f"{out.stem}.answers.json")
    )
    if (finished := _held(resumed(questions, answers_file), answers_file)) is not None:
        _write(finished, out)


def _questions(text: str, what_if: dict[str, Any], how: Settings) -> Review:
    source = text_or_scenario(text)
    with waiting("Reading"):
        scenario = read_text(source, how) if isinstance(source, str) else source
        if not any(what_if.values()):
            return review_of(scenario)
        request = Request(source=scenario, **what_if)
        return review_of(scenario, prepare(request, how), json.dumps(list(what_if.values())))


def _held(review: Review, answers_file: Path) -> Review | None:
    """Hold the dialogue, save each answer at once, and return the review if it was finished."""
    from rich.console import Console

    console = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
    last = review
    for turn in dialogue(review, _typed()):
        if turn.review.answers != last.answers:
            keep(turn.review, answers_file)
            last = turn.review
        console.print(plain(turn.says), end="")
        if turn.stage is Stage.LEFT:
            saved = f"{len(last.answers)} answers are saved in {answers_file}; the same command resumes there"
            console.print(plain(f"\n{saved}" if last.answers else "\nNothing was answered"))
            return None
    return last


def _typed() -> Iterator[str]:
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    yield from iter(sys.stdin.readline, "")


def _say_unanswered(review: Review) -> None:
    missing = review.open
    if missing:
        headline = f"{len(missing)} of {len(review.questions)} questions have no answer of their own:"
        listed = "".join(f"  {one_line(question.id)}  {one_line(question.question)}\n" for question in missing)
        sys.stderr.write(f"causalcore: {headline}\n{listed}")


def _write(review: Review, out: Path | None) -> None:
    """Write the corrected scenario; on a terminal, non-ASCII characters are escaped."""
    from causalcore.scenario.file import scenario_to_dict

    result = scenario_to_dict(review.corrected)
    if out is None:
        sys.stdout.write(json.dumps(result, ensure_ascii=sys.stdout.isatty(), indent=1, allow_nan=False) + "\n")
        return
    write_whole(out, json.dumps(result, ensure_ascii=False, indent=1, allow_nan=False) + "\n")
    sys.stderr.write(f"causalcore: {one_line(f'the corrected scenario is in {out}')}\n")
