"""Responses scored in a folder: by form, by logic on formulas, and optionally by a language model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from benchmarks.clomo.formalisation import Unformalised, as_line, read_line
from benchmarks.clomo.score import ClomoSample, key, pairs_of, score
from benchmarks.clomo.verdicts import Pair, PairVerdict
from benchmarks.protocol import Summary
from benchmarks.runs.judgements import ask_all
from benchmarks.runs.runner import judged_rows, row_key
from benchmarks.runs.scores import Blame, read_as
from nlbridge.chat.replies.prompt import Respondent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from benchmarks.clomo.data import ClomoItem, Dataset, Response
    from benchmarks.clomo.formalisation import Formalisation, Written
    from benchmarks.clomo.gaps.gap_reading import GapReading, Unread
    from benchmarks.clomo.self_evaluation import SelfEvaluation
    from benchmarks.runs.generation import Asking
    from logic.solving.outcome import Limits
    from nlbridge.chat.client.endpoint import Endpoint
    from nlbridge.chat.replies.chat import ChatModel


TITLE: Final = "CLoMo scores"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Questions to a language model about a response.

    Parameters
    ----------
    judge
        Whether the relation holds for each pair.
    formalise
        Formulas, if nobody wrote them by hand.
    gaps
        The gaps of each argument, and what each premise does to them.
    """

    judge: bool = False
    formalise: bool = False
    gaps: bool = False

    @property
    def anything(self) -> bool:
        """Whether any question goes to a model."""
        return self.judge or self.formalise or self.gaps

    @property
    def prompts(self) -> tuple[str, ...]:
        """The names of the prompts used."""
        from benchmarks.clomo.gaps.gap_reading import PROMPT
        from benchmarks.clomo.self_evaluation import PROMPTS

        judging = tuple(PROMPTS.values()) if self.judge else ()
        return (*judging, *(["argument"] if self.formalise else []), *([PROMPT] if self.gaps else []))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A language model's answers about a response."""

    judged: Mapping[Pair, PairVerdict] | None = None
    formal: Formalisation | Unformalised | None = None
    gaps: Mapping[Pair, GapReading | Unread] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A response to an item, with its key and a model's answers about it."""

    key: str
    item: ClomoItem
    response: Response
    said: Answered = Answered()


def keyed(items: Mapping[str, ClomoItem], responses: Iterable[Response]) -> list[Pending]:
    """Assign every response its key."""
    from benchmarks.runs.runner import numbered

    pairs = [(items[response.item], response) for response in responses]
    keys = numbered(key(item, response) for item, response in pairs)
    return [Pending(key=name, item=item, response=one) for name, (item, one) in zip(keys, pairs, strict=True)]


def answered(
    pending: Sequence[Pending], written: Written, asked: Asked, endpoint: Endpoint, out: Path
) -> tuple[list[Pending], tuple[str, ...]]:
    """Ask about every response whose answers are not in the folder yet.

    Returns
    -------
    list of Pending, tuple of str
        The responses with complete answers, and reports of failed questions; an error is no answer.
    """
    from benchmarks.clomo.self_evaluation import SelfEvaluation

    respondent = Respondent(chat=endpoint.model, model=endpoint.name)
    judge = SelfEvaluation(respondent)
    questions: dict[str, Asking] = {}
    for one in pending:
        if asked.judge:
            questions[f"{one.key} judged"] = _judging(one, judge)
        if asked.formalise and not written.has(one.item, one.response):
            questions[f"{one.key} formalised"] = _formalising(one, endpoint.name)
        if asked.gaps and one.response.failure is None:
            words = pairs_of(one.item, one.response).values()
            questions |= {_gaps_key(one.item, *pair): _gaps(*pair, endpoint.name) for pair in words}
    judged = ask_all(questions, endpoint, out, prompts=asked.prompts)
    complete = [one for one in pending if all(name in judged.rows for name in _names(one) if name in questions)]
    return [replace(one, said=_said(one, judged.rows)) for one in complete], judged.failed


