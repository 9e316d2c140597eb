"""One request answered: read, prepared, judged; offline or with a language model."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from logic.errors import ReasoningError
from nlbridge.answering.input import checked
from nlbridge.answering.preparation import prepared_offline, read_offline
from nlbridge.answering.request import Prepared, Request, Settings

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario
    from nlbridge.judging.report import Report


def read_text(text: str, settings: Settings) -> Scenario:
    """Read `text` with the reader and pipeline that `settings` names; offline, from memory where it was read before."""
    if settings.reader != "offline":
        from nlbridge.answering.assisted import assisted

        return assisted(settings, lambda assistant: assistant.read(text)).scenario
    return read_offline(text, settings.pipeline, settings.implicit)


def prepare(request: Request, settings: Settings) -> Prepared:
    """Read the text, resolve the what-if, derive, and build the rubric; offline, once for all edits of a request."""
    if settings.reader != "offline":
        from nlbridge.answering.assisted import assisted

        return assisted(settings, lambda assistant: assistant.prepare(request))
    return prepared_offline(request, settings.pipeline, settings.implicit)


def read_ahead(requests: Iterable[tuple[Request, str | None]], settings: Settings) -> None:
    """Parse together what the requests of a batch will need, so that each finds it in memory.

    Requests that will be refused are passed over: their own lines say why.

    Parameters
    ----------
    requests
        Each with the edit that it will be asked about, if any.
    """
    from nlbridge.grounding.exact_claims import negated_in
    from nlbridge.grounding.passage import passage
    from nlbridge.language.forms.negation import negations_ahead
    from nlbridge.language.meaning.word_similarity import items_ahead
    from nlbridge.language.pipeline.analysis import words_of
    from nlbridge.supposing.hypothetical import clause_words, compared_words

    listed = list(requests)
    new = [asked for asked in dict.fromkeys(one for one, _ in listed) if isinstance(asked.source, str)]
    words_of.ahead([str(asked.source) for asked in new], settings.pipeline)
    items_ahead(clause_words(had=asked.had, query=asked.query) for asked in new)
    compared: list[str] = []
    for asked in new:
        with suppress(ReasoningError):
            scenario = read_text(str(asked.source), settings)
            compared += compared_words(scenario, had=asked.had, query=asked.query)
    items_ahead(compared)
    negated: list[str] = []
    for asked, edit in listed:
        with suppress(ReasoningError):
            text = str(asked.source)
            spans = [event.span for event in read_text(text, settings).events if event.span]
            negated += negated_in(text, spans, passage(edit, text)) if edit else ()
    negations_ahead(negated)


def judge(
    request: Request, edit: str, settings: Settings, *, twice: bool = False, known: Prepared | None = None
) -> tuple[Prepared, Report]:
    """Judge `edit` by the rubric of `request`.

    Parameters
    ----------
    twice
        Have a language model look at every claim a second time.
    known
        The rubric, where it was derived before.
    """
    checked(edit, "edit")
    if settings.reader != "offline":
        from nlbridge.answering.assisted import assisted

        before = {} if known is None else {request: known}
        return assisted(settings, lambda assistant: assistant.judge(request, edit, twice=twice), before)
    rubric = known or prepare(request, settings)
    return rubric, judge_prepared(rubric, edit, settings)


def judge_prepared(prepared: Prepared, edit: str, settings: Settings) -> Report:
    """Judge `edit` offline by a rubric that is there already."""
    from nlbridge.judging.verification import verify

    checked(edit, "edit")
    return verify(
        prepared.rubric,
        edit,
        clause=prepared.clause,
        readings=prepared.readings,
        sure=prepared.confidence,
        wrong=settings.wrong,
    )
