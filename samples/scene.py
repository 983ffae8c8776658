"""Paints a scene under even light: the table, then level by level the walls and over them the tops.

A top at some height cannot be hidden by anything at or below it, and the camera is always above, so this order
is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from samples.camera import Camera
from samples.chance import stream
from samples.faces.print_run import PrintPlan, PrintRun
from samples.layout import TileBody
from samples.light import Caster, Light, shade_levels
from samples.look import TileLook
from samples.noise import Image
from samples.raster import Raster, raster_around
from samples.sheets import lay_sheet
from samples.tables import paint_table
from samples.things import Things
from samples.tops import lay_over, paint_tops
from samples.walls import Prism, draw_walls
from samples.window import warp, window_around

Array = npt.NDArray[np.float64]
SHADE_SCALE = 24.0
SHADE_MAX_PX = 800
SHIFT_BITS = 4


@dataclass(frozen=True, eq=False)
class Scene:
    """Everything there is to paint. `lattice` (2x3) takes the first city's hex coordinates to the table."""

    seed: int
    bodies: tuple[TileBody, ...]
    things: Things
    look: TileLook
    printing: PrintPlan
    light: Light
    camera: Camera
    table: str
    table_turn_deg: float
    table_reach: float
    lattice: Array

    @property
    def levels(self) -> int:
        return max((body.level for body in self.bodies), default=0)

    @property
    def casters(self) -> list[Caster]:
        return [Caster(block.outline, block.height) for block in self.things.blocks]


def paint_scene(scene: Scene) -> Image:
    """The RGB picture of the scene for a lens without distortion, shadows included, lamps' falloff not yet."""
    raster = _shade_raster(scene)
    masks = [_mask(scene, raster, level) for level in range(1, scene.levels + 1)]
    shades = shade_levels(scene.light, raster, masks, scene.casters, scene.look.thickness)
    canvas = _paint_table(scene)
    for sheet in (scene.things.cover, *scene.things.sheets):
        if sheet is not None:
            lay_sheet(canvas, scene.camera, sheet, scene.lattice)
    _shade(canvas, scene.camera, shades[0], raster)
    run = PrintRun(scene.printing, round(2 * _top_scale(scene) * scene.look.face_scale))
    for level in range(1, scene.levels + 1):
        draw_walls(canvas, scene.camera, scene.light, slab(scene, level), shades[level - 1], raster)
        for group in _groups([body for body in scene.bodies if body.level == level]):
            _lay_tops(canvas, scene, group, run, shades[level], raster)
    draw_walls(canvas, scene.camera, scene.light, slab(scene, scene.levels + 1), shades[-1], raster)
    _lay_lids(canvas, scene)
    return canvas


def slab(scene: Scene, level: int) -> list[Prism]:
    """All that stands between the plane below a level and the level; above the last level all the rest."""
    thickness = scene.look.thickness
    prisms = [_prism(scene, body) for body in scene.bodies if body.level == level]
    bottom, top = (level - 1) * thickness, level * thickness if level <= scene.levels else np.inf
    for block in scene.things.blocks:
        if block.height > bottom:
            ends_here = block.height <= top
            lid = np.array(block.lid) if ends_here else None
            bore = np.array(block.bore) if block.bore is not None else None
            high = min(block.height, top)
            prisms.append(Prism(block.outline, bottom, high, np.array(block.wall), lid, bore, block.bore_share))
    return prisms


def _lay_lids(canvas: Image, scene: Scene) -> None:
    for block in scene.things.blocks:
        if block.lid_print is not None:
            lay_sheet(canvas, scene.camera, block.lid_print, scene.lattice)


def _shade_raster(scene: Scene) -> Raster:
    """Holds all bodies and most of their shadows."""
    outlines = [body.corners(face.place) for body in scene.bodies for face in body.faces]
    outlines += [block.outline for block in scene.things.blocks]
    for block in scene.things.blocks:
        reach = min(block.height, 2.0)
        outlines += [block.outline + lamp.slope * reach for lamp in scene.light.lamps]
    points = np.concatenate(outlines or [np.zeros((1, 2))])
    extent = float(np.ptp(points, axis=0).max()) + 4
    return raster_around(points, 2.0, min(SHADE_SCALE, SHADE_MAX_PX / extent))


def _mask(scene: Scene, raster: Raster, level: int) -> Image:
    """Where bodies of a level stand, from above."""
    mask = np.zeros((raster.height_px, raster.width_px), np.uint8)
    for body in scene.bodies:
        if body.level == level:
            outline = raster.pixels(body.outline(scene.look.corner_radius, scene.look.inset))
            cv2.fillPoly(mask, [np.round(outline * 16).astype(np.int32)], (255,), cv2.LINE_AA, SHIFT_BITS)
    return mask


