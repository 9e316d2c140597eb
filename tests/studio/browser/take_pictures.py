"""Take the pictures of docs/tutorial/studio.md: `python tests/studio/browser/take_pictures.py`."""

from __future__ import annotations

import json
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
WRONG = STORY.replace("reached", "did not reach").replace("had lit", "had not lit").replace("had salt", "had no salt")
COLOURS = 200
"""Of a palette: pictures of a page have few, and stay small."""


def main() -> None:
    """Open the studio on five texts, work through the first, and photograph each step."""
    from playwright.sync_api import sync_playwright

    from conftest import FLAGS, Studio, chromium

    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        texts = "\n".join(json.dumps({"text": text}) for text in (STORY, *OTHERS))
        (Path(name) / "texts.jsonl").write_text(texts)
        studio = Studio.started(Path(name))
        browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            wide = opened(browser, studio.address, {"width": 1280, "height": 860}, "light")
            work_through(wide)
            narrow = opened(browser, studio.address, {"width": 390, "height": 844}, "dark")
            taken(narrow, "narrow")
        finally:
            browser.close()
            studio.stop()


def opened(browser: Any, address: str, size: dict[str, int], scheme: str) -> Any:
    """Return the page of the first text."""
    page = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce").new_page()
    page.set_default_timeout(90_000)
    page.goto(address)
    page.wait_for_selector("#main[data-ready]", state="attached")
    return page


def work_through(page: Any) -> None:
    """Do what the tutorial does, and take a picture of each step."""
    page.click("#reader span[data-claim=e2]")
    taken(page, "claim")
    page.fill("#had", "the keeper not lit the lamp")
    page.press("#had", "Enter")
    page.wait_for_selector("#outcome .legend")
    page.hover("#reader .badge[data-claim=e4]")
    page.wait_for_selector("#proof .proof-way")
    taken(page, "what-if")
    page.click("#tab-of-check")
    page.mouse.move(5, 400)
    taken(page, "check")
    page.click("#tab-of-rubric")
    page.wait_for_selector("[data-key=copy-answer]:not([disabled])")
    taken(page, "rubric")
    page.click("#tab-of-rewrites")
    page.fill("#rewrite-text", WRONG)
    page.click("#judge")
    page.wait_for_selector("#rewrite-report .verdict-invalid")
    page.locator("#rewrite-report .criterion.verdict-fail .claim-row").first.click()
    page.mouse.move(5, 400)
    page.evaluate("document.getElementById('rewrite-report').scrollIntoView()")
    page.evaluate("scrollTo(0, 0)")
    taken(page, "rewrite")


def taken(page: Any, name: str) -> None:
    """Keep a picture of the window, in few colours."""
    from PIL import Image

    page.wait_for_timeout(600)
    path = FOLDER / f"{name}.png"
    page.screenshot(path=path)
    Image.open(path).convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=4).save(path, optimize=True)


if __name__ == "__main__":
    main()
