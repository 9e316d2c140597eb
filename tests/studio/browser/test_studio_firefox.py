"""The page of the studio in Firefox: what a person does most, and what axe finds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.studio.browser.conftest import Studio
from tests.studio.browser.firefox import Firefox, firefox

pytestmark = pytest.mark.slow
AXE = Path(__file__).parent / "axe" / "axe.min.js"
STORY = "The pump failed in the night, so the cellar flooded. As a result, the wine was ruined."
ENTER = "\ue007"
DOWN = "\ue015"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """Return Firefox on a studio of two texts and two rewrites."""
    path = firefox()
    if path is None:
        pytest.skip("needs Firefox: apt-get install firefox-esr")
    pytest.importorskip("uvicorn", reason="needs the extra studio: pip install 'causalcore[studio]'")
    folder = tmp_path_factory.mktemp("firefox")
    (folder / "texts.jsonl").write_text("\n".join(json.dumps({"text": text}) for text in (STORY, "It snowed.")))
    row = {"id": "q", "text": STORY, "had": "the pump not failed", "edit": STORY.replace("failed", "did not fail")}
    (folder / "edits.jsonl").write_text("\n".join(json.dumps(row | {"model": model}) for model in ("a", "b")))
    server = Studio.started(folder, more=["--rewrites", str(folder / "edits.jsonl")])
    browser = Firefox(path)
    browser.size(1280, 900)
    browser.open(server.address)
    browser.until("return document.querySelector('#main[data-ready]') !== null")
    yield browser
    browser.close()
    server.stop()


def kept(page):
    return page.evaluate(
        "return fetch(`/api/documents/${location.hash.slice(2)}`).then((answer) => answer.json())",
    )


def axe(page):
    page.evaluate("if (!window.axe) { (0, eval)(arguments[0]); }", AXE.read_text())
    found = page.evaluate("return axe.run(document, { resultTypes: ['violations'] })")
    return [(fault["id"], fault["nodes"][0]["html"][:200]) for fault in found["violations"]]


def test_a_what_if_is_asked_and_answered(page):
    page.type("#had", "the pump not failed" + ENTER)
    page.until("return document.querySelector('#outcome .legend') !== null")
    assert kept(page)["document"]["what_if"]["had"] == "the pump not failed"
    assert page.evaluate("return document.querySelectorAll('#reader .badge.is-changed').length") >= 1
    top, bottom = page.evaluate(
        "const box = document.getElementById('drawing').getBoundingClientRect(); return [box.top, box.bottom]"
    )
    assert 0 < top < bottom <= page.evaluate("return innerHeight")


def test_a_link_is_drawn_with_the_mouse_and_taken_back(page):
    places = page.evaluate(
        """const drawing = document.getElementById("drawing"), box = drawing.getBoundingClientRect();
        return ["e1", "e3"].map((id) => {
          const place = drawing._cyreg.cy.getElementById(id).renderedPosition();
          return [box.left + place.x, box.top + place.y];
        })"""
    )
    before = {(link["cause"], link["effect"]) for link in kept(page)["view"]["links"]}
    assert ("e1", "e3") not in before or before
    start, end = places if ("e1", "e3") not in before else places[::-1]
    page.drag(start, end)
    page.until("return document.querySelector('[data-key=remove-link], #banner:not([hidden])') !== null")
    if ("e1", "e3") in before:  # a circle: it is refused in a sentence, and the next success takes the sentence away
        page.until("return !document.getElementById('banner').hidden")
        page.click("#tab-of-check")
    else:
        page.click("[data-key=remove-link]")
        page.until("return document.querySelector('[data-key=remove-link]') === null")
    page.type("#had", ENTER)
    page.until("return document.getElementById('banner').hidden")


def test_rewrites_are_judged_and_gone_through_by_keys(page):
    page.click("#go-rewrites")
    page.until("return document.querySelectorAll('.grid-row').length === 2")
    page.click("[data-key=many-judge]")
    page.until("return document.querySelectorAll('.grid-row .verdict-invalid').length === 2")
    page.evaluate("document.getElementById('many-grid').focus()")
    page.press(DOWN)
    page.until("return document.querySelector('#many-detail .verdict-invalid') !== null")
    page.press("1")
    page.until("return document.querySelectorAll('#many-detail .side .lit').length >= 2")
    page.press("v")
    page.until("return document.querySelector('.grid-row.chosen .cell-said')?.textContent.includes('valid')")
    assert "0 of 1 alike" in page.until("return document.getElementById('many-agreement')?.textContent")


def test_axe_finds_nothing_in_any_view(page):
    for view in ("#go-rewrites", "#go-compare", "#go-text"):
        page.click(view)
        page.until("return document.getElementById('busy').classList.contains('on') === false")
        assert axe(page) == [], view
