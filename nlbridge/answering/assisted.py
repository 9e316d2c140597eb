"""Reading, preparing and judging with a language model's help.

Two ways. `llm`: the model reads the text, the what-if and the edit; the offline side is its witness. `hybrid`: the
offline side goes first and its verdict stands; a model is asked only for what it left undetermined or in doubt. In
both the engine derives and decides, and what speaks to its reader is not shown to a model.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from nlbridge.answering.input import checked, intervention_on
from nlbridge.answering.request import KEPT, Prepared, Request, RequestError, Settings
from nlbridge.errors import HypotheticalNotFoundError
from nlbridge.judging.criteria_verdict import judge_by_criteria
from nlbridge.judging.report import Report
from nlbridge.judging.verification import verify
from nlbridge.language.quotation import shown
from nlbridge.language.reader_address import signs
from nlbridge.llm.errors import ReplyError
from nlbridge.llm.replies.prompt import Respondent
from nlbridge.llm.roles.agreement import agreed, witnessed
from nlbridge.llm.roles.basis import Basis, Source
from nlbridge.llm.roles.grounding import ground_with_model, with_values
from nlbridge.llm.roles.link_checking import CheckedReading, check_links, doubtful_pairs
from nlbridge.llm.roles.reading import read_with_model
from nlbridge.llm.roles.supposing import resolve_with_model
from nlbridge.supposing.hypothetical import Hypothetical, resolve

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario
    from nlbridge.grounding.grounding import Grounding
    from nlbridge.llm.client.endpoint import Endpoint

T = TypeVar("T")
SURE_WHAT_IF: Final = 0.5
"""Confidence of an offline what-if below which a model is asked, and of any below which no verdict is given."""
VARIED: Final = 0.7
"""Temperature of several readings: at 0 they would mostly be one reading said again."""


class Assistant:
    """Answers requests with the help of one language model; lives in one event loop.

    Parameters
    ----------
    settings
        With a reader that is not offline.
    respondent
        Who is asked.
    known
        Requests that were prepared before.
    """

    def __init__(
        self, settings: Settings, respondent: Respondent, known: Mapping[Request, Prepared] | None = None
    ) -> None:
        self.settings, self.respondent, self.known = settings, respondent, known or {}
        self._readings: dict[str, asyncio.Task[CheckedReading]] = {}
        self._prepared: dict[Request, asyncio.Task[Prepared]] = {}
        self._alone: dict[Request, Prepared | None] = {}

    async def read(self, text: str) -> CheckedReading:
        """Read a text; one that was read before is not asked about again."""
        return await _once(self._readings, text, lambda: self._read(text))

    async def prepare(self, request: Request) -> Prepared:
        """Read, resolve the hypothetical, derive, and build the rubric; once for all edits of a request."""
        if request in self.known:
            return self.known[request]
        return await _once(self._prepared, request, lambda: self._prepare(request))

    async def judge(self, request: Request, edit: str) -> tuple[Prepared, Report]:
        """Judge an edit."""
        checked(edit, "edit")
        if self.settings.reader == "hybrid":
            return await self._judge_hybrid(request, edit)
        return await self._judge_with_model(request, edit)

    async def _judge_hybrid(self, request: Request, edit: str) -> tuple[Prepared, Report]:
        offline = self._offline_once(request)
        if offline is not None:
            report = _capped(verify(offline.rubric, edit, clause=offline.clause), _address(edit, offline))
            if report.valid is not None and self._firm(request, edit) is report.valid:
                return _with_edit(offline, Source.OFFLINE), report
        try:
            prepared = await self.prepare(request)
            grounding = await ground_with_model(
                edit, prepared.rubric, self.respondent, clause=prepared.clause, only_unread=True
            )
        except ReplyError as unusable:
            if offline is None:
                raise
            reason = f"the model's help could not be used: {unusable}"
            report = replace(report, reasons=(*report.reasons, reason))
            return _with_edit(offline, Source.OFFLINE), report
        report = _capped(verify(prepared.rubric, edit, grounding=grounding), _doubts(prepared, grounding))
        if offline is not None and prepared.basis is not None and prepared.basis.links:
            alone = verify(offline.rubric, edit, grounding=with_values(edit, offline.rubric, grounding, offline.clause))
            report = _held_by_links(report, alone.valid)
        return _with_edit(prepared, _who_grounded(grounding)), report

    async def _judge_with_model(self, request: Request, edit: str) -> tuple[Prepared, Report]:
        prepared = await self.prepare(request)
        grounding = await ground_with_model(edit, prepared.rubric, self.respondent, clause=prepared.clause)
        report = judge_by_criteria(prepared.rubric, replace(grounding, doubts=_doubts(prepared, grounding)))
        report = _contradicted(report, self._firm(request, edit))
        return _with_edit(prepared, _who_grounded(grounding)), report

    def _firm(self, request: Request, edit: str) -> bool | None:
        """Return the verdict of the words alone, if it is the same without the links that they leave in doubt."""
        offline = self._offline_once(request)
        if offline is None:
            return None
        valid = verify(offline.rubric, edit, clause=offline.clause).valid
        pairs = doubtful_pairs(offline.rubric.scenario)
        links = offline.rubric.scenario.links
        kept = tuple(link for link in links if (link.cause, link.effect) not in pairs)
        if valid is None or len(kept) == len(links):
            return valid
        bare = derive(replace(offline.rubric.scenario, links=kept), offline.rubric.intervention)
        return valid if verify(build_rubric(bare), edit, clause=offline.clause).valid is valid else None

    def _offline_once(self, request: Request) -> Prepared | None:
        if request not in self._alone:
            while len(self._alone) >= KEPT:
                self._alone.pop(next(iter(self._alone)))
            self._alone[request] = self._prepare_offline(request)
        return self._alone[request]

    async def _read(self, text: str) -> CheckedReading:
        checked(text)
        offline = self._offline(text)
        if self.settings.reader == "hybrid":
            return await check_links(offline, self.respondent)
        who = self.respondent
        if self.settings.samples > 1 and not who.temperature:
            who = replace(who, temperature=VARIED)
        readings = await asyncio.gather(*(read_with_model(text, who, repeat=k) for k in range(self.settings.samples)))
        scenario = witnessed(agreed(readings), offline)
        return CheckedReading(scenario=scenario, by_model=tuple((k.cause, k.effect) for k in scenario.links))

    def _offline(self, text: str) -> Scenario:
        from nlbridge.reading.reader import read

        return read(text, pipeline=self.settings.pipeline, implicit=self.settings.implicit)

    async def _prepare(self, request: Request) -> Prepared:
        reading = await self._source(request)
        basis = Basis(
            reader=self.settings.reader,
            reading=self._who_read(request),
            what_if=Source.GIVEN,
            links=reading.by_model,
        )
        if request.do:
            return _derived(reading.scenario, request, basis)
        found, source = await self._what_if(reading.scenario, request)
        doubts: tuple[str, ...] = ()
        if found.confidence < SURE_WHAT_IF:
            doubts = (f"it is not sure which claims the what-if is about ({found.confidence:.0%})",)
        return _derived(found, request, replace(basis, what_if=source, doubts=doubts))

    async def _source(self, request: Request) -> CheckedReading:
        if isinstance(request.source, str):
            return await self.read(request.source)
        return CheckedReading(scenario=request.source, by_model=())

    def _who_read(self, request: Request) -> Source:
        if not isinstance(request.source, str):
            return Source.GIVEN
        return Source.OFFLINE if self.settings.reader == "hybrid" else Source.MODEL

    async def _what_if(self, scenario: Scenario, request: Request) -> tuple[Hypothetical, Source]:
        if self.settings.reader == "hybrid":
            offline = _resolved(scenario, request)
            if offline is not None and offline.confidence >= SURE_WHAT_IF:
                return offline, Source.OFFLINE
        found = await resolve_with_model(scenario, self.respondent, had=request.had, query=request.query)
        return found, Source.MODEL

    def _prepare_offline(self, request: Request) -> Prepared | None:
        """Prepare without a model; None where the words alone do not say what is supposed."""
        scenario = self._offline(checked(request.source)) if isinstance(request.source, str) else request.source
        who = Source.OFFLINE if isinstance(request.source, str) else Source.GIVEN
        basis = Basis(reader="hybrid", reading=who, what_if=Source.GIVEN)
        if request.do:
            return _derived(scenario, request, basis)
        found = _resolved(scenario, request)
        if found is None or found.confidence < SURE_WHAT_IF:
            return None
        return _derived(found, request, replace(basis, what_if=Source.OFFLINE))


def assisted(
    settings: Settings,
    work: Callable[[Assistant], Coroutine[Any, Any, T]],
    known: Mapping[Request, Prepared] | None = None,
) -> T:
    """Wait for one piece of work with the model of `settings`."""

    async def main() -> T:
        return await work(assistant_of(settings, known))

    return endpoint_of(settings).run(main())


def assistant_of(settings: Settings, known: Mapping[Request, Prepared] | None = None) -> Assistant:
    """Return an assistant for the event loop that runs, with the model of `settings`."""
    endpoint = endpoint_of(settings)
    return Assistant(settings, Respondent(chat=endpoint.model, model=endpoint.name), known)


def endpoint_of(settings: Settings) -> Endpoint:
    """Return the endpoint of `settings`.

    Raises
    ------
    RequestError
        If they have none.
    """
    if settings.endpoint is None:
        message = f"expected an endpoint with --reader {settings.reader}, got none; name --model"
        raise RequestError(message)
    return settings.endpoint


K = TypeVar("K")


async def _once(kept: dict[K, asyncio.Task[T]], key: K, start: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Await the task of a key, started at its first use; one that failed is tried again the next time."""
    if key not in kept:
        while len(kept) >= KEPT:
            kept.pop(next(iter(kept)))
        kept[key] = asyncio.ensure_future(start())
    task = kept[key]
    try:
        return await asyncio.shield(task)
    except BaseException:
        if kept.get(key) is task:
            del kept[key]
        raise


