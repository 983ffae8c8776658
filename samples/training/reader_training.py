"""Trains the reader: cross entropy on kind, level and the six borders, L1 on where the top lies and how large it is.

Of a hex of a random set the reader need only say that it is one; its looks must tell the kinds of that set apart.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from samples.training.colour_jitter import jittered
from samples.training.networks import HexReader, SetKinds
from samples.training.reader_examples import KNOWN_SET, UNKNOWN, ReaderExamples
from samples.training.schedule import TrainingRun, quick_arithmetic, run_training
from samples.training.shipped_weights import START_EXAMPLES, start_from
from scanner.hex_codes import EDGE_CLASSES, NOT_A_HEX, PATCH_PX
from scanner.read_hexes import PARALLAX_GAIN

MISJUDGED_SHARE = 0.3


def train_reader(examples: ReaderExamples, run: TrainingRun, start: Path | None = None) -> HexReader:
    """A trained reader, ready for export; with `start` the weights of that file learn on."""
    network = HexReader()
    set_kinds = SetKinds(int(examples.print_set.max()) + 2)
    if start is not None:
        some = np.linspace(0, len(examples.pixels) - 1, START_EXAMPLES).astype(np.intp)
        start_from(network, start, reader_batch(examples, some, None))

    def loss_of(indices: np.ndarray, generator: torch.Generator) -> Tensor:
        inputs = reader_batch(examples, indices, generator)
        with quick_arithmetic():
            kind, level, edges, offset, look = network(inputs)
        seen = kind.float(), level.float(), edges.float(), offset.float()
        # The known faces are the first set.
        of_set = set_kinds(look.float(), torch.from_numpy(examples.print_set[indices]).long() - KNOWN_SET)
        return reader_loss(seen, examples, indices) + look_loss(of_set, examples, indices)

    run_training(network, loss_of, len(examples.pixels), run, helpers=(set_kinds,))
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
    is_hex = true_kind != NOT_A_HEX
    is_known = torch.from_numpy(examples.print_set[indices] == KNOWN_SET)
    loss = kind_loss(kind, true_kind, is_known | ~is_hex)
    loss = loss + 0.7 * functional.cross_entropy(level, true_level, ignore_index=UNKNOWN)
    by_border = edges.reshape(-1, EDGE_CLASSES)
    loss = loss + 2.0 * functional.cross_entropy(by_border, true_edges.reshape(-1), ignore_index=UNKNOWN)
    if is_hex.any():
        true_offset = torch.from_numpy(examples.offset[indices]).float()
        place_miss = functional.smooth_l1_loss(offset[is_hex, :2], true_offset[is_hex, :2], beta=0.02)
        size_miss = functional.smooth_l1_loss(offset[is_hex, 2], true_offset[is_hex, 2], beta=0.003)
        loss = loss + 7.0 * place_miss + 20.0 * size_miss
    return loss


def kind_loss(kind: Tensor, true_kind: Tensor, is_kind_known: Tensor) -> Tensor:
    """Cross entropy; where a strange picture hides the kind, that of being a hex of any kind."""
    logp = functional.log_softmax(kind, dim=1)
    any_kind = torch.logsumexp(logp[:, :NOT_A_HEX], dim=1)
    told = logp.gather(1, true_kind[:, None])[:, 0]
    return -torch.where(is_kind_known, told, any_kind).mean()


def look_loss(of_set: Tensor, examples: ReaderExamples, indices: np.ndarray) -> Tensor:
    """Cross entropy of the kinds that each hex's set tells by its looks."""
    true_kind = torch.from_numpy(examples.kind[indices]).long()
    return 0.5 * functional.cross_entropy(of_set, true_kind, ignore_index=NOT_A_HEX)
