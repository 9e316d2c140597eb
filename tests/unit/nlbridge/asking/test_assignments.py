"""Values of `--do`: each event once, or twice the same."""

from __future__ import annotations

import pytest

from causalcore.errors import InvalidInterventionError, OutsideDomainError
from nlbridge.asking.arguments import assignments


def test_one_event_has_one_value() -> None:
    assert assignments(["e1=false", "e1=false,e2=late"]) == {"e1": "false", "e2": "late"}
    with pytest.raises(InvalidInterventionError, match="expected one value of e1, got false and true"):
        assignments(["e1=false", "e1=true"])


def test_a_value_outside_its_domain_is_answered_by_the_form_to_write() -> None:
    said = str(OutsideDomainError("e1", "false", ("lower", "as stated", "higher")))
    assert said.endswith("got false; write for example e1=lower, or extend the domain")
