"""Many rewrites, comparisons, what-ifs side by side, and a studio that is only looked at: in a browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.studio.browser.conftest import TEXTS, Studio, StudioPage

pytestmark = pytest.mark.slow
AXE = Path(__file__).parent / "axe" / "axe.min.js"
PUMP, FROST = TEXTS[0], TEXTS[2]
ASKED = ((PUMP, "the pump not failed"), (FROST, "the frost not killed the blossom"))
RIGHT = (
    "The pump did not fail in the night, so the cellar did not flood. As a result, the wine was not ruined and the "
    "owner was not furious."
)
SPAN = 34
"""Height of a row."""


def rows():
    """Return rewrites of two items by two models; one is right, the others leave the text as it was."""
    for model in ("alpha", "beta"):
        for item, (text, had) in enumerate(ASKED):
            edit = RIGHT if (model, item) == ("alpha", 0) else text
            yield {"id": f"q{item}", "text": text, "had": had, "edit": edit, "model": model}


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Return a server with texts and four rewrites, and the folder that holds them."""
    folder = tmp_path_factory.mktemp("many")
    (folder / "texts.jsonl").write_text("\n".join(json.dumps({"text": text}) for text in TEXTS))
    (folder / "edits.jsonl").write_text("\n".join(json.dumps(row) for row in rows()))
    server = Studio.started(folder)
    yield server
    server.stop()


