"""All there is: the graph, every criterion with its reason, the edit against the original.

The words of texts, edits and scenarios become `Text` objects, never
markup, and loses its control characters, so that no text can colour, hide or
rewrite a line of the report.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from causalcore.derivation.rubric import CriterionKind
from causalcore.derivation.wording import quoted, signal_words
from causalcore.scenario.scenario import Kind, Provenance, Sign
from nlbridge.telling.criteria_wording import proved
from nlbridge.telling.graph_drawing import State, layers, link_label, printable, states
from nlbridge.telling.side_by_side import OUTCOME, show_difference
from nlbridge.telling.to_check import to_check
from nlbridge.weights.thresholds import UNDOUBTED

if TYPE_CHECKING:
    from rich.console import Console

    from causalcore.derivation.derivation import Derivation
    from causalcore.derivation.rubric import Criterion, Rubric
    from causalcore.scenario.scenario import Event, Link, Scenario
    from nlbridge.answering.basis import Basis
    from nlbridge.answering.request import Prepared
    from nlbridge.judging.report import CriterionVerdict, Report


MARK: Final = {
    State.INTERVENED: ("◆", "bold magenta"),
    State.CHANGED: ("●", "red"),
    State.UNCHANGED: ("○", "green"),
    State.OPEN: ("?", "yellow"),
    State.UNKNOWN: ("!", "dim"),
}
ORDER: Final = ("fail", "undetermined", "pass")
WORDS: Final = {
    "concessive": "despite, although, even so",
    "consecutive": "because, so, as a result",
}
SECTIONS: Final = (
    (CriterionKind.INTERVENTION, "The edit must carry out"),
    (CriterionKind.CHANGED, "Must change"),
    (CriterionKind.UNCHANGED, "Must stay"),
    (CriterionKind.OPEN, "Open: the text decides neither way"),
    (CriterionKind.NUMERIC, "Quantities"),
    (CriterionKind.LATENT, "Background that stays"),
    (CriterionKind.CONNECTIVE, "Connectives that fit"),
)
LIKELY: Final = {CriterionKind.CHANGED: "Probably changes", CriterionKind.UNCHANGED: "Probably stays"}
"""What heads answers that have a chance and no proof."""


def plain(words: str, style: str = "") -> Text:
    """Return outside words as text that is shown and never interpreted."""
    return Text(printable(words), style=style)


def show_scenario(console: Console, scenario: Scenario) -> None:
    """Show events, links and latents as they were read."""
    console.print(Text("Events", style="bold"))
    for layer in layers(scenario):
        for event_id in layer:
            _show_event(console, scenario, event_id, Text("•"), _nature(scenario.event(event_id)))
    _show_latents(console, scenario)
    show_left_out(console, scenario)


def show_left_out(console: Console, scenario: Scenario) -> None:
    """Show what the reader left out of the events, with the reason: `Left out: 'Hi team' (greeting)`."""
    if scenario.left_out:
        passages = ", ".join(f"{one.words.rstrip(',')!r} ({one.kind})" for one in scenario.left_out)
        indented(console, plain(passages, "dim"), 2, first=Text("Left out: ", style="dim"))


def _nature(event: Event) -> str:
    """Name the kind of an event unless it is a plain one."""
    kind = "" if event.kind is Kind.EVENT else str(event.kind)
    presupposed = f"presupposes {', '.join(event.presupposes)}" if event.presupposes else ""
    return "; ".join(part for part in (kind, presupposed) if part)


def show_rubric(console: Console, prepared: Prepared, *, explain: bool = False) -> None:
    """Show the graph, what must change, stay and is open and why, and a representative answer."""
    rubric = prepared.rubric
    show_graph(console, rubric)
    show_basis(console, prepared.basis)
    _show_latents(console, rubric.scenario)
    show_left_out(console, rubric.scenario)
    for kind, title in SECTIONS:
        criteria = [criterion for criterion in rubric.criteria if criterion.kind is kind]
        likely = [one for one in criteria if kind in LIKELY and not proved(rubric, one)]
        for heading, listed in (
            (title, [one for one in criteria if one not in likely]),
            (LIKELY.get(kind, ""), likely),
        ):
            if listed:
                console.print()
                console.print(Text(heading, style="bold"))
            for criterion in listed:
                _show_criterion(console, criterion, explain=explain)
    if doubts := to_check(rubric, reading=prepared.reading):
        console.print()
        console.print(Text("Uncertain, the question that affects most answers first", style="bold"))
        for doubt in doubts:
            indented(console, plain(f"{doubt.question} ({doubt.confidence:.0%} yes)"), 4, first=Text("  - "))
    console.print()
    for name, why in show_representative(console, prepared):
        indented(console, plain(f"without {name}: {why}", "dim"), 4)


def show_representative(console: Console, prepared: Prepared) -> tuple[tuple[str, str], ...]:
    """Show an example rewrite, or why there is none; return the claims that it leaves out, with reasons."""
    from nlbridge.answering.preparation import representative

    answer = representative(prepared)
    if not answer.text:
        indented(console, plain(answer.withheld, "dim"), 2, first=Text("No example rewrite: ", style="bold"))
        return ()
    whole = "Example of a valid rewrite" if not answer.left_out else "Example rewrite, with what is certain"
    console.print(Text(whole, style="bold"))
    indented(console, plain(answer.text), 2)
    return answer.left_out


def show_what_if(console: Console, rubric: Rubric, sure: float) -> None:
    """Show what the what-if was taken to set, and how sure that is; and say so where it changes nothing."""
    for name, value in rubric.intervention:
        event = rubric.scenario.event(name)
        said = f"{name} {quoted(event)} is {value}"
        said += " as in the text: nothing changes" if value == event.fact else ""
        line = Text.assemble(("What if: ", "bold"), plain(said, "magenta"))
        console.print(line.append(_doubt(sure), style="yellow"))


def _doubt(confidence: float) -> str:
    return f"  ({confidence:.0%} sure)" if confidence < UNDOUBTED else ""


def show_graph(console: Console, rubric: Rubric) -> None:
    """Show the causal graph as a layered list, causes above effects, each event with its state."""
    state = states(rubric)
    console.print(Text.assemble(("Causal graph", "bold"), " under ", plain(str(rubric.intervention), "bold magenta")))
    for layer in layers(rubric.scenario):
        for event_id in layer:
            mark, style = MARK[state[event_id]]
            way = rubric.derivation.answer(event_id).direction
            said = f"{state[event_id]}, {way}" if way else str(state[event_id])
            _show_event(console, rubric.scenario, event_id, Text(mark, style=style), said)
    used = [(one, *mark) for one, mark in MARK.items() if one in state.values()]
    legend = Text("  ") + Text("   ").join(Text(f"{mark} {one}", style=style) for one, mark, style in used)
    console.print(legend)


def show_derivation(console: Console, derivation: Derivation, *, explain: bool = False) -> None:
    """Show the answer for every event, and why."""
    console.print(plain(str(derivation.intervention), "bold magenta"))
    for answer in derivation.answers:
        state = State.INTERVENED if answer.event in derivation.intervention else State(str(answer.kind))
        mark, style = MARK[state]
        line = Text.assemble((f"{mark} ", style), plain(answer.event, "bold"), " ")
        line.append_text(plain(derivation.scenario.event(answer.event).statement))
        detail = [
            str(answer.kind),
            *([str(answer.direction)] if answer.direction else []),
            *(["void"] if answer.void else []),
        ]
        line.append(f"  {', '.join(detail)}", style=style)
        console.print(line)
        indented(console, plain(str(answer.evidence if explain else answer.step), "dim"), 4)


def show_report(console: Console, report: Report, original: str, edit: str, basis: Basis | None = None) -> None:
    """Show the verdict, each criterion with quote and reason, and the edit against the original."""
    word, style = {
        True: ("valid", "bold green"),
        False: ("invalid", "bold red"),
        None: ("undetermined", "bold yellow"),
    }[report.valid]
    errors = ", ".join(str(error) for error in report.errors) if report.valid is False else ""
    said = Text.assemble(("Verdict: ", "bold"), (word, style), (f" ({errors})" if errors else "", style))
    console.print(said.append(_doubt(report.confidence) if report.valid is not None else "", style="yellow"))
    for reason in report.reasons:
        indented(console, plain(reason), 2)
    show_basis(console, basis)
    console.print()
    for verdict in sorted(report.verdicts, key=_rank):
        _show_verdict(console, verdict)
    if original:
        console.print()
        console.print(Text("The edit against the original", style="bold"))
        show_difference(console, original, edit, report.verdicts)


def _rank(verdict: CriterionVerdict) -> int:
    """Sort: failed, undetermined, passed, then criteria that the edit need not mention."""
    optional = verdict.criterion.kind in {CriterionKind.CONNECTIVE, CriterionKind.LATENT, CriterionKind.OPEN}
    silent = str(verdict.outcome) == "undetermined" and optional
    return len(ORDER) if silent else ORDER.index(str(verdict.outcome))


def indented(console: Console, text: Text, columns: int, *, first: Text | None = None) -> None:
    """Print a text with its lines indented, `first` in front of the first one."""
    lines = text.wrap(console, max(20, console.width - columns))
    for number, line in enumerate(lines):
        line.rstrip()
        console.print(Text.assemble(first if first is not None and number == 0 else " " * columns, line))


def hanging(console: Console, text: Text, columns: int) -> None:
    """Print a text whose lines after the first one are indented."""
    lines = text.wrap(console, max(20, console.width - columns))
    for number, line in enumerate(lines):
        line.rstrip()
        console.print(line if number == 0 else Text.assemble(" " * columns, line))


def _show_event(console: Console, scenario: Scenario, event_id: str, mark: Text, state: str) -> None:
    event = scenario.event(event_id)
    first = Text.assemble("  ", mark, " ", plain(event.id, "bold"), "  ")
    line = plain(event.statement)
    if state:
        line.append(f"  ({state})", style=mark.style)
    indented(console, line, first.cell_len, first=first)
    links = [link for link in scenario.links if link.cause == event_id]
    for place, link in enumerate(links):
        console.print(_arrow(scenario, link, last=place == len(links) - 1))


def _arrow(scenario: Scenario, link: Link, *, last: bool) -> Text:
    head = "─┤" if link.sign is Sign.INHIBITS else "─▶"
    label = link_label(link, signal_words(scenario, link))
    sure = _doubt(link.confidence)
    branch = f"      {'└' if last else '├'}─"
    return Text.assemble(
        (branch, "dim"),
        plain(f" {label} " if label else "", "cyan"),
        (head, "dim"),
        " ",
        plain(link.effect, "bold"),
        (sure, "dim"),
    )


def show_basis(console: Console, basis: Basis | None) -> None:
    """Show who read what, where a language model may have helped."""
    if basis is not None:
        console.print(Text.assemble(("Rests on: ", "bold"), plain(str(basis))))
        for doubt in basis.doubts:
            indented(console, plain(doubt), 2)


def _show_latents(console: Console, scenario: Scenario) -> None:
    for latent in scenario.latents:
        console.print(
            Text.assemble(
                "  ",
                ("~ ", "blue"),
                plain(latent.id, "bold"),
                "  ",
                plain(latent.statement),
                ("  (background)", "blue"),
            )
        )


def _show_criterion(console: Console, criterion: Criterion, *, explain: bool) -> None:
    if criterion.kind is CriterionKind.CONNECTIVE:
        _show_connective(console, criterion)
        return
    sure = "" if criterion.kind is CriterionKind.OPEN else _doubt(criterion.confidence)
    line = plain(criterion.statement).append(sure, style="yellow")
    indented(console, line, 4, first=Text("  - "))
    why = str(criterion.evidence if explain else criterion.step)
    if why and why != criterion.statement:
        indented(console, plain(why, "dim"), 6)


def _show_connective(console: Console, criterion: Criterion) -> None:
    """Show which kind of word joins two events, with examples, and between which values."""
    kind = str(criterion.expected)
    line = Text.assemble("between ", plain(str(criterion.cause), "bold"), " and ", plain(str(criterion.effect), "bold"))
    line.append(f": {kind}")
    line.append(f", such as {WORDS[kind]}" if kind in WORDS else "", style="cyan")
    indented(console, line, 4, first=Text("  - "))
    indented(console, plain(str(criterion.evidence), "dim"), 6)


def _show_verdict(console: Console, verdict: CriterionVerdict) -> None:
    mark, style = OUTCOME[str(verdict.outcome)]
    event = verdict.criterion.event
    line = Text.assemble(
        plain(f"{event} " if event else "", "bold"),
        (f"{verdict.criterion.kind}: ", "bold"),
        plain(verdict.criterion.statement),
        ("  (read by the model)" if verdict.provenance is Provenance.MODEL else "", "dim"),
        (_doubt(verdict.confidence) if verdict.required else "", "yellow"),
    )
    indented(console, line, 2, first=Text(f"{mark} ", style=style))
    if verdict.quote:
        indented(console, plain(f"“{verdict.quote}”", "italic"), 4)
    if verdict.why:
        indented(console, plain(verdict.why, "dim"), 4)
