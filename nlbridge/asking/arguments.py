"""What the arguments of a call mean: a text, a file, standard input or a scenario, and one what-if.

On the command line, an argument is opened as a file only if it is one short line and a file of that name exists;
anything else is the text itself. In Python a string is always the text itself, and a `pathlib.Path` names a file, so no
text can name one.

Examples
--------
>>> asked("The pump failed, so the cellar flooded.", do={"e1": False}).do
(('e1', 'false'),)
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from causalcore.errors import InvalidInterventionError, MalformedDocumentError, MalformedScenarioError
from causalcore.files.json_text import read_json
from nlbridge.answering.input import checked, decoded
from nlbridge.answering.request import Request, RequestError, checked_words, is_blank, values_of

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario

LONGEST_NAME: Final = 1_000
"""Most characters of a text that may be a file name."""
NAMED: Final = frozenset({".txt", ".md", ".json", ".yaml", ".yml"})
"""Suffixes of files that hold a text or a scenario."""
SCENARIO_SUFFIXES: Final = frozenset({".json", ".yaml", ".yml", ".dot", ".gv", ".dag", ".dagitty"})
_LIKE_A_FILE: Final = re.compile(
    r"(\.{1,2}/|/|~/)\S.*|\S*/\S*"
    r"|\S+\.(txt|text|md|markdown|rst|jsonl?|ya?ml|dot|gv|dag|dagitty|gml|bif|csv|tsv|xlsx?|html?|xml|pdf|docx?|log)",
    re.IGNORECASE,
)


def named_file(argument: str) -> Path | None:
    """Return the file that `argument` names, or None if it is a text."""
    if len(argument) > LONGEST_NAME or any(character in argument for character in "\n\r\0") or not argument.strip():
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


def text_or_scenario(argument: str) -> str | Scenario:
    """Return the scenario that `argument` names or contains, else its text, checked."""
    if Path(argument).suffix.lower() in SCENARIO_SUFFIXES and (path := named_file(argument)) is not None:
        from causalcore.scenario.file import load_scenario

        return load_scenario(path)
    text = content(argument)
    return scenario_in(text) if text.lstrip().startswith("{") else checked(text)


def formal_scenario(argument: str) -> Scenario:
    """Return the scenario that `argument` names or contains; refuse a text."""
    if argument == "-":
        from causalcore.scenario.file import parse_document, scenario_from_document

        return scenario_from_document(parse_document(content(argument), "standard input"))
    scenario = text_or_scenario(argument)
    if isinstance(scenario, str):
        message = (
            f"expected a scenario in JSON or YAML, got the text {scenario[:40]!r}; "
            "write one with `causalcore read TEXT --format json`"
        )
        raise MalformedScenarioError(message)
    return scenario


def scenario_in(text: str) -> Scenario:
    """Return the scenario that a JSON text contains."""
    from causalcore.scenario.file import scenario_from_document

    try:
        data = read_json(text)
    except MalformedDocumentError as broken:
        message = f"expected a scenario in JSON, got something that is not JSON ({broken.came}); correct it"
        raise MalformedScenarioError(message) from broken
    return scenario_from_document(data)


def assignments(words: list[str]) -> dict[str, str]:
    """Parse words like `e2=false`, each with one or several assignments, into event ids and values.

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
            if values.setdefault(name.strip(), value.strip()) != value.strip():
                message = f"expected one value of {name.strip()}, got {values[name.strip()]} and {value.strip()}"
                raise InvalidInterventionError(message)
    return values


def what_if_of(had: str | None, query: str | None, do: list[str] | None) -> dict[str, Any]:
    """Return the what-if of the command line in the form of a request."""
    for name, words, example in (("--had", had, "the pump not failed"), ("--query", query, "What if it had rained?")):
        if is_blank(words):
            message = f"expected the words of a what-if with {name}, got none; write for example {name} '{example}'"
            raise RequestError(message)
        if words is not None:
            checked(words, name)
    return {"had": had, "query": query, "do": tuple(assignments(do or []).items())}


def asked(
    text: str | Path | Scenario | Mapping[str, Any] | None,
    scenario: Path | Scenario | Mapping[str, Any] | None = None,
    *,
    had: str | None = None,
    do: Mapping[str, object] | None = None,
    query: str | None = None,
) -> Request:
    """Return what a call asks for, given exactly one of text and scenario, and exactly one of had, do and query."""
    if (text is None) is (scenario is None):
        message = f"expected a text or a scenario, got {'neither' if text is None else 'both'}; pass one of them"
        raise RequestError(message)
    had, query = checked_words(had, "had"), checked_words(query, "query")
    source = source_of(scenario if text is None else text)
    return Request(source=source, had=had, query=query, do=tuple(values_of(do).items()))


def source_of(subject: object) -> str | Scenario:
    """Return the text or the scenario given by an argument."""
    from causalcore.scenario.file import scenario_from_document
    from causalcore.scenario.scenario import Scenario

    if isinstance(subject, Scenario):
        return subject
    if isinstance(subject, Mapping):
        return scenario_from_document(dict(subject))
    if isinstance(subject, Path):
        if not subject.is_file():
            actual = "which is a folder" if subject.is_dir() else "which does not exist"
            message = f"expected a file, got {subject}, {actual}; check the name"
            raise FileNotFoundError(message)
        return text_or_scenario(str(subject))
    if not isinstance(subject, str):
        message = (
            f"expected a text, a pathlib.Path, a Scenario or its dict, got {type(subject).__name__}; "
            "for a batch use rubric.many or check.many"
        )
        raise RequestError(message)
    text = subject.strip()
    name = Path(text) if len(subject) < LONGEST_NAME and "\n" not in text else None
    if name is not None and name.suffix.lower() in NAMED and (" " not in text or name.is_file()):
        message = (
            f"expected a text, got {subject!r}, the name of a file, taken for the text itself; "
            f"pass pathlib.Path({subject!r}) to have the file read"
        )
        raise RequestError(message)
    return scenario_in(subject) if text.startswith("{") else checked(subject)
