"""Reasons not to call an edit valid: required criteria that were not shown.

An edit is valid only if it carries out the what-if, states every claim that must change as changed or gone, and still
states every claim that must stay, of the same things. Its connectives must fit, it may not deny its own story, and it
may add nothing that cannot be compared with the text. One doubt withholds the verdict, and is its reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import CONCESSIVE, CriterionKind
from nlbridge.grounding.by_words import text_states_contrary
from nlbridge.grounding.claims.exchanged_words import exchanged, recast
from nlbridge.grounding.claims.other_matter import denies_opposite, suspended, told_alike, told_anywhere
from nlbridge.grounding.claims.polarity import denials
from nlbridge.grounding.edit import what_if_lemmas
from nlbridge.judging.error_classes import contradiction
from nlbridge.judging.report import CriterionOutcome
from nlbridge.language.encoder.scores import ABSENT, KEPT
from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.sentences import ENDS, touched
from nlbridge.weights.thresholds import CERTAIN, DECIDES, LIKELY, SHOWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from causalcore.derivation.rubric import Criterion, Rubric
    from nlbridge.grounding.grounding import Grounding, Measured
    from nlbridge.judging.findings import Findings
    from nlbridge.judging.report import CriterionVerdict

CONCEDING: Final = word_class("conceding_words")
ASKING: Final = word_class("edit_question_openers")
FOREIGN: Final = 0.5
"""An edit that leaves at least this share of claims unmentioned is not about the text."""
UNTOLD: Final = 0.1
"""A claim whose chances are below this, both by words and by the network, is not found in an edit."""
CHANGING: Final = (CriterionKind.INTERVENTION, CriterionKind.CHANGED)
"""Kinds of criteria that require a claim to change."""
OF_CLAIMS: Final = (*CHANGING, CriterionKind.UNCHANGED)
"""Kinds of criteria that require a claim to change or to stay."""
OF_ANOTHER_TEXT: Final = "the edit is not about the events of the text"
"""Why an edit that mentions nothing in the text is not called valid."""
ONLY_ASKS: Final = "the edit only asks and tells no story"
"""Why an edit that has nothing but questions is not called valid."""
NO_STORY: Final = frozenset({OF_ANOTHER_TEXT, ONLY_ASKS})


def doubts(
    rubric: Rubric, grounding: Grounding, findings: Findings, verdicts: Sequence[CriterionVerdict]
) -> tuple[str, ...]:
    """Return the reasons not to call an edit valid, the strongest first."""
    unmet = [v for v in verdicts if v.required and v.outcome is not CriterionOutcome.PASS]
    unsure = [v.criterion for v in verdicts if v.required and v.criterion.confidence < DECIDES]
    still = [claim for claim in grounding.claims if claim.event in findings.displaced]
    return (
        *grounding.doubts,
        *_shown(grounding, findings),
        *(f"{verdict.criterion.statement} Not shown: {verdict.why}." for verdict in unmet),
        *(f"{c.statement} The text makes this only {c.confidence:.0%} certain." for c in unsure),
        *(f"{claim.quote!r} does not change {claim.aligned!r} as required" for claim in still),
        *findings.unsaid,
        *_unsuited(grounding),
        *_turned_round(rubric, grounding),
        *_uncalled_for(rubric, grounding),
        *_added(grounding),
        *_disputed(rubric),
        *_left_out(rubric, grounding),
    )


def bars(rubric: Rubric, grounding: Grounding, findings: Findings, measured: Measured) -> tuple[str, ...]:
    """Return what keeps an edit from being called valid, regardless of its score.

    The edit is about another text or only asks, denies its own story from outside, states or denies in the text's own
    words what it must not, adds what the text does not mention, has an unfitting connective or one that turns cause
    and effect round, may not mention a claim, exchanges a word in a denial, leaves a claim open, or asserts it after
    all.
    """
    scores = measured.scores
    foreign = scores is not None and len(scores.told) and float(scores.told[:, ABSENT].mean()) >= FOREIGN
    foreign = foreign or untold(rubric, grounding, tuple(event.id for event in rubric.scenario.events))
    found = (
        *((ONLY_ASKS,) if _only_asks(grounding) else (OF_ANOTHER_TEXT,) if foreign else ()),
        *_shown(grounding, findings),
        *_added(grounding),
        *_unsuited(grounding),
        *_turned_round(rubric, grounding),
        *_left_out(rubric, grounding),
        *_not_found(rubric, grounding),
        *_exchanged(rubric, grounding),
        *_of_other_matter(rubric, grounding),
        *_told_after_all(rubric, grounding),
    )
    return found or _impossible(rubric, grounding)


def doubts_of_values(rubric: Rubric, grounding: Grounding, verdicts: Sequence[CriterionVerdict]) -> tuple[str, ...]:
    """Return why an edit cannot be called valid by the values that were read of its claims."""
    disputed = {answer.event for answer in rubric.derivation.answers if answer.doubt}
    reasons = [grounding.unsteady] if grounding.unsteady else []
    reasons += grounding.doubts
    for verdict in verdicts:
        criterion = verdict.criterion
        if criterion.kind is CriterionKind.OPEN and criterion.event in disputed:
            reasons.append(criterion.statement)
        elif verdict.required and verdict.outcome is CriterionOutcome.UNDETERMINED:
            reasons.append(f"{criterion.statement} {verdict.why}")
        elif verdict.required and criterion.confidence < DECIDES:
            reasons.append(
                f"{criterion.statement} The reading of the text is uncertain here ({criterion.confidence:.0%})."
            )
        elif verdict.outcome is CriterionOutcome.FAIL:
            reasons.append(f"{criterion.statement} {verdict.why}")
    return tuple(reasons)


def untold(rubric: Rubric, grounding: Grounding, events: Sequence[str]) -> bool:
    """Return whether neither the words nor the network find any of the given claims in an edit."""
    scores = None if grounding.measured is None else grounding.measured.scores
    names = [event.id for event in rubric.scenario.events]
    if scores is None or not events or len(scores.told) != len(names):
        return False
    kept = {name: float(row[KEPT]) for name, row in zip(names, scores.told, strict=True)}
    return all(grounding.by_event[name].told < UNTOLD and kept[name] < UNTOLD for name in events)


def denial_reworded(rubric: Rubric, grounding: Grounding, event: str) -> bool:
    """Return whether a claim that must stay has a denial, and the edit denies it as well or lacks some of its words."""
    asked = any(c.event == event and c.stays for c in rubric.criteria)
    edit = grounding.edit
    own = edit.claims.get(event, ())
    if not asked or not any(edit.original[i].negator for i in own):
        return False
    partner, content = edit.alike.partner, [i for i in own if edit.original[i].content]
    kept = [p for i in content if (p := partner[i]) is not None and edit.original[i].lemmas & edit.words[p].lemmas]
    return len(kept) < len(content) or any(denials(edit.words, place) for place in kept)


def _shown(grounding: Grounding, findings: Findings) -> tuple[str, ...]:
    """Return what exact words show: a story denied from outside, and claims that are wrongly asserted or denied."""
    frame = "" if grounding.measured is None else grounding.measured.outside
    outside = (f"the edit denies or suspends its own story: {frame!r}",) if frame else ()
    return (*outside, *findings.contradictions, *findings.again, *findings.played_down)


def _only_asks(grounding: Grounding) -> bool:
    """Return whether each sentence of an edit is a question that opens like one; `..., did it?` ends a statement."""
    words = grounding.edit.words
    ends = [k for k, word in enumerate(words) if word.text in ENDS]
    if not ends or ends[-1] != len(words) - 1 or any(words[k].text != "?" for k in ends):
        return False
    starts = [0, *(k + 1 for k in ends[:-1])]
    return all(words[k].text in ASKING for k in starts if not words[k].mark)


def _unsuited(grounding: Grounding) -> tuple[str, ...]:
    odd = (m for m in grounding.mismatches if m.weight >= LIKELY)
    return tuple(f"{m.joint.words!r} may not fit the claims that it links" for m in odd)


def _impossible(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return why the values of an edit cannot all hold, by links that somebody gave; those read may be wrong."""
    clash = () if rubric.scenario.read else contradiction(rubric, grounding, least=CERTAIN)
    return (f"what it says cannot all hold: {'; '.join(clash)}",) if clash else ()


