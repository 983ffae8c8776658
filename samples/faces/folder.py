"""Faces from a folder of hex pictures: their ground made transparent, and many variants made of each.

One picture per kind would be learned by heart, so parts are swapped about, bent, and mixed with our own drawings.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from samples.chance import Chance, between, happens, stream
from samples.faces.gallery import FACE_PX, OWN_PICTURES, own_picture
from samples.noise import Field, Image, field, piece
from scoring.kinds import Kind

VARIANTS = 24
UNCHANGED = 8
GROUND_TOLERANCE = 26.0


class FacesError(ValueError):
    """A folder of faces that cannot be used."""


def check_folder(folder: str) -> None:
    """Raises FacesError where a folder lacks a usable picture of a kind."""
    if not Path(folder).is_dir():
        raise FacesError(f"{folder} is not a folder")
    for kind in Kind:
        folder_picture(folder, kind)


@lru_cache(maxsize=64)
def folder_picture(folder: str, kind: Kind) -> Image:
    """The picture of a kind (a flat-top hex as wide as the file), RGBA, without the stone ground around it."""
    path = Path(folder) / f"{kind.value}.png"
    if not path.is_file():
        raise FacesError(f"{path} is missing: a folder of faces has one PNG for each of the {len(Kind)} kinds")
    data = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if data is None or data.ndim != 3 or data.shape[2] != 4 or data.dtype != np.uint8:
        raise FacesError(f"{path} is not a picture with red, green, blue and alpha")
    rgba = cv2.cvtColor(data, cv2.COLOR_BGRA2RGBA)
    return _without_ground(cv2.resize(rgba, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA))


@lru_cache(maxsize=11 * VARIANTS)
def folder_variant(folder: str, kind: Kind, number: int) -> Image:
    """One of the variants of a folder's picture; the first few are the picture itself."""
    picture = folder_picture(folder, kind).copy()
    chance = stream(number, f"variant {kind}")
    if number < UNCHANGED:
        return picture
    if happens(chance, 0.7):
        _swap_details(chance, picture, kind)
    if happens(chance, 0.35):
        _mix(chance, picture, own_picture(kind, int(chance.integers(OWN_PICTURES))))
    return _bent(chance, picture, between(chance, (0, 0.03)))


def _without_ground(rgba: Image) -> Image:
    """Transparent where the pale ground reaches in from the border, softly towards the border of the hex."""
    inside = border_distance(rgba.shape[0])
    ring = (inside > 0.015) & (inside < 0.05) & (rgba[..., 3] > 250)
    ground = np.median(rgba[ring][:, :3], axis=0)
    smooth = cv2.bilateralFilter(rgba[..., :3].copy(), 5, 40, 3).astype(np.float32)
    distance = np.linalg.norm(smooth - ground, axis=2)
    plain = ((distance < GROUND_TOLERANCE) | (inside < 0.02)).astype(np.uint8)
    plain = cv2.morphologyEx(plain, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, labels = cv2.connectedComponents(plain)
    reaching = np.isin(labels, np.unique(labels[inside < 0.03])) & (plain > 0)
    keep = cv2.GaussianBlur(1 - reaching.astype(np.float32), (0, 0), 1.0)
    made = rgba.copy()
    made[..., 3] = (keep * np.clip((inside - 0.005) / 0.04, 0, 1) * rgba[..., 3]).astype(np.uint8)
    return made


def border_distance(size_px: int) -> Field:
    """How far inside the hex a pixel is, in heights from centre to side: 1 in the middle, 0 on the border."""
    y, x = np.abs(np.mgrid[0:size_px, 0:size_px].astype(np.float32) * (2 / size_px) + (1 / size_px - 1))
    made: Field = 1 - np.maximum(y, x * 0.866 + y * 0.5) / np.float32(0.866)
    return made


def _swap_details(chance: Chance, picture: Image, kind: Kind) -> None:
    """Copies soft round pieces to other places; the disc of a plaza with its stars stays whole."""
    reach = (0.68, 0.8) if kind.is_plaza else (0.1, 0.68)
    source = picture.copy()
    half = FACE_PX / 2
    for _ in range(int(chance.integers(1, 5))):
        radius = between(chance, (0.08, 0.16 if kind.is_plaza else 0.26)) * half
        angles, reaches = chance.uniform(0, 2 * np.pi, 2), chance.uniform(*reach, 2)
        spots = half + half * reaches[:, None] * np.column_stack([np.cos(angles), np.sin(angles) * 0.9])
        turn = cv2.getRotationMatrix2D(spots[0].tolist(), between(chance, (0, 360)), 1.0)
        turn[:, 2] += spots[1] - spots[0]
        moved = cv2.warpAffine(source, turn, (FACE_PX, FACE_PX))
        _blend(picture, moved, _round_mask(spots[1], radius))


def _mix(chance: Chance, picture: Image, other: Image) -> None:
    """Another drawing of the same kind over a part of the picture."""
    mask = np.clip(piece(field(32.0), chance, FACE_PX, FACE_PX) * 2 - between(chance, (0, 2)), 0, 1)
    _blend(picture, other, mask * between(chance, (0.5, 1.0)))


def _blend(picture: Image, other: Image, mask: Field) -> None:
    weight = mask[..., None]
    picture[:] = (picture * (1 - weight) + other * weight).astype(np.uint8)


def _round_mask(middle: np.ndarray[tuple[int], np.dtype[np.float64]], radius_px: float) -> Field:
    y, x = np.mgrid[0:FACE_PX, 0:FACE_PX].astype(np.float32)
    away = np.hypot(x - np.float32(middle[0]), y - np.float32(middle[1]))
    made: Field = np.clip((np.float32(radius_px) - away) / 4 + 0.5, 0, 1)
    return made


def _bent(chance: Chance, picture: Image, strength: float) -> Image:
    y, x = np.mgrid[0:FACE_PX, 0:FACE_PX].astype(np.float32)
    shifts = [piece(field(64.0), chance, FACE_PX, FACE_PX) * np.float32(strength * FACE_PX / 2) for _ in range(2)]
    made: Image = cv2.remap(picture, x + shifts[0], y + shifts[1], cv2.INTER_LINEAR)
    return made
