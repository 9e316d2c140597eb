from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from causalcore.errors import MalformedModelError, OutsideDomainError
from causalcore.exchange.model_file import load_model, model_from_dict, model_to_dict, parse_text
from causalcore.model.textbook import DRUG_GENDER, FIRING_SQUAD, SMOKING_TAR
from causalcore.queries.counterfactual import probability

if TYPE_CHECKING:
    from pathlib import Path

    from causalcore.model.model import SCM

YAML = """
variables: {X: [0, 1], Y: [0, 1], Z: [low, mid, high]}
noise: {UX: {0: 0.5, 1: 0.5}, "U1, U2": {"0, 0": 0.4, "1, 1": 0.6}}
mechanisms:
  X: UX
  Y: X xor U1
  Z: {parents: [X], cpt: {"0": [.2, .3, .5], "1": [.1, .1, .8]}}
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_yaml_model_is_read(tmp_path: Path, encoding: str) -> None:
    place = tmp_path / "model.yaml"
    place.write_text(YAML, encoding=encoding)
    model = load_model(place)
    assert probability(model, {"Y": 1}, {"X": 0}) == pytest.approx(0.6)
    assert probability(model, {"Z": "high"}) == pytest.approx(0.65)


@pytest.mark.parametrize("model", [FIRING_SQUAD, SMOKING_TAR, DRUG_GENDER])
def test_a_written_model_is_read_back_the_same(model: SCM) -> None:
    again = model_from_dict(model_to_dict(model))
    assert again.variables == model.variables
    assert model_to_dict(again) == model_to_dict(model)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "expected a model with the keys variables, mechanisms"),
        ({"variables": {}, "mechanisms": {}, "extra": {}}, "extra"),
        ({"variables": [], "mechanisms": {}}, "a mapping from names under variables"),
        ({"variables": {"X": "01"}, "mechanisms": {"X": 1}}, "a list of values for X"),
        ({"variables": {"X": [0]}, "mechanisms": {"X": 0}, "noise": {"U": 1}}, "for the noise U"),
    ],
)
def test_a_wrong_shape_is_named(data: Any, words: str) -> None:
    with pytest.raises(MalformedModelError, match=words):
        model_from_dict(data)


def test_what_is_no_file_name_is_refused() -> None:
    with pytest.raises(MalformedModelError, match="expected the name of a model file, got nothing; pass a text"):
        load_model(None)  # type: ignore[arg-type]


def test_a_missing_or_broken_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(MalformedModelError, match=r"none\.yaml"):
        load_model(tmp_path / "none.yaml")
    place = tmp_path / "broken.yaml"
    place.write_text("variables: [", encoding="utf-8")
    with pytest.raises(MalformedModelError, match="expected JSON or YAML"):
        load_model(place)


@pytest.mark.parametrize(
    "text",
    [
        '{"variables": {"X": [0, 1]}, "mechanisms": {"X": 1, "X": 0}}',
        "variables: {X: [0, 1]}\nmechanisms:\n  X: 1\n  X: 0\n",
    ],
)
def test_a_key_that_stands_twice_is_refused(text: str) -> None:
    with pytest.raises(MalformedModelError, match="each key once, got X twice"):
        parse_text(text)


@pytest.mark.parametrize(("domain", "value"), [("[no, yes]", "yes"), ("[off, on]", "on"), ("[No, Yes]", "No")])
def test_unquoted_switches_of_yaml_are_named_as_the_reason(domain: str, value: str) -> None:
    text = f"variables: {{buy: {domain}}}\nmechanisms: {{buy: \"'{value}'\"}}"
    with pytest.raises(OutsideDomainError, match=f"got {value}; .*; in YAML, put no, yes, on and off in quotes"):
        model_from_dict(parse_text(text))
    quoted = text.replace(domain, '["no", "off", "No", "Yes", "yes", "on"]')
    assert value in model_from_dict(parse_text(quoted))["buy"].values


def test_another_value_outside_a_domain_has_nothing_to_do_with_yaml() -> None:
    for domain, value in (("[false, true]", "maybe"), ("[low, high]", "yes")):
        with pytest.raises(OutsideDomainError) as caught:
            model_from_dict(parse_text(f"variables: {{buy: {domain}}}\nmechanisms: {{buy: \"'{value}'\"}}"))
        assert "YAML" not in str(caught.value)


def test_a_bad_byte_after_a_byte_order_mark_is_named_with_its_place_in_the_file(tmp_path: Path) -> None:
    place = tmp_path / "m.yaml"
    for data, offset in ((b"\xef\xbb\xbfab\xff", 5), (b"ab\xff", 2)):
        place.write_bytes(data)
        with pytest.raises(MalformedModelError, match=f"byte 0xff at offset {offset}, which is not UTF-8"):
            load_model(place)
    place.write_bytes(b"\xef\xbb\xbfvariables: {X: [0, 1]}\r\nmechanisms: {X: 1}\r\n")
    assert load_model(place).names == ("X",)
