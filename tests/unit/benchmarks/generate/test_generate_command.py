from __future__ import annotations

import json
import re

import pytest
from typer.testing import CliRunner

from benchmarks.cobe.data import load
from benchmarks.cobe.score import judge as judge_generation
from benchmarks.generate import item as item_module
from benchmarks.generate import making as module
from benchmarks.generate.command import app
from benchmarks.generate.families import shipped_domains
from benchmarks.generate.graphs import GRAPHS
from benchmarks.generate.making import Attempt, Making, Wanted
from benchmarks.generate.summary import sections, summarise, words
from benchmarks.generate.telling import Manner, tell
from benchmarks.runs.item import Generation
from benchmarks.runs.runner import OtherRunError
from benchmarks.runs.scores import SampleOutcome
from causalcore.derivation.derivation import derive
from causalcore.scenario.file import scenario_from_dict
from causalcore.scenario.intervention import do
from nlbridge.answering.answers import judge, prepare
from nlbridge.answering.request import Request, RequestError, Settings
from nlbridge.chat.client.endpoint import Endpoint
from nlbridge.chat.client.endpoint_options import EndpointOptions
from nlbridge.chat.client.scripted import ScriptedModel
from nlbridge.chat.errors import DryRunEnd
from nlbridge.testing.chat_server import ChatServer, serving

