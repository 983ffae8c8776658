"""Random light on training pictures: casts, exposure, contrast and washed-out colours, by seed."""

from __future__ import annotations

import torch
from torch import Tensor


def jittered(pictures: Tensor, generator: torch.Generator) -> Tensor:
    """Pictures (n, 3, h, w) of -1..1, each under another light."""
    count = len(pictures)

    def draw(low: float, high: float, channels: int = 1) -> Tensor:
        values = torch.rand(count, channels, 1, 1, generator=generator)
        return low + (high - low) * values

    light = ((pictures + 1) / 2).clamp(1e-3, 1)
    light = light ** draw(0.75, 1.35)
    light = light * draw(0.8, 1.2) * draw(0.86, 1.14, 3)
    grey = light.mean(dim=1, keepdim=True)
    light = grey + (light - grey) * draw(0.65, 1.3)
    strength = draw(0, 1) ** 3 * 0.05
    noise = torch.randn(pictures.shape, generator=generator)
    return (light + noise * strength).clamp(0, 1) * 2 - 1
