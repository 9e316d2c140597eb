"""The folder of a run: what was asked is fixed for good, how it is judged may change without asking again."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from benchmarks.runner import SAMPLES, SETTINGS, OtherRunError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def prepare_run(
    folder: Path, *, generation: Mapping[str, Any], scoring: Mapping[str, Any], noted: Mapping[str, Any]
) -> Path | None:
    """Make a folder ready for a run, or for going on with one.

    Parameters
    ----------
    generation
        What decides the responses; a folder with another is refused.
    scoring
        What decides the verdicts. Where it has changed, the old samples are kept under another name and the
        responses are judged again.
    noted
        Also written down, and not compared: versions, address.

    Returns
    -------
    Path or None
        Where the old samples are now, if the scoring has changed.

    Raises
    ------
    OtherRunError
        If the folder holds something else.
    """
    if folder.exists() and not folder.is_dir():
        message = f"expected --out to be a folder, got the file {folder}; choose another name"
        raise OtherRunError(message)
    path = folder / SETTINGS
    there = _config(path)
    if there is None and folder.is_dir() and any(folder.iterdir()):
        message = f"expected a new folder or one of a run, got {folder} without {SETTINGS}; choose another folder"
        raise OtherRunError(message)
    if there is not None and there.get("generation") != dict(generation):
        raise OtherRunError(_difference(folder, generation, there.get("generation")))
    kept = _put_aside(folder, there) if there is not None and there.get("scoring") != dict(scoring) else None
    folder.mkdir(parents=True, exist_ok=True)
    config = {"generation": dict(generation), "scoring": dict(scoring), "noted": dict(noted)}
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")
    partial.replace(path)
    return kept


def _difference(folder: Path, wanted: Mapping[str, Any], there: object) -> str:
    if not isinstance(there, dict):
        return f"expected a folder of a run, got {folder}, which holds no generation settings; choose another folder"
    other = {name for name in {*wanted, *there} if wanted.get(name) != there.get(name)}
    ours, theirs = ({name: one.get(name) for name in sorted(other)} for one in (wanted, there))
    return f"expected a folder of a run with {ours}, got {folder} with {theirs}; choose another folder"


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file, or of the names and contents of the files in a folder."""
    if not path.is_dir():
        return sha256(path.read_bytes()).hexdigest()
    files = sorted((file for file in path.iterdir() if file.is_file()), key=lambda file: file.name)
    parts = (f"{file.name} {sha256(file.read_bytes()).hexdigest()}\n" for file in files)
    return sha256("".join(parts).encode()).hexdigest()


def prompts_digest(*names: str) -> str:
    """Return the SHA-256 of all that shipped prompts say."""
    from nlbridge.llm.prompt import load_prompt

    prompts = [load_prompt(name) for name in names]
    parts = "\0".join(f"{words.system}\0{words.request}\0{words.schema}" for words in prompts)
    return sha256(parts.encode()).hexdigest()


def _config(path: Path) -> dict[str, Any] | None:
    if not path.exists():
        return None
    try:
        there = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        there = None
    return there if isinstance(there, dict) else {}


def _put_aside(folder: Path, there: Mapping[str, Any]) -> Path | None:
    samples = folder / SAMPLES
    if not samples.exists():
        return None
    digest = sha256(json.dumps(there.get("scoring"), sort_keys=True).encode()).hexdigest()[:8]
    kept = folder / f"samples-{digest}.jsonl"
    samples.replace(kept)
    return kept
