"""Rubrics and verdicts over data frames."""

from __future__ import annotations

import pandas
import pytest

from benchmarks.errors import FrameColumnsError
from benchmarks.integrations.data_frames import rubric, verify
from benchmarks.integrations.judgement import judged

TEXT, HAD = "The pump failed, so the cellar flooded.", "the pump not failed"


def frame():
    return pandas.DataFrame(
        {
            "text": [TEXT, TEXT, TEXT, None],
            "had": [HAD, None, HAD, HAD],
            "query": [None, "What if the pump had not failed?", float("nan"), None],
            "rewrite": [
                "The pump held, so the cellar stayed dry.",
                "The pump held, but the cellar flooded.",
                None,
                "It rained.",
            ],
            "note": ["a", "b", "c", "d"],
        },
        index=pandas.Index(["w", "x", "y", "y"], name="row"),
    )


def test_verdicts_keep_the_index_and_say_what_could_not_be_judged():
    found = verify(frame(), edit="rewrite")
    assert found.index.equals(frame().index)
    assert found["valid"].tolist() == [True, False, False, pandas.NA]
    assert str(found["valid"].dtype) == "boolean"
    assert found["errors"].tolist() == [[], ["E2"], [], []]
    assert '"text" or "scenario"' in found["error"].iloc[3]
    assert found["error"].isna().tolist() == [True, True, True, False]
    alone = judged({"text": TEXT, "had": HAD, "edit": "The pump held, so the cellar stayed dry."})
    assert (found["score"].iloc[0], found["criteria"].iloc[0]) == (alone.score, [dict(one) for one in alone.criteria])


def test_rubrics_list_claims_by_answer():
    found = rubric(frame())
    assert found["changed"].iloc[0] == ["The pump failed.", "The cellar flooded."]
    assert found["unchanged"].iloc[0] == []
    assert found["answer"].iloc[0].startswith("The pump did not fail")
    assert found["rubric"].iloc[1]["do"] == {"e1": "false"}
    assert found["error"].isna().tolist() == [True, True, True, False]


def test_an_empty_frame_gives_an_empty_one():
    assert verify(frame().iloc[:0], edit="rewrite").empty
    assert list(rubric(frame().iloc[:0]).columns) == list(rubric(frame().iloc[:1]).columns)


@pytest.mark.parametrize("columns", [["text", "rewrite"], ["had", "rewrite"], ["text", "had"]])
def test_a_missing_column_is_named(columns):
    with pytest.raises(FrameColumnsError, match="and rewrite, got"):
        verify(frame()[columns], edit="rewrite")
