"""Counterfactual hypotheses: a phrase replaced by the one that the explanation relates to it, with the derived label.

E and C have one, x[B]; N has two, x[A] and x[B]. The labels are theorems of `logic.relations.faithfulness`, listed with
the conditions that are not checked on the sentences.

Examples
--------
>>> given = Explained(hypothesis="A cook is asleep.", explanation="The cook can't be asleep and stirring soup at once.")
>>> (answer,) = rewrite([given])
>>> answer.counterfactuals[0].hypothesis, answer.counterfactuals[0].label.value
('A cook is stirring soup.', 'E')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from benchmarks.ftc.explanations.explanation_reader import IMPLIED_LABEL, Given, Pair, overlap, read_pairs
from benchmarks.ftc.explanations.relation import Explained, Extraction, NoRelation
from benchmarks.ftc.explanations.slot_substitution import substituted, supposed
from benchmarks.ftc.explanations.tagged_text import Tagged, sentence, tag
from benchmarks.ftc.explanations.weakened_hypothesis import without
from logic.relations.faithfulness import Case, Condition, Relation, counterfactuals
from logic.relations.nli import Label

SURE: Final = 1.4
"""Least weight at which a further pair of an explanation is also used."""

CHUNK: Final = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The solver's label.

    Parameters
    ----------
    label
        None if the formulas are unusable or decide nothing.
    formulas
        Formulas of the premises and, last, of the hypothesis.
    why
        The reason for the label, or for its absence.
    """

    label: Label | None
    formulas: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterfactualHypothesis:
    """A rewritten hypothesis with its label.

    Parameters
    ----------
    case
        The phrase that fills the slot, A or B, if there are two counterfactuals; otherwise None.
    assumed
        The unchecked assumptions of the label, in words.
    proof
        The label that formulas prove from the premise, if requested.
    """

    hypothesis: str
    label: Label
    case: Case | None
    assumed: tuple[str, ...]
    proof: Proof | None = None

    @property
    def proved(self) -> bool | None:
        """Whether the formulas prove the label; None without formulas, or if the solver cannot tell."""
        return None if self.proof is None or self.proof.label is None else self.proof.label is self.label


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewriting:
    """The reading of an explanation and its counterfactuals; empty, with the reason, if no relation was found."""

    extraction: Extraction | NoRelation
    counterfactuals: tuple[CounterfactualHypothesis, ...] = ()


def rewrite(explained: Iterable[Explained], *, pipeline: str | None = None) -> Iterator[Rewriting]:
    """Read the relation of each explanation and rewrite its hypothesis, in order.

    Parameters
    ----------
    pipeline
        Name or folder of a spaCy pipeline, None for the shipped one.
    """
    rest = iter(explained)
    while chunk := list(islice(rest, CHUNK)):
        words = _tagged(chunk, pipeline)
        for one in chunk:
            given = Given(
                hypothesis=words[one.hypothesis],
                premise=words[one.premise] if one.premise else None,
                label=one.label,
            )
            yield _rewriting(read_pairs(words[one.explanation], given), given)


def rewriting(extraction: Extraction, explained: Explained, put: str) -> Rewriting:
    """Derive the labels of a hypothesis that was already rewritten by a relation.

    Parameters
    ----------
    put
        The hypothesis with the phrase inserted.

    Examples
    --------
    >>> read = Extraction(a="asleep", b="stirring soup", relation=Relation.DISJOINT, why="a reader said so")
    >>> given = Explained(hypothesis="A cook is asleep.", explanation="nobody stirs soup asleep")
    >>> [(one.hypothesis, str(one.label)) for one in rewriting(read, given, "A cook stirs soup.").counterfactuals]
    [('A cook stirs soup.', 'E')]
    """
    read = extraction.relation, explained.label, explained.hypothesis
    return Rewriting(extraction=extraction, counterfactuals=tuple(_labelled(*read, put, set())))


def _tagged(explained: Sequence[Explained], pipeline: str | None) -> dict[str, Tagged]:
    """Tag each text once; many items share premises and hypotheses."""
    texts = dict.fromkeys(
        text for one in explained for text in (one.hypothesis, one.explanation, one.premise) if text is not None
    )
    return dict(zip(texts, tag(texts, pipeline=pipeline), strict=True))


