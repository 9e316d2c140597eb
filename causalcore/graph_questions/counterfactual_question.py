"""Counterfactuals of a graph: queries with values, nested or about several worlds.

Values are only labels here: 0 and 1 just mean that they differ, and a graph may give the variable any others. Named
effects go from 0 to 1 unless the query names the two values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from causalcore.errors import MalformedModelError
from causalcore.graph_questions.adjustment_sets import shortest_adjustment
from causalcore.graph_questions.estimands.counterfactual_estimand import CounterfactualEstimand, identify_counterfactual
from causalcore.graph_questions.estimands.estimand_notation import as_json, as_latex, latex_name, renamed
from causalcore.graph_questions.estimands.parallel_worlds import Asked, Demand, Sign
from causalcore.graph_questions.estimands.two_values import TwoValued, identify_two_valued
from causalcore.identification.estimand import Estimand, Less
from causalcore.queries.effect import Change, Effect, EffectKind
from causalcore.queries.queries import Probability
from causalcore.queries.query_language import parse_query
from causalcore.queries.whole_distribution import Distribution
from causalcore.queries.world import Fact, Term

if TYPE_CHECKING:
    from causalcore.identification.diagram import Diagram
    from causalcore.queries.world import Setting

Counterfactual = Probability | Distribution | Effect


def parse_counterfactual(text: str) -> Counterfactual:
    """Read a query with values, or a named effect.

    Raises
    ------
    QuerySyntaxError
        The error gives the column where reading fails.
    MalformedModelError
        If it asks for anything but a probability or a difference of two.
    """
    query = parse_query(text)
    if not isinstance(query, Probability | Distribution | Effect):
        message = f"expected P(...), or one of {', '.join(EffectKind)}, within identify(...), got {text!r}; ask for one"
        raise MalformedModelError(message)
    return query


def names_in(query: Counterfactual) -> tuple[str, ...]:
    """Return the variables of a query, each once."""
    if isinstance(query, Effect):
        return query.cause.variable, query.effect.variable
    facts = (*query.outcome, *query.given)
    terms = (*(query.terms if isinstance(query, Distribution) else ()), *(fact.term for fact in facts))
    return tuple(dict.fromkeys(name for term in terms for name in _names(term)))


def _names(term: Term) -> tuple[str, ...]:
    below = [name for _, setting in term.do if isinstance(setting, Term) for name in _names(setting)]
    return (term.variable, *(name for name, _ in term.do), *below)


# ---------------------------------------------------------------- answers


@dataclass(frozen=True, slots=True)
class _Part:
    """One probability of a query: what it asks for, and its written form."""

    query: Probability | Distribution

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.query.terms if isinstance(self.query, Distribution) else ()

    def __str__(self) -> str:
        outcome = ", ".join(map(str, (*self.terms, *self.query.outcome)))
        return f"P({outcome} | {', '.join(map(str, self.query.given))})" if self.query.given else f"P({outcome})"

    @property
    def latex(self) -> str:
        outcome = ", ".join((*map(_term_latex, self.terms), *map(_fact_latex, self.query.outcome)))
        given = ", ".join(map(_fact_latex, self.query.given))
        return rf"P({outcome} \mid {given})" if given else f"P({outcome})"

    def identified(self, diagram: Diagram) -> CounterfactualEstimand:
        outcome, given = self._outcome(), self._given()
        result = identify_counterfactual(diagram, outcome, given)
        shorter = _by_adjustment(diagram, outcome) if result.observed is not None and not given else None
        return result if shorter is None else replace(result, observed=shorter, free=())

    def two_valued(self, diagram: Diagram) -> TwoValued | None:
        return identify_two_valued(diagram, self._outcome(), self._given())

    def _given(self) -> list[Demand]:
        return [_demand(fact, given=True) for fact in self.query.given]

    def _outcome(self) -> list[Demand]:
        once = [term.variable for term in self.terms]
        if len(set(once)) < len(once):
            message = f"expected values where a variable stands in several worlds, got none in {self}; write, say, Y=1"
            raise MalformedModelError(message)
        outcome = [Demand(_asked(term), Sign(term.variable)) for term in self.terms]
        return outcome + [_demand(fact, given=False) for fact in self.query.outcome]


def _by_adjustment(diagram: Diagram, outcome: Sequence[Demand]) -> Estimand | None:
    """Return one fact after setting one value, adjusted for a smallest set; None if no set is valid."""
    if len(outcome) != 1 or len(outcome[0].term.do) != 1:
        return None
    effect, (cause, setting) = outcome[0].term.variable, outcome[0].term.do[0]
    adjusted_for = None if isinstance(setting, Asked) else shortest_adjustment(diagram, cause, effect)
    names = {effect: str(outcome[0].sign), cause: str(setting)}
    return None if adjusted_for is None or effect == cause else renamed(adjusted_for, names, frozenset(names.values()))


def _demand(fact: Fact, *, given: bool) -> Demand:
    if fact.relation != "=":
        message = f"expected facts with = where a graph is asked, got {fact}; ask for one value"
        raise MalformedModelError(message)
    return Demand(_asked(fact.term), Sign(fact.term.variable, str(fact.value)), given)


def _asked(term: Term) -> Asked:
    names = [name for name, _ in term.do]
    if len(set(names)) < len(names):
        message = f"expected each variable set once, got {term}; leave one out"
        raise MalformedModelError(message)
    return Asked(term.variable, tuple((name, _setting(name, setting)) for name, setting in term.do))


def _setting(name: str, setting: Setting) -> Sign | Asked:
    if isinstance(setting, Term) and setting.variable == name:
        return _asked(setting)
    if isinstance(setting, int | float | str):
        return Sign(name, str(setting))
    message = f"expected a value, or {name}={name}@do(...), where {name} is set, got {setting}; a graph takes no others"
    raise MalformedModelError(message)


def counterfactual_answer(diagram: Diagram, query: Counterfactual) -> dict[str, Any]:
    """Return what identifies a query, or why nothing does, as plain values.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> chain = Diagram(("X", "M", "Y"), (("X", "M"), ("M", "Y"), ("X", "Y")))
    >>> counterfactual_answer(chain, parse_counterfactual("P(Y=1 @ do(X=1, M=M@do(X=0)))"))["estimand"]["text"]
    'sum over M of P(M | X=0) P(Y=1 | X=1, M)'
    >>> counterfactual_answer(chain, parse_counterfactual("pns(X, Y)"))["conflict"]["why"]
    'M@do(X=1) and M@do(X=0) share noise, and need X to be 1 and 0 in one case'
    """
    parts = _parts(diagram, query)
    results = [part.identified(diagram) for part in parts]
    named = _effect_text(query) if isinstance(query, Effect) else str(parts[0])
    for part, result in zip(parts, results, strict=True):
        if result.observed is None:
            refused = {"identified": False, "query": named, "part": str(part)} | _refusal(result)
            return refused | _if_two_values(diagram, parts, results)
    free = sorted({name for result in results for name in result.free})
    estimand = _whole(parts, [result.observed for result in results if result.observed is not None])
    return {"identified": True, "query": named, "estimand": estimand, "free": free}


def _whole(parts: Sequence[_Part], estimands: Sequence[Estimand]) -> dict[str, Any]:
    whole = estimands[0] if len(estimands) == 1 else Less(estimands[0], estimands[1])
    return _estimand(whole, " - ".join(part.latex for part in parts))


def _if_two_values(
    diagram: Diagram, parts: Sequence[_Part], results: Sequence[CounterfactualEstimand]
) -> dict[str, Any]:
    """Return an estimand that holds if the clashing variables have two values, if there is one."""
    estimands: list[Estimand] = []
    values: dict[str, list[str]] = {}
    for part, result in zip(parts, results, strict=True):
        special = None if result.observed is not None or result.conflict is None else part.two_valued(diagram)
        estimand = result.observed if special is None else special.estimand
        if estimand is None:
            return {}
        estimands.append(estimand)
        values |= {name: list(pair) for name, pair in (special.values if special else ())}
    return {"two_values": {"values": values, "estimand": _whole(parts, estimands)}}


def _estimand(estimand: Estimand, query: str) -> dict[str, Any]:
    return {"text": str(estimand), "latex": f"{query} = {as_latex(estimand)}", "tree": as_json(estimand)}


def _refusal(result: CounterfactualEstimand) -> dict[str, Any]:
    if result.conflict is not None:
        clash = result.conflict
        details = {"facts": list(clash.facts), "variable": clash.variable, "values": list(clash.values)}
        return {"conflict": details | {"why": str(clash)}}
    assert result.hedge is not None  # noqa: S101  there is either a conflict or a hedge
    assert result.experiments is not None  # noqa: S101  a hedge rules out only observation
    hedge = {"nodes": list(result.hedge.nodes), "inner": list(result.hedge.inner)}
    return {"hedge": hedge, "experiments": {"text": str(result.experiments), "tree": as_json(result.experiments)}}


# ---------------------------------------------------------------- named effects


def _parts(diagram: Diagram, query: Counterfactual) -> list[_Part]:
    """Return the probabilities that a query consists of: one, or a minuend and a subtrahend."""
    if not isinstance(query, Effect):
        return [_Part(query)]
    cause, effect = query.cause.variable, query.effect.variable
    (old, new), (low, high) = _ends(query.cause), _ends(query.effect)
    without, with_cause = Term(effect, ((cause, old),)), Term(effect, ((cause, new),))
    here = Fact(Term(cause), new)
    if query.kind is EffectKind.PN:
        return [_chance([Fact(without, low)], [here, Fact(Term(effect), high)])]
    if query.kind is EffectKind.PS:
        return [_chance([Fact(with_cause, high)], [Fact(Term(cause), old), Fact(Term(effect), low)])]
    if query.kind is EffectKind.PNS:
        return [_chance([Fact(with_cause, high), Fact(without, low)])]
    if query.kind is EffectKind.ETT:
        return [_chance([Fact(term, high)], [here]) for term in (with_cause, without)]
    if query.kind is EffectKind.ATE:
        return [_chance([Fact(term, high)]) for term in (with_cause, without)]
    kept, moved = (new, old) if query.kind is EffectKind.NDE else (old, new)
    middle = sorted((diagram.observed_parents(effect) & diagram.descendants([cause])) - {cause})
    settings = tuple((name, Term(name, ((cause, moved),))) for name in middle)
    return [_chance([Fact(Term(effect, ((cause, kept), *settings)), high)]), _chance([Fact(without, high)])]


def _chance(outcome: Sequence[Fact], given: Sequence[Fact] = ()) -> _Part:
    return _Part(Probability(tuple(outcome), tuple(given)))


def _ends(change: Change) -> tuple[Any, Any]:
    return (0, 1) if change.old is None or change.new is None else (change.old, change.new)


def _effect_text(effect: Effect) -> str:
    return f"{effect.kind}({_change_text(effect.cause)}, {_change_text(effect.effect)})"


def _change_text(change: Change) -> str:
    return change.variable if change.old is None else f"{change.variable}: {change.old} -> {change.new}"


# ---------------------------------------------------------------- words


def counterfactual_lines(answer: Mapping[str, Any]) -> list[str]:
    """Return lines for a terminal that say why a counterfactual is not identified."""
    part = f"; already {answer['part']} is not" if answer["part"] != answer["query"] else ""
    if "conflict" in answer:
        first = f"{answer['query']} is not identified, not even from experiments{part}: {answer['conflict']['why']}"
        return [first, *_two_value_lines(answer)]
    nodes, inner = (f"{{{', '.join(answer['hedge'][key])}}}" for key in ("nodes", "inner"))
    return [
        f"{answer['query']} is not identified{part}: hedge {nodes} around {inner}: models that agree on all that is "
        "observed differ in it",
        f"from experiments: {answer['part']} = {answer['experiments']['text']}",
    ]


def _two_value_lines(answer: Mapping[str, Any]) -> list[str]:
    if "two_values" not in answer:
        return []
    two_values = answer["two_values"]
    only = " and ".join(f"{name} is {' or '.join(pair)}" for name, pair in two_values["values"].items())
    return [f"if {only}, and nothing else: {answer['query']} = {two_values['estimand']['text']}"]


def _term_latex(term: Term) -> str:
    if not term.do:
        return latex_name(term.variable)
    settings = ", ".join(
        f"{latex_name(name)} = {_term_latex(setting)}" if isinstance(setting, Term) else latex_name(f"{name}={setting}")
        for name, setting in term.do
    )
    return f"{latex_name(term.variable)}_{{{settings}}}"


def _fact_latex(fact: Fact) -> str:
    return f"{_term_latex(fact.term)} = {latex_name(f'{fact.term.variable}={fact.value}').partition(' = ')[2]}"
