"""Writes trained networks as ONNX files that OpenCV reads, in half precision to keep them small."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from scanner.hex_codes import PATCH_PX


def export_finder(network: nn.Module, path: Path) -> None:
    free = {"picture": {2: "height", 3: "width"}}
    _export(network, torch.zeros(1, 3, 256, 320), path, ["marks"], free)


def export_reader(network: nn.Module, path: Path) -> None:
    outputs = ["kind", "level", "edges", "offset", "look"]
    _export(network, torch.zeros(2, 5, PATCH_PX, PATCH_PX), path, outputs, {"patches": {0: "count"}})


def _export(
    network: nn.Module, example: torch.Tensor, path: Path, outputs: list[str], free: dict[str, dict[int, str]]
) -> None:
    """`free` names the input and those of its axes that may have any length."""
    network = network.to(memory_format=torch.contiguous_format).float().eval()
    with torch.no_grad():
        torch.onnx.export(
            network,
            (example,),
            str(path),
            input_names=list(free),
            output_names=outputs,
            dynamic_axes=free,
            external_data=False,
            dynamo=False,
        )
    _store_in_halves(path)


def _store_in_halves(path: Path) -> None:
    """Keep the weights as 16 bit numbers; OpenCV widens them when it reads the file."""
    model = onnx.load(str(path))
    for tensor in model.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT:
            halves = numpy_helper.to_array(tensor).astype(np.float16)
            tensor.CopyFrom(numpy_helper.from_array(halves, tensor.name))
    onnx.save(model, str(path))
