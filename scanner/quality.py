"""The verdict on a photo: what makes it hard to read, and a hint for a better one."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from scanner.load_photo import Photo
from scanner.result import Flaw, Quality, ReadCity

Floats = npt.NDArray[np.float64]

HINTS: dict[Flaw, str] = {
    Flaw.TOO_DARK: "The photo is dark: turn on a lamp or move nearer to one.",
    Flaw.TOO_BRIGHT: "The photo is too bright: tap the city in the camera so that it measures the light there.",
    Flaw.BLURRED: "The photo is blurred: hold the phone still and tap the city to focus.",
    Flaw.GLARE: "A lamp is mirrored on the tiles: take the photo from another side.",
    Flaw.CUT_OFF: "A part of the city is cut off: step back until there is table all around it.",
    Flaw.TOO_STEEP: "The photo is taken from far aside: hold the phone more above the city.",
    Flaw.TOO_FLAT: "Seen straight from above, levels are hard to tell: take the photo a little from aside.",
    Flaw.TOO_SMALL: "The city is small in the photo: come nearer.",
}
_FARTHEST_PX = 20_000.0


@dataclass(frozen=True)
class QualityLimits:
    """Where a flaw begins. Brightness is of the city's tops, 0 to 255; their stone is nearly white."""

    dark_median: float = 62.0
    bright_share: float = 0.35
    glare_share: float = 0.12
    sharpness: float = 18.0
    steep_deg: float = 52.0
    flat_deg: float = 10.0
    unsure_level: float = 0.8
    small_size_px: float = 22.0


def judge_photo(photo: Photo, cities: tuple[ReadCity, ...], limits: QualityLimits | None = None) -> Quality:
    """All flaws of the photo, as far as they touch the cities (or, without any, the whole picture)."""
    limits = limits or QualityLimits()
    grey = _grey_tops(photo, cities)
    flaws = _light_flaws(grey, limits)
    if _sharpness(photo, cities) < limits.sharpness:
        flaws.append(Flaw.BLURRED)
    for city in cities:
        flaws.extend(_city_flaws(photo, city, limits))
    return Quality(tuple(dict.fromkeys(flaws)))


def _light_flaws(grey: npt.NDArray[np.uint8], limits: QualityLimits) -> list[Flaw]:
    flaws = []
    if float(np.median(grey)) < limits.dark_median:
        flaws.append(Flaw.TOO_DARK)
    burnt = float((grey >= 253).mean())
    if burnt > limits.bright_share:
        flaws.append(Flaw.TOO_BRIGHT)
    elif burnt > limits.glare_share:
        flaws.append(Flaw.GLARE)
    return flaws


def _city_flaws(photo: Photo, city: ReadCity, limits: QualityLimits) -> list[Flaw]:
    outlines = np.array([hex_.outline_px for hex_ in city.hexes])
    flaws = []
    limit = np.array([photo.width_px, photo.height_px]) - 1
    if (outlines < 0).any() or (outlines > limit).any():
        flaws.append(Flaw.CUT_OFF)
    if city.tilt_deg > limits.steep_deg:
        flaws.append(Flaw.TOO_STEEP)
    unsure = min(hex_.level_confidence for hex_ in city.hexes) < limits.unsure_level
    if city.tilt_deg < limits.flat_deg and unsure:
        flaws.append(Flaw.TOO_FLAT)
    if _size_px(outlines) < limits.small_size_px:
        flaws.append(Flaw.TOO_SMALL)
    return flaws


def _size_px(outlines: Floats) -> float:
    """Half the mean width of a hex."""
    return float(np.median(np.linalg.norm(outlines - outlines.mean(axis=1, keepdims=True), axis=2)))


def _grey_tops(photo: Photo, cities: tuple[ReadCity, ...]) -> npt.NDArray[np.uint8]:
    """The brightest channel of some pixels on tops."""
    step = max(max(photo.rgb.shape[:2]) // 600, 1)
    scale = 1 / step
    value = photo.rgb[::step, ::step].max(axis=2)
    mask = np.zeros(value.shape, np.uint8)
    for city in cities:
        for hex_ in city.hexes:
            # A hex near the horizon of a misjudged camera may be seen endlessly far away.
            outline = np.clip(np.array(hex_.outline_px) * scale, -_FARTHEST_PX, _FARTHEST_PX)
            cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
    return np.asarray(value[mask > 0] if mask.any() else value.ravel(), dtype=np.uint8)


def _sharpness(photo: Photo, cities: tuple[ReadCity, ...]) -> float:
    """Strength of fine detail (Laplacian) at the scale of about 60 pixels a hex, relative to the contrast."""
    outlines = [np.array(hex_.outline_px) for city in cities for hex_ in city.hexes]
    size_px = _size_px(np.array(outlines)) if outlines else max(photo.rgb.shape[:2]) / 20
    scale = max(min(1.0, 60 / size_px), 10 / min(photo.rgb.shape[:2]))
    whole = cv2.cvtColor(photo.rgb, cv2.COLOR_RGB2GRAY)
    grey = cv2.resize(whole, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    if outlines:
        corners = np.clip(np.concatenate(outlines) * scale, -_FARTHEST_PX, _FARTHEST_PX)
        left, top = np.maximum(corners.min(axis=0).astype(int), 0)
        right, bottom = np.maximum(corners.max(axis=0).astype(int) + 1, 0)
        grey = grey[top:bottom, left:right]
    if grey.size == 0:
        return 0.0
    detail = np.abs(cv2.Laplacian(grey, cv2.CV_32F))
    dark, bright = np.percentile(grey[::2, ::2], [5, 95])
    return float(100 * np.percentile(detail[::2, ::2], 95) / max(float(bright - dark), 1.0))
