"""Two phrases and their relation, read from an explanation by frames, tags and words shared with the hypothesis.

A frame locates the two phrases and states their relation. Alignment with the hypothesis, and with the premise if there
is one, shows which phrase the hypothesis mentions. An explanation with only one phrase relates it to the premise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from benchmarks.ftc.explanations.clause_structure import Kind, clause, content, head_noun, refers_to_person, shares_word
from benchmarks.ftc.explanations.frames import Frame, Match, matches
from benchmarks.ftc.explanations.phrase_trimming import (
    alike,
    clauses,
    cleaned,
    completed,
    parallel,
    predicated,
    resolved,
    statements,
    undenied,
)
from benchmarks.ftc.explanations.relation import Extraction, NoRelation
from benchmarks.ftc.explanations.tagged_text import FINITE_TAGS, Tagged
from logic.relations.faithfulness import Relation
from logic.relations.nli import Label
from nlbridge.language.lexicon import word_class

IMPLIED_LABEL: Final = {
    Relation.EQUIVALENT: Label.ENTAILMENT,
    Relation.IMPLIES: Label.ENTAILMENT,
    Relation.IMPLIED_BY: Label.ENTAILMENT,
    Relation.DISJOINT: Label.CONTRADICTION,
    Relation.EXCLUSIVE_OR: Label.CONTRADICTION,
    Relation.DOES_NOT_IMPLY: Label.NEUTRAL,
}
READ_WITH_LABEL: Final = {
    Label.ENTAILMENT: Relation.IMPLIED_BY,
    Label.CONTRADICTION: Relation.DISJOINT,
    Label.NEUTRAL: Relation.DOES_NOT_IMPLY,
}
GENERIC: Final = word_class("generic_words")
METALANGUAGE: Final = word_class("text_words")
"""Words about the texts themselves rather than their content."""
GENERIC_NOUNS: Final = word_class("generic_nouns")
"""Words for anybody or anything, unless the hypothesis uses them."""
DENIALS: Final = word_class("explaining_denials")
RELATING: Final = word_class("relating_words")
CUTS: Final = word_class("coordination_cuts")
_OF_WHOLE: Final = Relation.IMPLIED_BY
CONJUNCTIONS: Final = word_class("linking_conjunctions")
MODALS: Final = word_class("possible_modals")
MISFIT: Final = 1.0
"""Cost of a relation that does not explain the given label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two phrases with their words.

    Parameters
    ----------
    inside
        The phrase that matches the hypothesis.
    outside
        The other phrase, or None if only the premise can supply it.
    relation
        From `inside` to `outside`, except for `does not imply`, which goes from `outside` to `inside`.
    weight
        Reliability of the pattern, and difference between the phrases.
    whole
        Whether `outside` is the rewritten hypothesis itself.
    """

    inside: Tagged
    outside: Tagged | None
    relation: Relation
    why: str
    weight: float = 0.0
    whole: bool = False

    def extraction(self, premise: Tagged | None) -> Extraction | NoRelation:
        """Return A and B as text; the premise replaces what the explanation omits."""
        outside, why = self.outside, self.why
        if outside is None:
            if premise is None:
                return NoRelation(why=f"{why} names one phrase only; the premise would be the other, and is not given")
            outside, why = premise, f"{why} names one phrase, the premise is the other"
        a, b = self.inside.text(), outside.text()
        if self.relation is Relation.DOES_NOT_IMPLY:
            a, b = b, a
        return Extraction(a=a, b=b, relation=self.relation, why=why)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The context for reading an explanation."""

    hypothesis: Tagged
    premise: Tagged | None = None
    label: Label | None = None

    def informs(self, phrase: Tagged) -> bool:
        """Return whether a phrase has content beyond pronouns and generic words."""
        if not METALANGUAGE.isdisjoint(phrase.lower):
            return False
        return any(
            phrase.lower[i] not in GENERIC
            and (phrase.lower[i] not in GENERIC_NOUNS or shares_word(phrase, i, self.hypothesis))
            for i in content(phrase)
        )

    def leaning(self, phrase: Tagged) -> float:
        """Return how much better a phrase matches the hypothesis than the premise, -1 to 1."""
        in_hypothesis = overlap(phrase, self.hypothesis)
        return in_hypothesis if self.premise is None else in_hypothesis - 0.5 * overlap(phrase, self.premise)


def overlap(phrase: Tagged, other: Tagged) -> float:
    """Return the share of a phrase's content words that another text contains in any form."""
    positions = content(phrase)
    if not positions:
        return 0.0
    return sum(shares_word(phrase, i, other) for i in positions) / len(positions)


def badly_cut(phrase: Tagged) -> bool:
    """Return whether a phrase still contains words that relate phrases."""
    dangling = len(phrase) > 0 and (phrase.tags[-1] == "MD" or phrase.lower[-1] in word_class("do_forms"))
    return dangling or not RELATING.isdisjoint(phrase.lower)


