"""How likely each claim of a text changes under a what-if: by its links, and by a direct question to the network.

The links are followed through sampled graphs: each link is present with its own chance, and in each graph a change
spreads from what is set to what needs it. The network answers for each claim directly. A fit on stories that neither
was trained on combines these chances. If the result contradicts the engine's answer, the answer is open.

Examples
--------
>>> import numpy as np
>>> links = np.array([[0.0, 0.9, 0.0], [0.0, 0.0, 0.5], [0.0, 0.0, 0.0]])
>>> [
...     round(float(chance), 1)
...     for chance in followed(links, np.ones((3, 3)), np.zeros((3, 3), dtype=int), [0]).mean(axis=1)
... ]
[1.0, 0.9, 0.5]
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from causalcore.scenario.scenario import Sign
from nlbridge.language.encoder.scores import STRENGTHS, scores
from nlbridge.reading.accounts.layout import without_courtesies
from nlbridge.reading.links.edges import Descent
from nlbridge.reading.quantities import falling_quantities, turned
from nlbridge.supposing.readings import Readings, readings_with
from nlbridge.supposing.told_together import lone_sentences
from nlbridge.weights.calibration import load
from nlbridge.weights.thresholds import LIKELY

if TYPE_CHECKING:
    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Scenario
    from nlbridge.language.encoder.scores import Scores

DRAWS: Final = 400
"""Number of sampled graphs (worlds); the standard error is at most 2.5 points."""
LEAST: Final = 0.04
"""Chance below which a link is left out."""
MISSED: Final = 0.45
"""Highest chance of a link that the reading left out, because it closes a cycle or is behind a barrier."""
BINDINGS: Final = 3
"""Most claims that are tried, one at a time, as the one that a what-if sets."""
LEFT_OPEN: Final = 0.4
"""A chance at which a claim is open."""
SEED: Final = 7
EVIDENCE: Final = ("links", "asked", "reached", "links if sure", "asked if sure", "reached if sure")
NEED, ENOUGH, PART, MAYBE = range(4)
IDLE: Final = {NEED: 1.0, ENOUGH: 1.0, PART: 0.15, MAYBE: 0.5}
"""How often a link of each strength alone carries a change."""


def ordered(links: Any) -> tuple[list[tuple[int, int]], list[int]]:
    """Return the links without cycles, keeping the likeliest first, and the claims with causes before effects."""
    descent = Descent(len(links))
    causes, effects = np.nonzero(links >= LEAST)
    likeliest_first = np.argsort(-links[causes, effects], kind="stable")
    kept = descent.kept(zip(causes[likeliest_first].tolist(), effects[likeliest_first].tolist(), strict=True))
    above = descent.below.sum(axis=0)
    return kept, sorted(range(len(links)), key=lambda k: (int(above[k]), k))


class _Into(NamedTuple):
    """The causes of a claim by what they do, each kind with its links' worlds, a row for each link.

    The claim needs some causes, whose links must carry a change; others are each enough; it overcame some threats.
    """

    needed: tuple[list[int], Any]
    enough: tuple[list[int], Any]
    threats: tuple[list[int], Any]


@lru_cache(maxsize=4_000)
def _drawn(pair: tuple[int, int]) -> Any:
    """Return the draws of a link, two for each world, independent of all other links."""
    return np.random.default_rng((SEED, *pair)).random((2, DRAWS))


@lru_cache(maxsize=2_000)
def _into(effect: int, links: tuple[tuple[int, float, bool, int], ...]) -> _Into:
    """Sample the links into a claim: for each its cause, its chance, whether it promotes, the index of its strength.

    Cached, since a correction of a long text changes the links into few claims.
    """

    def those(rows: list[int], worlds: Any) -> tuple[list[int], Any]:
        return [links[row][0] for row in rows], worlds[rows]

    there, carrying = np.zeros((2, len(links), DRAWS), dtype=bool)
    for row, (cause, chance, _, how) in enumerate(links):
        drawn = _drawn((cause, effect))
        there[row] = drawn[0] < chance
        carrying[row] = there[row] & (drawn[1] < IDLE[how])
    needed = [row for row, (*_, promotes, how) in enumerate(links) if promotes and how != ENOUGH]
    enough = [row for row, (*_, promotes, how) in enumerate(links) if promotes and how == ENOUGH]
    threats = [row for row, (*_, promotes, _) in enumerate(links) if not promotes]
    return _Into(needed=those(needed, carrying), enough=those(enough, there), threats=those(threats, there))


def followed(links: Any, promotes: Any, strengths: Any, *bindings: Collection[int]) -> Any:
    """Follow what is set through worlds of links, and return in which of them each claim changes.

    A claim changes if a cause that it needs does, or if all causes that were each enough do. It does not change if the
    threat that it overcame is gone. `bindings` are claims that may be set together; the worlds of each follow those of
    the one before.

    Shapes
    ------
    links, promotes, strengths : (claims, claims), chance, chance of a positive sign, index of the strength
    changed : (claims, worlds)
    """
    kept, order = ordered(links)
    causes: list[list[int]] = [[] for _ in order]
    for cause, effect in sorted(kept):
        causes[effect].append(cause)
    into = []
    for k, above in enumerate(causes):
        columns = (links[above, k].tolist(), (promotes[above, k] >= 0.5).tolist(), strengths[above, k].tolist())
        into.append(_into(k, tuple(zip(above, *columns, strict=True))))
    changed = np.zeros((len(bindings), len(order), DRAWS), dtype=bool)
    for worlds, sets in zip(changed, bindings, strict=True):
        for k in order:
            worlds[k] = True if k in sets else _reached(into[k], worlds)
    return np.concatenate(changed, axis=1)


def _reached(into: _Into, changed: Any) -> Any:
    """Return in which worlds the links into a claim change it, given where its causes change."""
    (needed, carrying), (enough, there), (threats, spared) = into
    reached = (carrying & changed[needed]).any(axis=0)
    if enough:
        moved = changed[enough]
        reached = (reached | (there & moved).any(axis=0)) & ~(there & ~moved).any(axis=0)
    if threats:
        reached &= ~(spared & changed[threats]).any(axis=0)
    return reached


def worlds_beside(
    scenario: Scenario,
    found: Scores | None,
    at_rest: Scores,
    sets: Collection[int],
    decided: Collection[str] = (),
) -> tuple[Any, Any]:
    """Follow what is set along the links of a scenario, and along links that it lacks but may have.

    The network scores the latter with the what-if, if there is one, and without. Events that a person `decided` have
    only the links of the scenario. A what-if that sets one claim may set another instead: each likely one is followed,
    weighted by its chance.

    Shapes
    ------
    changed : (claims, worlds)
    weights : (worlds,), sum to 1
    """
    names = {event.id: k for k, event in enumerate(scenario.events)}
    links = np.array(at_rest.links if found is None else (found.links + at_rest.links) / 2, dtype=float)
    promotes, strengths = np.array(at_rest.promotes, dtype=float), np.argmax(at_rest.strengths, axis=-1)
    links = np.minimum(links, MISSED)
    links[:, [names[name] for name in decided]] = 0.0
    falling = falling_quantities(scenario)
    for link in scenario.links:
        if link.cause in names and link.effect in names:
            pair = names[link.cause], names[link.effect]
            sign = turned(link.sign, link.cause, link.effect, falling)
            links[pair], promotes[pair] = link.confidence, float(sign is not Sign.INHIBITS)
            strengths[pair] = STRENGTHS.index(link.strength)
    shares = _bindings(found, sets)
    weights = np.repeat(list(shares.values()), DRAWS)
    return followed(links, promotes, strengths, *shares), weights / weights.sum()


def _bindings(clause_scores: Scores | None, sets: Collection[int]) -> dict[tuple[int, ...], float]:
    """Return the sets of claims that a what-if may set, with their chances: the chosen one and likely single claims."""
    chosen = tuple(sets)
    if clause_scores is None or len(chosen) != 1:
        return {chosen: 1.0}
    likely = sorted(range(len(clause_scores.sets)), key=lambda k: -clause_scores.sets[k])[:BINDINGS]
    shares: dict[tuple[int, ...], float] = {chosen: max(float(clause_scores.sets[chosen[0]]), LEAST)}
    return shares | {(k,): float(clause_scores.sets[k]) for k in likely if clause_scores.sets[k] >= LEAST}


def binding(found: Scores, sets: Collection[int]) -> float:
    """Return the uncalibrated chance that exactly these claims are set."""
    return float(sum(found.sets[k] for k in sets))


def reached_beside(found: Scores, at_rest: Scores, sets: Collection[int]) -> Any:
    """Return how likely a change of what is set affects each claim, by the network without links."""
    reaches = (found.reaches + at_rest.reaches) / 2
    shares = _bindings(found, sets)
    by_binding = [share * reaches[list(chosen)].max(axis=0, initial=0.0) for chosen, share in shares.items()]
    return np.sum(by_binding, axis=0) / sum(shares.values())


def evidence(by_links: Any, asked: Any, reached: Any, sure: float) -> Any:
    """Return the evidence that each claim changes, as log-odds, plain and multiplied by the chance of the binding.

    Shapes
    ------
    by_links, asked, reached : (claims,), chances
    evidence : (claims, 6)
    """
    plain = [log_odds(chances) for chances in (by_links, asked, reached)]
    return np.stack([*plain, *(row * sure for row in plain)], axis=-1)


def weigh(rows: Any, chances: Any, sure: float, sets: Collection[int], weights: Mapping[str, float]) -> Any:
    """Return the chance that each claim changes.

    Shapes
    ------
    rows : (claims, 6), from `evidence`
    chances : (claims,), that the what-if sets each
    """
    plain = weights["bias"] + rows @ np.array([weights[name] for name in EVIDENCE])
    chosen = (
        weights["set bias"] + weights["set"] * log_odds(chances) + weights["set if sure"] * log_odds(np.array(sure))
    )
    return _sigmoid(np.array([chosen[k] if k in sets else plain[k] for k in range(len(plain))]))


def less_sure(chances: Any, lone: Collection[int], weights: Mapping[str, float]) -> Any:
    """Return the chances that claims change, lowered for lone sentences as far as those have proved wrong.

    What the network takes for a change may be left open by that, but is not said to stay.

    Examples
    --------
    >>> weights = {"lone bias": -0.5, "lone": 0.5}
    >>> [round(float(chance), 2) for chance in less_sure(np.array([0.95, 0.95]), {1}, weights)]
    [0.95, 0.73]
    """
    again = _sigmoid(weights["lone bias"] + weights["lone"] * log_odds(chances))
    again = np.where(chances >= LIKELY, np.maximum(again, LEFT_OPEN), again)
    return np.where([k in lone for k in range(len(chances))], again, chances)


def calibrated_binding(chance: float) -> float:
    """Return the calibrated chance that exactly these claims are set, given the network's."""
    weights = fitted_weights()
    return float(_sigmoid(weights["binding bias"] + weights["binding"] * log_odds(np.array(chance))))