@pytest.fixture
def page(many, browser):
    """Return a page of that server at 1280x800; at the end nothing may have gone wrong on it."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(60_000)
    faults = []
    shown = context.new_page()
    shown.on("console", lambda message: message.type in ("error", "warning") and faults.append(message.text))
    shown.on("pageerror", lambda error: faults.append(str(error)))
    shown.goto(many.address)
    shown.wait_for_selector("#main[data-ready]", state="attached")
    wrapped = StudioPage(shown)
    wrapped.faults = faults
    yield wrapped
    context.close()
    assert not faults


def opened_rewrites(page, file):
    page.click("#go-rewrites")
    with page.expect_file_chooser() as chooser:
        page.click("[data-key=many-open]")
    chooser.value.set_files(file)
    page.wait_for_selector(".grid-row")


def verdicts(page):
    return page.locator(".grid-row .cell-verdict").all_inner_texts()


def test_a_file_of_rewrites_is_judged_in_the_background_and_gone_through_by_keys(page, many):
    opened_rewrites(page, many.folder / "edits.jsonl")
    assert page.locator(".grid-row").count() == 4
    page.click("[data-key=many-judge]")
    page.until("document.querySelectorAll('.grid-row .verdict-unjudged').length === 0")
    assert [words.split()[-1] for words in verdicts(page)] == ["valid", "invalid", "invalid", "invalid"]
    page.focus("#many-grid")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    page.wait_for_selector("#many-detail .verdict-invalid")
    assert "E2" in page.inner_text("#many-detail .faults")
    page.keyboard.press("1")
    page.until("document.querySelectorAll('#many-detail .side .lit').length >= 2")
    lit = [page.locator(f"#many-detail .side >> nth={side} >> .lit").all_inner_texts() for side in (0, 1)]
    assert all(words and "".join(words) in FROST for words in lit)
    for key in ("i", "ArrowDown", "v"):
        page.keyboard.press(key)
        page.wait_for_timeout(400)
    page.until("document.getElementById('many-agreement')?.textContent.includes('1 of 2 alike')")
    assert "kappa" in page.inner_text("#many-agreement")


def test_the_table_is_filtered_sorted_and_exported(page):
    page.click("#go-rewrites")
    page.wait_for_selector(".grid-row")
    page.select_option("[data-key=many-verdict]", "invalid")
    page.until("document.querySelectorAll('.grid-row').length === 3")
    page.select_option("[data-key=many-model]", "alpha")
    page.until("document.querySelectorAll('.grid-row').length === 1")
    page.select_option("[data-key=many-model]", "")
    page.select_option("[data-key=many-verdict]", "")
    page.until("document.querySelectorAll('.grid-row').length === 4")
    page.click("[data-key=sort-score]")
    page.click("[data-key=sort-score]")
    page.until("document.querySelector('[role=columnheader][aria-sort=descending]') !== null")
    page.until("document.querySelector('.grid-row .cell-verdict').textContent.endsWith(' valid')")
    shares = [float(words.rstrip("\u202f%")) for words in page.locator(".grid-row .cell-score").all_inner_texts()]
    assert shares == sorted(shares, reverse=True)
    for form, start in (("jsonl", "{"), ("csv", "item,model"), ("html", "<!doctype html>")):
        with page.expect_download() as download:
            page.click(f"[data-key=many-{form}]")
        assert Path(download.value.path()).read_text().startswith(start)


def test_the_page_of_a_run_opens_without_a_server(page, browser, tmp_path):
    page.click("#go-rewrites")
    page.wait_for_selector(".grid-row")
    with page.expect_download() as download:
        page.click("[data-key=many-html]")
    (tmp_path / "run.html").write_bytes(Path(download.value.path()).read_bytes())
    alone = browser.new_page()
    requests = []
    alone.on("request", lambda request: requests.append(request.url))
    alone.goto((tmp_path / "run.html").as_uri())
    assert alone.locator(".row:visible").count() == 4
    alone.check("#show-valid")
    assert alone.locator(".row:visible").count() == 1
    assert len(requests) == 1
    alone.close()


def test_an_undetermined_verdict_says_why_where_every_criterion_is_met(page, tmp_path):
    orchard = Path(__file__).parents[3] / "examples" / "orchard"
    text, edit = ((orchard / name).read_text(encoding="utf-8") for name in ("text.txt", "right.txt"))
    (tmp_path / "open.jsonl").write_text(json.dumps({"text": text, "had": "the gate not stood open", "edit": edit}))
    (tmp_path / "texts.jsonl").write_text(json.dumps({"text": text}))
    server = Studio.started(tmp_path, more=["--rewrites", "open.jsonl"])
    page.goto(f"{server.address}#rewrites")
    page.click("[data-key=many-judge]")
    page.wait_for_selector(".grid-row .verdict-undetermined")
    page.click(".grid-row")
    page.wait_for_selector("#many-detail .verdict-undetermined .fault-words")
    assert "valid with a chance of" in page.inner_text("#many-detail .fault-words >> nth=0")
    page.goto("about:blank")  # or it would ask a server that is gone
    server.stop()


def test_an_open_verdict_shows_one_chance_in_the_row_the_card_and_the_exported_page(page, tmp_path):
    open_row = {
        "id": "open",
        "text": PUMP,
        "had": ASKED[0][1],
        "edit": "It was not so. Nothing followed.",
        "model": "m",
    }
    (tmp_path / "open.jsonl").write_text(json.dumps(open_row))
    (tmp_path / "texts.jsonl").write_text(json.dumps({"text": PUMP}))
    server = Studio.started(tmp_path, more=["--rewrites", "open.jsonl"])
    page.goto(f"{server.address}#rewrites")
    page.click("[data-key=many-judge]")
    page.wait_for_selector(".grid-row .verdict-undetermined")
    share = page.inner_text(".grid-row .cell-score").rstrip("\u202f%")
    page.click(".grid-row")
    page.wait_for_selector("#many-detail .verdict-undetermined .statement")
    assert page.inner_text("#many-detail .verdict-words .count") == f"{share}\u202f% valid"
    assert not any(".:" in words for words in page.locator("#many-detail .faults .statement").all_inner_texts())
    with page.expect_download() as download:
        page.click("[data-key=many-html]")
    assert f"undetermined</b>, {share}% valid" in Path(download.value.path()).read_text()
    page.goto("about:blank")
    server.stop()


def test_two_models_are_compared_with_intervals_and_lead_to_what_differs(page):
    page.click("#go-compare")
    page.click("[data-key=compare-models]")
    page.wait_for_selector("#compare-result table")
    valid = page.locator("#compare-result tbody tr").first.all_inner_texts()[0]
    assert "50" in valid
    assert "only alpha in 1" in page.inner_text(".compare-cells")
    page.click("[data-key^=go-] >> nth=0")
    page.until("document.querySelector('#many-detail .verdict-valid') !== null")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_other_views(page, scheme):
    page.page.emulate_media(color_scheme=scheme)
    page.evaluate(AXE.read_text())
    page.click("#go-rewrites")
    page.click(".grid-row >> nth=1")
    page.wait_for_selector("#many-detail .verdict")
    assert page.axe() == []
    page.click("#go-compare")
    page.click("[data-key=compare-models]")
    page.wait_for_selector("#compare-result table")
    assert page.axe() == []


def five_thousand(page, folder):
    """Open five thousand rows more, of one model, and show these alone."""
    lines = (json.dumps(next(rows()) | {"id": f"n{k}", "model": "many"}) for k in range(5_000))
    (folder / "five_thousand.jsonl").write_text("\n".join(lines))
    opened_rewrites(page, folder / "five_thousand.jsonl")
    page.select_option("[data-key=many-model]", "many")
    page.until("document.getElementById('many-shown').textContent.startsWith('5000')")
    page.focus("#many-grid")


def chosen(page, place):
    page.until("(row) => document.querySelector('.grid-row.chosen')?.id === row", f"row-{place}")


def let_through(page, held, address):
    """Let a held request through, and the page draw what comes back."""
    with page.expect_response(address):
        held.pop().continue_()
    page.evaluate("async () => { for (let k = 0; k < 5; k += 1) await new Promise(requestAnimationFrame); }")


def test_rows_that_come_late_are_not_drawn_over_those_in_view(page, tmp_path):
    five_thousand(page, tmp_path)
    held = []
    page.route("**/api/rewrites?*start=4900*", lambda route: held.append(route))
    with page.expect_request("**/api/rewrites?*start=4900*"):
        page.press("#many-grid", "End")
    page.press("#many-grid", "Home")
    chosen(page, 0)
    assert len(held) == 1, "expected the held request to be the only one for these rows"
    let_through(page, held, "**/api/rewrites?*start=4900*")
    chosen(page, 0)
    assert page.get_attribute("#many-grid", "aria-activedescendant") == "row-0"


def test_details_that_come_late_are_not_shown_beside_another_row(page, many):
    opened_rewrites(page, many.folder / "edits.jsonl")
    page.select_option("[data-key=many-model]", "beta")
    page.until("document.getElementById('many-shown').textContent.startsWith('2 of')")
    first = page.get_attribute("#row-0", "data-key")
    held = []
    page.route(f"**/api/rewrites/rows/{first}", lambda route: held.append(route))
    page.focus("#many-grid")
    with page.expect_request(f"**/api/rewrites/rows/{first}"):
        page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.until("document.querySelector('#many-detail').textContent.includes('blossom')")
    let_through(page, held, f"**/api/rewrites/rows/{first}")
    assert "blossom" in page.inner_text("#many-detail")


def test_five_thousand_rows_are_scrolled_through_and_stay_few_elements(page, tmp_path):
    five_thousand(page, tmp_path)
    for key, place in (("End", 4999), ("Home", 0)):
        begun = page.processor_time()
        page.keyboard.press(key)
        chosen(page, place)
        assert page.processor_time() - begun < 2
    assert page.locator(".grid-row").count() < 60
    for at in range(0, 5000, 250):
        begun = page.processor_time()
        page.evaluate(
            """async (top) => {
              const grid = document.getElementById("many-grid");
              grid.scrollTop = top;
              grid.dispatchEvent(new Event("scroll"));
              grid.getBoundingClientRect();
              await new Promise(requestAnimationFrame);
            }""",
            at * SPAN,
        )
        assert page.processor_time() - begun < 0.1
    page.click("[data-key=many-judge]")
    page.wait_for_selector("[data-key=many-stop]")
    page.click("[data-key=many-stop]")
    page.until("document.querySelector('[data-key=many-judge]') !== null")
    page.select_option("[data-key=many-model]", "")


def test_the_graph_is_in_view_beside_the_text_with_values(page):
    page.ask("the pump not failed")
    text, drawing = (page.locator(selector).bounding_box() for selector in ("#reader", "#drawing"))
    assert drawing["x"] > text["x"] + text["width"]
    assert drawing["y"] > 0
    assert drawing["y"] + drawing["height"] <= 800
    labels = page.eval_on_selector("#drawing", "(one) => one._cyreg.cy.nodes().map((node) => node.data('label'))")
    assert any("set to false" in label for label in labels)
    assert any("true → false" in label for label in labels)


def test_a_correction_moves_nothing_and_says_which_answers_changed(page):
    if page.kept()["view"]["what_if"] is None:
        page.ask("the pump not failed")
    places = "(one) => one._cyreg.cy.nodes().map((node) => [node.id(), node.position().x, node.position().y])"
    before = page.eval_on_selector("#drawing", places)
    link = next(iter(page.links().values()))
    page.click("[data-key=as-table]")
    page.click(f"[data-key='row-{link['id']}']")
    page.click("[data-key=remove-link]")
    page.wait_for_selector("#effect:not([hidden])")
    assert "changed:" in page.inner_text("#effect")
    assert page.eval_on_selector("#drawing", places) == before
    page.click("[data-key=effect-undo]")
    page.settled()
    assert link["id"] in {one["id"] for one in page.links().values()}
    page.click("[data-key=as-table]")


def test_time_runs_down_also_after_a_link_was_added(page):
    page.ask("the pump not failed")
    drawn = page.eval_on_selector(
        "#drawing",
        "(one) => one._cyreg.cy.edges().map((edge) => [edge.source().position().y, edge.target().position().y])",
    )
    assert drawn
    assert all(cause < effect for cause, effect in drawn)


def test_claims_and_links_keep_their_percentages_under_a_what_if(page):
    def shares():
        shown = page.kept()["view"]
        claims = {one["id"]: one["confidence"] for one in shown["claims"]}
        return claims | {one["id"]: one["confidence"] for one in shown["links"]}

    page.click("#what-if-clear")
    page.settled()
    before = shares()
    page.ask("the pump not failed")
    assert shares() == before


def test_what_ifs_stand_side_by_side_and_the_field_shows_all_its_text(page):
    page.click("#what-if-clear")
    page.settled()
    low = page.locator("#had").bounding_box()["height"]
    page.fill("#had", "the pump not failed in the night " * 8)
    assert page.locator("#had").bounding_box()["height"] > low
    assert page.evaluate("(one => one.scrollHeight <= one.clientHeight + 1)(document.getElementById('had'))")
    for had in ("the pump not failed", "the cellar not flooded"):
        page.ask(had)
        page.click("#what-if-keep")
        page.settled()
    page.click("#side-by-side")
    page.wait_for_selector("#dialog thead th bdi")
    heads = page.locator("#dialog thead th bdi").all_inner_texts()
    assert heads == ["the pump not failed", "the cellar not flooded"]
    states = page.locator("#dialog tbody tr >> nth=1 >> td").all_inner_texts()
    assert "supposed" in states[1]
    assert "supposed" not in states[0]
    page.click("[data-key=take-0]")
    page.settled()
    page.keyboard.press("Escape")
    assert page.kept()["document"]["what_if"]["had"] == "the pump not failed"


def test_a_text_is_renamed_removed_and_put_back(page):
    page.click("#texts-toggle")
    page.click("[data-key=rename-text]")
    page.fill("[data-key=title]", "The pump")
    page.press("[data-key=title]", "Enter")
    page.wait_for_selector("#text-list >> text=The pump")
    page.click("[data-key=remove-text]")
    page.wait_for_selector("#banner:not([hidden])")
    page.until("document.querySelectorAll('#text-list li').length === 4")
    page.click("#banner >> text=Undo")
    page.until("document.querySelectorAll('#text-list li').length === 5")
    assert page.text_content("#text-list li:first-child bdi") == "The pump"
    assert page.locator("#banner").is_hidden()


def test_an_error_goes_away_when_the_next_action_succeeds(page):
    links = page.links()
    cause, effect = next(iter(links))
    page.drag(page.place_of(effect), page.place_of(cause))
    page.wait_for_selector("#banner:not([hidden])")
    page.faults.clear()  # the browser reports the refusal
    page.ask("the pump not failed")
    assert page.locator("#banner").is_hidden()


def test_whoever_looks_on_sees_no_tools_and_changes_nothing(many, browser, tmp_path):
    (tmp_path / "texts.jsonl").write_text(json.dumps({"text": PUMP, "had": "the pump not failed"}))
    server = Studio.started(tmp_path, more=["--read-only"])
    shown = browser.new_page()
    try:
        shown.goto(server.address)
        shown.wait_for_selector("#main[data-ready]", state="attached")
        shown.wait_for_selector("#outcome .legend")
        for tool in ("#what-if-clear", "[data-key=edit-text]", "[data-key=add-link]", "#undo"):
            assert shown.locator(tool).is_hidden(), tool
        status = shown.evaluate(
            """() => fetch("/api/documents/1/undo", { method: "POST", headers: { "Content-Type": "application/json" },
               body: "{}" }).then((answer) => answer.status)"""
        )
        assert status == 403
        assert [path.name for path in tmp_path.iterdir() if "review" in path.name] == []
    finally:
        shown.close()
        server.stop()
