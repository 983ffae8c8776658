"""One picture for each stage of a scan, drawn while it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from scanner.camera import UNIT_HEX_XY
from scanner.canvas import WHITE, Canvas, Colour, shrunk, size_of
from scanner.find_hexes import HexMarks
from scanner.fit_lattice import Lattice
from scanner.load_photo import Photo, RgbImage
from scanner.overlay import draw_overlay
from scanner.patch_sheet import draw_patch_sheet
from scanner.result import Quality, ReadCity, ReadHex, ScanResult
from scanner.scan_photo import Stage
from scanner.write_picture import write_picture

UNSURE_RGB, SURE_RGB = (230, 60, 40), (60, 210, 70)
CITY_COLOURS_RGB: tuple[Colour, ...] = ((255, 210, 0), (0, 200, 255), (255, 90, 200), (140, 255, 90))
LEVEL_COLOURS_RGB: tuple[Colour, ...] = (
    (120, 120, 130),
    (40, 110, 220),
    (30, 160, 90),
    (240, 190, 30),
    (230, 110, 30),
    (200, 30, 60),
)


class StagePictures:
    """An observer of `scan_photo` that writes a picture into a folder after each stage."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._photo: Photo | None = None
        self._cities: tuple[ReadCity, ...] = ()
        self._drawers: dict[Stage, Callable[[RgbImage, Any], RgbImage]] = {
            Stage.LOAD: lambda rgb, _: Canvas.over(rgb).pixels,
            Stage.FIND: draw_marks,
            Stage.LATTICE: draw_lattices,
            Stage.READ: draw_patch_sheet,
            Stage.SOLVE: draw_tiles,
            Stage.JUDGE: self._draw_result,
        }

    def __call__(self, stage: Stage, made: object) -> None:
        if isinstance(made, Photo):
            self._photo = made
        if stage is Stage.SOLVE:
            self._cities = made  # type: ignore[assignment]
        if self._photo is None:
            raise ValueError(f"stage {stage} came before a photo was loaded")
        picture = self._drawers[stage](self._photo.rgb, made)
        write_picture(picture, self.folder / f"{list(Stage).index(stage) + 1}-{stage}.jpg")

    def _draw_result(self, rgb: RgbImage, quality: Quality) -> RgbImage:
        return draw_overlay(rgb, ScanResult(rgb.shape[1], rgb.shape[0], self._cities, quality))


def draw_marks(rgb: RgbImage, marks: HexMarks) -> RgbImage:
    """Every mark of the finder as the hex it claims, from red (unsure) to green (sure)."""
    canvas = Canvas.over(rgb)
    for centre_px, frame, score in zip(marks.centres_px, marks.frames, marks.scores, strict=True):
        colour = _mixed(UNSURE_RGB, SURE_RGB, float(score))
        canvas.outline(shrunk(centre_px + UNIT_HEX_XY @ frame.T, 0.92), colour)
    return canvas.pixels


def draw_lattices(rgb: RgbImage, lattices: Sequence[Lattice]) -> RgbImage:
    """The links of each lattice in a colour of its own, and the place of every mark that is linked."""
    canvas = Canvas.over(rgb)
    for number, lattice in enumerate(lattice for lattice in lattices if len(lattice.places) > 1):
        colour = CITY_COLOURS_RGB[number % len(CITY_COLOURS_RGB)]
        index_of = {place: index for index, place in enumerate(lattice.places)}
        for place, index in index_of.items():
            for near in place.neighbours()[:3]:
                if near in index_of:
                    canvas.line(lattice.marks.centres_px[index], lattice.marks.centres_px[index_of[near]], colour)
        sizes_px = lattice.marks.sizes_px()
        for place, centre_px, size_px in zip(lattice.places, lattice.marks.centres_px, sizes_px, strict=True):
            canvas.label(f"{place.q},{place.r}", centre_px, size_px * 0.55)
    return canvas.pixels


def draw_tiles(rgb: RgbImage, cities: Iterable[ReadCity]) -> RgbImage:
    """The solved tiles, outlined, and every hex in the colour of its level."""
    canvas = Canvas.over(rgb)
    for city in cities:
        for hex_ in city.hexes:
            level_colour = LEVEL_COLOURS_RGB[min(hex_.level, len(LEVEL_COLOURS_RGB)) - 1]
            canvas.wash(np.array(hex_.outline_px), level_colour, strength=0.55)
        by_place = {hex_.place: hex_ for hex_ in city.hexes}
        for tile in city.tiles:
            _draw_rim(canvas, [by_place[place] for place in tile.places])
        for hex_ in city.hexes:
            canvas.label(str(hex_.level), np.array(hex_.centre_px), size_of(np.array(hex_.outline_px)))
    return canvas.pixels


def _draw_rim(canvas: Canvas, members: Sequence[ReadHex]) -> None:
    """The borders of a tile's hexes with everything that is not of the tile."""
    places = {hex_.place for hex_ in members}
    for hex_ in members:
        corners_px = shrunk(np.array(hex_.outline_px), 0.96)
        for direction, near in enumerate(hex_.place.neighbours()):
            if near not in places:
                # The first direction is up, and the first corner of an outline lies to the right.
                first = (direction - 2) % 6
                canvas.line(corners_px[first], corners_px[(first + 1) % 6], WHITE)


def _mixed(low: Colour, high: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
    return red, green, blue
