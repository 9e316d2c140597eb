from __future__ import annotations

import pytest

from benchmarks.statistics.local_models import ModelMissingError, opened
from nlbridge.asking.options import LibraryMissingError, library


def test_a_missing_library_names_the_extra_that_brings_it():
    with pytest.raises(LibraryMissingError, match=r"expected no-such-library for serve.*causalcore\[studio\]"):
        library("no_such_library", "serve", "studio")


def test_a_library_that_is_there_is_returned():
    assert library("json", "serve", "studio").dumps([1]) == "[1]"


@pytest.mark.parametrize("refusal", [OSError, ValueError, RuntimeError])
def test_a_model_that_cannot_be_loaded_is_one_line_with_the_option(refusal):
    def load() -> None:
        raise refusal("no some-model\nand a long story")

    with pytest.raises(ModelMissingError, match=r"--sem-score, got 'some-model' \(\w+: no some-model\)") as caught:
        opened("some-model", "--sem-score", "a model", load)
    assert "long story" not in str(caught.value)
