"""A pytest file that tests a table, a function or a simulator against a graph."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from causalcore.errors import MalformedModelError
from causalcore.graph_questions.data_check import one_each, unmoved
from causalcore.graph_questions.implied_independences import implications

if TYPE_CHECKING:
    from causalcore.identification.diagram import Diagram


class WrittenFor(StrEnum):
    """What to test."""

    DATA = "data"
    FUNCTION = "function"
    SIMULATOR = "simulator"


_SUBJECTS: Final = {
    WrittenFor.DATA: "a table of data",
    WrittenFor.FUNCTION: "a function",
    WrittenFor.SIMULATOR: "a simulator",
}
_DATA: Final = '''\
"""What the graph implies of the table; a line that fails is an independence that the data contradict."""

import pandas
import pytest

from causalcore import graph

GRAPH = graph(r"""{graph}""")
INDEPENDENCES = [
{lines}]


@pytest.fixture(scope="module")
def check():
    return GRAPH.check_data(pandas.read_csv({target!r}))


@pytest.mark.parametrize("line", INDEPENDENCES)
def test_the_data_do_not_contradict(check, line):
    found = check.line(line)
    if found.p is None:
        pytest.skip(str(found))
    assert not found.contradicted, str(found)
'''

_FUNCTION: Final = '''\
"""What the graph implies of the function; a claim that fails shows the calls that break it."""

import pytest
{imported}
from causalcore.claims import program

# Give each input its values in order, the simplest first, or a Hypothesis strategy.
SUBJECT = program({name}, {inputs})
CLAIMS = [
{lines}]


@pytest.mark.claim(*CLAIMS)
def test_the_function_does_what_the_graph_implies(claim):
    claim.holds_for(SUBJECT)
'''

_SIMULATOR: Final = '''\
"""What the graph implies of the simulator: what setting a variable leaves alone, and what is independent."""

import pytest
{imported}
from causalcore import graph

GRAPH = graph(r"""{graph}""")
ROWS = 2000
# Two values or more for each variable that is set.
SETTINGS = {{
{settings}}}


@pytest.mark.parametrize("cause", SETTINGS)
def test_setting_a_variable_moves_only_what_it_acts_on(cause):
    found = GRAPH.check_simulator({name}, {{cause: SETTINGS[cause]}}, ROWS)
    assert not found.contradicted, str(found)


def test_what_is_simulated_does_not_contradict_the_graph():
    found = GRAPH.check_data({name}({{}}, ROWS))
    assert not found.contradicted, str(found)
'''


def written_tests(diagram: Diagram, text: str, kind: WrittenFor, target: str = "") -> str:
    """Write a pytest file.

    Parameters
    ----------
    text
        The graph in DAGitty's notation.
    target
        A file with a table, or `module:function`.

    Raises
    ------
    MalformedModelError
        If the graph implies nothing testable of the kind, or the target does not name a function.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> chain = Diagram(("X", "M", "Y"), (("X", "M"), ("M", "Y")))
    >>> print(written_tests(chain, "dag { X -> M -> Y }", WrittenFor.DATA, "study.csv").splitlines()[9])
        "X _||_ Y | M",
    """
    if kind is WrittenFor.DATA:
        lines = [str(implied) for implied in one_each(implications(diagram).pairs)]
        return _DATA.format(graph=text, lines=_listed(lines, kind), target=target or "data.csv")
    imported, name = _imported(target)
    if kind is WrittenFor.FUNCTION:
        roots = [name for name in diagram.observed if not diagram.parents(name)]
        lines = function_claims(diagram)
        inputs = ", ".join(_input(root) for root in roots)
        return _FUNCTION.format(imported=imported, name=name, inputs=inputs, lines=_listed(lines, kind))
    causes = [cause for cause in diagram.observed if unmoved(diagram, cause)]
    _listed(causes, kind)
    settings = "".join(f'    "{_escaped(cause)}": [0, 1],\n' for cause in causes)
    return _SIMULATOR.format(imported=imported, graph=text, name=name, settings=settings)


def function_claims(diagram: Diagram) -> list[str]:
    """Return what a graph implies for a function whose inputs are the variables without a cause.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> function_claims(Diagram(("a", "b", "y", "z"), (("a", "y"), ("b", "z"))))
    ['no_effect(a, z)', 'no_effect(b, y)']
    """
    roots = [name for name in diagram.observed if not diagram.parents(name)]
    return [
        f"no_effect({_word(root)}, {_word(name)})"
        for root in roots
        for name in unmoved(diagram, root)
        if name not in roots
    ]


def _input(name: str) -> str:
    return f"{name}=[0, 1]" if name.isidentifier() else f'**{{"{_escaped(name)}": [0, 1]}}'


def _word(name: str) -> str:
    return name if name.isidentifier() else f"'{name}'"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _listed(lines: list[str], kind: WrittenFor) -> str:
    if not lines:
        message = f"expected a graph that implies something about {_SUBJECTS[kind]}, got one that does not; "
        message += "a graph without a missing arrow implies nothing"
        raise MalformedModelError(message)
    return "".join(f'    "{_escaped(line)}",\n' for line in lines)


def _imported(target: str) -> tuple[str, str]:
    """Return the line that imports a function, and the function's name."""
    module, _, name = (target or "my_module:my_function").partition(":")
    if not name.isidentifier() or not all(part.isidentifier() for part in module.split(".")):
        message = f"expected module:function, got {target!r}; write, say, shop.prices:price"
        raise MalformedModelError(message)
    return f"from {module} import {name}\n", name
