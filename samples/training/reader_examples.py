"""Straightened patches of studio photos with their labels: what the reader learns from."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from samples.camera import Camera
from samples.faces.random_sets import random_set_number
from samples.layout import TileBody
from samples.plan import PhotoPlan
from samples.training.false_marks import false_marks
from samples.training.seen_hexes import Floats, SeenHex
from samples.truth import top_bodies
from scanner.camera import TILE_THICKNESS, UNIT_HEX_XY
from scanner.hex_codes import KIND_ORDER, MAX_READ_LEVEL, NOT_A_HEX, PATCH_PX, edge_class
from scanner.patches import PIXELS_PER_SIZE, PhotoPyramid, cut_patch, turned_back, turns_away_from_camera
from scoring.axial import DIRECTIONS, Axial

UNKNOWN = -100
"""A label that does not count; torch's own number for it."""
LEAST_VISIBLE = 0.2
EMPTY_SHARE = 0.5
"""Of the empty places beside a city."""
MOST_MISTAKEN = 16
"""A drawn grid has hundreds of cells that look alike."""
KNOWN_SET = -1


@dataclass(frozen=True)
class ReaderExamples:
    """`pixels` (n, 96, 96, 3), `parallax` (n, 2), labels by patch direction, `offset` (n, 3): x, y, log size.

    `print_set` (n,) is the number of the random set that the photo's tiles are printed with, or KNOWN_SET.
    """

    pixels: npt.NDArray[np.uint8]
    parallax: npt.NDArray[np.float32]
    kind: npt.NDArray[np.int16]
    level: npt.NDArray[np.int16]
    edges: npt.NDArray[np.int16]
    offset: npt.NDArray[np.float32]
    print_set: npt.NDArray[np.int16]


def reader_examples(
    rgb: npt.NDArray[np.uint8], plan: PhotoPlan, tops: list[SeenHex], chance: np.random.Generator
) -> ReaderExamples:
    """A patch for each hex one sees, some between hexes, of empty places, and of what the finder takes for a hex."""
    shot = _Shot(PhotoPyramid(rgb), plan.scene.camera, chance)
    by_city = {
        number: top_bodies([body for body in plan.scene.bodies if body.city == number])
        for number in range(len(plan.stones))
    }
    rows = []
    for top in tops:
        if top.visible > LEAST_VISIBLE:
            rows.append(_hex_row(shot, top, by_city.get(top.body.city)))
            if chance.random() < 0.04:
                rows.append(_between_row(shot, top))
    centres = np.array([top.centre_px for top in tops]).reshape(-1, 2)
    beside = [_empty_row(shot, body, place, centres) for place, body in _empty_places(by_city, chance)]
    mistaken = [_other_row(shot, mark) for mark in _some(false_marks(rgb, shot.camera, tops), chance)]
    random_set = random_set_number(plan.scene.printing.folder)
    print_set = KNOWN_SET if random_set is None else random_set
    return _stacked(rows + [row for row in beside if row is not None] + mistaken, print_set)


Row = tuple[npt.NDArray[np.uint8], Floats, int, int, list[int], Floats]


@dataclass(frozen=True)
class _Errors:
    """What a scan gets wrong when it cuts a patch: the centre (in hex sizes), the size, the turn."""

    miss: Floats
    log_size: float
    angle: float


@dataclass(frozen=True)
class _Cut:
    """A patch, the parallax of one level in it, and its turn in sixths."""

    pixels: npt.NDArray[np.uint8]
    parallax: Floats
    turn: int


@dataclass(frozen=True)
class _Shot:
    """The photo to cut from, its camera, and the chance of this photo."""

    pyramid: PhotoPyramid
    camera: Camera
    chance: np.random.Generator

    def errors(self, miss: Floats, size_sigma: float = 0.02) -> _Errors:
        return _Errors(miss, float(self.chance.normal(0, size_sigma)), float(self.chance.normal(0, 0.02)))


def _stacked(rows: list[Row], print_set: int) -> ReaderExamples:
    columns = list(zip(*rows, strict=True)) if rows else [()] * 6
    return ReaderExamples(
        np.array(columns[0], np.uint8).reshape(-1, PATCH_PX, PATCH_PX, 3),
        np.array(columns[1], np.float32).reshape(-1, 2),
        np.array(columns[2], np.int16),
        np.array(columns[3], np.int16),
        np.array(columns[4], np.int16).reshape(-1, 6),
        np.array(columns[5], np.float32).reshape(-1, 3),
        np.full(len(rows), print_set, np.int16),
    )