@cache
def fitted_weights() -> dict[str, float]:
    """Load the weights that `research.fitting.fit_expectation` fitted."""
    return {name: float(str(value)) for name, value in load("expectation").items()}


def log_odds(chances: Any) -> Any:
    """Return log-odds of chances, clipped to stay off 0 and 1."""
    clipped = np.clip(chances, 0.005, 0.995)
    return np.log(clipped / (1 - clipped))


def _sigmoid(values: Any) -> Any:
    return 1 / (1 + np.exp(-values))


def readings_of(
    scenario: Scenario,
    intervention: Intervention,
    found: Scores | None,
    *,
    by_links: Collection[str] = (),
    stated: Mapping[str, float] | None = None,
) -> Readings:
    """Return the readings of a text under an intervention: which claims change in each, and its weight.

    Parameters
    ----------
    found
        The network's scores with the what-if. If it is None (nothing is moved, or the network was not asked), the links
        alone decide.
    by_links
        Events about which the network is not asked, because decisions of a person settle them.
    stated
        Chances that a person states.
    """
    names = [event.id for event in scenario.events]
    sets = [names.index(name) for name, value in intervention if value != scenario.event(name).fact]
    at_rest = scores("", *claims_of(scenario))
    changed, weights = worlds_beside(scenario, found, at_rest, sets, by_links)
    wanted = changed @ weights
    if found is not None:
        sure = binding(found, sets)
        rows = evidence(wanted, found.changed, reached_beside(found, at_rest, sets), sure)
        together = weigh(rows, found.sets, sure, sets, fitted_weights())
        wanted = less_sure(together, lone_sentences(scenario, sets), fitted_weights())
        if by_links:
            alone, shares = worlds_beside(scenario, None, at_rest, sets, by_links)
            wanted = np.where([name in by_links for name in names], alone @ shares, wanted)
    overridden = stated or {}
    wanted = np.array([overridden.get(name, chance) for name, chance in zip(names, wanted, strict=True)])
    return readings_with(tuple(names), changed, wanted, weights)


