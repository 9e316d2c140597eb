"""Fail unless a wheel ships the four packages with their data, and nothing else."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

PACKAGES = {"logic", "causalcore", "nlbridge", "benchmarks"}
MEGABYTE = 1_000_000
LIMIT = 40 * MEGABYTE


def faults(wheel: Path) -> list[str]:
    """Say in what the wheel differs from what the architecture page promises."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/")[0] for name in names}
    metadata = {top for top in tops if top.endswith(".dist-info")}
    found = []
    if tops - metadata != PACKAGES:
        found.append(f"expected the packages {sorted(PACKAGES)}, got {sorted(tops - metadata)}")
    found += [
        f"expected {package}/__init__.py in the wheel"
        for package in sorted(PACKAGES)
        if f"{package}/__init__.py" not in names
    ]
    typed = {package for package in PACKAGES if f"{package}/py.typed" in names}
    found += [f"expected {package}/py.typed in the wheel" for package in sorted(PACKAGES - typed)]
    if "nlbridge/language/en_causalcore/config.cfg" not in names:
        found.append("expected the trained pipeline nlbridge/language/en_causalcore in the wheel")
    if "nlbridge/language/encoder_weights/reader.onnx" not in names:
        found.append("expected the trained encoder nlbridge/language/encoder_weights in the wheel")
    if "nlbridge/chat/prompts/reading.md" not in names:
        found.append("expected the prompts nlbridge/chat/prompts in the wheel")
    if "nlbridge/apps/studio/static/index.html" not in names:
        found.append("expected the page of the studio nlbridge/apps/studio/static in the wheel")
    if not any(name.endswith("/licenses/NOTICE") for name in names):
        found.append("expected NOTICE, the attribution of the trained weights, in the wheel")
    if wheel.stat().st_size > LIMIT:
        found.append(f"expected at most {LIMIT // MEGABYTE} MB, got {wheel.stat().st_size / MEGABYTE:.1f} MB")
    return found


if __name__ == "__main__":
    path = Path(sys.argv[1])
    problems = faults(path)
    sys.stdout.write("".join(f"{problem}\n" for problem in problems) or f"{path.name}: as promised\n")
    sys.exit(1 if problems else 0)
