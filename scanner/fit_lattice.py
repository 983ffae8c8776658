"""Stage 3: which marks belong together, and on which place of the lattice each lies.

A lattice grows from its surest mark. Every mark predicts its six neighbours by its own frame, so a bent lattice and
a perspective are followed; links that fit best are taken first, so a high step never decides where a flat way leads.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from scanner.find_hexes import HexMarks
from scanner.settings import ScannerSettings
from scoring.axial import DIRECTIONS, ORIGIN, Axial

Floats = npt.NDArray[np.float64]

NEIGHBOUR_XY: Floats = np.array([step.centre_xy() for step in DIRECTIONS])
_TURNS: Floats = np.array([[[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]] for a in np.radians(np.arange(6) * 60.0)])


@dataclass(frozen=True)
class Lattice:
    """The marks of one city: `places[i]` is the place of `marks` i, and all frames are turned alike."""

    places: tuple[Axial, ...]
    marks: HexMarks

    def centres_xy(self) -> Floats:
        return np.array([place.centre_xy() for place in self.places]).reshape(-1, 2)


@dataclass(frozen=True)
class _Link:
    """A mark that lies where another expects its neighbour number `direction`."""

    target: int
    direction: int
    miss: float


def fit_lattices(marks: HexMarks, settings: ScannerSettings) -> list[Lattice]:
    """Every group of linked marks with its places, largest first."""
    links = _links(marks, settings)
    free = set(range(len(marks)))
    lattices = []
    while free:
        seed = min(free)  # marks come surest first
        placed = _grow(seed, marks, links, free)
        free -= placed.keys()
        lattices.append(_lattice(placed, marks))
    lattices.sort(key=lambda lattice: -len(lattice.places))
    return lattices


def _links(marks: HexMarks, settings: ScannerSettings) -> list[list[_Link]]:
    """For each mark the marks near its six expected neighbours, in the mark's own turn of the frame."""
    links: list[list[_Link]] = [[] for _ in range(len(marks))]
    if not len(marks):
        return links
    inverse = np.linalg.inv(marks.frames)
    sizes = marks.sizes_px()
    for index in range(len(marks)):
        relative = (marks.centres_px - marks.centres_px[index]) @ inverse[index].T
        ratio = sizes / sizes[index]
        near = (np.linalg.norm(relative, axis=1) < sqrt(3) + settings.link_reach) & (np.arange(len(marks)) != index)
        alike = (ratio < settings.link_size_ratio) & (ratio > 1 / settings.link_size_ratio)
        for other in np.nonzero(near & alike)[0]:
            if _frame_miss(inverse[index] @ marks.frames[other]) > settings.link_frame_miss:
                continue
            misses = np.linalg.norm(NEIGHBOUR_XY - relative[other], axis=1)
            direction = int(misses.argmin())
            if misses[direction] < settings.link_reach:
                links[index].append(_Link(int(other), direction, float(misses[direction])))
    return links


def _frame_miss(relative: Floats) -> float:
    """How far a frame, seen from another, is from being the same one turned by sixths of a circle."""
    return float(np.linalg.norm(relative @ _TURNS - np.eye(2), axis=(1, 2)).min())


def _grow(seed: int, marks: HexMarks, links: list[list[_Link]], free: set[int]) -> dict[int, tuple[Axial, int]]:
    """Place and turn (in sixths) of every mark that the seed reaches, best fitting links first."""
    placed: dict[int, tuple[Axial, int]] = {seed: (ORIGIN, 0)}
    taken = {ORIGIN}
    queue: list[tuple[float, int, int, int]] = []

    def offer(index: int) -> None:
        for link in links[index]:
            if link.target in free and link.target not in placed:
                heapq.heappush(queue, (link.miss, index, link.target, link.direction))

    offer(seed)
    while queue:
        _, source, target, direction = heapq.heappop(queue)
        if target in placed:
            continue
        place, turn = placed[source]
        step = DIRECTIONS[(direction + turn) % 6]
        goal = place.moved(step)
        if goal in taken:
            continue
        taken.add(goal)
        placed[target] = (goal, (turn + _turn_between(marks.frames[source], marks.frames[target])) % 6)
        offer(target)
    return placed


def _turn_between(source: Floats, target: Floats) -> int:
    """By how many sixths the target's frame must be turned back to be aligned with the source's."""
    relative = np.linalg.inv(source) @ target
    angle = np.degrees(np.arctan2(relative[1, 0] - relative[0, 1], relative[0, 0] + relative[1, 1]))
    return int(np.round(angle / 60.0)) % 6


def _lattice(placed: dict[int, tuple[Axial, int]], marks: HexMarks) -> Lattice:
    indices = np.array(sorted(placed), dtype=np.intp)
    chosen = marks.pick(indices)
    # A neighbour in direction d of a mark turned by t lies in direction d + t of the lattice: turn the frame back.
    frames = np.array(
        [frame @ _TURNS[-placed[int(index)][1] % 6] for index, frame in zip(indices, chosen.frames, strict=True)]
    )
    places = tuple(placed[int(index)][0] for index in indices)
    return Lattice(places, HexMarks(chosen.centres_px, frames.reshape(-1, 2, 2), chosen.scores))
