"""What is done about each failure of an endpoint (`chat.client.wire_form`)."""

from __future__ import annotations

import pytest

from nlbridge.chat.client.wire_form import Remedy, failure_of


@pytest.mark.parametrize(
    ("status", "body", "remedy"),
    [
        (429, {"error": {"code": "insufficient_quota"}}, Remedy.STOP_QUOTA),
        (429, {"error": {"type": "insufficient_quota", "code": None}}, Remedy.STOP_QUOTA),
        (402, "Payment required", Remedy.STOP_QUOTA),
        (429, {"error": "slow down"}, Remedy.BACK_OFF),
        (529, {}, Remedy.BACK_OFF),
        (500, None, Remedy.RETRY),
        (400, {"detail": "no"}, Remedy.OTHER_FORM),
        (400, {"error": {"code": "context_length_exceeded"}}, Remedy.GIVE_UP),
        (307, "", Remedy.GIVE_UP),
        (401, [], Remedy.STOP_ACCESS),
    ],
)
def test_each_failure_has_its_remedy(status, body, remedy):
    assert failure_of(status, body, {}).remedy is remedy
