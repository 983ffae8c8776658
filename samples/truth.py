"""What a drawn photo shows, exactly: cities, tops and tiles in pixels, what of them can be seen, the camera."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from samples.camera import Camera
from samples.layout import NO_CITY, TileBody
from samples.scene import Scene
from samples.visibility import visible_shares
from scoring.axial import Axial
from scoring.city import City, TopHex
from scoring.kinds import Kind
from scoring.rules import ALL_VARIANTS, Rules
from scoring.score_sheet import score

Array = npt.NDArray[np.float64]
PointPx = tuple[float, float]
NEAREST_DEPTH = 0.5
LAYOUT = "flat-top axial, q grows right, r grows down"


@dataclass(frozen=True)
class TopTruth:
    """A top hex. `outline_px` are the six corners of the unrounded hex; `visible` is the share in the photo."""

    q: int
    r: int
    kind: Kind
    level: int
    tile: int
    centre_px: PointPx
    outline_px: tuple[PointPx, ...]
    visible: float


@dataclass(frozen=True)
class TileTruth:
    """A tile with the outline of its top, whether covered or not."""

    tile: int
    level: int
    outline_px: tuple[PointPx, ...]
    hexes: tuple[tuple[int, int, Kind], ...]


@dataclass(frozen=True)
class CityTruth:
    stones: int
    hexes: tuple[TopTruth, ...]
    tiles: tuple[TileTruth, ...]

    def totals(self) -> dict[str, int]:
        """The points under the default rulings, without variants and with all of them."""
        city = City({Axial(top.q, top.r): TopHex(top.kind, top.level) for top in self.hexes})
        variants = {"plain": Rules(), "all_variants": Rules(variants=ALL_VARIANTS)}
        return {name: score(city, rules, self.stones).total for name, rules in variants.items()}


@dataclass(frozen=True)
class CameraTruth:
    """OpenCV's pinhole: a point (x, y, -height) in hex sizes is turned, moved and projected; k1, k2 as in OpenCV."""

    focal_px: float
    centre_px: PointPx
    rotation: tuple[tuple[float, ...], ...]
    translation: tuple[float, ...]
    k1: float
    k2: float
    hex_size_px: float


@dataclass(frozen=True)
class PhotoTruth:
    seed: int
    version: int
    width_px: int
    height_px: int
    cities: tuple[CityTruth, ...]
    distractors: tuple[str, ...]
    loose_tiles: tuple[TileTruth, ...]
    camera: CameraTruth
    drawn: dict[str, Any]

    def as_json(self, photo: str) -> dict[str, Any]:
        """The form of labelled photos: the first city at the top, all of them under `cities`."""
        plain = asdict(self)
        first = plain["cities"][0] if self.cities else {"stones": 0, "hexes": ()}
        head = {"photo": photo, "layout": LAYOUT, "stones": first["stones"], "hexes": first["hexes"]}
        expected = {"expected": self.cities[0].totals()} if len(self.cities) == 1 else {}
        return {**head, **expected, **plain}


def top_bodies(bodies: list[TileBody]) -> dict[Axial, TileBody]:
    """The highest body of one city at each place."""
    top: dict[Axial, TileBody] = {}
    for body in sorted(bodies, key=lambda body: body.level):
        for face in body.faces:
            top[face.place] = body
    return top


def city_truths(scene: Scene, stones: list[int]) -> tuple[CityTruth, ...]:
    visible = visible_shares(scene)
    return tuple(_city_truth(scene, index, left, visible) for index, left in enumerate(stones))


def _city_truth(scene: Scene, index: int, stones: int, visible: dict[tuple[int, Axial], float]) -> CityTruth:
    own = [body for body in scene.bodies if body.city == index]
    tops = [_top_truth(scene, body, place, visible[index, place]) for place, body in sorted(top_bodies(own).items())]
    return CityTruth(stones, tuple(tops), tuple(tile_truth(scene, body) for body in own))


def _top_truth(scene: Scene, body: TileBody, place: Axial, visible: float) -> TopTruth:
    kind = next(face.kind for face in body.faces if face.place == place)
    points = np.vstack([body.centre(place), body.corners(place)])
    centre, *outline = to_pixels(scene.camera, points, body.level * scene.look.thickness)
    return TopTruth(place.q, place.r, kind, body.level, body.number, centre, tuple(outline), visible)


def tile_truth(scene: Scene, body: TileBody) -> TileTruth:
    outline = body.outline(scene.look.corner_radius, scene.look.inset)
    pixels = to_pixels(scene.camera, outline, body.level * scene.look.thickness)
    hexes = tuple((face.place.q, face.place.r, face.kind) for face in body.faces)
    return TileTruth(body.number, body.level, tuple(pixels), hexes)


def loose_tile_truths(scene: Scene) -> tuple[TileTruth, ...]:
    return tuple(tile_truth(scene, body) for body in scene.bodies if body.city == NO_CITY)


def to_pixels(camera: Camera, table_points: Array, height: float) -> list[PointPx]:
    return [(x, y) for x, y in np.round(camera.project_level(table_points, height), 3).tolist()]
