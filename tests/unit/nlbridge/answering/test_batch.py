from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from logic.errors import ReasoningError
from nlbridge.answering.batch import CHUNK, _texts_of, answer, chunks, rubric_line, run
from nlbridge.answering.lines import Line, dumped, lines_of, object_of, one_line
from nlbridge.answering.request import Settings
from nlbridge.apps.command.cli import app

SCENARIO = {
    "events": [
        {"id": "e1", "statement": "The pump failed."},
        {"id": "e2", "statement": "The cellar flooded."},
    ],
    "links": [{"cause": "e1", "effect": "e2"}],
}


def written(path: Path, *rows: object) -> Path:
    lines = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows]
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


def invoke(*arguments: object) -> tuple[int, list[dict[str, Any]], str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()], result.stderr


def test_a_batch_keeps_order_and_id_and_goes_on_after_bad_lines(tmp_path: Path) -> None:
    path = written(
        tmp_path / "in.jsonl",
        {"id": "a", "scenario": SCENARIO, "do": {"e1": "false"}},
        b"{broken",
        {"id": "b", "scenario": SCENARIO, "do": {"e9": "false"}},
        b"\xff\xfe",
        [1, 2],
        {"id": 7, "scenario": SCENARIO, "do": {"e1": False}},
        {"id": "c", "text": "", "had": "x"},
        {"id": "d"},
    )
    code, rows, err = invoke("rubric", "--jsonl", path)
    assert code == 2
    assert [row["id"] for row in rows] == ["a", None, "b", None, None, 7, "c", "d"]
    assert [sorted(row) == ["error", "id"] for row in rows] == [False, True, True, True, True, False, True, True]
    assert "line 2" in rows[1]["error"]
    assert not any("internal error" in row.get("error", "") for row in rows)
    assert len(err.splitlines()) == 1


def test_the_first_row_waits_for_no_other_line() -> None:
    taken: list[int] = []

    def lines() -> Iterator[Line]:
        for number in range(1, 30):
            taken.append(number)
            yield Line(number=number, data=json.dumps({"scenario": SCENARIO, "do": {"e1": "false"}}).encode())

    rows = run(lines(), rubric_line, Settings(), jobs=1)
    next(rows)
    assert taken == [1]
    assert len(list(rows)) == 28


def test_a_batch_without_bad_lines_ends_well(tmp_path: Path) -> None:
    path = written(tmp_path / "in.jsonl", b"", {"id": "a", "scenario": SCENARIO, "do": {"e1": "false"}}, b"  ")
    code, rows, err = invoke("rubric", "--jsonl", path)
    assert (code, len(rows), err) == (0, 1, "")


def test_an_edit_that_is_too_long_is_not_parsed_ahead() -> None:
    row = {"text": "The pump failed, so the cellar flooded.", "had": "the pump not failed"}
    for edit, ahead in (("It held. " * 2_000, 1), ("It held. " * 3_000, 0), ("", 0), (None, 1)):
        lines = (Line(number=1, data=json.dumps({**row, "edit": edit}).encode()),)
        assert len(list(_texts_of(lines))) == ahead


def test_a_verify_line_needs_an_edit(tmp_path: Path) -> None:
    path = written(
        tmp_path / "in.jsonl",
        {
            "id": "a",
            "scenario": SCENARIO,
            "do": {"e1": "false"},
            "edit": "The pump did not fail, so the cellar stayed dry.",
        },
        {"id": "b", "scenario": SCENARIO, "do": {"e1": "false"}},
        {"id": "c", "scenario": SCENARIO, "do": {"e1": "false"}, "edit": "bad\u0000edit"},
    )
    code, rows, _ = invoke("verify", "--jsonl", path)
    assert code == 2
    assert "valid" in rows[0]
    assert all(row["errors"] == [] or row["valid"] is False for row in rows[:1])
    assert '"edit"' in rows[1]["error"]
    assert "U+0000" in rows[2]["error"]


def test_two_processes_give_the_same_rows_in_the_same_order(tmp_path: Path) -> None:
    rows = [{"id": n, "scenario": {**SCENARIO, "id": f"s{n // 7}"}, "do": {"e1": "false"}} for n in range(3 * CHUNK)]
    path = written(tmp_path / "in.jsonl", *rows)
    lines = lines_of(str(path))
    alone = list(run(lines, rubric_line, Settings(), jobs=1))
    together = list(run(lines, rubric_line, Settings(), jobs=2))
    assert [row["id"] for row in together] == list(range(3 * CHUNK))
    assert together == alone


def test_lines_of_one_text_stay_together_and_none_is_lost() -> None:
    lines = tuple(
        Line(number=n, data=json.dumps({"id": n, "text": f"Text number {n // 7}."}).encode()) for n in range(100)
    )
    cut = list(chunks(lines))
    assert [line for piece in cut for line in piece] == list(lines)
    texts = [{json.loads(line.data)["text"] for line in piece} for piece in cut]
    assert sum(len(one & other) for one, other in pairwise(texts)) == 0


def test_a_defect_in_one_line_is_an_error_row_and_not_the_end() -> None:
    def defective(row: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
        raise ZeroDivisionError(f"{row} {settings}")

    assert "ZeroDivisionError" in answer(Line(number=1, data=b'{"id": 1}'), defective, Settings())["error"]


def test_deep_nesting_is_an_error_row() -> None:
    row = answer(Line(number=4, data=b"[" * 200_000), rubric_line, Settings())
    assert row["id"] is None
    assert "internal error" not in row["error"]


def test_a_missing_batch_file_is_refused() -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        lines_of("nowhere.jsonl")


def test_half_a_surrogate_pair_is_escaped() -> None:
    assert dumped({"id": "\ud800"}) == '{"id": "\\ud800"}'


def test_an_error_is_one_line_whatever_it_quotes() -> None:
    assert one_line("a\nb\x1b[31mc\u2028d") == "a b [31mc d"


def test_an_unknown_field_is_named_once_with_the_one_that_was_meant(tmp_path: Path) -> None:
    row = {"id": 1, "scenario": SCENARIO, "do": {"e1": "false"}, "hda": "the pump not failed"}
    code, rows, err = invoke("rubric", "--jsonl", written(tmp_path / "in.jsonl", row, b"[", row))
    assert code == 2
    assert len(rows) == 3
    assert err.count("'hda' on line 1, which is ignored; did you mean 'had'?") == 1


def test_an_edit_is_a_field_of_verify_and_none_of_rubric(tmp_path: Path) -> None:
    row = {"id": 1, "scenario": SCENARIO, "do": {"e1": "false"}, "edit": "The pump did not fail."}
    path = written(tmp_path / "in.jsonl", row)
    assert "'edit'" in invoke("rubric", "--jsonl", path)[2]
    assert invoke("verify", "--jsonl", path)[2] == ""


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
def test_a_file_without_lines_says_so_with_or_without_a_byte_order_mark(tmp_path: Path, capsys, data: bytes) -> None:
    (tmp_path / "bom.jsonl").write_bytes(data)
    assert lines_of(str(tmp_path / "bom.jsonl")) == ()
    assert "bom.jsonl has no lines" in capsys.readouterr().err


@pytest.mark.parametrize(("data", "came"), [(b"[1]", "a list of 1"), (b'"a"', "'a'"), (b"null", "nothing")])
def test_a_line_that_is_no_object_says_what_came(data: bytes, came: str) -> None:
    with pytest.raises(ReasoningError, match=f"line 3: expected a JSON object, got {came}; write one object"):
        object_of(Line(number=3, data=data))
