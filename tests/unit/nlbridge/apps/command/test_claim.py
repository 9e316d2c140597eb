from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from causalcore.claims.claims import parse_claims
from causalcore.errors import ClaimsSyntaxError
from nlbridge.apps.command.cli import app

if TYPE_CHECKING:
    from click.testing import Result

MODEL = {
    "variables": {"rain": [0, 1], "wet": [0, 1]},
    "noise": {"U": {"0": 0.5, "1": 0.5}, "hose": {"0": 0.9, "1": 0.1}},
    "mechanisms": {"rain": "U", "wet": "rain or hose"},
}


def _run(tmp_path: Path, claims: str, *options: str) -> Result:
    place = tmp_path / "rain.json"
    place.write_text(json.dumps(MODEL), encoding="utf-8")
    return CliRunner().invoke(app, ["claim", str(place), "-", *options], input=claims)


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ("sufficient(rain, wet)\ncauses(rain, wet) # fine", 0),
        ("sufficient(rain, wet)\nnecessary(rain, wet)\nwould(wet=1, had=rain=0)", 1),
        ("would(wet=1, had=rain=0)", 3),
        ("would(wet=1)", 2),
        ("causes(snow, wet)", 2),
    ],
)
def test_the_exit_code_tells_what_came_of_the_claims(tmp_path: Path, claims: str, code: int) -> None:
    result = _run(tmp_path, claims)
    assert (result.exit_code, result.stderr.count("\n")) == (code, 1 if code == 2 else 0)


def test_each_claim_gets_a_line_with_its_counterexample(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in _run(tmp_path, "necessary(rain, wet)", "--format", "json").stdout.splitlines()]
    assert rows[0]["verdict"] == "fails"
    assert rows[0]["counterexample"] == ["rain=1", "wet=1", "wet@do(rain=0)=1"]
    text = _run(tmp_path, "sufficient(rain, wet)", "--format", "text").stdout
    assert text.startswith("holds  sufficient(rain, wet)  ")


def test_standard_input_serves_one_purpose() -> None:
    result = CliRunner().invoke(app, ["claim", "-", "-"], input="")
    assert result.exit_code == 2
    assert "got both" in result.stderr


SCENARIO = {
    "events": [{"id": "frost", "statement": "The frost came."}, {"id": "crop", "statement": "The crop failed."}],
    "links": [{"cause": "frost", "effect": "crop", "strength": "contributing"}],
}


@pytest.mark.parametrize("wrapped", [False, True])
def test_claims_about_a_scenario_are_decided_for_all_its_mechanisms(tmp_path: Path, wrapped: bool) -> None:
    place = tmp_path / "frost.json"
    place.write_text(json.dumps({"id": "x", "scenario": SCENARIO} if wrapped else SCENARIO), encoding="utf-8")
    run = CliRunner().invoke(app, ["claim", str(place), "-"], input="monotone(frost, crop, +)\ncauses(frost, crop)")
    assert [json.loads(line)["verdict"] for line in run.stdout.splitlines()] == ["holds", "open"]
    assert run.exit_code == 3


def test_a_file_of_claims_that_is_not_there_is_named() -> None:
    run = CliRunner().invoke(app, ["claim", "nowhere.txt", "-"], input="causes(a, b)")
    assert run.exit_code == 2
    assert run.stderr.count("\n") == 1


def test_a_claim_may_stand_in_the_place_of_the_file(tmp_path: Path) -> None:
    place = tmp_path / "rain.json"
    place.write_text(json.dumps(MODEL), encoding="utf-8")
    run = CliRunner().invoke(app, ["claim", str(place), "sufficient(rain=True, wet=true)"])
    assert (run.exit_code, json.loads(run.stdout)["verdict"]) == (0, "holds")


def test_every_bad_line_is_named_and_a_file_without_claims_is_refused(tmp_path: Path) -> None:
    result = _run(tmp_path, "causes(rain wet)\n# fine\ncauses(rain, wet)\nmoves(rain, wet)\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "line 1: expected ','" in result.stderr
    assert "line 4: expected one of causes" in result.stderr
    assert "line 3" not in result.stderr
    for empty in ("", "# no claim\n\n"):
        result = _run(tmp_path, empty)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "at least one claim, got none" in result.stderr


def test_claims_that_cannot_be_read_are_one_error() -> None:
    with pytest.raises(ClaimsSyntaxError) as refused:
        parse_claims("causes(a b)\ncauses(c d)")
    assert [fault.split(":")[0] for fault in refused.value.faults] == ["line 1", "line 2"]


def test_a_claims_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    claims, place = tmp_path / "claims.txt", tmp_path / "rain.json"
    claims.write_text("\ufeffcauses(rain, wet)\n", encoding="utf-8")
    place.write_text(json.dumps(MODEL), encoding="utf-8")
    done = CliRunner().invoke(app, ["claim", str(place), str(claims), "--format", "text"])
    assert done.exit_code == 0, done.output
    assert done.output.startswith("holds")


@pytest.mark.parametrize("claims", ["", " "])
def test_an_empty_claim_is_no_folder(claims: str, tmp_path: Path) -> None:
    model = tmp_path / "m.yaml"
    model.write_text("variables: {X: [0, 1]}\nmechanisms: {X: 1}\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["claim", str(model), claims])
    assert result.exit_code == 2
    assert "expected at least one claim, got none" in result.stderr + str(result.exception)
