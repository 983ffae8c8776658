"""Stage 6: the most probable legal arrangement of tiles, as a mixed integer linear program.

Every place p carries one tile on each level from 1 to its own level. With y[T, n] = 'a tile lies on triangle T on
level n' and g[p, n] = 'p is at least n high', the rules of building are linear:

- the tiles over p on level n, the starting tile included, add up to g[p, n], and g[p, n + 1] <= g[p, n];
- no tile lies exactly on another: y[T, n] + y[T, n + 1] <= 1;
- there is one starting tile.

A place may also be empty, on level 0, if the photo does not show for sure that a hex lies there.

Hidden tiles are part of the program, so the levels always add up to 4 + 3 n. Each rule can be broken at a price, so
that strong evidence against the rules is kept. Evidence for pairs enters through x[e, a, b] = 'the hexes of border e
are a and b high' and z[e, n] = 'they are tops of one tile on level n'.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, OptimizeResult, milp
from scipy.sparse import csr_array

from scanner.evidence import BorderEvidence, CityEvidence
from scanner.tile_fit import pair_cost, start_tile_cost, triple_cost
from scoring.axial import DIRECTIONS, Axial
from scoring.building import triangles_at
from scoring.tiles import TILES_PER_PLAYER

BROKEN_RULE_COST = 7.0
"""Price of a hex that no tile explains."""
CUT_OFF_COST = 1.0
"""The same where the rest of the tile may be beyond the edge of the photo."""
UNKNOWN_TILE_COST = 6.0
"""Most that a visible tile which the box does not hold may cost."""
SURE_HEX_COST = 6.0
"""A hex that costs more than this to be none is one."""
UNLIKELY_LEVEL_COST = 8.0
"""Levels that cost this much more than the best one of their hex are not tried."""
TIME_IS_UP = 1
"""The status of scipy's milp when it was stopped."""
LARGEST_GAP = 0.6
"""Of an arrangement found when time was up, the share of its cost that may be too much; beyond, it is worthless."""
FINISHED_GAME_GAIN = 2.5
"""How much likelier than any other number of tiles is the number of a finished game."""


@dataclass(frozen=True)
class PuzzleTile:
    """A tile of the solution, hidden or not: the places by index, its level."""

    members: tuple[int, ...]
    level: int
    is_start: bool


@dataclass(frozen=True)
class PuzzleSolution:
    """The level of each hex, 0 where there is none, and all tiles; `broken` lists hexes that no legal tile explains."""

    levels: tuple[int, ...]
    tiles: tuple[PuzzleTile, ...]
    broken: tuple[int, ...]
    is_proven: bool


class _Program:
    """Columns with costs and bounds, rows with limits, for scipy's milp."""

    def __init__(self) -> None:
        self.costs: list[float] = []
        self.upper: list[float] = []
        self.integral: list[bool] = []
        self.entries: list[tuple[int, int, float]] = []
        self.low: list[float] = []
        self.high: list[float] = []

    def column(self, cost: float = 0.0, *, integral: bool = False, upper: float = 1.0) -> int:
        self.costs.append(cost)
        self.upper.append(upper)
        self.integral.append(integral)
        return len(self.costs) - 1

    def row(self, terms: Iterable[tuple[int, float]], low: float, high: float) -> None:
        index = len(self.low)
        self.entries.extend((index, column, value) for column, value in terms)
        self.low.append(low)
        self.high.append(high)

    def solve(self, seconds: float) -> tuple[np.ndarray | None, bool]:
        """The columns' values, if any worth having were found in time, and whether they are proven the best.

        The solver's clock also runs while a busy machine works for others, and a city must not be read another way
        for that. So a run that was stopped with little work done gets more time.
        """
        for patience in (1, 5, 25):
            began = time.process_time()
            outcome = self._run(seconds * patience)
            if outcome.status != TIME_IS_UP or time.process_time() - began > seconds / 2:
                break
        stopped_far_off = outcome.x is not None and outcome.mip_gap > LARGEST_GAP
        return None if stopped_far_off else outcome.x, outcome.status == 0

    def _run(self, seconds: float) -> OptimizeResult:
        rows, columns, values = zip(*self.entries, strict=True)
        matrix = csr_array((values, (rows, columns)), shape=(len(self.low), len(self.costs)))
        return milp(
            np.array(self.costs),
            integrality=np.array(self.integral, dtype=int),
            bounds=Bounds(0, np.array(self.upper)),
            constraints=LinearConstraint(matrix, np.array(self.low), np.array(self.high)),
            options={"time_limit": seconds, "mip_rel_gap": 1e-4},
        )


