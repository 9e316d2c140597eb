"""Actual causes by the definition of Halpern (2015) read literally, and random models without noise."""

from __future__ import annotations

from itertools import chain, combinations, product
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from causalcore.model.model import SCM, Mechanism
from causalcore.model.variable import Variable

if TYPE_CHECKING:
    from random import Random

    from causalcore.causes.situation import Situation


def some_model(random: Random, count: int) -> SCM:
    own = tuple(Variable(f"V{i}", tuple(range(random.choice((2, 2, 3))))) for i in range(count))
    rules = []
    for place, item in enumerate(own):
        parents = random.sample(own[:place], k=min(place, random.randint(0 if place < 3 else 1, 3)))
        shape = tuple(parent.size for parent in parents)
        table = np.array([random.randrange(item.size) for _ in range(prod(shape))], dtype=np.intp)
        rules.append(Mechanism(tuple(parent.name for parent in parents), table.reshape(shape)))
    return SCM(own, (), (), tuple(rules))


def world(case: Situation, setting: dict[str, int]) -> dict[str, int]:
    seen: dict[str, int] = {}
    for name in case.model.order:
        seen[name] = setting[name] if name in setting else case.compute(name, seen)
    return seen


def depends(case: Situation, cause: tuple[str, ...], effect: str) -> bool:
    """AC2: some values of the cause change the effect while some others are held at what they are."""
    rest = [name for name in case.model.names if name not in cause and name != effect]
    for held in chain.from_iterable(combinations(rest, size) for size in range(len(rest) + 1)):
        kept = {name: case.facts[name] for name in held}
        for values in product(*(range(case.model[name].size) for name in cause)):
            if world(case, kept | dict(zip(cause, values, strict=True)))[effect] != case.facts[effect]:
                return True
    return False


def is_cause(case: Situation, cause: tuple[str, ...], effect: str) -> bool:
    """AC2 for the cause, and AC3: for no part of it."""
    parts = chain.from_iterable(combinations(cause, size) for size in range(1, len(cause)))
    return depends(case, cause, effect) and not any(depends(case, part, effect) for part in parts)
