"""Fail unless a wheel ships the four packages with their data, and nothing else; and unless the source builds it.

python check_wheel.py WHEEL [SDIST WHEEL_FROM_SDIST]
"""

from __future__ import annotations

import re
import sys
import tarfile
import zipfile
from pathlib import Path

PACKAGES = {"logic", "causalcore", "nlbridge", "benchmarks"}
MEGABYTE = 1_000_000
LIMIT = 45 * MEGABYTE


def faults(wheel: Path) -> list[str]:
    """List how the wheel differs from the architecture page."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/")[0] for name in names}
    metadata = {top for top in tops if top.endswith(".dist-info")}
    problems = []
    if tops - metadata != PACKAGES:
        problems.append(f"expected the packages {sorted(PACKAGES)}, got {sorted(tops - metadata)}")
    problems += [
        f"expected {package}/__init__.py in the wheel"
        for package in sorted(PACKAGES)
        if f"{package}/__init__.py" not in names
    ]
    typed = {package for package in PACKAGES if f"{package}/py.typed" in names}
    problems += [f"expected {package}/py.typed in the wheel" for package in sorted(PACKAGES - typed)]
    if "nlbridge/language/en_causalcore/config.cfg" not in names:
        problems.append("expected the trained pipeline nlbridge/language/en_causalcore in the wheel")
    problems += [
        f"expected the trained network nlbridge/language/encoder_weights/{part} in the wheel"
        for part in ("reader.onnx", "editor.onnx", "embeddings.bin")
        if f"nlbridge/language/encoder_weights/{part}" not in names
    ]
    if "nlbridge/chat/prompts/reading.md" not in names:
        problems.append("expected the prompts nlbridge/chat/prompts in the wheel")
    if "nlbridge/apps/studio/static/index.html" not in names:
        problems.append("expected the page of the studio nlbridge/apps/studio/static in the wheel")
    if not any(name.endswith("/licenses/NOTICE") for name in names):
        problems.append("expected NOTICE, the attribution of the trained weights, in the wheel")
    if wheel.stat().st_size > LIMIT:
        problems.append(f"expected at most {LIMIT // MEGABYTE} MB, got {wheel.stat().st_size / MEGABYTE:.1f} MB")
    return problems


def source_faults(wheel: Path, source: Path, again: Path) -> list[str]:
    """List what the source distribution lacks, and how a wheel built from it differs."""
    with tarfile.open(source) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    needed = ["pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "NOTICE", "tests/README.md", "docs/index.md"]
    problems = [f"expected {name} in {source.name}" for name in needed if name not in held]
    with zipfile.ZipFile(wheel) as first, zipfile.ZipFile(again) as second:
        differ = sorted(set(first.namelist()) ^ set(second.namelist()))
    problems += [f"expected the same files in the wheel that {source.name} builds, got {differ[:5]}"] if differ else []
    version = wheel.name.split("-")[1]
    log = (Path(__file__).parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"^## {re.escape(version)} - \d{{4}}-\d\d-\d\d$", log, re.MULTILINE):
        problems.append(f"expected a section '## {version} - DATE' in CHANGELOG.md")
    return problems


if __name__ == "__main__":
    path, *source = map(Path, sys.argv[1:])
    problems = faults(path) + (source_faults(path, *source) if source else [])
    sys.stdout.write("".join(f"{problem}\n" for problem in problems) or f"{path.name}: as promised\n")
    sys.exit(1 if problems else 0)
