"""White balance and exposure from the photo itself: the pale stone that all tiles are printed on shows the light."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from scanner.camera import UNIT_HEX_XY
from scanner.find_hexes import find_hexes
from scanner.fit_lattice import Lattice, fit_lattices
from scanner.light import GOOD_LIGHT, Light
from scanner.load_photo import Photo, RgbImage
from scanner.patches import PhotoPyramid
from scanner.read_hexes import read_marks
from scanner.settings import ScannerSettings
from scanner.sheet_pose import SeenSheet

Floats = npt.NDArray[np.float64]

STONE_RGB: Floats = np.array([226.0, 223.0, 217.0])
"""The stone ground in good light."""
STONE_RING = 0.93
"""Where it is seen: between the picture of a hex and its border, as a share of the hex."""
POINTS_PER_SIDE = 4
LEAST_GREYS = 4
MARKS_LOOKED_AT = 16
MOST_STONE_SPREAD = 0.09
"""How far, as a share, the casts of the borders of most hexes may differ if they are stone in one light."""


@dataclass(frozen=True)
class LitPhoto:
    """A photo in good light, with its lattices."""

    photo: Photo
    lattices: list[Lattice]


def in_good_light(photo: Photo, lattices: list[Lattice], settings: ScannerSettings) -> LitPhoto:
    """The photo and its lattices; where the light is strange, in corrected colours and searched again in these."""
    light = _light(photo, lattices, settings)
    if light.is_good(settings.most_cast, settings.most_exposure_change):
        return LitPhoto(photo, lattices)
    corrected = replace(photo, rgb=light.corrected(photo.rgb))
    again = fit_lattices(find_hexes(corrected.rgb, settings), settings)
    largest_before, largest_now = (max((len(one.places) for one in some), default=0) for some in (lattices, again))
    if largest_now < largest_before * settings.light_must_keep:
        return LitPhoto(photo, lattices)
    return LitPhoto(corrected, again)


def _light(photo: Photo, lattices: list[Lattice], settings: ScannerSettings) -> Light:
    """By the best witness there is. Strange light must not come from drawn or printed cells: they are no stone."""
    on_sheet = light_on_sheet(photo.sheet)
    if on_sheet is not None:
        return on_sheet
    large = _large(lattices, settings)
    light = light_on_tiles(photo.rgb, large) or light_on_picture(photo.rgb)
    if light.is_good(settings.most_cast, settings.most_exposure_change):
        return light
    return light_on_tiles(photo.rgb, _hexes_among(photo, large, settings)) or light


def _hexes_among(photo: Photo, lattices: list[Lattice], settings: ScannerSettings) -> list[Lattice]:
    """Of the surest marks of each lattice those that look like hexes."""
    pyramid = PhotoPyramid(photo.rgb)
    found = []
    for lattice in lattices:
        surest = np.argsort(-lattice.marks.scores, kind="stable")[:MARKS_LOOKED_AT]
        looks = read_marks(pyramid, lattice.marks.pick(surest)).hex_probability()
        hexes = surest[looks >= settings.likely_hex_probability]
        found.append(Lattice(tuple(lattice.places[int(index)] for index in hexes), lattice.marks.pick(hexes)))
    return found


def _large(lattices: list[Lattice], settings: ScannerSettings) -> list[Lattice]:
    return [lattice for lattice in lattices if len(lattice.places) >= settings.min_city_hexes]


def light_on_sheet(sheet: SeenSheet | None) -> Light | None:
    """The light on the corner sheet, by those of its greys that are neither burnt out nor lost in the dark."""
    if sheet is None:
        return None
    usable = (sheet.greys_rgb.max(axis=1) < 250) & (sheet.greys_rgb.min(axis=1) > 12)
    if usable.sum() < LEAST_GREYS:
        return None
    return Light(np.median(sheet.greys[usable, None] / sheet.greys_rgb[usable], axis=0))


def light_on_tiles(rgb: RgbImage, lattices: list[Lattice]) -> Light | None:
    """The light on the cities; None without any."""
    samples = [hex_colours for lattice in lattices for hex_colours in _stone_samples(rgb, lattice)]
    if not samples:
        return None
    if not _is_one_stone(samples):
        return GOOD_LIGHT
    return light_of_stone(np.concatenate(samples))


def _is_one_stone(samples: list[Floats]) -> bool:
    """Whether most hexes have borders of one colour. Where each has its own, their print reaches to the border, and
    what it tells is the print and not the light."""
    stones = np.log(np.array([np.maximum(_stone(colours), 4.0) for colours in samples]))
    casts = stones[:, [0, 2]] - stones[:, [1]]
    return float(np.median(np.abs(casts - np.median(casts, axis=0)).max(axis=1))) < MOST_STONE_SPREAD


def light_of_stone(colours: Floats) -> Light:
    """The light by colours (n, 3) of places where mostly stone is seen."""
    return Light(STONE_RGB / np.maximum(_stone(colours), 4.0))


def _stone(colours: Floats) -> Floats:
    brightness = colours.max(axis=1)
    # Gaps, shadows and pictures that reach to the border are darker than the stone; glare is brighter.
    low, high = np.percentile(brightness, [45, 90])
    return np.asarray(np.median(colours[(brightness >= low) & (brightness <= high)], axis=0), dtype=np.float64)


def light_on_picture(rgb: RgbImage) -> Light:
    """A guess without a city: what is brightest in each colour is white."""
    small = cv2.resize(rgb, (160, 160), interpolation=cv2.INTER_AREA).reshape(-1, 3)
    return Light(STONE_RGB / np.maximum(np.percentile(small, 92, axis=0), 4.0))


def _stone_samples(rgb: RgbImage, lattice: Lattice) -> list[Floats]:
    """For each mark that lies in the photo the colours (n, 3) along its border."""
    ahead = np.roll(UNIT_HEX_XY, -1, axis=0)
    shares = (np.arange(POINTS_PER_SIDE) + 0.5) / POINTS_PER_SIDE
    ring = np.concatenate([UNIT_HEX_XY * (1 - share) + ahead * share for share in shares]) * STONE_RING
    marks = lattice.marks
    points = marks.centres_px[:, None] + np.einsum("nij,kj->nki", marks.frames, ring)
    columns, rows = np.moveaxis(np.round(points).astype(np.intp), 2, 0)
    inside = (columns >= 0) & (rows >= 0) & (columns < rgb.shape[1]) & (rows < rgb.shape[0])
    whole = inside.all(axis=1)
    return list(rgb[rows[whole], columns[whole]].astype(np.float64))
