"""The last step of a proof: the answer for an event from the answers for its direct causes.

A whole proof repeats every link from the what-if down to the event, so that the proofs of a long chain grow with its
square. The last step names the direct causes that matter, what became of them, and what binds the event to them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.evidence import Evidence
from causalcore.derivation.response import FormulaResponse, full, values_of
from causalcore.derivation.verdict import find
from causalcore.derivation.wording import (
    change_phrase,
    link_sentence,
    mechanism_sentence,
    move_phrase,
    open_phrase,
    presupposition_sentence,
    root_sentence,
    row_sentence,
    set_sentence,
    stay_phrase,
)
from causalcore.scenario.scenario import Kind

if TYPE_CHECKING:
    from causalcore.derivation.compilation import Layout, Node
    from causalcore.derivation.possibility import Possibilities


class LastStep:
    """Finds which direct causes force the answer for an event, without a solver.

    Parameters
    ----------
    fixed
        Places that are set, with their values.
    found
        What each place can be.
    """

    __slots__ = ("_fixed", "_found", "_layout", "_masks")

    def __init__(self, layout: Layout, fixed: dict[int, int], found: Possibilities) -> None:
        self._layout, self._fixed, self._found = layout, fixed, found
        shown, doubtful = found.shown, found.doubtful
        parts = zip(shown.plain, shown.void, doubtful.plain, doubtful.void, strict=True)
        self._masks = [plain | void | other | gone for plain, void, other, gone in parts]

    def evidence(self, place: int, *, changed: bool, proof: Callable[[], bool]) -> Evidence | None:
        """Return the last step for a place that must change, or stay; None where one step does not force it.

        Parameters
        ----------
        proof
            Has the solver confirm the answer.
        """
        node = self._layout.nodes[place]
        known = list(dict.fromkeys((*node.response.positions, *node.presupposes)))
        if not self._forced(node, frozenset(known), changed=changed):
            return None
        needed = frozenset(known)
        for cause in known:
            if self._forced(node, needed - {cause}, changed=changed):
                needed -= {cause}
        causes = [cause for cause in known if cause in needed]
        stated = {**self._become(causes), **self._bonds(node, needed, changed=changed), **self._roots(causes)}
        return Evidence(sentences=tuple(dict.fromkeys(stated.values())), core=tuple(stated), proof=proof)

    def _forced(self, node: Node, known: frozenset[int], *, changed: bool) -> bool:
        """Whether the answer follows when nothing is known of the direct causes but of those named."""
        usual, gone = self._allowed(node, known)
        return not usual & node.fact if changed else not usual & ~node.fact and not gone

    def _allowed(self, node: Node, known: frozenset[int]) -> tuple[int, bool]:
        """Return the values that the claim may take while it means something, and whether it may be void."""
        may_hold = must_hold = True
        for other in node.presupposes:
            plain = self._found.shown.plain[other] | self._found.doubtful.plain[other]
            void = self._found.shown.void[other] | self._found.doubtful.void[other]
            fact = self._layout.nodes[other].fact
            may_hold = may_hold and (other not in known or bool(plain & fact))
            must_hold = must_hold and other in known and plain == fact and not void
        return (node.response.allowed(self._known_masks(node, known)) if may_hold else 0), not must_hold

    def _known_masks(self, node: Node, known: frozenset[int]) -> dict[int, int]:
        layout = self._layout
        return {
            cause: self._masks[cause] if cause in known else full(layout.nodes[cause].event)
            for cause in node.response.positions
        }

    # ------------------------------------------------------------ what is stated

    def _become(self, causes: list[int]) -> dict[str, str]:
        """State what is supposed of the causes, and what became of those that it moves."""
        result: dict[str, str] = {}
        for cause in causes:
            event = self._layout.nodes[cause].event
            if cause in self._fixed:
                result[f"do {event.id}"] = set_sentence(event, values_of(event, self._fixed[cause])[0])
        for cause in causes:
            if cause not in self._fixed and cause in self._found.moved:
                result[f"answer {self._layout.nodes[cause].event.id}"] = self._answer(cause)
        return result

    def _answer(self, place: int) -> str:
        node = self._layout.nodes[place]
        finding = find(node, place, self._found)
        if finding.kind is AnswerKind.UNCHANGED:
            return stay_phrase(node.event)
        if finding.kind is not AnswerKind.CHANGED:
            return open_phrase(node.event, settled=finding.kind is AnswerKind.OPEN)
        if node.event.kind is Kind.QUANTITY and not finding.void:
            return move_phrase(node.event, finding.direction)
        return change_phrase(node.event, finding.value, void=finding.void)

    def _roots(self, causes: list[int]) -> dict[str, str]:
        events = [self._layout.nodes[cause].event for cause in causes if cause not in self._found.moved]
        return {f"fact of {event.id}": root_sentence(event) for event in events}

    def _bonds(self, node: Node, needed: frozenset[int], *, changed: bool) -> dict[str, str]:
        """State what binds an event to the causes that are needed: presuppositions, links, a mechanism."""
        scenario, event = self._layout.scenario, node.event
        result: dict[str, str] = {}
        if needed & frozenset(node.presupposes):
            result[f"presupposition of {event.id}"] = presupposition_sentence(scenario, event)
        if changed and not self._allowed(node, needed)[0]:
            return result
        if isinstance(node.response, FormulaResponse):
            result[f"mechanism of {event.id}"] = mechanism_sentence(scenario, event)
            return result
        parents = [parent for parent in node.response.parents if parent.position in needed]
        binding = [p for p in parents if (p.sufficient if not changed else self._pulls(p.position, p.necessary))]
        result |= {f"link {p.link.cause} -> {p.link.effect}": link_sentence(scenario, p.link) for p in binding}
        alone = any(p.sufficient and self._masks[p.position] == p.fact for p in binding) and len(parents) == 1
        if not changed and not alone:
            result[f"fact of {event.id}"] = row_sentence(event)
        return result

    def _pulls(self, cause: int, necessary: bool) -> bool:
        return necessary and not self._masks[cause] & self._layout.nodes[cause].fact


__all__ = ["LastStep"]
