"""Show scenarios and rubrics: the answer in a few lines, or the graph and every criterion with its reason.

Outside text becomes `Text` objects without control characters, never markup, so it cannot colour, hide or rewrite a
line. Five events take at most fifteen lines; `--explain` adds proofs, `--all` everything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rich.text import Text

from causalcore.derivation.rubric import Criterion, CriterionKind, Rubric
from causalcore.derivation.wording import quoted, signal_words
from causalcore.pictures.picture import printable
from causalcore.scenario.graph import ancestors, descendants
from causalcore.scenario.scenario import Kind, Link, Scenario, Sign
from nlbridge.telling.graph_drawing import State, layers, link_label, states
from nlbridge.telling.to_check import to_check
from nlbridge.weights.thresholds import UNDOUBTED

if TYPE_CHECKING:
    from rich.console import Console

    from causalcore.derivation.derivation import Derivation
    from nlbridge.answering.basis import Basis
    from nlbridge.answering.request import Prepared

MARK: Final = {
    State.INTERVENED: ("◆", "bold magenta"),
    State.CHANGED: ("●", "red"),
    State.UNCHANGED: ("○", "green"),
    State.OPEN: ("?", "yellow"),
    State.UNKNOWN: ("!", "dim"),
}
FITTING: Final = {
    "concessive": "despite, although, even so",
    "consecutive": "because, so, as a result",
}
"""Example connectives of each kind."""
OPEN: Final = "Open: the text decides neither way"
LISTS: Final = (
    ("Must change", (CriterionKind.CHANGED, CriterionKind.NUMERIC)),
    ("Must stay", (CriterionKind.UNCHANGED,)),
    (OPEN, (CriterionKind.OPEN,)),
)
"""Headings of proved answers in the short answer, and their kinds."""
SECTIONS: Final = (
    ("The edit must carry out the what-if", (CriterionKind.INTERVENTION,)),
    ("Must change", (CriterionKind.CHANGED,)),
    ("Must stay", (CriterionKind.UNCHANGED,)),
    (OPEN, (CriterionKind.OPEN,)),
    ("Quantities", (CriterionKind.NUMERIC,)),
    ("Background that stays", (CriterionKind.LATENT,)),
    ("Connectives that fit", (CriterionKind.CONNECTIVE,)),
)
"""Headings of all criteria, and their kinds."""
LIKELY: Final = {CriterionKind.CHANGED: "Probably changes", CriterionKind.UNCHANGED: "Probably stays"}
"""Headings of answers that have a probability but no proof."""
MORE: Final = "More: --explain (proofs), --all (graph, background, connectives, questions)"


def plain(words: str, style: str = "") -> Text:
    """Return outside text that is shown but never interpreted."""
    return Text(printable(words), style=style)


def indented(console: Console, text: Text, columns: int, *, first: Text | None = None) -> None:
    """Print a text with indented lines, and `first` before the first one."""
    for number, line in enumerate(text.wrap(console, max(20, console.width - columns))):
        line.rstrip()
        console.print(Text.assemble(first if first is not None and number == 0 else " " * columns, line))


def show_scenario(console: Console, scenario: Scenario) -> None:
    """Show the events, links and latents of a reading."""
    console.print(Text("Events", style="bold"))
    for event_id in (name for layer in layers(scenario) for name in layer):
        event = scenario.event(event_id)
        kind = "" if event.kind is Kind.EVENT else str(event.kind)
        presupposed = f"presupposes {', '.join(event.presupposes)}" if event.presupposes else ""
        _show_event(console, scenario, event_id, Text("•"), "; ".join(filter(None, (kind, presupposed))))
    _show_latents(console, scenario)
    _show_left_out(console, scenario)


def _show_left_out(console: Console, scenario: Scenario) -> None:
    """Show what the reader left out, with the reason: `Left out: 'Hi team' (greeting)`."""
    if scenario.left_out:
        passages = ", ".join(f"{passage.words.rstrip(',')!r} ({passage.kind})" for passage in scenario.left_out)
        indented(console, plain(passages, "dim"), 2, first=Text("Left out: ", style="dim"))


def _show_latents(console: Console, scenario: Scenario) -> None:
    for latent in scenario.latents:
        name, words = plain(latent.id, "bold"), plain(latent.statement)
        console.print(Text.assemble("  ", ("~ ", "blue"), name, "  ", words, ("  (background)", "blue")))


def show_what_if(console: Console, rubric: Rubric, sure: float) -> None:
    """Show what the what-if sets and with what confidence, and say if it changes nothing."""
    for name, value in rubric.intervention:
        event = rubric.scenario.event(name)
        same = ", as in the text: nothing changes" if value == event.fact else ""
        line = Text.assemble(("What if: ", "bold"), plain(f"{name} {quoted(event)} is {value}{same}", "magenta"))
        console.print(line.append(doubt(sure), style="yellow"))


def show_basis(console: Console, basis: Basis | None) -> None:
    """Show who read what, if a language model may have helped."""
    if basis is not None:
        console.print(Text.assemble(("Rests on: ", "bold"), plain(str(basis))))
        for reason in basis.doubts:
            indented(console, plain(reason), 2)


def doubt(confidence: float) -> str:
    """Return a confidence in words; empty if there is no doubt."""
    return f"  ({confidence:.0%} sure)" if confidence < UNDOUBTED else ""


def show_answer(console: Console, prepared: Prepared, *, explain: bool = False) -> None:
    """Show what changes, stays and is open, with confidences, and an example rewrite or, with `explain`, the proofs."""
    rubric = prepared.rubric
    for title, criteria in _headed(rubric, LISTS):
        console.print(Text(title, style="bold"))
        for criterion in criteria:
            _show_line(console, rubric, criterion, explain=explain)
    if not explain:
        _show_representative(console, prepared)
    _show_left_out(console, rubric.scenario)
    if doubts := len(to_check(rubric, reading=prepared.reading)):
        counted = "1 reading is" if doubts == 1 else f"{doubts} readings are"
        given = "--had" if prepared.clause else "--do"
        settle = f"to list: --all, to settle: causalcore read --review TEXT {given} ..."
        console.print(Text(f"{counted} uncertain; {settle}", style="dim"))
    if not explain:
        console.print(Text(MORE, style="dim"))


def _headed(
    rubric: Rubric, sections: tuple[tuple[str, tuple[CriterionKind, ...]], ...]
) -> Iterator[tuple[str, list[Criterion]]]:
    """Yield headings with their criteria; answers without a proof get their own heading."""
    for title, kinds in sections:
        criteria = [criterion for criterion in rubric.criteria if criterion.kind in kinds]
        likely = [criterion for criterion in criteria if kinds[0] in LIKELY and not proved(rubric, criterion)]
        certain = [criterion for criterion in criteria if criterion not in likely]
        yield from ((head, group) for head, group in ((title, certain), (LIKELY.get(kinds[0], ""), likely)) if group)


def proved(rubric: Rubric, criterion: Criterion) -> bool:
    """Return whether a criterion follows only from links that the text states or a person gave.

    That a claim stays rests on links that the text lacks, so only a scenario that was given proves it.

    Examples
    --------
    >>> from nlbridge.answering.answers import prepare
    >>> from nlbridge.answering.request import Request, Settings
    >>> asked = Request(source="The pump failed, so the cellar flooded. The wine was ruined.", had="the pump held")
    >>> rubric = prepare(asked, Settings()).rubric
    >>> [(one.event, proved(rubric, one)) for one in rubric.criteria if one.kind == "changed"]
    [('e2', True), ('e3', False)]
    """
    scenario = rubric.scenario
    if not scenario.read:
        return True
    if criterion.kind is CriterionKind.UNCHANGED or criterion.event is None:
        return False
    supposed = frozenset(name for name, _ in rubric.intervention)
    above = ancestors(scenario, {criterion.event}) | {criterion.event}
    between = (descendants(scenario, supposed) | supposed) & above
    way = [link for link in scenario.links if link.cause in between and link.effect in between - supposed]
    return bool(way) and all(link.connective is not None or not link.provenance.read for link in way)


def _show_line(console: Console, rubric: Rubric, criterion: Criterion, *, explain: bool) -> None:
    """Show an answer, cut to one line unless it is open or its proof follows."""
    name = str(criterion.event)
    mark, style = MARK[states(rubric)[name]]
    first = Text.assemble("  ", (mark, style), " ", plain(name, "bold"), "  ")
    sure = Text(f"  {_sure(rubric, criterion)}".rstrip(), style="yellow")
    statement = plain(criterion.statement)
    if explain or criterion.kind is CriterionKind.OPEN:
        indented(console, statement.append_text(sure), first.cell_len, first=first)
        if explain:
            indented(console, plain(str(criterion.evidence), "dim"), 6)
        return
    words = Text(" ".join(statement.plain.split()))
    words.truncate(max(20, console.width - first.cell_len - sure.cell_len), overflow="ellipsis")
    console.print(Text.assemble(first, words, sure))


def _sure(rubric: Rubric, criterion: Criterion) -> str:
    """Return the confidence of an answer or, if it is open, the likelier outcome."""
    answer = rubric.derivation.answer(str(criterion.event))
    if criterion.kind is not CriterionKind.OPEN:
        return f"{criterion.confidence:.0%}"
    if answer.expected is None or answer.doubt:
        return ""
    return f"{answer.likeliest} is likelier, {answer.confidence:.0%}"


def _show_representative(console: Console, prepared: Prepared) -> None:
    from nlbridge.answering.preparation import representative

    answer = representative(prepared)
    if not answer.text:
        indented(console, plain(answer.withheld, "dim"), 2, first=Text("No example rewrite: ", style="bold"))
        return
    console.print(Text("Example of a valid rewrite", style="bold"))
    indented(console, plain(answer.text), 2)


def show_rubric(console: Console, prepared: Prepared, *, explain: bool = False) -> None:
    """Show the graph, all criteria with reasons, and a representative answer."""
    rubric = prepared.rubric
    _show_graph(console, rubric)
    show_basis(console, prepared.basis)
    _show_latents(console, rubric.scenario)
    _show_left_out(console, rubric.scenario)
    for title, criteria in _headed(rubric, SECTIONS):
        console.print()
        console.print(Text(title, style="bold"))
        for criterion in criteria:
            _show_criterion(console, criterion, explain=explain)
    if doubts := to_check(rubric, reading=prepared.reading):
        console.print()
        console.print(Text("Uncertain (the question that affects the most answers first)", style="bold"))
        for question in doubts:
            indented(console, plain(f"{question.question} ({question.confidence:.0%} yes)"), 4, first=Text("  - "))
    console.print()
    _show_representative(console, prepared)


def _show_graph(console: Console, rubric: Rubric) -> None:
    """Show the causal graph as a list, causes above effects, each event with its state."""
    state = states(rubric)
    console.print(Text.assemble(("Causal graph", "bold"), " under ", plain(str(rubric.intervention), "bold magenta")))
    for event_id in (name for layer in layers(rubric.scenario) for name in layer):
        mark, style = MARK[state[event_id]]
        direction = rubric.derivation.answer(event_id).direction
        shown = f"{state[event_id]}, {direction}" if direction else str(state[event_id])
        _show_event(console, rubric.scenario, event_id, Text(mark, style=style), shown)
    used = [(kind, *mark) for kind, mark in MARK.items() if kind in state.values()]
    console.print(Text("  ") + Text("   ").join(Text(f"{mark} {kind}", style=style) for kind, mark, style in used))


def _show_event(console: Console, scenario: Scenario, event_id: str, mark: Text, state: str) -> None:
    event = scenario.event(event_id)
    first = Text.assemble("  ", mark, " ", plain(event.id, "bold"), "  ")
    line = plain(event.statement)
    if state:
        line.append(f"  ({state})", style=mark.style)
    indented(console, line, first.cell_len, first=first)
    links = [link for link in scenario.links if link.cause == event_id]
    for place, link in enumerate(links, 1):
        console.print(_arrow(scenario, link, last=place == len(links)))


def _arrow(scenario: Scenario, link: Link, *, last: bool) -> Text:
    label = link_label(link, signal_words(scenario, link))
    return Text.assemble(
        (f"      {'└' if last else '├'}─", "dim"),
        plain(f" {label} " if label else "", "cyan"),
        ("─┤" if link.sign is Sign.INHIBITS else "─▶", "dim"),
        " ",
        plain(link.effect, "bold"),
        (doubt(link.confidence), "dim"),
    )


def _show_criterion(console: Console, criterion: Criterion, *, explain: bool) -> None:
    why = str(criterion.evidence if explain else criterion.step)
    if criterion.kind is CriterionKind.CONNECTIVE:  # Which kind of word links two events, with examples.
        kind, why = str(criterion.expected), str(criterion.evidence)
        ends = plain(str(criterion.cause), "bold"), " and ", plain(str(criterion.effect), "bold")
        line = Text.assemble("between ", *ends, f": {kind}")
        line.append(f", such as {FITTING[kind]}" if kind in FITTING else "", style="cyan")
    else:
        sure = "" if criterion.kind is CriterionKind.OPEN else doubt(criterion.confidence)
        line = plain(criterion.statement).append(sure, style="yellow")
        why = "" if why == criterion.statement else why
    indented(console, line, 4, first=Text("  - "))
    if why:
        indented(console, plain(why, "dim"), 6)


def show_derivation(console: Console, derivation: Derivation, *, explain: bool = False) -> None:
    """Show the answer for every event with its reason."""
    console.print(plain(str(derivation.intervention), "bold magenta"))
    for answer in derivation.answers:
        state = State.INTERVENED if answer.event in derivation.intervention else State(str(answer.kind))
        mark, style = MARK[state]
        statement = plain(derivation.scenario.event(answer.event).statement)
        line = Text.assemble((f"{mark} ", style), plain(answer.event, "bold"), " ", statement)
        details = (str(answer.kind), str(answer.direction or ""), "void" if answer.void else "")
        console.print(line.append(f"  {', '.join(filter(None, details))}", style=style))
        indented(console, plain(str(answer.evidence if explain else answer.step), "dim"), 4)
