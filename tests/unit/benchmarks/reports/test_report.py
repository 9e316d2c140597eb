from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmarks.reports import report
from benchmarks.reports.charts import bars_svg
from benchmarks.reports.report import Bars, Details, Diff, Section, Table, markdown, page, visible

HOSTILE = '</td><script>alert("x")</script> | [a](javascript:b) \x1b[31m\u202e'
SECTIONS = (
    Section(
        title=HOSTILE,
        words=HOSTILE,
        bars=Bars(rows=((HOSTILE, 0.5, 0.4, 0.6), ("none", None, None, None))),
        table=Table(columns=("a", "b"), rows=((HOSTILE, "line\nbreak"),)),
    ),
)


class Tags(HTMLParser):
    """Collect what stands in a page as tags and addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


def test_a_page_shows_hostile_text_and_runs_none_of_it() -> None:
    tags = Tags()
    hostile = Diff(before=HOSTILE, after=HOSTILE + HOSTILE), Details(summary=HOSTILE, lines=(HOSTILE,))
    more = Section(title="", table=Table(columns=("a", "b"), rows=(hostile,)))
    html = page(HOSTILE, (*SECTIONS, more))
    tags.feed(html)
    assert not {"script", "a", "img", "iframe", "link"} & tags.tags
    assert not {"src", "href", "onload", "onclick"} & tags.attributes
    assert "\x1b" not in html
    assert "\u202e" not in html


def test_a_page_draws_bars_and_says_where_nothing_was_decided() -> None:
    html = page("Scores", SECTIONS)
    assert "<svg" in html
    assert "none decided" in html


def test_a_cell_of_a_markdown_table_cannot_end_its_row() -> None:
    rows = [line for line in markdown("Scores", SECTIONS).splitlines() if line.startswith("|")]
    assert len(rows) == 3
    assert all(line.replace("\\|", "").count("|") == 3 for line in rows)


def test_the_only_script_of_a_page_is_the_one_that_its_policy_names() -> None:
    html = page("Scores", (Section(title="", table=Table(columns=("a",), rows=((HOSTILE,),), sortable=True)),))
    [script] = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    digest = base64.b64encode(sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'" in html
    assert "script-src" not in page("Scores", SECTIONS)


@given(st.text(st.characters(categories=["L", "P", "N", "Zs"]), max_size=60), st.text(max_size=60))
@example("/1", "/0").via("a word that touches a sign")
@example("0/", "1/").via("a sign that touches a word")
@example("a b", "b").via("the first word goes")
def test_a_diff_without_what_went_is_the_new_text_and_without_what_came_the_old(before: str, after: str) -> None:
    html = page("", (Section(title="", table=Table(columns=("x",), rows=((Diff(before=before, after=after),),))),))
    cell = html[html.index("<td>") + 4 : html.index("</td>")]
    shown = unescape(re.sub(r"<del>.*?</del>|</?ins>", "", cell, flags=re.DOTALL))
    assert words(shown) == words(visible(after))
    old = unescape(re.sub(r"<ins>.*?</ins>|</?del>", "", cell, flags=re.DOTALL))
    assert words(old) == words(visible(before))


def words(text: str) -> list[str]:
    """Words and signs, whatever white space stands between them."""
    return re.findall(r"\w+|[^\w\s]", text)


@given(st.lists(st.tuples(st.text(max_size=60), st.none() | st.floats(0, 1)), max_size=3))
@settings(max_examples=15)
def test_a_chart_is_well_formed_whatever_its_labels(rows: list[tuple[str, float | None]]) -> None:
    bars = Bars(rows=tuple((label, value, value, value) for label, value in rows))
    svg = bars_svg(bars)
    ET.fromstring(svg)
    assert svg == bars_svg(bars)
    assert 'href="http' not in svg


def test_a_formula_in_a_label_is_shown_and_not_set() -> None:
    assert "$\\frac{1}{0$" in bars_svg(Bars(rows=(("$\\frac{1}{0$", 0.5, 0.4, 0.6),)))


def test_white_space_alone_makes_no_difference_and_words_stay_apart() -> None:
    spaced = Diff(before="A hen sits in the yard .", after="A hen sits in the yard.")
    turned = Diff(before="Rain fell, so it is wet.", after="No rain fell, so it is dry!")
    shown = page("t", (Section(title="s", table=Table(columns=("a",), rows=((spaced,), (turned,)))),))
    assert "<td>A hen sits in the yard.</td>" in shown
    assert "<td><del>Rain</del> <ins>No rain</ins> fell, so it is <del>wet.</del> <ins>dry!</ins></td>" in shown


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node, to run the script of the page")
def test_columns_of_numbers_sort_as_numbers_and_what_is_no_number_comes_last() -> None:
    order = "const script=process.argv[1];const order=eval(script.split('const text=')[0]+';order');"
    order += "console.log(JSON.stringify(JSON.parse(process.argv[2]).sort(order)))"
    cells = ["0.5", "-", "-2.75", "+1.25", "10", "9", "item 10", "item 9", "-0.5"]
    done = subprocess.run(["node", "-e", order, report._SCRIPT, json.dumps(cells)], capture_output=True, text=True)
    assert json.loads(done.stdout) == ["-2.75", "-0.5", "0.5", "+1.25", "9", "10", "-", "item 9", "item 10"], (
        done.stderr
    )
