"""`causalcore doctor` over a real socket: the figures are those of the model behind it, and cost nothing twice."""

from __future__ import annotations

import json

import pytest
from model_of_replies import HAD, KEPT, PARAPHRASE, RIGHT, SPOILT, TEXT, honest
from story_server import about_the_story
from typer.testing import CliRunner

from nlbridge.apps.command.cli import app
from nlbridge.apps.doctor import endpoint_probe, measurement
from nlbridge.chat.client.profile import Fit, load_profile, save_profile
from nlbridge.testing.chat_server import ChatServer, serving

KEY = "planted-44de77-secret"
PROBED = {"boats": [{"name": "Alma", "masts": 1}], "harbour": "full"}
CLAIMS = [["the vases were lost", "changed"], ["A violinist rehearsed next door", "unchanged"]]
REWRITES = [
    {"edit": RIGHT, "error": None},
    {"edit": PARAPHRASE, "error": None},
    {"edit": SPOILT, "error": "E1"},
    {"edit": KEPT, "error": "E2"},
]
WHAT_IF = {"had": HAD, "claims": CLAIMS, "rewrites": REWRITES}
TEXTS = tuple(
    {"id": f"kiln-{k}", "kind": kind, "text": TEXT, "what_ifs": [WHAT_IF]}
    for k, kind in enumerate(("prose", "work", "suite"))
)


def served(script=honest):
    def answer(body):
        if "Two boats" in body["messages"][-1]["content"]:
            return json.dumps(PROBED)
        return about_the_story(body, script)

    return answer


def blind(request, **more):
    """Answer as a model that sees no link: nothing changes by its reading, and it expects nothing to change."""
    reply = json.loads(honest(request, **more))
    if request.schema_name == "reading":
        reply["links"] = []
    if request.schema_name == "what_if":
        reply["becomes"] = [one | {"answer": "stays", "because": []} for one in reply["becomes"]]
    return json.dumps(reply)


@pytest.fixture
def doctor(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAUSALCORE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("MY_KEY", KEY)
    monkeypatch.setattr(measurement, "labelled_texts", lambda: TEXTS)
    monkeypatch.setattr(endpoint_probe, "local_servers", lambda: ())
    (tmp_path / "prices.json").write_text('{"small": {"prompt": 1.0, "completion": 2.0}}', encoding="utf-8")

    def run(address, *words, form="json"):
        options = ["--model", "small", "--base-url", address, "--api-key-env", "MY_KEY", "--retries", "0"]
        command = ["doctor", *words, *options, "--prices", "prices.json", "--format", form]
        done = CliRunner().invoke(app, command)
        assert KEY not in done.output
        return done

    return run


def kept_files(folder):
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix != ".sqlite")


def test_an_honest_model_gets_all_right_and_a_second_run_is_free(doctor, tmp_path):
    server = ChatServer(served(), key=KEY)
    with serving(server) as address:
        first = doctor(address, "--measure", "all")
        paid = len(server.calls)
        again = doctor(address, "--measure", "all")
        probes = len(server.calls) - paid
    found, second = (json.loads(done.stdout)["measured"] for done in (first, again))
    assert (found["texts"], found["wanted"], found["stopped"]) == (3, 3, None)
    values = {name: one["value"] for name, one in found["figures"].items()}
    for name in ("events_right", "verdicts_decided", "verdicts_right", "area_under_curve"):
        assert values[name] == 1.0
    assert (found["figures"]["events_right"]["of"], found["figures"]["verdicts_decided"]["of"]) == (6, 12)
    spent = found["spent"]
    assert spent["cost"] == pytest.approx((spent["prompt_tokens"] + 2 * spent["completion_tokens"]) / 1e6)
    assert second["figures"] == found["figures"]
    assert second["spent"] == spent
    assert probes == 1  # the endpoint itself is looked at anew
    assert second["calls_paid_now"] == 1
    assert KEY.encode() not in kept_files(tmp_path / "cache")


def test_a_model_that_sees_no_link_gets_the_figures_that_this_brings(doctor):
    with serving(ChatServer(served(blind), key=KEY)) as address:
        found = json.loads(doctor(address, "--measure", "all").stdout)["measured"]
    assert found["figures"]["events_right"]["value"] == 0.5
    assert found["advice"].startswith("use --reader offline")


def test_a_budget_that_ends_is_said_and_the_same_command_goes_on(doctor):
    server = ChatServer(served(), key=KEY)
    with serving(server) as address:
        poor = json.loads(doctor(address, "--measure", "all", "--no-cache", "--budget", "5ktokens").stdout)["measured"]
        rich = json.loads(doctor(address, "--measure", "all", "--no-cache").stdout)["measured"]
    assert poor["texts"] < 3
    assert "5000 tokens" in poor["stopped"]
    assert (rich["texts"], rich["stopped"]) == (3, None)


