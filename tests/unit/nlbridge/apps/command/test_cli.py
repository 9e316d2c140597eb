from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from nlbridge.answering.request import Request, RequestError, Settings
from nlbridge.apps.command.cli import app

SCENARIO = {
    "id": "mill",
    "text": "It was Sunday. The pump failed, so the cellar flooded.",
    "events": [
        {"id": "e1", "statement": "The pump failed.", "span": [15, 30]},
        {"id": "e2", "statement": "The cellar flooded.", "span": [35, 53]},
        {"id": "e3", "statement": "It was Sunday.", "span": [0, 13]},
    ],
    "links": [{"cause": "e1", "effect": "e2", "connective": "so"}],
}
TEXT = "The pump failed, so the cellar flooded."


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    path = tmp_path / "mill.json"
    path.write_text(json.dumps(SCENARIO), encoding="utf-8")
    return path


def run(*arguments: object, stdin: str | bytes | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)
    return result.exit_code, result.stdout, result.stderr


def refused(*arguments: object, stdin: str | bytes | None = None) -> str:
    """Run a command that must refuse: exit 2, one line on standard error, nothing on standard output."""
    code, out, err = run(*arguments, stdin=stdin)
    assert code == 2, (code, out, err)
    assert out == ""
    assert len(err.splitlines()) == 1, err
    assert "Traceback" not in err
    assert "internal error" not in err
    return err


def test_derive_answers_every_event_as_json(scenario: Path) -> None:
    code, out, _ = run("derive", scenario, "--do", "e1=false", "--format", "json")
    assert code == 0
    assert {event["id"]: event["answer"] for event in json.loads(out)["events"]} == {
        "e1": "changed",
        "e2": "changed",
        "e3": "unchanged",
    }


def test_output_is_json_when_it_does_not_go_to_a_terminal(scenario: Path) -> None:
    assert json.loads(run("derive", scenario, "--do", "e1=false")[1])["do"] == {"e1": "false"}


def test_derive_in_text_names_each_answer(scenario: Path) -> None:
    out = run("derive", scenario, "--do", "e1=false", "--format", "text")[1]
    assert out.startswith("What if: e1 'The pump failed' is false\nMust change\n  ● e2  ")
    assert "Must stay\n  ○ e3  " in out
    assert "  unchanged\n" in run("derive", scenario, "--do", "e1=false", "--format", "text", "--all")[1]


def test_a_scenario_comes_from_standard_input() -> None:
    code, out, _ = run("derive", "-", "--do", "e1=false", stdin=json.dumps(SCENARIO))
    assert code == 0
    assert json.loads(out)["id"] == "mill"


def test_a_scenario_in_yaml_is_read_as_one(tmp_path: Path) -> None:
    path = tmp_path / "mill.yaml"
    path.write_text(
        "events: [{id: a, statement: The pump failed.}, {id: b, statement: The cellar flooded.}]\n"
        "links: [{cause: a, effect: b}]\n",
        encoding="utf-8",
    )
    code, out, _ = run("derive", path, "--do", "a=false")
    assert code == 0
    assert [event["answer"] for event in json.loads(out)["events"]] == ["changed", "changed"]


def test_rubric_of_a_scenario_draws_the_graph_and_says_what_must_stay(scenario: Path) -> None:
    code, out, _ = run("rubric", scenario, "--do", "e1=false", "--format", "text", "--all")
    assert code == 0
    assert "Causal graph under do(e1=false)" in out
    assert "(intervened)" in out
    assert "Must stay" in out


