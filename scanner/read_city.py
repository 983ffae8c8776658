"""From one lattice of marks to a city: camera, readings, parallax, solution."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from scanner.camera import TILE_THICKNESS, UNIT_HEX_XY, PoseEvidence, TableCamera, fit_camera
from scanner.evidence import (
    PLAIN_WEIGHTS,
    SHEET_WEIGHTS,
    CityEvidence,
    EvidenceWeights,
    TopEvidence,
    gather_evidence,
)
from scanner.find_hexes import HexMarks
from scanner.fit_lattice import NEIGHBOUR_XY, Lattice, fit_lattices
from scanner.hex_codes import EdgeClass
from scanner.hex_groups import Indices, touching_groups
from scanner.level_witnesses import parallax_logp, size_logp
from scanner.load_photo import FocalSource, Photo
from scanner.own_tiles import TileProfile, read_as, set_of_city
from scanner.patches import PhotoPyramid
from scanner.read_hexes import HexReadings, read_hexes, read_marks
from scanner.settings import ScannerSettings
from scoring.axial import DIRECTIONS, Axial

Floats = npt.NDArray[np.float64]

CUT_OFF_REACH = 0.4
"""How far beyond the edge of the photo, in hex sizes, the middle of a hex may be."""
CORNER_WEIGHT = 0.2
"""Corners come from a mark's frame: far less exact than its centre, but they hold the pose of a small city."""


@dataclass(frozen=True)
class SeenCity:
    """All that the photo says of one city, before the rules are asked."""

    lattice: Lattice
    camera: TableCamera
    readings: HexReadings
    evidence: CityEvidence
    photo_wh_px: tuple[int, int]
    weights: EvidenceWeights = PLAIN_WEIGHTS
    own_set: TileProfile | None = None
    """The player's own set of tiles that it is built of, where one was learned."""


def see_cities(
    lattice: Lattice,
    photo: Photo,
    pyramid: PhotoPyramid,
    settings: ScannerSettings,
    tiles: tuple[TileProfile, ...] = (),
    expected: TileProfile | None = None,
) -> list[SeenCity]:
    """Read every hex of a lattice. Cities that lie close, or that false marks tied together, are read each alone.

    `expected` is the player's own set that other cities of the photo are built of.
    """
    camera = camera_over(lattice, photo, settings, levels=np.ones(len(lattice.places)))
    if camera is None:
        return []
    readings = read_hexes(pyramid, camera, lattice.centres_xy(), lattice.marks.centres_px)
    own_set = set_of_city(readings, tiles, expected)
    readings = read_as(readings, own_set)
    groups = _groups_of_hexes(lattice, readings, settings)
    if len(groups) == 1 and len(groups[0]) >= settings.trusted_marks * len(lattice.places):
        lattice, readings = _picked(lattice, groups[0]), readings.pick(groups[0])
        city = _seen_city(lattice, readings, camera, own_set, photo, pyramid, settings)
        return [city] if len(city.lattice.places) >= settings.min_city_hexes else []
    refits = _refits(groups, lattice, pyramid, own_set, settings)
    parts = [part for kept in refits for part in fit_lattices(lattice.marks.pick(kept), settings)]
    return [city for part in parts for city in see_cities(part, photo, pyramid, settings, tiles, own_set)]


def _refits(
    groups: list[Indices],
    lattice: Lattice,
    pyramid: PhotoPyramid,
    own_set: TileProfile | None,
    settings: ScannerSettings,
) -> list[Indices]:
    """The marks to fit anew, each list by itself."""
    count = len(lattice.places)
    if sum(len(group) for group in groups) >= settings.trusted_marks * count:
        return groups
    # What was read through a wrongly fitted camera says little: look again at each mark by itself.
    looks = read_as(read_marks(pyramid, lattice.marks), own_set).hex_probability()
    likely = np.nonzero(looks >= settings.likely_hex_probability)[0]
    return [likely] if len(likely) < count else groups


