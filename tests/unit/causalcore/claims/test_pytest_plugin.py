"""The pytest plugin, in test runs of its own."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[4]
assert np  # numpy loads once in a process: runs in this one share it.
PLUGIN = ("-p", "causalcore.claims.pytest_plugin", "-p", "no:randomly")

FARE = """
import numpy as np
import pytest
from causalcore.claims.programs import program

def fare(zones, student):
    return 4 if student and zones > 2 else 3 * zones

TICKETS = program(fare, zones=range(1, 6), student=[False, True])
"""


OWN_CLAIM = """
import pytest

@pytest.fixture
def claim():
    return 3

def test_own_fixture(claim):
    assert claim == 3

@pytest.mark.parametrize("claim", [1, 2])
def test_own_parameter(claim):
    assert claim in (1, 2)
"""


def test_a_project_may_have_a_fixture_or_a_parameter_of_this_name(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(OWN_CLAIM)
    pytester.runpytest("-p", "causalcore.claims.pytest_plugin").assert_outcomes(passed=3)


def test_a_test_with_the_fixture_but_without_a_claim_fails(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(claim):\n    pass")
    result = pytester.runpytest("-p", "causalcore.claims.pytest_plugin")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*expected @pytest.mark.claim('causes(a, b)', ...) on test_it, got no claim*"])


def test_a_marker_makes_one_test_of_each_claim(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        FARE
        + """
@pytest.mark.claim("monotone(student, result, -)", "monotone(zones, result, +)")
def test_fare(claim):
    claim.holds_for(TICKETS)
"""
    )
    result = pytester.runpytest_inprocess(*PLUGIN, "--strict-markers")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*test_fare?monotone(zones, result, +)?*",
            "monotone(zones, result, +) fails",
            "    fare(zones=2, student=True) gives 6",
            "    fare(zones=3, student=True) gives 4",
        ]
    )
    result.stdout.no_fnmatch_line("*claim_checking.py*")


def test_a_fixture_checks_claims_in_the_body_and_reports_all_that_fail(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
from causalcore.model.textbook import FIRING_SQUAD

def test_squad(claims):
    assert len(claims(FIRING_SQUAD, "causes(C, D)", "no_effect(A, B)")) == 2

def test_wrong(claims):
    claims(FIRING_SQUAD, "necessary(A, D)", "causes(C, D)", "would(D=0, had=A=0)")
"""
    )
    result = pytester.runpytest_inprocess(*PLUGIN)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["necessary(A, D) fails: *", "would(D=0, had=A=0) open: *"])


