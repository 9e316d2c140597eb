"""Wrong usage is one line that says what was expected, what came and what to try, in every version of Typer."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from nlbridge.apps.command.cli import app
from nlbridge.apps.command.usage_errors import misuse

USED_WRONGLY = {
    "rubric x --reader foo": "expected --reader to be one of offline, llm, hybrid, got foo; choose one of them; see "
    "causalcore rubric --help",
    "rubrik": "expected a command, got rubrik; did you mean rubric?; see causalcore --help",
    "read": "expected the argument TEXT, got none; add it; see causalcore read --help",
    "read a b": "expected fewer arguments, got b as well; quote a text that has spaces; see causalcore read --help",
    "rubric x --had": "expected a value after --had, got none; add it; see causalcore --help",
    "studio --compare a": "expected 2 values after --compare, got fewer; add them; see causalcore --help",
    "rubric x --all=no": "expected --all without a value, got one; leave it out; see causalcore --help",
    "label --premise P": "expected --hypothesis or --jsonl, got neither; give one; see causalcore label --help",
}
WORDED_OTHERWISE = {
    "Invalid value for '--samples': 0 is not in the range 1<=x<=25.": "expected --samples in 1<=x<=25, got 0; "
    "correct it",
    "Invalid value for '--samples': Input should be greater than or equal to 1": "expected --samples to be at least 1, "
    "got 0; correct it",
    "Invalid value for '--reader': 'foo' is not one of 'offline', 'llm'.": "expected --reader to be one of offline, "
    "llm, got foo; choose one of them",
    "No such option: --explian Did you mean --explain?": "expected an option of this command, got --explian; did you "
    "mean --explain?",
    "No such option: --q": "expected an option of this command, got --q",
    "Something else.": "Something else",
}


@pytest.mark.parametrize("line", USED_WRONGLY)
def test_wrong_usage_names_what_was_expected_and_the_help_of_the_command(line: str) -> None:
    result = CliRunner().invoke(app, line.split())
    assert (result.exit_code, result.stderr) == (2, f"causalcore: {USED_WRONGLY[line]}\n")


@pytest.mark.parametrize("message", WORDED_OTHERWISE)
def test_messages_of_other_versions_become_the_same(message: str) -> None:
    assert misuse(message, came="0") == WORDED_OTHERWISE[message]


def test_options_of_similar_names_are_offered() -> None:
    said = CliRunner().invoke(app, ["rubric", "x", "--explian"]).stderr
    assert said.startswith("causalcore: expected an option of this command, got --explian; did you mean --explain")


def test_a_scenario_in_yaml_comes_from_standard_input_too() -> None:
    given = "events: [{id: a, statement: The pump failed.}]"
    result = CliRunner().invoke(app, ["derive", "-", "--do", "a=false", "--format", "json"], input=given)
    assert result.exit_code == 0, result.stderr
    assert '"a": "false"' in result.stdout


def test_options_of_a_model_are_named_as_they_are_typed() -> None:
    said = (
        CliRunner().invoke(app, ["read", "It rained.", "--reader", "offline", "--max-cost", "3", "--no-cache"]).stderr
    )
    assert "got max-cost, no-cache with the offline reader" in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["verify", "--had", "it not rained", "--edit", "It was dry."], "got neither; see causalcore verify --help"),
        (["rubric", "--had", "it not rained"], "got neither; see causalcore rubric --help"),
        (
            ["rubric", "It rained.", "--had", ""],
            "the words of a what-if with --had, got none; write for",
        ),
        (
            ["verify", "It rained.", "--query", " ", "--edit", "It was dry."],
            "the words of a what-if with --query, got none",
        ),
    ],
)
def test_what_is_missing_is_named_with_the_command_and_what_to_write(arguments: list[str], words: str) -> None:
    done = CliRunner().invoke(app, arguments)
    assert (done.exit_code, words in str(done.stderr or done.exception)) == (2, True)


@pytest.mark.parametrize(
    ("what_if", "option"), [(["--had", "the pump not failed"], "--had"), (["--do", "e1=false"], "--do")]
)
def test_the_hint_how_to_settle_a_doubt_names_the_option_that_was_used(what_if: list[str], option: str) -> None:
    text = "The pump failed. The cellar flooded. The cook left. The guests were sad."
    shown = CliRunner().invoke(app, ["rubric", text, *what_if, "--format", "text"]).stdout
    assert f"causalcore read --review TEXT {option} ..." in shown
