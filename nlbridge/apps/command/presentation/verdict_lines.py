"""A verdict in five lines: what if, the verdict, what is wrong, what is uncertain, how to settle it.

Each line begins with its label, so it can be read without the documentation. Words from outside are put in `Text`
objects and lose their control characters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from causalcore.derivation.rubric import CriterionKind
from nlbridge.answering.basis import Source
from nlbridge.apps.command.presentation.pages import MEANING, UNDETERMINED, page_of
from nlbridge.apps.command.presentation.whole import WORDS, indented, plain
from nlbridge.judging.report import CriterionOutcome
from nlbridge.weights.thresholds import DECIDES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from nlbridge.answering.basis import Basis
    from nlbridge.judging.report import CriterionVerdict, Report

MOST: Final = 2
"""Errors and doubts that are listed; --all shows the others."""
QUOTES: Final = ("'", '"')
"""How a criterion begins that is about a quoted claim; another begins with a sentence's capital."""
LINES: Final = 2
"""Lines that one of them may take."""
OPTIONS: Final = "--explain (proofs), --all (every criterion), --diff (beside the original)"


def show_verdict_lines(console: Console, report: Report, basis: Basis | None = None) -> None:
    """Show the verdict, what is wrong with its quote, what is uncertain, and what to do next."""
    _labelled(console, "Verdict: ", _verdict(report, basis))
    if report.valid is False:
        _listed(console, "Wrong: ", [wrong(verdict) for verdict in _failed(report)] or list(report.reasons[:1]))
    if report.valid is True:
        _labelled(console, "Shown: ", plain(_shown(report)))
    doubts = uncertain(report)
    _listed(console, "Uncertain: ", doubts or ["nothing that the verdict depends on"])
    if report.valid is None:
        _labelled(console, "Settle: ", plain(_settle(report, basis)))
    pages = UNDETERMINED if report.valid is None else ", ".join(map(page_of, report.errors))
    _labelled(console, "More: ", plain("; ".join(part for part in (OPTIONS, pages) if part), "dim"))


def _labelled(console: Console, label: str, words: Text) -> None:
    indented(console, words, 2 if console.width <= len(label) * 4 else len(label), first=Text(label, style="bold"))


def _listed(console: Console, label: str, entries: list[str]) -> None:
    """Show the first of many below each other, each cut where its second line ends."""
    width = console.width - len(label)
    for number, entry in enumerate(entries[:MOST]):
        words = Text(" ".join(plain(entry).plain.split()))
        words.truncate(LINES * (width - len(label)), overflow="ellipsis")
        indented(console, words, len(label), first=Text(label if number == 0 else " " * len(label), style="bold"))
    left = len(entries) - MOST
    if left > 0:
        indented(console, plain(f"and {left} more: --all", "dim"), len(label), first=Text(" " * len(label)))


def _verdict(report: Report, basis: Basis | None) -> Text:
    by_model = ", read by the model" if basis is not None and basis.edit is Source.MODEL else ""
    if report.valid is None:
        return Text.assemble(("undetermined", "bold yellow"), f"; valid with a chance of {report.score:.0%}{by_model}")
    sure = f", {report.confidence:.0%} sure{by_model}"
    if report.valid:
        return Text.assemble(("valid", "bold green"), sure)
    errors = "; ".join(f"{error}: {MEANING[str(error)]}" for error in report.errors)
    return Text.assemble(("invalid", "bold red"), f" ({errors})" if errors else "", sure)


def _failed(report: Report) -> Iterator[CriterionVerdict]:
    return (verdict for verdict in report.verdicts if verdict.outcome is CriterionOutcome.FAIL)


def wrong(verdict: CriterionVerdict) -> str:
    """Say what a failed criterion asks and what the edit says."""
    criterion = verdict.criterion
    quote = f"“{verdict.quote}”" if verdict.quote else ""
    if criterion.kind is CriterionKind.CONNECTIVE:
        ends = criterion.statement.removeprefix("A connective between ").rpartition(" must be ")[0]
        fitting = WORDS.get(str(criterion.expected), str(criterion.expected))
        return f"{quote or 'a connective'} does not fit between {ends}; fitting: {fitting}"
    asked = _demand(criterion.statement.rstrip("."))
    return f"{asked}; the edit says {quote}" if quote else f"{asked}; the edit does not say so"