def test_a_claim_that_survives_its_tests_passes(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
import numpy as np
import pytest
from hypothesis import strategies as st
from causalcore.claims.programs import program

@pytest.mark.claim("monotone(n, result, +)")
def test_double(claim):
    assert claim.holds_for(program(lambda n: 2 * n, n=st.integers())).tested > 0
"""
    )
    pytester.runpytest_inprocess(*PLUGIN).assert_outcomes(passed=1)


def test_a_mistake_in_a_claim_is_one_line(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(FARE + "\ndef test_it(claims):\n    claims(TICKETS, 'causes(zone, result)')\n")
    result = pytester.runpytest_inprocess(*PLUGIN)
    result.stdout.fnmatch_lines(["expected one of the names zones, student, got zone; *"])
    result.stdout.no_fnmatch_line("*another exception occurred*")


def test_the_fixture_without_a_marker_says_what_is_missing(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(claim):\n    pass\n")
    result = pytester.runpytest_inprocess(*PLUGIN)
    assert result.ret != 0
    result.stdout.fnmatch_lines(["*expected @pytest.mark.claim*on test_it*"])


def test_a_run_without_claims_sees_nothing_and_loads_nothing_heavy(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
import sys

def test_it():
    assert not {"causalcore.claims.checking", "causalcore.derivation.derivation", "numpy"} & set(sys.modules)
    assert not {"z3", "scipy", "pandas", "pgmpy", "hypothesis.strategies"} & set(sys.modules)
"""
    )
    code = "import sys, pytest; sys.exit(pytest.main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, *PLUGIN, "-p", "no:hypothesispytest", "-q", "--noconftest"]
    done = subprocess.run(command, cwd=pytester.path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "causalcore" not in done.stdout


def test_the_package_registers_the_plugin_and_the_strategies() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    entries = project["entry-points"]
    assert list(entries["pytest11"]) == list(entries["pytest11"].values())  # so that -p does not load it twice
    assert hasattr(import_module(entries["pytest11"]["causalcore.claims.pytest_plugin"]), "pytest_generate_tests")
    module, function = entries["hypothesis"]["_"].split(":")
    assert callable(getattr(import_module(module), function))


def test_registered_types_are_drawn_by_annotation(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
from causalcore.model.model import SCM
from causalcore.scenario.scenario import Scenario
from causalcore.claims.hypothesis_plugin import register
from hypothesis import given, settings, HealthCheck

register()

@settings(max_examples=5, database=None, suppress_health_check=list(HealthCheck))
@given(...)
def test_both(model: SCM, scenario: Scenario):
    assert model.names
    assert scenario.events
"""
    )
    pytester.runpytest_inprocess(*PLUGIN).assert_outcomes(passed=1)


def test_public_names_are_loaded_at_first_use_and_others_refused() -> None:
    code = (
        "import sys, causalcore; assert 'causalcore.derivation.derivation' not in sys.modules; "
        "print(causalcore.derive.__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "derive\n"
    package = import_module("causalcore")
    with pytest.raises(AttributeError, match="a public name of causalcore, got nothing_such"):
        package.nothing_such  # noqa: B018


OWN = {
    "logic/__init__.py": "",
    "logic/gates.py": "def both(a, b):\n    return a and b\n",
    "benchmarks.py": "ROUNDS = 3\n",
    "causality.py": "from logic.gates import both\nimport benchmarks\nrounds = lambda: both(True, benchmarks.ROUNDS)\n",
    "test_own.py": """
import sys

from hypothesis import given, strategies as st

import benchmarks
from causality import rounds
from logic.gates import both


@given(st.booleans(), st.booleans())
def test_gates(a, b):
    assert both(a, b) is (a and b)


def test_rounds():
    assert rounds() == benchmarks.ROUNDS == 3


def test_nothing_of_others_is_loaded():
    assert {"nlbridge", "causalcore.errors", "causalcore.model.model"}.isdisjoint(sys.modules)
""",
}


@pytest.mark.parametrize("options", [(), ("-p", "causalcore.claims.pytest_plugin")], ids=["as installed", "named"])
def test_a_project_with_modules_named_like_ours_passes_its_tests(tmp_path: Path, options: tuple[str, ...]) -> None:
    for name, content in OWN.items():
        place = tmp_path / name
        place.parent.mkdir(exist_ok=True)
        place.write_text(content, encoding="utf-8")
    code = "import sys, pytest; sys.exit(pytest.main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, "-q", *options], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 passed" in done.stdout


def test_types_that_are_imported_after_hypothesis_are_drawn_by_our_strategies(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
import sys

from causalcore.claims.hypothesis_plugin import register

assert "causalcore.model.model" not in sys.modules
register()
register()
assert "causalcore.model.model" not in sys.modules

from causalcore import Scenario
from hypothesis import find, strategies as st

def test_scenarios_are_consistent():
    from causalcore import compile_scenario
    assert "causalcore.claims.strategies" not in sys.modules
    found = find(st.from_type(Scenario), lambda scenario: len(scenario.links) > 0)
    assert [event.id for event in found.events][:2] == ["e1", "e2"]
    compile_scenario(found)
"""
    )
    code = "import sys, pytest; sys.exit(pytest.main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "-q", "--noconftest", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=pytester.path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_marker_that_no_fixture_reads_is_refused(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
import pytest

pytestmark = pytest.mark.claim("insurance")

@pytest.mark.claim("causes(a, b)")
def test_e():
    pass

@pytest.mark.claim
def test_of_another_kind():
    pass
"""
    )
    result = pytester.runpytest_inprocess(*PLUGIN, "--strict-markers")
    result.assert_outcomes(errors=1, passed=1)
    result.stdout.fnmatch_lines(["*expected test_e to take the fixture `claim`*"])


def test_no_claims_are_no_check(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        "from causalcore.model.textbook import FIRING_SQUAD\n\ndef test_e(claims):\n    claims(FIRING_SQUAD)\n"
    )
    result = pytester.runpytest_inprocess(*PLUGIN)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*expected claims after the subject, got none*"])
