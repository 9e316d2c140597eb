"""The edit beside the original, and the criteria above it."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from nlbridge.answering.request import Prepared
from nlbridge.apps.command.presentation.answers import show_rubric
from nlbridge.apps.command.presentation.verdicts import show_report
from nlbridge.judging.verification import verify
from nlbridge.reading.reader import read
from nlbridge.telling.side_by_side import paired_sentences, show_side_by_side

TEXT = "The pump failed, so the cellar flooded. Meanwhile, snow fell on the long road to the mill."
EDIT = "The pump did not fail, so the cellar did not flood. Meanwhile, no snow fell on the long road to the mill."
RUBRIC = build_rubric(derive(read(TEXT), do({"e1": "false"})))


def shown(width: int, *, colour: bool = False) -> str:
    out = io.StringIO()
    console = Console(
        file=out, width=width, highlight=False, force_terminal=colour, color_system="truecolor" if colour else None
    )
    show_report(console, verify(RUBRIC, EDIT))
    show_side_by_side(console, TEXT, EDIT)
    return out.getvalue()


@pytest.mark.parametrize("width", [40, 80, 100])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    out = io.StringIO()
    show_rubric(Console(file=out, width=width, highlight=False), Prepared(rubric=RUBRIC, clause=None))
    lines = (shown(width) + out.getvalue()).splitlines()
    assert all(len(line) <= width for line in lines)


def test_colour_stands_in_for_the_signs() -> None:
    assert "[-" in shown(100)
    assert "[-" not in shown(100, colour=True)
    assert "\x1b[" in shown(100, colour=True)
    assert "\x1b[" not in shown(100)


def test_an_amount_ends_no_sentence() -> None:
    text, edit = "Costs rose by 9.5 percent. It rained.", "Costs fell by 1,200.5 euros. It rained."
    assert paired_sentences(text, edit)[0] == ("Costs rose by 9.5 percent.", "Costs fell by 1,200.5 euros.")


def test_what_failed_stands_first() -> None:
    marks = [line[0] for line in shown(100).splitlines() if line[:2] in {"✓ ", "✗ ", "? "}]
    assert marks == sorted(marks, key="✗?✓".index)


def test_what_an_edit_need_not_say_stands_below_what_it_says() -> None:
    out = io.StringIO()
    edit = "The pump did not fail. The cellar did not flood. Meanwhile, snow fell on the long road to the mill."
    show_report(Console(file=out, width=100, highlight=False), verify(RUBRIC, edit))
    marks = [line[0] for line in out.getvalue().splitlines() if line[:2] in {"✓ ", "? "}]
    assert marks == ["✓", "✓", "✓", "?"]
