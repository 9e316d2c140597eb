"""Retired words do not come back: not in what the program prints, and not in more names than still have them.

The words, and what is said instead, are the last table of docs/reference/glossary.md.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("logic", "causalcore", "nlbridge", "benchmarks")
GLOSSARY = (ROOT / "docs" / "reference" / "glossary.md").read_text(encoding="utf-8")
PRINTED = re.compile(
    r"\b(told|taken up|takes? up|surely|likeness|joined|what becomes of|hangs? on|was void|is set by the what-if)\b"
)
"""In messages; `set`, `bound`, `reach`, `void` and `margin` also have uses that stay: lower bound, data set, CSS."""
FEATURES = ("nlbridge/grounding/claims", "nlbridge/judging", "nlbridge/grounding")
"""Rooms whose strings name features of fitted models, or reasons that fitted texts quote."""
WORD_LISTS = {"benchmarks/questions/words.py", "benchmarks/ftc/explanations/phrase_trimming.py"}
"""Files with lists of English words."""
NAMES = {"told": 26, "joined": 11, "joint": 13, "likeness": 10, "bound": 6, "reach": 3, "void": 1, "surely": 2}
"""How many functions, classes and modules still have a retired word in their name; lower it when some go."""


def sources() -> Iterator[tuple[str, ast.Module]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def messages(tree: ast.Module) -> Iterator[str]:
    """Return the strings of several words that are no docstrings."""
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in statements else None
        if isinstance(text, str) and " " in text.strip():
            yield text


def test_no_message_has_a_retired_word():
    met = [
        f"{place}: {message[:80]!r}"
        for place, tree in sources()
        if place not in WORD_LISTS and not place.startswith(FEATURES)
        for message in messages(tree)
        if PRINTED.search(message)
    ]
    assert met == []


@pytest.mark.parametrize("shown", ["He told us.", "It takes up what is denied.", "surely read so", "1 hangs on it"])
def test_a_retired_word_is_found(shown):
    assert PRINTED.search(next(messages(ast.parse(f"message = {shown!r}"))))


def test_no_more_names_have_a_retired_word():
    named: Counter[str] = Counter()
    for _, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                named.update(re.findall("[a-z]+", re.sub("([A-Z])", r"_\1", node.name).lower()))
    assert {word: named[word] for word in NAMES if named[word] > NAMES[word]} == {}


@pytest.mark.parametrize("word", sorted(NAMES))
def test_the_glossary_says_what_to_write_instead(word):
    retired = GLOSSARY.partition("| retired |")[2]
    assert re.search(rf"\b{word}\b", retired)


def test_the_glossary_has_each_term_once():
    terms = re.findall(r"^\| ([^|]+) \|", GLOSSARY.partition("| retired |")[0], re.MULTILINE)
    single = [term.strip() for entry in terms for term in entry.split(",")]
    assert len(single) == len(set(single))
