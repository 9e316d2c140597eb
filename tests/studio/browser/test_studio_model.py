"""A model in the studio, in a browser: it is asked about doubts first, judges, looks again; who said what is shown."""

from __future__ import annotations

import json

import pytest
from model_of_replies import DOUBTFUL, HAD, PARAPHRASE, TEXT
from story_server import about_the_story

from nlbridge.testing.chat_server import ChatServer, serving
from tests.studio.browser.conftest import Studio, StudioPage

pytestmark = pytest.mark.slow
KEY = "planted-90ab12-secret"


@pytest.fixture(scope="module")
def with_model(tmp_path_factory):
    """Return a studio whose endpoint answers about one small story."""
    folder = tmp_path_factory.mktemp("model")
    (folder / "texts.jsonl").write_text("\n".join(json.dumps({"text": text}) for text in (TEXT, DOUBTFUL)))
    (folder / "prices.json").write_text('{"small": {"prompt": 2.0, "completion": 8.0}}')
    row = {"id": 1, "text": TEXT, "had": HAD, "edit": PARAPHRASE, "model": "m"}
    (folder / "edits.jsonl").write_text(json.dumps(row))
    with serving(ChatServer(about_the_story, key=KEY)) as address, pytest.MonkeyPatch.context() as environment:
        environment.setenv("MY_KEY", KEY)
        environment.setenv("CAUSALCORE_CACHE", str(folder / "cache"))
        settings = f'model = "small"\nbase_url = "{address}"\napi_key_env = "MY_KEY"\nprices = "prices.json"\n'
        (folder / "causalcore.toml").write_text(f"{settings}retries = 0\n")
        server = Studio.started(folder, more=["--rewrites", "edits.jsonl"])
        yield server
        server.stop()


@pytest.fixture
def page(with_model, browser):
    """Return a page of that server whose texts are read by their words."""
    context = browser.new_context(viewport={"width": 1600, "height": 900})
    context.set_default_timeout(60_000)
    faults = []
    shown = context.new_page()
    shown.on("pageerror", lambda error: faults.append(str(error)))
    shown.goto(with_model.address)
    shown.wait_for_selector("#main[data-ready]", state="attached")
    wrapped = StudioPage(shown)
    wrapped.reads("offline")
    yield wrapped
    context.close()
    assert not faults


def test_the_model_answers_doubts_before_the_person_who_has_the_last_word(page):
    page.click("#text-list li:nth-child(2) button")
    page.until("location.hash === '#/2'")
    page.click("text=Read again")
    page.settled()
    assert page.kept()["view"]["queue"]["unasked"] > 0
    page.reads("hybrid")
    page.click("#tab-of-check")
    page.wait_for_selector("#tab-check .provenance-model")
    page.settled()
    queue = page.kept()["view"]["queue"]
    assert {(row["reply"], row["by"]) for row in queue["doubts"]} == {("yes", "model")}
    page.click("#tab-check .queue button >> nth=0")
    assert "the model says yes" in page.inner_text("#tab-check .question")
    page.keyboard.press("y")
    page.wait_for_selector("#tab-check .provenance-you")
    assert page.kept()["view"]["queue"]["doubts"][0]["by"] == "you"
    page.until("!document.getElementById('spent').textContent.startsWith('0 calls')")


def test_a_verdict_is_looked_at_a_second_time(page):
    page.click("#text-list li:nth-child(1) button")
    page.until("location.hash === '#/1'")
    page.reads("llm")
    page.click("text=Read again")
    page.settled()
    page.ask(HAD)
    page.click("#tab-of-rewrites")
    page.fill("#rewrite-text", PARAPHRASE)
    page.click("#judge")
    page.click("[data-key=judge-model]")
    page.wait_for_selector("#rewrite-report .verdict .provenance-model")
    page.click("[data-key=second-look]")
    page.wait_for_selector("#banner >> text=Second look: still valid.")
    page.click("#go-rewrites")
    page.click(".grid-row")
    page.click("[data-key=many-judge]")
    page.click("[data-key=many-second-look]")
    page.wait_for_selector("#banner >> text=Second look:")
    assert page.evaluate("fetch('/api/rewrites/rows/w1').then((answer) => answer.json())")["provenance"] == "model"


OVERLAPS = """() => {
  const shown = [...document.querySelectorAll(".top :is(a, button, select, .spent)")].filter((one) => one.offsetParent);
  const boxes = shown.map((one) => [one.textContent, one.getBoundingClientRect()]);
  const beside = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1;
  const apart = (a, b) => beside(a, b) || beside(b, a);
  return boxes.flatMap(([a, one], at) => boxes.slice(at + 1).filter(([, b]) => !apart(one, b)).map(([b]) => [a, b]));
}"""


@pytest.mark.parametrize("width", [1600, 1400, 1200, 1000, 390])
def test_beside_a_model_nothing_in_the_bar_lies_on_something_else(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_selector("#spent")
    page.until(f"() => !({OVERLAPS})().length")


def test_a_call_that_came_to_nothing_is_counted_on_the_page(page):
    page.click("#text-list li:nth-child(2) button")
    page.until("location.hash === '#/2'")
    page.reads("llm")
    before = page.inner_text("#spent")
    page.fill("#had", "the moon not been full")
    page.press("#had", "Enter")
    page.wait_for_selector("#banner:not([hidden])")
    page.until("(before) => document.getElementById('spent').textContent !== before", before)
