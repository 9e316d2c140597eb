"""Train the shipped English pipeline from Universal Dependencies.

    python -m research.training.train UD_EWT UD_GUM OUT [--ewt-only]

joins the train and dev files of both treebanks, converts them with ten
sentences to a document, and trains `config.cfg`. The best model lies in
`OUT/model-best` afterwards; copy it to `nlbridge/language/en_causalcore`. Its
`meta.json` says that it runs with each spaCy that the project allows, which CI
tries with the lowest of them, and not only from the one that trained it on.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement

CONFIG = Path(__file__).with_name("config.cfg")


def join(treebanks: Sequence[Path], split: str, target: Path) -> Path:
    """Write one CoNLL-U file from the `split` files of several treebanks."""
    sources = [source for folder in treebanks for source in sorted(folder.glob(f"*-{split}.conllu"))]
    if not sources:
        message = f"expected a *-{split}.conllu file in {', '.join(map(str, treebanks))}, got none; name the folders"
        raise FileNotFoundError(message)
    target.write_text("".join(source.read_text(encoding="utf-8") for source in sources), encoding="utf-8")
    return target


def spacy_command(*arguments: str) -> None:
    """Run a spaCy command; raise an error if it fails."""
    subprocess.run([sys.executable, "-m", "spacy", *arguments], check=True)  # noqa: S603 - arguments of this script


def train(treebanks: Sequence[Path], out: Path) -> Path:
    """Convert the treebanks and train; return the folder of the best model."""
    out.mkdir(parents=True, exist_ok=True)
    for split in ("train", "dev"):
        joined = join(treebanks, split, out / f"{split}.conllu")
        spacy_command("convert", str(joined), str(out), "--converter", "conllu", "-n", "10")
    spacy_command(
        "train", str(CONFIG), "--output", str(out),
        "--paths.train", str(out / "train.spacy"), "--paths.dev", str(out / "dev.spacy"),
    )  # fmt: skip
    best = out / "model-best"
    _say_what_runs_it(best / "meta.json")
    return best


def _say_what_runs_it(meta: Path) -> None:
    (needed,) = (Requirement(one) for one in requires("causalcore") or () if one.startswith("spacy>"))
    allowed = ",".join(sorted(map(str, needed.specifier), reverse=True))
    meta.write_text(json.dumps(json.loads(meta.read_text("utf-8")) | {"spacy_version": allowed}, indent=1) + "\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ewt", type=Path, help="folder of UD English EWT")
    parser.add_argument("gum", type=Path, help="folder of UD English GUM")
    parser.add_argument("out", type=Path, help="folder for converted data and models")
    parser.add_argument("--ewt-only", action="store_true", help="leave GUM out")
    options = parser.parse_args(arguments)
    treebanks = (options.ewt,) if options.ewt_only else (options.ewt, options.gum)
    sys.stdout.write(f"{train(treebanks, options.out)}\n")


if __name__ == "__main__":
    main()