def _resolved(scenario: Scenario, request: Request) -> Hypothetical | None:
    try:
        return resolve(scenario, had=request.had, query=request.query)
    except HypotheticalNotFoundError:
        return None


def _derived(found: Hypothetical | Scenario, request: Request, basis: Basis) -> Prepared:
    if isinstance(found, Hypothetical):
        derivation = derive(found.scenario, found.intervention)
        return Prepared(rubric=build_rubric(derivation), clause=found.clause, basis=basis)
    derivation = derive(found, intervention_on(found, dict(request.do)))
    return Prepared(rubric=build_rubric(derivation), clause=None, basis=basis)


def _with_edit(prepared: Prepared, source: Source) -> Prepared:
    return replace(prepared, basis=replace(prepared.basis, edit=source)) if prepared.basis else prepared


def _address(edit: str, prepared: Prepared) -> tuple[str, ...]:
    found = signs(edit, beside=f"{prepared.rubric.scenario.text}\n{prepared.clause or ''}")
    return (f"the edit speaks to its reader ({shown(found[0])}), so it is not called valid",) if found else ()


def _contradicted(report: Report, alone: bool | None) -> Report:
    """Withhold a verdict against which the words alone speak."""
    if report.valid is None or alone is None or alone is report.valid:
        return report
    words = {True: "valid", False: "invalid"}
    reason = f"the model's reading makes the edit {words[report.valid]}, the words alone make it {words[alone]}"
    return replace(report, valid=None, errors=(), reasons=(reason, *report.reasons))


def _held_by_links(report: Report, without: bool | None) -> Report:
    """Withhold a verdict that rests on a model's word for links: any that is refuted, and "invalid" that is not shown.

    Parameters
    ----------
    without
        The verdict with the same values, and the links as the offline side has them.
    """
    if report.valid is None or without is report.valid or (report.valid and without is None):
        return report
    reason = "the verdict would rest on the model's word for a link alone"
    return replace(report, valid=None, errors=(), reasons=(reason, *report.reasons))


def _doubts(prepared: Prepared, grounding: Grounding) -> tuple[str, ...]:
    return (*grounding.doubts, *(prepared.basis.doubts if prepared.basis else ()))


def _who_grounded(grounding: Grounding) -> Source:
    return Source.MODEL if any(one.by_model for one in grounding.assertions) else Source.OFFLINE


def _capped(report: Report, doubts: tuple[str, ...]) -> Report:
    return replace(report, valid=None, reasons=doubts) if report.valid and doubts else report