def _hex_row(shot: _Shot, top: SeenHex, city: dict[Axial, TileBody] | None) -> Row:
    sigma = 0.03 if shot.chance.random() < 0.8 else 0.08
    errors = shot.errors(shot.chance.normal(0, sigma, 2).clip(-0.2, 0.2))
    cut = _cut(shot, top, errors)
    angle = np.array([cut.turn * np.pi / 3 + errors.angle])
    offset = np.array([*turned_back(-errors.miss[None], angle)[0] / np.exp(errors.log_size), -errors.log_size])
    if not top.is_hex:
        return cut.pixels, cut.parallax, NOT_A_HEX, UNKNOWN, [UNKNOWN] * 6, offset
    kind = next(KIND_ORDER.index(face.kind) for face in top.body.faces if face.place == top.place)
    if city is None:
        # A loose tile is made of hexes, but has no neighbours as a city has.
        return cut.pixels, cut.parallax, kind, 0, [UNKNOWN] * 6, offset
    edges = []
    for direction in range(6):
        other = city.get(top.place.moved(DIRECTIONS[(direction + cut.turn) % 6]))
        level = other.level if other else None
        edges.append(int(edge_class(top.body.level, level, same_tile=other is top.body)))
    return cut.pixels, cut.parallax, kind, min(top.body.level, MAX_READ_LEVEL) - 1, edges, offset


def _between_row(shot: _Shot, top: SeenHex) -> Row:
    """A patch centred on the border or a corner of a hex: not a hex."""
    angle = shot.chance.uniform(0, 2 * np.pi)
    miss = shot.chance.uniform(0.6, 1.0) * np.array([np.cos(angle), np.sin(angle)])
    cut = _cut(shot, top, shot.errors(miss, size_sigma=0.05))
    return cut.pixels, cut.parallax, NOT_A_HEX, UNKNOWN, [UNKNOWN] * 6, np.zeros(3)


def _empty_places(
    by_city: dict[int, dict[Axial, TileBody]], chance: np.random.Generator
) -> list[tuple[Axial, TileBody]]:
    """Empty places beside a city, each with the body it would join."""
    found: dict[tuple[int, Axial], TileBody] = {}
    for number, city in by_city.items():
        for place, body in city.items():
            for near in place.neighbours():
                if near not in city:
                    found[number, near] = body
    picked = [item for item in sorted(found.items(), key=lambda item: item[0]) if chance.random() < EMPTY_SHARE]
    return [(place, body) for (_, place), body in picked]


def _empty_row(shot: _Shot, body: TileBody, place: Axial, hex_centres_px: Floats) -> Row | None:
    """A patch of the table where a hex would lie; None if something lies there or it is out of the picture."""
    points = np.vstack([body.centre(place), body.corners(place)])
    pixels = shot.camera.project(np.column_stack([points, np.full(7, TILE_THICKNESS)]))
    size_px = float(np.linalg.norm(pixels[1] - pixels[4])) / 2
    inside = ((pixels[0] >= 0) & (pixels[0] < np.array(shot.pyramid.size_px))).all()
    if not inside or (np.linalg.norm(hex_centres_px - pixels[0], axis=1) < size_px).any():
        return None
    spot = SeenHex(body, place, pixels[1:], pixels[0], 1.0)
    return _other_row(shot, spot)


def _other_row(shot: _Shot, spot: SeenHex) -> Row:
    """A patch of something that is not a hex."""
    cut = _cut(shot, spot, shot.errors(shot.chance.normal(0, 0.06, 2)))
    return cut.pixels, cut.parallax, NOT_A_HEX, UNKNOWN, [UNKNOWN] * 6, np.zeros(3)


def _some(marks: list[SeenHex], chance: np.random.Generator) -> list[SeenHex]:
    chosen = chance.permutation(len(marks))[:MOST_MISTAKEN]
    return [marks[int(index)] for index in np.sort(chosen)]


def _cut(shot: _Shot, top: SeenHex, errors: _Errors) -> _Cut:
    """The patch of a hex with the errors a scan makes; the parallax is a little wrong too."""
    chance = shot.chance
    unit = np.vstack([np.zeros(2), UNIT_HEX_XY])
    plane, _ = cv2.findHomography(unit, np.vstack([top.centre_px, top.corners_px]))
    parallax = _parallax(shot.camera, top)
    turn = int(turns_away_from_camera(parallax[None])[0])
    if np.linalg.norm(parallax) < 0.02 or chance.random() < 0.05:
        turn = int(chance.integers(6))
    angle = turn * np.pi / 3 + errors.angle
    step = np.exp(errors.log_size) / PIXELS_PER_SIZE
    cos, sin, half = np.cos(angle) * step, np.sin(angle) * step, (PATCH_PX - 1) / 2
    x, y = errors.miss
    onto_plane = np.array([[cos, -sin, x - (cos - sin) * half], [sin, cos, y - (sin + cos) * half], [0, 0, 1.0]])
    seen = turned_back(parallax[None], np.array([angle]))[0]
    seen = seen * chance.normal(1, 0.06) + chance.normal(0, 0.004, 2)
    return _Cut(cut_patch(shot.pyramid, np.asarray(plane, dtype=np.float64) @ onto_plane), seen, turn)


def _parallax(camera: Camera, top: SeenHex) -> Floats:
    """One level's move in the directions of the tile's lattice."""
    x, y, height = camera.position
    move = (top.body.centre(top.place) - np.array([x, y])) / height * TILE_THICKNESS
    return np.asarray(np.linalg.solve(top.body.to_world[:, :2], move), dtype=np.float64)