def _names(one: Pending) -> tuple[str, ...]:
    gaps = (_gaps_key(one.item, *pair) for pair in pairs_of(one.item, one.response).values())
    return f"{one.key} judged", f"{one.key} formalised", *gaps


def _gaps_key(item: ClomoItem, argument: str, premise: str) -> str:
    """Name a pair by its words, so that responses to one item share pairs with the original argument."""
    return f"{row_key(item.id, of=[argument, premise])} gaps"


def _gaps(argument: str, premise: str, name: str) -> Asking:
    from benchmarks.clomo.gaps.gap_reading import Unread, read_gaps

    async def ask(model: ChatModel) -> Mapping[str, Any]:
        reading = await read_gaps(argument, premise, Respondent(chat=model, model=name))
        return {"gaps": None, "why": reading.why} if isinstance(reading, Unread) else {"gaps": reading.to_dict()}

    return ask


def _judging(one: Pending, judge: SelfEvaluation) -> Asking:
    async def ask(_: ChatModel) -> Mapping[str, Any]:
        pairs = await judge.pairs(one.item, one.response)
        return {"pairs": {pair.value: {"holds": verdict.holds, "why": verdict.why} for pair, verdict in pairs.items()}}

    return ask


def _formalising(one: Pending, name: str) -> Asking:
    from benchmarks.clomo.argument_formalisation import formalise

    async def ask(model: ChatModel) -> Mapping[str, Any]:
        made = await formalise(one.item, one.response, Respondent(chat=model, model=name))
        if isinstance(made, Unformalised):
            return {"formulas": None, "why": made.why, "blame": made.blame}
        return {"formulas": as_line(made)}

    return ask


def _said(one: Pending, rows: Mapping[str, Mapping[str, Any]]) -> Answered:
    held, formal, *gaps = (rows.get(name) for name in _names(one))
    asked = zip(pairs_of(one.item, one.response), gaps, strict=True)
    read = {pair: _gap_reading(row) for pair, row in asked if row is not None}
    return Answered(
        judged=None if held is None else {Pair(name): PairVerdict(**said) for name, said in held["pairs"].items()},
        formal=None if formal is None else _formal(formal),
        gaps=read or None,
    )


def _gap_reading(row: Mapping[str, Any]) -> GapReading | Unread:
    from benchmarks.clomo.gaps.gap_reading import GapReading, Unread

    return Unread(why=row["why"]) if row["gaps"] is None else read_as(GapReading, row["gaps"])


def _formal(row: Mapping[str, Any]) -> Formalisation | Unformalised:
    if row["formulas"] is None:
        return Unformalised(why=row["why"], blame=Blame(row["blame"]))
    return read_line(row["formulas"])


def score_into(out: Path, pending: Sequence[Pending], written: Written, limits: Limits) -> list[ClomoSample]:
    """Score the responses that the folder lacks, and return all samples."""
    from benchmarks.clomo.gaps.gap_verdicts import verdict
    from nlbridge.asking.progress import counted

    def judge(places: Sequence[int]) -> Iterable[dict[str, Any]]:
        for one in (pending[place] for place in places):
            formal = one.said.formal or written(one.item, one.response)
            read = one.said.gaps
            gaps = None if read is None else {pair: verdict(one.item.relation, found) for pair, found in read.items()}
            yield score(one.item, one.response, formal, judged=one.said.judged, gaps=gaps, limits=limits).to_dict()

    rows = judged_rows([one.key for one in pending], judge, out)
    return [ClomoSample.from_dict(row) for row in counted(rows, len(pending), "Scores")]


def summary_of(dataset: Dataset, samples: Sequence[ClomoSample], noted: Mapping[str, Any]) -> Summary:
    """Return the figures by relation and scorer."""
    from benchmarks.clomo.summary import summarise
    from benchmarks.clomo.summary_report import sections, words

    figures = {**summarise(dataset, samples), **noted}
    return Summary(figures=figures, sections=sections(figures, samples), words=words(figures))
