"""A trained network as an int8 ONNX file, with its word embeddings in a separate file.

The encoder's matrices and word embeddings become 8-bit integers with one scale per channel; the rest stays in floating
point. Training freezes the embeddings, so all networks share one file of them.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import torch

if TYPE_CHECKING:
    from research.training.encoder.network import Network

ROUNDED: Final = "_quantized"
NOT_WEIGHTS: Final = (ROUNDED, "_scale", "_zero_point")
"""Name endings of initializers that are not weights: rounded matrices, their scales and zero points."""
EMBEDDINGS: Final = "embeddings.bin"
LARGE: Final = 8_000_000
"""Least size in bytes of a matrix kept outside the network's file; only the word embeddings are larger."""


def export(network: Network, path: Path) -> None:
    """Write the network to `path`, and its word embeddings beside it.

    Raises
    ------
    ValueError
        If different word embeddings are already there.
    """
    import onnx
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
        plain, rounded = Path(folder) / "plain.onnx", Path(folder) / path.name
        torch.onnx.export(
            network,
            inputs[: len(network.inputs)],
            str(plain),
            input_names=list(network.inputs),
            output_names=list(network.outputs),
            dynamic_axes={name: axes[name] for name in (*network.inputs, *network.outputs)},
            opset_version=17,
            dynamo=False,
        )
        quantize_dynamic(
            plain, rounded, weight_type=QuantType.QInt8, per_channel=True, op_types_to_quantize=["MatMul", "Gather"]
        )
        onnx.save_model(
            onnx.load(str(rounded)), str(rounded), save_as_external_data=True, location=EMBEDDINGS, size_threshold=LARGE
        )
        words, kept = Path(folder) / EMBEDDINGS, path.with_name(EMBEDDINGS)
        if kept.exists() and kept.read_bytes() != words.read_bytes():
            message = f"expected the word embeddings in {kept} to be those of the network, got others; train from them"
            raise ValueError(message)
        shutil.copy(words, kept)
        shutil.copy(rounded, path)


def weights_of(path: Path) -> dict[str, Any]:
    """Return the weights of an earlier run from its `.pt`, or from a shipped `.onnx` with the scales undone.

    A matrix in the graph takes its name from the bias that is added to its product.
    """
    if path.suffix == ".pt":
        weights: dict[str, Any] = torch.load(path, weights_only=True)
        return weights
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(path)).graph
    values = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    users = {name: node for node in reversed(graph.node) for name in node.input}
    plain = {name: torch.tensor(value.copy()) for name, value in values.items() if not name.endswith(NOT_WEIGHTS)}
    for name in (name for name in values if name.endswith(ROUNDED)):
        stem = name.removesuffix(ROUNDED)
        zero_point = values.get(f"{stem}_zero_point", 0)
        scaled = (values[name].astype("float32") - zero_point) * values[f"{stem}_scale"]
        if users[name].op_type == "MatMulInteger":
            plain[_named(users[name], users, values)] = torch.tensor(scaled.T.copy())
        else:
            plain[stem] = torch.tensor(scaled)
    return plain


def _named(node: Any, users: dict[str, Any], values: dict[str, Any]) -> str:
    """Name a matrix after the bias that is added to its product."""
    while True:
        node = users[node.output[0]]
        bias = next((name for name in node.input if name in values), None)
        if node.op_type == "Add" and bias is not None:
            return f"{bias.removesuffix('.bias')}.weight"
