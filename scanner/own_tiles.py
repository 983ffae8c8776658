"""Tiles of a player's own, learned from a few examples: whether a city is built of them, and what its hexes show."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from scanner.hex_codes import LOOK_NUMBERS, NOT_A_HEX
from scanner.plain_looks import PLAIN_LOOKS, plain_looks
from scanner.read_hexes import HexReadings, log_softmax

Floats = npt.NDArray[np.float64]

ALL_LOOKS = LOOK_NUMBERS + PLAIN_LOOKS
LARGEST_WORD = 3.0
"""How much one hex may say (log-odds) for or against a city being built of a set."""
SURE_HEX = 0.8
"""So probable must a mark be a hex to be asked."""
SURE_WORDS = 4.0
"""How much all hexes must say for it."""


@dataclass(frozen=True, eq=False)
class TileProfile:
    """A linear reader of looks with d numbers: `mean` and `scale` (d,), `kinds` (d + 1, 11), `own` (d + 1,), the last
    row added.

    `kinds` tells the kind of a hex of this set; `own` the log-odds that it is of this set and not of the set that the
    scanner knows.
    """

    name: str
    mean: Floats
    scale: Floats
    kinds: Floats
    own: Floats

    def kind_logp(self, look: Floats) -> Floats:
        return log_softmax(self._even(look) @ self.kinds[:-1] + self.kinds[-1])

    def own_logodds(self, look: Floats) -> Floats:
        return np.asarray(self._even(look) @ self.own[:-1] + self.own[-1], dtype=np.float64)

    def _even(self, look: Floats) -> Floats:
        return np.asarray((look - self.mean) / self.scale, dtype=np.float64)


def all_looks(readings: HexReadings) -> Floats:
    """How each top looks (n, ALL_LOOKS): to the network, and in plain colours and shapes."""
    return np.column_stack([readings.look, plain_looks(readings.pixels)])


def set_of_city(
    readings: HexReadings, tiles: tuple[TileProfile, ...], expected: TileProfile | None = None
) -> TileProfile | None:
    """The set that the hexes speak for; None for the one the scanner knows.

    A few hexes that say little are of the set that is `expected`, since others in the photo are.
    """
    if not tiles:
        return None
    looks = all_looks(readings)
    words = [_words(readings.hex_probability(), profile.own_logodds(looks)) for profile in tiles]
    if max(words) > SURE_WORDS:
        return tiles[int(np.argmax(words))]
    says_otherwise = any(word < -SURE_WORDS for word, profile in zip(words, tiles, strict=True) if profile is expected)
    return None if says_otherwise else expected


def _words(is_hex: Floats, logodds: Floats) -> float:
    """What the hexes say for a set; marks that may be none, as on a drawn grid, are not asked."""
    return float(np.clip(logodds[is_hex > SURE_HEX], -LARGEST_WORD, LARGEST_WORD).sum())


def read_as(readings: HexReadings, profile: TileProfile | None) -> HexReadings:
    """The readings with the kinds of a player's own set. What is a hex at all shows whatever is printed on it."""
    if profile is None:
        return readings
    is_none = readings.kind[:, NOT_A_HEX:]
    is_hex = np.log(np.maximum(-np.expm1(is_none), 1e-12))
    return replace(readings, kind=np.column_stack([profile.kind_logp(all_looks(readings)) + is_hex, is_none]))
