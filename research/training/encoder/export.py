"""The trained network as an int8 ONNX file.

The matrices of the encoder and its word embeddings are kept as whole numbers of eight bits with a scale for each
channel; everything else stays in floating point.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import torch

if TYPE_CHECKING:
    from research.training.encoder.network import Reader

INPUTS: Final = ("ids", "kinds", "mask", "means", "firsts", "befores", "asked")
OUTPUTS: Final = ("links", "read", "told", "verdict")


def export(network: Reader, path: Path) -> None:
    """Write the network to `path`, and nothing beside it."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    network.eval()
    size, claims, tokens = 2, 3, 11
    places = torch.zeros(size, claims, tokens)
    inputs = (
        *(torch.ones(size, tokens, dtype=torch.long) for _ in range(3)),
        *(places for _ in range(3)),
        torch.zeros(size, tokens),
    )
    axes = {name: {0: "batch", 1: "tokens"} for name in ("ids", "kinds", "mask", "asked")}
    axes |= {name: {0: "batch", 1: "claims", 2: "tokens"} for name in ("means", "firsts", "befores")}
    axes |= {"links": {0: "batch", 1: "claims", 2: "claims_again"}, "read": {0: "batch", 1: "claims"}}
    axes |= {"told": {0: "batch", 1: "claims"}, "verdict": {0: "batch"}}
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        torch.onnx.export(
            network,
            inputs,
            str(plain),
            input_names=list(INPUTS),
            output_names=list(OUTPUTS),
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
        )
        quantize_dynamic(
            plain, path, weight_type=QuantType.QInt8, per_channel=True, op_types_to_quantize=["MatMul", "Gather"]
        )
