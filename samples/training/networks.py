"""The two networks: one finds hexes anywhere in a picture, the other reads one hex and its six borders."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from scanner.hex_codes import EDGE_CLASSES, FINDER_CHANNELS, KIND_CLASSES, LEVEL_CLASSES, LOOK_NUMBERS, NOT_A_HEX


def conv(inputs: int, outputs: int, *, size: int = 3, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    padding = dilation * (size // 2)
    layer = nn.Conv2d(inputs, outputs, size, stride, padding, dilation=dilation, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Residual(nn.Module):
    def __init__(self, channels: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = conv(channels, channels, dilation=dilation)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, inputs: Tensor) -> Tensor:
        return torch.relu(inputs + self.second(self.first(inputs)))


class HexFinder(nn.Module):
    """Marks hex centres with their frames on a grid of a quarter of the input's size."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, size=5, stride=2), conv(16, 32, stride=2))
        self.trunk = nn.Sequential(
            conv(32, 64, stride=2), Residual(64), Residual(64, dilation=2), Residual(64), Residual(64, dilation=2)
        )
        self.lift = nn.Sequential(nn.Conv2d(64, 32, 1), nn.Upsample(scale_factor=2, mode="nearest"))
        self.merge = nn.Sequential(conv(32, 32), conv(32, 32))
        self.head = nn.Conv2d(32, FINDER_CHANNELS, 1)

    def forward(self, pictures: Tensor) -> Tensor:
        fine = self.stem(pictures)
        out: Tensor = self.head(self.merge(fine + self.lift(self.trunk(fine))))
        return out


class HexReader(nn.Module):
    """Reads a straightened patch around a hex; two more channels carry the parallax of one level."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(5, 24, size=5, stride=2),
            conv(24, 32),
            conv(32, 48, stride=2),
            Residual(48),
            conv(48, 80, stride=2),
            Residual(80),
            conv(80, 112, stride=2),
            Residual(112),
        )
        self.mix = nn.Sequential(
            conv(112, 48, size=1), nn.Flatten(), nn.Linear(48 * 36, 192), nn.ReLU(inplace=True), nn.Dropout(0.1)
        )
        # How the top looks, whichever way it is turned: by the middle of the patch, where the hex itself is.
        self.look = nn.Sequential(conv(112, LOOK_NUMBERS, size=1), nn.AvgPool2d(4), nn.Flatten())
        self.kind = nn.Linear(192, KIND_CLASSES)
        self.level = nn.Linear(192, LEVEL_CLASSES)
        self.edges = nn.Linear(192, 6 * EDGE_CLASSES)
        self.offset = nn.Linear(192, 3)

    def forward(self, patches: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        body = self.body(patches)
        seen = self.mix(body)
        look = self.look(body[:, :, 1:5, 1:5])
        return self.kind(seen), self.level(seen), self.edges(seen), self.offset(seen), look


class SetKinds(nn.Module):
    """For every printed set a reader of its own, which tells kinds by looks alone.

    It is thrown away after training: what stays are looks by which the kinds of any set can be told.
    """

    def __init__(self, sets: int) -> None:
        super().__init__()
        self.weights = nn.Parameter(torch.randn(sets, LOOK_NUMBERS + 1, NOT_A_HEX) * 0.05)

    def forward(self, look: Tensor, print_set: Tensor) -> Tensor:
        own = self.weights[print_set]
        logits: Tensor = torch.einsum("nd,ndk->nk", look, own[:, :-1]) + own[:, -1]
        return logits
