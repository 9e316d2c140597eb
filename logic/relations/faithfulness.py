"""Labels of counterfactual hypotheses, derived as theorems with side conditions.

An explanation of a label relates two phrases A and B. Putting B for A in the hypothesis x gives a counterfactual; its
label follows from the original label, the relation and the context of the slot. The context is schematic: if the
slot S is extensional, x depends only on whether S holds. Let P be x if S holds, and Q be x if not: x[S] = (S and P) or
(not S and Q). Each row of the table is a propositional entailment that `Theorem.prove` hands to the solver. Conditions
that are not proved for the concrete sentences are reported as assumptions.

References
----------
.. [1] Sia et al. (2023), Logical satisfiability of counterfactuals for faithful explanations in NLI, AAAI.

Examples
--------
>>> (one,) = counterfactuals(Label.CONTRADICTION, Relation.EXCLUSIVE_OR)
>>> one.label, [str(condition) for condition in one.assumed]
(<Label.ENTAILMENT: 'E'>, ['the slot is extensional', 'the hypothesis is sensitive to the slot'])
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from logic.formulas.formula import Atom, Formula, Iff, Implies, Not, Truth
from logic.formulas.grammar import parse
from logic.formulas.substitution import replace
from logic.relations.nli import Label, label
from logic.solving.entailment import Answer, EntailmentVerdict, entails

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from logic.solving.outcome import Limits


class Relation(StrEnum):
    """What an explanation says about A and B."""

    EQUIVALENT = "equivalent"
    IMPLIES = "implies"
    IMPLIED_BY = "implied by"
    DISJOINT = "disjoint"
    EXCLUSIVE_OR = "exclusive or"
    DOES_NOT_IMPLY = "does not imply"


class Condition(StrEnum):
    """What must hold for the concrete sentences if the label is to follow."""

    EXTENSIONAL = "the slot is extensional"
    UPWARD = "the slot is upward monotone"
    SENSITIVE = "the hypothesis is sensitive to the slot"
    POSITIVE = "the hypothesis holds when its slot does"
    PREMISE_ENTAILS_A = "the premise entails A"
    PREMISE_ENTAILS_B = "the premise entails B"
    SYMMETRIC_GAP = "the premise settles neither the rewritten hypothesis nor its denial"


class Case(StrEnum):
    """The phrase that fills the slot of the counterfactual."""

    A = "A"
    B = "B"


_A, _B = Atom("A"), Atom("B")
_SLOT = Atom("S")
_CONTEXT = parse("(S & P) | (~S & Q)")
_RELATIONS = {
    Relation.EQUIVALENT: parse("A <-> B"),
    Relation.IMPLIES: parse("A -> B"),
    Relation.IMPLIED_BY: parse("B -> A"),
    Relation.DISJOINT: parse("~(A & B)"),
    Relation.EXCLUSIVE_OR: parse("~(A <-> B)"),
    Relation.DOES_NOT_IMPLY: Truth(True),  # it denies an entailment, so it says nothing about the actual world
}
_CONDITIONS = {
    Condition.UPWARD: parse("Q -> P"),
    Condition.SENSITIVE: parse("~(P <-> Q)"),
    Condition.POSITIVE: parse("P"),
    Condition.PREMISE_ENTAILS_A: _A,
    Condition.PREMISE_ENTAILS_B: _B,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Theorem:
    """One row of the table: under the conditions, the counterfactual has the label."""

    original: Label
    relation: Relation
    case: Case
    conditions: tuple[Condition, ...]
    label: Label

    def prove(self, *, without: Condition | None = None) -> EntailmentVerdict:
        """Ask the solver whether the entailment of the row holds, with all conditions or all but one.

        Rows with the label N state that nothing follows; then `prove` answers whether the schema forces the hypothesis,
        and NO is what they claim.
        """
        original = replace(_CONTEXT, _SLOT, _A)
        holding: dict[Label, list[Formula]] = {Label.ENTAILMENT: [original], Label.CONTRADICTION: [Not(original)]}
        conditions = [
            _CONDITIONS[condition]
            for condition in self.conditions
            if condition in _CONDITIONS and condition is not without
        ]
        premises = [*holding.get(self.original, []), _RELATIONS[self.relation], *conditions]
        return entails(premises, replace(_CONTEXT, _SLOT, _A if self.case is Case.A else _B))


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterfactual:
    """A derived label, with the conditions that it rests on.

    Parameters
    ----------
    case
        The phrase that fills the slot.
    discharged, assumed
        Conditions known to hold for the concrete sentences, and those taken on trust.
    """

    label: Label
    case: Case
    theorem: Theorem
    discharged: tuple[Condition, ...]
    assumed: tuple[Condition, ...]


def _row(original: Label, relation: Relation, case: Case, label_: Label, *conditions: Condition) -> Theorem:
    return Theorem(original=original, relation=relation, case=case, conditions=conditions, label=label_)


_E, _C, _N = Label.ENTAILMENT, Label.CONTRADICTION, Label.NEUTRAL
THEOREMS: tuple[Theorem, ...] = (
    _row(_E, Relation.EQUIVALENT, Case.B, _E, Condition.EXTENSIONAL),
    _row(_E, Relation.IMPLIES, Case.B, _E, Condition.EXTENSIONAL, Condition.UPWARD),
    _row(_E, Relation.IMPLIED_BY, Case.B, _E, Condition.EXTENSIONAL, Condition.PREMISE_ENTAILS_B),
    _row(_C, Relation.EXCLUSIVE_OR, Case.B, _E, Condition.EXTENSIONAL, Condition.SENSITIVE),
    _row(_C, Relation.DISJOINT, Case.B, _E, Condition.EXTENSIONAL, Condition.POSITIVE, Condition.PREMISE_ENTAILS_B),
    _row(
        _N, Relation.DOES_NOT_IMPLY, Case.A, _E, Condition.EXTENSIONAL, Condition.POSITIVE, Condition.PREMISE_ENTAILS_A
    ),
    _row(_N, Relation.DOES_NOT_IMPLY, Case.B, _N, Condition.SYMMETRIC_GAP),
)


def counterfactuals(
    original: Label, relation: Relation, known: Collection[Condition] = ()
) -> tuple[Counterfactual, ...]:
    """Derive the counterfactuals of a labelled hypothesis; none if no theorem covers the pair.

    Parameters
    ----------
    original
        The label that the explanation is about.
    relation
        What the explanation says about A and B.
    known
        Conditions that hold for the concrete sentences, see `conditions_of`.
    """
    return tuple(
        Counterfactual(
            label=theorem.label,
            case=theorem.case,
            theorem=theorem,
            discharged=tuple(condition for condition in theorem.conditions if condition in known),
            assumed=tuple(condition for condition in theorem.conditions if condition not in known),
        )
        for theorem in THEOREMS
        if (theorem.original, theorem.relation) == (original, relation)
    )


def conditions_of(
    *,
    premises: Sequence[Formula | str],
    context: Formula,
    slot: Atom,
    a: Formula,
    b: Formula,
    limits: Limits | None = None,
) -> frozenset[Condition]:
    """Return the conditions that hold for formal sentences.

    Parameters
    ----------
    premises
        What is given.
    context, slot
        The hypothesis with a propositional letter in place of A or B.
    a, b
        What the phrases say.
    """
    full, empty = replace(context, slot, Truth(True)), replace(context, slot, Truth(False))
    goals = {
        Condition.UPWARD: Implies(empty, full),
        Condition.SENSITIVE: Not(Iff(full, empty)),
        Condition.POSITIVE: full,
        Condition.PREMISE_ENTAILS_A: a,
        Condition.PREMISE_ENTAILS_B: b,
    }
    held = {
        condition for condition, goal in goals.items() if entails(premises, goal, limits=limits).answer is Answer.YES
    }
    rewritten = label(premises=premises, hypothesis=replace(context, slot, b), limits=limits)
    if rewritten.label is Label.NEUTRAL:
        held.add(Condition.SYMMETRIC_GAP)
    return frozenset(held | {Condition.EXTENSIONAL})  # every slot of these formulas is
