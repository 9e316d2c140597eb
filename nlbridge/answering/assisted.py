"""Reading, preparing and judging with a language model's help.

With `llm`, the model reads the text, the what-if and the edit, and the offline reader is a witness. With `hybrid`, the
offline reader goes first, and the model is asked only where calibrated confidence is low. In both, the engine derives
and decides, and a text that addresses the model is never shown to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from causalcore.derivation.derivation import AnswerKind, derive
from causalcore.derivation.rubric import Silence, build_rubric
from causalcore.scenario.scenario import Provenance, Scenario
from nlbridge.answering.basis import NO_HELP, Basis, Source
from nlbridge.answering.input import checked, intervention_on
from nlbridge.answering.preparation import is_sure, prepared_offline
from nlbridge.answering.request import Prepared, Request, RequestError, Settings
from nlbridge.chat.client.budget import Meter
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.chat import Spent
from nlbridge.chat.replies.prompt import Respondent
from nlbridge.errors import HypotheticalNotFoundError
from nlbridge.grounding.by_words import ByWords, ground
from nlbridge.grounding.grounding import Grounding, Together, Told, Witness
from nlbridge.judging.report import Report
from nlbridge.judging.verification import is_unchanged_copy, judge
from nlbridge.judging.witness.by_model import ByModel
from nlbridge.language.quotation import shown
from nlbridge.language.reader_address import refuse_address, signs
from nlbridge.reading import readers
from nlbridge.reading.agreement import answers_beside
from nlbridge.supposing import supposers
from nlbridge.supposing.reconciliation import MOST_TURNS, Reconciled, alike, reconciled, settled
from nlbridge.supposing.supposed_claims import supposed_links
from nlbridge.weights.thresholds import CALIBRATED

if TYPE_CHECKING:
    from nlbridge.chat.client.endpoint import Endpoint

T = TypeVar("T")
KEPT: Final = 1024
"""Readings kept in memory; each one cost model calls."""
_MENDED: Final = "The model's reading of the text needed too many corrections; no verdict rests on it."


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidReading:
    """A scenario, who read it, and what the reading cost."""

    scenario: Scenario
    source: Source
    spent: Spent


class Assistant:
    """Answers requests with the help of one language model, in one event loop.

    The reader of `settings` is not `offline`; `known` holds requests prepared before.
    """

    def __init__(
        self, settings: Settings, respondent: Respondent, known: Mapping[Request, Prepared] | None = None
    ) -> None:
        self.settings, self.respondent, self.known = settings, respondent, known or {}
        self._profile = None if settings.endpoint is None else settings.endpoint.profile
        self._readings: dict[str, asyncio.Task[PaidReading]] = {}
        self._prepared: dict[Request, asyncio.Task[Prepared]] = {}

    async def read(self, text: str) -> PaidReading:
        """Read a text; the model is asked once for each text."""
        return await _once(self._readings, text, lambda: self._read(text))

    async def prepare(self, request: Request) -> Prepared:
        """Read the text, resolve the what-if, derive answers and build the rubric, once for all edits of a request."""
        if request in self.known:
            return self.known[request]
        return await _once(self._prepared, request, lambda: self._prepare(request))

    async def judge(self, request: Request, edit: str, *, twice: bool = False) -> tuple[Prepared, Report]:
        """Judge an edit by its words where they suffice, else by the model's reading of it.

        With `twice`, the model is asked about every claim a second time, in other words.
        """
        checked(edit, "edit")
        try:
            prepared = await self.prepare(request)
            return await self._judge(prepared, edit, twice=twice)
        except ReplyError as unusable:
            offline = self._prepare_offline(request) if self.settings.reader == "hybrid" else None
            if offline is None:
                raise
            rubric = offline.rubric
            words = ground(edit, rubric.scenario, rubric.intervention, clause=offline.clause)
            report = self._judged(offline, words)
            reason = f"{NO_HELP}{unusable}"
            return _offline_edit(offline), replace(report, reasons=(*report.reasons, reason))

    async def _judge(self, prepared: Prepared, edit: str, *, twice: bool) -> tuple[Prepared, Report]:
        meter, who = self._metered()
        basis = prepared.basis
        model = ByModel(
            respondent=who,
            supposed=prepared.supposed,
            wary=basis is not None and (basis.unsettled or basis.turns >= MOST_TURNS),
            mended=() if basis is None else basis.mended_events,
            twice=twice,
        )
        grounder = Together(first=ByWords(), second=model, enough=lambda by_words: self._is_enough(prepared, by_words))
        grounding = await grounder.ground(edit, prepared.rubric, clause=prepared.clause)
        if grounding.provenance is not Provenance.MODEL:
            return _offline_edit(prepared), self._judged(prepared, grounding)
        if basis is not None:
            again = (c.event for c in grounding.claims if Witness.SECOND_LOOK in c.witnesses or c.value is Told.UNREAD)
            unsteady = grounding.unsteady or ("" if basis.turns < MOST_TURNS else _MENDED)
            grounding = replace(grounding, doubts=(*grounding.doubts, *basis.doubts), unsteady=unsteady)
            basis = replace(
                basis,
                edit=Source.MODEL,
                looked_again=tuple(dict.fromkeys(again)),
                edit_spent=meter.spent,
                profile=self._profile,
            )
        return replace(prepared, basis=basis), self._judged(prepared, grounding)

    def _judged(self, prepared: Prepared, grounding: Grounding) -> Report:
        report = judge(
            prepared.rubric, grounding, readings=prepared.readings, sure=prepared.confidence, wrong=self.settings.wrong
        )
        address = _address(grounding.edit.given, prepared)
        return replace(report, valid=None, reasons=address) if report.valid and address else report

    def _is_enough(self, prepared: Prepared, grounding: Grounding) -> bool:
        """Return whether the words of an edit suffice to judge it with confidence.

        An edit that addresses the model, has no words, or repeats the original is never shown to the model.
        """
        edit = grounding.edit
        if _address(edit.given, prepared) or not edit.words or is_unchanged_copy(prepared.rubric, edit.words):
            return True
        if self.settings.reader != "hybrid" or self.settings.silence != Silence.OPEN:
            return False
        report = self._judged(prepared, grounding) if is_sure(prepared) else None
        return report is not None and report.valid is not None and report.confidence >= CALIBRATED

    def _metered(self) -> tuple[Meter, Respondent]:
        meter = Meter(self.respondent.chat)
        return meter, replace(self.respondent, chat=meter)

    async def _read(self, text: str) -> PaidReading:
        meter, who = self._metered()
        reader = readers.Together(
            words=readers.ByWords(pipeline=self.settings.pipeline, implicit=self.settings.implicit),
            model=readers.ByModel(respondent=who, samples=self.settings.samples),
            sure=CALIBRATED if self.settings.reader == "hybrid" else None,
        )
        scenario = await reader.read(checked(text))
        source = Source.OFFLINE if scenario.by_words else Source.MODEL
        return PaidReading(scenario=scenario, source=source, spent=meter.spent)

    async def _prepare(self, request: Request) -> Prepared:
        prepared = self._prepare_offline(request) if self.settings.reader == "hybrid" else None
        if prepared is None or not is_sure(prepared):
            if isinstance(request.source, str):
                prepared = await self._prepare_read(request, await self.read(request.source))
            else:
                prepared = await self._prepare_given(request, request.source)
        return replace(prepared, rubric=replace(prepared.rubric, silence=Silence(self.settings.silence)))

    async def _prepare_read(self, request: Request, reading: PaidReading) -> Prepared:
        """Prepare a text that a model read, comparing the answers it expects with those the engine derives."""
        meter, who = self._metered()
        what_if = await supposers.ByModel(respondent=who).suppose(
            reading.scenario, had=request.had, query=request.query
        )
        outcome = await reconciled(what_if, who)
        offline = self._prepare_offline(request)
        beside = answers_beside(outcome.derivation, offline.rubric.derivation) if offline is not None else None
        basis = replace(_basis_of(outcome, self.settings.reader, reading, meter.spent, beside), profile=self._profile)
        derivation = settled(outcome, beside)
        answers = (
            replace(answer, provenance=Provenance.BOTH) if answer.event in basis.alike else answer
            for answer in derivation.answers
        )
        return Prepared(
            rubric=build_rubric(replace(derivation, answers=tuple(answers))),
            clause=outcome.what_if.hypothetical.clause,
            confidence=outcome.what_if.hypothetical.confidence,
            basis=basis,
            supposed=outcome.what_if.supposed,
            rewrite=outcome.what_if.rewrite,
        )

    async def _prepare_given(self, request: Request, scenario: Scenario) -> Prepared:
        """Prepare a given scenario: its links count as correct, and the model resolves only the what-if."""
        statements = [event.statement for event in scenario.events] + [latent.statement for latent in scenario.latents]
        refuse_address("\n".join((scenario.text, *statements)))
        basis = Basis(reader=self.settings.reader, reading=Source.GIVEN, what_if=Source.GIVEN)
        if request.do:
            derivation = derive(scenario, intervention_on(scenario, dict(request.do)))
            return Prepared(rubric=build_rubric(derivation), clause=None, basis=basis)
        meter, who = self._metered()
        what_if = await supposers.ByModel(respondent=who).suppose(scenario, had=request.had, query=request.query)
        hypothetical = what_if.hypothetical
        return Prepared(
            rubric=build_rubric(derive(hypothetical.scenario, hypothetical.intervention)),
            clause=hypothetical.clause,
            confidence=hypothetical.confidence,
            basis=replace(basis, what_if=Source.MODEL, text_spent=meter.spent),
            supposed=what_if.supposed,
            rewrite=what_if.rewrite,
        )

    def _prepare_offline(self, request: Request) -> Prepared | None:
        """Prepare without a model; return None if the offline reader cannot resolve the what-if."""
        try:
            prepared = prepared_offline(request, self.settings.pipeline, self.settings.implicit)
        except HypotheticalNotFoundError:
            return None
        reading = Source.OFFLINE if isinstance(request.source, str) else Source.GIVEN
        what_if = Source.GIVEN if request.do else Source.OFFLINE
        return replace(prepared, basis=Basis(reader="hybrid", reading=reading, what_if=what_if))


def assisted(
    settings: Settings,
    work: Callable[[Assistant], Coroutine[Any, Any, T]],
    known: Mapping[Request, Prepared] | None = None,
) -> T:
    """Run `work` with the model of `settings` and return its result."""

    async def main() -> T:
        return await work(assistant_of(settings, known))

    return endpoint_of(settings).run(main())


def assistant_of(settings: Settings, known: Mapping[Request, Prepared] | None = None) -> Assistant:
    """Return an assistant for the running event loop, with the model of `settings`."""
    endpoint = endpoint_of(settings)
    return Assistant(settings, Respondent(chat=endpoint.model, model=endpoint.name), known)


def endpoint_of(settings: Settings) -> Endpoint:
    """Return the endpoint of `settings`."""
    if settings.endpoint is None:
        message = f"expected an endpoint for the reader {settings.reader}, got none; name its model"
        raise RequestError(message)
    return settings.endpoint


K = TypeVar("K")


async def _once(kept: dict[K, asyncio.Task[T]], key: K, start: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Await the task of a key, starting it at first use; a failed task is retried on the next call."""
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


