"""From a query and the given probabilities to a finding: identified, bounded, or under an assumption."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from causalcore.identification.diagram import Independence
from causalcore.identification.effects import identify
from causalcore.identification.estimand import At, Estimand, Factor, Less, Ratio, Times, contrast, ground
from causalcore.identification.expression import Expression, Probability, extremes, leaves
from causalcore.identification.finding import Finding
from causalcore.identification.instrument import instrument_rules
from causalcore.identification.knowledge import Knowledge
from causalcore.identification.mediation import (
    Rule,
    controlled_rules,
    effect_rules,
    enough_mediators,
    mediation_rules,
    mediators,
    treated_rules,
)
from causalcore.identification.necessity import necessity_rules
from causalcore.identification.open_terms import Range, derive_or_open, open_leaves, range_of
from causalcore.identification.query import NECESSITY, Kind, Query
from causalcore.identification.response_types import response_bounds


def solve(query: Query, knowledge: Knowledge) -> Finding:
    """Answer a query as exactly as what is given allows.

    It tries, in order: what the diagram alone decides; each rule that identifies the query, until all probabilities of
    one follow from what is given; bounds; and rules that need an assumption, which the finding names.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> from causalcore.identification.expression import probability
    >>> from causalcore.identification.knowledge import Given
    >>> diagram = Diagram(("X", "Y"), (("X", "Y"),))
    >>> stated = ((probability({"Y": 1}, {"X": 0}), 0.2), (probability({"Y": 1}, {"X": 1}), 0.6))
    >>> known = Knowledge(diagram, tuple(Given(of, value) for of, value in stated))
    >>> found = solve(Query(kind=Kind.EFFECT, cause="X", effect="Y"), known)
    >>> round(found.value, 3), found.rule, found.check(known)
    (0.4, 'back-door adjustment', True)
    """
    query, asked = _with_mediators(query, knowledge), query
    structural = _by_structure(query, knowledge)
    if structural is not None:
        return structural
    applied: list[Finding] = []
    for rule in chain(_rules(query, knowledge), _by_fewer_mediators(asked, knowledge)):
        finding = _applied(query, knowledge, rule)
        if finding is not None and finding.value is not None and not finding.assumption:
            return finding
        applied += [finding] if finding is not None else []
    best = _bounds(query, knowledge, [finding for finding in applied if not finding.assumption])
    if best.sign is not None:
        return best
    assumed = [finding for finding in applied if finding.assumption and finding.sign is not None]
    if assumed:
        without = f"without the assumption in [{best.low:.4g}, {best.high:.4g}]"
        return replace(assumed[0], reason=f"{assumed[0].reason}; {without}")
    return next(_as_if_independent(query, knowledge), best)


def _bounds(query: Query, knowledge: Knowledge, applied: list[Finding]) -> Finding:
    """Return the narrowest range that needs no assumption; programs over units run only if no sign is known yet."""
    least = 0.0 if query.kind in NECESSITY else -1.0
    nothing = Finding(query=query, low=least, high=1.0, rule="none", reason="what is given does not decide it")
    best = min(applied, key=lambda finding: finding.high - finding.low, default=nothing)
    wide = response_bounds(query, knowledge) if best.sign is None else None
    if wide is None or wide.high - wide.low >= best.high - best.low:
        return best
    reason = "all models with the diagram that agree with what is given"
    return Finding(query=query, low=wide.low, high=wide.high, rule=wide.method, reason=reason, givens=knowledge.givens)


def _with_mediators(query: Query, knowledge: Knowledge) -> Query:
    if query.kind in {Kind.DIRECT, Kind.INDIRECT} and not query.mediators:
        return replace(query, mediators=mediators(knowledge.diagram, query.cause, query.effect))
    return query


def _by_structure(query: Query, knowledge: Knowledge) -> Finding | None:
    """Return what the diagram alone decides: no dependence, no path, or no way around the mediators."""
    diagram, cause, effect = knowledge.diagram, query.cause, query.effect
    if query.kind in {Kind.MARGINAL, Kind.EXPLAINING}:
        return None
    if query.kind is Kind.CORRELATION:
        if not diagram.separated([cause], [effect]):
            return None
        independence = Independence((cause,), (effect,))
        return _zero(query, "d-separation", f"no path joins {cause} and {effect}", independence)
    if effect not in diagram.descendants([cause]):
        why = f"no directed path leads from {cause} to {effect}"
        return _zero(query, "no causal path", f"{why}; what they share among the selected is no effect")
    fixed = [name for name, _ in query.condition] if query.kind is Kind.CONTROLLED else []
    if effect not in diagram.cut(into=fixed).descendants([cause]):
        names = ", ".join(fixed)
        return _zero(query, "no direct path", f"every directed path from {cause} to {effect} passes through {names}")
    held = diagram.cut(out_of=query.mediators) if query.mediators else diagram
    if query.kind is Kind.DIRECT and effect not in held.descendants([cause]):
        return _zero(
            query, "no direct path", f"every directed path from {cause} to {effect} passes through the mediators"
        )
    if query.kind is Kind.INDIRECT and not set(query.mediators) & diagram.between(cause, effect):
        return _zero(
            query, "no indirect path", f"no directed path from {cause} to {effect} passes through the mediators"
        )
    return None


def _zero(query: Query, rule: str, reason: str, *independences: Independence) -> Finding:
    return Finding(query=query, low=0.0, high=0.0, rule=rule, reason=reason, independences=independences)


def _rules(query: Query, knowledge: Knowledge) -> Iterator[Rule]:
    diagram, cause, effect = knowledge.diagram, query.cause, query.effect
    named = frozenset(diagram.observed) | knowledge.names
    match query.kind:
        case Kind.MARGINAL:
            factor = Factor((effect,))
            estimand = Less(At(factor, ((effect, 1),)), At(factor, ((effect, 0),)))
            yield Rule("law of total probability", estimand, "a question about what is observed")
        case Kind.CORRELATION:
            yield Rule("conditional probability", contrast(Factor((effect,), (cause,)), cause), "as observed")
        case Kind.EXPLAINING:
            yield _explaining(query)
        case Kind.TREATED:
            yield from treated_rules(diagram, cause, effect, named)
            yield from _treated_by_binary(query, knowledge)
        case Kind.DIRECT:
            yield from mediation_rules(diagram, cause, effect, query.mediators, named, direct=True)
        case Kind.INDIRECT:
            yield from _indirect(query, knowledge, named)
        case Kind.CONTROLLED:
            yield from controlled_rules(diagram, cause, effect, query.condition, named)
            yield from _controlled_by_identification(query, knowledge)
        case _:
            yield from _effect_rules(query, knowledge, named)


def _by_fewer_mediators(query: Query, knowledge: Knowledge) -> Iterator[Rule]:
    """Yield the mediation formula for smaller sufficient sets of mediators, if the query names none."""
    if query.kind not in {Kind.DIRECT, Kind.INDIRECT} or query.mediators:
        return
    diagram, cause, effect = knowledge.diagram, query.cause, query.effect
    named = frozenset(diagram.observed) | knowledge.names
    direct = query.kind is Kind.DIRECT
    for middle in enough_mediators(diagram, cause, effect):
        for rule in mediation_rules(diagram, cause, effect, middle, named, direct=direct):
            if not rule.assumption:
                shown = f"all mediators act through {', '.join(middle)}" if middle else f"no mediator acts on {effect}"
                yield replace(rule, reason=f"{shown}; {rule.reason}")


def _controlled_by_identification(query: Query, knowledge: Knowledge) -> Iterator[Rule]:
    held = [name for name, _ in query.condition]
    general = identify(knowledge.diagram, [query.effect], [query.cause, *held])
    if general is not None:
        estimand = At(contrast(general, query.cause), query.condition)
        yield Rule("ID algorithm", estimand, "the diagram identifies the effect")


def _indirect(query: Query, knowledge: Knowledge, named: frozenset[str]) -> Iterator[Rule]:
    """Yield the rules for an indirect effect; if nothing bypasses the mediators, those for the whole effect."""
    diagram, cause, effect = knowledge.diagram, query.cause, query.effect
    if effect in diagram.cut(out_of=query.mediators).descendants([cause]):
        yield from mediation_rules(diagram, cause, effect, query.mediators, named, direct=False)
        return
    for rule in _effect_rules(query, knowledge, named):
        yield replace(rule, reason=f"all of the effect passes through {', '.join(query.mediators)}; {rule.reason}")


def _effect_rules(query: Query, knowledge: Knowledge, named: frozenset[str]) -> Iterator[Rule]:
    diagram, cause, effect = knowledge.diagram, query.cause, query.effect
    if query.kind in NECESSITY:
        yield from necessity_rules(diagram, cause, effect, named, least=query.kind is Kind.LEAST_NECESSITY)
        return
    yield from effect_rules(diagram, cause, effect, named)
    general = identify(diagram, [effect], [cause])
    if general is not None:
        yield Rule("ID algorithm", contrast(general, cause), "the diagram identifies the effect")
    yield from instrument_rules(diagram, cause, effect, diagram.observed)


def _treated_by_binary(query: Query, knowledge: Knowledge) -> Iterator[Rule]:
    """Yield E[Y_1 - Y_0 | X = 1] from P(Y | do(X = 0)), which mixes units with X = 0 and X = 1."""
    cause, effect = query.cause, query.effect
    general = identify(knowledge.diagram, [effect], [cause])
    if general is None:
        return
    seen, share = Factor((effect,), (cause,)), Factor((cause,))
    none, some = ((cause, 0),), ((cause, 1),)
    left = Less(At(general, none), Times((At(seen, none), At(share, none))))
    estimand: Estimand = Less(At(seen, some), Ratio(left, At(share, some)))
    reason = "the cause has two values, so that P(Y | do(X=0)) mixes the treated and the others"
    yield Rule("effect on the treated from the interventional", estimand, reason)


def _explaining(query: Query) -> Rule:
    cause, effect = query.cause, query.effect
    among = tuple(name for name, _ in query.condition)
    share = At(Factor((cause,), among), ((cause, 0),))
    estimand: Estimand = Times((share, contrast(Factor((effect,), (cause, *among)), cause)))
    estimand = At(estimand, query.condition)
    reason = f"P({effect} | condition) is the mean over {cause}, so the difference is P({cause}=0 | condition) times"
    return Rule("law of total probability", estimand, f"{reason} that between {cause}=1 and {cause}=0")


def _applied(query: Query, knowledge: Knowledge, rule: Rule) -> Finding | None:
    def derive(wanted: Probability) -> Expression:
        return derive_or_open(knowledge, wanted)

    expression = ground(rule.estimand, {query.effect: 1, query.cause: 1}, derive)
    if open_leaves(knowledge, expression):
        if rule.assumption or query.kind in NECESSITY:
            return None
        bounds = range_of(knowledge, expression)
        return None if bounds is None else _finding(query, knowledge, rule, expression, bounds)
    try:
        value = knowledge.value(expression)
    except ZeroDivisionError:
        return None
    return _finding(query, knowledge, rule, expression, Range(value, value, ""))


def _finding(query: Query, knowledge: Knowledge, rule: Rule, expression: Expression, bounds: Range) -> Finding:
    used = tuple(knowledge.by_probability[leaf] for leaf in leaves(expression) if leaf in knowledge.by_probability)
    return Finding(
        query=query,
        low=bounds.low,
        high=bounds.high,
        rule=f"{rule.name}, {bounds.method}" if bounds.method else rule.name,
        reason=rule.reason,
        estimand=str(rule.estimand),
        expression=expression,
        givens=used,
        independences=rule.independences,
        assumption=rule.assumption,
        rounded=_rounded(knowledge, expression),
    )


def _rounded(knowledge: Knowledge, expression: Expression) -> tuple[float, float] | None:
    """Return the ends over all numbers that round to the given ones, and all values of the open ones."""
    free = open_leaves(knowledge, expression)
    ends = {leaf: (0.0, 1.0) if leaf in free else knowledge.by_probability[leaf].ends for leaf in leaves(expression)}
    try:
        return extremes(expression, ends)
    except ValueError:
        return None


def _as_if_independent(query: Query, knowledge: Knowledge) -> Iterator[Finding]:
    """Yield values under the assumption that open probabilities are the same without one of their conditions."""
    for rule in _rules(query, knowledge):
        if rule.assumption:
            continue
        dropped: list[str] = []

        def derive(wanted: Probability, dropped: list[str] = dropped) -> Expression:
            derived = knowledge.derive(wanted)
            for pair in wanted.given if derived is None else ():
                rest = tuple(other for other in wanted.given if other != pair)
                derived = knowledge.derive(Probability(wanted.event, rest)) if derived is None else derived
                if derived is not None:
                    names = ", ".join(name for name, _ in wanted.event)
                    dropped.append(f"{names} is as frequent with {pair[0]}={pair[1]} as overall")
                    break
            return derive_or_open(knowledge, wanted) if derived is None else derived

        expression = ground(rule.estimand, {query.effect: 1, query.cause: 1}, derive)
        if open_leaves(knowledge, expression) or not dropped:
            continue
        assumed = replace(rule, assumption="; ".join(dict.fromkeys(dropped)))
        value = knowledge.value(expression)
        yield _finding(query, knowledge, assumed, expression, Range(value, value, ""))