def _seen_city(
    lattice: Lattice,
    readings: HexReadings,
    camera: TableCamera,
    own_set: TileProfile | None,
    photo: Photo,
    pyramid: PhotoPyramid,
    settings: ScannerSettings,
) -> SeenCity:
    known = 0
    looked_at: set[_Step] = set()
    while known < len(lattice.places):
        known = len(lattice.places)
        lattice, readings = _with_missed_hexes(lattice, readings, camera, pyramid, own_set, looked_at, settings)
    lattice, readings = _looked_at_again(lattice, readings, camera, pyramid, own_set, settings)
    lattice = _recentred(lattice, readings, camera)
    levels = readings.level.argmax(axis=1) + 1.0
    camera = camera_over(lattice, photo, settings, levels) or camera
    weights = PLAIN_WEIGHTS if photo.sheet is None else SHEET_WEIGHTS
    evidence = _evidence(lattice, readings, camera, pyramid.size_px, weights, settings)
    return SeenCity(lattice, camera, readings, evidence, pyramid.size_px, weights, own_set)


def _evidence(
    lattice: Lattice,
    readings: HexReadings,
    camera: TableCamera,
    size_px: tuple[int, int],
    weights: EvidenceWeights,
    settings: ScannerSettings,
) -> CityEvidence:
    tops = top_evidence(lattice, readings, camera, settings)
    around = lattice.centres_xy()[:, None] + NEIGHBOUR_XY
    around_px = camera.project(np.column_stack([around.reshape(-1, 2), np.full(6 * len(around), -TILE_THICKNESS)]))
    is_cut_off = np.asarray((~_inside(around_px, size_px)).reshape(-1, 6).any(axis=1))
    return gather_evidence(lattice.places, readings, tops, weights, is_cut_off)


def top_evidence(
    lattice: Lattice, readings: HexReadings, camera: TableCamera, settings: ScannerSettings
) -> TopEvidence:
    """What place and size of the tops say of their levels."""
    levels = readings.level.argmax(axis=1) + 1.0
    return TopEvidence(parallax_logp(lattice, camera, settings), size_logp(lattice, camera, levels, settings))


def without_hexes(city: SeenCity, dropped: tuple[int, ...], settings: ScannerSettings) -> SeenCity | None:
    """The city without some hexes and what hung on them alone; None if no city is left."""
    kept = np.setdiff1d(np.arange(len(city.lattice.places)), dropped)
    groups = touching_groups(city.lattice.places, city.readings, kept, settings.seen_apart_probability)
    if not groups or len(groups[0]) < settings.min_city_hexes:
        return None
    kept = groups[0]
    lattice, readings = _picked(city.lattice, kept), city.readings.pick(kept)
    evidence = _evidence(lattice, readings, city.camera, city.photo_wh_px, city.weights, settings)
    return replace(city, lattice=lattice, readings=readings, evidence=evidence)


def camera_over(lattice: Lattice, photo: Photo, settings: ScannerSettings, levels: Floats) -> TableCamera | None:
    count = len(lattice.places)
    if count < settings.min_seed_hexes:
        return None
    centres_xy = lattice.centres_xy()
    corners_xy = (centres_xy[:, None] + UNIT_HEX_XY).reshape(-1, 2)
    offsets_px = np.einsum("nij,kj->nki", lattice.marks.frames, UNIT_HEX_XY)
    corners_px = (lattice.marks.centres_px[:, None] + offsets_px).reshape(-1, 2)
    evidence = PoseEvidence(
        points_xy=np.concatenate([centres_xy, corners_xy]),
        levels=np.concatenate([levels, np.repeat(levels, 6)]),
        pixels=np.concatenate([lattice.marks.centres_px, corners_px]),
        weights=np.concatenate([np.ones(count), np.full(6 * count, CORNER_WEIGHT)]),
    )
    focal_sigma, centre_sigma = {
        FocalSource.PROFILE: (settings.focal_log_sigma_profile, 0.0),
        FocalSource.EXIF: (settings.focal_log_sigma_known, settings.centre_sigma_known),
        FocalSource.GUESS: (settings.focal_log_sigma_guess, settings.centre_sigma_guess),
    }[photo.focal_source]
    return fit_camera(
        evidence,
        photo.focal_px,
        ((photo.width_px - 1) / 2, (photo.height_px - 1) / 2),
        focal_log_sigma=focal_sigma,
        centre_sigma_px=centre_sigma * max(photo.width_px, photo.height_px),
        lens=photo.lens,
        sheet=photo.sheet,
        lens_sigma=0.0 if photo.focal_source is FocalSource.PROFILE else _lens_sigma(photo, settings),
    )


