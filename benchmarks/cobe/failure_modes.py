"""CoBe's failure modes, which say why a response failed, derived from the broken criterion and its relation.

The paper (appendix B.1) assigns failures to seven modes by hand. Six of them follow from the broken criterion and the
place of its event in the causal graph. The fourth, breach of a scientific law, does not, and is never reported.

===================================== ==============================================================================
mode                                  derived when
===================================== ==============================================================================
causal connection taken as logical    the response altered an event downstream of the supposed one that has to stay
correlation taken as causal           the response altered an event that is not downstream of the supposed one
causal connection ignored             the response kept an event that had to change
latent condition not kept             a latent fact was altered (E5)
wrong causal implication              a connective does not fit (E3)
inappropriate causal reason           an event of several causes followed one that is altered, while another is not
intervention not carried out          the supposed event itself was kept (no mode of the paper)
===================================== ==============================================================================
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from causalcore.derivation.rubric import Criterion, CriterionKind
from causalcore.scenario.graph import descendants
from nlbridge.judging.report import CriterionOutcome

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from nlbridge.judging.report import Report


class FailureMode(StrEnum):
    """Semantic categories of failures, after appendix B.1."""

    LOGICAL_DEPENDENCY = "causal connection mistaken for logical dependency"
    CORRELATION = "correlation mistaken for causal connection"
    IGNORED_CAUSE = "causal connection ignored"
    LATENT = "latent condition not kept"
    IMPLICATION = "wrong causal implication"
    REASON = "inappropriate causal reason"
    INTERVENTION = "intervention not carried out"


BY_KIND = {
    CriterionKind.LATENT: FailureMode.LATENT,
    CriterionKind.CONNECTIVE: FailureMode.IMPLICATION,
    CriterionKind.INTERVENTION: FailureMode.INTERVENTION,
}


def failure_modes(rubric: Rubric, report: Report) -> tuple[FailureMode, ...]:
    """Return the modes of an invalid response, in the paper's order; empty for others.

    Parameters
    ----------
    report
        The report on a response judged by `rubric`.
    """
    if report.valid is not False:
        return ()
    failed = [verdict.criterion for verdict in report.verdicts if verdict.outcome is CriterionOutcome.FAIL]
    modes = {_mode(rubric, criterion) for criterion in failed}
    return tuple(mode for mode in FailureMode if mode in modes)


def _mode(rubric: Rubric, criterion: Criterion) -> FailureMode:
    if criterion.kind in BY_KIND or criterion.event is None:
        return BY_KIND[criterion.kind]
    altered = _altered(rubric)
    causes = {link.cause for link in rubric.scenario.links if link.effect == criterion.event}
    if criterion.kind is CriterionKind.UNCHANGED and not causes & _reached(rubric):
        return FailureMode.CORRELATION
    if len(causes) > 1 and causes & altered and causes - altered:
        return FailureMode.REASON
    unchanged = criterion.kind is CriterionKind.UNCHANGED
    return FailureMode.LOGICAL_DEPENDENCY if unchanged else FailureMode.IGNORED_CAUSE


def _altered(rubric: Rubric) -> frozenset[str]:
    """Return the events that the what-if sets or that must change."""
    kinds = {CriterionKind.INTERVENTION, CriterionKind.CHANGED, CriterionKind.NUMERIC}
    return frozenset(criterion.event for criterion in rubric.criteria if criterion.event and criterion.kind in kinds)


def _reached(rubric: Rubric) -> frozenset[str]:
    """Return the events that the what-if sets, and all events downstream."""
    supposed = frozenset(name for name, _ in rubric.intervention)
    return supposed | descendants(rubric.scenario, supposed)
