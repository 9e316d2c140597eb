"""The page of the studio under strain: many texts, reloads, restarts, hostile texts, narrow windows, no mouse."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

AXE = Path(__file__).parent / "axe" / "axe.min.js"


def test_a_file_of_twenty_is_reviewed_filtered_and_searched(opened):
    page = opened("10")
    page.wait_for_selector("#text-list li:nth-child(20)")
    for _ in range(3):
        page.click("text=Mark reviewed")
        page.wait_for_selector("#place >> text=✓ Reviewed")
        name = page.url
        page.keyboard.press(".")
        page.until("(old) => location.href !== old", name)
        page.wait_for_selector("text=Mark reviewed")
    page.wait_for_selector("text=/^3 of [0-9]+ reviewed/")  # Other tests may have added texts to this server.
    page.click("[data-key=state-reviewed]")
    page.until("document.querySelectorAll('#text-list li').length === 3")
    page.click("[data-key='state-']")
    page.fill("#search", "baker year 13")
    page.until("document.querySelectorAll('#text-list li').length === 1")
    page.click("#text-list button")
    page.until("location.hash === '#/14'")
    page.fill("#search", "")
    page.click("text=Export the reviewed")
    with page.expect_download() as download:
        page.click(".exports >> text=Scenarios")
    lines = Path(download.value.path()).read_text().splitlines()
    assert [re.search(r"year (\d+)", json.loads(line)["text"])[1] for line in lines] == ["9", "10", "11"]


def test_a_reload_in_the_middle_loses_nothing_that_was_typed(opened):
    page = opened("15")
    page.fill("#had", "the strike had")
    page.click("#tab-of-rewrites")
    page.fill("#rewrite-text", "Half a rewr")
    page.reload()
    page.wait_for_selector("#main[data-ready]", state="attached")
    assert page.url.endswith("/#/15")
    assert page.input_value("#had") == "the strike had"
    page.click("#tab-of-rewrites")
    assert page.input_value("#rewrite-text") == "Half a rewr"


@pytest.mark.parametrize("tag", ["<script>document.title = 'taken'</script>", "<img src=x onerror=alert(1)>"])
def test_markup_in_a_text_is_text(opened, tag):
    page = opened("1")
    page.click("text=Add a text")
    text = f"The pump failed, so {tag} flooded. \u202etxet derorrim\u202c The wine was ruined."
    page.fill("[data-key=compose-text]", text)
    page.click("#composer >> text=Read")
    page.wait_for_selector("#composer", state="hidden")
    page.click("#tab-of-rewrites")
    page.fill("#rewrite-text", text)
    page.click("#judge")
    page.wait_for_selector("#rewrite-report .rewrite-passage")
    assert page.title() == "causalcore studio"
    assert page.locator("#frame :is(script, img)").count() == 0
    shown = page.eval_on_selector_all("#reader bdi", "(pieces) => pieces.map((one) => one.textContent).join('')")
    assert shown == text
    assert page.locator("#reader .hidden-character").count() == 2
    assert "direction" in page.inner_text("#text-remark")


def test_a_text_of_twenty_thousand_characters_is_shown(opened):
    page = opened("1")
    page.click("text=Add a text")
    thing = "the old iron pump in the north cellar of the stone mill beside the wide brown river"
    text = " ".join(f"In year {year} {thing} was mended by the miller of the village." for year in range(1000, 1140))
    page.fill("[data-key=compose-text]", text[:19_990].rpartition(" In year")[0])
    page.click("#composer >> text=Read")
    page.wait_for_selector("#composer", state="hidden", timeout=200_000)
    shown = page.eval_on_selector_all("#reader bdi", "(pieces) => pieces.map((one) => one.textContent).join('')")
    assert len(shown) > 19_000
    assert shown == page.kept()["document"]["text"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_text_that_cannot_be_read_is_refused_in_a_sentence_and_stays_in_its_field(opened):
    page = opened("1", viewport={"width": 390, "height": 844})
    page.click("#texts-toggle")
    page.click("text=Add a text")
    text = ("x" * 63 + "\n") * 300
    page.fill("[data-key=compose-text]", text)
    page.click("#composer >> text=Read")
    page.wait_for_selector("#banner:not([hidden])")
    assert "expected an English text" in page.inner_text("#banner")
    assert page.input_value("[data-key=compose-text]") == text
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    opened.faults.clear()  # the browser reports the refusal
    page.click("#composer >> text=Cancel")
    page.wait_for_selector("#composer", state="hidden")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("dark", 390)])
def test_axe_finds_nothing(opened, scheme, width):
    page = opened("1", color_scheme=scheme, viewport={"width": width, "height": 844})
    page.evaluate(AXE.read_text())
    if page.kept()["view"]["what_if"] is None:
        page.ask("the pump not failed")
    for tab in ("details", "answers", "check", "rubric", "rewrites"):
        page.click(f"#tab-of-{tab}")
        page.settled()
        assert page.axe() == []
    page.click("#reader .badge >> nth=1")
    page.click("[data-key=fold-meaning]")
    page.click("#graph-tools >> text=Table")
    assert page.axe() == []
    page.click("#help")
    assert page.axe() == []
    page.keyboard.press("Escape")
    page.click("#what-if-keep")
    page.settled()
    page.click("#side-by-side")
    assert page.axe() == []
    page.click("[data-key=drop-0]")
    page.settled()


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_sticks_out_and_nothing_shifts(opened, width):
    page = opened("8", viewport={"width": width, "height": 844})
    page.evaluate(
        """() => {
          globalThis.shifted = 0;
          const add = (one) => { if (!one.hadRecentInput) globalThis.shifted += one.value; };
          const watch = new PerformanceObserver((list) => list.getEntries().forEach(add));
          watch.observe({ type: "layout-shift", buffered: true });
        }"""
    )
    page.ask("the frost not killed the blossom")
    page.wait_for_timeout(600)
    for tab in ("details", "answers", "check", "rubric", "rewrites"):
        page.click(f"#tab-of-{tab}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab
    assert page.evaluate("globalThis.shifted") < 0.1


def test_every_control_is_reached_by_the_tab_key_and_shows_its_focus(opened):
    page = opened("9")
    page.wait_for_selector("#drawing canvas", state="attached")
    page.settled()
    reached = set()
    for _ in range(60 + page.locator("#text-list li").count()):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            """() => {
              const one = document.activeElement;
              const seen = one === document.body || getComputedStyle(one).outlineStyle !== "none";
              return [one.id || one.dataset.key || one.className, seen || one.matches(".handle")];
            }"""
        )
        assert seen[1], seen
        reached.add(seen[0])
    assert {
        "undo",
        "theme",
        "help",
        "had",
        "add-claim",
        "add-link",
        "drawing",
        "tab-of-details",
        "search",
    } - reached <= {"undo"}
    page.focus("#text")
    page.keyboard.press("?")
    assert page.locator("#dialog[open] kbd").count() > 15
    page.keyboard.press("Escape")
    assert page.locator("#dialog[open]").count() == 0
    page.keyboard.press("4")
    assert page.locator("#tab-of-rubric[aria-selected=true]").count() == 1


def test_pictures_and_copies_are_given(opened):
    page = opened("1")
    if page.kept()["view"]["what_if"] is None:
        page.ask("the pump not failed")
    page.click("#tab-of-rubric")
    page.until("document.getElementById('representative').textContent.length > 9")
    for form, start in (("svg", b"<"), ("png", b"\x89PNG")):
        with page.expect_download() as download:
            page.click(f"[data-key=picture-graph-{form}]")
        assert download.value.suggested_filename == f"graph.{form}"
        assert Path(download.value.path()).read_bytes().startswith(start)
    page.click("[data-key=copy-markdown]")
    page.until("document.getElementById('live').textContent.startsWith('Markdown copied')")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert all(one["statement"] in copied for section in page.told("rubric")["sections"] for one in section["criteria"])
    page.click("[data-key=copy-json]")
    page.until("document.getElementById('live').textContent.startsWith('JSON copied')")
    assert json.loads(page.evaluate("navigator.clipboard.readText()"))


def test_colours_follow_the_system_and_the_switch(opened):
    page = opened("1", color_scheme="dark")
    dark = page.evaluate("getComputedStyle(document.body).color")
    page.click("#theme")
    light = page.evaluate("getComputedStyle(document.body).color")
    assert dark != light
    page.reload()
    page.wait_for_selector("#main[data-ready]", state="attached")
    assert page.evaluate("getComputedStyle(document.body).color") == light


def test_a_page_goes_on_when_its_server_comes_back(opened, studio):
    page = opened("16")
    page.click("#tab-of-rewrites")
    studio.stop()
    page.fill("#rewrite-text", "Typed while nobody listened")
    page.fill("#had", "the pump not failed")
    page.press("#had", "Enter")
    page.wait_for_selector("#banner:not([hidden])")
    studio.restart()
    page.wait_for_selector("#banner", state="hidden", timeout=60_000)
    assert page.input_value("#rewrite-text") == "Typed while nobody listened"
    page.press("#had", "Enter")
    page.wait_for_selector("#outcome .legend")
    assert page.kept()["drafts"]["rewrite"] == "Typed while nobody listened"
    opened.faults.clear()  # the browser reports each request that nobody answered