def _lens_sigma(photo: Photo, settings: ScannerSettings) -> float:
    """Ordinary lenses hardly bend, wide ones do."""
    reach = max(photo.width_px, photo.height_px) / 2 / photo.focal_px
    return settings.lens_sigma_wide if reach > settings.wide_reach else settings.lens_sigma


def _groups_of_hexes(lattice: Lattice, readings: HexReadings, settings: ScannerSettings) -> list[Indices]:
    """The marks that the reader takes for hexes, by what hangs together, as far as it can be a city."""
    sure = np.nonzero(readings.hex_probability() >= settings.hex_probability)[0]
    groups = touching_groups(lattice.places, readings, sure, settings.seen_apart_probability)
    return [group for group in groups if len(group) >= settings.min_seed_hexes]


def _with_missed_hexes(
    lattice: Lattice,
    readings: HexReadings,
    camera: TableCamera,
    pyramid: PhotoPyramid,
    own_set: TileProfile | None,
    looked_at: set[_Step],
    settings: ScannerSettings,
) -> tuple[Lattice, HexReadings]:
    """Look, once, at the empty places beside the city where its hexes do not all see the table."""
    spots = [spot for spot in _doubtful_spots(lattice, readings, camera, settings) if spot.step not in looked_at]
    if not spots:
        return lattice, readings
    looked_at.update(spot.step for spot in spots)
    centres_xy = np.array([spot.place.centre_xy() for spot in spots])
    centres_px = np.array([spot.centre_px for spot in spots])
    # Of a hex at the edge of the photo half may be seen though its middle is not.
    margin_px = CUT_OFF_REACH * float(np.median(lattice.marks.sizes_px()))
    inside = np.nonzero(_inside(centres_px, pyramid.size_px, margin_px))[0]
    if not len(inside):
        return lattice, readings
    found = read_as(read_hexes(pyramid, camera, centres_xy[inside], centres_px[inside]), own_set)
    places_seen = [spots[index].place for index in inside]
    sure = _best_of_each_place(places_seen, found.hex_probability(), settings.grow_probability)
    if not len(sure):
        return lattice, readings
    chosen = inside[sure]
    frames = camera.frames_at(centres_xy[chosen], level=1)
    marks = HexMarks(
        np.concatenate([lattice.marks.centres_px, centres_px[chosen]]),
        np.concatenate([lattice.marks.frames, frames]),
        np.concatenate([lattice.marks.scores, np.zeros(len(chosen))]),
    )
    places = (*lattice.places, *(spots[index].place for index in chosen))
    return Lattice(places, marks), readings.joined(found.pick(sure))


def _best_of_each_place(places: list[Axial], probability: Floats, least: float) -> Indices:
    """Of several looks at a place the one that looks most like a hex, if it does at all."""
    best: dict[Axial, int] = {}
    for index in np.argsort(-probability, kind="stable"):
        if probability[index] >= least:
            best.setdefault(places[index], int(index))
    return np.array(sorted(best.values()), dtype=np.intp)


