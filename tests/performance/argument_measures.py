"""Which measure of strength is right, and how much it depends on weights and on the choice of atoms.

Three measures say how a premise moves a conclusion: the difference of ranks, the epsilon spectrum (the limit of
infinitesimal defaults), and a probability in which a world of cost k weighs exp(-k).
`python tests/performance/argument_measures.py` compares their signs with the reader's, for System Z weights and random
ones, and splits atoms in two. The table is in docs/research/strength-of-arguments.md.
"""

from __future__ import annotations

import math
import random
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "properties"))

from signed_arguments import SIGNED, SignedArgument, letters_of, split

from logic.formulas.formula import And, Or
from logic.ranks.rank import difference, leading_sign
from logic.ranks.ranking import Ranking, Space
from logic.solving.claim import Claim

MEASURES = ("rank difference", "epsilon spectrum", "probability")
DRAWS = 200
HEAVIEST = 9


def measured(one: SignedArgument) -> tuple[float, int, float]:
    """Return the difference of ranks, the sign in the limit, and the change of the log-odds."""
    case = one.case
    space = Space(
        Ranking(defaults=case.defaults, background=case.background),
        (*case.premises, case.conclusion, one.premise),
        about=(case.conclusion, one.premise),
    )
    given = [Claim(premise) for premise in case.premises]
    conclusion = Claim(case.conclusion)
    degrees = [space.firmness(conclusion, more) for more in ([*given, Claim(one.premise)], given)]
    with_premise, without = ([*given, Claim(one.premise)], given)
    spectra = [space.spectrum(claims) for more in (with_premise, without) for claims in ([*more, conclusion], more)]
    both, new, old, every = (spectrum or {} for spectrum in spectra)
    assert None not in degrees
    assert None not in spectra
    degree = difference(*(degree for degree in degrees if degree is not None))
    return degree, leading_sign((both, every), (old, new)), odds(both, new) - odds(old, every)


def odds(part: dict[int, int], whole: dict[int, int]) -> float:
    """Return the log-odds of a part if a world of cost k weighs exp(-k)."""
    weight, total = (sum(count * math.exp(-rank) for rank, count in one.items()) for one in (part, whole))
    against = total - weight
    if against < 1e-12 * total:
        return math.inf
    return math.log(weight / against) if weight else -math.inf


def signs(one: SignedArgument) -> tuple[int, int, int]:
    """Return the sign that each measure gives."""
    return tuple((value > 1e-9) - (value < -1e-9) for value in measured(one))  # type: ignore[return-value]


def reweighted(one: SignedArgument, rng: random.Random) -> SignedArgument:
    """Draw a random weight for every default."""
    rules = tuple(replace(rule, weight=rng.randint(1, HEAVIEST)) for rule in one.case.defaults)
    return replace(one, case=replace(one.case, defaults=rules))


@dataclass
class Splits:
    """The effect of splitting atoms on each measure."""

    count: int = 0
    moved: Counter[str] = field(default_factory=Counter)
    turned: Counter[str] = field(default_factory=Counter)
    widest: tuple[float, str] = (0.0, "")

    def add(self, one: SignedArgument, other: SignedArgument, how: str) -> None:
        """Compare an argument before and after a split."""
        self.count += 1
        before, after = measured(one), measured(other)
        for measure, old, new, had, has in zip(MEASURES, before, after, signs(one), signs(other), strict=True):
            self.moved[measure] += old != new and not math.isclose(old, new)
            self.turned[measure] += had != has
        gap = abs(after[2] - before[2]) if math.isfinite(before[2]) else 0.0
        ranks = f"rank difference {before[0]:g} to {after[0]:g}"
        self.widest = max(self.widest, (gap, f"{how}: log-odds {before[2]:.3f} to {after[2]:.3f}, {ranks}"))


def main() -> int:
    """Print the two tables."""
    rng = random.Random(1)
    drawn = [reweighted(one, rng) for one in SIGNED for _ in range(DRAWS)]
    for words, group in (("weights of System Z", SIGNED), ("random weights", drawn)):
        rows = [zip(MEASURES, signs(one), strict=True) for one in group]
        right = Counter(
            measure for one, pairs in zip(group, rows, strict=True) for measure, sign in pairs if sign == one.sign
        )
        shares = ", ".join(f"{measure} {100 * right[measure] / len(group):.0f} %" for measure in MEASURES)
        print(f"right signs with {words}: {shares} of {len(group)}")
    splits = Splits()
    for one in SIGNED:
        for atom in letters_of(one):
            for kind in (And, Or):
                splits.add(one, split(one, atom, kind), f"{one.name}, {atom} by {kind.__name__}")
    for measure in MEASURES:
        count = f"{splits.moved[measure]}, the sign in {splits.turned[measure]}"
        print(f"{measure}: {splits.count} splits of an atom moved the value in {count}")
    print(f"widest: {splits.widest[1]}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
