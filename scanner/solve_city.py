"""Stage 6: from evidence to a city that could have been built, and how sure each hex is."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from scanner.evidence import CityEvidence
from scanner.hex_codes import KIND_ORDER
from scanner.level_doubt import joint_shift_costs
from scanner.settings import ScannerSettings
from scanner.tile_fit import start_kinds, tile_triples
from scanner.tile_puzzle import PuzzleTile, TilePuzzle

Floats = npt.NDArray[np.float64]

UNKNOWN_TILE_PRIOR = 0.003
"""How often a visible tile is not of the box: home-made, or wrongly put together by us."""


@dataclass(frozen=True)
class SolvedCity:
    """For n hexes: `kind_p` (n, 11), `level_p` (n, levels) and `hex_p` (n,) as probabilities, the levels, the visible
    tiles.

    `broken` lists the hexes that no legal tile explains, `absent` those that are most probably none.
    """

    levels: tuple[int, ...]
    kind_p: Floats
    level_p: Floats
    hex_p: Floats
    tiles: tuple[PuzzleTile, ...] = ()
    broken: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()


def solve_city(evidence: CityEvidence, players: int | None, settings: ScannerSettings) -> SolvedCity:
    """The most probable legal city; without one in time, each hex by its own evidence."""
    solution = TilePuzzle(evidence, players).solve(settings.solver_seconds)
    if solution is None:
        return read_without_rules(evidence)
    absent = tuple(index for index, level in enumerate(solution.levels) if not level)
    if absent:
        # What is left is a city of its own, to be solved by itself.
        return replace(read_without_rules(evidence), absent=absent)
    visible = tuple(tile for tile in solution.tiles if all(solution.levels[i] == tile.level for i in tile.members))
    kind_p = np.exp(evidence.kind_logp)
    for tile in visible:
        kind_p[list(tile.members)] = _kinds_of_tile(evidence.kind_logp[list(tile.members)], tile)
    level_p = _level_probabilities(evidence, solution.levels, _groups(solution.tiles, solution.levels))
    hex_p = _hex_probabilities(evidence, solution.levels)
    return SolvedCity(solution.levels, kind_p, level_p, hex_p, visible, solution.broken)


def read_without_rules(evidence: CityEvidence) -> SolvedCity:
    """Each hex by what the photo says of it alone."""
    levels = tuple(int(level) + 1 for level in evidence.level_cost.argmin(axis=1))
    level_p = _softmax(-evidence.level_cost)
    return SolvedCity(levels, np.exp(evidence.kind_logp), level_p, _odds_to_probability(evidence.absent_cost))


def _kinds_of_tile(logp: Floats, tile: PuzzleTile) -> Floats:
    """Kinds of a tile's hexes, given that it is most probably a tile of the box."""
    combinations = start_kinds() if tile.is_start else tile_triples()
    fit = np.exp(logp[np.arange(len(tile.members)), combinations].sum(axis=1))
    every_way = len(KIND_ORDER) ** len(tile.members)
    # The box allows few of all combinations, so a reading that fits it is no accident.
    from_box = (1 - UNKNOWN_TILE_PRIOR) * fit * every_way / len(combinations)
    kinds = np.exp(logp) * UNKNOWN_TILE_PRIOR
    for member in range(len(tile.members)):
        np.add.at(kinds[member], combinations[:, member], from_box)
    return np.asarray(kinds / kinds.sum(axis=1, keepdims=True), dtype=np.float64)


def _groups(tiles: tuple[PuzzleTile, ...], levels: tuple[int, ...]) -> list[list[int]]:
    """The visible hexes of each tile; hexes that no tile explains stand alone."""
    groups = [[i for i in tile.members if levels[i] == tile.level] for tile in tiles]
    explained = {index for group in groups for index in group}
    return [group for group in groups if group] + [[i] for i in range(len(levels)) if i not in explained]


def _level_probabilities(evidence: CityEvidence, levels: tuple[int, ...], groups: list[list[int]]) -> Floats:
    """For each hex the probability of every level of its tile, all others being as solved or shifted with it."""
    group_of = {index: number for number, group in enumerate(groups) for index in group}
    costs = level_costs_of_groups(evidence, levels, groups)[[group_of[index] for index in range(len(levels))]]
    own, rows = np.array(levels) - 1, np.arange(len(levels))
    for by in (-1, 1):
        shifted = costs[rows, own] + joint_shift_costs(evidence, levels, groups, by)
        column = (own + by).clip(0, evidence.levels - 1)
        costs[rows, column] = np.where(column == own, costs[rows, own], np.minimum(costs[rows, column], shifted))
    # What looks better only without the rules is at most as probable as what they allow.
    return _softmax(-np.maximum(costs, costs[rows, own][:, None]))


def level_costs_of_groups(evidence: CityEvidence, levels: tuple[int, ...], groups: list[list[int]]) -> Floats:
    """What each level (column) costs each group of hexes that lie on one level, all others being as given."""
    group_of = {index: number for number, group in enumerate(groups) for index in group}
    costs = np.array([evidence.level_cost[group].sum(axis=0) for group in groups])
    for border in evidence.borders:
        ends = (border.first, border.second), (border.second, border.first)
        for sign, (own, other) in zip((-1, 1), ends, strict=True):
            if group_of[own] == group_of[other]:
                continue
            for level in range(1, evidence.levels + 1):
                step = sign * (level - levels[other])
                costs[group_of[own], level - 1] += border.cost(step, same_tile=False)
    return np.asarray(costs, dtype=np.float64)


def _hex_probabilities(evidence: CityEvidence, levels: tuple[int, ...]) -> Floats:
    """How probable each hex is one at all, its neighbours being as solved."""
    log_odds = evidence.absent_cost.copy()
    for border in evidence.borders:
        both = border.cost(levels[border.second] - levels[border.first], same_tile=False)
        both = min(both, border.same_tile_cost)
        only_first, only_second = border.alone_cost
        log_odds[border.first] += only_second - both
        log_odds[border.second] += only_first - both
    return _odds_to_probability(log_odds)


def _odds_to_probability(log_odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-log_odds)), dtype=np.float64)


def _softmax(values: Floats) -> Floats:
    grown = np.exp(values - values.max(axis=-1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=-1, keepdims=True), dtype=np.float64)