RUNNER = CliRunner()
CALL = ["--count", "3", "--graphs", "chain,either", "--seed", "5", "--distractors", "0"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    result = RUNNER.invoke(app, [*CALL, "--out", str(folder)], catch_exceptions=False)
    assert result.exit_code == 0
    return folder


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_every_answer_is_the_engines_and_every_rewrite_passes_the_check(made):
    items = rows(made / "items.jsonl")
    assert len(items) == 3
    for item in items:
        scenario = scenario_from_dict(item["scenario"])
        derived = derive(scenario, do(item["do"]))
        assert {one["id"]: one["answer"] for one in item["answers"]} == {
            answer.event: str(answer.kind) for answer in derived.answers
        }
        request = Request(source=scenario, had=item["had"])
        assert judge(request, item["representative_answer"], Settings())[1].valid is True
        assert len(item["queries"]) == 3
        assert all(one["why"] for one in (*item["answers"], *item["criteria"]))


def test_cobe_reads_what_was_made(made):
    items, _ = load(made / "cobe.json")
    assert [item.id for item in items] == [item["id"] for item in rows(made / "items.jsonl")]
    assert all(len(item.queries) == 3 and item.graph_type for item in items)


def test_score_cobe_calls_the_representative_answer_right_in_each_phrasing(made):
    items, made_items = load(made / "cobe.json")[0], rows(made / "items.jsonl")
    for item, whole in zip(items, made_items, strict=True):
        assert item.formal is not None
        assert dict(item.formal.do) == whole["do"]
        for phrasing in range(3):
            answer = Generation(item=item.id, query_index=phrasing, model="m", response=whole["representative_answer"])
            assert judge_generation("k", item, answer, Settings()).derived.outcome is SampleOutcome.CORRECT


def test_the_same_seed_makes_the_same_bytes_and_a_killed_run_goes_on(made, tmp_path):
    whole = (made / "attempts.jsonl").read_bytes()
    (tmp_path / "config.json").write_bytes((made / "config.json").read_bytes())
    lines = whole.splitlines(keepends=True)
    (tmp_path / "attempts.jsonl").write_bytes(b"".join(lines[:2]) + lines[2][:20])
    assert RUNNER.invoke(app, [*CALL, "--out", str(tmp_path)]).exit_code == 0
    for name in ("attempts.jsonl", "items.jsonl", "cobe.json", "summary.json"):
        assert (tmp_path / name).read_bytes() == (made / name).read_bytes(), name


def test_a_folder_of_other_items_is_refused(made):
    result = RUNNER.invoke(app, [*CALL[:-3], "6", "--out", str(made)])
    assert isinstance(result.exception, OtherRunError)


@pytest.mark.parametrize(
    "option", [["--graphs", "square"], ["--order", "up"], ["--genre", "ode"], ["--blind", "llm"], ["--teller", "me"]]
)
def test_a_choice_that_there_is_not_is_refused(option, tmp_path):
    result = RUNNER.invoke(app, ["--count", "1", *option, "--out", str(tmp_path / "new")])
    assert isinstance(result.exception, RequestError)


def wanted(count, endpoint=None, seed=1):
    return Wanted(
        count=count,
        graphs=("chain",),
        domains=tuple(shipped_domains().values()),
        seed=seed,
        manner=Manner(genre="story"),
        beside=0,
        reader="offline" if endpoint is None else "llm",
        endpoint=endpoint,
    )


def answering(request):
    """Tell in the simplest way, and answer as the text has it: everything after the first sentence hangs on it."""
    shown = request.messages[-1].content
    if "[[events" in shown:
        events = re.findall(r"^(\d+)\. (.+)$", shown.split("[[plan")[0], re.MULTILINE)
        told = [(int(number), words[0].upper() + words[1:]) for number, words in events]
        places = [{"event": number, "words": words} for number, words in told]
        return json.dumps({"text": " ".join(f"{words}." for _, words in told), "places": places, "rewrite": "No."})
    passages = re.findall(r"^(\d+)\. ", shown.split("[[passages")[1], re.MULTILINE)
    said = [{"number": int(number), "reason": "", "answer": "changed"} for number in passages]
    return json.dumps({"passages": said})


def test_a_model_tells_and_reads_blindly_and_the_engine_decides(tmp_path):
    model = ScriptedModel(answering)
    with Endpoint(EndpointOptions(model="any", cache=False), inner=model) as endpoint:
        making = Making(wanted=wanted(4, endpoint), folder=tmp_path)
        making.run()
    fates = {"kept", "a blind reader answered otherwise", "no rewrite that our check calls valid"}
    assert {"kept"} <= {row["fate"] for row in making.rows} <= fates
    for row in making.rows:
        if row["fate"] == "kept":
            assert set(row["answers"].values()) == {"changed"}
            assert row["item"]["representative_answer"] != "No."
        else:
            agrees = row["fate"] == "no rewrite that our check calls valid"
            assert (row["readings"]["llm"] == row["answers"]) is agrees
    blind = [one.messages[-1].content for one in model.requests if "[[passages" in one.messages[-1].content]
    assert blind
    assert not any("brought about" in shown for shown in blind)


def test_a_telling_whose_words_do_not_stand_in_it_is_told_again_and_counted(tmp_path):
    broken = json.dumps({"text": "It rained.", "places": [], "rewrite": ""})
    with Endpoint(EndpointOptions(model="any", cache=False), inner=ScriptedModel([broken])) as endpoint:
        making = Making(wanted=wanted(1, endpoint), folder=tmp_path)
        making.run()
    assert {row["fate"] for row in making.rows} == {"the model's telling could not be used"}
    assert [row["key"] for row in making.rows] == ["0-0-0", "0-0-1", "0-0-2", "0-1-0", "0-1-1", "0-1-2"]


def test_a_model_that_keeps_to_no_form_is_named_as_one(tmp_path, monkeypatch):
    monkeypatch.setenv("CAUSALCORE_CACHE", str(tmp_path / "cache"))
    with serving(ChatServer("no JSON")) as address:
        asked = ["--count", "2", "--model", "any", "--base-url", address, "--out", str(tmp_path / "new")]
        result = RUNNER.invoke(app, asked)
    assert result.exit_code == 4
    assert "no item was kept: 12 tellings were dropped, the last since the model's telling could not be used" in (
        result.stderr
    )
    assert result.stderr.strip().endswith("try another model")


def test_what_was_asked_is_counted_for_each_item_and_kept_when_a_run_goes_on(tmp_path):
    figures = []
    for _ in range(2):
        model = ScriptedModel(answering)
        with Endpoint(EndpointOptions(model="any", cache=False), inner=model) as endpoint:
            making = Making(wanted=wanted(4, endpoint), folder=tmp_path)
            making.run()
        figures.append((len(model.requests), summarise(making.rows, 4, ("chain",))))
    (first_calls, first), (again, resumed) = figures
    assert first["asked"]["calls"] == first_calls >= 8
    assert again == 0
    assert resumed == first
    assert f"{first_calls} calls" in words(first)
    assert sections(first)[-1].title == "Cost"


def test_a_scenario_that_no_rewrite_meets_is_not_told_again(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "valid_answer", lambda *_: None)
    making = Making(wanted=wanted(1), folder=tmp_path)
    making.run()
    unanswered = [row["key"] for row in making.rows if row["fate"] == "no rewrite that our check calls valid"]
    assert unanswered
    assert len({key.rpartition("-")[0] for key in unanswered}) == len(unanswered)


def test_every_item_is_on_the_disk_before_the_next_is_told(monkeypatch, tmp_path):
    told = []

    def stopping(*given):
        told.append(len((tmp_path / "attempts.jsonl").read_text(encoding="utf-8").splitlines()))
        if len(told) == 4:
            raise KeyboardInterrupt
        return tell(*given)

    monkeypatch.setattr(module, "tell", stopping)
    with pytest.raises(KeyboardInterrupt):
        Making(wanted=wanted(9), folder=tmp_path).run()
    assert told == [0, 1, 2, 3]


def test_an_estimate_leaves_no_folder_behind(tmp_path, monkeypatch):
    monkeypatch.setenv("CAUSALCORE_CACHE", str(tmp_path / "cache"))
    asked = ["--model", "any", "--base-url", "http://127.0.0.1:9/v1", "--dry-run", "--out", str(tmp_path / "new")]
    result = RUNNER.invoke(app, [*CALL, *asked])
    assert isinstance(result.exception, DryRunEnd)
    assert not (tmp_path / "new").exists()


def test_a_paid_reply_is_on_the_disk_before_the_last_one_comes(tmp_path):
    lines = []

    def counting(request):
        lines.append(len((tmp_path / "attempts.jsonl").read_text(encoding="utf-8").splitlines()))
        return answering(request)

    options = EndpointOptions(model="any", cache=False, concurrency=1)
    with Endpoint(options, inner=ScriptedModel(counting)) as endpoint:
        Making(wanted=wanted(3, endpoint), folder=tmp_path).run()
    assert lines[:6] == [0, 0, 1, 1, 2, 2]


def test_the_first_valid_rewrite_that_the_text_does_not_refute_is_taken(made, monkeypatch):
    item = rows(made / "items.jsonl")[0]
    scenario = scenario_from_dict(item["scenario"])
    prepared = prepare(Request(source=scenario, had=item["had"]), Settings())
    by_text = {"refuted": False, "undecided": None, "valid": True}
    monkeypatch.setattr(
        item_module, "_valid", lambda source, _had, said: said in by_text and (source is scenario or by_text[said])
    )
    offered = ("unlike", "refuted", "undecided", "valid")
    assert item_module.valid_answer(prepared, scenario, item["had"], offered).text == "undecided"
    assert item_module.valid_answer(prepared, scenario, item["had"], ("refuted",)).on_text is False
    assert item_module.valid_answer(prepared, scenario, item["had"], ("unlike",)) is None


def test_each_place_is_drawn_by_itself():
    making = Making(wanted=wanted(9), folder=None)
    first = making.drawn(Attempt(4))
    assert first == Making(wanted=wanted(100), folder=None).drawn(Attempt(4))
    assert first.graph in GRAPHS
