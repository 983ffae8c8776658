"""Trains the reader: cross entropy on kind, level and the six borders, L1 on where the top lies."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from samples.training.colour_jitter import jittered
from samples.training.networks import HexReader
from samples.training.reader_examples import UNKNOWN, ReaderExamples
from samples.training.schedule import TrainingRun, run_training
from samples.training.shipped_weights import START_EXAMPLES, start_from
from scanner.hex_codes import EDGE_CLASSES, NOT_A_HEX, PATCH_PX
from scanner.read_hexes import PARALLAX_GAIN

MISJUDGED_SHARE = 0.3


def train_reader(examples: ReaderExamples, run: TrainingRun, start: Path | None = None) -> HexReader:
    """A trained reader, ready for export; with `start` the weights of that file learn on."""
    network = HexReader()
    if start is not None:
        some = np.linspace(0, len(examples.pixels) - 1, START_EXAMPLES).astype(np.intp)
        start_from(network, start, reader_batch(examples, some, None))

    def loss_of(indices: np.ndarray, generator: torch.Generator) -> Tensor:
        inputs = reader_batch(examples, indices, generator)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            kind, level, edges, offset, _ = network(inputs)
        return reader_loss((kind.float(), level.float(), edges.float(), offset.float()), examples, indices)

    run_training(network, loss_of, len(examples.pixels), run)
    return network


def reader_batch(examples: ReaderExamples, indices: np.ndarray, generator: torch.Generator | None) -> Tensor:
    pixels = torch.from_numpy(examples.pixels[indices]).permute(0, 3, 1, 2).float() / 127.5 - 1
    if generator is not None:
        pixels = jittered(pixels, generator)
    parallax = torch.from_numpy(examples.parallax[indices]).float()
    if generator is not None:
        parallax = misjudged(parallax, generator)
    parallax = parallax * PARALLAX_GAIN
    planes = parallax[:, :, None, None].expand(-1, -1, PATCH_PX, PATCH_PX)
    return torch.cat([pixels, planes], dim=1).contiguous(memory_format=torch.channels_last)


def misjudged(parallax: Tensor, generator: torch.Generator) -> Tensor:
    """Of some patches the parallax is far off, as in a cropped photo, whose camera nobody knows."""
    count = len(parallax)
    is_off = (torch.rand(count, 1, generator=generator) < MISJUDGED_SHARE).float()
    scale = torch.exp(torch.randn(count, 1, generator=generator) * 0.3 * is_off)
    return parallax * scale + torch.randn(count, 2, generator=generator) * 0.03 * is_off


def reader_loss(seen: tuple[Tensor, ...], examples: ReaderExamples, indices: np.ndarray) -> Tensor:
    kind, level, edges, offset = seen
    true_kind = torch.from_numpy(examples.kind[indices]).long()
    true_level = torch.from_numpy(examples.level[indices]).long()
    true_edges = torch.from_numpy(examples.edges[indices]).long()
    loss = functional.cross_entropy(kind, true_kind)
    is_hex = true_kind != NOT_A_HEX
    loss = loss + 0.7 * functional.cross_entropy(level, true_level, ignore_index=UNKNOWN)
    by_border = edges.reshape(-1, EDGE_CLASSES)
    loss = loss + 2.0 * functional.cross_entropy(by_border, true_edges.reshape(-1), ignore_index=UNKNOWN)
    if is_hex.any():
        true_offset = torch.from_numpy(examples.offset[indices]).float()
        miss = functional.smooth_l1_loss(offset[is_hex], true_offset[is_hex], beta=0.02)
        loss = loss + 10.0 * miss
    return loss
