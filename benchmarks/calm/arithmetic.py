"""Arithmetic expressions in digits, from an item's steps: `0.3/0.8 - (0.1 + 0.2)*0.5`."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Final

_OPERATIONS: Final[dict[type[ast.operator], Callable[[float, float], float]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def computed(text: str) -> float | None:
    """Evaluate an arithmetic expression; return None for anything else, and for division by zero.

    Examples
    --------
    >>> computed("0.5 - [0.25*2]"), computed("X or V2"), computed("1/0")
    (0.0, None, None)
    """
    plain = text.replace("[", "(").replace("]", ")").strip()
    try:
        return _value(ast.parse(plain, mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError):
        return None


def _value(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return float(number)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_value(inner)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATIONS:
            return _OPERATIONS[type(sign)](_value(left), _value(right))
    raise ValueError(ast.dump(node))
