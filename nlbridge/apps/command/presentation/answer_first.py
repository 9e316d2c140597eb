"""The answer in a few lines: what changes, stays and is open, or the verdict with its proofs.

Five events take at most fifteen lines; proofs come with `--explain`, everything else with `--all`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from causalcore.derivation.rubric import CriterionKind
from nlbridge.answering.basis import Source
from nlbridge.apps.command.presentation.pages import MEANING, UNDETERMINED, page_of
from nlbridge.apps.command.presentation.whole import (
    LIKELY,
    MARK,
    WORDS,
    indented,
    plain,
    show_left_out,
    show_representative,
)
from nlbridge.judging.doubts import OF_ANOTHER_TEXT
from nlbridge.judging.report import CriterionOutcome
from nlbridge.telling.criteria_wording import proved
from nlbridge.telling.graph_drawing import states
from nlbridge.telling.side_by_side import OUTCOME
from nlbridge.telling.to_check import to_check
from nlbridge.weights.thresholds import DECIDES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from causalcore.derivation.rubric import Criterion, Rubric
    from nlbridge.answering.basis import Basis
    from nlbridge.answering.request import Prepared
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
    first = [OF_ANOTHER_TEXT] if OF_ANOTHER_TEXT in others else []
    return list(dict.fromkeys((*first, *likely, *entries, *others))) or [_suspect(report)]


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


LISTS: Final = (
    ("Must change", LIKELY[CriterionKind.CHANGED], (CriterionKind.CHANGED, CriterionKind.NUMERIC)),
    ("Must stay", LIKELY[CriterionKind.UNCHANGED], (CriterionKind.UNCHANGED,)),
    ("", "Open: the text decides neither way", (CriterionKind.OPEN,)),
)
"""What heads answers that are proved, what heads others, and the kinds of both."""
MORE: Final = "More: --explain (proofs), --all (graph, background, connectives, questions)"


def show_answer(console: Console, prepared: Prepared, *, explain: bool = False) -> None:
    """Show what changes, stays and is open, each line with its confidence, and an edit that meets it.

    Parameters
    ----------
    explain
        Show the whole proof of each answer below it.
    """
    rubric = prepared.rubric
    for certain, likely, kinds in LISTS:
        criteria = [criterion for criterion in rubric.criteria if criterion.kind in kinds]
        sure = [criterion for criterion in criteria if certain and proved(rubric, criterion)]
        for title, listed in ((certain, sure), (likely, [one for one in criteria if one not in sure])):
            if listed:
                console.print(Text(title, style="bold"))
            for criterion in listed:
                _show_line(console, rubric, criterion, explain=explain)
    if not explain:
        show_representative(console, prepared)
    show_left_out(console, rubric.scenario)
    _show_more(console, prepared, explain=explain)


def _show_line(console: Console, rubric: Rubric, criterion: Criterion, *, explain: bool) -> None:
    name = str(criterion.event)
    mark, style = MARK[states(rubric)[name]]
    first = Text.assemble("  ", (mark, style), " ", plain(name, "bold"), "  ")
    sure = f"  {_sure(rubric, criterion)}".rstrip()
    if explain or criterion.kind is CriterionKind.OPEN:
        indented(console, plain(criterion.statement).append(sure, style="yellow"), first.cell_len, first=first)
        if explain:
            indented(console, plain(str(criterion.evidence), "dim"), 6)
        return
    _show_on_one_line(console, first, plain(criterion.statement), Text(sure, style="yellow"))


def _show_on_one_line(console: Console, first: Text, line: Text, last: Text) -> None:
    """Show outside words between two others, cut where the line ends."""
    words = Text(" ".join(line.plain.split()), style=line.style)
    words.truncate(max(20, console.width - first.cell_len - last.cell_len), overflow="ellipsis")
    console.print(Text.assemble(first, words, last))


def _sure(rubric: Rubric, criterion: Criterion) -> str:
    """Say how sure an answer is, and of an open one what is likelier."""
    answer = rubric.derivation.answer(str(criterion.event))
    if criterion.kind is not CriterionKind.OPEN:
        return f"{criterion.confidence:.0%}"
    if answer.expected is None or answer.doubt:
        return ""
    return f"{answer.likeliest} is likelier, {answer.confidence:.0%}"


def _show_more(console: Console, prepared: Prepared, *, explain: bool) -> None:
    if doubts := len(to_check(prepared.rubric, reading=prepared.reading)):
        counted = "1 reading is" if doubts == 1 else f"{doubts} readings are"
        settle = "list with --all, settle with causalcore read --review TEXT --had ..."
        console.print(Text(f"{counted} uncertain: {settle}", style="dim"))
    if not explain:
        console.print(Text(MORE, style="dim"))


def show_verdict(console: Console, report: Report, *, explain: bool = False, basis: Basis | None = None) -> None:
    """Show a verdict in five lines, or with the proof of each criterion.

    Parameters
    ----------
    explain
        Show each criterion, why it is asked, and why it was judged so.
    basis
        Who read what, where a language model may have helped.
    """
    if not explain:
        show_verdict_lines(console, report, basis)
        return
    word, style = {True: ("valid", "green"), False: ("invalid", "red"), None: ("undetermined", "yellow")}[report.valid]
    errors = f" ({', '.join(str(error) for error in report.errors)})" if report.valid is False else ""
    sure = f"  {report.confidence:.0%} sure" if report.valid is not None else ""
    headline = Text.assemble(("Verdict: ", "bold"), (word + errors, f"bold {style}"), (sure, "yellow"))
    console.print(headline.append(f"  score {report.score:.2g}"))
    for reason in report.reasons:
        indented(console, plain(reason), 2)
    order = ("fail", "undetermined", "pass")
    for verdict in sorted(report.verdicts, key=lambda verdict: order.index(str(verdict.outcome))):
        if verdict.required or str(verdict.outcome) != "undetermined":
            _show_judged(console, verdict)


def _named(verdict: CriterionVerdict) -> str:
    criterion = verdict.criterion
    if criterion.cause and criterion.effect:
        return f"{criterion.cause} → {criterion.effect} {criterion.kind}"
    return f"{criterion.event} {criterion.kind}" if criterion.event else str(criterion.kind)


def _show_judged(console: Console, verdict: CriterionVerdict) -> None:
    mark, style = OUTCOME[str(verdict.outcome)]
    first, name = Text(f"{mark} ", style=style), Text(f"{_named(verdict)}: ", style="bold")
    quote = plain(f" “{verdict.quote}”" if verdict.quote else "", "italic")
    indented(console, Text.assemble(name, plain(verdict.criterion.statement), quote), 2, first=first)
    if verdict.why:
        indented(console, plain(verdict.why, "dim"), 4)
    if why := str(verdict.criterion.evidence):
        indented(console, plain(f"required, since {_inside(why)}", "dim"), 4)


def _inside(sentence: str) -> str:
    """Write a sentence as the end of another."""
    return sentence[:1].lower() + sentence[1:]
