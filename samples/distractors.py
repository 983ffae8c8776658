"""Chooses what else lies on the table, in free places within the photo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from samples.camera import Camera
from samples.chance import Chance, between, happens, pick, pick_weighted
from samples.layout import NO_CITY, TileBody, random_face, rotation
from samples.things import Block, Colour, Sheet, Things, rectangle, regular
from scoring.axial import Axial
from scoring.tiles import box

Array = npt.NDArray[np.float64]
TILE_PLACES = (Axial(0, 0), Axial(1, -1), Axial(1, 0))
TRIES = 25


@dataclass(eq=False)
class Clutter:
    """Collects things and keeps their places apart."""

    chance: Chance
    camera: Camera
    pictures: int
    middle: Array
    reach: float
    taken: list[tuple[float, float, float]]
    bodies: list[TileBody] = field(default_factory=list)
    sheets: list[Sheet] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def spot(self, radius: float) -> tuple[float, float] | None:
        """A free round place, seen at least in part; None after some tries."""
        for _ in range(TRIES):
            point = self._seen_point()
            if point is not None and self.is_free(float(point[0]), float(point[1]), radius):
                self.taken.append((float(point[0]), float(point[1]), radius))
                return float(point[0]), float(point[1])
        return None

    def strip(self, width: float, height: float) -> tuple[float, float, float] | None:
        """A free place for a rectangle, with its turn in degrees: discs along its longer middle line must be free."""
        long, wide = max(width, height), min(width, height)
        steps = np.linspace(-1, 1, max(3, int(long / max(wide, 0.8)) + 1)) * (long - wide) / 2
        for _ in range(TRIES):
            turn = between(self.chance, (0, 360))
            along = rotation(turn) @ ((1.0, 0.0) if width >= height else (0.0, 1.0))
            middle = self._seen_point()
            if middle is None:
                continue
            discs = [(*(middle + step * along).tolist(), wide * 0.6) for step in steps]
            if all(self.is_free(*disc) for disc in discs):
                self.taken += discs
                return float(middle[0]), float(middle[1]), turn
        return None

    def _seen_point(self) -> Array | None:
        """A random point of the table within the photo; None if the ray missed the table."""
        pixel = self.chance.uniform(0.02, 0.98, 2) * (self.camera.width_px, self.camera.height_px)
        if not self.camera.sees_ground(pixel[None])[0]:
            return None
        made: Array = self.camera.on_plane(pixel[None], 0.0)[0]
        return made

    def is_free(self, x: float, y: float, radius: float) -> bool:
        if np.hypot(x - self.middle[0], y - self.middle[1]) > self.reach - radius:
            return False
        return all(np.hypot(x - other_x, y - other_y) > radius + other for other_x, other_y, other in self.taken)


def random_clutter(
    chance: Chance, camera: Camera, bodies: list[TileBody], pictures: int, share: float, reach: float
) -> Clutter:
    """`share` of the photos have things on the table, up to a good handful of them, within `reach` of its middle."""
    taken = [(*body.centre(face.place).tolist(), 1.05) for body in bodies for face in body.faces]
    middle = camera.on_plane(camera.centre_px[None], 0.0)[0]
    clutter = Clutter(chance, camera, pictures, middle, reach, taken)
    if bodies and happens(chance, share * 0.9):
        _add_stones(clutter)
    if happens(chance, share):
        for _ in range(int(chance.integers(1, 6))):
            add, name = pick_weighted(chance, ADDERS)
            if add(clutter):
                clutter.names.append(name)
    return clutter


def _add_stones(clutter: Clutter) -> None:
    """A few stones side by side, somewhere near a city."""
    chance = clutter.chance
    spot = clutter.spot(1.0)
    if spot is None:
        return
    clutter.names.append("stones")
    grey = chance.uniform(150, 225) + chance.normal(0, 4, 3)
    edge = between(chance, (0.38, 0.46))
    step = chance.normal(0, 0.6, 2)
    for index in range(int(chance.integers(1, 9))):
        x, y = np.array(spot) + index * step + chance.normal(0, 0.15, 2)
        if clutter.is_free(float(x), float(y), edge * 0.72) or index == 0:
            clutter.taken.append((float(x), float(y), edge * 0.72))
            outline = rectangle(float(x), float(y), edge, edge, between(chance, (0, 90)))
            clutter.blocks.append(Block("stone", outline, edge, _rgb(grey * 0.92), _rgb(grey)))


def _add_loose_tile(clutter: Clutter) -> bool:
    """A tile left over, face up or down, or a small stack of them."""
    chance = clutter.chance
    spot = clutter.spot(2.4)
    if spot is None:
        return False
    count = 1 if happens(chance, 0.75) else int(chance.integers(2, 6))
    face_down = happens(chance, 0.4)
    turn = between(chance, (0, 360))
    for level in range(1, count + 1):
        kinds = pick(chance, box()).kinds
        linear = rotation(turn + chance.normal(0, 2))
        centre = np.mean([place.centre_xy() for place in TILE_PLACES], axis=0)
        shift = np.array(spot) - linear @ centre + chance.normal(0, 0.04, 2)
        faces = tuple(
            random_face(chance, place, kind, clutter.pictures) for place, kind in zip(TILE_PLACES, kinds, strict=True)
        )
        number = len(clutter.bodies)
        clutter.bodies.append(TileBody(NO_CITY, number, level, faces, np.column_stack([linear, shift]), face_down))
    return True


def _add_mug(clutter: Clutter) -> bool:
    chance = clutter.chance
    radius = between(chance, (1.3, 2.2))
    spot = clutter.spot(radius + 1.5)
    if spot is None:
        return False
    colour = chance.uniform(30, 250, 3)
    drink = pick(chance, ((70, 42, 24), (150, 90, 40), (210, 190, 160), (30, 24, 20)))
    height = between(chance, (1.5, 4.5))
    clutter.blocks.append(Block("mug", regular(*spot, radius), height, _rgb(colour), _rgb(colour * 1.05), drink))
    return True


def _add_phone(clutter: Clutter) -> bool:
    place = clutter.strip(3.8, 7.6)
    if place is None:
        return False
    dark, screen = (_rgb(clutter.chance.uniform(low, high, 3)) for low, high in ((8, 60), (4, 40)))
    outline = rectangle(*place[:2], 3.8, 7.6, place[2])
    clutter.blocks.append(Block("phone", outline, 0.42, dark, dark, screen, 0.94))
    return True


def _add_pen(clutter: Clutter) -> bool:
    chance = clutter.chance
    length, width = between(chance, (5, 8)), between(chance, (0.3, 0.5))
    place = clutter.strip(length, width)
    if place is None:
        return False
    colour = chance.uniform(10, 250, 3)
    outline = rectangle(*place[:2], length, width, place[2])
    clutter.blocks.append(Block("pen", outline, 0.35, _rgb(colour * 0.8), _rgb(colour)))
    return True


def _add_box(clutter: Clutter) -> bool:
    """The box with its printed lid."""
    chance = clutter.chance
    side, height = between(chance, (8, 12)), between(chance, (1.2, 3.5))
    spot = clutter.spot(side * 0.72)
    if spot is None:
        return False
    lid = Sheet("box", int(chance.integers(1 << 30)), *spot, side, side, between(chance, (0, 180)), height)
    colour = _rgb(chance.uniform(20, 200, 3))
    clutter.blocks.append(Block("box", lid.corners, height, colour, colour, lid_print=lid))
    return True


def _flat(name: str, width: float, height: float) -> Callable[[Clutter], bool]:
    def add(clutter: Clutter) -> bool:
        scale = between(clutter.chance, (0.85, 1.2))
        place = clutter.strip(width * scale, height * scale)
        if place is None:
            return False
        seed = int(clutter.chance.integers(1 << 30))
        clutter.sheets.append(Sheet(name, seed, *place[:2], width * scale, height * scale, place[2]))
        return True

    return add


def random_cover(chance: Chance, name: str, middle: Array, turn_deg: float, lattice_turn_deg: float) -> Sheet:
    """A big sheet under the city. Drawn grids often share the city's lattice, as on a real play aid."""
    on_lattice = name == "drawn grid" and happens(chance, 0.6)
    width, height = between(chance, (16, 40)), between(chance, (14, 30))
    x, y = middle + chance.normal(0, 1.0, 2)
    turn = lattice_turn_deg if on_lattice else turn_deg + chance.normal(0, 8)
    return Sheet(name, int(chance.integers(1 << 30)), float(x), float(y), width, height, float(turn), 0.0, on_lattice)


def things_of(clutter: Clutter, cover: Sheet | None) -> Things:
    return Things(cover, tuple(clutter.sheets), tuple(clutter.blocks))


def _rgb(values: Array) -> Colour:
    red, green, blue = np.clip(values, 0, 255)
    return float(red), float(green), float(blue)


ADDERS: list[tuple[tuple[Callable[[Clutter], bool], str], float]] = [
    ((_add_loose_tile, "loose tile"), 3.0),
    ((_flat("player aid", 4.5, 6.5), "player aid"), 1.5),
    ((_flat("card", 3.2, 4.6), "card"), 1.5),
    ((_flat("score pad", 4.5, 6.5), "score pad"), 1.0),
    ((_flat("newspaper", 9.0, 7.0), "newspaper"), 0.5),
    ((_add_mug, "mug"), 1.0),
    ((_add_phone, "phone"), 0.8),
    ((_add_pen, "pen"), 1.0),
    ((_add_box, "box"), 0.8),
]
