"""Chooses everything about a photo from its seed: cities, camera, light, table, development."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from samples.camera import Camera, Pose, frame
from samples.chance import Chance, between, happens, pick, pick_weighted, stream
from samples.develop import Development, random_development
from samples.distractors import random_clutter, random_cover, things_of
from samples.faces.print_run import PICTURES_PER_KIND, PrintPlan
from samples.games import BuiltCity, random_city
from samples.layout import TileBody, lay_city, moved_on_table, random_slop
from samples.light import random_light
from samples.look import random_look
from samples.prints import SHEETS
from samples.scene import Scene
from samples.settings import PRESETS, PresetRanges, StudioSettings

Array = npt.NDArray[np.float64]
EMPTY_TABLE = np.array([[-8.0, -8, 0], [8, -8, 0], [8, 8, 0], [-8, 8, 0]])
FEW_TILES_WIDE = 9.0
SMALLEST_HEX = 1 / 60  # a hex size as a share of the longer side


@dataclass(frozen=True, eq=False)
class PhotoPlan:
    """All choices for one photo."""

    seed: int
    settings: StudioSettings
    scene: Scene
    pose: Pose
    table_name: str
    stones: tuple[int, ...]
    development: Development
    distractors: tuple[str, ...] = ()


def plan_photo(seed: int, settings: StudioSettings) -> PhotoPlan:
    ranges = PRESETS[settings.preset]
    look = random_look(stream(seed, "look"))
    count = _city_count(stream(seed, "count"), ranges, settings)
    games = [random_city(stream(seed, f"game {index}"), ranges.early_share) for index in range(count)]
    turn_deg = between(stream(seed, "turn"), (0, 360))
    bodies = _lay_cities(stream(seed, "layout"), games, ranges, turn_deg)
    pose = _pose(stream(seed, "pose"), ranges, settings)
    camera = _camera(stream(seed, "frame"), pose, bodies, look.thickness, ranges)
    table = stream(seed, "table choice")
    reach = _table_reach(table, camera, bodies)
    crowd = stream(seed, "clutter")
    clutter = random_clutter(crowd, camera, bodies, PICTURES_PER_KIND, ranges.distractors if games else 1.0, reach)
    table_name = pick_weighted(table, ranges.tables if games else (*ranges.tables, ("drawn grid", 5.0)))
    table_turn_deg = pose.azimuth_deg - 90 + _table_turn(table)
    middle = _centres(bodies).mean(axis=0) if bodies else np.zeros(2)
    covered = table_name in SHEETS
    cover = random_cover(table, table_name, middle, table_turn_deg, turn_deg) if covered else None
    scene = Scene(
        seed=seed,
        bodies=(*bodies, *clutter.bodies),
        things=things_of(clutter, cover),
        look=look,
        printing=_printing(stream(seed, "print choice"), seed, settings, ranges),
        light=random_light(stream(seed, "light"), ranges.hardness),
        camera=camera,
        table=pick(table, ("wood", "wood", "cloth", "stone", "glossy")) if covered else table_name,
        table_turn_deg=table_turn_deg,
        table_reach=reach,
        lattice=bodies[0].to_world if bodies else np.eye(2, 3),
    )
    development = random_development(stream(seed, "development"), ranges.hardness)
    stones = tuple(game.stones for game in games)
    return PhotoPlan(seed, settings, scene, pose, table_name, stones, development, tuple(clutter.names))


def _city_count(chance: Chance, ranges: PresetRanges, settings: StudioSettings) -> int:
    if settings.cities is not None:
        return settings.cities
    if happens(chance, ranges.no_city):
        return 0
    return pick_weighted(
        chance, [(1, 1 - ranges.more_cities), (2, ranges.more_cities * 0.7), (3, ranges.more_cities * 0.3)]
    )


def _lay_cities(chance: Chance, games: list[BuiltCity], ranges: PresetRanges, turn_deg: float) -> list[TileBody]:
    bodies: list[TileBody] = []
    for index, game in enumerate(games):
        slop = random_slop(chance, ranges.slop)
        laid = lay_city(
            chance,
            game.placements,
            index,
            slop,
            turn_deg if index == 0 else between(chance, (0, 360)),
            PICTURES_PER_KIND,
        )
        shift = _free_spot(chance, bodies, laid)
        bodies += [moved_on_table(body, shift) for body in laid]
    return bodies


def _free_spot(chance: Chance, taken: list[TileBody], laid: list[TileBody]) -> Array:
    """A shift that keeps a city clear of those before it, in a random direction and not too far."""
    if not taken:
        return np.zeros(2)
    old, new = _centres(taken), _centres(laid)
    angle = chance.uniform(0, 2 * np.pi)
    step = np.array([np.cos(angle), np.sin(angle)])
    clear = between(chance, (2.2, 4.0))
    for distance in np.arange(0, 60, 0.5):
        gaps = np.linalg.norm(old[:, None] - (new + step * distance)[None], axis=2)
        if gaps.min() > clear:
            return step * distance
    raise AssertionError("a city is never wider than sixty hex sizes")


def _centres(bodies: list[TileBody]) -> Array:
    return np.array([body.centre(face.place) for body in bodies for face in body.faces])


def _pose(chance: Chance, ranges: PresetRanges, settings: StudioSettings) -> Pose:
    width, height = settings.size_px or _random_size(chance, ranges)
    focal = pick_weighted(chance, [(between(chance, (24, 28)), 0.82), (between(chance, (45, 55)), 0.12), (13.5, 0.06)])
    tilt = between(chance, ranges.tilt_deg)
    if happens(chance, 0.12):
        tilt = between(chance, (0, 12))
    steady = happens(chance, 0.75)
    cropped = happens(chance, ranges.cropped)
    return Pose(
        width_px=width,
        height_px=height,
        focal_mm=focal,
        tilt_deg=min(tilt, 25.0) if focal < 20 else tilt,
        azimuth_deg=between(chance, (0, 360)),
        roll_deg=float(chance.normal(0, 3)) if steady else between(chance, (-180, 180)),
        k1=float(chance.normal(0, 0.02)) if happens(chance, 0.6) else 0.0,
        k2=float(chance.normal(0, 0.008)) if happens(chance, 0.3) else 0.0,
        crop=between(chance, (0.45, 0.9)) if cropped else 1.0,
        crop_xy=(between(chance, (0.1, 0.9)), between(chance, (0.1, 0.9))) if cropped else (0.5, 0.5),
    )


def _random_size(chance: Chance, ranges: PresetRanges) -> tuple[int, int]:
    long = 2 * round(between(chance, ranges.long_side_px) / 2)
    short = 2 * round(long * pick_weighted(chance, [(3 / 4, 0.7), (9 / 16, 0.15), (2 / 3, 0.15)]) / 2)
    return (long, short) if happens(chance, 0.6) else (short, long)


def _camera(chance: Chance, pose: Pose, bodies: list[TileBody], thickness: float, ranges: PresetRanges) -> Camera:
    shown = bodies if happens(chance, 0.6) else [body for body in bodies if body.city == 0]
    points = np.array(
        [
            [*corner, body.level * thickness]
            for body in shown
            for face in body.faces
            for corner in body.corners(face.place)
        ]
    )
    if not shown:
        points = EMPTY_TABLE * between(chance, (0.5, 1.2))
    fill = ranges.fill[1] - (ranges.fill[1] - ranges.fill[0]) * float(chance.random()) ** 1.5
    extent = float(np.ptp(points[:, :2], axis=0).max())
    fill *= between(chance, (0.5, 1.0)) if extent < FEW_TILES_WIDE else 1.0
    fill = min(fill, 0.3 + extent / 11)
    offset = chance.normal(0, ranges.offset, 2)
    camera = frame(pose, points, fill, (float(offset[0]), float(offset[1])))
    too_small = SMALLEST_HEX * max(pose.width_px, pose.height_px) / camera.scale_at(*points[:, :2].mean(axis=0))
    if too_small <= 1:
        return camera
    return frame(pose, points, min(fill * too_small, 1.3), (float(offset[0]), float(offset[1])))


def _table_reach(chance: Chance, camera: Camera, bodies: list[TileBody]) -> float:
    """How far the table goes on around the middle of the view; always under all cities."""
    middle = camera.on_plane(camera.centre_px[None], 0.0)[0]
    farthest = np.linalg.norm(_centres(bodies) - middle, axis=1).max() if bodies else 6.0
    return float(farthest) + between(chance, (4, 40))


def _printing(chance: Chance, seed: int, settings: StudioSettings, ranges: PresetRanges) -> PrintPlan:
    own = settings.faces is None or happens(chance, settings.own_faces_share)
    return PrintPlan(seed, None if own else settings.faces, ranges.print_stray)


def _table_turn(chance: Chance) -> float:
    return (
        float(chance.normal(0, 6)) + 90.0 * int(chance.integers(4))
        if happens(chance, 0.8)
        else between(chance, (0, 360))
    )
