"""BIF is read as pgmpy reads it, where that reads it rightly, and refused with what is wrong where it is broken."""

from __future__ import annotations

import time
import warnings
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from causalcore.errors import MalformedModelError
from causalcore.exchange.bayesian import from_network, read_network, write_network
from causalcore.exchange.bif import read_bif
from causalcore.model.building import scm
from causalcore.model.textbook import FIRING_SQUAD

OWN = "variable X { type discrete [ 2 ] { no, yes }; }\nvariable Y { type discrete [ 3 ] { a, b, c }; }\n"
ROOT = "probability ( X ) { table 0.25, 0.75; }\n"


@cache
def pgmpy_reader():
    """Return pgmpy's reader with one grammar for all texts: it would make the same one anew for each, in a second."""
    from pgmpy.readwrite import BIFReader

    variable, probability = BIFReader.get_variable_grammar(None), BIFReader.get_probability_grammar(None)

    class Reader(BIFReader):
        def get_variable_grammar(self):
            return variable

        def get_probability_grammar(self):
            return probability

    return Reader


def by_pgmpy(text: str):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return from_network(pgmpy_reader()(string=text).get_model())


def alike(one, other) -> bool:
    return one.variables == other.variables and all(
        one.rule(name).parents == other.rule(name).parents
        and np.allclose(one.rule(name).probabilities, other.rule(name).probabilities)
        for name in one.names
    )


@pytest.mark.parametrize(
    "text",
    [
        OWN + ROOT + "probability ( Y | X ) {\n  (no) 0.5, 0.25, 0.25;\n  (yes) 0.1, 0.2, 0.7;\n}\n",
        OWN + ROOT + "probability ( Y | X ) {\n  table 0.5, 0.1, 0.25, 0.2, 0.25, 0.7;\n}\n",
        "network n {\n}\n// a comment\n"
        + OWN.replace(" { type", " {\n type").replace("}; }", "};\n}")
        + "probability ( X ) {\n table 0.25, 0.75 ;\n}\nprobability ( Y ) {\n  table 0.5 0.25 0.25;\n}\n",
    ],
)
def test_a_file_is_read_as_pgmpy_reads_it(text):
    text = text.replace("; }\n", ";\n}\n")
    assert alike(read_bif(text), by_pgmpy(text))


@pytest.mark.slow
@settings(max_examples=12)
@given(st.data())
def test_random_networks_come_back_as_they_were_written(tmp_path_factory, data):
    sizes = data.draw(st.lists(st.integers(2, 3), min_size=1, max_size=4))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    names = [f"X{place}" for place in range(len(sizes))]
    parents = {name: names[:place][: data.draw(st.integers(0, 2))] for place, name in enumerate(names)}
    known = dict(zip(names, sizes, strict=True))
    mechanisms = {
        name: {
            "parents": parents[name],
            "cpt": {
                ", ".join(map(str, row)): rng.dirichlet(np.ones(known[name])).tolist()
                for row in np.ndindex(*(known[parent] for parent in parents[name]))
            },
        }
        for name in names
    }
    model = scm(variables={name: range(size) for name, size in known.items()}, mechanisms=mechanisms)
    path = tmp_path_factory.mktemp("bif") / "model.bif"
    write_network(model, path)
    assert alike(read_network(path), by_pgmpy(path.read_text()))


@pytest.mark.parametrize(
    ("text", "came"),
    [
        ("", "a variable"),
        ("variable X {", "a closing brace"),
        ("hello", "network, variable or probability"),
        ("variable X { }", "a type such as"),
        ("variable X { type discrete [ 3 ] { no, yes }; }", "3 values of X"),
        (OWN + ROOT, "none for Y"),
        (OWN + ROOT + ROOT, "each table of once"),
        (OWN + OWN, "each variable once"),
        (OWN + ROOT + "probability ( Y | X ) { (no) 1, 0, 0; }", "a row for each combination of X"),
        (OWN + ROOT + "probability ( Y | X ) { (maybe) 1, 0, 0; }", "a value of each of X"),
        (OWN + ROOT + "probability ( Y | Z ) { table 1, 0, 0; }", "different variables of the file"),
        (OWN + ROOT + "probability ( Y ) { table 1, 0; }", "3 finite numbers"),
        (OWN + ROOT + "probability ( Y ) { table 1, 0, ²; }", "3 numbers"),
        (OWN + ROOT + "probability ( Y ) { table nan, 0, 1; }", "3 finite numbers"),
        (OWN + ROOT + "probability ( Y ) { table 1, 0, 0.5; }", "sum to 1"),
        (OWN + ROOT + "probability ( Y ) { 1, 0, 0; }", "table or default"),
    ],
)
def test_a_broken_file_is_refused_with_what_is_wrong(text, came):
    with pytest.raises(MalformedModelError, match=came):
        read_bif(text)


def test_a_default_stands_for_the_rows_that_are_missing():
    model = read_bif(OWN + ROOT + "probability ( Y | X ) { default 0.5, 0.5, 0; (yes) 0, 0, 1; }")
    assert model.rule("Y").probabilities.tolist() == [[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]


def test_a_hundred_files_take_less_than_a_second_of_work_each_tenth(tmp_path):
    path = tmp_path / "squad.bif"
    write_network(FIRING_SQUAD, path)
    start = time.process_time()
    for _ in range(100):
        read_network(path)
    assert time.process_time() - start < 10


def test_an_entity_of_xml_is_refused(tmp_path):
    path = tmp_path / "bomb.xmlbif"
    path.write_text('<!DOCTYPE b [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><BIF>&b;</BIF>')
    with pytest.raises(MalformedModelError, match="without entity declarations"):
        read_network(path)
