from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.conditionals.data import Condition, load, repaired
from benchmarks.errors import DatasetMissingError, MalformedItemError

HEADER = "sentence,condition,CW- or CWC-congruent\n"


def _table(path: Path, *rows: str) -> Path:
    path.write_text(HEADER + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def test_rows_that_differ_in_the_completion_alone_make_an_item(tmp_path):
    path = _table(
        tmp_path / "own.csv",
        '"If owls slept at night, rangers would see them at noon.",CW,Y',
        '"If owls slept at night, rangers would see them at midnight.",CW,N',
        '"Because owls hunt at night, rangers see them at noon.",RW,Y',
        '"Because owls hunt at night, rangers see them at midnight.",RW,N',
        "Rangers see them at noon.,BB,N",
        "Rangers see them at midnight.,BB,Y",
    )
    table = load(path)
    assert not table.skipped
    assert [(item.condition, item.congruent, item.incongruent, item.fitting) for item in table.items] == [
        (Condition.CW, "noon", "midnight", True),
        (Condition.RW, "noon", "midnight", False),
        (Condition.BB, "noon", "midnight", None),
    ]
    assert len({item.core for item in table.items}) == 1


def test_rows_that_make_no_item_are_named_and_skipped(tmp_path):
    path = _table(tmp_path / "own.csv", "Owls hoot.,CW,Y", "Owls hoot.,??,Y", ",CW,N", "Owls hoot.,CW,maybe")
    table = load(path)
    assert not table.items
    assert [line.partition(": ")[0] for line in table.skipped] == ["own:3", "own:4", "own:5", "own:2"]


def test_a_table_without_the_published_columns_is_refused(tmp_path):
    path = tmp_path / "other.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(MalformedItemError, match="expected the columns"):
        load(path)


def test_a_missing_table_is_refused(tmp_path):
    with pytest.raises(DatasetMissingError):
        load(tmp_path / "none.csv")


def test_damaged_quotation_marks_are_repaired_and_sound_text_is_kept():
    damaged = "the owl’s nest".encode().decode("mac_roman")
    assert repaired(damaged) == "the owl’s nest"
    sound = "naïve \u201equoted\u201a text’s end"
    assert repaired(sound) == sound


@pytest.mark.parametrize(("name", "least"), [("small-dataset", 188), ("large-scale", 3790)])
def test_the_published_tables_are_paired_and_what_is_left_is_counted(data, name, least):
    table = load(data / "conditionals" / f"{name}.csv")
    assert len(table.items) >= least
    assert len(table.skipped) <= 18
    assert set(Counter(item.condition for item in table.items)) == set(Condition)
