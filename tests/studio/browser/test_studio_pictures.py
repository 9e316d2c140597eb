"""The pictures of the tutorial are taken of the page as it is; `take_pictures.py` puts them into the docs."""

from __future__ import annotations

import re

import pytest

from tests.studio.browser.take_pictures import FOLDER, take_all

pytestmark = pytest.mark.slow


def test_the_tutorial_is_worked_through_and_each_step_photographed(browser, tmp_path):
    pytest.importorskip("PIL", reason="needs pillow, which comes with matplotlib")
    take_all(browser, tmp_path / "pictures")
    taken = {path.name for path in (tmp_path / "pictures").iterdir()}
    shown = set(re.findall(r"\(studio/([\w-]+\.png)\)", (FOLDER.parent / "studio.md").read_text(encoding="utf-8")))
    assert taken == shown
    assert {path.name for path in FOLDER.glob("*.png")} == shown