def link_chances(scenario: Scenario, found: Scores | None) -> dict[tuple[str, str], float]:
    """Return how likely each link between two events is by the network alone, leaving out those below `LEAST`."""
    names = [event.id for event in scenario.events]
    at_rest = scores("", *claims_of(scenario))
    links = at_rest.links if found is None else (found.links + at_rest.links) / 2
    causes, effects = np.nonzero(links >= LEAST)
    likely = zip(causes.tolist(), effects.tolist(), links[causes, effects].tolist(), strict=True)
    return {(names[i], names[k]): chance for i, k, chance in likely if i != k}


def claims_of(scenario: Scenario) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the text of a scenario, without its courtesies, and the span of each claim; else the joined statements."""
    spans = tuple(event.span for event in scenario.events if event.span)
    if scenario.text and len(spans) == len(scenario.events):
        return without_courtesies(scenario.text, scenario.left_out), spans
    text, places = "", []
    for event in scenario.events:
        start = len(text) + bool(text)
        text = f"{text} {event.statement}".strip()
        places.append((start, len(text)))
    return text, tuple(places)


def in_words(scenario: Scenario, moved: Container[str]) -> str:
    """Word a what-if that denies these events, in the form that the networks were trained on."""
    text, spans = claims_of(scenario)
    places = zip(scenario.events, spans, strict=True)
    claims = [text[slice(*span)] for event, span in places if event.id in moved]
    return " and ".join(f"not {claim[:1].lower()}{claim[1:]}" for claim in claims)