def test_what_was_measured_is_used_for_that_model_from_then_on(doctor):
    server = ChatServer(json.dumps(PROBED), key=KEY, faults=lambda _: "schema-refused")
    with serving(server) as address:
        doctor(address)
        profile = load_profile("small", address)
        assert profile.dialect.schema.name == "PROMPT"
        server.calls.clear()
        options = ["--model", "small", "--base-url", address, "--api-key-env", "MY_KEY", "--reader", "llm"]
        CliRunner().invoke(app, ["read", TEXT, *options])
        assert server.calls
        assert not any("response_format" in call.body for call in server.calls)


def test_fitted_confidences_are_shown_for_that_model_and_for_no_other(doctor, tmp_path):
    (tmp_path / "edit.txt").write_text(PARAPHRASE, encoding="utf-8")

    def confidences(address):
        options = ["--model", "small", "--base-url", address, "--api-key-env", "MY_KEY", "--reader", "llm"]
        asked = [TEXT, "--had", HAD, *options]
        rubric = json.loads(CliRunner().invoke(app, ["rubric", *asked]).stdout)
        verdict = json.loads(CliRunner().invoke(app, ["verify", *asked, "--edit", "edit.txt"]).stdout)
        return rubric["events"][1]["confidence"], verdict["confidence"], verdict["score"]

    with serving(ChatServer(served(), key=KEY)) as address:
        before = confidences(address)
        doctor(address)
        from dataclasses import replace

        fitted = replace(
            load_profile("small", address), answer=Fit(slope=0.5), verdict=Fit(slope=0.4), score=Fit(slope=0.3)
        )
        save_profile(fitted)
        after = confidences(address)
        save_profile(replace(fitted, model="another"))
    assert after == tuple(
        round(fit.of(one), 4) for fit, one in zip((Fit(slope=0.5), Fit(slope=0.4), Fit(slope=0.3)), before, strict=True)
    ) or all(late < early for late, early in zip(after, before, strict=True))


def test_the_text_says_everything_on_a_few_lines(doctor):
    with serving(ChatServer(served(), key=KEY)) as address:
        said = doctor(address, "--measure", "20", form="text").stdout
    assert "schema: kept; asked from now on by json_schema" in said
    assert "events right          1.000 (1.000 to 1.000)   offline" in said
    assert "Measured on 3 of 3 texts" in said
    assert "Advice: use --reader" in said


def test_a_model_that_keeps_to_no_form_is_advised_against(doctor):
    with serving(ChatServer("It rained.", key=KEY)) as address:
        assert "Advice: use another model" in doctor(address, form="text").stdout


def test_without_a_model_it_names_servers_and_uses_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("CAUSALCORE_MODEL", "CAUSALCORE_SETTINGS"):
        monkeypatch.delenv(name, raising=False)
    server = ChatServer("{}")
    with serving(server) as address:
        port = int(address.rsplit(":", 1)[1].removesuffix("/v1"))
        found = endpoint_probe.local_servers(((port, "vLLM"),))
        monkeypatch.setattr(endpoint_probe, "local_servers", lambda: found)
        said = CliRunner().invoke(app, ["doctor", "--format", "text"])
    assert said.exit_code == 0
    assert "vLLM at http://127.0.0.1:" in said.stdout
    assert "(not used unless you name it): scripted" in said.stdout
    assert "No model is configured" in said.stdout
    assert not server.calls


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["20"], "expected --measure with 20"),
        (["--measure", "30"], "expected one of 20, 60, all"),
        (["--measure", "--model", "m", "--budget", "much"], "as 2.50 or 500ktokens"),
        (["--measure"], "expected a model to measure"),
    ],
)
def test_what_cannot_be_meant_is_refused(words, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CAUSALCORE_MODEL", raising=False)
    monkeypatch.setattr(endpoint_probe, "local_servers", lambda: ())
    done = CliRunner().invoke(app, ["doctor", *words])
    assert (done.exit_code, message in done.output) == (2, True)


def test_a_dry_run_asks_nothing(doctor):
    server = ChatServer(served(), key=KEY)
    with serving(server) as address:
        done = doctor(address, "--measure", "all", "--dry-run")
    assert "dry run: " in done.output
    assert not server.calls
    assert endpoint_probe.SCHEMA
    assert measurement.PROMPTS
