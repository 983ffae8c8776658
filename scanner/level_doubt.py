"""How probable it is that a whole part of a city lies one level higher or lower than solved.

What shows the height of a plateau is only the step along its rim. Where that step is hard to see, every tile of the
plateau is wrong together or right together, and no tile alone looks doubtful.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scanner.evidence import CityEvidence

Floats = npt.NDArray[np.float64]


WHOLE_TILE = 3


@dataclass(frozen=True)
class _Shifts:
    """What it costs to shift each of n pieces alone, (n,), and what is saved when two are shifted together, (n, n)."""

    alone: Floats
    saved: Floats


def joint_shift_costs(evidence: CityEvidence, levels: tuple[int, ...], tiles: list[list[int]], by: int) -> Floats:
    """For each hex (n,) what the cheapest shift by so many levels costs of any part of the city it is in.

    `tiles` are the seen hexes of each tile. A tile that is partly covered need not be the one that was solved, so its
    hexes may part.
    """
    pieces = [piece for tile in tiles for piece in ([tile] if len(tile) >= WHOLE_TILE else [[index] for index in tile])]
    shifts = _shifts(evidence, levels, pieces, _tile_of(tiles), by)
    cheapest = shifts.alone.copy()
    for start in np.nonzero(np.isfinite(shifts.alone))[0]:
        part, cost = _cheapest_part(shifts, int(start))
        cheapest[part] = np.minimum(cheapest[part], cost)
    piece_of = _tile_of(pieces)
    return np.array([cheapest[piece_of[index]] for index in range(len(levels))])


def _tile_of(tiles: list[list[int]]) -> dict[int, int]:
    return {index: number for number, tile in enumerate(tiles) for index in tile}


def _shifts(
    evidence: CityEvidence, levels: tuple[int, ...], pieces: list[list[int]], tile_of: dict[int, int], by: int
) -> _Shifts:
    piece_of = _tile_of(pieces)
    alone = np.array([_own_change(evidence, levels, piece, by) for piece in pieces])
    saved = np.zeros((len(pieces), len(pieces)))
    for border in evidence.borders:
        first, second = piece_of[border.first], piece_of[border.second]
        if first == second:
            continue
        step = levels[border.second] - levels[border.first]
        now = border.cost(step, same_tile=tile_of[border.first] == tile_of[border.second])
        lifted_first, lifted_second = (border.cost(step + way * by, same_tile=False) - now for way in (-1, 1))
        alone[first] += lifted_first
        alone[second] += lifted_second
        saved[first, second] += lifted_first + lifted_second
        saved[second, first] += lifted_first + lifted_second
    return _Shifts(alone, saved)


def _own_change(evidence: CityEvidence, levels: tuple[int, ...], piece: list[int], by: int) -> float:
    """The change of the hexes' own costs; infinite where no such level exists."""
    level = levels[piece[0]]
    if not 1 <= level + by <= evidence.levels:
        return np.inf
    return float((evidence.level_cost[piece, level + by - 1] - evidence.level_cost[piece, level - 1]).sum())


def _cheapest_part(shifts: _Shifts, start: int) -> tuple[list[int], float]:
    """Grow a part from one piece, always by what adds least, and remember where it was cheapest."""
    part, cost = [start], float(shifts.alone[start])
    best_size, best_cost = 1, cost
    added = shifts.alone - shifts.saved[start]
    is_near = shifts.saved[start] != 0
    is_near[start] = False
    is_near &= np.isfinite(shifts.alone)
    while is_near.any():
        following = int(np.where(is_near, added, np.inf).argmin())
        part.append(following)
        cost += float(added[following])
        added = added - shifts.saved[following]
        is_near |= (shifts.saved[following] != 0) & np.isfinite(shifts.alone)
        is_near[part] = False
        if cost < best_cost:
            best_size, best_cost = len(part), cost
    return part[:best_size], best_cost
