"""Formal results: verdicts on claims, an answer and its steps, the label of a hypothesis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.table import Table
from rich.text import Text

from nlbridge.apps.command.presentation.answers import indented, plain

if TYPE_CHECKING:
    from rich.console import Console

    from causalcore.asking.asked import Asked
    from causalcore.claims.verdict import ClaimVerdict
    from logic.relations.nli import Result

PLURAL: Final = {"holds": "hold", "fails": "fail"}
STYLE: Final = {"holds": "green", "fails": "bold red", "open": "yellow", "unknown": "dim"}
MEANING: Final = {
    "E": "entailment",
    "C": "contradiction",
    "N": "neutral",
    "X": "inconsistent premises",
    "U": "undecided",
}
LABEL_STYLE: Final = {"E": "bold green", "C": "bold red", "N": "bold yellow"}


def _hanging(console: Console, text: Text, columns: int) -> None:
    indented(console, text, columns, first=Text())


def show_claims(console: Console, verdicts: Sequence[ClaimVerdict]) -> None:
    """Show each claim with its verdict and reason, then the number of each verdict."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(ratio=2)
    table.add_column(ratio=3)
    for verdict in verdicts:
        status = str(verdict.status)
        table.add_row(Text(status, style=STYLE[status]), plain(str(verdict.claim), "bold"), plain(verdict.why))
    console.print(table)
    counts = Counter(str(verdict.status) for verdict in verdicts)
    if len(verdicts) > 1:
        console.print(
            Text(", ".join(f"{n} {PLURAL.get(status, status) if n > 1 else status}" for status, n in counts.items()))
        )


def show_label(console: Console, result: Result) -> None:
    """Show the label by name and letter, the reason, and the proof."""
    letter = str(result.label)
    cause = "" if result.cause is None else ", by a gap" if str(result.cause) == "gap" else f", {result.cause}"
    headline = Text.assemble((letter, LABEL_STYLE.get(letter, "bold")), f": {MEANING[letter]}{cause}. ")
    _hanging(console, headline.append_text(plain(_sentence(result.why))), 3)
    for certificate in result.certificates:
        claims = dict(certificate.claims)
        if certificate.core:
            console.print(Text("These cannot hold together:", style="bold"))
        for name in certificate.core:
            _hanging(console, Text.assemble(plain(f"  {name}: ", "dim"), plain(str(claims[name]))), 4)
        for witness in certificate.witnesses:
            names = witness.names or ("nothing",)
            _hanging(console, plain(f"A model of {' and '.join(names)}:", "bold"), 2)
            _hanging(console, plain(f"  {witness.model}"), 4)
    for note in result.notes:
        _hanging(console, Text.assemble(("Note: ", "bold"), plain(note)), 6)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith('.') else '.'}"


def show_steps(console: Console, answer: str, steps: Sequence[tuple[str, str]]) -> None:
    """Show an answer, and below it each step with its name."""
    console.print(plain(answer, "bold"))
    for name, words in steps:
        _hanging(console, Text.assemble(plain(f"  {name}: ", "dim"), plain(words)), 4)


def show_asked(console: Console, query: str, found: Asked) -> None:
    """Show an answer for people; scripts get `str(found)`, or JSON."""
    if found.distribution or found.causal:
        console.print(plain(str(found)))
        return
    if found.interval is not None:
        low, high = (f"{end:.4g}" for end in found.interval)
        value = f"is between {low} and {high}"
    elif found.value is not None:
        value = f"= {found.value:.10g}"
    else:
        value = "is not answered"
    _hanging(console, Text.assemble(plain(query), " ", (value, "bold")), 2)
    if found.value is None:
        for reason in filter(None, found.why.split("; ")):
            _hanging(console, Text.assemble("  - ", plain(reason)), 4)
