"""Read an edit by its words: for each claim, the probabilities of what the edit says.

Source: `docs/explanation/semantics.md`, verification. The words of the original are aligned with those of the edit. A
small calibrated model turns what happened to an event's words into the probability that the edit asserts another value
than the text. A value that is not clear either way stays unread.
"""

from __future__ import annotations

import re
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, Final

import numpy as np

from causalcore.scenario.scenario import QUANTITY_VALUES, Kind, Provenance, Sign
from nlbridge.grounding.claims.features import NAMES as FORM
from nlbridge.grounding.claims.features import claim_words, features, region
from nlbridge.grounding.claims.same_matter import NAMES as MATTER
from nlbridge.grounding.claims.same_matter import edit_likeness, highest_chance_altered, same_matter
from nlbridge.grounding.connectives.arguments import joints
from nlbridge.grounding.connectives.misuse import Mismatch, Setting, mismatches, told_joints, turned_round, weighed
from nlbridge.grounding.edit import edit_of, what_if_lemmas
from nlbridge.grounding.exact_claims import exact_claim
from nlbridge.grounding.grounding import GroundedClaim, GroundedConnective, Grounding, Measured, Witness
from nlbridge.grounding.new_content import additions, denied_from_outside, novel_content
from nlbridge.grounding.passage import occurrences, quote_of, quoted
from nlbridge.grounding.quantity_moves import moved
from nlbridge.language.encoder.scores import edit_scores
from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.sentences import touched
from nlbridge.reading.quantities import trend
from nlbridge.supposing.expectation import claims_of, in_words
from nlbridge.weights.calibration import Boosted, fitted

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Link, Scenario
    from nlbridge.grounding.claims.features import Region
    from nlbridge.grounding.edit import Edit

__all__ = ["NAMES", "ByWords", "ground"]

NAMES: Final = (*FORM, *MATTER)
"""Features of a claim: what happened to its words, and whether the edit mentions the same things."""
SUPPOSED: Final = re.compile(r"\b(?:would|could|might)\b(?:\W+\w+){0,2}?\W+have\b", re.IGNORECASE)
"""Matches wording that states a claim by its contrary: `the hold would have flooded`."""
NEGATIONS: Final = re.compile(rf"\b(?:{'|'.join(sorted(word_class('negators')))})\b|n['’]t\b", re.IGNORECASE)


class ByWords:
    """The offline grounder: it needs only the words of the edit, and the network if there is one."""

    async def ground(
        self, edit: str, rubric: Rubric, *, clause: str | None = None, beside: Grounding | None = None
    ) -> Grounding:
        """Read an edit; return `beside`, an earlier offline reading, unchanged if it is given."""
        return beside or ground(edit, rubric.scenario, rubric.intervention, clause=clause)


def ground(
    edit: str,
    scenario: Scenario,
    intervention: Intervention,
    *,
    clause: str | None = None,
    model: Boosted | None = None,
    connectives: Boosted | None = None,
) -> Grounding:
    """Read what `edit` asserts for each event; `clause` is the what-if, if the user gave it in words.

    `model` weighs the features of claims, and `connectives` those of connectives; by default the shipped models do.
    """
    read = edit_of(edit, scenario)
    claims, regions = grounded_claims(read, scenario, intervention, clause=clause, model=model)
    edit_joints = joints(read.words)
    again = tuple(
        (e.id, tuple(touched(read.original, at))) for e in scenario.events for at in scenario.told_again(e.id)
    )
    setting = Setting(
        edit=read,
        regions=regions,
        altered={claim.event: claim.altered for claim in claims},
        links={(k.cause, k.effect): _together(k, scenario) for k in scenario.links},
        confidence={(k.cause, k.effect): k.confidence for k in scenario.links},
        supposed=frozenset(intervention.values),
        told=told_joints(read.original, (*read.claims.items(), *again)),
        new=frozenset(place for place in read.newly if read.words[place].content),
        again=tuple((name, region(read.alike, places)) for name, places in again if places),
    )
    odd = weighed(mismatches(edit_joints, setting), setting, connectives)
    return Grounding(
        edit=read,
        claims=claims,
        connectives=tuple(_connective(each, read) for each in odd),
        clause=clause,
        provenance=Provenance.WORDS,
        measured=Measured(
            novel=novel_content(read, tuple(regions.values()), edit_joints),
            additions=additions(read),
            outside=denied_from_outside(read) or "",
            turned=turned_round(edit_joints, setting),
            scores=edit_scores(clause or in_words(scenario, intervention), read.passage, *claims_of(scenario)),
        ),
    )


