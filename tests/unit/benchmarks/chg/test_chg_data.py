from __future__ import annotations

import json
import os
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.chg.data import load
from benchmarks.chg.pairing import pair
from benchmarks.chg.response import load_responses, references
from benchmarks.errors import DatasetMissingError, MalformedItemError

EXAMPLES = Path(__file__).parents[4] / "examples" / "chg"
DATA = os.environ.get("CAUSALCORE_DATA")
UPDATES = st.lists(st.text("abcdefgh", min_size=1, max_size=3), max_size=8, unique=True)


def written(folder: Path, *rows: object) -> Path:
    path = folder / "rows.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def update(kind: str, text: str, *, core: str = "p1", impossible: bool = False) -> dict[str, object]:
    return {
        "SNLIPairId": core,
        "Premise": "A barge lies at a quay.",
        "Hypothesis": "The barge is being loaded.",
        "Update": text,
        "UpdateType": kind,
        "UpdateTypeImpossible": impossible,
    }


@given(UPDATES, UPDATES, st.integers(0, 5))
def test_pairing_keeps_the_rule_of_the_paper(weakeners: list[str], strengtheners: list[str], seed: int) -> None:
    """Section 3.2: one pair a weakener; strengtheners come again only after each was used."""
    pairs = pair(weakeners, strengtheners, random.Random(seed))
    if not strengtheners:
        assert pairs == []
        return
    assert [weakener for weakener, _ in pairs] == weakeners
    used = Counter(strengthener for _, strengthener in pairs)
    assert set(used) <= set(strengtheners)
    if len(weakeners) <= len(strengtheners):
        assert all(count == 1 for count in used.values())
    else:
        assert set(used) == set(strengtheners)


def test_a_strengthener_is_drawn_with_equal_chances() -> None:
    drawn = Counter(pair(["w"], ["a", "b", "c"], random.Random(seed))[0][1] for seed in range(600))
    assert all(150 < drawn[name] < 250 for name in "abc")


def test_updates_of_delta_snli_become_items_and_the_seed_decides_the_pairs(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        update("weakener", "The cranes stand still."),
        update("strengthener", "Sacks are piled up on the quay."),
        update("weakener", "None.", impossible=True),
        update("weakener", "The crew is painting the hull."),
        update("strengthener", "A crane swings over the deck."),
        update("weakener", "No strengthener here.", core="p2"),
    )
    items = load(path, seed=3)
    assert [(item.id, item.weakener) for item in items] == [
        ("p1-w1", "The cranes stand still."),
        ("p1-w2", "The crew is painting the hull."),
    ]
    assert {item.strengthener for item in items} == {"Sacks are piled up on the quay.", "A crane swings over the deck."}
    assert load(path, seed=3) == items
    assert len({tuple(item.strengthener for item in load(path, seed=seed)) for seed in range(12)}) == 2
    assert items[0].altered_premise == "A barge lies at a quay. [The cranes stand still.]"


def test_triples_of_the_paper_give_the_same_items_as_their_parts(tmp_path: Path) -> None:
    for item in load(EXAMPLES / "items.jsonl"):
        triple = {
            "id": item.id,
            "base_premise": item.base_premise,
            "hypothesis": item.hypothesis,
            "altered_premise": item.altered_premise,
            "counter_hypothesis": item.reference,
        }
        assert load(written(tmp_path, triple)) == (item,)


@pytest.mark.parametrize(
    ("row", "named"),
    [
        ({"premise": "a", "strengthener": "b", "weakener": "c"}, "wrong hypothesis"),
        ({"base_premise": "a b", "hypothesis": "h", "altered_premise": "a [c]"}, "wrong premise"),
        (["a"], "expected an object"),
        ({**update("weakener", "x"), "UpdateType": "other"}, "wrong UpdateType"),
    ],
)
def test_a_line_that_is_no_item_is_refused(tmp_path: Path, row: object, named: str) -> None:
    with pytest.raises(MalformedItemError, match=named):
        load(written(tmp_path, row))


def test_missing_empty_and_doubled_data_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetMissingError, match="is not a file"):
        load(tmp_path / "nowhere.jsonl")
    with pytest.raises(MalformedItemError, match="got none"):
        load(written(tmp_path))
    row = {"id": "1", "premise": "a", "strengthener": "b", "weakener": "c", "hypothesis": "d"}
    with pytest.raises(MalformedItemError, match="got 1 twice"):
        load(written(tmp_path, row, row))


def test_responses_are_read_and_wrong_ones_refused(tmp_path: Path) -> None:
    items = load(EXAMPLES / "items.jsonl")
    assert len(load_responses(EXAMPLES / "answers.jsonl", items)) == 6
    assert [one.text for one in references(items)] == [item.reference for item in items]
    single = written(tmp_path, {"id": "kiosk", "response": "x", "human": {"difference": 2}})
    assert load_responses(single, items)[0].human[0].difference == 2
    with pytest.raises(MalformedItemError, match="id of an item"):
        load_responses(written(tmp_path, {"id": "other", "response": "x"}), items)
    with pytest.raises(MalformedItemError, match=r"judge\.difference"):
        load_responses(written(tmp_path, {"id": "kiosk", "response": "x", "judge": {"difference": 4}}), items)
    with pytest.raises(MalformedItemError, match=r"got 'high' as strength; correct the line"):
        load_responses(written(tmp_path, {"id": "kiosk", "response": "x", "strength": "high"}), items)


@pytest.mark.skipif(DATA is None, reason="CAUSALCORE_DATA is not set")
def test_every_published_weakener_with_a_strengthener_makes_one_item() -> None:
    path = Path(str(DATA)) / "defeasible_snli" / "dev.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    usable = [row for row in rows if row["Update"] and row["Update"].strip() and not row["UpdateTypeImpossible"]]
    of = {
        kind: {
            (row["SNLIPairId"], row["Premise"].strip(), row["Hypothesis"].strip(), row["Update"].strip())
            for row in usable
            if row["UpdateType"] == kind
        }
        for kind in ("weakener", "strengthener")
    }
    supported = {row[:3] for row in of["strengthener"]}
    assert len(load(path)) == sum(row[:3] in supported for row in of["weakener"])
