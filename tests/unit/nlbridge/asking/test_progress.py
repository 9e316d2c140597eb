"""Progress is shown on a terminal alone, and only once a command works for some time."""

from __future__ import annotations

import io
import sys

import pytest

from nlbridge.asking import progress

AT_ONCE, NOT_YET = -1.0, 60.0
PATIENCE = pytest.mark.parametrize("patience", [AT_ONCE, NOT_YET])


class Terminal(io.StringIO):
    def isatty(self):
        return True


def terminal(monkeypatch, patience):
    """Put a terminal where errors are written; in the test itself, since pytest takes over after its fixtures."""
    written = Terminal()
    monkeypatch.setattr(sys, "stderr", written)
    monkeypatch.setattr(progress, "PATIENCE", patience)
    monkeypatch.setenv("TERM", "xterm")
    return written


@PATIENCE
def test_a_row_is_counted_while_it_is_passed_on(monkeypatch, patience):
    written = terminal(monkeypatch, patience)
    assert list(progress.counted("abc", 3, "reading")) == ["a", "b", "c"]
    assert ("3/3" in written.getvalue() and "reading" in written.getvalue()) is (patience is AT_ONCE)


@PATIENCE
def test_steps_are_counted_as_they_are_done(monkeypatch, patience):
    written = terminal(monkeypatch, patience)
    with progress.counting(2, "judging") as step:
        step()
        step()
    assert ("2/2" in written.getvalue() and "judging" in written.getvalue()) is (patience is AT_ONCE)


@PATIENCE
def test_the_bar_ends_where_the_work_breaks_off(monkeypatch, patience):
    written = terminal(monkeypatch, patience)

    def broken(step):
        step()
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"), progress.counting(2, "judging") as step:
        broken(step)
    assert ("1/2" in written.getvalue()) is (patience is AT_ONCE)


def test_a_spinner_is_not_started_before_its_time(monkeypatch):
    written = terminal(monkeypatch, NOT_YET)
    with progress.waiting("reading"):
        pass
    assert written.getvalue() == ""


def test_nothing_is_written_where_nobody_looks(capsys):
    assert list(progress.counted("ab", 2, "reading")) == ["a", "b"]
    with progress.counting(1, "judging") as step, progress.waiting("reading"):
        step()
    assert capsys.readouterr() == ("", "")


def test_what_goes_to_standard_output_beside_a_bar_stays_there(monkeypatch, capsys):
    written = terminal(monkeypatch, AT_ONCE)
    for row in progress.counted("abc", 3, "reading"):
        sys.stdout.write(f"{row}\n")
    with progress.bar("reading", 1):
        sys.stdout.write("d\n")
    assert capsys.readouterr().out == "a\nb\nc\nd\n"
    assert "3/3" in written.getvalue()