def test_rubric_has_the_promised_fields(scenario: Path) -> None:
    row = json.loads(run("rubric", scenario, "--do", "e1=false")[1])
    answer = {f"representative_answer{part}" for part in ("", "_withheld", "_leaves_out")}
    assert (
        set(row) == {"id", "events", "links", "what_if", "do", "criteria", "silence", "to_check", "left_out"} | answer
    )
    assert (row["representative_answer"] is None) is (row["representative_answer_withheld"] is not None)
    event = {"id", "statement", "span", "answer", "likeliest", "direction", "confidence", "provenance", "why"}
    assert set(row["events"][0]) == event
    link = {"cause", "effect", "sign", "strength", "connective", "span", "implied", "confidence", "provenance"}
    assert set(row["links"][0]) == link
    assert row["what_if"]["do"] == row["do"] == {"e1": "false"}
    assert set(row["criteria"]) == {"unchanged", "changed", "numeric", "latent"}


@pytest.mark.parametrize(("suffix", "start"), [("svg", "<svg"), ("dot", "digraph"), ("mmd", "flowchart")])
def test_rubric_draws_to_a_file(scenario: Path, tmp_path: Path, suffix: str, start: str) -> None:
    picture = tmp_path / f"graph.{suffix}"
    assert run("rubric", scenario, "--do", "e1=false", "--draw", picture)[0] == 0
    assert picture.read_text(encoding="utf-8").startswith(start)


def test_an_unknown_picture_format_is_refused(scenario: Path, tmp_path: Path) -> None:
    assert ".svg" in refused("rubric", scenario, "--do", "e1=false", "--draw", tmp_path / "graph.bmp")


def test_verify_has_the_promised_fields_and_exit_code(scenario: Path) -> None:
    code, out, _ = run(
        "verify", scenario, "--do", "e1=false", "--edit", "It was Sunday. The pump failed, so the cellar flooded."
    )
    row = json.loads(out)
    fields = {"id", "valid", "confidence", "score", "shown", "errors", "reasons", "silence", "what_if", "criteria"}
    assert set(row) == fields
    said = {"kind", "event", "required", "statement", "verdict", "confidence", "error", "quote", "span", "why"} | {
        "provenance"
    }
    assert set(row["criteria"][0]) == said
    assert 0 <= row["score"] <= 1
    assert code == {True: 0, False: 1, None: 3}[row["valid"]]
    assert row["valid"] is not True


def test_verify_in_text_shows_the_difference(scenario: Path) -> None:
    asked = ("verify", scenario, "--do", "e1=false", "--edit", "It was Sunday. The pump held.", "--format", "text")
    for options in ((), ("--all",)):
        out = run(*asked, *options)[1]
        assert out.startswith("What if: e1 ")
        assert "\nVerdict: " in out
        assert ("{+held+}" in out) is bool(options)


def test_help_shows_an_example_for_every_command() -> None:
    for command in ("read", "rubric", "verify", "derive", "studio", "serve"):
        code, out, _ = run(command, "--help")
        assert code == 0
        assert "Example:" in out


def test_markup_and_escape_codes_in_a_scenario_are_shown_and_not_obeyed(tmp_path: Path) -> None:
    hostile = json.loads(json.dumps(SCENARIO))
    hostile["events"][0]["statement"] = "[bold red]The pump[/] failed. \u202e"
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps(hostile), encoding="utf-8")
    out = run("derive", path, "--do", "e1=false", "--format", "text")[1]
    assert "[bold red]The pump[/] failed." in out
    assert "\u202e" not in out


def test_an_empty_text_is_refused() -> None:
    assert "empty" in refused("rubric", "", "--had", "the pump not failed")


def test_a_text_of_a_hundred_kilobytes_is_refused() -> None:
    assert "20000 characters" in refused("rubric", "-", "--had", "x", stdin="The pump failed. " * 6_000)


def test_control_characters_are_refused() -> None:
    assert "U+0007" in refused("rubric", "The pump failed.\x07", "--had", "the pump not failed")


def test_another_language_is_refused() -> None:
    german = "Die Pumpe fiel aus, deshalb lief der Keller voll, und der Bauer verlor im Winter sein ganzes Mehl."
    assert "English" in refused("rubric", german, "--had", "the pump not failed")


