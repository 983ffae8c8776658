"""How probable it is that a whole part of a city lies one level higher or lower than solved.

What shows the height of a plateau is only the step along its rim. Where that step is hard to see, every tile of the
plateau is wrong together or right together, and no tile alone looks doubtful.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scanner.evidence import BorderEvidence, CityEvidence

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Shifts:
    """What it costs to shift each of n groups alone, (n,), and what is saved when two are shifted together, (n, n)."""

    alone: Floats
    saved: Floats


def joint_shift_costs(evidence: CityEvidence, levels: tuple[int, ...], groups: list[list[int]], by: int) -> Floats:
    """For each group of hexes what the cheapest shift by so many levels costs of any part of the city it is in."""
    shifts = _shifts(evidence, levels, groups, by)
    cheapest = shifts.alone.copy()
    for start in np.nonzero(np.isfinite(shifts.alone))[0]:
        part, cost = _cheapest_part(shifts, int(start))
        cheapest[part] = np.minimum(cheapest[part], cost)
    return cheapest


def _shifts(evidence: CityEvidence, levels: tuple[int, ...], groups: list[list[int]], by: int) -> _Shifts:
    group_of = {index: number for number, group in enumerate(groups) for index in group}
    alone = np.array([_own_change(evidence, levels, group, by) for group in groups])
    saved = np.zeros((len(groups), len(groups)))
    for border in evidence.borders:
        first, second = group_of[border.first], group_of[border.second]
        if first == second:
            continue
        step = levels[border.second] - levels[border.first]
        lifted_first, lifted_second = _change(border, step, step - by), _change(border, step, step + by)
        alone[first] += lifted_first
        alone[second] += lifted_second
        saved[first, second] += lifted_first + lifted_second
        saved[second, first] += lifted_first + lifted_second
    return _Shifts(alone, saved)


def _own_change(evidence: CityEvidence, levels: tuple[int, ...], group: list[int], by: int) -> float:
    """The change of the hexes' own costs; infinite where no such level exists."""
    level = levels[group[0]]
    if not 1 <= level + by <= evidence.levels:
        return np.inf
    return float((evidence.level_cost[group, level + by - 1] - evidence.level_cost[group, level - 1]).sum())


def _change(border: BorderEvidence, step: int, new_step: int) -> float:
    return border.cost(new_step, same_tile=False) - border.cost(step, same_tile=False)


def _cheapest_part(shifts: _Shifts, start: int) -> tuple[list[int], float]:
    """Grow a part from one group, always by what adds least, and remember where it was cheapest."""
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
