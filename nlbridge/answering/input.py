"""Check outside input: a readable text, UTF-8 bytes, values that the scenario has."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from causalcore.errors import InvalidInterventionError, OutsideDomainError
from causalcore.files.text_file import unmarked
from nlbridge.errors import UnreadableTextError
from nlbridge.language.disguise import refuse_unspaced

if TYPE_CHECKING:
    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Scenario

MAX_CHARACTERS: Final = 20_000
"""Longest text accepted; a scenario of the benchmark has about 300 characters."""
TRUTH: Final = {"0": "false", "1": "true", "false": "false", "true": "true"}
"""Other ways to write the values of a plain event."""


def checked(text: str, what: str = "text") -> str:
    """Return outside `text`, or raise `UnreadableTextError` if no reader can take it; `what` names it in the message.

    Examples
    --------
    >>> checked("The pump failed.")
    'The pump failed.'
    """
    named = what if what.startswith("-") else f"an {what}" if what[:1] in "aeiou" else f"a {what}"
    if not text.strip():
        message = f"expected {named} with at least one sentence, got an empty one; write its sentences"
        raise UnreadableTextError(message)
    if len(text) > MAX_CHARACTERS:
        message = (
            f"expected {named} of at most {MAX_CHARACTERS} characters, got {len(text)}; pass one scenario at a time"
        )
        raise UnreadableTextError(message)
    for place, character in enumerate(text):
        if character not in "\t\n\r" and unicodedata.category(character) in {"Cc", "Cs"}:
            message = (
                f"expected {named} without control characters, got U+{ord(character):04X} at offset {place}; remove it"
            )
            raise UnreadableTextError(message)
    refuse_unspaced(text, named)
    return text


def decoded(data: bytes, origin: str) -> str:
    """Decode UTF-8, with or without a byte order mark; the error gives the first invalid byte and its offset."""
    try:
        return unmarked(data.decode())
    except UnicodeDecodeError as broken:
        message = (
            f"expected UTF-8 in {origin}, got byte 0x{data[broken.start]:02x} at offset {broken.start}; convert it"
        )
        raise UnreadableTextError(message) from broken


def intervention_on(scenario: Scenario, values: Mapping[str, str]) -> Intervention:
    """Return do(`values`); raise if the scenario lacks one of the events or an event lacks its value."""
    from causalcore.scenario.intervention import do

    events = {event.id: event for event in scenario.events}
    if not values:
        message = "expected at least one EVENT=VALUE to intervene on, got none; write for example --do e2=false"
        raise InvalidInterventionError(message)
    for name in values:
        if name not in events:
            known = ", ".join(events) or "it has none"
            message = f"expected an event of the scenario ({known}), got {name}; name one of them"
            raise InvalidInterventionError(message)
    return do({name: _known(name, value, events[name].values) for name, value in values.items()})


def _known(name: str, value: str, domain: tuple[str, ...]) -> str:
    """Return a value as the event writes it; `True`, `1` and `true` are the same."""
    meant = value if value in domain else TRUTH.get(value.lower(), value)
    if meant not in domain:
        raise OutsideDomainError(name, value, domain)
    return meant
