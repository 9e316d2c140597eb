"""What one call of the command, or one line of a batch, asks for, and how it is prepared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from logic.errors import ReasoningError
from nlbridge.command.input import checked, intervention_on
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Scenario
    from nlbridge.grounding.claim_evidence import ClaimEvidence
    from nlbridge.judging.verification import Report
    from nlbridge.llm.client.endpoint import Endpoint
    from nlbridge.llm.roles.basis import Basis

READERS: Final = ("offline", "llm", "hybrid")
IMPLICIT: Final = ("necessary", "possible", "none")
MOST_SAMPLES: Final = 25
KEPT: Final = 64
"""Readings that stay in memory: the edits of one text mostly stand together."""


class RequestError(BridgeError, ValueError):
    """A call or a line of a batch that does not say what it asks for."""


def refuse_beside_reader(reader: str, embeddings: str | None, nli: str | None) -> None:
    """Refuse local models for claims that a language model reads.

    Raises
    ------
    RequestError
        If both are asked for.
    """
    if reader != "offline" and (embeddings or nli):
        message = f"expected --embeddings and --nli with --reader offline, got --reader {reader}; leave one of them out"
        raise RequestError(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How texts are read.

    Parameters
    ----------
    pipeline
        Name of a spaCy pipeline; None for the one in the package.
    implicit
        Strength of links between neighbours that no word signals.
    reader
        Who reads: rules alone, a language model, or a model for what the rules leave in doubt.
    samples
        How often the language model reads a text.
    endpoint
        The language model, opened; needed unless `reader` is offline.
    embeddings, nli
        Folder or name of a local model that weighs claims of edits beside their words; offline only.
    """

    pipeline: str | None = None
    implicit: str = "necessary"
    reader: str = "offline"
    samples: int = 1
    endpoint: Endpoint | None = field(default=None, compare=False)
    embeddings: str | None = None
    nli: str | None = None

    def __post_init__(self) -> None:
        if self.reader not in READERS:
            message = f"expected --reader {'|'.join(READERS)}, got {self.reader!r}; choose one of them"
            raise RequestError(message)
        if self.reader != "offline" and self.endpoint is None:
            message = f"expected --model NAME with --reader {self.reader}, got none; name the endpoint's model"
            raise RequestError(message)
        if not 1 <= self.samples <= MOST_SAMPLES or (self.samples > 1 and self.reader != "llm"):
            message = (
                f"expected --samples from 1 to {MOST_SAMPLES}, more than 1 with --reader llm only, "
                f"got {self.samples} with {self.reader}; change one of them"
            )
            raise RequestError(message)
        refuse_beside_reader(self.reader, self.embeddings, self.nli)
        if self.implicit not in IMPLICIT:
            message = f"expected --implicit {'|'.join(IMPLICIT)}, got {self.implicit!r}; choose one of them"
            raise RequestError(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A text or a scenario, and what if; exactly one of `had`, `query` and `do` is given."""

    source: str | Scenario
    had: str | None = None
    query: str | None = None
    do: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        given = [bool(self.had), bool(self.query), bool(self.do)]
        if sum(given) != 1:
            found = (
                ", ".join(name for name, there in zip(("had", "query", "do"), given, strict=True) if there) or "none"
            )
            message = (
                f"expected exactly one of had, query and do, got {found}; say once what should have been otherwise"
            )
            raise RequestError(message)
        if self.do and isinstance(self.source, str):
            message = "expected a scenario with `do`, got a text; use had or query, or pass the scenario"
            raise RequestError(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """The rubric that a request leads to, the clause that named the intervention, and what rests on a model."""

    rubric: Rubric
    clause: str | None
    basis: Basis | None = None


def read_text(text: str, settings: Settings) -> Scenario:
    """Read `text` with the reader and pipeline that `settings` names."""
    if settings.reader != "offline":
        from nlbridge.llm.roles.assisted import assisted

        return assisted(settings, lambda assistant: assistant.read(text)).scenario
    from nlbridge.reading.reader import read

    return read(checked(text), pipeline=settings.pipeline, implicit=settings.implicit)


@lru_cache(maxsize=KEPT)
def _reading(text: str, settings: Settings) -> Scenario:
    return read_text(text, settings)


def prepare(request: Request, settings: Settings) -> Prepared:
    """Read, resolve the hypothetical, derive, and build the rubric.

    A request that was prepared offline before is answered from memory, so the edits of
    one text cost one reading.
    """
    if settings.reader != "offline":
        from nlbridge.llm.roles.assisted import assisted

        return assisted(settings, lambda assistant: assistant.prepare(request))
    return _prepared(request, settings)


@lru_cache(maxsize=KEPT)
def _prepared(request: Request, settings: Settings) -> Prepared:
    from causalcore.derivation.derivation import derive
    from causalcore.derivation.rubric import build_rubric

    scenario, intervention, clause = _what_if(request, settings)
    return Prepared(rubric=build_rubric(derive(scenario, intervention)), clause=clause)


def read_ahead(requests: Iterable[Request], settings: Settings) -> None:
    """Parse together what the requests of a batch will need, so that each finds it in memory.

    Requests that will be refused are passed over: their own lines say why.
    """
    from nlbridge.language.meaning.word_similarity import items_ahead
    from nlbridge.language.pipeline.analysis import words_of
    from nlbridge.supposing.hypothetical import phrases

    new = [asked for asked in dict.fromkeys(requests) if isinstance(asked.source, str)]
    words_of.ahead([str(asked.source) for asked in new], settings.pipeline)
    needed: list[str] = []
    for asked in new:
        with suppress(ReasoningError):
            needed += phrases(_reading(str(asked.source), settings))
    items_ahead(needed)


def _what_if(request: Request, settings: Settings) -> tuple[Scenario, Intervention, str | None]:
    from nlbridge.supposing.hypothetical import resolve

    source = request.source
    scenario = _reading(source, settings) if isinstance(source, str) else source
    if request.do:
        return scenario, intervention_on(scenario, dict(request.do)), None
    hypothetical = resolve(scenario, had=request.had, query=request.query)
    return hypothetical.scenario, hypothetical.intervention, hypothetical.clause


@lru_cache(maxsize=1)
def _evidence(embeddings: str | None, nli: str | None) -> ClaimEvidence | None:
    from nlbridge.grounding.grounding import word_evidence

    found: ClaimEvidence | None = None
    if embeddings is not None:
        from nlbridge.grounding.models.sentence_embedding import embedding_evidence

        found = embedding_evidence(embeddings, word_evidence())
    if nli is not None:
        from nlbridge.grounding.models.textual_entailment import entailment_evidence

        found = entailment_evidence(nli, found or word_evidence())
    return found


def evidence_of(settings: Settings) -> ClaimEvidence | None:
    """Return what weighs claims beside their words, its models loaded; None where none is named.

    Raises
    ------
    LibraryMissingError, ModelMissingError
        If a model or what runs it is not on this machine.
    """
    return _evidence(settings.embeddings, settings.nli)


def judge(request: Request, edit: str, settings: Settings) -> tuple[Prepared, Report]:
    """Judge `edit` by the rubric of `request`."""
    from nlbridge.judging.verification import verify

    checked(edit, "edit")
    if settings.reader != "offline":
        from nlbridge.llm.roles.assisted import assisted

        return assisted(settings, lambda assistant: assistant.judge(request, edit))
    prepared = prepare(request, settings)
    evidence = evidence_of(settings)
    return prepared, verify(prepared.rubric, edit, clause=prepared.clause, evidence=evidence)


def request_of(row: Mapping[str, Any]) -> Request:
    """Read a line of a batch: {text, had}, {text, query} or {scenario, do}; a scenario may have had or query too."""
    return Request(
        source=_source_of(row),
        had=_words(row, "had"),
        query=_words(row, "query"),
        do=tuple(_values(row.get("do")).items()),
    )


def edit_of(row: Mapping[str, Any]) -> str:
    """Return the edit of a line of a `verify` batch."""
    edit = row.get("edit")
    if not isinstance(edit, str):
        message = f'expected "edit" to be a text, got {_kind(edit)}; add it to the line'
        raise RequestError(message)
    return edit


def _source_of(row: Mapping[str, Any]) -> str | Scenario:
    from causalcore.scenario.file import scenario_from_dict

    if row.get("scenario") is not None:
        if not isinstance(row["scenario"], Mapping):
            message = f'expected "scenario" to be an object, got {_kind(row["scenario"])}; see the format of scenarios'
            raise RequestError(message)
        return scenario_from_dict(dict(row["scenario"]))
    text = row.get("text")
    if not isinstance(text, str):
        message = f'expected "text" or "scenario", got {_kind(text)} as text; add one of them to the line'
        raise RequestError(message)
    return checked(text)


def _words(row: Mapping[str, Any], name: str) -> str | None:
    value = row.get(name)
    if value is None or isinstance(value, str):
        return value and checked(value, name)
    message = f'expected "{name}" to be a text, got {_kind(value)}; put it in quotes'
    raise RequestError(message)


def _values(value: object) -> dict[str, str]:
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not value:
        message = f'expected "do" to be an object like {{"e2": "false"}}, got {_kind(value)}; name an event and a value'
        raise RequestError(message)
    return {str(name): _value(what) for name, what in value.items()}


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


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