def _rewriting(pairs: Sequence[Pair], given: Given) -> Rewriting:
    if not pairs:
        return Rewriting(extraction=NoRelation(why="the explanation names no phrase that can be related"))
    best = _weakened(pairs[0], given)
    words = rewritten((best, *pairs[1:]), given)
    if words is None or not len(words):
        extraction = best.extraction(None)
        return Rewriting(extraction=extraction)
    return Rewriting(
        extraction=best.extraction(given.premise),
        counterfactuals=tuple(_counterfactuals(best, given, sentence(words.forms))),
    )


def _counterfactuals(pair: Pair, given: Given, put: str) -> Iterator[CounterfactualHypothesis]:
    conditions: set[Condition] = set()
    if pair.outside is None:
        neutral = (given.label or IMPLIED_LABEL[pair.relation]) is Label.NEUTRAL
        conditions.add(Condition.PREMISE_ENTAILS_A if neutral else Condition.PREMISE_ENTAILS_B)
    return _labelled(pair.relation, given.label, sentence(given.hypothesis.forms), put, conditions)


def _labelled(
    relation: Relation, label: Label | None, hypothesis: str, put: str, known: set[Condition]
) -> Iterator[CounterfactualHypothesis]:
    original = label or IMPLIED_LABEL[relation]
    unsaid = () if label else (f"the label of the hypothesis is {original.value}",)
    for one in counterfactuals(original, relation, known):
        unchanged = original is Label.NEUTRAL and one.case is Case.B
        yield CounterfactualHypothesis(
            hypothesis=hypothesis if unchanged else put,
            label=one.label,
            case=one.case if original is Label.NEUTRAL else None,
            assumed=(*unsaid, *(str(condition) for condition in one.assumed)),
        )


def _weakened(pair: Pair, given: Given) -> Pair:
    """If only a modifier or adjunct B does not follow, let A be the hypothesis without B.

    A phrase that the explanation gives for A takes precedence unless the premise supports the shortened hypothesis
    more.
    """
    if pair.relation is not Relation.DOES_NOT_IMPLY:
        return pair
    rest = without(given.hypothesis, pair.inside, given.premise)
    if rest is None or (pair.outside is not None and not _borne_out(rest, pair, given)):
        return pair
    return replace(pair, outside=rest, why=f"{pair.why} names B only, A is the hypothesis without it", whole=True)


def _borne_out(rest: Tagged, pair: Pair, given: Given) -> bool:
    """Return whether the premise shares more of the shortened hypothesis' words than of the rewrite's."""
    if given.premise is None or pair.outside is None:
        return False
    put = substituted(given.hypothesis, pair.inside, pair.outside, premise=given.premise)
    return overlap(rest, given.premise) > overlap(put, given.premise)


def rewritten(pairs: Sequence[Pair], given: Given) -> Tagged | None:
    """Insert the related phrases into the hypothesis, the best pair first; None if none fits."""
    best, *others = pairs
    if best.outside is None:
        return None if given.premise is None else supposed(given.hypothesis, best.inside, given.premise)
    if best.whole:
        return best.outside
    result = substituted(given.hypothesis, best.inside, best.outside, premise=given.premise)
    if best.relation is Relation.DOES_NOT_IMPLY:
        return result
    for pair in others:
        if pair.outside is None or pair.weight < SURE:
            continue
        if overlap(pair.inside, result) > 0.5 and overlap(pair.inside, best.outside) == 0:
            result = substituted(result, pair.inside, pair.outside, premise=given.premise)
    return result


def label_of(name: str) -> Label | None:
    """Return the label for a dataset's letter or word; None for another one.

    Examples
    --------
    >>> label_of("entailment"), label_of("n"), label_of("?")
    (<Label.ENTAILMENT: 'E'>, <Label.NEUTRAL: 'N'>, None)
    """
    return {"e": Label.ENTAILMENT, "c": Label.CONTRADICTION, "n": Label.NEUTRAL}.get(
        name.lower()
        if len(name) == 1
        else {"entailment": "e", "contradiction": "c", "neutral": "n"}.get(name.lower(), "")
    )


__all__ = ["CounterfactualHypothesis", "Proof", "Rewriting", "label_of", "rewrite", "rewriting"]
