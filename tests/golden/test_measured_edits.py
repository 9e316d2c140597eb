"""What the words of some edits are measured to say, value by value: a change of a measure is seen, and is meant.

`python tests/golden/record_measures.py` writes `measured_edits.json` again; the difference is to be read line by line.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from causalcore.scenario.scenario import Event, Link, Scenario
from nlbridge.grounding.claims.features import NAMES as OF_A_CLAIM
from nlbridge.grounding.claims.features import claim_words, features
from nlbridge.grounding.claims.same_matter import NAMES as OF_THE_MATTER
from nlbridge.grounding.claims.same_matter import edit_likeness, same_matter
from nlbridge.grounding.connectives.arguments import joints
from nlbridge.grounding.connectives.misuse import Setting, mismatches
from nlbridge.grounding.edit import Edit, edit_of
from nlbridge.grounding.exact_claims import exact_claim
from nlbridge.grounding.new_content import NAMES as NEW
from nlbridge.grounding.new_content import additions, denied_from_outside, novel_content

KEPT = Path(__file__).with_name("measured_edits.json")
TEXT = "The old pump failed at noon, so the cellar flooded. Snow fell on the roof, although the sun shone."
CLAIMS = ("The old pump failed at noon", "the cellar flooded", "Snow fell on the roof", "the sun shone")
STORY = Scenario(
    text=TEXT,
    events=tuple(
        Event(id=f"e{k}", statement=f"{claim}.", span=(TEXT.index(claim), TEXT.index(claim) + len(claim)))
        for k, claim in enumerate(CLAIMS, 1)
    ),
    links=(Link(cause="e1", effect="e2"),),
)
EDITS = (
    "The old pump did not fail at noon, so the cellar stayed dry. Snow fell on the roof, although the sun shone.",
    "A new pump was never bought. Meanwhile, no snow fell on the roof and the cellar, which was deep, flooded anyway.",
    "The cellar did not flood because the old pump had worked since Monday. There was no snow on it; the sun set.",
    "Although the pump failed at noon, the cellar flooded, since nobody noticed it, and a thief stole two barrels.",
    "Snow fell on the roof. It is not true that the pump failed; as a result of this failure, the cellar was wet.",
    "No pump failed at noon. The cellar had been flooded earlier, for snow had melted, so the sun shone on ice.",
    "At dusk the old pump was running. Still, the sun did not shine, but snow rose from the roof due to the wind.",
    "The old pump didn't fail at noon, nor did the cellar flood. Snow didn't fall; the sun wasn't shining.",
    "Nobody said that the pump failed. If it had, the cellar would have flooded. Snow never fell on the roof.",
    'Sure! Here is the rewritten text:\n\n{"edit": "The old pump never failed at noon, so the cellar never flooded."}',
    "The cellar flooded, as the old pump failed at noon. As for snow, none fell, for the sun shone all day.",
    "The pump failed to start. So that the cellar would not flood, they bailed, and it did not.",
    "Snow fell on the old roof. The sun shone. The pump had held, since it was new; so the cellar was dry.",
    "The pump that failed at noon was old, and because of this failure, and of the thaw, the cellar flooded.",
    "At dusk the old pump failed. The cellar that flooded was small, whereas the roof under snow was not.",
    "Neither did the old pump fail nor was there a flood. Few saw the sun. On the roof, which was steep, snow lay.",
    "The new pump worked at midnight; in spite of that the attic burned. Rain fell, because the moon shone.",
    "The sun shone, although snow fell on the roof. The cellar flooded, so the old pump failed at noon.",
    "Snow.",
    "The cellar flooded the cellar flooded the cellar flooded. The old pump, the old pump! At noon, at noon it failed.",
)
ALTERED = {"e1": 0.9, "e2": 0.2, "e3": 0.4, "e4": 0.6}


def _claims(edit: Edit) -> tuple[dict[str, object], dict[str, object]]:
    whole, found, regions = edit_likeness(edit), {}, {}
    for event, indices in edit.claims.items():
        claim = claim_words(edit.original, indices)
        values, place = features(edit, claim, frozenset())
        regions[event], exact = place, exact_claim(edit, STORY.event(event).span or (0, 0))
        matter = same_matter(edit, claim, place, whole)
        named = zip((*OF_A_CLAIM, *OF_THE_MATTER), (*values, *matter), strict=True)
        found[event] = {
            "place": [list(place.matched), place.first, place.last],
            "exact": None if exact is None else [exact.denied, exact.first, exact.last],
            "measures": {name: round(float(value), 3) for name, value in named if value},
        }
    return found, regions


def measured(said: str) -> dict[str, object]:
    """Return what is measured of an edit, without the network."""
    edit = edit_of(said, STORY)
    claims, regions = _claims(edit)
    words, found = edit.words, joints(edit.words)
    setting = Setting(
        edit=edit,
        regions=regions,
        altered=ALTERED,
        links={("e1", "e2"): True},
        confidence={},
        supposed=frozenset(),
        new=edit.newly,
    )
    odd = mismatches(found, setting)
    novel = zip(NEW, novel_content(edit, tuple(regions.values()), found), strict=True)

    def text(stretch: tuple[int, int]) -> str:
        return " ".join(word.text for word in words[slice(*stretch)])

    return {
        "edit": said,
        "claims": claims,
        "joints": [[one.words, one.consecutive, one.place, text(one.cause), text(one.effect)] for one in found],
        "mismatches": [
            [one.joint.words, one.cause, one.effect, round(one.weight, 3), one.linked, round(one.covered, 3)]
            for one in odd
        ],
        "new": {name: round(float(value), 3) for name, value in novel if value},
        "additions": list(additions(edit)),
        "denied from outside": denied_from_outside(edit),
    }


@pytest.mark.parametrize("number", range(len(EDITS)))
def test_an_edit_is_measured_as_before(number):
    assert measured(EDITS[number]) == json.loads(KEPT.read_text())[number]
