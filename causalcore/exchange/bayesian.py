"""Bayesian networks of pgmpy in and out, and the files BIF, XMLBIF and UAI.

A network says how often, not why. It is read as conditional tables: answers on rungs one and two are exact, and a
counterfactual has a point answer only if independences determine it. A model is written with its noise as root nodes.
"""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from causalcore.errors import MalformedModelError
from causalcore.exchange.bif import read_bif, state
from causalcore.exchange.network_tables import tables_of
from causalcore.exchange.uai import read_uai, write_uai
from causalcore.files.text_file import read_text
from causalcore.files.unread import why_unread
from causalcore.model.model import SCM, ConditionalTable, Floats, checked_distribution
from causalcore.model.variable import Variable, variable
from logic.errors import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pgmpy.estimators import ExpertKnowledge
    from pgmpy.models import DiscreteBayesianNetwork


_PLAIN: Final = re.compile(r"[\w.+-]+")
"""Names and values that every format holds."""
MOST_BYTES: Final = 64 * 2**20


def read_network(path: Path) -> SCM:
    """Read a BIF, XMLBIF or UAI file; XMLBIF through pgmpy.

    Raises
    ------
    MalformedModelError
        If it cannot be read.
    """
    text = _text(path)
    if path.suffix.lower() in {".uai", ".bif"}:
        return read_uai(text) if path.suffix.lower() == ".uai" else read_bif(text)
    if "<!DOCTYPE" in text and "<!ENTITY" in text:
        message = f"expected XML without entity declarations in {path}, got some; write out what they stand for"
        raise MalformedModelError(message)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            network = _reader(path).get_model()
    except Exception as error:
        message = f"expected a network that pgmpy reads, got {path}: {str(error)[:200]}; check the file"
        raise MalformedModelError(message) from error
    return from_network(network)


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            message = f"expected a network of at most {MOST_BYTES} bytes, got more in {path}; take a part of it"
            raise MalformedModelError(message)
        return read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        message = f"expected a {path.suffix[1:].upper()} file, in UTF-8, got {path}: {why_unread(error)}"
        raise MalformedModelError(message) from error


def _reader(path: Path) -> Any:
    from pgmpy.readwrite import XMLBIFReader

    return XMLBIFReader(str(path))


def from_network(network: DiscreteBayesianNetwork) -> SCM:
    """Turn a pgmpy network into a model with conditional tables."""
    if not network.get_cpds():
        message = "expected a network that pgmpy reads, got one without tables; add a table for each variable"
        raise MalformedModelError(message)
    own: list[Variable] = []
    rules: list[ConditionalTable] = []
    for table in network.get_cpds():
        own.append(variable(str(table.variable), [_state(state) for state in table.state_names[table.variable]]))
        parents = tuple(str(parent) for parent in table.variables[1:])
        values: Floats = np.moveaxis(np.asarray(table.values, dtype=np.float64), 0, -1)
        rules.append(ConditionalTable(parents, checked_distribution(values, own[-1].name)))
    return SCM(tuple(own), (), (), tuple(rules))


def _state(raw: object) -> object:
    """Read the words of a file as numbers if they are numbers."""
    return state(raw) if isinstance(raw, str) else raw


def to_network(model: SCM) -> DiscreteBayesianNetwork:
    """Turn a model into a pgmpy network: noise becomes root nodes, joint noise a chain of tables."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        from pgmpy.models import DiscreteBayesianNetwork

    network = DiscreteBayesianNetwork()
    network.add_nodes_from([item.name for item in (*model.variables, *model.exogenous)])
    for name, (parents, table) in tables_of(model).items():
        _add(network, model, name, parents, table)
    network.check_model()
    return network


def expert_knowledge(required: Sequence[tuple[str, str]]) -> ExpertKnowledge:
    """Return prior knowledge for pgmpy's structure learning: a graph's edges are required, their reverses forbidden."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        from pgmpy.estimators import ExpertKnowledge

    reversed_edges = [(effect, cause) for cause, effect in required]
    return ExpertKnowledge(required_edges=list(required), forbidden_edges=reversed_edges)


def write_network(model: SCM, path: str | Path) -> None:
    """Write a model as a network in the format of the suffix: BIF, XMLBIF or UAI; noise becomes variables.

    Nothing is written unless the file can be read back with the same names and values; UAI has neither.

    Raises
    ------
    MalformedModelError
        If the suffix is of no known format, or the format cannot hold a name or value.
    """
    place = Path(path)
    suffix = place.suffix.lower()
    if suffix == ".uai":
        place.write_text(write_uai(model), encoding="utf-8")
        return
    if suffix not in {".bif", ".xmlbif", ".xml"}:
        message = f"expected a file named *.bif, *.xmlbif or *.uai, got {place.name}; the suffix chooses the format"
        raise MalformedModelError(message)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        from pgmpy.readwrite import BIFWriter, XMLBIFWriter

        network = to_network(model)
        with TemporaryDirectory() as folder:
            draft = Path(folder) / f"network{suffix}"
            (BIFWriter if suffix == ".bif" else XMLBIFWriter)(network).write(str(draft))
            _refuse_changed(from_network(network), draft, place.name)
            place.write_bytes(draft.read_bytes())


def _refuse_changed(model: SCM, draft: Path, name: str) -> None:
    """Raise `MalformedModelError` if a file does not hold the names and values of a model."""
    expected = {item.name: [state(str(value)) for value in item.values] for item in model.variables}
    try:
        found = {item.name: list(item.values) for item in read_network(draft).variables}
    except MalformedModelError:
        found = {}
    if found == expected:
        return
    back = {str(word) for own, values in found.items() for word in (own, *values)}
    words = [str(word) for own, values in expected.items() for word in (own, *values)]
    lost = [word for word in words if (word not in back if back else not _PLAIN.fullmatch(word))]
    actual = listed([repr(word) for word in lost]) or "some that come back changed"
    message = f"expected names and values that {name} can hold, got {actual}; use letters, digits and _"
    raise MalformedModelError(message)


def _add(network: DiscreteBayesianNetwork, model: SCM, name: str, parents: tuple[str, ...], table: Floats) -> None:
    from pgmpy.factors.discrete import TabularCPD

    network.add_edges_from((parent, name) for parent in parents)
    size = model[name].size
    network.add_cpds(
        TabularCPD(
            name,
            size,
            np.moveaxis(table, -1, 0).reshape(size, -1),
            evidence=list(parents) or None,
            evidence_card=[model[parent].size for parent in parents] or None,
            state_names={item: list(model[item].values) for item in (name, *parents)},
        )
    )
