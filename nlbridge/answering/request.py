"""What a call or batch line asks for, how texts are read, and the rubric prepared for a request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from causalcore.errors import InvalidInterventionError
from causalcore.files.faults import all_faults
from logic.errors import brief
from nlbridge.answering.input import checked
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.scenario import Scenario
    from nlbridge.answering.basis import Basis
    from nlbridge.chat.client.endpoint import Endpoint
    from nlbridge.chat.client.endpoint_options import EndpointOptions
    from nlbridge.supposing.readings import Readings

MOST_SAMPLES: Final = 25
FIELDS: Final = ("id", "text", "scenario", "had", "query", "do")
"""Fields that a batch line may have; a line of `verify` also has `edit`."""
KEPT: Final = 64
"""Readings kept in memory: the edits of one text usually follow one another."""


class RequestError(BridgeError, ValueError):
    """A call or batch line does not say what it asks for."""


class Reader(StrEnum):
    """Who reads texts."""

    OFFLINE = "offline"
    LLM = "llm"
    HYBRID = "hybrid"


class Implicit(StrEnum):
    """How to link neighbouring clauses without a connective."""

    NECESSARY = "necessary"
    POSSIBLE = "possible"
    NONE = "none"


class SilenceCounts(StrEnum):
    """How to count silence about a claim that must stay; for an amount that must move, it counts under `fail` only."""

    OPEN = "open"
    FAIL = "fail"
    PASS = "pass"  # noqa: S105 - the name of an outcome


READERS: Final[tuple[str, ...]] = tuple(Reader)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How texts are read.

    Parameters
    ----------
    pipeline
        Name of a spaCy pipeline; None for the one in the package.
    implicit
        Strength of links between neighbouring clauses that no word signals.
    reader
        Who reads: rules, a language model, or a model only where the rules are uncertain.
    samples
        How often the language model reads a text.
    silence
        How to count an edit that omits a claim that must stay; values other than `open` need a language model.
    endpoint_options
        Which language model to open, how, and at what cost.
    endpoint
        The opened language model; one of the two is needed unless `reader` is offline.
    wrong
        Share of verdicts on edits that may be wrong; a lower share leaves more edits undetermined.
    seconds
        Time limit of a batch line; 0 for none.
    """

    pipeline: str | None = None
    implicit: str = "necessary"
    reader: str = "offline"
    samples: int = 1
    silence: str = "open"
    endpoint_options: EndpointOptions | None = None
    endpoint: Endpoint | None = field(default=None, compare=False)
    wrong: float = 0.05
    seconds: float = field(default=0.0, compare=False)

    def __post_init__(self) -> None:
        if self.reader not in READERS:
            message = f"expected the reader {'|'.join(READERS)}, got {self.reader!r}; choose one of them"
            raise RequestError(message)
        if self.reader != "offline" and self.endpoint is None and self.endpoint_options is None:
            message = f"expected a model for the reader {self.reader}, got none; name the endpoint's model"
            raise RequestError(message)
        if not 1 <= self.samples <= MOST_SAMPLES or (self.samples > 1 and self.reader != "llm"):
            message = (
                f"expected samples from 1 to {MOST_SAMPLES}, more than 1 with the reader llm only, "
                f"got {self.samples} with {self.reader}; change one of them"
            )
            raise RequestError(message)
        if self.silence not in tuple(SilenceCounts) or (self.silence != "open" and self.reader == "offline"):
            message = (
                f"expected silence {'|'.join(SilenceCounts)}, other than open with the reader llm or hybrid only, "
                f"got {self.silence!r} with {self.reader}; change one of them"
            )
            raise RequestError(message)
        if self.implicit not in tuple(Implicit):
            message = f"expected implicit {'|'.join(Implicit)}, got {self.implicit!r}; choose one of them"
            raise RequestError(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A text or a scenario with a what-if: exactly one of `had`, `query` and `do`; a blank one counts as not given."""

    source: str | Scenario
    had: str | None = None
    query: str | None = None
    do: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        blank = [name for name in ("had", "query") if is_blank(getattr(self, name))]
        for name in blank:
            object.__setattr__(self, name, None)
        given = [name for name in ("had", "query", "do") if getattr(self, name)]
        if len(given) != 1:
            actual = ", ".join(given or [f"an empty {name}" for name in blank]) or "none"
            message = (
                f"expected exactly one of had, query and do, got {actual}; "
                'give one, as "had": "the pump not failed" in JSON, had="the pump not failed" in Python, '
                '--had "the pump not failed" in a shell'
            )
            raise RequestError(message)
        if not (self.do or isinstance(self.source, str) or self.source.events):  # `do` names what there is not
            what_if = brief(self.had or self.query)
            message = f"expected an event of the scenario (it has none), got the what-if {what_if}; add its events"
            raise InvalidInterventionError(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """The rubric for a request, the clause that named the intervention, and what relies on a model.

    Parameters
    ----------
    confidence
        Probability that the what-if sets exactly what the intervention sets.
    supposed
        For each event that is set, the supposition as a sentence; may be empty.
    rewrite
        A language model's rewrite of the text; it counts for nothing until it is verified.
    readings
        What each claim does in each reading of the text; None if the scenario was given.
    reading
        The reading with the links that the rubric's scenario leaves out; None if it leaves out none.
    """

    rubric: Rubric
    clause: str | None
    confidence: float = 1.0
    basis: Basis | None = None
    supposed: tuple[tuple[str, str], ...] = ()
    rewrite: str = ""
    readings: Readings | None = field(default=None, compare=False)
    reading: Scenario | None = None


def request_of(row: Mapping[str, Any]) -> Request:
    """Parse a batch line: a text or a scenario, with one of had, query and do; `do` has event ids of the reading."""
    parts: dict[str, Any] = {}
    readers: dict[str, Callable[[], object]] = {
        "source": lambda: _source_of(row),
        "had": lambda: checked_words(row.get("had"), "had"),
        "query": lambda: checked_words(row.get("query"), "query"),
        "do": lambda: tuple(values_of(row.get("do")).items()),
    }

    def take(name: str) -> None:
        parts[name] = readers[name]()

    all_faults(RequestError, "a line", [partial(take, name) for name in readers])
    return Request(**parts)


def edit_of(row: Mapping[str, Any]) -> str:
    """Return the edit on a line of a `verify` batch."""
    edit = row.get("edit")
    if not isinstance(edit, str):
        cure = "add it to the line" if edit is None else "write one text"
        message = f'expected "edit" to be a text, got {_kind(edit)}; {cure}'
        raise RequestError(message)
    return edit


def _source_of(row: Mapping[str, Any]) -> str | Scenario:
    from causalcore.scenario.file import scenario_from_dict

    if row.get("scenario") is not None:
        if not isinstance(row["scenario"], Mapping):
            message = f'expected "scenario" to be an object, got {_kind(row["scenario"])}; see the format of scenarios'
            raise RequestError(message)
        scenario = scenario_from_dict(dict(row["scenario"]))
        text = row.get("text")
        if isinstance(text, str) and scenario.text and text.split() not in ([], scenario.text.split()):
            message = 'expected "text" or "scenario", got both, of different texts; leave one of them out'
            raise RequestError(message)
        return scenario
    text = row.get("text")
    if not isinstance(text, str):
        cure = "add one of them to the line" if text is None else "put the text in quotes"
        message = f'expected "text" or "scenario", got {_kind(text)} as text; {cure}'
        raise RequestError(message)
    return checked(text)


def checked_words(value: object, name: str) -> str | None:
    """Return the words of a what-if, checked; None and blank words are returned as they are."""
    if value is None or isinstance(value, str):
        return value if value is None or is_blank(value) else checked(value, name)
    message = f'expected "{name}" to be a text, got {_kind(value)}; put it in quotes'
    raise RequestError(message)


def is_blank(value: object) -> bool:
    """Return whether a value is a text without words, as in an empty cell of a table."""
    return isinstance(value, str) and not value.strip()


def values_of(value: object) -> dict[str, str]:
    """Return event ids with their values as strings, from JSON or Python.

    Examples
    --------
    >>> values_of({"e2": False})
    {'e2': 'false'}
    """
    if value is None or is_blank(value):
        return {}
    if not isinstance(value, Mapping) or not value:
        actual = "an empty one" if isinstance(value, Mapping) else _kind(value)
        message = f'expected "do" to be an object like {{"e2": "false"}}, got {actual}; name an event and a value'
        raise RequestError(message)
    return {
        str(event): str(setting).lower() if isinstance(setting, bool) else str(setting)
        for event, setting in value.items()
    }


def _kind(value: object) -> str:
    names = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return "nothing" if value is None else names.get(type(value), type(value).__name__)
