"""What each role is told, word for word, and the form of what it may reply."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nlbridge.chat.client.scripted import ScriptedModel
from nlbridge.chat.replies.prompt import Respondent, load_prompt, parse_prompt

PACKAGE = Path(__file__).parents[2] / "nlbridge" / "chat"
FILES = sorted((PACKAGE / "prompts").glob("*.md"))
GOLDEN = Path(__file__).parent / "prompts"
WHO = Respondent(chat=ScriptedModel([""]), model="any")


def models():
    from benchmarks.calm.everyday_cause import EverydayCauseReply
    from benchmarks.chg.judge import RatingReply
    from benchmarks.clomo.argument_formalisation import ArgumentReply
    from benchmarks.clomo.gaps.gap_reading import GapsReply
    from benchmarks.formulas import FormulasReply
    from benchmarks.ftc.relation_by_model import RelationReply
    from benchmarks.generate.by_model import OutcomeReply, TellingReply
    from benchmarks.questions.model_reading import QuestionReply
    from nlbridge.apps.studio.projects.model_help import ReviewReply
    from nlbridge.judging.witness.by_model import GroundingReply
    from nlbridge.judging.witness.second_look import SecondLookReply
    from nlbridge.reading.by_model import ReadingReply
    from nlbridge.supposing.by_model import WhatIfReply
    from nlbridge.supposing.reconciliation import MendingReply

    return {
        "argument": ArgumentReply,
        "causal-question": QuestionReply,
        "everyday-cause": EverydayCauseReply,
        "formulas": FormulasReply,
        "outcome": OutcomeReply,
        "telling": TellingReply,
        "gaps": GapsReply,
        "relation": RelationReply,
        "reading": ReadingReply,
        "what-if": WhatIfReply,
        "mending": MendingReply,
        "grounding": GroundingReply,
        "review": ReviewReply,
        "second-look": SecondLookReply,
        "rate-counter-hypothesis": RatingReply,
    }


def filled(path: Path) -> str:
    prompt = load_prompt(path.stem)
    named = {place for part in (prompt.system, prompt.request) for place in _places(part)} - {"mark"}
    request = prompt.fill(WHO, **{name: f"(the {name})" for name in named})
    return "".join(f"--- {message.role}\n{message.content}\n" for message in request.messages)


def _places(text: str) -> set[str]:
    return {part.split("}}")[0] for part in text.split("{{")[1:]}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_asked_changes_only_with_the_version(path):
    version = load_prompt(path.stem).version
    golden = GOLDEN / f"{path.stem}-{version}.txt"
    assert golden.read_text(encoding="utf-8") == filled(path), f"count the version of {path.name} up, and keep its text"


def strict_schema(model):
    """The schema in the form that endpoints enforce: every field required, no others, no references."""
    schema = model.model_json_schema()
    return inlined(schema, schema.get("$defs", {}))


def inlined(node, definitions):
    if isinstance(node, list):
        return [inlined(part, definitions) for part in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return inlined(definitions[node["$ref"].rsplit("/", 1)[-1]], definitions)
    kept = {key: value for key, value in node.items() if key not in {"$defs", "title", "description", "default"}}
    if "properties" in kept:
        fields = {name: inlined(part, definitions) for name, part in kept["properties"].items()}
        return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
    return {key: inlined(value, definitions) for key, value in kept.items()}


@pytest.mark.parametrize("name", sorted(models()))
def test_the_schema_that_is_sent_is_the_form_that_is_checked(name):
    assert load_prompt(name).schema == strict_schema(models()[name])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_prompt_with_a_schema_has_its_form_in_the_source(path):
    assert (load_prompt(path.stem).schema is None) is (path.stem not in models())


@pytest.mark.parametrize("name", sorted(models()))
def test_schemas_are_strict(name):
    def check(node):
        if isinstance(node, dict):
            if "properties" in node:
                assert node["required"] == list(node["properties"])
                assert node["additionalProperties"] is False
            for part in node.values():
                check(part)
        elif isinstance(node, list):
            for part in node:
                check(part)

    schema = load_prompt(name).schema
    check(schema)
    assert "$ref" not in json.dumps(schema)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_text_from_outside_is_fenced_and_said_to_be_material(path):
    prompt = load_prompt(path.stem)
    assert prompt.plain is path.stem.startswith(("write-", "score-")), "only a model under test is asked plainly"
    assert prompt.plain or "{{mark}}" in prompt.system
    assert "{{" in prompt.request
    assert not _places(prompt.system) - {"mark"}


def test_a_prompt_file_without_its_parts_is_refused():
    with pytest.raises(ValueError, match="## System"):
        parse_prompt("# reading, version 1\n\n## Request\n\nRead.")


QUOTES = ("quote", "words", "signal", "passage", "reason")
VALUES = ("value", "mode", "says", "answer", "sign", "strength", "kind", "way", "formula", "relation", "cause", "fact")


@pytest.mark.parametrize("name", sorted(models()))
def test_a_quote_comes_before_every_value_that_rests_on_it(name):
    """Constrained decoding writes fields in order, and a verdict before its evidence is a guess."""

    def check(node):
        if isinstance(node, dict):
            fields = list(node.get("properties", ()))
            quotes = [k for k, field in enumerate(fields) if field in QUOTES]
            values = [k for k, field in enumerate(fields) if field in VALUES]
            assert not quotes or not values or min(quotes) < min(values), fields
            for part in node.values():
                check(part)
        elif isinstance(node, list):
            for part in node:
                check(part)

    check(load_prompt(name).schema)
