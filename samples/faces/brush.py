"""A canvas for one hex picture and the strokes all kinds share: blocks with shadows, domes, trees, rocks, stars.

Coordinates are hex sizes around the middle of the hex; x and y reach from -1 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, sin

import cv2
import numpy as np
import numpy.typing as npt

from samples.chance import Chance
from samples.noise import Image

Array = npt.NDArray[np.float64]
Colour = tuple[float, float, float]
CANVAS_PX = 512
SHIFT_BITS = 4
INK: Colour = (52, 46, 66)
SHADE: Colour = (112, 108, 170)
WHITE: Colour = (246, 246, 250)
PALE: Colour = (226, 223, 224)


@dataclass(eq=False)
class Brush:
    """Paints on `rgb` and marks in `alpha` what is painted; unpainted parts show the tile's stone ground."""

    chance: Chance
    shade_xy: tuple[float, float] = (0.06, 0.05)
    ink_px: int = 2
    rgb: Image = field(default_factory=lambda: np.full((CANVAS_PX, CANVAS_PX, 3), PALE, np.uint8))
    alpha: Image = field(default_factory=lambda: np.zeros((CANVAS_PX, CANVAS_PX), np.uint8))

    def polygon(self, points: Array, fill: Colour, ink: Colour | None = INK) -> None:
        corners = fixed(points)
        for canvas, colour in ((self.rgb, fill), (self.alpha, (255,))):
            cv2.fillPoly(canvas, [corners], colour, cv2.LINE_AA, SHIFT_BITS)
        if ink is not None and self.ink_px:
            self.line(points, ink, self.ink_px, closed=True)

    def line(self, points: Array, colour: Colour, width_px: int, *, closed: bool = False) -> None:
        corners = fixed(points)
        for canvas, value in ((self.rgb, colour), (self.alpha, (255,))):
            cv2.polylines(canvas, [corners], closed, value, width_px, cv2.LINE_AA, SHIFT_BITS)

    def disc(self, x: float, y: float, radius: float, fill: Colour, ink: Colour | None = INK) -> None:
        self.polygon(circle(x, y, radius), fill, ink)

    def glaze(self, points: Array, colour: Colour, opacity: float) -> None:
        """A see-through patch, for shadows and washes."""
        corners = fixed(points)
        low = np.clip((corners.min(axis=0) >> SHIFT_BITS) - 2, 0, CANVAS_PX)
        high = np.clip((corners.max(axis=0) >> SHIFT_BITS) + 3, 0, CANVAS_PX)
        if (high <= low).any():
            return
        mask = np.zeros((high - low)[::-1], np.uint8)
        cv2.fillPoly(mask, [corners - (low << SHIFT_BITS)], (255,), cv2.LINE_AA, SHIFT_BITS)
        part = slice(low[1], high[1]), slice(low[0], high[0])
        self._wash(self.rgb[part], self.alpha[part], mask, colour, opacity)

    @staticmethod
    def _wash(rgb: Image, alpha: Image, mask: Image, colour: Colour, opacity: float) -> None:
        new = mask.astype(np.float32)[..., None] * (opacity / 255)
        old = alpha.astype(np.float32)[..., None] / 255 * (1 - new)
        both = np.maximum(new + old, 1e-4)
        rgb[:] = np.where(new > 0, (new * np.array(colour, np.float32) + old * rgb) / both, rgb)
        alpha[:] = (both[..., 0] * 255).clip(0, 255)

    def shadow(self, points: Array, length: float = 1.0, opacity: float = 0.55) -> None:
        """The shadow of a standing thing: its outline drawn out along the light."""
        step = np.array(self.shade_xy) * length
        hull = cv2.convexHull(np.concatenate([points, points + step]).astype(np.float32)).reshape(-1, 2)
        self.glaze(hull.astype(np.float64), SHADE, opacity)

    def block(self, points: Array, roof: Colour, wall: Colour = WHITE, rim: float = 0.16, height: float = 1.0) -> None:
        """A flat-roofed building seen from above: shadow, wall, and a roof field within a white rim."""
        self.shadow(points, height)
        self.polygon(points, wall)
        middle = points.mean(axis=0)
        self.polygon(middle + (points - middle) * (1 - rim * 2), roof)

    def dome(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self.shadow(circle(x, y, radius), 0.8)
        self.disc(x, y, radius, colour)
        self.glaze(circle(x - radius * 0.25, y - radius * 0.28, radius * 0.5), lighter(colour, 0.35), 0.8)

    def tree(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """A clump of leaves: dark blobs below, light dabs above."""
        self.glaze(circle(x + self.shade_xy[0] * 0.6, y + self.shade_xy[1] * 0.6, radius * 1.05), SHADE, 0.6)
        count = 5 + int(radius * 30)
        spread = self.chance.normal(0, radius * 0.45, (count, 2))
        sizes = radius * self.chance.uniform(0.3, 0.55, count)
        for (dx, dy), size in zip(spread, sizes, strict=True):
            self.disc(x + dx, y + dy, size, darker(colour, 0.45), None)
        for (dx, dy), size in zip(spread, sizes, strict=True):
            dab = self.chance.uniform(-0.25, 0.3)
            tone = lighter(colour, dab) if dab > 0 else darker(colour, -dab)
            self.disc(x + dx - 0.01, y + dy - 0.012, size * 0.7, tone, None)

    def palm(self, x: float, y: float, radius: float, colour: Colour = (70, 122, 58)) -> None:
        start = self.chance.uniform(0, 2 * pi)
        for leaf in range(int(self.chance.integers(6, 9))):
            angle = start + leaf * 2 * pi / 7 + self.chance.normal(0, 0.15)
            tip = np.array([cos(angle), sin(angle)]) * radius
            side = np.array([-tip[1], tip[0]]) * 0.22
            tone = colour if leaf % 2 else darker(colour, 0.35)
            leaf_points = np.array([[0, 0], tip * 0.5 + side, tip, tip * 0.5 - side])
            self.polygon(leaf_points + np.array([x, y]), tone, None)

    def rock(self, x: float, y: float, radius: float, colour: Colour) -> None:
        points = blob(self.chance, x, y, radius, 0.25)
        self.shadow(points, 0.5)
        self.polygon(points, colour)
        self.glaze(points * 0.6 + np.array([x, y]) * 0.4 - radius * 0.15, lighter(colour, 0.4), 0.6)

    def star(self, x: float, y: float, radius: float, turn: float, fill: Colour, line: Colour = WHITE) -> None:
        """A five-pointed star within a white line, as on the plazas."""
        outer, inner = star_points(x, y, radius, turn), star_points(x, y, radius * 0.74, turn)
        self.line(outer, line, max(3, round(radius * 26)), closed=True)
        self.polygon(inner, fill, None)

    def finished(self, size_px: int) -> Image:
        """The picture as RGBA, `size_px` wide and high."""
        whole = np.dstack([self.rgb, self.alpha])
        made: Image = cv2.resize(whole, (size_px, size_px), interpolation=cv2.INTER_AREA)
        return made


def premultiplied(rgb: Image, alpha: Image) -> Image:
    made: Image = cv2.merge([*cv2.split(cv2.multiply(rgb, cv2.merge([alpha] * 3), scale=1 / 255)), alpha])
    return made


def fixed(points: Array) -> npt.NDArray[np.int32]:
    """Canvas pixels with four fractional bits."""
    return np.round(((points + 1) * CANVAS_PX / 2 - 0.5) * (1 << SHIFT_BITS)).astype(np.int32)


def circle(x: float, y: float, radius: float, steps: int = 28) -> Array:
    angles = np.linspace(0, 2 * pi, steps, endpoint=False)
    return np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles)])


