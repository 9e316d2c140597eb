"""Take the pictures of docs/tutorial/studio.md: `python -m tests.studio.browser.take_pictures`."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[3] / "docs" / "tutorial" / "studio"
STORY = (
    "Despite the thick fog over the sound, the schooner reached the harbour, because the keeper had lit the lamp. "
    "As a result, the islanders had salt all winter."
)
OTHERS = (
    "The pump failed in the night, so the cellar flooded. As a result, the wine was ruined and the owner was furious.",
    "Because the bridge was closed, the baker took the long road. The bread arrived late, so the guests ate cold soup.",
    "The strike stopped the trams. Anna walked to the station and missed her train.",
    "The frost killed the blossom. The orchard bore no fruit, and the cider press stood idle all autumn.",
)
WRONG = STORY.replace("reached", "did not reach").replace("had lit", "had not lit")
RIGHT = STORY.replace("reached", "did not reach").replace("had lit", "had not lit").replace("had salt", "had no salt")
REWRITES = tuple(
    {"id": f"story-{number}", "text": STORY, "had": "the keeper had not lit the lamp", "edit": edit, "model": model}
    for number in (1, 2, 3)
    for model, edit in (("one", RIGHT), ("other", STORY.replace("had lit", "had not lit")))
)
COLOURS = 200
"""Of a palette: pictures of a page have few, and stay small."""


def main() -> None:
    """Take the pictures anew, with a browser of its own."""
    from playwright.sync_api import sync_playwright

    from tests.studio.browser.conftest import FLAGS, chromium

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        take_all(browser, FOLDER)
        browser.close()


def take_all(browser: Any, folder: Path) -> None:
    """Open the studio on five texts and some rewrites, do what the tutorial does, and photograph each step."""
    from tests.studio.browser.conftest import Studio

    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        (work / "texts.jsonl").write_text("\n".join(json.dumps({"text": text}) for text in (STORY, *OTHERS)))
        (work / "edits.jsonl").write_text("\n".join(json.dumps(row) for row in REWRITES))
        studio = Studio.started(work, more=["--rewrites", str(work / "edits.jsonl")])
        try:
            wide = opened(browser, studio.address, {"width": 1280, "height": 800}, "light")
            work_through(wide, folder)
            judge_many(wide, folder)
            narrow = opened(browser, studio.address, {"width": 390, "height": 844}, "dark")
            taken(narrow, folder, "narrow")
        finally:
            studio.stop()


def opened(browser: Any, address: str, size: dict[str, int], scheme: str) -> Any:
    """Return the page of the first text."""
    page = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce").new_page()
    page.set_default_timeout(90_000)
    page.goto(address)
    page.wait_for_selector("#main[data-ready]", state="attached")
    return page


def work_through(page: Any, folder: Path) -> None:
    """Do what the tutorial does, and take a picture of each step."""
    page.click("#reader span[data-claim=e2]")
    taken(page, folder, "claim")
    page.fill("#had", "the keeper not lit the lamp")
    page.press("#had", "Enter")
    page.wait_for_selector("#outcome .legend")
    page.hover("#reader .badge[data-claim=e4]")
    page.wait_for_selector("#proof .proof-way")
    taken(page, folder, "what-if")
    page.click("#tab-of-check")
    page.mouse.move(5, 400)
    taken(page, folder, "check")
    page.click("#tab-of-rubric")
    page.locator("#representative").filter(has_text=re.compile(r".{10}")).wait_for()
    taken(page, folder, "rubric")
    page.click("#tab-of-rewrites")
    page.fill("#rewrite-text", WRONG)
    page.click("#judge")
    page.wait_for_selector("#rewrite-report .verdict-invalid")
    page.locator("#rewrite-report .criterion.verdict-fail .claim-row").first.click()
    page.mouse.move(5, 400)
    page.evaluate("document.getElementById('rewrite-report').scrollIntoView()")
    page.evaluate("scrollTo(0, 0)")
    taken(page, folder, "rewrite")


def judge_many(page: Any, folder: Path) -> None:
    """Judge the rewrites of the table, and look at one of them."""
    page.click("#go-rewrites")
    page.click("[data-key=many-judge]")
    page.wait_for_selector("[data-key=many-stop]", state="detached")
    page.wait_for_selector(".grid-row .verdict-unjudged", state="detached")
    page.click(".grid-row >> nth=1")
    page.click("#many-detail .faults .claim-row >> nth=0")
    page.click("[data-key=many-say-invalid]")
    page.mouse.move(5, 400)
    page.locator("#many-detail").evaluate("(one) => { one.scrollTop = 0; }")
    taken(page, folder, "many")


def taken(page: Any, folder: Path, name: str) -> None:
    """Keep a picture of the window, in few colours."""
    from PIL import Image

    page.wait_for_timeout(600)
    path = folder / f"{name}.png"
    page.screenshot(path=path)
    Image.open(path).convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=4).save(path, optimize=True)


if __name__ == "__main__":
    main()
