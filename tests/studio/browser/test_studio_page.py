"""The page of the studio as its users meet it: in a browser, with mouse and keys."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.slow

REWRITE = (
    "The pump did not fail in the night, so the cellar flooded. As a result, the wine was ruined "
    "and the owner was furious."
)


def test_a_text_that_is_pasted_is_read_with_its_claims_in_place(opened):
    page = opened("1")
    page.click("text=Add a text")
    page.fill(
        "[data-key=compose-text]",
        "What a night 🙂! Rain fell till dawn, so the river rose. Therefore the mill was closed.",
    )
    page.fill("[data-key=compose-had]", "no rain had fallen")
    page.click("#composer >> text=Read")
    page.wait_for_selector("#composer", state="hidden")
    words = page.eval_on_selector_all(
        "#reader .badge",
        """(badges) => badges.map((badge) => {
             const pieces = document.querySelectorAll(`#reader span[data-claim="${badge.dataset.claim}"]`);
             return [...pieces].map((piece) => piece.textContent).join("");
           })""",
    )
    text = page.kept()["document"]["text"]
    assert words == [text[slice(*event["span"])] for event in page.claims().values()]
    assert words[-1] == "the mill was closed"
    assert page.locator("#reader .connective").all_inner_texts() == ["so", "Therefore"]
    assert page.locator("#reader .badge.is-changed").count() >= 1
    assert page.inner_text("#text-list [aria-current=page] bdi").startswith("What a night")


def test_a_link_is_drawn_by_dragging_changed_removed_and_brought_back(opened):
    page = opened("2")
    page.drag(page.place_of("e3"), page.place_of("e1"))
    page.wait_for_selector("#tab-details >> text=Turn round")
    assert page.links()["e3", "e1"]["sign"] == "promotes"
    page.select_option("[data-key=sign]", "inhibits")
    page.select_option("[data-key=strength]", "contributing")
    page.settled()
    assert (page.links()["e3", "e1"]["sign"], page.links()["e3", "e1"]["strength"]) == ("inhibits", "contributing")
    page.click("[data-key=remove-link]")
    page.settled()
    assert ("e3", "e1") not in page.links()
    page.focus("#text")
    page.keyboard.press("Control+z")
    page.until("document.getElementById('live').textContent.startsWith('Undone')")
    assert page.links()["e3", "e1"]["sign"] == "inhibits"
    page.keyboard.press("Control+Shift+z")
    page.until("document.getElementById('live').textContent.startsWith('Done again')")
    assert ("e3", "e1") not in page.links()


def test_a_link_is_added_and_a_claim_removed_by_keys_alone(opened):
    page = opened("3")
    page.focus("#text")
    page.keyboard.press("l")
    page.locator("#dialog select").nth(0).select_option("e1")
    page.locator("#dialog select").nth(1).select_option("e3")
    page.locator("#dialog select").nth(3).select_option("possible")
    page.focus("#dialog select >> nth=3")
    for key in ("Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector("#tab-details >> text=Turn round")
    assert page.links()["e1", "e3"]["strength"] == "possible"
    page.focus("#text")
    page.keyboard.press("j")
    page.keyboard.press("j")
    chosen = page.locator("#reader .badge[aria-pressed=true]").get_attribute("data-claim")
    page.keyboard.press("Delete")
    page.until("document.getElementById('live').textContent.startsWith('Removed')")
    assert chosen not in page.claims()


def test_the_ends_of_a_claim_are_dragged_and_moved_by_keys(opened):
    page = opened("4")
    text = page.kept()["document"]["text"]
    page.click("#reader span[data-claim=e2]")
    page.drag(page.middle(".handle.end"), page.edge_of_word("the long", "start"))
    page.settled()
    assert text[slice(*page.claims()["e2"]["span"])] == "the baker took"
    page.focus(".handle.end")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.until("document.querySelector('.handle.end').getAttribute('aria-valuetext') === 'the baker took the long'")
    assert text[slice(*page.claims()["e2"]["span"])] == "the baker took the long"


def test_a_claim_is_renamed_split_and_merged(opened):
    page = opened("19")
    before = page.claims()
    page.click("#reader span[data-claim=e2]")
    page.fill("[data-key=statement]", "The baker went round.")
    page.press("[data-key=statement]", "Enter")
    page.settled()
    assert page.claims()["e2"]["statement"] == "The baker went round."
    page.click("[data-key=fold-parts]")
    page.select_option("[data-key=split-at]", label="before “took”")
    page.click("[data-key=split]")
    page.settled()
    new = (page.claims().keys() - before.keys()).pop()
    assert page.kept()["document"]["text"][slice(*page.claims()[new]["span"])] == "took the long road"
    page.select_option("[data-key=merge-with]", new)
    page.click("[data-key=merge]")
    page.settled()
    assert page.claims()["e2"]["span"] == before["e2"]["span"]
    assert page.claims().keys() == before.keys()


def test_words_that_are_selected_become_a_claim(opened):
    page = opened("6")
    page.click("#reader span[data-claim=e1]")
    page.click("[data-key=remove-claim]")
    page.settled()
    start, end = page.edge_of_word("pump", "start"), page.edge_of_word("night", "end")
    page.drag((start[0] + 1, start[1]), (end[0] - 1, end[1]))
    page.click("#selection-tools >> text=Add as a claim")
    page.settled()
    text = page.kept()["document"]["text"]
    assert "pump failed in the night" in [text[slice(*event["span"])] for event in page.claims().values()]


def test_a_what_if_colours_the_claims_and_shows_the_proof_of_each(opened):
    page = opened("1")
    page.ask("the pump not failed")
    states = page.eval_on_selector_all(
        "#reader .badge", "(badges) => badges.map((one) => [one.className, one.textContent])"
    )
    assert states[0] == ["badge is-intervened", "◆"]
    assert {(name, mark) for name, mark in states[1:]} <= {("badge is-changed", "●"), ("badge is-open", "?")}
    page.hover("#reader .badge[data-claim=e2]")
    page.wait_for_selector("#proof li")
    assert "pump failed" in page.inner_text("#proof")
    lit = page.eval_on_selector("#drawing", "(drawing) => drawing._cyreg.cy.$('.lit').map((one) => one.id())")
    assert {"e1", "e2", "e1->e2"} <= set(lit)
    page.click("#what-if-clear")
    page.wait_for_selector("#reader .badge.is-plain")
    page.click("#reader .badge[data-claim=e2]")
    page.click("[data-key=suppose-false]")
    page.wait_for_selector("#reader .badge[data-claim=e2].is-intervened")
    assert page.kept()["document"]["what_if"]["do"] == {"e2": "false"}
    assert page.locator("#reader .badge[data-claim=e1].is-unchanged").count() == 1


def test_the_queue_is_answered_by_single_keys_and_shows_progress(opened):
    page = opened("5")
    page.ask("there been no strike")
    page.keyboard.press("Escape")
    page.click("#tab-of-check")
    total = page.kept()["view"]["queue"]["total"]
    assert total >= 2
    asked = [doubt["id"] for doubt in page.kept()["view"]["queue"]["doubts"]]
    for key in "yu":
        page.keyboard.press(key)
    page.until("document.querySelector('#tab-check progress').value === 2")
    assert page.kept()["document"]["replies"] == {asked[0]: "yes", asked[1]: "unsure"}
    page.keyboard.press("Control+z")
    page.until("document.querySelector('#tab-check progress').value === 1")


def test_a_rewrite_is_judged_and_a_criterion_contradicted(opened):
    page = opened("1")
    page.ask("the pump not failed")
    page.click("#tab-of-rewrites")
    page.fill("#rewrite-text", REWRITE)
    page.press("#rewrite-text", "Control+Enter")
    page.wait_for_selector("#rewrite-report .verdict-invalid")
    assert page.input_value("#rewrite-text") == ""
    failed = page.locator("#rewrite-report .criterion.verdict-fail").first
    failed.locator(".claim-row").click()
    assert page.locator("#rewrite-report .quote.lit").count() >= 1
    assert page.locator("#reader .claim.lit").count() >= 1
    page.click("#rewrite-report .criterion.on .segment >> text=met")
    page.settled()
    (label,) = page.kept()["document"]["labels"]
    assert (label["said"], label["verdict"]) == ("pass", "fail")
    page.fill("#rewrite-report .criterion.on input", "the wine is another wine")
    page.keyboard.press("Tab")
    page.settled()
    assert page.kept()["document"]["labels"][0]["note"] == "the wine is another wine"


def test_a_file_of_rewrites_is_judged_and_filtered(opened, tmp_path):
    page = opened("7")
    page.ask("the fog not thick")
    rewrites = [
        {"edit": page.kept()["document"]["text"]},
        {"response": "Another story altogether."},
        {"text": "A third one."},
    ]
    (tmp_path / "edits.jsonl").write_text("\n".join(json.dumps(line) for line in rewrites))
    page.click("#tab-of-rewrites")
    with page.expect_file_chooser() as chooser:
        page.click("#open-rewrites")
    chooser.value.set_files(tmp_path / "edits.jsonl")
    page.until("document.querySelectorAll('#rewrite-list li').length === 3")
    page.wait_for_selector("#rewrite-list .verdict-invalid")
    page.until("!document.querySelector('#rewrite-list .verdict-pending')")
    page.settled()
    verdicts = [rewrite["verdict"] for rewrite in page.kept()["view"]["rewrites"]]
    page.click("[data-key=filter-invalid]")
    assert page.locator("#rewrite-list li").count() == verdicts.count("invalid")


def test_the_first_text_of_a_file_is_opened_and_their_number_said(opened, tmp_path):
    page = opened("1")
    (tmp_path / "more.csv").write_text("text\n" + "\n".join(f"The gate {k} stuck so we waited." for k in range(3)))
    before = page.evaluate("fetch('/api/project').then((answer) => answer.json()).then((now) => now.total)")
    with page.expect_file_chooser() as chooser:
        page.click("[aria-label='Open a file of texts']")
    chooser.value.set_files(tmp_path / "more.csv")
    page.wait_for_selector("text=3 texts added from more.csv, at the end of the list.")
    assert "The gate 0 stuck" in page.kept()["document"]["text"]
    page.until(f"document.querySelectorAll('#text-list li').length === {before + 3}")
