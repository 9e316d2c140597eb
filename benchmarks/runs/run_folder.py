"""The folder of a run: its questions are fixed, its judging may change without asking again."""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from benchmarks.errors import DatasetMissingError
from benchmarks.runs.runner import EARLIER, SAMPLES, SETTINGS, OtherRunError, judge_identity
from causalcore.files.json_text import read_json
from causalcore.files.writing import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def prepare_run(
    folder: Path,
    *,
    generation: Mapping[str, Any],
    scoring: Mapping[str, Any],
    noted: Mapping[str, Any],
    beside: bool = False,
) -> Path | None:
    """Prepare a folder for a new or resumed run.

    Parameters
    ----------
    generation
        Settings that determine the responses; a folder with others is refused.
    scoring
        Settings that determine the verdicts. If they have changed, the old samples are kept under another name and
        the responses are judged again.
    noted
        Recorded, but not compared: versions, address.
    beside
        Whether a new run may use a folder with other files. Samples of an unknown run are refused in any case.

    Returns
    -------
    Path or None
        Where the old samples are now, if the scoring has changed. Samples of an earlier identical scoring are reused.
    """
    if folder.exists() and not folder.is_dir():
        message = f"expected --out to be a folder, got the file {folder}; choose another name"
        raise OtherRunError(message)
    path = folder / SETTINGS
    there = _config(path)
    if there is None and folder.is_dir() and any(folder.glob(SAMPLES if beside else "*")):
        message = f"expected a new folder or one of a run, got {folder} without {SETTINGS}; choose another folder"
        raise OtherRunError(message)
    if there is not None and there.get("generation") != dict(generation):
        raise OtherRunError(_difference(folder, generation, there.get("generation")))
    kept = _put_aside(folder, there, scoring) if there is not None and there.get("scoring") != dict(scoring) else None
    folder.mkdir(parents=True, exist_ok=True)
    config = {"generation": dict(generation), "scoring": dict(scoring), "noted": dict(noted)}
    write_whole(path, json.dumps(config, indent=1) + "\n")
    return kept


def in_words(settings: Mapping[str, Any]) -> str:
    """Format settings for a message.

    Examples
    --------
    >>> in_words({"model": "small", "limit": None})
    'limit null, model "small"'
    """
    return ", ".join(f"{name} {json.dumps(value)[:80]}" for name, value in sorted(settings.items()))


def _difference(folder: Path, wanted: Mapping[str, Any], there: object) -> str:
    if not isinstance(there, dict):
        return f"expected a folder of a run, got {folder}, which holds no generation settings; choose another folder"
    other = {name for name in {*wanted, *there} if wanted.get(name) != there.get(name)}
    ours, theirs = (in_words({name: settings.get(name) for name in sorted(other)}) for settings in (wanted, there))
    return f"expected a folder of a run with {ours}, got {folder} with {theirs}; choose another folder"


def prepare_score(folder: Path, *, data: Path, asked: Mapping[str, Any], scoring: Mapping[str, Any]) -> None:
    """Prepare a folder for scoring a file, or for resuming it; print a line if everything is judged again.

    Parameters
    ----------
    data
        The dataset; a folder with samples of another one is refused.
    asked
        The benchmark, and other settings that determine the items.
    scoring
        Settings that affect the verdicts, other than the version and the shipped weights.
    """
    generation = {**asked, "data": data.name, "data_sha256": file_digest(data)}
    scored = {**scoring, **judge_identity()}
    kept = prepare_run(folder, generation=generation, scoring=scored, noted=versions(), beside=True)
    if kept is not None:
        sys.stderr.write(f"causalcore: judged differently before: {kept}; judging again\n")


def versions() -> dict[str, str]:
    """Return the software versions of a run."""
    return {
        "causalcore": judge_identity()["version"],
        "openai": version("openai"),
        "python": sys.version.split()[0],
    }


def digest_of(path: Path | None) -> str | None:
    """Return the SHA-256 of a file, if there is one."""
    if path is None:
        return None
    if not path.is_file():
        message = f"expected a file, got {path}, which does not exist; check the name"
        raise DatasetMissingError(message)
    return file_digest(path)


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file, or of the names and contents of the files in a folder."""
    if not path.is_dir():
        return sha256(path.read_bytes()).hexdigest()
    files = sorted((file for file in path.iterdir() if file.is_file()), key=lambda file: file.name)
    parts = (f"{file.name} {sha256(file.read_bytes()).hexdigest()}\n" for file in files)
    return sha256("".join(parts).encode()).hexdigest()


def prompts_digest(*names: str) -> str:
    """Return the SHA-256 of the content of shipped prompts."""
    from nlbridge.chat.replies.prompt import load_prompt

    prompts = [load_prompt(name) for name in names]
    parts = "\0".join(f"{words.system}\0{words.request}\0{words.schema}" for words in prompts)
    return sha256(parts.encode()).hexdigest()


def _config(path: Path) -> dict[str, Any] | None:
    if not path.exists():
        return None
    try:
        there = read_json(path.read_bytes())
    except (ValueError, RecursionError):
        there = None
    return there if isinstance(there, dict) else {}


def _put_aside(folder: Path, there: Mapping[str, Any], scoring: Mapping[str, Any]) -> Path | None:
    moved = (folder / SAMPLES).exists()
    for file in (folder / SAMPLES, folder / EARLIER):
        if file.exists():
            file.replace(_aside(file, there.get("scoring")))
        if (before := _aside(file, dict(scoring))).exists():
            before.replace(file)
    return _aside(folder / SAMPLES, there.get("scoring")) if moved else None


def _aside(file: Path, scoring: object) -> Path:
    digest = sha256(json.dumps(scoring, sort_keys=True).encode()).hexdigest()[:8]
    return file.with_stem(f"{file.stem}-{digest}")
