"""How far each witness of a level is to be trusted: fits `EvidenceWeights` on labelled photos.

For every visible tile, all others being as they truly are, the witnesses each give a cost for every level. The
weights that make the true levels most probable make the confidences honest too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from samples.benchmark.labelled_photos import LabelledPhoto, labelled_photos_in
from samples.benchmark.matching import match_cities
from scanner.evidence import PLAIN_WEIGHTS, EvidenceWeights, gather_evidence
from scanner.read_city import SeenCity, top_evidence
from scanner.scan_photo import Stage, scan_photo
from scanner.settings import DEFAULT_SETTINGS
from scanner.solve_city import level_costs_of_groups
from scoring.axial import Axial

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Witnesses:
    """For n tiles the cost of each level by witness, (n, 5, levels), and the true level as a column, (n,)."""

    costs: Floats
    truth: npt.NDArray[np.intp]


def gather_witnesses(photos: list[LabelledPhoto]) -> Witnesses:
    rows = [row for photo in photos for row in _photo_rows(photo)]
    return Witnesses(np.array([costs for costs, _ in rows]), np.array([level - 1 for _, level in rows], dtype=np.intp))


def fit_weights(witnesses: Witnesses) -> EvidenceWeights:
    """The weights of level, border, parallax, size and rarity that make the true levels most probable."""

    def surprise(log_weights: Floats) -> float:
        return mean_surprise(witnesses, EvidenceWeights(*np.exp(log_weights)))

    found = minimize(
        surprise, np.log([0.6, 0.6, 0.05, 0.1, 0.4]), method="Nelder-Mead", options={"xatol": 0.01, "fatol": 1e-5}
    )
    return EvidenceWeights(*(round(float(value), 3) for value in np.exp(found.x)))


def mean_surprise(witnesses: Witnesses, weights: EvidenceWeights) -> float:
    """Minus the mean log-probability of the true levels."""
    costs = np.einsum(
        "nwl,w->nl",
        witnesses.costs,
        np.array([weights.level, weights.border, weights.parallax, weights.size, weights.rarity]),
    )
    costs = costs - costs.min(axis=1, keepdims=True)
    logp = -costs - np.log(np.exp(-costs).sum(axis=1, keepdims=True))
    return float(-logp[np.arange(len(logp)), witnesses.truth].mean())


def _photo_rows(photo: LabelledPhoto) -> Iterator[tuple[Floats, int]]:
    seen: list[SeenCity] = []

    def watch(stage: Stage, made: object) -> None:
        if stage is Stage.READ:
            seen.extend(cast("list[SeenCity]", made))

    result = scan_photo(photo.path, observer=watch)
    by_places = {frozenset(city.lattice.places): city for city in seen}
    for pair in match_cities(photo.truth.cities, result.cities):
        if pair.truth is None or pair.read is None:
            continue
        # A city from which the solver dropped a hex is no longer what was seen.
        city = by_places.get(frozenset(hex_.place for hex_ in pair.read.hexes))
        if city is None:
            continue
        levels = {h.read.place: h.truth.level for h in pair.hexes if h.truth is not None and h.read is not None}
        if len(levels) == len(city.lattice.places):
            tiles = [tuple(tile.places) for tile in pair.read.tiles]
            yield from _city_rows(city, levels, tiles)


def _city_rows(
    city: SeenCity, levels: dict[Axial, int], tiles: list[tuple[Axial, ...]]
) -> Iterator[tuple[Floats, int]]:
    places = city.lattice.places
    index_of = {place: index for index, place in enumerate(places)}
    true_levels = tuple(levels[place] for place in places)
    # Read tiles whose hexes truly lie on one level; every other hex stands alone.
    groups = [[index_of[p] for p in tile] for tile in tiles if len({levels[p] for p in tile}) == 1]
    grouped = {index for group in groups for index in group}
    groups += [[index] for index in range(len(places)) if index not in grouped]
    tops = top_evidence(city.lattice, city.readings, city.camera, DEFAULT_SETTINGS)
    by_witness = []
    for weights in (EvidenceWeights(*row) for row in np.eye(5).tolist()):
        evidence = gather_evidence(places, city.readings, tops, weights)
        by_witness.append(level_costs_of_groups(evidence, true_levels, groups))
    costs = np.stack(by_witness, axis=1)
    for group, rows in zip(groups, costs, strict=True):
        yield rows, min(true_levels[group[0]], DEFAULT_SETTINGS.max_level)


def main() -> None:
    folder = Path(sys.argv[1])
    witnesses = gather_witnesses(list(labelled_photos_in(folder).photos))
    before, after = PLAIN_WEIGHTS, fit_weights(witnesses)
    for name, weights in (("now", before), ("fitted", after)):
        sys.stdout.write(f"{name}: {weights} surprise {mean_surprise(witnesses, weights):.4f}\n")


if __name__ == "__main__":
    main()