def _demand(statement: str) -> str:
    """Write what holds in the what-if as what an edit must say."""
    for ending, demand in ((" stays as it was", " must stay as it was"), (" no longer holds", " must no longer hold")):
        if statement.endswith(ending):
            return statement.removesuffix(ending) + demand
    return statement


def _shown(report: Report) -> str:
    required = [verdict for verdict in report.verdicts if verdict.required]
    passed = sum(verdict.outcome is CriterionOutcome.PASS for verdict in required)
    return f"{passed} of {len(required)} required criteria, each with a quote"


def uncertain(report: Report) -> list[str]:
    """Return what a verdict does not know: likely failures, doubtful readings, unread claims, other reasons."""
    required = [verdict for verdict in report.verdicts if verdict.required]
    doubtful = [verdict for verdict in required if verdict.criterion.confidence < DECIDES]
    unread = [
        verdict for verdict in required if verdict.outcome is CriterionOutcome.UNDETERMINED and verdict not in doubtful
    ]
    entries = [
        *map(_doubtful, doubtful),
        *(f"{_asked(verdict)}: {verdict.why or 'the edit does not say it clearly'}" for verdict in unread),
    ]
    if report.valid is not None:
        return entries
    failed = [verdict for verdict in _failed(report) if verdict not in doubtful]
    listed = [verdict.criterion.statement for verdict in (*failed, *doubtful, *unread)]
    likely = [f"probably wrong ({verdict.confidence:.0%}): {wrong(verdict)}" for verdict in failed]
    others = [reason for reason in report.reasons if not _is_covered(reason, listed)]
    return [*likely, *entries, *others] or [_suspect(report)]


def _doubtful(verdict: CriterionVerdict) -> str:
    """Say how little the text supports a criterion, and what the edit says if it fails it."""
    said = f"; the edit says “{verdict.quote}”" if verdict.outcome is CriterionOutcome.FAIL and verdict.quote else ""
    return f"{_asked(verdict)}: the text supports this with only {verdict.criterion.confidence:.0%}{said}"


def _suspect(report: Report) -> str:
    """Name the criterion that is the least likely to be met, where nothing else is known to be in doubt."""
    passed = [verdict for verdict in report.verdicts if verdict.outcome is CriterionOutcome.PASS]
    if not passed:
        return "all of it: no criterion could be compared with the edit"
    verdict = min(passed, key=_chance)
    by = f" by “{verdict.quote}”" if verdict.quote else ""
    return f"most likely {_asked(verdict)}: met{by} with only {_chance(verdict):.0%}"


def _chance(verdict: CriterionVerdict) -> float:
    """Return the chance that a criterion is rightly asked and that the edit meets it."""
    return verdict.confidence * verdict.criterion.confidence


def _asked(verdict: CriterionVerdict) -> str:
    statement = verdict.criterion.statement.rstrip(".")
    return f"whether {statement if statement.startswith(QUOTES) else statement[:1].lower() + statement[1:]}"


def _is_covered(reason: str, statements: list[str]) -> bool:
    """Tell whether a reason repeats the verdict's chance, or one of the criteria that are listed."""
    return reason.startswith("valid with a chance of") or any(map(reason.startswith, statements))


def _settle(report: Report, basis: Basis | None) -> str:
    doubtful = any(verdict.required and verdict.criterion.confidence < DECIDES for verdict in report.verdicts)
    review = "correct the reading: causalcore read --review TEXT --had ..."
    model = "let a model read the edit: --reader llm --model NAME"
    if basis is not None:
        return review if doubtful else "read the edit yourself; a second reading may differ: --no-cache"
    return f"{review}; or {model}" if doubtful else model
