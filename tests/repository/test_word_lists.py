"""English words are listed in the lexicon, once: no room has a list of its own."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from nlbridge.language.lexicon import word_class, word_order
from nlbridge.language.lexicon.classes import _tables
from nlbridge.language.lexicon.connectives import inventory

ROOT = Path(__file__).parents[2]
LEXICON = ROOT / "nlbridge" / "language" / "lexicon"
WORD = re.compile(r"[ai]|[a-z][a-z'’-]+")
RELATIONS = frozenset(
    "acl advcl advmod amod appos aux case cc ccomp conj cop csubj det iobj mark nmod nsubj obj obl parataxis root "
    "xcomp acomp agent attr auxpass csubjpass dative dobj neg nsubjpass pobj poss prt relcl".split()
)
"""Labels of dependencies, those of Universal Dependencies and those of the parser; `acl:relcl` is no word anyway."""
OPTIONS = frozenset(
    "offline llm hybrid model given words both confirmed "  # readers and provenance
    "necessary sufficient contributing possible none promotes inhibits determines "  # strengths and signs
    "open fail pass undetermined valid invalid changed unchanged numeric latent connective intervention new "
    "event choice quantity courtesy wish instruction plan cause effect mediator condition "  # kinds
    "back joined after measured suits unknown holds fails what-if link answer "
    "yes no entailment contradiction neutral "  # answers and labels
    "id text scenario had query do request prepared endpoint seconds "
    "true false bare other gone neither silent links asked reached of counterfactuals".split()  # fields of lines
)
"""Values of options, kinds and fields: they are no words of a text."""
READS_ENGLISH = frozenset(
    f"nlbridge/{room}" for room in "answering grounding judging language reading supposing telling".split()
) | {
    "benchmarks/chg/criteria",
    "benchmarks/conditionals/antecedents.py",
    "benchmarks/ftc/explanations",
    "benchmarks/questions",
}
"""Rooms and files that read texts; elsewhere, among keys, options and pages, a list counts where half of it is of the
lexicon's function words.
"""
CAPS: dict[str, int] = {"benchmarks/generate": 3}
"""How many lists a room may still have. A cap may only fall."""


def _strings(elements: list[ast.expr]) -> list[str]:
    values = [e.value for e in elements if isinstance(e, ast.Constant) and isinstance(e.value, str)]
    return values if len(values) == len(elements) else []


def _fixed(value: ast.expr) -> bool:
    """Whether a value is written out: a row of JSON has values that are worked out."""
    return not any(isinstance(n, ast.Call | ast.Attribute | ast.Name | ast.Subscript) for n in ast.walk(value))


def _listed(node: ast.AST) -> list[str]:
    match node:
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            return _strings(elements)
        case ast.Dict(keys=keys, values=values) if all(keys) and all(map(_fixed, values)):
            return _strings([key for key in keys if key])
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="split"), args=[]):
            return text.split()
    return []


def _no_words(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what holds names or options: `__all__` and the alternatives of a type."""
    for node in ast.walk(tree):
        names = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        if names or (isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("Literal")):
            yield from ast.walk(node)


def _compared(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.ops[-1], ast.In | ast.NotIn):
            yield node.comparators[-1]


@cache
def _listed_phrases() -> frozenset[str]:
    return word_class(*_tables()) | {str(signal) for signal in inventory()}


def _is_word_list(found: list[str], *, least: int, reads: bool) -> bool:
    said = {one for one in found if WORD.fullmatch(one) or (" " in one and one in _listed_phrases())}
    if len(said) < least or 2 * len(said) < len(set(found)) or said <= RELATIONS | OPTIONS:
        return False
    return reads or 2 * len(said & word_class("edit_function_words", "negators_and_without")) >= len(said)


def word_lists(source: str, *, reads: bool = True) -> list[int]:
    """Return the lines of a file where English words are listed."""
    tree = ast.parse(source)
    skipped, compared = set(_no_words(tree)), set(_compared(tree))
    return [
        node.lineno
        for node in ast.walk(tree)
        if node not in skipped and _is_word_list(_listed(node), least=2 if node in compared else 3, reads=reads)
    ]


@cache
def found_lists() -> dict[str, list[str]]:
    """Return where each room of `nlbridge` and `benchmarks` lists English words outside the lexicon."""
    rooms: dict[str, list[str]] = {}
    for path in sorted(one for package in ("nlbridge", "benchmarks") for one in (ROOT / package).rglob("*.py")):
        place = path.relative_to(ROOT)
        if LEXICON not in path.parents and len(place.parts) > 2:
            reads = any(place.is_relative_to(room) for room in READS_ENGLISH)
            lines = word_lists(path.read_text(), reads=reads)
            rooms.setdefault("/".join(place.parts[:2]), []).extend(f"{place}:{line}" for line in lines)
    return rooms


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("X = frozenset({'not', 'never', 'no'})", 1),
        ("X = 'hardly scarcely barely'.split()", 1),
        ("if word in ('not', 'never'): pass", 1),
        ("X = {'because of': 1, 'due to': 2, 'so': 3}", 1),
        ("X = {'nsubj', 'obj', 'obl'}", 0),
        ("X = {'NN', 'NNS', 'VB'}", 0),
        ("X = {'id': row.id, 'text': row.text, 'edit': row.edit}", 0),
        ("X: Literal['fact', 'supposed', 'doubted']", 0),
    ],
)
def test_a_list_of_words_is_told_from_labels_options_and_rows(source, count):
    assert len(word_lists(source)) == count


def test_no_room_lists_english_words_outside_the_lexicon():
    found = found_lists()
    too_many = {room: places for room, places in found.items() if len(places) > CAPS.get(room, 0)}
    assert not too_many


def test_caps_fall_with_the_lists():
    found = found_lists()
    assert {room: cap for room, cap in CAPS.items() if len(found.get(room, ())) < cap} == {}


def _entries() -> Iterator[tuple[str, str, str]]:
    for table in sorted((LEXICON / "words").glob("*.yaml")):
        lines = table.read_text().splitlines()
        for before, line in zip(["", *lines], lines, strict=False):
            if named := re.match(r"(\w+):", line):
                yield table.name, named[1], before


def test_a_class_of_words_has_one_name_and_says_what_it_is_for():
    names = Counter(name for _, name, _ in _entries())
    assert not [name for name, count in names.items() if count > 1]
    assert not [f"{table}: {name}" for table, name, before in _entries() if not before.startswith("# ")]


def test_no_two_classes_list_the_same_words():
    same: dict[frozenset[str], list[str]] = {}
    for name in _tables():
        same.setdefault(word_class(name), []).append(name)
    assert not [names for names in same.values() if len(names) > 1]


def test_every_class_of_words_is_used():
    sources = [path.read_text() for package in ("nlbridge", "benchmarks") for path in (ROOT / package).rglob("*.py")]
    used = set(re.findall(r'"(\w+)"', " ".join(sources)))
    inner = {entry[1:-1] for words in _tables().values() for entry in words.split() if entry[0] == "<"}
    asked = {f"before_no_{joint}" for joint in word_order("turned_joints")}
    assert not set(_tables()) - used - inner - asked
