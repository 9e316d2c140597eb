"""The options of commands that read texts or ask a language model, in one place.

A command takes a parameter `how: Settings` or `endpoint: EndpointOptions` and is decorated; on the command line that
parameter becomes the options it is made of.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, fields
from enum import StrEnum
from typing import Annotated, Any, Final, TypeVar, get_type_hints

import typer

from nlbridge.answering.request import Implicit, Reader, SilenceCounts
from nlbridge.asking.options import completed, how_to_read
from nlbridge.chat.client.endpoint_options import EndpointOptions

R = TypeVar("R")
READER: Final = "reader"
_KINDS: Final = get_type_hints(EndpointOptions)


def _option(kind: Any, name: str, words: str, default: Any = None, **more: Any) -> inspect.Parameter:
    """Return an option as a parameter; without a default, it is None if the user does not type it."""
    option_type = kind if default is not None else kind | None
    return inspect.Parameter(
        name.partition("/")[0].replace("-", "_"),
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[option_type, typer.Option(f"--{name}", help=words, **more)],
    )


_OF_READING: Final = (
    _option(str, "pipeline", "Name or folder of a spaCy pipeline; default: the one in the package."),
    _option(Implicit, "implicit", "How to link neighbouring clauses that no connective links.", Implicit.NECESSARY),
    _option(
        Reader,
        "reader",
        "Who reads the text: rules, a language model, or a model only where the rules are uncertain. "
        "Default: hybrid where a model is named, else offline.",
    ),
    _option(int, "samples", "How many readings by the model are combined into one.", 1, min=1, max=25),
    _option(
        SilenceCounts,
        "silence",
        "With a language model: how to count an edit that does not mention what must stay.",
        SilenceCounts.OPEN,
    ),
)


def _of_endpoint(field: Field[Any]) -> inspect.Parameter:
    """Return an option of an endpoint: None if the user does not type it, so that a settings file may set it."""
    name, more = field.name.replace("_", "-"), dict(field.metadata)
    if field.default is True:
        more["show_default"], name = name, f"{name}/--no-{name}"
    elif field.default:
        more["show_default"] = f"{field.default:g}"
    return _option(_KINDS[field.name], name, more.pop("help"), **more)


_OF_ENDPOINT: Final = tuple(map(_of_endpoint, fields(EndpointOptions)))


def reading_options(*names: str) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Give a command the options for reading texts, and those of an endpoint.

    The command takes `how: Settings` in their place. `names` selects the options for reading; by default all.
    """
    own = tuple(option for option in _OF_READING if not names or option.name in names)

    def decorated(command: Callable[..., R]) -> Callable[..., R]:
        @functools.wraps(command)
        def wrapped(*args: Any, **values: Any) -> R:
            given = _typed(values, (*own, *_OF_ENDPOINT))
            return command(*args, **values, how=how_to_read(given))

        return _declared(wrapped, command, "how", own)

    return decorated


def endpoint_options(command: Callable[..., R]) -> Callable[..., R]:
    """Give a command the options of an endpoint.

    `command` takes `endpoint: EndpointOptions` and its own parameters. A command without a `reader` asks a model.

    Examples
    --------
    >>> from nlbridge.chat.client.endpoint_options import EndpointOptions
    >>> @endpoint_options
    ... def read(text: str, endpoint: EndpointOptions) -> str:
    ...     return f"{text} {endpoint.model}"
    >>> list(inspect.signature(read).parameters)[:3]
    ['text', 'model', 'base_url']
    """

    @functools.wraps(command)
    def wrapped(*args: Any, **values: Any) -> R:
        reader, endpoint = completed(_typed(values, _OF_ENDPOINT), values.get(READER, Reader.LLM))
        if READER in values:
            values[READER] = reader
        return command(*args, **values, endpoint=endpoint)

    return _declared(wrapped, command, "endpoint", ())


def _typed(values: dict[str, Any], options: Iterable[inspect.Parameter]) -> Mapping[str, Any]:
    """Remove the values of options from those of a command; return the ones that were typed or have a default."""
    chosen = {option.name: values.pop(option.name, None) for option in options}
    return {
        name: str(value) if isinstance(value, StrEnum) else value for name, value in chosen.items() if value is not None
    }


def _declared(
    wrapped: Callable[..., R], command: Callable[..., R], parameter: str, instead: Iterable[inspect.Parameter]
) -> Callable[..., R]:
    """Replace a parameter in a signature by options, and append those of an endpoint."""
    signature = inspect.signature(command, eval_str=True)
    others = [option for option in signature.parameters.values() if option.name != parameter]
    place = list(signature.parameters).index(parameter)
    parameters = [*others[:place], *instead, *others[place:], *_OF_ENDPOINT]
    wrapped.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]  # typer reads it
    wrapped.__annotations__ = {option.name: option.annotation for option in parameters}
    return wrapped
