"""Models from formulas, truth tables, Python functions and conditional tables."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import prod

import numpy as np

from causalcore.errors import MalformedModelError, OutsideDomainError, UnknownNameError
from causalcore.mechanisms import mechanism as formulas
from causalcore.model.model import SCM, ConditionalTable, Floats, Mechanism, Noise, Rule, checked_distribution
from causalcore.model.variable import Value, Variable, as_value, variable
from logic.errors import brief, listed

MAX_ROWS = 1 << 20
"""Most rows of one mechanism; larger ones should be split by an intermediate variable."""

Spec = str | Mapping[str, object] | Callable[..., object] | Value
"""A formula, `{parents, table}` or `{parents, cpt}`, a Python function of its parents, or a constant."""


def scm(
    *,
    variables: Mapping[str, Iterable[object]],
    mechanisms: Mapping[str, Spec],
    noise: Mapping[str, Mapping[object, float]] | None = None,
) -> SCM:
    """Build a model.

    Parameters
    ----------
    variables
        Name to ordered domain.
    mechanisms
        Name to formula, table, conditional table or Python function whose parameters name its parents.
    noise
        Name to distribution, or `"U1, U2"` to a joint distribution whose keys are `"0, 1"` or tuples; omitted
        combinations have probability 0.

    Raises
    ------
    MalformedModelError
        The error says what is wrong and where.
    CyclicModelError
        If variables cause each other in a cycle.

    Examples
    --------
    >>> rain = scm(
    ...     variables={"rain": [0, 1], "wet": [0, 1]},
    ...     noise={"U": {0: 0.7, 1: 0.3}},
    ...     mechanisms={"rain": "U", "wet": "rain"},
    ... )
    >>> rain.edges
    (('rain', 'wet'),)
    """
    own = tuple(variable(name, values) for name, values in variables.items())
    factors, exogenous = _noise(noise or {})
    by_name = {item.name: item for item in (*own, *exogenous)}
    missing = sorted({item.name for item in own} - set(mechanisms))
    if missing:
        message = f"expected a mechanism for each variable, got none for {listed(missing)}; add it"
        raise MalformedModelError(message)
    for name in mechanisms:
        if name not in variables:
            raise UnknownNameError(name, tuple(variables))
    rules = tuple(_rule(item, mechanisms[item.name], by_name) for item in own)
    return SCM(own, exogenous, factors, rules)


def _noise(specs: Mapping[str, Mapping[object, float]]) -> tuple[tuple[Noise, ...], tuple[Variable, ...]]:
    factors: list[Noise] = []
    exogenous: list[Variable] = []
    for label, rows in specs.items():
        names = tuple(name.strip() for name in label.split(","))
        keys = [_row_key(key, len(names), label) for key in rows]
        own = tuple(variable(name, _in_order(key[axis] for key in keys)) for axis, name in enumerate(names))
        table = np.zeros(tuple(item.size for item in own))
        seen: set[tuple[int, ...]] = set()
        for key, probability in zip(keys, rows.values(), strict=True):
            position = tuple(item.index(value) for item, value in zip(own, key, strict=True))
            if position in seen:
                message = f"expected each row of the noise {label} once, got {', '.join(map(str, key))} twice; drop one"
                raise MalformedModelError(message)
            seen.add(position)
            table[position] = _probability(probability, label)
        flat = checked_distribution(table.reshape(-1), f"the noise {label}")
        factors.append(Noise(names, flat.reshape(table.shape)))
        exogenous.extend(own)
    return tuple(factors), tuple(exogenous)


def _probability(raw: object, where: str) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        message = f"expected a probability for {where}, got {brief(raw)}; write a number between 0 and 1"
        raise MalformedModelError(message)
    return float(raw)


def _row_key(key: object, width: int, where: str) -> tuple[Value, ...]:
    if isinstance(key, str):
        parts: tuple[object, ...] = tuple(_number_or_word(part.strip()) for part in key.split(","))
    else:
        parts = tuple(key) if isinstance(key, tuple) else (key,)
    if len(parts) != width:
        message = f"expected {width} values in each row of {where}, got {brief(key)}; separate the values by commas"
        raise MalformedModelError(message)
    return tuple(as_value(part) for part in parts)


def _number_or_word(text: str) -> Value:
    for kind in (int, float):
        try:
            return as_value(kind(text))
        except ValueError:
            continue
    return text


def _in_order(values: Iterable[Value]) -> list[Value]:
    distinct = list(dict.fromkeys(values))
    if all(not isinstance(value, str) for value in distinct):
        return sorted(distinct)
    return distinct


def _rule(own: Variable, spec: Spec | None, by_name: Mapping[str, Variable]) -> Rule:
    if spec is None:
        message = f"expected a mechanism for {own.name}, got nothing; write a formula, a table or a value"
        raise MalformedModelError(message)
    if callable(spec):
        return _from_function(own, spec, by_name)
    if isinstance(spec, Mapping):
        return _from_table(own, spec, by_name)
    if isinstance(spec, str):
        if spec in {str(value) for value in own.values} and spec not in by_name:
            return Mechanism((), np.asarray(own.index(spec), dtype=np.intp))
        return from_formula(own, spec, by_name)
    return Mechanism((), np.asarray(own.index(spec), dtype=np.intp))


def _look_up(names: Iterable[str], by_name: Mapping[str, Variable]) -> tuple[Variable, ...]:
    variables = []
    for name in names:
        if name not in by_name:
            raise UnknownNameError(name, tuple(by_name))
        variables.append(by_name[name])
    return tuple(variables)


def _tabulate(own: Variable, parents: tuple[Variable, ...], function: Callable[..., object]) -> Mechanism:
    shape = tuple(parent.size for parent in parents)
    if prod(shape) > MAX_ROWS:
        message = (
            f"expected a mechanism of at most {MAX_ROWS} rows for {own.name}, got {prod(shape)}; "
            "split it by an intermediate variable"
        )
        raise MalformedModelError(message)
    names = tuple(parent.name for parent in parents)
    rows = [_place(own, names, row, function) for row in product(*(parent.values for parent in parents))]
    return Mechanism(names, np.asarray(rows, dtype=np.intp).reshape(shape))


def _place(own: Variable, names: tuple[str, ...], row: tuple[Value, ...], function: Callable[..., object]) -> int:
    """Compute one row of a table; an error names the row."""
    try:
        return own.index(function(*row))
    except OutsideDomainError as error:
        raise OutsideDomainError(error.name, error.value, error.domain, _row_text(names, row)) from error


def _row_text(names: Iterable[str], row: Iterable[Value]) -> str:
    return ", ".join(f"{name}={value}" for name, value in zip(names, row, strict=True))


def _from_function(own: Variable, function: Callable[..., object], by_name: Mapping[str, Variable]) -> Mechanism:
    """Tabulate a Python function: its parameters name the parents; other parameters keep their defaults."""
    parents = _look_up(_parameters(own, function, by_name), by_name)
    names = tuple(parent.name for parent in parents)

    def value(*row: Value) -> object:
        try:
            return as_value(function(**dict(zip(names, row, strict=True))))
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
            where = _row_text(names, row) or "it has no parents"
            message = f"expected a value of {own.name} from its function where {where}, got {problem}; fix the function"
            raise MalformedModelError(message) from error

    return _tabulate(own, parents, value)


def _parameters(own: Variable, function: Callable[..., object], by_name: Mapping[str, Variable]) -> list[str]:
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError as error:
        message = f"expected a function for {own.name} whose parameters have names, got {function!r}; wrap it in a def"
        raise MalformedModelError(message) from error
    parents = []
    for parameter in parameters:
        if parameter.kind in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY}:
            message = f"expected parameters that name the parents of {own.name}, got {parameter}; give each a name"
            raise MalformedModelError(message)
        if parameter.name in by_name or parameter.default is parameter.empty:
            parents.append(parameter.name)
    return parents


def from_formula(own: Variable, text: str, known: Mapping[str, Variable]) -> Mechanism:
    """Tabulate a formula in the project's grammar over its parents' domains.

    Examples
    --------
    >>> bit = Variable("X", (0, 1))
    >>> from_formula(Variable("Y", (0, 1)), "not X", {"X": bit}).table.tolist()
    [1, 0]
    """
    formula = formulas.parse_formula(text)
    parents = _look_up(formulas.names(formula), known)
    names = tuple(parent.name for parent in parents)
    rank = _ranks((own, *parents))

    def value(*row: Value) -> object:
        return formulas.evaluate(formula, dict(zip(names, map(_operand, row), strict=True)), rank=rank)

    return _tabulate(own, parents, value)


def _operand(value: Value) -> formulas.Value:
    if value == "true":
        return True
    return False if value == "false" else value


def _ranks(variables: Iterable[Variable]) -> dict[str, int]:
    """Return the positions of named values, for names with the same position in all domains."""
    places: dict[str, set[int]] = {}
    for item in variables:
        for position, value in enumerate(item.values):
            if isinstance(value, str):
                places.setdefault(value, set()).add(position)
    return {name: positions.pop() for name, positions in places.items() if len(positions) == 1}


def _from_table(own: Variable, spec: Mapping[str, object], by_name: Mapping[str, Variable]) -> Rule:
    names = _parent_names(own, spec.get("parents", ()))
    parents = _look_up(names, by_name)
    body = "cpt" if "cpt" in spec else "table"
    rows = spec.get(body)
    if set(spec) - {"parents", body} or rows is None:
        message = f"expected the keys parents and table, or parents and cpt, for {own.name}, got {sorted(spec)}"
        raise MalformedModelError(message)
    if not isinstance(rows, Mapping):
        rows = _bare(own, parents, rows)
    positions = {_position(key, parents, own.name): row for key, row in rows.items()}
    shape = tuple(parent.size for parent in parents)
    if len(positions) != prod(shape):
        raise MalformedModelError(_incomplete(own, parents, set(positions)))
    if body == "cpt":
        table = np.zeros((*shape, own.size))
        for place, row in positions.items():
            table[place] = _distribution(row, own)
        return ConditionalTable(tuple(names), table)
    values = np.zeros(shape, dtype=np.intp)
    for place, row in positions.items():
        values[place] = own.index(row)
    return Mechanism(tuple(names), values)


def _parent_names(own: Variable, raw: object) -> list[str]:
    names = [raw] if isinstance(raw, str) else raw
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        message = f"expected a list of names as the parents of {own.name}, got {brief(raw)}; write for example [X, Z]"
        raise MalformedModelError(message)
    if len(set(names)) != len(names):
        message = f"expected each parent of {own.name} once, got {', '.join(names)}; drop the repeated one"
        raise MalformedModelError(message)
    return list(names)


def _bare(own: Variable, parents: tuple[Variable, ...], rows: object) -> dict[str, object]:
    if parents:
        names = ", ".join(parent.name for parent in parents)
        message = (
            f'expected rows like "{", ".join(str(parent.values[0]) for parent in parents)}": ... for {own.name}, '
            f"got {brief(rows)}; begin each row with the values of {names}"
        )
        raise MalformedModelError(message)
    return {"": rows}


def _incomplete(own: Variable, parents: tuple[Variable, ...], positions: set[tuple[int, ...]]) -> str:
    missing = [place for place in np.ndindex(*(parent.size for parent in parents)) if place not in positions]
    first = [parent.values[at] for parent, at in zip(parents, missing[0], strict=True)]
    where = _row_text((parent.name for parent in parents), first)
    count = len(missing) + len(positions)
    return (
        f"expected {count} rows in the table of {own.name}, got {len(positions)}, none for {where}; give each one once"
    )


def _position(key: object, parents: tuple[Variable, ...], where: str) -> tuple[int, ...]:
    if not parents:
        return ()
    values = _row_key(key, len(parents), where)
    return tuple(parent.index(value) for parent, value in zip(parents, values, strict=True))


def _distribution(row: object, own: Variable) -> Floats:
    if isinstance(row, Mapping):
        chances = np.zeros(own.size)
        for value, probability in row.items():
            chances[own.index(value)] = _probability(probability, own.name)
    else:
        items = list(row) if isinstance(row, Sequence) and not isinstance(row, str) else [row]
        chances = np.asarray([_probability(item, own.name) for item in items], dtype=np.float64)
    if chances.shape != (own.size,):
        message = (
            f"expected {own.size} probabilities in each row of {own.name}, got {brief(row)}; give one for each value"
        )
        raise MalformedModelError(message)
    return checked_distribution(chances, own.name)