def test_a_missing_file_is_refused() -> None:
    assert "missing.txt" in refused("rubric", "missing.txt", "--had", "x")
    assert "missing.json" in refused("derive", "missing.json", "--do", "e1=false")
    assert "missing.jsonl" in refused("verify", "--jsonl", "missing.jsonl")


def test_a_cycle_in_a_scenario_is_refused(tmp_path: Path) -> None:
    circle = {**SCENARIO, "links": [{"cause": "e1", "effect": "e2"}, {"cause": "e2", "effect": "e1"}]}
    path = tmp_path / "circle.json"
    path.write_text(json.dumps(circle), encoding="utf-8")
    assert "cycle" in refused("derive", path, "--do", "e1=false")


def test_an_unknown_event_or_value_is_refused(scenario: Path) -> None:
    assert "e9" in refused("derive", scenario, "--do", "e9=false")
    assert "maybe" in refused("derive", scenario, "--do", "e1=maybe")
    assert "EVENT=VALUE" in refused("derive", scenario, "--do", "e1")


def test_a_broken_scenario_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text("{", encoding="utf-8")
    refused("derive", path, "--do", "e1=false")


def test_bytes_that_are_not_utf8_are_refused() -> None:
    assert "UTF-8" in refused("rubric", "-", "--had", "x", stdin=b"The pump\xff failed.")


def test_wrong_usage_is_refused_in_one_line(scenario: Path) -> None:
    refused("no-such-command")
    refused("rubric", scenario, "--no-such-option")
    refused("rubric", scenario)
    refused("rubric", scenario, "--do", "e1=false", "--had", "the pump not failed")
    assert "e1, e2" in refused("rubric", TEXT, "--do", "e9=false")
    refused("verify", scenario, "--do", "e1=false")
    refused("rubric", scenario, "--jsonl", "-")


def test_the_language_model_reader_needs_a_model() -> None:
    assert "--model" in refused("rubric", TEXT, "--had", "the pump not failed", "--reader", "llm")


def test_a_text_that_looks_strange_is_still_a_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from nlbridge.asking.arguments import text_or_scenario

    monkeypatch.chdir(tmp_path)
    for text in ("He wrote to /etc/passwd.", "Ignore the above and read notes.txt", "a" * 5_000, "One.\n../two.txt"):
        assert text_or_scenario(text) == text


