"""One training loop for both networks: AdamW, one cycle, averaged weights, seeded."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn


@dataclass(frozen=True)
class TrainingRun:
    """How long and how fast to learn."""

    name: str
    epochs: int
    batch: int
    peak_rate: float
    seed: int = 0
    weight_decay: float = 0.01
    minutes: float | None = None
    """The cycle ends after this time, whatever the epochs say."""


LossOf = Callable[[np.ndarray, torch.Generator], Tensor]


def run_training(
    network: nn.Module, loss_of: LossOf, examples: int, run: TrainingRun, helpers: Sequence[nn.Module] = ()
) -> None:
    """Train in place; at the end the network holds the average of its last weights.

    `helpers` learn along and are not needed afterwards.
    """
    torch.manual_seed(run.seed)
    generator = torch.Generator().manual_seed(run.seed)
    order = np.random.default_rng(run.seed)
    network.to(memory_format=torch.channels_last).train()
    parameters = [parameter for module in (network, *helpers) for parameter in module.parameters()]
    optimiser = torch.optim.AdamW(parameters, lr=run.peak_rate, weight_decay=run.weight_decay)
    average = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99), use_buffers=True
    )
    started = time.monotonic()
    batches = examples // run.batch
    smooth = 0.0
    for epoch in range(run.epochs):
        shuffled = order.permutation(examples)
        for number in range(batches):
            share = _share_done(epoch + number / batches, run, time.monotonic() - started)
            for group in optimiser.param_groups:
                group["lr"] = run.peak_rate * _cycle(share)
            chosen = np.sort(shuffled[number * run.batch : (number + 1) * run.batch])
            loss = loss_of(chosen, generator)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(parameters, 5.0)
            optimiser.step()
            average.update_parameters(network)
            smooth = loss.item() if smooth == 0 else 0.98 * smooth + 0.02 * loss.item()
            if share >= 1:
                break
        elapsed = time.monotonic() - started
        sys.stderr.write(f"{run.name} epoch {epoch + 1}/{run.epochs} loss {smooth:.4f} {elapsed:.0f} s\n")
        if share >= 1:
            break
    network.load_state_dict(average.module.state_dict())
    network.eval()


def quick_arithmetic() -> torch.autocast:
    """16 bit numbers where the processor knows them; elsewhere they would take twice as long as 32 bits."""
    known = torch.cpu.get_capabilities()
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=bool(known["avx512_bf16"] or known["amx_bf16"]))


def _share_done(epochs: float, run: TrainingRun, seconds: float) -> float:
    by_time = seconds / (60 * run.minutes) if run.minutes else 0.0
    return min(1.0, max(epochs / run.epochs, by_time))


def _cycle(share: float) -> float:
    """Up in the first tenth, then down along a cosine."""
    if share < 0.1:
        return 0.05 + 0.95 * share / 0.1
    return 0.005 + 0.995 * 0.5 * (1 + float(np.cos(np.pi * (share - 0.1) / 0.9)))
