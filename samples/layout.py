"""Cities as bodies on the table: which tiles lie where, how sloppily, and which picture each hex shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import cos, pi, radians, sin

import numpy as np
import numpy.typing as npt

from samples.chance import Chance, between, happens
from samples.outline import hex_corners, tile_outline
from scoring.axial import Axial
from scoring.building import Placement
from scoring.kinds import Kind

Array = npt.NDArray[np.float64]
NO_CITY = -1
PUSHES = 12


@dataclass(frozen=True)
class HexFace:
    """One printed hex of a tile: its kind, which picture of that kind, how it is turned."""

    place: Axial
    kind: Kind
    picture: int
    turn_deg: float


@dataclass(frozen=True, eq=False)
class TileBody:
    """A tile on the table. `to_world` (2x3) takes lattice coordinates to the table; level 1 lies on it."""

    city: int
    number: int
    level: int
    faces: tuple[HexFace, ...]
    to_world: Array
    face_down: bool = False

    def on_table(self, lattice_points: Array) -> Array:
        made: Array = lattice_points @ self.to_world[:, :2].T + self.to_world[:, 2]
        return made

    def corners(self, place: Axial) -> Array:
        return self.on_table(hex_corners(place))

    def centre(self, place: Axial) -> Array:
        made: Array = self.on_table(np.array([place.centre_xy()]))[0]
        return made

    def outline(self, radius: float, inset: float) -> Array:
        return self.on_table(tile_outline(tuple(face.place for face in self.faces), radius, inset))


@dataclass(frozen=True)
class Slop:
    """How carelessly a player lays tiles, in hex sizes and degrees."""

    looseness: float
    shift: float
    turn_deg: float
    bend: float


def random_slop(chance: Chance, most: float) -> Slop:
    """`most` in 0..1 is the carelessness at the far end."""
    loose = between(chance, (0.003, 0.006 + 0.02 * most))
    return Slop(
        looseness=loose,
        shift=between(chance, (0.3, 0.9)) * (loose + 0.016 * most),
        turn_deg=between(chance, (0.1, 0.2 + 0.8 * most)),
        bend=between(chance, (0.0, 0.05 * most)),
    )


def lay_city(
    chance: Chance, placements: Sequence[Placement], city: int, slop: Slop, turn_deg: float, pictures: int
) -> list[TileBody]:
    """The bodies of a city around the origin of the table, in the order they were laid."""
    centres = np.array([_centre(laid) for laid in placements])
    raised = np.array([1.0 if laid.level == 1 else 1.6 for laid in placements])
    middle = np.mean([place.centre_xy() for laid in placements for place in laid.places], axis=0)
    bend = chance.normal(0, slop.bend, 6)
    targets = (centres - middle) * (1 + slop.looseness) + _bent((centres - middle) / 8, bend)
    targets += np.clip(chance.normal(0, slop.shift, centres.shape) * raised[:, None], -0.08, 0.08)
    twists_deg = np.clip(chance.normal(0, slop.turn_deg, len(centres)) * raised, -2, 2)
    targets = push_apart(placements, targets)
    bodies = []
    for number, laid in enumerate(placements):
        to_world = _moved(centres[number], targets[number], float(twists_deg[number]), turn_deg)
        faces = tuple(random_face(chance, place, kind, pictures) for place, kind in laid.hexes)
        bodies.append(TileBody(city, number, laid.level, faces, to_world))
    return bodies


def push_apart(placements: Sequence[Placement], targets: Array) -> Array:
    """Tiles of one level that would run into each other move apart, as on a table."""
    touching = [
        (first, second, across)
        for first, second in combinations(range(len(placements)), 2)
        if placements[first].level == placements[second].level
        for across in _shared_sides(placements[first], placements[second])
    ]
    if not touching:
        return targets
    firsts, seconds = np.array([pair[0] for pair in touching]), np.array([pair[1] for pair in touching])
    across = np.array([pair[2] for pair in touching])
    centres = np.array([_centre(laid) for laid in placements])
    moved = targets - centres
    for _ in range(PUSHES):
        missing = np.clip(-((moved[seconds] - moved[firsts]) * across).sum(axis=1), 0, None) * 0.5
        np.add.at(moved, firsts, -across * missing[:, None] * 0.6)
        np.add.at(moved, seconds, across * missing[:, None] * 0.6)
    made: Array = centres + moved
    return made


def _shared_sides(first: Placement, second: Placement) -> list[Array]:
    """Unit vectors across the sides where two tiles meet, from the first to the second."""
    others = set(second.places)
    steps = [
        np.array(near.centre_xy()) - place.centre_xy()
        for place in first.places
        for near in place.neighbours()
        if near in others
    ]
    return [step / np.linalg.norm(step) for step in steps]


def _centre(laid: Placement) -> Array:
    made: Array = np.mean([place.centre_xy() for place in laid.places], axis=0)
    return made


def random_face(chance: Chance, place: Axial, kind: Kind, pictures: int) -> HexFace:
    turn = 60.0 * int(chance.integers(6)) + float(chance.normal(0, 1.5))
    if happens(chance, 0.25):
        turn = float(chance.uniform(0, 360))
    return HexFace(place, kind, int(chance.integers(pictures)), turn)


def moved_on_table(body: TileBody, shift_xy: Array) -> TileBody:
    to_world = body.to_world.copy()
    to_world[:, 2] += shift_xy
    return TileBody(body.city, body.number, body.level, body.faces, to_world, body.face_down)


def rotation(angle_deg: float) -> Array:
    angle = radians(angle_deg)
    return np.array([[cos(angle), -sin(angle)], [sin(angle), cos(angle)]])


def _bent(centres: Array, bend: Array) -> Array:
    """A slow wave over the city: rows drift apart and lines curve."""
    x, y = centres[:, 0], centres[:, 1]
    across = bend[0] * y + bend[1] * np.sin(pi * y) + bend[2] * y * y
    along = bend[3] * x + bend[4] * np.sin(pi * x) + bend[5] * x * x
    return np.column_stack([across, along])


def _moved(centre: Array, target: Array, twist_deg: float, turn_deg: float) -> Array:
    """Lattice to table: turn by the tile's twist about its centre, put the centre on its target, turn the city."""
    city, tile = rotation(turn_deg), rotation(twist_deg)
    linear = city @ tile
    return np.column_stack([linear, city @ target - linear @ centre])
