"""A small copy of a photo to draw on, in the photo's own pixels."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from scanner.load_photo import RgbImage

Floats = npt.NDArray[np.float64]
Colour = tuple[int, int, int]

LONGEST_SIDE_PX = 1600
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
_FARTHEST_PX = 20_000.0


@dataclass(frozen=True)
class Canvas:
    """`pixels` is the copy; all places and sizes that are drawn are given in pixels of the photo."""

    pixels: RgbImage
    scale: float

    @classmethod
    def over(cls, rgb: RgbImage, longest_side_px: int = LONGEST_SIDE_PX) -> Canvas:
        scale = min(1.0, longest_side_px / max(rgb.shape[:2]))
        small = cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        # A photo that is small enough comes back as it is, and may be read-only.
        return cls(np.array(small, dtype=np.uint8, order="C"), scale)

    def outline(self, corners_px: Floats, colour: Colour, *, dark_rim: bool = True) -> None:
        """A closed line that is as thick as suits the size of what it surrounds."""
        points, thickness = self._points(corners_px), self._thickness(corners_px)
        if dark_rim:
            self._polyline(points, BLACK, thickness + 2)
        self._polyline(points, colour, thickness)

    def wash(self, corners_px: Floats, colour: Colour, strength: float) -> None:
        """Colour an area so that the photo still shows through."""
        mask = np.zeros(self.pixels.shape[:2], np.uint8)
        cv2.fillPoly(mask, [self._points(corners_px)], 1)
        inside = mask.astype(bool)
        mixed = self.pixels[inside] * (1 - strength) + np.array(colour) * strength
        self.pixels[inside] = mixed.astype(np.uint8)

    def line(self, from_px: Floats, to_px: Floats, colour: Colour) -> None:
        start, end = (tuple(map(int, point)) for point in self._points(np.array([from_px, to_px])))
        cv2.line(self.pixels, start, end, colour, 2, cv2.LINE_AA)

    def label(self, text: str, centre_px: Floats, size_px: float) -> None:
        """White letters on a darkened plate, about a third as tall as `size_px`."""
        font, height = cv2.FONT_HERSHEY_SIMPLEX, max(min(size_px * self.scale / 60, 4.0), 0.3)
        (width, tall), _ = cv2.getTextSize(text, font, height, 1)
        x, y = (int(value) for value in self._points(centre_px[None])[0])
        left, bottom, margin = x - width // 2, y + tall // 2, 2 + tall // 4
        self._darken(left - margin, bottom - tall - margin, left + width + margin, bottom + margin)
        cv2.putText(self.pixels, text, (left, bottom), font, height, WHITE, 1, cv2.LINE_AA)

    def _darken(self, left: int, top: int, right: int, bottom: int) -> None:
        plate = self.pixels[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)]
        plate //= 3

    def _polyline(self, points: npt.NDArray[np.int32], colour: Colour, thickness: int) -> None:
        cv2.polylines(self.pixels, [points], isClosed=True, color=colour, thickness=thickness, lineType=cv2.LINE_AA)

    def _thickness(self, corners_px: Floats) -> int:
        return int(np.clip(round(size_of(corners_px) * self.scale * 0.06), 1, 12))

    def _points(self, pixels: Floats) -> npt.NDArray[np.int32]:
        # What lies near the horizon is seen endlessly far away, which no drawing can reach.
        near = np.clip(np.nan_to_num(pixels * self.scale), -_FARTHEST_PX, _FARTHEST_PX)
        return np.round(near).astype(np.int32)


def size_of(corners_px: Floats) -> float:
    """The mean distance of corners from their middle."""
    return float(np.linalg.norm(corners_px - corners_px.mean(axis=0), axis=1).mean())


def shrunk(corners_px: Floats, share: float) -> Floats:
    middle = corners_px.mean(axis=0)
    return np.asarray(middle + (corners_px - middle) * share, dtype=np.float64)
