"""Lays printed sheets into the picture of a scene."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from samples.camera import Camera
from samples.chance import between, stream
from samples.drawn_grids import draw_grid, random_hand
from samples.layout import rotation
from samples.noise import Image
from samples.prints import paint_sheet, white_sheet
from samples.raster import Raster
from samples.things import Sheet
from samples.window import warp, window_around

Array = npt.NDArray[np.float64]
MOST_PX = 1.3e6


def lay_sheet(canvas: Image, camera: Camera, sheet: Sheet, lattice: Array) -> None:
    """Paints the sheet at its place. `lattice` (2x3) takes the city's hex coordinates to the table."""
    raster = _raster(camera, sheet)
    if raster is None:
        return
    picture = _picture(sheet, raster, lattice)
    corners = np.column_stack([sheet.corners, np.full(4, sheet.above_table)])
    if (camera.depth(corners) < 0.5).any():
        return
    seen = camera.project_ideal(corners)
    window = window_around(canvas, seen)
    if window is not None:
        warped = warp(picture, camera.plane(sheet.above_table) @ raster.to_world, window, repeat_border=True)
        _mix(canvas[window], warped, seen - (window[1].start, window[0].start))


def _mix(part: Image, warped: Image, outline_px: Array) -> None:
    """Lays the picture over the part within the outline."""
    mask = np.zeros(part.shape[:2], np.uint8)
    corners = np.round(outline_px * 16).clip(-(1 << 24), 1 << 24).astype(np.int32)
    cv2.fillConvexPoly(mask, corners, (255,), cv2.LINE_AA, 4)
    weight = cv2.merge([mask] * 3)
    cv2.multiply(part, cv2.bitwise_not(weight), part, 1 / 255)
    cv2.add(part, cv2.multiply(warped, weight, scale=1 / 255), part)


def _raster(camera: Camera, sheet: Sheet) -> Raster | None:
    depth = float(camera.depth(np.array([[sheet.x, sheet.y, sheet.above_table]]))[0])
    if depth < 1:
        return None
    scale = min(camera.focal_px / depth, float(np.sqrt(MOST_PX / (sheet.width * sheet.height))))
    centre = np.array([sheet.x, sheet.y]) @ rotation(sheet.turn_deg)
    left, top = centre - np.array([sheet.width, sheet.height]) / 2
    size = max(2, round(sheet.width * scale)), max(2, round(sheet.height * scale))
    return Raster(float(left), float(top), *size, scale, sheet.turn_deg)


def _picture(sheet: Sheet, raster: Raster, lattice: Array) -> Image:
    chance = stream(sheet.seed, f"sheet {sheet.print_name}")
    if not sheet.on_lattice:
        return paint_sheet(sheet.print_name, chance, raster.width_px, raster.height_px, raster.scale)
    picture = white_sheet(chance, raster.width_px, raster.height_px, raster.scale)
    linear = rotation(-sheet.turn_deg) @ lattice[:, :2] * raster.scale * between(chance, (0.99, 1.04))
    draw_grid(picture, random_hand(chance), np.column_stack([linear, raster.pixels(lattice[:, 2][None])[0]]))
    return picture
