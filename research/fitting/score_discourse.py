"""Score the reader's causal signals on the discourse annotation of UD English GUM.

    CAUSALCORE_DATA=... python -m research.fitting.score_discourse

The last column of the CoNLL-U files lists relations in Penn Discourse Treebank style: type, sense, connective, and
the tokens of both arguments. A relation is found if the reader links a clause in one argument to a clause in the other
by a signal that shares a word with the connective. Its direction is right if the cause lies in the argument that the
sense makes the cause. The reader uses the treebank's tokens but its own tags and arcs. The senses come from the
PDTB 3.0 annotation manual (Webber et al., 2019).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from spacy.tokens import Doc  # noqa: TID253 - this script is for fitting only

from causalcore.scenario.scenario import Sign
from nlbridge.language.clauses.clause import Clause
from nlbridge.language.clauses.segmentation import clauses
from nlbridge.language.encoder.scores import scores
from nlbridge.language.pipeline.analysis import read_words
from nlbridge.language.pipeline.parsing import load_pipeline
from nlbridge.reading.links.edges import Edge, Rule, likely_links

SENSES: Final = {
    "Contingency.Cause.Reason": "cause",
    "Contingency.Cause.Result": "result",
    "Contingency.Purpose.Arg2-as-goal": "purpose",
    "Comparison.Concession.Arg1-as-denier": "concession",
    "Comparison.Concession.Arg2-as-denier": "concession",
}
"""Scored senses, by prefix. The cause is the second argument of the first sense, the first of the second."""
CAUSE_IS_SECOND: Final = {"cause": True, "result": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """One annotated relation; tokens are counted from 0 in the document."""

    sense: str
    connective: frozenset[str]
    first: frozenset[int]
    second: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """Tokens of a document, whether a space follows each, and its explicit relations."""

    name: str
    words: tuple[str, ...]
    spaces: tuple[bool, ...]
    relations: tuple[Relation, ...]


def documents(path: Path) -> Iterator[Document]:
    """Read the documents of a CoNLL-U file."""
    name, words, spaces, relations = "", list[str](), list[bool](), list[Relation]()
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# newdoc"):
            if words:
                yield Document(name=name, words=tuple(words), spaces=tuple(spaces), relations=tuple(relations))
            name, words, spaces, relations = line.split("=")[-1].strip(), [], [], []
        columns = line.split("\t")
        if len(columns) == 10 and columns[0].isdigit():
            words.append(columns[1])
            spaces.append("SpaceAfter=No" not in columns[9])
            relations.extend(_relations(columns[9]))
    yield Document(name=name, words=tuple(words), spaces=tuple(spaces), relations=tuple(relations))


def _relations(column: str) -> Iterator[Relation]:
    for field in column.split("|"):
        if not field.startswith("PDTB="):
            continue
        for entry in field.removeprefix("PDTB=").split(";"):
            parts = entry.split(":")
            if len(parts) == 6 and parts[0] in {"Explicit", "AltLex"}:
                yield Relation(
                    sense=parts[1],
                    connective=frozenset(parts[2].lower().split()),
                    first=_tokens(parts[4]),
                    second=_tokens(parts[5]),
                )


def _tokens(ranges: str) -> frozenset[int]:
    tokens: set[int] = set()
    for part in ranges.split(","):
        low, _, high = part.partition("-")
        tokens.update(range(int(low) - 1, int(high or low)))
    return frozenset(tokens)


def signalled(document: Document) -> list[tuple[Edge, Clause, Clause]]:
    """Return the links that the reader finds by a signal, with the clauses of cause and effect."""
    nlp = load_pipeline()
    words = read_words(nlp(Doc(nlp.vocab, words=list(document.words), spaces=list(document.spaces))))
    cut = clauses(words)
    spans = tuple(words.span(clause.low, clause.high) for clause in cut)
    edges = likely_links(cut, scores("", words.text, spans))
    return [(e, cut[e.cause], cut[e.effect]) for e in edges if e.rule is Rule.SIGNAL]


def joins(relation: Relation, edge: Edge, cause: Clause, effect: Clause) -> bool | None:
    """Return whether an edge's cause is in the second argument; None if it does not join the arguments."""
    if not relation.connective & set((edge.connective or "").split()):
        return None
    of_cause, of_effect = (set(range(c.low, c.high)) for c in (cause, effect))
    if of_cause & relation.second and of_effect & relation.first:
        return True
    return False if of_cause & relation.first and of_effect & relation.second else None


def kind(relation: Relation) -> str:
    """Return the class of a relation, `temporal`, or `other`."""
    return next((name for sense, name in SENSES.items() if relation.sense.startswith(sense)), "") or (
        "temporal" if relation.sense.startswith("Temporal") else "other"
    )


def score(path: Path) -> dict[str, Counter[str]]:
    """Count by class: relations, those found, those with right direction and sign, and the reader's links."""
    table: dict[str, Counter[str]] = {}
    for document in documents(path):
        links = signalled(document)
        for relation in document.relations:
            row = table.setdefault(kind(relation), Counter())
            row["relations"] += 1
            sides = [(joins(relation, *link), link[0]) for link in links]
            hits = [(side, edge) for side, edge in sides if side is not None]
            row["found"] += bool(hits)
            wanted = CAUSE_IS_SECOND.get(kind(relation))
            row["directed"] += bool(hits) and (wanted is None or hits[0][0] is wanted)
            concession = kind(relation) == "concession"
            row["signed"] += bool(hits) and (hits[0][1].sign is Sign.INHIBITS) == concession
        for link in links:
            matching = [kind(r) for r in document.relations if joins(r, *link) is not None]
            label = "concession" if link[0].sign is Sign.INHIBITS else "cause or result"
            row = table.setdefault(f"read as {label}", Counter())
            row["links"] += 1
            row[matching[0] if matching else "not annotated there"] += 1
    return table


def main() -> None:
    """Print two tables: relations found in each class, and the annotation of the reader's links."""
    path = Path(os.environ["CAUSALCORE_DATA"]) / "ud_gum_by" / "en_gum_by-ud-test.conllu"
    table = score(path)
    print("| class | relations | found | right cause | right sign |\n|---|---|---|---|---|")  # noqa: T201
    for name in ("cause", "result", "purpose", "concession", "temporal"):
        row = table.get(name, Counter())
        print(  # noqa: T201
            f"| {name} | {row['relations']} | {row['found']} | {row['directed']} | {row['signed']} |"
        )
    print()  # noqa: T201
    for name, row in table.items():
        if name.startswith("read as"):
            print(name, dict(row))  # noqa: T201


if __name__ == "__main__":
    main()
