from __future__ import annotations

from typing import Any

import pytest

from causalcore.claims.checking import ClaimStatus, check_claim, check_claims
from causalcore.claims.claims import parse_claim, parse_claims
from causalcore.errors import (
    ClaimsSyntaxError,
    MalformedModelError,
    OutsideDomainError,
    QuerySyntaxError,
    UnknownNameError,
)
from causalcore.model.building import scm
from causalcore.model.model import SCM
from causalcore.model.textbook import DRUG_GENDER, FIRING_SQUAD, FLIPPED_COPY

PRICE = scm(
    variables={"amount": [0, 1, 2], "member": [0, 1], "discount": [0, 1, 2], "rebate": [0, 1], "gift": [0, 1]},
    noise={"UA": {0: 0.2, 1: 0.3, 2: 0.5}, "UM": {0: 0.5, 1: 0.5}},
    mechanisms={
        "amount": "UA",
        "member": "UM",
        "discount": "if member then amount else 0",
        "rebate": "discount > 0",
        "gift": "not member",
    },
)


@pytest.mark.parametrize(
    ("model", "text", "status"),
    [
        (FIRING_SQUAD, "causes(C, D)", "holds"),
        (FIRING_SQUAD, "causes(A, B)", "fails"),
        (FIRING_SQUAD, "no_effect(A, B)", "holds"),
        (FIRING_SQUAD, "no_effect(A, D)", "fails"),
        (FIRING_SQUAD, "necessary(A, D)", "fails"),
        (FIRING_SQUAD, "necessary(C, B)", "holds"),
        (FIRING_SQUAD, "sufficient(A, D)", "holds"),
        (FIRING_SQUAD, "sufficient(A=0, D=0)", "fails"),
        (FIRING_SQUAD, "monotone(C, D, +)", "holds"),
        (FIRING_SQUAD, "would(D=1, had=A=1)", "holds"),
        (FIRING_SQUAD, "would(D=1, had=A=0)", "open"),
        (FIRING_SQUAD, "would(D=1, had=A=0 | C=1)", "holds"),
        (FIRING_SQUAD, "would(D=1, had=A=0 | C=0)", "fails"),
        (FLIPPED_COPY, "monotone(X, Y, +)", "fails"),
        (PRICE, "monotone(amount, discount, +)", "holds"),
        (PRICE, "monotone(amount, discount, -)", "fails"),
        (PRICE, "monotone(member, gift, -)", "holds"),
        (PRICE, "prevents(member, gift)", "holds"),
        (PRICE, "prevents(member=0, rebate)", "holds"),
        (PRICE, "prevents(gift, rebate=1)", "fails"),
        (PRICE, "prevents(amount=0, rebate)", "holds"),
        (PRICE, "screens_off(discount, amount, rebate)", "holds"),
        (PRICE, "screens_off(gift, amount, rebate)", "fails"),
        (PRICE, "necessary(amount=2, discount=2)", "holds"),
        (PRICE, "necessary(member=0, discount=2)", "fails"),
        (DRUG_GENDER, "causes(drug, gender)", "fails"),
        (DRUG_GENDER, "no_effect(drug, recovery)", "fails"),
    ],
)
def test_a_claim_has_the_verdict_that_the_model_gives_it(model: SCM, text: str, status: str) -> None:
    assert check_claim(model, parse_claim(text)).status == status


def test_a_violated_claim_shows_facts_that_break_it() -> None:
    verdict = check_claim(FLIPPED_COPY, parse_claim("monotone(X, Y, +)"))
    assert verdict.counterexample == ("Y@do(X=0)=1", "Y@do(X=1)<1")
    assert "probability 0.3" in verdict.why


def test_an_empty_claim_does_not_hold() -> None:
    verdict = check_claim(PRICE, parse_claim("prevents(amount=2, discount=2)"))
    assert verdict.status is ClaimStatus.FAILS
    never = check_claim(PRICE, parse_claim("necessary(member=0, rebate=1)"))
    assert never.why == "member=0 and rebate=1 never happen together"
    idle = scm(variables={"X": [0, 1], "Y": [0, 1]}, mechanisms={"X": 1, "Y": 0})
    assert check_claim(idle, parse_claim("prevents(X, Y)")).why == "Y=1 does not happen under another value of X either"


def test_claims_print_as_they_are_read() -> None:
    lines = [
        "causes(a, b)",
        "monotone(a, b, -)",
        "screens_off(m, a, b)",
        "would(b=1, had=a=0 | c=1)",
        "necessary(a=2, b)",
    ]
    assert [str(claim) for claim in parse_claims("\n".join(lines) + "\n# no claim\n\n")] == lines


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("implies(a, b)", "one of causes, no_effect"),
        ("causes(a)", "expected ','"),
        ("monotone(a, b)", "expected ','"),
        ("monotone(a, b, =)", "expected '\\+' or '-'"),
        ("would(b=1, if=a=0)", "'had='"),
        ("would(b, had=a=0)", "expected '='"),
        ("causes(a, b) c", "expected the end"),
    ],
)
def test_a_broken_claim_is_met_with_its_column(text: str, words: str) -> None:
    with pytest.raises(QuerySyntaxError, match=words):
        parse_claim(text)


def test_a_claim_about_something_unknown_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="got Q"):
        check_claim(FIRING_SQUAD, parse_claim("causes(Q, D)"))
    with pytest.raises(OutsideDomainError, match="got 7"):
        check_claim(FIRING_SQUAD, parse_claim("sufficient(A=7, D)"))


def test_claims_may_come_as_a_list_of_texts_or_of_parsed_claims() -> None:
    text = "causes(C, D)\nno_effect(A, D)"
    expected = ["holds", "fails"]
    for claims in (text, text.splitlines(), parse_claims(text), [parse_claim("causes(C, D)"), "no_effect(A, D)"]):
        assert [str(found.status) for found in check_claims(FIRING_SQUAD, claims)] == expected


@pytest.mark.parametrize(
    ("claims", "words"),
    [(5, "got 5; pass"), (None, "a list, got nothing"), ([5], "a claim as text"), ([], "at least one claim")],
)
def test_what_is_no_list_of_claims_is_refused(claims: Any, words: str) -> None:
    with pytest.raises(ClaimsSyntaxError, match=words):
        check_claims(FIRING_SQUAD, claims)


def test_a_plain_function_is_to_be_described_as_a_program() -> None:
    def fee(days: int) -> int:
        return days

    with pytest.raises(MalformedModelError, match=r"got the function fee; describe it by program\(fee, INPUT="):
        check_claim(fee, "monotone(days, result, +)")  # type: ignore[arg-type]
    with pytest.raises(MalformedModelError, match="a model, a scenario or a program, got int; pass one"):
        check_claim(5, "causes(a, b)")  # type: ignore[arg-type]
    with pytest.raises(ClaimsSyntaxError, match="expected a claim as text"):
        check_claim(FIRING_SQUAD, None)  # type: ignore[arg-type]
