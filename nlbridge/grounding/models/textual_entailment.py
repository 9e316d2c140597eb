"""Claims weighed by an entailment cross-encoder of a local model (extra `nli`).

Source: Dagan et al. (2006) for the task, Williams et al. (2018) for the labels. The sentences of the edit that the
claim's words lead to are the premise (the whole edit where they lead nowhere), the claim is the hypothesis; a
premise that entails it speaks for "holds", one that contradicts it for "fails", a neutral one for "not mentioned".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from nlbridge.grounding.models.edit_stretch import surrounding
from nlbridge.grounding.models.local_model import ModelMissingError, library, opened, short_name
from nlbridge.grounding.models.log_odds_sum import LogOddsSum, shipped_sum

if TYPE_CHECKING:
    from nlbridge.grounding.claims.evidence import Claim, ClaimEvidence, Finding

OPTION: Final = "--nli"
EXTRA: Final = "nli"
NAMES: Final = ("contradicted rather than entailed",)
LEAST: Final = 0.02
"""Chances below this say nothing: neither entailed nor contradicted is no evidence."""
LONGEST: Final = 512
"""Tokens of a pair; the rest is cut off the premise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entailment:
    """Probabilities that a premise entails, leaves open or contradicts a hypothesis."""

    entailed: float
    neutral: float
    contradicted: float

    @property
    def evidence(self) -> tuple[float, ...]:
        """Return what speaks for an altered claim, in the order of `NAMES`: a log ratio, 0 where neither is said."""
        return (math.log((self.contradicted + LEAST) / (self.entailed + LEAST)),)


Judge = Callable[[Sequence[tuple[str, str]]], Sequence[Entailment]]
"""Pairs (premise, hypothesis) to their entailment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntailmentEvidence:
    """The findings of another evidence, weighed again by an entailment model."""

    base: ClaimEvidence
    judge: Judge
    name: str
    weigher: LogOddsSum

    def findings(self, claims: Sequence[Claim], passage: str) -> tuple[Finding, ...]:
        """Weigh each claim again."""
        before = self.base.findings(claims, passage)
        found = self.judge(pairs(claims, passage)) if passage else ()
        return tuple(map(self._revised, before, found)) if found else before

    def _revised(self, before: Finding, found: Entailment) -> Finding:
        altered = self.weigher.revised(before.altered, found.evidence)
        told = found.neutral + found.contradicted
        absent = altered * found.neutral / told if told else 0.0
        other = min(altered - absent, before.other)
        because = (
            f"{before.because}; {self.name}: entailed {found.entailed:.2f}, contradicted {found.contradicted:.2f}, "
            f"which takes {before.altered:.2f} to {altered:.2f}"
        )
        return replace(before, altered=altered, other=other, not_mentioned=absent, because=because)


def pairs(claims: Sequence[Claim], passage: str) -> list[tuple[str, str]]:
    """Return premise and hypothesis for each claim."""
    return [(surrounding(passage, claim.start, claim.end), claim.statement) for claim in claims]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossEncoder:
    """A sequence classifier over pairs; `order` says where entailment, neutral and contradiction stand."""

    model: Any
    tokenizer: Any
    order: tuple[int, int | None, int]

    def __call__(self, asked: Sequence[tuple[str, str]]) -> list[Entailment]:
        """Return the entailment of each pair."""
        import torch

        premises, hypotheses = [one for one, _ in asked], [two for _, two in asked]
        if not premises:
            return []
        given = self.tokenizer(
            premises, hypotheses, padding=True, truncation="only_first", max_length=self._longest, return_tensors="pt"
        )
        with torch.no_grad():
            rows = self.model(**given).logits.softmax(-1).tolist()
        yes, neither, no = self.order
        return [
            Entailment(entailed=row[yes], neutral=0.0 if neither is None else row[neither], contradicted=row[no])
            for row in rows
        ]

    @property
    def _longest(self) -> int:
        return min(LONGEST, int(self.tokenizer.model_max_length))


def cross_encoder(name: str) -> CrossEncoder:
    """Load a local classifier of pairs by folder or name; nothing is downloaded.

    Raises
    ------
    LibraryMissingError
        If transformers or torch is not installed.
    ModelMissingError
        If there is no such model on this machine, or it has no labels for entailment and contradiction.
    """
    library("torch", OPTION, EXTRA)
    transformers = library("transformers", OPTION, EXTRA)
    kind = "an entailment model"

    def load() -> tuple[Any, Any]:
        tokenizer = transformers.AutoTokenizer.from_pretrained(name, local_files_only=True)
        model = transformers.AutoModelForSequenceClassification.from_pretrained(name, local_files_only=True)
        return model.eval(), tokenizer

    model, tokenizer = opened(name, OPTION, kind, load)
    return CrossEncoder(model=model, tokenizer=tokenizer, order=order_of(model.config.id2label, name))


def order_of(labels: dict[int, str], name: str) -> tuple[int, int | None, int]:
    """Return where entailment, neutral and contradiction stand among a model's labels.

    Examples
    --------
    >>> order_of({0: "CONTRADICTION", 1: "NEUTRAL", 2: "ENTAILMENT"}, "a model")
    (2, 1, 0)
    """
    found = {
        stem: [int(place) for place, label in labels.items() if str(label).lower().startswith(stem)]
        for stem in ("entail", "neutral", "contradict")
    }
    if len(found["entail"]) != 1 or len(found["contradict"]) != 1:
        message = (
            f"expected a model with the labels entailment and contradiction for {OPTION}, got {name!r} with "
            f"{', '.join(map(str, labels.values()))}; name a model fitted on MNLI or SNLI, or write its labels into "
            "id2label of its config.json"
        )
        raise ModelMissingError(message)
    return found["entail"][0], next(iter(found["neutral"]), None), found["contradict"][0]


def entailment_evidence(name: str, base: ClaimEvidence) -> EntailmentEvidence:
    """Return evidence by the model `name`, with the shipped weights."""
    return EntailmentEvidence(
        base=base, judge=cross_encoder(name), name=short_name(name), weigher=shipped_sum("nli", NAMES)
    )
