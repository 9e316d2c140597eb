"""What a person does to the text as a whole: another text, a new reading, a reading from a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from causalcore.scenario.file import scenario_from_document
from causalcore.scenario.scenario import Scenario
from nlbridge.answering.input import MAX_CHARACTERS, checked
from nlbridge.apps.studio.document.document import Document, StudioError, WhatIf
from nlbridge.apps.studio.document.fields import Fields

Reader = Callable[[str], Scenario]
"""Reads a text into a scenario."""


def set_text(document: Document, fields: Fields, reader: Reader) -> Document:
    """Replace the text, and read it."""
    text = in_lines(fields.words("text"))
    had = fields.value("had") if "had" in fields else None
    what_if = None if had is None else WhatIf(had=fields.words("had"))
    scenario = as_read(text, reader)
    return Document(
        id=document.id,
        scenario=scenario,
        what_if=what_if,
        read=True,
        note=document.note,
        title=document.title,
        read_by=source_of(text, reader),
    )


def read_again(document: Document, _: Fields, reader: Reader) -> Document:
    """Read the text again; corrections and answers go."""
    scenario = as_read(checked(document.text), reader)
    what_if = document.what_if
    if what_if is not None and what_if.do:  # values are of claims that may be others now; words still hold
        what_if = WhatIf(had=what_if.had) if what_if.had else None
    by = source_of(document.text, reader)
    return replace(document, scenario=scenario, what_if=what_if, replies=(), by_model=(), read=True, read_by=by)


def set_scenario(document: Document, fields: Fields, _: Reader) -> Document:
    """Take a scenario from a file instead of the reading."""
    given = scenario_from_document(fields.mapping("scenario"))
    scenario = replace(given, text=in_lines(given.text))
    if len(scenario.text) > MAX_CHARACTERS:
        message = f"expected a text of at most {MAX_CHARACTERS} characters, got {len(scenario.text)}; shorten it"
        raise StudioError(message)
    return Document(id=document.id, scenario=scenario, read=True, note=document.note, title=document.title)


def as_read(text: str, reader: Reader) -> Scenario:
    """Return what a text was read into, the text as it was given."""
    return replace(reader(text), text=text)


def source_of(text: str, reader: Reader) -> str:
    """Return who read a text: `words`, unless the reader says otherwise.

    Examples
    --------
    >>> source_of("It rained.", lambda text: Scenario(text=text))
    'words'
    """
    source = getattr(reader, "source", None)
    return str(source(text)) if callable(source) else "words"


def in_lines(text: str) -> str:
    r"""Return a text whose lines end alike, as in the fields of a page; every character keeps its place.

    Examples
    --------
    >>> in_lines("It rained.\r\nIt leaked.\r")
    'It rained. \nIt leaked.\n'
    """
    return text.replace("\r\n", " \n").replace("\r", "\n")
