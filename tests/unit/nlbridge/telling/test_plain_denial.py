"""Denials of claims in plain English: what is denied, what goes before, and what has none."""

from __future__ import annotations

import pytest

from nlbridge.telling.plain_denial import likely, plain_denial


@pytest.mark.parametrize(
    ("told", "denied"),
    [
        ("Several builders stopped work.", "No builders stopped work."),
        ("A crew cleared them within the hour.", "No crew cleared them within the hour."),
        ("Water dripped on the piano.", "No water dripped on the piano."),
        ("Passengers without water fainted.", "No passengers fainted."),
        ("Everyone took off their shoes.", "Nobody took off their shoes."),
        ("The train stopped in the tunnel for an hour.", "The train did not stop in the tunnel."),
        ("The concert was put off until June.", "The concert was not put off."),
        ("The tourists went to the harbour instead.", "The tourists did not go to the harbour."),
        ("The engine was badly damaged.", "The engine was not damaged."),
        ("Ships could no longer reach the port.", "Ships could still reach the port."),
        ("There was no bread in the shop.", "There was bread in the shop."),
        ("The second half did not begin until ten o'clock.", "The second half began before ten o'clock."),
    ],
)
def test_a_claim_is_denied_as_a_careful_writer_would(told, denied):
    assert plain_denial(told, told) == (denied, "")


@pytest.mark.parametrize(
    "told",
    [
        "Forty litres of ice cream melted.",
        "The guide told us why the path was shut.",
        "Even a muzzle helped.",
        "Nobody was under it.",
        "With the money she had her roof mended.",
        "Thirty people shouted 'Surprise.",
        "I have read all of Tolstoy.",
        "She slept badly.",
        "Hundreds of children came.",
        "The rest were given a pay rise.",
        "Max was not allowed to eat for two hours.",
        "The customer waited a week.",
        "You may keep the screws.",
        "The bell rang and the dog barked.",
    ],
)
def test_what_a_denial_would_leave_in_doubt_has_none(told):
    denied, why = plain_denial(told, told)
    assert not denied
    assert why


@pytest.mark.parametrize(
    ("sentence", "hedged"),
    [
        ("The owner did not throw it away.", "The owner probably did not throw it away."),
        ("The miners were not brought up.", "The miners were probably not brought up."),
        ("Ana got the job.", "Ana probably got the job."),
        ("No builders stopped work.", "Probably no builders stopped work."),
        ("There were trains.", "There were probably trains."),
    ],
)
def test_what_is_only_likely_is_said_so(sentence, hedged):
    assert likely(sentence) == hedged
