"""Every command's JSON fits the schema that is published for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from benchmarks.ftc.rewrite_command import app as rewrite
from nlbridge.apps.command.cli import app
from nlbridge.apps.python.schema import TYPES, UnknownSchemaError, schema

ROOT = Path(__file__).parents[5]
EXAMPLES = ROOT / "examples"
PUMP = "The pump failed, so the cellar flooded."
ORCHARD = str(EXAMPLES / "orchard/text.txt")
NOT_OPEN = ("--had", "the gate not stood open")
BY_MODEL = ("--reader", "llm", "--replay", str(EXAMPLES / "recordings/orchard.jsonl"))
GREENHOUSE = str(EXAMPLES / "models/greenhouse.yaml")
TRIAL = str(EXAMPLES / "models/noncompliance.yaml")
HEIGHT = {"id": "x", "model": GREENHOUSE, "query": "E(height)"}

REVIEWED = {
    "events": [{"id": "e1", "statement": "The pump failed."}, {"id": "e2", "statement": "The cellar flooded."}],
    "links": [{"cause": "e1", "effect": "e2", "confidence": 0.7}],
}

CALLS: list[tuple[str, tuple[str, ...], str]] = [
    ("read", ("read", str(EXAMPLES / "lighthouse/text.txt"), "--format", "json"), ""),
    ("read", ("read", ORCHARD, *BY_MODEL, "--format", "json"), ""),
    ("read", ("read", "--review", json.dumps(REVIEWED), "--answers", '{"link:e1->e2": "no"}'), ""),
    ("rubric", ("rubric", str(EXAMPLES / "lighthouse/text.txt"), "--had", "the keeper not lit the lamp"), ""),
    ("rubric", ("rubric", str(EXAMPLES / "scenarios/nickel-rash.json"), "--do", "e1=false"), ""),
    ("rubric", ("rubric", ORCHARD, *NOT_OPEN, *BY_MODEL), ""),
    ("rubric", ("rubric", "--jsonl", "-"), json.dumps({"id": 3, "text": PUMP, "do": {"e1": "false"}})),
    ("error", ("rubric", "--jsonl", "-"), '{"id": 3}\n["x"]'),
    ("verdict", ("verify", PUMP, "--had", "the pump not failed", "--edit", PUMP), ""),
    ("verdict", ("verify", ORCHARD, *NOT_OPEN, *BY_MODEL, "--edit", str(EXAMPLES / "orchard/wrong.txt")), ""),
    ("derive", ("derive", str(EXAMPLES / "scenarios/camp-lanterns.json"), "--do", "e1=false"), ""),
    ("ask", ("ask", GREENHOUSE, "P(light=1 | do(lamp=1))"), ""),
    ("ask", ("ask", TRIAL, "ate(taken, well)", "--assume", "confounded(taken, well)"), ""),
    ("ask", ("ask", GREENHOUSE, "cause(lamp=1, light=1 | switch=1, dust=0, sun=0)"), ""),
    ("ask", ("ask", GREENHOUSE, "ancestors(height)"), ""),
    ("ask", ("ask", "--text", str(EXAMPLES / "irrigation_question.txt")), ""),
    ("ask", ("ask", "--jsonl", "-"), json.dumps(HEIGHT)),
    (
        "ask",
        ("ask", "--jsonl", "-"),
        json.dumps({"id": "q", "text": "A causes B. Is the effect of A on B identified?"}),
    ),
    ("error", ("ask", "--jsonl", "-"), json.dumps(HEIGHT | {"query": "E("})),
    ("claim", ("claim", str(EXAMPLES / "claims/irrigation.yaml"), str(EXAMPLES / "claims/irrigation.txt")), ""),
    ("label", ("label", "--premise", "Dog(rex)", "--hypothesis", "Dog(rex)"), ""),
    ("label", ("label", "--jsonl", "-"), '{"id": 1, "premises": ["Dog(rex)"], "hypothesis": "Cat(rex)"}'),
    (
        "rewrite",
        (
            *("--hypothesis", "A baker is asleep.", "--label", "C"),
            *("--explanation", "One can't be asleep and kneading dough at once."),
        ),
        "",
    ),
    ("rewrite", ("--hypothesis", "A baker is asleep.", "--explanation", "Bread is good."), ""),
]


def rows(text: str) -> list[Any]:
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize(("name", "call", "stdin"), CALLS, ids=lambda part: part[0] if isinstance(part, tuple) else "")
def test_what_a_command_writes_fits_its_schema(name: str, call: tuple[str, ...], stdin: str) -> None:
    found = CliRunner().invoke(rewrite if name == "rewrite" else app, list(call), input=stdin)
    validator = jsonschema.Draft202012Validator(schema(name))
    written = rows(found.stdout)
    assert written
    for row in written:
        validator.validate(row)


def test_a_field_that_is_missing_or_new_does_not_fit() -> None:
    found = CliRunner().invoke(app, ["verify", PUMP, "--do", "e1=false", "--edit", PUMP])
    row = json.loads(found.stdout)
    validator = jsonschema.Draft202012Validator(schema("verify"))
    for wrong in ({**row, "extra": 1}, {**row, "score": 2}, {name: row[name] for name in row if name != "valid"}):
        assert not validator.is_valid(wrong)


@pytest.mark.parametrize("name", TYPES)
def test_the_command_prints_schemas_that_are_schemas(name: str) -> None:
    found = json.loads(CliRunner().invoke(app, ["schema", name]).stdout)
    jsonschema.Draft202012Validator.check_schema(found)
    assert found == json.loads(json.dumps(schema(name)))


def test_a_schema_of_nothing_is_refused_with_the_names_that_there_are() -> None:
    assert CliRunner().invoke(app, ["schema"]).stdout.split() == list(TYPES)
    result = CliRunner().invoke(app, ["schema", "sonnet"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "rubric, verdict" in result.stderr
    with pytest.raises(UnknownSchemaError, match="got sonnet"):
        schema("sonnet")
