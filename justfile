# The manual of the repository: `just` lists it.

default:
    @just --list

# Everything that CI checks, in new environments.
check:
    .ci/run

# The tests, in the environment that is active.
test *options:
    python -m pytest -n auto {{options}}

# Build the site of the documentation into build/site; a broken link fails.
docs:
    python .ci/site_files.py
    mkdocs build --strict

# The examples in the documentation and the docstrings.
examples:
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

# Spoiled inputs for every reader, five minutes; what crashes goes into tests/fuzz/corpus.jsonl.
fuzz seconds="300" seed="0":
    FUZZ_SECONDS={{seconds}} FUZZ_SEED={{seed}} python -m pytest -q tests/fuzz

# Pin every package with its hashes; the file names no registry.
lock:
    uv pip compile pyproject.toml --extra dev --generate-hashes --no-emit-index-url --no-emit-find-links --python-version 3.11 --universal -o requirements/ci.txt

# Compare the pinned packages with published advisories.
audit:
    .ci/audit

# How many small changes of a room its tests notice: just mutants causalcore/derivation
mutants room *options:
    python .ci/mutants.py {{room}} {{options}}
