"""Read, prepare and judge one request, offline or with a language model."""

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
    """Read `text` with the reader and pipeline in `settings`; offline, recent texts come from memory."""
    if settings.reader != "offline":
        from nlbridge.answering.assisted import assisted

        return assisted(settings, lambda assistant: assistant.read(text)).scenario
    return read_offline(text, settings.pipeline, settings.implicit)


def prepare(request: Request, settings: Settings) -> Prepared:
    """Read the text, resolve the what-if, derive and build the rubric; offline, once for all edits of a request."""
    if settings.reader != "offline":
        from nlbridge.answering.assisted import assisted

        return assisted(settings, lambda assistant: assistant.prepare(request))
    return prepared_offline(request, settings.pipeline, settings.implicit)


def read_ahead(requests: Iterable[tuple[Request, str | None]], settings: Settings) -> None:
    """Parse in advance, all together, what the requests of a batch need; each comes with its edit, if any.

    Skips requests that will be refused: their own lines report why.
    """
    from nlbridge.grounding.exact_claims import negated_in
    from nlbridge.grounding.passage import passage
    from nlbridge.language.forms.negation import negate
    from nlbridge.language.meaning.word_similarity import items
    from nlbridge.language.pipeline.analysis import words_of
    from nlbridge.supposing.hypothetical import clause_words, compared_words

    listed = list(requests)
    distinct = [asked for asked in dict.fromkeys(request for request, _ in listed) if isinstance(asked.source, str)]
    words_of.prefetch([str(asked.source) for asked in distinct], settings.pipeline)
    items.prefetch(clause_words(had=asked.had, query=asked.query) for asked in distinct)
    words: list[str] = []
    for asked in distinct:
        with suppress(ReasoningError):
            scenario = read_text(str(asked.source), settings)
            words += compared_words(scenario, had=asked.had, query=asked.query)
    items.prefetch(words)
    quotes: list[str] = []
    for asked, edit in listed:
        with suppress(ReasoningError):
            text = str(asked.source)
            spans = [event.span for event in read_text(text, settings).events if event.span]
            quotes += negated_in(text, spans, passage(edit, text)) if edit else ()
    negate.prefetch(quotes)


def judge(
    request: Request, edit: str, settings: Settings, *, twice: bool = False, known: Prepared | None = None
) -> tuple[Prepared, Report]:
    """Judge `edit` by the rubric of `request`, or by a `known` one that was derived before.

    With `twice`, a language model looks at every claim a second time.
    """
    checked(edit, "edit")
    if settings.reader != "offline":
        from nlbridge.answering.assisted import assisted

        before = {} if known is None else {request: known}
        return assisted(settings, lambda assistant: assistant.judge(request, edit, twice=twice), before)
    rubric = known or prepare(request, settings)
    return rubric, judge_prepared(rubric, edit, settings)


def judge_prepared(prepared: Prepared, edit: str, settings: Settings) -> Report:
    """Judge `edit` offline by a prepared rubric."""
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
