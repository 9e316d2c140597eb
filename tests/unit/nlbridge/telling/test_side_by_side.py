"""The edit against the original, with criteria in the margin."""

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
from nlbridge.telling.side_by_side import difference, difference_by_sentence

TEXT = "The pump failed, so the cellar flooded. Meanwhile, snow fell on the long road to the mill."
EDIT = "The pump did not fail, so the cellar did not flood. Meanwhile, no snow fell on the long road to the mill."
RUBRIC = build_rubric(derive(read(TEXT), do({"e1": "false"})))


def shown(width: int, *, colour: bool = False) -> str:
    out = io.StringIO()
    console = Console(
        file=out, width=width, highlight=False, force_terminal=colour, color_system="truecolor" if colour else None
    )
    show_report(console, verify(RUBRIC, EDIT), TEXT, EDIT)
    return out.getvalue()


@pytest.mark.parametrize("width", [40, 80, 100])
def test_no_line_is_wider_than_the_terminal_or_ends_in_blanks(width: int) -> None:
    out = io.StringIO()
    show_rubric(Console(file=out, width=width, highlight=False), Prepared(rubric=RUBRIC, clause=None))
    lines = (shown(width) + out.getvalue()).splitlines()
    assert all(len(line) <= width and line == line.rstrip() for line in lines)


def test_each_sentence_has_the_criteria_that_it_decides_beside_it() -> None:
    margin = shown(100).partition("The edit against the original")[2].splitlines()
    first = next(line for line in margin if "did not fail" in line)
    second = next(line for line in margin if "Meanwhile" in line)
    assert "e1" in first.split("[-")[0]
    assert "\u00a0e3" in second.split("Meanwhile")[0]


def test_colour_stands_in_for_the_signs() -> None:
    assert "[-" in shown(100)
    assert "[-" not in shown(100, colour=True)
    assert "\x1b[" in shown(100, colour=True)
    assert "\x1b[" not in shown(100)


def test_the_sentences_together_are_the_difference() -> None:
    pieces = difference_by_sentence(TEXT, EDIT, coloured=False)
    assert "".join(piece.plain for piece in pieces) == difference(TEXT, EDIT, coloured=False).plain
    assert len(pieces) == 2


def test_what_failed_stands_first() -> None:
    marks = [line[0] for line in shown(100).splitlines() if line[:2] in {"✓ ", "✗ ", "? "}]
    assert marks == sorted(marks, key="✗?✓".index)


def test_what_an_edit_need_not_say_stands_below_what_it_says() -> None:
    out = io.StringIO()
    edit = "The pump did not fail. The cellar did not flood. Meanwhile, snow fell on the long road to the mill."
    show_report(Console(file=out, width=100, highlight=False), verify(RUBRIC, edit), TEXT, edit)
    marks = [
        line[0] for line in out.getvalue().partition("The edit against")[0].splitlines() if line[:2] in {"✓ ", "? "}
    ]
    assert marks == ["✓", "✓", "✓", "?"]
