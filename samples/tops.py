"""The printed tops of one level as a picture from straight above: stone ground, rims, faces, rounded outlines."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from samples.chance import Chance
from samples.faces.brush import premultiplied
from samples.faces.print_run import PrintRun
from samples.layout import HexFace, TileBody
from samples.look import TileLook
from samples.noise import Image, cloud, field, piece
from samples.raster import Raster

SHIFT_BITS = 4


def paint_tops(chance: Chance, bodies: Sequence[TileBody], look: TileLook, run: PrintRun, raster: Raster) -> Image:
    """Premultiplied RGBA of the tops of bodies on one level."""
    canvas = _ground(chance, look, raster)
    outlines = [_fixed(raster.pixels(body.outline(look.corner_radius, look.inset))) for body in bodies]
    if look.rim_width:
        width_px = max(1, round(2 * look.rim_width * raster.scale))
        cv2.polylines(
            canvas, outlines, isClosed=True, color=look.rim, thickness=width_px, lineType=cv2.LINE_AA, shift=SHIFT_BITS
        )
    for body in bodies:
        for face in body.faces:
            _paste(canvas, body, face, look, run, raster)
    alpha = np.zeros(canvas.shape[:2], np.uint8)
    for outline in outlines:
        cv2.fillPoly(alpha, [outline], (255,), cv2.LINE_AA, SHIFT_BITS)
    return premultiplied(canvas, alpha)


def lay_over(canvas: Image, rgba: Image) -> None:
    """Lays a premultiplied picture over a canvas of the same size, in place."""
    *rgb, alpha = cv2.split(rgba)
    rest = cv2.bitwise_not(alpha)
    cv2.multiply(canvas, cv2.merge([rest] * 3), canvas, 1 / 255)
    cv2.add(canvas, cv2.merge(rgb), canvas)


def _ground(chance: Chance, look: TileLook, raster: Raster) -> Image:
    size = raster.width_px, raster.height_px
    grain = (
        piece(field(1.0), chance, *size) * look.ground_grain + piece(cloud(), chance, *size) * look.ground_grain * 0.7
    )
    index = cv2.convertScaleAbs(grain, alpha=1, beta=128)
    table = np.clip(np.arange(256)[:, None] - 128 + np.array(look.ground), 0, 255).astype(np.uint8)
    made: Image = cv2.merge([cv2.LUT(index, np.ascontiguousarray(table[:, channel])) for channel in range(3)])
    return made


def _paste(canvas: Image, body: TileBody, face: HexFace, look: TileLook, run: PrintRun, raster: Raster) -> None:
    picture = run.back() if body.face_down else run.picture(face.kind, face.picture)
    middle = raster.pixels(body.centre(face.place)[None])[0]
    radius = look.face_scale * raster.scale
    lean = float(np.degrees(np.arctan2(body.to_world[1, 0], body.to_world[0, 0])))
    matrix = cv2.getRotationMatrix2D(
        ((picture.shape[1] - 1) / 2, (picture.shape[0] - 1) / 2),
        -face.turn_deg - lean + raster.turn_deg,
        2 * radius / picture.shape[0],
    )
    low = np.floor(middle - radius).astype(int)
    side = int(np.ceil(2 * radius)) + 2
    matrix[:, 2] += middle - low - (np.array(picture.shape[:2][::-1]) - 1) / 2
    turned = cv2.warpAffine(picture, matrix, (side, side), flags=cv2.INTER_LINEAR)
    left, top = max(low[0], 0), max(low[1], 0)
    right, bottom = min(low[0] + side, canvas.shape[1]), min(low[1] + side, canvas.shape[0])
    part = canvas[top:bottom, left:right]
    lay_over(part, turned[top - low[1] : bottom - low[1], left - low[0] : right - low[0]])


def _fixed(points: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
    return np.round(points * (1 << SHIFT_BITS)).astype(np.int32)
