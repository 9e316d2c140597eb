"""An oracle for ranks and shares: every finite model over the named things, evaluated by the definitions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from logic.formulas.formula import Denotes, Exists, ForAll, Formula, Implies, Name, signature, subformulas
from logic.formulas.substitution import substitute
from logic.formulas.truth import Semantics
from logic.models.finite_model import FiniteModel, Value, value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from logic.ranks.default import Default


def models(vocabulary: Sequence[Formula], semantics: Semantics = Semantics.SUPERVALUATION) -> Iterator[FiniteModel]:
    """Run through all models in which each name stands for a thing of its own."""
    symbols = signature(vocabulary)
    nodes = [node for formula in vocabulary for node in subformulas(formula)]
    names = sorted(symbols.names)
    size = len(names) + any(isinstance(node, ForAll | Exists) for node in nodes)
    asked = {node.term.text for node in nodes if isinstance(node, Denotes) and isinstance(node.term, Name)}
    open_ = [names.index(name) for name in sorted(asked)]
    for missing in product((True, False), repeat=len(open_)):
        existing = frozenset(range(size)) - {thing for thing, gone in zip(open_, missing, strict=True) if gone}
        places = [
            (predicate, chosen)
            for predicate, arity in sorted(symbols.predicates)
            for chosen in product(range(size), repeat=arity)
            if semantics is Semantics.POSITIVE or existing.issuperset(chosen)
        ]
        for truths in product((True, False), repeat=len(places)):
            holding = [place for place, true in zip(places, truths, strict=True) if true]
            relations = tuple(
                (predicate, frozenset(chosen for name, chosen in holding if name == predicate))
                for predicate, _ in sorted(symbols.predicates)
            )
            yield FiniteModel(
                size=size,
                existing=existing,
                names=tuple((name, index) for index, name in enumerate(names)),
                relations=relations,
            )


def cost(
    model: FiniteModel, rules: Sequence[Default], semantics: Semantics, combine: Callable[[Sequence[int]], int] = sum
) -> int:
    """Add the weights of the rules, and of the instances of schemas for existing things, that a model violates."""
    violated = [0]
    known = {thing for _, thing in model.names}
    extra = tuple((f"unnamed{thing}", thing) for thing in range(model.size) if thing not in known)
    model = replace(model, names=(*model.names, *extra))
    for rule in rules:
        named = [Name(name) for name, thing in model.names if thing in model.existing]
        for chosen in product(named, repeat=len(rule.variables)):
            instance: Formula = Implies(rule.antecedent, rule.consequent)
            for variable, name in zip(rule.variables, chosen, strict=True):
                instance = substitute(instance, variable, name)
            if value(model, instance, semantics) is not Value.TRUE:
                violated.append(rule.weight or 0)
    return combine(violated)


def share(
    ranked: Sequence[tuple[FiniteModel, int]], given: Sequence[Formula], said: Formula, small: Fraction
) -> Fraction:
    """Give P(said | given) where a world of rank k weighs small ** k."""
    total = part = Fraction(0)
    for model, rank in ranked:
        if all(value(model, one) is Value.TRUE for one in given):
            total += small**rank
            part += small**rank if value(model, said) is Value.TRUE else 0
    return part / total
