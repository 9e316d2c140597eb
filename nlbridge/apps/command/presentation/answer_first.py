"""The answer in a few lines: what changes, stays and is open, or the verdict with its proofs.

Five events take at most fifteen lines; proofs come with `--explain`, everything else with `--all`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from causalcore.derivation.rubric import CriterionKind
from nlbridge.apps.command.presentation.verdict_lines import show_verdict_lines
from nlbridge.apps.command.presentation.whole import MARK, indented, plain, show_left_out, show_representative
from nlbridge.telling.criteria_wording import proved
from nlbridge.telling.graph_drawing import states
from nlbridge.telling.side_by_side import OUTCOME
from nlbridge.telling.to_check import to_check

if TYPE_CHECKING:
    from rich.console import Console

    from causalcore.derivation.rubric import Criterion, Rubric
    from nlbridge.answering.basis import Basis
    from nlbridge.answering.request import Prepared
    from nlbridge.judging.report import CriterionVerdict, Report

LISTS: Final = (
    ("Must change", "Changes", (CriterionKind.CHANGED, CriterionKind.NUMERIC)),
    ("Must stay", "Stays", (CriterionKind.UNCHANGED,)),
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
    if explain:
        indented(console, plain(criterion.statement).append(sure, style="yellow"), first.cell_len, first=first)
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
        console.print(Text(f"{counted} uncertain: list with --all, settle with causalcore read --review", style="dim"))
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