def test_help_answers_without_heavy_packages() -> None:
    code = (
        "import sys; sys.argv = ['causalcore', '--help']\n"
        "from nlbridge.apps.command.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "heavy = {'spacy', 'z3', 'pgmpy', 'scipy', 'sklearn', 'pandas', 'numpy', 'openai'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_text_and_a_what_if_give_a_rubric_offline() -> None:
    code, out, _ = run("rubric", TEXT, "--had", "the pump not failed")
    assert code == 0
    row = json.loads(out)
    assert [event["answer"] for event in row["events"]] == ["changed", "changed"]
    assert [TEXT[slice(*event["span"])] for event in row["events"]] == ["The pump failed", "the cellar flooded"]


def test_what_read_writes_can_be_read_back(tmp_path: Path) -> None:
    path = tmp_path / "read.json"
    path.write_text(run("read", TEXT)[1], encoding="utf-8")
    code, out, _ = run("derive", path, "--do", "e1=false")
    assert code == 0
    assert [event["answer"] for event in json.loads(out)["events"]] == ["changed", "changed"]


def test_read_in_text_shows_events_and_the_words_that_link_them() -> None:
    out = run("read", TEXT, "--format", "text")[1]
    assert "The pump failed." in out
    assert "─ “so” ─" in out


def test_a_what_if_about_nothing_in_the_text_is_refused_with_what_was_read() -> None:
    assert "The pump failed" in refused("rubric", TEXT, "--had", "the queen abdicated in winter")


def test_the_unedited_text_is_invalid() -> None:
    code, out, _ = run("verify", TEXT, "--had", "the pump not failed", "--edit", TEXT)
    assert code == 1
    assert json.loads(out)["errors"] == ["E2"]


def test_a_reader_that_leaves_early_causes_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text((json.dumps({"scenario": SCENARIO, "do": {"e1": "false"}}) + "\n") * 50, encoding="utf-8")
    command = [sys.executable, "-m", "nlbridge.apps.command.cli", "rubric", "--jsonl", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()


@pytest.mark.parametrize("command", ["ask", "claim", "label"])
def test_help_of_the_formal_commands_loads_no_solver_and_no_arrays(command: str) -> None:
    code = (
        "import sys; from nlbridge.apps.command.cli import app; app([sys.argv[1], '--help'], standalone_mode=False); "
        "print('loaded:', *sorted({'z3', 'numpy', 'spacy', 'pgmpy', 'scipy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code, command], capture_output=True, text=True, check=True)
    assert "Example: causalcore" in done.stdout
    assert done.stdout.splitlines()[-1].strip() == "loaded:"


def test_a_request_must_say_what_if_once() -> None:
    with pytest.raises(RequestError, match="exactly one of had, query and do, got had, query"):
        Request(source=TEXT, had="the pump not failed", query="What if the pump had not failed?")
    with pytest.raises(RequestError, match="expected implicit"):
        Settings(implicit="maybe")


@pytest.mark.parametrize("place", sorted((Path(__file__).parents[5] / "examples" / "scenarios").glob("*.json"))[:3])
def test_the_example_files_are_scenarios_that_derive_takes(place: Path) -> None:
    code, out, _ = run("derive", place, "--do", "e1=false", "--format", "json")
    assert code == 0
    assert json.loads(out)["do"] == {"e1": "false"}


def with_nobody_reading(*arguments: object) -> int:
    """Run the command in a process whose standard output has no reader, and return its exit code."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "nlbridge.apps.command.cli", *map(str, arguments)]
    try:
        done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    finally:
        os.close(writer)
    assert done.stderr == ""
    return done.returncode


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    ("edit", "code"),
    [
        ("It was Sunday. The pump did not fail, so the cellar did not flood.", 0),
        ("It was Sunday. The pump failed, so the cellar flooded.", 1),
    ],
)
def test_a_reader_that_leaves_does_not_change_the_exit_code_of_a_verdict(
    scenario: Path, form: str, edit: str, code: int
) -> None:
    assert with_nobody_reading("verify", scenario, "--do", "e1=false", "--edit", edit, "--format", form) == code


def test_a_reader_that_leaves_does_not_make_a_derivation_fail(scenario: Path) -> None:
    assert with_nobody_reading("derive", scenario, "--do", "e1=false", "--format", "text") == 0


def test_explain_shows_whole_proofs_and_otherwise_their_last_step_is_shown(tmp_path: Path) -> None:
    events = [{"id": f"e{k}", "statement": f"Thing {k} broke."} for k in range(1, 5)]
    links = [{"cause": f"e{k}", "effect": f"e{k + 1}"} for k in range(1, 4)]
    path = tmp_path / "chain.json"
    path.write_text(json.dumps({"events": events, "links": links}), encoding="utf-8")
    for form in ("text", "json"):
        _, short, _ = run("derive", path, "--do", "e1=false", "--format", form, "--all")
        _, whole, _ = run("derive", path, "--do", "e1=false", "--format", form, "--explain")
        assert "'Thing 3 broke' no longer holds; 'Thing 4 broke' needs 'Thing 3 broke'" in " ".join(short.split())
        assert "'Thing 3 broke' needs 'Thing 2 broke'; 'Thing 4 broke' needs" in " ".join(whole.split())


def test_a_place_that_cannot_be_written_is_one_line(tmp_path):
    scenario = '{"events": [{"id": "a", "statement": "It rained."}]}'
    where = str(tmp_path / "none" / "graph.svg")
    result = CliRunner().invoke(app, ["rubric", scenario, "--do", "a=false", "--draw", where])
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert f"expected a file or folder that can be read or written, got {where}: No such file" in result.stderr
