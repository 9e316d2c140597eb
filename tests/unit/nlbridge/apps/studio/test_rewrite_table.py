"""Many rewrites: files of them, the table, its file, judging in the background, figures of two sides."""

from __future__ import annotations

import io
import json
import threading

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.proportion import proportion_confint

from nlbridge.answering.request import Settings
from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.projects.comparison import two_people
from nlbridge.apps.studio.projects.figures import exact_p, paired, share
from nlbridge.apps.studio.projects.model_help import ModelHelp, judge_row
from nlbridge.apps.studio.projects.opening import RewriteRow, rows_in
from nlbridge.apps.studio.rewrites.rewrite_session import Background, RewriteSession
from nlbridge.apps.studio.rewrites.rewrite_table import RewriteTable, Wanted, resumed
from nlbridge.apps.studio.rewrites.rewrite_views import differing, row_view, table_export, two_models
from nlbridge.chat.errors import AccessError, EndpointError, QuotaError

TEXT = "The pump failed in the night, so the cellar flooded."
LINE = {"id": "q1", "text": TEXT, "had": "the pump not failed", "edit": "The pump held.", "model": "alpha"}


def made(count=6):
    """Return a table of rewrites by two models with verdicts by turns."""
    table = RewriteTable()
    models = ("alpha", "beta")
    rows = tuple(
        RewriteRow(item=f"q{k // 2}", model=models[k % 2], asked={"text": TEXT}, edit=f"Edit {k}.")
        for k in range(count)
    )
    for place, key in enumerate(table.add(rows)):
        valid = (True, False, None)[place % 3]
        errors = ["E2"] if valid is False else []
        judgement = {"valid": valid, "confidence": 0.9, "score": place / count, "errors": errors, "criteria": []}
        table.keep(key, judgement)
    return table


def parquet(rows):
    import pyarrow
    import pyarrow.parquet

    file = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), file)
    return file.getvalue()


def csv_of(row):
    return (",".join(row) + "\n" + ",".join(f'"{value}"' for value in row.values()) + "\n").encode()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", json.dumps(LINE).encode()),
        ("a.json", json.dumps([LINE]).encode()),
        ("a.csv", csv_of(LINE)),
        ("a.parquet", parquet([LINE])),
    ],
)
def test_rewrites_come_from_json_lines_json_csv_and_parquet(name, content):
    (row,) = rows_in(name, content)
    assert row.line == {name: value for name, value in LINE.items() if name != "model"}
    assert (row.item, row.model) == ("q1", "alpha")


def test_rows_without_a_text_are_about_the_open_one_and_without_a_model_by_their_file():
    (row,) = rows_in("gamma.jsonl", b'{"response": "It held."}', {"text": TEXT, "do": {"e1": "false"}})
    assert (row.model, row.text, row.edit) == ("gamma", TEXT, "It held.")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.jsonl", b"", "1 to 20000"),
        ("a.jsonl", b"[1]", "object"),
        ("a.jsonl", b"{", "JSON"),
        ("a.jsonl", b'{"text": "It rained."}', "edit"),
        ("a.jsonl", b'{"edit": "It rained."}', "text"),
        ("a.jsonl", b'{"edit": "It rained.", "text": 3}', "text"),
        ("a.parquet", b"no parquet", "Parquet"),
    ],
)
def test_a_file_of_another_form_is_refused_in_a_sentence(name, content, words):
    with pytest.raises(StudioError, match=words):
        rows_in(name, content)


def test_the_table_is_filtered_and_sorted_by_each_column():
    table = made()
    table.say("w2", "valid", "")
    table.say("w1", "valid", "")

    def keys(**wanted):
        return [row["key"] for row in table.page(Wanted(**wanted))["rows"]]

    assert keys(verdict="invalid") == ["w2", "w5"]
    assert keys(error="E2", model="alpha") == ["w5"]
    assert keys(least=0.5, most=0.7) == ["w4", "w5"]
    assert keys(opinion="disagree") == ["w2"]
    assert keys(opinion="unsaid", model="beta") == ["w4", "w6"]
    assert keys(search="EDIT 3") == ["w4"]
    assert keys(sort="score", falling=True) == ["w6", "w5", "w4", "w3", "w2", "w1"]
    assert keys(sort="model")[:3] == ["w1", "w3", "w5"]
    assert keys(sort="said", start=0, count=2) == ["w1", "w2"]
    assert keys(start=4, count=2) == ["w5", "w6"]
    with pytest.raises(StudioError, match="column"):
        table.page(Wanted(sort="nothing"))


