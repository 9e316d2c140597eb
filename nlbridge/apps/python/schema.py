"""JSON Schemas of results, which scripts may rely on.

Examples
--------
>>> schema("verdict")["properties"]["valid"]
{'anyOf': [{'type': 'boolean'}, {'type': 'null'}], 'title': 'Valid'}
"""

from __future__ import annotations

from typing import Any, Final

from nlbridge.errors import BridgeError

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
TYPES: Final = {
    "ask": "AskRow",
    "claim": "ClaimRow",
    "derive": "DerivationRow",
    "error": "ErrorRow",
    "label": "LabelRow",
    "read": "ScenarioRow",
    "rewrite": "RewritingRow",
    "rubric": "RubricRow",
    "verdict": "VerdictRow",
}
"""Results and their types in `nlbridge.apps.python.rows`; `verdict` is the output of `verify`."""


class UnknownSchemaError(BridgeError, KeyError):
    """There is no result called `name`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"expected the name of a result ({', '.join(TYPES)}), got {self.name}; choose one of them"


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of one result, or raise `UnknownSchemaError`."""
    from pydantic import TypeAdapter

    from nlbridge.apps.python import rows

    result = "verdict" if name == "verify" else name
    if result not in TYPES:
        raise UnknownSchemaError(name)
    document: dict[str, Any] = TypeAdapter(getattr(rows, TYPES[result])).json_schema()
    if "$defs" in document:
        document["$defs"] = {key: closed(definition) for key, definition in document["$defs"].items()}
    return {"$schema": DIALECT} | closed(document)


def closed(part: dict[str, Any]) -> dict[str, Any]:
    """Return an object schema closed to fields other than its own.

    Examples
    --------
    >>> closed({"properties": {"id": {}}})["additionalProperties"]
    False
    """
    return part | {"additionalProperties": False} if "properties" in part else part
