"""Estimands as words, LaTeX and JSON, with names that are bound inside told apart.

Where an estimand speaks of a given X, the X of `sum over X of P(X) P(Y | X, M)` within it is another: it gets a prime.
"""

from __future__ import annotations

import re
from typing import Any, Final

from causalcore.identification.estimand import Estimand, Factor, Over, Ratio, Times

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
    """Give names that are summed over a prime where the same name is in use outside.

    Examples
    --------
    >>> inner = Over(("X",), Times((Factor(("X",)), Factor(("Y",), ("X", "M")))))
    >>> print(primed(Times((Factor(("M",), ("X",)), inner)), frozenset({"X", "Y"})))
    P(M | X) (sum over X' of P(X') P(Y | X', M))
    """
    return _primed(estimand, {}, outside)


def _primed(estimand: Estimand, named: dict[str, str], used: frozenset[str]) -> Estimand:
    match estimand:
        case Factor(of, given):
            return Factor(tuple(named.get(name, name) for name in of), tuple(named.get(name, name) for name in given))
        case Over(names, body):
            fresh = {name: _fresh(name, used) for name in names}
            inside = _primed(body, {**named, **fresh}, used | set(fresh.values()))
            return Over(tuple(fresh[name] for name in names), inside)
        case Times(parts):
            return Times(tuple(_primed(part, named, used) for part in parts))
        case Ratio(top, bottom):
            return Ratio(_primed(top, named, used), _primed(bottom, named, used))
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
        case Factor(of, given):
            return frozenset((*of, *given))
        case Over(names, body):
            return free_names(body) - set(names)
        case Times(parts):
            return frozenset().union(*map(free_names, parts))
        case Ratio(top, bottom):
            return free_names(top) | free_names(bottom)
    raise _foreign(estimand)


def as_json(estimand: Estimand) -> dict[str, Any]:
    """Return an estimand as plain values.

    Examples
    --------
    >>> as_json(Over(("Z",), Factor(("Y",), ("X", "Z"))))
    {'sum': ['Z'], 'of': {'probability': ['Y'], 'given': ['X', 'Z']}}
    """
    match estimand:
        case Factor(of, given):
            return {"probability": list(of), "given": list(given)}
        case Over(names, body):
            return {"sum": list(names), "of": as_json(body)}
        case Times(parts):
            return {"product": [as_json(part) for part in parts]}
        case Ratio(top, bottom):
            return {"ratio": [as_json(top), as_json(bottom)]}
    raise _foreign(estimand)


def as_latex(estimand: Estimand) -> str:
    r"""Return an estimand in LaTeX, for math mode.

    Examples
    --------
    >>> print(as_latex(Over(("Z",), Times((Factor(("Y",), ("tea_cups", "Z")), Factor(("Z",)))))))
    \sum_{Z} P(Y \mid \mathrm{tea\_cups}, Z) \, P(Z)
    """
    match estimand:
        case Factor(of, given):
            bar = rf" \mid {_latex_names(given)}" if given else ""
            return f"P({_latex_names(of)}{bar})"
        case Over(names, body):
            return rf"\sum_{{{_latex_names(names)}}} {as_latex(body)}"
        case Times(parts):
            return r" \, ".join(_latex_part(part) for part in parts) or "1"
        case Ratio(top, bottom):
            return rf"\frac{{{as_latex(top)}}}{{{as_latex(bottom)}}}"
    raise _foreign(estimand)


def _latex_part(part: Estimand) -> str:
    return rf"\Bigl( {as_latex(part)} \Bigr)" if isinstance(part, Over) else as_latex(part)


def _latex_names(names: tuple[str, ...]) -> str:
    return ", ".join(map(latex_name, names))


def latex_name(name: str) -> str:
    r"""Write a name in LaTeX; whatever it holds is shown, not run.

    Examples
    --------
    >>> latex_name("X'"), latex_name("a_b")
    ("X'", '\\mathrm{a\\_b}')
    """
    plain = name.rstrip("'")
    marks = name[len(plain) :]
    if re.fullmatch(r"[A-Za-z][0-9]*", plain):
        digits = plain[1:]
        return (f"{plain[0]}_{{{digits}}}" if digits else plain) + marks
    shown = "".join(_SIGNS.get(sign, sign) for sign in plain).replace(" ", r"\ ")
    return rf"\mathrm{{{shown}}}{marks}"


def _foreign(estimand: Estimand) -> TypeError:
    came = type(estimand).__name__
    return TypeError(f"expected an estimand of sums, products and ratios, got {came}; write it in these")
