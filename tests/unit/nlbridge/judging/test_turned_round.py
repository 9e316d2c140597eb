"""An edit that makes an effect the cause of its own cause is not called valid."""

from __future__ import annotations

import pytest

import causalcore

TEXT = "The pump failed, so the cellar flooded."


@pytest.mark.parametrize(
    "edit",
    [
        "The pump did not fail because the cellar did not flood.",
        "The cellar did not flood, so the pump did not fail.",
    ],
)
def test_turned_round(edit: str) -> None:
    found = causalcore.rubric(TEXT, had="the pump not failed").check(edit)
    assert found.valid is not True
    assert any("it is the other way round" in reason for reason in found.reasons)


def test_the_right_way_round() -> None:
    assert causalcore.rubric(TEXT, had="the pump not failed").check("The pump held, so the cellar stayed dry.").valid


def test_who_did_not_do_it_need_not_be_told() -> None:
    rubric = causalcore.rubric("A strike closed the port, so the fruit rotted.", had="the port not been closed")
    for edit in (
        "The port was not closed, so the fruit did not rot.",
        "The port was not closed by a strike, so the fruit did not rot.",
    ):
        assert rubric.check(edit).valid is not False


def test_another_person_is_another_claim() -> None:
    rubric = causalcore.rubric("The ferry was cancelled, so his sister cried.", had="the ferry not been cancelled")
    assert rubric.check("The ferry was not cancelled, so his brother did not cry.").valid is not True


def test_how_long_something_lasted_is_no_quantity_that_moves() -> None:
    rubric = causalcore.rubric(
        "The machine failed, so the packers stood idle for two hours.", had="the machine not failed"
    )
    found = rubric.check("The machine did not fail, so the packers stood idle for two hours.")
    assert "E4" not in [str(error) for error in found.errors]
    assert found.valid is False
