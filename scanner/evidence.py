"""What the photo says of each hex and each border, as costs (minus log-probabilities) that add up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scanner.hex_codes import NOT_A_HEX, EdgeClass
from scanner.read_hexes import HexReadings, log_softmax
from scoring.axial import DIRECTIONS, Axial

Floats = npt.NDArray[np.float64]

LEVEL_SHARES = np.array([0.69, 0.23, 0.065, 0.011, 0.002, 0.002])
"""How often the reader saw each level when it learned; of the two highest it saw hardly any."""
LEAST_PROBABILITY = 1e-4
"""No network knows better than this."""
FARTHEST_STEP = 2
"""Steps of two levels or more look alike."""


@dataclass(frozen=True)
class BorderEvidence:
    """Two neighbours, by index: the cost of each step from the first up to the second, and of being one tile.

    `alone_cost` is what it costs that only the first, or only the second, is a hex.
    """

    first: int
    second: int
    step_cost: Floats
    same_tile_cost: float
    alone_cost: tuple[float, float]

    def cost(self, step: int, *, same_tile: bool) -> float:
        if same_tile:
            return self.same_tile_cost
        return float(self.step_cost[min(max(step, -FARTHEST_STEP), FARTHEST_STEP) + FARTHEST_STEP])


@dataclass(frozen=True)
class CityEvidence:
    """Evidence for n hexes: `level_cost` (n, levels) where column i is level i + 1, `kind_logp` (n, 11).

    `absent_cost` (n,) is what it costs, beside its best level, that there is no hex; `is_cut_off` (n,) tells where the
    photo ends beside a hex, so that the rest of its tile may be out of sight.
    """

    places: tuple[Axial, ...]
    level_cost: Floats
    kind_logp: Floats
    borders: tuple[BorderEvidence, ...]
    absent_cost: Floats
    is_cut_off: npt.NDArray[np.bool_]

    @property
    def levels(self) -> int:
        return int(self.level_cost.shape[1])


@dataclass(frozen=True)
class EvidenceWeights:
    """How far each witness is trusted: each speaks with its log-probability times its weight.

    `rarity` is how far the reader's habit of taking hexes for the low levels it has mostly seen is undone.
    """

    level: float
    border: float
    parallax: float
    size: float
    rarity: float
    presence: float = 0.7


PLAIN_WEIGHTS = EvidenceWeights(level=0.6, border=0.49, parallax=0.15, size=0.4, rarity=0.55)
SHEET_WEIGHTS = EvidenceWeights(level=0.25, border=0.15, parallax=0.1, size=0.5, rarity=0.29)
"""Fitted to photos with the corner sheet from straight above, where size says most beside the reader."""


@dataclass(frozen=True)
class TopEvidence:
    """Log-probabilities (n, levels) of each level by where the top is seen and by how large it is."""

    parallax_logp: Floats
    size_logp: Floats


def gather_evidence(
    places: tuple[Axial, ...],
    readings: HexReadings,
    tops: TopEvidence,
    weights: EvidenceWeights,
    is_cut_off: npt.NDArray[np.bool_] | None = None,
) -> CityEvidence:
    """Join the reader's levels and borders with place and size of the tops."""
    reader_logp = weights.level * readings.level - weights.rarity * np.log(LEVEL_SHARES)
    level_cost = -log_softmax(reader_logp + weights.parallax * tops.parallax_logp + weights.size * tops.size_logp)
    kind_logp = log_softmax(readings.kind[:, :NOT_A_HEX])
    return CityEvidence(
        places,
        level_cost,
        kind_logp,
        tuple(_borders(places, readings, weights.border)),
        weights.presence * _log_odds(readings.hex_probability()),
        np.zeros(len(places), dtype=bool) if is_cut_off is None else is_cut_off,
    )


def _log_odds(probability: Floats) -> Floats:
    held = probability.clip(LEAST_PROBABILITY, 1 - LEAST_PROBABILITY)
    return np.asarray(np.log(held) - np.log1p(-held), dtype=np.float64)


def _borders(places: tuple[Axial, ...], readings: HexReadings, weight: float) -> list[BorderEvidence]:
    index_of = {place: index for index, place in enumerate(places)}
    borders = []
    for first, place in enumerate(places):
        for direction in range(3):
            second = index_of.get(place.moved(DIRECTIONS[direction]))
            if second is not None:
                seen = readings.edges[first, direction], readings.edges[second, direction + 3]
                borders.append(_border(first, second, *seen, weight))
    return borders


def _border(first: int, second: int, from_first: Floats, from_second: Floats, weight: float) -> BorderEvidence:
    """Both hexes look at the same border, so their words are averaged. If both are hexes, 'outside' is wrong."""
    ways = [(c, _MIRROR[c]) for c in _STEP_CLASSES]
    logp = log_softmax(np.array([(from_first[c] + from_second[m]) / 2 for c, m in ways]))
    outside = np.exp([from_first[EdgeClass.OUTSIDE], from_second[EdgeClass.OUTSIDE]])
    outside = outside.clip(LEAST_PROBABILITY, 1 - LEAST_PROBABILITY)
    cost = -weight * (logp + np.log1p(-outside).mean())
    only_first, only_second = -weight * np.log(outside)
    return BorderEvidence(first, second, cost[1:], float(cost[0]), (float(only_first), float(only_second)))


_STEP_CLASSES = (
    EdgeClass.SAME_TILE,
    EdgeClass.MORE_DOWN,
    EdgeClass.ONE_DOWN,
    EdgeClass.SAME_LEVEL,
    EdgeClass.ONE_UP,
    EdgeClass.MORE_UP,
)
_MIRROR = {
    EdgeClass.SAME_TILE: EdgeClass.SAME_TILE,
    EdgeClass.SAME_LEVEL: EdgeClass.SAME_LEVEL,
    EdgeClass.ONE_UP: EdgeClass.ONE_DOWN,
    EdgeClass.ONE_DOWN: EdgeClass.ONE_UP,
    EdgeClass.MORE_UP: EdgeClass.MORE_DOWN,
    EdgeClass.MORE_DOWN: EdgeClass.MORE_UP,
}
