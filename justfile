# The manual of the repository: `just` lists it.

default:
    @just --list

# Everything that CI checks, in new environments.
check:
    .ci/run

# The tests, in the environment that is active.
test *options:
    python -m pytest -n auto {{options}}

# The examples in the documentation and the docstrings.
docs:
    python -m pytest docs README.md logic causalcore nlbridge benchmarks

# Format, lint, types, contracts, in the environment that is active.
lint:
    ruff check --fix .
    ruff format .
    mypy
    lint-imports

# Line and branch coverage.
coverage:
    coverage run -m pytest
    coverage combine
    coverage report

# How many small changes of a room its tests notice: just mutants causalcore/derivation
mutants room *options:
    python .ci/mutants.py {{room}} {{options}}