def read_pairs(explanation: Tagged, given: Given) -> tuple[Pair, ...]:
    """Read the best pair of each statement of an explanation, best first."""
    pairs: list[Pair] = []
    for whole in statements(explanation):
        for statement in tuple(clauses(whole)) or (whole,):
            candidates = list(_candidates(statement, given))
            if candidates:
                pairs.append(max(candidates, key=lambda pair: pair.weight))
    return tuple(sorted(pairs, key=lambda pair: -pair.weight))


def _candidates(statement: Tagged, given: Given) -> Iterator[Pair]:
    for match in matches(statement.lower):
        for left, right in _phrases(match, statement, given):
            pair = _oriented(match, left, right, given, statement)
            if pair is not None:
                pair = _with_label(pair, given.label)
                yield replace(pair, weight=pair.weight - 0.25 * _cuts_into(match, statement))
    plain = _plain(statement, given)
    if plain is not None:
        yield plain


def _cuts_into(match: Match, statement: Tagged) -> bool:
    """Return whether a phrase of a frame starts with a conjunction, and so contains a clause outside the frame."""
    return any(statement.lower[low] in CONJUNCTIONS for low, _ in match.spans.values())


def _with_label(pair: Pair, label: Label | None) -> Pair:
    if label is None or IMPLIED_LABEL[pair.relation] is label:
        return pair
    relation = READ_WITH_LABEL[label]
    why = f"{pair.why}, read as '{relation}' because the label is {label.value}"
    return replace(pair, relation=relation, why=why, weight=pair.weight - MISFIT)


Phrases = tuple[Tagged | None, Tagged | None]


def _phrases(match: Match, statement: Tagged, given: Given) -> Iterator[Phrases]:
    parts = {name: statement.part(*span) for name, span in match.spans.items()}
    if "x" in parts:
        yield from _cut_coordination(parts["x"], given)
    elif "q" in parts:
        yield from _cut_at_verb(parts["q"])
    elif "c" in parts:
        yield None, cleaned(parts["c"])
    else:
        yield alike(cleaned(parts["l"]), cleaned(parts["r"]))


def _cut_at_verb(quantified: Tagged) -> Iterator[Phrases]:
    for i in range(1, len(quantified) - 1):
        if quantified.tags[i] in FINITE_TAGS:
            skip = i + (quantified.lower[i] in word_class("quantified_auxiliaries"))
            yield cleaned(quantified.part(0, i)), cleaned(quantified.part(skip, len(quantified)))
            return


def _cut_coordination(phrase: Tagged, given: Given) -> Iterator[Phrases]:
    """Split at the conjunction that best separates the hypothesis' content from the rest."""
    best: tuple[float, Tagged, Tagged] | None = None
    opening = max((i + 1 for i, word_ in enumerate(phrase.lower) if word_ in word_class("both_either")), default=0)
    phrase = phrase.part(opening if opening < len(phrase) - 2 else 0, len(phrase))
    for i in range(1, len(phrase) - 1):
        if phrase.lower[i] not in CUTS and not (phrase.lower[i] == "," and phrase.lower[i + 1] not in CUTS):
            continue
        left, right = parallel(cleaned(phrase.part(0, i)), cleaned(phrase.part(i + 1, len(phrase))))
        if not (given.informs(left) and given.informs(right)):
            continue
        score = abs(given.leaning(left) - given.leaning(right))
        score += 0.3 * (phrase.tags[i - 1][:2] == right.tags[0][:2] or left.tags[0] == right.tags[0])
        score += 0.3 * (phrase.lower[i] in word_class("and_or_while"))
        score -= 0.02 * abs(len(left) - len(right))
        if best is None or score > best[0]:
            best = score, left, right
    if best is not None:
        yield best[1], best[2]


def _oriented(match: Match, left: Tagged | None, right: Tagged | None, given: Given, statement: Tagged) -> Pair | None:
    frame = match.frame
    left = left if left is not None and given.informs(left) else None
    right = right if right is not None and given.informs(right) else None
    if left is None or right is None:
        return _one_sided(match, left, right, given)
    lean_left, lean_right = given.leaning(left), given.leaning(right)
    not_implied = frame.relation is Relation.DOES_NOT_IMPLY
    flip = lean_left > lean_right + (0.5 if not_implied else 0)
    inside, outside = (left, right) if flip else (right, left)
    possible = not MODALS.isdisjoint(outside.lower)
    inside, outside = undenied(inside), undenied(resolved(outside, inside))
    if not (given.informs(inside) and given.informs(outside)):
        return None
    outside = predicated(outside, inside)
    if given.premise is not None:
        outside = completed(outside, given.premise)
    names = "x" not in match.spans and _names_subject(outside, inside, given, not_implied=not_implied)
    if names or ("x" not in match.spans and not not_implied and _names_subject(inside, outside, given)):
        return _whole(statement, given, frame) or _one_sided(match, inside, None, given)
    if not_implied and possible and given.premise is not None and overlap(outside, given.premise) == 0:
        return _one_sided(match, inside, None, given)  # a mere possibility is no fact
    excluded = IMPLIED_LABEL[frame.relation] is Label.CONTRADICTION
    if _adds_nothing(outside, inside, given, not_implied=not_implied, excluded=excluded):
        return _one_sided(match, inside, None, given)
    relation = Relation.IMPLIED_BY if not flip and frame.relation is Relation.IMPLIES else frame.relation
    weight = frame.strength + abs(lean_left - lean_right) * 0.5 + 0.5 * overlap(inside, given.hypothesis)
    weight -= 0.6 * (badly_cut(inside) + badly_cut(outside))
    if given.premise is not None:
        weight += 0.3 * overlap(outside, given.premise)
    return Pair(inside=inside, outside=outside, relation=relation, why=f"'{frame.name}'", weight=weight)


