from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks.cobe.data import load, load_generations
from benchmarks.errors import DatasetMissingError, MalformedItemError

SMALL = Path(__file__).parents[4] / "examples" / "cobe_small.json"

ROW: dict[str, Any] = {
    "Core Set ID": 7,
    "Variation ID": 2,
    "Domain": "Engineering",
    "Variation text": "The pump failed, so the cellar flooded.",
    "Query": ["Rewrite it, had the pump not failed.", "What if the pump had not failed?"],
    "Evaluation criteria": ["", "The pump failed. The cellar flooded."],
    "responses": [{"model": "m", "query_index": 1, "text": "It held.", "correct": True, "failed": []}],
}


def written(path: Path, data: object) -> Path:
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


def test_an_item_and_the_response_inside_it_are_read(tmp_path: Path) -> None:
    (item,), (generation,) = load(written(tmp_path / "data.json", [ROW]))
    assert (item.id, item.core, item.domain) == ("7v2", "7", "Engineering")
    assert (generation.item, generation.query_index, generation.correct) == ("7v2", 1, True)


def test_generations_name_the_phrasing_in_a_field_or_in_the_id(tmp_path: Path) -> None:
    items, _ = load(written(tmp_path / "data.json", [ROW]))
    lines = [
        {"id": "7v2", "response": "a"},
        {"id": "7v2", "query_index": 1, "response": "b"},
        {"id": "7v2-q1", "model": "m", "response": "c"},
    ]
    path = written(tmp_path / "out.jsonl", "\n".join(json.dumps(line) for line in lines) + "\n")
    assert [one.query_index for one in load_generations(path, items)] == [0, 1, 1]


@pytest.mark.parametrize(
    "data",
    [
        "{",
        {},
        [],
        [1],
        [{**ROW, "Variation text": ""}],
        [{**ROW, "Query": []}],
        [{**ROW, "responses": [1]}],
        [{**ROW, "responses": [{"query_index": 5, "text": "x"}]}],
        [ROW, ROW],
    ],
)
def test_a_broken_dataset_is_refused_with_its_place(tmp_path: Path, data: object) -> None:
    path = written(tmp_path / "data.json", data)
    with pytest.raises(MalformedItemError, match=r"data\.json"):
        load(path)


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"id": "7v2"}', '{"id": "x", "response": "a"}', '{"id": "8v1", "response": "a"}']
)
def test_a_broken_generation_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    items, _ = load(written(tmp_path / "data.json", [ROW]))
    with pytest.raises(MalformedItemError, match="line 2"):
        load_generations(written(tmp_path / "out.jsonl", f'{{"id": "7v2", "response": "a"}}\n{line}\n'), items)


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        ({"correct": "false"}, '"correct" of out.jsonl, line 2 to be true, false or null, got'),
        ({"correct": 1}, "got 1"),
        ({"correct": False, "failed": "E1"}, '"failed" of out.jsonl, line 2 to be a list of E1, E2, E3, E4, E5, got'),
        ({"correct": False, "failed": ["E9"]}, "to be a list of E1"),
        ({"correct": True, "failed": ["E1"]}, 'no errors in "failed" of out.jsonl, line 2'),
    ],
)
def test_a_verdict_of_another_form_is_refused_with_its_line(tmp_path: Path, verdict: dict[str, Any], said: str) -> None:
    items, _ = load(written(tmp_path / "data.json", [ROW]))
    lines = [{"id": "7v2", "response": "a"}, {"id": "7v2-q1", "response": "b", **verdict}]
    path = written(tmp_path / "out.jsonl", "\n".join(map(json.dumps, lines)))
    with pytest.raises(MalformedItemError, match=re.escape(said)):
        load_generations(path, items)


def test_missing_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetMissingError, match=r"none\.json"):
        load(tmp_path / "none.json")
    with pytest.raises(DatasetMissingError, match=r"none\.jsonl"):
        load_generations(tmp_path / "none.jsonl", ())


def test_the_papers_own_items_are_read(data: Path) -> None:
    items, generations = load(data / "cobe" / "paper_examples.json")
    assert (len(items), len(generations)) == (6, 6)


def test_items_that_cannot_be_read_are_left_out_and_named(tmp_path: Path) -> None:
    other = {**ROW, "Variation ID": 3}
    rows = [
        {**ROW, "Query": []},
        ROW,
        1,
        {**ROW, "Variation ID": 4, "responses": [{"query_index": 9, "text": "x"}]},
        other,
    ]
    skipped: list[str] = []
    items, generations = load(written(tmp_path / "data.json", [*rows, ROW]), skipped)
    assert [item.id for item in items] == ["7v2", "7v3"]
    assert len(generations) == 2
    assert [f"item {number} of" in line for number, line in zip((1, 3, 4, 6), skipped, strict=True)] == [True] * 4
    with pytest.raises(MalformedItemError, match="that cannot be read; the first: "):
        load(written(tmp_path / "data.json", [1, 2]), [])


def test_a_file_with_an_item_on_each_line_is_read_as_a_list_is(tmp_path):
    rows = json.loads(SMALL.read_text(encoding="utf-8"))
    lines = tmp_path / "items.jsonl"
    lines.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    assert load(lines) == load(SMALL)
