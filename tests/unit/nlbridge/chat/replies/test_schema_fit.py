"""The shape of a reply is judged as the jsonschema library judges it."""

from __future__ import annotations

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlbridge.chat.replies.prompt import load_prompt
from nlbridge.chat.replies.structured import fits

PROMPTS = ("reading", "what-if", "grounding", "mending", "second-look", "review")
leaves = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["a", "b", 1.5, 2.0])
values = st.recursive(
    leaves,
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.sampled_from("ab"), part, max_size=2),
    max_leaves=5,
)
types = st.sampled_from(["object", "array", "string", "boolean", "null", "number", "integer"])
simple = st.fixed_dictionaries({}, optional={"type": types | st.lists(types, min_size=1, max_size=2, unique=True)}) | (
    st.fixed_dictionaries({"enum": st.lists(st.sampled_from(["a", "b", None]), min_size=1)})
)
schemas = st.recursive(
    simple,
    lambda part: st.fixed_dictionaries(
        {},
        optional={
            "type": types,
            "properties": st.dictionaries(st.sampled_from("ab"), part, max_size=2),
            "required": st.lists(st.sampled_from("ab"), unique=True),
            "additionalProperties": st.just(False),
            "items": part,
            "anyOf": st.lists(part, min_size=1, max_size=2),
        },
    ),
    max_leaves=6,
)


def by_the_library(value: object, schema: dict[str, object]) -> bool:
    return jsonschema.Draft202012Validator(schema).is_valid(value)


@given(values, schemas)
def test_a_value_fits_a_schema_where_the_library_says_so(value, schema):
    assert fits(value, schema) == by_the_library(value, schema)


@pytest.mark.parametrize("name", PROMPTS)
def test_no_prompt_uses_a_keyword_that_the_shape_passes_over(name):
    def keywords(schema: object) -> set[str]:
        if isinstance(schema, list):
            return set().union(*map(keywords, schema))
        if not isinstance(schema, dict):
            return set()
        inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", []), *filter(None, [schema.get("items")])]
        return schema.keys() | keywords(inner)

    known = {"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf"}
    assert keywords(load_prompt(name).schema) <= known
