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
    """Put another text in the place of this one, and read it."""
    text = in_lines(fields.words("text"))
    had = fields.value("had") if "had" in fields else None
    what_if = None if had is None else WhatIf(had=fields.words("had"))
    return Document(id=document.id, scenario=as_read(text, reader), what_if=what_if, read=True, note=document.note)


def read_again(document: Document, _: Fields, reader: Reader) -> Document:
    """Read the text anew; corrections and answers go."""
    scenario = as_read(checked(document.text), reader)
    what_if = None if document.what_if is None or document.what_if.do else document.what_if
    return replace(document, scenario=scenario, what_if=what_if, replies=(), read=True)


def set_scenario(document: Document, fields: Fields, _: Reader) -> Document:
    """Take a scenario from a file in the place of the reading."""
    given = scenario_from_document(fields.mapping("scenario"))
    scenario = replace(given, text=in_lines(given.text))
    if len(scenario.text) > MAX_CHARACTERS:
        message = f"expected a text of at most {MAX_CHARACTERS} characters, got {len(scenario.text)}; shorten it"
        raise StudioError(message)
    return Document(id=document.id, scenario=scenario, read=True, note=document.note)


def as_read(text: str, reader: Reader) -> Scenario:
    """Return what a text was read into, the text as it was given."""
    return replace(reader(text), text=text)


def in_lines(text: str) -> str:
    r"""Return a text whose lines end alike, as in the fields of a page; every character keeps its place.

    Examples
    --------
    >>> in_lines("It rained.\r\nIt leaked.\r")
    'It rained. \nIt leaked.\n'
    """
    return text.replace("\r\n", " \n").replace("\r", "\n")
