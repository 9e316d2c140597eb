"""Options of a batch that do not go together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

from nlbridge.answering.batch import rubric_line
from nlbridge.answering.lines import Line, Row
from nlbridge.answering.request import Settings
from nlbridge.apps.command.cli import app
from nlbridge.asking.batch_lines import batch


@pytest.mark.parametrize("command", ["rubric", "verify"])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--jsonl", "{lines}", "--dask", "local", "--jobs", "2"], "--dask or --jobs"),
        (["--jsonl", "{lines}", "--dask", "somewhere"], "local, local:N or an address"),
        (["It rained.", "--had", "it not rained", "--dask", "local"], "--jsonl FILE with --dask"),
        (["It rained.", "--had", "it not rained", "--out", "x.jsonl"], "--jsonl FILE with --out"),
        (["--jsonl", "{lines}", "--all"], "got it with --all"),
        (["--jsonl", "{lines}", "--format", "text"], "--format json with --jsonl, got text"),
    ],
)
def test_options_that_do_not_fit_are_one_line(command: str, options: list[str], message: str, tmp_path: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    lines.write_text("", encoding="utf-8")
    result = CliRunner().invoke(app, [command, *(option.format(lines=lines) for option in options)])
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def two_lines(folder: Path) -> str:
    lines = folder / "lines.jsonl"
    lines.write_text('{"text": "It rained.", "had": "it not rained"}\n' * 2, encoding="utf-8")
    return str(lines)


def test_a_reader_who_has_left_ends_a_batch_without_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []

    class Left(StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    def ticked(rows: Iterable[Row], *_: object) -> Iterator[Row]:
        for row in rows:
            counted.append(row)
            yield row

    monkeypatch.setattr("nlbridge.asking.batch_lines.counted", ticked)
    monkeypatch.setattr("sys.stdout", Left())
    assert batch(two_lines(tmp_path), rubric_line, Settings(), 1) == 0
    assert len(counted) == 1


def test_a_pipe_that_breaks_inside_a_batch_is_no_reader_who_has_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def work(line: Line, settings: Settings) -> Row:
        raise BrokenPipeError

    assert batch(two_lines(tmp_path), work, Settings(), 1) == 2
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_a_table_is_refused_with_the_page_on_data_frames(tmp_path) -> None:
    table = tmp_path / "rewrites.csv"
    table.write_text("text,had,edit\n", encoding="utf-8")
    out = CliRunner().invoke(app, ["verify", "--jsonl", str(table)])
    assert out.exit_code == 2
    assert "docs/how-to/data-frames.md" in out.stderr


def test_a_line_that_is_no_json_is_quoted_in_its_error() -> None:
    out = CliRunner().invoke(app, ["verify", "--jsonl", "-"], input="text,had,edit\n")
    assert "line 1: expected a JSON object, got 'text,had,edit'" in out.stdout


@pytest.mark.parametrize("command", ["rubric", "verify", "ask", "label"])
def test_a_file_without_lines_is_named_on_standard_error(command: str, tmp_path: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    lines.write_text("\n \n", encoding="utf-8")
    result = CliRunner().invoke(app, [command, "--jsonl", str(lines)])
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", f"causalcore: {lines} has no lines\n")
