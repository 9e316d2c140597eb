"""What the arguments of the command mean: a literal text, a file, standard input, a scenario.

A text is data. An argument is opened as a file only when it is one short line
and a file of that name exists; anything else is the text itself.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Final

from causalcore.errors import (
    InvalidInterventionError,
    MalformedDocumentError,
    MalformedScenarioError,
    OutsideDomainError,
)
from causalcore.files.json_text import read_json
from nlbridge.errors import UnreadableTextError
from nlbridge.language.disguise import refuse_unspaced

if TYPE_CHECKING:
    from collections.abc import Mapping

    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Scenario

MAX_CHARACTERS: Final = 20_000
"""Longest text that is read; a scenario of the benchmark has about 300 characters."""

MAX_NAME: Final = 1_000
TRUTH: Final = {"0": "false", "1": "true", "false": "false", "true": "true"}
"""Other ways to write the values of a plain event."""
SCENARIO_SUFFIXES: Final = frozenset({".json", ".yaml", ".yml", ".dot", ".gv", ".dag", ".dagitty"})
_LIKE_A_FILE: Final = re.compile(
    r"(\.{1,2}/|/|~/)\S.*|\S*/\S*|\S+\.(txt|md|jsonl?|ya?ml|dot|gv|dag|dagitty)", re.IGNORECASE
)


def checked(text: str, what: str = "text") -> str:
    """Return `text` if a reader can take it.

    Parameters
    ----------
    text
        What came from outside.
    what
        Its name in the message.

    Examples
    --------
    >>> checked("The pump failed.")
    'The pump failed.'
    """
    if not text.strip():
        message = f"expected a {what} with at least one sentence, got an empty one; write the sentences of the scenario"
        raise UnreadableTextError(message)
    if len(text) > MAX_CHARACTERS:
        message = (
            f"expected a {what} of at most {MAX_CHARACTERS} characters, got {len(text)}; pass one scenario at a time"
        )
        raise UnreadableTextError(message)
    for place, character in enumerate(text):
        if character not in "\t\n\r" and unicodedata.category(character) in {"Cc", "Cs"}:
            message = (
                f"expected a {what} without control characters, got U+{ord(character):04X} at offset {place}; remove it"
            )
            raise UnreadableTextError(message)
    refuse_unspaced(text, what)
    return text


def named_file(argument: str) -> Path | None:
    """Return the file that `argument` names, or None if it is a text."""
    if len(argument) > MAX_NAME or any(character in argument for character in "\n\r\0") or not argument.strip():
        return None
    path = Path(argument)
    try:
        if path.is_file() or path.is_fifo():
            return path
        folder = path.is_dir()
    except (OSError, ValueError):
        return None
    if folder and not re.search(r"\s", argument):
        message = f"expected a file, got the folder {argument}; name a file in it"
        raise IsADirectoryError(message)
    if _LIKE_A_FILE.fullmatch(argument):
        message = f"expected a text or a file that exists, got {argument}; check the name"
        raise FileNotFoundError(message)
    return None


def content(argument: str) -> str:
    """Return the text given by an argument: literal, in a file, or standard input for `-`."""
    if argument == "-":
        return decoded(sys.stdin.buffer.read(), "standard input")
    path = named_file(argument)
    return argument if path is None else decoded(path.read_bytes(), str(path))


def decoded(data: bytes, origin: str) -> str:
    """Decode UTF-8, or say where it breaks."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as broken:
        message = (
            f"expected UTF-8 in {origin}, got byte 0x{data[broken.start]:02x} at offset {broken.start}; convert it"
        )
        raise UnreadableTextError(message) from broken


def text_or_scenario(argument: str) -> str | Scenario:
    """Return the scenario that `argument` names or holds, else its text, checked."""
    path = None if argument == "-" else named_file(argument)
    if path is not None and path.suffix.lower() in SCENARIO_SUFFIXES:
        from causalcore.scenario.file import load_scenario

        return load_scenario(path)
    text = content(argument)
    return scenario_in(text) if text.lstrip().startswith("{") else checked(text)


def formal_scenario(argument: str) -> Scenario:
    """Return the scenario that `argument` names or holds; refuse a text."""
    found = text_or_scenario(argument)
    if isinstance(found, str):
        message = (
            f"expected a scenario in JSON or YAML, got the text {found[:40]!r}; "
            "write one with `causalcore read TEXT --format json`"
        )
        raise MalformedScenarioError(message)
    return found


def scenario_in(text: str) -> Scenario:
    """Return the scenario that a text in JSON holds."""
    from causalcore.scenario.file import scenario_from_document

    try:
        data = read_json(text)
    except MalformedDocumentError as broken:
        message = f"expected a scenario in JSON, got something that is not JSON ({broken.came}); correct it"
        raise MalformedScenarioError(message) from broken
    return scenario_from_document(data)


def assignments(words: list[str]) -> dict[str, str]:
    """Read `e2=false`, one or several in a word, into event ids and values.

    Examples
    --------
    >>> assignments(["e2=false", "e3=Old Fashioned, neat", "e4=true,e5=lower"])
    {'e2': 'false', 'e3': 'Old Fashioned, neat', 'e4': 'true', 'e5': 'lower'}
    """
    values: dict[str, str] = {}
    for word in words:
        for part in re.split(r",(?=\s*[\w-]+\s*=)", word):
            name, equals, value = part.partition("=")
            if not (equals and name.strip() and value.strip()):
                message = f"expected EVENT=VALUE, got {part!r}; write for example --do e2=false"
                raise InvalidInterventionError(message)
            values[name.strip()] = value.strip()
    return values


def intervention_on(scenario: Scenario, values: Mapping[str, str]) -> Intervention:
    """Return do(`values`), if the scenario has those events and they have those values."""
    from causalcore.scenario.intervention import do

    events = {event.id: event for event in scenario.events}
    if not values:
        message = "expected at least one EVENT=VALUE to intervene on, got none; write for example --do e2=false"
        raise InvalidInterventionError(message)
    for name in values:
        if name not in events:
            message = f"expected an event of the scenario ({', '.join(events)}), got {name}; name one of them"
            raise InvalidInterventionError(message)
    return do({name: _known(name, value, events[name].values) for name, value in values.items()})


def _known(name: str, value: str, domain: tuple[str, ...]) -> str:
    """Return a value as the event writes it; `True`, `1` and `true` are one."""
    meant = value if value in domain else TRUTH.get(value.lower(), value)
    if meant not in domain:
        raise OutsideDomainError(name, value, domain)
    return meant
