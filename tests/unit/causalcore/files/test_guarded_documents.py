"""Documents that would take gigabytes, minutes or the stack are refused in a sentence; others are read as ever."""

from __future__ import annotations

import json
import time

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from causalcore.errors import MalformedDocumentError
from causalcore.files.document import read_document
from causalcore.files.json_text import read_json
from causalcore.files.limits import USUAL, Limits
from causalcore.files.yaml_text import read_yaml

LAUGHS = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 10)}]\n" for k in range(1, 10)
)
MERGES = "m0: &m0 {k: 1}\n" + "".join(f"m{k}: &m{k} {{<<: [{', '.join([f'*m{k - 1}'] * 10)}]}}\n" for k in range(1, 10))

plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=8),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text("abcd", max_size=3), part, max_size=4),
    max_leaves=20,
)


@given(plain)
def test_what_json_holds_is_read_as_the_library_reads_it(value):
    assert read_json(json.dumps(value)) == value
    assert read_json(json.dumps(value).encode()) == value


@given(plain)
def test_what_yaml_holds_is_read_as_the_library_reads_it(value):
    text = yaml.safe_dump(value)
    assert read_yaml(text) == yaml.safe_load(text)


@pytest.mark.parametrize(
    ("text", "came"),
    [
        ('{"id": NaN}', "NaN"),
        ('{"id": -Infinity}', "-Infinity"),
        ('{"id": 1e999}', "1e999"),
        ("[" * 65 + "]" * 65, "64 levels"),
        ("[" * 100_000, "64 levels"),
        ('{"a":' * 65 + "1" + "}" * 65, "64 levels"),
        (f"[{'9' * 301}]", "300 digits"),
        (f"[-{'9' * 5000}]", "300 digits"),
        ("{", "Expecting"),
        (b"\xff", "0xff at offset 0"),
    ],
)
def test_json_past_a_limit_is_refused(text, came):
    with pytest.raises(MalformedDocumentError, match=came):
        read_json(text)


def test_json_within_its_limits_is_read():
    deep = "[" * 64 + "]" * 64
    assert read_json(deep) == json.loads(deep)
    assert read_json(f'["{"9" * 5000}", {"9" * 300}]') == ["9" * 5000, int("9" * 300)]


def test_a_key_that_stands_twice_is_named_where_each_must_stand_once():
    assert read_json('{"a": 1, "a": 2}') == {"a": 2}
    for text in ('{"a": 1, "a": 2}', "a: 1\na: 2"):
        with pytest.raises(MalformedDocumentError, match="got a twice in one"):
            read_document(text, once=True)


@pytest.mark.parametrize(
    ("text", "came"),
    [
        (LAUGHS, "200000 values"),
        (MERGES, "200000 values"),
        ("a: &a [*a]", "inside of what it stands for"),
        ("[" * 65 + "]" * 65, "64 levels"),
        ("- " * 30_000, "64 levels"),
        ("!!set {a, b}", "tag 'set'"),
        ("!!python/object/apply:os.system [true]", "tag 'python"),
        ("!!binary aGk=", "tag 'binary'"),
        ("a: .inf", "no finite number"),
        ("a: .NaN", "no finite number"),
        (f"a: {'9' * 301}", "300 digits"),
        ("? [a]\n: b", "unhashable|as a key"),
        ("a: *b", "undefined alias"),
        ("a: \x01", "not allowed"),
        ("!!int x", "invalid literal"),
    ],
)
def test_yaml_past_a_limit_is_refused(text, came):
    with pytest.raises(MalformedDocumentError, match=came):
        read_yaml(text)


def test_a_date_of_yaml_is_the_text_that_it_is_written_as():
    assert read_yaml("day: 2001-01-01") == {"day": "2001-01-01"}


def test_aliases_within_the_limits_stand_for_what_they_name():
    assert read_yaml("a: &a {x: 1}\nb: {<<: *a, y: 2}\nc: [*a, *a]") == {
        "a": {"x": 1},
        "b": {"x": 1, "y": 2},
        "c": [{"x": 1}, {"x": 1}],
    }


@pytest.mark.parametrize("read", [read_json, read_yaml])
def test_a_text_longer_than_its_limit_is_not_begun(read):
    with pytest.raises(MalformedDocumentError, match="at most 3"):
        read("[1, 2]", limits=Limits(size=3))


def test_thirty_thousand_keys_take_seconds_and_not_minutes():
    lines = "\n".join(f"k{number}: {number}" for number in range(30_000))
    start = time.process_time()
    assert len(read_yaml(lines, once=True)) == 30_000
    as_json = json.dumps({f"k{number}": number for number in range(30_000)})
    assert len(read_json(as_json, once=True)) == 30_000
    assert time.process_time() - start < 10


def test_pure_yaml_is_read_within_the_same_limits(monkeypatch):
    from causalcore.files import yaml_text

    yaml_text._loader.cache_clear()
    monkeypatch.delattr(yaml, "CSafeLoader")
    try:
        assert read_yaml("a: [1, x]") == {"a": [1, "x"]}
        with pytest.raises(MalformedDocumentError, match="200000 values"):
            read_yaml(LAUGHS)
        with pytest.raises(MalformedDocumentError, match="64 levels"):
            read_yaml("[" * 100)
    finally:
        yaml_text._loader.cache_clear()


def test_what_is_wrong_is_said_of_the_notation_that_the_text_is_written_in():
    with pytest.raises(MalformedDocumentError, match="Expecting"):
        read_document('{"a": 1,, }')
    with pytest.raises(MalformedDocumentError, match="parsing a block"):
        read_document("a: 1\n- b")
    assert USUAL.depth == 64
