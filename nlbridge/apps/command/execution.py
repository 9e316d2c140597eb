"""What the commands do once their options are read."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from nlbridge.answering.answers import judge, prepare, read_text
from nlbridge.answering.batch import cobe_line, explained_line, rubric_line, verify_line
from nlbridge.answering.input import (
    assignments,
    checked,
    content,
    formal_scenario,
    intervention_on,
    text_or_scenario,
)
from nlbridge.answering.preparation import representative
from nlbridge.answering.request import FIELDS, Request, RequestError
from nlbridge.asking.options import HowToRead, opened
from nlbridge.asking.output import console, while_read
from nlbridge.asking.progress import waiting
from nlbridge.chat.client.endpoint_options import EndpointOptions

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from causalcore.derivation.derivation import Derivation
    from nlbridge.answering.batch import Work
    from nlbridge.answering.request import Prepared, Settings
    from nlbridge.apps.python.rows import VerdictRow
    from nlbridge.judging.report import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """How much of a result is shown, and in which form.

    Parameters
    ----------
    explain
        Whole proofs.
    everything
        In text: all there is, not the answer alone.
    beside
        In text: also the edit next to the original.
    """

    as_json: bool
    explain: bool = False
    everything: bool = False
    beside: bool = False


VERIFY: Final = verify_line
VERIFY_FIELDS: Final = (*FIELDS, "edit")


def settings(
    pipeline: str | None,
    implicit: str,
    reader: str | None,
    samples: int = 1,
    options: EndpointOptions | None = None,
    *,
    silence: str = "open",
) -> AbstractContextManager[Settings]:
    """Give how texts are read, as `nlbridge.asking.options.opened`.

    Parameters
    ----------
    reader
        None for `hybrid` where a model is named, else `offline`.

    Raises
    ------
    RequestError
        If the options do not fit together.
    """
    how = HowToRead(
        pipeline=pipeline,
        implicit=str(implicit),
        reader=None if reader is None else str(reader),
        samples=samples,
        silence=str(silence),
        endpoint=options or EndpointOptions(),
    )
    return opened(how)


def request(text: str | None, had: str | None, query: str | None, do: list[str] | None) -> Request:
    """Return what one call asks for.

    Raises
    ------
    RequestError
        If it does not say so.
    """
    if text is None:
        message = "expected TEXT or --jsonl FILE, got neither; see --help for an example"
        raise RequestError(message)
    for name, words in (("had", had), ("query", query)):
        if words is not None:
            checked(words, f"--{name}")
    return Request(source=text_or_scenario(text), had=had, query=query, do=tuple(assignments(do or []).items()))


def refuse_beside_jsonl(**options: object) -> None:
    """Refuse options that a batch would ignore."""
    beside = [name for name, value in options.items() if value]
    if beside:
        message = f"expected --jsonl alone, got it with {', '.join(beside)}; put them in the lines of the file"
        raise RequestError(message)


def refuse_without_jsonl(**options: object) -> None:
    """Refuse options that only a batch has.

    Raises
    ------
    RequestError
        If one is given.
    """
    given = [f"--{name}" for name, value in options.items() if value is not None]
    if given:
        message = f"expected --jsonl FILE beside {', '.join(given)}, got none; add it or leave them out"
        raise RequestError(message)


def refuse_without_review(**options: object) -> None:
    """Refuse options that say how to review, where nothing is reviewed.

    Raises
    ------
    RequestError
        If one is given.
    """
    given = [f"--{name}" for name, value in options.items() if value]
    if given:
        message = f"expected --review beside {', '.join(given)}, got none; add it or leave them out"
        raise RequestError(message)


def read(text: str, how: Settings, *, as_json: bool) -> None:
    """Read a text and show the scenario."""
    from causalcore.scenario.file import scenario_to_dict

    found = text_or_scenario(text)
    with waiting("Reading"):
        scenario = read_text(found, how) if isinstance(found, str) else found
    if as_json:
        _print_json(scenario_to_dict(scenario))
    else:
        from nlbridge.apps.command.presentation.whole import show_scenario

        with while_read():
            show_scenario(console(), scenario)


def rubric_work(*, cobe: bool, explain: bool) -> Work:
    """Return what `rubric --jsonl` does with a line."""
    if cobe:
        return cobe_line
    return explained_line if explain else rubric_line


def rubric(asked: Request, how: Settings, *, draw: Path | None, shown: Shown) -> None:
    """Derive a rubric, show it, and draw it if asked."""
    from nlbridge.answering.result import rubric_row

    with waiting("Deriving"):
        prepared = prepare(asked, how)
    if draw is not None:
        from nlbridge.telling import graph_drawing as drawing

        drawing.draw(prepared.rubric, draw)
    if shown.as_json:
        _print_json(rubric_row(prepared.rubric.scenario.id or None, prepared, explain=shown.explain))
    else:
        with while_read():
            _show_rubric(prepared, shown)


def _show_rubric(prepared: Prepared, shown: Shown) -> None:
    from nlbridge.apps.command.presentation.answer_first import show_answer
    from nlbridge.apps.command.presentation.whole import show_basis, show_rubric, show_what_if

    show_what_if(console(), prepared.rubric, prepared.confidence)
    if shown.everything:
        show_rubric(console(), prepared, explain=shown.explain)
        return
    show_basis(console(), prepared.basis)
    show_answer(console(), prepared, explain=shown.explain)


def cobe(asked: Request, how: Settings) -> None:
    """Derive a rubric and print the text with it as a CoBe file of one item."""
    from nlbridge.telling.cobe_item import cobe_item

    with waiting("Deriving"):
        prepared = prepare(asked, how)
    name = prepared.rubric.scenario.id or None
    answer = representative(prepared).text
    item = cobe_item(name, prepared.rubric, had=asked.had, query=asked.query, answer=answer)
    with while_read():
        sys.stdout.write(json.dumps([item], ensure_ascii=False, indent=1) + "\n")


def verify(
    text: str | None,
    edit: str | None,
    what_if: tuple[str | None, str | None, list[str] | None],
    how: Settings,
    *,
    draw: Path | None = None,
    shown: Shown,
) -> bool | None:
    """Judge an edit, show the report, draw it if asked, and return the verdict."""
    from nlbridge.answering.result import report_row

    if edit is None:
        message = "expected --edit FILE, got none; name a file with the edit, or - for standard input"
        raise RequestError(message)
    if text == edit == "-":
        message = "expected one - at most, got it for TEXT and --edit; name a file for one of them"
        raise RequestError(message)
    asked = request(text, *what_if)
    words = content(edit)
    with waiting("Judging"):
        prepared, report = judge(asked, words, how)
    row = report_row(prepared.rubric.scenario.id or None, report, prepared)
    if draw is not None:
        _draw_verdict(prepared, row, draw)
    if shown.as_json:
        _print_json(row)
    else:
        with while_read():
            _show_report(prepared, report, words, shown)
    return report.valid


def _draw_verdict(prepared: Prepared, row: dict[str, Any], path: Path) -> None:
    from causalcore.pictures.formats import write_picture
    from nlbridge.apps.python.verdict import verdict_picture

    write_picture(verdict_picture(prepared, cast("VerdictRow", row)), path)


def _show_report(prepared: Prepared, report: Report, edit: str, shown: Shown) -> None:
    from nlbridge.apps.command.presentation.answer_first import show_verdict
    from nlbridge.apps.command.presentation.whole import show_basis, show_report, show_what_if
    from nlbridge.telling.side_by_side import show_side_by_side

    show_what_if(console(), prepared.rubric, prepared.confidence)
    if shown.everything:
        show_report(console(), report, prepared.rubric.scenario.text, edit, prepared.basis)
        return
    if shown.explain:
        show_basis(console(), prepared.basis)
    show_verdict(console(), report, explain=shown.explain, basis=prepared.basis)
    if shown.beside:
        show_side_by_side(console(), prepared.rubric.scenario.text, edit)


def derive(source: str, do: list[str], shown: Shown) -> None:
    """Answer for every event of a formal scenario."""
    from causalcore.derivation.derivation import derive as derived
    from nlbridge.answering.result import derivation_row

    scenario = formal_scenario(source)
    intervention = intervention_on(scenario, assignments(do))
    with waiting("Deriving"):
        derivation = derived(scenario, intervention)
    if shown.as_json:
        _print_json(derivation_row(scenario.id or None, derivation, explain=shown.explain))
    else:
        with while_read():
            _show_derivation(derivation, shown)


def _show_derivation(derivation: Derivation, shown: Shown) -> None:
    from causalcore.derivation.rubric import build_rubric
    from nlbridge.answering.request import Prepared
    from nlbridge.apps.command.presentation.answer_first import show_answer
    from nlbridge.apps.command.presentation.whole import show_derivation, show_what_if

    if shown.everything:
        show_derivation(console(), derivation, explain=shown.explain)
        return
    rubric = build_rubric(derivation)
    show_what_if(console(), rubric, 1.0)
    show_answer(console(), Prepared(rubric=rubric, clause=None), explain=shown.explain)


def _print_json(result: dict[str, Any]) -> None:
    with while_read():
        sys.stdout.write(json.dumps(result, ensure_ascii=False, indent=1, allow_nan=False) + "\n")