class TilePuzzle:
    """Builds the program for one city."""

    def __init__(self, evidence: CityEvidence, players: int | None) -> None:
        self.evidence = evidence
        self.players = players
        self.program = _Program()
        self.index_of = {place: index for index, place in enumerate(evidence.places)}
        self.allowed = [
            _likely_levels(costs, may_be_absent=absent < SURE_HEX_COST)
            for costs, absent in zip(evidence.level_cost, evidence.absent_cost, strict=True)
        ]
        self.reach: dict[tuple[int, int], int] = {}
        self.exact: dict[tuple[int, int], int] = {}
        self.tiles: dict[tuple[tuple[int, ...], int], int] = {}
        self.starts: dict[tuple[int, ...], int] = {}
        self.broken: dict[tuple[int, int], int] = {}
        self._add_levels()
        self._add_tiles()
        self._add_coverage()
        self._add_borders()
        self._add_tile_count()

    def solve(self, seconds: float) -> PuzzleSolution | None:
        values, proven = self.program.solve(seconds)
        if values is None:
            return None
        levels = tuple(
            max(level for level in allowed if values[self.exact[index, level]] > 0.5)
            for index, allowed in enumerate(self.allowed)
        )
        tiles = [
            PuzzleTile(members, level, is_start=False) for (members, level), c in self.tiles.items() if values[c] > 0.5
        ]
        tiles += [PuzzleTile(members, 1, is_start=True) for members, c in self.starts.items() if values[c] > 0.5]
        broken = {index for (index, _), column in self.broken.items() if values[column] > 0.5}
        return PuzzleSolution(levels, tuple(tiles), tuple(sorted(broken)), proven)

    def _add_levels(self) -> None:
        """One exact level for each hex, and g as sums of the exact levels."""
        for index, allowed in enumerate(self.allowed):
            for level in allowed:
                cost = self.evidence.level_cost[index, level - 1] if level else self.evidence.absent_cost[index]
                self.exact[index, level] = self.program.column(float(cost), integral=True)
            self.program.row([(self.exact[index, level], 1.0) for level in allowed], 1, 1)

    def _height(self, index: int, level: int) -> list[tuple[int, float]]:
        """g[index, level] as a sum of columns."""
        return [(self.exact[index, own], 1.0) for own in self.allowed[index] if own >= level]

    def _add_tiles(self) -> None:
        for triangle in self._triangles():
            logp = self.evidence.kind_logp[list(triangle)]
            unknown = min(triple_cost(logp), UNKNOWN_TILE_COST)
            tops = [max(self.allowed[index]) for index in triangle]
            for level in range(1, min(tops) + 1):
                column = self.program.column(integral=True)
                self.tiles[triangle, level] = column
                if unknown > 0.1:
                    self._price_when_visible(column, triangle, level, unknown)
                if level > 1:
                    self.program.row([(column, 1), (self.tiles[triangle, level - 1], 1)], 0, 1)
        for members in self._start_places():
            column = self.program.column(integral=True)
            self.starts[members] = column
            cost = min(start_tile_cost(self.evidence.kind_logp[list(members)]), 2 * UNKNOWN_TILE_COST)
            self._price_when_visible(column, members, 1, cost)
        missing = self.program.column(BROKEN_RULE_COST)
        self.program.row([*((column, 1.0) for column in self.starts.values()), (missing, 1.0)], 1, 1)

    def _price_when_visible(self, column: int, members: tuple[int, ...], level: int, cost: float) -> None:
        """Charge the cost if the tile is there and none of its hexes is covered."""
        visible = self.program.column(cost)
        covers = [term for index in members for term in self._height(index, level + 1)]
        self.program.row([(visible, 1.0), (column, -1.0), *covers], 0, np.inf)

    def _add_coverage(self) -> None:
        over: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for (members, level), column in self.tiles.items():
            for index in members:
                over[index, level].append(column)
        for members, column in self.starts.items():
            for index in members:
                over[index, 1].append(column)
        for index, allowed in enumerate(self.allowed):
            cost = CUT_OFF_COST if self.evidence.is_cut_off[index] else BROKEN_RULE_COST
            for level in range(1, max(allowed) + 1):
                broken = self.program.column(cost)
                self.broken[index, level] = broken
                tiles = [(column, 1.0) for column in over[index, level]]
                height = [(column, -value) for column, value in self._height(index, level)]
                self.program.row([*tiles, *height, (broken, 1.0)], 0, 0)

    def _add_borders(self) -> None:
        by_border: defaultdict[tuple[int, int], list[tuple[int, int, float]]] = defaultdict(list)
        for (members, level), column in self.tiles.items():
            for first, second in ((0, 1), (1, 2), (2, 0)):
                pair = members[first], members[second]
                cost = min(pair_cost(self.evidence.kind_logp[list(pair)]), UNKNOWN_TILE_COST)
                by_border[min(pair), max(pair)].append((level, column, cost))
        for members, column in self.starts.items():
            for other in members[1:]:
                by_border[min(members[0], other), max(members[0], other)].append((1, column, 0.0))
        for border in self.evidence.borders:
            ends = min(border.first, border.second), max(border.first, border.second)
            self._add_border(border, by_border[ends])

    def _add_border(self, border: BorderEvidence, tiles: list[tuple[int, int, float]]) -> None:
        joint: dict[tuple[int, int], int] = {}
        for low in self.allowed[border.first]:
            for high in self.allowed[border.second]:
                joint[low, high] = self.program.column(_border_cost(border, low, high))
        for end, index in enumerate((border.first, border.second)):
            for level in self.allowed[index]:
                terms = [(column, 1.0) for pair, column in joint.items() if pair[end] == level]
                self.program.row([*terms, (self.exact[index, level], -1.0)], 0, 0)
        gain = border.same_tile_cost - border.cost(0, same_tile=False)
        for level in {level for level, _, _ in tiles}:
            if (level, level) not in joint:
                continue
            over = [(column, cost) for own, column, cost in tiles if own == level]
            self._add_one_tile(joint[level, level], over, gain)

    def _add_one_tile(self, both_tops: int, tiles: list[tuple[int, float]], gain: float) -> None:
        """z[e, n] for each tile over the border: both hexes are tops on its level, and the tile is there."""
        together = []
        for column, cost in tiles:
            one_tile = self.program.column(gain + cost)
            self.program.row([(one_tile, 1.0), (column, -1.0)], -np.inf, 0)
            self.program.row([(one_tile, 1.0), (column, -1.0), (both_tops, -1.0)], -1, np.inf)
            together.append((one_tile, 1.0))
        self.program.row([*together, (both_tops, -1.0)], -np.inf, 0)

    def _add_tile_count(self) -> None:
        """Finished games have known numbers of tiles."""
        counts = {TILES_PER_PLAYER[max(self.players, 2)]} if self.players else set(TILES_PER_PLAYER.values())
        gain = BROKEN_RULE_COST if self.players else FINISHED_GAME_GAIN
        finished = {count: self.program.column(-gain, integral=True) for count in counts}
        rest = self.program.column(upper=float(4 * len(self.evidence.places)))
        unfinished = self.program.column(integral=True)
        self.program.row([(column, 1.0) for column in (*finished.values(), unfinished)], 1, 1)
        self.program.row([(rest, 1.0), (unfinished, -4.0 * len(self.evidence.places))], -np.inf, 0)
        placed = [(column, 1.0) for column in self.tiles.values()]
        known = [(column, -float(count)) for count, column in finished.items()]
        self.program.row([*placed, *known, (rest, -1.0)], 0, 0)

    def _triangles(self) -> list[tuple[int, int, int]]:
        found = []
        for place in self.evidence.places:
            for triangle in triangles_at(place):
                if all(corner in self.index_of for corner in triangle):
                    first, second, third = (self.index_of[corner] for corner in triangle)
                    found.append((first, second, third))
        return found

    def _start_places(self) -> list[tuple[int, ...]]:
        """The middle and its three arms, for both ways the starting tile can lie."""
        found = []
        for place in self.evidence.places:
            for first in (0, 1):
                arms: list[Axial] = [place.moved(DIRECTIONS[first + step]) for step in (0, 2, 4)]
                if all(arm in self.index_of for arm in arms):
                    found.append((self.index_of[place], *(self.index_of[arm] for arm in arms)))
        return found


def _border_cost(border: BorderEvidence, first_level: int, second_level: int) -> float:
    if first_level and second_level:
        return border.cost(second_level - first_level, same_tile=False)
    only_first, only_second = border.alone_cost
    return only_first * bool(first_level) + only_second * bool(second_level)


def _likely_levels(costs: np.ndarray, *, may_be_absent: bool) -> list[int]:
    likely = [index + 1 for index, cost in enumerate(costs) if cost <= costs.min() + UNLIKELY_LEVEL_COST]
    return [0, *likely] if may_be_absent else likely
