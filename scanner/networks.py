"""The shipped networks, read by OpenCV and kept in memory after the first use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from threading import Lock
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from scanner.load_photo import RgbImage

Floats32 = npt.NDArray[np.float32]
_ONE_AT_A_TIME = Lock()
"""OpenCV's networks hold what they are asked: two threads must not ask at once."""


@dataclass(frozen=True)
class FinderNetwork:
    """Marks hexes in a picture."""

    net: Any

    def marks(self, rgb: RgbImage) -> Floats32:
        """Channels of `hex_codes.FINDER_CHANNELS` at a quarter of the picture's size, which 32 must divide."""
        with _ONE_AT_A_TIME:
            self.net.setInput(as_network_input(rgb[None]))
            return np.array(self.net.forward()[0], dtype=np.float32)


PATCHES_AT_ONCE = 40
"""More at once are no faster, and take hundreds of megabytes."""


@dataclass(frozen=True)
class ReaderOutput:
    """Logits for n patches: kind (n, 12), level (n, 6), edges (n, 6, 7); offset (n, 3): x, y, log size.

    `look` (n, 96) is how the top looks: calibration tells the kinds of a player's own tiles by it.
    """

    kind: Floats32
    level: Floats32
    edges: Floats32
    offset: Floats32
    look: Floats32


@dataclass(frozen=True)
class ReaderNetwork:
    """Reads straightened patches of hexes."""

    net: Any

    def read(self, patches: Floats32) -> ReaderOutput:
        """Patches (n, 5, 96, 96): red, green, blue in -1..1, then the parallax of one level in x and y."""
        parts = [
            self._read(patches[start : start + PATCHES_AT_ONCE]) for start in range(0, len(patches), PATCHES_AT_ONCE)
        ]
        kind, level, edges, offset, look = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        return ReaderOutput(kind, level, edges.reshape(len(patches), 6, -1), offset, look)

    def _read(self, patches: Floats32) -> tuple[Floats32, ...]:
        with _ONE_AT_A_TIME:
            self.net.setInput(np.ascontiguousarray(patches))
            # The network hands out its own memory, which the next patches overwrite.
            return tuple(part.copy() for part in self.net.forward(["kind", "level", "edges", "offset", "look"]))


def as_network_input(rgb: npt.NDArray[np.uint8]) -> Floats32:
    """Pictures (n, h, w, 3) of 0..255 as (n, 3, h, w) of -1..1."""
    scaled = rgb.transpose(0, 3, 1, 2).astype(np.float32) / 127.5 - 1
    return np.ascontiguousarray(scaled, dtype=np.float32)


@cache
def reader_mark() -> str:
    """Changes with the reader's weights: what was learned from its looks holds only for the same ones."""
    return sha256(_weights("reader.onnx")).hexdigest()[:12]


@cache
def finder_network() -> FinderNetwork:
    return FinderNetwork(_read("finder.onnx"))


@cache
def reader_network() -> ReaderNetwork:
    return ReaderNetwork(_read("reader.onnx"))


def _read(name: str) -> Any:
    return cv2.dnn.readNetFromONNX(np.frombuffer(_weights(name), np.uint8))


def _weights(name: str) -> bytes:
    return files("scanner").joinpath("weights", name).read_bytes()
