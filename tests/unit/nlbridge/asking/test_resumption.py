"""A batch in a file: where it goes on, and whose file it is."""

from __future__ import annotations

import json
import os
import resource
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from causalcore.errors import FileInUseError
from nlbridge.answering.batch import rubric_line, verify_line
from nlbridge.answering.lines import Line
from nlbridge.answering.request import Settings
from nlbridge.asking.batch_lines import OtherBatchError, identity, resumed
from nlbridge.errors import OutputError

LINES = tuple(Line(number=number, data=b'{"id": %d}' % number) for number in range(1, 6))
ASKED = {"work": "numbers"}


def rest(lines):
    return ({"id": line.number} for line in lines)


def never(lines):
    raise AssertionError(lines)


def ids(path: Path, work=rest, asked=ASKED, lines=LINES) -> list[int]:
    return [row["id"] for row in resumed(path, lines, asked, work)]


def test_what_is_written_is_not_made_again(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    rows = resumed(out, LINES, ASKED, rest)
    assert [next(rows)["id"], next(rows)["id"]] == [1, 2]
    rows.close()
    seen = []

    def watched(lines):
        seen.extend(line.number for line in lines)
        return rest(lines)

    assert ids(out, watched) == [1, 2, 3, 4, 5]
    assert seen == [3, 4, 5]
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == [1, 2, 3, 4, 5]
    assert ids(out, lambda lines: never(lines) if lines else ()) == [1, 2, 3, 4, 5]


def test_lines_that_failed_are_tried_again_and_no_answer_is_made_twice(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"

    def failing(lines):
        return ({"id": line.number} | ({"error": "?"} if line.number in {2, 4, 5} else {}) for line in lines)

    ids(out, failing, lines=NAMED)
    seen = []

    def watched(lines):
        seen.extend(line.number for line in lines)
        return rest(lines)

    assert ids(out, watched, lines=NAMED) == [1, 2, 3, 4, 5]
    assert seen == [2, 4, 5]
    assert [json.loads(line) for line in out.read_text().splitlines()] == [{"id": number} for number in range(1, 6)]


def test_a_kill_while_failed_lines_are_tried_again_costs_no_answer(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    ids(out, lambda lines: ({"id": line.number} | ({"error": "?"} if line.number == 2 else {}) for line in lines))
    before = out.read_bytes()
    with pytest.raises(AssertionError):
        ids(out, never)
    assert out.read_bytes() == before


def test_a_torn_line_is_made_again(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    ids(out)
    whole = out.read_bytes()
    out.write_bytes(whole[:-4])
    assert ids(out) == [1, 2, 3, 4, 5]
    assert out.read_bytes() == whole


def test_the_file_of_another_batch_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    ids(out)
    with pytest.raises(OtherBatchError, match="whose work differ; name another file"):
        ids(out, asked={"work": "letters"})
    with pytest.raises(OtherBatchError, match="at most 2 answers"):
        ids(out, lines=LINES[:2])
    (tmp_path / "own.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(OtherBatchError):
        ids(tmp_path / "own.txt")
    assert (tmp_path / "own.txt").read_text(encoding="utf-8") == "mine"


def test_a_broken_line_in_the_middle_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    ids(out)
    out.write_bytes(out.read_bytes().replace(b'{"id": 2}', b"2 or so "))
    with pytest.raises(OtherBatchError, match="line 2"):
        ids(out)


def test_work_and_settings_say_who_a_batch_is() -> None:
    one = identity(verify_line, Settings())
    assert one == identity(verify_line, Settings())
    others = [identity(rubric_line, Settings()), identity(verify_line, Settings(implicit="none"))]
    assert all(one != other for other in others)


def answers(lines):
    """Answer each line by its object; a line that is none, or has no number, cannot be answered."""
    for line in lines:
        row = json.loads(line.data) if line.data.endswith(b"}") else {}
        yield {"id": row.get("id")} | ({"of": row["n"]} if "n" in row else {"error": "?"})


def with_line(place: int, data: bytes, lines=None) -> tuple[Line, ...]:
    return tuple(replace(line, data=data) if line.number == place else line for line in lines or SOUND)


SOUND = tuple(Line(number=number, data=b'{"id": %d, "n": %d}' % (number, number)) for number in range(1, 6))


@pytest.mark.parametrize("place", [2, 5])
@pytest.mark.parametrize("bad", [b"{", b'{"id": 7}'])
def test_a_line_that_failed_may_be_corrected(tmp_path: Path, bad: bytes, place: int) -> None:
    out, seen = tmp_path / "out.jsonl", []

    def watched(lines):
        seen.extend(line.number for line in lines)
        return answers(lines)

    ids(out, answers, lines=with_line(place, bad))
    assert ids(out, watched, lines=SOUND) == [1, 2, 3, 4, 5]
    assert seen == [place]
    assert [json.loads(row)["of"] for row in out.read_text().splitlines()] == [1, 2, 3, 4, 5]
    with pytest.raises(OtherBatchError, match=f"expected line {place} as .* got it changed since; put it back"):
        ids(out, never, lines=with_line(place, bad))


def test_a_line_without_an_answer_may_be_changed_and_lines_be_added(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    rows = resumed(out, SOUND[:4], ASKED, answers)
    assert [next(rows)["id"], next(rows)["id"]] == [1, 2]
    rows.close()
    assert ids(out, answers, lines=with_line(3, b'{"id": 9, "n": 9}')) == [1, 2, 9, 4, 5]


def test_a_line_that_has_its_answer_must_stay(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    ids(out, answers, lines=with_line(4, b"{"))
    before = out.read_bytes(), (tmp_path / "out.jsonl.batch").read_bytes()
    for lines in (
        with_line(2, b'{"id": 2, "n": 7}'),
        with_line(2, b'{"id": 2, "n": 7}', with_line(4, b"{")),
        SOUND[1:],
    ):
        with pytest.raises(OtherBatchError, match=r"expected line 2 as .*out\.jsonl answers it, got it changed since"):
            ids(out, never, lines=lines)
    assert before == (out.read_bytes(), (tmp_path / "out.jsonl.batch").read_bytes())


def test_a_file_of_an_earlier_form_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    ids(out)
    (tmp_path / "out.jsonl.batch").write_text(json.dumps(ASKED | {"lines": "0" * 64}))
    with pytest.raises(OtherBatchError, match="whose lines differ"):
        ids(out)


NAMED = tuple(Line(number=number, data=b'{"id": %d}' % number) for number in range(1, 6))


def test_a_file_that_is_being_written_is_refused_with_its_holder(tmp_path: Path) -> None:
    first = resumed(tmp_path / "out.jsonl", LINES, ASKED, rest)
    next(first)
    with pytest.raises(FileInUseError, match=f"in use by process {os.getpid()} since"):
        ids(tmp_path / "out.jsonl")
    first.close()
    assert ids(tmp_path / "out.jsonl") == [1, 2, 3, 4, 5]


def test_rows_of_two_commands_in_one_file_are_refused_and_can_be_mended(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    ids(out, lines=NAMED)
    rows = out.read_text().splitlines(keepends=True)
    out.write_text("".join(row for row in rows for _ in range(2)))
    with pytest.raises(OtherBatchError, match=r"answer to line 2 on line 2 of .*; keep its first 1 lines"):
        ids(out, lines=NAMED)
    out.write_text(rows[0])
    assert ids(out, lines=NAMED) == [1, 2, 3, 4, 5]


def test_more_rows_than_lines_are_refused_and_can_be_mended(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    ids(out, lines=NAMED)
    with out.open("a") as file:
        file.write('{"id": 1}\n')
    with pytest.raises(OtherBatchError, match=r"at most 5 answers in .*, got 6; keep its first 5 lines"):
        ids(out, lines=NAMED)


def test_a_full_disk_is_one_clear_error_and_costs_no_row(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"

    def until_full(lines):
        for line in lines:
            if line.number == 4:
                resource.setrlimit(resource.RLIMIT_FSIZE, (out.stat().st_size + 3, hard))
            yield {"id": line.number}

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        with pytest.raises(OutputError, match=r"got: File too large; 3 of 5 answers are kept: make room"):
            ids(out, until_full, lines=NAMED)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert out.read_text() == '{"id": 1}\n{"id": 2}\n{"id": 3}\n'
    assert ids(out, lines=NAMED) == [1, 2, 3, 4, 5]
    assert len(out.read_text().splitlines()) == 5
