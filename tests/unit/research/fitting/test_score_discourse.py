"""Relations of a treebank are found, directed and signed as the script says."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.fitting.score_discourse import documents, kind, score

ROW = "{n}\t{form}\t_\t_\t_\t_\t_\t_\t_\t{misc}"


def corpus(path: Path, words: str, connective: int, relation: str) -> Path:
    """Write one document with one relation at a word."""
    rows = [
        ROW.format(n=k, form=form, misc=f"PDTB={relation}" if k == connective else "_")
        for k, form in enumerate(words.split(), start=1)
    ]
    path.write_text("# newdoc id = own\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("words", "connective", "relation", "name"),
    [
        ("The lamp went out because a fuse blew .", 5, "Explicit:Contingency.Cause.Reason:because:5:1-4:6-8", "cause"),
        ("A fuse blew , so the lamp went out .", 5, "Explicit:Contingency.Cause.Result:so:5:1-3:6-9", "result"),
        (
            "Although the road was icy , the van arrived early .",
            1,
            "Explicit:Comparison.Concession.Arg1-as-denier:although:1:7-10:2-5",
            "concession",
        ),
    ],
)
def test_a_signal_is_found_with_its_cause_and_sign(tmp_path, words, connective, relation, name) -> None:
    table = score(corpus(tmp_path / "own.conllu", words, connective, relation))
    assert {key: table[name][key] for key in ("relations", "found", "directed", "signed")} == dict.fromkeys(
        ("relations", "found", "directed", "signed"), 1
    )


def test_a_cause_in_the_wrong_argument_is_not_directed_right(tmp_path) -> None:
    relation = "Explicit:Contingency.Cause.Result:because:5:1-4:6-8"
    table = score(corpus(tmp_path / "own.conllu", "The lamp went out because a fuse blew .", 5, relation))
    assert (table["result"]["found"], table["result"]["directed"]) == (1, 0)


def test_a_link_that_nobody_annotated_is_counted_as_such(tmp_path) -> None:
    path = corpus(tmp_path / "own.conllu", "The lamp went out because a fuse blew .", 5, "Implicit:Expansion:_:_:1:2")
    assert score(path)["read as cause or result"]["not annotated there"] == 1


def test_ranges_of_tokens_count_from_zero(tmp_path) -> None:
    relation = "Explicit:Temporal.Synchronous:when:1:5-7,9:2-4"
    (document,) = documents(corpus(tmp_path / "own.conllu", "When the dam burst the town was flooded .", 1, relation))
    assert document.relations[0].first == {4, 5, 6, 8}
    assert kind(document.relations[0]) == "temporal"
