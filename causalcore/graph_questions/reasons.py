"""Why one set is right and another is not, in sentences: for adjustment and instruments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from causalcore.graph_questions.adjustment_sets import (
    adjustment,
    forbidden_nodes,
    on_causal_paths,
    without_causal_paths,
)
from causalcore.graph_questions.open_paths import OpenPath, PathKind, paths
from causalcore.identification.diagram import Diagram

if TYPE_CHECKING:
    from causalcore.graphs.causal_graph import Graph

DEFINITION = (
    "'Instrument' is used as in Pearl (2009), definition 7.4.1: given its set it is associated with {cause}, "
    "it is independent of {effect} once no arrow leaves {cause}, and {cause} acts on none of them. DAGitty also lists "
    "some variables that {cause} acts on, where they lie on no path to {effect}."
)


def why_adjustment(diagram: Diagram, cause: str, effect: str) -> str:
    """Return which paths adjustment must block, and what each minimal set does, or why there is none.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> print(why_adjustment(Diagram(("Z", "X", "Y"), (("Z", "X"), ("Z", "Y"), ("X", "Y"))), "X", "Y"))
    1 path from X to Y is open and not causal: X <- Z -> Y.
    {Z} blocks it.
    """
    minimal = adjustment(diagram, cause, effect)
    lines = _to_block(diagram, cause, effect)
    lines += [_forbidden(diagram, name, cause, effect) for name in minimal.forbidden]
    if not minimal.sets:
        return "\n".join([*lines, *_no_set(diagram, cause, effect)])
    single = sum(path.open for path in non_causal_paths(diagram, cause, effect, ())) == 1
    blocked = "it" if single else "all of them, and opens none"
    nothing = "The empty set is enough: no adjustment is needed."
    return "\n".join([*lines, *(f"{_set(names)} blocks {blocked}." if names else nothing for names in minimal.sets)])


def why_this_set(diagram: Diagram, cause: str, effect: str, names: tuple[str, ...]) -> str:
    """Return why a set may, or may not, be adjusted for.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> collider = Diagram(("X", "Y", "C"), (("X", "Y"), ("X", "C"), ("Y", "C")))
    >>> print(why_this_set(collider, "X", "Y", ("C",)))
    {C} must not be adjusted for.
    C must not be in a set: it is an effect of Y.
    X -> C <- Y is not causal, and open given {C}: conditioning on C, where its arrows meet, opens it.
    """
    forbidden = forbidden_nodes(diagram, cause, effect)
    bad = [name for name in names if name in forbidden]
    open_paths = [path for path in non_causal_paths(diagram, cause, effect, names) if path.open]
    met = [path for path in _other_paths(diagram, cause, effect, names) if str(path) not in set(map(str, open_paths))]
    if not bad and not open_paths:
        return f"{_set(names)} may be adjusted for: it blocks every path that is not causal, and no causal one."
    lines = [f"{_set(names)} must not be adjusted for."]
    lines += [_forbidden(diagram, name, cause, effect) for name in bad]
    lines += [
        f"{path} is not causal, and open given {_set(names)}: {_why_open(diagram, path, names)}."
        for path in (*open_paths, *met)
    ]
    return "\n".join(lines)


def why_instruments(diagram: Diagram, answer: dict[str, Any], cause: str, effect: str) -> str:
    r"""Return why each instrument is one, why each other variable is not, and the definition used.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> edges = (("W", "Z"), ("W", "Y"), ("Z", "X"), ("X", "Y"))
    >>> found = {"instruments": [{"instrument": "Z", "given": [["W"]]}], "undecided": []}
    >>> print(why_instruments(Diagram(("W", "Z", "X", "Y"), edges), found, "X", "Y").rpartition("\n")[0])
    Z given {W} is associated with X, and reaches Y through X only.
    Z alone is not one: Z <- W -> Y is open, and does not pass through X.
    W is not one: W -> Y is open, and does not pass through X.
    """
    lines: list[str] = []
    for row in answer["instruments"]:
        name = row["instrument"]
        lines += [
            f"{name}{_given(names)} is associated with {cause}, and reaches {effect} through {cause} only."
            for names in row["given"]
        ]
        if [] not in row["given"]:
            lines.append(f"{name} alone is not one: {_why_no_instrument(diagram, name, cause, effect)}.")
    if not lines:
        lines = [f"No observed variable is an instrument of {cause} for {effect}."]
    named = {row["instrument"] for row in answer["instruments"]} | {*answer["undecided"], cause, effect}
    lines += [
        f"{name} is not one: {_why_no_instrument(diagram, name, cause, effect)}."
        for name in diagram.observed
        if name not in named
    ]
    return "\n".join([*lines, DEFINITION.format(cause=cause, effect=effect)])


def _given(names: list[str]) -> str:
    return f" given {_set(tuple(names))}" if names else ""


def _why_no_instrument(diagram: Diagram, name: str, cause: str, effect: str) -> str:
    if name in diagram.descendants([cause]):
        return f"{cause} causes it"
    past, _ = paths(_graph(diagram.cut(out_of=[cause])), name, effect, ())
    free = [str(path) for path in past if path.open]
    if free:
        are = "is open, and does not pass through" if len(free) == 1 else "are open, and do not pass through"
        return f"{'; '.join(free)} {are} {cause}"
    if diagram.separated([name], [cause], ()):
        return f"it does not depend on {cause}"
    return f"each set that makes it depend on {cause} opens a path to {effect} that does not pass through {cause}"


def _set(names: tuple[str, ...]) -> str:
    return f"{{{', '.join(names)}}}"


def _graph(diagram: Diagram) -> Graph:
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_nodes_from((name, {"hidden": True} if name in diagram.hidden else {}) for name in diagram.nodes)
    graph.add_edges_from(diagram.edges)
    return graph


def non_causal_paths(diagram: Diagram, cause: str, effect: str, given: tuple[str, ...]) -> list[OpenPath]:
    """Return the paths that adjustment must block, each open or blocked given a set."""
    all_paths, _ = paths(_graph(without_causal_paths(diagram, cause, effect)), cause, effect, given)
    return list(all_paths)


def _other_paths(diagram: Diagram, cause: str, effect: str, given: tuple[str, ...]) -> list[OpenPath]:
    """Return the open non-causal paths of the whole graph: conditioning on a causal path may open some."""
    all_paths, _ = paths(_graph(diagram), cause, effect, given)
    return [path for path in all_paths if path.open and path.kind is not PathKind.DIRECTED]


def _to_block(diagram: Diagram, cause: str, effect: str) -> list[str]:
    """Return which paths must be blocked, and which stay blocked unless something opens them."""
    non_causal = non_causal_paths(diagram, cause, effect, ())
    if not non_causal:
        return [f"Every path from {cause} to {effect} is causal."]
    free = [str(path) for path in non_causal if path.open]
    count = f"{len(free)} path{'' if len(free) == 1 else 's'}"
    are = "is" if len(free) == 1 else "are"
    lines = [f"{count} from {cause} to {effect} {are} open and not causal: {'; '.join(free)}."] if free else []
    return lines + [
        f"{path} is not causal, and blocked unless {' or '.join(path.blocked_by)}, or an effect of it, is adjusted for."
        for path in non_causal
        if not path.open
    ]


def _forbidden(diagram: Diagram, name: str, cause: str, effect: str) -> str:
    middle = on_causal_paths(diagram, cause, effect) - {effect}
    if name in middle:
        return f"{name} must not be in a set: it lies on a causal path from {cause} to {effect}."
    source = (
        effect
        if name in diagram.descendants([effect])
        else min(node for node in middle if name in diagram.descendants([node]))
    )
    return f"{name} must not be in a set: it is an effect of {source}."


def _no_set(diagram: Diagram, cause: str, effect: str) -> list[str]:
    """Return which path no observed set blocks."""
    allowed = tuple(
        name
        for name in diagram.observed
        if name not in forbidden_nodes(diagram, cause, effect) and name not in {cause, effect}
    )
    stuck = [
        path for path in non_causal_paths(diagram, cause, effect, ()) if path.open and not _blockable(path, allowed)
    ]
    lines = [f"No observed set blocks {path}: {_unseen(diagram, path, allowed)}." for path in stuck]
    clash = "Each set that blocks one of them opens another: no observed set blocks all paths at once."
    return lines or [clash]


def _blockable(path: OpenPath, allowed: tuple[str, ...]) -> bool:
    """Return whether some node that may be adjusted for can block an open path."""
    return any(name in allowed for name in _passed(path))


def _meetings(path: OpenPath) -> list[str]:
    """Return the nodes of a path where two arrows meet."""
    return [
        path.nodes[place]
        for place in range(1, len(path.nodes) - 1)
        if path.arrows[place - 1] == "->" and path.arrows[place] == "<-"
    ]


def _passed(path: OpenPath) -> list[str]:
    met = _meetings(path)
    return [name for name in path.nodes[1:-1] if name not in met]


def _unseen(diagram: Diagram, path: OpenPath, allowed: tuple[str, ...]) -> str:
    inner = [name for name in path.nodes[1:-1] if name not in allowed]
    hidden = [name for name in inner if name in diagram.hidden]
    if hidden and len(hidden) == len(inner):
        return f"nobody observes {', '.join(hidden) if len(hidden) > 1 or ' <-> ' not in hidden[0] else 'that cause'}"
    return f"of {', '.join(inner)} none may be conditioned on" if inner else "nothing stands between its ends"


def _why_open(diagram: Diagram, path: OpenPath, given: tuple[str, ...]) -> str:
    met = _meetings(path)
    if met:
        through = [
            name
            if name in given
            else f"{', '.join(sorted(set(given) & diagram.descendants([name])))}, an effect of {name}"
            for name in met
        ]
        return f"conditioning on {' and '.join(through)}, where its arrows meet, opens it"
    free = [name for name in path.nodes[1:-1] if name not in given]
    return f"none of {', '.join(free)} is conditioned on" if free else "nothing stands between its ends"
