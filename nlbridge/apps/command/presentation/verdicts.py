"""Show verdicts on edits: in five lines, or criterion by criterion with proofs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from causalcore.derivation.rubric import CriterionKind
from causalcore.scenario.scenario import Provenance
from nlbridge.answering.basis import NO_HELP, Basis, Source
from nlbridge.answering.result import MARKS, VERDICTS
from nlbridge.apps.command.presentation.answers import FITTING, doubt, indented, plain, show_basis
from nlbridge.apps.command.presentation.pages import MEANING, UNDETERMINED, page_of
from nlbridge.judging.doubts import OF_ANOTHER_TEXT
from nlbridge.judging.report import CriterionOutcome, CriterionVerdict, Report
from nlbridge.weights.thresholds import DECIDES

if TYPE_CHECKING:
    from rich.console import Console


STYLES: Final = {"valid": "green", "invalid": "red", "pass": "green", "fail": "bold red", "undetermined": "yellow"}
ORDER: Final = ("fail", "undetermined", "pass")
OPTIONAL: Final = frozenset({CriterionKind.CONNECTIVE, CriterionKind.LATENT, CriterionKind.OPEN})
"""Criteria that an edit need not mention."""
MOST: Final = 2
"""Errors and doubts listed; --all shows the others."""
LINES: Final = 2
"""Lines that each of them may take."""
QUOTES: Final = ("'", '"')
"""A criterion about a quoted claim begins with one of these; any other begins with a capital."""
DEMANDS: Final = {
    " stays as it was": " must stay as it was",
    " no longer holds": " must no longer hold",
    " now holds": " must now hold",
    " would be ": " must be ",
    " is ": " must be ",
}
"""What a criterion says of its claim, and the same as a demand."""
OPTIONS: Final = "--explain (proofs), --all (every criterion), --diff (beside the original)"


def show_verdict(console: Console, report: Report, *, basis: Basis | None = None) -> None:
    """Show the verdict, each error with its quote, what is uncertain, and what to do next.

    `basis` says who read what, if a language model may have helped.
    """
    _labelled(console, "Verdict: ", _verdict(report, basis))
    if report.valid is False:
        _listed(console, "Wrong: ", [wrong(verdict) for verdict in _failed(report)] or list(report.reasons[:1]))
    if report.valid is True:
        required = [verdict.outcome for verdict in report.verdicts if verdict.required]
        passed = required.count(CriterionOutcome.PASS)
        _labelled(console, "Shown: ", plain(f"{passed} of {len(required)} required criteria, each with a quote"))
    _listed(console, "Uncertain: ", uncertain(report) or ["nothing that the verdict depends on"])
    helpless = [reason.removeprefix(NO_HELP) for reason in report.reasons if reason.startswith(NO_HELP)]
    if helpless:
        _labelled(
            console, "Model: ", plain(f"its help could not be used, so this is the offline verdict: {helpless[0]}")
        )
    if report.valid is None:
        _labelled(console, "Settle: ", plain(_settle(report, basis)))
    pages = UNDETERMINED if report.valid is None else ", ".join(map(page_of, report.errors))
    _labelled(console, "More: ", plain("; ".join(part for part in (OPTIONS, pages) if part), "dim"))


def _labelled(console: Console, label: str, words: Text) -> None:
    indented(console, words, 2 if console.width <= len(label) * 4 else len(label), first=Text(label, style="bold"))


def _listed(console: Console, label: str, entries: list[str]) -> None:
    """List the first few entries, each cut after its second line."""
    width = console.width - len(label)
    blank = Text(" " * len(label))
    for number, entry in enumerate(entries[:MOST]):
        words = Text(" ".join(plain(entry).plain.split()))
        words.truncate(LINES * (width - len(label)), overflow="ellipsis")
        indented(console, words, len(label), first=blank if number else Text(label, style="bold"))
    if len(entries) > MOST:
        indented(console, plain(f"and {len(entries) - MOST} more: --all", "dim"), len(label), first=blank)


def _verdict(report: Report, basis: Basis | None) -> Text:
    by_model = ", read by the model" if basis is not None and basis.edit is Source.MODEL else ""
    word = Text(VERDICTS[report.valid], style=f"bold {STYLES[VERDICTS[report.valid]]}")
    if report.valid is None:
        return Text.assemble(word, f"; valid with a chance of {report.score:.0%}{by_model}")
    errors = "; ".join(f"{error}: {MEANING[str(error)]}" for error in report.errors) if not report.valid else ""
    sure = f", {report.confidence:.0%} sure{by_model}"
    return Text.assemble(word, f" ({errors})" if errors else "", sure)


def _failed(report: Report) -> list[CriterionVerdict]:
    return [verdict for verdict in report.verdicts if verdict.outcome is CriterionOutcome.FAIL]


def wrong(verdict: CriterionVerdict) -> str:
    """Return what a failed criterion requires and what the edit says."""
    criterion = verdict.criterion
    quote = f"“{verdict.quote}”" if verdict.quote else ""
    if criterion.kind is CriterionKind.CONNECTIVE:
        ends = criterion.statement.removeprefix("A connective between ").rpartition(" must be ")[0]
        if f" is {criterion.expected}, as required" in verdict.why:
            return f"{quote or 'a connective'} does not fit what the edit says of {ends}"
        fitting = FITTING.get(str(criterion.expected), str(criterion.expected))
        return f"{quote or 'a connective'} does not fit between {ends}; fitting: {fitting}"
    claim, mark, says = criterion.statement.rstrip(".").rpartition("'")
    for answer, demand in DEMANDS.items():
        if says.startswith(answer):
            says = demand + says.removeprefix(answer)
            break
    if criterion.kind is CriterionKind.INTERVENTION:  # A choice 'has' a value.
        claim = claim.replace("' has '", "' must have '", 1)
    requirement = claim + mark + says
    return f"{requirement}; the edit says {quote}" if quote else f"{requirement}; the edit does not say so"


def uncertain(report: Report) -> list[str]:
    """Return the doubts of a verdict: likely failures, doubtful readings, unread claims, other reasons."""
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
    covered = ("valid with a chance of", NO_HELP, *listed)
    others = [reason for reason in report.reasons if not reason.startswith(covered)]
    first = [OF_ANOTHER_TEXT] if OF_ANOTHER_TEXT in others else []
    return list(dict.fromkeys((*first, *likely, *entries, *others))) or [_suspect(report)]


def _doubtful(verdict: CriterionVerdict) -> str:
    """Return how little the text supports a criterion, and what the edit says if it fails."""
    quote = f"; the edit says “{verdict.quote}”" if verdict.outcome is CriterionOutcome.FAIL and verdict.quote else ""
    return f"{_asked(verdict)}: the text makes this only {verdict.criterion.confidence:.0%} certain{quote}"


def _suspect(report: Report) -> str:
    """Return the criterion least likely to be met, for a report without other doubts."""
    passed = [verdict for verdict in report.verdicts if verdict.outcome is CriterionOutcome.PASS]
    if not passed:
        return "all of it: no criterion could be compared with the edit"
    chance, verdict = min(
        ((passing.confidence * passing.criterion.confidence, passing) for passing in passed), key=lambda pair: pair[0]
    )
    by = f" by “{verdict.quote}”" if verdict.quote else ""
    return f"least certain is {_asked(verdict)}: met{by} with a chance of only {chance:.0%}"


def _asked(verdict: CriterionVerdict) -> str:
    statement = verdict.criterion.statement.rstrip(".")
    return f"whether {statement if statement.startswith(QUOTES) else statement[:1].lower() + statement[1:]}"


def _settle(report: Report, basis: Basis | None) -> str:
    doubtful = any(verdict.required and verdict.criterion.confidence < DECIDES for verdict in report.verdicts)
    review = "correct the reading: causalcore read --review TEXT --had ..."
    model = "let a model read the edit: --reader llm --model NAME"
    if basis is not None:
        return review if doubtful else "read the edit yourself; a second reading may differ: --no-cache"
    return f"{review}; or {model}" if doubtful else model


def show_report(console: Console, report: Report, *, explain: bool = False, basis: Basis | None = None) -> None:
    """Show the verdict, and each criterion with its quote and reason; `explain` adds why it is required."""
    _labelled(console, "Verdict: ", _verdict(report, basis))
    for reason in report.reasons:
        indented(console, plain(reason), 2)
    show_basis(console, basis)
    console.print()
    for verdict in sorted(report.verdicts, key=_rank):
        _show_criterion(console, verdict, explain=explain)


def _rank(verdict: CriterionVerdict) -> int:
    """Return the sort key: failed, undetermined, passed, then criteria that the edit need not mention."""
    silent = verdict.outcome is CriterionOutcome.UNDETERMINED and verdict.criterion.kind in OPTIONAL
    return len(ORDER) if silent else ORDER.index(str(verdict.outcome))


def _show_criterion(console: Console, verdict: CriterionVerdict, *, explain: bool) -> None:
    outcome, why = str(verdict.outcome), str(verdict.criterion.evidence) if explain else ""
    line = Text.assemble(
        (f"{_named(verdict)}: ", "bold"),
        plain(verdict.criterion.statement),
        plain(f" “{verdict.quote}”" if verdict.quote else "", "italic"),
        ("  (read by the model)" if verdict.provenance is Provenance.MODEL else "", "dim"),
        (doubt(verdict.confidence) if verdict.required else "", "yellow"),
    )
    indented(console, line, 2, first=Text(f"{MARKS[outcome]} ", style=STYLES[outcome]))
    demand = f"{'required' if verdict.required else 'checked'} because {why[:1].lower()}{why[1:]}" if why else ""
    for reason in filter(None, (verdict.why, demand)):
        indented(console, plain(reason, "dim"), 4)


def _named(verdict: CriterionVerdict) -> str:
    criterion = verdict.criterion
    if criterion.cause and criterion.effect:
        return f"{criterion.cause} → {criterion.effect} {criterion.kind}"
    return f"{criterion.event} {criterion.kind}" if criterion.event else str(criterion.kind)
