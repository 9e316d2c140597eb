"""The command `causalcore ask --text`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from benchmarks.questions.errors import QuestionNotReadError
from causalcore.files.text_file import read_text
from logic.errors import brief
from nlbridge.asking.output import console, while_read

if TYPE_CHECKING:
    from benchmarks.questions.answering import Answer
    from nlbridge.chat.client.endpoint_options import EndpointOptions

FINE: Final = 0
UNDETERMINED: Final = 3
READERS: Final = ("offline", "llm")


def check_alone(**others: object) -> None:
    """Refuse other options together with `--text`.

    Raises
    ------
    QuestionNotReadError
        If one is given.
    """
    given = [name for name, value in others.items() if value]
    if given:
        message = f"expected --text alone, got {', '.join(given)} beside it; leave these out"
        raise QuestionNotReadError(message)


def text_of(source: str) -> str:
    """Return the text of a file, or of standard input for `-`.

    Raises
    ------
    QuestionNotReadError
        If the file does not exist, or is not UTF-8 text.
    """
    if source == "-":
        return sys.stdin.read()
    path = Path(source)
    if not path.is_file():
        message = f"expected a file with a question, got {brief(source)}, which is not a file; check the name, or use -"
        raise QuestionNotReadError(message)
    try:
        return read_text(path)
    except UnicodeDecodeError as broken:
        message = f"expected text in UTF-8, got other bytes in {source}; convert the file"
        raise QuestionNotReadError(message) from broken


def answer_text(source: str, reader: str, options: EndpointOptions, *, as_json: bool) -> int:
    """Answer the question in a file, print the answer with its steps, and return the exit code.

    Raises
    ------
    QuestionNotReadError
        If the reader is unknown, or the text cannot be read.
    """
    if reader not in READERS:
        message = f"expected --reader {' or '.join(READERS)}, got {reader}; choose one of them"
        raise QuestionNotReadError(message)
    answer = _by_model(text_of(source), options) if reader == "llm" else _offline(text_of(source))
    if as_json:
        typer.echo(json.dumps(answer.as_dict(), ensure_ascii=False))
    else:
        from nlbridge.apps.command.presentation.tables import show_steps

        headline = f"{answer.word}{'' if answer.firm else ' (not firm: an assumption or rounding decides)'}"
        with while_read():
            show_steps(console(), headline, [(step.name, step.words) for step in answer.steps])
    return UNDETERMINED if answer.word == "open" else FINE


def answer_line(text: str) -> dict[str, object]:
    """Answer a question as a line of a batch: its answer, its number or interval, and why.

    Examples
    --------
    >>> row = answer_line("A causes B, and B causes C. Does A serve as the parent node of C?")
    >>> row["answer"], row["verdict"], row["why"]
    ('no', False, 'no arrow from A to C')
    """
    from causalcore.identification import Finding

    answer = _offline(text)
    row: dict[str, object] = {**answer.as_dict(), "verdict": answer.yes}
    if answer.value is None and isinstance(answer.result, Finding):
        row["interval"] = [answer.result.low, answer.result.high]
    last = next((step for name in ("rule", "verdict") for step in answer.steps if step.name == name), answer.steps[-1])
    return {**row, "why": last.words}


def _offline(text: str) -> Answer:
    from benchmarks.questions.answering import answer

    return answer(text)


def _by_model(text: str, options: EndpointOptions) -> Answer:
    from benchmarks.questions.model_reading import answer_with_model
    from nlbridge.chat.client.endpoint import Endpoint
    from nlbridge.chat.replies.prompt import Respondent

    with Endpoint(options) as endpoint:
        respondent = Respondent(chat=endpoint.model, model=endpoint.name)
        return endpoint.run(answer_with_model(text, respondent))
