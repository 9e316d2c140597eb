"""Labels against truth tables, with background that may contradict the premises."""

from __future__ import annotations

from itertools import combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from logic.formulas.formula import And, Atom, Formula, Implies, Not, Or
from logic.models.worlds import Worlds
from logic.relations.nli import Label, label

LETTERS = tuple(Atom(letter) for letter in "ABCD")
LITERALS = [*LETTERS, *map(Not, LETTERS)]
SENTENCES = st.one_of(
    st.sampled_from(LITERALS),
    st.builds(lambda one, other: Implies(one, other), st.sampled_from(LITERALS), st.sampled_from(LITERALS)),
    st.builds(lambda one, other: Or((one, other)), st.sampled_from(LITERALS), st.sampled_from(LITERALS)),
    st.builds(lambda one, other: And((one, other)), st.sampled_from(LITERALS), st.sampled_from(LITERALS)),
)


def truths(formula: Formula, world: dict[Formula, bool]) -> bool:
    """Evaluate by the truth tables alone."""
    match formula:
        case Atom():
            return world[formula]
        case Not(body):
            return not truths(body, world)
        case And(parts):
            return all(truths(part, world) for part in parts)
        case Or(parts):
            return any(truths(part, world) for part in parts)
        case Implies(left, right):
            return not truths(left, world) or truths(right, world)
    raise AssertionError


WORLDS = [dict(zip(LETTERS, values, strict=True)) for values in product((True, False), repeat=len(LETTERS))]


def models(formulas: list[Formula]) -> list[dict[Formula, bool]]:
    return [world for world in WORLDS if all(truths(one, world) for one in formulas)]


def expected(premises: list[Formula], background: list[Formula], hypothesis: Formula) -> Label:
    """Read the definition off: every maximal part of the background that is consistent with the premises."""
    if not models(premises):
        return Label.INCONSISTENT
    places = range(len(background))
    consistent = [
        set(chosen)
        for size in range(len(background) + 1)
        for chosen in combinations(places, size)
        if models([*premises, *(background[place] for place in chosen)])
    ]
    maximal = [one for one in consistent if not any(one < other for other in consistent)]
    found = set()
    for part in maximal:
        values = {truths(hypothesis, world) for world in models([*premises, *(background[place] for place in part)])}
        found.add({(True,): Label.ENTAILMENT, (False,): Label.CONTRADICTION}.get(tuple(values), Label.NEUTRAL))
    return found.pop() if len(found) == 1 else Label.NEUTRAL


@settings(max_examples=60)
@given(st.lists(SENTENCES, max_size=3), st.lists(SENTENCES, max_size=4), SENTENCES)
def test_labels_are_those_of_the_truth_table_also_where_background_clashes(
    premises: list[Formula], background: list[Formula], hypothesis: Formula
) -> None:
    result = label(premises=premises, hypothesis=hypothesis, background=background)
    assert result.label is expected(premises, background, hypothesis)
    assert result.check()


@settings(max_examples=60)
@given(SENTENCES)
def test_worlds_as_bits_are_the_rows_of_the_truth_table(formula: Formula) -> None:
    table = Worlds(atoms=LETTERS)
    found = table.where(formula)
    rows = [{letter: bool(world >> place & 1) for place, letter in enumerate(LETTERS)} for world in range(16)]
    assert [bool(found >> world & 1) for world in range(16)] == [truths(formula, row) for row in rows]
