"""Does a value have the shape that a JSON schema names? For the keywords that our schemas use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final


def fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Tell whether a reply has the shape of a schema.

    Keywords that are not known here forbid nothing: what a reply means is checked where it is used.

    Parameters
    ----------
    schema
        With `type`, `properties`, `required`, `additionalProperties`, `items`, `enum`, `const` and `anyOf` [1]_.

    References
    ----------
    .. [1] JSON Schema, draft 2020-12, a vocabulary for structural validation.

    Examples
    --------
    >>> answer = {"type": "object", "properties": {"rain": {"type": "boolean"}}, "required": ["rain"]}
    >>> fits({"rain": True}, answer), fits({"answer": {"rain": True}}, answer), fits({"rain": "yes"}, answer)
    (True, False, False)
    """
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "const" in schema and value != schema["const"]:
        return False
    if "anyOf" in schema and not any(fits(value, branch) for branch in schema["anyOf"]):
        return False
    named = schema.get("type", ())
    types = (named,) if isinstance(named, str) else tuple(named)
    if types and not any(_TYPES[name](value) for name in types if name in _TYPES):
        return False
    if isinstance(value, dict):
        return _object_fits(value, schema)
    return not isinstance(value, list) or all(fits(part, schema.get("items", {})) for part in value)


def _object_fits(value: Mapping[str, Any], schema: Mapping[str, Any]) -> bool:
    fields = schema.get("properties", {})
    if not set(schema.get("required", ())) <= value.keys():
        return False
    if schema.get("additionalProperties") is False and not value.keys() <= fields.keys():
        return False
    return all(fits(value[name], part) for name, part in fields.items() if name in value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_TYPES: Final[dict[str, Callable[[Any], bool]]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": _is_number,
    "integer": lambda value: _is_number(value) and float(value).is_integer(),
}
