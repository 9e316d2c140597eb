from __future__ import annotations

from html.parser import HTMLParser

from benchmarks.report import Bars, Section, Table, markdown, page

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
    html = page(HOSTILE, SECTIONS)
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
