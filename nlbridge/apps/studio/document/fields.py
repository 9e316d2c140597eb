"""The fields of an operation, taken out one by one: each has the type that is asked for, or is refused."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from logic.errors import brief
from nlbridge.answering.input import checked
from nlbridge.apps.studio.document.document import StudioError

Choice = TypeVar("Choice", bound=StrEnum)


class Fields:
    """What an operation says besides its name.

    Examples
    --------
    >>> Fields({"op": "claim.span", "claim": "e1", "span": [0, 4]}).span("span")
    (0, 4)
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._given = given

    def __contains__(self, name: str) -> bool:
        return name in self._given

    def value(self, name: str) -> Any:
        """Return a field as it stands.

        Raises
        ------
        StudioError
            If it is not there.
        """
        if name not in self._given:
            message = f"expected the field {brief(name)} in {self._given.get('op')}, got none; add it"
            raise StudioError(message)
        return self._given[name]

    def words(self, name: str) -> str:
        """Return a text that a reader can take.

        Raises
        ------
        StudioError, UnreadableTextError
            If it is no text, empty, too long, or holds control characters.
        """
        return checked(self.string(name), name)

    def string(self, name: str) -> str:
        """Return a text, perhaps an empty one."""
        value = self.value(name)
        if not isinstance(value, str):
            raise StudioError(self._wrong(name, "a text", value))
        return value

    def flag(self, name: str) -> bool:
        """Return true or false."""
        value = self.value(name)
        if not isinstance(value, bool):
            raise StudioError(self._wrong(name, "true or false", value))
        return value

    def offset(self, name: str) -> int:
        """Return a whole number."""
        value = self.value(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise StudioError(self._wrong(name, "a whole number", value))
        return value

    def span(self, name: str) -> tuple[int, int] | None:
        """Return two offsets, or None for null."""
        value = self.value(name)
        if value is None:
            return None
        if not isinstance(value, list) or len(value) != 2 or not all(type(one) is int for one in value):
            raise StudioError(self._wrong(name, "two offsets [start, end]", value))
        return value[0], value[1]

    def strings(self, name: str) -> tuple[str, ...]:
        """Return a list of texts."""
        value = self.value(name)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise StudioError(self._wrong(name, "a list of texts", value))
        return tuple(value)

    def mapping(self, name: str) -> dict[str, Any]:
        """Return an object."""
        value = self.value(name)
        if not isinstance(value, Mapping):
            raise StudioError(self._wrong(name, "an object", value))
        return dict(value)

    def choice(self, name: str, among: type[Choice]) -> Choice:
        """Return one of the members of an enumeration."""
        value = self.value(name)
        if not isinstance(value, str) or value not in set(among):
            raise StudioError(self._wrong(name, " or ".join(among), value))
        return among(value)

    def _wrong(self, name: str, expected: str, value: object) -> str:
        return f"expected {brief(name)} to be {expected}, got {brief(value)}; correct it"
