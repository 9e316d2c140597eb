"""Families of connected everyday events from which scenarios are drawn.

A clause has the form `subject | past verb | rest ~ what happens instead`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from benchmarks.errors import MalformedItemError
from causalcore.errors import MalformedDocumentError
from causalcore.files.text_file import read_text, unmarked
from causalcore.files.yaml_text import read_yaml

if TYPE_CHECKING:
    from pathlib import Path

SHAPES: Final = {
    "web": ("root", "left", "right", "end"),
    "either": ("first", "second", "effect", "idle"),
    "backup": ("threat", "help", "good"),
}
"""The shapes of families, with the roles of their clauses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """Something that happened, and what would have happened instead.

    Examples
    --------
    >>> clause = clause_from("the pump | failed | in July ~ the pump ran in July")
    >>> print(clause.told, clause.before, clause.anyway, sep="; ")
    the pump failed in July; the pump had failed in July; the pump would have failed in July anyway
    >>> print(clause.away, clause.denied, clause.contrary, sep="; ")
    the pump not failed in July; the pump did not fail in July; the pump ran in July
    """

    subject: str
    verb: str
    rest: str
    contrary: str

    @property
    def told(self) -> str:
        """The clause in the simple past."""
        return _joined(self.subject, self.verb, self.rest)

    @property
    def before(self) -> str:
        """The clause in the past perfect."""
        return _joined(self.subject, "had", _participle(self.verb), self.rest)

    @property
    def denied(self) -> str:
        """The clause negated."""
        if self.verb in {"was", "were"}:
            return _joined(self.subject, self.verb, "not", self.rest)
        return _joined(self.subject, "did not", _infinitive(self.verb), self.rest)

    @property
    def anyway(self) -> str:
        """The clause as something that would have happened anyway."""
        return _joined(self.subject, "would have", _participle(self.verb), self.rest, "anyway")

    @property
    def away(self) -> str:
        """The negated clause in the words that follow `had`."""
        return _joined(self.subject, "not", _participle(self.verb), self.rest)


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Clauses that belong together, by role."""

    number: int
    domain: str
    shape: str
    clauses: dict[str, Clause]


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """A place: its families, and unrelated events there."""

    name: str
    families: tuple[Family, ...]
    beside: tuple[Clause, ...]

    def of_shape(self, shape: str) -> tuple[Family, ...]:
        """Return the families of one shape."""
        return tuple(family for family in self.families if family.shape == shape)


def clause_from(written: str) -> Clause:
    """Read a clause."""
    clause, _, contrary = str(written).partition("~")
    parts = [part.strip() for part in clause.split("|")]
    if len(parts) != 3 or not all(parts[:2]) or not contrary.strip():
        message = f"expected `subject | verb | rest ~ what happens in its place`, got {str(written)[:80]!r}; correct it"
        raise MalformedItemError(message)
    return Clause(subject=parts[0], verb=parts[1], rest=parts[2], contrary=contrary.strip())


def domain_from(text: str) -> Domain:
    """Read a domain in YAML."""
    try:
        document = read_yaml(text)
    except MalformedDocumentError as broken:
        message = f"expected a domain in YAML, got something else ({broken.came}); see those in the package"
        raise MalformedItemError(message) from broken
    if not isinstance(document, dict) or not isinstance(document.get("name"), str):
        message = 'expected a domain with a "name", got none; see those in the package'
        raise MalformedItemError(message)
    families = [(shape, rows) for shape in SHAPES for rows in document.get(shape) or []]
    return Domain(
        name=document["name"],
        families=tuple(_family(number, document["name"], *family) for number, family in enumerate(families)),
        beside=tuple(clause_from(written) for written in document.get("beside") or []),
    )


def _family(number: int, domain: str, shape: str, rows: Any) -> Family:
    roles = SHAPES[shape]
    if not isinstance(rows, list) or len(rows) != len(roles):
        message = f"expected {len(roles)} clauses ({', '.join(roles)}) in each {shape} of {domain}; correct the file"
        raise MalformedItemError(message)
    clauses = dict(zip(roles, map(clause_from, rows), strict=True))
    return Family(number=number, domain=domain, shape=shape, clauses=clauses)


@lru_cache(maxsize=1)
def shipped_domains() -> dict[str, Domain]:
    """Return the domains of the package by name.

    Examples
    --------
    >>> len(shipped_domains()) >= 8, min(len(domain.families) for domain in shipped_domains().values()) >= 12
    (True, True)
    """
    folder = resources.files(__package__).joinpath("domains")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".yaml")), key=lambda file: file.name)
    domains = [domain_from(unmarked(file.read_text(encoding="utf-8"))) for file in files]
    return {domain.name: domain for domain in domains}


def domains_named(names: tuple[str, ...]) -> tuple[Domain, ...]:
    """Return shipped domains by name, or domains in YAML files; without names, all shipped ones."""
    from pathlib import Path

    shipped = shipped_domains()
    return tuple(_named(name, Path(name)) for name in names) if names else tuple(shipped.values())


def _named(name: str, path: Path) -> Domain:
    shipped = shipped_domains()
    if name in shipped:
        return shipped[name]
    if path.is_file():
        return domain_from(read_text(path))
    message = f"expected a domain, one of {', '.join(shipped)} or a YAML file, got {name}; choose another"
    raise MalformedItemError(message)


def sentence(clause: str) -> str:
    """Write a clause as a sentence.

    Examples
    --------
    >>> sentence("the pump ran")
    'The pump ran.'
    """
    return f"{clause[0].upper()}{clause[1:]}."


@lru_cache(maxsize=1_000)
def _participle(verb: str) -> str:
    """Return the past participle, in British English: `cancelled`, `got`."""
    from nlbridge.language.pipeline.dictionary import inflect

    if verb in {"was", "were"}:
        return "been"
    return verb if verb == "got" or verb.endswith("ed") else inflect(_infinitive(verb), "VBN")


@lru_cache(maxsize=1_000)
def _infinitive(verb: str) -> str:
    from nlbridge.language.pipeline.dictionary import verb_lemma

    return verb_lemma(verb) or verb


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)
