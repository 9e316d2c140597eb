from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from nlbridge.errors import PipelineMissingError
from nlbridge.language.pipeline.parsing import SHIPPED, load_pipeline
from nlbridge.language.pipeline.spelling import SHORTHAND


def test_a_pipeline_is_loaded_once() -> None:
    assert load_pipeline() is load_pipeline()


def test_a_missing_pipeline_is_named_in_the_error() -> None:
    with pytest.raises(PipelineMissingError, match="expected a spaCy pipeline, got 'no_such_model'"):
        load_pipeline("no_such_model")


def test_the_environment_names_another_pipeline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAUSALCORE_PIPELINE", "no_such_model")
    with pytest.raises(PipelineMissingError, match="no_such_model"):
        load_pipeline()


def test_verbs_have_dictionary_lemmas() -> None:
    doc = load_pipeline()("The beam fractured and the crew fled.")
    assert [t.lemma_ for t in doc if t.pos_ == "VERB"] == ["fracture", "flee"]


def test_the_tokenizer_has_all_rules_of_its_file_and_shorthand() -> None:
    import spacy

    plain = spacy.load(SHIPPED).tokenizer
    for sign in SHORTHAND:
        plain.add_special_case(sign, [{"ORTH": sign}])
    assert load_pipeline().tokenizer.to_bytes(exclude=["vocab"]) == plain.to_bytes(exclude=["vocab"])


def test_the_pipeline_says_that_it_runs_with_each_spacy_that_the_project_allows() -> None:
    project = tomllib.loads((Path(__file__).parents[5] / "pyproject.toml").read_text())["project"]
    (needed,) = (one for one in project["dependencies"] if one.startswith("spacy>"))
    assert needed.removeprefix("spacy") == json.loads((SHIPPED / "meta.json").read_text())["spacy_version"]
