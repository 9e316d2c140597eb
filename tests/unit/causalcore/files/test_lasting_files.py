"""Files that survive a kill: torn lines, full disks."""

from __future__ import annotations

import pytest

from causalcore.files.writing import append_line, whole_lines, write_whole


@pytest.mark.parametrize(
    ("data", "numbers", "mended"),
    [
        (b"", [], b""),
        (b'{"a": 1}\n{"a": 2}\n', [1, 2], b'{"a": 1}\n{"a": 2}\n'),
        (b'{"a": 1}\n\n{"a": 2', [1], b'{"a": 1}\n\n'),
        (b'{"a": 1}\n{"a": 2}', [1, 2], b'{"a": 1}\n{"a": 2}\n'),
        (b'{"a"', [], b""),
        (b'no\n{"a": 1}\n', [1, 2], b'no\n{"a": 1}\n'),
    ],
)
def test_a_torn_last_line_is_passed_over_and_cut_off_on_request(tmp_path, data, numbers, mended):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(data)
    assert [number for number, _ in whole_lines(path)] == numbers
    assert path.read_bytes() == data
    assert [number for number, _ in whole_lines(path, cut=True)] == numbers
    assert path.read_bytes() == mended


def test_a_write_that_fails_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    def full(_: int) -> None:
        raise OSError("no space left")

    path = tmp_path / "rows.jsonl"
    append_line(path, b"1")
    monkeypatch.setattr("causalcore.files.writing.os.fsync", full)
    with pytest.raises(OSError, match="no space"):
        append_line(path, b"2")
    with pytest.raises(OSError, match="no space"):
        write_whole(path, "3\n")
    assert path.read_bytes() == b"1\n"
