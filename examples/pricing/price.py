"""What an order of tiles costs, in cents."""

from __future__ import annotations

PIECE = 500
DELIVERY = 900
CHEAPER_FROM = 5_000


def order(quantity: int, member: bool, colour: str = "white", goods: int | None = None) -> dict[str, int]:
    """Price an order: from the tenth piece on each costs a fifth less, members pay 5 % less for the goods.

    Goods above 50.00 pay for their delivery, cent by cent. `goods` is computed unless it is given.
    """
    if goods is None:
        goods = PIECE * min(quantity, 9) + PIECE * 4 // 5 * max(quantity - 9, 0)
        goods = goods * 95 // 100 if member else goods
    delivery = max(0, DELIVERY - max(0, goods - CHEAPER_FROM))
    return {"goods": goods, "delivery": delivery, "total": goods + delivery}