def test_agreement_with_a_person_is_cohens_kappa():
    table = made(12)
    said = ["valid", "invalid", "invalid", "valid", "valid", "undetermined"]
    for key, word in zip(table.entries, said, strict=False):
        table.say(key, word, "")
    program = [table.entries[f"w{k}"].state for k in range(1, 7)]
    found = table.counts()["agreement"]
    assert found["kappa"] == pytest.approx(cohen_kappa_score(said, program), abs=1e-4)
    assert found["units"] == 6


def test_what_was_judged_and_said_is_there_again_also_after_a_line_that_broke_off(tmp_path):
    path = tmp_path / "t.rewrites.jsonl"
    rows = rows_in("a.jsonl", json.dumps(LINE).encode())
    table = resumed(path)
    table.add(rows)
    table.keep("w1", {"valid": True, "score": 0.9})
    table.say("w1", "invalid", "it lacks the cellar")
    with path.open("ab") as file:
        file.write('{"key": "w1", "said": "caf\u00e9'.encode()[:-1])
    assert resumed(path, keeps=False).entry("w1").said == "invalid"
    resumed(path).say("w1", "invalid", "it lacks the cellar")
    resumed(path).say("w1", "invalid", "it lacks the cellar")
    again = resumed(path).entry("w1")
    assert (again.state, again.said, again.note, again.row) == ("valid", "invalid", "it lacks the cellar", rows[0])
    path.write_text('{"key": "w7", "row": {}}\n{}\n{}\n')
    with pytest.raises(StudioError, match="line 1"):
        resumed(path)


def test_judging_shows_progress_stops_and_goes_on():
    table = RewriteTable()
    table.add(RewriteRow(item=str(k), model="m", asked={"text": TEXT}, edit=f"Edit {k}.") for k in range(5))
    gates = threading.Semaphore(0)
    judged = []

    def judge(row):
        gates.acquire(timeout=20)
        judged.append(row["id"])
        return {"error": "no"} if row["id"] == "1" else {"valid": True, "score": 1.0, "errors": []}

    background = Background(table, judge)
    background.start()
    gates.release(2)
    while background.progress()["done"] < 2:
        pass
    background.stop()
    gates.release()
    background.wait(20)
    progress = background.progress()
    assert (progress["running"], progress["done"], progress["total"]) == (False, 3, 5)
    assert [table.entry(f"w{k}").state for k in (1, 2, 3, 4)] == ["valid", "failed", "valid", "unjudged"]
    gates.release(5)
    background.start()
    background.wait(20)
    assert judged == ["0", "1", "2", "3", "4"]


def test_what_failed_is_judged_again_once_nothing_else_is_left():
    table = RewriteTable()
    table.add(RewriteRow(item=str(k), model="m", asked={"text": TEXT}, edit=f"Edit {k}.") for k in range(3))
    said = {"0": {"error": "no reply"}}
    background = Background(table, lambda row: said.get(row["id"], {"valid": True, "score": 1.0, "errors": []}))
    for states in (["failed", "valid", "valid"], ["valid"] * 3):
        background.start()
        background.wait(20)
        assert [table.entry(f"w{k}").state for k in (1, 2, 3)] == states
        said.clear()


@pytest.mark.parametrize(("error", "stops"), [(EndpointError, False), (QuotaError, True), (AccessError, True)])
def test_one_row_without_a_reply_leaves_the_others_but_a_used_up_quota_stops(error, stops):
    def fails(*_, **__):
        raise error("expected a reply")

    help = ModelHelp(Settings(), do=fails)
    if stops:
        with pytest.raises(error):
            help.judgement({"id": "1"})
    else:
        assert help.judgement({"id": "1"}) == {"error": "expected a reply"}


def test_a_fault_of_the_judge_is_told_and_not_hidden():
    table = RewriteTable()
    table.add(rows_in("a.jsonl", json.dumps(LINE).encode()))

    def broken(row):
        message = "no more money"
        raise StudioError(message)

    background = Background(table, broken)
    background.start()
    background.wait(20)
    assert "no more money" in background.progress()["problem"]


def test_a_judgement_leads_to_the_words_on_both_sides():
    table = RewriteTable()
    edit = "The pump did not fail in the night, so the cellar flooded."
    (key,) = table.add(rows_in("a.jsonl", json.dumps(LINE | {"edit": edit}).encode()))
    table.keep(key, judge_row(table.entry(key).row.line, Settings()))
    row = row_view(table.entry(key))
    kept = next(one for one in row["criteria"] if one["kind"] == "changed")
    assert TEXT[slice(*kept["claim_span"])] == "the cellar flooded"
    assert edit[slice(*kept["span"])] == "the cellar flooded"
    lit = [
        "".join(piece["text"] for piece in row[side] if kept["id"] in piece["criteria"]) for side in ("text", "edit")
    ]
    assert lit == ["the cellar flooded", "the cellar flooded"]
    assert "".join(piece["text"] for piece in row["edit"]) == edit
    assert "".join(piece["text"] for piece in row["text"] if piece["differs"]) == "failed"
    assert "judged" not in row["verdict"]