@dataclass(frozen=True)
class _Step:
    """From a hex of a city to an empty place beside it, on some level."""

    start: Axial
    end: Axial
    end_level: int


@dataclass(frozen=True)
class _Spot:
    """Where a hex would be seen one step from the city."""

    step: _Step
    centre_px: tuple[float, float]

    @property
    def place(self) -> Axial:
        return self.step.end


def _doubtful_spots(
    lattice: Lattice, readings: HexReadings, camera: TableCamera, settings: ScannerSettings
) -> list[_Spot]:
    """Where a hex may lie across the borders at which the reader is not sure to see the table: one step from its
    neighbour, wherever the bent lattice has brought that, on the neighbour's level or on the first."""
    outside = np.exp(readings.edges[:, :, EdgeClass.OUTSIDE])
    taken = set(lattice.places)
    centres_px = _recentred(lattice, readings, camera).marks.centres_px
    found = []
    for index, place in enumerate(lattice.places):
        level = int(readings.level[index].argmax()) + 1
        for direction, step in enumerate(DIRECTIONS):
            near = place.moved(step)
            if near not in taken and outside[index, direction] < settings.sees_table_probability:
                found += [_spot(camera, _Step(place, near, to), level, centres_px[index]) for to in {1, level}]
    return found


def _spot(camera: TableCamera, step: _Step, start_level: int, centre_px: Floats) -> _Spot:
    ends = ((step.start, start_level), (step.end, step.end_level))
    here, there = camera.project(np.array([(*end.centre_xy(), -own * TILE_THICKNESS) for end, own in ends]))
    x_px, y_px = centre_px + there - here
    return _Spot(step, (float(x_px), float(y_px)))


def _looked_at_again(
    lattice: Lattice,
    readings: HexReadings,
    camera: TableCamera,
    pyramid: PhotoPyramid,
    own_set: TileProfile | None,
    settings: ScannerSettings,
) -> tuple[Lattice, HexReadings]:
    """Hexes whose tops the reader saw far from where they were marked are read there, where they look more like one."""
    far = np.nonzero(np.linalg.norm(readings.shift, axis=1) > settings.second_look_shift)[0]
    if not len(far):
        return lattice, readings
    moved_px = _recentred(lattice, readings, camera).marks.centres_px
    found = read_as(read_hexes(pyramid, camera, lattice.centres_xy()[far], moved_px[far]), own_set)
    better = found.hex_probability() >= readings.hex_probability()[far]
    chosen = np.arange(len(lattice.places))
    chosen[far[better]] = len(chosen) + np.nonzero(better)[0]
    centres_px = np.concatenate([lattice.marks.centres_px, moved_px[far]])[chosen]
    return replace(lattice, marks=replace(lattice.marks, centres_px=centres_px)), readings.joined(found).pick(chosen)


def _recentred(lattice: Lattice, readings: HexReadings, camera: TableCamera) -> Lattice:
    """Move each centre to where the reader saw the top in its patch, and make its frame as large as it saw it."""
    frames = camera.frames_at(lattice.centres_xy(), level=1)
    centres_px = lattice.marks.centres_px + np.einsum("nij,nj->ni", frames, readings.shift)
    sizes_px = np.sqrt(np.abs(np.linalg.det(frames))) * np.exp(readings.log_size)
    grown = lattice.marks.frames * (sizes_px / lattice.marks.sizes_px())[:, None, None]
    return replace(lattice, marks=replace(lattice.marks, centres_px=centres_px, frames=grown))


def _picked(lattice: Lattice, kept: Indices) -> Lattice:
    return Lattice(tuple(lattice.places[int(index)] for index in kept), lattice.marks.pick(kept))


def _inside(pixels: Floats, size_px: tuple[int, int], margin_px: float = 0.0) -> npt.NDArray[np.bool_]:
    limits = np.array(size_px) + margin_px
    return np.asarray(((pixels >= -margin_px) & (pixels < limits)).all(axis=1))