def _prism(scene: Scene, body: TileBody) -> Prism:
    look = scene.look
    outline = body.outline(look.corner_radius, look.inset)
    top = body.level * look.thickness
    return Prism(outline, top - look.thickness, top, np.array(look.wall), is_tile=True)


def _groups(bodies: Sequence[TileBody]) -> list[list[TileBody]]:
    """Bodies of one city together: they share one picture from above."""
    by_city: dict[int, list[TileBody]] = {}
    for body in bodies:
        by_city.setdefault(body.city, []).append(body)
    return list(by_city.values())


def _top_scale(scene: Scene) -> float:
    """Pixels per hex size that the pictures from above need."""
    centres = np.array([[*body.centre(body.faces[0].place), 0.0] for body in scene.bodies] or [[0.0, 0.0, 0.0]])
    return float(np.percentile(scene.camera.focal_px / scene.camera.depth(centres), 75))


def _lay_tops(canvas: Image, scene: Scene, bodies: list[TileBody], run: PrintRun, shade: Image, raster: Raster) -> None:
    level = bodies[0].level
    corners = np.concatenate([body.corners(face.place) for body in bodies for face in body.faces])
    paper = raster_around(corners, 0.05, _top_scale(scene))
    texture = paint_tops(stream(scene.seed, f"tops {level} {bodies[0].city}"), bodies, scene.look, run, paper)
    plane = scene.camera.plane(level * scene.look.thickness)
    seen = scene.camera.project_ideal(np.column_stack([corners, np.full(len(corners), level * scene.look.thickness)]))
    window = window_around(canvas, seen)
    if window is None:
        return
    top = warp(texture, plane @ paper.to_world, window)
    light = warp(shade, plane @ raster.to_world, window, repeat_border=True)
    solid = np.full(top.shape[:2], 255, np.uint8)
    lay_over(canvas[window], cv2.multiply(top, cv2.merge([*cv2.split(light), solid]), scale=1 / 255))


def _shade(canvas: Image, camera: Camera, shade: Image, raster: Raster) -> None:
    """Dims the table where shadows fall."""
    frame = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (raster.width_px, raster.height_px)
    world = np.column_stack([frame, np.ones(4)]) @ raster.to_world.T
    corners = np.column_stack([world[:, :2], np.zeros(4)])
    whole = slice(0, canvas.shape[0]), slice(0, canvas.shape[1])
    before = (camera.depth(corners) > 0.5).all()
    window = window_around(canvas, camera.project_ideal(corners)) if before else whole
    if window is not None:
        dimmed = warp(shade, camera.plane(0.0) @ raster.to_world, window, outside=255)
        cv2.multiply(canvas[window], dimmed, canvas[window], 1 / 255)


def _paint_table(scene: Scene) -> Image:
    camera = scene.camera
    raster = _table_raster(scene)
    texture = paint_table(scene.table, stream(scene.seed, "table"), raster)
    room = _room(scene)
    to_pixels = camera.plane(0.0) @ raster.to_world
    size = camera.width_px, camera.height_px
    cv2.warpPerspective(texture, to_pixels, size, room, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    return room


def _room(scene: Scene) -> Image:
    """What lies beyond the table, out of focus."""
    chance = stream(scene.seed, "room")
    small = np.clip(chance.uniform(10, 110) + chance.normal(0, 22, (4, 5, 1)) + chance.normal(0, 8, (4, 5, 3)), 0, 255)
    small = small.astype(np.uint8)
    made: Image = cv2.resize(small, (scene.camera.width_px, scene.camera.height_px), interpolation=cv2.INTER_CUBIC)
    return made


def _table_raster(scene: Scene) -> Raster:
    """The part of the table in view, at about the resolution of the photo."""
    camera = scene.camera
    edge = np.linspace(0, 1, 9)
    border = np.concatenate(
        [np.column_stack([edge, edge * 0 + side]) for side in (0, 1)]
        + [np.column_stack([edge * 0 + side, edge]) for side in (0, 1)]
    )
    pixels = (border * 1.06 - 0.03) * (camera.width_px, camera.height_px)
    rays = (np.column_stack([(pixels - camera.centre_px) / camera.focal_px, np.ones(len(pixels))])) @ camera.rotation
    down = np.maximum(rays[:, 2], 0.02)
    ground = camera.position[:2] + rays[:, :2] / down[:, None] * camera.position[2]
    middle = camera.on_plane(camera.centre_px[None], 0.0)[0]
    away = ground - middle
    far = np.linalg.norm(away, axis=1, keepdims=True)
    ground = middle + away * np.minimum(1, scene.table_reach / np.maximum(far, 1e-6))
    raster = raster_around(ground, 0.3, 1.0, scene.table_turn_deg)
    scale = camera.scale_at(*middle) * 0.9
    limit = np.sqrt(1.0 * camera.width_px * camera.height_px / (raster.width_px * raster.height_px))
    return raster_around(ground, 0.3, float(min(scale, limit)), scene.table_turn_deg)