def test_differences_leave_what_is_common_to_both():
    text, edit = "It rained. The roof leaked.", "It snowed. The roof leaked badly."
    gone, new = differing(text, edit)

    def without(words, spans):
        for start, end in reversed(spans):
            words = words[:start] + words[end:]
        return words

    assert without(text, gone) == without(edit, new)


def test_paired_figures_agree_with_statistics_that_others_wrote():
    rng = np.random.default_rng(3)
    first, second = rng.integers(0, 2, 200).astype(float), rng.integers(0, 2, 200).astype(float)
    figure = paired("valid", list(first), list(second))
    error = (first - second).std(ddof=1) / np.sqrt(200)
    assert figure["difference"] == pytest.approx((first - second).mean(), abs=1e-4)
    assert (figure["low"], figure["high"]) == pytest.approx(
        (figure["difference"] - 1.96 * error, figure["difference"] + 1.96 * error), abs=0.02
    )
    for b, c in ((3, 9), (0, 0), (7, 7), (1, 20)):
        known = binomtest(min(b, c), b + c).pvalue if b + c else 1.0
        assert exact_p(b, c) == pytest.approx(known)
    for good, total in ((0, 5), (7, 9), (50, 50)):
        found = share("", good, total)
        known = proportion_confint(good, total, method="wilson")
        assert (found["low"], found["high"]) == pytest.approx(known, abs=1e-4)


def test_two_models_are_compared_on_items_that_both_have():
    found = two_models(made(12), "alpha", "beta")
    assert found["items"] == 6
    assert sum(found["cells"].values()) == 6
    valid = found["figures"][0]
    assert (valid["first"], valid["second"]) == (round(2 / 6, 4), round(2 / 6, 4))
    assert found["cells"]["first"] == 2
    assert all(one["first"]["verdict"] != one["second"]["verdict"] for one in found["differing"])
    with pytest.raises(StudioError, match="two models"):
        two_models(made(), "alpha", "gamma")


def test_two_people_are_compared_by_their_exports():
    table = made()
    for key, said in (("w1", "valid"), ("w2", "valid"), ("w3", "invalid")):
        table.say(key, said, "")
    one = table_export(table.chosen(Wanted()), "jsonl")
    table.say("w2", "invalid", "")
    other = table_export(table.chosen(Wanted()), "jsonl")
    found = two_people(("one.jsonl", one), ("other.jsonl", other))
    assert found["agreement"][0]["items"] == 3
    assert found["agreement"][0]["share"] == pytest.approx(2 / 3, abs=1e-4)
    assert [(row["first"], row["second"]) for row in found["differing"]] == [("valid", "invalid")]
    assert found["figures"][0]["difference"] < 0


def test_two_reviews_of_texts_are_compared():
    event = {"id": "e1", "statement": "It rained.", "span": [0, 9]}
    one = {"id": "t1", "text": "It rained.", "events": [event]}
    found = two_people(("a.jsonl", json.dumps(one)), ("b.jsonl", json.dumps(one | {"events": []})))
    assert found["kind"] == "reviews"
    assert found["differing"][0]["first"] == "there"
    with pytest.raises(StudioError):
        two_people(("a.jsonl", "[]"), ("b.jsonl", "[]"))


def test_exports_hold_all_and_let_nothing_run():
    table = RewriteTable()
    (key,) = table.add((RewriteRow(item="=1+1", model="<b>", asked={"text": TEXT}, edit="<script>x</script>"),))
    table.keep(key, {"valid": False, "confidence": 0.9, "score": 0.1, "errors": ["E2"], "criteria": []})
    rows = table.chosen(Wanted())
    line = json.loads(table_export(rows, "jsonl"))
    assert (line["item"], line["edit"], line["verdict"]) == ("=1+1", "<script>x</script>", "invalid")
    assert "'=1+1,<b>,invalid" in table_export(rows, "csv")
    page = table_export(rows, "html")
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "://" not in page
    with pytest.raises(StudioError, match="forms"):
        table_export(rows, "pdf")


def test_five_thousand_rows_are_answered_at_once(tmp_path):
    import time

    session = RewriteSession(path=tmp_path / "t.rewrites.jsonl")
    lines = "\n".join(json.dumps(LINE | {"id": f"q{k}", "edit": f"Edit {k}."}) for k in range(5_000))
    session.opened("many.jsonl", lines.encode(), None)
    started = time.perf_counter()
    page = session.page(Wanted(sort="score", search="edit 49", start=100, count=100))
    assert time.perf_counter() - started < 0.5
    assert page["total"] == 5_000
    assert page["shown"] == sum("49" in str(k) for k in range(5_000))
    assert len(page["rows"]) == page["shown"] - 100
