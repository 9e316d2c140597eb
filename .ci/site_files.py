"""Write the site's generated files, or with `--check` fail if one is out of date.

`docs/reference/api.md` lists every public object for mkdocstrings; `docs/llms.txt` lists every page of the navigation
with its first sentence (https://llmstxt.org).
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
ROOMS = ("causalcore", "causalcore.claims", "logic")
RESULTS = (
    "nlbridge.apps.python.derived_rubric.DerivedRubric",
    "nlbridge.apps.python.verdict.Verdict",
    "nlbridge.apps.python.verdict.Unanswered",
    "causalcore.asking.graph_object.CausalGraph",
)
"""Types that public functions return; users meet these classes but never name them."""
ENTRY = re.compile(r"^\s*- (?:(.+): )?([\w/.-]+\.md)$", re.MULTILINE)


def place(room: str, name: str) -> str:
    """Return the path of a public name for mkdocstrings; a function object is shown by its class."""
    value = getattr(importlib.import_module(room), name)
    if isinstance(value, ModuleType):
        return value.__name__
    if hasattr(value, "__qualname__") and "<locals>" not in value.__qualname__:
        return f"{value.__module__}.{value.__qualname__}"
    if callable(value) and hasattr(value, "__qualname__"):
        return f"{value.__module__}.{name}"
    return f"{type(value).__module__}.{type(value).__qualname__}"


def api_page() -> str:
    """Return the page with all public names, room by room."""
    sys.path.insert(0, str(ROOT))
    lines = [
        "# Python",
        "",
        "Every public name, from its docstring. What stays between versions: [What stays](stability.md).",
    ]
    met: set[str] = set()
    for room in ROOMS:
        lines += ["", f"## `{room}`", ""]
        names = sorted(importlib.import_module(room).__all__, key=str.lower)
        lines += _shown(((name, place(room, name)) for name in names), met)
    lines += ["", "## Results", "", *_shown(((path.rsplit(".", 1)[-1], path) for path in RESULTS), met)]
    return "\n".join(lines) + "\n"


def _shown(named: Iterable[tuple[str, str]], met: set[str]) -> Iterator[str]:
    """Write each object once, with a heading if its public name differs from its class."""
    for name, path in named:
        if path in met:
            continue
        met.add(path)
        if path.rsplit(".", 1)[-1] == name:
            yield f"::: {path}"
        else:
            yield from (f"### {name}", "", f"::: {path}", "    options: {show_root_heading: false}", "")


def llms_text() -> str:
    """Return the list of pages for language models."""
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n", 1)[1]
    lines = ["# causalcore", "", f"> {first_sentence(DOCS / 'index.md')}", "", "## Pages", ""]
    for _, path in ENTRY.findall(navigation):
        page = DOCS / path
        title = page.read_text(encoding="utf-8").split("\n", 1)[0].lstrip("# ")
        lines.append(f"- [{title}]({path}): {first_sentence(page)}")
    return "\n".join(lines) + "\n"


def first_sentence(page: Path) -> str:
    """Return the first sentence of a page that says what it is about, as plain words."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    prose = (" ".join(each.split()) for each in re.split(r"\n\s*\n", text))
    words = " ".join(each for each in prose if each[:1].isalpha() or each[:1] in "`[*")
    sentences = re.split(r"(?<=[.?!])\s+(?=[A-Z`\[*])", re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", words))
    return next((each.rstrip(":").replace("**", "") for each in sentences if not each.startswith("Needs")), "")


def main(arguments: list[str]) -> int:
    """Write the files, or compare them."""
    stale = []
    for path, text in ((DOCS / "reference" / "api.md", api_page()), (DOCS / "llms.txt", llms_text())):
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(str(path.relative_to(ROOT)))
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
    if stale and "--check" in arguments:
        sys.stderr.write(f"out of date: {', '.join(stale)}; run python .ci/site_files.py\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
