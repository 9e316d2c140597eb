"""Bounds against published numbers, closed forms, a linear program of their own, and models drawn at random."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest
import scm_oracle as oracle
from scipy.optimize import linprog

from causalcore.bounds import extremum
from causalcore.bounds.assumption import parse_assumption
from causalcore.bounds.bounds import Interval, bounds, identifying
from causalcore.errors import ContradictoryAssumptionsError, ImpossibleEvidenceError, MalformedModelError
from causalcore.model.building import scm
from causalcore.model.model import SCM
from causalcore.model.textbook import SMOKING_TAR
from causalcore.queries.effect import Effect
from causalcore.queries.path_effect import PathEffect
from causalcore.queries.queries import Expectation, Probability, ask
from causalcore.queries.query_language import parse_query
from causalcore.queries.world import Fact, Term

BITS = (0, 1)
INSTRUMENT = ("confounded(X, Y)", "excluded(Z, Y)")


def _bounds(model: SCM, text: str, *assume: str) -> Interval:
    query = parse_query(text)
    assert isinstance(query, Probability | Expectation | Effect | PathEffect)
    return bounds(model, query, [parse_assumption(each) for each in assume])


def _ask(model: SCM, text: str) -> float:
    query = parse_query(text)
    assert isinstance(query, Probability | Expectation | Effect | PathEffect)
    return ask(model, query)


def _instrument(seen: np.ndarray) -> SCM:
    """Make a model whose tables are those of seen[z, x, y], counts or probabilities for each z."""
    by_x = seen.sum(axis=2)
    chance_x = by_x / by_x.sum(axis=1, keepdims=True)
    chance_y = np.divide(seen, by_x[:, :, None], out=np.full(seen.shape, 0.5), where=by_x[:, :, None] > 0)
    return scm(
        variables={"Z": BITS, "X": BITS, "Y": BITS},
        mechanisms={
            "Z": {"cpt": [0.5, 0.5]},
            "X": {"parents": ["Z"], "cpt": {str(z): chance_x[z].tolist() for z in BITS}},
            "Y": {
                "parents": ["Z", "X"],
                "cpt": {f"{z}, {x}": chance_y[z, x].tolist() for z, x in product(BITS, BITS)},
            },
        },
    )


@pytest.mark.parametrize(
    ("seen", "low", "high"),
    [
        # Vitamin A, Balke and Pearl (1997), section 4.
        ([[[0.0064, 0.9936], [0, 0]], [[0.0028, 0.1972], [0.001, 0.799]]], -0.1946, 0.0054),
        # Lipid study (158, 14, 0, 0, 52, 12, 23, 78), and the flu vaccine study with the counts below:
        # Richardson and Robins (2014), ACE bounds, as their R package noncompliance prints them.
        ([[[158, 14], [0, 0]], [[52, 12], [23, 78]]], 0.3913319, 0.7792107),
        ([[[99, 1027], [30, 233]], [[84, 935], [31, 422]]], -0.6420409, 0.2390209),
    ],
)
def test_bounds_of_published_trials_with_noncompliance(seen: object, low: float, high: float) -> None:
    found = _bounds(_instrument(np.array(seen, dtype=float)), "ate(X, Y)", *INSTRUMENT)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-7)
    assert found.sharp


def _by_types(seen: np.ndarray, goal: str) -> tuple[float, float] | None:
    """Bound a quantity by a linear program over the 16 types (x0, x1, y0, y1), written out."""
    types = list(product(BITS, repeat=4))
    rows, values = [], []
    for z, x, y in product(BITS, BITS, BITS):
        rows.append([float(t[z] == x and t[2 + x] == y) for t in types])
        values.append(seen[z, x, y] / seen[z].sum())
    cost = np.array([t[3] - t[2] if goal == "ate" else float(t[3] == 1 and t[2] == 0) for t in types], dtype=float)
    found = [linprog(s * cost, A_eq=rows, b_eq=values, bounds=(0, 1)) for s in (1, -1)]
    return None if found[0].status == 2 else (found[0].fun, -found[1].fun)


@pytest.mark.parametrize("seed", range(12))
def test_bounds_with_an_instrument_equal_a_program_over_all_types(seed: int) -> None:
    rng = np.random.default_rng(seed)
    seen = rng.dirichlet(np.ones(4) * (3 if seed % 2 else 0.5), size=2).reshape(2, 2, 2)
    model = _instrument(seen)
    for text, goal in (("ate(X, Y)", "ate"), ("pns(X, Y)", "pns")):
        expected = _by_types(seen, goal)
        if expected is None:  # the instrumental inequality is broken
            with pytest.raises(ContradictoryAssumptionsError, match=r"got confounded\(X, Y\); excluded\(Z, Y\)"):
                _bounds(model, text, *INSTRUMENT)
            continue
        found = _bounds(model, text, *INSTRUMENT)
        assert (found.low, found.high) == pytest.approx(expected, abs=1e-6)


def _trial(px: float, y0: float, y1: float) -> SCM:
    tables = {"0": [1 - y0, y0], "1": [1 - y1, y1]}
    mechanisms = {"X": {"cpt": [1 - px, px]}, "Y": {"parents": ["X"], "cpt": tables}}
    return scm(variables={"X": BITS, "Y": BITS}, mechanisms=mechanisms)


@pytest.mark.parametrize("seed", range(8))
def test_bounds_of_a_confounded_effect_are_those_of_manski_and_of_tian_and_pearl(seed: int) -> None:
    random = Random(seed)
    px, y0, y1 = (random.uniform(0.1, 0.9) for _ in range(3))
    model = _trial(px, y0, y1)
    done = _bounds(model, "P(Y=1 @ do(X=1))", "confounded(X, Y)")
    assert (done.low, done.high) == pytest.approx((px * y1, px * y1 + 1 - px))
    effect = _bounds(model, "ate(X, Y)", "confounded(X, Y)")
    assert effect.high - effect.low == pytest.approx(1.0)
    both = _bounds(model, "pns(X, Y)", "confounded(X, Y)")
    assert (both.low, both.high) == pytest.approx((0.0, px * y1 + (1 - px) * (1 - y0)), abs=1e-9)
    necessity = _bounds(model, "pn(X, Y)", "confounded(X, Y)")
    assert (necessity.low, necessity.high) == pytest.approx((0.0, 1.0), abs=1e-9)
    taken_back = _bounds(model, "ate(X, Y)", "confounded(X, Y)", "exogenous(X)")
    assert taken_back.point == pytest.approx(y1 - y0)


@pytest.mark.parametrize("seed", range(8))
def test_a_monotone_exogenous_cause_has_the_points_of_tian_and_pearl(seed: int) -> None:
    random = Random(seed)
    y0, y1 = sorted(random.uniform(0.1, 0.9) for _ in range(2))
    model = _trial(0.4, y0, y1)
    assert _bounds(model, "pns(X, Y)", "monotone(X, Y, +)").point == pytest.approx(y1 - y0)
    assert _bounds(model, "pn(X, Y)", "monotone(X, Y, +)").point == pytest.approx(1 - y0 / y1)
    assert _bounds(model, "ps(X, Y)", "monotone(X, Y, +)").point == pytest.approx((y1 - y0) / (1 - y0))
    with pytest.raises(ContradictoryAssumptionsError, match=r"got monotone\(X, Y, -\)"):
        _bounds(model, "pn(X, Y)", "monotone(X, Y, -)")


def _chosen(a: float, b: float, share: float) -> dict[str, float]:
    """Return a distribution over (value under 0, value under 1) with margins a and b."""
    low, high = max(0.0, a + b - 1), min(a, b)
    both = low + share * (high - low)
    return {"0, 0": max(0.0, 1 - a - b + both), "0, 1": b - both, "1, 0": a - both, "1, 1": both}


TWO_OPEN = ("pn(X, Y)", "pns(X, Y)", "P(Y=1 @ do(X=0) | X=1, M=1, Y=1)")


@pytest.mark.parametrize(("text", "seed"), list(product(TWO_OPEN, range(3))))
def test_bounds_over_two_open_tables_are_reached_and_hold(text: str, seed: int) -> None:
    random = Random(seed)
    m0, m1, y0, y1 = (random.uniform(0.1, 0.9) for _ in range(4))
    tables = {"X": {"cpt": [0.4, 0.6]}}
    tables["M"] = {"parents": ["X"], "cpt": {"0": [1 - m0, m0], "1": [1 - m1, m1]}}
    tables["Y"] = {"parents": ["M"], "cpt": {"0": [1 - y0, y0], "1": [1 - y1, y1]}}
    variables = {"X": BITS, "M": BITS, "Y": BITS}
    found = _bounds(scm(variables=variables, mechanisms=tables), text)
    assert found.sharp
    assert set(found.opened) == {"M", "Y"}
    values = []
    for share_m, share_y in product((0, 0.25, 0.5, 1), repeat=2):
        model = scm(
            variables=variables,
            noise={
                "UX": {0: 0.4, 1: 0.6},
                "M0, M1": _chosen(m0, m1, share_m),
                "Y0, Y1": _chosen(y0, y1, share_y),
            },
            mechanisms={"X": "UX", "M": "if X == 1 then M1 else M0", "Y": "if M == 1 then Y1 else Y0"},
        )
        values.append(_ask(model, text))
    assert min(values) == pytest.approx(found.low, abs=1e-7)
    assert max(values) == pytest.approx(found.high, abs=1e-7)


def _tree(random: Random) -> tuple[dict[str, str], dict[str, tuple[float, float]]]:
    names = [f"V{i}" for i in range(random.choice((3, 4)))]
    parents = {names[i]: names[random.randrange(i)] for i in range(1, len(names))}
    return parents, {name: (random.uniform(0.05, 0.95), random.uniform(0.05, 0.95)) for name in names}


def _tree_query(random: Random, names: list[str]) -> Probability:
    def fact() -> Fact:
        world = tuple((name, random.choice(BITS)) for name in random.sample(names, k=random.choice((0, 1, 1))))
        return Fact(Term(random.choice(names), world), random.choice(BITS))

    outcome = tuple(fact() for _ in range(random.choice((1, 2))))
    return Probability(outcome, tuple(fact() for _ in range(random.choice((0, 1, 2)))))


@pytest.mark.parametrize("block", range(4))
def test_bounds_over_trees_of_tables_are_the_extremes_of_all_models_with_the_same_tables(block: int) -> None:
    wide = 0
    for seed in range(block * 40, (block + 1) * 40):
        random = Random(seed)
        parents, chances = _tree(random)
        first, *rest = chances
        variables = dict.fromkeys(chances, BITS)
        a = chances[first][0]
        tables: dict[str, object] = {first: {"cpt": [1 - a, a]}}
        for name in rest:
            rows = {str(x): [1 - p, p] for x, p in zip(BITS, chances[name], strict=True)}
            tables[name] = {"parents": [parents[name]], "cpt": rows}
        query = _tree_query(random, list(chances))
        try:
            found = bounds(scm(variables=variables, mechanisms=tables), query)
        except ImpossibleEvidenceError:
            continue
        values = []
        for shares in product((0, 0.5, 1), repeat=len(rest)):
            noise: dict[str, object] = {"N": {0: 1 - a, 1: a}}
            noise |= {f"{n}a, {n}b": _chosen(*chances[n], s) for n, s in zip(rest, shares, strict=True)}
            rules = {name: f"if {parents[name]} == 1 then {name}b else {name}a" for name in rest}
            model = scm(variables=variables, noise=noise, mechanisms={first: "N", **rules})
            try:
                values.append(ask(model, query))
            except ImpossibleEvidenceError:
                continue
        wide += found.point is None
        assert (found.low, found.high) == pytest.approx((min(values), max(values)), abs=1e-6), seed
    assert wide > 0


@pytest.mark.parametrize("seed", range(12))
def test_listed_vertices_and_linear_programs_find_the_same_bounds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(seed)
    model = _trial(*(random.choice((0.0, 0.2, 0.7, 1.0)) for _ in range(3)))
    for text in ("P(Y=1 @ do(X=1) | X=0)", "ate(X, Y)", "pn(X, Y)", "ett(X, Y)"):
        answers = []
        for bases in (extremum.FEW_BASES, 0):
            monkeypatch.setattr(extremum, "FEW_BASES", bases)
            try:
                found = _bounds(model, text, "confounded(X, Y)")
                answers.append((found.low, found.high, found.sharp))
            except ImpossibleEvidenceError as error:
                answers.append(str(error))
        assert answers[0] == (answers[1] if isinstance(answers[1], str) else pytest.approx(answers[1], abs=1e-7)), text


def test_the_front_door_leaves_no_width() -> None:
    def seen(fact: str, given: str = "") -> list[float]:
        chance = _ask(SMOKING_TAR, f"P({fact}=1{given})")
        return [1 - chance, chance]

    tables = scm(
        variables={"smoking": BITS, "tar": BITS, "cancer": BITS},
        mechanisms={
            "smoking": {"cpt": seen("smoking")},
            "tar": {"parents": ["smoking"], "cpt": {str(x): seen("tar", f" | smoking={x}") for x in BITS}},
            "cancer": {
                "parents": ["smoking", "tar"],
                "cpt": {f"{x}, {t}": seen("cancer", f" | smoking={x}, tar={t}") for x, t in product(BITS, BITS)},
            },
        },
    )
    assume = ("confounded(smoking, cancer)", "excluded(smoking, cancer)")
    found = _bounds(tables, "P(cancer=1 @ do(smoking=1))", *assume)
    assert found.point == pytest.approx(_ask(SMOKING_TAR, "P(cancer=1 @ do(smoking=1))"), abs=1e-6)
    naive = _ask(tables, "P(cancer=1 @ do(smoking=1))")
    assert naive == pytest.approx(_ask(SMOKING_TAR, "P(cancer=1 | smoking=1)"))
    assert abs(naive - found.low) > 0.05, "without the assumptions the answer is another"


QUESTIONS = (
    "ate(X, Y)",
    "pn(X, Y)",
    "ps(X, Y)",
    "pns(X, Y)",
    "ett(X, Y)",
    "E(Y @ do(X=1) | Z=1)",
    "P(X=1 @ do(Z=0) | X=0, Z=1)",
)


@pytest.mark.parametrize("seed", range(25))
def test_models_drawn_at_random_lie_inside_the_bounds_of_their_tables(seed: int) -> None:
    rng, random = np.random.default_rng(seed), Random(seed)
    joint = rng.dirichlet(np.ones(16)).reshape(4, 4)  # which of four functions X and Y follow
    rows = {f"{x}, {y}": float(joint[x, y]) for x, y in product(range(4), range(4))}
    model = scm(
        variables={"Z": BITS, "X": BITS, "Y": BITS},
        noise={"UZ": {0: 0.5, 1: 0.5}, "UX, UY": rows},
        mechanisms={
            "Z": "UZ",
            "X": lambda Z, UX: (0, Z, 1 - Z, 1)[UX],  # noqa: N803 - a parameter names its parent
            "Y": lambda X, UY: (0, X, 1 - X, 1)[UY],  # noqa: N803
        },
    )
    seen = np.array([[[oracle.seen(model, Z=z, X=x, Y=y) for y in BITS] for x in BITS] for z in BITS])
    text = random.choice(QUESTIONS)
    found = _bounds(_instrument(seen), text, *INSTRUMENT)
    assert found.low - 1e-7 <= _ask(model, text) <= found.high + 1e-7


def test_what_would_identify_a_query_is_tried_and_named() -> None:
    query = parse_query("pn(X, Y)")
    assert isinstance(query, Effect)
    model = _trial(0.4, 0.2, 0.6)
    cures = identifying(model, query, (), bounds(model, query))
    assert [(str(assumption), round(value, 6)) for assumption, value in cures] == [("monotone(X, Y, +)", 0.666667)]


def test_tables_too_large_for_vertices_have_valid_bounds_that_are_not_called_sharp() -> None:
    rng = np.random.default_rng(3)

    def table(parents: list[str]) -> dict[str, object]:
        rows = {", ".join(map(str, row)): rng.dirichlet(np.ones(3)).tolist() for row in product(BITS, repeat=2)}
        return {"parents": parents, "cpt": rows}

    model = scm(
        variables={"X": BITS, "W": BITS, "M": [0, 1, 2], "N": [0, 1, 2], "Y": [0, 1]},
        mechanisms={
            "X": {"cpt": [0.5, 0.5]},
            "W": {"cpt": [0.3, 0.7]},
            "M": table(["X", "W"]),
            "N": table(["X", "W"]),
            "Y": "M > N",
        },
    )
    found = _bounds(model, "P(Y=1 @ do(X=1), Y=0 @ do(X=0))")
    assert not found.sharp
    top = min(_ask(model, "P(Y=1 @ do(X=1))"), _ask(model, "P(Y=0 @ do(X=0))"))
    assert 0 <= found.low <= found.high <= top + 1e-7


def test_confounding_that_is_not_all_around_is_not_called_sharp() -> None:
    mechanisms = {
        "A": {"cpt": [0.5, 0.5]},
        "B": {"parents": ["A"], "cpt": {"0": [0.8, 0.2], "1": [0.3, 0.7]}},
        "C": {"parents": ["B"], "cpt": {"0": [0.6, 0.4], "1": [0.1, 0.9]}},
    }
    model = scm(variables={"A": BITS, "B": BITS, "C": BITS}, mechanisms=mechanisms)
    assert not _bounds(model, "ate(A, C)", "confounded(A, B)", "confounded(B, C)").sharp
    assert _bounds(model, "ate(A, C)", "confounded(A, B, C)").sharp


@pytest.mark.parametrize(
    ("assume", "words"),
    [
        ("monotone(Y, X, +)", "expected a direct cause of X in monotone\\(Y, X, \\+\\), got Y"),
        ("confounded(smoking, cancer)", "smoking has a mechanism"),
    ],
)
def test_an_assumption_about_something_else_says_why(assume: str, words: str) -> None:
    model, text = (SMOKING_TAR, "ate(tar, cancer)") if "smoking" in assume else (_trial(0.4, 0.2, 0.6), "ate(X, Y)")
    with pytest.raises(MalformedModelError, match=words):
        _bounds(model, text, assume)
