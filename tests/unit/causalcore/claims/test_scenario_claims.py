"""Claims over a scenario: one by one, with their reasons, and what is refused."""

from __future__ import annotations

import pytest

from causalcore.claims.checking import check_claim, check_claims
from causalcore.errors import (
    ImpossibleEvidenceError,
    InvalidInterventionError,
    OutsideDomainError,
    QuerySyntaxError,
    UnknownNameError,
)
from causalcore.scenario.scenario import Event, Kind, Latent, Link, Scenario, Sign, Strength


def event(name: str, **rest) -> Event:
    return Event(id=name, statement=f"The {name} was there.", **rest)


QUANTITY = {"kind": Kind.QUANTITY, "values": ("lower", "as stated", "higher"), "fact": "as stated"}
BAKERY = Scenario(
    events=(
        event("strike"),
        event("flour", **QUANTITY),
        event("oven"),
        event("bread", **QUANTITY),
        event("queue"),
        event("music"),
        event("encore", presupposes=("music",)),
    ),
    latents=(Latent(id="winter", statement="It was winter."),),
    links=(
        Link(cause="strike", effect="flour", sign=Sign.INHIBITS),
        Link(cause="flour", effect="bread"),
        Link(cause="oven", effect="bread", strength=Strength.CONTRIBUTING),
        Link(cause="bread", effect="queue", sign=Sign.INHIBITS, strength=Strength.CONTRIBUTING),
        Link(cause="strike", effect="queue", strength=Strength.POSSIBLE),
        Link(cause="winter", effect="queue", strength=Strength.CONTRIBUTING),
    ),
)
TWO_WAYS = Scenario(
    events=(event("left"), event("right"), event("arrival")),
    links=(
        Link(cause="left", effect="arrival", strength=Strength.SUFFICIENT),
        Link(cause="right", effect="arrival", strength=Strength.SUFFICIENT),
    ),
)


@pytest.mark.parametrize(
    ("scenario", "text", "status"),
    [
        (BAKERY, "causes(strike, bread)", "holds"),
        (BAKERY, "causes(music, bread)", "fails"),
        (BAKERY, "no_effect(music, queue)", "holds"),
        (BAKERY, "no_effect(oven, queue)", "holds"),
        (BAKERY, "no_effect(oven, bread)", "open"),
        (BAKERY, "necessary(strike, flour)", "holds"),
        (BAKERY, "necessary(oven, bread)", "open"),
        (BAKERY, "monotone(strike, bread, -)", "holds"),
        (BAKERY, "monotone(oven, queue, -)", "holds"),
        (BAKERY, "monotone(strike, queue, -)", "open"),
        (BAKERY, "prevents(strike, flour=higher)", "holds"),
        (BAKERY, "prevents(flour=lower, bread)", "holds"),
        (BAKERY, "screens_off(flour, strike, bread)", "holds"),
        (BAKERY, "screens_off(flour, strike, queue)", "open"),
        (BAKERY, "would(flour=higher, had=strike=false)", "holds"),
        (BAKERY, "would(flour=lower, had=strike=0)", "fails"),
        (BAKERY, "would(queue=true, had=oven=false)", "holds"),
        (BAKERY, "would(queue=false, had=strike=false)", "open"),
        (BAKERY, "would(queue=false, had=strike=false | queue@do(strike=false)=0)", "holds"),
        (BAKERY, "would(encore=false, had=music=false)", "holds"),
        (TWO_WAYS, "sufficient(left, arrival)", "holds"),
        (TWO_WAYS, "necessary(left, arrival)", "fails"),
        (TWO_WAYS, "causes(left, arrival)", "fails"),
        (TWO_WAYS, "sufficient(left, right)", "fails"),
        (BAKERY, "sufficient(flour, bread)", "open"),
    ],
)
def test_a_claim_has_the_verdict_that_all_mechanisms_give_it(scenario: Scenario, text: str, status: str) -> None:
    assert check_claim(scenario, text).status == status


def test_a_verdict_says_why_in_the_words_of_the_text() -> None:
    holds = check_claim(BAKERY, "necessary(strike, flour)")
    assert "'The flour was there' moves in the opposite direction to 'The strike was there'" in holds.why
    fails = check_claim(BAKERY, "would(flour=lower, had=strike=0)")
    assert fails.counterexample == ("flour@do(strike=false)=higher",)


def test_an_open_claim_shows_a_world_of_each_kind() -> None:
    verdict = check_claim(BAKERY, "would(queue=false, had=strike=false)")
    assert verdict.counterexample == ("queue@do(strike=false)=true",)
    assert verdict.why == "the text admits queue@do(strike=false)=false as well as queue@do(strike=false)=true"


def test_too_many_circumstances_leave_a_claim_unknown() -> None:
    names = [f"e{place}" for place in range(11)]
    crowd = Scenario(
        events=tuple(event(name) for name in names),
        links=tuple(Link(cause=name, effect="e10", strength=Strength.CONTRIBUTING) for name in names[:-1]),
    )
    assert check_claim(crowd, "sufficient(e0, e10)").status == "unknown"
    assert check_claim(crowd, "monotone(e0, e10, +)").status == "holds"


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("causes(snow, bread)", UnknownNameError, "got snow"),
        ("causes(winter, queue)", InvalidInterventionError, "the latent winter"),
        ("would(queue=0, had=winter=0)", InvalidInterventionError, "the latent winter"),
        ("would(flour=blue, had=strike=0)", OutsideDomainError, "got blue"),
        ("would(queue=0, had=strike=0 | strike=0)", ImpossibleEvidenceError, "strike=0"),
        (
            "would(queue=0, had=strike=0 | queue@do(oven ~ {0: 0.5, 1: 0.5})=1)",
            InvalidInterventionError,
            "expected a value",
        ),
        ("because(strike, flour)", QuerySyntaxError, "one of causes"),
    ],
)
def test_a_claim_that_the_scenario_cannot_be_asked_is_refused(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        check_claim(BAKERY, text)


def test_claims_are_read_one_a_line() -> None:
    assert [str(verdict.status) for verdict in check_claims(TWO_WAYS, "sufficient(right, arrival)\n# no claim\n")] == [
        "holds"
    ]
