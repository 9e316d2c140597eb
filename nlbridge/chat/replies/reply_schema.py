"""JSON schemas in the strict form that endpoints enforce: every field required, no others, no references."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ConfigDict, field_validator

from nlbridge.language.disguise import seen

if TYPE_CHECKING:
    from collections.abc import Mapping

_DROPPED: Final = frozenset({"title", "description", "default"})


class Reply(BaseModel):
    """Base of what a reply may hold: exactly its fields, with exactly their types, in characters that can be shown."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @field_validator("*", mode="before")
    @classmethod
    def _shown(cls, value: Any) -> Any:
        """Drop invisible characters of a string; refuse control characters and invalid ones."""
        if isinstance(value, list):
            return [cls._shown(one) if isinstance(one, str) else one for one in value]
        if not isinstance(value, str):
            return value
        for character in value:
            if character not in "\t\n\r" and unicodedata.category(character) in {"Cc", "Cs"}:
                message = f"expected text without control characters, got U+{ord(character):04X}; leave it out"
                raise ValueError(message)
        return seen(value)


def strict_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of a reply.

    Examples
    --------
    >>> class Answer(Reply):
    ...     rain: bool
    >>> strict_schema(Answer)["required"]
    ['rain']
    """
    schema = model.model_json_schema()
    found = _inlined(schema, schema.get("$defs", {}))
    if not isinstance(found, dict):
        message = f"expected an object, got {type(found).__name__}; describe replies by models"
        raise TypeError(message)
    return found


def _inlined(node: object, definitions: Mapping[str, Any]) -> Any:
    if isinstance(node, list):
        return [_inlined(part, definitions) for part in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _inlined(definitions[str(node["$ref"]).rsplit("/", 1)[-1]], definitions)
    kept = {key: value for key, value in node.items() if key not in _DROPPED and key != "$defs"}
    if "properties" in kept:
        fields = {name: _inlined(part, definitions) for name, part in kept["properties"].items()}
        return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
    return {key: _inlined(value, definitions) for key, value in kept.items()}
