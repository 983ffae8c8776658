"""Tiles of a player's own, learned from a few examples: whether a city is built of them, and what its hexes show."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from scanner.hex_codes import NOT_A_HEX, EdgeClass
from scanner.read_hexes import HexReadings, log_softmax

Floats = npt.NDArray[np.float64]

LARGEST_WORD = 3.0
"""How much one hex may say (log-odds) for or against a city being built of a set."""
SURE_WORDS = 4.0
"""How much all hexes must say for it."""
OWN_SHARE = 0.85
"""How much the reader of the set has to say on what is a hex; the rest is the stock reader's."""


@dataclass(frozen=True)
class TileProfile:
    """A linear reader of d features: `mean` and `scale` (d,), `kinds` (d + 1, 12), `own` (d + 1,), the last row added.

    `kinds` tells the kind of a hex of this set (or that it is none); `own` the log-odds that it is of this set
    and not of the set that the scanner knows.
    """

    name: str
    mean: Floats
    scale: Floats
    kinds: Floats
    own: Floats

    def kind_logp(self, features: Floats) -> Floats:
        return log_softmax(self._even(features) @ self.kinds[:-1] + self.kinds[-1])

    def own_logodds(self, features: Floats) -> Floats:
        return np.asarray(self._even(features) @ self.own[:-1] + self.own[-1], dtype=np.float64)

    def _even(self, features: Floats) -> Floats:
        return np.asarray((features[:, -len(self.mean) :] - self.mean) / self.scale, dtype=np.float64)


def set_of_city(readings: HexReadings, tiles: tuple[TileProfile, ...]) -> TileProfile | None:
    """The set that the hexes speak for; None for the one the scanner knows."""
    words = [_words(readings, profile) for profile in tiles]
    if not words or max(words) <= SURE_WORDS:
        return None
    return tiles[int(np.argmax(words))]


def _words(readings: HexReadings, profile: TileProfile) -> float:
    """What the hexes say for a set, each as far as it is one."""
    is_hex = -np.expm1(profile.kind_logp(readings.features)[:, NOT_A_HEX])
    words = np.clip(profile.own_logodds(readings.features), -LARGEST_WORD, LARGEST_WORD)
    return float((is_hex * words).sum())


def read_as(readings: HexReadings, profile: TileProfile | None) -> HexReadings:
    """The readings with the kinds of a player's own set."""
    if profile is None:
        return readings
    own = profile.kind_logp(readings.features)
    stock = _logodds(readings.kind[:, NOT_A_HEX])
    logodds = OWN_SHARE * _logodds(own[:, NOT_A_HEX]) + (1 - OWN_SHARE) * stock
    kinds = log_softmax(own[:, :NOT_A_HEX]) - np.logaddexp(0, logodds)[:, None]
    return replace(
        readings, kind=np.column_stack([kinds, -np.logaddexp(0, -logodds)]), edges=_without_outside(readings.edges)
    )


def _without_outside(edges: Floats) -> Floats:
    """The words for the borders without any on the table beyond: the stock reader takes strange tiles for it."""
    others = log_softmax(np.delete(edges, EdgeClass.OUTSIDE, axis=-1))
    return np.asarray(np.insert(others, EdgeClass.OUTSIDE, 0.0, axis=-1) + np.log(0.5), dtype=np.float64)


def _logodds(logp: Floats) -> Floats:
    return np.asarray(logp - np.log(np.maximum(-np.expm1(logp), 1e-12)), dtype=np.float64)
