"""A batch in a file: where it goes on, and whose file it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nlbridge.answering.line_work import rubric_line, verify_line
from nlbridge.answering.lines import Line
from nlbridge.answering.request import Settings
from nlbridge.answering.resumption import OtherBatchError, identity, resumed

LINES = tuple(Line(number=number, data=b"%d" % number) for number in range(1, 6))
ASKED = {"lines": "five"}


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
    with pytest.raises(OtherBatchError, match="another lines; name another file"):
        ids(out, asked={"lines": "six"})
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


def test_lines_work_and_settings_say_who_a_batch_is() -> None:
    one = identity(LINES, verify_line, Settings())
    assert one == identity(LINES, verify_line, Settings())
    others = [
        identity(LINES[1:], verify_line, Settings()),
        identity(LINES, rubric_line, Settings()),
        identity(LINES, verify_line, Settings(implicit="none")),
    ]
    assert all(one != other for other in others)
