"""A photo for the report: what was read drawn over it, and beside it the truth.

Shapes are SVG polygons in the photo's own pixels over a small copy of the photo, so they stay sharp and can be
pointed at. Truth without pixels is shown where its hexes were read; if too few were, as a plain map.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image

from samples.benchmark.matching import CityPair, HexPair
from samples.benchmark.measures import is_sure
from samples.benchmark.reading import PhotoReading
from samples.benchmark.truth import TruthHex
from scanner.load_photo import load_photo
from scoring.kinds import Kind

Points = tuple[tuple[float, float], ...]
Floats = npt.NDArray[np.float64]

SMALL_COPY_PX = 760
MARGIN_FRACTION = 0.12
LEAST_POINTS_FOR_A_PLANE = 6
MAP_SIZE_PX = 40.0
CORNERS: Floats = np.array([(np.cos(turn), np.sin(turn)) for turn in np.radians(range(0, 360, 60))])


@dataclass(frozen=True)
class Shape:
    """One hex as drawn: `css` names its kind and what is wrong with it."""

    points: Points
    label: str
    css: str
    tooltip: str

    @property
    def svg_points(self) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.points)

    @property
    def centre(self) -> tuple[float, float]:
        return _mean(x for x, _ in self.points), _mean(y for _, y in self.points)

    @property
    def text_size(self) -> float:
        """A part of the height, which foreshortening makes the smaller side."""
        ys = [y for _, y in self.points]
        return max((max(ys) - min(ys)) * 0.3, 1.0)


@dataclass(frozen=True)
class Panel:
    """A drawing; `box` is (left, top, width, height)."""

    shapes: tuple[Shape, ...]
    box: tuple[float, float, float, float]
    is_over_photo: bool


@dataclass(frozen=True)
class PhotoView:
    """A photo with both its drawings."""

    reading: PhotoReading
    picture: str
    picture_box: tuple[float, float, float, float]
    read: Panel
    truth: Panel


def photo_view(reading: PhotoReading) -> PhotoView:
    read_shapes = tuple(shape for pair in reading.cities for shape in _read_shapes(pair))
    placed = [_truth_outlines(pair) for pair in reading.cities]
    is_over_photo = all(outlines is not None for outlines in placed)
    truth_shapes = _truth_shapes(reading, placed if is_over_photo else _map_outlines(reading))
    box = _box_around((*read_shapes, *(truth_shapes if is_over_photo else ())), reading)
    truth_box = box if is_over_photo else _bounds(truth_shapes, 0.1)
    return PhotoView(
        reading=reading,
        picture=_small_copy(reading, box),
        picture_box=box,
        read=Panel(read_shapes, box, is_over_photo=True),
        truth=Panel(truth_shapes, truth_box, is_over_photo),
    )


def hex_label(kind: Kind, level: int) -> str:
    """Such as B2, or B★1 for a barracks plaza."""
    return f"{kind.value[0].upper()}{'★' if kind.is_plaza else ''}{level}"


def _read_shapes(pair: CityPair) -> Iterator[Shape]:
    for hex_ in pair.hexes:
        if hex_.read is not None:
            state = "right" if hex_.is_right else "false" if hex_.is_false else "wrong"
            css = f"{hex_.read.kind.value} {state}{'' if is_sure(hex_) else ' unsure'}"
            yield Shape(hex_.read.outline_px, hex_label(hex_.read.kind, hex_.read.level), css, _tooltip(hex_))


def _truth_shapes(reading: PhotoReading, placed: Sequence[Sequence[Points] | None]) -> tuple[Shape, ...]:
    return tuple(
        Shape(
            points,
            hex_label(hex_.truth.kind, hex_.truth.level),
            f"{hex_.truth.kind.value} {_fate(hex_)}",
            _tooltip(hex_),
        )
        for pair, outlines in zip(reading.cities, placed, strict=True)
        for hex_, points in zip(_true_hexes(pair), outlines or (), strict=True)
        if hex_.truth is not None
    )


def _fate(hex_: HexPair) -> str:
    return "missed" if hex_.is_missed else "right" if hex_.is_right else "wrong"


def _tooltip(hex_: HexPair) -> str:
    true = f"is {hex_.truth.kind} on level {hex_.truth.level}" if hex_.truth else "is nothing"
    if hex_.read is None:
        return f"{true}; not read"
    read = f"read as {hex_.read.kind} on level {hex_.read.level}"
    return f"{true}; {read}; confidence {hex_.read.confidence:.3f}"


def _true_hexes(pair: CityPair) -> list[HexPair]:
    return [hex_ for hex_ in pair.hexes if hex_.truth is not None]


def _truth_outlines(pair: CityPair) -> list[Points] | None:
    """Where each true hex is seen in the photo; None if that cannot be told."""
    plane = _plane(pair)
    outlines = [_outline(hex_, plane) for hex_ in _true_hexes(pair)]
    known = [outline for outline in outlines if outline is not None]
    return known if len(known) == len(outlines) else None


def _outline(hex_: HexPair, plane: Floats | None) -> Points | None:
    if hex_.truth is not None and hex_.truth.outline_px:
        return hex_.truth.outline_px
    if hex_.read is not None:
        return hex_.read.outline_px
    if plane is None or hex_.truth is None:
        return None
    corners = (_lattice_corners(hex_.truth)).reshape(-1, 1, 2)
    return _as_points(np.float64(cv2.perspectiveTransform(corners, plane)).reshape(-1, 2))


def _plane(pair: CityPair) -> Floats | None:
    """From the true lattice to the photo, by the hexes that were found; heights are left out."""
    found = [(hex_.truth, hex_.read) for hex_ in pair.hexes if hex_.truth is not None and hex_.read is not None]
    if len(found) < LEAST_POINTS_FOR_A_PLANE:
        return None
    lattice = np.array([truth.place.centre_xy() for truth, _ in found])
    seen = np.array([read.centre_px for _, read in found])
    plane, _ = cv2.findHomography(lattice, seen)
    return None if plane is None else np.asarray(plane, dtype=np.float64)


def _map_outlines(reading: PhotoReading) -> list[list[Points]]:
    """A plain map, the cities side by side."""
    maps: list[list[Points]] = []
    left = 0.0
    for pair in reading.cities:
        hexes = [_lattice_corners(hex_.truth) * MAP_SIZE_PX for hex_ in _true_hexes(pair) if hex_.truth is not None]
        if not hexes:
            maps.append([])
            continue
        everything = np.concatenate(hexes)
        shift = np.array([left - everything[:, 0].min(), -everything[:, 1].min()])
        maps.append([_as_points(corners + shift) for corners in hexes])
        left += float(np.ptp(everything[:, 0])) + 2 * MAP_SIZE_PX
    return maps


def _lattice_corners(hex_: TruthHex) -> Floats:
    return np.asarray(np.array(hex_.place.centre_xy()) + CORNERS, dtype=np.float64)


def _box_around(shapes: Sequence[Shape], reading: PhotoReading) -> tuple[float, float, float, float]:
    """The part of the photo that holds all shapes, or all of it."""
    whole = (0.0, 0.0, float(reading.width_px), float(reading.height_px))
    if not shapes:
        return whole
    left, top, width, height = _bounds(shapes, MARGIN_FRACTION)
    right, bottom = min(left + width, whole[2]), min(top + height, whole[3])
    left, top = max(left, 0.0), max(top, 0.0)
    return (left, top, right - left, bottom - top) if right > left and bottom > top else whole


def _bounds(shapes: Sequence[Shape], margin: float) -> tuple[float, float, float, float]:
    points = np.array([point for shape in shapes for point in shape.points] or [(0.0, 0.0), (1.0, 1.0)])
    low, high = points.min(axis=0), points.max(axis=0)
    low, high = low - margin * (high - low), high + margin * (high - low)
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])


def _small_copy(reading: PhotoReading, box: tuple[float, float, float, float]) -> str:
    """The boxed part of the photo as a JPEG data address."""
    left, top, width, height = box
    image = Image.fromarray(load_photo(reading.photo.path).rgb)
    scale = min(1.0, SMALL_COPY_PX / max(width, height))
    size = (max(round(width * scale), 1), max(round(height * scale), 1))
    small = image.resize(size, Image.Resampling.LANCZOS, box=(left, top, left + width, top + height), reducing_gap=2.0)
    data = io.BytesIO()
    small.save(data, "JPEG", quality=80)
    return f"data:image/jpeg;base64,{base64.b64encode(data.getvalue()).decode('ascii')}"


def _as_points(points: Floats) -> Points:
    return tuple((float(x), float(y)) for x, y in points)


def _mean(values: Iterable[float]) -> float:
    return float(np.mean(list(values)))