def _basis_of(
    outcome: Reconciled, reader: str, reading: PaidReading, spent: Spent, beside: Mapping[str, AnswerKind] | None
) -> Basis:
    disputed = {difference.event: str(difference) for difference in outcome.differences}
    expected = [
        answer.event for answer in outcome.what_if.expected if answer.event not in outcome.derivation.intervention
    ]
    compared = [] if beside is None else [event for event in expected if event not in disputed]
    same = {event for event in compared if alike(outcome.derivation.answer(event).kind, (beside or {}).get(event))}
    return Basis(
        reader=reader,
        reading=reading.source,
        what_if=Source.MODEL,
        alike=tuple(event for event in compared if event in same),
        unlike=tuple(event for event in compared if event not in same),
        links=tuple((link.cause, link.effect) for link in outcome.derivation.scenario.links)
        if reading.source is Source.MODEL
        else outcome.mended,
        agreed=tuple(event for event in expected if event not in disputed),
        disputed=tuple(disputed.items()),
        turns=outcome.turns,
        mended=outcome.mended,
        mended_events=outcome.disputed,
        unsettled=outcome.unsettled,
        supposed_links=supposed_links(
            outcome.derivation.scenario, [name for name, _ in outcome.derivation.intervention]
        ),
        text_spent=reading.spent + spent,
    )


def _offline_edit(prepared: Prepared) -> Prepared:
    return replace(prepared, basis=replace(prepared.basis, edit=Source.OFFLINE)) if prepared.basis else prepared


def _address(edit: str, prepared: Prepared) -> tuple[str, ...]:
    addresses = signs(edit, beside=f"{prepared.rubric.scenario.text}\n{prepared.clause or ''}")
    return (f"the edit addresses the model ({shown(addresses[0])}), so it is not called valid",) if addresses else ()