def _turned_round(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return the connectives of an edit that make an effect the cause of its own cause."""
    turned = () if grounding.measured is None else grounding.measured.turned
    said = {event.id: event.statement.rstrip(".") for event in rubric.scenario.events}
    return tuple(
        f"{word!r} makes {said[cause]!r} a cause of {said[effect]!r}; it is the other way round"
        for word, cause, effect in turned
    )


def _uncalled_for(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return new concessive words of the edit if the rubric has nothing to concede."""
    asked = (criterion.expected for criterion in rubric.of_kind(CriterionKind.CONNECTIVE))
    if CONCESSIVE in asked:
        return ()
    text_words = {word.text for word in grounding.edit.original}
    new = (word.text for word in grounding.edit.words if word.text in CONCEDING and word.text not in text_words)
    return tuple(
        f"{word!r} concedes something, but nothing speaks against the claims that it links"
        for word in dict.fromkeys(new)
    )


def _added(grounding: Grounding) -> tuple[str, ...]:
    added = () if grounding.measured is None else grounding.measured.additions
    return tuple(f"the edit adds {addition!r}, which the text does not mention" for addition in added)


def _disputed(rubric: Rubric) -> tuple[str, ...]:
    """Return claims that are open because the reader is uncertain; keeping or altering one may be wrong."""
    event_by_id = rubric.scenario.event_by_id
    return tuple(
        f"what happens to {event_by_id[answer.event].statement.rstrip('.')!r} is uncertain: {answer.doubt}"
        for answer in rubric.derivation.answers
        if answer.doubt
    )


def _left_out(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return claims that may go either way in a text that was read, and that the edit does not mention.

    That a claim may go either way is itself uncertain: the edit may have dropped what must stay.
    """
    if not rubric.scenario.read:
        return ()
    free = (c for c in rubric.of_kind(CriterionKind.OPEN) if c.event and grounding.by_event[c.event].told < SHOWN)
    return tuple(f"{c.statement} The edit does not mention it." for c in free)


def _not_found(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return the claims that must change or stay, but that the edit's words may not mention."""
    asked = (criterion for kind in OF_CLAIMS for criterion in rubric.of_kind(kind) if criterion.event)
    return tuple(
        f"{criterion.statement} The edit may not mention it."
        for criterion in asked
        if grounding.by_event[str(criterion.event)].told < SHOWN
    )


def _words_of(
    rubric: Rubric, grounding: Grounding, kinds: Sequence[CriterionKind]
) -> Iterator[tuple[Criterion, tuple[int, ...]]]:
    """Yield the criteria of some kinds, each with the places in the text of words that tell its claim."""
    edit = grounding.edit
    for criterion in (c for kind in kinds for c in rubric.of_kind(kind)):
        if criterion.event is not None and criterion.event in edit.claims:
            yield criterion, edit.claims[criterion.event]
            for span in rubric.scenario.told_again(criterion.event):
                yield criterion, tuple(touched(edit.original, span))


def _exchanged(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return the claims that must change and that an edit denies with a word of its own in place of the text's."""
    supposed = what_if_lemmas(grounding.clause or "")
    asked = _words_of(rubric, grounding, (*CHANGING, CriterionKind.NUMERIC))
    pairs = ((criterion.statement, exchanged(grounding.edit, own, supposed)) for criterion, own in asked)
    return tuple(f"{claim} The edit denies it with {words[1]!r} for {words[0]!r}." for claim, words in pairs if words)


def _of_other_matter(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return the claims whose words an edit has, but that it leaves open or states of somebody else."""
    reasons = []
    for criterion, own in _words_of(rubric, grounding, OF_CLAIMS):
        if word := suspended(grounding.edit, own):
            reasons.append(f"{criterion.statement} The edit leaves it open by {word!r}.")
        elif words := recast(grounding.edit, own):
            reasons.append(f"{criterion.statement} The edit says something else in its words: {words!r}.")
    return tuple(reasons)


def _told_after_all(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return the claims that must change and that an edit asserts somewhere, whatever else it says."""
    reasons = []
    for criterion, own in _words_of(rubric, grounding, CHANGING):
        claim = grounding.by_event[criterion.event or ""]
        contrary = text_states_contrary(claim.aligned, rubric.scenario.event_by_id[claim.event].statement)
        if criterion.stays or contrary:
            continue
        if told_anywhere(grounding.edit, own):
            reasons.append(f"{criterion.statement} The edit also says it in the text's own words.")
        elif told_alike(grounding.edit, own):
            reasons.append(f"{criterion.statement} The edit says it in words that mean much the same.")
        elif denies_opposite(grounding.edit, own):
            reasons.append(f"{criterion.statement} The edit says it by denying the opposite.")
    return tuple(reasons)
