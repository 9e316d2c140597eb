"""One server and one browser for all tests of the page, and a new page with the same cookie for each test."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).parents[3]
COMMAND = "import sys; from nlbridge.apps.command.cli import main; sys.exit(main())"
SECONDS = 60
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
TEXTS = (
    "The pump failed in the night, so the cellar flooded. As a result, the wine was ruined and the owner was furious.",
    "Despite the thick fog over the sound, the schooner reached the harbour, because the keeper had lit the lamp.",
    "The frost killed the blossom. The orchard bore no fruit, and the cider press stood idle all autumn.",
    "Because the bridge was closed, the baker took the long road. The bread arrived late.",
    "The strike stopped the trams. Anna walked to the station and missed her train.",
)


def chromium() -> str | None:
    """Return where the system's Chromium is, if it has one."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


@dataclass
class Studio:
    """A server that runs, and what it takes to stop it and start it again."""

    folder: Path
    process: subprocess.Popen[str]
    address: str

    @classmethod
    def started(cls, folder: Path, port: int = 0, more: Sequence[str] = ()) -> Studio:
        file = str(folder / "texts.jsonl")
        arguments = ["studio", file, "--port", str(port), "--no-browser", "--token-env", "STUDIO_TOKEN", *more]
        process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, *arguments],
            stdout=subprocess.PIPE,
            stderr=(folder / "server.log").open("a"),
            text=True,
            env=os.environ | {"PYTHONPATH": str(ROOT), "STUDIO_TOKEN": "of-the-tests-" * 3},
            cwd=folder,
        )
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:"), (folder / "server.log").read_text()
        return cls(folder, process, address)

    @property
    def origin(self) -> str:
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}"

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(SECONDS)

    def restart(self) -> None:
        """Stop it and start it anew on the same port and file."""
        self.stop()
        again = Studio.started(self.folder, urlsplit(self.address).port or 0)
        self.process, self.address = again.process, again.address


class StudioPage:
    """A page of the studio: what playwright can do with it, and what tests of it ask again and again."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def __getattr__(self, name: str) -> Any:
        return getattr(self.page, name)

    def until(self, condition, argument=None):
        """Wait until a condition holds on the page, which lets no string be evaluated by itself."""
        end = time.monotonic() + SECONDS
        while not self.page.evaluate(condition, argument):
            assert time.monotonic() < end, f"expected within {SECONDS} s: {condition}"
            self.page.wait_for_timeout(25)

    def kept(self):
        """Return the document as the server has it now, asked for beside the page."""
        return self.told("")

    def told(self, what):
        """Return what the server says of the document: its rubric, or its kept what-ifs."""
        path = "(what) => fetch(`/api/documents/${location.hash.slice(2)}${what && '/'}${what}`)"
        return self.page.evaluate(f"{path}.then((answer) => answer.json())", what)

    def links(self):
        return {(link["cause"], link["effect"]): link for link in self.kept()["view"]["links"]}

    def claims(self):
        return {event["id"]: event for event in self.kept()["document"]["scenario"]["events"]}

    def settled(self):
        """Wait until nothing is asked of the server any more."""
        self.until("document.getElementById('main').getAttribute('aria-busy') === null")

    def reads(self, who):
        """Choose who reads."""
        self.page.select_option("[data-key=reader]", who)
        self.until("(who) => fetch('/api/model').then((now) => now.json()).then((now) => now.reader === who)", who)

    def ask(self, words):
        self.page.fill("#had", words)
        self.page.press("#had", "Enter")
        self.page.wait_for_selector("#outcome :is(.legend, .problem)")
        self.settled()

    def place_of(self, claim):
        """Return where a claim stands in the drawing, in the window, once the drawing has come to rest."""
        place, before = self.place_now(claim), None
        while place != before:
            self.page.wait_for_timeout(100)
            place, before = self.place_now(claim), place
        return place

    def place_now(self, claim):
        return self.page.evaluate(
            """(id) => {
              const drawing = document.getElementById("drawing");
              drawing.scrollIntoView({ block: "center" });
              const box = drawing.getBoundingClientRect();
              const place = drawing._cyreg.cy.getElementById(id).renderedPosition();
              return [box.left + place.x, box.top + place.y];
            }""",
            claim,
        )

    def drag(self, start, end):
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
        self.page.mouse.move(*end, steps=4)
        self.page.mouse.up()

    def edge_of_word(self, word, side):
        """Return the point of the window where a word of the text starts or ends."""
        return self.page.evaluate(
            """([word, side]) => {
              const pieces = [...document.querySelectorAll("#reader bdi")];
              const piece = pieces.find((one) => one.textContent.includes(word));
              const range = document.createRange();
              const at = piece.textContent.indexOf(word);
              range.setStart(piece.firstChild, at);
              range.setEnd(piece.firstChild, at + word.length);
              const lines = [...range.getClientRects()];
              const box = side === "start" ? lines[0] : lines.at(-1);
              return [side === "start" ? box.left : box.right, box.top + box.height / 2];
            }""",
            [word, side],
        )

    def processor_time(self):
        """Return the seconds for which the page has had a processor: a busy machine adds none."""
        asked = self.page.context.new_cdp_session(self.page)
        asked.send("Performance.enable")
        told = {one["name"]: one["value"] for one in asked.send("Performance.getMetrics")["metrics"]}
        asked.detach()
        return told["ThreadTime"]

    def middle(self, selector):
        box = self.page.locator(selector).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def axe(self):
        """Return what axe finds, whatever its weight, each with the first element that it is about."""
        found = self.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        first = [(fault["id"], fault["nodes"][0]) for fault in found["violations"]]
        return [(name, node["html"][:200], node["failureSummary"][:300]) for name, node in first]


@pytest.fixture(scope="package")
def studio(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """Return a server of twenty texts."""
    pytest.importorskip("uvicorn", reason="needs the extra studio: pip install 'causalcore[studio]'")
    folder = tmp_path_factory.mktemp("studio")
    texts = [*TEXTS, *(f"{TEXTS[place % 5]} That was in year {place}." for place in range(5, 20))]
    (folder / "texts.jsonl").write_text("\n".join(json.dumps({"text": text}) for text in texts))
    server = Studio.started(folder)
    yield server
    server.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Return the system's Chromium, or skip."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install playwright")
    path = chromium()
    if path is None:
        pytest.skip("needs Chromium: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="package")
def cookie(studio: Studio, browser: Any) -> Any:
    """Return what a browser keeps after it opened the printed address once."""
    context = browser.new_context()
    context.new_page().goto(studio.address)
    kept = context.storage_state()
    context.close()
    return kept


Opened = Callable[..., Any]


@pytest.fixture
def opened(studio: Studio, browser: Any, cookie: Any) -> Iterator[Opened]:
    """Return what opens a text of the project; at the end nothing may have gone wrong on any page."""
    contexts, faults = [], []

    def open_text(name: str, **options: Any) -> Any:
        options = {"viewport": {"width": 1600, "height": 900}} | options
        allowed = ["clipboard-read", "clipboard-write"]
        context = browser.new_context(storage_state=cookie, permissions=allowed, **options)
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: message.type in ("error", "warning") and faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: is_foreign(request.url, studio) and faults.append(request.url))
        page.goto(f"{studio.origin}/#/{name}")
        page.wait_for_selector("#main[data-ready]", state="attached")
        return StudioPage(page)

    open_text.faults = faults
    yield open_text
    for context in contexts:
        context.close()
    assert not faults


def is_foreign(address: str, studio: Studio) -> bool:
    return not address.startswith((studio.origin + "/", "blob:", "data:"))
