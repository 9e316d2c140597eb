"""YAML within limits: only plain values, and no alias that turns a few lines into gigabytes."""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import cache
from typing import Any, Final

from causalcore.errors import MalformedDocumentError
from causalcore.files.limits import USUAL, Limits, refuse_long, too_deep, too_many_digits

_PREFIX: Final = "tag:yaml.org,2002:"
_PLAIN: Final = frozenset(f"{_PREFIX}{kind}" for kind in ("null", "bool", "int", "float", "str", "seq", "map", "merge"))
_NUMBERS: Final = frozenset({f"{_PREFIX}int", f"{_PREFIX}float"})
_SHOWN: Final = 160
"""Most characters of the library's error that a message shows."""


def read_yaml(text: str, *, limits: Limits = USUAL, once: bool = False) -> Any:
    r"""Read YAML: texts, numbers, truth values, lists and mappings; a date stays text.

    Parameters
    ----------
    once
        Reject a mapping with a repeated key; otherwise the last value counts.

    Raises
    ------
    MalformedDocumentError
        If it is not YAML, has other values, or exceeds a limit; also a `ValueError`.

    Examples
    --------
    >>> read_yaml("on: {a: 1, b: [2, 3]}")
    {True: {'a': 1, 'b': [2, 3]}}
    >>> read_yaml("a: &a [x, x, x, x, x, x, x, x, x]\nb: [*a, *a, *a]", limits=Limits(nodes=30))
    Traceback (most recent call last):
    causalcore.errors.MalformedDocumentError: expected a document within limits, got more than 30 values, counted as
    often as aliases repeat them; correct it
    """
    import yaml

    refuse_long(text, limits)
    loader = _loader()(text, limits, once)
    try:
        return loader.get_single_data()
    except yaml.YAMLError as broken:
        came = " ".join(str(broken).split()).replace(' in "<unicode string>",', " at")
        raise MalformedDocumentError(came[:_SHOWN]) from broken
    except RecursionError:
        raise MalformedDocumentError(too_deep(limits)) from None
    except (ValueError, OverflowError) as broken:
        if isinstance(broken, MalformedDocumentError):
            raise
        raise MalformedDocumentError(str(broken)[:_SHOWN]) from broken
    finally:
        loader.dispose()


@cache
def _loader() -> Any:
    """Return a loader that reads plain values and counts them; the library is imported when a file is read."""
    import yaml

    base = _events()
    resolvers = {
        first: [(tag, pattern) for tag, pattern in pairs if tag in _PLAIN]
        for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    class Loader(base):  # type: ignore[misc, valid-type]
        """Reads only plain values."""

        yaml_implicit_resolvers = resolvers

        def __init__(self, text: str, limits: Limits, once: bool) -> None:
            super().__init__(text)
            self.limits, self.once = limits, once
            self.depth = self.nodes = 0

        def compose_node(self, parent: Any, index: Any) -> Any:
            """Compose one value, unless it exceeds a limit."""
            self.depth, self.nodes = self.depth + 1, self.nodes + 1
            if self.depth > self.limits.depth:
                raise MalformedDocumentError(too_deep(self.limits))
            if self.nodes > self.limits.nodes:
                raise MalformedDocumentError(_too_many(self.limits))
            node = super().compose_node(parent, index)
            self.depth -= 1
            return node

        def construct_document(self, node: Any) -> Any:
            """Build the values, after counting them."""
            _Count(self.limits).of(node)
            return super().construct_document(node)

        def construct_mapping(self, node: Any, deep: bool = False) -> dict[Hashable, Any]:
            """Build one mapping."""
            if self.once:
                _refuse_twice(self, node)
            mapping: dict[Hashable, Any] = super().construct_mapping(node, deep=deep)
            return mapping

    return Loader


def _events() -> Any:
    """Return a safe loader that composes in Python; libyaml parses its input if available."""
    import yaml

    if not hasattr(yaml, "CSafeLoader"):
        return yaml.SafeLoader
    from yaml.composer import Composer
    from yaml.constructor import SafeConstructor
    from yaml.cyaml import CParser
    from yaml.resolver import Resolver

    class Quick(Composer, CParser, SafeConstructor, Resolver):  # type: ignore[misc]
        """Five times as fast as the parser in Python."""

        def __init__(self, text: str) -> None:
            CParser.__init__(self, text)
            for part in (Composer, SafeConstructor, Resolver):
                part.__init__(self)

    return Quick


def _too_many(limits: Limits) -> str:
    return f"more than {limits.nodes} values, counted as often as aliases repeat them"


def _refuse_twice(loader: Any, node: Any) -> None:
    names: set[object] = set()
    for key, _ in node.value:
        name = key.value if key.tag == f"{_PREFIX}merge" else loader.construct_object(key, deep=True)
        if not isinstance(name, Hashable):
            problem = "a list or a mapping as a key"
            raise MalformedDocumentError(problem)
        if name in names:
            problem = f"{str(name)[:40]} twice in one mapping"
            raise MalformedDocumentError(problem)
        names.add(name)


class _Count:
    """Counts a document's values, as often as aliases repeat them."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._sizes: dict[int, int | None] = {}

    def of(self, node: Any) -> int:
        """Return the number of values of a node; repeated nodes are counted from the cache."""
        if id(node) in self._sizes:
            size = self._sizes[id(node)]
            if size is None:
                problem = "an alias inside of what it stands for"
                raise MalformedDocumentError(problem)
            return size
        self._sizes[id(node)] = None
        size = 1 + sum(map(self.of, self._parts(node)))
        if size > self._limits.nodes:
            raise MalformedDocumentError(_too_many(self._limits))
        self._sizes[id(node)] = size
        return size

    def _parts(self, node: Any) -> list[Any]:
        if node.tag not in _PLAIN:
            problem = f"the tag {node.tag.removeprefix(_PREFIX)[:40]!r}, where plain values are read"
            raise MalformedDocumentError(problem)
        if isinstance(node.value, str):
            self._refuse_number(node)
            return []
        return [part for item in node.value for part in (item if isinstance(item, tuple) else (item,))]

    def _refuse_number(self, node: Any) -> None:
        if node.tag not in _NUMBERS:
            return
        if len(node.value) > self._limits.digits:
            raise MalformedDocumentError(too_many_digits(self._limits))
        if re.fullmatch(r"[-+]?\.(inf|nan)", node.value, re.IGNORECASE):
            problem = f"{node.value}, which is no finite number"
            raise MalformedDocumentError(problem)
