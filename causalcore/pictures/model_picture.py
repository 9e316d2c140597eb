"""A fully specified model as a picture: what was observed, what is set, and what that affects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from causalcore.errors import InvalidInterventionError
from causalcore.graphs.causal_graph import graph_of
from causalcore.pictures.picture import Arrow, Box, Picture, Style

if TYPE_CHECKING:
    from causalcore.model.model import SCM
    from causalcore.model.variable import Value
    from causalcore.queries.query_language import Asked
    from causalcore.queries.world import Fact, Term

SET: Final = Style("set", "#e4d7ff", "#6b3fd4", strong=True)
AFFECTED: Final = Style("affected", "#ffd9d0", "#c0391b")
UNAFFECTED: Final = Style("unaffected", "#d9f0dc", "#2e7d41")
HIDDEN: Final = Style("hidden", "#ffffff", "#666666")


def model_picture(
    model: SCM, *, observed: Mapping[str, Value] | None = None, do: Mapping[str, Value] | None = None
) -> Picture:
    """Draw a model; noise that several variables share is drawn as a dashed box.

    Parameters
    ----------
    observed
        Values observed in the factual world; drawn with a double line.
    do
        Values that are set: their incoming arrows are cut, and everything downstream is affected.

    Raises
    ------
    UnknownNameError, OutsideDomainError
        For a name or a value that the model does not have.
    InvalidInterventionError
        For an intervention on noise.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> picture = model_picture(FIRING_SQUAD, observed={"D": 1}, do={"A": 0})
    >>> [(box.head, box.style.name, box.observed) for box in picture.boxes][-2:]
    [('B', 'unaffected', False), ('D', 'affected', True)]
    """
    seen = {name: model[name].values[model[name].index(value)] for name, value in (observed or {}).items()}
    chosen = {name: model[name].values[model[name].index(value)] for name, value in (do or {}).items()}
    for name in chosen:
        if name in model.noise_of:
            names = ", ".join(model.names)
            message = f"expected an intervention on one of {names}, got the noise {name}; set a variable of the model"
            raise InvalidInterventionError(message)
    graph = graph_of(model)
    hidden = tuple(node for node, marks in graph.nodes(data=True) if marks.get("hidden"))
    below = model.descendants(chosen)
    boxes = [_box(name, seen, chosen, affected=name in below) for name in model.names]
    boxes += [Box(id=name, head=name, text="noise", style=HIDDEN, hidden=True) for name in hidden]
    title = "Causal graph" + (f" under do({', '.join(f'{name}={value}' for name, value in chosen.items())})" * bool(do))
    arrows = [Arrow(cause=cause, effect=effect, cut=effect in chosen) for cause, effect in graph.edges]
    legend = (SET, AFFECTED, UNAFFECTED) if chosen else ()
    return Picture(title=title, boxes=tuple(boxes), arrows=tuple(arrows), legend=legend)


def query_picture(model: SCM, query: Asked) -> Picture:
    """Draw a query: given facts of the factual world as observed, the settings of its worlds as set.

    Examples
    --------
    >>> from causalcore.queries.query_language import parse_query
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> query_picture(FIRING_SQUAD, parse_query("P(D=0 @ do(A=0) | D=1)")).title
    'Causal graph under do(A=0)'
    """
    from causalcore.queries.queries import Expectation, Probability
    from causalcore.queries.query_language import Causation, Responsibility
    from causalcore.queries.whole_distribution import Distribution

    given: tuple[Fact, ...] = ()
    terms: tuple[Term, ...] = ()
    do: dict[str, Value] = {}
    if isinstance(query, Probability):
        given, terms = query.given, tuple(fact.term for fact in (*query.outcome, *query.given))
    elif isinstance(query, Distribution):
        given, terms = query.given, (*query.terms, *(fact.term for fact in (*query.outcome, *query.given)))
    elif isinstance(query, Expectation):
        given, terms = query.given, (query.term, *(fact.term for fact in query.given))
    elif isinstance(query, Causation):
        given = (*query.context, *query.cause, query.effect)
    elif isinstance(query, Responsibility):
        given = (*query.context, query.cause, query.effect)
    else:
        do[query.cause.variable] = query.cause.ends(model)[1]
    for term in terms:
        do |= {name: setting for name, setting in term.do if isinstance(setting, int | float | str)}
    plain = [fact for fact in given if not fact.term.do and fact.relation == "="]
    seen = {fact.term.variable: fact.value for fact in plain if fact.term.variable not in model.noise_of}
    return model_picture(model, observed=seen, do=do)


def _box(name: str, seen: Mapping[str, Value], chosen: Mapping[str, Value], *, affected: bool) -> Box:
    states = ([f"seen: {seen[name]}"] if name in seen else []) + ([f"set to: {chosen[name]}"] if name in chosen else [])
    style = SET if name in chosen else AFFECTED if affected else UNAFFECTED
    return Box(id=name, head=name, text=", ".join(states), style=style, observed=name in seen)
