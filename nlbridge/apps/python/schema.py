"""JSON Schemas of results: what a script may rely on.

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
"""Names of results, and their types in `nlbridge.apps.python.rows`; `verdict` is what `verify` writes."""


class UnknownSchemaError(BridgeError, KeyError):
    """A name of no result.

    Parameters
    ----------
    name
        What was asked for.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        """Say which there are."""
        return f"expected the name of a result ({', '.join(TYPES)}), got {self.name}; choose one of them"


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of one result.

    Raises
    ------
    UnknownSchemaError
        If the result is unknown.
    """
    from pydantic import TypeAdapter

    from nlbridge.apps.python import rows

    known = "verdict" if name == "verify" else name
    if known not in TYPES:
        raise UnknownSchemaError(name)
    made: dict[str, Any] = TypeAdapter(getattr(rows, TYPES[known])).json_schema()
    if "$defs" in made:
        made["$defs"] = {part: closed(of) for part, of in made["$defs"].items()}
    return {"$schema": DIALECT} | closed(made)


def closed(part: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object that has no fields but those that are named.

    Examples
    --------
    >>> closed({"properties": {"id": {}}})["additionalProperties"]
    False
    """
    return part | {"additionalProperties": False} if "properties" in part else part
