"""Agreement of verdicts on people's own answers with what these people meant.

The author of a published modified argument meant the relation to hold for the pairs `p1, a` and `p2, a'`, but not for
`p2, a` and `p1, a'`. For *weakens* that is no target, because the second premise often has nothing to do with the
modified argument; these items are listed with their verdicts.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from benchmarks.clomo.data import ABBREVIATIONS, HUMAN
from benchmarks.clomo.verdicts import Pair, ScoreFormula
from benchmarks.runs.compared import LABELS, Rated
from benchmarks.statistics.agreement import agreement
from benchmarks.statistics.intervals import clustered
from benchmarks.statistics.verdict_shares import verdict_shares
from logic.relations.judgement import Relation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.clomo.score import ClomoSample
    from benchmarks.clomo.verdicts import Verdicts

    Found = Sequence[tuple[ClomoSample, Verdicts]]

MEANT: Final = {Pair.P1_A: True, Pair.P2_EDITED: True, Pair.P2_A: False, Pair.P1_EDITED: False}
ARGUMENTS: Final = {"as it was": (Pair.P1_A, Pair.P2_A), "as edited": (Pair.P2_EDITED, Pair.P1_EDITED)}
"""Pairs with the original argument, and with the person's modified one."""
PEOPLE: Final = "people, by what they meant"
PAPER: Final = 0.4391
"""Cohen's kappa of the paper's self-evaluation with people, on 50 modified arguments by GPT-4 (section 4)."""


def meant(samples: Sequence[ClomoSample], verdicts_of: Callable[[ClomoSample], Verdicts | None]) -> dict[str, Any]:
    """Compare a scorer's verdicts on people's answers with their intent, by pair and by task.

    Returns
    -------
    dict
        Empty without such answers. Otherwise the shares of pairs and of tasks (all four pairs) as meant, and kappa
        over the pairs: for all relations, for all but *weakens*, and for each relation. `exchanged` lists the items
        whose second premise, and not the first, has the relation to the original argument.
    """
    answers = [(one, said) for one in samples if one.model == HUMAN and (said := verdicts_of(one)) is not None]
    if not answers:
        return {}
    groups: dict[str, Found] = {"all": answers}
    groups["all but weakens"] = [one for one in answers if one[0].relation is not Relation.WEAKENS]
    groups["neither weakens nor exchanged"] = [one for one in groups["all but weakens"] if not _exchanged(one[1])]
    groups |= {short: [one for one in answers if one[0].relation is kind] for kind, short in ABBREVIATIONS.items()}
    return {
        "relations": {name: _figures(group) for name, group in groups.items() if group},
        "exchanged": [one.id for one, said in answers if _exchanged(said)],
        "sufficient": _senses(answers),
        "weakens": [_weakens(one, said) for one, said in answers if one.relation is Relation.WEAKENS],
        "paper_kappa": PAPER,
    }


def _exchanged(said: Verdicts) -> bool:
    """Return whether the original argument has the relation with the second premise and not with the first."""
    return said.pairs[Pair.P2_A].holds is True and said.pairs[Pair.P1_A].holds is False


def _figures(group: Found) -> dict[str, Any]:
    rows = [(said.pairs[pair].holds, wanted, one.id) for one, said in group for pair, wanted in MEANT.items()]
    right = [holds is wanted for holds, wanted, _ in rows]
    tasks = [as_meant(said) for _, said in group]
    kappa = agreement([holds for holds, _, _ in rows], [wanted for _, wanted, _ in rows], [name for *_, name in rows])
    by_argument = {
        name: asdict(clustered([said.pairs[pair].holds is MEANT[pair] for _, said in group for pair in pairs], ids))
        for name, pairs in ARGUMENTS.items()
        for ids in [[one.id for one, _ in group for _ in pairs]]
    }
    return {
        "pairs": {**asdict(clustered(right, [name for *_, name in rows])), "decided": kappa.decided},
        "by_argument": by_argument,
        "tasks": verdict_shares(tasks).to_dict(),
        "kappa": kappa.kappa,
        "kappa_low": kappa.kappa_low,
        "kappa_high": kappa.kappa_high,
    }


def as_meant(said: Verdicts) -> bool | None:
    """Return whether all four pairs are as meant; None if that depends on an undecided pair.

    Examples
    --------
    >>> from benchmarks.clomo.verdicts import PairVerdict, verdicts
    >>> from benchmarks.runs.scores import Blame
    >>> held = {pair: PairVerdict(holds=wanted, why="") for pair, wanted in MEANT.items()}
    >>> as_meant(verdicts(held, Blame.GRADER))
    True
    """
    right = [None if said.pairs[pair].holds is None else said.pairs[pair].holds is want for pair, want in MEANT.items()]
    return False if False in right else None if None in right else True


def _senses(group: Found) -> dict[str, Any]:
    """Count the pairs meant to be sufficient, by the usual and the strict sense."""
    meant_so = [
        said.pairs[pair]
        for one, said in group
        if one.relation is Relation.SUFFICIENT
        for pair in (Pair.P1_A, Pair.P2_EDITED)
    ]
    decided = [one for one in meant_so if one.strict is not None]
    return {
        "meant": len(meant_so),
        "usual": sum(one.holds is True for one in decided),
        "strict": sum(one.strict is True for one in decided),
    }


def _weakens(one: ClomoSample, said: Verdicts) -> dict[str, Any]:
    return {
        "id": one.id,
        "as_meant": as_meant(said),
        "pairs": {pair.value: {"holds": said.pairs[pair].holds, "why": said.pairs[pair].why} for pair in Pair},
    }


def rated_in(sample: ClomoSample) -> tuple[Rated, ...]:
    """Return all scorers' ratings of a response's four pairs, and of whether s is 1 if a person rated that.

    People's intent is known only for their own answers. A pair counts for its relation and, unless that is *weakens*,
    again for all relations but *weakens*.
    """
    scorers = {"logic": sample.logic, "gaps": sample.gaps, "language model": sample.judge}
    by_scorer = {name: said for name, said in scorers.items() if said is not None}
    abouts = [f"pairs, {sample.relation}"]
    abouts += ["pairs, all but weakens"] if sample.relation is not Relation.WEAKENS else []
    pairs = tuple(
        Rated(
            unit=f"{sample.id}, {pair}, {sample.model}: {sample.response}",
            about=about,
            cluster=sample.id,
            ratings={name: _word(said.pairs[pair].holds) for name, said in by_scorer.items()}
            | ({PEOPLE: _word(wanted)} if sample.model == HUMAN else {}),
        )
        for about in abouts
        for pair, wanted in MEANT.items()
    )
    scores = {name: said.s[ScoreFormula.PAPER] for name, said in by_scorer.items()}
    verdicts = {name: None if score is None else _word(score == 1) for name, score in scores.items()}
    if sample.good is None:
        return pairs
    unit = f"{sample.id}, {sample.model}: {sample.response}"
    whole = Rated(
        unit=unit, about="responses, s = 1", cluster=sample.id, ratings=verdicts | {LABELS: _word(sample.good)}
    )
    return (*pairs, whole)


def _word(holds: bool | None) -> str | None:
    return None if holds is None else "yes" if holds else "no"
