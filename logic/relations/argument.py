"""Arguments, and how a further premise affects one.

For premises G, conclusion c, hard background K, defaults D and a premise p:

============ ===============================================================
relation     holds if
============ ===============================================================
sufficient   G, K, p entail c; G, K alone do not
necessary    strictly: G, K, c entail p and are consistent; defeasibly: c is
             firm, tau(c | G) > 0, and without p not, tau(c | G, not p) <= 0;
             in both, G, K do not entail p
strengthens  P(c | G, p) > P(c | G) in the limit of infinitesimal defaults
weakens      P(c | G, p) < P(c | G) in that limit
============ ===============================================================

Free logic decides entailment, without defaults. Ranks and shares of worlds are computed over the named things,
see `logic.ranks.grounding`. With more than 16 connected atoms, worlds are not counted: only the rank decides, and a tie
remains a tie. If the premise contradicts G, K, the result is X; if the solver cannot decide, it is U.

Examples
--------
>>> from logic.ranks.default import default
>>> case = argument(
...     premises=["Rained"],
...     conclusion="Muddy",
...     defaults=[default("Rained", "Muddy"), default("Rained & Frozen", "~Muddy")],
... )
>>> print(weakens(case, "Frozen"))
weakens: holds, degree -2; the firmness of the conclusion falls from 1 to -1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from logic.formulas.truth import Semantics
from logic.relations.argument_relation import decide
from logic.relations.formal_argument import Argument
from logic.relations.judgement import Judgement, Relation
from logic.solving.entailment import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from logic.formulas.formula import Formula
    from logic.ranks.default import Default
    from logic.solving.outcome import Limits


def argument(
    *,
    premises: Sequence[Formula | str],
    conclusion: Formula | str,
    background: Sequence[Formula | str] = (),
    defaults: Sequence[Default] = (),
) -> Argument:
    """Build an argument from formulas or strings.

    Raises
    ------
    FormulaSyntaxError, OpenFormulaError, FormulaTooLargeError
        If a formula cannot be read or is not a sentence.
    """
    return Argument(
        premises=tuple(map(sentence, premises)),
        conclusion=sentence(conclusion),
        background=tuple(map(sentence, background)),
        defaults=tuple(defaults),
    )


def judge(
    relation: Relation,
    case: Argument,
    premise: Formula | str,
    *,
    semantics: Semantics = Semantics.SUPERVALUATION,
    limits: Limits | None = None,
) -> Judgement:
    """Decide whether a premise has the named relation to an argument.

    Raises
    ------
    ClashingDefaultsError
        If the defaults have no weights and no ranking accepts them all.
    MalformedFormulaError
        If worlds are ranked and a formula identifies two names.
    """
    return decide(relation, case, sentence(premise), semantics, limits)


def sufficient(case: Argument, premise: Formula | str, *, limits: Limits | None = None) -> Judgement:
    """Judge whether the premise makes the argument valid."""
    return judge(Relation.SUFFICIENT, case, premise, limits=limits)


def necessary(case: Argument, premise: Formula | str, *, limits: Limits | None = None) -> Judgement:
    """Judge whether the argument needs the premise, and in which sense."""
    return judge(Relation.NECESSARY, case, premise, limits=limits)


def strengthens(case: Argument, premise: Formula | str, *, limits: Limits | None = None) -> Judgement:
    """Judge whether the premise makes the conclusion more probable."""
    return judge(Relation.STRENGTHENS, case, premise, limits=limits)


def weakens(case: Argument, premise: Formula | str, *, limits: Limits | None = None) -> Judgement:
    """Judge whether the premise makes the conclusion less probable."""
    return judge(Relation.WEAKENS, case, premise, limits=limits)