def _names_subject(outside: Tagged, inside: Tagged, given: Given, *, not_implied: bool = False) -> bool:
    """Return whether a phrase only names the hypothesis' topic: `the man` of `the man is not necessarily a cook`."""
    if clause(outside).kind is not Kind.NOMINAL or clause(inside).kind is Kind.NOMINAL:
        return False
    said = clause(inside).predicate if clause(inside).kind is Kind.CLAUSE else inside
    if not_implied and not any(said.is_noun(i) for i in range(len(said))):
        return True
    subject = clause(given.hypothesis).subject_words
    words = clause(outside).words
    head = head_noun(words, 0, len(words))
    return head is not None and (
        shares_word(words, head, subject) or (refers_to_person(words) and refers_to_person(subject))
    )


def _adds_nothing(outside: Tagged, inside: Tagged, given: Given, *, not_implied: bool, excluded: bool) -> bool:
    """Return whether a phrase adds nothing to the hypothesis or, for `does not imply`, to the other phrase."""
    if not not_implied:
        instead = given.premise is not None or excluded
        return overlap(outside, given.hypothesis) == 1 and (instead or overlap(inside, outside) == 1)
    if clause(outside).kind is Kind.NOMINAL and overlap(outside, given.hypothesis) == 1:
        return True
    return overlap(outside, inside) == 1


def _one_sided(match: Match, left: Tagged | None, right: Tagged | None, given: Given) -> Pair | None:
    only = left if right is None else right
    if only is None:
        return None
    frame, only = match.frame, undenied(only)
    if IMPLIED_LABEL[frame.relation] is Label.ENTAILMENT and _speaks_of_premise(only, given):
        return Pair(inside=given.hypothesis, outside=only, relation=_OF_WHOLE, why=f"'{frame.name}'", weight=0.9)
    relation = Relation.IMPLIED_BY if frame.relation is Relation.IMPLIES else frame.relation
    missing = 0 if "c" in match.spans else 0.4
    weight = frame.strength + 0.5 * overlap(only, given.hypothesis) - missing - 0.4 * badly_cut(only)
    return Pair(inside=only, outside=None, relation=relation, why=f"'{frame.name}'", weight=weight)


def _speaks_of_premise(phrase: Tagged, given: Given) -> bool:
    """Return whether a single phrase says more than the hypothesis, and fits the premise at least as well."""
    in_hypothesis = overlap(phrase, given.hypothesis)
    return in_hypothesis < 1 and given.premise is not None and overlap(phrase, given.premise) >= in_hypothesis


def _whole(statement: Tagged, given: Given, frame: Frame) -> Pair | None:
    """Relate a whole affirmative statement about the hypothesis' subject to the hypothesis."""
    if frame.relation is Relation.DOES_NOT_IMPLY or not DENIALS.isdisjoint(statement.lower):
        return None
    if overlap(statement, given.hypothesis) == 1:
        return None
    relation = Relation.IMPLIED_BY if frame.relation is Relation.IMPLIES else frame.relation
    return Pair(
        inside=given.hypothesis, outside=statement, relation=relation, why=f"'{frame.name}'", weight=frame.strength
    )


def _plain(statement: Tagged, given: Given) -> Pair | None:
    """Read a statement without a frame as what the premise says about the hypothesis."""
    phrase = cleaned(statement)
    if not given.informs(phrase):
        return None
    denied = not DENIALS.isdisjoint(phrase.lower)
    label = given.label
    relation = READ_WITH_LABEL[label] if label else (Relation.DISJOINT if denied else Relation.IMPLIED_BY)
    why = "a plain statement"
    if denied or overlap(phrase, given.hypothesis) == 1:
        return Pair(inside=phrase, outside=None, relation=relation, why=why, weight=-0.5)
    return Pair(inside=given.hypothesis, outside=phrase, relation=relation, why=why, weight=0.3)
