"""How well three (or two) neighbouring hexes fit a tile of the box, by their kinds."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from scanner.hex_codes import KIND_ORDER
from scoring.tiles import START_TILE, box

Floats = npt.NDArray[np.float64]

_KIND_INDEX = {kind: index for index, kind in enumerate(KIND_ORDER)}


@cache
def tile_triples() -> npt.NDArray[np.intp]:
    """Kind indices (m, 3) of every tile in every turn, clockwise, each once."""
    turned = {
        tuple(_KIND_INDEX[kind] for kind in tile.kinds[turn:] + tile.kinds[:turn])
        for tile in box()
        for turn in range(3)
    }
    return np.array(sorted(turned), dtype=np.intp)


@cache
def tile_pairs() -> npt.NDArray[np.intp]:
    """Kind indices (m, 2) of hexes that follow each other clockwise on a tile."""
    return np.unique(tile_triples()[:, :2], axis=0)


def triple_cost(logp: Floats) -> float:
    """What it costs, in log-probability, to read three hexes (3, 11) named clockwise as a tile of the box."""
    triples = tile_triples()
    fit = logp[0, triples[:, 0]] + logp[1, triples[:, 1]] + logp[2, triples[:, 2]]
    return float(logp.max(axis=1).sum() - fit.max())


def pair_cost(logp: Floats) -> float:
    """Likewise for two visible hexes (2, 11) of a tile, the second following the first clockwise."""
    pairs = tile_pairs()
    return float(logp.max(axis=1).sum() - (logp[0, pairs[:, 0]] + logp[1, pairs[:, 1]]).max())


def start_tile_cost(logp: Floats) -> float:
    """What it costs to read four hexes (4, 11), the middle first, as the starting tile."""
    return float(logp.max(axis=1).sum() - logp[np.arange(4), start_kinds()[0]].sum())


@cache
def start_kinds() -> npt.NDArray[np.intp]:
    """Kind indices (1, 4) of the starting tile, the middle first."""
    return np.array([[_KIND_INDEX[kind] for _, kind in START_TILE]], dtype=np.intp)
