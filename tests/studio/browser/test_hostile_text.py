"""No script runs that stands in a text, a claim, a note, a name, a what-if, a rewrite, or in an exported file."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

MARK = "globalThis.taken = true; document.title = 'taken'"
TAGS = {
    "script": f"<script>{MARK}</script>",
    "image": f'<img src=x onerror="{MARK}">',
    "drawing": f'<svg onload="{MARK}"><script>{MARK}</script></svg>',
    "frame": f'<iframe srcdoc="<script>parent.{MARK}</script>"></iframe>',
    "address": f'<a href="javascript:{MARK}">rain</a> [rain](javascript:{MARK})',
    "ends": f"]]></text></style></title></textarea>--><script>{MARK}</script>",
    "quotes": f"\"' onmouseover={MARK} autofocus onfocus={MARK} x=\"'",
    "template": "{{constructor.constructor('" + MARK.replace("'", '"') + "')()}} ${" + MARK + "}",
    "style": f"<style>*{{background:url('javascript:{MARK}')}}</style><base href=//evil.example>",
}
GROUPS = (("script", "quotes", "style"), ("image", "ends", "address"), ("drawing", "frame", "template"))
"""Tags that stand one behind the other in each field: an open page is costly."""
CALM = "typeof globalThis.taken === 'undefined' && document.title !== 'taken'"


def hostile(tag: str) -> str:
    return f"The pump failed, so the cellar flooded. The note said {tag} and the wine was ruined."


def scenario(tags: list[str]) -> dict[str, object]:
    first = {"id": "e1", "statement": f"The pump failed {' '.join(tags)}."}
    others = [{"id": f"{tag} e2"[:60], "statement": f"{tag} flooded the cellar."} for tag in tags]
    links = [{"cause": "e1", "effect": event["id"], "connective": None} for event in others]
    return {"text": hostile(" ".join(tags)), "events": [first, *others], "links": links, "latents": []}


def operate(page, **operation):
    """Send an operation beside the page, and return the document."""
    return page.evaluate(
        """async (operation) => {
          const place = `/api/documents/${location.hash.slice(2)}`;
          const now = await (await fetch(place)).json();
          const answer = await fetch(`${place}/operations`, { method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ version: now.version, operation }) });
          return [answer.status, await answer.json()];
        }""",
        operation,
    )


def test_every_tag_is_in_a_group():
    assert sorted(kind for group in GROUPS for kind in group) == sorted(TAGS)


@pytest.mark.parametrize("group", GROUPS, ids="-".join)
def test_no_script_of_a_text_runs_on_the_page_or_in_what_is_exported(opened, studio, browser, tmp_path, group):
    tags = [TAGS[kind] for kind in group]
    tag = " ".join(tags)
    page = opened("1")
    name = page.evaluate(
        """async (text) => (await (await fetch("/api/documents", { method: "POST",
          headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text }) })).json()).id""",
        hostile(tag),
    )
    page.goto(f"{studio.origin}/#/{name}")
    page.reload()
    page.wait_for_selector("#main[data-ready]", state="attached")
    for operation in (
        {"op": "scenario.set", "scenario": scenario(tags)},
        {"op": "note", "note": tag},
        {"op": "what_if.say", "had": f"the pump not failed {tag}"},
        {"op": "what_if.set", "do": {"e1": "false"}},
        {"op": "rewrite.add", "text": f"The pump held, so the cellar stayed dry. {tag}"},
        {"op": "latent.add", "statement": tag},
    ):
        status, row = operate(page, **operation)
        assert status in {200, 422}, row
        assert status == 200 or operation["op"] in {"what_if.say", "latent.add"}, row
    page.reload()
    page.wait_for_selector("#main[data-ready]", state="attached")
    for tab in ("details", "answers", "check", "rubric", "rewrites"):
        page.click(f"#tab-of-{tab}")
        page.settled()
        for one in page.locator("#main :is(button, [tabindex])").all()[:12]:
            if one.is_visible():
                one.hover(force=True, timeout=2000)
        assert page.evaluate(CALM), tab
    assert page.locator("#main :is(script, iframe, img[src=x], base)").count() == 0
    for path in ("picture.svg", "picture.svg?of=rubric", "export/page", "export/markdown", "export/json"):
        exported = page.evaluate(
            "async (path) => (await fetch(`/api/documents/${location.hash.slice(2)}/${path}`)).text()", path
        )
        assert runs_nothing(browser, tmp_path, exported, suffix_of(path)), path
        if "svg" in path:  # It may also stand inside a page.
            assert exported.lstrip().startswith("<")
            assert runs_nothing(browser, tmp_path, f"<!doctype html><body>{exported}</body>", ".html"), path


def suffix_of(path: str) -> str:
    return ".svg" if "svg" in path else ".html" if path.endswith("page") else ".txt"


def runs_nothing(browser, folder: Path, content: str, suffix: str) -> bool:
    """Open a file that somebody was sent, with nothing that guards it, and tell whether it stays calm."""
    file = folder / f"exported{suffix}"
    file.write_text(content, encoding="utf-8")
    context = browser.new_context()
    asked: list[str] = []
    try:
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("dialog", lambda dialog: dialog.dismiss())
        page.goto(file.as_uri())
        page.wait_for_timeout(100)
        return page.evaluate(CALM) and all(one.startswith(("file:", "data:")) for one in asked)
    finally:
        context.close()


@pytest.mark.parametrize("group", GROUPS, ids="-".join)
def test_no_script_of_a_scenario_runs_in_a_file_or_a_notebook(browser, tmp_path, group):
    from benchmarks.reports.report import Section, page
    from causalcore import rubric
    from causalcore.scenario.file import scenario_from_dict
    from nlbridge.apps.studio.document.document import Document, WhatIf
    from nlbridge.apps.studio.projects.looking import picture_of

    tags = [TAGS[kind] for kind in group]
    tag = " ".join(tags)
    read = scenario_from_dict(scenario(tags))
    document = Document(id=tag, scenario=read, what_if=WhatIf(do=(("e1", "false"),)), read=True, note=tag)
    for of in ("graph", "rubric"):
        assert runs_nothing(browser, tmp_path, picture_of(document, of), ".svg")
    derived = rubric(read, do={"e1": "false"})
    shown = (derived, derived.check(f"The pump held, so the cellar stayed dry. {tag}"))
    for one in shown:
        assert runs_nothing(browser, tmp_path, f"<!doctype html><body>{one._repr_html_()}</body>", ".html")
    report = page(f"Report {tag}", (Section(title=tag, words=tag),))
    assert runs_nothing(browser, tmp_path, report, ".html")
