"""The site names what exists: every page is in the navigation, every public name and every error has its page."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from nlbridge.apps.command.presentation.pages import MEANING, REFUSED, page_of, refusal_page
from nlbridge.errors import UnreadableTextError
from nlbridge.judging.report import ErrorClass

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
NAVIGATION = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n", 1)[1]
MOST_WORDS = 24_000


def test_the_navigation_has_every_page():
    named = set(re.findall(r"[\w/.-]+\.md", NAVIGATION))
    assert named == {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}


def site_files() -> ModuleType:
    spec = importlib.util.spec_from_file_location("site_files", ROOT / ".ci" / "site_files.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reference_has_every_public_name():
    """Where one is missing: python .ci/site_files.py."""
    shown, written = (DOCS / "reference" / "api.md").read_text(encoding="utf-8"), site_files().api_page()
    assert "::: causalcore.scenario.scenario.Event\n" in written
    assert [line for line in written.splitlines() if line.startswith(":::") and line not in shown] == []


def test_language_models_get_a_list_of_every_page():
    """Where it is out of date: python .ci/site_files.py."""
    written = site_files().llms_text()
    assert written == (DOCS / "llms.txt").read_text(encoding="utf-8")
    listed = set(re.findall(r"\]\(([\w/.-]+\.md)\): ", written))
    assert listed == set(re.findall(r"[\w/.-]+\.md", NAVIGATION))
    assert site_files().first_sentence(DOCS / "index.md").startswith("causalcore says")


@pytest.mark.parametrize("error", list(ErrorClass))
def test_each_error_class_has_a_page_whose_title_is_its_meaning(error):
    title = (ROOT / page_of(str(error))).read_text(encoding="utf-8").split("\n", 1)[0]
    assert title == f"# {error}: {MEANING[str(error)]}"


@pytest.mark.parametrize("page", sorted(set(REFUSED.values())))
def test_each_refusal_has_a_page_with_an_example_and_advice(page):
    words = (DOCS / "reference" / "refusals" / f"{page}.md").read_text(encoding="utf-8")
    assert "```text\n" in words
    assert "**What to do.**" in words


def test_a_message_names_the_page_of_its_refusal():
    assert (ROOT / refusal_page(UnreadableTextError("empty"))).is_file()


def test_the_pages_for_users_stay_short():
    """Tables of measurements belong to docs/research, which does not count."""
    pages = [page for page in DOCS.rglob("*.md") if "research" not in page.relative_to(DOCS).parts]
    words = sum(len(page.read_text(encoding="utf-8").split()) for page in [*pages, ROOT / "README.md"])
    assert words <= MOST_WORDS


def figures(page: str) -> set[tuple[str, ...]]:
    """Return the cells with figures of every row of a page's first table about what to expect."""
    rows = (line.strip("| \n").split(" | ") for line in page.splitlines() if line.startswith("| "))
    return {tuple(row[1:]) for row in rows if len(row) == 3 and any(sign.isdigit() for sign in row[1])}


def test_the_readme_has_the_figures_of_the_page_on_what_to_expect():
    known = figures((DOCS / "explanation" / "what-to-expect.md").read_text(encoding="utf-8"))
    shown = figures((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(shown) >= 3
    assert shown <= known
