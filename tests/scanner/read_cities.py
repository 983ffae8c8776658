"""Readings as the scanner gives them, made without a photo."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scanner.camera import TILE_THICKNESS, UNIT_HEX_XY
from scanner.load_photo import FocalSource, Photo, RgbImage
from scanner.result import Alternative, ReadCity, ReadHex, ReadTile
from scoring.axial import Axial
from scoring.city import TopHex
from scoring.kinds import Kind
from scoring.problems import find_problems
from scoring.random_games import PlayedCity
from tests.scanner.simulated_table import FOCAL_PX, Pose, camera_over, some_city

WIDTH_PX, HEIGHT_PX = 1600, 1200


def read_city(pose: Pose | None = None, city: PlayedCity | None = None) -> ReadCity:
    """A city that was read rightly and surely."""
    pose = pose or Pose(tilt_deg=25, distance=30)
    played = city or some_city(1)
    middle_xy = np.mean([place.centre_xy() for place in played.city.hexes], axis=0)
    camera = camera_over(middle_xy, pose)

    def read_hex(place: Axial, top: TopHex) -> ReadHex:
        corners_xy = np.vstack([np.zeros(2), UNIT_HEX_XY]) + place.centre_xy()
        seen_px = camera.project(np.column_stack([corners_xy, np.full(7, -top.level * TILE_THICKNESS)]))
        centre_px, *outline_px = (tuple(map(float, point)) for point in seen_px)
        others = (Alternative(Kind.QUARRY, top.level, 0.01),)
        return ReadHex(place, top.kind, top.level, 0.99, 0.98, others, centre_px, tuple(outline_px))  # type: ignore[arg-type]

    hexes = tuple(read_hex(place, top) for place, top in played.city.hexes.items())
    start = ReadTile(played.placements[0].places, 1, is_start=True)
    return ReadCity(hexes, (start,), find_problems(played.city), pose.tilt_deg)


def with_hex(city: ReadCity, index: int, **changes: object) -> ReadCity:
    hexes = list(city.hexes)
    hexes[index] = replace(hexes[index], **changes)  # type: ignore[arg-type]
    return replace(city, hexes=tuple(hexes))


def photo_of(rgb: RgbImage) -> Photo:
    return Photo(rgb, FOCAL_PX, FocalSource.GUESS)


def patterned_photo(*, brightest: int = 235, darkest: int = 40) -> RgbImage:
    """Sharp random blocks of two greys, from large to small, most of the picture bright."""
    rng = np.random.default_rng(0)
    bright = np.zeros((HEIGHT_PX, WIDTH_PX), dtype=bool)
    for block_px in (80, 8):
        blocks = rng.random((HEIGHT_PX // block_px, WIDTH_PX // block_px)) < (0.65 if block_px == 80 else 0.1)
        bright ^= np.kron(blocks, np.ones((block_px, block_px), dtype=bool)).astype(bool)
    grey = np.where(bright, brightest, darkest).astype(np.uint8)
    return np.repeat(grey[:, :, None], 3, axis=2)
