"""Models and scenarios built from rows of whole numbers.

Each variable, event or noise factor is read from one row. Every row of the right length is valid, and zeros give the
simplest thing. `causalcore.claims.strategies` draws rows, and removes rows to shrink an example; a loop that needs
thousands of models fills rows from a random source. Both build the same things. Rows have at most four numbers, since
Hypothesis removes longer ones only occasionally.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from causalcore.errors import ContradictoryScenarioError
from causalcore.model.model import SCM, ConditionalTable, Floats, Mechanism, Noise, Rule
from causalcore.model.variable import Variable
from causalcore.scenario.scenario import EVENT_VALUES, QUANTITY_VALUES, Event, Kind, Link, Scenario, Sign, Strength

if TYPE_CHECKING:
    from random import Random

Row = Sequence[int]

MAX_TABLES = 600
"""Most response tables of one event, so a test can enumerate them."""

# ------------------------------------------------------------ fully specified models

_PARENTS = 3
_DIGITS = 81
"""Entries of the largest table: three parents of three values, and three values of its own."""

VARIABLE_ROW = (2 * 3, 12**_PARENTS, 5**_DIGITS)
"""Bounds: domain and whether the table is conditional, three parents (0 for none), entries of the table."""

NOISE_ROW = (2, 2, 5**9)
"""Bounds: domain, whether correlated with the next one, weights."""

_WEIGHTS = (1, 0, 2, 5, 3)


def make_model(
    variables: Sequence[Row], noise: Sequence[Row], *, confounded: bool = True, conditional: bool = False
) -> SCM:
    """Build a model from rows; V0, V1, ... are in causal order, the noise is U0, U1, ...

    Parameters
    ----------
    confounded
        Whether variables may share noise, and noise may be correlated.
    conditional
        Whether some variables have a conditional table instead of a mechanism.

    Examples
    --------
    >>> make_model([(0, 1, 5), (0, 2, 5)], [(0, 0, 0)]).edges
    (('V0', 'V1'),)
    """
    hidden = tuple(Variable(f"U{place}", tuple(range(2 + row[0]))) for place, row in enumerate(noise))
    own = tuple(Variable(f"V{place}", tuple(range(2 + row[0] % 2))) for place, row in enumerate(variables))
    free, rules = list(hidden), []
    for place, row in enumerate(variables):
        pool = [*free, *own[:place]]
        slots = [slot % (len(pool) + 1) for slot in _digits(row[1], 12, _PARENTS)]
        parents = tuple(dict.fromkeys(pool[slot - 1] for slot in slots if slot))
        if not confounded:
            free = [item for item in free if item not in parents]
        table = conditional and row[0] // 2 == 1
        rules.append(_rule(own[place], parents, row[2], conditional=table))
    return SCM(own, hidden, tuple(_factors(hidden, noise, joint=confounded)), tuple(rules))


def _rule(own: Variable, parents: tuple[Variable, ...], entries: int, *, conditional: bool) -> Rule:
    names, shape = tuple(parent.name for parent in parents), tuple(parent.size for parent in parents)
    if conditional:
        weights = _spread(entries, prod(shape) * own.size).reshape(*shape, own.size)
        return ConditionalTable(names, weights / weights.sum(axis=-1, keepdims=True))
    digits = _digits(entries, 5, prod(shape))
    return Mechanism(names, np.asarray([digit % own.size for digit in digits], dtype=np.intp).reshape(shape))


def _digits(number: int, base: int, count: int) -> list[int]:
    digits = []
    for _ in range(count):
        number, digit = divmod(number, base)
        digits.append(digit)
    return digits


def _spread(number: int, count: int) -> Floats:
    """Turn a number into weights; each is at least an eighth, so none is zero."""
    weights = np.asarray([_WEIGHTS[digit] for digit in _digits(number, len(_WEIGHTS), count)], dtype=np.float64)
    return weights + 0.125


def _factors(hidden: tuple[Variable, ...], rows: Sequence[Row], *, joint: bool) -> list[Noise]:
    factors, start = [], 0
    while start < len(hidden):
        end = min(len(hidden), start + (2 if joint and rows[start][1] else 1))
        shape = tuple(item.size for item in hidden[start:end])
        weights = [_WEIGHTS[digit] for digit in _digits(rows[start][2], len(_WEIGHTS), prod(shape))]
        table = np.asarray([weights[0] + 1, *weights[1:]], dtype=np.float64).reshape(shape)
        factors.append(Noise(tuple(item.name for item in hidden[start:end]), table / table.sum()))
        start = end
    return factors


# ------------------------------------------------------------ scenarios

MAX_EVENTS = 8
EVENT_ROW = (5 * 6, 2**MAX_EVENTS, 8 * 2**MAX_EVENTS, 32**MAX_EVENTS)
"""Bounds: kind and fact, causes, a special form and its detail, sign and strength of each link."""

_KINDS = (Kind.EVENT, Kind.EVENT, Kind.EVENT, Kind.QUANTITY, Kind.CHOICE)
_SIGNS = (Sign.PROMOTES, Sign.PROMOTES, Sign.INHIBITS, Sign.DETERMINES)
_STRENGTHS = (
    *(Strength.NECESSARY,) * 4,
    *(Strength.CONTRIBUTING,) * 2,
    Strength.SUFFICIENT,
    Strength.POSSIBLE,
)
_FORMULA, _PRESUPPOSITION = 6, 7


def make_scenario(rows: Sequence[Row], *, max_tables: int = MAX_TABLES, consistent: bool = False) -> Scenario:
    """Build a scenario from rows; e1, e2, ... are in causal order.

    Parameters
    ----------
    max_tables
        Most response tables of one event; links that would give it more are left out.
    consistent
        Whether contradictions are corrected: clashing formulas are dropped, clashing links are weakened.

    Examples
    --------
    >>> rain, wet = (0, 0, 0, 0), (0, 1, 0, 0)
    >>> [f"{link.cause} -> {link.effect}" for link in make_scenario([rain, wet]).links]
    ['e1 -> e2']
    """
    events: list[Event] = []
    links: list[Link] = []
    formulas: list[tuple[str, str]] = []
    for place, row in enumerate(rows, 1):
        chosen = [other for index, other in enumerate(events) if row[1] >> index & 1]
        detail, special = divmod(row[2], 8)
        base = chosen[detail % len(chosen)] if chosen and special == _PRESUPPOSITION else None
        if base is not None and base.fact == "false":
            base = None
        event = make_event(f"e{place}", row[0], (base.id,) if base else ())
        events.append(event)
        if chosen and special == _FORMULA and event.kind is Kind.EVENT:
            formulas.append((event.id, _formula(detail, chosen)))
        else:
            links += _links(event, [other for other in chosen if other is not base], row[3], max_tables)
    scenario = Scenario(events=tuple(events), links=tuple(links), mechanisms=tuple(formulas))
    return _corrected(scenario) if consistent else scenario


def make_event(name: str, number: int, presupposes: tuple[str, ...] = ()) -> Event:
    """Build an event from a number: plain, a quantity or a choice, mostly with the default fact."""
    place, kind_index = divmod(number % 30, 5)
    kind = _KINDS[kind_index]
    choice = ("tea", "milk", "juice")[: 2 + place % 2]
    values = {Kind.EVENT: EVENT_VALUES, Kind.QUANTITY: QUANTITY_VALUES, Kind.CHOICE: choice}[kind]
    default = {Kind.EVENT: "true", Kind.QUANTITY: "as stated", Kind.CHOICE: "tea"}[kind]
    fact = values[place - 3] if 3 <= place < 3 + len(values) else default
    statement = f"Thing {name[1:]} happened."
    return Event(id=name, statement=statement, kind=kind, values=values, fact=fact, presupposes=presupposes)


def _links(event: Event, causes: list[Event], number: int, max_tables: int) -> list[Link]:
    rows, links = 1, []
    for cause, digit in zip(causes, _digits(number, 32, len(causes)), strict=True):
        if len(event.values) ** (rows * len(cause.values)) <= max_tables:
            rows *= len(cause.values)
            strength, sign = divmod(digit, 4)
            links.append(Link(cause=cause.id, effect=event.id, sign=_SIGNS[sign], strength=_STRENGTHS[strength]))
    return links


def _formula(number: int, causes: list[Event]) -> str:
    number, operator = divmod(number, 3)
    parts = []
    for cause in causes:
        number, negated = divmod(number, 2)
        value = cause.values[number % len(cause.values)]
        part = cause.id if cause.kind is Kind.EVENT else f"{cause.id} == '{value}'"
        parts.append(f"not ({part})" if negated else f"({part})")
    return (" and ", " or ", " xor ")[operator].join(parts)


def _corrected(scenario: Scenario) -> Scenario:
    from causalcore.derivation.constraints import lay_out

    try:
        lay_out(scenario)
    except ContradictoryScenarioError:
        weaker = (
            Link(cause=link.cause, effect=link.effect, sign=link.sign, strength=Strength.CONTRIBUTING)
            if link.strength is Strength.SUFFICIENT
            else link
            for link in scenario.links
        )
        return Scenario(events=scenario.events, links=tuple(weaker))
    return scenario


# ------------------------------------------------------------ rows from a random source


def random_row(source: Random, bounds: Row) -> tuple[int, ...]:
    """Fill one row."""
    return tuple(source.randrange(bound) for bound in bounds)


def random_model(source: Random, **options: bool) -> SCM:
    """Make a model of two to five variables and one to four noise variables."""
    variables = [random_row(source, VARIABLE_ROW) for _ in range(source.randint(2, 5))]
    return make_model(variables, [random_row(source, NOISE_ROW) for _ in range(source.randint(1, 4))], **options)


def random_scenario(source: Random, *, size: int | None = None, consistent: bool = False) -> Scenario:
    """Make a scenario of two to four events, or of `size`."""
    count = size or source.choice((2, 3, 3, 4, 4))
    return make_scenario([random_row(source, EVENT_ROW) for _ in range(count)], consistent=consistent)