def blob(chance: Chance, x: float, y: float, radius: float, rough: float, steps: int = 9) -> Array:
    angles = np.linspace(0, 2 * pi, steps, endpoint=False)
    radii = radius * (1 + chance.uniform(-rough, rough, steps))
    return np.column_stack([x + radii * np.cos(angles), y + radii * np.sin(angles)])


def box(x: float, y: float, width: float, height: float, turn: float = 0.0) -> Array:
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, height / 2)
    turned = corners @ np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    made: Array = turned + np.array([x, y])
    return made


def star_points(x: float, y: float, radius: float, turn: float) -> Array:
    angles = turn + np.arange(10) * pi / 5 - pi / 2
    radii = np.where(np.arange(10) % 2 == 0, radius, radius * 0.46)
    return np.column_stack([x + radii * np.cos(angles), y + radii * np.sin(angles)])


def lighter(colour: Colour, share: float) -> Colour:
    red, green, blue = (value + (255 - value) * share for value in colour)
    return red, green, blue


def darker(colour: Colour, share: float) -> Colour:
    red, green, blue = (value * (1 - share) for value in colour)
    return red, green, blue


def varied(chance: Chance, colour: Colour, spread: float) -> Colour:
    """The colour moved a little, brightness more than hue."""
    shift = chance.normal(0, spread, 3) * 0.5 + chance.normal(0, spread)
    red, green, blue = np.clip(np.array(colour) + shift, 0, 255)
    return float(red), float(green), float(blue)
