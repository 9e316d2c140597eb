"""Rows in and out of Parquet."""

from __future__ import annotations

import json
import sys

import pandas as pd
import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from benchmarks.cobe.data import load
from benchmarks.command import export as export_command
from benchmarks.errors import MalformedItemError
from benchmarks.runs.parquet import ParquetMissingError, rows_of, write_rows
from nlbridge.apps.command.cli import OneLineErrors

TEXTS = st.text(st.characters(codec="utf-8"), max_size=8)
VALUES = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXTS | st.lists(TEXTS, max_size=2)


@settings(max_examples=40)
@given(rows=st.lists(st.dictionaries(st.sampled_from("abc"), VALUES, min_size=1), min_size=1, max_size=5))
def test_rows_come_back_with_every_field_and_what_is_nested_as_json(rows, tmp_path_factory):
    path = tmp_path_factory.mktemp("rows") / "rows.parquet"
    assert write_rows(path, rows) == len(rows)
    for row, found in zip(rows, rows_of(path), strict=True):
        assert set(found) == {name for one in rows for name in one}
        for name, value in row.items():
            came = found[name]
            assert came == value or json.loads(came) in (value, json.dumps(value, ensure_ascii=False))


def test_a_dataset_of_cobe_may_be_parquet_as_pandas_writes_it(tmp_path):
    row = {
        "Core Set ID": 1,
        "Variation ID": 2,
        "Domain": "Engineering",
        "Variation text": "The mast bent, so the sail tore.",
        "Query": ["What if the mast had not bent?"],
    }
    pd.DataFrame([row]).to_parquet(tmp_path / "data.parquet")
    (tmp_path / "data.json").write_text(json.dumps([row]))
    assert load(tmp_path / "data.parquet") == load(tmp_path / "data.json")


def test_what_is_no_parquet_is_refused(tmp_path):
    (tmp_path / "data.parquet").write_text("a diary")
    with pytest.raises(MalformedItemError, match="expected Parquet"):
        load(tmp_path / "data.parquet")


def test_without_the_library_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ParquetMissingError, match=r"causalcore\[parquet\]"):
        write_rows(tmp_path / "a.parquet", [{"a": 1}])


def test_the_command_writes_the_samples_of_a_run(tmp_path):
    application = typer.Typer(cls=OneLineErrors)
    application.add_typer(export_command.app, name="export")

    def export(run, out):
        return CliRunner().invoke(application, ["export", "--run", str(run), "--out", str(out)])

    samples = [{"id": "a", "score": {"s": 1}, "right": True}, {"id": "b", "score": {"s": None}, "right": None}]
    (tmp_path / "samples.jsonl").write_text("".join(json.dumps(one) + "\n" for one in samples))
    done = export(tmp_path, tmp_path / "out" / "samples.parquet")
    assert done.exit_code == 0, done.stderr
    table = pd.read_parquet(tmp_path / "out" / "samples.parquet")
    assert table["id"].tolist() == ["a", "b"]
    assert json.loads(table["score"][0]) == {"s": 1}
    assert export(tmp_path, tmp_path / "samples.csv").exit_code == 2
    assert export(tmp_path / "out", tmp_path / "a.parquet").exit_code == 2
    (tmp_path / "samples.jsonl").write_text("[1]\n")
    assert export(tmp_path, tmp_path / "a.parquet").exit_code == 2
