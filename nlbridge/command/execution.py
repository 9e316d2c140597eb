"""What the commands do once their options are read."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager
from dataclasses import fields as fields_of
from typing import TYPE_CHECKING, Any, Final

from nlbridge.answering.answers import evidence_of, judge, prepare, read_text
from nlbridge.answering.batch import run
from nlbridge.answering.input import (
    assignments,
    checked,
    content,
    formal_scenario,
    intervention_on,
    text_or_scenario,
)
from nlbridge.answering.line_work import cobe_line, explained_line, rubric_line, verify_line
from nlbridge.answering.lines import dumped, lines_of, warn_of_unknown_fields
from nlbridge.answering.preparation import representative
from nlbridge.answering.request import FIELDS, Request, RequestError, Settings, refuse_beside_reader
from nlbridge.command.output import console, while_read
from nlbridge.command.progress import counted, waiting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from nlbridge.answering.line_work import Work
    from nlbridge.llm.client.endpoint_options import EndpointOptions

VERIFY: Final = verify_line
VERIFY_FIELDS: Final = (*FIELDS, "edit")


@contextmanager
def settings(
    pipeline: str | None,
    implicit: str,
    reader: str | None,
    samples: int = 1,
    options: EndpointOptions | None = None,
    *,
    embeddings: str | None = None,
    nli: str | None = None,
) -> Iterator[Settings]:
    """Give how texts are read, with the endpoint open where a language model helps, and local models loaded.

    Parameters
    ----------
    reader
        None for `hybrid` where a model is named and no local one, else `offline`.

    Raises
    ------
    RequestError
        If the options do not fit together.
    """
    if reader is None:
        reader = "hybrid" if _names_model(options) and not (embeddings or nli) else "offline"
    if reader == "offline":
        _refuse_endpoint(options)
        how = Settings(
            pipeline=pipeline,
            implicit=str(implicit),
            reader=str(reader),
            samples=samples,
            embeddings=embeddings,
            nli=nli,
        )
        evidence_of(how)  # A model that is not there ends the call, not each line of it.
        yield how
        return
    refuse_beside_reader(reader, embeddings, nli)
    from nlbridge.llm.client.endpoint import Endpoint
    from nlbridge.llm.client.endpoint_options import EndpointOptions

    with Endpoint(options or EndpointOptions()) as endpoint:
        yield Settings(
            pipeline=pipeline,
            implicit=str(implicit),
            reader=str(reader),
            samples=samples,
            endpoint=endpoint,
        )


def _names_model(options: EndpointOptions | None) -> bool:
    from nlbridge.llm.client.endpoint import MODEL

    return options is not None and bool(options.model or options.replay or os.environ.get(MODEL))


def _refuse_endpoint(options: EndpointOptions | None) -> None:
    given = (
        [] if options is None else [one.name for one in fields_of(options) if getattr(options, one.name) != one.default]
    )
    if given:
        message = (
            f"expected --reader llm or hybrid beside the options of an endpoint, got {', '.join(given)} with the "
            "offline reader, which asks no model; name the reader or leave them out"
        )
        raise RequestError(message)


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
        from nlbridge.command.presentation import show_scenario

        with while_read():
            show_scenario(console(), scenario)


def rubric_work(*, cobe: bool, explain: bool) -> Work:
    """Return what `rubric --jsonl` does with a line."""
    if cobe:
        return cobe_line
    return explained_line if explain else rubric_line


def rubric(asked: Request, how: Settings, *, draw: Path | None, as_json: bool, explain: bool = False) -> None:
    """Derive a rubric, show it, and draw it if asked."""
    from nlbridge.answering.result import rubric_row

    with waiting("Deriving"):
        prepared = prepare(asked, how)
    if draw is not None:
        from nlbridge.telling import graph_drawing as drawing

        drawing.draw(prepared.rubric, draw)
    if as_json:
        _print_json(rubric_row(prepared.rubric.scenario.id or None, prepared, explain=explain))
    else:
        from nlbridge.command.presentation import show_rubric, show_what_if

        with while_read():
            show_what_if(console(), prepared.rubric, prepared.confidence)
            show_rubric(console(), prepared, explain=explain)


def cobe(asked: Request, how: Settings) -> None:
    """Derive a rubric and print the text with it as a CoBe file of one item."""
    from nlbridge.telling.cobe_item import cobe_item

    with waiting("Deriving"):
        prepared = prepare(asked, how)
    name = prepared.rubric.scenario.id or None
    answer = representative(prepared)
    item = cobe_item(name, prepared.rubric, had=asked.had, query=asked.query, answer=answer)
    with while_read():
        sys.stdout.write(json.dumps([item], ensure_ascii=False, indent=1) + "\n")


def verify(
    text: str | None,
    edit: str | None,
    what_if: tuple[str | None, str | None, list[str] | None],
    how: Settings,
    *,
    as_json: bool,
) -> bool | None:
    """Judge an edit, show the report, and return the verdict."""
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
    if as_json:
        _print_json(report_row(prepared.rubric.scenario.id or None, report, prepared))
    else:
        from nlbridge.command.presentation import show_report, show_what_if

        with while_read():
            show_what_if(console(), prepared.rubric, prepared.confidence)
            show_report(console(), report, prepared.rubric.scenario.text, words, prepared.basis)
    return report.valid


def derive(source: str, do: list[str], *, as_json: bool, explain: bool = False) -> None:
    """Answer for every event of a formal scenario."""
    from causalcore.derivation.derivation import derive as derived
    from nlbridge.answering.result import derivation_row

    scenario = formal_scenario(source)
    intervention = intervention_on(scenario, assignments(do))
    with waiting("Deriving"):
        derivation = derived(scenario, intervention)
    if as_json:
        _print_json(derivation_row(scenario.id or None, derivation, explain=explain))
    else:
        from nlbridge.command.presentation import show_derivation

        with while_read():
            show_derivation(console(), derivation, explain=explain)


def batch(name: str, work: Work, how: Settings, jobs: int, fields: Sequence[str] = FIELDS) -> int:
    """Answer a JSON Lines file; return 2 if a line could not be processed, else 0.

    Parameters
    ----------
    fields
        Those that are read; others are named on standard error, once each.
    """
    lines = lines_of(name)
    warn_of_unknown_fields(lines, fields)
    failed = 0
    for row in counted(run(lines, work, how, jobs=jobs), len(lines), "Lines"):
        failed += "error" in row
        sys.stdout.write(dumped(row) + "\n")
        sys.stdout.flush()
    if failed:
        sys.stderr.write(f'causalcore: {failed} of {len(lines)} lines could not be processed; see their "error"\n')
    return 2 if failed else 0


def _print_json(result: dict[str, Any]) -> None:
    with while_read():
        sys.stdout.write(json.dumps(result, ensure_ascii=False, indent=1, allow_nan=False) + "\n")
