"""A what-if lands on the events that it speaks of, with the values that it means."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from causalcore.scenario.file import scenario_from_dict
from causalcore.scenario.scenario import QUANTITY_VALUES, Event, Kind, Link, Scenario
from nlbridge.errors import HypotheticalNotFoundError
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve, spelt
from nlbridge.supposing.hypothetical_clause import parse_had

TEXT = "A gale tore down the power line, so the bakery closed and Ada bought no bread. Meanwhile the radio fell silent."
MILL = Scenario(
    text=TEXT,
    events=(
        Event(id="e1", statement="A gale tore down the power line.", span=(0, 31)),
        Event(id="e2", statement="The bakery closed.", span=(36, 53)),
        Event(id="e3", statement="Ada bought no bread.", span=(58, 77)),
        Event(id="e4", statement="The radio fell silent.", span=(89, 110)),
    ),
    links=(Link(cause="e1", effect="e2"), Link(cause="e2", effect="e3")),
)


@pytest.mark.parametrize(
    ("had", "expected"),
    [
        ("the gale not torn down the power line", {"e1": "false"}),
        ("the bakery stayed open", {"e2": "false"}),
        ("Ada bought bread", {"e3": "false"}),
        ("the bakery not closed and the radio not fallen silent", {"e2": "false", "e4": "false"}),
        ("without the gale", {"e1": "false"}),
        ("if the radio had stayed audible", {"e4": "false"}),
    ],
)
def test_a_what_if_lands_on_its_events(had: str, expected: dict[str, str]) -> None:
    assert dict(resolve(MILL, had=had).intervention) == expected


def test_a_whole_request_is_understood_like_its_clause() -> None:
    query = "Rewrite the above passage to illustrate what would have occurred had the bakery not closed."
    found = resolve(MILL, query=query)
    assert str(found.intervention) == "do(e2=false)"
    assert found.clause == "the bakery had not closed"


def test_restating_the_fact_keeps_the_factual_value() -> None:
    assert dict(resolve(MILL, had="the bakery closed").intervention) == {"e2": "true"}


@pytest.mark.parametrize(
    ("had", "value"),
    [
        ("the radoi fallen silent", "true"),
        ("the bakkery closed", "true"),
        ("the radoi fallen silnt", "true"),
        ("the gale torn down the powr line", "true"),
        ("the gale not torn down the powr line", "false"),
        ("the gale spared the powr line", "false"),
    ],
)
def test_a_misspelt_word_counts_as_the_word_of_the_event(had: str, value: str) -> None:
    assert set(dict(resolve(MILL, had=had).intervention).values()) == {value}


@pytest.mark.parametrize(
    ("text", "had"),
    [
        ("The nurse reported the fault, so it was mended.", "the fault unreported"),
        ("They labelled the samples, so nothing was lost.", "the samples mislabelled"),
        ("His wife slept. The router failed.", "the wifi not failed"),
        ("Lena missed the bus, so Marek waited.", "Lina not missed the bus"),
    ],
)
def test_a_word_that_is_no_slip_of_the_pen_stays_as_it_is(text: str, had: str) -> None:
    assert spelt(parse_had(had), read(text)).clause == parse_had(had).clause


def test_a_refusal_quotes_the_what_if_as_it_was_written() -> None:
    with pytest.raises(HypotheticalNotFoundError, match="got 'a comet hit the bakkery on Mars'"):
        resolve(MILL, had="a comet hit the bakkery on Mars")


def test_what_was_done_without_something_was_done() -> None:
    scenario = read("The hikers set out without a guide, so they lost their way.")
    away = dict(resolve(scenario, had="the hikers not set out").intervention)
    assert away == {"e1": "false"}
    assert dict(resolve(scenario, had="the hikers set out with a guide").intervention) == away
    assert dict(resolve(scenario, had="the hikers set out without a guide").intervention) == {"e1": "true"}


def test_a_person_whom_the_text_calls_she_is_found_by_name() -> None:
    scenario = read("A drill kept Agnes awake until four. She slept through the alarm, so she missed the ferry.")
    found = resolve(scenario, had="Agnes not slept through the alarm").intervention
    assert [scenario.event(name).statement for name, _ in found] == ["Agnes slept through the alarm."]


def test_a_what_if_about_something_else_is_refused_with_what_was_read() -> None:
    with pytest.raises(HypotheticalNotFoundError, match="the events read are: A gale tore down"):
        resolve(MILL, had="the astronauts landed on Mars")


def test_neither_or_both_kinds_of_request_are_refused() -> None:
    with pytest.raises(ValueError, match="expected one of had and query"):
        resolve(MILL)


def test_a_quantity_moves_the_way_the_what_if_says() -> None:
    event = Event(
        id="q", statement="Rents rose to 900 euros.", kind=Kind.QUANTITY, values=QUANTITY_VALUES, fact="as stated"
    )
    scenario = Scenario(text="Rents rose to 900 euros.", events=(event,))
    assert dict(resolve(scenario, had="rents not risen").intervention) == {"q": "lower"}
    assert dict(resolve(scenario, had="rents risen to 1,200 euros").intervention) == {"q": "higher"}


def test_a_choice_is_extended_by_the_value_that_is_named() -> None:
    event = Event(id="c", statement="Ada baked a cake.", kind=Kind.CHOICE, values=("a cake", "bread"), fact="a cake")
    found = resolve(Scenario(text="Ada baked a cake.", events=(event,)), had="Ada baked a pie")
    assert found.scenario.event("c").values == ("a cake", "bread", found.intervention["c"])
    assert "pie" in found.intervention["c"]


@pytest.mark.slow
def test_the_development_suite_is_resolved() -> None:
    folder = os.environ.get("CAUSALCORE_DATA")
    if folder is None:
        pytest.skip("CAUSALCORE_DATA is not set")
    rows = [json.loads(line) for line in (Path(folder) / "suite" / "dev.jsonl").read_text("utf-8").splitlines()][1::4]
    right = 0
    for row in rows:
        scenario = scenario_from_dict(row["scenario"])
        try:
            right += set(dict(resolve(scenario, query=row["query"][0]).intervention)) == set(row["formal_do"])
        except HypotheticalNotFoundError:
            continue
    assert right / len(rows) >= 0.9


BORROWED = Scenario(
    text="A gale tore down the power line. A lamp fell.",
    events=(
        Event(id="e1", statement="There was a gale.", span=(0, 6)),
        Event(id="e2", statement="A gale tore down the power line.", span=(7, 31)),
        Event(id="e3", statement="A lamp fell.", span=(33, 44)),
    ),
)


@pytest.mark.parametrize("verb", ["forgotten", "failed", "neglected", "omitted", "refused"])
def test_who_had_not_failed_to_do_it_did_it(verb: str) -> None:
    past = "forgot" if verb == "forgotten" else verb
    scenario = read(f"The administrator {past} to install the certificate, so the phones stopped working.")
    found = resolve(scenario, had=f"the administrator not {verb} to install the certificate")
    assert dict(found.intervention) == {"e1": "false"}


@pytest.mark.parametrize(
    ("had", "advice"),
    [("the moon not exploded", "name one of them"), ("the gale been a myth of the sea", "name one of them")],
)
def test_no_claim_is_suggested_that_a_what_if_has_nothing_to_do_with(had: str, advice: str) -> None:
    with pytest.raises(HypotheticalNotFoundError) as found:
        resolve(read("The ship ran aground, so the cargo could not be unloaded."), had=had)
    assert str(found.value).endswith(advice)


@pytest.mark.parametrize(
    ("text", "had", "statement"),
    [
        (
            "I dropped my phone and the screen cracked. The phone would not start any more.",
            "the phone hadn't fallen",
            "I dropped my phone.",
        ),
        (
            "The waiter dropped the tray, so the glasses broke. The tray was bent.",
            "the tray not fallen",
            "The waiter dropped the tray.",
        ),
        (
            "I dropped my phone and the screen cracked. The phone would not start any more.",
            "the phone started",
            "The phone would not start any more.",
        ),
    ],
)
def test_a_denied_what_if_lands_on_the_claim_that_it_denies(text: str, had: str, statement: str) -> None:
    found = resolve(read(text), had=had)
    assert [found.scenario.event(name).statement for name, _ in found.intervention] == [statement]
