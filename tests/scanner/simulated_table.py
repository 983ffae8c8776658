"""A table without pictures: a camera over random cities, and the marks and readings a scanner might take from it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from scanner.camera import TILE_THICKNESS, UNIT_HEX_XY, TableCamera
from scanner.evidence import PLAIN_WEIGHTS, CityEvidence, TopEvidence, gather_evidence
from scanner.find_hexes import HexMarks
from scanner.hex_codes import (
    EDGE_CLASSES,
    KIND_CLASSES,
    KIND_ORDER,
    LEVEL_CLASSES,
    LOOK_NUMBERS,
    NOT_A_HEX,
    PATCH_PX,
    edge_class,
)
from scanner.hex_frames import decode_frames, encode_frames, frame_of_outline
from scanner.read_hexes import HexReadings, log_softmax
from scoring.axial import Axial
from scoring.random_games import PlayedCity, play_game

Floats = npt.NDArray[np.float64]

FOCAL_PX = 1300.0
CENTRE_PX = (799.5, 599.5)


@dataclass(frozen=True)
class Pose:
    """How the camera looks at the middle of a city; the distance is in hex sizes."""

    tilt_deg: float
    azimuth_deg: float = 0.0
    roll_deg: float = 0.0
    distance: float = 18.0


def camera_over(middle_xy: Floats, pose: Pose) -> TableCamera:
    rotation = _turn("z", pose.roll_deg) @ _turn("x", pose.tilt_deg) @ _turn("z", pose.azimuth_deg)
    translation = np.array([0, 0, pose.distance]) - rotation @ np.array([middle_xy[0], middle_xy[1], 0])
    return TableCamera(FOCAL_PX, CENTRE_PX, rotation, translation)


def random_pose(rng: np.random.Generator, most_tilt_deg: float = 45) -> Pose:
    return Pose(rng.uniform(0, most_tilt_deg), rng.uniform(0, 360), rng.uniform(0, 360), rng.uniform(13, 24))


def some_city(seed: int, *, players: int = 2, stacking: float = 0.5, rounds: int | None = None) -> PlayedCity:
    return play_game(seed, players, stacking=stacking, rounds=rounds)[0]


def centres_and_levels(city: PlayedCity) -> tuple[Floats, Floats]:
    """Centres (n, 2) in hex sizes and levels (n,), in the order of the city's places."""
    centres_xy = np.array([place.centre_xy() for place in city.city.hexes])
    return centres_xy, np.array([float(top.level) for top in city.city.hexes.values()])


def marks_of(camera: TableCamera, centres_xy: Floats, levels: Floats, slop_xy: Floats) -> HexMarks:
    """Perfect marks of hexes that lie a little off the lattice; each frame is known up to sixths of a turn."""
    tops = centres_xy + slop_xy
    centres_px = camera.project(np.column_stack([tops, -levels * TILE_THICKNESS]))
    frames = np.array([_frame(camera, top, level) for top, level in zip(tops, levels, strict=True)])
    return HexMarks(centres_px, decode_frames(encode_frames(frames)), np.ones(len(tops)))


def joined(*parts: HexMarks) -> HexMarks:
    return HexMarks(
        np.concatenate([part.centres_px for part in parts]),
        np.concatenate([part.frames for part in parts]),
        np.concatenate([part.scores for part in parts]),
    )


@dataclass(frozen=True)
class Clearness:
    """By how many logits the truth stands out of noise of one logit."""

    hex: float = 14.0
    kind: float = 14.0
    level: float = 12.0
    edges: float = 12.0


def readings_of(city: PlayedCity, rng: np.random.Generator, clearness: Clearness | None = None) -> HexReadings:
    """What the reader might say of a city; at the default clearness everything is right."""
    clear = clearness or Clearness()
    hexes = city.city.hexes
    top_tile = {place: number for number, laid in enumerate(city.placements) for place in laid.places}

    def edges_of(place: Axial) -> list[Floats]:
        classes = []
        for near in place.neighbours():
            other = hexes[near].level if near in hexes else None
            same_tile = top_tile.get(near) == top_tile[place]
            classes.append(edge_class(hexes[place].level, other, same_tile=same_tile))
        return [_noisy(rng, found, EDGE_CLASSES, clear.edges) for found in classes]

    kinds = np.array([_noisy(rng, KIND_ORDER.index(top.kind), KIND_CLASSES, clear.kind) for top in hexes.values()])
    kinds[:, NOT_A_HEX] = -clear.hex
    return HexReadings(
        log_softmax(kinds),
        np.array([_noisy(rng, top.level - 1, LEVEL_CLASSES, clear.level) for top in hexes.values()]),
        np.array([edges_of(place) for place in hexes]),
        np.zeros((len(hexes), 2)),
        np.zeros(len(hexes)),
        np.zeros((len(hexes), LOOK_NUMBERS)),
        np.zeros((len(hexes), PATCH_PX, PATCH_PX, 3), np.uint8),
    )


def silent_tops(count: int) -> TopEvidence:
    """Tops whose place and size say nothing of their levels."""
    nothing = np.zeros((count, LEVEL_CLASSES))
    return TopEvidence(nothing, nothing)


def evidence_of(city: PlayedCity, readings: HexReadings) -> CityEvidence:
    """The evidence of readings alone, as from straight above, where parallax tells nothing."""
    places = tuple(city.city.hexes)
    return gather_evidence(places, readings, silent_tops(len(places)), PLAIN_WEIGHTS)


def _noisy(rng: np.random.Generator, truth: int, classes: int, clearness: float) -> Floats:
    logits = rng.normal(0, 1, classes)
    logits[truth] += clearness
    return log_softmax(logits)


def _frame(camera: TableCamera, centre_xy: Floats, level: float) -> Floats:
    corners = np.column_stack([UNIT_HEX_XY + centre_xy, np.full(6, -level * TILE_THICKNESS)])
    return frame_of_outline(camera.project(corners), UNIT_HEX_XY)


def _turn(axis: str, angle_deg: float) -> Floats:
    vector = np.array([axis == "x", axis == "y", axis == "z"], dtype=np.float64)
    return np.asarray(cv2.Rodrigues(vector * np.radians(angle_deg))[0], dtype=np.float64)
