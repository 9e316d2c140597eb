"""Questions of one pattern answered together, against each asked alone."""

from __future__ import annotations

import math
import random
from itertools import product

import numpy as np
import pytest

from causalcore.model.model import SCM, Mechanism, Noise
from causalcore.model.variable import Variable
from causalcore.queries.alike import ask_alike
from causalcore.queries.queries import Probability, ask
from causalcore.queries.query_language import parse_query
from causalcore.queries.world import Fact, Term


def ring(size: int, seed: int) -> SCM:
    """Make three-valued variables, each with two parents before it and noise that does not show in its value."""
    source = random.Random(seed)
    own = tuple(Variable(f"V{i}", (0, 1, 2)) for i in range(size))
    hidden = tuple(Variable(f"U{i}", (0, 1)) for i in range(size))
    rules = []
    for i in range(size):
        parents = (*(own[k].name for k in range(max(0, i - 2), i)), f"U{i}")
        shape = (*(3 for _ in parents[:-1]), 2)
        table = np.array([source.randrange(3) for _ in range(math.prod(shape))], dtype=np.intp)
        rules.append(Mechanism(parents, table.reshape(shape)))
    return SCM(own, hidden, tuple(Noise((u.name,), np.array([0.7, 0.3])) for u in hidden), tuple(rules))


def questions(seed: int) -> list[Probability]:
    """Return questions of two patterns, with all values that there are."""
    found = []
    for seen, done, told in product(range(3), repeat=3):
        term = Term("V5", (("V1", done),))
        found.append(Probability((Fact(term, told),), (Fact(Term("V3"), seen),)))
        found.append(Probability((Fact(Term("V4"), told),), (Fact(Term("V2"), seen), Fact(Term("V0"), done))))
    random.Random(seed).shuffle(found)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_each_question_has_the_answer_that_it_has_alone(seed: int):
    asked, answered = questions(seed), 0
    together = ask_alike(ring(6, seed), asked)
    for query, value in zip(asked, together, strict=True):
        if value is not None:
            assert value == pytest.approx(ask(ring(6, seed), query), rel=0, abs=1e-12)
            answered += 1
    assert answered > len(asked) / 2


def test_one_pattern_is_one_contraction(monkeypatch: pytest.MonkeyPatch):
    from causalcore.queries.compiled.pattern import Compiled

    calls = []
    whole = Compiled.tables
    monkeypatch.setattr(Compiled, "tables", lambda self, values: calls.append(len(values)) or whole(self, values))
    ask_alike(ring(6, 0), questions(0))
    # Values that are equal make a pattern of their own, so that what is observed and what is asked part few of them.
    assert sum(calls) > 40
    assert len(calls) < 10


def test_what_cannot_happen_is_left_to_be_refused_alone():
    from causalcore.model.textbook import FIRING_SQUAD

    texts = ("P(D=1 @ do(A=0) | A=1, D=0)", "P(D=0 @ do(A=0) | A=1, D=1)", "P(D=1 @ do(A=0) | A=1, D=1)")
    refused, *others = ask_alike(FIRING_SQUAD, [parse_query(text) for text in texts])
    assert refused is None
    assert others == [pytest.approx(ask(FIRING_SQUAD, parse_query(text)), abs=1e-12) for text in texts[1:]]
