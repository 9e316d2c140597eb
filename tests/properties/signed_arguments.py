"""Thirteen small arguments with a further premise that plainly strengthens (+1) or weakens (-1) each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from logic.formulas.formula import And, Atom, Formula, Or, subformulas
from logic.formulas.grammar import parse
from logic.formulas.substitution import rebuild
from logic.ranks.default import default
from logic.relations.argument import argument
from logic.relations.formal_argument import Argument


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedArgument:
    """An argument, a premise, and the direction in which a reader says that it moves the conclusion."""

    name: str
    case: Argument
    premise: Formula
    sign: int


def _signed(  # one row of the table
    name: str, premises: list[str], conclusion: str, rules: list[tuple[str, str]], premise: str, sign: int, *hard: str
) -> SignedArgument:
    case = argument(
        premises=premises,
        conclusion=conclusion,
        background=hard,
        defaults=[default(condition, result) for condition, result in rules],
    )
    return SignedArgument(name=name, case=case, premise=parse(premise), sign=sign)


_MUD = [("Rained", "Muddy"), ("Rained & Frozen", "~Muddy")]
_ALARM = [("true", "~Burglar"), ("true", "~Wind")]
_WITNESS = [("SaysSo & ~Bribed", "Happened"), ("true", "~Bribed"), ("SaysSo & Bribed", "~Happened")]
_TRIAL = [("Improved & Blinded", "Works"), ("true", "~Works")]

SIGNED = (
    _signed("an exception", ["Rained"], "Muddy", _MUD, "Frozen", -1),
    _signed("no exception", ["Rained"], "Muddy", _MUD, "~Frozen", 1),
    _signed("a missing link", ["Heron(ada)"], "Wades(ada)", [], "all x. (Heron(x) -> Wades(x))", 1),
    _signed("another cause", ["Alarm"], "Burglar", _ALARM, "Wind", -1, "Alarm <-> Burglar | Wind"),
    _signed("no other cause", ["Alarm"], "Burglar", _ALARM, "~Wind", 1, "Alarm <-> Burglar | Wind"),
    _signed(
        "a second witness",
        ["AnnaSays"],
        "Happened",
        [("AnnaSays", "Happened"), ("BertSays", "Happened")],
        "BertSays",
        1,
    ),
    _signed("a bribed witness", ["SaysSo"], "Happened", _WITNESS, "Bribed", -1),
    _signed(
        "a common cause",
        ["Together"],
        "OneCausesOther",
        [("true", "~Heat"), ("Together & ~Heat", "OneCausesOther"), ("Heat", "~OneCausesOther")],
        "Heat",
        -1,
    ),
    _signed("a blinded trial", ["Improved"], "Works", _TRIAL, "Blinded", 1),
    _signed("a reason against", ["Cheap"], "Buy", [("Cheap", "Buy"), ("Fragile", "~Buy")], "Fragile", -1),
    _signed("one of two excluded", ["Left | Right"], "Left", [], "~Right", 1),
    _signed("one of two confirmed", ["Left | Right"], "Left", [], "Right", -1),
    _signed("half of it confirmed", [], "Fast & Sound", [], "Fast", 1),
)


def split(one: SignedArgument, atom: Atom, kind: type[And] | type[Or]) -> SignedArgument:
    """Say an atom by two new ones, joined by `and` or by `or`; the sentences mean what they meant."""
    halves = kind((Atom(f"{atom.predicate}One", atom.terms), Atom(f"{atom.predicate}Two", atom.terms)))

    def said(formula: Formula) -> Formula:
        return halves if formula == atom else rebuild(formula, said)

    case = replace(
        one.case,
        premises=tuple(map(said, one.case.premises)),
        conclusion=said(one.case.conclusion),
        background=tuple(map(said, one.case.background)),
        defaults=tuple(
            replace(rule, antecedent=said(rule.antecedent), consequent=said(rule.consequent))
            for rule in one.case.defaults
        ),
    )
    return replace(one, case=case, premise=said(one.premise))


def letters_of(one: SignedArgument) -> list[Atom]:
    """List the propositional atoms of an argument."""
    case = one.case
    formulas = [*case.premises, case.conclusion, one.premise, *case.background, *(r.material for r in case.defaults)]
    found = {node for formula in formulas for node in subformulas(formula) if isinstance(node, Atom) and not node.terms}
    return sorted(found, key=str)
