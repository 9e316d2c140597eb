"""Edits that are made by script have labels that are certain."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

from research.training.data import Material, chosen
from research.training.encoder.edits import ABSENT, ALTERED, KEPT, NOT_KEPT, rewrite_of, row_of
from research.training.encoder.made_edits import REFUSALS, crossed, shown_edits, spoilt, told_in

FOLDER = Path(__file__).parents[4] / "research" / "stories"


@cache
def rewrites():
    def read(name):
        return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]

    stories = {story["id"]: story for story in read("stories.jsonl") + read("stories_plain.jsonl")}
    rows = read("rewrites.jsonl")[:1000] + read("rewrites_plain.jsonl")
    told = [rewrite_of(stories[one["story"]], one) for one in rows]
    pairs = tuple((one.example, one.example) for one in told)
    return chosen(Material(pairs=pairs, rewrites=tuple(told))).rewrites


def test_other_rewrites_of_a_story_stand_beside_each():
    assert sum(bool(one.beside) for one in rewrites()) > 100
    for one in rewrites():
        assert all(other.example.id == one.example.id and other is not one for other in one.beside)


def test_a_mixed_edit_tells_each_claim_as_one_of_the_two_does_and_in_its_words():
    draw, seen = random.Random(0), 0
    for one in rewrites():
        for other in one.beside:
            found = crossed(one, other, draw)
            if found is None:
                continue
            seen += 1
            edit, told = found
            for k, value in enumerate(told):
                assert value in (one.told[k], other.told[k])
            kept = [q for q in one.quotes if q] + [q for q in other.quotes if q]
            assert any(quote in edit for quote in kept)
            moved = [k for k, value in enumerate(told) if value != one.told[k]]
            assert all(not other.quotes[k] or other.quotes[k] in edit for k in moved)
    assert seen > 50


def test_a_spoilt_edit_differs_in_one_place_and_no_longer_keeps_that_claim():
    draw, seen = random.Random(0), 0
    for one in rewrites():
        found = spoilt(one, draw)
        if found is None:
            continue
        seen += 1
        edit, told = found
        assert edit != one.edit
        changed = [k for k, value in enumerate(told) if value in (ALTERED, NOT_KEPT) and one.told[k] == KEPT]
        assert len(changed) == 1
        own = one.quotes[changed[0]]
        low, high = one.edit.index(own), len(one.edit) - one.edit.index(own) - len(own)
        assert (edit[:low], edit[len(edit) - high :]) == (one.edit[:low], one.edit[len(one.edit) - high :])
    assert seen > 100


def test_each_sentence_tells_the_claims_whose_quotes_it_holds():
    for one in rewrites():
        for claims in told_in(one).values():
            assert all(one.quotes[claim] for claim in claims)


def test_the_rewrite_itself_is_shown_first_and_strange_edits_tell_of_nothing():
    draw, refused = random.Random(3), 0
    own = rewrites()[:300]
    for one in own:
        first, *others = shown_edits(one, own, draw)
        assert first.edit == row_of(one).edit
        for row in others:
            assert row.valid in (0.0, None)
            if row.edit in REFUSALS:
                refused += 1
                assert set(row.told) == {ABSENT}
    assert refused
