from __future__ import annotations

import subprocess
import sys

import pytest

START = "import sys; from nlbridge.language.pipeline.quick_start import start_quickly; start_quickly(); import spacy; "


def said(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_spacy_comes_without_its_command_line() -> None:
    assert said(START + "print('weasel' in sys.modules)") == "False"


@pytest.mark.parametrize(
    "use",
    [
        "print(spacy.info(silent=True)['spacy_version'] == spacy.__version__)",
        "from spacy.cli import download; print(download.__module__ == 'spacy.cli.download')",
        "from nlbridge.language.pipeline.parsing import load_pipeline; load_pipeline(); import spacy.cli; "
        "print(bool(spacy.cli.app))",
    ],
)
def test_what_is_left_out_is_there_when_it_is_used(use: str) -> None:
    assert said(START + use) == "True"
