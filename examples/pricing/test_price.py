"""Claims about prices; run by `pytest examples/pricing`."""

from __future__ import annotations

import pytest

from causalcore.claims import program
from examples.pricing.price import order

COUNTER = program(order, quantity=range(1, 12), member=[False, True], colour=["white", "blue"])
SHOP = program(order, quantity=range(1, 12), member=[False, True], colour=["white", "blue"], goods=[None, 5400])


@pytest.mark.claim(
    "monotone(quantity, total, +)",
    "monotone(member, total, -)",
    "no_effect(colour, total)",
    "causes(member, delivery)",
    "necessary(quantity=1, total=1400)",
    "prevents(quantity=1, delivery=600)",
    "would(delivery=600, had=quantity=11 | member=false, quantity=1)",
)
def test_what_an_order_costs(claim):
    claim.holds_for(COUNTER)


def test_delivery_depends_on_the_goods_alone(claims):
    claims(SHOP, "screens_off(goods, quantity, delivery)", "screens_off(goods, member, delivery)")