def grounded_claims(
    edit: Edit,
    scenario: Scenario,
    intervention: Intervention,
    *,
    clause: str | None = None,
    model: Boosted | None = None,
) -> tuple[tuple[GroundedClaim, ...], dict[str, Region]]:
    """Read what an edit says of each claim from its words alone, and in which region; see `ground` for parameters."""
    whole = edit_likeness(edit)
    supposed = what_if_lemmas(clause or "")
    measures, regions = [], {}
    for name, indices in edit.claims.items():
        words = claim_words(edit.original, indices)
        values, regions[name] = features(edit, words, supposed if name in intervention.values else frozenset())
        measures.append((*values, *same_matter(edit, words, regions[name], whole)))
    table = np.array(measures, dtype=float).reshape(len(measures), len(NAMES))
    altered = map(float, (model or fitted("grounding", "event", NAMES)).probabilities(table))
    mentions = map(float, fitted("grounding", "told", NAMES).probabilities(table))
    starts = {indices[0] for indices in edit.claims.values() if indices}
    claims = []
    for (name, place), values, chance, mention in zip(regions.items(), measures, altered, mentions, strict=True):
        indices, event = edit.claims[name], scenario.event_by_id[name]
        quote, occurrence = quote_of(edit.passage, edit.words[place.first : place.last + 1])
        amount = moved(scenario, event, quote)
        claim = GroundedClaim(
            event=name,
            altered=min(chance, highest_chance_altered(edit.alike, indices, place, starts)),
            way="" if amount is None else QUANTITY_VALUES[amount + 1],
            quote=quote,
            aligned=_as_in_the_text(edit, indices),
            occurrence=occurrence,
            exact=exact_claim(edit, event.span) if event.span and scenario.text else None,
            again=tuple(exact for span in scenario.told_again(name) if (exact := exact_claim(edit, span))),
            measures=values,
            told=mention,
            witnesses=(Witness.OFFLINE,),
        )
        claims.append(told_outright(claim, event.statement))
    return tuple(claims), regions


def _as_in_the_text(edit: Edit, indices: tuple[int, ...]) -> str:
    """Return words of the text as written there, leaving out what lies between them."""
    runs: list[list[int]] = []
    for i in indices:
        if runs and runs[-1][-1] == i - 1:
            runs[-1].append(i)
        else:
            runs.append([i])
    parts = (quoted(edit.text, edit.original[run[0] : run[-1] + 1]) for run in runs)
    return " ".join(" ".join(parts).split())


def told_outright(claim: GroundedClaim, statement: str) -> GroundedClaim:
    """Turn what an edit says of a claim's words into what it says of the claim; `statement` is the fact as a sentence.

    The text may state a claim by its contrary: what would have happened, or what was not so for one of two reasons. An
    edit that asserts those words without `would have` contradicts the claim; an edit that denies them agrees with it.
    """
    if not text_states_contrary(claim.aligned, statement) or not claim.quote or SUPPOSED.search(claim.quote):
        return claim
    return replace(claim, altered=1 - claim.altered, measures=(), exact=None, again=())


def text_states_contrary(told: str, statement: str) -> bool:
    """Return whether the words that tell a claim say the contrary of it.

    Examples
    --------
    >>> text_states_contrary("The hold would have flooded", "The hold did not flood.")
    True
    >>> text_states_contrary("The bridge was not closed", "The bridge was closed.")
    True
    """
    if SUPPOSED.search(told):
        return SUPPOSED.search(statement) is None
    said, stated = (NEGATIONS.findall(words) for words in (told, statement))
    return len(said) == 1 and not stated


def _connective(odd: Mismatch, edit: Edit) -> GroundedConnective:
    return GroundedConnective(
        quote=odd.joint.words,
        occurrence=occurrences(odd.joint.words, edit.passage[: edit.words[odd.joint.place].start]),
        cause=odd.cause,
        effect=odd.effect,
        consecutive=odd.joint.consecutive,
        witnesses=(Witness.OFFLINE,),
        measured=odd,
    )


def _together(link: Link, scenario: Scenario) -> bool:
    """Return whether a consecutive connective fits the ends of a link if both are altered or neither is.

    A quantity has already moved in the text, so an inhibiting cause agrees with it as stated. If the claims give the
    directions of their quantities, the sign of the claims is that of the link times those directions.
    """
    cause = next((event for event in scenario.events if event.id == link.cause), None)
    ways = [
        trend(event.statement) if event.kind is Kind.QUANTITY else 1
        for event in (cause, scenario.event_by_id[link.effect])
        if event is not None
    ]
    if 0 in ways:
        return link.sign is not Sign.INHIBITS or scenario.event_by_id[link.effect].kind is Kind.QUANTITY
    return (link.sign is not Sign.INHIBITS) is (prod(ways) > 0)
