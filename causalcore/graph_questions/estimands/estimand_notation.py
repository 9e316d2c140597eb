"""Estimands as text, LaTeX and JSON; bound names get primes.

If X is free in an estimand, the X of an inner `sum over X of P(X) P(Y | X, M)` is a different one: it gets a prime.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from causalcore.identification.estimand import Constant, Estimand, Factor, Less, Over, Ratio, Times

_SIGNS: Final = {
    "\\": r"\backslash{}",
    "{": r"\{",
    "}": r"\}",
    "_": r"\_",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "&": r"\&",
    "~": r"\sim{}",
    "^": r"\wedge{}",
}


def primed(estimand: Estimand, outside: frozenset[str]) -> Estimand:
    """Add a prime to names that are summed over if the same name is in use outside.

    Examples
    --------
    >>> inner = Over(("X",), Times((Factor(("X",)), Factor(("Y",), ("X", "M")))))
    >>> print(primed(Times((Factor(("M",), ("X",)), inner)), frozenset({"X", "Y"})))
    P(M | X) (sum over X' of P(X') P(Y | X', M))
    """
    return renamed(estimand, {}, outside)


def renamed(estimand: Estimand, names: Mapping[str, str], outside: frozenset[str]) -> Estimand:
    """Rename the names that an estimand does not sum over; names that it sums over give way to the new ones.

    Parameters
    ----------
    outside
        All names in use around it, including new ones.

    Examples
    --------
    >>> inner = Over(("X",), Times((Factor(("X",)), Factor(("Y",), ("X", "M")))))
    >>> print(renamed(inner, {"Y": "Y=1", "M": "X"}, frozenset({"X", "Y=1"})))
    sum over X' of P(X') P(Y=1 | X', X)
    """
    return _primed(estimand, dict(names), outside)


def _primed(estimand: Estimand, named: dict[str, str], used: frozenset[str]) -> Estimand:
    match estimand:
        case Constant():
            return estimand
        case Factor(of, given, do):
            return Factor(*(tuple(named.get(name, name) for name in names) for names in (of, given, do)))
        case Over(names, body):
            fresh = {name: _fresh(name, used) for name in names}
            inside = _primed(body, {**named, **fresh}, used | set(fresh.values()))
            return Over(tuple(fresh[name] for name in names), inside)
        case Times(parts):
            return Times(tuple(_primed(part, named, used) for part in parts))
        case Ratio(top, bottom):
            return Ratio(_primed(top, named, used), _primed(bottom, named, used))
        case Less(left, right):
            return Less(_primed(left, named, used), _primed(right, named, used))
    raise _foreign(estimand)


def _fresh(name: str, used: frozenset[str]) -> str:
    while name in used:
        name += "'"
    return name


def free_names(estimand: Estimand) -> frozenset[str]:
    """Return the names that an estimand does not sum over.

    Examples
    --------
    >>> sorted(free_names(Over(("Z",), Times((Factor(("Y",), ("X", "Z")), Factor(("Z",)))))))
    ['X', 'Y']
    """
    match estimand:
        case Constant():
            return frozenset()
        case Factor(of, given, do):
            return frozenset((*of, *given, *do))
        case Over(names, body):
            return free_names(body) - set(names)
        case Times(parts):
            return frozenset().union(*map(free_names, parts))
        case Ratio(top, bottom):
            return free_names(top) | free_names(bottom)
        case Less(left, right):
            return free_names(left) | free_names(right)
    raise _foreign(estimand)


def as_json(estimand: Estimand) -> dict[str, Any]:
    """Return an estimand as plain values.

    Examples
    --------
    >>> as_json(Over(("Z",), Factor(("Y",), ("X", "Z"))))
    {'sum': ['Z'], 'of': {'probability': ['Y'], 'given': ['X', 'Z']}}
    """
    match estimand:
        case Constant(value):
            return {"number": value}
        case Factor(of, given, do):
            return {"probability": list(of), "given": list(given)} | ({"do": list(do)} if do else {})
        case Over(names, body):
            return {"sum": list(names), "of": as_json(body)}
        case Times(parts):
            return {"product": [as_json(part) for part in parts]}
        case Ratio(top, bottom):
            return {"ratio": [as_json(top), as_json(bottom)]}
        case Less(left, right):
            return {"difference": [as_json(left), as_json(right)]}
    raise _foreign(estimand)


def as_latex(estimand: Estimand) -> str:
    r"""Return an estimand in LaTeX, for math mode.

    Examples
    --------
    >>> print(as_latex(Over(("Z",), Times((Factor(("Y",), ("tea_cups", "Z")), Factor(("Z",)))))))
    \sum_{Z} P(Y \mid \mathrm{tea\_cups}, Z) \, P(Z)
    """
    match estimand:
        case Constant(value):
            return str(value)
        case Factor(of, given, do):
            beside = ", ".join((*([f"do({_latex_names(do)})"] if do else []), *map(latex_name, given)))
            return rf"P({_latex_names(of)} \mid {beside})" if beside else f"P({_latex_names(of)})"
        case Over(names, body):
            return rf"\sum_{{{_latex_names(names)}}} {as_latex(body)}"
        case Times(parts):
            return r" \, ".join(_latex_part(part) for part in parts) or "1"
        case Ratio(top, bottom):
            return rf"\frac{{{as_latex(top)}}}{{{as_latex(bottom)}}}"
        case Less(left, right):
            return f"{as_latex(left)} - {_latex_part(right)}"
    raise _foreign(estimand)


def _latex_part(part: Estimand) -> str:
    return rf"\Bigl( {as_latex(part)} \Bigr)" if isinstance(part, Over | Less) else as_latex(part)


def _latex_names(names: tuple[str, ...]) -> str:
    return ", ".join(map(latex_name, names))


def latex_name(name: str) -> str:
    r"""Write a name in LaTeX, escaping special characters.

    Examples
    --------
    >>> latex_name("X'"), latex_name("a_b")
    ("X'", '\\mathrm{a\\_b}')
    """
    name, _, value = name.partition("=")
    if value:
        return f"{latex_name(name)} = {latex_name(value) if not value.isdigit() else value}"
    plain = name.rstrip("'")
    marks = name[len(plain) :]
    if re.fullmatch(r"[A-Za-z][0-9]*", plain):
        digits = plain[1:]
        return (f"{plain[0]}_{{{digits}}}" if digits else plain) + marks
    shown = "".join(_SIGNS.get(sign, sign) for sign in plain).replace(" ", r"\ ")
    return rf"\mathrm{{{shown}}}{marks}"


def _foreign(estimand: Estimand) -> TypeError:
    actual = type(estimand).__name__
    return TypeError(f"expected an estimand of sums, products and ratios, got {actual}; write it in these")
