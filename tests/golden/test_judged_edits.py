"""How some edits are judged, number by number, by their words and by values that were read; the network is left out.

`python tests/golden/record_measures.py` writes `judged_edits.json` again; the difference is to be read line by line.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, Silence, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Latent, Link, Provenance, Scenario, Sign, Strength
from nlbridge.grounding.by_words import ground
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.grounding import Conflict, GroundedClaim, GroundedConnective, Grounding, Told, Way, Witness
from nlbridge.judging.evidence import MEASURED
from nlbridge.judging.report import Report
from nlbridge.judging.verification import judge, weigh

KEPT = Path(__file__).with_name("judged_edits.json")


def scenario(text: str, claims: dict[str, str], links: tuple[Link, ...], more: dict[str, dict] | None = None, **fields):
    """Return a scenario whose claims stand in its text."""
    events = tuple(
        Event(id=name, statement=f"{said}.", span=(text.index(said), text.index(said) + len(said)), **extra)
        for name, said in claims.items()
        for extra in [(more or {}).get(name, {})]
    )
    return Scenario(text=text, events=events, links=links, **fields)


QUANTITY = {"kind": Kind.QUANTITY, "values": ("lower", "as stated", "higher"), "fact": "as stated"}
CELLAR = scenario(
    "A storm raged. Because of that the pump failed, so the cellar flooded. Snow fell, although the sun shone.",
    {
        "e0": "A storm raged",
        "e1": "the pump failed",
        "e2": "the cellar flooded",
        "e3": "Snow fell",
        "e4": "the sun shone",
    },
    (Link(cause="e0", effect="e1"), Link(cause="e1", effect="e2", connective="so")),
)
HAY = scenario(
    "One January night a fire broke out in the barn. So the price of hay rose from 10 to 15 euros, and the farmer, who "
    "had no cattle, sold the rest.",
    {
        "e1": "a fire broke out in the barn",
        "e2": "the price of hay rose from 10 to 15 euros",
        "e3": "the farmer, who had no cattle, sold the rest",
        "e4": "had no cattle",
    },
    (Link(cause="e1", effect="e2"), Link(cause="e2", effect="e3")),
    {"e2": QUANTITY},
    latents=(Latent(id="l1", statement="It was winter."),),
)
READ = {"provenance": Provenance.WORDS}
FAIR = scenario(
    "The bus broke down, which is why the band came late. The crowd left. The mayor was angry, since they left early.",
    {"e1": "The bus broke down", "e2": "the band came late", "e3": "The crowd left", "e4": "The mayor was angry"},
    (
        Link(cause="e1", effect="e2", connective="which is why", confidence=0.9, **READ),
        Link(cause="e2", effect="e3", confidence=0.6, **READ),
        Link(cause="e3", effect="e4", strength=Strength.CONTRIBUTING, confidence=0.8, **READ),
    ),
    {name: {"confidence": chance, **READ} for name, chance in (("e1", 1.0), ("e2", 0.95), ("e3", 0.9), ("e4", 0.7))},
)
GUARD = scenario(
    "The guard dog barked, so the thief fled. The vase was safe.",
    {"e1": "The guard dog barked", "e2": "the thief fled", "e3": "The vase was safe"},
    (Link(cause="e1", effect="e2"), Link(cause="e2", effect="e3", sign=Sign.INHIBITS)),
)
NIGHT = scenario(
    "On a stormy January night the ferryman dropped the oar, so the pilgrims waited. At dawn the goats were asleep.",
    {"e1": "the ferryman dropped the oar", "e2": "the pilgrims waited", "e3": "the goats were asleep"},
    (Link(cause="e1", effect="e2"),),
    latents=(Latent(id="l1", statement="It was dark."),),
)
BY_WORDS: tuple[tuple[Scenario, dict[str, str], str], ...] = (
    *(
        (CELLAR, {"e1": "false"}, edit)
        for edit in (
            "A storm raged. Despite that the pump did not fail, so the cellar did not flood. Snow fell, although the "
            "sun shone.",
            "A storm raged. The pump held, but the cellar flooded. Snow fell, although the sun shone.",
            "No storm raged. So the pump did not fail, although the cellar did not flood. No snow fell.",
            "The pump failed only a little, so the cellar stayed dry. Snow fell because the sun shone. A boat came.",
            "It is not true that the pump held. The cellar flooded.",
            CELLAR.text,
            "",
        )
    ),
    *(
        (HAY, {"e1": "false"}, edit)
        for edit in (
            "One January night no fire broke out in the barn. So the price of hay did not rise, and the farmer stayed.",
            "One July night no fire broke out in the barn. Still the price of hay rose from 10 to 20 euros.",
            "One January night a fire broke out in the barn. So the price of hay fell to 8 euros, nevertheless.",
        )
    ),
    *(
        (FAIR, {"e1": "false"}, edit)
        for edit in (
            "The bus did not break down, which is why the band came on time. The crowd stayed. The mayor was happy.",
            "The bus did not break down, but the band came late. The crowd left. The mayor was angry.",
            "The bus ran. The mayor was angry, since the crowd left early.",
        )
    ),
    *(
        (NIGHT, {"e1": "false"}, edit)
        for edit in (
            "On a stormy January night the ferryman kept the oar, so they crossed. At dawn the goats were asleep.",
            "On a sunny July morning the ferryman kept the oar, so they crossed. At dawn the goats were asleep.",
            "The ferryman kept the oar, so they crossed on a summer day. In the evening the goats slept.",
            "On a stormy January night the ferryman did not drop the oar, so they left. At noon the goats slept.",
            "January it was not. The ferryman kept the oar that spring night, but they waited. The goats slept.",
        )
    ),
    (GUARD, {"e2": "false"}, "The guard dog barked, but the thief did not flee, so the vase was not safe."),
    (GUARD, {"e1": "false", "e2": "true"}, "The guard dog did not bark, yet the thief fled. The vase was safe."),
)


def claims(values: str, **changes: dict) -> tuple[GroundedClaim, ...]:
    """Return what was read of the claims, by the first letters of the values: `t f o g a b s u`."""
    letters = {str(one)[0]: one for one in reversed(Told)}
    return tuple(
        GroundedClaim(event=f"e{k}", value=letters[letter], quote=f"said {k}", **changes.get(f"e{k}", {}))
        for k, letter in enumerate(values.replace(" ", ""))
        if letter != "-"
    )


def so(cause: str, effect: str, **more) -> GroundedConnective:
    return GroundedConnective(**{"quote": "so", "cause": cause, "effect": effect, "consecutive": True} | more)


SUPPOSED = GroundedClaim(event="e1", value=Told.TRUE, quote="it held", supposed=True)
BY_VALUES: tuple[tuple[str, tuple[GroundedClaim, ...], dict], ...] = (
    ("all as asked", claims("tfftt"), {}),
    ("kept", claims("ttttt"), {}),
    ("otherwise and gone", claims("togtt"), {}),
    ("passed over", claims("aaaaa"), {}),
    ("bare and suspended", claims("bsbbs"), {}),
    ("unread", claims("uuuuu"), {}),
    ("a look alone", claims("tffft", e3={"witnesses": (Witness.SECOND_LOOK,)}), {}),
    ("doubted", claims("tfftt", e2={"doubt": "it may be another cellar"}), {}),
    ("proved", claims("tftft", e2={"witnesses": (Witness.PROOF,)}), {"unsteady": "it says both"}),
    ("the way there, needed", claims("ffftt", e0={"way_there": Way.NEEDED}), {}),
    ("the way there, chosen", claims("ffftt", e0={"way_there": Way.CHOSEN}), {}),
    ("supposed in its own words", (*claims("tfftt"), SUPPOSED), {}),
    ("both said", (*claims("ttftt"), SUPPOSED), {}),
    ("bare by its own words", (*claims("tfftt"), replace(SUPPOSED, value=Told.BARE)), {}),
    ("its own words unread", (*claims("ttftt"), replace(SUPPOSED, value=Told.UNREAD)), {}),
    ("joined as asked", claims("tfftt"), {"connectives": (so("e1", "e2"),)}),
    ("joined unsuited", claims("tfttt"), {"connectives": (so("e1", "e2", suits=False),)}),
    ("joined unsuited, not looked at", claims("tfttt"), {"connectives": (so("e1", "e2"),)}),
    ("conceded", claims("tfftt"), {"connectives": (so("e1", "e2", consecutive=False, suits=False),)}),
    ("strangers joined", claims("tfftt"), {"connectives": (so("e3", "e1", suits=False),)}),
    ("across two links", claims("tfttt"), {"connectives": (so("e0", "e2", suits=False),)}),
    ("at sight", claims("tfftt"), {"connectives": (so("", "e2", at_sight=False, cause_words="x", effect_words="y"),)}),
    (
        "background",
        claims("tfftt"),
        {"conflicts": (Conflict(passage="at noon", original="at night", background=True),)},
    ),
    ("new", claims("tfftt"), {"conflicts": (Conflict(passage="a boat", original="no boat", background=False),)}),
    ("doubts", claims("tfftt"), {"doubts": ("It contradicts itself.",), "unsteady": "it says both"}),
)


def _report(found: Report) -> dict[str, object]:
    return {
        "valid": found.valid,
        "errors": [str(one) for one in found.errors],
        "score": round(found.score, 4),
        "confidence": round(found.confidence, 4),
        "reasons": list(found.reasons),
        "verdicts": [
            [
                *(str(one.criterion.kind), one.criterion.event or one.criterion.effect, str(one.outcome), one.quote),
                *(one.why, round(one.confidence, 4), list(one.span or ()), str(one.error or ""), one.required),
            ]
            for one in found.verdicts
        ],
    }


def _rubric(story: Scenario, supposed: dict[str, str], silence: Silence = Silence.OPEN) -> Rubric:
    return build_rubric(derive(story, do(supposed)), silence)


def by_words(story: Scenario, supposed: dict[str, str], edit: str) -> dict[str, object]:
    """Judge an edit by its words alone."""
    rubric = _rubric(story, supposed)
    found = ground(edit, story, rubric.intervention)
    assert found.measured is not None
    found = replace(found, measured=replace(found.measured, scores=None))
    one = weigh(rubric, found, replace(found.measured, scores=None))
    numbers = zip(MEASURED, one.evidence, strict=True)
    return {
        "edit": edit,
        "report": _report(judge(rubric, found)),
        "unsure": _report(judge(rubric, found, sure=0.7, wrong=0.2))["reasons"],
        "numbers": {name: round(float(value), 3) for name, value in numbers if value},
        "bars": list(one.bars()),
        "doubts": list(one.doubts),
        "certain": [[str(each.error), each.reason] for each in one.certain],
    }


def by_values(name: str, told: tuple[GroundedClaim, ...], more: dict) -> dict[str, object]:
    """Judge by values that were read, under each policy for what an edit passes over."""
    grounding = Grounding(edit=edit_of("It was told otherwise: so it goes.", CELLAR), claims=told, **more)
    policies = {str(one): _report(judge(_rubric(CELLAR, {"e1": "false"}, one), grounding)) for one in Silence}
    return {"name": name, "silence open": policies["open"], "others": [policies[one]["valid"] for one in policies]}


def judged() -> list[dict[str, object]]:
    """Return how all are judged."""
    return [*(by_words(*one) for one in BY_WORDS), *(by_values(*one) for one in BY_VALUES)]


@pytest.mark.parametrize("number", range(len(BY_WORDS)))
def test_an_edit_is_judged_by_its_words_as_before(number):
    assert by_words(*BY_WORDS[number]) == json.loads(KEPT.read_text())[number]


@pytest.mark.parametrize("number", range(len(BY_VALUES)))
def test_values_are_judged_as_before(number):
    assert by_values(*BY_VALUES[number]) == json.loads(KEPT.read_text())[len(BY_WORDS) + number]
