from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path

from nlbridge.answering.batch_processes import Processes, spread

PIECES = ((0, 1), (2, 3), (4, 5), (6,))


def answer(piece: tuple[int, ...], deadly: int, mark: Path, *, once: bool) -> list[int]:
    """Square each number; the process that meets the deadly one is killed."""
    for number in piece:
        if number == deadly and not (once and mark.exists()):
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return [number**2 for number in piece]


def lost(number: int) -> int:
    return -number


def test_what_a_killed_process_had_not_answered_is_answered_by_another(tmp_path: Path) -> None:
    work = partial(answer, deadly=3, mark=tmp_path / "killed", once=True)
    assert list(spread(PIECES, work, lost, cores=2)) == [0, 1, 4, 9, 16, 25, 36]
    assert (tmp_path / "killed").exists()


def test_a_line_that_ends_each_process_costs_no_other_line(tmp_path: Path) -> None:
    work = partial(answer, deadly=3, mark=tmp_path / "killed", once=False)
    assert list(spread(PIECES, work, lost, cores=2)) == [0, 1, 4, -3, 16, 25, 36]


def test_nothing_to_do_is_done() -> None:
    assert list(spread((), lost, lost, cores=2)) == []


def test_no_more_processes_are_started_than_there_are_pieces(monkeypatch) -> None:
    started = []
    monkeypatch.setattr(Processes, "__init__", lambda self, work, cores: started.append(cores))
    monkeypatch.setattr(Processes, "room", 8, raising=False)
    monkeypatch.setattr(Processes, "submit", lambda self, piece: piece)
    monkeypatch.setattr(Processes, "rows", lambda self, piece: piece)
    monkeypatch.setattr(Processes, "close", lambda self: None)
    assert list(spread(PIECES, lost, lost, cores=12)) == [0, 1, 2, 3, 4, 5, 6]
    assert list(spread(PIECES, lost, lost, cores=3)) == [0, 1, 2, 3, 4, 5, 6]
    assert started == [4, 3]


def square_unless_bad(piece: tuple[int, ...]) -> list[object]:
    """Square each number; the answer to the fourth cannot be sent, that to the sixth not be made."""
    if 5 in piece:
        raise RecursionError
    return [(lambda: None) if number == 3 else number**2 for number in piece]


def test_an_answer_that_cannot_be_sent_or_made_costs_no_other_line() -> None:
    assert list(spread(PIECES, square_unless_bad, lost, cores=2)) == [0, 1, 4, -3, 16, -5, 36]
