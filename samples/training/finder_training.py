"""Trains the finder: focal loss on centres, L1 on offsets and frames where a hex is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from samples.training.colour_jitter import jittered
from samples.training.finder_examples import FinderExamples
from samples.training.networks import HexFinder
from samples.training.schedule import TrainingRun, quick_arithmetic, run_training
from samples.training.shipped_weights import START_EXAMPLES, start_from
from scanner.hex_codes import FINDER_SIZE_RANGE_PX, FINDER_STRIDE_PX


@dataclass(frozen=True)
class FinderTargets:
    """For a batch: the centre heat (n, h, w), where it counts, and the codes at the hexes' cells."""

    heat: Tensor
    counts: Tensor
    cells: Tensor
    codes: Tensor


def train_finder(examples: FinderExamples, run: TrainingRun, start: Path | None = None) -> HexFinder:
    """A trained finder, ready for export; with `start` the weights of that file learn on."""
    network = HexFinder()
    if start is not None:
        some = np.linspace(0, len(examples.pictures) - 1, START_EXAMPLES // 8).astype(np.intp)
        start_from(network, start, finder_batch(examples, some))

    def loss_of(indices: np.ndarray, generator: torch.Generator) -> Tensor:
        pictures = finder_batch(examples, indices)
        targets = make_targets(examples.marks[indices], examples.pictures.shape[1])
        with quick_arithmetic():
            seen = network(jittered(pictures, generator).contiguous(memory_format=torch.channels_last))
        return finder_loss(seen.float(), targets)

    run_training(network, loss_of, len(examples.pictures), run)
    return network


def finder_batch(examples: FinderExamples, indices: np.ndarray) -> Tensor:
    return torch.from_numpy(examples.pictures[indices]).permute(0, 3, 1, 2).float() / 127.5 - 1


def finder_loss(seen: Tensor, targets: FinderTargets) -> Tensor:
    centre = functional.logsigmoid(seen[:, 0]), functional.logsigmoid(-seen[:, 0])
    share = torch.sigmoid(seen[:, 0])
    hit = (targets.heat > 0.999).float()
    positive = -hit * (1 - share) ** 2 * centre[0]
    negative = -(1 - hit) * (1 - targets.heat) ** 4 * share**2 * centre[1]
    hexes = max(len(targets.cells), 1)
    heat_loss = ((positive + negative) * targets.counts).sum() / hexes
    if not len(targets.cells):
        return heat_loss
    picture, row, column = targets.cells.T
    values = seen[picture, 1:, row, column]
    weights = torch.tensor([2.0, 2.0, 4.0, 4.0, 4.0, 1.0, 1.0])
    code_loss = (functional.smooth_l1_loss(values, targets.codes, beta=0.05, reduction="none") * weights).sum(1).mean()
    return heat_loss + code_loss


def make_targets(marks: np.ndarray, side_px: int) -> FinderTargets:
    """Targets from marks (n, m, 8): x, y, the frame's five numbers, and 1 for a hex, 0 to ignore, -1 for none."""
    side = side_px // FINDER_STRIDE_PX
    grid_y, grid_x = np.mgrid[0:side, 0:side] + 0.5
    heat = np.zeros((len(marks), side, side), np.float32)
    counts = np.ones_like(heat)
    cells, codes = [], []
    for picture, rows in enumerate(marks):
        for x, y, log_size, *shape, state in rows[rows[:, 7] >= 0]:
            cell_x, cell_y = (x + 0.5) / FINDER_STRIDE_PX, (y + 0.5) / FINDER_STRIDE_PX
            radius = np.exp(log_size) / FINDER_STRIDE_PX
            distance = np.hypot(grid_x - cell_x, grid_y - cell_y)
            if state == 0:
                counts[picture][distance < radius * _ignored_share(np.exp(log_size))] = 0
                continue
            column, row = int(cell_x), int(cell_y)
            if not (0 <= column < side and 0 <= row < side):
                continue
            heat[picture] = np.maximum(heat[picture], np.exp(-((distance / (0.25 * radius)) ** 2)))
            heat[picture, row, column] = 1
            # The cells around the centre learn the code too, so that a peak one cell off still knows it.
            for d_row, d_column in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)):
                if 0 <= row + d_row < side and 0 <= column + d_column < side:
                    cells.append((picture, row + d_row, column + d_column))
                    offset = cell_x - (column + d_column + 0.5), cell_y - (row + d_row + 0.5)
                    codes.append((*offset, log_size, *shape))
    return FinderTargets(
        torch.from_numpy(heat),
        torch.from_numpy(counts),
        torch.tensor(cells, dtype=torch.long).reshape(-1, 3),
        torch.tensor(codes, dtype=torch.float32).reshape(-1, 7),
    )


def _ignored_share(size_px: float) -> float:
    """How much of a hex that is not asked for is left out of the loss: all of one that is small or half hidden. What
    lies inside a hex too large for this scale is not a hex either, so there only the doubtful middle is left out."""
    largest = FINDER_SIZE_RANGE_PX[1] * 1.1
    if size_px < largest:
        return 1.0
    return 0.4 if size_px < 1.6 * largest else 0.0
