"""Claims weighed by sentence embeddings of a local model (extra `embeddings`).

Source: Reimers and Gurevych (2019). A claim is compared with the stretch of the edit that its words lead to, with
the nearest stretch of the edit, wherever it is, and with its own denial: vectors see a paraphrase where words see
strangers, but hardly tell a sentence from its denial, so that the difference between the two is what counts.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from nlbridge.grounding.models.edit_stretch import stretches
from nlbridge.grounding.models.local_model import library, opened, short_name
from nlbridge.grounding.models.log_odds_sum import LogOddsSum, shipped_sum

if TYPE_CHECKING:
    from nlbridge.grounding.claims.evidence import Claim, ClaimEvidence, Finding

OPTION: Final = "--embeddings"
EXTRA: Final = "embeddings"
NAMES: Final = ("likeness", "likeness elsewhere", "nearness to the denial")
KEPT: Final = 4096
"""Vectors that stay in memory."""

Encode = Callable[[Sequence[str]], Any]
"""Texts to unit vectors, (n, size)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """How near a claim is to an edit: the values in the order of `NAMES`, and the stretch that is nearest."""

    values: tuple[float, ...]
    nearest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingEvidence:
    """The findings of another evidence, weighed again by sentence vectors.

    Parameters
    ----------
    name
        What certificates call the model.
    """

    base: ClaimEvidence
    encode: Encode
    name: str
    weigher: LogOddsSum

    def findings(self, claims: Sequence[Claim], passage: str) -> tuple[Finding, ...]:
        """Weigh each claim again."""
        before = self.base.findings(claims, passage)
        measured = measure(claims, passage, self.encode)
        return tuple(self._revised(one, m) for one, m in zip(before, measured, strict=True))

    def _revised(self, before: Finding, measured: Measured) -> Finding:
        altered = self.weigher.revised(before.altered, measured.values)
        share = altered / before.altered if before.altered else 0.0
        because = (
            f"{before.because}; {self.name} finds {measured.nearest!r} nearest to the claim "
            f"({', '.join(f'{n} {v:.2f}' for n, v in zip(NAMES, measured.values, strict=True))}) "
            f"and takes {before.altered:.2f} to {altered:.2f}"
        )
        return replace(
            before,
            altered=altered,
            other=before.other * share,
            not_mentioned=before.not_mentioned * share,
            because=because,
        )


def measure(claims: Sequence[Claim], passage: str, encode: Encode) -> tuple[Measured, ...]:
    """Compare each claim with an edit; all texts are encoded at once."""
    parts = stretches(passage)
    if not parts or not claims:
        return tuple(Measured(values=(0.0,) * len(NAMES), nearest="") for _ in claims)
    quotes = [passage[claim.start : claim.end] for claim in claims]
    stated = [claim.statement for claim in claims]
    texts = list(dict.fromkeys([*parts, *stated, *map(denial, stated), *filter(None, quotes)]))
    vectors = dict(zip(texts, encode(texts), strict=True))
    places = np.stack([vectors[part] for part in parts])
    return tuple(_measured(one, quote, parts, places, vectors) for one, quote in zip(stated, quotes, strict=True))


def _measured(stated: str, quote: str, parts: tuple[str, ...], places: Any, vectors: dict[str, Any]) -> Measured:
    claim, denied = vectors[stated], vectors[denial(stated)]
    likenesses = places @ claim
    best = int(np.argmax(likenesses))
    there = vectors[quote] if quote else places[best]
    likeness = float(there @ claim)
    return Measured(
        values=(likeness, float(likenesses[best]) - likeness, float(there @ denied) - likeness), nearest=parts[best]
    )


@lru_cache(maxsize=KEPT)
def denial(statement: str) -> str:
    """Return the statement denied, as a sentence."""
    from nlbridge.language.forms.negation import negate

    return negate(statement)


@dataclass(frozen=True, slots=True)
class CachedEncoder:
    """A model's vectors, the latest of them kept: statements of claims recur in every edit of a text."""

    model: Any
    kept: OrderedDict[str, Any] = field(default_factory=OrderedDict)

    def __call__(self, texts: Sequence[str]) -> Any:
        """Return unit vectors, (n, size)."""
        if missing := [text for text in dict.fromkeys(texts) if text not in self.kept]:
            found = self.model.encode(missing, normalize_embeddings=True, show_progress_bar=False)
            self.kept.update(zip(missing, found, strict=True))
        vectors = np.stack([self.kept[text] for text in texts])
        for text in dict.fromkeys(texts):
            self.kept.move_to_end(text)
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)
        return vectors


def encoder(name: str) -> CachedEncoder:
    """Load a local sentence-transformers model by folder or name; nothing is downloaded.

    Raises
    ------
    LibraryMissingError
        If sentence-transformers is not installed.
    ModelMissingError
        If there is no such model on this machine.
    """
    made = library("sentence_transformers", OPTION, EXTRA).SentenceTransformer
    return CachedEncoder(
        opened(name, OPTION, "a sentence-transformers model", lambda: made(name, device="cpu", local_files_only=True))
    )


def embedding_evidence(name: str, base: ClaimEvidence) -> EmbeddingEvidence:
    """Return evidence by the model `name`, with the shipped weights."""
    return EmbeddingEvidence(
        base=base, encode=encoder(name), name=short_name(name), weigher=shipped_sum("embeddings", NAMES)
    )
