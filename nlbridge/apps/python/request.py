"""What a call asks for: a text, a file or a scenario, and one what-if.

A string is always the text itself. A file is named by a `pathlib.Path`, so that no text can name one.

Examples
--------
>>> asked("The pump failed, so the cellar flooded.", do={"e1": False}).do
(('e1', 'false'),)
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from nlbridge.answering.input import checked, scenario_in, text_or_scenario
from nlbridge.answering.request import Request, RequestError, values_of

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario

LONGEST_NAME: Final = 1000
"""Characters of a text that may be the name of a file."""
NAMED: Final = frozenset({".txt", ".md", ".json", ".yaml", ".yml"})
"""Suffixes of files that hold a text or a scenario."""


def asked(
    text: str | Path | Scenario | Mapping[str, Any] | None,
    scenario: Path | Scenario | Mapping[str, Any] | None = None,
    *,
    had: str | None = None,
    do: Mapping[str, object] | None = None,
    query: str | None = None,
) -> Request:
    """Return what a call asks for.

    Parameters
    ----------
    text, scenario
        Exactly one of them.
    had, do, query
        Exactly one of them.

    Raises
    ------
    RequestError
        If it does not say so.
    FileNotFoundError
        If a path leads nowhere.
    """
    if (text is None) is (scenario is None):
        message = f"expected a text or a scenario, got {'neither' if text is None else 'both'}; pass one of them"
        raise RequestError(message)
    for name, words in (("had", had), ("query", query)):
        if words is not None:
            checked(words, name)
    source = source_of(scenario if text is None else text)
    return Request(source=source, had=had, query=query, do=tuple(values_of(do).items()))


def source_of(subject: object) -> str | Scenario:
    """Return the text or the scenario given by an argument.

    Raises
    ------
    RequestError
        If it is not a text, path, scenario or mapping.
    """
    from causalcore.scenario.file import scenario_from_document
    from causalcore.scenario.scenario import Scenario

    if isinstance(subject, Scenario):
        return subject
    if isinstance(subject, Mapping):
        return scenario_from_document(dict(subject))
    if isinstance(subject, Path):
        if not subject.is_file():
            message = f"expected a file, got {subject}, which does not exist; check the name"
            raise FileNotFoundError(message)
        return text_or_scenario(str(subject))
    if isinstance(subject, str):
        _refuse_name(subject)
        return scenario_in(subject) if subject.lstrip().startswith("{") else checked(subject)
    message = (
        f"expected a text, a pathlib.Path, a Scenario or its dict, got {type(subject).__name__}; "
        "for a batch use rubric.many or check.many"
    )
    raise RequestError(message)


def _refuse_name(text: str) -> None:
    """Refuse the name of a file, which a caller meant to be read; a text has more than one word."""
    name = Path(text.strip()) if len(text) < LONGEST_NAME and "\n" not in text.strip() else None
    if name is not None and name.suffix.lower() in NAMED and (" " not in text.strip() or name.is_file()):
        message = f"expected a text, got {text!r}, the name of a file, taken for the text itself; "
        message += f"pass pathlib.Path({text!r}) to have the file read"
        raise RequestError(message)
