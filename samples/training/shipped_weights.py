"""Starts a network from the weights that are shipped, so that training can go on from them.

The files hold each convolution and the normalisation behind it as one. They are taken apart again: the normalisation
gets the mean and the spread that the convolution gives on real examples, and undoes both, so that the network says what
the file says and learns as it did before.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

START_EXAMPLES = 512


def start_from(network: nn.Module, path: Path, examples: Tensor) -> None:
    """Load a file that `export` wrote; `examples` are inputs of the network, some hundreds."""
    weights = _layer_weights(path)
    layers = _layers(network)
    with torch.no_grad():
        for (layer, _), (weight, bias) in zip(layers, weights, strict=True):
            layer.weight.copy_(weight)
            if layer.bias is not None:
                layer.bias.copy_(bias)
        for (_, norm), (_, bias) in zip(layers, weights, strict=True):
            if norm is not None:
                _make_plain(norm, bias)
        _normalise(network, layers, examples)


Layer = tuple[nn.Conv2d | nn.Linear, nn.BatchNorm2d | None]


def _layers(network: nn.Module) -> list[Layer]:
    """Every layer with weights in order, each with the normalisation behind it."""
    found: list[Layer] = []
    for module in network.modules():
        if isinstance(module, nn.Conv2d | nn.Linear):
            found.append((module, None))
        elif isinstance(module, nn.BatchNorm2d):
            found[-1] = (found[-1][0], module)
    return found


def _layer_weights(path: Path) -> list[tuple[Tensor, Tensor]]:
    graph = onnx.load(str(path)).graph
    held = {tensor.name: numpy_helper.to_array(tensor).astype(np.float32) for tensor in graph.initializer}
    names = [node.input[1:3] for node in graph.node if node.op_type in {"Conv", "Gemm"}]
    return [(torch.from_numpy(held[weight]), torch.from_numpy(held[bias])) for weight, bias in names]


def _make_plain(norm: nn.BatchNorm2d, bias: Tensor) -> None:
    """Only adds the bias."""
    assert norm.running_mean is not None
    assert norm.running_var is not None
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)
    norm.weight.fill_(1)
    norm.bias.copy_(bias)


def _normalise(network: nn.Module, layers: list[Layer], examples: Tensor) -> None:
    seen: dict[nn.Module, Tensor] = {}
    norms = [norm for _, norm in layers if norm is not None]
    hooks = [norm.register_forward_hook(lambda norm, inputs, _: seen.update({norm: inputs[0]})) for norm in norms]
    network.eval()
    network(examples)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        mean, spread = seen[norm].mean((0, 2, 3)), seen[norm].var((0, 2, 3))
        norm.bias.add_(mean)
        norm.weight.copy_((spread + norm.eps).sqrt())
        norm.running_mean, norm.running_var = mean, spread
